"""Whatever the input is, what comes out is a RulesetError or diagnostics, and soon."""

import random
import subprocess
import sys
import time

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from meldwright.ruleset import library
from meldwright.ruleset.diagnostics import RulesetError, render, render_all, to_json
from meldwright.ruleset.merge import load_tree
from meldwright.ruleset.schema import validate
from meldwright.ruleset.source import parse

COMMON = settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
MARKS = [*"{}[],:-?#&*!|>'\"%@`\t\n\r \\<~.=0123456789eEx_\ufeff\u2028\x85\x00é日", "<<: ", "*a", "&a ", "- ", ": "]
GIN = (library.rulesets_folder() / "gin-rummy.yaml").read_text(encoding="utf-8")


def survives(path, sets=()):
    """Load, check and print; anything but diagnostics fails the test."""
    try:
        found = validate(load_tree(path, sets=sets))
    except RulesetError as error:
        found = list(error.diagnostics)
        assert found
    for d in found[:30]:
        assert d.message and d.code == d.code.lower() and render(d, color=True)
        p = d.position
        assert p.line == 0 or (1 <= p.column <= len(p.text) + 1 and p.column < p.end_column)
    render_all(found)
    to_json(found)
    return found


@COMMON
@given(st.lists(st.sampled_from(MARKS) | st.text(max_size=4), max_size=40).map("".join))
def test_random_text(tmp_path, text):
    path = tmp_path / "x.rummy.yaml"
    path.write_bytes(text.encode("utf-8", "surrogatepass"))
    survives(path)


@COMMON
@given(st.binary(max_size=80))
def test_random_bytes(tmp_path, data):
    path = tmp_path / "x.rummy.yaml"
    path.write_bytes(data)
    survives(path)


@COMMON
@given(st.randoms(use_true_random=False), st.integers(1, 6))
def test_mutated_ruleset(tmp_path, dice: random.Random, changes):
    text = GIN
    for _ in range(changes):
        at, width = dice.randrange(len(text)), dice.choice([0, 1, 1, 2, 9, 40])
        what = dice.choice(["", dice.choice(MARKS), dice.choice(text.split()), text[at : at + 30]])
        text = text[:at] + what + text[at + width :]
    path = tmp_path / "x.rummy.yaml"
    path.write_text(text, encoding="utf-8", newline="")
    survives(path)


WORDS = st.sampled_from(["any", "face", "no"])
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8) | WORDS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=6) | st.integers(), inner, max_size=3),
    max_leaves=6,
)


@COMMON
@given(st.data())
def test_any_value_in_any_place(tmp_path, data):
    import yaml

    plain = parse(GIN, "gin").root.plain()
    node, key = plain, data.draw(st.sampled_from(sorted(plain)))
    while isinstance(node[key], dict) and node[key] and data.draw(st.booleans()):
        node = node[key]
        key = data.draw(st.sampled_from(sorted(node)))
    node[key] = data.draw(VALUES)
    path = tmp_path / "x.rummy.yaml"
    path.write_text(yaml.safe_dump(plain, allow_unicode=data.draw(st.booleans())), encoding="utf-8")
    survives(path)


PIECES = st.sampled_from([*MARKS, "deal", "turn.call", "=", "."]) | st.text(max_size=4)


@COMMON
@given(st.lists(PIECES, max_size=12).map("".join))
def test_any_setting(text):
    survives("gin-rummy", [text])


def bomb():
    lines = ["a0: &a0 {x: 1, y: 2}"] + [f"a{i}: &a{i} [{', '.join([f'*a{i - 1}'] * 9)}]" for i in range(1, 12)]
    return "meldwright: 1\n" + "\n".join(lines)


HOSTILE = {
    "alias bomb": bomb(),
    "open brackets": "[" * 500_000,
    "open braces": "{a: " * 100_000,
    "question marks": "? " * 200_000,
    "dashes": "- " * 200_000,
    "long line of values": "a: [" + "1," * 19_000 + "]",
    "many keys": "meldwright: 1\n" + "".join(f"k{i}: 1\n" for i in range(19_000)),
    "many duplicates": "meldwright: 1\n" + "a: 1\n" * 9_000,
    "many wrong values": "meldwright: 1\naliases: [" + "{}," * 19_000 + "]",
    "many wrong table keys": "meldwright: 1\ndeck: {packs: {" + ",".join(f"x{i}: 1" for i in range(9_000)) + "}}",
    "many odd values": "meldwright: 1\ndeck: {suits: [" + "{a: 1},[2],3,x," * 1_500 + "]}",
    "long word": "meldwright: 1\nfamily: " + "x" * 500_000,
    "long key": "meldwright: 1\n? " + "x" * 500_000 + "\n: 1\n",
    "long number": "meldwright: " + "9" * 500_000,
    "long base 60": "meldwright: 1\nname: " + "1:" * 200_000 + "1",
    "long quoted text": "meldwright: 1\nname: '" + "x\n\n" * 150_000 + "'",
    "anchors": "meldwright: 1\n" + "".join(f"k{i}: &a{i} 1\n" for i in range(9_000)),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_files_end_soon(tmp_path, name):
    path = tmp_path / "x.rummy.yaml"
    path.write_text(HOSTILE[name], encoding="utf-8")
    begin = time.perf_counter()
    assert survives(path)
    assert time.perf_counter() - begin < 10


def test_loading_needs_neither_numba_nor_jsonschema():
    code = (
        "import sys, meldwright.ruleset.merge as m; m.load_tree('gin-rummy');"
        "print([n for n in ('numba', 'jsonschema', 'rich', 'polars', 'numpy') if n in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
