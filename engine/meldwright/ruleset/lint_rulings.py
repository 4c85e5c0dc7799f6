"""Lint rules about irregularities: exactly one ruling for all facts, and remedies that lead somewhere.

Facts have finitely many answers, so every combination is tried; nothing is left to chance.
"""

from __future__ import annotations

from itertools import combinations

from meldwright.patterns.tree import Expr
from meldwright.rulings.conditions import COMBINATIONS, all_answers, answers_text, count_answers, holds
from meldwright.rulings.verbs import Order

from .linter import Linter
from .rules import Irregularity, Ruling


def lint_rulings(lint: Linter) -> None:
    """Overlaps, gaps and dead ends among the rulings."""
    homes: dict[str, str] = {}
    for irregularity in lint.ruleset.rulings:
        for ruling in irregularity.rulings:
            home = homes.setdefault(ruling.id, irregularity.name)
            if home != irregularity.name:
                path = ("rulings", irregularity.name, "rules", ruling.id)
                message = f'"{ruling.id}" is the name of a ruling on "{home}" already'
                lint.error("repeated-name", message, path, ("rulings", home, "rules", ruling.id))
        _one_ruling(lint, irregularity)
        for ruling in irregularity.rulings:
            _leads_somewhere(lint, irregularity, ruling)
    _circles(lint)


def _one_ruling(lint: Linter, irregularity: Irregularity) -> None:
    """Warn of rulings that hold at once, and of facts for which none does."""
    path = ("rulings", irregularity.name)
    if not irregularity.rulings:
        lint.warning("no-rulings", f'the irregularity "{irregularity.name}" has no rulings', path)
        return
    trees = [*_trees(irregularity)]
    if count_answers(trees) > COMBINATIONS:
        message = f'the rulings on "{irregularity.name}" ask for too many facts at once to be tried out'
        lint.warning("too-many-facts", message, path)
        return
    cover = irregularity.when.tree if irregularity.when else None
    told: set[tuple[str, str]] = set()
    met: set[str] = set()
    gap = False
    for answers in all_answers(trees):
        if not holds(cover, answers):
            continue
        found = [r for r in irregularity.rulings if holds(r.when.tree if r.when else None, answers)]
        met |= {r.id for r in found}
        if not found and not gap:
            gap = True  # one example is enough
            message = f'the irregularity "{irregularity.name}" has no ruling for {answers_text(answers)}'
            lint.warning("gap", message, path)
        for one, other in combinations(found, 2):
            if (one.id, other.id) not in told:
                told.add((one.id, other.id))
                message = f"the rulings {one.id} and {other.id} both hold for {answers_text(answers)}"
                lint.warning("overlap", message, (*path, "rules", other.id), (*path, "rules", one.id))
    for ruling in irregularity.rulings:
        if ruling.id not in met:
            message = f"the ruling {ruling.id} never counts: no facts of the irregularity fit it"
            lint.warning("never-counts", message, (*path, "rules", ruling.id))


def _trees(irregularity: Irregularity) -> list[Expr]:
    conditions = (irregularity.when, *(r.when for r in irregularity.rulings))
    return [condition.tree for condition in conditions if condition is not None]


def _leads_somewhere(lint: Linter, irregularity: Irregularity, ruling: Ruling) -> None:
    path = ("rulings", irregularity.name, "rules", ruling.id)
    if not ruling.remedy:
        lint.warning("no-remedy", f"the ruling {ruling.id} orders nothing; `stand` says that nothing is undone", path)
    names = {other.name for other in lint.ruleset.rulings}
    for order in ruling.remedy:
        if order.irregularity and order.irregularity not in names:
            message = f'the ruling {ruling.id} applies "{order.irregularity}", and there is no such irregularity'
            lint.error("unknown-name", message, (*path, "remedy"))


def _circles(lint: Linter) -> None:
    """Refuse rulings that apply each other in a circle."""
    by_name = {i.name: i for i in lint.ruleset.rulings}
    leads = {
        r.id: [s.id for o in r.remedy if o.irregularity in by_name for s in _applied(by_name[o.irregularity], o)]
        for i in lint.ruleset.rulings
        for r in i.rulings
    }
    for irregularity in lint.ruleset.rulings:
        for ruling in irregularity.rulings:
            if _returns(ruling.id, leads):
                message = f"the ruling {ruling.id} leads back to itself with `apply`"
                lint.error("circle", message, ("rulings", irregularity.name, "rules", ruling.id, "remedy"))


def _applied(irregularity: Irregularity, order: Order) -> list[Ruling]:
    """The rulings that may count when `order` applies this irregularity."""
    trees = _trees(irregularity)
    if count_answers(trees) > COMBINATIONS:
        return list(irregularity.rulings)
    tried = list(all_answers(trees, dict(order.answers)))
    return [r for r in irregularity.rulings if any(holds(r.when.tree if r.when else None, a) for a in tried)]


def _returns(id: str, leads: dict[str, list[str]]) -> bool:
    seen: set[str] = set()
    waiting = list(leads[id])
    while waiting:
        other = waiting.pop()
        if other == id:
            return True
        if other not in seen:
            seen.add(other)
            waiting += leads.get(other, [])
    return False
