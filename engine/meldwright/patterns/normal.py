"""Patterns brought into a form that can be expanded: alternatives without references and groups.

References are replaced by the conditions of the meld they name, groups are multiplied out, sizes are intersected,
and what contradicts itself is refused at the place where it is written.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from meldwright.cards import CardError, Deck
from meldwright.patterns.limits import check_comparison
from meldwright.patterns.messages import suggest
from meldwright.patterns.templates import SLOTS
from meldwright.patterns.tree import (
    AllWild,
    Alternative,
    AnySuit,
    Apart,
    Binary,
    CardWord,
    Condition,
    Different,
    DslError,
    Group,
    Limit,
    Only,
    Pattern,
    Refer,
    Same,
    Sequence,
    Sized,
    Without,
)

ALTERNATIVES = 64  # of one pattern, multiplied out


@dataclass(frozen=True)
class Form:
    """One alternative: every condition on a meld, in one place. `mask` are the naturals it may be made of."""

    start: int
    end: int
    mask: int
    least: int | None = None
    most: int | None = None
    named: tuple[int, ...] | None = None
    same: frozenset[str] = frozenset()
    different: frozenset[str] = frozenset()
    sequence: Sequence | None = None
    all_wild: bool = False
    apart: bool = False
    limits: tuple[Binary, ...] = ()


@dataclass(frozen=True)
class Scope:
    """What a pattern is read with: the deck and the melds that may be named; `path` are the names being resolved."""

    deck: Deck
    melds: Mapping[str, Pattern]
    path: tuple[str, ...] = field(default=())


def forms(pattern: Pattern, scope: Scope) -> list[Form]:
    """The alternatives of a pattern. Raises DslError."""
    result: list[Form] = []
    for alternative in pattern.alternatives:
        blank = Form(alternative.start, alternative.end, scope.deck.all_mask & ~_joker(scope.deck))
        result += _alternative(alternative, blank, scope)
        if len(result) > ALTERNATIVES:
            raise DslError(f"the pattern has more than {ALTERNATIVES} alternatives", pattern.start, pattern.end)
    return result


def _joker(deck: Deck) -> int:
    """The joker's bit. It is a natural only where it is named."""
    return 0 if deck.joker is None else 1 << deck.joker


def select(words: Iterable[CardWord], deck: Deck) -> list[int]:
    """The mask of each word between brackets; `|` joins several into one."""
    return [_select_word(word, deck) for word in words]


def _select_word(word: CardWord, deck: Deck) -> int:
    mask, at = 0, word.start
    for text in word.text.split("|"):
        try:
            mask |= deck.select(text)
        except CardError as error:
            raise DslError(error.message, at, at + len(text), error.suggestion) from None
        at += len(text) + 1
    return mask


def _alternative(alternative: Alternative, form: Form, scope: Scope) -> list[Form]:
    """The form with an alternative's size, named cards and conditions added."""
    if alternative.named is not None:
        slots = tuple(select(alternative.named, scope.deck))
        if len(slots) > SLOTS:
            raise DslError(f"a meld has at most {SLOTS} cards", alternative.start, alternative.end)
        if form.named is not None:
            raise DslError("cards are named twice for one meld", alternative.start, alternative.end)
        form = _sized(replace(form, named=slots), len(slots), len(slots), alternative.start, alternative.end)
    size = alternative.size
    if size is not None:
        form = _sized(form, size.least, size.most, size.start, size.end)
    found = [form]
    for condition in alternative.conditions:
        found = [new for old in found for new in _condition(condition, old, scope)]
        if len(found) > ALTERNATIVES:
            message = f"the pattern has more than {ALTERNATIVES} alternatives"
            raise DslError(message, alternative.start, alternative.end)
    return found


def _sized(form: Form, least: int | None, most: int | None, start: int, end: int) -> Form:
    """The form with its sizes narrowed to least..most."""
    if least is not None and least > SLOTS:
        raise DslError(f"a meld has at most {SLOTS} cards", start, end)
    low = max(value for value in (form.least, least, 1) if value is not None)
    highs = [value for value in (form.most, most) if value is not None]
    if highs and min(highs) < low:
        raise DslError("no meld can have both of the sizes asked for here", start, end)
    given = form.least is not None or least is not None
    return replace(form, least=low if given else None, most=min(highs) if highs else None)


def _condition(condition: Condition, form: Form, scope: Scope) -> list[Form]:
    """The form with one condition added."""
    deck = scope.deck
    if isinstance(condition, Same):
        return [replace(form, same=form.same | {condition.attribute})]
    if isinstance(condition, Different):
        return [replace(form, different=form.different | {condition.attribute})]
    if isinstance(condition, Sequence):
        return [_in_sequence(condition, form, deck)]
    if isinstance(condition, Only | Without):
        named = 0
        for mask in select(condition.cards, deck):
            named |= mask
        kept = (form.mask | _joker(deck)) & named if isinstance(condition, Only) else form.mask & ~named
        if not kept:
            raise DslError("no card is left to make this meld of", condition.start, condition.end)
        return [replace(form, mask=kept)]
    if isinstance(condition, AllWild):
        return [replace(form, all_wild=True)]
    if isinstance(condition, Apart):
        return [replace(form, apart=True)]
    if isinstance(condition, Sized):
        size = condition.size
        return [_sized(form, size.least, size.most, size.start, size.end)]
    if isinstance(condition, Limit):
        check_comparison(condition.condition)
        return [replace(form, limits=(*form.limits, condition.condition))]
    if isinstance(condition, Group):
        return [new for part in condition.alternatives for new in _alternative(part, form, scope)]
    if isinstance(condition, Refer):
        return _referred(condition, form, scope)
    if isinstance(condition, AnySuit):
        return [form]
    raise DslError("this can only be asked of a contract", condition.start, condition.end)


def _in_sequence(condition: Sequence, form: Form, deck: Deck) -> Form:
    """The form with a sequence; the deck must have the ace that is spoken of."""
    if (condition.ace or condition.mode in ("low", "high", "either")) and "A" not in deck.ranks:
        message = "this deck has no ace: its ranks are " + " ".join(deck.ranks)
        hint = "in sequence (round the corner)" if condition.mode == "round" else "in sequence"
        raise DslError(message, condition.start, condition.end, hint)
    if form.sequence is not None and form.sequence != condition:
        raise DslError("the meld is already in sequence in another way", condition.start, condition.end)
    return replace(form, sequence=condition)


def _referred(condition: Refer, form: Form, scope: Scope) -> list[Form]:
    """The form with the conditions of another meld; its errors are shown at the reference."""
    start, end, name = condition.start, condition.end, condition.name
    key = name if name in scope.melds else next((m for m in scope.melds if m.lower() == name.lower()), None)
    if key is None:
        near = suggest(name, [*scope.melds, "cards", "in sequence", "same rank", "same suit", "all wild"])
        known = ", ".join(scope.melds)
        message = f'there is no meld called "{name}"' + (f" (there are {known})" if known else "")
        raise DslError(message, start, end, near)
    if key in scope.path:
        raise DslError(f'the meld "{key}" is defined by itself', start, end)
    inner = Scope(scope.deck, scope.melds, (*scope.path, key))
    try:
        return [new for part in scope.melds[key].alternatives for new in _alternative(part, form, inner)]
    except DslError as error:
        raise DslError(f'in the meld "{key}": {error.message}', start, end, error.suggestion) from None
