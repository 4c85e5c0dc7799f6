"""What everybody at the table knows, worked out from the moves alone, and worlds that a seat cannot tell apart."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

from meldwright.core import state as s
from meldwright.game import Game

CLOSED = (s.DEAL_OVER, s.MATCH_OVER)


class Witness:
    """Follows a game and remembers which cards of each hand were seen by all: taken from the discards or the table.

    After a card was thrown face down, the cards remembered are those of the hand and that card together.
    """

    def __init__(self, game: Game) -> None:
        self.game = game
        self.seen: list[Counter[int]] = [Counter() for _ in range(game.players)]

    def push(self, move: Any) -> None:
        """Make a move and take note of what was to be seen."""
        g, p = self.game._game, self.game.current
        before, phase, top = [int(n) for n in g.hand[p]], int(g.phase), int(g.discard[max(0, int(g.discard_n) - 1)])
        self.game.push(move)
        g = self.game._game
        kind = move.code & 63
        if kind in (s.M_DEAL, s.M_CUT):
            self.seen = [Counter() for _ in range(self.game.players)]
            return
        if kind == s.M_MAY_I:  # what comes from the stock with the discard nobody sees
            self.seen[p][top] += 1
            return
        for k, n in enumerate(before):
            change = int(g.hand[p, k]) - n
            if (change > 0 and kind != s.M_DRAW_STOCK) or (change < 0 and phase != s.CALL_DISCARD):
                self.seen[p][k] = max(0, self.seen[p][k] + change)


def is_open(g: Any, p: int) -> bool:
    """Has everybody seen the whole hand?"""
    over = int(g.phase) in s.BETWEEN_DEALS and not g.dropped[p]  # who has left the deal has set his cards aside
    return bool(g.exposed[p] or g.shown[p]) or over


def hides_discard(g: Any, seat: int) -> bool:
    """Is the top discard one that this seat has not seen?"""
    return int(g.phase) == s.SHOW and bool(g.face_down) and int(g.caller) != seat


def another_world(witness: Witness, seat: int, rng: random.Random) -> bytes:
    """The record of a game that differs only in what the seat has not seen, including all chance to come."""
    game = witness.game
    g = s.from_bytes(game.record)[0]
    others = [p for p in range(game.players) if p != seat and not is_open(g, p)]
    kept = {p: list(witness.seen[p].elements()) for p in others}
    pool = [int(k) for k in g.stock[: int(g.stock_n)]]
    sizes = {p: int(g.hand_n[p]) for p in others}
    top, caller = int(g.discard_n) - 1, int(g.caller)
    hidden_top = hides_discard(g, seat)
    for p in others:
        pool += [k for k in range(s.KINDS) for _ in range(int(g.hand[p, k]))]
    if hidden_top:
        pool.append(int(g.discard[top]))
        if caller in sizes:
            sizes[caller] += 1
    for p in others:
        for k in kept[p]:
            pool.remove(k)
    rng.shuffle(pool)
    for p in others:
        cards = kept[p] + [pool.pop() for _ in range(sizes[p] - len(kept[p]))]
        if hidden_top and p == caller:
            g.discard[top] = cards.pop(rng.randrange(len(cards)))
        _hold(game, g, p, cards)
    if hidden_top and caller not in sizes:
        g.discard[top] = pool.pop()
    assert len(pool) == int(g.stock_n)
    for i, k in enumerate(pool):
        g.stock[i] = k
    g.rng = rng.getrandbits(63) | 1
    return bytes(g.tobytes())


def _hold(game: Game, g: Any, p: int, cards: list[int]) -> None:
    """Let a seat hold these cards."""
    for k in range(s.KINDS):
        g.hand[p, k] = cards.count(k)
    g.mask[p] = s.mask_of(cards)
    g.hand_points[p] = sum(int(game.names.rules.points[k]) for k in cards)
