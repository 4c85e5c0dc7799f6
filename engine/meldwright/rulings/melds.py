"""Which cards of a wrong meld do not belong to it: the fewest without which the rest is a meld of the game.

This is the one place of the package that asks the engine, and it is imported only when a situation tells of a meld.
"""

from __future__ import annotations

from collections import Counter

from meldwright.core import state as s
from meldwright.loading import core_step, names_for
from meldwright.moves import describe
from meldwright.ruleset.rules import Ruleset


def stray_cards(ruleset: Ruleset, players: int, cards: tuple[str, ...]) -> list[tuple[str, ...]]:
    """The ways to take as few cards as possible away and leave one meld; none when there is no meld inside.

    Cards are wild as in the first deal, where that changes from deal to deal.
    """
    names = names_for(ruleset, players)
    kinds = [names.deck.index(card) for card in cards]
    work = s.empty_work()
    work.moves_n = 0
    core_step().list_melds(names.rules, work, s.hand_of(kinds), s.mask_of(kinds))
    codes = [int(work.moves[i]) for i in range(int(work.moves_n))]
    melds = [[kind for kind, _ in describe(names, code, []).cards] for code in codes]
    most = max(map(len, melds), default=0)
    rests = {tuple(sorted((Counter(kinds) - Counter(meld)).elements())) for meld in melds if len(meld) == most}
    return [tuple(names.deck.name(kind) for kind in rest) for rest in sorted(rests)]
