"""The record layouts: `RULES` (a compiled ruleset), `GAME` (a game in progress), `WORK` (scratch space).

Everything the compiled core reads or writes is in one of these three numpy structured records, so that copying a
game is a memory copy and a million games are an array. Nothing in this module needs numba: the compiler of rulesets
and the checker use it too.

Cards are *kinds*: small whole numbers below `KINDS`. Equal physical cards share a kind. A set of kinds is a
64-bit mask; a hand is a count per kind together with the mask of the kinds present.
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from .constants import *

i1, i2, i4, i8, u1, u4, u8 = np.int8, np.int16, np.int32, np.int64, np.uint8, np.uint32, np.uint64

PROFILE = np.dtype([("allowed", u4, (SLOTS + 1,)), ("apart", u1)], align=True)
"""Limit on wilds: bit w of allowed[n] says whether a meld of n cards may have w wilds; apart: never neighbours."""

CONTRACT = np.dtype(
    [
        ("bundles_n", i1),  # alternatives; 0: nothing is asked for
        ("parts_n", i1, (BUNDLES,)),
        ("types", u4, (BUNDLES, PARTS)),  # bit t: a meld of type t will do; parts made of lines come first
        ("least", i1, (BUNDLES, PARTS)), ("most", i1, (BUNDLES, PARTS)),  # cards
    ],
    align=True,
)  # fmt: skip
"""Melds that must be there together: alternatives, each a list of parts, one meld for every part."""

CALL = np.dtype(
    [
        ("when", i2),  # program: may it be called, -1 always
        ("limit", i2),  # program: most deadwood that may be left, -1 no limit
        ("after", i2),  # program about the cards left after the discard, -1 none
        ("all_melded", u1),  # 1: no card may be left in no meld
        ("discards", i1),  # 1: a card is thrown with the call, 0: none
        ("show", i1),  # SHOW_BEST or SHOW_MOVES
        ("lay_off", i2),  # program: may the others lay off on the caller's melds, -1 no
        ("first_turn", i1),  # 0: not before everybody had a turn
        ("wrong", i1),  # WRONG_*: what a call without its condition does
        ("at_draw", u1),  # 1: said instead of drawing
        ("last_turn", i1),  # LAST_*: one more turn for the others
        ("leaves", u1),  # 1: the player drops out of the deal
        ("under_stock", u1),  # 1: the cards of who leaves are shuffled under the stock
        ("melds", CONTRACT),  # melds that must be shown
    ],
    align=True,
)

ROW = np.dtype(
    [
        ("when", i2),  # program, -1 always
        ("to", i1),
        ("payer", i1),  # FROM_*: who pays it
        ("gives", i1),  # GIVES_*
        ("amount", i2),  # program
        ("measure", i2),  # program: what TO_LOWEST / TO_HIGHEST compares
        ("unless", i2),  # program: players for whom it holds are left out of a tie for TO_LOWEST / TO_HIGHEST
        ("shared", u1),  # 1: the amount is divided among the recipients, 0: each gets it
        ("multiplied", u1),  # 1: factors apply to it
    ],
    align=True,
)

RULES = np.dtype(
    [
        # deck
        ("players", i1), ("kinds_n", i1), ("cards_n", i2), ("copies", i1, (KINDS,)), ("deck", i1, (CARDS,)),
        ("points", i2, (KINDS,)), ("rank", i1, (KINDS,)), ("suit", i1, (KINDS,)), ("color", i1, (KINDS,)),
        ("limit_value", i2, (KINDS,)),  # what an upcard of this kind is worth as a limit
        ("single", u1),  # 1: one copy of every kind
        ("wild_mask", u8), ("never_natural", u8),  # wild kinds that may not stand as themselves in a sequence
         ("wild_n", i1), ("wild_kind", i1, (KINDS,)), ("wild_index", i1, (KINDS,)),
        # variants: the tables differ by the deal, or by the card cut
        ("variant_of_deal", i2, (DEAL_ROWS,)), ("takes_cut", u1), ("variant_of_cut", i2, (KINDS,)),
        ("next_kind", i1, (KINDS,)),  # the kind next above in its suit, ace above king; -1
        # deal
        ("hand_size", i1), ("starter_extra", i1), ("dealer_extra", i1), ("cut", i1),
        ("upcard", u1), ("second_upcard", u1), ("offer", u1),
        ("void_when", i2),  # program per player: a dealt hand that voids the deal, -1 none
        ("next_dealer", i1), ("no_winner_dealer", i1), ("starter", i1), ("sit_out", i1),
        # draw
        ("draw_stock", u1), ("draw_depth", i2), ("discard_when", i2), ("must_use", i2), ("return_taken", i1),
        # meld and lay off
        ("meld_on", u1), ("melds_per_turn", i1), ("more_if_out", u1), ("all_at_once_from", i2),
        ("lay_off_on", i1), ("lay_off_after", i1), ("swap", i1), ("swap_mask", u8), ("swap_any", u1), ("swap_to", i1),
        ("opening", CONTRACT),
        ("opening_start", i4, (BUNDLES * PARTS + 1,)), ("opening_list", i2, (OPENING,)),  # shortest templates by part
         ("opening_points", i4), ("ace_low", i2), ("ace_rank", i1), ("exempt_out", u1),
        ("new_melds", u1), ("one_per_rank", u1), ("no_touching", u1), ("whole_hand", u1),
        ("needs", CONTRACT),  # melds without which others do not count
        # claims
        ("may_i", u1), ("may_penalty", i1), ("may_then", i1), ("may_limit", i2), ("may_when", i2),
        # discard and going out
        ("discard_on", u1), ("final_discard", u1), ("unplayable_last", u1), ("claim_playable", u1),
        # stock out
        ("recycle", i1), ("recycle_times", i1), ("recycle_keep_top", u1), ("recycle_step", u1),
        ("recycle_at_once", u1), ("recycle_upcard", u1),
        ("stock_floor", i2), ("stock_end", i1), ("call_same", u1),
        # calls
        ("calls_n", i1), ("calls", CALL, (CALLS,)),
        # scoring
        ("rows_n", i1), ("rows", ROW, (ROWS,)), ("low_wins", u1),
        # match
        ("target", i4), ("deals", i2), ("columns", i1), ("rolling", u1), ("tie_shared", u1),
        ("finals_n", i1), ("finals", ROW, (ROWS,)), ("wins_needed", i1),
        ("ante", i4), ("stake", i4), ("chips_win", u1), ("out_at", i4), ("out_chips", i4),
        ("buy_times", i1), ("buy_from", i4), ("buy_to", i4), ("buy_who", i1), ("buy_price", i2),
        ("turn_limit", i4), ("deal_limit", i4),
        # templates
        ("types_n", i1), ("templates_n", i2), ("t_kind", i1, (TEMPLATES,)), ("t_type", i1, (TEMPLATES,)),
        ("t_n", i1, (TEMPLATES,)),  # line: its length; pool: least cards
        ("t_max", i1, (TEMPLATES,)),  # pool: most cards; line: its length
        ("t_mask", u8, (TEMPLATES,)),  # all natural kinds that may stand in it
        ("t_slot", u8, (TEMPLATES, SLOTS)),  # line: the natural kinds of each slot
        ("t_plain", u1, (TEMPLATES,)),  # line: every slot has just one natural kind
        ("t_up", i2, (TEMPLATES,)), ("t_down", i2, (TEMPLATES,)),  # line grown by one at the high / low end, -1
        ("t_dup", i1, (TEMPLATES,)),  # pool: most cards of one kind
        ("t_profile", i1, (TEMPLATES,)),  # its limit on wilds
        ("t_offered", u1, (TEMPLATES,)),  # 1: may be laid from the hand (0: reached by growth, same cards as another)
        ("t_short", u1, (TEMPLATES,)),  # 1: cannot be cut into two melds of the same type (lines)
        ("t_points", i2, (TEMPLATES,)),  # plain line: points of its natural cards
        ("line_start", i4, (KINDS + 1,)), ("line_list", i2, (TEMPLATES,)),  # shortest lines by kind of slot 0
        ("pools_n", i2), ("pool_list", i2, (TEMPLATES,)),
        ("cover_start", i4, (KINDS + 1,)), ("cover", i2, (COVER,)),  # templates that kind k may stand in
        ("meld_mask", u8),  # kinds that stand in any template
        ("shrinks", u1),  # 1: every line holds a shorter one, down to the shortest of its type
        ("lines_plain", u1),  # 1: every line is plain
        ("profiles_n", i1), ("profiles", PROFILE, (PROFILES,)),
        # programs
        ("programs_n", i2), ("program_start", i4, (PROGRAMS,)), ("code", i8, (CODE,)),
    ],
    align=True,
)  # fmt: skip
"""A compiled ruleset for one number of players: numbers only, no names."""

MELD = np.dtype(
    [
        ("template", i2), ("owner", i1), ("n", i1), ("turn", i2),  # turn: when it was laid
        ("wilds", u4),  # bit s: the card in slot s stands as a wild
        ("card", i1, (SLOTS,)),
    ],
    align=True,
)  # fmt: skip

GAME = np.dtype(
    [
        ("rng", u8), ("phase", i1), ("current", i1), ("turn_player", i1), ("players", i1), ("dealer", i1),
        ("starter", i1), ("next_dealer", i1), ("seated", i1), ("deal", i4), ("turn", i4), ("decisions", i8),
        ("ending", i1), ("call", i1), ("caller", i1), ("winner", i1), ("out_player", i1),
        ("offers", i1),  # upcard offers declined
        ("showing", i1),  # players who have shown
        ("claims", i1),  # players who have declined the claim
        ("taken_n", i2), ("taken_mask", u8), ("taken_kind", i1), ("stock_only", u1),
        ("must_use", i1),  # kind that must be melded this turn, -1
        ("returned", i1),  # a taken card was thrown straight back: only to be taken to call
        ("call_only", u1),  # this turn must end in a call
        ("upcard", i1),  # kind of the first upcard of the deal, -1
        ("recycled", i2), ("melds_this_turn", i1), ("one_turn_out", u1),
        ("variant", i2),  # which of the tables is in force
        ("cut", i1), ("cut_size", i2),  # the kind of the card cut, -1; cards lifted by the cutter
        ("opening_n", i1), ("opening_points", i4),  # an opening under way this turn: its melds and points so far
        ("freed_from", i2),  # the table meld out of which the wild in must_use came, -1
        ("dead_n", i2),  # discards at the bottom that nobody may take
        ("asked", i1), ("taker", i1),  # players asked for the discard on offer; who took the last one, -1
        ("claims_made", i2, (PLAYERS,)),
        ("last_turns", i1),  # last turns still to be had after a call
        ("dropped", u1, (PLAYERS,)), ("wrong_call", u1, (PLAYERS,)), ("extra", i1, (PLAYERS,)),
        ("chips", i8, (PLAYERS,)), ("deal_chips", i8, (PLAYERS,)), ("pot", i8),
        ("out", u1, (PLAYERS,)),  # out of the match: the number of the deal that put him out is in out_deal
        ("out_deal", i4, (PLAYERS,)), ("bought", i1, (PLAYERS,)),
        ("stalemates", i4), ("deal_endings", i4, (len(ENDINGS),)), ("turns_total", i8),
        ("hand_n", i2, (PLAYERS,)), ("hand_points", i4, (PLAYERS,)), ("mask", u8, (PLAYERS,)),
        ("hand", i1, (PLAYERS, KINDS)),
        ("known", i1, (PLAYERS, KINDS)),  # cards of each hand that everybody saw him take and still hold
        ("face_down", u1),  # the top discard was thrown with a call, unseen
        ("exposed", u1, (PLAYERS,)),  # hand lies face up
        ("shown", u1, (PLAYERS,)),
        ("sits", u1, (PLAYERS,)),  # 1: takes no part in this deal
        ("opened", i4, (PLAYERS,)),  # turn of the first own meld, 0 none
        ("played", i4, (PLAYERS,)),  # turn of the first meld or lay-off, 0 none
        ("melded_points", i4, (PLAYERS,)),
        ("turns", i2, (PLAYERS,)),  # turns taken this deal
        ("limit", i4),  # most deadwood the caller may be left with
        ("deal_score", i8, (PLAYERS,)), ("deal_boxes", i8, (PLAYERS,)),
        ("score", i8, (PLAYERS,)), ("boxes", i8, (PLAYERS,)), ("deals_won", i4, (PLAYERS,)),
        ("games_won", i2, (PLAYERS,)), ("kept", i8, (PLAYERS,)),
        ("bonus", i8, (PLAYERS,)), ("last_winner", i1), ("notice", u1), ("games", i2),
        ("col_score", i8, (COLUMNS, PLAYERS)), ("col_boxes", i8, (COLUMNS, PLAYERS)),
        ("col_entries", i2, (COLUMNS, PLAYERS)),
        ("col_state", i1, (COLUMNS,)),  # 0 not yet open, 1 open, 2 closed
        ("col_winner", i1, (COLUMNS,)), ("final", i8, (PLAYERS,)), ("match_winner", i1), ("stopped", u1),
        ("stock_n", i2), ("discard_n", i2), ("melds_n", i2),
        ("stock", i1, (CARDS,)),  # last = top
        ("discard", i1, (CARDS,)),  # last = top
        ("melds", MELD, (MELDS,)),
    ],
    align=True,
)  # fmt: skip
"""A game in progress: a match, and in it the deal being played."""

FRAME = np.dtype(
    [
        ("rest", i8), ("loose", i8), ("have", u8), ("open", u8), ("natural", u8), ("wild", u8), ("pos", i4),
        ("template", i2), ("wilds_left", i2), ("melds", i2), ("n", i1), ("wilds", i1), ("last", i1), ("same", i1),
        ("pick", u1), ("kind", i1), ("card", i1), ("as_wild", u1), ("used", u1), ("more", u1),
    ],
    align=True,
)  # fmt: skip
"""One choice of the search in `core.arrange`: the state before it, and the options not yet tried."""

SEEN = np.dtype(
    [
        ("live", u8), ("two", u8), ("three", u8), ("four", u8), ("open", u8), ("rest", u8), ("loose", i8),
        ("search", i8),
    ],
    align=True,
)  # fmt: skip
"""A choice that a search has come to: the cards still to be decided on (and those of which there are two, three, four),
what else the rest of the search hangs on, and the cost at which it was come to."""

WORK = np.dtype(
    [
        ("moves_n", i4), ("moves", i8, (MOVES,)), ("overflow", i8),
        ("deadwood_after", i4, (KINDS,)),  # least deadwood if this kind is thrown
        ("count", i1, (KINDS,)), ("choice", i1, (SLOTS + KINDS,)), ("card", i1, (SLOTS,)), ("held", i1, (SLOTS,)),
        ("stack", i8, (STACK,)), ("column", i4),  # column: the score column a final row is about, -1 none
        ("nodes", i8), ("nodes_worst", i8), ("budget_hits", i8), ("node_budget", i8),
        ("arr_n", i4), ("arr_template", i2, (SLOTS,)), ("arr_len", i1, (SLOTS,)), ("arr_wilds", u4, (SLOTS,)),
        ("arr_card", i1, (SLOTS, SLOTS)), ("arr_left", i1, (KINDS,)), ("arr_deadwood", i4),
        ("score", i8, (PLAYERS,)), ("group", u1, (PLAYERS,)), ("value", i8, (PLAYERS,)),
        ("unseen", i1, (KINDS,)), ("no_hand", i1, (KINDS,)),  # no_hand: never any card
        ("reach", u1, (1 << PARTS,)), ("reach_next", u1, (1 << PARTS,)),  # sets of parts that melds can have served
        ("laid", i2, (MELDS + 1,)), ("laid_n", i4), ("spare", i1, (SLOTS,)),  # templates of an opening under way
        ("owed_n", i4), ("owed_types", u4, (PARTS,)), ("owed_least", i1, (PARTS,)), ("owed_most", i1, (PARTS,)),
        ("owed_need", i4, (PARTS,)), ("owed_part", i2, (PARTS,)), ("owed_from", i4, (PARTS,)),
        ("owed_to", i4, (PARTS,)), ("owed_points", i8), ("owed_all", u1),
        # what a bot means to lay: the best templates of each part, and the plan made of them
        ("top_n", i4, (PARTS,)), ("top_t", i2, (PARTS, TOP)), ("top_cost", i4, (PARTS, TOP)), ("try_at", i4, (PARTS,)),
        ("plan_n", i4), ("plan_use", i1, (KINDS,)),
        ("try_use", i1, (PARTS + 1, KINDS)), ("try_lacks", i4, (PARTS + 1,)), ("try_wilds", i4, (PARTS + 1,)),
        ("s_pos", i4, (64,)), ("s_value", i4, (64,)),
        ("s_code", i8, (64,)),
        ("cand_template", i2, (FOUND,)), ("cand_mask", u8, (FOUND,)),
        ("cand_points", i4, (FOUND,)), ("cand_n", i4),
        ("a_frame", FRAME, (DEPTH,)), ("a_count", i1, (KINDS,)), ("a_cost", i8, (KINDS,)),
        ("memo", SEEN, (4096,)), ("searches", i8), ("a_equal", u8),
        ("a_possible", u8), ("a_left", u8), ("a_wild_only", u1),
        # melds that an arrangement must have: their number (0: none), 1 if no others may be there, and what each is
        ("p_n", i1), ("p_only", u1), ("p_types", u4, (PARTS,)), ("p_least", i1, (PARTS,)), ("p_most", i1, (PARTS,)),
        ("m_start", i2),  # melds on the table that count among them
        ("m_serves", i4, (DEPTH + MELDS,)),  # per meld made so far: bit i if it may be part i
        ("scratch", GAME, (AHEAD,)), ("at", i4, (AHEAD,)), ("tried", i4), ("saved", i8, (SAVED,)),
    ],
    align=True,
)  # fmt: skip
"""Scratch space of one thread; holds nothing between calls but the counters of the searches."""


def empty_rules() -> np.record:
    """One `RULES` record, zeroed."""
    return np.zeros(1, RULES).view(np.recarray)[0]


def empty_games(n: int = 1) -> np.recarray:
    """`n` zeroed `GAME` records."""
    return np.zeros(n, GAME).view(np.recarray)


def hand_of(kinds: Iterable[int]) -> np.ndarray:
    """Counts per kind of some cards."""
    hand = np.zeros(KINDS, i1)
    for k in kinds:
        hand[k] += 1
    return hand


def mask_of(kinds: Iterable[int]) -> np.uint64:
    """Mask of the kinds among some cards."""
    mask = 0
    for k in kinds:
        mask |= 1 << k
    return u8(mask)


def from_bytes(record: bytes) -> np.recarray:
    """One `GAME` record from its bytes."""
    return np.frombuffer(bytearray(record), GAME, 1).view(np.recarray)


def empty_work() -> np.record:
    """One zeroed `WORK` record."""
    work = np.zeros(1, WORK).view(np.recarray)[0]
    work.node_budget = 300_000  # the hardest hand of a game that is played took 124,000
    return work
