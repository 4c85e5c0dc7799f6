"""Every kind of malformed file: one clear message, at its place."""

import os
from pathlib import Path

import pytest
import yaml

from meldwright.ruleset import source
from meldwright.ruleset.diagnostics import RulesetError
from meldwright.ruleset.source import parse, read_file, read_text


def found(text):
    """All diagnostics of a text as (severity, code, line, column)."""
    try:
        diagnostics = parse(text, "f.yaml").diagnostics
    except RulesetError as error:
        diagnostics = error.diagnostics
    return [(d.severity, d.code, d.position.line, d.position.column) for d in diagnostics]


def bomb(levels):
    lines = ["a0: &a0 [1, 1, 1, 1, 1, 1, 1, 1, 1, 1]"]
    lines += [f"a{i}: &a{i} [{', '.join([f'*a{i - 1}'] * 10)}]" for i in range(1, levels)]
    return "\n".join(lines)


FATAL = {
    "empty": ("", "empty-file", 0, 0),
    "comment only": ("# nothing\n", "empty-file", 0, 0),
    "a list": ("- a\n- b\n", "not-a-mapping", 1, 1),
    "a text": ("just words", "not-a-mapping", 1, 1),
    "tab": ("deal:\n\tcards: 3\n", "tab", 2, 1),
    "open bracket": ("a: [1\nb: 2\n", "yaml-syntax", 2, 2),
    "open quote": ('a: "x\n', "yaml-syntax", 2, 1),
    "two colons": ("when: a: b\n", "yaml-syntax", 1, 8),
    "percent": ("a: %x\n", "yaml-syntax", 1, 4),
    "escape": ('a: "\\q"\n', "yaml-syntax", 1, 5),
    "outdent": ("a:\n  b: 1\n c: 2\n", "yaml-syntax", 3, 2),
    "two documents": ("a: 1\n---\nb: 2\n", "several-documents", 2, 1),
    "control character": ("a: \x07\n", "bad-character", 1, 4),
    "surrogate": ("a: \udc80\n", "bad-character", 1, 4),
    "inner byte order mark": ("a: \ufeff1\n", "bad-character", 1, 4),
    "recursion": ("a: &x [1, *x]\n", "recursive-alias", 1, 11),
    "recursion deeper": ("a: &x\n  b: {c: *x}\n", "recursive-alias", 2, 10),
    "alias of nothing": ("a: *x\n", "unknown-alias", 1, 4),
    "deep": ("a: " + "[" * 60 + "]" * 60, "too-deep", 1, 43),
    "deep and unclosed": ("{" * 500, "too-deep", 1, 41),
    "alias bomb": (bomb(9), "too-large", 4, 5),
    "many values": ("a: [" + "1," * 30_000 + "]", "too-large", 1, 39_999),
    "yaml version": ("%YAML 3.0\n---\na: 1\n", "yaml-syntax", 1, 1),
}


@pytest.mark.parametrize("name", FATAL)
def test_fatal(name):
    text, code, line, column = FATAL[name]
    assert found(text)[-1] == ("error", code, line, column)


def test_wide_alias_trees_within_the_budget_are_read():
    tree = parse(bomb(3), "f.yaml")
    assert len(tree.root.plain()["a2"][3][9]) == 10
    assert tree.root.get("a2", 3).position.line == 2  # where the value was written


SOFT = {
    "duplicate": ("a: 1\nb: 2\na: 3\n", "duplicate-key", 3, 1),
    "duplicate once normalised": ("x: {10: 1, '10': 2}\n", "duplicate-key", 1, 12),
    "merge key": ("a: &a {b: 1}\n<<: *a\n", "merge-key", 2, 1),
    "custom tag": ("a: !card 7H\n", "yaml-tag", 1, 4),
    "python tag": ("a: !!python/object/apply:os.system [ls]\n", "yaml-tag", 1, 4),
    "long number": ("a: 1234567890\n", "bad-number", 1, 4),
    "long hexadecimal": ("a: 0x" + "f" * 5000 + "\n", "bad-number", 1, 4),
    "huge fraction": ("a: 1e999999999\n", "bad-number", 1, 4),
    "infinite": ("a: -.inf\n", "bad-number", 1, 4),
    "list as key": ("? [a]\n: 1\n", "bad-key", 1, 3),
    "mapping as key": ("{a: 1}: 2\n", "bad-key", 1, 1),
    "no key": ("a: 1\n? \n: 2\n", "bad-key", 2, 2),
    "empty key": ("a: 1\n'': 2\n", "bad-key", 2, 1),
}


@pytest.mark.parametrize("name", SOFT)
def test_reported_and_read_on(name):
    text, code, line, column = SOFT[name]
    assert ("error", code, line, column) in found(text)
    assert parse(text, "f.yaml").root.value is not None


def test_a_duplicate_names_the_earlier_place():
    [d] = parse("a: 1\n  \nb: {c: 1,\n  c: 2}\n", "f.yaml").diagnostics
    assert d.message == 'the key "c" is already given at line 3, column 5'
    assert (d.notes[0].position.line, d.notes[0].position.column) == (3, 5)


def test_brackets_that_never_close_are_too_deep():
    assert found("[" * 100_000)[-1][:2] == ("error", "too-deep")


def test_positions_share_the_text_of_a_long_line():
    root = parse("a: [" + "1," * 15_000 + "]", "f").root
    assert root.get("a", 0).position.text is root.get("a", 9_000).position.text


def test_all_faults_in_one_run():
    assert len(found("a: 1\na: 2\nb: !x 3\nc: 99999999999\n<<: {}\n")) == 4


