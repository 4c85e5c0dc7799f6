"""Moves in a player's notation, and the three ways in which one can be wrong.

`draw stock`, `meld 7H 8H 9H`, `meld 5H JOKER=6H 7H`, `lay off JC on 3`, `discard QS`, `knock`: what is printed parses
back. Melds on the table are numbered from 1 in the order in which they were laid.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from .arguments import shown
from .core import constants as s

if TYPE_CHECKING:
    from .tables import Names


class MoveError(ValueError):
    """A move that cannot be made. `text` is the move, `position` the state in one line, `reason` the sentence."""

    def __init__(self, text: str, reason: str, position: str) -> None:
        super().__init__(f"{reason}: {shown(text)} in {position}")
        self.text = text
        self.reason = reason
        self.position = position


class UnreadableMoveError(MoveError):
    """The text is not in the notation."""


class AmbiguousMoveError(MoveError):
    """The text fits several legal moves; `choices` are their full texts."""

    def __init__(self, text: str, reason: str, position: str, choices: tuple[str, ...]) -> None:
        super().__init__(text, reason, position)
        self.choices = choices


class IllegalMoveError(MoveError):
    """The text can be read, but the rules forbid the move; `rule` is the key of the ruleset that does, where known."""

    def __init__(self, text: str, reason: str, position: str, rule: str = "") -> None:
        super().__init__(text, reason, position)
        self.rule = rule


@dataclass(frozen=True, slots=True)
class Move:
    """A legal move. `code` is the core's whole number, `text` its notation, distinct among the moves of a state."""

    code: int
    text: str

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True, slots=True)
class Spec:
    """A move taken apart: a verb and its operands. A field left at its default is not said."""

    verb: str
    cards: tuple[tuple[int, str], ...] = ()  # kind and what a wild stands for ("" not said or natural)
    target: int = -1  # table meld, from 0
    end: str = ""  # low, high
    count: int = 0
    name: str = ""  # call, or the pattern of a meld
    extra: tuple[str, ...] = field(default=())


PLAIN_VERBS = {
    s.M_PASS: "pass",
    s.M_TAKE: "take upcard",
    s.M_DRAW_STOCK: "draw stock",
    s.M_DONE: "done",
    s.M_DEAL: "deal",
    s.M_TURN_OVER: "turn over",
    s.M_DECLINE: "decline",
    s.M_NOTICE: "give notice",
    s.M_MAY_I: "may I",
    s.M_BUY_BACK: "buy back",
}


def bits(mask: int) -> list[int]:
    """The kinds of a mask, ascending."""
    return [k for k in range(mask.bit_length()) if mask >> k & 1]


def realisation(names: Names, template: int, code: int) -> list[tuple[int, str]]:
    """The cards of a realisation in order, with what each wild stands for."""
    r = names.rules
    wilds = [int(k) for k in r.wild_kind[: int(r.wild_n)]]
    out: list[tuple[int, str]] = []
    if int(r.t_kind[template]) == s.LINE:
        for slot in range(int(r.t_n[template])):
            naturals = bits(int(r.t_slot[template, slot]))
            digit = code % (len(naturals) + len(wilds))
            code //= len(naturals) + len(wilds)
            if digit < len(naturals):
                out.append((naturals[digit], ""))
            else:
                out.append((wilds[digit - len(naturals)], names.stands_for(naturals)))
        return out
    naturals = bits(int(r.t_mask[template]))
    dup = int(r.t_dup[template])
    for kind in naturals:
        radix = min(dup, int(r.copies[kind])) + 1
        out += [(kind, "")] * (code % radix)
        code //= radix
    for kind in wilds:
        radix = int(r.copies[kind]) + 1
        out += [(kind, names.stands_for(naturals))] * (code % radix)
        code //= radix
    return out


def describe(names: Names, code: int, table: list[tuple[int, int, int]]) -> Spec:
    """Take a move of the core apart. `table`: template, number of cards and wild bits of each meld on the table."""
    kind = code & 63
    a = code >> 6 & 4095
    if kind in PLAIN_VERBS:
        return Spec(PLAIN_VERBS[kind])
    if kind == s.M_DRAW_DISCARD:
        return Spec("draw discard", count=a)
    if kind == s.M_MELD:
        return Spec("meld", tuple(realisation(names, a, code >> 18)), name=names.pattern_of(a))
    if kind == s.M_CALL:
        return Spec("call", name=names.calls[a])
    if kind == s.M_CUT:
        return Spec("cut", count=a)
    end, card, wild = code >> 18 & 15, code >> 22 & 63, code >> 28 & 15
    if kind == s.M_DISCARD:
        return Spec("discard", ((a, ""),))
    if kind == s.M_SWAP:
        return Spec("swap", ((card, ""),), target=a, count=end)
    as_what = ""
    if wild:
        template, n, _ = table[a]
        as_what = names.stands_for(names.growth(template, n, end))
    return Spec("lay off" if kind == s.M_LAY_OFF else "claim", ((card, as_what),), target=a, end=s.END_NAMES[end])


