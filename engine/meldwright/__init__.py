"""Meldwright: the rules of rummy card games as data.

    from meldwright import Game, best_arrangement, load_ruleset, simulate

Names are imported when they are first used, so that reading and checking rulesets never loads the compiled engine.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from ._version import __version__

if TYPE_CHECKING:
    from .arrangement import Arrangement as Arrangement
    from .arrangement import best_arrangement as best_arrangement
    from .cards import CardError as CardError
    from .game import Game as Game
    from .lab.compare import Comparison as Comparison
    from .lab.compare import compare as compare
    from .lab.simulate import Result as Result
    from .lab.simulate import simulate as simulate
    from .moves import AmbiguousMoveError as AmbiguousMoveError
    from .moves import IllegalMoveError as IllegalMoveError
    from .moves import Move as Move
    from .moves import MoveError as MoveError
    from .moves import UnreadableMoveError as UnreadableMoveError
    from .position import PositionError as PositionError
    from .ruleset.diagnostics import InputError as InputError
    from .ruleset.diagnostics import RulesetError as RulesetError
    from .ruleset.model import check_ruleset as check_ruleset
    from .ruleset.model import load_ruleset as load_ruleset
    from .ruleset.rules import Ruleset as Ruleset
    from .rulings.reckoning import Reckoning as Reckoning
    from .rulings.reckoning import score as score
    from .rulings.verdict import Verdict as Verdict
    from .rulings.verdict import rule as rule

_HOME = {
    "AmbiguousMoveError": "moves",
    "Arrangement": "arrangement",
    "CardError": "cards",
    "Comparison": "lab.compare",
    "Game": "game",
    "IllegalMoveError": "moves",
    "InputError": "ruleset.diagnostics",
    "Move": "moves",
    "MoveError": "moves",
    "PositionError": "position",
    "Reckoning": "rulings.reckoning",
    "Result": "lab.simulate",
    "Ruleset": "ruleset.rules",
    "RulesetError": "ruleset.diagnostics",
    "UnreadableMoveError": "moves",
    "Verdict": "rulings.verdict",
    "best_arrangement": "arrangement",
    "check_ruleset": "ruleset.model",
    "compare": "lab.compare",
    "load_ruleset": "ruleset.model",
    "rule": "rulings.verdict",
    "score": "rulings.reckoning",
    "simulate": "lab.simulate",
}

__all__ = ["__version__", *_HOME]


def __getattr__(name: str) -> Any:
    if name not in _HOME:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(import_module(f".{_HOME[name]}", __name__), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *_HOME})
