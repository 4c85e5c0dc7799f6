"""What the commands print: lists, diagnostics, results. Text for people, JSON for programs."""

from __future__ import annotations

import json
import shutil
import sys
import textwrap
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from .ruleset.diagnostics import Diagnostic, render_all, summary, to_json
from .ruleset.library import Entry

if TYPE_CHECKING:
    from .arrangement import Arrangement
    from .lab.compare import Comparison
    from .lab.compare import Row as Compared
    from .lab.runner import Progress
    from .lab.simulate import Result

LIST_FORMAT = 1  # version of the JSON that `list` prints


def _width() -> int:
    return max(40, min(120, shutil.get_terminal_size().columns))


def _dumped(data: Any) -> str:
    return json.dumps(data, indent=2, ensure_ascii=False, allow_nan=False)


# --- list ---------------------------------------------------------------------------------------------------------
def entries_json(entries: Sequence[Entry]) -> str:
    """The headers of games or overlays as JSON."""
    return _dumped(
        {
            "format": LIST_FORMAT,
            "rulesets": [
                {
                    "id": e.id,
                    "name": e.name,
                    "aliases": list(e.aliases),
                    "family": e.family or None,
                    "status": e.status or None,
                    "summary": e.summary,
                    "overlay": e.overlay,
                    "applies_to": list(e.applies_to),
                }
                for e in entries
            ],
        }
    )


def entries_text(entries: Sequence[Entry], overlays: bool, aliases: bool = False) -> str:
    """The games as a list with a line each, with their other names if wanted, or the overlays with their summaries."""
    if not entries:
        return "nothing here"
    if overlays:
        blocks = [_overlay_block(e) for e in entries]
        return "\n".join(blocks)
    wide = [max(len(text) for text in column) for column in zip(*(_columns(e, aliases) for e in entries), strict=True)]
    lines = []
    for e in entries:
        lines.append("  ".join(text.ljust(n) for text, n in zip(_columns(e, aliases), wide, strict=True)).rstrip())
    return "\n".join(lines)


def _columns(e: Entry, aliases: bool) -> tuple[str, ...]:
    return (e.id, e.name, e.family or "-", e.status or "-", *((", ".join(e.aliases) or "-",) if aliases else ()))


def _overlay_block(e: Entry) -> str:
    games = ", ".join(e.applies_to) or "any game"
    text = f"{e.summary or e.name} ({games})"
    return f"{e.id}\n" + textwrap.fill(text, _width(), initial_indent="    ", subsequent_indent="    ")


# --- check ----------------------------------------------------------------------------------------------------------
def checked(found: Sequence[tuple[str, Sequence[Diagnostic]]], format: str, color: bool) -> str:
    """The diagnostics of several rulesets."""
    everything = [d for _, diagnostics in found for d in diagnostics]
    if format == "json":
        return _dumped(to_json(everything))
    if format == "github":
        return "\n".join(_annotation(d) for d in everything) or summary(everything)
    blocks = []
    for name, diagnostics in found:
        text = render_all(diagnostics, color)
        blocks.append(f"{text}\n\n{name}: {summary(diagnostics)}" if text else f"{name}: {summary(diagnostics)}")
    return "\n".join(blocks)


def _annotation(d: Diagnostic) -> str:
    """A workflow command of GitHub, which shows the diagnostic at its line."""
    p = d.position
    level = {"error": "error", "warning": "warning"}.get(d.severity, "notice")
    message = d.message + (f"\ndid you mean: {d.suggestion}" if d.suggestion else "")
    message += "".join(f"\nnote: {note.message}" for note in d.notes)
    place = f"file={_escaped(p.file, True)}"
    if p.line:
        place += f",line={p.line},col={p.column},endColumn={p.end_column}"
    return f"::{level} {place},title={_escaped(d.code, True)}::{_escaped(message, False)}"


def _escaped(text: str, attribute: bool) -> str:
    text = text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")
    return text.replace(":", "%3A").replace(",", "%2C") if attribute else text


# --- arrange --------------------------------------------------------------------------------------------------------
def arrangement_text(a: Arrangement) -> str:
    """Melds, what is left, deadwood: a line each."""
    lines = [f"{name}: {' '.join(meld)}" for name, meld in zip(a.patterns, a.melds, strict=True)] or ["no meld"]
    lines.append(f"left: {' '.join(a.left) or 'nothing'}")
    lines.append(f"deadwood: {a.deadwood}" + ("" if a.exact else " (the search was cut short; less may be possible)"))
    return "\n".join(lines)


