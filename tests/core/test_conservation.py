"""Nothing is lost or made: cards, chips and the pot over whole matches, for any number of players and any moves."""

from __future__ import annotations

import random
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from support.checks import check_cards, check_chips
from support.games import ruleset

from meldwright.core import state as s
from meldwright.game import Game

# games with claims, chips, elimination, buying back, a cut; the settings make the rarer things happen more often
CHIPS = ("match={ante: 7, stake: 30}", "scoring.money={to: winner, from: others, chips: 2}",
         "scoring.fill={to: pot, from: others, chips: deadwood / 10}",
         "scoring.empty={when: stock_out, to: each, from: pot, chips: 3}")  # fmt: skip
PLAYED: list[tuple[str, tuple[str, ...], tuple[str, ...]]] = [
    ("continental-rummy", (), ()),
    ("continental-rummy", ("house/turn-over-when-needed",), ()),
    ("contract-rummy", (), ()),
    ("contract-rummy", ("house/may-i-two-penalty", "house/may-i-limit-2"), ()),
    ("liverpool-rummy", ("house/cut-choice",), ()),
    ("viennese-rummy", (), ()),
    ("viennese-rummy", (), ("match.buy_back={from: 20, to: 100, times: 3}", "match.eliminate.chips=3")),
    ("101-rummy", ("house/buy-back",), ()),
    ("knock-rummy", ("house/rami",), ()),
    ("knock-rummy", (), (*CHIPS, "match.winner=chips", "match.deals=4")),
    ("indian-rummy", ("house/deals-format",), ()),
    ("indian-rummy", ("house/pool-101",), ()),
    ("basic-rummy", (), ("claim.may_i={then: offered, penalty: 0}", "deal.cut=chosen", "deck.packs=2",
                         "scoring.cut={to: each, points: 'if(lucky_cut, -5, 0)'}")),
    ("basic-rummy", (), ("claim.may_i={then: dead, penalty: 3}", "stock_out={turn_over_when: at_once, times: any}",
                         "turn.draw.discards=any", "deck.packs=2")),
    ("basic-rummy", (), ("claim.may_i={limit: 1, when: not opened}", "turn.draw.discard_when=opened",
                         "stock_out={turn_over_when: at_once, upcard: false, times: any}", "deck.packs=2")),
    ("basic-rummy", (), ("claim.may_i={then: dead}", "deck.packs=2",
                         "stock_out={recycle: shuffle, turn_over_when: at_once, times: any}")),
]  # fmt: skip
MOST = 25_000  # moves of one match


def wish(rng: random.Random, eager: float, codes: list[int]) -> int:
    """A move: claims, calls and purchases as often as `eager` says, else any."""
    wanted = [c for c in codes if c & 63 in (s.M_MAY_I, s.M_BUY_BACK, s.M_CALL, s.M_MELD)]
    plain = [c for c in codes if c & 63 not in (s.M_MAY_I, s.M_BUY_BACK)]
    if wanted and rng.random() < eager:
        return rng.choice(wanted)
    return rng.choice(plain or codes)


@settings(max_examples=30, deadline=None, suppress_health_check=list(HealthCheck))
@given(
    played=st.sampled_from(PLAYED),
    seat=st.integers(0, 15),
    seed=st.integers(0, 2**31 - 1),
    eager=st.sampled_from([0.05, 0.3, 0.7, 1.0]),
)
def test_cards_chips_and_the_pot_are_kept(played: Any, seat: int, seed: int, eager: float) -> None:
    rules = ruleset(*played)
    counts = list(rules.players)
    game = Game(rules, counts[seat % len(counts)], seed=seed, dealer=seat % counts[seat % len(counts)])
    begun = sum(game.chips) + game.pot
    rng, g, step = random.Random(seed), game._game, game._core
    for n in range(MOST):
        if game.over:
            break
        count = int(step.legal_moves(game.tables, g, game._work))
        assert count, game.position()
        code = wish(rng, eager, [int(game._work.moves[i]) for i in range(count)])
        step.apply_move(game.tables, g, game._work, code)
        if code & 63 in (s.M_MAY_I, s.M_BUY_BACK, s.M_DEAL, s.M_CUT, s.M_CALL) or n % 50 == 0 or game.deal_over:
            check_cards(game)
            check_chips(game, begun)
    assert game.over or int(g.deal) > 1, "a deal does not end"
    check_cards(game)
    check_chips(game, begun)
