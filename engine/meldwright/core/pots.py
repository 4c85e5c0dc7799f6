"""Chips: what the scoring pays, players put out of the match, buying back, and who takes the pot."""

import numpy as np

from ._jit import njit
from .codes import kind_of, move, offer
from .expression import evaluate, holds
from .hands import next_seated
from .scoring import AMOUNT_BOUND, TOTAL_BOUND, clamp, pays, recipients, row_amounts, share
from .constants import (
    BUY_BACK, BUY_OUT, FROM_NOBODY, FROM_POT, GIVES_CHIPS, M_BUY_BACK, M_PASS, TO_POT,
)  # fmt: skip


@njit
def pay(g, p, amount):
    """Player p gets an amount of chips, or pays it where it is negative, by what the deal has brought."""
    g.chips[p] = clamp(g.chips[p] + amount, TOTAL_BOUND)
    g.deal_chips[p] = clamp(g.deal_chips[p] + amount, TOTAL_BOUND)


@njit
def into_pot(r, g, w, row):
    """A row to the pot: each payer's own amount, or one out of nothing. The pot never owes anything."""
    if row.payer == FROM_NOBODY:
        amount = clamp(evaluate(r, g, w, row.amount, -1, -1), AMOUNT_BOUND)
        g.pot = clamp(max(np.int64(0), g.pot + amount), TOTAL_BOUND)
        return
    recipients(r, g, w, row)  # marks nobody
    for q in range(g.players):
        if pays(g, w, row, q):
            amount = max(clamp(evaluate(r, g, w, row.amount, q, q), AMOUNT_BOUND), -np.int64(g.pot))
            g.pot = clamp(g.pot + amount, TOTAL_BOUND)
            pay(g, q, -amount)


@njit
def out_of_pot(r, g, w, row, n):
    """A row from the pot: what it does not hold is not paid; who is nearer to the dealer's left comes first."""
    row_amounts(r, g, w, row, n)
    if row.shared:
        total = np.int64(0)
        for p in range(g.players):
            total += w.score[p]
        if total > g.pot:
            for p in range(g.players):
                w.score[p] = 0
            share(g, w, np.int64(g.pot), n)
    p = np.int64(g.dealer)
    for _ in range(g.seated):
        p = next_seated(g, p)
        if w.group[p]:
            amount = min(clamp(w.score[p], AMOUNT_BOUND), np.int64(g.pot))
            g.pot = clamp(g.pot - amount, TOTAL_BOUND)
            pay(g, p, amount)


@njit
def settle_chips(r, g, w, rows, rows_n):
    """Carry out the rows that give chips, in order: each finds what those before it have left."""
    for i in range(rows_n):
        row = rows[i]
        if row.gives != GIVES_CHIPS or not holds(r, g, w, row.when, -1):
            continue
        if row.to == TO_POT:
            into_pot(r, g, w, row)
            continue
        n = recipients(r, g, w, row)
        if n == 0:
            continue
        if row.payer == FROM_POT:
            out_of_pot(r, g, w, row, n)
            continue
        row_amounts(r, g, w, row, n)
        for p in range(g.players):
            pay(g, p, clamp(w.score[p], AMOUNT_BOUND))


# --- elimination ---------------------------------------------------------------------------------------------------
@njit
def players_in(g):
    """How many players are still in the match."""
    n = 0
    for p in range(g.players):
        if not g.out[p]:
            n += 1
    return n


@njit
def put_out(r, g):
    """Put everybody out of the match who has reached the total for it; he pays his chips into the pot."""
    for p in range(g.players):
        if not g.out[p] and g.score[p] >= r.out_at:
            g.out[p] = 1
            g.out_deal[p] = g.deal
            pay(g, p, -np.int64(r.out_chips))
            g.pot += np.int64(r.out_chips)


@njit
def contender(r, g, p):
    """Can player p still win the match? When nobody is in, those whom the last deal put out can."""
    if r.out_at == 0 or not g.out[p]:
        return True
    return players_in(g) == 0 and g.out_deal[p] == g.deal


