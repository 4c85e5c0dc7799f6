"""The rule language as prose, for the explainer."""

from __future__ import annotations

from collections.abc import Iterable

from meldwright.cards import Deck
from meldwright.patterns.messages import NUMBERS
from meldwright.patterns.names import SUIT_NAMES
from meldwright.patterns.quantities import SCOPE_ALIASES, find
from meldwright.patterns.tree import (
    Alike,
    AllWild,
    Alternative,
    AnySuit,
    Apart,
    Binary,
    Bundle,
    Call,
    CardWord,
    Condition,
    Contract,
    Different,
    Expr,
    Group,
    Limit,
    Name,
    Number,
    Only,
    Part,
    Pattern,
    Refer,
    Same,
    Sequence,
    Size,
    Sized,
    Unary,
)

_ORDER = {
    "plain": "in sequence",
    "low": "in sequence (ace low)",
    "high": "in sequence (ace high)",
    "either": "in sequence (ace high or low)",
    "round": "in sequence (also round the corner)",
}
_COMPARED = {"<": "less than {}", ">": "more than {}", "<=": "{} or less", ">=": "{} or more", "!=": "not {}"}
_MELD_NAMES = {"wilds": "wilds", "naturals": "naturals", "size": "cards", "cards": "cards", "points": "points"}
_WHOSE = {"caller": "the caller", "winner": "the winner", "payer": "the payer"}
_YES = {
    "is_caller": ("made the call", "did not make the call"),
    "is_winner": ("won the deal", "did not win the deal"),
    "is_dealer": ("dealt", "did not deal"),
    "opened": ("has laid a meld", "has not laid a meld"),
    "dropped": ("left the deal", "did not leave the deal"),
    "wrong_call": ("made a wrong call", "made no wrong call"),
    "lucky_cut": ("cut just the cards that the deal takes", "did not cut just the cards that the deal takes"),
}
_ENDED = {
    "went_out": ("a player went out", "nobody went out"),
    "stock_out": ("the stock ran out", "the stock did not run out"),
    "stalemate": ("the deal ended in a stalemate", "the deal did not end in a stalemate"),
    "called": ("the deal ended with a call", "the deal did not end with a call"),
    "one_turn_out": ("the winner went out in one turn", "the winner did not go out in one turn"),
    "cut_joker": ("a joker was cut from the pack", "no joker was cut from the pack"),
}
_SUM, _PRODUCT, _ATOM = 1, 2, 3  # how tightly a phrase holds together


def describe_pattern(pattern: Pattern, deck: Deck | None = None) -> str:
    """A pattern in words: `three or four cards of one rank in different suits`. With a deck, the order of a run whose
    pattern does not say it (an ace that is low) is spelt out."""
    return ", or ".join(_alternative(alternative, deck) for alternative in pattern.alternatives)


def describe_contract(contract: Contract) -> str:
    """A contract in words: `two trios and a straight`."""
    return ", or ".join(_bundle(bundle) for bundle in contract.bundles)


def describe_expression(expression: Expr) -> str:
    """An expression in words: `deadwood is 10 or less`."""
    return _condition_words(expression) if _is_condition(expression) else _amount(expression)


# --- patterns ------------------------------------------------------------------------------------------------------
def count_word(number: int) -> str:
    """A small number as a word."""
    return NUMBERS[number - 1] if 1 <= number <= len(NUMBERS) else str(number)


def describe_size(size: Size) -> str:
    """A size in words: `three or four cards`, `three or more cards`."""
    least, most = size.least, size.most
    if most is None:
        return f"{count_word(least)} or more cards"
    if least == most:
        return "one card" if least == 1 else f"{count_word(least)} cards"
    if most == least + 1:
        return f"{count_word(least)} or {count_word(most)} cards"
    return f"{count_word(least)} to {count_word(most)} cards"


def _alternative(alternative: Alternative, deck: Deck | None) -> str:
    conditions = list(alternative.conditions)
    if alternative.named is not None:
        head = " and ".join(_card_word(word) for word in alternative.named)
    elif alternative.size is not None:
        head = describe_size(alternative.size)
    elif conditions and isinstance(conditions[0], Refer):
        refer = conditions.pop(0)
        assert isinstance(refer, Refer)
        head = f"{_article(refer.name)} {refer.name.replace('_', ' ')}"
    else:
        head = "cards"
    tail: list[str] = []
    commas: list[str] = []
    for condition in conditions:
        words = _condition_of_meld(condition, deck)
        (commas if isinstance(condition, Limit | Apart | Sized | Refer) else tail).append(words)
    return " ".join([head, *(word for word in tail if word)]) + "".join(f", {word}" for word in commas)


