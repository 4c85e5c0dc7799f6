"""A reckoning for the command line: a table of deals and totals, places, and what is to be known."""

from __future__ import annotations

from dataclasses import asdict

from .reckoning import Entry, Reckoning
from .show import as_json


def reckoning_json(r: Reckoning) -> str:
    """A reckoning as JSON."""
    return as_json(asdict(r))


def reckoning_text(r: Reckoning) -> str:
    """The sheet as a table, and below it places, notes and the rulings that were used."""
    from meldwright.screens import table

    rows = []
    for deal in r.deals:
        name = f"deal {deal.number}" + ("" if deal.counts else ", void")
        rows.append((name, *(_cell(entry) for entry in deal.entries)))
    rows.append(("total", *(_cell(entry) for entry in r.totals)))
    lines = [table((r.game, *r.players), rows, right=set(range(1, len(r.players) + 1))), ""]
    lines += _places(r)
    lines += r.statements
    lines += _made_of(r)
    if r.sources:
        lines += ["", "Rulings:"] + [f"  {id}: {what} [{source}]" for id, what, source in r.sources]
    return "\n".join(lines).rstrip()


def _cell(entry: Entry) -> str:
    mark = "*" if entry.rulings else ""
    return ("-" if entry.points is None else str(entry.points)) + mark


def _places(r: Reckoning) -> list[str]:
    if r.void:
        return []
    place, lines = 1, []
    totals = {entry.player: entry.points for entry in r.totals}
    for names in r.ranking:
        lines.append(f"{place}. {', '.join(names)}: {totals[names[0]]}")
        place += len(names)
    return [("Result:" if r.over else "So far:"), *(f"  {line}" for line in lines), ""]


def _made_of(r: Reckoning) -> list[str]:
    """How the numbers came about that were not written down."""
    lines = [
        f"  deal {deal.number}, {entry.player}: {entry.how}{_named(entry)}"
        for deal in r.deals
        for entry in deal.entries
        if entry.how and (entry.rulings or " + " in entry.how)
    ]
    lines += [f"  total of {e.player}: {e.how}{_named(e)}" for e in r.totals if e.rulings]
    return ["", "How numbers marked * and counted hands came about:", *lines] if lines else []


def _named(entry: Entry) -> str:
    return f" ({', '.join(entry.rulings)})" if entry.rulings else ""
