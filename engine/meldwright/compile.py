"""From a checked ruleset to the numbers that the core plays by: the only bridge between the two.

`compile_tables` fills one `RULES` record for a number of players and keeps the names beside it. It needs numpy, not
numba.
"""

from __future__ import annotations

from typing import Any, Literal

import numpy as np

from .compile_melds import Melds, TooLarge, room
from .core import state as s
from .patterns.contracts import compile_contract
from .patterns.names import Context
from .patterns.programs import CallPrograms, compile_call, compile_expression
from .patterns.quantities import QUANTITIES
from .ruleset.rules import Call, ContractText, Expression, Row, Ruleset, Seated
from .tables import Names
from .variants import Variant, templates_of, variants_of

NO_PROGRAM = -1
UNBOUNDED = (1 << 31) - 1
CORE_NUMBER = {name: number for number, name in enumerate(s.QUANTITIES)}

TO = {"winner": s.TO_WINNER, "caller": s.TO_CALLER, "others": s.TO_OTHERS, "each": s.TO_EACH, "lowest": s.TO_LOWEST,
      "highest": s.TO_HIGHEST, "pot": s.TO_POT}  # fmt: skip
GIVES = {"points": s.GIVES_POINTS, "boxes": s.GIVES_BOXES, "chips": s.GIVES_CHIPS, "multiply": s.GIVES_FACTOR,
         "multiply_boxes": s.GIVES_BOX_FACTOR}  # fmt: skip
PAYERS = {None: s.FROM_NOBODY, "others": s.FROM_OTHERS, "caller": s.FROM_CALLER, "pot": s.FROM_POT}
DEALERS = {"left": s.DEALER_LEFT, "winner": s.DEALER_WINNER, "loser": s.DEALER_LOSER, "same": s.DEALER_SAME}
STARTERS = {"left_of_dealer": s.STARTER_LEFT, "dealer": s.STARTER_DEALER, "last_winner": s.STARTER_LAST_WINNER}
TAKEN = {"allowed": s.RETURN_FREE, "forbidden_single": s.RETURN_SINGLE, "forbidden_block": s.RETURN_BLOCK,
         "to_call": s.RETURN_TO_CALL}  # fmt: skip
RECYCLE = {"none": s.RECYCLE_NONE, "turn_over": s.RECYCLE_TURN_OVER, "shuffle": s.RECYCLE_SHUFFLE}
STOCK_ENDS = {"after_turn": s.END_AFTER_TURN, "when_declined": s.END_DECLINED,
              "last_discard_to_call": s.END_CALL_ONLY}  # fmt: skip
LAY_OFF_ON = {"anyone": s.ANYONE, "own": s.OWN}
WRONG = {"refused": s.WRONG_REFUSED, "exposed": s.WRONG_EXPOSED, "leaves": s.WRONG_LEAVES}
LAST_TURN = {"none": s.LAST_NONE, "optional": s.LAST_OPTIONAL, "forced": s.LAST_FORCED}
SWAP_TO = {"hand": s.SWAP_TO_HAND, "table": s.SWAP_TO_TABLE, "other_meld": s.SWAP_TO_OTHER,
           "same_meld": s.SWAP_TO_SAME}  # fmt: skip
THEN = {"nothing": s.THEN_NOTHING, "dead": s.THEN_DEAD, "offered": s.THEN_OFFERED}
CUT = {"none": s.CUT_NONE, "drawn": s.CUT_DRAWN, "chosen": s.CUT_CHOSEN}
LAY_OFF_AFTER = {"nothing": s.AFTER_ANY, "own_meld": s.AFTER_OWN, "own_meld_earlier_turn": s.AFTER_OWN_EARLIER}


def compile_tables(ruleset: Ruleset, players: int) -> Names:
    """The tables of a ruleset for a number of players.

    Raises ValueError for a number the ruleset is not for, TooLarge when a bound of the record is passed; a ruleset
    that passed `check` raises neither.
    """
    base = ruleset.for_players(players)
    found = variants_of(ruleset, base)
    if len(found.variants) > s.VARIANTS:
        raise TooLarge(f"{ruleset.id} has {len(found.variants)} different tables; at most {s.VARIANTS} are possible")
    tables = np.zeros(len(found.variants), s.RULES).view(np.recarray)
    names: list[Names] = []
    melds: dict[int, Melds] = {}
    for number, variant in enumerate(found.variants):
        seated = variant.seated
        if seated.wild_mask not in melds:
            melds[seated.wild_mask] = Melds(ruleset, seated, templates_of(ruleset, seated))
        builder = _Builder(ruleset, variant, tables[number], melds[seated.wild_mask])
        names.append(builder.build(tables))
        found.write(tables[number])
    for one in names:
        one.variants.extend(names)
    return names[0]