def _condition_of_meld(condition: Condition, deck: Deck | None) -> str:
    if isinstance(condition, Same):
        return {"card": "all alike"}.get(condition.attribute, f"of one {condition.attribute}")
    if isinstance(condition, Different):
        return {"card": "no two alike"}.get(condition.attribute, f"in different {condition.attribute}s")
    if isinstance(condition, Sequence):
        return _sequence(condition, deck)
    if isinstance(condition, AllWild):
        return "that are all wild"
    if isinstance(condition, AnySuit):
        return "of any suits"
    if isinstance(condition, Apart):
        return "no two wilds side by side"
    if isinstance(condition, Refer):
        return f"which is also {_article(condition.name)} {condition.name.replace('_', ' ')}"
    if isinstance(condition, Sized):
        return "of " + describe_size(condition.size)
    if isinstance(condition, Group):
        return "that are " + " or ".join(_bare(part, deck) for part in condition.alternatives)
    if isinstance(condition, Alike):
        return "no two of them alike"
    if isinstance(condition, Limit):
        return _limit(condition.condition)
    cards = _list(_card_word(word) for word in condition.cards)
    return f"out of {cards} only" if isinstance(condition, Only) else f"without {cards}"


def _bare(alternative: Alternative, deck: Deck | None) -> str:
    text = _alternative(alternative, deck)
    return text.removeprefix("cards ") if alternative.size is None and alternative.named is None else text


def _sequence(condition: Sequence, deck: Deck | None) -> str:
    if condition.mode == "plain" and deck is not None and "A" in deck.ranks:
        place = {0: "low", len(deck.ranks) - 1: "high"}.get(deck.ranks.index("A"))
        return _ORDER[place or "plain"]
    return _ORDER[condition.mode]


def _limit(condition: Binary) -> str:
    """`no wilds`, `at most two wilds`, `not more wilds than naturals`."""
    left, right, op = condition.left, condition.right, condition.op
    if isinstance(left, Name) and isinstance(right, Number) and left.parts[-1].lower() in _MELD_NAMES:
        what, n = _MELD_NAMES[left.parts[-1].lower()], right.value
        n, op = (n + 1, ">=") if op == ">" else (n - 1, "<=") if op == "<" else (n, op)
        if n <= 0 and op in ("=", "<="):
            return f"without {what}"
        unit = what[:-1] if n == 1 else what
        amount = f"{count_word(n)} {unit}"
        return {"=": f"with {amount}", "<=": f"at most {amount}", ">=": f"at least {amount}"}.get(op, f"not {amount}")
    if isinstance(left, Name) and isinstance(right, Name):
        a, b = (_MELD_NAMES.get(side.parts[-1].lower(), side.parts[-1]) for side in (left, right))
        words = {"<=": f"not more {a} than {b}", "<": f"fewer {a} than {b}", ">": f"more {a} than {b}"}
        words |= {">=": f"at least as many {a} as {b}", "=": f"as many {a} as {b}", "!=": f"not as many {a} as {b}"}
        return words[op]
    return "where " + _condition_words(condition)


def _card_word(word: CardWord) -> str:
    return " or ".join(part.upper() if part.lower() not in ("red", "black") else part for part in word.text.split("|"))


def _article(word: str) -> str:
    return "an" if word[:1].lower() in "aeiou" else "a"


def _list(words: Iterable[str]) -> str:
    items = list(words)
    return items[0] if len(items) == 1 else ", ".join(items[:-1]) + " and " + items[-1]


def _bundle(bundle: Bundle) -> str:
    text = _list(_part(part) for part in bundle.parts) if bundle.parts else "melds"
    return text + "".join(f", {_condition_of_meld(condition, None)}" for condition in bundle.conditions)


def _part(part: Part) -> str:
    names = [name.replace("_", " ") for name in part.names]
    each = _article(names[0]) + " " + (names[0] if len(names) == 1 else ", ".join(names[:-1]) + " or " + names[-1])
    size = "" if part.size is None else f" of {describe_size(part.size)}"
    if part.count == 1:
        return each + size
    if len(names) == 1:
        return f"{count_word(part.count)} {names[0]}s{size}"
    return f"{count_word(part.count)} melds, each {each}{size}"


# --- expressions ---------------------------------------------------------------------------------------------------
def _is_condition(tree: Expr) -> bool:
    if isinstance(tree, Binary):
        return tree.op not in ("+", "-", "*", "/")
    if isinstance(tree, Unary):
        return tree.op == "not"
    if isinstance(tree, Name):
        quantity = find(tree.parts[-1].lower())
        return tree.parts[0].lower() == "called" or (quantity is not None and quantity.kind == "bool")
    if not isinstance(tree, Call) or tree.function != "if" or len(tree.arguments) != 3:
        return False
    return _is_condition(tree.arguments[1])


