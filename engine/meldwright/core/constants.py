"""Limits, phases, moves, policies and opcodes of the core: the numbers that both its records and its code go by.

Needs nothing, so that the checker of rulesets can use the limits without loading numpy.
"""

from __future__ import annotations

# --- limits. Each is a bound of the record, with the largest known need beside it. -------------------------------
PLAYERS = 16  # fifteen at the largest gambling table of the family
KINDS = 64  # kinds fit a 64-bit mask; 54 for packs with jokers, 42 for mahjong tiles
CARDS = 352  # eight 40-card packs are 320 cards, five 54-card packs 270
SLOTS = 16  # cards in one meld: a run of fourteen ranks, a set of eight naturals with wilds
MELDS = 96  # melds on the table at once
TEMPLATES = 2048  # 4 suits x (13 starts x 11 lengths) for circular runs, plus sets
COVER = 32768  # sum over templates of the kinds they touch
MELD_TYPES = 16  # named meld patterns of one ruleset
PROFILES = 64  # distinct limits on wilds
PROGRAMS = 192  # compiled expressions
CODE = 4096  # words of all compiled expressions
CALLS = 8  # calls a ruleset names
ROWS = 32  # rows of the scoring table, and of the final reckoning
COLUMNS = 8  # score columns of a match in progress at once
MOVES = 16384  # moves offered in one state
FOUND = 4096  # candidate melds of one hand
SAVED = 4096  # moves put aside while looking ahead
AHEAD = 16  # plays looked ahead within a turn
STACK = 32  # depth of the expression machine
PARTS = 8  # melds of one contract
BUNDLES = 8  # alternatives of one contract
OPENING = 8192  # shortest templates of all parts of a contract
TOP = 6  # templates that a bot weighs for each part of a contract
DEAL_ROWS = 64  # deals of a match that may differ; later ones are like the last of these
VARIANTS = 256  # different tables of one ruleset
DEPTH = 192  # choices on the stack of the arrangement search: two for every card of the largest hand

# --- phases: who decides what ----------------------------------------------------------------------------------
OFFER = 0  # the first upcard is offered round
DRAW = 1  # the player in turn draws
PLAY = 2  # the player in turn melds, lays off, calls, discards
CALL_DISCARD = 3  # a caller chooses the card he throws
SHOW = 4  # after a call: melds are shown, cards laid off
CLAIM = 5  # a discard may be claimed out of turn
DEAL_OVER = 6  # the deal is scored; the next one may be dealt
MATCH_OVER = 7
NOTICE = 8  # between deals, any player may announce that no further column opens
CUT = 9  # the deal waits for the cut
MAY_I = 10  # the top discard may be claimed before the player in turn draws from the stock
BUY_BACK = 11  # between deals, a player may buy himself back in
PHASES = (
    "offer", "draw", "play", "call discard", "show", "claim", "deal over", "match over", "notice", "cut", "may I",
    "buy back",
)  # fmt: skip
BETWEEN_DEALS = (DEAL_OVER, MATCH_OVER, NOTICE, BUY_BACK)  # the last deal has ended, its hands lie open

# --- moves: an int64, kind in the low six bits; operands as `core.moves` lays them out ----------------------------
M_PASS = 0  # decline the upcard, or decline a claim
M_TAKE = 1  # take the offered upcard
M_DRAW_STOCK = 2
M_DRAW_DISCARD = 3  # a = how many cards, from the top
M_MELD = 4  # a = template, b = realisation (mixed radix)
M_LAY_OFF = 5  # a = table meld, b = end (LOW, HIGH, POOL), c = kind, d = 1 if as a wild
M_DISCARD = 6  # a = kind
M_CALL = 7  # a = call, b = 1 if it is a wrong one
M_DONE = 8  # finish showing
M_CLAIM = 9  # a = table meld, b = end: lay the discard just thrown there
M_DEAL = 10  # deal the next hand
M_TURN_OVER = 11  # turn the discards over as the new stock, as a step of its own
M_DECLINE = 12  # stock out: do not take the discard either; the deal ends
M_SWAP = 13  # a = table meld, b = slot, c = kind put in; the wild goes to the hand
M_NOTICE = 14  # give notice: no further column opens
M_MAY_I = 15  # take the top discard out of turn
M_CUT = 16  # a = cards lifted
M_BUY_BACK = 17
MOVE_KINDS = 18
LOW, HIGH, POOL = 0, 1, 2
END_NAMES = ("low", "high", "")

# --- how a deal ended -----------------------------------------------------------------------------------------
E_NONE = 0
E_OUT = 1  # a player got rid of all cards
E_CALL = 2  # a call (knock, gin, ...)
E_STOCK = 3  # stock exhausted
E_LIMIT = 4  # the bound on turns: a stalemate
E_VOID = 5  # the deal was void (misdeal)
E_LAST = 6  # all others have left the deal
ENDINGS = ("none", "went out", "call", "stock out", "stalemate", "void", "last one in")

