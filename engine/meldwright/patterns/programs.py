"""Expressions compiled to postfix programs for the core, and a plain interpreter of them.

A program is a list of whole numbers: `OP_CONST v`, `OP_QUANTITY scope number arg`, operators, `OP_END`. Conditions
are 0 or 1, suits and ranks their index in the deck. Division rounds down. What could go wrong while a game is played
(unknown names, wrong types, division by zero, overflow, a deep stack) is refused here, with the place in the text.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal

from meldwright.core.constants import (
    OP_ABS,
    OP_ADD,
    OP_AND,
    OP_CONST,
    OP_DIV,
    OP_END,
    OP_EQ,
    OP_GE,
    OP_GT,
    OP_IF,
    OP_LE,
    OP_LT,
    OP_MAX,
    OP_MIN,
    OP_MUL,
    OP_NE,
    OP_NEG,
    OP_NOT,
    OP_OR,
    OP_QUANTITY,
    OP_SUB,
    PLAYERS,
    SCOPES,
    STACK,
)
from meldwright.patterns import names
from meldwright.patterns.names import Context, Type
from meldwright.patterns.parser import parse_expression
from meldwright.patterns.quantities import NUMBER_OF, QUANTITIES
from meldwright.patterns.tree import Binary, Call, DslError, Expr, Name, Number, Unary

__all__ = ["CallPrograms", "Context", "compile_call", "compile_expression", "evaluate", "split_limit"]

VALUE_BITS = 28  # a quantity is taken to be smaller than 2**28: a product of two, and sums of such, fit the machine
_PLAYERS = NUMBER_OF["players"]  # never more than a table holds
LIMIT = 1 << 62  # no intermediate value may reach this
BINARY = {
    "+": OP_ADD, "-": OP_SUB, "*": OP_MUL, "/": OP_DIV, "=": OP_EQ, "!=": OP_NE, "<": OP_LT, "<=": OP_LE,
    ">": OP_GT, ">=": OP_GE, "and": OP_AND, "or": OP_OR,
}  # fmt: skip
FUNCTIONS = {"min": (2, 8), "max": (2, 8), "abs": (1, 1), "if": (3, 3)}
COMPARISONS = ("=", "!=", "<", "<=", ">", ">=")
LOOSE = tuple((*scope, name) for name in ("loose_cards", "loose_points") for scope in ((), ("self",)))
_WORDS = {"number": "a number", "condition": "a condition", "suit": "a suit", "rank": "a rank"}


@dataclass(frozen=True)
class _Code:
    """A compiled part: its words, its type, the deepest stack it needs, the largest size of its value, and its
    value if that is always the same."""

    words: tuple[int, ...]
    type: Type
    depth: int
    bound: int
    constant: int | None = None


def compile_expression(expression: str | Expr, context: Context) -> list[int]:
    """The program of an expression, text or tree. Raises DslError when it does not fit the context."""
    tree = parse_expression(expression) if isinstance(expression, str) else expression
    code = _compile(tree, context)
    if code.type != context.expected:
        message = f"this is {_WORDS[code.type]}; {_WORDS[context.expected]} is needed here"
        hint = "deadwood <= 10" if context.expected == "condition" and code.type == "number" else None
        raise DslError(message + (f", such as `{hint}`" if hint else ""), tree.start, tree.end)
    if code.depth > STACK:
        raise DslError("the expression is too deep; split it into smaller ones", tree.start, tree.end)
    return [*code.words, OP_END]


def split_limit(tree: Expr) -> tuple[Expr | None, Expr | None]:
    """A condition as (most deadwood that may be left, what else must hold); None where there is none.

    Takes out every part, joined by a top-level `and`, of the forms `deadwood <= E`, `deadwood < E`, `deadwood = 0`
    and their mirror images, where E does not speak of the player's own deadwood.
    """
    limits: list[Expr] = []
    rest: list[Expr] = []
    for part in _conjuncts(tree):
        limit = _limit(part)
        (rest if limit is None else limits).append(part if limit is None else limit)
    return _joined(limits, lambda a, b: Call("min", (a, b), start=a.start, end=b.end)), _all(rest)


@dataclass(frozen=True)
class CallPrograms:
    """The `when` of a call as programs; None where there is none.

    limit: most deadwood that may be left. rest: what else must hold. after: what must hold for the cards left when one
    has been thrown. all_melded: of these none may stand in no meld.
    """

    limit: list[int] | None
    rest: list[int] | None
    after: list[int] | None
    all_melded: bool


def compile_call(expression: str | Expr, context: Context) -> CallPrograms:
    """The programs of the `when` of a call. Raises DslError when it does not fit the context."""
    tree = parse_expression(expression) if isinstance(expression, str) else expression
    compile_expression(tree, context.expecting("condition"))
    limit, other = split_limit(tree)
    parts = [] if other is None else list(_conjuncts(other))
    late = [part for part in parts if _counts_loose(part)]
    rest = _all([part for part in parts if part not in late])
    after = _all(late)
    return CallPrograms(
        None if limit is None else compile_expression(limit, context.expecting("number")),
        None if rest is None else compile_expression(rest, context.expecting("condition")),
        None if after is None else compile_expression(after, context.expecting("condition")),
        any(_all_melded(part) for part in late),
    )


def evaluate(words: Sequence[int], lookup: Callable[[int, int, int], int]) -> int:
    """The value of a program; `lookup(scope, number, arg)` counts a quantity. The reference for the core's machine."""
    stack: list[int] = []
    at = 0
    while words[at] != OP_END:
        op = words[at]
        at += 1
        if op == OP_CONST:
            stack.append(words[at])
            at += 1
        elif op == OP_QUANTITY:
            stack.append(lookup(words[at], words[at + 1], words[at + 2]))
            at += 3
        elif op == OP_IF:
            other, then, condition = stack.pop(), stack.pop(), stack.pop()
            stack.append(then if condition else other)
        elif op in _ONE:
            stack.append(_ONE[op](stack.pop()))
        else:
            right, left = stack.pop(), stack.pop()
            stack.append(_TWO[op](left, right))
    (value,) = stack
    return value


