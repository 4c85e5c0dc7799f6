"""The command line. Each command imports what it needs when it runs, so that reading rules never loads the engine.

Exit codes: 0 fine, 1 a ruleset has errors, 2 wrong usage or input that cannot be read, 130 stopped by Ctrl-C.
"""

from __future__ import annotations

import functools
import os
import shlex
import sys
from collections.abc import Callable
from enum import StrEnum
from typing import Annotated, Any, ParamSpec, TypeVar

import typer

app = typer.Typer(
    name="meldwright",
    help="The rules of rummy card games as data: check them, read them as prose, play and compare them.",
    add_completion=False,
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)

P = ParamSpec("P")
R = TypeVar("R")

# what the user gave cannot be read or found, as against a ruleset that says something wrong
UNREADABLE = {
    "missing-file", "unknown-ruleset", "unknown-overlay", "bad-setting", "unreadable-file", "is-a-folder",
    "not-a-file", "too-large", "not-utf-8", "empty-file",
}  # fmt: skip


class TextOrJson(StrEnum):
    """Output for people or for programs."""

    text = "text"
    json = "json"


class CheckFormat(StrEnum):
    """Output for people, for programs, or as annotations of a GitHub workflow."""

    text = "text"
    json = "json"
    github = "github"


class ProseFormat(StrEnum):
    """Plain text or Markdown."""

    text = "text"
    markdown = "markdown"


def _reported(command: Callable[P, R]) -> Callable[P, R]:
    """The command with its errors told to the user: a ruleset's with their places, everything else in a line."""

    @functools.wraps(command)
    def run(*args: P.args, **kwargs: P.kwargs) -> R:
        from .ruleset.diagnostics import InputError, RulesetError, render_all

        try:
            return command(*args, **kwargs)
        except RulesetError as error:
            print(render_all(error.diagnostics, color=_colored(sys.stderr)), file=sys.stderr)
            unusable = isinstance(error, InputError)  # what the user gave is no ruleset
            raise typer.Exit(2 if unusable else _exit_code(error.diagnostics)) from None
        except BrokenPipeError:
            raise
        except (ValueError, OSError) as error:
            if os.environ.get("MELDWRIGHT_DEBUG"):
                raise
            print(f"error: {error}", file=sys.stderr)
            raise typer.Exit(2) from None

    return run


def _exit_code(diagnostics: Any) -> int:
    """2 when something could not be read, else 1 when there are errors, else 0."""
    errors = [d for d in diagnostics if d.severity == "error"]
    if any(d.code in UNREADABLE and _as_a_whole(d) for d in errors):
        return 2
    return 1 if errors else 0


def _as_a_whole(diagnostic: Any) -> bool:
    """Is it about a file as such, or about what was typed? Only bytes that are no text have a place as well."""
    at = diagnostic.position
    return bool(at.line == 0 or at.file.startswith("--") or diagnostic.code == "not-utf-8")


def _colored(stream: Any) -> bool:
    return bool(stream is not None and stream.isatty() and not os.environ.get("NO_COLOR"))


def _version(wanted: bool) -> None:
    if wanted:
        from ._version import __version__

        print(f"meldwright {__version__}")
        raise typer.Exit


@app.callback()
def _main(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Show the version and exit.")
    ] = False,
) -> None:
    pass


