"""One run of `check` reports everything: an error hides only what lies below it."""

from meldwright.ruleset.model import check_ruleset

BAD = """\
meldwright: 1
name: Bad
players: 2
foo: 3
deal: {cards: 7, upcrd: true}
deck: {jokers: 1}
wilds: {cards: [joker, 2, 7H, QQ], limit: wilds < = 1}
values: {A: 15, ZZ: 4}
melds:
  set: 3 cards, same rnk
  run: 3+ cards, same suit, in sequence
turn:
  call:
    knock: {when: deadwod <= 10, discard: maybe}
scoring:
  one: {to: winner, points: 3, boxes: 4}
  two: {to: winer, points: others.hand_pints}
  three: {to: winner, pionts: 3}
  four: {to: winner, points: called.knock}
  five: {to: winner, points: (3}
match: {deals: 1, target: x}
"""


def errors(folder, text, **more):
    file = folder / "bad.rummy.yaml"
    file.write_text(text, encoding="utf-8")
    return [(d.position.line, d.code) for d in check_ruleset(file, **more) if d.severity == "error"]


def test_every_stage_speaks_of_what_is_sound(tmp_path):
    assert errors(tmp_path, BAD) == [
        (4, "unknown-key"),
        (5, "unknown-key"),
        (7, "bad-card"),  # QQ
        (7, "bad-pattern"),  # the limit
        (8, "bad-card"),
        (10, "bad-pattern"),
        (14, "bad-expression"),
        (14, "wrong-type"),
        (16, "bad-row"),
        (17, "unknown-word"),
        (17, "bad-expression"),
        (18, "unknown-key"),  # and nothing about a row without points
        (19, "bad-expression"),
        (20, "bad-expression"),
        (21, "wrong-type"),
    ]


def test_a_missing_parent_hides_only_what_depends_on_it(tmp_path):
    text = """\
meldwright: 1
name: Child
extends: gin-rumy-x
scoring: {out: {points: othrs.deadwood}, b: {to: winnr}, c: {when: called.knock}}
turn: {call: {knock: {when: deadwood <= }}}
bad: 1
"""
    assert errors(tmp_path, text) == [
        (3, "missing-parent"),
        (4, "bad-expression"),
        (4, "unknown-word"),
        (5, "bad-expression"),
        (6, "unknown-key"),
    ]


def test_overlays_with_an_error_are_looked_at_too(tmp_path):
    text = """\
meldwright: 1
overlay: true
name: Over
applies_to: [gin-rummy]
scoring: {out: {points: othrs.deadwood}}
bad: 1
"""
    assert errors(tmp_path, text) == [(5, "bad-expression"), (6, "unknown-key")]


def test_a_meld_that_cannot_be_read_is_not_missed_where_it_is_named(tmp_path):
    text = """\
meldwright: 1
name: G
extends: gin-rummy
melds: {set: "3 cards, same rnk", twice: "4 cards, set", other: "4 cards, sett"}
"""
    assert errors(tmp_path, text) == [(4, "bad-pattern"), (4, "bad-pattern")]


def test_contradictions_between_sound_sections_are_told(tmp_path):
    text = """\
meldwright: 1
name: G
extends: gin-rummy
match: {target: null, deals: null}
values: {A: much}
"""
    assert errors(tmp_path, text) == [(4, "endless-match"), (5, "bad-value")]
