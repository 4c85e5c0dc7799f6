"""Discards taken out of turn or under a condition, and the discards that become the stock, as prose."""

from __future__ import annotations

from collections.abc import Iterator

from .explain_words import condition, times
from .ruleset.rules import Ruleset


def discards_when(r: Ruleset) -> str:
    """The condition for taking discards in turn, as a further sentence; empty when there is none."""
    when = r.turn.draw.discard_when
    return f" The discards are taken only by a player for whom this holds: {condition(when)}." if when else ""


def may_i(r: Ruleset) -> Iterator[str]:
    """Discards taken out of turn."""
    claim = r.claim.may_i
    if claim is None:
        return
    price = f" and {times(claim.penalty, 'card')} from the stock" if claim.penalty else ""
    text = (
        "May I: a player who wants to draw from the stock first lets the others have the top discard, the nearest at"
        f" his left first. Who says so takes it{price} into his hand, and plays nothing before his own turn."
    )
    if claim.limit is not None:
        text += f" Nobody may do so more than {times(claim.limit, 'time')} in a deal."
    if claim.when is not None:
        text += f" Only a player is asked for whom this holds: {condition(claim.when)}."
    text += {
        "nothing": "",
        "dead": " The discards below that card are dead: nobody may take them any more.",
        "offered": " Then the next discard is offered in the same way, though not to who took the last one, until"
        " nobody wants it.",
    }[claim.then]
    yield text + " Then the player in turn draws his card from the stock."


def stock_out(r: Ruleset) -> Iterator[str]:
    """What happens when the stock runs out."""
    s = r.stock_out
    floor = f"The last {times(s.floor, 'card')} of the stock are never drawn. " if s.floor > 1 else ""
    floor = "The last card of the stock is never drawn. " if s.floor == 1 else floor
    if s.recycle != "none":
        yield floor + _new_stock(r)
        floor = ""
    taken = "the top discard" if r.turn.draw.discards == 1 else "discards"
    out = "When the stock is used up for good" if s.recycle != "none" else "When the stock is used up"
    text = {
        "after_turn": f"{out}, the deal ends after the turn in which its last card was drawn.",
        "when_declined": f"{out}, the player in turn may still take {taken}; if he does not, the deal ends.",
        "last_discard_to_call": f"{out}, the next player may take the last discard only to call with it in that turn;"
        " otherwise the deal ends.",
    }[s.ends]
    if r.claim.may_i is not None:
        text += " If its last card goes with a discard taken out of turn, the deal ends at once."
    if s.last_discard_same:
        text += " The card he takes may itself be the one he throws with the call."
    yield floor + text


def _new_stock(r: Ruleset) -> str:
    """How the discards become the stock."""
    s = r.stock_out
    at_once = s.turn_over_when == "at_once"
    often = "as often as needed" if s.times is None else f"{times(s.times, 'time')} in a deal at most"
    begun = "As soon as the last card of the stock is taken" if at_once else "When the stock is used up"
    if s.recycle == "shuffle":
        kept = "all but the top one" if s.keep_top else "with the top one"
        return f"{begun}, the discards, {kept}, are shuffled as the new stock ({often})."
    text = f"{begun}, the discards are turned over, unshuffled, as the new stock ({often})"
    if not s.upcard:
        return f"{text}; the next card thrown starts the discards anew."
    text += ", and its top card is turned up to start the discards."
    if at_once:
        return text
    if s.take_new_upcard:
        return text + " The player may take that card instead of drawing."
    return text + " The player then draws from the stock."


def cut(r: Ruleset) -> str:
    """The cut before a deal; empty when there is none."""
    how = {
        "none": "",
        "drawn": "how many cards he lifts is left to chance, every number being as likely",
        "chosen": "he says how many cards he lifts",
    }[r.deal.cut]
    return f"Before a deal the player at the dealer's right cuts the pack: {how}." if how else ""
