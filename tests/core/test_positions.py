"""Positions: what cannot be is refused by key and reason, and what is set up is what was asked for."""

from __future__ import annotations

import pytest
from support.checks import check_cards, check_moves
from support.games import ruleset
from support.player import Player

from meldwright.game import Game
from meldwright.position import PositionError

GIN = {"hands": ["3S 4S 5S 6S 4C 5C 6C 2D 3D 5D", "KS 8C 7D JH 7S QC 10D 8H QD 10C"]}
RUMMY = {"hands": ["3S 4S", "KS 8C", "7D JH"]}

WRONG_GIN = [
    ({"hands": []}, "hands: a position needs a list with the cards of each seat"),
    ({"hands": "AS 2S"}, "hands: a position needs a list with the cards of each seat"),
    ({"hands": ["AS"]}, "players: Gin Rummy is for 2 players, not 1"),
    ({"players": 3}, "hands: 2 hands for 3 players"),
    ({"hand": ["AS"]}, "hand: no such key; did you mean hands?"),
    ({"hands": ["AS AS", "2S"]}, "hands, seat 0: AS occurs too often: the deck has it once"),
    ({"hands": ["2S", "1S"]}, 'hands, seat 1: "1S" is not a card of this deck (did you mean "10S"?)'),
    ({"hands": ["2S", "joker"]}, 'hands, seat 1: "joker" is not a card of this deck'),
    ({"dealer": 2}, "dealer: a seat is a number from 0 to 1, not 2"),
    ({"dealer": "east"}, "dealer: a seat is a number from 0 to 1, not 'east'"),
    ({"turn": -1}, "turn: a seat is a number from 0 to 1, not -1"),
    ({"turn": True}, "turn: a seat is a number from 0 to 1, not True"),
    ({"stock": 33}, "stock: only 32 cards are left for a stock of 33"),
    ({"stock": -1}, "stock: only 32 cards are left for a stock of -1"),
    ({"stock": "AS AS"}, "stock: AS occurs too often: the deck has it once"),
    ({"stock": "KS"}, "stock: KS occurs too often: the deck has it once"),
    ({"discards": "AS 3S"}, "discards: 3S occurs too often: the deck has it once"),
    ({"step": "discard"}, "step: one of offer, draw, play, call discard, show, claim, deal over"),
    ({"step": ["play"]}, "step: one of offer, draw, play, call discard, show, claim, deal over"),
    ({"step": "claim"}, "step: a claim needs a discard"),
    ({"step": "offer"}, "step: an offer needs a discard"),
    ({"step": "show"}, "caller: show needs the seat that called"),
    ({"step": "call discard"}, "caller: call discard needs the seat that called"),
    ({"taken": "AS"}, "taken: the hand does not hold AS"),
    ({"taken": "3S 3S"}, "taken: the hand does not hold 3S"),
    ({"taken": "thirteen"}, 'taken: "thirteen" is not a card of this deck'),
    ({"upcard": "ZZ"}, 'upcard: "ZZ" is not a card of this deck'),
    ({"returned": "ZZ"}, 'returned: "ZZ" is not a card of this deck'),
    ({"caller": 5}, "caller: a seat is a number from 0 to 1, not 5"),
    ({"caller": 0, "call": "gin"}, "call: the ruleset has knock, not 'gin'"),
    ({"scores": [1]}, "scores: expected a list with a number for each seat"),
    ({"scores": 7}, "scores: expected a list with a number for each seat"),
    ({"scores": [1, "x"]}, "scores: expected a whole number, not 'x'"),
    ({"scores": [10**12, 0]}, "scores: a number from -100000000 to 100000000, not 1000000000000"),
    ({"turns": [1, True]}, "turns: expected a whole number, not True"),
    ({"shown": [2, 0]}, "shown: a number from 0 to 1, not 2"),
    ({"deal": 0}, "deal: a number from 1 to 200, not 0"),
    ({"deal": 10**10}, "deal: a number from 1 to 200, not 10000000000"),
    ({"turn_number": "x"}, "turn_number: expected a whole number, not 'x'"),
    ({"recycled": 1000}, "recycled: a number from 0 to 100, not 1000"),
    ({"columns": 5}, "columns: expected a list of at most 8 columns"),
    ({"columns": [[1]]}, "columns, column 1: expected a list with a number for each seat"),
    ({"columns": [[1, 2], {"total": [1, 2]}]}, "columns, column 2: expected totals, or a mapping with totals, boxes,"),
    (
        {"columns": [{"totals": [1, 2], "boxes": 1}]},
        "columns, column 1 boxes: expected a list with a number for each seat",
    ),
    ({"step": "deal over", "ending": "knock"}, "ending: one of none, went out, call, stock out, stalemate, void"),
    ({"step": "play", "hands": ["", "2S"], "stock": 5}, "step: seat 0 has no legal move in this position"),
]
WRONG_RUMMY = [
    ({"table": ["AS 2S 3H"]}, "table, meld 1: AS 2S 3H is no meld by this ruleset"),
    ({"table": ["9S 10S JS", "3S 4S 5S"]}, "table, meld 2: 3S occurs too often: the deck has it once"),
    ({"table": 5}, "table: expected a list of at most 94 melds"),
    ({"table": [5]}, "table, meld 1: expected the cards of a meld, or a mapping with meld, owner, as"),
    (
        {"table": [{"melt": "9S 10S JS"}]},
        "table, meld 1: expected the cards of a meld, or a mapping with meld, owner, as",
    ),
    ({"table": [{"meld": "9S 10S JS", "owner": 7}]}, "table, meld 1, owner: a seat is a number from 0 to 2, not 7"),
    ({"table": [{"meld": "9S 10S JS", "as": "flush"}]}, "table, meld 1: the ruleset has no meld called 'flush'"),
    ({"table": [{"meld": "9S 10S JS", "as": "set"}]}, "table, meld 1: 9S 10S JS is no meld by this ruleset"),
]


