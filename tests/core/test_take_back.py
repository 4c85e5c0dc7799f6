"""Taking back what was laid in the turn under way, as the rules of a game allow it."""

from __future__ import annotations

from typing import Any

import pytest
from support.games import ruleset

from meldwright import Game, IllegalMoveError

OPENING = {
    "hands": ["7S 7H 7D 4C 5C 6C 9D 9H 9C KH", "8S 9S 10S 8D KC QC JC 3H 4H 5H"],
    "table": [{"meld": "10H 10D 10C", "owner": 1}],
    "discards": "2H 8C",
    "step": "play",
    "turn": 0,
    "dealer": 1,
}
CONTRACT = ("turn.meld.per_turn=any", "turn.opening.contract=set + run")


def game(take_back: str, *sets: str, position: dict[str, Any] = OPENING) -> Game:
    return Game.from_position(
        ruleset("straight-rummy", (), (*CONTRACT, f"turn.take_back={take_back}", *sets)), position
    )


def refused(table: Game, reason: str) -> None:
    """Taking back is refused with this reason, and nothing has changed."""
    before = table.record, table.history
    with pytest.raises(IllegalMoveError) as error:
        table.take_back()
    assert (error.value.reason, error.value.rule) == (reason, "turn.take_back")
    assert (table.record, table.history) == before


def test_all_of_the_turn_is_taken_back() -> None:
    table = game("turn")
    before = table.record
    for text in ("meld 7S 7H 7D", "meld 4C 5C 6C", "meld 9D 9H 9C"):
        table.push(text)
    taken = table.take_back()
    assert [move.text for move in taken] == ["meld 7S 7H 7D", "meld 4C 5C 6C", "meld 9H 9D 9C"]
    assert table.record == before and table.history == []
    refused(table, "nothing was laid in this turn that could be taken back")


def test_the_draw_stays_drawn() -> None:
    table = game("turn", position={**OPENING, "step": "draw", "hands": [OPENING["hands"][0][:-3], OPENING["hands"][1]]})
    drawn = table.push("draw discard")
    table.push("meld 7S 7H 7D")
    assert [move.text for move in table.take_back()] == ["meld 7S 7H 7D"]
    assert table.history == [drawn]


def test_while_the_first_melds_are_not_complete() -> None:
    table = game("opening")
    table.push("meld 7S 7H 7D")
    assert [move.text for move in table.legal_moves()] == ["meld 4C 5C 6C"]
    assert [move.text for move in table.take_back()] == ["meld 7S 7H 7D"]
    table.push("meld 9D 9H 9C")  # and another choice is made
    table.push("meld 4C 5C 6C")
    refused(table, "the first melds are complete: they stay on the table")


def test_in_a_game_without_it() -> None:
    table = game("none")
    table.push("meld 7S 7H 7D")
    refused(table, "what lies on the table stays there in this game")


def test_a_turn_that_is_over_stays() -> None:
    table = game("turn", "turn.opening.contract=set")
    table.push("meld 7S 7H 7D")
    table.push("discard KH")
    refused(table, "nothing was laid in this turn that could be taken back")
    table.push("draw stock")
    refused(table, "nothing was laid in this turn that could be taken back")


def test_lay_offs_and_exchanges_are_taken_back_too() -> None:
    position = {
        "hands": ["7D 10S KD 2C", "7S 3H"],
        "table": [{"meld": "6D JOKER=7D 8D 9D", "owner": 1}, {"meld": "5S 5H 5C", "owner": 0}],
        "discards": "8C",
        "step": "play",
        "turn": 0,
    }
    sets = ("deck.jokers=2", "wilds.cards=[joker]", "wilds.swap=own_turn", "turn.opening.contract=null")
    table = game("turn", *sets, position=position)
    before = table.record
    table.push("swap 7D on 1")
    assert str(table.table[0]["meld"]) == "6D 7D 8D 9D"
    table.push("lay off JOKER=10D on 1")
    assert [move.text for move in table.take_back()] == ["swap 7D on 1", "lay off JOKER=10D on 1"]
    assert table.record == before
    assert str(table.table[0]["meld"]) == "6D JOKER=7D 8D 9D" and "JOKER" not in table.hand(0)


def test_taking_back_one_move_is_pop() -> None:
    table = game("opening")
    table.push("meld 7S 7H 7D")
    assert table.pop().text == "meld 7S 7H 7D"
    refused(table, "nothing was laid in this turn that could be taken back")


def test_a_position_begins_the_history() -> None:
    """What lay on the table when a position was set up was not laid in this turn, as far as the game knows."""
    refused(game("turn"), "nothing was laid in this turn that could be taken back")
