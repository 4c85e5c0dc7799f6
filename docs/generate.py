"""Write docs/reference.md: every key of a ruleset from the JSON Schema, and every quantity an expression may name.

    python docs/generate.py            write it
    python docs/generate.py --check    exit with 1 if it is not current

Needs the package to be importable (`pip install -e .`), but neither numba nor a compiler.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
SCHEMA = ROOT / "schemas" / "ruleset.schema.json"
TARGET = ROOT / "docs" / "reference.md"

HEAD = """# Reference: the keys of a ruleset

Written by `docs/generate.py` from `schemas/ruleset.schema.json` and the registries of quantities, facts and verbs; do
not edit.
[docs/ruleset.md](ruleset.md) explains how a ruleset is put together, [docs/dsl.md](dsl.md) how patterns, contracts and
expressions are written.

Every key but `meldwright` may be left out. A key written with `null` takes away what an extended file says, and leaves
the default. `NAME` stands for a name of your own choice.
"""

KINDS = {
    "integer": "whole number",
    "string": "text",
    "boolean": "true or false",
    "array": "list",
    "object": "mapping",
}


def kind(node: dict[str, Any]) -> str:
    """What may be written there, in words."""
    if "const" in node:
        return f"always `{node['const']}`"
    if "enum" in node:
        return "one of the words below"
    types = node.get("type", [])
    words = [KINDS[t] for t in ([types] if isinstance(types, str) else types) if t != "null"]
    if "boolean" in words and "text" in words:
        words = ["condition", *(w for w in words if w not in ("boolean", "text", "true or false"))]
    low, high = node.get("minimum"), node.get("maximum")
    if low is not None and high is not None:
        words = [f"{w} from {low} to {high}" if w == "whole number" else w for w in words]
    return " or ".join(words)


def code(value: Any) -> str:
    """A value as it would be written in a ruleset, on one line."""
    return f"`{json.dumps(value, ensure_ascii=False)}`"


def keys(node: dict[str, Any], path: str, schema: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    """Every key below a node, with its dotted path."""
    for name, child in node.get("properties", {}).items():
        yield from _entry(child, f"{path}.{name}" if path else name, schema)
    extra = node.get("additionalProperties")
    if isinstance(extra, dict) and path:
        extra = resolve(extra, schema)
        if "properties" in extra:
            yield from _entry(extra, f"{path}.NAME", schema)


def _entry(node: dict[str, Any], path: str, schema: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    node = resolve(node, schema)
    yield path, node
    yield from keys(node, path, schema)


def resolve(node: dict[str, Any], schema: dict[str, Any]) -> dict[str, Any]:
    """The node that a reference points to, or the node itself."""
    reference = node.get("$ref")
    return schema["$defs"][reference.rsplit("/", 1)[1]] if reference else node


def paths() -> dict[str, dict[str, Any]]:
    """Every key of the format: dotted path to its schema."""
    schema = json.loads(SCHEMA.read_text(encoding="utf-8"))
    return dict(keys(schema, "", schema))


def entry(path: str, node: dict[str, Any]) -> list[str]:
    """The lines about one key."""
    if path == "match.final.NAME":
        return [f"### `{path}`", "", "A row with the keys of `scoring.NAME`.", ""]
    lines = [f"### `{path}`", "", node.get("description", ""), "", f"- **written as** {kind(node)}"]
    for word, meaning in zip(node.get("enum", []), node.get("enumDescriptions", []), strict=False):
        if word is not None:
            lines.append(f"  - `{word}`: {meaning}")
    default = node.get("default")
    if default is not None:
        lines.append(f"- **default** {code(default)}")
    examples = [code(example) for example in node.get("examples", [])]
    if examples:
        lines.append(f"- **for example** {', '.join(examples)}")
    return [*lines, ""]


def key_part() -> list[str]:
    """The part about keys, a chapter for each key at the top."""
    lines = []
    for path, node in paths().items():
        if repeated(path):
            continue
        if "." not in path:
            lines += [f"## {node.get('title', path)}", ""]
        lines += entry(path, node)
    return lines


def repeated(path: str) -> bool:
    """Is this a key of the final reckoning's rows, which are those of the scoring table?"""
    return path.startswith("match.final.NAME.")


def quantity_part() -> list[str]:
    """The part about the quantities of expressions."""
    from meldwright.patterns.quantities import MELD, QUANTITIES, SCOPE_ALIASES

    lines = [
        "## Quantities",
        "",
        "What an expression may name. A quantity of a player is his own when written alone, and somebody else's with a",
        "word before it: `others.deadwood` (" + ", ".join(f"`{a}` means the same" for a in SCOPE_ALIASES) + "),",
        "`caller.`, `winner.`, `payer.`, `lowest.`, `highest.`.",
        "",
        "| quantity | what it is | unit | of whom |",
        "| --- | --- | --- | --- |",
    ]
    for quantity in QUANTITIES:
        if quantity.available:
            unit = quantity.unit or {"bool": "yes or no"}.get(quantity.kind, quantity.kind)
            whom = "the meld" if quantity.scopes == MELD else ", ".join(quantity.scopes) or "the table"
            lines.append(f"| `{quantity.name}` | {quantity.description} | {unit} | {whom} |")
    later = ", ".join(f"`{quantity.name}`" for quantity in QUANTITIES if not quantity.available)
    return [*lines, "", f"Reserved for mechanisms still to come, and refused by `check`: {later}.", ""]


def irregularity_part() -> list[str]:
    """The part about the vocabulary of rulings."""
    from meldwright.rulings.facts import FACTS
    from meldwright.rulings.verbs import PLACEHOLDERS, VERBS, WHO

    lines = [
        "## Facts of irregularities",
        "",
        "What the `when` of a ruling may ask for, and a situation tell ([docs/irregularities.md](irregularities.md)).",
        "",
        "| fact | what it says | answers |",
        "| --- | --- | --- |",
    ]
    for fact in FACTS.values():
        answers = ", ".join(f"`{word}` ({meaning})" for word, meaning in fact.words) or fact.takes()
        lines.append(f"| `{fact.name}` | {fact.question().rstrip(':')} | {answers} |")
    lines += ["", "## Verbs of remedies", "", "What the `remedy` of a ruling may order.", ""]
    lines += ["| verb | operand | what it orders |", "| --- | --- | --- |"]
    operands = {
        "none": "",
        "number": "a number",
        "player": ", ".join(f"`{word}` ({meaning})" for word, meaning in WHO.items()),
        "irregularity": "an irregularity; `with fact = answer and ...`",
    }
    lines += [f"| `{verb.name}` | {operands[verb.operand]} | {verb.meaning} |" for verb in VERBS.values()]
    named = ", ".join(f"`{{{word}}}`" for word in PLACEHOLDERS)
    return [*lines, "", f"The texts `cost` and `after` may name {named}.", ""]


def text() -> str:
    """The whole page."""
    return "\n".join([HEAD, *key_part(), *quantity_part(), *irregularity_part()]).rstrip() + "\n"


def main() -> int:
    """Write the page, or say whether it is current."""
    if "--check" not in sys.argv[1:]:
        TARGET.write_text(text(), encoding="utf-8")
        return 0
    current = TARGET.exists() and TARGET.read_text(encoding="utf-8") == text()
    if not current:
        print("docs/reference.md is not current: run python docs/generate.py", file=sys.stderr)
    return 0 if current else 1


if __name__ == "__main__":
    sys.exit(main())
