"""Verdicts and reckonings for the command line: text for people, JSON for programs."""

from __future__ import annotations

import json
import textwrap
from collections.abc import Iterator
from dataclasses import asdict
from typing import Any

from meldwright.ruleset.rules import Ruleset

from .facts import FACTS
from .finding import own_facts
from .verdict import TableState, Verdict
from .words import capital

FORMAT = 1  # version of the JSON that `rule` and `score` print
LABELS = 7  # columns of "rule", "now", "cost" and the like


def verdict_json(verdict: Verdict) -> str:
    """A ruling as JSON; facts and hands are mappings."""
    return as_json(_mapped(asdict(verdict)))


def as_json(data: dict[str, Any]) -> str:
    """Plain data as JSON, with the version of the form."""
    return json.dumps({"format": FORMAT, **data}, indent=2, ensure_ascii=False, allow_nan=False)


def _mapped(verdict: dict[str, Any]) -> dict[str, Any]:
    state = verdict["state"]
    return {
        **verdict,
        "facts": dict(verdict["facts"]),
        "state": {**state, "hands": dict(state["hands"])},
        "follows": [_mapped(below) for below in verdict["follows"]],
    }


def verdict_text(v: Verdict, width: int, indent: str = "") -> str:
    """A ruling as it is read out at the table; rulings that count as well below it."""
    lines = [indent + f"{v.id}: {v.title}" + ("" if v.certain else " (if this is what the facts say)")]
    pairs = [("rule", f"{capital(v.situation)}. Noticed {v.detected}.")] if v.detected else []
    pairs = pairs or [("rule", f"{capital(v.situation)}.")]
    pairs += [("now" if n == 0 else "", step.text) for n, step in enumerate(v.steps)]
    pairs += [("cost", f"{capital(v.cost)}.")] if v.cost else []
    pairs += [("score", _score(v))] if v.score is not None or v.charge is not None else []
    pairs += [("then", f"{capital(v.after)}.")] if v.after else []
    pairs += [("table", text) for text in [_state(v.state)] if text and v.certain]
    source = v.source + (" (a decision of this ruleset; the source is silent)" if v.ours else "")
    pairs += [("source", source)] if source else []
    lines += [line for label, text in pairs for line in _labelled(label, text, width, indent + "  ")]
    for below in v.follows:
        lines += ["", verdict_text(below, width, indent + "  ")]
    return "\n".join(lines)


def _score(v: Verdict) -> str:
    if v.score is None:
        return f"{v.charge} points more"
    if v.charge is None:
        return f"{v.score} points"
    return f"{v.score - v.charge} + {v.charge} = {v.score} points"


def _state(state: TableState) -> str:
    parts = [f"{state.turn} is in turn"] if state.turn else []
    parts += [f"{who} holds {n} card{'' if n == 1 else 's'}" for who, n in state.hands]
    if state.exposed:
        parts.append(f"face up on the stock {' '.join(state.exposed)}")
    if state.discards is not None:
        parts.append(f"discards {' '.join(state.discards) or 'none'}")
    if state.choices:
        parts.append(f"to draw: {'; or '.join(state.choices)}")
    return f"{capital(', '.join(parts))}." if parts else ""


def _labelled(label: str, text: str, width: int, indent: str) -> Iterator[str]:
    head = indent + label.ljust(LABELS)
    blank = indent + " " * LABELS
    yield textwrap.fill(
        text, max(40, width), initial_indent=head, subsequent_indent=blank, break_long_words=False,
        break_on_hyphens=False,
    )  # fmt: skip


def questions_text(ruleset: Ruleset, width: int) -> str:
    """What can be asked: each irregularity with the facts its rulings ask for, and their answers."""
    blocks = []
    for irregularity in ruleset.rulings:
        lines = [f"{irregularity.name}: {irregularity.title}"]
        for fact in (FACTS[name] for name in own_facts(irregularity)):
            lines += _wrapped(f"{fact.name}: {fact.question()} {fact.takes()}", width, "  ")
            for word, meaning in fact.words:
                lines += _wrapped(f"{word}: {meaning}", width, "    ")
        blocks.append("\n".join(lines))
    return "\n\n".join(blocks)


def _wrapped(text: str, width: int, indent: str) -> list[str]:
    return textwrap.wrap(text, max(40, width), initial_indent=indent, subsequent_indent=indent + "    ")


def questions_json(ruleset: Ruleset) -> str:
    """What can be asked, as JSON."""
    listed = [
        {
            "irregularity": irregularity.name,
            "title": irregularity.title,
            "rulings": [ruling.id for ruling in irregularity.rulings],
            "facts": [
                {"fact": f.name, "kind": f.kind, "question": f.question(), "answers": list(f.answers)}
                for f in (FACTS[name] for name in own_facts(irregularity))
            ],
        }
        for irregularity in ruleset.rulings
    ]
    return as_json({"irregularities": listed})
