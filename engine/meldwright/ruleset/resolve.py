"""What a plain YAML scalar means: the core schema of YAML 1.2, and nothing else.

PyYAML reads YAML 1.1, where `no` is false, `1:30` is 90 and `010` is 8. Rule sheets are full of such
words, so they are text or decimal numbers here, and `surprise` tells when another reader would differ.
"""

from __future__ import annotations

import math
import re

#: The longest whole number that is read; longer ones are a mistake or an attack.
MAX_DIGITS = 9

_NULL = {"", "~", "null", "Null", "NULL"}
_TRUE = {"true", "True", "TRUE"}
_FALSE = {"false", "False", "FALSE"}
_INT = re.compile(r"[-+]?[0-9]+\Z")
_OCT = re.compile(r"0o[0-7]+\Z")
_HEX = re.compile(r"0x[0-9a-fA-F]+\Z")
_FLOAT = re.compile(r"[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?\Z")
_INFINITE = re.compile(r"([-+]?\.(inf|Inf|INF)|\.(nan|NaN|NAN))\Z")

_YES = {"yes", "on", "y"}
_NO = {"no", "off", "n"}
_SEXAGESIMAL = re.compile(r"[-+]?[0-9][0-9_]*(:[0-5]?[0-9])+(\.[0-9_]*)?\Z")
_OLD_OCTAL = re.compile(r"[-+]?0[0-9]+\Z")
_GROUPED = re.compile(r"[-+]?[0-9]+(_[0-9]+)+\Z")


def scalar(text: str) -> str | int | float | bool | None:
    """The value of a plain scalar. A number without a fraction is an int, however it is written.

    Raises ValueError, with a message for the user, for numbers that are too long or not finite.
    """
    if text in _NULL:
        return None
    if text in _TRUE or text in _FALSE:
        return text in _TRUE
    if _INT.match(text):
        return _whole(text, 10)
    if _OCT.match(text):
        return _whole(text[2:], 8)
    if _HEX.match(text):
        return _whole(text[2:], 16)
    if _FLOAT.match(text):
        return _fraction(text)
    if _INFINITE.match(text):
        raise ValueError("a number here must be finite")
    return text


def surprise(text: str) -> str | None:
    """Why a plain scalar that other YAML readers take for something else is read as it is; else None."""
    word = text.casefold()
    if word in _YES or word in _NO:
        meant = "true" if word in _YES else "false"
        return f'"{text}" is read as text; write {meant} for yes or no, or put it in quotes'
    if _SEXAGESIMAL.match(text):
        return f'"{text}" is read as text, not as a number to base 60; put it in quotes to make that plain'
    if _OLD_OCTAL.match(text):
        return f"{text} is read as the decimal number {int(text)}; leave out the leading zero"
    if _GROUPED.match(text):
        return f'"{text}" is read as text; write the number without underscores'
    return None


def _whole(digits: str, base: int) -> int:
    if len(digits.lstrip("-+0")) > MAX_DIGITS:
        raise ValueError(f"a number here has at most {MAX_DIGITS} digits")
    return int(digits, base)


def _fraction(text: str) -> int | float:
    if len(text) > 40:
        raise ValueError("a number here has at most 40 characters")
    number = float(text)
    if not math.isfinite(number) or abs(number) >= 10**MAX_DIGITS:
        raise ValueError(f"a number here has at most {MAX_DIGITS} digits")
    return int(number) if number.is_integer() else number