class _Builder:
    """Fills one record: the tables of a ruleset for a number of players and a variant."""

    def __init__(self, ruleset: Ruleset, variant: Variant, record: Any, melds: Melds) -> None:
        self.ruleset = ruleset
        self.variant = variant
        self.seated: Seated = variant.seated
        self.r: Any = record
        self.melds = melds
        self.code: list[int] = []
        self.programs: list[int] = []
        self.known: dict[tuple[int, ...], int] = {}

    def build(self, tables: Any) -> Names:
        self._deck()
        self._deal()
        self._turn()
        self._opening()
        self._claim()
        self._stock_out()
        self._match()
        self._calls()
        self.melds.write(self.r)
        self._openings()
        self._write_programs()
        return Names(
            rules=self.r,
            tables=tables,
            deck=self.seated.deck,
            patterns=tuple(meld.name for meld in self.ruleset.melds),
            calls=self.ruleset.calls,
            ranks=frozenset(rank.upper() for rank in self.seated.deck.ranks),
        )

    def _deck(self) -> None:
        r, seated, deck = self.r, self.seated, self.seated.deck
        r.players = seated.players
        r.kinds_n = len(deck.kinds)
        r.cards_n = deck.size
        at = 0
        for kind, n in enumerate(deck.copies):
            r.copies[kind] = n
            r.points[kind] = seated.points[kind]
            r.limit_value[kind] = seated.limit_points[kind]
            r.rank[kind] = deck.rank_of(kind)
            r.suit[kind] = deck.suit_of(kind)
            r.color[kind] = deck.color_of(kind)
            for _ in range(n):
                r.deck[at] = kind
                at += 1
        r.single = int(max(deck.copies) == 1)
        r.wild_mask = seated.wild_mask
        r.never_natural = 0 if self.ruleset.wilds.natural else seated.wild_mask
        r.wild_n = len(seated.wild_kinds)
        for number, kind in enumerate(seated.wild_kinds):
            r.wild_kind[number] = kind
            r.wild_index[kind] = number

    def _deal(self) -> None:
        r, deal = self.r, self.ruleset.deal
        r.hand_size = self.seated.hand_size
        r.starter_extra = deal.starter_extra
        r.dealer_extra = deal.dealer_extra
        r.cut = CUT[deal.cut]
        r.upcard = int(deal.upcard)
        r.second_upcard = int(deal.second_pack_upcard)
        r.offer = int(deal.offer)
        r.void_when = self._program(deal.void_when)
        r.next_dealer = DEALERS[deal.next_dealer]
        r.no_winner_dealer = DEALERS[deal.no_winner_dealer]
        r.starter = STARTERS[deal.starter]
        r.sit_out = s.SIT_DEALER if deal.sit_out == "dealer" else s.SIT_NOBODY

    def _turn(self) -> None:
        r, turn = self.r, self.ruleset.turn
        r.draw_stock = int(turn.draw.stock)
        r.draw_depth = s.ANY_DEPTH if turn.draw.discards is None else turn.draw.discards
        r.discard_when = self._program(turn.draw.discard_when)
        r.must_use = {"none": s.USE_NONE, "deepest": 2, "always": 1}[turn.draw.must_use]
        if turn.meld is not None:
            r.meld_on = 1
            r.melds_per_turn = turn.meld.per_turn or 0
            r.more_if_out = int(turn.meld.more_when_going_out)
            r.all_at_once_from = turn.meld.all_at_once_from_deal or 0
        if turn.lay_off is not None:
            r.lay_off_on = LAY_OFF_ON[turn.lay_off.on]
            r.lay_off_after = LAY_OFF_AFTER[turn.lay_off.after]
        if turn.discard is not None:
            r.discard_on = 1
            r.return_taken = TAKEN[turn.discard.taken]
            r.final_discard = int(turn.discard.final == "required")
            r.unplayable_last = int(turn.discard.unplayable_last == "forbidden")
        r.swap = int(self.ruleset.wilds.swap == "own_turn")
        r.swap_mask = self._swappable()
        r.swap_any = int(self.ruleset.wilds.swap_from == "any")
        r.swap_to = SWAP_TO[self.ruleset.wilds.swap_to]
        self._contract(r.needs, self.ruleset.deadwood.needs, in_order=True)

    def _swappable(self) -> int:
        """The wild kinds that may be taken off the table."""
        mask = self.seated.wild_mask
        if self.ruleset.wilds.swap_cards:
            chosen = 0
            for selector in self.ruleset.wilds.swap_cards:
                chosen |= self.ruleset.kinds_of(self.seated.deck, selector)
            mask &= chosen
        return mask

    def _opening(self) -> None:
        r, opening = self.r, self.ruleset.turn.opening
        self._contract(r.opening, self.variant.contract)
        r.opening_points = 0 if self.variant.contract is not None else opening.points  # a contract alone counts
        r.ace_low = -1 if opening.ace_low is None else opening.ace_low
        r.ace_rank = self.seated.deck.ranks.index("A") if "A" in self.seated.deck.ranks else -1
        r.exempt_out = int(opening.exempt_going_out)
        r.new_melds = int(opening.new_melds)
        r.one_per_rank = int(opening.same_rank == "forbidden")
        r.no_touching = int(opening.touching_runs == "forbidden")
        r.whole_hand = int(self.variant.whole_hand)

    def _contract(self, record: Any, contract: ContractText | None, in_order: bool = False) -> None:
        if contract is None:
            return
        names = [meld.name for meld in self.ruleset.melds]
        bundles = compile_contract(contract.tree, names, self.melds.shapes, in_order)
        record.bundles_n = len(bundles)
        for b, parts in enumerate(bundles):
            record.parts_n[b] = len(parts)
            for at, part in enumerate(parts):
                record.types[b, at] = part.types
                record.least[b, at] = part.least
                record.most[b, at] = part.most

    def _claim(self) -> None:
        r, claim = self.r, self.ruleset.claim
        r.claim_playable = int(claim.playable_discard)
        if claim.may_i is not None:
            r.may_i = 1
            r.may_penalty = claim.may_i.penalty
            r.may_then = THEN[claim.may_i.then]
            r.may_limit = -1 if claim.may_i.limit is None else claim.may_i.limit
        r.may_when = self._program(None if claim.may_i is None else claim.may_i.when)

    def _stock_out(self) -> None:
        r, out = self.r, self.ruleset.stock_out
        r.recycle = RECYCLE[out.recycle]
        r.recycle_times = -1 if out.times is None else min(out.times, 100)
        r.recycle_keep_top = int(out.keep_top)
        r.recycle_step = int(out.take_new_upcard)
        r.recycle_at_once = int(out.turn_over_when == "at_once")
        r.recycle_upcard = int(out.upcard)
        r.stock_floor = out.floor
        r.stock_end = STOCK_ENDS[out.ends]
        r.call_same = int(out.last_discard_same)

    def _match(self) -> None:
        r, match = self.r, self.ruleset.match
        r.target = match.target or 0
        r.deals = match.deals or 0
        r.low_wins = int(match.winner != "highest")
        self._chips()
        r.tie_shared = int(match.tie == "shared")
        r.columns = match.columns
        r.rolling = int(match.rolling)
        r.wins_needed = match.wins_needed
        r.turn_limit = self.ruleset.limits.turns
        r.deal_limit = self.ruleset.limits.deals
        r.rows_n = self._rows(r.rows, self.ruleset.scoring, "scoring rows")
        r.finals_n = self._rows(r.finals, match.final, "rows of the final reckoning")

    def _chips(self) -> None:
        r, match = self.r, self.ruleset.match
        r.ante = match.ante
        r.stake = match.stake
        r.chips_win = int(match.winner == "chips")
        if match.eliminate is not None:
            r.out_at = match.eliminate.at
            r.out_chips = match.eliminate.chips
        buy = match.buy_back
        r.buy_price = -1 if buy is None else self._amount(buy.chips)
        if buy is not None:
            r.buy_times = buy.times
            r.buy_from = -UNBOUNDED if buy.least is None else buy.least
            r.buy_to = UNBOUNDED if buy.most is None else buy.most
            r.buy_who = s.BUY_OUT if buy.who == "out" else s.BUY_IN

    def _rows(self, target: Any, rows: tuple[Row, ...], what: str) -> int:
        self._room(len(rows), s.ROWS, what)
        for number, row in enumerate(rows):
            record = target[number]
            record.when = self._program(row.when)
            record.gives = GIVES[row.gives]
            record.amount = self._amount(row.amount)
            record.to = s.TO_NOBODY if row.to is None else TO[row.to.group]
            record.measure = NO_PROGRAM if row.to is None else self._amount(row.to.measure)
            record.payer = PAYERS[row.payers]
            record.unless = self._program(row.leaves_out)
            record.shared = int(row.shared)
            record.multiplied = int(row.multiplied)
        return len(rows)

    def _calls(self) -> None:
        calls = self.ruleset.turn.call
        self._room(len(calls), s.CALLS, "calls")
        self.r.calls_n = len(calls)
        for number, call in enumerate(calls):
            record = self.r.calls[number]
            self._condition(call, record)
            record.discards = int(call.discard and not call.leaves)
            record.show = s.SHOW_MOVES if call.show == "moves" else s.SHOW_BEST
            record.first_turn = int(call.first_turn)
            record.wrong = WRONG[call.wrong]
            record.at_draw = int(call.at == "draw")
            record.last_turn = LAST_TURN[call.last_turn]
            record.leaves = int(call.leaves)
            record.under_stock = int(call.cards == "under_stock")
            if not call.leaves:
                self._contract(record.melds, call.melds)
            if call.lay_off is None:
                record.lay_off = NO_PROGRAM
            elif call.lay_off is True:
                record.lay_off = self._store([s.OP_CONST, 1, s.OP_END])
            else:
                record.lay_off = self._program(call.lay_off)

    def _condition(self, call: Call, record: Any) -> None:
        """The programs of a call: most deadwood that may be left, what else must hold, before and after the discard."""
        found = CallPrograms(None, None, None, False)
        if call.when is not None:
            found = compile_call(call.when.tree, self._context("condition"))
        record.limit = self._store_words(found.limit)
        record.when = self._store_words(found.rest)
        record.after = self._store_words(found.after)
        record.all_melded = int(found.all_melded)

    def _context(self, expected: Literal["number", "condition"]) -> Context:
        deck = self.seated.deck
        return Context(suits=deck.suits, ranks=deck.ranks, calls=self.ruleset.calls, payer=True, expected=expected)

    def _amount(self, expression: Expression | None) -> int:
        return self._program(expression, "number")

    def _program(self, expression: Expression | None, expected: Literal["number", "condition"] = "condition") -> int:
        if expression is None:
            return NO_PROGRAM
        return self._store_words(compile_expression(expression.tree, self._context(expected)))

    def _store_words(self, words: list[int] | None) -> int:
        if words is None:
            return NO_PROGRAM
        return self._store(to_core(words))

    def _store(self, words: list[int]) -> int:
        key = tuple(words)
        if key not in self.known:
            self.known[key] = len(self.programs)
            self.programs.append(len(self.code))
            self.code += words
            self._room(len(self.programs), s.PROGRAMS, "expressions")
            self._room(len(self.code), s.CODE, "words in all expressions")
        return self.known[key]

    def _write_programs(self) -> None:
        self.r.programs_n = len(self.programs)
        for number, start in enumerate(self.programs):
            self.r.program_start[number] = start
        for at, word in enumerate(self.code):
            self.r.code[at] = word

    def _openings(self) -> None:
        """For each part of the contract the templates that may serve it with the fewest cards."""
        r, melds = self.r, self.melds
        found: list[int] = []
        for b in range(s.BUNDLES):
            for i in range(s.PARTS):
                r.opening_start[b * s.PARTS + i] = len(found)
                if b < int(r.opening.bundles_n) and i < int(r.opening.parts_n[b]):
                    c = r.opening
                    found += melds.shortest(int(c.types[b, i]), int(c.least[b, i]), int(c.most[b, i]))
        self._room(len(found), s.OPENING, "templates for the parts of a contract")
        r.opening_start[s.BUNDLES * s.PARTS] = len(found)
        r.opening_list[: len(found)] = found
        r.shrinks = int(self.variant.contract is None or melds.shrink(self.seated.wild_mask))

    def _room(self, n: int, bound: int, what: str) -> None:
        room(self.ruleset, n, bound, what)


def to_core(words: list[int]) -> list[int]:
    """Replace the registry's numbers of quantities by the core's."""
    out = list(words)
    at = 0
    while out[at] != s.OP_END:
        if out[at] == s.OP_CONST:
            at += 2
        elif out[at] == s.OP_QUANTITY:
            out[at + 2] = CORE_NUMBER[QUANTITIES[out[at + 2]].name]
            at += 4
        else:
            at += 1
    return out
