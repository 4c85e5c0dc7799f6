"""`meldwright new`: the first lines of a ruleset of one's own."""

from __future__ import annotations

import os
import re
import shlex
import tempfile
from pathlib import Path

import yaml

from .ruleset.library import find, ruleset_id, rulesets_folder, schema_path
from .ruleset.model import load_ruleset
from .ruleset.rules import Ruleset

SUFFIX = ".rummy.yaml"
SHOWN = (
    "players", "deck", "values", "wilds", "deal", "deals", "melds", "deadwood", "turn", "claim", "stock_out", "scoring",
    "match",
)  # fmt: skip


def write_new(name: str, parent: str) -> Path:
    """Write NAME.rummy.yaml, which extends `parent`, and return its path.

    Raises RulesetError when the parent cannot be played, ValueError for a name that makes no file, FileExistsError
    when the file is there already.
    """
    path = Path(name if name.endswith((".yaml", ".yml")) else name + SUFFIX)
    stem = ruleset_id(path)
    if not any(map(str.isalnum, _last_part(name))) or not stem.isprintable() or len(stem) > 60:
        raise ValueError(f"{name!r} is no good name for a ruleset; write something like my-gin")
    if not path.parent.is_dir():
        raise ValueError(f"there is no folder {str(path.parent)!r}")
    rules = load_ruleset(parent)
    _write(path, _text(stem, path, _reference(parent, path), rules))
    return path


def _last_part(name: str) -> str:
    """What stands after the last separator, without the endings of a ruleset: "" for `a/` and `.yaml`."""
    return re.sub(r"(\.rummy)?(\.ya?ml)?$", "", re.split(r"[/\\]", name)[-1])


def _reference(parent: str, path: Path) -> str:
    """How the new file names its parent: a built-in by its id, a file relative to the new one's folder."""
    file = find(parent)
    if file.parent in (rulesets_folder(), rulesets_folder() / "house"):
        return ruleset_id(file)
    relative = Path(os.path.relpath(file, path.parent)).as_posix()
    return relative if relative.startswith(".") else f"./{relative}"


def _text(stem: str, path: Path, parent: str, rules: Ruleset) -> str:
    title = stem.replace("-", " ").replace("_", " ").strip()
    plain = rules.node.plain()
    shown = {key: plain[key] for key in SHOWN if key in plain}
    dump = yaml.safe_dump(shown, sort_keys=False, allow_unicode=True, default_flow_style=None, width=200)
    example = "\n".join(f"# {line}".rstrip() for line in dump.splitlines())
    title = title[:1].upper() + title[1:]
    head = yaml.safe_dump({"name": title, "extends": parent}, sort_keys=False, allow_unicode=True)
    file = shlex.quote(path.name)
    return f"""# yaml-language-server: $schema={schema_path().as_posix()}
# Only what differs from {rules.name} is written in this file; everything else stays as it is there.
#   meldwright check {file}       says what is wrong
#   meldwright explain {file}     reads the rules back as prose
# The first line is for editors and holds on this computer. For another one, write the schema beside this file with
#   meldwright schema > ruleset.schema.json
# and let the first line end in $schema=ruleset.schema.json
meldwright: 1
{head}
# What {rules.name} says. Take away the "# " of a line, and of the lines it stands under, and change it.
# Mappings merge key by key, lists are replaced, null takes a key away.
#
{example}
"""


def _write(path: Path, text: str) -> None:
    """Write a file that must not be there yet, whole or not at all."""
    if path.exists():
        raise FileExistsError(f"{path} is there already; it is left as it is")
    handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=".new-", suffix=SUFFIX)
    try:
        with open(handle, "w", encoding="utf-8") as file:
            file.write(text)
        os.chmod(temporary, 0o644)
        try:
            os.link(temporary, path)  # fails when somebody else made the file meanwhile
        except FileExistsError:
            raise FileExistsError(f"{path} is there already; it is left as it is") from None
        except OSError:  # a file system without hard links
            os.replace(temporary, path)
            return
        os.unlink(temporary)
    except BaseException:
        if os.path.exists(temporary):
            os.unlink(temporary)
        raise
