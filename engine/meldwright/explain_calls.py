"""Prose about calls: when they are made, what follows, who leaves the deal; and about melds that a hand must have."""

from __future__ import annotations

from .explain_words import condition
from .ruleset.rules import Call, ContractText, Ruleset


def melds_needed(r: Ruleset) -> str:
    """What must be in a hand before other melds count; nothing where every meld counts."""
    needs = r.deadwood.needs
    if needs is None:
        return ""
    return (
        f"As long as a hand has not the melds {contract(needs)}, in this order, only those of them that it has count as"
        " melds; without the first every card is deadwood."
    )


def contract(text: ContractText) -> str:
    """A contract as it is written, with the names of melds as words."""
    return text.text.replace("_", " ")


def call_text(call: Call) -> str:
    """A call in words."""
    if call.leaves:
        return _leaving(call)
    instead = "drawing a card" if call.at == "draw" else "an ordinary discard" if call.discard else "discarding"
    text = f"{call.name.replace('_', ' ').capitalize()}: instead of {instead} a player may end the deal"
    if call.when is not None:
        text += f" when {condition(call.when)}"
        text += ", counted without the card he throws with the call" if call.discard else ", all his cards counted"
    text += "." if call.discard else "; he throws no card."
    if call.melds is not None:
        text += f" Among the melds he shows must be {contract(call.melds)}."
    text += {
        "refused": "",
        "exposed": " Who does so without that lays his hand face up for the rest of the deal, and play goes on.",
        "leaves": " Who does so without that is out of the deal; his cards are set aside, and the others go on.",
    }[call.wrong]
    if not call.first_turn:
        text += " Nobody may do so before everybody has had a turn."
    return text + _last_turn(call) + _show(call)


def _leaving(call: Call) -> str:
    point = "instead of drawing a card" if call.at == "draw" else "in his turn"
    text = f"{call.name.replace('_', ' ').capitalize()}: {point} a player may leave the deal"
    if call.when is not None:
        text += f" when {condition(call.when)}"
    kept = "are shuffled and put under the stock" if call.cards == "under_stock" else "are set aside unseen"
    text += f". His cards {kept}, and the others go on; the last one left wins the deal."
    return text + ("" if call.first_turn else " Nobody may do so before everybody has had a turn.")


def _last_turn(call: Call) -> str:
    if call.last_turn == "none":
        return ""
    text = " The card he throws is an ordinary discard, and his hand lies open." if call.discard else ""
    text += " Every other player then has one more turn, in which he draws and discards; nobody calls in it."
    return text + (" He may decline it and keep his hand as it is." if call.last_turn == "optional" else "")


def _show(call: Call) -> str:
    if call.show == "best":
        return " All hands are then laid out at their best; nothing is laid off."
    text = " He lays out his melds as he likes, then the others theirs."
    if call.lay_off is None:
        return text + " Nobody lays off on his melds."
    text += " The others may lay off on his melds"
    return text + ("." if call.lay_off is True else f" if {condition(call.lay_off)}.")
