"""Moves in any order hypothesis can think of, against a model that only moves cards from place to place."""

from __future__ import annotations

import random

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule
from support.checks import check_cards, illegal_texts
from support.games import ruleset
from support.model import Places

from meldwright.core import state as s
from meldwright.game import Game, MoveError

ANY = st.integers(0, 2**31 - 1)
DRAWS = (s.M_DRAW_STOCK, s.M_DRAW_DISCARD, s.M_TAKE, s.M_PASS, s.M_DECLINE, s.M_TURN_OVER)
PLAYS = (s.M_MELD, s.M_LAY_OFF, s.M_CLAIM, s.M_DONE)
ENDS = (s.M_DISCARD, s.M_DEAL)


class Table(RuleBasedStateMachine):
    """A match by one ruleset; subclasses say which."""

    name = "gin-rummy"
    overlays: tuple[str, ...] = ()
    players = 2

    @initialize(seed=ANY)
    def sit_down(self, seed):
        self.game = Game(ruleset(self.name, self.overlays), self.players, seed=seed)
        self.places = Places(self.game)
        self.earlier: list[Places] = []

    def moves(self, kinds):
        return [m for m in self.game.legal_moves() if m.code & 63 in kinds]

    def make(self, kinds, number):
        moves = self.moves(kinds)
        move, seat = moves[number % len(moves)], self.game.current
        self.earlier.append(self.places.copy())
        self.game.push(move.text)
        self.places.move(self.game, seat, move.text)

    @precondition(lambda self: self.moves(DRAWS))
    @rule(number=ANY)
    def draw(self, number):
        self.make(DRAWS, number)

    @precondition(lambda self: self.moves(PLAYS))
    @rule(number=ANY)
    def play(self, number):
        self.make(PLAYS, number)

    @precondition(lambda self: self.moves(ENDS))
    @rule(number=ANY)
    def discard_or_deal(self, number):
        self.make(ENDS, number)

    @precondition(lambda self: self.moves((s.M_CALL,)))
    @rule(number=ANY)
    def call(self, number):
        self.make((s.M_CALL,), number)

    @precondition(lambda self: self.earlier)
    @rule(times=st.integers(1, 4))
    def take_back(self, times):
        for _ in range(min(times, len(self.earlier))):
            self.game.pop()
            self.places = self.earlier.pop()

    @rule(number=ANY)
    def try_what_is_illegal(self, number):
        before = self.game.record
        if self.game.over:
            return
        for text in illegal_texts(self.game, random.Random(number), 2):
            try:
                self.game.push(text)
            except MoveError:
                assert self.game.record == before
            else:
                raise AssertionError(f"{text} was accepted")

    @invariant()
    def every_card_is_in_its_place(self):
        self.places.compare(self.game)
        check_cards(self.game)

    @invariant()
    def somebody_has_a_move(self):
        assert self.game.over or self.game.legal_moves()


class BasicTable(Table):
    name = "basic-rummy"
    overlays = ("house/jokers", "house/rummy-call")
    players = 3


class StraightTable(Table):
    name = "straight-rummy"
    overlays = ("house/several-discards",)
    players = 4


FEW = settings(max_examples=12, stateful_step_count=60, deadline=None, suppress_health_check=list(HealthCheck))
TestGin, TestBasicRummy, TestStraightRummy = Table.TestCase, BasicTable.TestCase, StraightTable.TestCase
TestGin.settings = TestBasicRummy.settings = TestStraightRummy.settings = FEW
