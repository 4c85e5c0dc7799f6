"""The end of a deal and of a match: who won it, totals and columns, the target, the final reckoning."""

import numpy as np

from ._jit import njit
from .codes import kind_of, move, offer
from .deal import hand_out, next_dealer, shuffle
from .hands import next_seat
from .scoring import AMOUNT_BOUND, TOTAL_BOUND, clamp, settle
from .constants import (
    COLUMNS, DEAL_OVER, E_LIMIT, E_OUT, E_VOID, GIVES_BOXES, GIVES_POINTS, M_NOTICE, M_PASS, MATCH_OVER, NOTICE,
)  # fmt: skip


@njit
def end_deal(r, g, w, ending):
    """Score the deal and see whether the match is over."""
    g.ending = ending
    g.deal_endings[ending] += 1
    if ending == E_LIMIT:
        g.stalemates += 1
    g.winner = g.out_player if ending == E_OUT else -1
    w.column = -1
    if ending != E_VOID:
        settle(r, g, w, r.rows, np.int64(r.rows_n), GIVES_POINTS, g.deal_score)
    find_winner(r, g)
    if ending != E_VOID:  # boxes go by who won the deal, so they come after the points
        settle(r, g, w, r.rows, np.int64(r.rows_n), GIVES_BOXES, g.deal_boxes)
    for p in range(g.players):
        g.score[p] = clamp(g.score[p] + g.deal_score[p], TOTAL_BOUND)
        g.boxes[p] += g.deal_boxes[p]
    if g.winner >= 0:
        g.deals_won[g.winner] += 1
        g.last_winner = g.winner
    g.phase = DEAL_OVER
    if r.columns > 1:
        enter_columns(r, g)
    else:
        for p in range(g.players):
            g.col_score[0, p] = g.score[p]
            g.col_boxes[0, p] = g.boxes[p]
    if match_done(r, g):
        finish(r, g, w)
        if r.wins_needed > 1 and not_won(r, g):
            next_game(r, g)
        else:
            g.phase = MATCH_OVER
    g.next_dealer = next_dealer(r, g)
    g.current = g.next_dealer
    if r.rolling and not g.notice and g.phase == DEAL_OVER:
        g.phase = NOTICE
        g.claims = 0
        g.current = next_seat(g, np.int64(g.next_dealer))


@njit
def notice_moves(w):
    """Between deals: go on, or give notice that no further column opens."""
    offer(w, move(M_PASS))
    offer(w, move(M_NOTICE))


@njit
def notice_apply(g, m):
    """Ask the next player, until one gives notice or all have been asked."""
    g.claims += 1
    if kind_of(m) == M_NOTICE:
        g.notice = 1
    if g.notice or g.claims >= g.players:
        g.phase = DEAL_OVER
        g.current = g.next_dealer
    else:
        g.current = next_seat(g, np.int64(g.current))


@njit
def not_won(r, g):
    """Are more games to be played before somebody has won as many as the match needs?"""
    if g.deal >= r.deal_limit:
        g.stopped = g.match_winner < 0 or g.games_won[g.match_winner] < r.wins_needed
        return False
    return g.match_winner < 0 or g.games_won[g.match_winner] < r.wins_needed


@njit
def find_winner(r, g):
    """Who won the deal: who went out, else who alone has the best score of it; nobody when that is shared."""
    if g.winner >= 0:
        return
    best, alone = best_of(r, g, g.deal_score, True)
    if alone:
        g.winner = best


@njit
def enter_columns(r, g):
    """Enter a won deal in every open column where its winner has an entry, and in the first where he has none."""
    p = np.int64(g.winner)
    if p < 0:
        return
    started = False
    for c in range(COLUMNS):
        if g.col_state[c] != 1 or (g.col_entries[c, p] == 0 and started):
            continue
        if g.col_entries[c, p] == 0:
            started = True
        g.col_entries[c, p] += 1
        g.col_score[c, p] += g.deal_score[p]
        g.col_boxes[c, p] += g.deal_boxes[p]
    for c in range(COLUMNS):
        if g.col_state[c] == 1 and g.col_score[c, p] >= r.target:
            g.col_state[c] = 2
            g.col_winner[c] = p
            if r.rolling and not g.notice:
                open_column(g)


@njit
def open_column(g):
    """Open the next column, if there is room for one more."""
    for c in range(COLUMNS):
        if g.col_state[c] == 0:
            g.col_state[c] = 1
            return


@njit
def best_of(r, g, amounts, seated):
    """The player with the best of these amounts, and whether he is alone; `seated`: of those who played the deal."""
    best = -1
    alone = False
    for p in range(g.players):
        if seated and g.sits[p]:
            continue
        diff = np.int64(1)
        if best >= 0:
            diff = np.int64(amounts[p]) - np.int64(amounts[best])
            if r.low_wins:
                diff = -diff
        if diff > 0:
            best = p
            alone = True
        elif diff == 0:
            alone = False
    return best, alone


@njit
def match_done(r, g):
    """Is the match over after this deal?"""
    if decided(r, g):
        return True
    g.stopped = g.deal >= r.deal_limit
    return g.stopped != 0


@njit
def decided(r, g):
    """Has the match come to its own end: the columns closed, the target or the number of deals reached?"""
    if r.columns > 1:
        for c in range(COLUMNS):
            if g.col_state[c] == 1:
                return False
        return True
    reached = False
    if r.target > 0:
        for p in range(g.players):
            if g.score[p] >= r.target:
                reached = True
    if r.deals > 0 and g.deal >= r.deals:
        reached = True
    if reached and not r.tie_shared:
        best, alone = best_of(r, g, g.score, False)
        return alone
    return reached


@njit
def finish(r, g, w):
    """The final reckoning, column by column, and the winner of the match (-1: shared)."""
    for p in range(g.players):
        g.final[p] = g.kept[p]
    of_deal = g.winner
    best, alone = best_of(r, g, g.score, False)
    for c in range(COLUMNS):
        if c > 0 and g.col_state[c] == 0:
            continue
        w.column = c
        if r.columns <= 1:
            g.col_winner[0] = best if alone else -1
        g.winner = g.col_winner[c]
        for p in range(g.players):
            g.bonus[p] = 0
        factor = settle(r, g, w, r.finals, np.int64(r.finals_n), GIVES_POINTS, g.bonus)
        for p in range(g.players):
            total = clamp(g.col_score[c, p], AMOUNT_BOUND) * factor + g.bonus[p]
            g.final[p] = clamp(g.final[p] + clamp(total, TOTAL_BOUND), TOTAL_BOUND)
    w.column = -1
    g.winner = of_deal
    g.match_winner = g.col_winner[0]
    if r.columns > 1:
        best, alone = best_of(r, g, g.final, False)
        g.match_winner = best if alone else -1
    if g.match_winner >= 0:
        g.games_won[g.match_winner] += 1


@njit
def next_game(r, g):
    """A match of several games goes on: the final amounts are kept, the totals start again."""
    g.games += 1
    for p in range(g.players):
        g.kept[p] = g.final[p]
        g.score[p] = 0
        g.boxes[p] = 0


@njit
def deal_next(rs, g, w):
    """Deal the next hand. rs: the tables of all variants."""
    r = rs[g.variant]
    g.dealer = g.next_dealer
    shuffle(r, g)
    hand_out(rs, g, w)
    if g.ending == E_VOID and g.deal >= r.deal_limit:  # void deals would go on for ever
        g.stopped = 1
        finish(r, g, w)
        g.phase = MATCH_OVER