_ONE: dict[int, Callable[[int], int]] = {OP_NEG: lambda a: -a, OP_NOT: lambda a: int(not a), OP_ABS: abs}
_TWO: dict[int, Callable[[int, int], int]] = {
    OP_ADD: lambda a, b: a + b,
    OP_SUB: lambda a, b: a - b,
    OP_MUL: lambda a, b: a * b,
    OP_DIV: lambda a, b: a // b,
    OP_MIN: min,
    OP_MAX: max,
    OP_EQ: lambda a, b: int(a == b),
    OP_NE: lambda a, b: int(a != b),
    OP_LT: lambda a, b: int(a < b),
    OP_LE: lambda a, b: int(a <= b),
    OP_GT: lambda a, b: int(a > b),
    OP_GE: lambda a, b: int(a >= b),
    OP_AND: lambda a, b: int(bool(a) and bool(b)),
    OP_OR: lambda a, b: int(bool(a) or bool(b)),
}


# --- compiling -----------------------------------------------------------------------------------------------------
def _compile(tree: Expr, context: Context) -> _Code:
    if isinstance(tree, Number):
        return _constant(tree.value, "number")
    if isinstance(tree, Name):
        found = names.resolve(tree, context)
        number = QUANTITIES.index(found.quantity)
        bound = 1 if found.type == "condition" else PLAYERS if number == _PLAYERS else 1 << VALUE_BITS
        return _Code((OP_QUANTITY, SCOPES.index(found.scope), number, found.arg), found.type, 1, bound)
    if isinstance(tree, Unary):
        return _unary(tree, context)
    if isinstance(tree, Call):
        return _call(tree, context)
    if tree.op in COMPARISONS:
        return _comparison(tree, context)
    wanted: Type = "condition" if tree.op in ("and", "or") else "number"
    left, right = _typed(tree.left, wanted, context), _typed(tree.right, wanted, context)
    return _binary(tree, left, right, wanted)