def _condition_words(tree: Expr, yes: bool = True) -> str:
    if isinstance(tree, Call) or not _is_condition(tree):  # also what the type check would refuse
        return ("" if yes else "not: ") + _amount(tree)
    if isinstance(tree, Unary) and tree.op == "not":
        return _condition_words(tree.operand, not yes)
    if isinstance(tree, Name):
        return _yes_or_no(tree, yes)
    if isinstance(tree, Binary) and tree.op in ("and", "or"):
        op = tree.op if yes else {"and": "or", "or": "and"}[tree.op]
        return f"{_side(tree.left, op, yes)} {op} {_side(tree.right, op, yes)}"
    assert isinstance(tree, Binary)
    turned = {"=": "!=", "!=": "=", "<": ">=", ">=": "<", ">": "<=", "<=": ">"}
    return _compared(tree, tree.op if yes else turned[tree.op])


def _side(tree: Expr, op: str, yes: bool) -> str:
    """One side of `and` or `or`; in brackets when it is joined by the other word."""
    text = _condition_words(tree, yes)
    inner = tree
    while isinstance(inner, Unary):
        inner, yes = inner.operand, not yes
    if isinstance(inner, Binary) and inner.op in ("and", "or"):
        own = inner.op if yes else {"and": "or", "or": "and"}[inner.op]
        return text if own == op else f"({text})"
    return text


def _compared(tree: Binary, op: str) -> str:
    if _is_condition(tree.left):
        both = "just when" if op == "=" else "other than when"
        return f"{_condition_words(tree.left)} {both} {_condition_words(tree.right)}"
    left, right = tree.left, tree.right
    if isinstance(left, Number) and not isinstance(right, Number):
        left, right = right, left
        op = {"<": ">", ">": "<", "<=": ">=", ">=": "<="}.get(op, op)
    amount = _amount(right, _SUM)
    if isinstance(right, Number) or op in ("<", ">", "!="):
        shown = _COMPARED.get(op, "{}").format(amount)
    else:
        shown = {"<=": "not more than {}", ">=": "at least {}", "=": "{}"}[op].format(amount)
    return f"{_amount(left, _SUM)} is {shown}"


def _yes_or_no(tree: Name, yes: bool) -> str:
    parts = [part.lower() for part in tree.parts]
    if parts[0] == "called" and len(parts) > 1:
        return f"the deal {'ended' if yes else 'did not end'} with the call {parts[-1].replace('_', ' ')}"
    if parts[-1] in _ENDED:
        return _ENDED[parts[-1]][0 if yes else 1]
    who = _WHOSE.get(parts[0], "the player")
    words = _YES.get(parts[-1], (parts[-1].replace("_", " "), "not " + parts[-1].replace("_", " ")))
    return f"{who} {words[0 if yes else 1]}"


def _amount(tree: Expr, needed: int = 0) -> str:
    """An amount in words; `needed`: how tightly it must hold together where it stands."""
    if isinstance(tree, Number):
        return str(tree.value)
    if isinstance(tree, Name):
        return _quantity(tree)
    if _is_condition(tree) and not isinstance(tree, Call):
        return f"whether {_condition_words(tree)}"
    if isinstance(tree, Unary):
        return "minus " + _amount(tree.operand, _ATOM)
    if isinstance(tree, Call):
        return _function(tree)
    assert isinstance(tree, Binary)
    own = _SUM if tree.op in ("+", "-") else _PRODUCT
    word = {"+": "plus", "-": "minus", "*": "times", "/": "divided by"}[tree.op]
    # The right side of - and / must hold together more tightly than the left: a - (b - c).
    right = _amount(tree.right, own + (1 if tree.op in ("-", "/") else 0))
    text = f"{_amount(tree.left, own)} {word} {right}"
    return f"({text})" if own < needed else text


def _function(tree: Call) -> str:
    if tree.function == "if" and len(tree.arguments) == 3:
        condition, then, other = tree.arguments
        return f"({_amount(then)} if {describe_expression(condition)}, otherwise {_amount(other)})"
    values = _list(_amount(argument) for argument in tree.arguments)
    name = {"min": "the smallest of", "max": "the largest of", "abs": "the size of"}
    return f"{name.get(tree.function, tree.function)} {values}"


def _quantity(tree: Name) -> str:
    parts = [part.lower() for part in tree.parts]
    quantity = find(parts[-1])
    if quantity is None:
        return parts[-1] if parts[-1] in SUIT_NAMES else tree.parts[-1].upper()
    words = quantity.description
    scope = SCOPE_ALIASES.get(parts[0], parts[0]) if len(parts) > 1 else "self"
    if scope in _WHOSE:
        return f"{_WHOSE[scope]}'s {words}"
    return {
        "others": f"the {words} of all others together",
        "lowest": f"the lowest {words} of any player",
        "highest": f"the highest {words} of any player",
    }.get(scope, words)
