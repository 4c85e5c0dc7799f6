"""Contracts as numbers: alternatives, each a list of parts, a part being the types of meld that will do and a size."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from meldwright.core.constants import BUNDLES, PARTS
from meldwright.patterns.messages import suggest
from meldwright.patterns.templates import LINE, SLOTS, Template
from meldwright.patterns.tree import Bundle, Contract, DslError, Part


@dataclass(frozen=True)
class MeldShape:
    """What a contract needs to know of a type of meld: its sizes, and whether all of it, or some, are lines."""

    least: int
    most: int
    lines: bool
    some_lines: bool = field(default=False, compare=False)


@dataclass(frozen=True)
class PartShape:
    """One meld of a contract: bit t of `types` says that a meld of type t will do; least and most cards."""

    types: int
    least: int
    most: int


def shapes(melds: Sequence[str], templates: Sequence[Template]) -> dict[str, MeldShape]:
    """The shape of every type of meld, by name, from the templates of all of them."""
    found: dict[str, MeldShape] = {}
    for number, name in enumerate(melds):
        own = [t for t in templates if t.type == number]
        if own:
            least, most = min(t.n for t in own), max(t.max for t in own)
            kinds = [t.kind == LINE for t in own]
            found[name.lower()] = MeldShape(least, most, all(kinds), any(kinds))
    return found


def compile_contract(
    contract: Contract, melds: Sequence[str], known: Mapping[str, MeldShape], in_order: bool = False
) -> list[list[PartShape]]:
    """The alternatives of a contract; in each the parts made of lines come first, the largest before the others.

    `in_order`: they come as they are written instead.

    Raises DslError for a name that no meld has, a size that its meld cannot have, a condition that cannot be asked of
    a contract, and for more alternatives or parts than the engine holds.
    """
    if len(contract.bundles) > BUNDLES:
        raise DslError(f"a contract has at most {BUNDLES} alternatives", contract.start, contract.end)
    return [_bundle(bundle, melds, known, in_order) for bundle in contract.bundles]


def _bundle(bundle: Bundle, melds: Sequence[str], known: Mapping[str, MeldShape], in_order: bool) -> list[PartShape]:
    if bundle.conditions:
        condition = bundle.conditions[0]
        message = "a contract is made of melds only; what they have in common is said by the keys of turn.opening"
        raise DslError(message, condition.start, condition.end)
    parts: list[tuple[bool, PartShape]] = []
    for part in bundle.parts:
        parts += [_part(part, melds, known)] * part.count
    if len(parts) > PARTS:
        raise DslError(f"a contract has at most {PARTS} melds", bundle.start, bundle.end)
    ordered = parts
    if not in_order:
        ordered = sorted(parts, key=lambda item: (not item[0], -item[1].least, item[1].types, item[1].most))
    return [part for _, part in ordered]


def _part(part: Part, melds: Sequence[str], known: Mapping[str, MeldShape]) -> tuple[bool, PartShape]:
    numbers = {name.lower(): number for number, name in enumerate(melds)}
    types, found = 0, []
    for name in part.names:
        low = name.lower()
        if low not in numbers:
            raise DslError(f'no meld is called "{name}"', part.start, part.end, suggest(low, list(numbers)))
        types |= 1 << numbers[low]
        if low in known:
            found.append(known[low])
    least = min((shape.least for shape in found), default=1)
    most = max((shape.most for shape in found), default=SLOTS)
    lines = bool(found) and all(shape.lines for shape in found)
    if part.size is not None:
        low_size, high_size = part.size.least, part.size.most or SLOTS
        if found and (high_size < least or low_size > most):
            what = " or ".join(part.names)
            sizes = f"{least}" if least == most else f"{least} to {most}"
            message = f"a {what} has {sizes} cards, never {part.size.least}"
            raise DslError(message, part.size.start, part.size.end)
        least, most = max(least, low_size), min(most, high_size)
    return lines, PartShape(types, least, most)


@lru_cache(maxsize=256)
def shrinks(n: int, least: int, allowed: tuple[int, ...], apart: bool) -> bool:
    """Does every line of n cards with an allowed number of wilds hold a shorter allowed one, of `least` cards or more?

    allowed: for each length the bit set of the numbers of wilds; apart: no two wilds are neighbours. Worked out for
    every way in which the wilds can stand.
    """
    for pattern in range(1 << n):
        wilds = pattern.bit_count()
        if not allowed[n] >> wilds & 1 or (apart and pattern & pattern << 1):
            continue
        if not any(
            allowed[size] >> (pattern >> at & (1 << size) - 1).bit_count() & 1
            for size in range(least, n)
            for at in range(n - size + 1)
        ):
            return False
    return True
