"""Offsets within a text lead to its place in the file."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from meldwright.ruleset.source import parse


def spot(text, word):
    """Line and column of a word inside the value of key a, and what stands there."""
    node = parse(text, "f").root.get("a")
    at = node.value.index(word)
    p = node.inner(at, at + len(word))
    return p.line, p.column, p.text[p.column - 1 : p.end_column - 1]


@pytest.mark.parametrize(
    ("text", "word", "place"),
    [
        ("a: deadwod <= 10\n", "deadwod", (1, 4, "deadwod")),
        ("a: deadwood <= 10\n", "10", (1, 16, "10")),
        ("a: &x deadwood <= 10\n", "10", (1, 19, "10")),
        ("a: !!str deadwood <= 10\n", "10", (1, 22, "10")),
        ("a: 'it''s bad'\n", "bad", (1, 11, "bad")),
        ('a: "x \\"y\\" \\u00e9 bad \\x41"\n', "bad", (1, 20, "bad")),
        ('a: "x \\"y\\" \\u00e9 bad \\x41"\n', "A", (1, 24, "\\x41")),
        ('a: "x\\n\\\n   bad"\n', "bad", (2, 4, "bad")),
        ("a: 3+ cards,\n   same suit\n", "same", (2, 4, "same")),
        ("a: 3+ cards,\n\n   same suit\n", "suit", (3, 9, "suit")),
        ("a: 'x\n  y bad'\n", "bad", (2, 5, "bad")),
        ("a: |\n  one\n  two bad\n", "bad", (3, 7, "bad")),
        ("a: |-\n   one\n\n   two bad", "bad", (4, 8, "bad")),
        ("a: >-\n  one\n  two bad\n  three\n", "bad", (3, 7, "bad")),
        ("a: >2-\r\n    one\r\n  two bad\r\n", "bad", (3, 7, "bad")),
        ("b: {c: 1}\na: {x: 1}\n".replace("{x: 1}", "日本 bad"), "bad", (2, 7, "bad")),
    ],
)
def test_inner(text, word, place):
    assert spot(text, word) == place


def test_ends_and_odd_offsets_stay_on_the_line():
    node = parse("a: deadwood\n", "f").root.get("a")
    assert node.inner(8, 8).column == 12
    assert node.inner(-5, 99) == node.position
    assert node.inner(99, 99).column == 12
    assert parse("a: [x]\n", "f").root.get("a").inner(0, 1).column == 4


@given(st.text(st.characters(codec="utf-8", categories=["L", "N", "P", "Zs"]), min_size=1), st.sampled_from("'\"|>"))
def test_every_character_of_any_text_is_found(value, style):
    import yaml

    text = yaml.dump({"a": value}, default_style=style, allow_unicode=True, width=20)
    node = parse(text, "f").root.get("a")
    for i, char in enumerate(node.value):
        p = node.inner(i, i + 1)
        assert p.file == "f" and 1 <= p.column
        seen = p.text[p.column - 1 : p.end_column - 1]
        if p != node.position and char.isalnum() and "\\" not in seen:
            assert seen[:1] == char
