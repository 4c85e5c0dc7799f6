"""The scoring tables and the match as prose."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from . import explain_pots as pots
from .explain_words import between_two, condition, joined, number, only_two, sentence, times
from .patterns.describe import describe_expression
from .ruleset.rules import Expression, Row, Ruleset

Say = Callable[[Expression], str]  # how a condition or an amount is put into words

EXACT = {"lowest": "the lowest", "highest": "the highest"}


def scoring(r: Ruleset) -> Iterator[str]:
    """What a deal is worth."""
    yield "Amounts that name nobody are the receiving player's own. When a deal has ended:"
    for row in r.scoring:
        yield _row(row, r, final=False)
    left = any(call.leaves or call.wrong == "leaves" for call in r.turn.call)
    yield (
        f"The winner of a deal is the player who went out{' or is the last one in' * left}, otherwise the one player"
        f" whose points of the deal are the {'highest' if r.match.winner == 'highest' else 'lowest'}."
    )


def match(r: Ruleset) -> Iterator[str]:
    """How deals add up."""
    m = r.match
    yield from pots.before(r)
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
    yield from pots.elimination(r)
    best = {"highest": "highest total", "lowest": "lowest total", "chips": "most chips"}[m.winner]
    tie = "another deal is played" if m.tie == "play_on" else "they win together"
    if ends or m.columns > 1:
        yield f"The player with the {best} wins; if several have {'them' if m.winner == 'chips' else 'it'}, {tie}."
    if m.wins_needed > 1:
        yield (f"The match goes on, with totals started anew, until a player has won {number(m.wins_needed)} games.")
    if m.final:
        yield "Then the final reckoning" + (" of each column:" if m.columns > 1 else ":")
        for row in m.final:
            yield _row(row, r, final=True)
    yield from pots.pot(r)
    yield f"A match that has not ended after {times(r.limits.deals, 'deal')} is stopped."


def _row(row: Row, r: Ruleset, final: bool) -> str:
    say = between_two if only_two(r) else condition
    text = _factor(row, r, final, say) if row.gives in ("multiply", "multiply_boxes") else _amount(row, r, say)
    line = f"- {_plain(row)}: {text}.".replace("times number of", "times the number of")
    return line.replace("score before this deal", "total") if final else line


def _plain(row: Row) -> str:
    return row.name.replace("_", " ").capitalize()


def _factor(row: Row, r: Ruleset, final: bool, say: Say) -> str:
    """A row that multiplies what the other rows of its table give, wherever it stands."""
    of_points = row.gives == "multiply"
    unit = "points" if of_points else "boxes"
    spared = [_plain(x) for x in (r.match.final if final else r.scoring) if x.gives == unit and not x.multiplied]
    what = f"all {unit} of the deal"
    if final:
        what = f"all {unit} of the final reckoning{' of the column' if r.match.columns > 1 else ''}"
        what += ", the score included," if of_points else ""
    if spared:
        what = what.rstrip(",") + f", but not those of {joined(spared)},"
    factor = {"2": "doubled", "3": "tripled"}.get(row.amount.text.strip(), f"multiplied by {say(row.amount)}")
    return f"{_start(row, say)}{what} are {factor}"


def _amount(row: Row, r: Ruleset, say: Say) -> str:
    """A row that gives points, boxes or chips."""
    amount = say(row.amount)
    unit: str = row.gives
    if amount == "1":
        unit = {"boxes": "box", "chips": "chip"}.get(unit, "point")
    shown = f"{amount} {unit}" if amount.isdecimal() else f"{amount}, in {unit}"
    if row is next((x for x in r.scoring if x.gives == "boxes"), None):
        valued = any("boxes" in x.amount.text for x in r.match.final)
        shown += f" (a counter{', valued when the match is over' if valued else ''})"
    two = only_two(r)
    text = f"{_start(row, say)}{_recipients(row, two)} {_verb(row, two)} {shown}"
    if row.payers == "pot":
        text += ", out of the pot as far as it goes"
    elif row.payers:
        who = "each of the other players" if row.payers == "others" else "the caller"
        text += f", paid by {'the other player' if two and row.payers == 'others' else who}"
    if row.leaves_out is not None:
        text += f" (of several, not one for whom {say(row.leaves_out)})"
    if row.shared:
        text += "; several share it in whole points, odd points going to the first in turn order"
    return text + ("" if row.multiplied or row.gives == "chips" else "; it is never multiplied")


def _start(row: Row, say: Say) -> str:
    return f"if {say(row.when)}, " if row.when else ""


def _verb(row: Row, two: bool) -> str:
    several = row.to is not None and row.to.group == "others" and not two
    return ("get" if row.gives == "chips" else "score") + ("" if several else "s")


def _recipients(row: Row, two: bool) -> str:
    if row.to is None:
        return "nobody"
    group = row.to.group
    if group in EXACT:
        measure = describe_expression(row.to.measure.tree) if row.to.measure else "amount"
        return f"the player with {EXACT[group]} {measure}"
    return {
        "winner": "the winner",
        "caller": "the caller",
        "others": "the other player" if two else "the others each",
        "each": "each player",
        "pot": "the pot",
    }[group]
