"""Games set up in the middle of a deal: for puzzles, disputes and tests. The format is in docs/positions.md."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from .core import state as s
from .moves import matches, parse

if TYPE_CHECKING:
    from .game import Game

KEYS = (
    "players", "hands", "table", "stock", "discards", "turn", "step", "dealer", "taken", "upcard", "opened", "played",
    "scores", "boxes", "wins", "columns", "caller", "call", "recycled", "deal", "turns", "turn_number", "shown",
    "returned", "ending", "winner", "one_turn_out", "cut", "last_turns", "dropped", "wrong_call",
    "chips", "pot", "out", "bought", "claims", "dead", "cut_size",
)  # fmt: skip
STEPS = {
    "offer": s.OFFER, "draw": s.DRAW, "play": s.PLAY, "call discard": s.CALL_DISCARD, "show": s.SHOW,
    "claim": s.CLAIM, "deal over": s.DEAL_OVER, "may I": s.MAY_I, "cut": s.CUT, "buy back": s.BUY_BACK,
}  # fmt: skip


LARGEST = 10**8  # of scores
COUNTS = {"turns": (0, 10_000), "opened": (0, 10_000), "played": (0, 10_000), "shown": (0, 1), "wins": (0, 10_000),
          "dropped": (0, 1), "wrong_call": (0, 1), "bought": (0, 100), "claims": (0, 1000)}  # fmt: skip
ENDED = {name: number for number, name in enumerate(s.ENDINGS)}


class PositionError(ValueError):
    """A position that cannot be set up; the message names the key and what is wrong."""


def build(cls: type[Game], ruleset: Any, position: Mapping[str, Any] | str, seed: int) -> Game:
    """Set a game up as a position says."""
    data = _read(position)
    hands = data.get("hands")
    if not isinstance(hands, list) or not hands:
        raise PositionError("hands: a position needs a list with the cards of each seat")
    players = _whole("players", data.get("players", len(hands)), 1, s.PLAYERS)
    if players != len(hands):
        raise PositionError(f"hands: {len(hands)} hands for {players} players")
    dealer = _seat(data, "dealer", players, players - 1)
    try:
        game = cls(ruleset, players, seed=seed, dealer=dealer)
    except ValueError as error:
        raise PositionError(f"players: {error}") from error
    _Setter(game, data, seed).run()
    return game


def _read(position: Mapping[str, Any] | str) -> dict[str, Any]:
    if isinstance(position, str):
        from .ruleset.source import read_text

        position = read_text(position, "position").plain()
    if not isinstance(position, Mapping):
        raise PositionError("a position is a mapping of keys such as hands, stock, discards, turn")
    from difflib import get_close_matches

    for key in position:
        if key not in KEYS:
            near = get_close_matches(str(key), KEYS, 1)
            raise PositionError(f"{key}: no such key" + (f"; did you mean {near[0]}?" if near else ""))
    return dict(position)


def _whole(key: str, value: Any, low: int, high: int) -> int:
    if isinstance(value, bool) or not isinstance(value, int):
        raise PositionError(f"{key}: expected a whole number, not {value!r}")
    if not low <= value <= high:
        raise PositionError(f"{key}: a number from {low} to {high}, not {value}")
    return value


def _numbers(key: str, values: Any, players: int) -> list[int]:
    if not isinstance(values, list) or len(values) != players:
        raise PositionError(f"{key}: expected a list with a number for each seat")
    return [_whole(key, value, -LARGEST, LARGEST) for value in values]


def _seat(data: Mapping[str, Any], key: str, players: int, default: int) -> int:
    seat = data.get(key, default)
    if isinstance(seat, bool) or not isinstance(seat, int) or not 0 <= seat < players:
        raise PositionError(f"{key}: a seat is a number from 0 to {players - 1}, not {seat!r}")
    return seat


class _Setter:
    def __init__(self, game: Game, data: dict[str, Any], seed: int) -> None:
        self.game = game
        self.data = data
        self.g: Any = game._game
        self.names = game.names
        self.left = list(game.names.deck.copies)
        self.seed = seed

    def run(self) -> None:
        self._clear()
        self._hands()
        self._table()
        self._discards()
        self._whose_turn()
        self._counts()
        self._stock()
        self._step()
        self._possible()

    def _clear(self) -> None:
        g, players = self.g, self.game.players
        core = self.game._core
        core.clear(self.names.rules, g)
        g.stock_n = 0
        g.deal = self._number("deal", 1, 1, int(self.names.rules.deal_limit))
        self._variant()
        g.dealer = _seat(self.data, "dealer", players, players - 1)
        self._out()
        core.seat_players(self.names.rules, g)
        seats = [(int(g.dealer) + 1 + i) % players for i in range(players)]
        g.starter = next((p for p in seats if not g.sits[p]), 0)

    def _variant(self) -> None:
        """The tables in force in this deal: by its number, or by the card that was cut."""
        g, r = self.g, self.names.rules
        cut = self._kind("cut")
        if cut >= 0 and not int(r.takes_cut):
            raise PositionError("cut: in this game no card is cut")
        if int(r.takes_cut):
            if cut < 0:
                raise PositionError("cut: this game needs the card that was cut from the pack, such as `cut: 8S`")
            self.left[cut] -= 1
            g.cut = cut
            g.variant = int(r.variant_of_cut[cut])
        else:
            g.variant = int(r.variant_of_deal[min(int(g.deal), s.DEAL_ROWS - 1)])
        self.names = self.game.names

    def _out(self) -> None:
        """The seats that are out of the match since an earlier deal."""
        seats = self.data.get("out") or []
        if not isinstance(seats, list):
            raise PositionError("out: expected a list of seats, such as [2]")
        for seat in seats:
            p = _seat({"out": seat}, "out", self.game.players, 0)
            if self.data["hands"][p]:
                raise PositionError(f"out: seat {p} is out of the match, so it has no cards")
            self.g.out[p], self.g.out_deal[p] = 1, int(self.g.deal) - 1
        if len(set(seats)) == self.game.players:
            raise PositionError("out: somebody must be in")

    def _number(self, key: str, default: int, low: int, high: int) -> int:
        return _whole(key, self.data.get(key, default), low, high)

    def _kind(self, key: str) -> int:
        """The kind of the one card of a key; -1 without it."""
        card = self.data.get(key)
        if card is None:
            return -1
        try:
            return self.names.deck.index(str(card))
        except ValueError as error:
            raise PositionError(f"{key}: {error}") from error

    def _cards(self, key: str, text: Any) -> list[int]:
        words = " ".join(map(str, text)) if isinstance(text, list) else ("" if text is None else str(text))
        try:
            kinds = self.names.deck.parse_cards(words)
        except ValueError as error:
            raise PositionError(f"{key}: {error}") from error
        for kind in kinds:
            self._use(key, kind)
        return kinds

    def _use(self, key: str, kind: int) -> None:
        self.left[kind] -= 1
        if self.left[kind] < 0:
            name, copies = self.names.deck.name(kind), self.names.deck.copies[kind]
            times = {0: "not at all", 1: "once", 2: "twice"}.get(copies, f"{copies} times")
            raise PositionError(f"{key}: {name} occurs too often: the deck has it {times}")

    def _hands(self) -> None:
        for p, text in enumerate(self.data["hands"]):
            for kind in self._cards(f"hands, seat {p}", text):
                self._give(p, kind)

    def _give(self, p: int, kind: int) -> None:
        g = self.g
        g.hand[p, kind] += 1
        g.hand_n[p] += 1
        g.hand_points[p] += self.names.rules.points[kind]
        g.mask[p] |= s.mask_of([kind])

    def _table(self) -> None:
        table = self.data.get("table") or []
        if not isinstance(table, list) or len(table) >= s.MELDS - 1:
            raise PositionError(f"table: expected a list of at most {s.MELDS - 2} melds")
        for number, entry in enumerate(table, 1):
            key = f"table, meld {number}"
            meld = {"meld": entry} if isinstance(entry, str) else entry
            if not isinstance(meld, Mapping) or "meld" not in meld or set(meld) - {"meld", "owner", "as"}:
                raise PositionError(f"{key}: expected the cards of a meld, or a mapping with meld, owner, as")
            owner = _seat({f"{key}, owner": meld.get("owner", 0)}, f"{key}, owner", self.game.players, 0)
            self._meld(key, str(meld["meld"]), owner, str(meld.get("as") or ""))

    def _meld(self, key: str, text: str, owner: int, name: str) -> None:
        from .loading import core_step
        from .moves import describe, realisation

        try:
            said = parse(self.names, f"meld {text}" + (f" as {name}" if name else ""))
        except ValueError as error:
            raise PositionError(f"{key}: {error}") from error
        kinds = [kind for kind, _ in said.cards]
        work, r = self.game._work, self.names.rules
        work.moves_n = 0
        core_step().list_melds(r, work, s.hand_of(kinds), s.mask_of(kinds))
        codes = [int(work.moves[i]) for i in range(int(work.moves_n))]
        code = next((c for c in codes if matches(said, describe(self.names, c, []))), None)
        if code is None:
            raise PositionError(f"{key}: {text} is no meld by this ruleset")
        for kind in kinds:
            self._use(key, kind)
        m = self.g.melds[int(self.g.melds_n)]
        m.template, m.owner, m.n, m.wilds = code >> 6 & 4095, owner, len(kinds), 0
        for slot, (kind, _) in enumerate(realisation(self.names, code >> 6 & 4095, code >> 18)):
            m.card[slot] = kind
        m.wilds = self._wild_bits(code)
        self.g.melds_n += 1
        self.g.melded_points[owner] += sum(int(r.points[k]) for k in kinds)
        if "opened" not in self.data:
            self.g.opened[owner] = 1
            self.g.played[owner] = 1

    def _wild_bits(self, code: int) -> int:
        """Which slots of a realisation hold wilds."""
        _, wilds, _ = self.game._core.realise(self.names.rules, self.game._work, code >> 6 & 4095, code >> 18)
        return int(wilds)

    def _discards(self) -> None:
        for i, kind in enumerate(self._cards("discards", self.data.get("discards", ""))):
            self.g.discard[i] = kind
            self.g.discard_n = i + 1

    def _stock(self) -> None:
        stock = self.data.get("stock")
        if stock is None or (isinstance(stock, int) and not isinstance(stock, bool)):
            rest = [kind for kind, n in enumerate(self.left) for _ in range(n)]
            random.Random(self.seed).shuffle(rest)
            if stock is not None and not 0 <= stock <= len(rest):
                raise PositionError(f"stock: only {len(rest)} cards are left for a stock of {stock}")
            kinds = rest if stock is None else rest[:stock]
        else:
            kinds = self._cards("stock", stock)
        for i, kind in enumerate(kinds):
            self.g.stock[len(kinds) - 1 - i] = kind
        self.g.stock_n = len(kinds)

    def _whose_turn(self) -> None:
        g, data, players = self.g, self.data, self.game.players
        turn = _seat(data, "turn", players, int(g.starter))
        g.turn_player = turn
        g.current = turn
        g.turn = self._number("turn_number", 5, 0, int(self.names.rules.turn_limit))
        for p in range(players):
            g.turns[p] = self._list("turns", p, 2)
        if data.get("upcard") is not None:
            g.upcard = self._kind("upcard")
        elif int(g.discard_n) and int(self.names.rules.upcard):
            g.upcard = g.discard[0]

    def _list(self, key: str, p: int, default: int) -> int:
        values = self.data.get(key)
        if values is None:
            return default
        if not isinstance(values, list) or len(values) != self.game.players:
            raise PositionError(f"{key}: expected a list with a number for each seat")
        return _whole(key, values[p], *COUNTS.get(key, (-LARGEST, LARGEST)))

    def _counts(self) -> None:
        g = self.g
        for p in range(self.game.players):
            g.score[p] = self._list("scores", p, 0)
            g.boxes[p] = self._list("boxes", p, 0)
            g.deals_won[p] = self._list("wins", p, 0)
            g.shown[p] = self._list("shown", p, 0)
            g.chips[p] = self._list("chips", p, int(g.chips[p]))
            g.bought[p] = self._list("bought", p, 0)
            g.claims_made[p] = self._list("claims", p, 0)
            g.dropped[p] = self._list("dropped", p, 0)
            g.wrong_call[p] = self._list("wrong_call", p, 0)
            if "opened" in self.data:
                g.opened[p] = self._list("opened", p, 0)
                g.played[p] = self._list("opened", p, 0)
            if "played" in self.data:
                g.played[p] = self._list("played", p, 0)
            g.col_score[0, p] = g.score[p]
            g.col_boxes[0, p] = g.boxes[p]
        columns = self.data.get("columns") or []
        if not isinstance(columns, list) or len(columns) > s.COLUMNS:
            raise PositionError(f"columns: expected a list of at most {s.COLUMNS} columns")
        for c, totals in enumerate(columns):
            self._column(c, totals)
        g.recycled = self._number("recycled", 0, 0, 100)
        g.pot = self._number("pot", int(g.pot), 0, LARGEST)
        g.dead_n = self._number("dead", 0, 0, int(g.discard_n))
        g.cut_size = self._number("cut_size", int(g.cut_size), 0, int(self.names.rules.cards_n) - 1)
        taken = self._taken()
        g.taken_n = len(taken)
        g.taken_mask = s.mask_of(taken)
        g.taken_kind = taken[0] if taken else -1
        for kind in taken:
            g.known[int(g.turn_player), kind] = min(int(g.known[int(g.turn_player), kind]) + 1, 100)
        g.returned = self._kind("returned")

    def _column(self, c: int, totals: Any) -> None:
        """A column: a total per seat, or a mapping with totals, boxes, entries and state (open or closed)."""
        g = self.g
        key, players = f"columns, column {c + 1}", self.game.players
        if not isinstance(totals, Mapping):
            totals = {"totals": totals}
        if "totals" not in totals or set(totals) - {"totals", "boxes", "entries", "closed"}:
            raise PositionError(f"{key}: expected totals, or a mapping with totals, boxes, entries, closed")
        scores = _numbers(key, totals["totals"], players)
        boxes = _numbers(f"{key} boxes", totals.get("boxes", [0] * players), players)
        entries = _numbers(f"{key} entries", totals.get("entries", [int(n > 0) for n in scores]), players)
        for p in range(players):
            g.col_score[c, p], g.col_boxes[c, p], g.col_entries[c, p] = scores[p], boxes[p], min(entries[p], 1000)
        g.col_state[c] = 2 if totals.get("closed") else 1
        if totals.get("closed"):
            g.col_winner[c] = max(range(self.game.players), key=lambda p: int(g.col_score[c, p]))

    def _taken(self) -> list[int]:
        text = self.data.get("taken")
        if text is None:
            return []
        try:
            kinds = self.names.deck.parse_cards(" ".join(map(str, text)) if isinstance(text, list) else str(text))
        except ValueError as error:
            raise PositionError(f"taken: {error}") from error
        for kind in kinds:
            if int(self.g.hand[int(self.g.turn_player), kind]) < kinds.count(kind):
                raise PositionError(f"taken: the hand does not hold {self.names.deck.name(kind)}")
        return kinds

    def _step(self) -> None:
        g, data = self.g, self.data
        step = data.get("step", "draw")
        if not isinstance(step, str) or step not in STEPS:
            raise PositionError(f"step: one of {', '.join(STEPS)}, not {step!r}")
        g.phase = STEPS[step]
        if data.get("caller") is not None:
            g.caller = _seat(data, "caller", self.game.players, 0)
            calls = list(self.names.calls)
            if not calls:
                raise PositionError("caller: this game has no calls")
            call = str(data.get("call", calls[0] if calls else ""))
            if call not in calls:
                raise PositionError(f"call: the ruleset has {', '.join(calls) or 'no calls'}, not {call!r}")
            g.call = calls.index(call)
        elif step in ("show", "call discard"):
            raise PositionError(f"caller: {step} needs the seat that called")
        if step == "show":
            first = int(g.caller)
            g.showing = (int(g.current) - first) % self.game.players
            for i in range(int(g.showing)):
                g.shown[(first + i) % self.game.players] = 1
        if step in ("claim", "offer", "may I") and not int(g.discard_n):
            raise PositionError(f"step: {'an offer' if step == 'offer' else 'a claim'} needs a discard")
        if step in ("claim", "may I"):
            g.current = _seat(data, "turn", self.game.players, 0)
            g.turn_player = (int(g.current) - 1) % self.game.players
            g.taker = -1
        if step == "cut":
            self._to_cut()
        if step in ("deal over", "buy back"):
            self._ended()
        else:
            self._last_turns(step)
        if step == "buy back":
            place = (int(g.current) - int(g.dealer)) % self.game.players
            g.asked = place or self.game.players
            if int(g.out[int(g.current)]):
                g.out_deal[int(g.current)] = int(g.deal)

    def _to_cut(self) -> None:
        """The pack waits for the cut, before anything is dealt."""
        g = self.g
        if int(g.stock_n) != int(self.names.rules.cards_n):
            raise PositionError("step: at the cut all cards are in the stock, and no hand holds any")
        players = self.game.players
        g.current = next((p for i in range(1, players) if not g.out[p := (int(g.dealer) - i) % players]), 0)
        g.turn_player = g.current
        g.cut_size = 0

    def _last_turns(self, step: str) -> None:
        """The last turns after a call, and who has left the deal."""
        g = self.g
        if int(g.dropped[int(g.current)]):
            raise PositionError(f"dropped: seat {int(g.current)} has left the deal, so it is not its turn")
        n = self._number("last_turns", 0, 0, self.game.players - 1)
        if n == 0:
            return
        if int(g.caller) < 0 or step not in ("draw", "play"):
            raise PositionError("last_turns: they need the seat that called (caller), and a step that is draw or play")
        g.last_turns = n
        caller = int(g.caller)
        g.exposed[caller] = 1
        g.known[caller] = g.hand[caller]

    def _ended(self) -> None:
        """How a deal that is over has ended: it is not scored again."""
        g, data = self.g, self.data
        ending = data.get("ending", "none")
        if not isinstance(ending, str) or ending not in ENDED:
            raise PositionError(f"ending: one of {', '.join(ENDED)}, not {ending!r}")
        g.ending = ENDED[ending]
        if data.get("winner") is not None:
            g.winner = g.last_winner = _seat(data, "winner", self.game.players, 0)
            g.out_player = g.winner if ending in ("went out", "last one in") else -1
        g.one_turn_out = int(bool(data.get("one_turn_out", False)))

    def _possible(self) -> None:
        """Nobody may be left without a move."""
        if not self.game.legal_moves():
            raise PositionError(f"step: seat {self.game.current} has no legal move in this position")
