"""extends, overlays and settings: what wins, who wrote it, and what cannot be."""

import os
from pathlib import Path

import pytest

from meldwright.ruleset.diagnostics import RulesetError
from meldwright.ruleset.merge import load_tree
from meldwright.ruleset.settings import parse_setting


def refused(*args, **kwargs):
    with pytest.raises(RulesetError) as caught:
        load_tree(*args, **kwargs)
    return caught.value.diagnostics


def head(d):
    return d.severity, d.code, d.position.file, d.position.line, d.position.column


def test_a_child_overrides_and_keeps_the_rest(books):
    books(
        {"my.rummy.yaml": "meldwright: 1\nextends: gin\nname: Mine\ndeal:\n  cards: 7\nturn: {draw: {from: [stock]}}\n"}
    )
    merged = load_tree("my.rummy.yaml")
    plain = merged.root.plain()
    assert plain["name"] == "Mine" and plain["summary"] == "A game."
    assert plain["deal"] == {"cards": 7, "upcard": True}
    assert plain["turn"]["draw"]["from"] == ["stock"]  # lists are replaced
    assert plain["turn"]["call"]["knock"]["when"] == "deadwood <= 10"
    assert not {"aliases", "sources", "status"} & set(plain)  # the parent's own
    assert merged.id == "my" and merged.games == ("my", "gin") and not merged.is_overlay
    assert merged.files == ("rulesets/gin.yaml", "my.rummy.yaml")


def test_values_keep_the_place_that_wrote_them(books):
    books({"my.rummy.yaml": "meldwright: 1\nextends: gin\ndeal:\n  cards: 7\n"})
    merged = load_tree("my.rummy.yaml")
    assert merged.root.get("deal", "cards").position.file == "my.rummy.yaml"
    upcard = merged.root.get("deal", "upcard")
    assert (upcard.position.file, upcard.position.line, upcard.key_position.column) == ("rulesets/gin.yaml", 8, 19)
    [note] = merged.inherited(upcard.position)
    assert note.message == "extended by my.rummy.yaml" and (note.position.line, note.position.column) == (2, 10)
    assert merged.inherited(merged.root.position) == ()


def test_several_parents_go_left_to_right(books):
    books({"my.yaml": "meldwright: 1\nextends: [gin, rummy, house/ace-high]\n"})
    merged = load_tree("my.yaml")
    plain = merged.root.plain()
    assert plain["deal"] == {"cards": 7, "upcard": True} and plain["players"] == "2-6"
    assert plain["name"] == "Rummy"  # not the overlay's
    assert plain["values"] == {"A": 15}
    assert merged.diagnostics == [] and "overlay" not in plain and "applies_to" not in plain


def test_null_removes(books):
    books({"my.yaml": "meldwright: 1\nextends: gin\nturn:\n  call: null\n  meld: ~\n"})
    merged = load_tree("my.yaml")
    assert merged.root.plain()["turn"] == {"draw": {"from": ["stock", "discard"]}}
    assert [head(d) for d in merged.diagnostics] == [("hint", "nothing-to-remove", "my.yaml", 5, 3)]


def test_a_relative_parent_is_next_to_its_child(books):
    books(
        {"a/my.yaml": "meldwright: 1\nextends: ../b/base.rummy.yaml\n", "b/base.rummy.yaml": "meldwright: 1\nname: B\n"}
    )
    assert load_tree("a/my.yaml").root.plain()["name"] == "B"


def test_a_parent_used_twice_is_read_once(books):
    files = {f"g{i}.yaml": f"meldwright: 1\nextends: [g{i + 1}.yaml, g{i + 1}.yaml]\n" for i in range(15)}
    books({**files, "g15.yaml": "meldwright: 1\nname: Deep\n"})
    merged = load_tree("g0.yaml")
    assert merged.root.plain()["name"] == "Deep" and len(merged.files) == 16


