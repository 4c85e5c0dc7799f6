"""Nobody sees what he may not: whatever a seat has not seen can be exchanged, and nothing it is told changes.

Promise 9. What a seat has seen is worked out from the moves by `support.witness`, not read from the engine.
"""

from __future__ import annotations

import random
from collections import Counter

import pytest
from support.compiled import from_python
from support.games import ruleset
from support.player import Player
from support.witness import Witness, another_world, hides_discard, is_open

from meldwright.bots import greedy
from meldwright.core import state as s
from meldwright.game import Game, MoveError

pytestmark = pytest.mark.xdist_group("choosing")  # the player is compiled for Python once, on one worker

DEAL = {"draw", "play", "deal over"}
CALLS = {"call discard"}
GAMES = [
    ("gin-rummy", (), 2, DEAL | CALLS | {"offer", "show"}),
    ("oklahoma-gin", (), 2, DEAL | CALLS | {"show"}),
    ("knock-rummy", ("house/lay-off-on-knock",), 3, DEAL | CALLS | {"show"}),
    ("knock-rummy", (), 4, DEAL | CALLS),
    ("viennese-rummy", (), 3, DEAL | CALLS),
    ("101-rummy", (), 3, DEAL),
    ("indian-rummy", (), 3, DEAL),
    ("indian-rummy", ("house/wrong-show",), 4, DEAL),
    ("basic-rummy", ("house/jokers", "house/rummy-call"), 3, DEAL | {"claim"}),
    ("continental-rummy", (), 4, DEAL | {"may I"}),
    ("contract-rummy", ("house/may-i-two-penalty",), 3, DEAL | {"may I"}),
    ("straight-rummy", ("house/several-discards",), 2, DEAL),
    ("block-rummy", ("house/final-discard",), 4, DEAL),
]
STATES = 260
TRIED = ("discard 7H", "knock", "meld 7H 8H 9H", "lay off 7H on 1", "draw 3 discards", "take upcard", "done", "may I")


choose = from_python(greedy.choose)


def start(game, overlays, players, seed):
    return Game(ruleset(game, overlays), players, seed=seed)


def decision(game: Game) -> int:
    """The code of the move that the greedy bot makes."""
    rules, g, work = game.names.rules, game._game, game._work
    n = game._core.legal_moves(game.tables, g, work)
    return int(work.moves[choose(rules, g, work, n)])


def told(game: Game, seat: int) -> dict:
    """Everything a seat is told in a state: its view, its moves, why others are illegal, a bot's advice."""
    out = {"view": game.view(seat)}
    if game.current == seat and not game.over:
        out["moves"] = [m.text for m in game.legal_moves()]
        out["codes"] = [m.code for m in game.legal_moves()]
        out["refusals"] = [refusal(game, text) for text in TRIED]
        out["advice"] = decision(game)
    return out


def refusal(game: Game, text: str) -> str:
    try:
        return str(game.verify(text))
    except MoveError as error:
        return str(error)


def label(value: object) -> str:
    """Part of a test's name; the same in every process, so sets are sorted."""
    return "+".join(sorted(value)) if isinstance(value, set | tuple) else str(value)


@pytest.mark.parametrize(("name", "overlays", "players", "phases"), GAMES, ids=label)
def test_what_a_seat_has_not_seen_changes_nothing_for_it(name, overlays, players, phases):
    rng = random.Random(5)
    twin = start(name, overlays, players, 0)
    covered: Counter[str] = Counter()
    seed = 0
    while sum(covered.values()) < STATES * players or not phases <= set(covered):
        seed += 1
        assert seed < 400, f"never met: {phases - set(covered)}"
        follow(start(name, overlays, players, seed), twin, rng, covered)
    assert phases <= set(covered)


def follow(game: Game, twin: Game, rng: random.Random, covered: Counter[str]) -> None:
    """Play one deal and compare each state with a world that the seat cannot tell from it."""
    witness, player = Witness(game), Player(game.seed, tidy=0.95, eager=0.8)
    while not game.deal_over:
        compare(witness, twin, rng, covered)
        witness.push(player.choose(game))
    compare(witness, twin, rng, covered)


def compare(witness: Witness, twin: Game, rng: random.Random, covered: Counter[str]) -> None:
    game = witness.game
    for seat in range(game.players):
        check_knowledge(witness)
        other = another_world(witness, seat, rng)
        if hidden(game._game, seat, game.players) == hidden(s.from_bytes(other)[0], seat, game.players):
            continue
        covered[game.phase] += 1
        twin._restore(other)
        assert told(twin, seat) == told(game, seat), f"seat {seat}: {game.position()}"


def hidden(g, seat: int, players: int) -> tuple:
    """What a seat does not see, to make sure that two worlds differ."""
    hands = tuple(tuple(map(int, g.hand[p])) for p in range(players) if p != seat)
    top = int(g.discard[int(g.discard_n) - 1]) if hides_discard(g, seat) else -1
    if any(p != seat and not is_open(g, p) for p in range(players)):
        return hands, top  # other hands must differ, not just the stock
    return hands, top, tuple(map(int, g.stock[: int(g.stock_n)]))


def check_knowledge(witness: Witness) -> None:
    """The cards the engine calls known are those that were seen, no more, and no less while nothing lies face down."""
    g = witness.game._game
    for p in range(witness.game.players):
        if is_open(g, p):
            continue
        known = Counter({k: int(n) for k, n in enumerate(g.known[p]) if n})
        if int(g.phase) == s.SHOW:
            assert known <= witness.seen[p]
        else:
            assert known == +witness.seen[p], f"seat {p}: {witness.game.position()}"


def test_the_face_down_card_of_a_knock_stays_face_down():
    """Whichever card the caller throws, the others are told the same; also when they had seen him take it."""
    position = {
        "hands": ["3S 4S 5S 4C 5C 6C 9H 9D 9C AD 2D", "2S 6S 8S 2H 6H 8H QD 10D JD KC"],
        "discards": "KS", "turn": 0, "step": "play", "dealer": 1,
    }  # fmt: skip
    game = Game.from_position(ruleset("gin-rummy"), position)
    game._game.known[0, game.names.deck.index("AD")] = 1
    game._legal = None
    game.push("knock")
    views, throws = [], game.legal_moves()
    assert {"discard AD", "discard 2D"} <= {m.text for m in throws}
    for move in throws:
        game.push(move)
        views.append(game.view(1))
        game.pop()
    assert all(view == views[0] for view in views)
    assert views[0]["discards"][-1] == "face down"


def test_a_player_is_not_quoted_the_face_down_card():
    game = Game.from_position(ruleset("gin-rummy"), {
        "hands": ["3S 4S 5S 4C 5C 6C 9H 9D 9C AD 2D", "2S 6S 8S 2H 6H 8H QD 10D JD KC"],
        "discards": "KS", "turn": 0, "step": "play", "dealer": 1,
    })  # fmt: skip
    for text in ("knock", "discard 2D", "meld 3S 4S 5S", "meld 4C 5C 6C", "meld 9H 9D 9C", "done"):
        game.push(text)
    assert game.current == 1
    with pytest.raises(MoveError) as error:
        game.push("discard 2S")
    assert "2D" not in str(error.value) and "face down" in str(error.value)
