"""Irregularities as prose: for each the rulings, one point of a list each."""

from __future__ import annotations

from collections.abc import Iterator

from .explain_words import number
from .ruleset.rules import Ruleset, Ruling
from .rulings.verbs import VERBS, Order


def irregularities(r: Ruleset) -> Iterator[str]:
    """What happens when something goes wrong; nothing for a game without rulings."""
    if not r.rulings:
        return
    yield (
        "What is done when something goes wrong at the table or on the score sheet; the command `rule` gives the cost,"
        " the table afterwards and the source for a situation."
    )
    for irregularity in r.rulings:
        sources = list(dict.fromkeys(r.source for r in irregularity.rulings if r.source and not r.ours))
        yield irregularity.title + (f" (source: {'; '.join(sources)}):" if sources else ":")
        for ruling in irregularity.rulings:
            yield _ruling(ruling, r, sources)


def _ruling(ruling: Ruling, r: Ruleset, sources: list[str]) -> str:
    titles = {other.name: other.title for other in r.rulings}
    done = "; ".join(_order(order, titles) for order in ruling.remedy)
    text = ": ".join(part for part in (ruling.id, ruling.situation, done) if part)
    if ruling.ours:
        why = f": {ruling.source}" if ruling.source and ruling.source not in sources else ""
        text += f" (a decision of the ruleset{why})"
    return f"- {text}."


def _order(order: Order, titles: dict[str, str]) -> str:
    """A step of a remedy as part of a sentence."""
    name = order.verb.name
    if name == "charge":
        return f"{order.number} points for each missing card are added to the offender's score"
    if name == "post":
        return f"the offender's score is the sum of the {number(order.number)} highest of the others"
    if name == "turn":
        who = {"right": "the player whose turn it was by right", "left": "the player at the offender's left"}
        return f"the turn goes to {who.get(order.player, 'the next player to draw')}"
    if name in ("apply", "later"):
        what = f"the rulings on {_small(titles.get(order.irregularity, order.irregularity))}"
        return f"{what} count as well" + (" from the offender's next turn" if name == "later" else "")
    return VERBS[name].meaning


def _small(title: str) -> str:
    return title[:1].lower() + title[1:]
