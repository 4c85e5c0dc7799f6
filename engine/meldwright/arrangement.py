"""The best arrangement of some cards into melds, with names."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .arguments import card_text, whole
from .core import state as s
from .moves import bits
from .moves import card_text as card_of_move
from .tables import Names

if TYPE_CHECKING:
    from .ruleset.model import Ruleset


@dataclass(frozen=True, slots=True)
class Arrangement:
    """Cards split into melds with the least deadwood.

    melds: the melds, each a tuple of cards in order (a wild in a run as JOKER=9H). left: the cards in no meld.
    deadwood: their points. patterns: the name of each meld's pattern. exact: False if the search gave up before it
    had proved that nothing is better.
    """

    melds: tuple[tuple[str, ...], ...]
    left: tuple[str, ...]
    deadwood: int
    patterns: tuple[str, ...] = ()
    exact: bool = True

    def __str__(self) -> str:
        melds = "; ".join(" ".join(meld) for meld in self.melds) or "no meld"
        return f"{melds} | left: {' '.join(self.left) or 'nothing'} | deadwood {self.deadwood}"


def best_arrangement(
    ruleset: Ruleset | str | Path,
    cards: Sequence[str] | str,
    players: int | None = None,
    *,
    deal: int = 1,
    cut: str | None = None,
) -> Arrangement:
    """The arrangement with the least deadwood; ties: fewest cards left, then fewest melds, then a fixed order.

    ruleset: a `Ruleset`, or the name or path of one. cards: `"7S 7H 7D"` or a list. players: decides the deck where
    it depends on their number (by default the fewest whose deck has these cards). deal: the number of the deal, for
    games whose wild cards change with it. cut: the card that was cut, for games that have one.
    Raises CardError (a ValueError) for cards that cannot be read or that the deck does not have so often, TypeError
    for an argument of another type.
    """
    from .loading import core_step, ruleset_of

    rules = ruleset_of(ruleset)
    number = None if players is None else whole("players", players)
    names, kinds = _deal_out(rules, card_text("cards", cards), number)
    names = _in_force(names, deal, cut)
    work = s.empty_work()
    core_step().best_arrangement(names.rules, work, s.hand_of(kinds), s.mask_of(kinds))
    return _named(names, work)


def _in_force(names: Names, deal: int, cut: str | None) -> Names:
    """The tables of a deal, or of the card that was cut. Raises ValueError, CardError, TypeError."""
    if whole("deal", deal) < 1:
        raise ValueError(f"deal: the first deal is 1, not {deal}")
    r = names.rules
    if cut is not None:
        kind = names.deck.index(card_text("cut", cut))
        if not int(r.takes_cut):
            raise ValueError("cut: in this game no card is cut")
        return names.variants[int(r.variant_of_cut[kind])]
    return names.variants[int(r.variant_of_deal[min(deal, s.DEAL_ROWS - 1)])]


def _deal_out(ruleset: Ruleset, text: str, players: int | None) -> tuple[Names, list[int]]:
    from .cards import CardError
    from .loading import names_for

    numbers = list(ruleset.players) if players is None else [players]
    problem: CardError | None = None
    for number in numbers:
        deck = ruleset.for_players(number).deck
        try:
            kinds = deck.parse_cards(text)
            _enough(deck.copies, kinds, deck.name, text)
        except CardError as error:
            problem = problem or error
            continue
        return names_for(ruleset, number), kinds
    raise problem or CardError("no cards", text)


def _enough(copies: Sequence[int], kinds: list[int], name: Any, text: str) -> None:
    from .cards import CardError

    for kind in set(kinds):
        if kinds.count(kind) > copies[kind]:
            times = "once" if copies[kind] == 1 else f"{copies[kind]} times"
            raise CardError(f"{name(kind)} is named {kinds.count(kind)} times, but the deck has it {times}", text)


def _named(names: Names, work: Any) -> Arrangement:
    r = names.rules
    melds: list[tuple[str, ...]] = []
    patterns: list[str] = []
    for i in range(int(work.arr_n)):
        template = int(work.arr_template[i])
        cards = []
        for slot in range(int(work.arr_len[i])):
            stands = ""
            if int(work.arr_wilds[i]) >> slot & 1:
                mask = int(r.t_slot[template, slot]) if int(r.t_kind[template]) == s.LINE else int(r.t_mask[template])
                stands = names.stands_for(bits(mask))
            cards.append(card_of_move(names, (int(work.arr_card[i, slot]), stands)))
        melds.append(tuple(cards))
        patterns.append(names.pattern_of(template))
    left = [names.deck.name(k) for k in range(int(r.kinds_n)) for _ in range(int(work.arr_left[k]))]
    exact = int(work.budget_hits) == 0
    return Arrangement(tuple(melds), tuple(left), int(work.arr_deadwood), tuple(patterns), exact)
