"""Random play by many settings of the first melds: no dead end, no opening left half laid, everything can be undone."""

from __future__ import annotations

import random

import pytest
from support.games import ruleset

from meldwright import Game, IllegalMoveError

OPENINGS = [
    ("turn.opening.contract=set",),
    ("turn.opening.contract=set or run",),
    ("turn.opening.contract=set + run", "turn.opening.new_melds=false"),
    ("turn.opening.contract=2 set", "turn.opening.same_rank=forbidden"),
    ("turn.opening.contract=2 run(3)", "turn.opening.touching_runs=forbidden"),
    ("turn.opening.contract=set + run or 2 run", "turn.opening.points=500"),
    ("turn.opening.points=15", "turn.opening.ace_low=1"),
    ("turn.opening.points=25", "turn.opening.exempt_going_out=true"),
    ("deals.1.contract=run", "turn.opening.points=20"),
]
AFTERWARDS = [
    ("turn.discard.final=required", "turn.lay_off.after=own_meld"),
    ("turn.discard.unplayable_last=forbidden", "turn.lay_off.after=own_meld_earlier_turn"),
    ("turn.discard.taken=forbidden_block", "turn.draw.must_use=deepest"),
    ("turn.draw.discards=1", "turn.draw.must_use=always", "turn.lay_off.on=own"),
]
WILDS = [
    (),
    ("deck.jokers=2", "wilds.cards=[joker, 2]", "wilds.limit=wilds <= naturals", "wilds.swap=own_turn",
     "wilds.swap_to=other_meld", "wilds.swap_from=any"),
    ("deck.jokers=2", "wilds.cards=[joker, 3S]", "wilds.apart=true", "wilds.swap=own_turn", "wilds.swap_to=same_meld"),
]  # fmt: skip
PLAYS = ("meld", "lay off", "swap")


@pytest.mark.parametrize("number", range(len(OPENINGS) * len(AFTERWARDS)))
def test_no_opening_leads_nowhere(number: int) -> None:
    first, rest = OPENINGS[number % len(OPENINGS)], AFTERWARDS[number // len(OPENINGS)]
    sets = ("players=2", "turn.meld.per_turn=any", "deal.cards=6", "turn.take_back=turn", *first, *rest)
    game = Game(ruleset("basic-rummy", (), (*sets, *WILDS[number % len(WILDS)])), 2, seed=number)
    rng = random.Random(number)
    for _ in range(120):
        if game.deal_over:
            return
        legal = [move.text for move in game.legal_moves()]
        assert legal, game
        if int(game._game.opening_n):
            assert all(text.startswith("meld ") for text in legal), legal
        if int(game._game.freed_from) >= 0:
            assert all(text.startswith("lay off ") for text in legal), legal
        plays = [text for text in legal if text.startswith(PLAYS)]
        game.push(rng.choice(plays if plays and rng.random() < 0.8 else legal))
        goes_back(game)


def goes_back(game: Game) -> None:
    """What may be taken back now can be, and played again leads to the same."""
    after = game.record
    try:
        taken = game.take_back()
    except IllegalMoveError:
        return
    assert all(move.text.startswith(PLAYS) for move in taken)
    for move in taken:
        game.push(move)
    assert game.record == after