def _constant(value: int, kind: Type) -> _Code:
    return _Code((OP_CONST, value), kind, 1, abs(value), value)


def _typed(tree: Expr, wanted: Type, context: Context) -> _Code:
    """A part that must be of a type."""
    code = _compile(tree, context)
    if code.type != wanted:
        raise DslError(f"this is {_WORDS[code.type]}, not {_WORDS[wanted]}", tree.start, tree.end)
    return code


def _unary(tree: Unary, context: Context) -> _Code:
    if tree.op == "not":
        code = _typed(tree.operand, "condition", context)
        return _Code((*code.words, OP_NOT), "condition", code.depth, 1)
    code = _typed(tree.operand, "number", context)
    value = None if code.constant is None else -code.constant
    return _Code((*code.words, OP_NEG), "number", code.depth, code.bound, value)


def _binary(tree: Binary, left: _Code, right: _Code, kind: Type) -> _Code:
    """Two compiled operands joined, with the checks that arithmetic needs."""
    op = tree.op
    constant = None
    if op == "/":
        if right.constant is None:
            raise DslError("divide only by a fixed number", tree.right.start, tree.right.end)
        if right.constant == 0:
            raise DslError("division by zero", tree.right.start, tree.right.end)
    if left.constant is not None and right.constant is not None and kind == "number":
        constant = _TWO[BINARY[op]](left.constant, right.constant)
    if kind == "condition":
        bound = 1
    else:
        # A negative quotient is rounded down: one more in size than the dividend's, at most.
        bound = {"*": left.bound * right.bound, "/": left.bound + 1}.get(op, left.bound + right.bound)
        bound = bound if constant is None else abs(constant)
    if bound >= LIMIT:
        raise DslError("this may become too large to be counted", tree.start, tree.end)
    words = (*left.words, *right.words, BINARY[op])
    return _Code(words, kind, max(left.depth, right.depth + 1), bound, constant)


def _comparison(tree: Binary, context: Context) -> _Code:
    """Both sides of one type; suits and ranks take the meaning of bare words from the other side."""
    kind = names.literal_type(tree.left, context) or names.literal_type(tree.right, context)
    sides = []
    for side in (tree.left, tree.right):
        literal = names.literal(side, kind, context) if kind is not None else None
        sides.append(_compile(side, context) if literal is None else _constant(literal, kind or "number"))
    left, right = sides
    if left.type != right.type:
        message = f"{_WORDS[left.type]} cannot be compared with {_WORDS[right.type]}"
        raise DslError(message, tree.start, tree.end)
    if left.type in ("suit", "condition") and tree.op not in ("=", "!="):
        plural = "suits" if left.type == "suit" else "conditions"
        raise DslError(f"{plural} can only be compared with = and !=", tree.start, tree.end)
    words = (*left.words, *right.words, BINARY[tree.op])
    return _Code(words, "condition", max(left.depth, right.depth + 1), 1)


def _call(tree: Call, context: Context) -> _Code:
    if tree.function not in FUNCTIONS:
        near = names.suggest(tree.function, FUNCTIONS)
        message = f'there is no function "{tree.function}" (there are min, max, abs, if)'
        raise DslError(message, tree.start, tree.start + len(tree.function), near)
    least, most = FUNCTIONS[tree.function]
    given = len(tree.arguments)
    if not least <= given <= most:
        needs = str(least) if least == most else f"{least} to {most}"
        plural = "" if needs == "1" else "s"
        raise DslError(f'"{tree.function}" takes {needs} value{plural}, not {given}', tree.start, tree.end)
    if tree.function == "if":
        return _if(tree, context)
    parts = [_typed(argument, "number", context) for argument in tree.arguments]
    if tree.function == "abs":
        code = parts[0]
        value = None if code.constant is None else abs(code.constant)
        return _Code((*code.words, OP_ABS), "number", code.depth, code.bound, value)
    op = OP_MIN if tree.function == "min" else OP_MAX
    code = parts[0]
    for part in parts[1:]:
        value = None
        if code.constant is not None and part.constant is not None:
            value = _TWO[op](code.constant, part.constant)
        words = (*code.words, *part.words, op)
        depth = max(code.depth, part.depth + 1)
        code = _Code(words, "number", depth, max(code.bound, part.bound), value)
    return code


