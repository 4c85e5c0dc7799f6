"""What the schema finds, in our words: one mistake, one message, at its place."""

import pytest

from meldwright.ruleset.merge import Merged
from meldwright.ruleset.model import check_ruleset
from meldwright.ruleset.schema import load_schema, validate
from meldwright.ruleset.source import parse

SCHEMA = {
    "type": "object",
    "additionalProperties": False,
    "required": ["meldwright", "players"],
    "properties": {
        "meldwright": {"const": 1},
        "name": {"type": "string", "minLength": 1, "maxLength": 9},
        "players": {"anyOf": [{"type": "integer", "minimum": 1, "maximum": 8}, {"$ref": "#/$defs/range"}]},
        "family": {"type": ["string", "null"], "enum": ["knock", "melding", "tile", None]},
        "upcard": {"type": "boolean"},
        "price": {"type": "number", "exclusiveMinimum": 0},
        "ranks": {"type": "array", "minItems": 2, "maxItems": 4, "uniqueItems": True, "items": {"type": "string"}},
        "packs": {
            "type": ["integer", "object"],
            "patternProperties": {"^[0-9]+(-[0-9]+)?$": {"type": "integer"}},
            "additionalProperties": False,
            "minProperties": 1,
        },
        "times": {"type": ["integer", "string"], "pattern": "^any$", "minimum": 1},
        "melds": {
            "type": "object",
            "propertyNames": {"pattern": "^[a-z][a-z0-9_]*$"},
            "additionalProperties": {"type": ["string", "object"], "properties": {"pattern": {"type": "string"}},
                                     "required": ["pattern"], "additionalProperties": False},
        },
        "step": {
            "oneOf": [
                {"type": "object", "properties": {"draw": {"type": "integer"}, "from": {"enum": ["stock", "discard"]}},
                 "additionalProperties": False, "required": ["draw"]},
                {"type": "object", "properties": {"discard": {"type": "boolean"}, "taken": {"enum": ["allowed"]}},
                 "additionalProperties": False, "required": ["discard"]},
                {"type": "string", "enum": ["pass"]},
            ]
        },
        "sized": {"type": "string", "pattern": "x", "x-expected": "a size such as 3+"},
        "extends": {"type": "string"},
        "pair": {"dependentRequired": {"a": ["b"]}, "properties": {"a": {}, "b": {"type": "integer"}}},
    },
    "$defs": {"range": {"type": "string", "pattern": "^[0-9]+(-[0-9]+)?$"}},
}  # fmt: skip


def check(text, overlay=False):
    tree = parse(text, "f")
    return validate(Merged(tree.root, ("f",), "f", tree.diagnostics, overlay), SCHEMA)


def one(line):
    """The only message for one wrong line below two good ones."""
    found = check(f"meldwright: 1\nplayers: 2\n{line}\n")
    assert len(found) == 1, found
    [d] = found
    assert d.severity == "error" and d.position.line >= 3
    return d.code, d.position.column, d.message, d.suggestion


def test_a_good_file_has_nothing():
    assert (
        check("meldwright: 1\nplayers: 2-4\nfamily: knock\npacks: {2: 1}\nstep: {draw: 1}\ntimes: any\nprice: 1") == []
    )


