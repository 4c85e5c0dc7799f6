"""Moves as whole numbers: kind in the low six bits, operands above it.

A meld carries its template (12 bits) and its realisation (mixed radix, 42 bits); every other move has up to four
small operands: a (12 bits), b (4), c (6), d (4).
"""

from ._jit import njit


@njit
def move(kind, a=0, b=0, c=0, d=0):
    """Encode a move other than a meld."""
    return kind | (a << 6) | (b << 18) | (c << 22) | (d << 28)


@njit
def meld_move(kind, template, code):
    """Encode a meld: its template and the realisation of it."""
    return kind | (template << 6) | (code << 18)


@njit
def kind_of(m):
    """Kind of move (`state.M_*`)."""
    return m & 63


@njit
def a_of(m):
    """First operand: template, table meld, kind of card, call or number of cards."""
    return (m >> 6) & 4095


@njit
def b_of(m):
    """Second operand: the end of a table meld, or a slot."""
    return (m >> 18) & 15


@njit
def c_of(m):
    """Third operand: the kind of a card."""
    return (m >> 22) & 63


@njit
def d_of(m):
    """Fourth operand: 1 if the card is played as a wild."""
    return (m >> 28) & 15


@njit
def code_of(m):
    """Realisation of a meld."""
    return m >> 18


@njit
def offer(w, m):
    """Append a move to the list of legal moves; one beyond its end is counted, never silent."""
    n = w.moves_n
    if n < w.moves.shape[0]:
        w.moves[n] = m
        w.moves_n = n + 1
    else:
        w.overflow += 1