def test_a_circle_tells_the_whole_chain(books):
    books({
        "a.yaml": "meldwright: 1\nextends: b.yaml\n",
        "b.yaml": "meldwright: 1\nextends: [gin, c.yaml]\n",
        "c.yaml": "meldwright: 1\nextends: a.yaml\n",
    })  # fmt: skip
    [d] = refused("a.yaml")
    assert head(d) == ("error", "cyclic-extends", "c.yaml", 2, 10)
    assert d.message == "`extends` runs in a circle: a -> b -> c -> a"
    assert [(n.position.file, n.position.line) for n in d.notes] == [("b.yaml", 2), ("a.yaml", 2)]


def test_itself_as_parent(books):
    books({"a.yaml": "meldwright: 1\nextends: a.yaml\n"})
    assert refused("a.yaml")[0].message == "`extends` runs in a circle: a -> a"


def test_a_missing_parent_names_the_parent_and_the_chain(books):
    books({"a.yaml": "meldwright: 1\nextends: b.yaml\n", "b.yaml": "meldwright: 1\nextends: [rumy]\n"})
    [d] = refused("a.yaml")
    assert head(d) == ("error", "missing-parent", "b.yaml", 2, 11)
    assert d.suggestion == "rummy" and 'called "rumy"' in d.message
    assert [n.position.file for n in d.notes] == ["a.yaml"]
    books({"a.yaml": "meldwright: 1\nextends: bb.yaml\n"})
    [d] = refused("a.yaml")
    assert head(d) == ("error", "missing-file", "a.yaml", 2, 10) and d.suggestion == "b.yaml"


@pytest.mark.parametrize(
    ("name", "said"),
    [
        (os.devnull, "this is not an ordinary file"),
        ("folder", "this is a folder; name a file in it"),
        ("./folder", "this is a folder; name a file in it"),
        ("empty.yaml", "there is nothing in it"),
        ("passwd", "this is not a list of"),
        ("prose.txt", "this is not a list of"),
        ("noise.bin", "the file is not UTF-8 text"),
        ("other.yaml", "this is not YAML"),
        ("large.txt", "the file is too large"),
    ],
)
def test_a_parent_that_is_no_ruleset_is_told_where_it_is_named(books, name, said):
    books({"a.yaml": f"meldwright: 1\nname: A\nextends: {name}\nplayrs: 2\n", "empty.yaml": "", "folder/x.yaml": "x"})
    books({"passwd": "root:x:0:0:root\nuser:x:1\n", "prose.txt": "Some words.\nMore words.\n"})
    books({"other.yaml": "a: [1\nb: 2\n", "large.txt": "x" * 600_000})
    Path("noise.bin").write_bytes(b"\xff\x00\x80" * 9)
    merged = load_tree("a.yaml", partial=True)
    found = merged.diagnostics
    assert head(found[0]) == ("error", "bad-parent", "a.yaml", 3, 10)
    assert found[0].message == f'"{name}" is not a ruleset'
    assert said in found[0].notes[0].message or name == "other.yaml"
    assert found[0].notes[0].position.text == ""  # the text of some other file is nobody's business
    assert merged.incomplete and "playrs" in merged.root.value  # the rest is there to go on with
    assert refused("a.yaml")[0] == found[0]
    books({"b.yaml": "meldwright: 1\nextends: a.yaml\n"})
    nested = load_tree("b.yaml", partial=True).diagnostics
    assert [head(d) for d in nested if d.code == "bad-parent"] == [("error", "bad-parent", "a.yaml", 3, 10)]
    assert nested[0].notes[-1].message == "extended by b.yaml"


def test_a_broken_parent_is_reported_in_its_own_file(books):
    books({"a.yaml": "meldwright: 1\nextends: b.yaml\n", "b.yaml": "meldwright: 1\ndeal: [\n"})
    [d] = refused("a.yaml")
    assert d.code == "yaml-syntax" and d.position.file == "b.yaml"
    assert d.notes[-1].message == "extended by a.yaml"