def arrangement_json(a: Arrangement) -> str:
    """The arrangement as JSON."""
    melds = [{"pattern": n, "cards": list(m)} for n, m in zip(a.patterns, a.melds, strict=True)]
    return _dumped({"melds": melds, "left": list(a.left), "deadwood": a.deadwood, "exact": a.exact})


# --- progress -------------------------------------------------------------------------------------------------------
@contextmanager
def progress(what: str) -> Iterator[Progress | None]:
    """A progress bar on stderr, on a terminal only; the value is to be called with (done, total)."""
    if sys.stderr is None or not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.completed:,} of {task.total:,}"), TextColumn(what), BarColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(what, total=None, visible=False)

        def show(done: int, total: int) -> None:
            bar.update(task, completed=done, total=total, visible=True)

        yield show


# --- results --------------------------------------------------------------------------------------------------------
def result_text(r: Result) -> str:
    """A result as a short report: conditions and speed, a line per seat, what is worth knowing of the deals."""
    game = "match" if r.matches else "deal"
    lines = [_title(r), _speed(r), ""]
    head = ("seat", "bot", "wins", "win rate", "95 %", f"points a {game}")
    rows = [
        (
            "first to play" if s.seat is None else str(s.seat),
            s.bot or "",
            f"{s.wins:,}",
            _percent(s.win_rate),
            f"{100 * s.win_rate_ci95[0]:.1f} to {100 * s.win_rate_ci95[1]:.1f}",
            f"{s.mean_score:.2f}",
        )
        for s in (*r.seats, r.starter)
    ]
    lines += [table(head, rows, right={2, 3, 4, 5}), ""]
    if r.deals_per_match is not None:
        lines.append(f"deals per match   {r.deals_per_match:.2f}")
    lines.append(f"turns per deal    {_turns(r)}")
    if r.claims_per_deal:
        lines.append(f"claims per deal   {r.claims_per_deal:.2f} discards taken out of turn")
    lines.append(f"without a winner  {r.draws:,} ({_percent(r.draws / _games(r))})")
    lines.append(f"deals ended       {_endings(r)}")
    lines.append(f"stalemates        {_stalemates(r)}")
    winner = "" if r.winner_score is None else f"{r.winner_score:.2f} for the winner, "
    lines.append(f"points            {winner}{r.score_spread:.2f} between best and worst")
    return "\n".join(lines + [f"note: {text}" for text in _remarks(r)])


def _stalemates(r: Result) -> str:
    """Deals and matches that a bound of the ruleset ended."""
    deals = r.stalemates - r.stopped_matches
    parts = [f"{deals:,} ({_percent(deals / r.deals)})"] if deals else []
    if r.stopped_matches:
        parts.append(f"{r.stopped_matches:,} matches stopped undecided ({_percent(r.stopped_matches / r.matches)})")
    return ", ".join(parts) or "none"


def _games(r: Result) -> int:
    return r.matches or r.deals


def _title(r: Result) -> str:
    what = f"{r.name} ({' '.join(filter(None, (r.ruleset, r.overrides)))})"
    bots = ", ".join(r.bots) if len(set(r.bots)) > 1 else r.bots[0]
    return f"{what}: {r.players} players, bots {bots}, seed {r.seed}, meldwright {r.version}"


def _speed(r: Result) -> str:
    deals = _counted(r.deals, "deal")
    games = f"{_counted(r.matches, 'match')}, {deals}" if r.matches else deals
    threads = _counted(r.threads, "thread")
    return (
        f"{games} in {r.seconds:.2f} s on {threads}: {r.deals_per_second:,.0f} deals and"
        f" {r.decisions_per_second:,.0f} decisions a second"
    )


def _counted(n: int, noun: str) -> str:
    """A number and its noun: `1 match`, `2,000 deals`."""
    return f"{n:,} {noun}" + ("" if n == 1 else "es" if noun.endswith("ch") else "s")


def _turns(r: Result) -> str:
    text = f"{r.turns_per_deal:.2f}"
    if r.turns_per_deal_ci95:
        text += f" (95 %: {r.turns_per_deal_ci95[0]:.2f} to {r.turns_per_deal_ci95[1]:.2f})"
    if r.turns_quantiles:
        low, middle, high = (r.turns_quantiles[q] for q in ("10", "50", "90"))
        text += f"; most deals {low} to {high}, half of them up to {middle}"
    return f"{text}; longest {r.longest_deal}"


