"""Counting sequences of moves: the smallest change of what is legal changes one of these numbers."""

from __future__ import annotations

from typing import Any

from meldwright.core import state as s
from meldwright.game import Game


def perft(game: Game, depth: int) -> int:
    """Number of sequences of `depth` moves that stay within the deal; the game is left as it was."""
    return _count(game, s.from_bytes(game.record)[0], depth)


def divide(game: Game, depth: int) -> dict[str, int]:
    """The count of each first move, in the order of the moves."""
    if game.deal_over:
        return {}
    out = {}
    for move in game.legal_moves():
        game.push(move)
        out[move.text] = perft(game, depth - 1) if depth > 1 else 1
        game.pop()
    return out


def _count(game: Game, g: Any, depth: int) -> int:
    if int(g.phase) in (s.DEAL_OVER, s.MATCH_OVER):
        return 0
    tables, work, core = game.tables, game._work, game._core
    n = int(core.legal_moves(tables, g, work))
    if depth == 1:
        return n
    total = 0
    for code in [int(m) for m in work.moves[:n]]:
        child = s.from_bytes(g.tobytes())[0]
        core.apply_move(tables, child, work, code)
        total += _count(game, child, depth - 1)
    return total


def explain(counts: dict[str, int]) -> str:
    """The divide as lines, for the message of a failing test."""
    return "\n".join([*(f"  {text}: {n}" for text, n in counts.items()), f"  all: {sum(counts.values())}"])