@pytest.mark.parametrize(("value", "column"), [("3", 10), ("{a: 1}", 10), ("[gin, 3]", 16), ("''", 10)])
def test_extends_of_something_else(books, value, column):
    books({"a.yaml": f"meldwright: 1\nextends: {value}\n"})
    assert head(load_tree("a.yaml").diagnostics[0]) == ("error", "wrong-type", "a.yaml", 2, column)


def test_too_long_a_chain(books):
    books({f"c{i}.yaml": f"meldwright: 1\nextends: c{i + 1}.yaml\n" for i in range(40)})
    assert refused("c0.yaml")[-1].code == "too-many-files"
    many = ", ".join(f"m{i}.yaml" for i in range(120))
    books({f"m{i}.yaml": "meldwright: 1\n" for i in range(120)}, **{"m.yaml": f"meldwright: 1\nextends: [{many}]\n"})
    assert refused("m.yaml")[-1].code == "too-many-files"


@pytest.mark.parametrize(
    ("text", "code", "line", "column"),
    [
        ("name: A\n", "missing-version", 1, 1),
        ("meldwright: 2\n", "unknown-version", 1, 13),
        ("meldwright: yes\n", "unknown-version", 1, 13),
        ("meldwright: true\n", "unknown-version", 1, 13),
        ("meldwright: [1]\n", "unknown-version", 1, 13),
    ],
)
def test_version(books, text, code, line, column):
    books({"a.yaml": text})
    assert head(load_tree("a.yaml").diagnostics[-1]) == ("error", code, "a.yaml", line, column)


def test_overlays_and_settings_in_order(books):
    merged = load_tree("gin", ["house/no-call"], ["deal.cards=8"])
    plain = merged.root.plain()
    assert "call" not in plain["turn"] and plain["limits"] == {"turns": 50} and plain["deal"]["cards"] == 8
    assert plain["name"] == "Gin" and plain["aliases"] == ["gin game"]
    limit = merged.root.get("limits", "turns")
    assert limit.position.file == "rulesets/house/no-call.yaml"
    assert merged.inherited(limit.position)[0].message == "brought in by --with"
    assert merged.files[-1] == "rulesets/house/no-call.yaml"


def test_overlay_faults(books):
    [d] = refused("gin", ["house/ace-hi"])
    assert head(d) == ("error", "unknown-overlay", "--with #1", 1, 1) and d.suggestion == "house/ace-high"
    assert refused("gin", ["ace-hig"])[0].suggestion == "house/ace-high"
    [d] = refused("gin", ["house/ace-high", "rummy"])
    assert head(d) == ("error", "not-an-overlay", "--with #2", 1, 1)
    [d] = load_tree("rummy", ["house/ace-high"]).diagnostics
    assert head(d) == ("hint", "overlay-not-for-game", "--with #1", 1, 1)
    assert load_tree("gin", ["house/ace-high"]).diagnostics == []


def test_an_overlay_alone_is_known_as_one(books):
    assert load_tree("house/ace-high").is_overlay


def test_set_replaces_makes_and_removes(books):
    sets = [
        "values.J Q K=10",
        "deal.cards.3-4=7",
        "turn.call.knock.when='deadwood <= 5'",
        "deal.upcard=",
        "x.y.z=[1, a]",
    ]
    merged = load_tree("gin", sets=sets)
    plain = merged.root.plain()
    assert (
        plain["values"] == {"J Q K": 10} and plain["deal"] == {"cards": {"3-4": 7}} and plain["x"]["y"]["z"] == [1, "a"]
    )
    when = merged.root.get("turn", "call", "knock", "when")
    assert when.value == "deadwood <= 5" and when.position.file == "--set #3" and when.position.column == 22
    assert when.inner(0, 8).text[22:30] == "deadwood" and when.inner(0, 8).column == 23
    assert merged.root.get("deal").position.file == "rulesets/gin.yaml"  # a setting is only the way to its value
    assert merged.root.get("x", "y").key_position.column == 3