def card_text(names: Names, card: tuple[int, str]) -> str:
    """A card of a move: `7H`, or `JOKER=6H` for a wild."""
    kind, stands = card
    return names.deck.name(kind) + (f"={stands}" if stands else "")


def text_of(names: Names, spec: Spec, full: bool = False) -> str:
    """The notation of a move; `full` adds what tells apart moves that would read the same."""
    cards = " ".join(card_text(names, c) for c in spec.cards)
    if spec.verb == "draw discard":
        return "draw discard" if spec.count == 1 else f"draw {spec.count} discards"
    if spec.verb == "call":
        return spec.name.replace("_", " ")
    if spec.verb == "cut":
        return f"cut {spec.count}"
    if spec.verb == "meld":
        return f"meld {cards}" + (f" as {spec.name}" if full else "")
    if spec.verb == "discard":
        return f"discard {cards}"
    if spec.verb == "swap":
        return f"swap {cards} on {spec.target + 1}"
    if spec.verb in ("lay off", "claim"):
        what = f"lay off {cards}" if spec.verb == "lay off" else "claim"
        return f"{what} on {spec.target + 1}" + (f" {spec.end}" if full and spec.end else "")
    return spec.verb


def texts(names: Names, specs: list[Spec]) -> list[str]:
    """Texts of all moves of a state: distinct, with qualifiers only where needed."""
    out = [text_of(names, spec) for spec in specs]
    for full in (True, False):
        seen: dict[str, int] = {}
        for t in out:
            seen[t] = seen.get(t, 0) + 1
        if max(seen.values(), default=1) == 1:
            break
        if full:
            out = [text_of(names, sp, full=True) if seen[t] > 1 else t for t, sp in zip(out, specs, strict=True)]
        else:  # e.g. two ways to arrange the same wilds: number them
            count: dict[str, int] = {}
            for i, t in enumerate(out):
                if seen[t] > 1:
                    count[t] = count.get(t, 0) + 1
                    out[i] = f"{t} #{count[t]}"
    return out


_ON = re.compile(r"^(?P<cards>.*?)\s+(?:on|to)\s+(?:meld\s+)?(?P<target>\d{1,3})(?:\s+(?P<end>low|high))?$")
_CUT = re.compile(r"^cut\s+(?P<n>\d{1,4})$")
_DRAW = re.compile(r"^draw\s+(?:(?P<n>\d{1,3})\s+)?(?P<what>stock|discards?)$")
VERBS = ("pass", "take upcard", "draw", "meld", "lay off", "discard", "done", "claim", "deal", "turn over",
         "decline", "swap", "give notice", "may I", "buy back", "cut")  # fmt: skip


LONGEST_MOVE = 2000  # far more than the longest meld takes
BARE = {
    "discard": "it takes a card, as in 'discard QS'",
    "meld": "it takes the cards of a meld, as in 'meld 7H 8H 9H'",
    "lay off": "it takes a card and the number of a meld on the table, as in 'lay off JC on 3'",
    "lay": "it takes a card and the number of a meld on the table, as in 'lay off JC on 3'",
    "swap": "it takes a card and the number of a meld on the table, as in 'swap JC on 3'",
    "claim": "it takes the number of a meld on the table, as in 'claim on 3'",
    "draw": "it is 'draw stock', 'draw discard', or 'draw 2 discards'",
    "take": "it is 'take upcard'",
    "turn": "it is 'turn over'",
    "give": "it is 'give notice'",
    "may": "it is 'may I'",
    "buy": "it is 'buy back'",
    "cut": "it takes a number of cards, as in 'cut 41'",
}


class Unreadable(ValueError):
    """Why a text is not a move."""


def parse(names: Names, text: str) -> Spec:
    """Read a move in the notation, in any case; raises `Unreadable` with a sentence."""
    if len(text) > LONGEST_MOVE:
        raise Unreadable(f"a move takes at most {LONGEST_MOVE} characters, not {len(text)}")
    words = " ".join(text.split())
    low = words.lower()
    if not words:
        raise Unreadable("an empty text is no move")
    if low in BARE:
        raise Unreadable(f"{low!r} alone is no move: {BARE[low]}")
    call = {c.replace("_", " ").lower(): c for c in names.calls}
    if low in call or low.replace("-", " ") in call:
        return Spec("call", name=call.get(low) or call[low.replace("-", " ")])
    for verb in PLAIN_VERBS.values():
        if low == verb.lower() or (verb == "draw stock" and low == "stock"):
            return Spec(verb)
    cut = _CUT.match(low)
    if cut:
        return Spec("cut", count=int(cut["n"]))
    draw = _DRAW.match(low)
    if draw:
        if draw["what"] == "stock":
            return Spec("draw stock")
        return Spec("draw discard", count=int(draw["n"] or 1))
    for verb in ("meld", "discard"):
        if low.startswith(verb + " "):
            return _cards(names, verb, words[len(verb) + 1 :])
    for verb in ("lay off", "swap", "claim"):
        if low.startswith(verb + " "):
            return _onto(names, verb, words[len(verb) :])
    raise Unreadable(_unknown(names, low))


