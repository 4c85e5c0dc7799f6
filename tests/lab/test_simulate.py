"""Playing in bulk: the same games on any number of threads, and the same as through the façade."""

from __future__ import annotations

import dataclasses
import json
from typing import Any

import numpy as np
import pytest

from meldwright import Game, load_ruleset, screens, simulate
from meldwright.bots import random as random_bot
from meldwright.core._jit import as_entry
from meldwright.core.state import ENDINGS
from meldwright.lab import columns as c
from meldwright.lab import kernel
from meldwright.lab.kernel import BOT_STREAM
from meldwright.lab.runner import Tables, in_chunks, plan
from meldwright.lab.simulate import Result
from meldwright.lab.totals import Totals, quantile, summarize

M64 = 2**64 - 1
mix64, game_seed, pick_any = map(as_entry, (kernel.mix64, kernel.game_seed, random_bot.choose))


def rows(
    game: str, players: int, count: int, *, overlays: tuple[str, ...] = (), first: int = 0, seed: int = 5, **more: Any
) -> np.ndarray:
    rules = load_ruleset(game, overlays)
    options = {"deals": count, "matches": None, "bots": "random", "threads": 1, **more}
    return Tables(rules, plan(rules, players=players, seed=seed, **options)).play(first, count).rows


def test_seeds_are_splitmix64() -> None:
    # the first outputs of splitmix64 from the state 0 and from 1234567 (published with the generator)
    assert int(mix64(np.uint64(0x9E3779B97F4A7C15))) == 0xE220A8397B1DCDAF
    assert int(mix64(np.uint64((1234567 + 0x9E3779B97F4A7C15) & M64))) == 6457827717110365317
    seeds = {int(game_seed(np.uint64(s), i)) for s in range(20) for i in range(500)}
    assert len(seeds) == 10_000


@pytest.mark.parametrize(
    ("game", "overlays", "players"),
    [
        ("gin-rummy", ("house/dealt-knock-misdeal",), 2),
        ("basic-rummy", (), 3),
        ("knock-rummy", (), 4),
        ("hollywood-gin", ("house/open-ended",), 2),
    ],
)
@pytest.mark.parametrize("matches", [False, True])
def test_games_are_those_of_the_facade(game: str, overlays: tuple[str, ...], players: int, matches: bool) -> None:
    count = 2 if matches else 12
    more = {"deals": None, "matches": count} if matches else {}
    played = rows(game, players, count, overlays=overlays, **more)
    for i, row in enumerate(played):
        seed = int(game_seed(np.uint64(5), i))  # any 64-bit number
        table = Game(load_ruleset(game, overlays), players, seed=seed, dealer=i % players)
        dice = np.array([seed], np.uint64) ^ np.uint64(BOT_STREAM)
        decisions = turns = deals = offered = 0
        while not (table.over if matches else table.deal_over):
            legal = table.legal_moves()
            before = table.deal_over
            move = legal[0 if len(legal) == 1 else int(pick_any(len(legal), dice))]
            next_deal = move.text == "deal"
            decisions += not next_deal
            offered += 0 if next_deal else len(legal)
            table.push(move)
            if table.deal_over and (next_deal or not before):
                deals, turns = deals + 1, turns + table.turn
        scores = table.scores if matches else table.deal_scores
        winner = table.winner if matches else table.deal_winner
        assert row[c.DECISIONS] == decisions
        assert row[c.OFFERED] == offered
        assert row[c.TURNS] == turns
        assert row[c.DEALS] == deals
        assert list(row[c.SCORE : c.SCORE + players]) == scores
        assert row[c.WINNER] == (-1 if winner is None else winner)
        assert row[c.STARTER] == (i + 1) % players
        if not matches:
            assert row[c.ENDED + ENDINGS.index(table.ending)] == 1


def test_games_do_not_depend_on_the_chunks() -> None:
    whole = rows("gin-rummy", 2, 40)
    parts = [rows("gin-rummy", 2, 40 if n == 0 else n, first=first)[:n] for first, n in ((0, 7), (7, 1), (8, 32))]
    assert np.array_equal(whole, np.concatenate(parts))


@pytest.mark.parametrize("bots", ["random", "greedy"])
def test_the_same_on_any_number_of_threads(bots: str) -> None:
    results = [simulate("basic-rummy", players=3, deals=300, seed=9, bots=bots, threads=n) for n in (1, 2, 5)]
    timeless = [
        dataclasses.replace(r, seconds=0.0, deals_per_second=0.0, decisions_per_second=0.0, threads=0) for r in results
    ]
    assert timeless[0].to_json() == timeless[1].to_json() == timeless[2].to_json()