@njit
def leaders(r, g, w, amounts, low):
    """Mark in w.group the contenders with the best of these amounts (the lowest, if `low`); returns how many."""
    best = np.int64(0)
    n = 0
    for p in range(g.players):
        w.group[p] = 0
        if not contender(r, g, p):
            continue
        amount = -np.int64(amounts[p]) if low else np.int64(amounts[p])
        if n == 0 or amount > best:
            for q in range(p):
                w.group[q] = 0
            best = amount
            n = 0
        if amount == best:
            w.group[p] = 1
            n += 1
    return n


@njit
def match_leaders(r, g, w):
    """Mark in w.group who is ahead in the match, by chips or by totals; returns how many.

    Of players put out together the totals decide in any case.
    """
    if r.chips_win and players_in(g) > 0:
        return leaders(r, g, w, g.chips, False)
    return leaders(r, g, w, g.score, r.low_wins != 0)


@njit
def take_pot(r, g, w):
    """The winner of the match takes the pot; several share it, odd chips go round from the dealer's left."""
    n = 0
    if g.match_winner >= 0:
        for p in range(g.players):
            w.group[p] = p == g.match_winner
        n = 1
    elif r.columns > 1:
        n = leaders(r, g, w, g.final, r.low_wins != 0)
    else:
        n = match_leaders(r, g, w)
    each = np.int64(g.pot) // n
    odd = np.int64(g.pot) - each * n
    p = np.int64(g.dealer)
    for _ in range(g.players):
        p = (p + 1) % g.players
        if w.group[p]:
            g.chips[p] += each
            if odd > 0:
                g.chips[p] += 1
                odd -= 1
    g.pot = 0


# --- buying back ---------------------------------------------------------------------------------------------------
@njit
def bought_total(r, g, p):
    """The total that player p would have once he has bought back: the worst of the other players who are in.

    Where he is worse than they are it is the second-worst of all; where he is not, it is no better than his own.
    """
    sign = np.int64(1) if r.low_wins else np.int64(-1)  # the worst total is the highest of these
    worst = np.int64(0)
    first = True
    for q in range(g.players):
        if q == p or g.out[q]:
            continue
        total = sign * g.score[q]
        if first or total > worst:
            worst = total
        first = False
    return sign * worst


@njit
def may_buy(r, g, p):
    """May player p buy back now, and would his total be better for it?"""
    if g.bought[p] >= r.buy_times or g.score[p] < r.buy_from or g.score[p] > r.buy_to:
        return False
    if r.buy_who == BUY_OUT:
        if not g.out[p] or g.out_deal[p] != g.deal:
            return False
    elif g.out[p]:
        return False
    total = bought_total(r, g, p)
    return total < g.score[p] if r.low_wins else total > g.score[p]


@njit
def ask_buyer(r, g):
    """Let the next player decide who may buy back, from the dealer's left on; False when all have been asked."""
    if r.buy_times == 0 or players_in(g) == 0:
        return False
    while g.asked < g.players:
        g.asked += 1
        p = (np.int64(g.dealer) + np.int64(g.asked)) % np.int64(g.players)
        if may_buy(r, g, p):
            g.current = p
            g.phase = BUY_BACK
            return True
    return False


@njit
def buy_moves(w):
    """Buy back or pass."""
    offer(w, move(M_BUY_BACK))
    offer(w, move(M_PASS))


@njit
def buy_apply(r, g, w, m):
    """Buy back or not; returns True when everybody has been asked."""
    p = np.int64(g.current)
    if kind_of(m) == M_BUY_BACK:
        price = clamp(max(np.int64(0), evaluate(r, g, w, r.buy_price, p, -1)), AMOUNT_BOUND)
        total = bought_total(r, g, p)
        g.chips[p] -= price
        g.pot += price
        g.score[p] = total
        g.col_score[0, p] = total
        g.out[p] = 0
        g.out_deal[p] = 0
        g.bought[p] += 1
    return not ask_buyer(r, g)
