"""Dealing: the start of a match, the shuffle, hands, the upcard, and who begins."""

import numpy as np

from ._jit import njit
from .codes import a_of, move, offer
from .expression import holds
from .hands import cutter, give, next_seat, next_seated, rnd
from .constants import (
    CUT, CUT_CHOSEN, CUT_DRAWN, DEAL_OVER, DEAL_ROWS, DEALER_LOSER, DEALER_SAME, DEALER_WINNER, DRAW, E_NONE,
    E_VOID, M_CUT, OFFER, PLAY, SIT_DEALER, STARTER_DEALER, STARTER_LAST_WINNER,
)  # fmt: skip


@njit
def start(rs, g, w, seed, dealer):
    """Begin a match: clear the record, seed its generator, shuffle and deal the first hands.

    rs: the tables of all variants of the ruleset.
    """
    r = rs[0]
    g.players = r.players
    g.rng = np.uint64(seed)
    if g.rng == np.uint64(0):
        g.rng = np.uint64(0x9E3779B97F4A7C15)
    for _ in range(4):
        rnd(g, 2)
    g.dealer = dealer
    g.deal = 0
    g.decisions = 0
    g.stalemates = 0
    g.turns_total = 0
    g.match_winner = -1
    g.stopped = 0
    g.winner = -1
    g.last_winner = -1
    g.notice = 0
    g.games = 0
    g.variant = 0
    g.pot = r.ante * r.players
    for i in range(g.deal_endings.shape[0]):
        g.deal_endings[i] = 0
    for p in range(g.players):
        g.score[p] = 0
        g.boxes[p] = 0
        g.deals_won[p] = 0
        g.final[p] = 0
        g.games_won[p] = 0
        g.kept[p] = 0
        g.chips[p] = r.stake - r.ante
        g.out[p] = 0
        g.out_deal[p] = 0
        g.bought[p] = 0
    for c in range(g.col_state.shape[0]):
        g.col_state[c] = 1 if c < r.columns else 0
        g.col_winner[c] = -1
        for p in range(g.players):
            g.col_score[c, p] = 0
            g.col_boxes[c, p] = 0
            g.col_entries[c, p] = 0
    shuffle(r, g)
    begin_deal(rs, g, w)


@njit
def shuffle(r, g):
    """Put the whole deck, shuffled, into the stock."""
    n = np.int64(r.cards_n)
    for i in range(n):
        g.stock[i] = r.deck[i]
    g.stock_n = n
    for i in range(n - 1, 0, -1):
        j = rnd(g, i + 1)
        k = g.stock[i]
        g.stock[i] = g.stock[j]
        g.stock[j] = k


@njit
def clear(r, g):
    """Forget everything about the last deal."""
    g.turn = 0
    g.ending = E_NONE
    g.call = -1
    g.caller = -1
    g.out_player = -1
    g.winner = -1
    g.offers = 0
    g.showing = 0
    g.claims = 0
    g.discard_n = 0
    g.melds_n = 0
    g.recycled = 0
    g.one_turn_out = 0
    g.returned = -1
    g.call_only = 0
    g.stock_only = 0
    g.face_down = 0
    g.upcard = -1
    g.cut = -1
    g.dead_n = 0
    g.asked = 0
    g.taker = -1
    g.last_turns = 0
    clear_turn(g)
    for p in range(g.players):
        g.hand_n[p] = 0
        g.hand_points[p] = 0
        g.mask[p] = np.uint64(0)
        g.exposed[p] = 0
        g.shown[p] = 0
        g.opened[p] = 0
        g.played[p] = 0
        g.melded_points[p] = 0
        g.turns[p] = 0
        g.deal_score[p] = 0
        g.deal_boxes[p] = 0
        g.deal_chips[p] = 0
        g.claims_made[p] = 0
        g.dropped[p] = 0
        g.wrong_call[p] = 0
        g.extra[p] = 0
        for k in range(r.kinds_n):
            g.hand[p, k] = 0
            g.known[p, k] = 0


@njit
def clear_turn(g):
    """Forget what was taken and melded in the last turn."""
    g.taken_n = 0
    g.taken_mask = np.uint64(0)
    g.taken_kind = -1
    g.must_use = -1
    g.melds_this_turn = 0
    g.call_only = 0
    g.opening_n = 0
    g.opening_points = 0
    g.freed_from = -1


@njit
def seat_players(r, g):
    """Who takes part in the deal: a dealer who would sit it out does not when only two are left in the match."""
    left = 0
    for p in range(g.players):
        left += g.out[p] == 0
    g.seated = 0
    for p in range(g.players):
        g.sits[p] = g.out[p] or (r.sit_out == SIT_DEALER and p == g.dealer and left > 2)
        if not g.sits[p]:
            g.seated += 1


