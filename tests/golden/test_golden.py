"""The worked examples of every game, as data: each case of tests/golden/*.yaml is one test."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
import yaml
from golden_runner import CHECKS, OBSERVED, Case

HERE = Path(__file__).parent
KEYS = {"id", "source", "says", "players", "with", "set", "game", "pending", "expect", *CHECKS}
EXPECTED = {*OBSERVED, "next_legal", "next_illegal", "drawn_from"}
SOURCE = re.compile(r"sheet (?P<sheet>[a-z0-9-]+), worked example (?P<number>\d+)")

# Rules that no ruleset states yet. A case leaves this list when its `pending` goes.
PENDING = {
    "gin-rummy/18a",  # partnerships
    "gin-rummy/18b",
    "gin-rummy/18c",
    "contract-rummy/21a",  # discards bought for pennies
    "contract-rummy/21b",
    "liverpool-rummy/15",  # snap
}


def load_cases() -> list[Case]:
    """Every case of every file, with the game of its file where it names none."""
    cases: list[Case] = []
    for path in sorted(HERE.glob("*.yaml")):
        data = yaml.safe_load(path.read_text(encoding="utf-8"))
        if isinstance(data, list):  # counts of move sequences, tested elsewhere
            continue
        cases += [{"game": data["game"], **case} for case in data["cases"]]
    return cases


CASES = load_cases()


def _parameter(case: Case) -> object:
    reason = case.get("pending")
    marks = [pytest.mark.xfail(reason=reason, strict=True)] if reason else []
    return pytest.param(case, id=case["id"], marks=marks)


@pytest.mark.parametrize("case", [_parameter(case) for case in CASES])
def test_golden(case: Case) -> None:
    kind = next(key for key in case if key in CHECKS)
    CHECKS[kind](case)


def test_the_pending_cases_are_exactly_those_listed() -> None:
    assert {case["id"] for case in CASES if "pending" in case} == PENDING


def test_ids_are_unique() -> None:
    ids = [case["id"] for case in CASES]
    assert sorted(set(ids)) == sorted(ids)


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_a_case_is_well_formed(case: Case) -> None:
    assert not set(case) - KEYS
    assert len([key for key in case if key in CHECKS]) == 1
    assert not set(case.get("expect", {})) - EXPECTED or "pending" in case
    assert ("expect" in case) == any(kind in case for kind in ("script", "settle", "match"))
    source = SOURCE.fullmatch(case["source"])
    assert source and re.fullmatch(f"{source['sheet']}/{source['number']}[a-z]?", case["id"])


def test_every_worked_example_has_a_case() -> None:
    examples = {
        "basic-rummy": 20,
        "block-rummy": 9,
        "continental-rummy": 35,
        "contract-rummy": 21,
        "german-rummy": 32,
        "gin-match-scoring": 11,
        "gin-rummy": 20,
        "hollywood-gin": 12,
        "indian-rummy": 22,
        "knock-rummy": 18,
        "liverpool-rummy": 16,
        "oklahoma-gin": 12,
        "round-the-corner-rummy": 11,
        "rummy-101-knockout": 19,
        "straight-gin": 7,
        "straight-rummy": 15,
        "three-thirteen": 23,
        "viennese-rummy": 35,
    }
    found = {tuple(case["id"].rstrip("abcdefghijklmnopqrstuvwxyz").split("/")) for case in CASES}
    rulings = {("continental-rummy", str(n)) for n in (32, 33, 34)}  # irregularities: tests/rulings
    assert found | rulings == {(sheet, str(n)) for sheet, last in examples.items() for n in range(1, last + 1)}
