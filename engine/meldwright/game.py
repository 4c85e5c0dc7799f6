"""A game at the table: legal moves, making and taking back moves, scores, and what each player may see.

Everything is decided by the compiled core; this module gives it names, texts and errors.
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from . import moves as mv
from .arguments import card_text, seat, shown, whole
from .arguments import seed as valid_seed
from .arrangement import Arrangement, best_arrangement
from .core import state as s
from .moves import AmbiguousMoveError, IllegalMoveError, Move, MoveError, Spec, UnreadableMoveError
from .tables import Names
from .view import face_down

if TYPE_CHECKING:
    from .ruleset.model import Ruleset

__all__ = [
    "AmbiguousMoveError",
    "Arrangement",
    "Game",
    "IllegalMoveError",
    "Move",
    "MoveError",
    "UnreadableMoveError",
    "best_arrangement",
]


class Game:
    """A match by a ruleset. Seats are numbered from 0; `current` is the seat to decide.

    ruleset: a `Ruleset`, or the name or path of one. players: by default the fewest the ruleset allows. seed: a whole
    number that fixes every shuffle (by default a random one). deck: instead of the first shuffle, every card in
    dealing order: the hands, one card to each player in turn from the starter, then the upcard and the stock from the
    top. dealer: the seat that deals first.
    Raises ValueError for a number of players the ruleset does not allow, a seed that is negative or longer than 64
    bits, or a deck that is not this ruleset's deck; TypeError for an argument of another type.
    """

    def __init__(
        self,
        ruleset: Ruleset | str | Path,
        players: int | None = None,
        *,
        seed: int | None = None,
        deck: Sequence[str] | str | None = None,
        dealer: int = 0,
    ) -> None:
        from .loading import core_step, names_for, ruleset_of

        self.ruleset = ruleset_of(ruleset)
        base = names_for(self.ruleset, None if players is None else whole("players", players))
        self._variants, self.tables = base.variants, base.tables
        self.players = int(base.rules.players)
        dealer = seat("dealer", dealer, self.players)
        self.seed = secrets.randbits(63) if seed is None else valid_seed(seed)
        cards = None if deck is None else card_text("deck", deck)
        self._core = core_step()
        self._games = s.empty_games(1)
        self._game = self._games[0]
        self._work = s.empty_work()
        self._history: list[tuple[bytes, Move]] = []
        self._legal: list[Move] | None = None
        self._specs: list[Spec] = []
        self._core.start(self.tables, self._game, self._work, s.u8(self.seed), dealer)
        if cards is not None:
            self._stack(cards)

    @classmethod
    def from_position(cls, ruleset: Ruleset | str | Path, position: dict[str, Any] | str, *, seed: int = 1) -> Game:
        """A game set up in the middle of a deal, for puzzles, disputes and tests.

        position: a mapping, or YAML text of one; see docs/positions.md. seed fixes the order of the cards that the
        position leaves open. Raises PositionError (a ValueError) that names what is wrong.
        """
        from .position import build

        return build(cls, ruleset, position, valid_seed(seed))

    def _stack(self, text: str) -> None:
        kinds = self.names.deck.parse_cards(text)
        wanted = list(self.names.deck.copies)
        for kind in kinds:
            wanted[kind] -= 1
        wrong = next((k for k, n in enumerate(wanted) if n), None)
        if wrong is not None:
            what = "misses" if wanted[wrong] > 0 else "has too many of"
            raise ValueError(
                f"the deck {what} {self.names.deck.name(wrong)}: it must be every card of the deck "
                f"({self.names.deck.size}), in dealing order"
            )
        for i, kind in enumerate(kinds):
            self._game.stock[len(kinds) - 1 - i] = kind
        self._game.stock_n = len(kinds)
        self._game.deal = 0
        self._core.begin_deal(self.tables, self._game, self._work)

    # --- what can be asked ---------------------------------------------------------------------------------------

    @property
    def names(self) -> Names:
        """The tables in force in this deal, and what their numbers are called."""
        return self._variants[int(self._game.variant)]

    @property
    def record(self) -> bytes:
        """The whole state as bytes."""
        return self._games.tobytes()

    @property
    def current(self) -> int:
        """The seat that decides."""
        return int(self._game.current)

    @property
    def dealer(self) -> int:
        """The seat that deals this deal."""
        return int(self._game.dealer)

    @property
    def deal(self) -> int:
        """Number of the deal, from 1."""
        return int(self._game.deal)

    @property
    def turn(self) -> int:
        """Number of the turn in this deal, from 1; 0 before the first."""
        return int(self._game.turn)

    @property
    def phase(self) -> str:
        """What is to be decided: one of `state.PHASES`."""
        return s.PHASES[int(self._game.phase)]

    @property
    def over(self) -> bool:
        """Is the match over?"""
        return bool(self._game.phase == s.MATCH_OVER)

    @property
    def deal_over(self) -> bool:
        """Has the deal ended?"""
        return int(self._game.phase) in s.BETWEEN_DEALS

    @property
    def ending(self) -> str:
        """How the deal ended: went out, call, stock out, stalemate, void, last one in; none while it is played."""
        return s.ENDINGS[int(self._game.ending)]

    @property
    def stopped(self) -> bool:
        """Was the match stopped by the bound on its deals (`limits.deals`) before it was decided?"""
        return bool(self._game.stopped)

    @property
    def moves_made(self) -> int:
        """How many moves can be taken back."""
        return len(self._history)

    @property
    def winner(self) -> int | None:
        """The seat that won the match, once it is over; None when it is shared or not over."""
        w = int(self._game.match_winner)
        return w if self.over and w >= 0 else None

    @property
    def deal_winner(self) -> int | None:
        """The seat that won the deal, once it has ended; None when nobody did."""
        w = int(self._game.winner)
        return w if self.deal_over and w >= 0 else None

    @property
    def scores(self) -> list[int]:
        """Totals by seat: before the end of the match without, after it with the bonuses of the final reckoning."""
        source = self._game.final if self.over else self._game.score
        return [int(source[p]) for p in range(self.players)]

    @property
    def deal_scores(self) -> list[int]:
        """What the last deal gave each seat; zeros while it is being played."""
        return [int(self._game.deal_score[p]) for p in range(self.players)]

    @property
    def totals(self) -> list[int]:
        """Totals by seat without the bonuses of the final reckoning."""
        return [int(self._game.score[p]) for p in range(self.players)]

    @property
    def boxes(self) -> list[int]:
        """Boxes (won deals as the ruleset counts them) by seat."""
        return [int(self._game.boxes[p]) for p in range(self.players)]

    @property
    def deal_boxes(self) -> list[int]:
        """Boxes the last deal gave each seat; zeros while it is being played."""
        return [int(self._game.deal_boxes[p]) for p in range(self.players)]

    @property
    def chips(self) -> list[int]:
        """Chips by seat; below zero for who has paid more than he had."""
        return [int(self._game.chips[p]) for p in range(self.players)]

    @property
    def deal_chips(self) -> list[int]:
        """Chips the last deal brought each seat, less what it paid for being put out; zeros while it is played."""
        return [int(self._game.deal_chips[p]) for p in range(self.players)]

    @property
    def pot(self) -> int:
        """Chips in the pot."""
        return int(self._game.pot)

    @property
    def out(self) -> list[int]:
        """The seats that are out of the match."""
        return [p for p in range(self.players) if int(self._game.out[p])]

    @property
    def bought_back(self) -> list[int]:
        """How often each seat has bought itself back in this match."""
        return [int(self._game.bought[p]) for p in range(self.players)]

    @property
    def claims(self) -> list[int]:
        """How many discards each seat has taken out of turn in this deal."""
        return [int(self._game.claims_made[p]) for p in range(self.players)]

    @property
    def cut(self) -> str | None:
        """The card that was cut from the pack and lies open beside the stock; None where none is."""
        kind = int(self._game.cut)
        return self.names.deck.name(kind) if kind >= 0 else None

    @property
    def wilds(self) -> list[str]:
        """The cards that are wild in this deal, in deck order."""
        return [self.names.deck.name(k) for k in mv.bits(int(self.names.rules.wild_mask))]

    @property
    def cut_size(self) -> int | None:
        """How many cards were lifted when the pack was cut for this deal; None where nobody cuts, or has cut yet."""
        return int(self._game.cut_size) or None

    @property
    def exposed(self) -> list[int]:
        """The seats whose hands lie face up: after a wrong call, or one that gives the others a last turn."""
        return [p for p in range(self.players) if int(self._game.exposed[p])]

    @property
    def dropped(self) -> list[int]:
        """The seats that have left this deal by a call."""
        return [p for p in range(self.players) if int(self._game.dropped[p])]

    @property
    def last_turns(self) -> int:
        """How many players still have their last turn after a call, the one at it included; 0 when there is none."""
        return int(self._game.last_turns)

    @property
    def columns(self) -> list[list[int]]:
        """The score columns in use, each with a total per seat."""
        g = self._game
        return [
            [int(g.col_score[c, p]) for p in range(self.players)]
            for c in range(s.COLUMNS)
            if int(g.col_state[c]) or c == 0
        ]

    def hand(self, player: int) -> list[str]:
        """The cards a seat holds, in deck order."""
        counts = self._game.hand[seat("player", player, self.players)].tolist()
        return [self.names.deck.name(k) for k, n in enumerate(counts) for _ in range(n)]

    @property
    def table(self) -> list[dict[str, Any]]:
        """The melds on the table: cards in order (a wild as JOKER=9H), owner, name of the pattern."""
        out = []
        for i in range(int(self._game.melds_n)):
            m = self._game.melds[i]
            out.append(
                {
                    "meld": " ".join(self._meld_cards(m)),
                    "owner": int(m.owner),
                    "as": self.names.pattern_of(int(m.template)),
                }
            )
        return out

    def _meld_cards(self, m: Any) -> list[str]:
        r = self.names.rules
        t = int(m.template)
        out = []
        for slot in range(int(m.n)):
            stands = ""
            if int(m.wilds) >> slot & 1:
                mask = int(r.t_slot[t, slot]) if int(r.t_kind[t]) == s.LINE else int(r.t_mask[t])
                stands = self.names.stands_for(mv.bits(mask))
            out.append(mv.card_text(self.names, (int(m.card[slot]), stands)))
        return out

    @property
    def stock_size(self) -> int:
        """Cards left in the stock."""
        return int(self._game.stock_n)

    @property
    def discards(self) -> list[str]:
        """The discards, from the bottom to the top."""
        return [self.names.deck.name(int(self._game.discard[i])) for i in range(int(self._game.discard_n))]

    @property
    def stock(self) -> list[str]:
        """The stock, from the top. Nobody at the table sees it."""
        n = int(self._game.stock_n)
        return [self.names.deck.name(int(self._game.stock[n - 1 - i])) for i in range(n)]

    def view(self, player: int) -> dict[str, Any]:
        """What a seat may see: its own hand, the table, the discards, sizes, and cards everybody saw taken."""
        from .view import view_of

        return view_of(self, seat("player", player, self.players))

    def position(self) -> str:
        """The state in one line, as the move errors quote it."""
        hand = " ".join(self.hand(self.current)) or "empty"
        top = self.discards[-1] if int(self._game.discard_n) else "none"
        if face_down(self._game) and int(self._game.caller) != self.current:
            top = "face down"
        text = f"deal {self.deal}, turn {self.turn}, player {self.current} ({self.phase}), hand {hand}, discard {top}"
        if int(self._game.melds_n):
            text += ", table " + "; ".join(f"{i + 1}: {m['meld']}" for i, m in enumerate(self.table))
        return text

    # --- moves ---------------------------------------------------------------------------------------------------

    def legal_moves(self) -> list[Move]:
        """Every legal move of the seat `current`; empty only when the match is over.

        A state with more moves than the engine lists (16,384; very wide melds and very large hands) leaves the rest
        out; `moves_left_out` says how many.
        """
        if self._legal is None:
            self._work.overflow = 0
            n = self._core.legal_moves(self.tables, self._game, self._work)
            codes = [int(self._work.moves[i]) for i in range(n)]
            g = self._game
            table = [
                (int(g.melds[i].template), int(g.melds[i].n), int(g.melds[i].wilds)) for i in range(int(g.melds_n))
            ]
            self._specs = [mv.describe(self.names, code, table) for code in codes]
            self._legal = [Move(c, t) for c, t in zip(codes, mv.texts(self.names, self._specs), strict=True)]
        return list(self._legal)

    @property
    def moves_left_out(self) -> int:
        """Legal moves of this state beyond those that `legal_moves` lists."""
        self.legal_moves()
        return int(self._work.overflow)

    def verify(self, move: Move | str) -> Move:
        """The legal move meant; raises UnreadableMoveError, AmbiguousMoveError or IllegalMoveError with the reason.

        A `Move` is legal when a legal move has its text and its code.
        """
        text = move.text if isinstance(move, Move) else move
        if not isinstance(text, str):
            raise TypeError(f"a move is a Move or its text, not {shown(move)}")
        meant = self._meant(text, move.code if isinstance(move, Move) else None)
        if isinstance(move, Move) and meant.code != move.code:
            reason = f"this is not the legal move {meant.text!r}, whose code is {meant.code}, not {shown(move.code)}"
            raise IllegalMoveError(text, reason, self.position())
        return meant

    def _meant(self, text: str, code: int | None) -> Move:
        """The legal move of a text; among several, that of the code."""
        legal = self.legal_moves()
        exact = next((m for m in legal if m.text == text), None)
        if exact is not None:
            return exact
        try:
            said = mv.parse(self.names, text)
        except mv.Unreadable as error:
            raise UnreadableMoveError(text, str(error), self.position()) from None
        found = [m for m, spec in zip(legal, self._specs, strict=True) if mv.matches(said, spec)]
        if said.extra and found:
            numbered = [m for m in found if m.text.endswith(f"#{said.extra[0]}")]
            found = numbered or found
        found = [m for m in found if m.code == code] or found
        if len(found) == 1:
            return found[0]
        if found:
            plain = [m for m in found if m.text.lower() == text.lower()]
            plain = plain or mv.nearest(said, found, [self._specs[legal.index(m)] for m in found])
            if len(plain) == 1:
                return plain[0]
            choices = tuple(m.text for m in found)
            raise AmbiguousMoveError(
                text, f"this may mean {len(found)} moves ({', '.join(choices[:6])})", self.position(), choices
            )
        from .reasons import why_not

        reason, rule = why_not(self, said)
        raise IllegalMoveError(text, reason, self.position(), rule)

    def can(self, move: Move | str) -> bool:
        """Is the move legal (and not ambiguous)?"""
        try:
            self.verify(move)
        except MoveError:
            return False
        return True

    def push(self, move: Move | str) -> Move:
        """Make a move and return it; raises as `verify` does, and then nothing has changed."""
        legal = self.verify(move)
        self._history.append((self._games.tobytes(), legal))
        self._core.apply_move(self.tables, self._game, self._work, legal.code)
        self._legal = None
        return legal

    def pop(self) -> Move:
        """Take the last move back and return it; raises IndexError when there is none."""
        if not self._history:
            raise IndexError("no move has been made")
        before, move = self._history.pop()
        self._restore(before)
        return move

    def take_back(self) -> list[Move]:
        """Take back everything laid in the turn under way, as the rules allow it; returns the moves taken back.

        Raises IllegalMoveError when nothing was laid in this turn, or the rules (`turn.take_back`) forbid it.
        """
        allowed = self.ruleset.turn.take_back
        count = 0
        for _, move in reversed(self._history):
            if self.phase != s.PHASES[s.PLAY] or move.code & 63 not in (s.M_MELD, s.M_LAY_OFF, s.M_SWAP):
                break
            count += 1
        reason = ""
        if allowed == "none":
            reason = "what lies on the table stays there in this game"
        elif not count:
            reason = "nothing was laid in this turn that could be taken back"
        elif allowed == "opening" and not int(self._game.opening_n):
            reason = "the first melds are complete: they stay on the table"
        if reason:
            raise IllegalMoveError("take back", reason, self.position(), "turn.take_back")
        taken = [move for _, move in self._history[-count:]]
        before = self._history[-count][0]
        del self._history[-count:]
        self._restore(before)
        return taken

    def _restore(self, record: bytes) -> None:
        self._games = s.from_bytes(record)
        self._game = self._games[0]
        self._legal = None

    @property
    def history(self) -> list[Move]:
        """The moves made, in order."""
        return [m for _, m in self._history]

    def __str__(self) -> str:
        return self.position()

    def __repr__(self) -> str:
        return f"<Game {self.ruleset.described}, {self.players} players: {self.position()}>"
