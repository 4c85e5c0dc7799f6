"""Reading the rule language: text -> syntax tree, or a DslError with the place and the reason.

Lark is imported on first use and the grammar is built once per process.
"""

from __future__ import annotations

import re
from functools import lru_cache
from importlib import resources
from typing import TYPE_CHECKING, Any

from meldwright.patterns import builder, messages
from meldwright.patterns.tree import Contract, DslError, Expr, Pattern

if TYPE_CHECKING:
    from lark import Lark

LENGTH = 1000  # characters; the longest phrase of a known game has about 150
NESTING = 24  # brackets within brackets

_SLIPS = {
    "==": "=", "=<": "<=", "=>": ">=", "<>": "!=", "&&": "and", "||": "or", "&": "and", "≤": "<=", "≥": ">=",
    "≠": "!=", "×": "*", "–": "-", "−": "-",
}  # fmt: skip
_SLIP = re.compile(r"==|=<|=>|<>|&&|\|\||&|≤|≥|≠|×|–|−|!(?!=)")
_FRACTION = re.compile(r"\d+\.\d+(?!\.)|\d+,\d{3}(?!\d)")
_BRACKETS = re.compile(r"\[[^\[\]]*\]|[\[\]()]")


def parse_pattern(text: str) -> Pattern:
    """The tree of a meld pattern such as `3..4 cards, same rank`. Raises DslError."""
    return builder.pattern(_tree(text, "pattern"), text)


def parse_contract(text: str) -> Contract:
    """The tree of a contract such as `2 trio + straight`. Raises DslError."""
    return builder.contract(_tree(text, "contract"), text)


def parse_expression(text: str) -> Expr:
    """The tree of a condition or an amount such as `deadwood <= 10`. Raises DslError."""
    return builder.expression(_tree(text, "expression"), text)


@lru_cache(maxsize=1)
def _lark() -> Lark:
    from lark import Lark

    from meldwright.lab.cache import grammar_file

    source = resources.files("meldwright.patterns").joinpath("grammar.lark").read_text(encoding="utf-8")

    def build(cache: str | bool) -> Lark:
        return Lark(
            source,
            parser="lalr",
            start=["pattern", "contract", "expression"],
            propagate_positions=True,
            maybe_placeholders=False,
            cache=cache,
        )

    try:  # working the tables out takes as long as everything else that `check` does
        return build(grammar_file() or False)
    except (OSError, EOFError, ValueError):  # a folder that went away, a file cut short
        return build(False)


def _tree(text: str, start: str) -> Any:
    """Lark's tree of a text; its errors become DslError."""
    _check_text(text, start)
    from lark import UnexpectedCharacters, UnexpectedInput, UnexpectedToken

    lowered = "".join(low if len(low := char.lower()) == 1 else char for char in text)
    try:
        return _lark().parse(lowered, start=start)
    except UnexpectedToken as error:
        raise messages.unexpected_token(error, text, start) from None
    except UnexpectedCharacters as error:
        at = error.pos_in_stream or 0
        shown = text[at : at + 1]
        raise DslError(f'the character "{shown}" has no meaning here', at, at + 1) from None
    except UnexpectedInput:
        raise DslError(f"this is not a {start}", 0, len(text)) from None


def _check_text(text: str, start: str) -> None:
    """What can be told without a grammar: length, brackets, habits of other languages."""
    if not text.strip():
        raise DslError(f"the {start} is empty", 0, len(text), messages.EXAMPLES[start])
    if len(text) > LENGTH:
        raise DslError(f"the {start} is longer than {LENGTH} characters", LENGTH, len(text))
    _check_brackets(text)
    bare = re.sub(r"\[[^\[\]]*\]", lambda match: "_" * len(match.group()), text)
    slip = _SLIP.search(bare)
    if slip:
        right = _SLIPS.get(slip.group(), "not")
        raise DslError(f'"{slip.group()}" is written "{right}" here', slip.start(), slip.end(), right)
    fraction = _FRACTION.search(bare) if start == "expression" else None
    if fraction:
        if "," in fraction.group() and "(" in bare[: fraction.start()]:
            return
        raise DslError("only whole numbers, without separators, can be used", fraction.start(), fraction.end())


def _check_brackets(text: str) -> None:
    """Every bracket has its partner, and they are not nested too deep."""
    open_at: list[int] = []
    for match in _BRACKETS.finditer(text):
        mark, at = match.group(), match.start()
        if mark == "(":
            open_at.append(at)
            if len(open_at) > NESTING:
                raise DslError(f"brackets are nested deeper than {NESTING}", at, at + 1)
        elif mark == ")":
            if not open_at:
                raise DslError('this ")" closes nothing', at, at + 1)
            open_at.pop()
        elif mark in "[]":
            message = 'this "[" is never closed' if mark == "[" else 'this "]" closes nothing'
            raise DslError(message, at, at + 1)
    if open_at:
        raise DslError('this "(" is never closed', open_at[-1], open_at[-1] + 1)
