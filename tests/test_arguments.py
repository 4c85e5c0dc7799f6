"""What the Python API does with arguments of the wrong type or size: one clear sentence, before anything happens."""

from __future__ import annotations

import numpy as np
import pytest
from support.games import ruleset

from meldwright import Game, IllegalMoveError, Move, UnreadableMoveError, best_arrangement


@pytest.fixture(scope="module")
def gin():
    return Game(ruleset("gin-rummy"), seed=5)


@pytest.mark.parametrize("value", [None, 5, 2.5, ["gin-rummy"], b"gin-rummy", {}])
def test_no_ruleset(value):
    for use in (lambda: Game(value), lambda: best_arrangement(value, "7S"), lambda: Game.from_position(value, {})):
        with pytest.raises((TypeError, ValueError)) as error:
            use()
        if "hands" not in str(error.value):
            assert str(error.value).startswith("ruleset: expected a Ruleset or the name or path of one, not ")


WRONG_TYPES = [
    ({"players": "2"}, "players: expected a whole number, not '2'"),
    ({"players": 2.0}, "players: expected a whole number, not 2.0"),
    ({"players": True}, "players: expected a whole number, not True"),
    ({"players": [2]}, "players: expected a whole number, not [2]"),
    ({"seed": "a"}, "seed: expected a whole number, not 'a'"),
    ({"seed": 1.5}, "seed: expected a whole number, not 1.5"),
    ({"seed": True}, "seed: expected a whole number, not True"),
    ({"dealer": "x"}, "dealer: expected a whole number, not 'x'"),
    ({"dealer": 0.5}, "dealer: expected a whole number, not 0.5"),
    ({"dealer": None}, "dealer: expected a whole number, not None"),
    ({"deck": 5}, "deck: expected cards as a text such as '7S 7H 10D' or a list of texts, not 5"),
    ({"deck": [5, 6]}, "deck: expected cards as a text such as '7S 7H 10D' or a list of texts, not [5, 6]"),
    ({"deck": b"7S"}, "deck: expected cards as a text such as '7S 7H 10D' or a list of texts, not b'7S'"),
]
WRONG_VALUES = [
    ({"players": 9}, "Gin Rummy is for 2 players, not 9"),
    ({"players": -1}, "Gin Rummy is for 2 players, not -1"),
    ({"seed": -1}, "the seed must be a whole number from 0 to 2^64 - 1, not -1"),
    ({"seed": 2**64}, "the seed must be a whole number from 0 to 2^64 - 1, not 18446744073709551616"),
    ({"dealer": 2}, "there is no seat 2: the seats are 0 to 1"),
    ({"dealer": -1}, "there is no seat -1: the seats are 0 to 1"),
    ({"deck": "7S"}, "the deck misses AS"),
    ({"deck": "7S 8X"}, '"8X" is not a card of this deck'),
]


@pytest.mark.parametrize(("given", "said"), WRONG_TYPES, ids=str)
def test_wrong_types(given, said):
    with pytest.raises(TypeError) as error:
        Game(ruleset("gin-rummy"), **given)
    assert str(error.value) == said


@pytest.mark.parametrize(("given", "said"), WRONG_VALUES, ids=str)
def test_wrong_values(given, said):
    with pytest.raises(ValueError) as error:
        Game(ruleset("gin-rummy"), **given)
    assert str(error.value).startswith(said)


def test_numbers_of_numpy_are_numbers():
    game = Game(ruleset("gin-rummy"), np.int8(2), seed=np.uint64(2**64 - 1), dealer=np.int64(1))
    assert (game.players, game.dealer, game.seed, type(game.seed)) == (2, 1, 2**64 - 1, int)
    assert game.hand(np.int32(0)) == game.hand(0)


@pytest.mark.parametrize("value", ["0", 1.5, True, None, [0]])
def test_a_seat_is_a_whole_number(gin, value):
    for ask in (gin.view, gin.hand):
        with pytest.raises(TypeError, match=r"^player: expected a whole number, not "):
            ask(value)


@pytest.mark.parametrize("value", [-1, 2, 10**30])
def test_a_seat_that_is_not_there(gin, value):
    for ask in (gin.view, gin.hand):
        with pytest.raises(ValueError, match=rf"^there is no seat {value}: the seats are 0 to 1$"):
            ask(value)


@pytest.mark.parametrize("value", [5, None, ["pass"], b"pass", Move(0, 5)])
def test_a_move_is_a_move_or_a_text(gin, value):
    for use in (gin.push, gin.verify, gin.can):
        with pytest.raises(TypeError, match=r"^a move is a Move or its text, not "):
            use(value)


def test_a_move_with_the_code_of_another_is_refused(gin):
    before = gin.record
    legal = gin.legal_moves()[0]
    for code in (-1, legal.code + 1, None, "x", 10**40):
        with pytest.raises(IllegalMoveError, match=f"this is not the legal move '{legal.text}', whose code is"):
            gin.push(Move(code, legal.text))
        assert not gin.can(Move(code, legal.text))
    assert gin.record == before
    assert gin.can(Move(legal.code, legal.text))


def test_a_move_object_is_told_from_others_by_its_code():
    """A text that fits several moves is no question when the code says which is meant."""
    position = {"hands": ["QD AC joker", "8H 2D"], "table": ["9S 10S JS"], "step": "play", "turn": 0}
    game = Game.from_position(ruleset("basic-rummy", ("house/jokers",)), position)
    for move in game.legal_moves():
        if "JOKER=" in move.text and "on 1" in move.text:
            assert game.verify(Move(move.code, "lay off joker on 1")) == move


def test_very_long_texts_are_quoted_shortened(gin):
    for text in ("x" * 10**6, "discard " + "Q" * 1000, "meld 7S 8S 9S as " + "y" * 1000, "draw " + "1" * 1000):
        with pytest.raises(UnreadableMoveError) as error:
            gin.push(text)
        assert error.value.text == text
        assert len(str(error.value)) < 700
        assert "…" in str(error.value)


def test_positions():
    data = {"hands": ["7S 8S", "KD"], "players": "2"}
    with pytest.raises(ValueError, match=r"^players: expected a whole number, not '2'$"):
        Game.from_position(ruleset("gin-rummy"), data)
    with pytest.raises(TypeError, match=r"^seed: expected a whole number"):
        Game.from_position(ruleset("gin-rummy"), {"hands": ["7S", "KD"]}, seed="a")


def test_arrangements():
    for cards in (5, None, [7], b"7S"):
        with pytest.raises(TypeError, match=r"^cards: expected cards as a text"):
            best_arrangement(ruleset("gin-rummy"), cards)
    with pytest.raises(TypeError, match=r"^players: expected a whole number, not '2'"):
        best_arrangement(ruleset("gin-rummy"), "7S", "2")
