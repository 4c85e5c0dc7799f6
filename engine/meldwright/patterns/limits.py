"""Limits on the size and the wilds of a meld, worked out for every size and number of wilds.

A limit is a comparison over `wilds`, `naturals` and `size` (also `cards`). It becomes a bit set for each size.
"""

from __future__ import annotations

from collections.abc import Iterable

from meldwright.patterns import quantities
from meldwright.patterns.messages import suggest
from meldwright.patterns.templates import SLOTS
from meldwright.patterns.tree import Apart, Binary, Call, DslError, Expr, Limit, Name, Number, Pattern, Unary

NAMES = ("wilds", "naturals", "size", "cards")
BOUND = 1 << 40  # values beyond are refused: no meld has so many cards


def check(expr: Expr) -> int:
    """Whether a limit can be worked out for a meld: the largest size its value can have. Raises DslError."""
    if isinstance(expr, Number):
        return abs(expr.value)
    if isinstance(expr, Name):
        _check_name(expr)
        return SLOTS
    if isinstance(expr, Unary):
        if expr.op != "-":
            raise DslError("a condition cannot be counted with", expr.start, expr.end)
        return check(expr.operand)
    if isinstance(expr, Call):
        if expr.function not in ("min", "max"):
            raise DslError(f'"{expr.function}" cannot be used in a limit', expr.start, expr.end, "min")
        return max(check(argument) for argument in expr.arguments)
    if expr.op not in ("+", "-", "*", "/"):
        raise DslError("a condition cannot be counted with", expr.start, expr.end)
    if expr.op == "/" and not (isinstance(expr.right, Number) and expr.right.value):
        raise DslError("divide by a number other than 0", expr.right.start, expr.right.end)
    left, right = check(expr.left), check(expr.right)
    bound = left * right if expr.op == "*" else left if expr.op == "/" else left + right
    if bound > BOUND:
        raise DslError("this may become too large", expr.start, expr.end)
    return bound


def _check_name(expr: Name) -> None:
    name = ".".join(expr.parts).lower()
    if name in NAMES:
        return
    if name == "points":
        message = "the points of a single meld cannot be limited yet in this version"
    elif quantities.find(name) is not None:
        message = f'"{name}" is not a property of a meld: use wilds, naturals or size'
    else:
        message = f'"{name}" is not known here: a limit counts wilds, naturals or size'
    raise DslError(message, expr.start, expr.end, suggest(name, NAMES) if name != "points" else None)


def check_comparison(condition: Binary) -> None:
    """Whether a comparison can serve as a limit on a meld. Raises DslError."""
    check(condition.left)
    check(condition.right)


def holds(condition: Binary, size: int, wilds: int) -> bool:
    """Whether a checked limit holds for a meld of `size` cards, `wilds` of them wild."""
    env = {"wilds": wilds, "naturals": size - wilds, "size": size, "cards": size}
    left, right = _value(condition.left, env), _value(condition.right, env)
    return {
        "=": left == right,
        "!=": left != right,
        "<": left < right,
        "<=": left <= right,
        ">": left > right,
        ">=": left >= right,
    }[condition.op]


def _value(expr: Expr, env: dict[str, int]) -> int:
    if isinstance(expr, Number):
        return expr.value
    if isinstance(expr, Name):
        return env[expr.parts[0].lower()]
    if isinstance(expr, Unary):
        return -_value(expr.operand, env)
    if isinstance(expr, Call):
        values = [_value(argument, env) for argument in expr.arguments]
        return min(values) if expr.function == "min" else max(values)
    left, right = _value(expr.left, env), _value(expr.right, env)
    if expr.op == "/":
        return left // right
    return left + right if expr.op == "+" else left - right if expr.op == "-" else left * right


def check_wild_limit(pattern: Pattern) -> None:
    """Whether a pattern can serve as the limit on wilds of every meld: comparisons only. Raises DslError."""
    for alternative in pattern.alternatives:
        if alternative.size is not None or alternative.named is not None:
            raise DslError("a limit on wilds has no size", alternative.start, alternative.end, "naturals >= 1")
        for condition in alternative.conditions:
            if isinstance(condition, Limit):
                check_comparison(condition.condition)
            elif not isinstance(condition, Apart):
                message = "a limit on wilds is made of comparisons such as `wilds <= naturals`"
                raise DslError(message, condition.start, condition.end, "naturals >= 1")
        if any(isinstance(c, Apart) for c in alternative.conditions) and len(pattern.alternatives) > 1:
            raise DslError("`wilds apart` cannot be one of several alternatives", alternative.start, alternative.end)


def says_apart(pattern: Pattern | None) -> bool:
    """Whether a limit on wilds holds `wilds apart`."""
    return pattern is not None and any(isinstance(c, Apart) for a in pattern.alternatives for c in a.conditions)


def allowed(own: Iterable[Binary], wild_limit: Pattern | None, wild_cards: int) -> tuple[int, ...]:
    """For each size 0..SLOTS the bit set of the numbers of wilds that all limits allow."""
    limits = tuple(own)
    common = [
        [c.condition for c in alternative.conditions if isinstance(c, Limit)]
        for alternative in (wild_limit.alternatives if wild_limit is not None else ())
    ]
    result = [0]
    for size in range(1, SLOTS + 1):
        mask = 0
        for wilds in range(min(size, wild_cards) + 1):
            fits = all(holds(limit, size, wilds) for limit in limits)
            fits = fits and (not common or any(all(holds(c, size, wilds) for c in group) for group in common))
            mask |= fits << wilds
        result.append(mask)
    return tuple(result)


def allowed_all_wild(own: Iterable[Binary]) -> tuple[int, ...]:
    """The same for melds of wilds only: their cards fill the template as themselves, so only bit 0 is ever set."""
    limits = tuple(own)
    return (0, *(int(all(holds(limit, size, size) for limit in limits)) for size in range(1, SLOTS + 1)))