# --- options that several commands share --------------------------------------------------------------------------
Name = Annotated[
    str, typer.Argument(help="A built-in game (see list) or a file.", metavar="RULESET", show_default=False)
]
With = Annotated[
    list[str] | None,
    typer.Option(
        "--with", metavar="OVERLAY", help="Add house rules: house/NAME or a file. Repeatable.", show_default=False
    ),
]
Set = Annotated[
    list[str] | None,
    typer.Option(
        "--set",
        metavar="PATH=VALUE",
        help="Change a value: PATH=VALUE, such as match.target=200. Repeatable.",
        show_default=False,
    ),
]
Format = Annotated[TextOrJson, typer.Option("--format", help="How to print.")]
Players = Annotated[
    int | None,
    typer.Option("--players", "-p", metavar="N", help="How many play; by default the fewest.", show_default=False),
]
Deals = Annotated[
    int | None,
    typer.Option(
        "--deals",
        metavar="N",
        help="Play so many single deals, each the first of a match; 1000 by default.",
        show_default=False,
    ),
]
Matches = Annotated[
    int | None, typer.Option("--matches", metavar="N", help="Play so many whole matches instead.", show_default=False)
]
Seed = Annotated[int, typer.Option("--seed", metavar="N", help="The same seed plays the same games.")]
Bots = Annotated[
    str,
    typer.Option(
        "--bots", metavar="BOTS", help="greedy or random: one for all seats, or one per seat with commas between."
    ),
]
Threads = Annotated[
    int | None, typer.Option("--threads", metavar="N", help="By default all cores, and never more.", show_default=False)
]


# --- reading rules --------------------------------------------------------------------------------------------------
@app.command("list")
@_reported
def list_(
    overlays: Annotated[bool, typer.Option("--overlays", help="List the house rules instead of the games.")] = False,
    aliases: Annotated[bool, typer.Option("--aliases", help="Show the other names of the games too.")] = False,
    format: Format = TextOrJson.text,
) -> None:
    """List the built-in games, or the house rules that can be added to them. A game answers to its --aliases too."""
    from . import screens
    from .ruleset.library import list_games, list_overlays

    entries = list_overlays() if overlays else list_games()
    if format is TextOrJson.json:
        print(screens.entries_json(entries))
    else:
        print(screens.entries_text(entries, overlays, aliases))


@app.command()
@_reported
def check(
    rulesets: Annotated[
        list[str], typer.Argument(help="Files or built-in games.", metavar="RULESET", show_default=False)
    ],
    with_: With = None,
    set_: Set = None,
    format: Annotated[CheckFormat, typer.Option("--format", help="How to print.")] = CheckFormat.text,
    pedantic: Annotated[bool, typer.Option("--pedantic", help="Show hints too.")] = False,
) -> None:
    """Check rulesets and say what is wrong, where, and what would be right."""
    from . import screens
    from .ruleset.model import check_ruleset

    found = []
    for name in rulesets:
        said = check_ruleset(name, tuple(with_ or ()), tuple(set_ or ()))
        found.append((name, [d for d in said if pedantic or d.severity != "hint"]))
    print(screens.checked(found, format.value, _colored(sys.stdout)))
    raise typer.Exit(max(_exit_code(diagnostics) for _, diagnostics in found))


@app.command()
@_reported
def explain(
    ruleset: Name,
    with_: With = None,
    set_: Set = None,
    format: Annotated[ProseFormat, typer.Option("--format", help="How to print.")] = ProseFormat.text,
) -> None:
    """Read a ruleset back as prose."""
    from .explain import as_markdown, as_text
    from .explain import explain as sections_of
    from .ruleset.model import load_ruleset

    sections = sections_of(load_ruleset(ruleset, tuple(with_ or ()), tuple(set_ or ())))
    if format is ProseFormat.markdown:
        print(as_markdown(sections), end="")
    else:
        from shutil import get_terminal_size

        print(as_text(sections, min(100, get_terminal_size().columns)), end="")


@app.command()
@_reported
def schema() -> None:
    """Print the JSON Schema of the ruleset format."""
    from .ruleset.library import schema_path

    print(schema_path().read_text(encoding="utf-8"), end="")


@app.command()
@_reported
def new(
    name: Annotated[
        str, typer.Argument(help="Name of the new ruleset, or its file.", metavar="NAME", show_default=False)
    ],
    from_: Annotated[str, typer.Option("--from", help="The ruleset it is built upon.", metavar="RULESET")],
) -> None:
    """Start a ruleset of your own: NAME.rummy.yaml, built upon another."""
    from .scaffold import write_new

    path = write_new(name, from_)
    file = shlex.quote(str(path))
    print(f"{file} is written. Change it, then try:\n  meldwright check {file}\n  meldwright explain {file}")