@njit
def begin_deal(rs, g, w):
    """Begin the next deal with the stock as it lies: have it cut, where the rules say so, then deal.

    The cut is a number only: the cards stay in their order. rs: the tables of all variants.
    """
    clear(rs[0], g)
    g.deal += 1
    g.variant = rs[0].variant_of_deal[min(np.int64(g.deal), DEAL_ROWS - 1)]
    r = rs[g.variant]
    seat_players(r, g)
    g.starter = next_seat(g, np.int64(g.dealer))
    if r.starter == STARTER_DEALER:
        g.starter = g.dealer
    elif r.starter == STARTER_LAST_WINNER and g.last_winner >= 0 and not g.sits[g.last_winner]:
        g.starter = g.last_winner
    g.cut_size = 0
    if r.cut == CUT_CHOSEN:
        g.phase = CUT
        g.current = cutter(g)
        g.turn_player = g.current
        return
    if r.cut == CUT_DRAWN:
        g.cut_size = 1 + rnd(g, np.int64(r.cards_n) - 1)
    hand_out(rs, g, w)


@njit
def cut_moves(r, g, w):
    """Lift any number of cards, so that some are lifted and some stay."""
    for n in range(1, np.int64(r.cards_n)):
        offer(w, move(M_CUT, n))


@njit
def cut_apply(rs, g, w, m):
    """Lift the cards, and deal."""
    g.cut_size = a_of(m)
    hand_out(rs, g, w)


@njit
def hand_out(rs, g, w):
    """Deal from the stock as it lies: the card cut off, hands one card at a time, extra cards, then the upcard."""
    if rs[0].takes_cut:
        g.stock_n -= 1
        g.cut = g.stock[g.stock_n]
        g.variant = rs[0].variant_of_cut[g.cut]
    r = rs[g.variant]
    for _ in range(r.hand_size):
        p = np.int64(g.starter)
        for _ in range(g.seated):
            g.stock_n -= 1
            give(r, g, p, g.stock[g.stock_n])
            p = next_seat(g, p)
    for _ in range(r.starter_extra):
        g.stock_n -= 1
        give(r, g, np.int64(g.starter), g.stock[g.stock_n])
    g.extra[g.starter] = r.starter_extra
    for _ in range(r.dealer_extra):
        g.stock_n -= 1
        give(r, g, np.int64(g.dealer), g.stock[g.stock_n])
        g.extra[g.dealer] += 1
    if r.upcard:
        g.stock_n -= 1
        g.upcard = g.stock[g.stock_n]
        g.discard[0] = g.upcard
        g.discard_n = 1
    elif r.second_upcard:
        g.upcard = r.deck[rnd(g, np.int64(r.cards_n))]
    first_turn(r, g, w)


@njit
def first_turn(r, g, w):
    """Void the deal if a dealt hand says so; else give the first decision to the starter."""
    g.current = g.starter
    g.turn_player = g.starter
    if r.void_when >= 0:
        for p in range(g.players):
            if not g.sits[p] and holds(r, g, w, r.void_when, p):
                g.ending = E_VOID
                g.deal_endings[E_VOID] += 1
                g.phase = DEAL_OVER
                g.next_dealer = g.dealer  # dealt again by the same player
                g.current = g.dealer
                return
    if r.offer and r.upcard:
        g.phase = OFFER
        return
    begin_turn(g, np.int64(g.starter))


@njit
def begin_turn(g, p):
    """The turn of player p begins with a draw."""
    g.turn += 1
    g.turns_total += 1
    g.turns[p] += 1
    clear_turn(g)
    g.turn_player = p
    g.current = p
    g.phase = PLAY if g.extra[p] > 0 and g.turns[p] == 1 else DRAW  # who was dealt more begins without a draw


@njit
def loser(r, g):
    """The player with the worst score of this deal; of several, the first to the left of the dealer."""
    worst = next_seated(g, np.int64(g.dealer))
    p = worst
    for _ in range(g.seated - 1):
        p = next_seated(g, p)
        if r.low_wins:
            if g.deal_score[p] > g.deal_score[worst]:
                worst = p
        elif g.deal_score[p] < g.deal_score[worst]:
            worst = p
    return worst


@njit
def next_dealer(r, g):
    """Who deals after this deal."""
    rule = r.next_dealer
    if g.winner < 0:
        rule = r.no_winner_dealer
    p = (np.int64(g.dealer) + 1) % g.players
    if rule == DEALER_SAME:
        p = np.int64(g.dealer)
    elif rule == DEALER_WINNER:
        p = np.int64(g.winner)
    elif rule == DEALER_LOSER:
        p = loser(r, g)
    for _ in range(g.players):  # who is out of the match never deals
        if not g.out[p]:
            break
        p = (p + 1) % g.players
    return p
