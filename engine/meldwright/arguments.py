"""What the Python API is given, checked at the door: a wrong type is a TypeError, a wrong value a ValueError.

Whole numbers of other kinds (numpy's) are taken; `True`, `2.0` and `"2"` are not.
"""

from __future__ import annotations

import operator
from collections.abc import Sequence
from typing import Any

SEEDS = 2**64
LONGEST = 80  # characters of the caller's own text in a message


def shown(value: Any) -> str:
    """A value for a message: as Python writes it, shortened."""
    text = repr(value if not isinstance(value, str) else value[: LONGEST + 1])
    if len(text) <= LONGEST:
        return text
    return f"{text[: LONGEST - 1]}…"


def whole(name: str, value: Any) -> int:
    """A whole number. Raises TypeError."""
    try:
        if not isinstance(value, bool):
            return operator.index(value)
    except TypeError:
        pass
    raise TypeError(f"{name}: expected a whole number, not {shown(value)}")


def seat(name: str, value: Any, players: int) -> int:
    """The number of a seat. Raises TypeError, ValueError."""
    number = whole(name, value)
    if not 0 <= number < players:
        raise ValueError(f"there is no seat {number}: the seats are 0 to {players - 1}")
    return number


def seed(value: Any) -> int:
    """A seed. Raises TypeError, ValueError."""
    number = whole("seed", value)
    if not 0 <= number < SEEDS:
        raise ValueError(f"the seed must be a whole number from 0 to 2^64 - 1, not {shown(number)}")
    return number


def card_text(name: str, value: Any) -> str:
    """Cards as one text, given as a text or a list of texts. Raises TypeError."""
    if isinstance(value, str):
        return value
    if isinstance(value, Sequence) and all(isinstance(card, str) for card in value):
        return " ".join(value)
    raise TypeError(f"{name}: expected cards as a text such as '7S 7H 10D' or a list of texts, not {shown(value)}")
