"""The scoring tables and the match as prose."""

from __future__ import annotations

from collections.abc import Iterator

from .explain_words import condition, number, sentence, times
from .patterns.describe import describe_expression
from .ruleset.rules import Row, Ruleset

EXACT = {"lowest": "the lowest", "highest": "the highest"}


def scoring(r: Ruleset) -> Iterator[str]:
    """What a deal is worth."""
    yield "Amounts that name nobody are the receiving player's own. When a deal has ended:"
    for row in r.scoring:
        yield _row(row, r.scoring, final=False)
    yield (
        "The winner of a deal is the player who went out, otherwise the one player whose points of the deal are the"
        f" {'lowest' if r.match.winner == 'lowest' else 'highest'}."
    )


def match(r: Ruleset) -> Iterator[str]:
    """How deals add up."""
    m = r.match
    ends = []
    if m.target is not None:
        ends.append(f"after the deal in which a total reaches {m.target}")
    if m.deals is not None:
        ends.append(f"after {times(m.deals, 'deal')}")
    one = "match" if m.wins_needed == 1 else "game"
    if m.columns > 1:
        yield (
            f"{number(m.columns).capitalize()} score columns are kept at once: a deal counts for its winner in every"
            " open column in which he already has an entry, and in the first in which he has none."
            f" A column closes when a total in it reaches {m.target}; the {one} ends when all are closed."
        )
        if m.rolling:
            yield (
                "Whenever a column closes, a new one opens, eight in all. Between two deals any player may give notice:"
                " from then on no column opens, and the open ones are finished."
            )
    elif ends:
        yield sentence(f"the {one} ends {', or '.join(ends)}{', whichever comes first' if len(ends) > 1 else ''}")
    best = "highest" if m.winner == "highest" else "lowest"
    tie = "another deal is played" if m.tie == "play_on" else "they win together"
    yield f"The player with the {best} total wins; if several have it, {tie}."
    if m.wins_needed > 1:
        yield (
            f"The match goes on, with totals started anew, until a player has won {number(m.wins_needed)} games."
        )
    if m.final:
        yield "Then the final reckoning" + (" of each column:" if m.columns > 1 else ":")
        for row in m.final:
            yield _row(row, m.final, final=True)
    yield f"A match that has not ended after {times(r.limits.deals, 'deal')} is stopped."


def _row(row: Row, table: tuple[Row, ...], final: bool) -> str:
    line = _row_text(row, table, final)
    return line.replace("score before this deal", "total") if final else line


def _row_text(row: Row, table: tuple[Row, ...], final: bool) -> str:
    name = row.name.replace("_", " ").capitalize()
    start = f"if {condition(row.when)}, " if row.when else ""
    amount = describe_expression(row.amount.tree)
    if row.gives == "multiply":
        what = "the result of the column, its score included, is" if final else "the points of the deal are"
        return f"- {name}: {start}{what} multiplied by {amount}."
    if row.gives == "multiply_boxes":
        return f"- {name}: {start}the boxes of the deal are multiplied by {amount}."
    unit = "boxes" if row.gives == "boxes" else "points"
    if amount == "1":
        unit = "box" if unit == "boxes" else "point"
    shown = f"{amount} {unit}" if amount.isdecimal() else f"{amount}, in {unit}"
    text = f"{start}{_recipients(row)} {_verb(row)} {shown}"
    if row.payers:
        who = "each of the other players" if row.payers == "others" else "the caller"
        text += f", paid by {who}"
    if row.leaves_out is not None:
        text += f" (of several, not one for whom {condition(row.leaves_out)})"
    if row.shared:
        text += "; several share it in whole points, odd points going to the first in turn order"
    factors = {"multiply"} if row.gives == "points" else {"multiply_boxes"}
    if not row.multiplied and row.gives in ("points", "boxes"):
        text += "; it is never multiplied"
    elif any(other.gives in factors for other in table):
        text += "; it is multiplied"
    return f"- {name}: {text}."


def _verb(row: Row) -> str:
    return "score" if row.to is not None and row.to.group == "others" else "scores"


def _recipients(row: Row) -> str:
    if row.to is None:
        return "nobody"
    group = row.to.group
    if group in EXACT:
        measure = describe_expression(row.to.measure.tree) if row.to.measure else "amount"
        return f"the player with {EXACT[group]} {measure}"
    return {
        "winner": "the winner",
        "caller": "the caller",
        "others": "the others each",
        "each": "each player",
    }[group]
