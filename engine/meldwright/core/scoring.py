"""The scoring table: rows {when, to whom, from whom, how much}, for a deal and for the final reckoning."""

import numpy as np

from ._jit import njit
from .expression import evaluate, holds
from .hands import next_seated
from .constants import (
    FROM_CALLER, FROM_NOBODY, FROM_POT, GIVES_BOX_FACTOR, GIVES_BOXES, GIVES_FACTOR, TO_CALLER, TO_EACH, TO_HIGHEST,
    TO_LOWEST, TO_OTHERS, TO_WINNER,
)  # fmt: skip


AMOUNT_BOUND = 10**12  # points of one row
FACTOR_BOUND = 10**6
TOTAL_BOUND = 10**15  # points of a player


@njit
def clamp(value, bound):
    """The value, or the bound that it passes."""
    return min(max(np.int64(value), -bound), bound)


@njit
def recipients(r, g, w, row):
    """Mark in w.group who gets a row; returns how many."""
    n = 0
    for p in range(g.players):
        w.group[p] = 0
        if g.sits[p]:
            continue
        if row.to == TO_WINNER:
            w.group[p] = g.winner == p
        elif row.to == TO_CALLER:
            w.group[p] = g.caller == p
        elif row.to == TO_EACH:
            w.group[p] = 1
        elif row.to == TO_OTHERS:
            w.group[p] = g.out_player != p and g.caller != p  # everybody but the one who ended the deal
        if w.group[p]:
            n += 1
    if row.to == TO_LOWEST or row.to == TO_HIGHEST:
        n = extremes(r, g, w, row)
    return n


@njit
def extremes(r, g, w, row):
    """Mark the players with the least (or most) of the row's measure; in a tie the excepted ones are left out."""
    best = np.int64(0)
    first = True
    for p in range(g.players):
        if g.sits[p] or g.dropped[p]:  # who has left the deal pays, but never comes first or last
            continue
        v = evaluate(r, g, w, row.measure, p, -1)
        if row.to == TO_HIGHEST:
            v = -v
        w.value[p] = v
        if first or v < best:
            best = v
        first = False
    n = 0
    for p in range(g.players):
        w.group[p] = not g.sits[p] and not g.dropped[p] and w.value[p] == best
        if w.group[p]:
            n += 1
    if row.unless < 0 or n < 2:
        return n
    out = 0
    for p in range(g.players):
        w.value[p] = 0
        if w.group[p] and evaluate(r, g, w, row.unless, p, -1) != 0:
            w.value[p] = 1
            out += 1
    if out < n:
        for p in range(g.players):
            if w.value[p]:
                w.group[p] = 0
        n -= out
    return n


@njit
def share(g, w, total, n):
    """Divide a sum among the recipients: whole points, the odd ones to the first to the left of the dealer."""
    each = abs(total) // n
    odd = abs(total) - each * n
    sign = 1 if total >= 0 else -1
    p = np.int64(g.dealer)
    for _ in range(g.seated):
        p = next_seated(g, p)
        if w.group[p]:
            w.score[p] += sign * each
            if odd > 0:
                w.score[p] += sign
                odd -= 1


@njit
def pays(g, w, row, p):
    """Does player p pay this row?"""
    if w.group[p] or g.sits[p]:
        return False
    if row.payer == FROM_CALLER:
        return g.caller == p
    return True


@njit
def row_amounts(r, g, w, row, n):
    """Work out a row into w.score, a change for each player."""
    first = np.int64(g.dealer)
    for _ in range(g.players):
        first = next_seated(g, first)
        if w.group[first]:
            break
    for p in range(g.players):
        w.score[p] = 0
    if row.payer == FROM_NOBODY or row.payer == FROM_POT:
        if row.shared:
            share(g, w, evaluate(r, g, w, row.amount, first, -1), n)
            return
        for p in range(g.players):
            if w.group[p]:
                w.score[p] += evaluate(r, g, w, row.amount, p, -1)
        return
    pool = np.int64(0)
    for q in range(g.players):
        if not pays(g, w, row, q):
            continue
        if row.shared:
            v = evaluate(r, g, w, row.amount, first, q)
            w.score[q] -= v
            pool += v
            continue
        for p in range(g.players):
            if w.group[p]:
                v = evaluate(r, g, w, row.amount, p, q)
                w.score[q] -= v
                w.score[p] += v
    if row.shared:
        share(g, w, pool, n)


@njit
def factor_of(r, g, w, rows, rows_n, gives):
    """Product of the factors of one sort that apply."""
    factor = np.int64(1)
    for i in range(rows_n):  # bounded, like the amounts, so that nothing can overflow
        row = rows[i]
        if row.gives == gives and holds(r, g, w, row.when, -1):
            factor = clamp(factor * clamp(evaluate(r, g, w, row.amount, -1, -1), FACTOR_BOUND), FACTOR_BOUND)
    return factor


@njit
def settle(r, g, w, rows, rows_n, gives, totals):
    """Add every row that gives points (or boxes) and applies to `totals`, an amount per player; returns the factor."""
    factor = factor_of(r, g, w, rows, rows_n, GIVES_BOX_FACTOR if gives == GIVES_BOXES else GIVES_FACTOR)
    for i in range(rows_n):
        row = rows[i]
        if row.gives != gives or not holds(r, g, w, row.when, -1):
            continue
        n = recipients(r, g, w, row)
        if n == 0:
            continue
        row_amounts(r, g, w, row, n)
        times = factor if row.multiplied else np.int64(1)
        for p in range(g.players):
            totals[p] = clamp(totals[p] + clamp(w.score[p], AMOUNT_BOUND) * times, TOTAL_BOUND)
    return factor
