"""Where the templates of a pattern are gathered: equal ones merged, lines linked, flags set."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping
from dataclasses import dataclass, replace

from meldwright.patterns.normal import Form
from meldwright.patterns.templates import LINE, POOL, Template
from meldwright.patterns.tree import DslError

TEMPLATES = 2048  # of one ruleset
EFFORT = 150_000  # choices of cards looked at while one pattern is expanded
MANY_POOLS = 400  # beyond, pools inside other pools are no longer looked for


@dataclass(frozen=True)
class Ladder:
    """The natural kinds of each rank in order; `round`: the last is followed by the first; `ranks`: different ones."""

    steps: tuple[int, ...]
    round: bool
    ranks: int
    apart: bool

    def before(self, start: int) -> int:
        return (start - 1) % len(self.steps) if self.round else start - 1

    def windows(self, least: int, most: int) -> Iterator[tuple[int, tuple[int, ...]]]:
        """Start and slots of every unbroken stretch."""
        n = len(self.steps)
        for start in range(n):
            for length in range(least, min(most, n if self.round else n - start) + 1):
                slots = tuple(self.steps[(start + i) % n] for i in range(length))
                if all(slots):
                    yield start, slots


Place = tuple[Ladder, int, int]  # where a line stands: its ladder, the first step, its length


class Book:
    """Templates found so far: equal ones are one, with the union of their limits; lines remember their places."""

    def __init__(self) -> None:
        self._found: dict[Hashable, Template] = {}
        self._places: dict[Place, Hashable] = {}
        self._place_of: dict[Hashable, Place] = {}
        self._effort = 0

    def spend(self, form: Form) -> None:
        """Counts one choice looked at; refuses patterns with more choices than can be listed. Raises DslError."""
        self._effort += 1
        if self._effort > EFFORT or len(self) > TEMPLATES:
            raise DslError(f"there are more than {TEMPLATES} such melds", form.start, form.end)

    def __len__(self) -> int:
        return len(self._found)

    def add(self, template: Template, place: Place | None = None) -> None:
        key: Hashable = (
            (LINE, template.slots, template.apart)
            if template.kind == LINE
            else (POOL, template.mask, template.dup, template.apart)
        )
        old = self._found.get(key)
        if old is not None:
            template = replace(
                old,
                n=min(old.n, template.n),
                max=max(old.max, template.max),
                allowed=tuple(a | b for a, b in zip(old.allowed, template.allowed, strict=True)),
            )
        self._found[key] = template
        if place is not None:
            self._places[place] = key
            self._place_of.setdefault(key, place)

    def templates(self) -> list[Template]:
        """All templates, linked and flagged."""
        self._drop_inner_pools()
        number = {key: index for index, key in enumerate(self._found)}
        cuts = {t.slots for t in self._found.values() if t.kind == LINE and t.allowed[t.n] & 1}
        seen: set[Hashable] = set()
        result = []
        for key, template in self._found.items():
            if template.kind == POOL:
                result.append(replace(template, short=template.max < 2 * template.n))
                continue
            cards = (tuple(sorted(template.slots)), template.apart)
            up, down = self._links(key, number)
            short = not any(template.slots[:at] in cuts and template.slots[at:] in cuts for at in range(1, template.n))
            result.append(replace(template, up=up, down=down, offered=cards not in seen, short=short))
            seen.add(cards)
        return result

    def _links(self, key: Hashable, number: Mapping[Hashable, int]) -> tuple[int, int]:
        place = self._place_of.get(key)
        if place is None:
            return -1, -1
        ladder, start, length = place
        longer = self._places.get((ladder, start, length + 1))
        lower = self._places.get((ladder, ladder.before(start), length + 1))
        return number.get(longer, -1), number.get(lower, -1)

    def _drop_inner_pools(self) -> None:
        """Forgets pools all of whose melds another pool makes too."""
        pools = [(key, template) for key, template in self._found.items() if template.kind == POOL]
        if len(pools) > MANY_POOLS:
            return
        for key, inner in pools:
            if any(other is not key and other in self._found and _covers(outer, inner) for other, outer in pools):
                del self._found[key]


def _covers(outer: Template, inner: Template) -> bool:
    """Whether every meld of one pool is a meld of the other."""
    return (
        inner.mask & ~outer.mask == 0
        and outer.dup >= inner.dup
        and outer.apart <= inner.apart
        and all(a & ~b == 0 for a, b in zip(inner.allowed, outer.allowed, strict=True))
    )