def _if(tree: Call, context: Context) -> _Code:
    condition = _typed(tree.arguments[0], "condition", context)
    then = _compile(tree.arguments[1], context)
    other = _typed(tree.arguments[2], then.type, context)
    depth = max(condition.depth, then.depth + 1, other.depth + 2)
    words = (*condition.words, *then.words, *other.words, OP_IF)
    return _Code(words, then.type, depth, max(then.bound, other.bound))


# --- splitting -----------------------------------------------------------------------------------------------------
def _conjuncts(tree: Expr) -> list[Expr]:
    if isinstance(tree, Binary) and tree.op == "and":
        return _conjuncts(tree.left) + _conjuncts(tree.right)
    return [tree]


def _joined(parts: list[Expr], join: Callable[[Expr, Expr], Expr]) -> Expr | None:
    if not parts:
        return None
    result = parts[0]
    for part in parts[1:]:
        result = join(result, part)
    return result


def _limit(tree: Expr) -> Expr | None:
    """The most deadwood a comparison allows, None if it is not such a comparison."""
    if not isinstance(tree, Binary) or tree.op not in COMPARISONS:
        return None
    mirrored: dict[str, Literal["<=", "<", "="]] = {">=": "<=", ">": "<", "=": "="}
    if _is_deadwood(tree.left) and tree.op in ("<=", "<", "="):
        op, bound = tree.op, tree.right
    elif _is_deadwood(tree.right) and tree.op in mirrored:
        op, bound = mirrored[tree.op], tree.left
    else:
        return None
    if _speaks_of_deadwood(bound):
        return None
    if op == "=":
        return bound if isinstance(bound, Number) and bound.value == 0 else None
    if op == "<":
        one = Number(1, start=bound.start, end=bound.end)
        return Binary("-", bound, one, start=bound.start, end=bound.end)
    return bound


def _all(parts: list[Expr]) -> Expr | None:
    return _joined(parts, lambda a, b: Binary("and", a, b, start=a.start, end=b.end))


def _counts_loose(tree: Expr) -> bool:
    """Does an expression count the player's own cards in no meld?"""
    if isinstance(tree, Number):
        return False
    if isinstance(tree, Name):
        return tuple(part.lower() for part in tree.parts) in LOOSE
    if isinstance(tree, Unary):
        return _counts_loose(tree.operand)
    parts = tree.arguments if isinstance(tree, Call) else (tree.left, tree.right)
    return any(_counts_loose(part) for part in parts)


def _all_melded(tree: Expr) -> bool:
    """Is this `loose_cards = 0`, or the same with `<` or `<=`?"""
    if not isinstance(tree, Binary) or not isinstance(tree.left, Name) or not isinstance(tree.right, Number):
        return False
    if tree.left.parts[-1].lower() != "loose_cards" or not _counts_loose(tree.left):
        return False
    return {"=": 0, "<=": 0, "<": 1}.get(tree.op) == tree.right.value


def _is_deadwood(tree: Expr) -> bool:
    return isinstance(tree, Name) and tuple(part.lower() for part in tree.parts) in (
        ("deadwood",),
        ("self", "deadwood"),
    )


def _speaks_of_deadwood(tree: Expr) -> bool:
    if isinstance(tree, Number):
        return False
    if isinstance(tree, Name):
        return _is_deadwood(tree)
    if isinstance(tree, Unary):
        return _speaks_of_deadwood(tree.operand)
    parts = tree.arguments if isinstance(tree, Call) else (tree.left, tree.right)
    return any(_speaks_of_deadwood(part) for part in parts)
