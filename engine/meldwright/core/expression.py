"""The stack machine that evaluates compiled expressions, and the quantities they name."""

import numpy as np

from . import arrange
from ._jit import njit
from .hands import cutter
from .constants import (
    E_LIMIT, E_OUT, E_STOCK, OP_ABS, OP_ADD, OP_AND, OP_CONST, OP_DIV, OP_END, OP_EQ, OP_GE, OP_GT, OP_IF, OP_LE,
    OP_LT, OP_MAX, OP_MIN, OP_MUL, OP_NE, OP_NEG, OP_NOT, OP_OR, OP_QUANTITY, OP_SUB, Q_BOXES, Q_CALLED, Q_CHIPS,
    Q_CLAIMS, Q_COLUMN, Q_CUT_HANDS, Q_CUT_JOKER, Q_DEADWOOD, Q_DEAL, Q_DEAL_SCORE, Q_DISCARDS, Q_DROPPED, Q_HAND_CARDS,
    Q_HAND_POINTS, Q_IS_CALLER, Q_IS_DEALER, Q_IS_WINNER, Q_LOOSE_CARDS, Q_LOOSE_POINTS, Q_LUCKY_CUT, Q_MELDED_POINTS,
    Q_ONE_TURN_OUT, Q_OPENED, Q_OWN_TURNS, Q_PAPLU_CARDS, Q_PLAYERS, Q_POT, Q_SCORE, Q_STALEMATE, Q_STOCK,
    Q_STOCK_OUT, Q_TARGET, Q_TURN, Q_UPCARD_RANK, Q_UPCARD_SUIT, Q_UPCARD_VALUE, Q_WENT_OUT, Q_WINS, Q_WRONG_CALL,
    S_CALLER, S_HIGHEST, S_LOWEST, S_OTHERS, S_PAYER, S_SELF, S_WINNER,
)  # fmt: skip


@njit
def deadwood(r, g, w, p):
    """Points of the cards of p in no meld: what is left once he has shown, else the least possible."""
    if g.shown[p] or g.hand_n[p] == 0:
        return np.int64(g.hand_points[p])
    return np.int64(arrange.least_deadwood(r, w, g.hand[p], g.mask[p]))


@njit
def of_deal(r, g, w, q, arg):
    """A quantity that is the same for everybody."""
    if q == Q_PLAYERS:
        return np.int64(g.seated)
    if q == Q_DEAL:
        return np.int64(g.deal)
    if q == Q_TURN:
        return np.int64(g.turn)
    if q == Q_STOCK:
        return np.int64(g.stock_n)
    if q == Q_DISCARDS:
        return np.int64(g.discard_n)
    if q == Q_WENT_OUT:
        return np.int64(g.ending == E_OUT)
    if q == Q_STOCK_OUT:
        return np.int64(g.ending == E_STOCK)
    if q == Q_STALEMATE:
        return np.int64(g.ending == E_LIMIT)
    if q == Q_CALLED:
        return np.int64(g.caller >= 0 and (arg < 0 or g.call == arg))
    if q == Q_ONE_TURN_OUT:
        return np.int64(g.one_turn_out)
    if q == Q_UPCARD_VALUE:
        return np.int64(r.limit_value[g.upcard]) if g.upcard >= 0 else 0
    if q == Q_UPCARD_SUIT:
        return np.int64(r.suit[g.upcard]) if g.upcard >= 0 else -1
    if q == Q_UPCARD_RANK:
        return np.int64(r.rank[g.upcard]) if g.upcard >= 0 else -1
    if q == Q_COLUMN:
        return np.int64(w.column) + 1
    if q == Q_TARGET:
        return np.int64(r.target)
    if q == Q_POT:
        return np.int64(g.pot)
    if q == Q_CUT_JOKER:
        return np.int64(g.cut >= 0 and r.next_kind[g.cut] < 0)
    return 0


@njit
def of_seat(r, g, w, q, p):
    """The rarer quantities of player p."""
    if q == Q_LOOSE_CARDS:
        return loose(r, g, w, p)[0]
    if q == Q_LOOSE_POINTS:
        return loose(r, g, w, p)[1]
    if q == Q_DROPPED:
        return np.int64(g.dropped[p])
    if q == Q_WRONG_CALL:
        return np.int64(g.wrong_call[p])
    if q == Q_CLAIMS:
        return np.int64(g.claims_made[p])
    if q == Q_CHIPS:
        return np.int64(g.chips[p])
    if q == Q_LUCKY_CUT:
        return np.int64(p == cutter(g) and g.cut_size == cards_dealt(r, g))
    if q == Q_CUT_HANDS:
        return np.int64(p == cutter(g) and g.cut_size == cards_dealt(r, g) - np.int64(r.upcard))
    if q == Q_PAPLU_CARDS:
        above = -1 if g.cut < 0 else np.int64(r.next_kind[g.cut])
        return np.int64(g.hand[p, above]) if above >= 0 and not g.dropped[p] else np.int64(0)
    return of_deal(r, g, w, q, 0)


@njit
def cards_dealt(r, g):
    """How many cards the deal takes: all hands and the upcard."""
    extra = np.int64(r.starter_extra) + np.int64(r.dealer_extra)
    return np.int64(r.hand_size) * np.int64(g.seated) + extra + np.int64(r.upcard)


