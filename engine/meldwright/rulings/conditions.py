"""Conditions over facts: reading, trying out, and searching all answers for overlaps and gaps."""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import product
from math import prod
from typing import Any

from meldwright.patterns.tree import Binary, DslError, Expr, Name, Number, Unary
from meldwright.ruleset.diagnostics import suggest

from .facts import FACTS, Fact, Value

Answers = Mapping[str, Value]
COMBINATIONS = 20_000  # more combinations of answers than that are not tried out

_COMPARE: dict[str, Callable[[Any, Any], Any]] = {
    "=": operator.eq, "!=": operator.ne, "<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge,
}  # fmt: skip
_TURNED = {"<": ">", ">": "<", "<=": ">=", ">=": "<="}


def check_condition(tree: Expr) -> None:
    """Is this a condition over facts? Raises DslError at the part that is none."""
    if isinstance(tree, Unary) and tree.op == "not":
        check_condition(tree.operand)
    elif isinstance(tree, Binary) and tree.op in ("and", "or"):
        check_condition(tree.left)
        check_condition(tree.right)
    elif isinstance(tree, Binary) and tree.op in _COMPARE:
        _check_comparison(tree)
    elif isinstance(tree, Name):
        fact = _fact(tree)
        if fact.kind != "bool":
            example = f"{fact.name} = {fact.answers[0]}"
            raise DslError(f'"{fact.name}" is not yes or no; compare it: {example}', tree.start, tree.end, example)
    else:
        message = "this is no condition; write a fact, a comparison such as seen >= 2, and, or, not"
        raise DslError(message, tree.start, tree.end)


def _check_comparison(tree: Binary) -> None:
    left, _, right = _sides(tree)
    fact = _fact(left)
    if fact.kind == "bool":
        message = f'"{fact.name}" is yes or no; write {fact.name} or not {fact.name}'
        raise DslError(message, tree.start, tree.end)
    if fact.kind == "number":
        if not isinstance(right, Number):
            raise DslError(f'"{fact.name}" is compared with a number', right.start, right.end)
        if not fact.least <= right.value <= fact.most:
            message = f'"{fact.name}" is {fact.range()}, so it is never compared with {right.value}'
            raise DslError(message, right.start, right.end)
        return
    if tree.op not in ("=", "!="):
        raise DslError(f'"{fact.name}" is one of some words; compare it with = or !=', tree.start, tree.end)
    word = right.parts[0] if isinstance(right, Name) and len(right.parts) == 1 else ""
    if word not in fact.answers:
        message = f'"{fact.name}" is {fact.range()}'
        raise DslError(message, right.start, right.end, suggest(word, [w for w, _ in fact.words]) if word else None)


def _sides(tree: Binary) -> tuple[Name, str, Expr]:
    """A comparison with its fact on the left, whichever way it was written."""
    left, right, op = tree.left, tree.right, tree.op
    if isinstance(left, Number) and isinstance(right, Name):
        left, right, op = right, left, _TURNED.get(op, op)
    if not isinstance(left, Name):
        raise DslError("a comparison begins with a fact", left.start, left.end)
    return left, op, right


def _fact(name: Name) -> Fact:
    word = ".".join(name.parts)
    if word not in FACTS:
        message = f'"{word}" is no fact that a ruling can ask for'
        raise DslError(message, name.start, name.end, suggest(word, FACTS))
    return FACTS[word]


def facts_of(tree: Expr) -> Iterator[str]:
    """The facts a checked condition asks for, in the order of the text; a fact may come several times."""
    if isinstance(tree, Unary):
        yield from facts_of(tree.operand)
    elif isinstance(tree, Binary) and tree.op in ("and", "or"):
        yield from facts_of(tree.left)
        yield from facts_of(tree.right)
    elif isinstance(tree, Binary):
        yield _sides(tree)[0].parts[0]
    elif isinstance(tree, Name):
        yield tree.parts[0]


def _numbers_of(tree: Expr) -> Iterator[tuple[str, int]]:
    """The numbers that facts are compared with."""
    if isinstance(tree, Unary):
        yield from _numbers_of(tree.operand)
    elif isinstance(tree, Binary) and tree.op in ("and", "or"):
        yield from _numbers_of(tree.left)
        yield from _numbers_of(tree.right)
    elif isinstance(tree, Binary):
        name, _, other = _sides(tree)
        if isinstance(other, Number):
            yield name.parts[0], other.value


def holds(tree: Expr | None, answers: Answers) -> bool:
    """Does a checked condition hold? None always does. Raises KeyError, with its name, for a fact without answer."""
    if tree is None:
        return True
    if isinstance(tree, Unary):
        return not holds(tree.operand, answers)
    if isinstance(tree, Name):
        return bool(answers[tree.parts[0]])
    assert isinstance(tree, Binary), "a checked condition"
    if tree.op == "and":
        return holds(tree.left, answers) and holds(tree.right, answers)
    if tree.op == "or":
        return holds(tree.left, answers) or holds(tree.right, answers)
    name, op, other = _sides(tree)
    value: object = other.value if isinstance(other, Number) else other.parts[0] if isinstance(other, Name) else None
    return bool(_COMPARE[op](answers[name.parts[0]], value))


def all_answers(conditions: Iterable[Expr], known: Answers | None = None) -> Iterator[dict[str, Value]]:
    """Every combination of answers that these checked conditions can tell apart, on top of what is `known`.

    Of numbers only those are tried at which a comparison changes, so the combinations stay few.
    """
    trees = list(conditions)
    given = dict(known or {})
    names = [name for name in dict.fromkeys(n for tree in trees for n in facts_of(tree)) if name not in given]
    compared = [pair for tree in trees for pair in _numbers_of(tree)]
    choices = [_choices(FACTS[name], {number for other, number in compared if other == name}) for name in names]
    for combination in product(*choices):
        yield {**given, **dict(zip(names, combination, strict=True))}


def count_answers(conditions: Iterable[Expr], known: Answers | None = None) -> int:
    """How many combinations `all_answers` would give."""
    trees = list(conditions)
    compared = [pair for tree in trees for pair in _numbers_of(tree)]
    names = {n for tree in trees for n in facts_of(tree)} - set(known or {})
    return prod(len(_choices(FACTS[name], {k for other, k in compared if other == name})) for name in names)


def _choices(fact: Fact, numbers: set[int]) -> tuple[Value, ...]:
    if fact.kind != "number":
        return fact.answers
    near = {number + step for number in numbers for step in (-1, 0, 1)}
    return tuple(sorted(number for number in near if fact.least <= number <= fact.most))


def answers_text(answers: Answers) -> str:
    """Answers as they are written in a situation: `discarded: false, seen: 2`."""
    said = [f"{name}: {str(value).lower() if isinstance(value, bool) else value}" for name, value in answers.items()]
    return ", ".join(said) or "nothing said"


def read_answer(fact: Fact, value: object) -> Value:
    """A value as an answer to a fact. Raises ValueError, with what was expected, for one that is none."""
    if fact.kind == "bool" and isinstance(value, bool):
        return value
    if fact.kind == "word" and isinstance(value, str) and value in fact.answers:
        return value
    if fact.kind == "number" and isinstance(value, int) and not isinstance(value, bool) and value in fact.answers:
        return value
    raise ValueError(f"{fact.name} takes {fact.range()}")
