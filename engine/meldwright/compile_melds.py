"""The meld templates of a ruleset as columns of a record, with the lists that the searches go by."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from .core import state as s
from .patterns.contracts import MeldShape, shapes, shrinks
from .patterns.templates import LINE, Template, bits
from .ruleset.rules import Ruleset, Seated


class TooLarge(ValueError):
    """A ruleset that does not fit the record; the message names what is too many and the bound."""


def room(ruleset: Ruleset, n: int, bound: int, what: str) -> None:
    """Raise TooLarge if the record has no place for so many."""
    if n > bound:
        raise TooLarge(f"{ruleset.id} has {n} {what}; at most {bound} are possible")


class Melds:
    """The templates of one set of wild cards, written once and copied to every table that has the same."""

    def __init__(self, ruleset: Ruleset, seated: Seated, templates: list[Template]) -> None:
        self.ruleset = ruleset
        self.templates = templates
        names = [meld.name for meld in ruleset.melds]
        self.shapes: dict[str, MeldShape] = shapes(names, templates)
        self.least = [1 if (shape := self.shapes.get(name.lower())) is None else shape.least for name in names]
        self.columns: dict[str, Any] = {}
        self._columns(seated)
        self._line_index()
        self._cover()

    def write(self, record: Any) -> None:
        """Fill the fields of a record that are about templates."""
        for name, column in self.columns.items():
            if isinstance(column, np.ndarray):
                record[name][: len(column)] = column
            else:
                record[name] = column

    def shrink(self, wild_mask: int) -> bool:
        """Does every way to fill a line with wilds leave a shorter line of its type in it?"""
        if not wild_mask:
            return True
        lines = {(t.type, t.n, t.apart) for t in self.templates if t.kind == LINE and t.n > self.least[t.type]}
        allowed = {kind: self._allowed(kind) for kind, _, _ in lines}
        return all(shrinks(n, self.least[kind], allowed[kind], apart) for kind, n, apart in lines)

    def shortest(self, types: int, least: int, most: int) -> list[int]:
        """The templates of these types that may serve a part of a contract with the fewest cards."""
        found = []
        for number, t in enumerate(self.templates):
            if not t.offered or not types >> t.type & 1 or t.n > most or t.max < least:
                continue
            if t.kind != LINE or t.n in (least, self.least[t.type]):
                found.append(number)
        return found

    def _columns(self, seated: Seated) -> None:
        templates = self.templates
        room(self.ruleset, len(templates), s.TEMPLATES, "meld templates")
        plain = [_plain(t) for t in templates]
        slots = np.zeros((len(templates), s.SLOTS), np.uint64)
        for number, t in enumerate(templates):
            slots[number, : len(t.slots)] = t.slots
        union = 0
        for t in templates:
            union |= t.mask
        pools = [number for number, t in enumerate(templates) if t.kind != LINE]
        self.columns |= {
            "types_n": len(self.ruleset.melds),
            "templates_n": len(templates),
            "t_kind": _column(s.LINE if t.kind == LINE else s.POOL_TEMPLATE for t in templates),
            "t_type": _column(t.type for t in templates),
            "t_n": _column(t.n for t in templates),
            "t_max": _column(t.max for t in templates),
            "t_mask": np.array([t.mask for t in templates], np.uint64),
            "t_slot": slots,
            "t_plain": _column(plain),
            "t_up": _column(t.up for t in templates),
            "t_down": _column(t.down for t in templates),
            "t_dup": _column(t.dup for t in templates),
            "t_profile": self._profiles(),
            "t_offered": _column(t.offered for t in templates),
            "t_short": _column(t.short for t in templates),
            "t_points": _column(
                sum(seated.points[next(bits(slot))] for slot in t.slots) if flat else 0
                for t, flat in zip(templates, plain, strict=True)
            ),
            "meld_mask": union,
            "lines_plain": int(all(flat for t, flat in zip(templates, plain, strict=True) if t.kind == LINE)),
            "pools_n": len(pools),
            "pool_list": _column(pools),
        }

    def _profiles(self) -> Any:
        """The number of each template's limit on wilds; the limits themselves go to the column `profiles`."""
        known: dict[tuple[tuple[int, ...], bool], int] = {}
        numbers = [known.setdefault((t.allowed, t.apart), len(known)) for t in self.templates]
        room(self.ruleset, len(known), s.PROFILES, "different limits on wilds")
        records = np.zeros(len(known), s.PROFILE)
        for (allowed, apart), number in known.items():
            records[number]["allowed"][: len(allowed)] = [bits_ & 0xFFFFFFFF for bits_ in allowed]
            records[number]["apart"] = apart
        self.columns["profiles_n"] = len(known)
        self.columns["profiles"] = records
        return _column(numbers)

    def _allowed(self, kind: int) -> tuple[int, ...]:
        """For each length of the lines of a type the bit set of the numbers of wilds it may hold."""
        found = [0] * (s.SLOTS + 1)
        for t in self.templates:
            if t.type == kind and t.kind == LINE:
                found[t.n] |= t.allowed[t.n]
        return tuple(found)

    def _line_index(self) -> None:
        """The lines that no shorter line grows into at its high end, by the lowest kind of their first slot."""
        grown = {t.up for t in self.templates if t.kind == LINE}
        by_kind: list[list[int]] = [[] for _ in range(s.KINDS)]
        for number, t in enumerate(self.templates):
            if t.kind == LINE and number not in grown and t.slots[0]:
                by_kind[next(bits(t.slots[0]))].append(number)
        self.columns["line_start"], self.columns["line_list"] = _listed(by_kind)

    def _cover(self) -> None:
        by_kind: list[list[int]] = [[] for _ in range(s.KINDS)]
        for number, t in enumerate(self.templates):
            for kind in bits(t.mask):
                by_kind[kind].append(number)
        room(self.ruleset, sum(map(len, by_kind)), s.COVER, "places for cards in meld templates")
        self.columns["cover_start"], self.columns["cover"] = _listed(by_kind)


def _plain(t: Template) -> bool:
    """A line whose places take one kind each, all of them different."""
    return t.kind == LINE and all(slot.bit_count() == 1 for slot in t.slots) and t.mask.bit_count() == t.n


def _column(values: Any) -> Any:
    return np.array([int(value) for value in values], np.int64)


def _listed(groups: Sequence[Sequence[int]]) -> tuple[Any, Any]:
    """Several lists as one, and where each begins (with the end of the last)."""
    starts = [0]
    for group in groups:
        starts.append(starts[-1] + len(group))
    return _column(starts), _column(number for group in groups for number in group)