def test_set_says_what_is_not_there(books):
    [d] = load_tree("gin", sets=["deal.upcrad="]).diagnostics
    assert head(d) == ("warning", "nothing-to-remove", "--set #1", 1, 6)
    [d] = load_tree("gin", sets=["deal.upcard=no"]).diagnostics
    assert head(d) == ("hint", "yaml-surprise", "--set #1", 1, 13)


@pytest.mark.parametrize(
    ("text", "path", "value"),
    [
        ("a=1", ("a",), 1),
        ("a.b c.d-e = x = y", ("a", "b c", "d-e"), "x = y"),
        ('a."b.c=d"=1', ("a", "b.c=d"), 1),
        ("a.'it''s'=1", ("a", "it's"), 1),
        ('"a\\"b" . c=', ("a\"b", "c"), None),
        ("a={b: 1, c: [2]}", ("a",), {"b": 1, "c": [2]}),
        ("a=b:\n  c: 1\n  d: 2", ("a",), {"b": {"c": 1, "d": 2}}),
    ],
)  # fmt: skip
def test_setting_texts(text, path, value):
    setting = parse_setting(text, 1)
    assert setting.path == path and setting.tree.get(*path).plain() == value


@pytest.mark.parametrize(
    ("text", "code", "column"),
    [
        ("", "bad-setting", 1),
        ("=", "bad-setting", 1),
        ("a", "bad-setting", 2),
        ("a.b", "bad-setting", 4),
        (".a=1", "bad-setting", 1),
        ("a..b=1", "bad-setting", 3),
        ("a.=1", "bad-setting", 3),
        ('a."b=1', "bad-setting", 3),
        ("extends=gin", "bad-setting", 1),
        ("overlay=true", "bad-setting", 1),
        (".".join("a" * 100) + "=1", "bad-setting", 81),
        ("a=[1", "yaml-syntax", 5),
        ("a=b: c: d", "yaml-syntax", 7),
        ("a=@x", "yaml-syntax", 3),
        ("a=1\n--- \n2", "several-documents", 1),
        ("a=\x1b", "bad-character", 3),
    ],
)
def test_malformed_settings(books, text, code, column):
    [d, *_] = refused("gin", sets=["deal.cards=3", text])
    assert (d.code, d.position.file, d.position.column) == (code, "--set #2", column)


def test_all_malformed_settings_in_one_run(books):
    assert [d.position.file for d in refused("gin", sets=["a", "b", "c=1"])] == ["--set #1", "--set #2"]


@pytest.mark.parametrize(
    ("setting", "near"),
    [
        ("turn.call.knok.when=deadwood <= 5", "knock"),
        ("turn.call.bonk.when=1 = 1", None),
        ("turn.call.knock2.when=a", None),
    ],
)
def test_new_names_that_are_nearly_inherited_ones(books, setting, near):
    found = load_tree("gin", sets=[setting]).diagnostics
    assert [(d.severity, d.code, d.suggestion) for d in found] == ([("warning", "near-name", near)] if near else [])


def test_near_names_in_children_and_overlays(books):
    books({"my.yaml": "meldwright: 1\nextends: gin\nturn: {call: {knok: {discard: true}}}\n"})
    books(
        {"over.yaml": "meldwright: 1\noverlay: true\nturn: {call: {nock: {discard: true}, knocks: {discard: true}}}\n"}
    )
    assert [d.code for d in load_tree("my.yaml").diagnostics] == ["near-name"]
    assert [d.suggestion for d in load_tree("gin", ["over.yaml"]).diagnostics] == ["knock"]  # "nock" starts otherwise


def test_a_name_that_is_not_there_cannot_be_taken_away(books):
    books({"my.yaml": "meldwright: 1\nextends: gin\nturn: {call: {knok: null, other: null}}\n"})
    found = load_tree("my.yaml").diagnostics
    assert [(d.severity, d.code, d.suggestion) for d in found] == [
        ("warning", "nothing-to-remove", "knock"),
        ("warning", "nothing-to-remove", None),
    ]
