"""From a pattern and a deck to meld templates."""

from __future__ import annotations

from collections.abc import Mapping

from meldwright.cards import Deck
from meldwright.patterns.templates import LINE, POOL, Template, distinct_melds
from meldwright.patterns.tree import DslError, Pattern

__all__ = ["LINE", "POOL", "Template", "distinct_melds", "expand"]


def expand(
    pattern: Pattern,
    deck: Deck,
    wild_limit: Pattern | None,
    wild_kinds: int,
    type_index: int,
    *,
    melds: Mapping[str, Pattern] | None = None,
    apart: bool = False,
) -> list[Template]:
    """The templates of a pattern. `wild_kinds` is a mask; `melds` are the patterns it may refer to by name."""
    raise DslError("not written yet", pattern.start, pattern.end)
