"""What the greedy player chooses in positions whose best move is plain, and that he beats chance in every game."""

from __future__ import annotations

from pathlib import Path

import pytest
from support.compiled import from_python

from meldwright import Game, load_ruleset
from meldwright.bots.greedy import choose
from meldwright.lab.simulate import simulate

CHOOSING = pytest.mark.xdist_group("choosing")  # the player is compiled for Python once, on one worker
ENDED = (
    "101-rummy", "continental-rummy", "contract-rummy", "german-rummy", "indian-rummy", "liverpool-rummy",
    "three-thirteen", "viennese-rummy",
)  # fmt: skip
RULESETS = sorted(path.stem for path in (Path(__file__).parents[2] / "rulesets").glob("*.yaml"))
_choose = from_python(choose)


def chosen(game: Game) -> str:
    """Text of the move the greedy player makes."""
    n = game._core.legal_moves(game.tables, game._game, game._work)
    index = int(_choose(game.names.rules, game._game, game._work, n))
    code = int(game._work.moves[index])
    return next(move.text for move in game.legal_moves() if move.code == code)


def position(ruleset: str, hands: list[str], step: str, discards: str = "KS", **more: object) -> Game:
    data = {"hands": hands, "discards": discards, "turn": 0, "step": step, "dealer": len(hands) - 1} | more
    return Game.from_position(load_ruleset(ruleset), data)


OTHER = "2S 6S 8S 2H 6H 8H QD 10D JD KC"


@pytest.mark.parametrize(
    ("discard", "move"),
    [
        ("7D", "draw discard"),  # a third seven
        ("3S", "draw discard"),  # a run
        ("AS", "draw stock"),  # low, but in no meld
    ],
)
@CHOOSING
def test_takes_a_discard_that_completes_a_meld(discard: str, move: str) -> None:
    game = position("gin-rummy", ["7S 7H 4S 5S 9D KD QC 3C AH 2D", OTHER], "draw", discard)
    assert chosen(game) == move


@CHOOSING
def test_knocks_when_he_may() -> None:
    game = position("gin-rummy", ["7S 7H 7D 7C 8C 9C 2D 3D 4D KD QD", "2S 6S 8S 2H 6H 8H 10D JD KC QC"], "play")
    assert chosen(game) == "knock"
    game.push("knock")
    assert chosen(game) in ("discard KD", "discard QD")  # either leaves ten


@CHOOSING
def test_throws_the_card_with_the_least_hope() -> None:
    # kings are a pair, and the cards beside the jack lie among the discards: of three tens the jack goes
    hands = ["7S 7H 4S 5S 9D 9H KD KH JC AH 2D", "2S 6S 8S 2H 6H 8H QD JD KC 3H"]
    assert chosen(position("gin-rummy", hands, "play", "10S 10H 10C JH QC")) == "discard JC"


@CHOOSING
def test_a_defender_breaks_a_set_to_lay_off_more() -> None:
    caller = "7C 8C 9C 2H 2D 2S JD JH JS AC KC"
    game = position("gin-rummy", [caller, "6C 6D 6H 6S 5C KD QH 9S 4D 3H"], "play")
    game.push("knock")
    game.push("discard KC")
    while game.current == 0:
        game.push(chosen(game))
    while game.phase == "show":
        game.push(chosen(game))
    assert game.deal_scores == [35, 0]


@CHOOSING
def test_plays_on_the_table() -> None:
    game = position("basic-rummy", ["7D 8D 9D KH KS JH 2C", "2S 6S 8S 2H 6H 8H"], "play", "5C",
                    table=[{"meld": "8C 9C 10C", "owner": 1}])  # fmt: skip
    assert chosen(game) == "meld 7D 8D 9D"
    game.push("meld 7D 8D 9D")
    assert chosen(game) == "discard JH"  # the kings are a pair


@CHOOSING
def test_takes_a_discard_to_lay_it_off() -> None:
    game = position("basic-rummy", ["7D 8H 3D KH 5S JH 2C", "2S 6S 8S 2H 6H 8D"], "draw", "5C JC",
                    table=[{"meld": "8C 9C 10C", "owner": 1}])  # fmt: skip
    assert chosen(game) == "draw discard"
    game.push("draw discard")
    assert chosen(game) == "lay off JC on 1"


@pytest.mark.parametrize("name", RULESETS)
def test_beats_chance(name: str) -> None:
    players = load_ruleset(name).players.least
    bots = ("greedy", *["random"] * (players - 1))
    result = simulate(name, deals=200, seed=5, bots=bots, players=players)
    wins = [seat.wins for seat in result.seats]
    assert wins[0] > 0.8 * sum(wins)
    assert sum(result.endings[end] for end in ("went out", "call", "last one in")) > 150


@pytest.mark.parametrize("name", ENDED)
def test_greedy_players_end_their_deals(name: str) -> None:
    """Where random players let the stock run out, players who work toward the contract, or the call, do not."""
    result = simulate(name, matches=4, seed=6, bots="greedy", players=4)
    assert sum(result.endings[end] for end in ("went out", "call")) > 0.9 * result.deals
