"""A ruleset as prose: the rule sheet it stands for, written from the data alone.

`explain` returns the sections; `as_text` and `as_markdown` print them. Every key of the format has its sentence, so
that what is played can be read back and compared with what was meant.
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from . import explain_claims as claims
from . import explain_origin as origin
from .explain_calls import call_text, melds_needed
from .explain_opening import cards_dealt, deal_by_deal, opening, taking_back
from .explain_rulings import irregularities
from .explain_scoring import match, scoring
from .explain_wilds import wild_cards
from .explain_words import by_players, condition, joined, number, points_text, sentence, times
from .patterns.describe import describe_pattern
from .ruleset.rules import ByPlayers, Ruleset

IRREGULARITIES = "Irregularities"  # the one section that only some games have


@dataclass(frozen=True)
class Section:
    """A part of the rules; paragraphs that begin with "- " are the points of a list."""

    title: str
    paragraphs: tuple[str, ...]


def explain(ruleset: Ruleset) -> tuple[Section, ...]:
    """The rules of a ruleset, section by section; the first is about the ruleset itself."""
    parts: tuple[tuple[str, Callable[[Ruleset], Iterator[str]]], ...] = (
        (ruleset.name, _head),
        ("Players and cards", _cards),
        ("Deal", _deal),
        ("Melds", _melds),
        ("The turn", _turn),
        ("Ending a deal", _ending),
        ("Scoring", scoring),
        ("The match", match),
        (IRREGULARITIES, irregularities),
        ("House rules in force", _house),
    )
    sections = (Section(title, tuple(part(ruleset))) for title, part in parts)
    return tuple(section for section in sections if section.paragraphs or section.title != IRREGULARITIES)


def as_text(sections: Sequence[Section], width: int = 80) -> str:
    """The sections as plain text of so many columns."""
    width = max(30, width)
    blocks = []
    for place, section in enumerate(sections):
        title = section.title.upper() if place == 0 else section.title
        lines = [_wrapped(paragraph, width) for paragraph in section.paragraphs]
        blocks.append(f"{title}\n{('=' if place == 0 else '-') * len(title)}\n" + _stacked(lines))
    return "\n\n".join(blocks) + "\n"


def as_markdown(sections: Sequence[Section]) -> str:
    """The sections as Markdown."""
    blocks = []
    for place, section in enumerate(sections):
        blocks.append(f"{'#' if place == 0 else '##'} {section.title}\n\n{_stacked(section.paragraphs)}")
    return "\n\n".join(blocks) + "\n"


def _stacked(paragraphs: Sequence[str]) -> str:
    """Paragraphs an empty line apart, points of a list below each other."""
    text = ""
    for place, paragraph in enumerate(paragraphs):
        if place:
            both = paragraph.startswith("- ") and paragraphs[place - 1].startswith("- ")
            text += "\n" if both else "\n\n"
        text += paragraph
    return text


def _wrapped(paragraph: str, width: int) -> str:
    hang = "  " if paragraph.startswith("- ") else ""
    return textwrap.fill(paragraph, width, subsequent_indent=hang, break_long_words=False, break_on_hyphens=False)


# --- the ruleset itself ------------------------------------------------------------------------------------------
def _head(r: Ruleset) -> Iterator[str]:
    if r.summary:
        yield origin.summary(r)
    if r.aliases:
        yield f"Also called {joined(r.aliases)}."
    if origin.variant(r):
        yield f"This reading: {r.variant}"
    yield from origin.omitted(r)
    about = f"A {r.family} game." if r.family != "other" else "A game of no particular family."
    about += f" These rules are {r.status}" + (f": {r.status_reason.rstrip('.')}." if r.status_reason else ".")
    about += f" Behaviour version {r.behavior}."
    yield about
    if r.sources:
        yield f"Sources: {joined(r.sources)}."


# --- players and cards -------------------------------------------------------------------------------------------
def _cards(r: Ruleset) -> Iterator[str]:
    least, most = r.players.least, r.players.most
    yield sentence(f"{number(least)} players" if least == most else f"{number(least)} to {number(most)} players")
    yield _deck(r)
    counts = list(r.players)
    tables = [(n, r.for_players(n)) for n in counts]
    seated = tables[0][1]
    if any(s.points != seated.points for _, s in tables) or r.deck.jokers_at(counts[-1]):
        seated = tables[-1][1]
    yield f"A card counts by its value in hand: {points_text(seated.deck, seated.points)}."
    if seated.limit_points != seated.points:
        yield f"As upcard it is worth: {points_text(seated.deck, seated.limit_points)}."
    yield wild_cards(r, seated)


def _deck(r: Ruleset) -> str:
    deck = r.for_players(r.players.least).deck
    ranks, suits = r.deck.ranks, r.deck.suits
    per_pack = len(ranks) * len(suits)
    text = by_players(r.deck.packs, r.players, lambda n: f"{number(n)} pack{'s' if n > 1 else ''} of {per_pack} cards")
    text = f"The deck is {text}"
    if not any(r.deck.jokers_at(n) for n in r.players):
        text += ", without jokers"
    elif all(r.deck.jokers_per_pack.at(n) for n in r.players):
        text += f", with {by_players(r.deck.jokers_per_pack, r.players, _jokers)} per pack"
    else:
        whole = ByPlayers(tuple((n, n, r.deck.jokers_at(n)) for n in r.players))
        text += f", with {by_players(whole, r.players, _jokers)} in all"
    text += f". The suits are {joined(_suit(s) for s in suits)}; the ranks from low to high {' '.join(ranks)}."
    if r.deck.strip:
        text += f" Taken out are {joined(r.deck.strip)}, which leaves {deck.size} cards"
        text += f" with {r.players.least} players." if r.players.most > r.players.least else "."
    return text


def _jokers(n: int) -> str:
    return f"{number(n)} joker{'' if n == 1 else 's'}"


def _suit(letter: str) -> str:
    return {"S": "spades", "H": "hearts", "D": "diamonds", "C": "clubs"}.get(letter, letter)


# --- the deal ----------------------------------------------------------------------------------------------------
def _deal(r: Ruleset) -> Iterator[str]:
    d = r.deal
    if claims.cut(r):
        yield claims.cut(r)
    text = cards_dealt(r)
    starter = {
        "left_of_dealer": "The player at the dealer's left",
        "dealer": "The dealer",
        "last_winner": "The winner of the last deal, in the first deal the player at the dealer's left,",
    }[d.starter]
    text += f" {starter} plays first; play goes round to the left."
    if d.starter_extra:
        text += (
            f" He is dealt {times(d.starter_extra, 'card')} more than the others and does not draw on his first turn."
        )
    if d.dealer_extra:
        text += f" The dealer is dealt {times(d.dealer_extra, 'card')} more and does not draw on his first turn."
    if d.sit_out == "dealer":
        text += " The dealer himself gets no cards and sits the deal out."
    yield text
    yield from deal_by_deal(r)
    if d.upcard:
        up = "The next card is turned up and starts the discards; the rest is the stock."
        if d.offer:
            up += (
                " This upcard is first offered round, the first player first: each takes it or passes. When everybody"
                " has passed, the first player draws from the stock."
            )
    elif d.second_pack_upcard:
        up = (
            "No card of the deck is turned up. A card of a pack of its own is shown as the upcard; it belongs to"
            " nobody, and the discards start empty."
        )
    else:
        up = "No card is turned up; the discards start empty, and the rest is the stock."
    yield up
    if d.void_when:
        yield f"If for a hand as dealt {condition(d.void_when)}, the deal is void and the same dealer deals again."
    follows = {
        "left": "the deal passes to the left",
        "winner": "the winner deals next",
        "loser": "the player with the worst score of the deal deals next",
        "same": "the same player deals again",
    }
    if d.next_dealer == d.no_winner_dealer:
        yield f"After every deal {follows[d.next_dealer]}."
        return
    yield sentence(
        f"after a deal with a winner {follows[d.next_dealer]}; after one without, {follows[d.no_winner_dealer]}"
    )


# --- melds -------------------------------------------------------------------------------------------------------
def _melds(r: Ruleset) -> Iterator[str]:
    deck = r.for_players(r.players.least).deck
    yield "A card belongs to one meld only. The melds are:"
    for meld in r.melds:
        yield f"- {_plain(meld.name)}: {describe_pattern(meld.pattern.tree, deck)}."
    if r.deadwood.needs is not None:
        yield melds_needed(r)


def _plain(name: str) -> str:
    return name.replace("_", " ")


# --- the turn ----------------------------------------------------------------------------------------------------
def _turn(r: Ruleset) -> Iterator[str]:
    yield _draw(r) + claims.discards_when(r)
    yield from claims.may_i(r)
    yield _table(r)
    yield from filter(None, (opening(r), taking_back(r)))
    if r.turn.discard is None:
        yield "Nobody discards; a turn ends when the player has played."
    else:
        yield _discard(r)
    if r.claim.playable_discard:
        yield (
            "A card just thrown that fits a meld on the table may be claimed by another player before the next draw,"
            " the nearest in turn first. He lays it off there at once, draws and discards nothing, and play goes on"
            " with the player whose turn it was."
        )


def _draw(r: Ruleset) -> str:
    draw = r.turn.draw
    if draw.discards == 0:
        return "A turn begins with a draw: the top card of the stock."
    if draw.discards == 1:
        taken = "the top discard"
    elif draw.discards is None:
        taken = "any number of discards from the top as one block"
    else:
        taken = f"up to {number(draw.discards)} discards from the top as one block"
    text = f"A turn begins with a draw: the top card of the stock or {taken}."
    if not draw.stock:
        text = f"A turn begins with a draw: {taken}; nobody draws from the stock."
    if draw.must_use == "deepest":
        text += " Who takes several discards must play the deepest of them in the same turn."
    elif draw.must_use == "always":
        text += " Who takes discards must play the deepest of them, or the only one, in the same turn."
    elif draw.discards != 1:
        text += " The cards taken need not be played."
    return text


def _table(r: Ruleset) -> str:
    meld, lay = r.turn.meld, r.turn.lay_off
    if meld is None:
        text = "Melds stay in the hand until the deal ends."
    else:
        text = "Then melds may be laid on the table, " + (
            "any number of them." if meld.per_turn is None else f"at most {number(meld.per_turn)} in a turn."
        )
        if meld.more_when_going_out:
            text += " Who gets rid of all his cards in this turn, having played none before, may lay more."
        if meld.all_at_once_from_deal is not None:
            text += (
                f" From deal {meld.all_at_once_from_deal} of the match on, a player may meld only when his whole hand"
                " goes down at once."
            )
    if lay is None:
        return text + (" Cards are not added to melds on the table." if meld else "")
    text += " Cards may be laid off on " + ("anybody's melds" if lay.on == "anyone" else "own melds only")
    return (
        text
        + {
            "nothing": ", whether or not the player has melded himself.",
            "own_meld": ", once the player has laid a meld of his own, be it in the same turn.",
            "own_meld_earlier_turn": ", once the player has laid a meld of his own in an earlier turn.",
        }[lay.after]
    )


def _discard(r: Ruleset) -> str:
    discard = r.turn.discard
    assert discard is not None
    text = "The turn ends with one card thrown face up on the discards. "
    twins = any(max(r.for_players(n).deck.copies) > 1 for n in r.players)
    unless = ", unless another card like it is held" if twins else ""
    single = "A card just taken from the discards" if r.turn.draw.discards == 1 else "A discard taken alone"
    text += {
        "allowed": "A card just taken from the discards may be thrown at once.",
        "forbidden_single": f"{single} may not be thrown in the same turn{unless}.",
        "forbidden_block": "No card just taken from the discards may be thrown in the same turn.",
        "to_call": "A card just taken from the discards may be thrown at once; then the next player may take it only"
        " to call in that turn.",
    }[discard.taken]
    return text


# --- the end of a deal -------------------------------------------------------------------------------------------
def _ending(r: Ruleset) -> Iterator[str]:
    going = _going_out(r)
    if going:
        yield going
    for call in r.turn.call:
        yield call_text(call)
    yield from claims.stock_out(r)
    yield f"A deal that has not ended after {r.limits.turns} turns of all players together is stopped: a stalemate."


def _going_out(r: Ruleset) -> str:
    if r.turn.meld is None and r.turn.lay_off is None:
        return "" if r.turn.call else "Nobody can go out."
    discard = r.turn.discard
    if discard is None:
        return "The deal ends at once when a player has laid his last card."
    if discard.final == "required":
        text = "The deal ends at once when a player throws his last card; it may not be melded or laid off."
    else:
        text = "The deal ends at once when a player gets rid of his last card, by a meld, a lay-off or a discard."
    if discard.unplayable_last == "forbidden":
        text += " The last card may not be thrown if it fits a meld on the table."
    return text


# --- house rules -------------------------------------------------------------------------------------------------
def _house(r: Ruleset) -> Iterator[str]:
    from .ruleset.library import display_name, list_overlays

    overlays = {display_name(entry.path): entry for entry in list_overlays()}
    overlays |= {str(entry.path): entry for entry in list_overlays()}
    found = [overlays[file] for file in r.files if file in overlays]
    if not found and r.described == r.id:
        yield "There are none: the rules are those of the ruleset itself."
        return
    for entry in found:
        yield f"- {entry.id}: {entry.summary or entry.name}"
    known = {entry.id for entry in found}
    for text in re.split(r" (?=--with |--set )", r.described.removeprefix(r.id)):
        name = text.strip().removeprefix("--with ")
        if name and name not in known and f"house/{name}" not in known:
            yield f"- {text.strip()}"