def _endings(r: Result) -> str:
    """Each ending in the words of `Result.endings` and of `compare`; calls by name, as `knock (call)`."""
    counts: dict[str, int] = {}
    for name, count in r.endings.items():
        if name == "call" and len(r.calls) > 0:
            counts |= {f"{call.replace('_', ' ')} (call)": n for call, n in r.calls.items() if n}
        elif count:
            counts[name] = count
    return ", ".join(f"{name} {share}" for name, share in zip(counts, shares(list(counts.values())), strict=True))


def shares(counts: Sequence[int]) -> list[str]:
    """Counts as shares of their sum, to a tenth of a percent, that add up to 100 % (largest remainders rounded up)."""
    total = max(1, sum(counts))
    tenths = [1000 * n // total for n in counts]
    nearest_above = sorted(range(len(counts)), key=lambda i: -(1000 * counts[i] % total))
    for i in nearest_above[: 1000 - sum(tenths)]:
        tenths[i] += 1
    return [f"{n / 10:.1f} %" for n in tenths]


FIRST_DEALS = "the deals of this game differ, and only the first one of a match was played: try --matches"


def _remarks(r: Result) -> Iterator[str]:
    if r.first_deals_only:
        yield FIRST_DEALS
    if r.draws == _games(r):
        yield "nobody ever won; look at the end of the deal and at the scoring (meldwright explain)"
    if r.stalemates > r.deals / 20 and "random" in r.bots:
        yield "many stalemates; random players often just go round: try --bots greedy"
    elif r.stalemates:
        yield "some deals met the bound on turns (limits.turns); their scores may be odd"
    if r.budget_hits:
        yield f"{r.budget_hits:,} searches for the best arrangement were cut short; bots may have missed the best move"
    if r.overflowed:
        yield f"{r.overflowed:,} lists of moves were too long and were cut; some legal moves were not offered"


def comparison_text(c: Comparison) -> str:
    """A comparison as a table of differences, and its verdict as the last line."""
    games = _counted(c.games, "match" if c.matches else "deal")
    bots = ", ".join(c.bots) if len(set(c.bots)) > 1 else c.bots[0]
    lines = [
        f"A: {c.a}",
        f"B: {c.b}",
        f"{games} each on the same shuffles ({c.different_games:,} went differently), {c.players} players,"
        f" bots {bots}, seed {c.seed}, {c.seconds:.2f} s, meldwright {c.version}",
        "",
        table(
            ("", "A", "B", "B - A", "95 %", "pairing saved", ""),
            [_compared(row) for row in c.metrics],
            right={1, 2, 3, 4, 5},
        ),
        "",
    ]
    if c.first_deals_only:
        lines.append(f"note: {FIRST_DEALS}")
    if c.budget_hits or c.overflowed:
        lines.append(f"note: {c.budget_hits:,} searches and {c.overflowed:,} lists of moves were cut short")
    return "\n".join([*lines, textwrap.fill(c.verdict, _width(), break_long_words=False, break_on_hyphens=False)])


def _compared(row: Compared) -> tuple[str, ...]:
    if row.a is None or row.b is None or row.difference is None:
        return row.label, "-", "-", "-", "-", "", "never came up"
    scale, unit = (100, " %") if row.share else (1, "")
    interval = saved = ""
    if row.ci95 is not None:
        interval = f"{row.ci95[0] * scale:+.2f} to {row.ci95[1] * scale:+.2f}"
    if row.saved is not None and row.difference:
        saved = _percent(row.saved)
    mark = "differs" if row.decided else "same" if row.difference == 0 else "open"
    a, b = (f"{x * scale:.2f}{unit}" for x in (row.a, row.b))
    return row.label, a, b, f"{row.difference * scale:+.2f}", interval, saved, mark


def _percent(share: float) -> str:
    return f"{100 * share:.1f} %"


def table(head: Sequence[str], rows: Sequence[Sequence[str]], right: set[int]) -> str:
    """Aligned columns; those numbered in `right` are set flush right."""
    wide = [max(len(line[i]) for line in (head, *rows)) for i in range(len(head))]
    lines = []
    for line in (head, *rows):
        cells = [text.rjust(wide[i]) if i in right else text.ljust(wide[i]) for i, text in enumerate(line)]
        lines.append("  ".join(cells).rstrip())
    return "\n".join(lines)