VALUES = {
    "no": "no", "on": "on", "y": "y", "Off": "Off", "1:30": "1:30", "010": 10, "1_0": "1_0", "1e3": 1000,
    "0o17": 15, "0x1F": 31, "~": None, "null": None, "true": True, "False": False, "3.0": 3, "2.5": 2.5, "-4": -4,
    "+4": 4, ".5": 0.5, "2-10": "2-10", "3..4 cards": "3..4 cards", "2020-01-01": "2020-01-01", "=": "=", "''": "",
    "'10'": "10", '"no"': "no", "!!str 10": "10", "tRue": "tRue", "0b11": "0b11", "1.": 1, ".": ".", "-": None,
}  # fmt: skip


@pytest.mark.parametrize("text", [t for t in VALUES if t != "-"])
def test_yaml_1_2_values(text):
    value = parse(f"a: {text}\n", "f.yaml").root.plain()["a"]
    assert value == VALUES[text] and type(value) is type(VALUES[text])


@pytest.mark.parametrize("text", ["no", "Yes", "on", "OFF", "y", "n", "1:30", "010", "-07", "1_000"])
def test_a_surprise_is_a_hint(text):
    assert found(f"a: {text}\n") == [("hint", "yaml-surprise", 1, 4)]
    assert found(f"a: '{text}'\n") == []
    assert found(f"{text}: 1\n") == []


def test_keys_are_text():
    assert parse("{10: a, 2-3: b, true: c, 1.50: d, no: e}", "f").root.plain() == {
        "10": "a", "2-3": "b", "true": "c", "1.50": "d", "no": "e",
    }  # fmt: skip


@pytest.mark.parametrize("text", ["\ufeffa: 1\nb: [x, yy]\n", "a: 1\r\nb: [x, yy]\r\n", "# é日\na: 1\nb: [x, yy]"])
def test_byte_order_mark_and_line_breaks_do_not_shift_places(text):
    node = parse(text, "f").root.get("b", 1)
    line = 3 if text.startswith("#") else 2
    assert node.position == source.Position("f", line, 8, 10, "b: [x, yy]")
    assert parse(text, "f").root.get("b").key_position.column == 1


def test_places_of_collections():
    root = parse("deal: {cards: [1,\n 2], x: 3}\nturn:\n  call:\n    knock: 1\n", "f").root
    assert root.get("deal").position.end_column == 18
    assert root.get("turn").position.text == "  call:"
    assert root.get("turn", "call", "knock").key_position.column == 5
    assert root.get("turn", "zzz") is None and root.get("deal", "cards", 7) is None


@pytest.mark.parametrize(
    ("data", "code", "line", "column"),
    [
        (b"a: 1\nname: Caf\xe9\n", "not-utf-8", 2, 10),
        ("a: 1".encode("utf-16"), "not-utf-8", 0, 0),
        (b"a: 1\n" + b"#" * 600_000, "too-large", 0, 0),
        (b"a: \x00\n", "bad-character", 1, 4),
    ],
)
def test_bytes(tmp_path, data, code, line, column):
    path = tmp_path / "x.rummy.yaml"
    path.write_bytes(data)
    with pytest.raises(RulesetError) as caught:
        read_file(path)
    [d] = caught.value.diagnostics
    assert (d.code, d.position.line, d.position.column) == (code, line, column)
    assert d.position.file == str(path)


def test_what_is_no_file(tmp_path, monkeypatch):
    def code(path):
        with pytest.raises(RulesetError) as caught:
            read_file(path)
        return caught.value.diagnostics[0].code

    assert code(tmp_path) == "is-a-folder"
    assert code(tmp_path / "none.yaml") == "missing-file"
    assert code(Path("a\0b")) in ("missing-file", "unreadable-file")
    assert code(tmp_path / ("x" * 5000)) in ("missing-file", "unreadable-file")
    if hasattr(os, "mkfifo"):
        os.mkfifo(tmp_path / "pipe")
        assert code(tmp_path / "pipe") == "not-a-file"  # and it does not wait for a writer
    secret = tmp_path / "secret.yaml"
    secret.write_text("a: 1\n")

    def refuse(*args, **kwargs):
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "open", refuse)
    with pytest.raises(RulesetError, match="cannot be read: Permission denied"):
        read_file(secret)


@pytest.mark.parametrize("loader", [yaml.Loader, getattr(yaml, "CLoader", yaml.Loader)])
def test_both_parsers_agree(loader, monkeypatch):
    monkeypatch.setattr(source, "_LOADER", loader)
    text = "\ufeffü: 'x ''y'\r\n"
    text += 'b: &b [é, "\\u00e9 z"]\r\nc: |\r\n  one\r\n  two\r\nd: *b\r\n? e\r\n: {f: g h\r\n   i}\r\n'
    root = parse(text, "f").root
    assert root.plain() == {"ü": "x 'y", "b": ["é", "é z"], "c": "one\ntwo\n", "d": ["é", "é z"], "e": {"f": "g h i"}}
    assert (root.get("b", 1).position.column, root.get("e", "f").position.column) == (11, 7)
    assert root.get("e", "f").inner(4, 5).line == 9
    for text, code, line, column in FATAL.values():
        if code != "yaml-syntax":
            assert found(text)[-1] == ("error", code, line, column)
        else:
            assert found(text)[-1][:2] == ("error", code)


def test_a_text_that_is_no_file():
    assert read_text("hands: [7H]\nturn: 1\n", "position").plain() == {"hands": ["7H"], "turn": 1}
    with pytest.raises(RulesetError, match="position:2:1: the key"):
        read_text("a: 1\na: 2\n", "position")
