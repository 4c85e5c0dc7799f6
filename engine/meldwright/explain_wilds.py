"""Prose about wild cards: which they are, what they may stand for, and how one leaves the table again."""

from __future__ import annotations

from .explain_words import cards_text
from .patterns.describe import describe_pattern
from .patterns.tree import AllWild
from .ruleset.rules import WILD, Ruleset, Seated


def _all_wild(r: Ruleset) -> bool:
    """Has the game a meld that is all wild by its pattern, to which the limit does not apply?"""
    alternatives = (a for meld in r.melds for a in meld.pattern.tree.alternatives)
    return any(isinstance(condition, AllWild) for a in alternatives for condition in a.conditions)


def wild_cards(r: Ruleset, seated: Seated) -> str:
    """The wild cards of a game and their limits."""
    sources = _which(r, seated)
    if not sources:
        return "There are no wild cards."
    text = " ".join(sources)
    limit = describe_pattern(r.wilds.limit.tree).removeprefix("cards, ")
    if limit in ("cards", "at least 0 naturals"):
        text += " A meld may hold any number of them, and be made of them alone."
    else:
        text += f" A meld holds {limit}"
        text += ", unless it is one of wild cards alone." if _all_wild(r) else "."
    if not r.wilds.natural:
        text += " A wild card never stands as itself: what is wild is wild in its own place too."
    elif _others_than_jokers(r, seated):
        text += " One that stands in its own place is a natural card."
    if r.wilds.apart:
        text += " No two wild cards may be neighbours in a sequence."
    for value in r.values:
        if value.selector == WILD and value.points is not None:
            text += f" A card that is wild in the deal counts {value.points} in the hand."
    return text + _exchange(r)


def _others_than_jokers(r: Ruleset, seated: Seated) -> bool:
    """May anything but a joker be wild?"""
    jokers = 0 if seated.deck.joker is None else 1 << seated.deck.joker
    return bool(seated.wild_mask & ~jokers) or r.wilds.cut == "rank" or any(row.wilds for row in r.deals)


def _which(r: Ruleset, seated: Seated) -> list[str]:
    """A sentence for each source of wild cards."""
    found = []
    if seated.wild_mask:
        found.append(f"Wild are {cards_text(seated.deck, seated.wild_mask)}: they stand for other cards in a meld.")
    if any(row.wilds for row in r.deals):
        besides = "Further cards are" if found else "Which cards are wild, and stand for others in a meld, is"
        found.append(f"{besides} {'wild in some deals, as said below' if found else 'said below for each deal'}.")
    if r.wilds.cut == "rank":
        found.append(_cut(r, bool(found)))
    return found


def _cut(r: Ruleset, others: bool) -> str:
    """The card that is cut, and what is wild by it."""
    text = "Before the deal a card is cut from the pack and lies beside the stock, out of play; the other cards of its"
    text += " rank are wild" + (" too" if others else ": they stand for other cards in a meld")
    if r.wilds.cut_next:
        text += ", and so is the card next above it in its suit, the ace above the king"
    text += "."
    if any(r.deck.jokers_at(n) for n in r.players):
        more = {"nothing": "nothing more is wild", "aces": "all aces are wild"}[r.wilds.cut_joker]
        text += f" If it is a joker, {more}."
    return text


def _exchange(r: Ruleset) -> str:
    """May a wild card on the table be exchanged, and where does it go?"""
    if r.wilds.swap == "none":
        return "" if r.turn.meld is None else " A wild card on the table stays where it is."
    lay = r.turn.lay_off
    text = " On his turn a player " + ("" if lay is None or lay.after == "nothing" else "who may lay off, and ")
    text += "who holds the card that a wild card"
    if r.wilds.swap_from == "runs":
        text += " in a sequence on the table stands for, may exchange the two; "
    else:
        text += " on the table stands for (in a set: any natural card it could still take), may exchange the two; "
    text += {
        "hand": "the wild card goes to his hand.",
        "table": "the wild card must be laid off at once, on any meld.",
        "other_meld": "the wild card must be laid off at once, on another meld than it came from.",
        "same_meld": "the wild card must be laid off at once on the meld it came from.",
    }[r.wilds.swap_to]
    if r.wilds.swap_cards:
        deck, mask = r.for_players(r.players.most).deck, 0
        for selector in r.wilds.swap_cards:
            mask |= r.kinds_of(deck, selector)
        text += f" Only {cards_text(deck, mask)} may be exchanged so."
    return text
