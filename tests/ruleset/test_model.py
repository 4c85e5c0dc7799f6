"""From text to a `Ruleset`: defaults, tables by the number of players, places, what load and check give."""

import pickle
from pathlib import Path

import pytest

from meldwright.cards import CardError
from meldwright.patterns.parser import parse_expression
from meldwright.ruleset.diagnostics import RulesetError
from meldwright.ruleset.model import check_ruleset, load_ruleset
from meldwright.ruleset.rules import ByPlayers, Players

SMALL = "meldwright: 1\nname: Small\nplayers: 2-4\ndeal: {cards: 7}\nturn: {meld: true}\nmatch: {deals: 3}\n"


@pytest.fixture
def load(tmp_path):
    def from_text(text, **more):
        path = tmp_path / "small.rummy.yaml"
        path.write_text(text, encoding="utf-8")
        return load_ruleset(path, **more)

    return from_text


def test_defaults_are_filled_in(load):
    rules = load(SMALL)
    assert rules.id == rules.described == "small"
    assert (rules.family, rules.status, rules.behavior, rules.aliases) == ("other", "stable", 1, ())
    assert [meld.name for meld in rules.melds] == ["set", "run"]
    assert rules.turn.draw.stock and rules.turn.draw.discards == 1
    assert rules.turn.meld.per_turn is None and not rules.turn.meld.more_when_going_out
    assert rules.turn.lay_off is None
    assert rules.turn.discard.taken == "forbidden_single" and rules.turn.discard.final == "optional"
    assert rules.turn.call == () and rules.calls == ()
    assert rules.stock_out.recycle == "none" and rules.stock_out.times is None
    assert [row.name for row in rules.scoring] == ["out"]
    assert rules.match.final == () and rules.match.columns == 1 and rules.match.target is None
    assert (rules.limits.turns, rules.limits.deals) == (500, 200)
    assert rules.wilds.limit.text == "naturals >= 1"


def test_false_takes_a_step_out_of_the_turn(load):
    rules = load(SMALL, sets=["turn.discard=false"])
    assert rules.turn.discard is None


def test_the_deck_grows_with_the_players():
    rules = load_ruleset("basic-rummy")
    assert rules.for_players(3).deck.size == 52
    assert rules.for_players(4).deck.size == 104
    assert rules.for_players(7).hand_size == 10


def test_jokers_count_per_pack():
    rules = load_ruleset("basic-rummy", ["house/jokers"])
    two, seven = rules.for_players(2), rules.for_players(7)
    assert (two.deck.size, seven.deck.size) == (54, 108)
    assert two.wild_kinds == (two.deck.joker,)
    assert two.points[two.deck.joker] == 15


def test_points_of_cards():
    seated = load_ruleset("basic-rummy").for_players(2)
    deck = seated.deck
    assert [seated.points[deck.index(card)] for card in ("AS", "2H", "10D", "JC", "KS")] == [11, 2, 10, 10, 10]
    gin = load_ruleset("gin-rummy").for_players(2)
    assert gin.points[gin.deck.index("AS")] == 1


def test_a_later_value_wins(load):
    seated = load(SMALL + "values: {A: 15, AS: 30, 2-10: 5, 9: face}\n").for_players(2)
    deck = seated.deck
    assert [seated.points[deck.index(card)] for card in ("AS", "AH", "2H", "9D", "QC")] == [30, 15, 5, 9, 10]


def test_values_of_the_upcard_start_from_the_values(load):
    seated = load_ruleset("oklahoma-gin", ["house/ace-gin-only"]).for_players(2)
    ace, king = seated.deck.index("AS"), seated.deck.index("KS")
    assert (seated.points[ace], seated.limit_points[ace]) == (1, 0)
    assert seated.limit_points[king] == seated.points[king] == 10


def test_values_of_stripped_cards_are_no_mistake(load):
    text = SMALL.replace("players: 2-4", "players: 2") + "deck: {strip: [8-10]}\nvalues: {2-10: face, J Q K: 10}\n"
    assert load(text).for_players(2).deck.size == 40


