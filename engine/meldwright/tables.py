"""A compiled ruleset together with the names that the core does not know."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from .cards import Deck
from .core import state as s


@dataclass(frozen=True)
class Names:
    """A `RULES` record and what its numbers are called.

    tables: the records of all variants, of which `rules` is one; variants: the names of each. deck: the cards.
    patterns: names of the melds by type. calls: names of the calls by number.
    """

    rules: Any
    tables: Any
    deck: Deck
    patterns: tuple[str, ...]
    calls: tuple[str, ...]
    ranks: frozenset[str] = field(default_factory=frozenset)
    variants: list[Names] = field(default_factory=list, repr=False, compare=False)

    def pattern_of(self, template: int) -> str:
        """Name of the meld pattern of a template."""
        return self.patterns[int(self.rules.t_type[template])]

    def stands_for(self, naturals: list[int]) -> str:
        """What a wild stands for: a card, or a rank when several cards of one rank could stand there."""
        if len(naturals) == 1:
            return self.deck.name(naturals[0])
        ranks = {self.deck.kinds[k].rank for k in naturals}
        return ranks.pop() if len(ranks) == 1 else ""

    def growth(self, template: int, n: int, end: int) -> list[int]:
        """The natural kinds of the place that a meld (template, n cards) gains at an end."""
        r = self.rules
        if end == s.POOL:
            mask = int(r.t_mask[template])
        elif end == s.HIGH:
            mask = int(r.t_slot[int(r.t_up[template]), n])
        else:
            mask = int(r.t_slot[int(r.t_down[template]), 0])
        return [k for k in range(mask.bit_length()) if mask >> k & 1]
