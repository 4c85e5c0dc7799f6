"""Whatever the game, the number of players and the moves: no card is lost, there is always a move, and it all ends.

Promises 1 to 3 of the engine. The first moves of a match are played through the façade with every check at every
state; then the match is played on by the core alone to its end.
"""

from __future__ import annotations

import random
from zlib import crc32

import pytest
from support.checks import (
    check_cards,
    check_chips,
    check_moves,
    check_refusals,
    check_scores,
    check_taking_back,
    zero_sum,
)
from support.games import Played, every_game, every_overlay, ruleset
from support.player import Player

from meldwright.core import state as s
from meldwright.game import Game

CHECKED = 60  # moves with every check
PLAYED = 200  # moves through the façade in all
TURN = 400  # moves that a single turn may take at most


def new_game(played: Played, seed: int) -> Game:
    return Game(ruleset(played.game, played.overlays), played.players, seed=seed, dealer=seed % played.players)


def seed_of(played: Played) -> int:
    return crc32(str(played).encode())


@pytest.mark.parametrize("played", every_game(), ids=str)
def test_every_state_of_a_game_keeps_the_rules(played):
    play_with_checks(new_game(played, seed_of(played)), CHECKED, PLAYED)


@pytest.mark.parametrize("played", every_overlay(), ids=str)
def test_every_state_with_a_house_rule_keeps_the_rules(played):
    play_with_checks(new_game(played, seed_of(played)), CHECKED // 2, PLAYED // 2)


def play_with_checks(game: Game, checked: int, played: int) -> None:
    """Play, checking every state: refusals and taking back for the first `checked` moves, the rest to `played`."""
    rng, player = random.Random(game.seed), Player(game.seed)
    paid_between = zero_sum(game.ruleset)
    before, scored, turn, since = game.totals, 0, (0, 0), 0
    for n in range(played):
        check_cards(game)
        check_moves(game, 20 if n < checked else 3)
        if game.deal_over and scored < game.deal:
            check_scores(game, before, paid_between)
            before, scored = game.totals, game.deal
        elif not game.deal_over:
            assert not any(game.deal_scores)
        if game.over:
            return
        turn, since = ((game.deal, game.turn), 0) if (game.deal, game.turn) != turn else (turn, since + 1)
        assert since <= TURN, f"a turn does not end: {game.position()}"
        assert game.turn <= game.ruleset.limits.turns and game.deal <= game.ruleset.limits.deals
        move = player.choose(game)
        if n < checked:
            if n % 3 == 0:
                check_refusals(game, rng)
            check_taking_back(game, move)
        else:
            game.push(move)


@pytest.mark.parametrize("played", every_game() + every_overlay(), ids=str)
def test_every_match_ends(played):
    """The core alone, uniformly random: no deal and no match outlasts its bound; cards and chips are counted.

    Games are played to their end; of a house rule a few deals are enough, the bound of its match is the game's own.
    """
    game = new_game(played, seed_of(played) + 1)
    tables, g, work = game.tables, game._game, game._work
    step, rng = game._core, random.Random(game.seed)
    begun = sum(game.chips) + game.pot
    deals = 0
    games = every_game()
    for _ in range(400_000 if played in games else 2_500):
        n = int(step.legal_moves(tables, g, work))
        if not n:
            break
        deals += int(g.phase) == s.DEAL_OVER
        if int(g.phase) == s.DEAL_OVER:
            check_cards(game)
            if played in games:
                check_chips(game, begun)
        step.apply_move(tables, g, work, int(work.moves[rng.randrange(n)]))
    assert int(work.overflow) == 0
    check_cards(game)
    if not game.over:
        assert played not in games
        return
    if played in games:
        check_chips(game, begun)
    assert deals + 1 == game.deal <= game.ruleset.limits.deals
    assert sum(int(n) for n in g.deal_endings) == game.deal
    winner = game.winner
    assert winner is None or 0 <= winner < game.players


def test_a_query_does_not_touch_the_record():
    """Asking for moves, reasons and views leaves the bytes of a game alone: equal games have equal records."""
    for played in every_game()[::3]:
        game = new_game(played, 11)
        player = Player(11, eager=0.9)
        for _ in range(60):
            if game.over:
                break
            before = game.record
            game.legal_moves()
            game.can("discard 7H")
            game.can("knock")
            game.view(game.current)
            assert game.record == before, game.position()
            game.push(player.choose(game))