@njit
def loose(r, g, w, p):
    """Cards of p in no meld when as many as possible are melded, and their least points."""
    if g.shown[p] or g.hand_n[p] == 0:
        return np.int64(g.hand_n[p]), np.int64(g.hand_points[p])
    return arrange.fewest_left(r, w, g.hand[p], g.mask[p])


@njit
def of_player(r, g, w, q, p):
    """A quantity of player p."""
    if q == Q_DEADWOOD:
        return deadwood(r, g, w, p)
    if q == Q_HAND_POINTS:
        return np.int64(g.hand_points[p])
    if q == Q_HAND_CARDS:
        return np.int64(g.hand_n[p])
    if q == Q_MELDED_POINTS:
        return np.int64(g.melded_points[p])
    if q == Q_SCORE:
        return np.int64(g.score[p]) if w.column < 0 else np.int64(g.col_score[w.column, p])
    if q == Q_BOXES:
        return np.int64(g.boxes[p]) if w.column < 0 else np.int64(g.col_boxes[w.column, p])
    if q == Q_DEAL_SCORE:
        return np.int64(g.deal_score[p])
    if q == Q_WINS:
        return np.int64(g.deals_won[p])
    if q == Q_OWN_TURNS:
        return np.int64(g.turns[p])
    if q == Q_IS_CALLER:
        return np.int64(g.caller == p)
    if q == Q_IS_WINNER:
        return np.int64(g.winner == p)
    if q == Q_IS_DEALER:
        return np.int64(g.dealer == p)
    if q == Q_OPENED:
        return np.int64(g.opened[p] > 0)
    if q >= Q_LOOSE_CARDS:
        return of_seat(r, g, w, q, p)
    return of_deal(r, g, w, q, 0)


@njit
def quantity(r, g, w, scope, q, arg, player, payer):
    """A quantity as an expression names it: whose it is, or a sum, least or most over several players.

    Who has left the deal counts among the others, but is neither lowest nor highest.
    """
    if q == Q_CALLED:
        return of_deal(r, g, w, q, arg)
    p = player
    if scope == S_CALLER:
        p = np.int64(g.caller)
    elif scope == S_WINNER:
        p = np.int64(g.winner)
    elif scope == S_PAYER:
        p = payer
    if scope == S_SELF or scope == S_CALLER or scope == S_WINNER or scope == S_PAYER:
        if p < 0:
            return of_deal(r, g, w, q, arg)
        return of_player(r, g, w, q, p)
    total = np.int64(0)
    first = True
    for i in range(g.players):
        if g.sits[i] or (i == player if scope == S_OTHERS else g.dropped[i]):
            continue
        v = of_player(r, g, w, q, i)
        if scope == S_OTHERS:
            total += v
        elif first or (scope == S_LOWEST and v < total) or (scope == S_HIGHEST and v > total):
            total = v
        first = False
    return total


@njit
def binary(op, a, b):
    """An operation on two numbers; conditions are 0 and 1."""
    if op == OP_ADD:
        return a + b
    if op == OP_SUB:
        return a - b
    if op == OP_MUL:
        return a * b
    if op == OP_DIV:
        return a // b if b != 0 else np.int64(0)
    if op == OP_MIN:
        return min(a, b)
    if op == OP_MAX:
        return max(a, b)
    if op == OP_EQ:
        return np.int64(a == b)
    if op == OP_NE:
        return np.int64(a != b)
    if op == OP_LT:
        return np.int64(a < b)
    if op == OP_LE:
        return np.int64(a <= b)
    if op == OP_GT:
        return np.int64(a > b)
    if op == OP_GE:
        return np.int64(a >= b)
    if op == OP_AND:
        return np.int64(a != 0 and b != 0)
    if op == OP_OR:
        return np.int64(a != 0 or b != 0)
    return np.int64(0)


@njit
def evaluate(r, g, w, program, player, payer):
    """Run a compiled expression for a player (and the one who pays, or -1). Conditions give 0 or 1."""
    # whole numbers of one width: else the machine is compiled once for every mixture of widths
    return run(r, g, w, np.int64(r.program_start[program]), np.int64(player), np.int64(payer))


@njit
def run(r, g, w, at, player, payer):
    """The stack machine: run the code from `at` on."""
    n = 0
    while True:
        op = r.code[at]
        if op == OP_END:
            return w.stack[0]
        if op == OP_CONST:
            w.stack[n] = r.code[at + 1]
            n += 1
            at += 2
        elif op == OP_QUANTITY:
            v = quantity(r, g, w, r.code[at + 1], r.code[at + 2], r.code[at + 3], player, payer)
            w.stack[n] = v
            n += 1
            at += 4
        else:
            at += 1
            if op == OP_NEG:
                w.stack[n - 1] = -w.stack[n - 1]
            elif op == OP_NOT:
                w.stack[n - 1] = np.int64(w.stack[n - 1] == 0)
            elif op == OP_ABS:
                w.stack[n - 1] = abs(w.stack[n - 1])
            elif op == OP_IF:
                n -= 2
                if w.stack[n - 1] != 0:
                    w.stack[n - 1] = w.stack[n]
                else:
                    w.stack[n - 1] = w.stack[n + 1]
            else:
                n -= 1
                w.stack[n - 1] = binary(op, w.stack[n - 1], w.stack[n])


@njit
def holds(r, g, w, program, player):
    """Does a condition hold for a player? No condition (-1) always holds."""
    if program < 0:
        return True
    return evaluate(r, g, w, program, player, -1) != 0
