"""The verbs of a remedy: what can be ordered at the table, in the words in which it is said.

A remedy is a list of texts, each a verb and, where it takes one, its operand: `take_up`, `turn left`, `charge 10`,
`apply incorrect_hand with moment = turn`. What a verb does to the table is in `effects`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

from meldwright.patterns.tree import DslError
from meldwright.ruleset.diagnostics import any_of, suggest

from .conditions import read_answer
from .facts import FACTS, Value

Operand = Literal["none", "player", "number", "irregularity"]


@dataclass(frozen=True)
class Verb:
    """says: the sentence at the table, with placeholders; meaning: the same for the reader of the format."""

    name: str
    operand: Operand
    says: str
    meaning: str


@dataclass(frozen=True)
class Order:
    """A step of a remedy as it was read.

    number: the operand of charge and post. player: that of turn (right, left or next). irregularity, answers: what
    `apply` asks, and the answers to facts that it settles.
    """

    verb: Verb
    number: int = 0
    player: str = ""
    irregularity: str = ""
    answers: tuple[tuple[str, Value], ...] = ()


#: The players of `turn`.
WHO = {
    "right": "the player whose turn it was by right",
    "left": "the player at the offender's left",
    "next": "the next player to draw",
}

VERBS: dict[str, Verb] = {
    verb.name: verb
    for verb in (
        Verb("stand", "none", "Nothing is undone.", "nothing is undone"),
        Verb(
            "return_card",
            "none",
            "{offender} puts {drawn_card} back where it was, on top of the discards.",
            "the card drawn goes back on the pile it came from",
        ),
        Verb(
            "take_up",
            "none",
            "{offender} takes back all cards laid in this turn; exchanged wild cards are changed back.",
            "the offender takes back all cards he put on the table in this turn",
        ),
        Verb(
            "expose",
            "none",
            "Face up on the stock, from the top: {seen}.",
            "the cards seen lie face up on the stock, in their order",
        ),
        Verb(
            "offer",
            "none",
            "{next} may take {seen} as the draw. If not, it is buried face down in the middle of the stock, and"
            " {next} draws as usual.",
            "the next player takes the exposed card as his draw, or has it buried and draws as usual",
        ),
        Verb(
            "three_sources",
            "none",
            "{next} draws one of three: the top exposed card, {top_seen}; the top card of the stock that lies face"
            " down; the previous discard. So does each player after him while an exposed card is left.",
            "the next players draw the top exposed card, the top card that lies face down, or the previous discard,"
            " while an exposed card is left",
        ),
        Verb("discard", "none", "{offender} discards one card as usual.", "the offender discards one card"),
        Verb(
            "discard_only",
            "none",
            "{offender} discards one card without drawing.",
            "the offender discards one card, does not draw, and his turn ends",
        ),
        Verb(
            "draw_only",
            "none",
            "{offender} draws one card and discards none; that ends the turn.",
            "the offender draws one card, does not discard, and his turn ends",
        ),
        Verb(
            "may_draw",
            "none",
            "{offender} may draw one card from the stock, so that the hand is right.",
            "the offender may draw one card from the stock",
        ),
        Verb(
            "no_table",
            "none",
            "{offender} lays nothing on the table in this turn.",
            "the offender lays nothing on the table in this turn",
        ),
        Verb(
            "repeat",
            "none",
            "So again in each of the next turns of {offender} until the hand is right{turns_needed}.",
            "the same again in each of the offender's turns until his hand is right",
        ),
        Verb(
            "retract",
            "none",
            "{offender} takes discards back into the hand until one is left: {retracted}.",
            "the offender takes back discards until one is left: whichever he likes, but none that was drawn",
        ),
        Verb(
            "keep_discard",
            "none",
            "The discard of {offender} stays on the pile.",
            "the offender's discard stays where it is",
        ),
        Verb(
            "give_back",
            "none",
            "Back into the hand of {owner}: {superfluous}. Cards that others have added stay.",
            "the superfluous cards go back to the player who laid them, and cards that others added stay",
        ),
        Verb(
            "count_all",
            "none",
            "Every card that {offender} holds is counted{hand_points}.",
            "every card held is counted",
        ),
        Verb(
            "charge",
            "number",
            "{offender} is charged {number} points for each missing card{charged}.",
            "so many points for each missing card are added to the offender's score of the deal",
        ),
        Verb(
            "post",
            "number",
            "{offender} is given the sum of the {number} highest of the others{posted}.",
            "the offender's score, or total, is the sum of so many highest ones of the others",
        ),
        Verb(
            "redeal",
            "none",
            "What was played of this deal counts for nothing, and {dealer} deals it again.",
            "this deal is dealt again by the same dealer",
        ),
        Verb(
            "replay",
            "none",
            "The deal is played again; what was scored in it counts for nothing.",
            "this deal is played again",
        ),
        Verb("void", "none", "The match has no result.", "the match has no result"),
        Verb("correct", "none", "The right score is written down.", "the right score is written"),
        Verb(
            "suspend",
            "none",
            "The match rests until all its players meet again.",
            "the match is suspended between two deals",
        ),
        Verb("resume", "none", "The match goes on with the next deal.", "the match is resumed with the next deal"),
        Verb("refuse", "none", "That is not possible.", "what was wished is refused"),
        Verb("turn", "player", "Now it is the turn of {who}.", "whose turn it is now"),
        Verb(
            "apply",
            "irregularity",
            "Another ruling counts as well: {irregularity}.",
            "the ruling on another irregularity counts as well; `with fact = answer and ...` settles facts",
        ),
        Verb(
            "later",
            "irregularity",
            "From the next turn of {offender} on another ruling counts: {irregularity}.",
            "as `apply`, but only from the offender's next turn",
        ),
    )
}

#: What a text of a ruling may name in braces, and how it is said while nobody in particular is meant.
PLACEHOLDERS = {
    "offender": "the offender",
    "turn": "the player whose turn it was",
    "next": "the next player",
    "left": "the player at the offender's left",
    "owner": "the player who laid them",
    "dealer": "the same dealer",
    "skipped": "the player whose turn it was and everybody between him and the offender",
    "drawn_card": "the card drawn",
    "seen": "what was seen",
    "top_seen": "whichever it is then",
    "superfluous": "the cards that do not belong to the meld",
    "retracted": "any of them but one that was drawn since",
    "turns_needed": "",
    "hand_points": "",
    "charged": "",
    "posted": "",
}

_ORDER = re.compile(r"\s*(\w+)(?:\s+(\S+?))?(?:\s+with\s+(.*\S))?\s*\Z", re.DOTALL)
_SETTING = re.compile(r"\s*(\w+)\s*=\s*(\w+)\s*\Z")


def read_order(text: str) -> Order:
    """A step of a remedy. Raises DslError at the part that is none."""
    found = _ORDER.match(text)
    word = found.group(1) if found else ""
    if found is None or word not in VERBS:
        start, end = found.span(1) if found else (0, len(text))
        message = f'"{word or text}" is nothing that a remedy can order'
        raise DslError(message, start, end, suggest(word, VERBS))
    verb, operand = VERBS[word], found.group(2)
    start, end = found.span(2) if operand else found.span(1)
    if found.group(3) and verb.operand != "irregularity":
        raise DslError(f'"with" belongs to apply and later, not to {word}', *found.span(3))
    if verb.operand == "none":
        if operand:
            raise DslError(f'"{word}" stands alone', start, end)
        return Order(verb)
    if not operand:
        takes = {"player": any_of(list(WHO)), "number": "a number", "irregularity": "the name of an irregularity"}
        raise DslError(f'"{word}" takes {takes[verb.operand]}', start, end)
    if verb.operand == "player":
        if operand not in WHO:
            raise DslError(f'"turn" takes {any_of(list(WHO))}', start, end, suggest(operand, WHO))
        return Order(verb, player=operand)
    if verb.operand == "number":
        most = 1000 if word == "charge" else 16
        if not operand.isdecimal() or not 1 <= int(operand[:6]) <= most:
            raise DslError(f'"{word}" takes a number from 1 to {most}', start, end)
        return Order(verb, number=int(operand))
    return Order(verb, irregularity=operand, answers=_answers(found.group(3) or "", found.start(3)))


def _answers(text: str, at: int) -> tuple[tuple[str, Value], ...]:
    """`moment = turn and hand_is = too_many` as pairs; `at` is where the text begins."""
    pairs = []
    for part in re.finditer(r"((?:(?!\band\b).)+)(?:\band\b)?", text, re.DOTALL) if text else ():
        start, end = at + part.start(1), at + part.end(1)
        setting = _SETTING.match(part.group(1))
        if setting is None:
            raise DslError('after "with" come answers such as moment = turn', start, end)
        name, word = setting.groups()
        if name not in FACTS:
            raise DslError(f'"{name}" is no fact that a ruling can ask for', start, end, suggest(name, FACTS))
        value: object = {"true": True, "false": False}.get(word, int(word[:6]) if word.isdecimal() else word)
        try:
            pairs.append((name, read_answer(FACTS[name], value)))
        except ValueError as error:
            raise DslError(str(error), start, end) from None
    return tuple(pairs)


def placeholders_of(text: str) -> list[tuple[str, int, int]]:
    """What a text names in braces, each with its place, braces included."""
    return [(found.group(1), found.start(), found.end()) for found in re.finditer(r"\{([^{}]*)\}", text)]


def filled(text: str, values: dict[str, str] | None = None) -> str:
    """The text with its placeholders replaced, by what is said of nobody in particular where there is no value."""
    known = {**PLACEHOLDERS, **(values or {})}
    return re.sub(r"\{([^{}]*)\}", lambda found: known.get(found.group(1), found.group()), text)
