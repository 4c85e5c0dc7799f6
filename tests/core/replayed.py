"""Plays matches by the core and prints every move with a hash of the record after it; run with and without compiling.

Arguments: the bot (random or greedy), the number of moves, then `game[+overlay...]:players:seed` for each match.
"""

from __future__ import annotations

import sys
from hashlib import blake2b

import numpy as np

from meldwright.bots import greedy
from meldwright.core import _jit
from meldwright.core import state as s
from meldwright.game import Game
from meldwright.lab.kernel import pick
from meldwright.ruleset.model import load_ruleset

BOTS = {"random": 0, "greedy": 1}


def from_python(function):
    """A function of the core or of a bot, callable from Python whatever way it is compiled."""
    return getattr(_jit, "as_entry", lambda f: f)(function)


def replay(spec: str, bot: str, moves: int) -> None:
    """Print the moves of one match."""
    text, players, seed = spec.split(":")
    name, *overlays = text.split("+")
    game = Game(load_ruleset(name, [f"house/{o}" for o in overlays]), int(players), seed=int(seed))
    tables, g, work, core = game.tables, game._game, game._work, game._core
    choose, greedily = from_python(pick), from_python(greedy.choose)
    dice = np.array([int(seed)], np.uint64)
    print(spec, bot)
    for _ in range(moves):
        n = int(core.legal_moves(tables, g, work))
        if n == 0:
            break
        rules = game.names.rules
        i = greedily(rules, g, work, n) if bot == "greedy" else choose(rules, g, work, n, BOTS[bot], dice)
        code = int(work.moves[int(i)])
        core.apply_move(tables, g, work, code)
        print(n, code, s.PHASES[int(g.phase)], blake2b(g.tobytes(), digest_size=8).hexdigest())


if __name__ == "__main__":
    for match in sys.argv[3:]:
        replay(match, sys.argv[1], int(sys.argv[2]))
