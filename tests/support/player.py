"""A player for the tests: random, but tidy enough now and then to reach knocks, gins and hands that go out."""

from __future__ import annotations

import random
from typing import Any

from meldwright.core import state as s
from meldwright.game import Game


class Player:
    """Chooses among the legal moves with a generator of its own.

    tidy: how often (0 to 1) a discard is one that leaves the least deadwood. eager: how often a call, a meld, a
    lay-off or a claim is made when there is one.
    """

    def __init__(self, seed: int, tidy: float = 0.7, eager: float = 0.5) -> None:
        self.random = random.Random(seed)
        self.tidy = tidy
        self.eager = eager

    def choose(self, game: Game) -> Any:
        """A legal move."""
        moves = game.legal_moves()
        by_kind: dict[int, list[Any]] = {}
        for move in moves:
            by_kind.setdefault(move.code & 63, []).append(move)
        wanted = [m for k in (s.M_CALL, s.M_MELD, s.M_LAY_OFF, s.M_CLAIM, s.M_SWAP) for m in by_kind.get(k, [])]
        if wanted and self.random.random() < self.eager:
            return self.random.choice(wanted)
        discards = by_kind.get(s.M_DISCARD, [])
        if discards and self.random.random() < self.tidy:
            return self._tidiest(game, discards)
        return self.random.choice(by_kind[self.random.choice(list(by_kind))])

    def _tidiest(self, game: Game, discards: list[Any]) -> Any:
        g, work = game._game, game._work
        game._core.deadwood_by_discard(game.names.rules, work, g.hand[game.current], g.mask[game.current])
        left = {m: int(work.deadwood_after[m.code >> 6]) for m in discards}
        least = min(left.values())
        return self.random.choice([m for m in discards if left[m] == least])