# --- at the table ---------------------------------------------------------------------------------------------------
@app.command()
@_reported
def rule(
    ruleset: Name,
    situation: Annotated[
        str | None,
        typer.Argument(
            help="A YAML file, - for standard input, or the YAML itself.", metavar="SITUATION", show_default=False
        ),
    ] = None,
    with_: With = None,
    set_: Set = None,
    format: Format = TextOrJson.text,
) -> None:
    """Rule on an irregularity at the table: what happens now, what it costs, and which rule says so.

    SITUATION tells which irregularity it is and the facts. Without it, the irregularities and their facts are listed.
    """
    from .ruleset.model import load_ruleset
    from .rulings import rule as judge
    from .rulings import show

    rules = load_ruleset(ruleset, tuple(with_ or ()), tuple(set_ or ()))
    told = "" if situation is None else _told(situation, "situation")
    if situation is not None:
        verdict = judge(rules, told)
        print(show.verdict_json(verdict) if format is TextOrJson.json else show.verdict_text(verdict, _columns()))
    elif not rules.rulings:
        raise ValueError(f"{rules.name} has no rulings on irregularities")
    else:
        print(show.questions_json(rules) if format is TextOrJson.json else show.questions_text(rules, _columns()))


@app.command()
@_reported
def score(
    ruleset: Name,
    sheet: Annotated[
        str,
        typer.Argument(
            help="A YAML file, - for standard input, or the YAML itself.", metavar="SHEET", show_default=False
        ),
    ],
    with_: With = None,
    set_: Set = None,
    format: Format = TextOrJson.text,
) -> None:
    """Add up a score sheet: hands left, missing cards, scores and deals, players who left."""
    from .ruleset.model import load_ruleset
    from .rulings import score as reckon
    from .rulings import show_score

    rules = load_ruleset(ruleset, tuple(with_ or ()), tuple(set_ or ()))
    reckoning = reckon(rules, _told(sheet, "score sheet"))
    print(show_score.reckoning_json(reckoning) if format is TextOrJson.json else show_score.reckoning_text(reckoning))


def _told(text: str, what: str) -> Any:
    """What a command was told: the text itself when it is YAML, else what the file or standard input says."""
    from pathlib import Path

    from .rulings.reading import read_stream

    if text == "-":
        return read_stream(sys.stdin, what)
    if "\n" in text or ": " in text or text.lstrip().startswith("{"):
        return text
    return Path(text)


def _columns() -> int:
    """How wide text is printed."""
    from shutil import get_terminal_size

    return min(100, get_terminal_size().columns)


# --- playing --------------------------------------------------------------------------------------------------------
@app.command()
@_reported
def arrange(
    ruleset: Name,
    cards: Annotated[
        list[str], typer.Argument(help="The cards, such as 7S 7H 10D.", metavar="CARD", show_default=False)
    ],
    players: Players = None,
    with_: With = None,
    set_: Set = None,
    format: Format = TextOrJson.text,
) -> None:
    """Arrange cards into melds with the least deadwood."""
    from . import screens
    from .arrangement import best_arrangement
    from .ruleset.model import load_ruleset

    rules = load_ruleset(ruleset, tuple(with_ or ()), tuple(set_ or ()))
    arrangement = best_arrangement(rules, " ".join(cards), players)
    text = screens.arrangement_json if format is TextOrJson.json else screens.arrangement_text
    print(text(arrangement))


@app.command()
@_reported
def simulate(
    ruleset: Name,
    players: Players = None,
    deals: Deals = None,
    matches: Matches = None,
    seed: Seed = 1,
    bots: Bots = "greedy",
    threads: Threads = None,
    with_: With = None,
    set_: Set = None,
    format: Format = TextOrJson.text,
) -> None:
    """Play many deals or matches and measure them."""
    from . import screens
    from .lab.simulate import simulate as play
    from .ruleset.model import load_ruleset

    rules = load_ruleset(ruleset, tuple(with_ or ()), tuple(set_ or ()))
    with screens.progress("deals" if matches is None else "matches") as progress:
        result = play(
            rules, players=players, deals=deals, matches=matches, seed=seed, bots=bots, threads=threads,
            progress=progress,
        )  # fmt: skip
    print(result.to_json() if format is TextOrJson.json else screens.result_text(result))