@pytest.mark.parametrize(("change", "message"), WRONG_GIN, ids=lambda v: v if isinstance(v, str) else "")
def test_a_gin_position_that_cannot_be(change, message):
    refused("gin-rummy", GIN | change, message)


@pytest.mark.parametrize(("change", "message"), WRONG_RUMMY, ids=lambda v: v if isinstance(v, str) else "")
def test_a_table_that_cannot_be(change, message):
    refused("basic-rummy", RUMMY | change, message)


def refused(name, position, message):
    with pytest.raises(PositionError) as error:
        Game.from_position(ruleset(name), position)
    assert str(error.value).startswith(message)


@pytest.mark.parametrize("text", ["", "[]", "hands: [", "- AS", "hands: [AS, 2S]\nhands: [AS, 2S]", "7"])
def test_a_text_that_is_no_position(text):
    """Whatever is wrong, it is a ValueError with a message, never an error of the machinery."""
    with pytest.raises(ValueError) as error:
        Game.from_position(ruleset("gin-rummy"), text)
    assert len(str(error.value).split()) > 3


def test_what_is_set_up_is_what_was_asked_for():
    game = Game.from_position(ruleset("basic-rummy", ("house/jokers",)), """
    hands: [5H 6H 7H joker, 8H 2D, QC 10C]
    table:
      - {meld: 9S JOKER=10S JS, owner: 2}
      - 4C 4D 4H
    discards: 2S 3C QH
    stock: 6C 8C KD
    turn: 1
    dealer: 0
    scores: [5, 10, 15]
    turn_number: 9
    deal: 3
    recycled: 1
    """)  # fmt: skip
    assert [game.hand(p) for p in range(3)] == [["5H", "6H", "7H", "JOKER"], ["8H", "2D"], ["10C", "QC"]]
    assert [(m["meld"], m["owner"]) for m in game.table] == [("9S JOKER=10S JS", 2), ("4H 4D 4C", 0)]
    assert game.discards == ["2S", "3C", "QH"] and game.stock == ["6C", "8C", "KD"] and game.stock_size == 3
    assert (game.current, game.dealer, game.turn, game.deal, game.phase) == (1, 0, 9, 3, "draw")
    assert game.scores == [5, 10, 15]
    assert [m.text for m in game.legal_moves()] == [
        "draw stock", "draw discard", "draw 2 discards", "draw 3 discards",
    ]  # fmt: skip


def test_cards_that_are_not_named_are_the_stock_and_its_order_goes_by_the_seed():
    first, again, other = (Game.from_position(ruleset("gin-rummy"), GIN, seed=n) for n in (1, 1, 2))
    assert first.stock == again.stock != other.stock
    assert sorted(first.stock) == sorted(other.stock) and first.stock_size == 32
    check_cards(first)


@pytest.mark.parametrize("name", ["gin-rummy", "straight-rummy", "knock-rummy"])
def test_a_game_in_progress_can_be_set_up_again(name):
    """Round trip: the public state of a game, given as a position, is a game with the same state and moves."""
    game, player = Game(ruleset(name), 2, seed=4), Player(4)
    for _ in range(70):
        if game.over:
            break
        if game.phase in ("draw", "deal over") and game._game.turn > 2:
            again = Game.from_position(ruleset(name), as_position(game))
            check_moves(again, 5)
            for asked in ("hand", "table", "stock", "discards", "phase", "current", "turn", "scores", "boxes"):
                ours, theirs = getattr(game, asked), getattr(again, asked)
                assert (ours(0), ours(1)) == (theirs(0), theirs(1)) if callable(ours) else ours == theirs
            assert [m.text for m in again.legal_moves()] == [m.text for m in game.legal_moves()]
        game.push(player.choose(game))


def as_position(game: Game) -> dict:
    g = game._game
    return {
        "hands": [" ".join(game.hand(p)) for p in range(game.players)],
        "table": game.table,
        "stock": " ".join(game.stock),
        "discards": " ".join(game.discards),
        "step": game.phase,
        "turn": game.current,
        "dealer": game.dealer,
        "scores": game.scores,
        "boxes": game.boxes,
        "deal": game.deal,
        "turn_number": game.turn,
        "turns": [int(g.turns[p]) for p in range(game.players)],
        "opened": [int(g.opened[p]) for p in range(game.players)],
        "played": [int(g.played[p]) for p in range(game.players)],
        "recycled": int(g.recycled),
    }


def test_a_deal_that_is_over_says_how_it_ended():
    position = GIN | {"step": "deal over", "ending": "call", "winner": 1, "caller": 0, "scores": [0, 40], "turn": 1}
    game = Game.from_position(ruleset("gin-rummy"), position)
    assert game.deal_over and game.ending == "call" and game.deal_winner == 1
    assert [m.text for m in game.legal_moves()] == ["deal"]
    game.push("deal")
    assert game.deal == 2 and game.scores == [0, 40] and len(game.hand(0)) == len(game.hand(1)) == 10
    check_cards(game)