def _unknown(names: Names, low: str) -> str:
    from difflib import get_close_matches

    calls = [c.replace("_", " ") for c in names.calls]
    begun = next((verb for verb in (*PLAIN_VERBS.values(), *calls) if low.startswith(verb.lower() + " ")), None)
    if begun is not None:
        return f"{begun!r} stands alone: nothing comes after it"
    if low.startswith("draw "):
        return "a draw is 'draw stock', 'draw discard', or 'draw 2 discards'"
    known, low = [*VERBS, *calls], low[:100]
    first = low.split()[0]
    near = get_close_matches(low, known, 1) or get_close_matches(first, known, 1)
    hint = f"; did you mean {near[0]!r}?" if near else f"; a move begins with one of {', '.join(known)}"
    return f"no move begins like that{hint}"


def _cards(names: Names, verb: str, rest: str) -> Spec:
    name = ""
    number = re.match(r"^(.*?)\s+#(\d+)$", rest)
    extra: tuple[str, ...] = ()
    if number:
        rest, extra = number[1], (number[2],)
    tagged = re.match(r"^(.*)\s+as\s+([A-Za-z_][\w-]*)$", rest)  # "as" is also the ace of spades
    if tagged and verb == "meld" and not _is_card(names, tagged[2]):
        rest, name = tagged[1], tagged[2].lower()
        if name not in names.patterns:
            raise Unreadable(f"the ruleset has no meld called {shown(name)}")
    cards = tuple(_card(names, word) for word in rest.replace(",", " ").split())
    if not cards:
        raise Unreadable(f"{verb!r} needs at least one card")
    if verb == "discard" and len(cards) != 1:
        raise Unreadable("one card is discarded at a time")
    return Spec(verb, cards, name=name, extra=extra)


def _onto(names: Names, verb: str, rest: str) -> Spec:
    on = _ON.match(rest)
    if on is None:
        example = "claim on 3" if verb == "claim" else f"{verb} JC on 3"
        raise Unreadable(f"{verb!r} needs the number of a meld on the table, as in {example!r}")
    cards = tuple(_card(names, word) for word in on["cards"].split())
    if verb == "claim":
        if cards:
            raise Unreadable("'claim on 3' names no card: it is the discard that is claimed")
    elif len(cards) != 1:
        raise Unreadable(f"{verb!r} takes one card at a time")
    return Spec(verb, cards, target=int(on["target"]) - 1, end=on["end"] or "")


def _is_card(names: Names, word: str) -> bool:
    try:
        names.deck.index(word)
    except ValueError:
        return False
    return True


def _card(names: Names, word: str) -> tuple[int, str]:
    card, _, stands = word.partition("=")
    try:
        kind = names.deck.index(card)
        if stands and stands.upper() not in names.ranks:
            stands = names.deck.name(names.deck.index(stands))
    except ValueError as error:
        raise Unreadable(str(error)) from error
    return kind, stands.upper()


def nearest(said: Spec, found: list[Move], specs: list[Spec]) -> list[Move]:
    """Of the moves that a text may mean, those it means as it stands.

    Cards that nothing is said of are what they are, if they can be; otherwise a wild is what its place in the text
    makes it.
    """
    natural = [m for m, spec in zip(found, specs, strict=True) if not any(stands for _, stands in spec.cards)]
    kinds = [kind for kind, _ in said.cards]
    placed = [m for m, spec in zip(found, specs, strict=True) if [kind for kind, _ in spec.cards] == kinds]
    return natural or placed


def matches(said: Spec, legal: Spec) -> bool:
    """Is the legal move one that the text may mean?"""
    if said.verb != legal.verb or said.target != legal.target:
        return False
    if said.verb in ("draw discard", "cut") and said.count != legal.count:
        return False
    if (said.name and said.name != legal.name) or (said.end and said.end != legal.end):
        return False
    if said.verb == "claim":
        return True
    left = list(legal.cards)
    for kind, stands in sorted(said.cards, key=lambda c: not c[1]):
        found = next((c for c in left if c[0] == kind and (c[1] == stands or not stands)), None)
        if found is None:
            return False
        left.remove(found)
    return not left