@app.command()
@_reported
def compare(
    a: Annotated[str, typer.Argument(help="A built-in game or a file.", metavar="A", show_default=False)],
    b: Annotated[
        str | None,
        typer.Argument(help="The other one; without it A again, changed by --with-b, --set-b.", metavar="B"),
    ] = None,
    players: Players = None,
    deals: Deals = None,
    matches: Matches = None,
    seed: Seed = 1,
    bots: Bots = "greedy",
    threads: Threads = None,
    with_: With = None,
    set_: Set = None,
    with_a: Annotated[
        list[str] | None,
        typer.Option("--with-a", metavar="OVERLAY", help="House rules for A only.", show_default=False),
    ] = None,
    set_a: Annotated[
        list[str] | None, typer.Option("--set-a", metavar="PATH=VALUE", help="A value for A only.", show_default=False)
    ] = None,
    with_b: Annotated[
        list[str] | None,
        typer.Option("--with-b", metavar="OVERLAY", help="House rules for B only.", show_default=False),
    ] = None,
    set_b: Annotated[
        list[str] | None, typer.Option("--set-b", metavar="PATH=VALUE", help="A value for B only.", show_default=False)
    ] = None,
    format: Format = TextOrJson.text,
) -> None:
    """Play two rulesets on the same shuffles and say what differs.

    "95 %" is the interval of B - A. "pairing saved" is the part of its variance that the same shuffles took away: at
    75 %, separate shuffles would need four times as many deals. It is negative where the same shuffle tends to push
    the two rulesets in opposite directions; the interval allows for that too. The last column says "differs" only of
    what would hold after a look at all the lines, "open" where more deals are needed.
    """
    from . import screens
    from .lab.compare import compare as play
    from .ruleset.model import load_ruleset

    if b is None and not (with_a or set_a or with_b or set_b):
        raise ValueError("name a second ruleset, or what to change in it (--with-b, --set-b)")
    both, values = tuple(with_ or ()), tuple(set_ or ())
    first = load_ruleset(a, (*both, *(with_a or ())), (*values, *(set_a or ())))
    second = load_ruleset(a if b is None else b, (*both, *(with_b or ())), (*values, *(set_b or ())))
    with screens.progress("deals" if matches is None else "matches") as progress:
        comparison = play(
            first, second, players=players, deals=deals, matches=matches, seed=seed, bots=bots, threads=threads,
            progress=progress,
        )  # fmt: skip
    print(comparison.to_json() if format is TextOrJson.json else screens.comparison_text(comparison))


def main() -> None:
    """Run the command line; the entry point of the `meldwright` command. Always raises SystemExit."""
    _open_streams()
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")  # a terminal that cannot show a character gets a ? instead
    code: Any = 0
    try:
        app()
    except SystemExit as done:
        code = done.code
    except KeyboardInterrupt:
        code = 130
    except BrokenPipeError:
        code = 1
    except Exception as error:
        if os.environ.get("MELDWRIGHT_DEBUG"):
            raise
        text = " ".join(str(error).split())[:300]
        print(f"internal error: {type(error).__name__}: {text} (MELDWRIGHT_DEBUG=1 shows where)", file=sys.stderr)
        code = 2
    sys.exit(_flushed(code))


def _open_streams() -> None:
    """Python leaves a stream that the caller has closed (`>&-`) as None; what is written to it goes nowhere."""
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, "w", encoding="utf-8"))  # noqa: SIM115 (open until the end)


def _flushed(code: Any) -> Any:
    """Write out what is left; a reader that has gone (`| head`) is no error worth a message, a full disk is one."""
    try:
        sys.stdout.flush()
    except (OSError, ValueError) as error:
        if isinstance(error, OSError):
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        if not isinstance(error, BrokenPipeError):
            print(f"error: the output cannot be written: {error}", file=sys.stderr)
            return 2
    return code


if __name__ == "__main__":
    main()
