"""What the parser says when a text cannot be read: plain words, never the name of a terminal."""

from __future__ import annotations

import re
from collections.abc import Iterable
from difflib import get_close_matches
from typing import Any

from meldwright.patterns.tree import DslError

EXAMPLES = {
    "pattern": "3..4 cards, same rank",
    "contract": "2 set + run",
    "expression": "deadwood <= 10",
}

# What each terminal is called when it is expected. Every terminal of the grammar is here; a test says so.
TERMINALS = {
    "OR": '"or"', "AND": '"and"', "NOT": '"not"', "EXACTLY": '"exactly"', "TO": '"to"', "MORE": '"more"',
    "AT": '"at least"', "LEAST": '"least"', "MOST": '"most"', "SAME": '"same"', "ALL": '"all"', "ANY": '"any"',
    "OF": '"of"', "ONE": '"one"',
    "IN": '"in sequence"', "SEQUENCE": '"sequence"', "ONLY": '"only"', "NO": '"no"', "WILD": '"wild"',
    "APART": '"apart"', "ACE": '"ace"', "LOW": '"low"', "HIGH": '"high"', "THE": '"the"', "CORNER": '"corner"',
    "TWO": '"two"', "ALIKE": '"alike"', "DIFFERENT": '"different"', "ROUND": '"round the corner"',
    "CARDS": '"cards"', "ATTRIBUTE": '"rank", "suit", "color" or "card"', "COMPARE": "a comparison such as <=",
    "DOTS": '".."', "DOT": '"."', "COMMA": "a comma", "PLUS": '"+"', "MINUS": '"-"', "STAR": '"*"', "SLASH": '"/"',
    "LPAR": '"("', "RPAR": '")"', "CARD_LIST": "cards in brackets such as [K Q]", "INT": "a number",
    "NAME": "a name", "$END": "the end",
}  # fmt: skip

# The words that can be misspelt, by terminal.
WORDS = {
    "OR": ["or"], "AND": ["and"], "NOT": ["not"], "EXACTLY": ["exactly"], "TO": ["to"], "MORE": ["more"],
    "LEAST": ["least"], "MOST": ["most"], "SAME": ["same"], "ALL": ["all"], "ANY": ["any"],
    "OF": ["of"], "ONE": ["one"], "IN": ["in"],
    "SEQUENCE": ["sequence"], "ONLY": ["only"], "NO": ["no"], "WILD": ["wild"], "APART": ["apart"], "ACE": ["ace"],
    "LOW": ["low"], "HIGH": ["high"], "THE": ["the"], "CORNER": ["corner"], "TWO": ["two"], "ALIKE": ["alike"],
    "DIFFERENT": ["different"], "ROUND": ["round"], "CARDS": ["cards", "card"], "AT": ["at"],
    "ATTRIBUTE": ["rank", "suit", "color", "card", "ranks", "suits", "colors", "cards"],
}  # fmt: skip

KEYWORDS = sorted({word for words in WORDS.values() for word in words})
OPENERS = ["same", "different", "only", "all", "any", "exactly", "in", "no"]  # words a condition starts with
NUMBERS = ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"]
NUMBERS += ["thirteen", "fourteen", "fifteen", "sixteen"]
_CONDITION = {"SAME", "DIFFERENT", "IN", "ONLY", "NO", "ALL", "ANY", "LPAR", "NAME", "INT", "AT", "EXACTLY"}
_CONDITION |= {"CARD_LIST", "OF"}
_OPERAND = {"INT", "NAME", "LPAR", "MINUS", "NOT"}
_OPERATOR = {"PLUS", "MINUS", "STAR", "SLASH"}
_WORD = re.compile(r"[^\W\d]\w*")


def suggest(word: str, candidates: Iterable[str]) -> str | None:
    """The candidate nearest to a misspelt word, None if none is near."""
    close = get_close_matches(word.lower(), list(candidates), 1, 0.6)
    return close[0] if close else None


def one_of(phrases: Iterable[str]) -> str:
    """Phrases as a list in prose: `a, b or c`."""
    items = list(phrases)
    return items[0] if len(items) == 1 else ", ".join(items[:-1]) + " or " + items[-1]


