"""Plays after which a turn could not end are not offered: exchanges that must be laid off, and openings."""

from __future__ import annotations

from pathlib import Path

import pytest

from meldwright import Game, load_ruleset
from meldwright.moves import IllegalMoveError

RUN = {"meld": "8S JOKER=9S 10S JS", "owner": 1}
TWOS = {"meld": "2H 2D 2C", "owner": 0}


def refused(game: Game, *moves: str) -> str:
    """Make all moves but the last, which must be refused; the reason."""
    for move in moves[:-1]:
        game.push(move)
    assert game.legal_moves()
    with pytest.raises(IllegalMoveError) as error:
        game.push(moves[-1])
    return error.value.reason


def test_an_exchange_that_leaves_a_card_just_taken() -> None:
    rules = load_ruleset("german-rummy", ["house/joker-play-now"])
    position = {"hands": ["9S", "9H 10D JC QD KS"], "table": [TWOS, RUN], "discards": "KD 2C KC", "step": "draw"}
    refused(Game.from_position(rules, position), "draw discard", "swap 9S on 2")


def test_an_exchange_that_leaves_a_card_that_may_not_be_the_last() -> None:
    rules = load_ruleset("contract-rummy", ["house/unplayable-final-discard"])
    position = {
        "hands": ["9S 4C", "9H 10D JC QD KS", "2C 2D 8H 8C"],
        "table": [{"meld": "3H 3D 3C", "owner": 0}, {"meld": "4S 4H 4D", "owner": 0}, RUN],
        "opened": [1, 1, 0],
        "discards": "4C 2S",
        "step": "play",
    }
    refused(Game.from_position(rules, position), "swap 9S on 3")


def test_an_opening_that_leaves_a_card_just_taken() -> None:
    rules = load_ruleset("german-rummy", ["house/own-meld-next-turn"])
    position = {
        "hands": ["KH KD KC 10S 10H 10D", "9S 9H 10D JC QD KS"],
        "table": [{"meld": "2H 2D 2C", "owner": 1}],
        "discards": "4C 2S",
        "step": "draw",
    }
    refused(Game.from_position(rules, position), "draw discard", "meld KH KD KC")


def test_an_opening_that_leaves_a_card_for_its_own_melds() -> None:
    rules = load_ruleset("liverpool-rummy", ["house/unplayable-final-discard"])
    position = {
        "hands": ["3S 3H 3D 3C 5S 5H 5D 5C", "9H 10D JC QD KS", "2C 2D 8H 8C"], "discards": "4C 2S", "step": "play",
    }  # fmt: skip
    refused(Game.from_position(rules, position), "meld 5S 5H 5D 5C")


def test_a_discard_that_must_be_played_and_cannot_be() -> None:
    rules = load_ruleset("basic-rummy", ["house/must-meld-discard"])
    game = Game.from_position(rules, {"hands": ["9S 8D", "7H 4C"], "discards": "KD 2C", "step": "draw"})
    assert "must be played" in refused(game, "draw discard")


def test_sets_of_no_rank_do_not_clash(tmp_path: Path) -> None:
    file = tmp_path / "flush.rummy.yaml"
    file.write_text(
        "meldwright: 1\nname: Flush\nplayers: 2\ndeal: {cards: 7}\n"
        'melds: {flush: "3 cards, same suit, different ranks"}\n'
        "turn: {opening: {contract: 2 flush, same_rank: forbidden}, meld: true}\n"
        "scoring: {out: {when: went_out, to: winner, points: 1}}\nmatch: {deals: 2}\n",
        encoding="utf-8",
    )
    position = {"hands": ["2H 4H 6H 3S 5S 7S 9D", "9H 8D JC QD AS"], "step": "play", "discards": "10C"}
    game = Game.from_position(load_ruleset(file), position)
    game.push("meld 2H 4H 6H")
    game.push("meld 3S 5S 7S")


def test_the_cut_card_lies_open() -> None:
    game = Game("indian-rummy", 2, seed=3)
    view = game.view(1)
    assert view["cut"] == game.cut is not None
    assert game.cut in view["wilds"] and "JOKER" in view["wilds"]