# --- policies -------------------------------------------------------------------------------------------------
ANY_DEPTH = CARDS  # draw: any number of discards as one block
USE_NONE = CARDS + 1  # draw: from how many discards taken at once the deepest must be used
NOBODY, OWN, ANYONE = 0, 1, 2  # lay off: on whose melds
RETURN_FREE, RETURN_SINGLE, RETURN_BLOCK, RETURN_TO_CALL = 0, 1, 2, 3  # discarding what was just taken
RECYCLE_NONE, RECYCLE_TURN_OVER, RECYCLE_SHUFFLE = 0, 1, 2
END_AFTER_TURN, END_DECLINED, END_CALL_ONLY = 0, 1, 2  # when an empty stock ends the deal
DEALER_LEFT, DEALER_WINNER, DEALER_LOSER, DEALER_SAME = 0, 1, 2, 3
SHOW_BEST, SHOW_MOVES = 0, 1
WRONG_REFUSED, WRONG_EXPOSED, WRONG_LEAVES = 0, 1, 2
LAST_NONE, LAST_OPTIONAL, LAST_FORCED = 0, 1, 2  # one more turn for the others after a call
SIT_NOBODY, SIT_DEALER = 0, 1
STARTER_LEFT, STARTER_DEALER, STARTER_LAST_WINNER = 0, 1, 2
SWAP_TO_HAND, SWAP_TO_TABLE, SWAP_TO_OTHER, SWAP_TO_SAME = 0, 1, 2, 3  # where a freed wild goes
THEN_NOTHING, THEN_DEAD, THEN_OFFERED = 0, 1, 2  # the discards below one taken out of turn
CUT_NONE, CUT_DRAWN, CUT_CHOSEN = 0, 1, 2
BUY_IN, BUY_OUT = 0, 1  # who may buy back: players still in, or just put out
AFTER_ANY, AFTER_OWN, AFTER_OWN_EARLIER = 0, 1, 2  # lay off: is an own meld needed first

# --- rows of a scoring table -------------------------------------------------------------------------------------
TO_WINNER, TO_CALLER, TO_OTHERS, TO_EACH, TO_LOWEST, TO_HIGHEST, TO_LOSERS, TO_NOBODY, TO_POT = range(9)
FROM_NOBODY, FROM_OTHERS, FROM_CALLER, FROM_LOSERS, FROM_POT = range(5)
GIVES_POINTS, GIVES_BOXES, GIVES_FACTOR, GIVES_BOX_FACTOR, GIVES_CHIPS = range(5)

# --- the expression machine -------------------------------------------------------------------------------------
OPS = (
    "end", "const", "quantity", "add", "sub", "mul", "div", "neg", "min", "max",
    "eq", "ne", "lt", "le", "gt", "ge", "and", "or", "not", "if", "abs",
)  # fmt: skip
(
    OP_END, OP_CONST, OP_QUANTITY, OP_ADD, OP_SUB, OP_MUL, OP_DIV, OP_NEG, OP_MIN, OP_MAX,
    OP_EQ, OP_NE, OP_LT, OP_LE, OP_GT, OP_GE, OP_AND, OP_OR, OP_NOT, OP_IF, OP_ABS,
) = range(21)  # fmt: skip
# scopes of a quantity: whose it is. "others" adds up over everybody else still in the match.
SCOPES = ("self", "others", "caller", "winner", "payer", "lowest", "highest")
S_SELF, S_OTHERS, S_CALLER, S_WINNER, S_PAYER, S_LOWEST, S_HIGHEST = range(7)

# quantities the machine can compute, in the order of their numbers
QUANTITIES = (
    "deadwood", "hand_points", "hand_cards", "melded_points", "score", "deal_score", "boxes", "wins", "players",
    "deal", "turn", "own_turns", "stock", "discards", "is_caller", "is_winner", "is_dealer", "opened", "went_out",
    "stock_out", "stalemate", "called", "one_turn_out", "upcard_value", "upcard_suit", "upcard_rank", "column",
    "target", "loose_cards", "dropped", "wrong_call", "claims", "lucky_cut", "cut_joker", "paplu_cards", "chips", "pot",
    "cut_hands", "loose_points",
)  # fmt: skip
(
    Q_DEADWOOD, Q_HAND_POINTS, Q_HAND_CARDS, Q_MELDED_POINTS, Q_SCORE, Q_DEAL_SCORE, Q_BOXES, Q_WINS, Q_PLAYERS,
    Q_DEAL, Q_TURN, Q_OWN_TURNS, Q_STOCK, Q_DISCARDS, Q_IS_CALLER, Q_IS_WINNER, Q_IS_DEALER, Q_OPENED, Q_WENT_OUT,
    Q_STOCK_OUT, Q_STALEMATE, Q_CALLED, Q_ONE_TURN_OUT, Q_UPCARD_VALUE, Q_UPCARD_SUIT, Q_UPCARD_RANK, Q_COLUMN,
    Q_TARGET, Q_LOOSE_CARDS, Q_DROPPED, Q_WRONG_CALL, Q_CLAIMS, Q_LUCKY_CUT, Q_CUT_JOKER, Q_PAPLU_CARDS, Q_CHIPS, Q_POT,
    Q_CUT_HANDS, Q_LOOSE_POINTS,
) = range(39)  # fmt: skip

LINE, POOL_TEMPLATE = 0, 1
