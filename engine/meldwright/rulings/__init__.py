"""Irregularities and incomplete games: what the rules say when something has gone wrong at the table.

    from meldwright.rulings import rule, score

The rulings are data of the ruleset (the key `rulings`). Here are the facts and verbs they are written in (`facts`,
`conditions`, `verbs`), `rule`, which finds the one for a situation, and `score`, which applies them to a score sheet.
Names are imported when they are first used: the ruleset reader needs the vocabulary, not the answers.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .reckoning import Entry as Entry
    from .reckoning import Reckoning as Reckoning
    from .reckoning import score as score
    from .verdict import Step as Step
    from .verdict import TableState as TableState
    from .verdict import Verdict as Verdict
    from .verdict import rule as rule

_HOME = {
    "Entry": "reckoning",
    "Reckoning": "reckoning",
    "Step": "verdict",
    "TableState": "verdict",
    "Verdict": "verdict",
    "rule": "verdict",
    "score": "reckoning",
}

__all__ = [*_HOME]


def __getattr__(name: str) -> Any:
    if name not in _HOME:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(import_module(f".{_HOME[name]}", __name__), name)
    globals()[name] = value
    return value
