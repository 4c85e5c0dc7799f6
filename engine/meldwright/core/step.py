"""What may be decided in a state, and what a decision does: dispatch to the modules of the mechanisms."""

import numpy as np

from . import call, deal, discard, draw, finish, lay, match, may_i, pots
from ._jit import njit
from .codes import kind_of, move, offer
from .deal import begin_turn
from .hands import next_seat, still_in
from .constants import (
    BUY_BACK, CALL_DISCARD, CLAIM, CUT, DEAL_OVER, DRAW, END_AFTER_TURN, E_CALL, E_LAST, E_LIMIT, E_OUT, E_STOCK,
    MAY_I, M_CALL, M_DEAL, M_DECLINE, M_DISCARD, M_DONE, M_DRAW_STOCK, NOTICE, OFFER, PLAY, SHOW, USE_NONE,
)  # fmt: skip


@njit
def legal_moves(rs, g, w):
    """Fill w.moves with every legal move of the player g.current; returns how many. rs: the tables of all variants."""
    r = rs[g.variant]
    w.moves_n = 0
    phase = g.phase
    if phase == PLAY:
        play_moves(r, g, w)
    elif phase == DRAW:
        draw.draw_moves(r, g, w)
        if r.must_use < USE_NONE:
            finish.keep_usable_draws(r, g, w, np.int64(g.current))
        call.call_moves(r, g, w, True)
        call.decline_moves(r, g, w)
    elif phase == OFFER:
        draw.offer_moves(r, g, w)
    elif phase == SHOW:
        call.show_moves(r, g, w)
    elif phase == CALL_DISCARD:
        call.call_discard_moves(r, g, w)
    elif phase == CLAIM:
        discard.claim_moves(r, g, w)
    elif phase == MAY_I:
        may_i.moves(w)
    elif phase == DEAL_OVER:
        offer(w, move(M_DEAL))
    elif phase == NOTICE:
        match.notice_moves(w)
    elif phase == CUT:
        deal.cut_moves(r, g, w)
    elif phase == BUY_BACK:
        pots.buy_moves(w)
    return w.moves_n


@njit
def play_moves(r, g, w):
    """After the draw: plays onto the table, calls, the discard."""
    if g.must_use >= 0:
        lay.table_moves(r, g, w)
        finish.keep_using(r, w, np.int64(g.must_use))
        return
    if g.opening_n > 0:  # an opening under way is laid to its end before anything else
        lay.table_moves(r, g, w)
        if w.moves_n > 0:
            return
    if not g.call_only:
        lay.table_moves(r, g, w)
    if r.calls_n > 0:
        call.call_moves(r, g, w, False)
        call.decline_moves(r, g, w)
        if g.call_only and w.moves_n == 0:  # the call that was possible is not, where a search gave up: play on
            g.call_only = 0
            lay.table_moves(r, g, w)
    discard.discard_moves(r, g, w)
    if not r.discard_on and not g.call_only:
        offer(w, move(M_DONE))  # without a discard a turn ends by saying so
    if r.more_if_out or r.all_at_once_from > 0:
        p = np.int64(g.current)
        if finish.exempt(r, g, p) or finish.all_or_nothing(r, g):
            finish.keep_going_out(r, g, w, p)


@njit
def apply_move(rs, g, w, m):
    """Carry out a legal move. rs: the tables of all variants, of which dealing may put another in force."""
    r = rs[g.variant]
    g.decisions += 1
    phase = g.phase
    kind = kind_of(m)
    if phase == PLAY:
        play_apply(r, g, w, m, kind)
    elif phase == DRAW:
        if kind == M_DECLINE:
            if g.last_turns > 0:  # he keeps his hand as it is
                end_turn(r, g, w)
            else:
                match.end_deal(r, g, w, E_STOCK)
        elif kind == M_CALL:
            make_call(r, g, w, m)
        elif kind != M_DRAW_STOCK or not may_i.opens(r, g, w):
            draw.draw_apply(r, g, m)
    elif phase == OFFER:
        draw.offer_apply(r, g, m)
    elif phase == SHOW:
        if kind == M_DONE:
            if call.show_apply(r, g, w, m):
                match.end_deal(r, g, w, E_CALL)
        else:
            lay.table_apply(r, g, w, m)
    elif phase == CALL_DISCARD:
        if call.call_discard_apply(r, g, m):
            match.end_deal(r, g, w, E_CALL)
    elif phase == CLAIM:
        if discard.claim_apply(r, g, m):
            end_turn(r, g, w)
    elif phase == MAY_I:
        if may_i.apply(r, g, w, m):
            draw_chosen(r, g, w)
    elif phase == DEAL_OVER:
        match.deal_next(rs, g, w)
    elif phase == NOTICE:
        match.notice_apply(g, m)
    elif phase == CUT:
        deal.cut_apply(rs, g, w, m)
        match.stop_void(r, g, w)
    elif phase == BUY_BACK:
        if pots.buy_apply(r, g, w, m):
            match.bought_back(r, g, w)


@njit
def play_apply(r, g, w, m, kind):
    """A play of the turn: a discard ends it, a call ends the deal, an empty hand ends the deal too."""
    p = np.int64(g.current)
    if kind == M_DISCARD:
        discard.discard_apply(r, g, m)
        if g.hand_n[p] == 0:
            go_out(r, g, w, p)
        elif not discard.claim_opens(r, g):
            end_turn(r, g, w)
    elif kind == M_CALL:
        make_call(r, g, w, m)
    elif kind == M_DONE or kind == M_DECLINE:
        end_turn(r, g, w)
    else:
        lay.table_apply(r, g, w, m)
        if g.hand_n[p] == 0:
            go_out(r, g, w, p)


@njit
def draw_chosen(r, g, w):
    """The player in turn draws from the stock as he chose to before the others were asked, if it still has a card."""
    if draw.stock_out(r, g):
        match.end_deal(r, g, w, E_STOCK)
    else:
        draw.draw_apply(r, g, move(M_DRAW_STOCK))


@njit
def make_call(r, g, w, m):
    """Make a call: it ends the deal, now or after more moves, or its player leaves the deal."""
    if not call.is_leaving(r, m):
        if call.call_apply(r, g, w, m):
            match.end_deal(r, g, w, E_CALL)
        return
    call.leave(r, g, m)
    if still_in(g) == 1:
        g.out_player = next_seat(g, np.int64(g.current))
        match.end_deal(r, g, w, E_LAST)
    else:
        end_turn(r, g, w)


@njit
def go_out(r, g, w, p):
    """Player p has no cards left: the deal ends."""
    g.out_player = p
    g.one_turn_out = g.played[p] == 0 or g.played[p] == g.turn
    match.end_deal(r, g, w, E_OUT)


@njit
def end_turn(r, g, w):
    """The turn is over: the deal ends by the stock or the bound on turns, or the next player draws."""
    out = r.stock_end == END_AFTER_TURN and draw.stock_out(r, g)
    if g.last_turns > 0:
        if call.last_turn_over(r, g, out or g.turn >= r.turn_limit):
            match.end_deal(r, g, w, E_CALL)
    elif out:
        match.end_deal(r, g, w, E_STOCK)
    elif g.turn >= r.turn_limit:
        match.end_deal(r, g, w, E_LIMIT)
    else:
        begin_turn(g, next_seat(g, np.int64(g.turn_player)))