def test_results_add_up() -> None:
    r = simulate("gin-rummy", deals=500, seed=3, bots="greedy", threads=2)
    assert (r.deals, r.matches, r.players, r.bots) == (500, 0, 2, ("greedy", "greedy"))
    assert sum(r.endings.values()) == 500
    assert sum(r.calls.values()) == r.endings["call"]
    assert sum(s.wins for s in r.seats) + r.draws == 500
    assert r.stalemates == r.endings["stalemate"]
    assert r.seats[0].win_rate_ci95[0] <= r.seats[0].win_rate <= r.seats[0].win_rate_ci95[1]
    assert r.turns_per_deal == r.turns / 500
    assert r.budget_hits == r.overflowed == 0
    assert r.endings["call"] > 400  # greedy players end nearly every deal of gin
    data = json.loads(r.to_json())
    assert data["seats"][1]["seat"] == 1 and data["starter"]["seat"] is None


def test_a_better_bot_wins_more() -> None:
    r = simulate("gin-rummy", deals=300, bots=("greedy", "random"))
    assert r.seats[0].wins > 250 > 20 > r.seats[1].wins


def test_matches() -> None:
    r: Result = simulate("straight-gin", matches=20, bots="greedy", seed=4)
    assert r.matches == 20 and r.deals > 20 and r.deals_per_match == r.deals / 20
    assert r.turns_per_deal_ci95 is None
    assert sum(s.wins for s in r.seats) + r.draws == 20


def test_progress_is_told_to_the_end() -> None:
    told: list[tuple[int, int]] = []
    simulate("gin-rummy", deals=50, bots="random", threads=2, progress=lambda done, total: told.append((done, total)))
    assert told[-1] == (50, 50)
    assert told == sorted(told)


def test_stopping_early_leaves_no_work_behind() -> None:
    rules = load_ruleset("gin-rummy")
    order = plan(rules, players=2, deals=10_000, matches=None, seed=1, bots="random", threads=2)
    started: list[int] = []

    def work(first: int, count: int) -> int:
        started.append(first)
        if first > 1000:
            raise KeyError("stop")
        return count

    with pytest.raises(KeyError):
        list(in_chunks(work, order, 0.001))
    assert len(started) < 100


def test_totals_do_not_depend_on_the_order() -> None:
    some = rows("basic-rummy", 4, 60)
    whole = summarize(some, 4, False)
    for cuts in ((20, 40), (1, 59)):
        parts = [summarize(part, 4, False) for part in np.split(some, cuts)]
        for order in (parts, parts[::-1]):
            total = Totals(4)
            for part in order:
                total.add(part)
            for name, value in vars(whole).items():
                assert np.array_equal(getattr(total, name), value), name


def test_quantiles_of_a_histogram() -> None:
    histogram = np.bincount([3, 3, 4, 9])
    assert [quantile(histogram, q) for q in (0.1, 0.5, 0.75, 0.9, 1.0)] == [3, 3, 4, 9, 9]
    assert quantile(np.zeros(0, np.int64), 0.5) == 0


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ({"deals": 1, "matches": 1}, "not both"),
        ({"players": 3}, "for 2 players, not 3"),
        ({"seed": 2**64}, "the seed must be"),
        ({"bots": ("greedy", "greedy", "greedy")}, "3 bots for 2 players"),
        ({"bots": "Greedy"}, "there is no bot"),
        ({"matches": 0}, "at least one match"),
    ],
)
def test_arguments_that_make_no_sense(arguments: dict[str, Any], said: str) -> None:
    with pytest.raises(ValueError, match=said):
        simulate("gin-rummy", **arguments)


def test_overlays_need_a_name() -> None:
    with pytest.raises(ValueError, match="when a ruleset is loaded"):
        simulate(load_ruleset("gin-rummy"), overlays=("house/target-200",))
    assert simulate("gin-rummy", overlays=("house/target-200",), deals=1).overrides == "--with house/target-200"


def test_discards_taken_out_of_turn_are_counted() -> None:
    """Contract Rummy's players claim now and then, who may not ask never do."""
    with_claims = simulate("contract-rummy", players=3, deals=20, threads=1)
    assert 0 < with_claims.claims_per_deal < 20
    assert simulate("contract-rummy", players=3, deals=20, threads=1, sets=("claim.may_i=false",)).claims_per_deal == 0
    assert "claims per deal" in screens.result_text(with_claims)
