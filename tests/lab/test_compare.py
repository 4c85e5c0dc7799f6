"""Two rulesets on the same shuffles."""

from __future__ import annotations

import dataclasses
import json

import pytest

from meldwright import compare, simulate
from meldwright.lab.compare import differing, verdict
from meldwright.ruleset.model import load_ruleset


def test_nothing_changes_when_nothing_is_changed() -> None:
    c = compare("gin-rummy", "gin-rummy", deals=60)
    assert c.different_games == 0
    assert {row.difference for row in c.metrics} == {0.0}
    assert not any(row.decided for row in c.metrics)
    assert c.verdict == "Nothing changed: all 60 deals went the same way under both rulesets."


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        (("match.target=300",), "They differ only in match.target, which single deals cannot show; try --matches."),
        (("deal.next_dealer=same", "limits.deals=99"), "deal.next_dealer, limits.deals, which single deals cannot"),
        (("match.target=300", "limits.turns=400"), ""),
    ],
)
def test_what_single_deals_cannot_show_is_said(settings: tuple[str, ...], said: str) -> None:
    a, b = (load_ruleset("gin-rummy", sets=s).node.plain() for s in ((), settings))
    same = dataclasses.replace(compare("gin-rummy", "gin-rummy", deals=2, threads=1), games=9)
    text = verdict(same, differing(a, b))
    assert text.startswith("Nothing changed: all 9 deals went the same way")
    assert said in text and ("--matches" in text) == bool(said)
    assert "--matches" not in verdict(dataclasses.replace(same, matches=True), differing(a, b))


def test_figures_are_those_of_simulate() -> None:
    sets = ((), ("turn.call.knock.when=deadwood <= 3",))
    c = compare("gin-rummy", "gin-rummy", sets=sets, deals=400, seed=8, bots="greedy", threads=2)
    rows = {row.name: row for row in c.metrics}
    for side, setting in zip("ab", sets, strict=True):
        r = simulate("gin-rummy", sets=setting, deals=400, seed=8, bots="greedy")
        assert getattr(rows["turns_per_deal"], side) == pytest.approx(r.turns_per_deal)
        assert getattr(rows["starter_win_rate"], side) == pytest.approx(r.starter.win_rate)
        assert getattr(rows["winner_score"], side) == pytest.approx(r.winner_score)
        assert getattr(rows["score_spread"], side) == pytest.approx(r.score_spread)
        assert getattr(rows["ended_call"], side) == pytest.approx(r.endings["call"] / 400)
    longer = rows["turns_per_deal"]
    assert longer.decided and longer.difference is not None and longer.difference > 0
    assert longer.ci95 is not None and 0 < longer.ci95[0] < longer.difference < longer.ci95[1]
    assert c.verdict.startswith("Under gin-rummy --set turn.call.knock.when=deadwood <= 3: turns per deal up by ")
    json.loads(c.to_json())


def test_the_same_on_any_number_of_threads() -> None:
    sets = ((), ("match.target=60",))
    one, three = (compare("gin-rummy", "gin-rummy", sets=sets, matches=12, bots="greedy", threads=n) for n in (1, 3))
    assert dataclasses.replace(one, seconds=0, threads=0) == dataclasses.replace(three, seconds=0, threads=0)
    rows = {row.name: row for row in one.metrics}
    assert rows["deals_per_match"].difference is not None and rows["deals_per_match"].difference < 0
    assert not any(row.decided for row in one.metrics)  # a dozen matches decide nothing
    assert "no difference is certain yet" in one.verdict
    assert "Cannot be told yet after 12 matches: " in one.verdict


def test_what_cannot_be_told_is_named() -> None:
    c = compare("gin-rummy", "gin-rummy", sets=((), ("scoring.gin.points=25",)), deals=1500, bots="greedy")
    rows = {row.name: row for row in c.metrics}
    assert rows["turns_per_deal"].difference == 0  # the bots do not look at bonuses: the same moves
    assert rows["winner_score"].decided
    assert "turns per deal" not in c.verdict


def test_different_bots_get_a_line_each() -> None:
    c = compare("gin-rummy", "straight-gin", deals=60, bots=("greedy", "random"))
    assert "win_rate_greedy" in {row.name for row in c.metrics}  # random players never win a deal here


def test_games_without_a_number_of_players_in_common() -> None:
    with pytest.raises(ValueError, match="no number of players suits both"):
        compare("basic-rummy", "gin-rummy", sets=(("players=3-4", "deck.packs=1"), ()), deals=1)
