"""From a pattern and a deck to meld templates.

Runs become LINE templates, one for each place and length, linked to the line one card longer at either end. Sets,
flushes and the like become POOL templates. Cards named one by one become LINE templates, or a POOL when every place
takes the same cards.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import combinations_with_replacement, product

from meldwright.cards import Deck
from meldwright.patterns import limits
from meldwright.patterns.book import TEMPLATES, Book, Ladder
from meldwright.patterns.normal import Form, Scope, forms
from meldwright.patterns.templates import (
    CODE_BITS,
    LINE,
    POOL,
    SLOTS,
    Template,
    bits,
    distinct_melds,
    realisations,
)
from meldwright.patterns.tree import DslError, Pattern

__all__ = ["LINE", "POOL", "Template", "distinct_melds", "expand"]


@dataclass(frozen=True)
class _Job:
    """One alternative being expanded."""

    form: Form
    deck: Deck
    allowed: tuple[int, ...]
    wild_cards: int
    type: int
    apart: bool

    @property
    def least(self) -> int:
        form = self.form
        if form.least is None:
            raise DslError("how many cards does this meld have?", form.start, form.end, "3+ cards")
        return form.least

    @property
    def most(self) -> int:
        return SLOTS if self.form.most is None else min(SLOTS, self.form.most)

    def line(self, slots: Sequence[int]) -> Template:
        mask = 0
        for slot in slots:
            mask |= slot
        n = len(slots)
        allowed = tuple(bit if size == n else 0 for size, bit in enumerate(self.allowed))
        return Template(LINE, self.type, tuple(slots), mask, n, n, 0, allowed, self.apart)

    def pool(self, mask: int, least: int, most: int, dup: int) -> Template:
        allowed = tuple(bit if least <= size <= most else 0 for size, bit in enumerate(self.allowed))
        return Template(POOL, self.type, (), mask, least, most, dup, allowed, self.apart)


def expand(
    pattern: Pattern,
    deck: Deck,
    wild_limit: Pattern | None,
    wild_kinds: int,
    type_index: int,
    *,
    melds: Mapping[str, Pattern] | None = None,
    apart: bool = False,
    natural: bool = True,
) -> list[Template]:
    """The templates of a pattern, `up` and `down` being indexes into this list.

    wild_kinds: bit set of the kinds that are wild. wild_limit: holds for every meld but those that are `all wild`;
    check it with `limits.check_wild_limit` first, as its errors have offsets in its own text. melds: patterns that
    may be referred to by name. apart: no two wilds of a line are neighbours. natural: wild kinds may also stand as
    themselves. Raises DslError, also when the deck has no such meld or the pattern cannot be expressed as templates.
    """
    others = tuple((melds or {}).items())
    return list(_expanded(pattern, deck, wild_limit, wild_kinds, type_index, others, apart, natural))


@lru_cache(maxsize=128)  # the checker and the compiler of a ruleset ask for the same
def _expanded(
    pattern: Pattern,
    deck: Deck,
    wild_limit: Pattern | None,
    wild_kinds: int,
    type_index: int,
    melds: tuple[tuple[str, Pattern], ...],
    apart: bool,
    natural: bool,
) -> tuple[Template, ...]:
    if wild_limit is not None:
        limits.check_wild_limit(wild_limit)
    apart = apart or limits.says_apart(wild_limit)
    book = Book()
    for form in forms(pattern, Scope(deck, dict(melds))):
        _check_form(form, wild_kinds)
        wild_cards = sum(deck.copies[kind] for kind in bits(wild_kinds))
        if form.all_wild:
            form = replace(form, mask=wild_kinds)
            job = _Job(form, deck, limits.allowed_all_wild(form.limits), 0, type_index, False)
        else:
            allowed = limits.allowed(form.limits, wild_limit, wild_cards)
            if not natural and form.sequence is None and form.named is None:
                # places of a sequence stay, for other wilds to stand there: the core keeps these kinds out of them
                form = replace(form, mask=form.mask & ~wild_kinds)
            job = _Job(form, deck, allowed, wild_cards, type_index, apart or form.apart)
        _add(job, book)
        if len(book) > TEMPLATES:
            raise DslError(f"there are more than {TEMPLATES} such melds", form.start, form.end)
    found = book.templates()
    if not found:
        raise DslError("there is no such meld in this deck", pattern.start, pattern.end)
    for template in found:
        if realisations(template, deck, wild_kinds).bit_length() > CODE_BITS:
            message = "this meld can be put together in too many ways; limit its size or its cards"
            raise DslError(message, pattern.start, pattern.end)
    return tuple(found)


def _check_form(form: Form, wild_kinds: int) -> None:
    """Refuses what contradicts itself."""
    same, start, end = form.same, form.start, form.end
    both = (same & form.different) | ({"card"} if {"rank", "suit"} <= same and "card" in form.different else set())
    if "card" in same:
        both |= form.different
    if both:
        raise DslError(f"the cards cannot have the same and different {sorted(both)[0]}s", start, end)
    if form.sequence is not None and same & {"rank", "card"}:
        raise DslError("cards of the same rank are not in sequence", start, end)
    if form.named is not None and form.sequence is not None:
        raise DslError("name the cards, or ask for a sequence, not both", start, end)
    if form.all_wild and not wild_kinds:
        raise DslError("no card of this game is wild", start, end)
    if form.all_wild and (form.sequence is not None or form.named is not None):
        raise DslError("a meld of wilds has no named cards and no sequence", start, end)


def _add(job: _Job, book: Book) -> None:
    if job.form.named is not None:
        _add_named(job, book)
    elif job.form.sequence is not None:
        _add_lines(job, book)
    else:
        _add_pools(job, book)


# --- lines ---------------------------------------------------------------------------------------------------------
def _add_lines(job: _Job, book: Book) -> None:
    form, deck = job.form, job.deck
    assert form.sequence is not None
    order = _order(deck, form.sequence.mode)
    different = form.different & {"suit", "color"}
    for group in _groups(form.mask, form.same, deck):
        steps = tuple(group & _rank_mask(deck, rank) for rank in order)
        ladder = Ladder(steps, form.sequence.mode == "round", len(deck.ranks), job.apart)
        # an ace stands at both ends only where the size asks for more cards than there are ranks
        most = min(job.most, len(deck.ranks)) if form.most is None else job.most
        for start, slots in ladder.windows(job.least, most):
            if not job.allowed[len(slots)]:
                continue
            if different:
                for kinds in _distinct(slots, different, job, book):
                    book.add(job.line([1 << kind for kind in kinds]))
            else:
                book.add(job.line(slots), (ladder, start, len(slots)))


def _order(deck: Deck, mode: str) -> list[int]:
    """The numbers of the ranks in the order they follow each other."""
    ranks = list(range(len(deck.ranks)))
    if mode == "plain" or "A" not in deck.ranks:
        return ranks
    ace = deck.ranks.index("A")
    others = [rank for rank in ranks if rank != ace]
    return {"low": [ace, *others], "round": [ace, *others], "high": [*others, ace], "either": [ace, *others, ace]}[mode]


def _rank_mask(deck: Deck, rank: int) -> int:
    return sum(1 << kind for kind in range(len(deck.kinds)) if deck.rank_of(kind) == rank)


# --- pools ---------------------------------------------------------------------------------------------------------
def _add_pools(job: _Job, book: Book) -> None:
    form, deck = job.form, job.deck
    no_joker = bool(form.same | form.different)
    mask = form.mask & ~(1 << deck.joker) if no_joker and deck.joker is not None else form.mask
    for group in _groups(mask, form.same, deck):
        kinds = list(bits(group))
        different = form.different - {"card"}
        if any(_clash(kinds, attribute, deck) for attribute in different):
            _add_choices(job, kinds, different, book)
            continue
        most_alike = max(deck.copies[kind] for kind in kinds)
        dup = 1 if form.different else min(SLOTS, most_alike)
        room = sum(min(dup, deck.copies[kind]) for kind in kinds)
        sizes = [n for n in range(job.least, job.most + 1) if _feasible(job.allowed[n], n, room)]
        if form.different:
            sizes = [n for n in sizes if n <= room]
        if sizes:
            book.add(job.pool(group, sizes[0], sizes[-1], dup))


def _feasible(allowed: int, size: int, room: int) -> bool:
    """Whether a meld of that size can be made when the pool has `room` naturals."""
    return any(size - wilds <= room for wilds in bits(allowed))


def _clash(kinds: Iterable[int], attribute: str, deck: Deck) -> bool:
    """Whether two of the kinds share the attribute."""
    values = [_value(kind, attribute, deck) for kind in kinds]
    return len(set(values)) < len(values)


def _add_choices(job: _Job, kinds: list[int], different: frozenset[str], book: Book) -> None:
    """A pool for each choice of kinds that differ as asked: for decks where two kinds of a group do not."""
    form, deck = job.form, job.deck
    if any(bit & ~1 for bit in job.allowed[job.least : job.most + 1]):
        message = "in this deck cards of one such meld may clash, and then wilds cannot be allowed in it"
        raise DslError(message, form.start, form.end, "wilds = 0")
    chosen: list[int] = []

    def search(at: int) -> None:
        book.spend(form)
        if len(chosen) >= job.least and job.allowed[len(chosen)]:
            book.add(job.pool(sum(1 << kind for kind in chosen), len(chosen), len(chosen), 1))
        if len(chosen) == job.most:
            return
        for index in range(at, len(kinds)):
            if not any(_clash((kinds[index], old), attribute, deck) for old in chosen for attribute in different):
                chosen.append(kinds[index])
                search(index + 1)
                chosen.pop()

    search(0)


# --- named cards ---------------------------------------------------------------------------------------------------
def _add_named(job: _Job, book: Book) -> None:
    form, deck = job.form, job.deck
    assert form.named is not None
    joker = 0 if deck.joker is None else 1 << deck.joker
    if not job.allowed[len(form.named)] or not job.least <= len(form.named) <= job.most:
        return
    for group in _groups(form.mask & ~joker, form.same, deck) or [0]:
        slots = [slot & (group | joker) for slot in form.named]
        if not all(slots):
            continue
        if form.different:
            for kinds in _distinct(slots, form.different, job, book):
                book.add(job.line([1 << kind for kind in sorted(kinds)]))
        elif len(set(slots)) == 1:
            copies = max(deck.copies[kind] for kind in bits(slots[0]))
            book.add(job.pool(slots[0], len(slots), len(slots), min(len(slots), copies)))
        elif _disjoint(slots):
            book.add(job.line(slots))
        else:
            for kinds in _combined(slots, job, book):
                book.add(job.line([1 << kind for kind in kinds]))


def _disjoint(slots: Sequence[int]) -> bool:
    """Whether no kind fits two slots, or every slot takes one kind only."""
    seen = 0
    for slot in slots:
        if seen & slot:
            return all(slot.bit_count() == 1 for slot in slots)
        seen |= slot
    return True


def _combined(slots: Sequence[int], job: _Job, book: Book) -> Iterator[tuple[int, ...]]:
    """Every collection of kinds that fills slots of which some take the same kinds."""
    seen: set[tuple[int, ...]] = set()
    wanted = Counter(slots)
    choices = [combinations_with_replacement(tuple(bits(slot)), n) for slot, n in wanted.items()]
    for parts in product(*choices):
        book.spend(job.form)
        kinds = tuple(sorted(kind for part in parts for kind in part))
        if kinds not in seen and all(n <= job.deck.copies[kind] for kind, n in Counter(kinds).items()):
            seen.add(kinds)
            yield kinds


# --- what cards share ----------------------------------------------------------------------------------------------
def _value(kind: int, attribute: str, deck: Deck) -> int:
    """A kind's rank, suit, color or itself, as a number."""
    if attribute == "rank":
        return deck.rank_of(kind)
    if attribute == "suit":
        return deck.suit_of(kind)
    return deck.color_of(kind) if attribute == "color" else kind


def _groups(mask: int, same: Iterable[str], deck: Deck) -> list[int]:
    """The kinds of a mask, parted by what they must have in common."""
    attributes = sorted(same)
    groups: dict[tuple[int, ...], int] = {}
    for kind in bits(mask):
        value = tuple(_value(kind, attribute, deck) for attribute in attributes)
        groups[value] = groups.get(value, 0) | 1 << kind
    return [groups[value] for value in sorted(groups)]


def _distinct(slots: Sequence[int], different: Iterable[str], job: _Job, book: Book) -> Iterator[tuple[int, ...]]:
    """One kind for each slot, no two sharing an attribute; each collection of kinds once."""
    seen: set[tuple[int, ...]] = set()
    attributes = sorted(different)
    chosen: list[int] = []

    def search(at: int) -> Iterator[tuple[int, ...]]:
        book.spend(job.form)
        if at == len(slots):
            key = tuple(sorted(chosen))
            if key not in seen:
                seen.add(key)
                yield tuple(chosen)
            return
        for kind in bits(slots[at]):
            if all(_value(kind, a, job.deck) != _value(old, a, job.deck) for old in chosen for a in attributes):
                chosen.append(kind)
                yield from search(at + 1)
                chosen.pop()

    yield from search(0)
