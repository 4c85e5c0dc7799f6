"""The layout of a game's result: one row of whole numbers per game, the same for every ruleset.

The kernel fills rows, `totals` adds them up. Constants here are frozen into the compiled kernel.
"""

from __future__ import annotations

from ..core.constants import CALLS, ENDINGS, PLAYERS

DECISIONS = 0  # moves made, the request for the next deal not counted
TURNS = 1  # turns of all players in all deals
DEALS = 2
WINNER = 3  # seat; -1 nobody, or several who share the win
STARTER = 4  # seat that plays first in the (first) deal
OFFERED = 5  # moves offered in all decisions: their mean is the branching factor
STUCK = 6  # 1: a state without a legal move was met; never, if the engine keeps its promises
LONGEST = 7  # turns of the longest deal
STOPPED = 8  # 1: the match was stopped by the bound on its deals
CLAIMED = 9  # discards taken out of turn in all deals
ENDED = 10  # deals by how they ended, as `ENDINGS` lists it
CALLED = ENDED + len(ENDINGS)  # deals by the call that ended them, in the ruleset's order
SCORE = CALLED + CALLS  # points of each seat: of the deal, or at the end of the match
WIDTH = SCORE + PLAYERS

RANDOM = 0
GREEDY = 1
BOTS = ("random", "greedy")