CASES = [
    ("nmae: x", "unknown-key", 1, 'there is no key "nmae" at the top level', "name"),
    ("draw: 1", "unknown-key", 1, 'there is no key "draw" at the top level; it belongs to `step.draw`', None),
    ("upcard: no", "wrong-type", 9, '`upcard` takes true or false, not "no"', "false"),
    ("upcard: 1", "wrong-type", 9, "`upcard` takes true or false, not 1", None),
    ("family: nock", "unknown-word", 9, '`family` takes knock, melding or tile, not "nock"', "knock"),
    ("family: 3", "wrong-type", 9, "`family` takes knock, melding or tile, not 3", None),
    ("name: ''", "wrong-length", 7, "`name` takes text of 1 to 9 characters, not an empty text", None),
    ("name: [a]", "wrong-type", 7, "`name` takes text, not a list", None),
    ("price: 0", "out-of-range", 8, "`price` takes a number above 0, not 0", None),
    ("ranks: [A]", "wrong-length", 8, "`ranks` takes a list of 2 to 4 entries, not a list", None),
    ("ranks: [A, A]", "repeated-item", 8, "`ranks` names something twice", None),
    ("ranks: [A, 3]", "wrong-type", 12, "expected text, found 3", None),
    ("packs: x", "wrong-type", 8, '`packs` takes a whole number or a mapping (`key: value` lines), not "x"', None),
    ("packs: {2: x}", "wrong-type", 12, '`packs.2` takes a whole number, not "x"', None),
    ("packs: {two: 1}", "bad-key", 9,
     '"two" cannot be a key in `packs`; expected a number or a range, such as 2 or 3-4', None),
    ("packs: {}", "wrong-length", 8,
     "`packs` takes a whole number or a mapping of at least 1 key, not an empty mapping", None),
    ("times: anny", "bad-value", 8, '`times` takes any or a whole number of at least 1, not "anny"', "any"),
    ("times: 0", "out-of-range", 8, "`times` takes any or a whole number of at least 1, not 0", None),
    ("melds: {Set: x}", "bad-key", 9, '"Set" cannot be a key in `melds`; expected a name of small letters, digits '
     "and _, beginning with a letter", None),
    ("melds: {set: {patern: x}}", "unknown-key", 15, 'there is no key "patern" in `melds.set`', "pattern"),
    ("melds: {set: {}}", "missing-key", 9, "the key `pattern` is missing in `melds.set`; it takes text", None),
    ("step: {draw: x, from: stock}", "wrong-type", 14, '`draw` takes a whole number, not "x"', None),
    ("step: {draw: 1, from: stok}", "unknown-word", 23, '`from` takes stock or discard, not "stok"', "stock"),
    ("step: {discard: true, takn: allowed}", "unknown-key", 23, 'there is no key "takn" in `step`', "taken"),
    ("step: pas", "unknown-word", 7, '`step` takes pass or a mapping (`key: value` lines), not "pas"', "pass"),
    ("step: 3", "wrong-type", 7, "`step` takes pass or a mapping (`key: value` lines), not 3", None),
    ("sized: abc", "bad-value", 8, '`sized` takes a size such as 3+, not "abc"', None),
    ("pair: {a: 1}", "missing-key", 1, "the key `b` is missing in `pair`; it takes a whole number", None),
]  # fmt: skip


@pytest.mark.parametrize(("line", "code", "column", "message", "near"), CASES, ids=[c[0] for c in CASES])
def test_one_mistake_one_message(line, code, column, message, near):
    assert one(line) == (code, column, message, near)
    for word in ("object", "str'", "int", "dict", "None", "schema", "instance", "/"):
        assert word not in message.replace("into", "")


def test_alternatives_of_a_text_name_them_all():
    [d] = check("meldwright: 1\nplayers: two\n")
    assert d.message == '`players` takes a whole number from 1 to 8 or a number or a range, such as 2 or 3-4, not "two"'
    [d] = check("meldwright: 1\nplayers: 12\n")
    assert d.code == "out-of-range" and d.message.startswith("`players` takes a whole number from 1 to 8 or")


def test_all_mistakes_in_one_run_in_order():
    found = check("meldwright: 1\nfamly: x\nplayers: 2\nupcard: 7\nranks: [1, b, 2]\n")
    assert [(d.position.line, d.position.column) for d in found] == [(2, 1), (4, 9), (5, 9), (5, 15)]


def test_a_missing_key_is_told_at_the_top_unless_it_is_misspelt():
    [d] = check("meldwright: 1\nname: x\n")
    assert (d.code, d.position.line, d.position.column, d.position.end_column) == ("missing-key", 1, 1, 2)
    [d] = check("meldwright: 1\nplyers: 2\n")
    assert (d.code, d.suggestion) == ("unknown-key", "players")


def test_an_overlay_needs_no_players():
    assert check("meldwright: 1\nname: x\n", overlay=True) == []


def test_a_fault_of_the_text_is_not_told_again():
    [d] = check("meldwright: 1\nplayers: 99999999999\n")
    assert d.code == "bad-number"


def test_a_wholly_different_file_ends_soon():
    found = check("meldwright: 1\nplayers: 2\n" + "".join(f"key{i}: 1\n" for i in range(5000)))
    assert 100 < len(found) < 1000


def test_inherited_mistakes_say_so(books):
    from meldwright.ruleset.merge import load_tree

    books({"b.yaml": "meldwright: 1\nplayers: 2\nfamily: nock\n", "a.yaml": "meldwright: 1\nextends: b.yaml\n"})
    [d] = validate(load_tree("a.yaml"), SCHEMA)
    assert (d.position.file, d.position.line) == ("b.yaml", 3)
    assert d.notes[0].message == "extended by a.yaml"


def test_the_real_schema_is_a_schema():
    from jsonschema import Draft202012Validator

    Draft202012Validator.check_schema(load_schema())


@pytest.mark.parametrize("text", ["2 to 4", "2..4", "2 – 4", "2 - 4"])
def test_ranges_written_otherwise(tmp_path, text):
    file = tmp_path / "r.rummy.yaml"
    file.write_text(f"meldwright: 1\nname: R\nplayers: {text}\ndeal: {{cards: {{{text}: 7}}}}\n", encoding="utf-8")
    said = [d.suggestion for d in check_ruleset(file) if d.position.line in (3, 4)]
    assert said[:2] == ["2-4", "2-4"]
