"""The end of a deal and of a match: who won it, totals and columns, the target, the final reckoning."""

import numpy as np

from . import pots
from ._jit import njit
from .codes import kind_of, move, offer
from .deal import begin_deal, next_dealer, shuffle
from .hands import next_seated
from .scoring import AMOUNT_BOUND, TOTAL_BOUND, clamp, settle
from .constants import (
    BUY_OUT, COLUMNS, DEAL_OVER, E_LAST, E_LIMIT, E_OUT, E_VOID, GIVES_BOXES, GIVES_POINTS, M_NOTICE, M_PASS,
    MATCH_OVER, NOTICE,
)  # fmt: skip


@njit
def end_deal(r, g, w, ending):
    """Score the deal and see whether the match is over."""
    g.ending = ending
    g.deal_endings[ending] += 1
    if ending == E_LIMIT:
        g.stalemates += 1
    g.winner = g.out_player if ending == E_OUT or ending == E_LAST else -1
    w.column = -1
    if ending != E_VOID:
        settle(r, g, w, r.rows, np.int64(r.rows_n), GIVES_POINTS, g.deal_score)
    find_winner(r, g)
    if ending != E_VOID:  # boxes go by who won the deal, so they come after the points
        settle(r, g, w, r.rows, np.int64(r.rows_n), GIVES_BOXES, g.deal_boxes)
        pots.settle_chips(r, g, w, r.rows, np.int64(r.rows_n))
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
    after_deal(r, g, w)


@njit
def after_deal(r, g, w):
    """The deal is settled: put players out, then end the match, or ask who buys back, or pass on the deal."""
    if r.out_at > 0 and g.ending != E_VOID:
        pots.put_out(r, g)
    g.asked = 0
    if match_done(r, g, w):
        end_match(r, g, w)
    elif r.buy_who != BUY_OUT and last_one(r, g):  # else who was just put out may come back
        end_match(r, g, w)
    elif g.ending != E_VOID and pots.ask_buyer(r, g):
        return
    elif last_one(r, g):
        end_match(r, g, w)
    pass_deal(r, g)


@njit
def last_one(r, g):
    """Is at most one player still in the match?"""
    return r.out_at > 0 and pots.players_in(g) <= 1


@njit
def bought_back(r, g, w):
    """Everybody has been asked whether he buys back: end the match, or pass on the deal."""
    g.phase = DEAL_OVER
    if last_one(r, g):
        end_match(r, g, w)
    pass_deal(r, g)


@njit
def end_match(r, g, w):
    """The match is over, or one game of it: the final reckoning and the pot."""
    finish(r, g, w)
    if r.wins_needed > 1 and not_won(r, g):
        next_game(r, g)
    else:
        g.phase = MATCH_OVER
        pots.take_pot(r, g, w)


@njit
def pass_deal(r, g):
    """Settle who deals next; he decides, unless others may give notice first."""
    g.next_dealer = next_dealer(r, g)
    g.current = g.next_dealer
    if r.rolling and not g.notice and g.phase == DEAL_OVER:
        g.phase = NOTICE
        g.claims = 0
        g.current = next_seated(g, np.int64(g.next_dealer))


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
        g.current = next_seated(g, np.int64(g.current))


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
    best, alone = best_of(r, g, g.deal_score)
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
def best_of(r, g, amounts):
    """The player with the best of these amounts among those who played the deal to its end, and whether he is alone."""
    best = -1
    alone = False
    for p in range(g.players):
        if g.sits[p] or g.dropped[p]:
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
def match_done(r, g, w):
    """Is the match over after this deal, however many players are still in?"""
    if decided(r, g, w):
        return True
    g.stopped = g.deal >= r.deal_limit
    return g.stopped != 0


@njit
def decided(r, g, w):
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
        return pots.match_leaders(r, g, w) == 1
    return reached


@njit
def single(g, w, n):
    """The player marked in w.group, if it is one; else -1."""
    for p in range(g.players):
        if n == 1 and w.group[p]:
            return p
    return -1


@njit
def finish(r, g, w):
    """The final reckoning, column by column, and the winner of the match (-1: shared)."""
    for p in range(g.players):
        g.final[p] = g.kept[p]
    of_deal = g.winner
    if r.columns <= 1:
        g.col_winner[0] = single(g, w, pots.match_leaders(r, g, w))
    for c in range(COLUMNS):
        if c > 0 and g.col_state[c] == 0:
            continue
        w.column = c
        g.winner = g.col_winner[c]
        for p in range(g.players):
            g.bonus[p] = 0
        factor = settle(r, g, w, r.finals, np.int64(r.finals_n), GIVES_POINTS, g.bonus)
        for p in range(g.players):
            total = clamp(g.col_score[c, p], AMOUNT_BOUND) * factor + g.bonus[p]
            g.final[p] = clamp(g.final[p] + clamp(total, TOTAL_BOUND), TOTAL_BOUND)
    w.column = 0
    g.winner = g.col_winner[0]
    pots.settle_chips(r, g, w, r.finals, np.int64(r.finals_n))
    w.column = -1
    g.winner = of_deal
    g.match_winner = g.col_winner[0]
    if r.columns > 1:
        g.match_winner = single(g, w, pots.leaders(r, g, w, g.final, r.low_wins != 0))
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
    begin_deal(rs, g, w)
    stop_void(r, g, w)


@njit
def stop_void(r, g, w):
    """A void deal that is the last of the match ends it: void deals would go on for ever."""
    if g.ending == E_VOID and g.deal >= r.deal_limit:
        g.stopped = 1
        finish(r, g, w)
        g.phase = MATCH_OVER
        pots.take_pot(r, g, w)
