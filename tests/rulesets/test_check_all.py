"""The built-in games and house rules: nothing is wrong with them, and every house rule does something."""

import pytest

from meldwright.ruleset.library import list_games, list_overlays
from meldwright.ruleset.merge import load_tree
from meldwright.ruleset.model import check_ruleset, load_ruleset

GAMES = [entry.id for entry in list_games()]
PAIRS = [(game, entry.id) for entry in list_overlays() for game in entry.applies_to]
BETWEEN = [("basic-rummy", ["house/jokers", "house/final-discard", "house/rummy-double", "house/ace-low"]),
           ("basic-rummy", ["house/rummy-double", "house/rummy-plus-10"]),
           ("block-rummy", ["house/penalty-scoring", "house/top-discard-only"]),
           ("straight-rummy", ["house/ace-high-15", "house/one-meld-or-rummy", "house/rummy-plus-10"]),
           ("gin-rummy", ["house/gin-bonuses-25", "house/big-gin-plus-6", "house/shutout-doubles-points"]),
           ("oklahoma-gin", ["house/gin-bonuses-25", "house/kisses", "house/ace-gin-only", "house/target-200"]),
           ("oklahoma-gin", ["house/kisses", "house/no-spade-double"]),
           ("hollywood-gin", ["house/knock-limit-from-upcard", "house/spades-double", "house/us-gin-scoring"]),
           ("knock-rummy", ["house/rum-can-be-tied", "house/lay-off-on-knock", "house/target-100"]),
           ("continental-rummy", ["house/red-aces-and-twos-wild", "house/red-ace-always-wild", "house/may-i-limit-2"]),
           ("contract-rummy", ["house/contract-twos-wild", "house/may-i-game", "house/zioncheck"]),
           ("contract-rummy", ["house/king-rummy", "house/own-meld-first", "house/final-discard-optional"]),
           ("liverpool-rummy", ["house/pagat-base", "house/six-deals", "house/cut-choice", "house/cut-hands-only"]),
           ("german-rummy", ["house/open-51", "house/dealer-14", "house/corner", "house/winner-plus"]),
           ("viennese-rummy", ["house/romme-ohne-auslegen", "house/one-joker-per-meld", "house/knock-premium-5"]),
           ("viennese-rummy", ["house/joker-dealer-open", "house/last-turn-forced", "house/knock-money-to-zero"]),
           ("101-rummy", ["house/limit-100", "house/buy-back", "house/one-joker", "house/no-wild-twos"]),
           ("three-thirteen", ["house/jokers-20", "house/wild-20", "house/thirteen-rounds", "house/lay-off-on-out"]),
           ("three-thirteen", ["house/ace-high-15", "house/distinct-suits", "house/no-all-wild", "house/fewer-packs"]),
           ("indian-rummy", ["house/online-points", "house/round-5", "house/double-stake", "house/paplu-bonus"]),
           ("indian-rummy", ["house/pool-201", "house/set-3-only", "house/printed-ace", "house/no-double-hand"]),
           ("knock-rummy", ["house/rami", "house/lay-off-on-knock"])]  # fmt: skip


def test_the_games_are_there():
    assert len(GAMES) >= 9 and len(PAIRS) > 150


@pytest.mark.parametrize("game", GAMES)
def test_nothing_is_wrong_with_a_game(game):
    assert check_ruleset(game) == []


@pytest.mark.parametrize("game", GAMES)
def test_a_game_says_where_it_comes_from(game):
    rules = load_ruleset(game)
    assert rules.sources and rules.summary and rules.variant
    assert rules.family != "other" or rules.status != "stable"
    assert rules.status == "stable" or rules.status_reason


@pytest.mark.parametrize(("game", "overlay"), PAIRS)
def test_a_house_rule_fits_its_games_and_changes_them(game, overlay):
    assert check_ruleset(game, [overlay]) == []
    assert load_tree(game, [overlay]).root.plain() != load_tree(game).root.plain()


@pytest.mark.parametrize(("game", "overlays"), BETWEEN)
def test_house_rules_combine(game, overlays):
    assert not [d for d in check_ruleset(game, overlays) if d.severity == "error"]


def test_house_rules_name_themselves():
    for entry in list_overlays():
        assert entry.overlay and entry.applies_to and entry.name and entry.summary.endswith((".", '".'))
        assert entry.id == entry.id.lower() and "_" not in entry.id
