"""What happens now, and what it costs: the ruling of a ruleset on a situation."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from .conditions import Answers
from .effects import Board
from .facts import Value
from .finding import asked_facts, find, own_facts, say_more
from .reading import Source, fail_at_key
from .situation import Situation, read_situation
from .verbs import Order
from .words import Words

if TYPE_CHECKING:
    from meldwright.ruleset.rules import Irregularity, Ruleset, Ruling


@dataclass(frozen=True)
class Step:
    """One thing that is ordered: the verb of the ruleset, its operand ("" without one), and the sentence."""

    verb: str
    operand: str
    text: str


@dataclass(frozen=True)
class TableState:
    """The table after the remedy, as far as the situation tells.

    turn: whose turn it is, None when that is not known. hands: cards in hand of the players of whom they were told.
    discards: the pile from the bottom, None when it is not known. exposed: cards face up on the stock, from the top.
    choices: what the next player may draw, where the ruling gives him a choice of its own.
    """

    turn: str | None
    hands: tuple[tuple[str, int], ...]
    discards: tuple[str, ...] | None
    exposed: tuple[str, ...]
    choices: tuple[str, ...]


@dataclass(frozen=True)
class Verdict:
    """A ruling on a situation.

    id: the ruling's name in the ruleset. irregularity: the kind of irregularity, `title` in words. situation,
    detected: what the rule is about. facts: what was told, and what was worked out from it. steps: what is done.
    cost: who pays what. charge: points for missing cards, None when there are none. score: points of the deal, or the
    total, that the offender gets; None when the ruling gives none or they are not known. after: how it goes on. state:
    the table then. source: where the rule comes from; ours: it is a decision of the ruleset's author. follows: rulings
    that count as well; of several on one irregularity the one whose situation holds, and these are not `certain`.
    """

    id: str
    irregularity: str
    title: str
    situation: str
    detected: str
    facts: tuple[tuple[str, Value], ...]
    steps: tuple[Step, ...]
    cost: str
    charge: int | None
    score: int | None
    after: str
    state: TableState
    source: str
    ours: bool
    certain: bool = True
    follows: tuple[Verdict, ...] = ()


def rule(ruleset: Ruleset | str | Path, situation: Source) -> Verdict:
    """The ruling on a situation.

    ruleset: a `Ruleset`, or the name or path of one. situation: a mapping, the same as YAML text, or the `Path` of a
    file with it; docs/irregularities.md has its keys. Raises InputError (a ValueError) when the situation cannot be
    read, tells too little for a ruling or is one on which the rules are silent; RulesetError for the ruleset;
    TypeError for an argument of another type.
    """
    from meldwright.loading import ruleset_of

    rules = ruleset_of(ruleset)
    return decide(rules, read_situation(rules, situation))


def decide(rules: Ruleset, s: Situation) -> Verdict:
    """The ruling on a situation that has been read. Raises InputError."""
    asked = asked_facts(rules, s.irregularity)
    for name in s.answers:
        node = s.node.get(name)
        if name not in asked and node is not None:
            own = ", ".join(own_facts(s.irregularity)) or "no facts"
            fail_at_key(node, f"no ruling on {s.irregularity.name} asks for `{name}`; they ask for {own}")
    found = find(s.irregularity, s.answers)
    if len(found.rulings) != 1 or found.open:
        message, notes = say_more(s.irregularity, found, s.answers)
        fail_at_key(s.node, message, code="no-ruling", notes=notes)
    return _Judge(rules, s).verdict(s.irregularity, found.rulings[0], s.answers, Board.of(s))


class _Judge:
    """Carries remedies out, step by step."""

    def __init__(self, rules: Ruleset, s: Situation) -> None:
        self.rules = rules
        self.s = s
        self.words = Words(s)

    def verdict(
        self, irregularity: Irregularity, ruling: Ruling, answers: Answers, board: Board, certain: bool = True
    ) -> Verdict:
        """One ruling; `board` is the table it works on."""
        steps: list[Step] = []
        follows: list[Verdict] = []
        for order in ruling.remedy:
            if order.irregularity:
                applied = self._applied(order, answers, board)
                if not applied:
                    continue
                follows += applied
                named = " or ".join(v.id for v in applied)
                text = self.words.sentence(order, irregularity=f"{applied[0].title} ({named})")
            else:
                board.carry_out(order)
                text = self.words.sentence(order, who=board.turn if order.player else None)
            steps.append(Step(order.verb.name, order.player or order.irregularity or str(order.number or ""), text))
        charge, score = self._points(ruling)
        return Verdict(
            id=ruling.id,
            irregularity=irregularity.name,
            title=irregularity.title,
            situation=ruling.situation,
            detected=ruling.detected,
            facts=tuple((name, answers[name]) for name in own_facts(irregularity) if name in answers),
            steps=tuple(steps),
            cost=self.words.fill(ruling.cost),
            charge=charge,
            score=score,
            after=self.words.fill(ruling.after),
            state=self._state(board),
            source=ruling.source,
            ours=ruling.ours,
            certain=certain,
            follows=tuple(follows),
        )

    def _applied(self, order: Order, answers: Answers, board: Board) -> list[Verdict]:
        """The rulings of another irregularity: the one that counts, or those that may; none when it does not arise."""
        other = next(i for i in self.rules.rulings if i.name == order.irregularity)
        told = {**answers, **dict(order.answers)}
        found = find(other, told)
        if order.verb.name == "apply" and len(found.rulings) == 1:
            return [self.verdict(other, found.rulings[0], told, board)]
        certain = len(found.rulings) == 1
        return [self.verdict(other, r, told, Board.of(self.s), certain) for r in found.rulings]

    def _points(self, ruling: Ruling) -> tuple[int | None, int | None]:
        """Points for missing cards, and the score that the offender gets."""
        charge = score = None
        for order in ruling.remedy:
            if order.verb.name == "charge" and self.s.surplus is not None:
                charge = order.number * max(0, -self.s.surplus)
            elif order.verb.name == "count_all" and self.s.hand is not None:
                score = sum(self.s.points[card] for card in self.s.hand)
            elif order.verb.name == "post" and len(self.s.scores) >= order.number:
                score = sum(sorted(self.s.scores.values(), reverse=True)[: order.number])
        return charge, score if score is None or charge is None else score + charge

    def _state(self, board: Board) -> TableState:
        players = self.s.seats.players
        return TableState(
            turn=None if board.turn is None else players[board.turn],
            hands=tuple((players[seat], n) for seat, n in sorted(board.sizes.items())),
            discards=None if board.discards is None else tuple(board.discards),
            exposed=tuple(board.exposed),
            choices=tuple(board.choices),
        )
