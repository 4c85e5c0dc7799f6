"""Rulings on irregularities: every ruling of the table, the worked examples, and score sheets of whole evenings."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import pytest
import yaml

from meldwright import InputError, load_ruleset, rule, score
from meldwright.ruleset.rules import Ruleset
from meldwright.rulings.facts import FACTS
from meldwright.rulings.verbs import PLACEHOLDERS, VERBS, filled, placeholders_of
from meldwright.rulings.verdict import Verdict

HERE = Path(__file__).parent
EVENING = HERE / "evening.rummy.yaml"
CASES = yaml.safe_load((HERE / "cases.yaml").read_text(encoding="utf-8"))
SHEETS = yaml.safe_load((HERE / "sheets.yaml").read_text(encoding="utf-8"))


@cache
def evening(*sets: str) -> Ruleset:
    """Continental Rummy with its rulings."""
    return load_ruleset(EVENING, (), sets)


def as_text(data: Any) -> str:
    """A situation or a sheet as YAML."""
    return yaml.safe_dump(data, sort_keys=False)


def words_of(verdict: Verdict) -> str:
    """Everything a verdict says, in small letters."""
    return " ".join((*(step.text for step in verdict.steps), verdict.cost, verdict.after)).lower()


# --- rulings --------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_ruling(case: dict[str, Any]) -> None:
    verdict = rule(evening(), as_text(case["situation"]))
    expect = case["expect"]
    assert case["source"]
    assert verdict.id == expect["ruling"]
    seen: dict[str, Any] = {
        "orders": [f"{step.verb} {step.operand}".strip() for step in verdict.steps],
        "turn": verdict.state.turn,
        "discards": None if verdict.state.discards is None else " ".join(verdict.state.discards),
        "exposed": " ".join(verdict.state.exposed),
        "charge": verdict.charge,
        "score": verdict.score,
        "follows": [v.id + ("" if v.certain else "?") for v in verdict.follows],
    }
    for key in seen.keys() & expect.keys():
        assert seen[key] == expect[key], key
    hands = dict(verdict.state.hands)
    assert {name: hands.get(name) for name in expect.get("hands", {})} == expect.get("hands", {})
    for said, choice in zip(expect.get("choices", ()), verdict.state.choices, strict=bool(expect.get("choices"))):
        assert said in choice
    for text in expect.get("says", ()):
        assert text.lower() in words_of(verdict)
    assert set(expect) <= {"ruling", "hands", "choices", "says", *seen}


@pytest.mark.parametrize("case", CASES[::7], ids=lambda case: case["id"])
def test_a_mapping_a_text_and_a_file_say_the_same(case: dict[str, Any], tmp_path: Path) -> None:
    path = tmp_path / "situation.yaml"
    path.write_text(as_text(case["situation"]), encoding="utf-8")
    assert rule(evening(), case["situation"]) == rule(evening(), as_text(case["situation"])) == rule(evening(), path)


def test_every_ruling_has_a_case() -> None:
    ids = {ruling.id for irregularity in evening().rulings for ruling in irregularity.rulings}
    assert ids == {case["expect"]["ruling"] for case in CASES}


def test_every_worked_example_has_a_case() -> None:
    sources = " ".join(case["source"] for case in (*CASES, *SHEETS))
    assert all(f"worked example {n}" in sources for n in (7, 31, 32, 33, 34, 35))


def test_the_table_uses_every_verb_and_every_fact() -> None:
    rulings = [ruling for irregularity in evening().rulings for ruling in irregularity.rulings]
    assert {order.verb.name for ruling in rulings for order in ruling.remedy} == set(VERBS)
    conditions = [r.when for r in rulings] + [i.when for i in evening().rulings]
    text = " ".join(condition.text for condition in conditions if condition is not None)
    assert {name for name in FACTS if name in text.split() or f"({name}" in text or f"{name})" in text} == set(FACTS)


def test_no_sentence_keeps_a_brace() -> None:
    for case in CASES:
        for verdict in (found := rule(evening(), case["situation"]), *found.follows):
            assert "{" not in words_of(verdict), verdict.id


def test_without_seats_a_ruling_is_general() -> None:
    verdict = rule(evening(), {"irregularity": "out_of_turn", "discarded": True})
    assert verdict.id == "OT1" and verdict.state.turn is None
    assert "the player at the offender's left" in words_of(verdict)


def test_names_are_used() -> None:
    situation = {"irregularity": "out_of_turn", "players": ["Anna", "Bert", "Cleo", "Dora"], "discarded": True}
    verdict = rule(evening(), {**situation, "turn": "bert", "offender": 4})
    assert verdict.state.turn == "Anna" and "lost for Bert and Cleo" in verdict.cost


def test_every_placeholder_is_filled_by_some_sentence() -> None:
    used = {word for verb in VERBS.values() for word, _, _ in placeholders_of(verb.says)}
    texts = [text for i in evening().rulings for r in i.rulings for text in (r.cost, r.after)]
    used |= {word for text in texts for word, _, _ in placeholders_of(text)}
    assert used - {"who", "number", "irregularity"} == set(PLACEHOLDERS)
    assert "{" not in filled(" ".join("{" + word + "}" for word in PLACEHOLDERS))


def test_the_table_reads_as_whole_sentences() -> None:
    from meldwright.explain import explain

    (section,) = (section for section in explain(evening()) if section.title == "Irregularities")
    text = " ".join(section.paragraphs)
    assert all(f"- {ruling.id}: " in text for one in evening().rulings for ruling in one.rulings)
    for paragraph in section.paragraphs:
        assert paragraph.endswith((".", ":"))
        assert not [bad for bad in ("{", "}", "_", "None", "  ", "..") if bad in paragraph]


# --- every key of a ruling does something ----------------------------------------------------------------------------
OUT = {"irregularity": "incorrect_hand", "players": 4, "offender": 1, "moment": "count", "hand": "3C", "missing": 1}
IH5 = "rulings.incorrect_hand.rules.IH5"
FLIPS = {
    f"{IH5}.when": f"{IH5}.when=moment = count and hand_is = too_many",
    f"{IH5}.situation": f"{IH5}.situation=short",
    f"{IH5}.detected": f"{IH5}.detected=late",
    f"{IH5}.remedy": f"{IH5}.remedy=[count_all, charge 5]",
    f"{IH5}.cost": f"{IH5}.cost=five",
    f"{IH5}.after": f"{IH5}.after=on",
    f"{IH5}.source": f"{IH5}.source=a book",
    f"{IH5}.ours": f"{IH5}.ours=true",
    "rulings.incorrect_hand.title": "rulings.incorrect_hand.title=Miscounted",
    "rulings.incorrect_hand.source": "rulings.incorrect_hand.source=a book",
    "rulings.incorrect_hand.when": "rulings.incorrect_hand.when=hand_is = too_many",
}


@pytest.mark.parametrize("key", FLIPS)
def test_a_key_does_something(key: str) -> None:
    plain = rule(evening(), OUT)
    changed = evening(FLIPS[key])
    if key.endswith(".when"):
        with pytest.raises(InputError, match="the rules say nothing of"):
            rule(changed, OUT)
    else:
        assert rule(changed, OUT) != plain


def test_every_key_of_the_schema_is_flipped() -> None:
    from meldwright.ruleset.schema import load_schema

    schema = load_schema()["$defs"]
    for name, prefix in (("ruling", IH5), ("irregularity", "rulings.incorrect_hand")):
        missing = [key for key in schema[name]["properties"] if f"{prefix}.{key}" not in FLIPS and key != "rules"]
        assert not missing


def test_a_house_rule_changes_ruling_and_sheet_alike() -> None:
    five = evening(f"{IH5}.remedy=[count_all, charge 5]")
    assert rule(five, OUT).score == 10
    sheet = {"players": 4, "deals": [{"1": {"hand": "3C", "missing": 1}, "2": "out", "3": 0, "4": 0}]}
    assert [entry.points for entry in score(five, sheet).totals] == [10, 0, 0, 0]
    three = evening("rulings.missing_score.rules.IM7={when: others >= 3, remedy: [post 3]}",
                    "rulings.missing_score.rules.IM8.when=others < 3")  # fmt: skip
    sheet = {"players": 4, "deals": [{"1": 1, "2": 2, "3": 4, "4": "none"}]}
    assert score(three, sheet).totals[3].points == 7


# --- score sheets -----------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("case", SHEETS, ids=lambda case: case["id"])
def test_sheet(case: dict[str, Any]) -> None:
    found = score(evening(), as_text(case["sheet"]))
    assert found == score(evening(), case["sheet"])
    expect = case["expect"]
    seen = {
        "totals": [entry.points for entry in found.totals],
        "complete": list(found.complete),
        "ranking": [list(names) for names in found.ranking],
        "over": found.over,
        "void": found.void,
        "numbers": [deal.number for deal in found.deals],
        "counts": [deal.counts for deal in found.deals],
        "rulings": {e.player: list(e.rulings) for deal in found.deals for e in deal.entries if e.rulings},
        "total_rulings": {e.player: list(e.rulings) for e in found.totals if e.rulings},
        "deals": {n: [e.points for e in deal.entries] for n, deal in enumerate(found.deals, 1)},
    }
    for key in seen.keys() & expect.keys():
        assert seen[key] == expect[key], key
    for text in expect.get("says", ()):
        assert any(text in statement for statement in found.statements), found.statements
    assert set(expect) <= {"says", *seen}
    named = {id for entries in (seen["rulings"], seen["total_rulings"]) for ids in entries.values() for id in ids}
    assert named <= {id for id, _, _ in found.sources}


def test_other_games_scored_by_the_cards_left_can_be_added_up() -> None:
    rules = load_ruleset("straight-rummy", ("house/penalty-scoring",))
    deals: list[dict[str, Any]] = [{"Anna": "out", "Bert": "KD AS"}, {"Anna": 90, "Bert": 3}]
    found = score(rules, {"players": ["Anna", "Bert"], "deals": deals})
    assert [entry.points for entry in found.totals] == [90, 14] and not found.over
    found = score(rules, {"players": ["Anna", "Bert"], "deals": [{"Anna": 100, "Bert": 3}]})
    assert found.over and found.ranking == (("Bert",), ("Anna",))


def test_what_a_game_scores_besides_is_a_bonus() -> None:
    deals: list[dict[str, Any]] = [{"1": {"out": True, "bonus": -50}, "2": {"hand": "KD", "bonus": 3}, "3": "AS"}]
    found = score("liverpool-rummy", {"players": 3, "deals": deals})
    assert [entry.points for entry in found.totals] == [-50, 13, 15]
    assert any("besides the cards left (cut)" in text for text in found.statements)


def test_cards_count_what_they_count_in_that_deal() -> None:
    rules = load_ruleset("three-thirteen", (), ("values.wild=20",))
    found = score(rules, {"players": 2, "deals": [{"1": "3S 4S", "2": "out"}, {"1": "3S 4S", "2": "out"}]})
    assert [deal.entries[0].points for deal in found.deals] == [24, 23]
    rules = load_ruleset("three-thirteen", ("rulings/continental",), ("values.wild=20",))
    told = {"irregularity": "incorrect_hand", "players": 2, "moment": "count", "hand": "3S 4S", "missing": 1}
    assert [rule(rules, {**told, "deal": deal}).score for deal in (1, 2)] == [34, 33]