def unexpected_token(error: Any, text: str, start: str) -> DslError:
    """The error of a token that does not fit: what stands there, what could, what was probably meant."""
    token = error.token
    expected = set(error.accepts or error.expected)
    if token.type == "$END":
        end = len(text.rstrip())
        comma = text.rfind(",")
        if start == "contract" and comma >= 0:
            return DslError('the melds of a contract are joined by "+"', comma, comma + 1, "+")
        return DslError(f"the {start} stops short: {_expected(expected, start)}", end, end)
    begin, end = token.start_pos, token.end_pos
    before = _misspelt_before(text, begin, start)
    if before is not None:
        at, to, meant = before
        return DslError(f'"{text[at:to]}" is not known here', at, to, meant)
    shown = text[begin:end]
    candidates = [word for name in expected for word in WORDS.get(name, ())]
    meant_word = suggest(shown, sorted(candidates)) if _WORD.fullmatch(shown) else None
    pattern = re.search(r"\b(cards?|same|different)\b(?![^(]*\))", text[:end].lower())
    if start == "contract" and shown.lower() in ("and", "plus", "&"):
        return DslError('the melds of a contract are joined by "+"', begin, end, "+")
    if start == "contract" and token.type in ("NAME", "INT") and "PLUS" in expected:
        return DslError(f'a "+" is missing before "{shown}"', begin, end, f"+ {shown}")
    if start == "contract" and pattern:
        message = 'a contract adds up melds by their names, as in "2 set + run"; what a meld is belongs under `melds`'
        return DslError(message, *pattern.span())
    hint = _special(token.type, expected, shown)
    if hint is not None:
        return DslError(hint[0], begin, end, hint[1])
    return DslError(f'"{shown}" does not fit here: {_expected(expected, start)}', begin, end, meant_word)


def _misspelt_before(text: str, begin: int, start: str) -> tuple[int, int, str] | None:
    """A word just before the fault that was taken for a name but looks like a misspelt keyword or a number."""
    if start == "expression":
        return None
    words = list(_WORD.finditer(text, 0, begin))
    if not words or text[words[-1].end() : begin].strip():
        return None
    word = words[-1].group().lower()
    if word in NUMBERS:
        return *words[-1].span(), str(NUMBERS.index(word) + 1)
    meant = None if word in KEYWORDS or start == "contract" else suggest(word, OPENERS)
    return None if meant is None else (*words[-1].span(), meant)


def _special(kind: str, expected: set[str], shown: str) -> tuple[str, str | None] | None:
    """Mistakes that deserve words of their own."""
    if kind == "COMPARE" and "AND" in expected and "COMPARE" not in expected:
        return 'only two things can be compared at once; join comparisons with "and"', None
    if "COMMA" in expected and kind in {"CARD_LIST", "SAME", "DIFFERENT", "IN", "ONLY", "NO", "ALL", "ANY"}:
        return f'a comma is missing before "{shown}"', f", {shown}"
    return None


def _expected(expected: set[str], start: str) -> str:
    """`expected …` in words."""
    rest = set(expected) - ({"COMMA", "COMPARE"} if start == "contract" else set())
    phrases = []
    if {"SAME", "IN", "ONLY"} <= rest:
        phrases.append('a condition such as "same rank", "in sequence" or "wilds = 0"')
        rest -= _CONDITION
    if start == "contract" and {"INT", "NAME"} <= rest:
        phrases.append("the name of a meld, with or without a number before it")
        rest -= _CONDITION
    if {"INT", "NAME", "LPAR"} <= rest:
        phrases.append("a number or a quantity")
        rest -= _OPERAND
    if {"STAR", "SLASH"} <= rest:
        phrases.append("an operator such as +")
        rest -= _OPERATOR | {"DOT", "LPAR"}
    rest.discard("DOT")
    phrases += sorted(TERMINALS[name] for name in rest if name in TERMINALS and name != "$END")
    if "$END" in rest:
        phrases.append(TERMINALS["$END"])
    return "expected " + one_of(phrases) if phrases else "expected a name"