def test_numbers_of_players_outside_the_range_are_refused():
    with pytest.raises(ValueError, match="Gin Rummy is for 2 players, not 3"):
        load_ruleset("gin-rummy").for_players(3)


def test_a_later_row_of_a_table_wins():
    table = ByPlayers(((2, 2, 10), (3, 6, 7), (5, 6, 6)))
    assert [table.at(n) for n in range(2, 8)] == [10, 7, 7, 6, 6, None]


def test_players_are_a_range():
    assert list(Players(2, 4)) == [2, 3, 4]
    assert (str(Players(2, 4)), str(Players(2, 2))) == ("2-4", "2")


def test_expressions_know_their_place():
    rules = load_ruleset("gin-rummy")
    when = rules.turn.call[0].when
    assert when.text == "deadwood <= 10"
    place = when.at(12, 14)
    assert place.text[place.column - 1 : place.end_column - 1] == "10"
    assert place.file.endswith("gin-rummy.yaml")


def test_what_lowest_compares_knows_its_place():
    row = load_ruleset("knock-rummy").scoring[1]
    assert (row.to.group, row.to.measure.text) == ("lowest", "deadwood")
    place = row.to.measure.at(0, 8)
    assert place.text[place.column - 1 : place.end_column - 1] == "deadwood"


def test_numbers_are_amounts():
    row = load_ruleset("gin-rummy").scoring[2]
    assert (row.name, row.amount.tree) == ("gin", parse_expression("20"))


def test_factors_have_no_recipients():
    row = load_ruleset("oklahoma-gin").scoring[-1]
    assert (row.name, row.gives, row.to) == ("spades", "multiply", None)


def test_laying_off_after_a_call():
    assert load_ruleset("gin-rummy").turn.call[0].lay_off.text == "caller.deadwood > 0"
    assert load_ruleset("gin-rummy", ["house/round-the-corner-gin"]).turn.call[0].lay_off is True
    assert load_ruleset("knock-rummy").turn.call[0].lay_off is None


def test_overlays_and_settings_are_in_the_name():
    rules = load_ruleset("gin-rummy", ["house/loser-deals"], ["match.target=150"])
    assert rules.described == "gin-rummy --with house/loser-deals --set match.target=150"
    assert (rules.id, rules.match.target, rules.deal.next_dealer) == ("gin-rummy", 150, "loser")


def test_rulesets_are_equal_by_what_they_say_and_travel_between_processes():
    one = load_ruleset("hollywood-gin")
    assert one == load_ruleset("hollywood-gin") != load_ruleset("gin-rummy")
    assert pickle.loads(pickle.dumps(one)) == one


def test_load_raises_everything_that_is_wrong(load):
    text = SMALL.replace("match: {deals: 3}", "scoring:\n  out: {to: winner, points: deadwod}\n")
    with pytest.raises(RulesetError) as caught:
        load(text)
    assert [d.code for d in caught.value.diagnostics] == ["endless-match", "bad-expression"]


def test_check_of_a_missing_file_says_so():
    [problem] = check_ruleset(Path("no-such-file.yaml"))
    assert (problem.severity, problem.code) == ("error", "missing-file")


def test_house_rules_cannot_be_loaded_alone_but_are_checked_on_their_games():
    assert check_ruleset("house/loser-deals") == []
    with pytest.raises(RulesetError, match="cannot be played alone; add them with --with to gin-rummy"):
        load_ruleset("house/loser-deals")


def test_warnings_do_not_stop_a_ruleset(load):
    rules = load(SMALL + "stock_out: {keep_top: false}\n")
    assert rules.stock_out.keep_top is False


def test_cards_that_are_not_there_are_the_callers_mistake_only_when_unchecked():
    seated = load_ruleset("gin-rummy").for_players(2)
    with pytest.raises(CardError):
        seated.deck.index("JOKER")
