"""A ruleset that passes `check` plays to its end; one that does not is refused with a position. Generated rulesets."""

from __future__ import annotations

import os
import random
from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import yaml
from generated import Rules, rulesets
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from meldwright.compile import compile_tables
from meldwright.core import state as s
from meldwright.game import Game
from meldwright.loading import core_step
from meldwright.ruleset.model import check_ruleset, load_ruleset
from meldwright.ruleset.rules import Ruleset

EXAMPLES = int(os.environ.get("MELDWRIGHT_EXAMPLES", "80"))  # more of them for a longer search
MOVES_A_TURN = 60
REFUSED = 0.4  # the generator should mostly make rulesets that can be played
seen: Counter[str] = Counter()


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("generated")


def written(folder: Path, rules: Rules) -> Path:
    """The ruleset as a file."""
    path = folder / "generated.rummy.yaml"
    path.write_text(yaml.safe_dump(rules, sort_keys=False), encoding="utf-8")
    return path


@settings(max_examples=EXAMPLES, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
@given(rules=rulesets(), seed=st.integers(1, 2**32))
def test_what_passes_check_plays_to_its_end(folder: Path, rules: Rules, seed: int) -> None:
    path = written(folder, rules)
    errors = [d for d in check_ruleset(path) if d.severity == "error"]
    seen["refused" if errors else "played"] += 1
    try:
        if errors:
            assert all(d.position.line >= 1 and d.message for d in errors)
            return
        ruleset = load_ruleset(path)
        for players in ruleset.players:
            play(ruleset, players, seed)
    except Exception as error:
        error.add_note(f"seed {seed}, ruleset:\n{path.read_text(encoding='utf-8')}")
        raise


def test_most_generated_rulesets_can_be_played() -> None:
    """Runs after the test above, whose rulesets it counts."""
    total = seen.total()
    if total >= 40:
        assert seen["refused"] <= REFUSED * total, seen


def play(ruleset: Ruleset, players: int, seed: int) -> None:
    """A match of random moves, on the façade for a while and then on the core."""
    game = Game(ruleset, players, seed=seed)
    rng = random.Random(seed)
    for _ in range(12):
        if game.over:
            return
        moves = game.legal_moves()
        texts = [move.text for move in moves]
        assert texts, f"dead end: {game.position()}"
        assert len(set(texts)) == len(texts), f"two moves are called the same: {texts}"
        game.push(rng.choice(moves))
        conserved(game.names.rules, game._game)
    finish(game, rng)


def finish(game: Game, rng: random.Random) -> None:
    """Play on without texts, to the end of the match."""
    core, r, g, w = core_step(), game.names.rules, game._game, game._work
    bound = MOVES_A_TURN * int(r.turn_limit) * int(r.deal_limit) * int(r.players)
    for _ in range(bound):
        if int(g.phase) == s.MATCH_OVER:
            return
        n = int(core.legal_moves(game.tables, g, w))
        game._legal = None
        assert n > 0, f"dead end: {game.position()}"
        assert not int(w.overflow), f"too many moves: {game.position()}"
        core.apply_move(game.tables, g, w, int(w.moves[rng.randrange(n)]))
        conserved(game.names.rules, g)
    raise AssertionError(f"no end in {bound} moves: {game.position()}")


def conserved(r: Any, g: Any) -> None:
    """Every card of the deck is somewhere, once."""
    kinds = int(r.kinds_n)
    count = np.array(g.hand[: int(r.players), :kinds], dtype=np.int64).sum(axis=0)
    count += np.bincount(g.stock[: int(g.stock_n)], minlength=kinds)
    count += np.bincount(g.discard[: int(g.discard_n)], minlength=kinds)
    for i in range(int(g.melds_n)):
        m = g.melds[i]
        count += np.bincount(m.card[: int(m.n)], minlength=kinds)
    assert (count == r.copies[:kinds]).all(), "cards are lost or made"


STUCK = {
    "nobody discards": {"turn": {"meld": {}, "discard": False}},
    "nothing to draw": {"turn": {"meld": {}, "discard": False, "draw": {"from": ["discard"]}}},
    "every deal is void": {"deal": {"cards": 5, "void_when": "hand_cards > 0"}, "limits": {"deals": 3}},
    "the whole hand in one meld": {"turn": {"meld": {"per_turn": 1, "all_at_once_from_deal": 1}}},
    "the whole hand, and one card first": {
        "turn": {"draw": {"discards": "any", "must_use": "deepest"}, "meld": {"all_at_once_from_deal": 1}}
    },
    "the starter sits out": {"players": 3, "deal": {"cards": 5, "sit_out": "dealer", "starter": "dealer"}},
    "nobody to play with": {"deal": {"cards": 5, "sit_out": "dealer"}},
}


@pytest.mark.parametrize("what", STUCK)
def test_what_once_got_stuck(folder: Path, what: str) -> None:
    """Rulesets that led into a dead end: each is refused, or plays to its end."""
    path = written(folder, small(**STUCK[what]))
    if not any(d.severity == "error" for d in check_ruleset(path)):
        for seed in (1, 2, 3):
            play(load_ruleset(path), load_ruleset(path).players.least, seed)


# --- near the bounds of the engine's records ------------------------------------------------------------------------


def row(number: int, words: int = 1) -> Rules:
    """A row of four texts that no other row has."""
    amount = " + ".join(["hand_points"] * words)
    return {"when": f"deal > {number}", "to": f"lowest hand_points + {number}", "points": f"{amount} + {1000 + number}",
            "except": f"hand_points > {number}"}  # fmt: skip


def small(**more: Any) -> Rules:
    """A ruleset that passes, with something more."""
    return {
        "meldwright": 1,
        "name": "Large",
        "players": 2,
        "deal": {"cards": 5},
        "turn": {"meld": {}},
        "match": {"deals": 1},
        "limits": {"turns": 12, "deals": 3},
        **more,
    }


def rows(n: int, words: int = 1, first: int = 0) -> Rules:
    return {f"row_{i}": row(first + i, words) for i in range(n)}


LARGE = {
    "rows": lambda n: small(scoring=rows(n)),
    "long rows": lambda n: small(scoring=rows(n, 40)),
    "final rows": lambda n: small(scoring=rows(n), match={"deals": 1, "final": rows(n, first=500)}),
    "calls": lambda n: small(turn={"call": {f"call_{i}": {"when": f"turn > {i}"} for i in range(n)}}),
    "long calls": lambda n: small(turn={"call": {"call": {"when": " and ".join(f"turn > {i}" for i in range(n * 8))}}}),
    "deep amounts": lambda n: small(scoring={"row": {"to": "winner", "points": "1 + (" * n + "deal" + ")" * n}}),
    "melds": lambda n: small(melds={f"meld_{i}": f"{2 + i % 10} cards, same suit" for i in range(n)}),
    "alternatives": lambda n: small(melds={"meld": " or ".join(f"{3 + i % 11} cards, same suit" for i in range(n))}),
    "limits on wilds": lambda n: small(
        deck={"jokers": 4}, wilds={"cards": ["joker"]},
        melds={f"meld_{i}": f"{3 + i // 4} cards, same suit, wilds <= {i % 4}" for i in range(n)},
    ),
    "kinds": lambda n: small(deck={"suits": ["S", "H", "D", "C"], "ranks": list(range(1, n + 1))}),
    "packs": lambda n: small(deck={"packs": min(n, 8), "jokers": n}),
    "hands": lambda n: small(deck={"packs": 6}, deal={"cards": n * 3}),
    "wide runs": lambda n: small(
        deck={"jokers": 2, "packs": 2}, wilds={"cards": ["joker", "2", "K"][: 1 + n % 3]},
        melds={"run": f"3..{3 + n} cards, in sequence"},
    ),
    "wide sets": lambda n: small(
        deck={"jokers": 2, "packs": min(n, 8)}, wilds={"cards": ["joker", "2"]},
        melds={"set": f"3..{3 + n} cards, same color"},
    ),
}  # fmt: skip


@pytest.mark.parametrize("what", LARGE)
@pytest.mark.parametrize("n", [1, 8, 9, 16, 17, 25, 32, 33])
def test_what_passes_check_fits_the_engine(folder: Path, what: str, n: int) -> None:
    path = written(folder, LARGE[what](n))
    errors = [d for d in check_ruleset(path) if d.severity == "error"]
    if errors:
        assert all(d.position.line >= 1 and d.message for d in errors)
        return
    ruleset = load_ruleset(path)
    for players in ruleset.players:
        compile_tables(ruleset, players)
