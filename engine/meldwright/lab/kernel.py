"""Playing games in bulk: the compiled loop around `legal_moves`, a bot's choice and `apply_move`.

Game i of a run has the seed `game_seed(seed, i)`, so that it is the same game on any number of threads. Bots that need
chance have a generator of their own, seeded from the game's: what they do never disturbs the cards still to be dealt.
"""

from __future__ import annotations

import numpy as np

from ..bots import greedy, random
from ..core._jit import entry, njit
from ..core.deal import start
from ..core.constants import BUY_BACK, DEAL_OVER, E_CALL, M_DEAL, MATCH_OVER, NOTICE
from ..core.step import apply_move, legal_moves
from .columns import (
    CALLED,
    CLAIMED,
    DEALS,
    DECISIONS,
    ENDED,
    GREEDY,
    LONGEST,
    OFFERED,
    SCORE,
    STARTER,
    STOPPED,
    STUCK,
    TURNS,
    WIDTH,
    WINNER,
)

GOLDEN = np.uint64(0x9E3779B97F4A7C15)
MIX_1 = np.uint64(0xBF58476D1CE4E5B9)
MIX_2 = np.uint64(0x94D049BB133111EB)
BOT_STREAM = np.uint64(0xD1B54A32D192ED03)


@njit
def mix64(x):
    """The finaliser of splitmix64: every bit of the result depends on every bit of x."""
    x = (x ^ (x >> np.uint64(30))) * MIX_1
    x = (x ^ (x >> np.uint64(27))) * MIX_2
    return x ^ (x >> np.uint64(31))


@njit
def game_seed(seed, index):
    """Seed of the game with this index in the run with this seed."""
    return mix64(mix64(np.uint64(seed) + GOLDEN) + GOLDEN * (np.uint64(index) + np.uint64(1)))


@njit
def tally(g, row):
    """Enter a deal that has just ended into the row of its game."""
    row[DEALS] += 1
    row[TURNS] += g.turn
    row[LONGEST] = max(row[LONGEST], g.turn)
    row[ENDED + g.ending] += 1
    if g.ending == E_CALL:
        row[CALLED + g.call] += 1
    for p in range(g.players):
        row[CLAIMED] += g.claims_made[p]


@njit
def pick(r, g, w, n, bot, dice):
    """Index of the move the bot makes among the n in `w.moves`; `dice` is the state of the bots' own generator."""
    if n == 1:
        return 0
    if bot == GREEDY:
        return greedy.choose(r, g, w, n)
    return random.choose(n, dice)


@njit
def over(g):
    """Has the deal ended?"""
    return g.phase == DEAL_OVER or g.phase == MATCH_OVER or g.phase == NOTICE or g.phase == BUY_BACK


@njit
def play(rs, g, w, bots, matches, dice, row):
    """Play the game just started to the end of its deal, or of its match, and fill its row."""
    row[STARTER] = g.starter
    if over(g):
        tally(g, row)
    while g.phase != MATCH_OVER and (matches or not over(g)):
        n = legal_moves(rs, g, w)
        if n == 0:
            row[STUCK] = 1
            return
        move = w.moves[pick(rs[g.variant], g, w, n, bots[g.current], dice)]
        next_deal = (move & 63) == M_DEAL
        if not next_deal:
            row[DECISIONS] += 1
            row[OFFERED] += n
        playing = not over(g)
        apply_move(rs, g, w, move)
        if over(g) and (playing or next_deal):
            tally(g, row)


@entry
def play_chunk(rs, g, w, seed, first, bots, matches, dice, rows):
    """Play game `first` and those after it, one per row. rs: the tables of all variants.

    The dealer moves on by one seat per game, so that every seat starts equally often.
    """
    for i in range(rows.shape[0]):
        row = rows[i]
        for c in range(WIDTH):
            row[c] = 0
        index = first + i
        own = game_seed(seed, index)
        dice[0] = own ^ BOT_STREAM
        start(rs, g, w, own, index % np.int64(rs[0].players))
        play(rs, g, w, bots, matches, dice, row)
        for p in range(rs[0].players):
            row[SCORE + p] = g.final[p] if matches else g.deal_score[p]
        row[STOPPED] = g.stopped
        row[WINNER] = g.match_winner if matches else g.winner
