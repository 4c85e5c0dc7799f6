"""Which ruling counts: the one whose condition holds, as far as the answers decide it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from meldwright.ruleset.diagnostics import Note, quote
from meldwright.ruleset.rules import Irregularity, Ruleset, Ruling

from .conditions import COMBINATIONS, Answers, all_answers, answers_text, count_answers, facts_of, holds
from .facts import FACTS


@dataclass(frozen=True)
class Found:
    """rulings: those that may count, in their order; one alone when the answers decide. open: facts still to be told,
    each of which makes a difference."""

    rulings: tuple[Ruling, ...]
    open: tuple[str, ...]


def find(irregularity: Irregularity, answers: Answers) -> Found:
    """The rulings that agree with what is known. Facts that are not known take every possible answer."""
    cover = irregularity.when.tree if irregularity.when else None
    trees = [] if cover is None else [cover]
    trees += [r.when.tree for r in irregularity.rulings if r.when is not None]
    relevant = {name for tree in trees for name in facts_of(tree)}
    known = {name: value for name, value in answers.items() if name in relevant}
    if count_answers(trees, known) > COMBINATIONS:
        return Found(irregularity.rulings, tuple(sorted(relevant - known.keys())))
    outcomes: list[tuple[Mapping[str, object], str]] = []
    for combination in all_answers(trees, known):
        if holds(cover, combination):
            first = next((r for r in irregularity.rulings if holds(r.when.tree if r.when else None, combination)), None)
            outcomes.append((combination, "" if first is None else first.id))
    met = {id for _, id in outcomes}
    rulings = tuple(r for r in irregularity.rulings if r.id in met)
    if "" in met and len(met) == 1:
        return Found((), ())
    return Found(rulings, tuple(_deciding(outcomes, known)) if len(met) > 1 else ())


def _deciding(outcomes: list[tuple[Mapping[str, object], str]], known: Answers) -> Iterator[str]:
    """The facts that lead to different rulings when they alone are answered differently."""
    names = [name for name in outcomes[0][0] if name not in known]
    for name in names:
        by_rest: dict[tuple[tuple[str, object], ...], set[str]] = {}
        for combination, id in outcomes:
            rest = tuple((k, v) for k, v in combination.items() if k != name)
            by_rest.setdefault(rest, set()).add(id)
        if any(len(ids) > 1 for ids in by_rest.values()):
            yield name


def asked_facts(ruleset: Ruleset, irregularity: Irregularity) -> tuple[str, ...]:
    """The facts that the rulings on an irregularity ask for, and after them those of rulings they apply."""
    by_name = {i.name: i for i in ruleset.rulings}
    names: dict[str, None] = {}
    waiting, seen = [irregularity], {irregularity.name}
    while waiting:
        one = waiting.pop(0)
        for condition in (one.when, *(r.when for r in one.rulings)):
            names |= dict.fromkeys(facts_of(condition.tree) if condition else ())
        for order in (o for r in one.rulings for o in r.remedy if o.irregularity):
            if order.irregularity in by_name and order.irregularity not in seen:
                seen.add(order.irregularity)
                waiting.append(by_name[order.irregularity])
    return tuple(names)


def own_facts(irregularity: Irregularity) -> tuple[str, ...]:
    """The facts that the rulings on an irregularity itself ask for."""
    conditions = (irregularity.when, *(r.when for r in irregularity.rulings))
    return tuple(dict.fromkeys(name for c in conditions if c is not None for name in facts_of(c.tree)))


def say_more(irregularity: Irregularity, found: Found, answers: Answers) -> tuple[str, tuple[Note, ...]]:
    """What is still to be told before a ruling can be given, or that there is none; with a note on each fact."""
    if not found.open:
        relevant = {name: answers[name] for name in own_facts(irregularity) if name in answers}
        message = f"the rules say nothing of {quote(irregularity.title, 80)} with {answers_text(relevant)}"
        if irregularity.when is not None and not found.rulings:
            message += f"; it covers {irregularity.when.text}"
        return message, ()
    message = f"that is not enough for a ruling; say also {all_of(found.open)}"
    return message, tuple(Note(f"{name}: {FACTS[name].question()} {FACTS[name].takes()}") for name in found.open)


def all_of(words: Sequence[str]) -> str:
    """ "a", "a and b", "a, b and c"."""
    return " and ".join([*([", ".join(words[:-1])] if len(words) > 1 else []), *words[-1:]])
