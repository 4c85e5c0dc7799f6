"""Rulesets that once led the core into a corner: each passes `check`, so each must be played to its end."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from meldwright.core.scoring import TOTAL_BOUND
from meldwright.game import Game
from meldwright.lab.simulate import simulate
from meldwright.ruleset.model import check_ruleset, load_ruleset

HEAD = "meldwright: 1\nname: X\nplayers: 2\n"
BASE = HEAD + "deal: {cards: 7}\nmatch: {deals: 2, tie: shared}\n"
MELDS = 'melds: {set: "3+ cards, same rank", run: "3+ cards, same suit, in sequence"}\n'


def written(folder: Path, text: str) -> str:
    path = folder / "x.rummy.yaml"
    path.write_text(text, encoding="utf-8")
    assert not [d for d in check_ruleset(path) if d.severity == "error"]
    return str(path)


def played(path: str, seed: int, players: int = 2) -> Game:
    game = Game(load_ruleset(path), players, seed=seed)
    dice = random.Random(seed)
    while not game.over:
        moves = game.legal_moves()
        assert moves, game.position()
        game.push(dice.choice(moves))
    return game


@pytest.mark.parametrize("limit", ["3 * hand_cards", "hand_points - 20", "discards"])
def test_the_limit_of_a_call_is_the_one_at_the_call(tmp_path: Path, limit: str) -> None:
    turn = f'turn: {{call: {{knock: {{when: "deadwood <= {limit}", show: moves}}}}}}\n'
    path = written(tmp_path, BASE + MELDS + turn)
    for seed in range(12):
        played(path, seed)


@pytest.mark.parametrize("when", ["hand_cards <= 8 and turn > 1", "discards >= 1", "deadwood <= 20"])
@pytest.mark.parametrize(
    "more", ["discard: {taken: to_call}", "discard: {taken: allowed}"], ids=["thrown back", "last discard"]
)
def test_a_card_is_taken_to_call_only_where_a_call_follows(tmp_path: Path, when: str, more: str) -> None:
    stock = "stock_out: {ends: last_discard_to_call}\n" if "allowed" in more else ""
    turn = f'turn: {{draw: {{discards: any}}, {more}, call: {{knock: {{when: "{when}"}}}}}}\n'
    path = written(tmp_path, BASE + MELDS + turn + stock)
    for seed in range(8):
        played(path, seed)


def test_amounts_beyond_all_measure_stay_within_bounds(tmp_path: Path) -> None:
    rows = "  a: {to: each, points: 1000000000 * turn}\n" + "".join(
        f"  m{i}: {{multiply: 1000000}}\n" for i in range(3)
    )
    path = written(tmp_path, BASE + MELDS + "turn: {meld: true}\nscoring:\n" + rows)
    game = played(path, 1)
    assert game.totals == [TOTAL_BOUND] * 2


def test_points_above_32_bits_are_counted(tmp_path: Path) -> None:
    scoring = "scoring: {a: {to: each, points: 900000000 * players * players}}\n"
    path = written(tmp_path, BASE + MELDS + "turn: {meld: true}\n" + scoring)
    assert played(path, 1).totals == [2 * 3_600_000_000] * 2


def test_a_late_deal_for_melding_at_once(tmp_path: Path) -> None:
    game = Game(load_ruleset("basic-rummy", sets=("turn.meld.all_at_once_from_deal=150",)), 2, seed=1)
    assert game.legal_moves()


def test_nobody_is_asked_to_claim_his_own_discard(tmp_path: Path) -> None:
    text = BASE.replace("players: 2", "players: 1") + MELDS + "turn: {meld: true}\nclaim: {playable_discard: true}\n"
    path = written(tmp_path, text)
    game = Game(load_ruleset(path), 1, seed=3)
    dice = random.Random(3)
    while not game.over:
        assert game.phase != "claim"
        game.push(dice.choice(game.legal_moves()))


def test_a_match_that_is_stopped_says_so() -> None:
    rules = load_ruleset("gin-rummy", sets=("limits.deals=3", "turn.call.knock.when=deadwood <= 0"))
    game = Game(rules, seed=5)
    while not game.over:
        game.push(next((m for m in game.legal_moves() if m.text.startswith(("discard", "draw stock", "deal"))), "pass"))
    assert game.deal == 3
    assert game.stopped
    result = simulate(rules, matches=4, bots="random", seed=1)
    assert result.stopped_matches == result.stalemates == 4


def test_a_void_deal_is_dealt_again_by_the_same_dealer() -> None:
    rules = load_ruleset("gin-rummy", sets=("deal.void_when=hand_cards = 10", "limits.deals=4"))
    game = Game(rules, seed=1, dealer=1)
    while not game.over:
        assert game.dealer == 1
        assert game.ending == "void"
        game.push("deal")
    assert game.stopped


def test_a_thousand_equal_melds_do_not_hold_up_a_search(tmp_path: Path) -> None:
    text = HEAD.replace("players: 2", "players: 1") + "deal: {cards: 40}\nmatch: {deals: 1, tie: shared}\n"
    path = written(
        tmp_path,
        text + 'melds: {run: "2 cards, same suit, in sequence"}\nturn: {call: {knock: {when: "deadwood <= 10"}}}\n',
    )
    result = simulate(path, deals=1, bots="random", seed=1)
    assert result.deals == 1
