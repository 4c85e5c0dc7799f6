"""Patterns expanded into templates: pins, comparison with a naive enumerator, links, limits, errors."""

from itertools import pairwise

import pytest

from meldwright.cards import Deck
from meldwright.core import state
from meldwright.patterns import limits, templates
from meldwright.patterns.expand import LINE, POOL, Template, distinct_melds, expand
from meldwright.patterns.parser import parse_pattern
from meldwright.patterns.templates import bits, natural_melds, realisations
from meldwright.patterns.tree import DslError

from .naive import made_by, melds

DECK = Deck.build()
NATURALS = parse_pattern("naturals >= 1")


def grown(text: str, deck: Deck = DECK, wild: str = "", limit=None, named=None) -> list[Template]:
    wild_kinds = deck.select(wild) if wild else 0
    return expand(parse_pattern(text), deck, limit, wild_kinds, 0, melds=named)


@pytest.mark.parametrize(
    ("ace", "total"), [("ace low", 329), ("ace high", 329), ("ace high or low", 369), ("round the corner", 589)]
)
def test_pins_of_one_pack(ace, total):
    found = grown("3..4 cards, same rank") + grown(f"3+ cards, same suit, in sequence ({ace})")
    assert distinct_melds(found, DECK) == total
    assert len({t.key for t in found}) == len(found)


def test_offered_lines_have_different_cards():
    for ace, lines, offered in (("ace high or low", 308, 304), ("round the corner", 572, 524)):
        found = grown(f"3+ cards, same suit, in sequence ({ace})")
        assert (len(found), sum(t.offered for t in found)) == (lines, offered)


# --- against the naive enumerator ----------------------------------------------------------------------------------
def same(what):
    return lambda deck, cards: len({what(deck, kind) for kind in cards}) == 1


def different(what):
    return lambda deck, cards: len({what(deck, kind) for kind in cards}) == len(cards)


def rank(deck, kind):
    return deck.rank_of(kind)


def suit(deck, kind):
    return deck.suit_of(kind)


def color(deck, kind):
    return deck.color_of(kind)


def card(deck, kind):
    return kind


def every(*tests):
    return lambda deck, cards: all(test(deck, cards) for test in tests)


def either(*tests):
    return lambda deck, cards: any(test(deck, cards) for test in tests)


def in_order(mode):
    def fits(deck, cards):
        n = len(deck.ranks)
        ranks = sorted(deck.rank_of(kind) for kind in cards)
        if len(set(ranks)) != len(ranks):
            return False
        moved = [sorted(n if r == 0 else r for r in ranks)]
        tried = {"low": [ranks], "high": moved, "either": [ranks, *moved]}.get(mode)
        if tried is None:
            tried = [sorted((r + shift) % n for r in ranks) for shift in range(n)]
        return any(all(b == a + 1 for a, b in pairwise(order)) for order in tried)

    return fits


def among(*ranks):
    return lambda deck, cards: all(deck.kinds[kind].rank in ranks for kind in cards)


SMALL = Deck.build(["S", "H"], ["A", "2", "3", "4"])
DOUBLE = Deck.build(["S", "H", "D"], ["A", "2", "3", "4"], packs=2, jokers=2)
TWO_COLOURS = Deck.build(["S", "H", "D"], ["A", "2", "3"], packs=2)
ROUND_DECK = Deck.build(["RED"], range(1, 6), jokers=1)

CASES = [
    ("2..4 cards, same rank", same(rank), 2, 4),
    ("2+ cards, same rank, different suits", every(same(rank), different(suit)), 2, 5),
    ("2+ cards, same rank, same suit", every(same(rank), same(suit)), 2, 5),
    ("2+ cards, same card", same(card), 2, 4),
    ("3 cards, same suit", same(suit), 3, 3),
    ("3..4 cards, same color, different cards", every(same(color), different(card)), 3, 4),
    ("2+ cards, same suit, in sequence (ace low)", every(same(suit), in_order("low")), 2, 5),
    ("2+ cards, same suit, in sequence (ace high)", every(same(suit), in_order("high")), 2, 5),
    ("2+ cards, same suit, in sequence (ace high or low)", every(same(suit), in_order("either")), 2, 5),
    ("2+ cards, same suit, in sequence (ace round the corner)", every(same(suit), in_order("round")), 2, 5),
    ("3+ cards, in sequence", in_order("low"), 3, 4),
    ("3+ cards, same color, in sequence", every(same(color), in_order("low")), 3, 4),
    (
        "2+ cards, same rank, different suits or 2+ cards, same rank, same suit",
        every(same(rank), either(different(suit), same(suit))), 2, 5,
    ),
    (
        "2+ cards, same rank, (different suits or same suit)",
        every(same(rank), either(different(suit), same(suit))), 2, 5,
    ),
    (
        "3 cards, same rank or 3 cards, same suit, in sequence",
        either(same(rank), every(same(suit), in_order("low"))), 3, 3,
    ),
    ("3 cards, same rank, only [A 3]", every(same(rank), among("A", "3")), 3, 3),
    ("3 cards, same rank, no [A 3]", every(same(rank), among("2", "4")), 3, 3),
    ("3+ cards, in sequence, different suits", every(in_order("low"), different(suit)), 3, 4),
    ("[A 2], same suit", every(same(suit), lambda d, c: sorted(d.rank_of(k) for k in c) == [0, 1]), 2, 2),
    ("[A A 2]", lambda d, c: sorted(d.rank_of(k) for k in c) == [0, 0, 1], 3, 3),
    ("[A A]", lambda d, c: [d.rank_of(k) for k in c] == [0, 0], 2, 2),
    ("[AS|2H 3H]", lambda d, c: d.names(c) in ("AS 3H", "2H 3H"), 2, 2),
    (
        "[A 2 3], different suits",
        every(different(suit), lambda d, c: sorted(d.rank_of(k) for k in c) == [0, 1, 2]), 3, 3,
    ),
]  # fmt: skip
LIMITS = [
    ("naturals >= 1", lambda size, wilds: wilds < size),
    ("wilds <= naturals", lambda size, wilds: 2 * wilds <= size),
    ("wilds = 0", lambda size, wilds: wilds == 0),
    ("wilds <= 1, naturals >= 2", lambda size, wilds: wilds <= 1 and size - wilds >= 2),
    ("wilds = 0 or wilds = 2, size > 2", lambda size, wilds: wilds == 0 or (wilds == 2 and size > 2)),
]


@pytest.mark.parametrize("deck", [SMALL, DOUBLE, TWO_COLOURS], ids=["small", "double", "three suits"])
@pytest.mark.parametrize(("text", "fits", "least", "most"), CASES, ids=[case[0] for case in CASES])
def test_naturals_agree_with_the_naive_enumerator(deck, text, fits, least, most):
    expected = melds(deck, 0, range(least, most + 1), fits, lambda size, wilds: wilds == 0)
    if not expected:
        with pytest.raises(DslError):
            grown(text, deck)
        return
    found = grown(text, deck)
    by_template = [set(natural_melds(template, deck)) for template in found if template.offered]
    union = {meld for made in by_template for meld in made if len(meld) <= most}
    assert union == expected
    if " or " not in text:
        assert sum(len(m) <= most for made in by_template for m in made) == len(expected), "a meld is offered twice"


@pytest.mark.parametrize(("limit", "allows"), LIMITS, ids=[limit[0] for limit in LIMITS])
@pytest.mark.parametrize("wild", ["joker", "joker, AH", "2"])
@pytest.mark.parametrize(("text", "fits", "least", "most"), CASES[:5] + CASES[6:13] + CASES[17:22])
def test_wilds_agree_with_the_naive_enumerator(text, fits, least, most, wild, limit, allows):
    most = min(most, 4)
    deck = DOUBLE if wild != "2" else TWO_COLOURS
    if deck.jokers == 0 and "4" in text.replace("..4", ""):
        pytest.skip("the deck has no fours")
    sizes = range(least, most + 1)
    expected = melds(deck, deck.select(wild), sizes, fits, allows)
    if not expected:
        return
    found = grown(text, deck, wild, parse_pattern(limit))
    union = {meld for template in found for meld in made_by(template, deck, deck.select(wild), sizes)}
    assert union == expected


def test_round_the_corner_without_an_ace():
    expected = melds(ROUND_DECK, 0, range(3, 6), in_order("round"), lambda size, wilds: wilds == 0)
    found = grown("3+ cards, same suit, in sequence (round the corner)", ROUND_DECK)
    assert {meld for t in found if t.offered for meld in natural_melds(t, ROUND_DECK)} == expected


# --- shapes --------------------------------------------------------------------------------------------------------
def test_forty_cards_put_the_seven_next_to_the_jack():
    deck = Deck.build(strip="8-10")
    found = grown("3 cards, same suit, in sequence", deck)
    assert "6S 7S JS" in {deck.names(meld) for t in found for meld in natural_melds(t, deck)}
    assert len(found) == 4 * 8


def test_a_stripped_card_breaks_the_run():
    deck = Deck.build(strip="5S")
    assert len(grown("3 cards, same suit, in sequence", deck)) == 3 * 11 + 2 + 6


@pytest.mark.parametrize("ace", ["ace low", "ace high", "ace high or low", "round the corner"])
def test_links_grow_a_line_by_one_card(ace):
    found = grown(f"3+ cards, same suit, in sequence ({ace})")
    for template in found:
        if template.up >= 0:
            assert found[template.up].slots[:-1] == template.slots
        if template.down >= 0:
            assert found[template.down].slots[1:] == template.slots
    for template in found:
        grows = any(t.slots[:-1] == template.slots for t in found), any(t.slots[1:] == template.slots for t in found)
        assert (template.up >= 0, template.down >= 0) == grows


def test_ends_of_the_ladder():
    found = {DECK.names(next(natural_melds(t, DECK))): t for t in grown("3+ cards, same suit, in sequence")}
    assert found["AS 2S 3S"].down == -1 and found["AS 2S 3S"].up >= 0
    assert found["JS QS KS"].up == -1 and found["JS QS KS"].down >= 0


def test_twelve_round_the_corner_grow_into_the_same_thirteen():
    found = grown("3+ cards, same suit, in sequence (round the corner)")
    twelve = next(t for t in found if t.n == 12)
    assert sorted(found[twelve.up].slots) == sorted(found[twelve.down].slots)
    assert sum(t.offered for t in found if t.n == 13) == 4
    assert all(t.up == t.down == -1 for t in found if t.n == 13)


def test_short_lines_cannot_be_cut():
    found = grown("3+ cards, same suit, in sequence")
    assert all(t.short == (t.n < 6) for t in found)
    assert all(t.short for t in grown("4..6 cards, same suit, in sequence") if t.n < 8)
    assert not any(
        t.short for t in grown("6+ cards, same suit, in sequence or 3 cards, same suit, in sequence") if t.n == 6
    )


def test_lines_of_two_alternatives_are_linked_and_merged():
    found = grown(
        "3 cards, same suit, in sequence or 4+ cards, same suit, in sequence or 3..13 cards, same suit, in sequence"
    )
    assert len(found) == 264
    assert sum(t.up >= 0 for t in found) == sum(t.up >= 0 for t in grown("3+ cards, same suit, in sequence"))


def test_pools_within_pools_are_dropped():
    assert len(grown("3..4 cards, same rank or 3 cards, same rank, different suits")) == 13
    deck = Deck.build(packs=2)
    assert len(grown("3+ cards, same rank, different suits or 3+ cards, same rank", deck)) == 13


def test_pool_shapes():
    deck = Deck.build(packs=2, jokers=4)
    (first, *_) = grown("3+ cards, same rank, different suits", deck, "joker", NATURALS)
    assert (first.kind, first.n, first.max, first.dup) == (POOL, 3, 4, 1)
    (first, *_) = grown("3+ cards, same rank", deck, "joker", NATURALS)
    assert (first.n, first.max, first.dup) == (3, 12, 2)
    assert first.allowed[:5] == (0, 0, 0, 0b111, 0b1111)
    assert first.allowed[13:] == (0,) * 4


def test_all_wild_melds():
    deck = Deck.build(packs=2, jokers=4)
    (only,) = grown("3+ cards, all wild", deck, "joker", NATURALS)
    assert (only.kind, only.mask, only.n, only.max) == (POOL, 1 << 52, 3, 4)
    assert only.allowed[3:5] == (1, 1)


def test_a_wild_meld_of_two_kinds_of_wilds():
    deck = Deck.build(packs=2, jokers=4)
    (only,) = grown("3+ cards, all wild", deck, "joker, 2", NATURALS)
    assert only.mask.bit_count() == 5 and only.max == 12


def test_references():
    named = {"run": parse_pattern("3+ cards, same suit, in sequence"), "pure": parse_pattern("RUN, wilds = 0")}
    deck = Deck.build(packs=2, jokers=4)
    pure = grown("pure, 7 cards", deck, "joker", NATURALS, named)
    assert {t.n for t in pure} == {7} and all(t.allowed[7] == 1 for t in pure)


def test_apart_is_kept():
    deck = Deck.build(jokers=2)
    assert all(t.apart for t in grown("3+ cards, same suit, in sequence, wilds apart", deck, "joker", NATURALS))
    limit = parse_pattern("naturals >= 1, wilds apart")
    assert all(t.apart for t in grown("3+ cards, same suit, in sequence", deck, "joker", limit))


def test_realisations_count_the_codes():
    deck = Deck.build(packs=2, jokers=4)
    line = grown("3 cards, same suit, in sequence", deck, "joker", NATURALS)[0]
    assert realisations(line, deck, 1 << 52) == 2**3
    pool = grown("3 cards, same rank", deck, "joker", NATURALS)[0]
    assert realisations(pool, deck, 1 << 52) == 3**4 * 5
    plain = grown("3 cards, same suit, in sequence")[0]
    assert realisations(plain, DECK, 0) == 1


def test_natural_jokers_only_where_named():
    deck = Deck.build(jokers=2)
    (pair,) = grown("2 cards, only [joker]", deck)
    assert list(natural_melds(pair, deck)) == [(52, 52)]
    assert {deck.names(m) for t in grown("[K joker], same suit", deck) for m in natural_melds(t, deck)} == {
        "KS JOKER", "KH JOKER", "KD JOKER", "KC JOKER",
    }  # fmt: skip


def test_limits_match_the_records():
    assert templates.SLOTS == state.SLOTS
    assert (LINE, POOL) == (state.LINE, state.POOL_TEMPLATE)
    assert list(bits(0b1011)) == [0, 1, 3]


JOKERS = Deck.build(packs=2, jokers=4)
NAMED = {
    "run": parse_pattern("3+ cards, same suit, in sequence"),
    "loop": parse_pattern("loop, wilds = 0"),
    "rich": parse_pattern("3+ cards, same suit, points >= 30"),
}


@pytest.mark.parametrize(
    ("text", "span", "suggestion", "part"),
    [
        ("runn, wilds = 0", (0, 4), "run", 'no meld called "runn"'),
        ("3 crads, same rank", (2, 7), "cards", 'no meld called "crads"'),
        ("loop", (0, 4), None, "defined by itself"),
        ("wilds = 0, rich", (11, 15), None, 'in the meld "rich": the points'),
        ("same rank", (0, 9), "3+ cards", "how many cards"),
        ("3 cards, same rank, in sequence", (0, 31), None, "not in sequence"),
        ("3 cards, same rank, different ranks", (0, 35), None, "same and different ranks"),
        ("3 cards, same card, different suits", (0, 35), None, "same and different suits"),
        ("17 cards, same rank", (0, 2), None, "at most 16"),
        ("run, 2 cards or run", (5, 6), None, "sizes"),
        ("20+ cards, same rank", (0, 3), None, "at most 16"),
        ("[1B K]", (1, 3), None, "neither a card nor a rank"),
        ("3 cards, same rank, only [Z]", (26, 27), None, "neither a card nor a rank"),
        ("3 cards, same rank, only [K], no [K]", (30, 36), None, "no card is left"),
        ("3 cards, same rank, points >= 30", (20, 26), None, "limited yet"),
        ("3 cards, same rank, deadwood = 0", (20, 28), None, "not a property of a meld"),
        ("3 cards, same rank, wild = 0", (20, 24), "wilds", "not known"),
        ("3 cards, same rank, size / wilds = 2", (27, 32), None, "divide by"),
        ("3 cards, same rank, wilds > 16", (0, 30), None, "no such meld"),
        ("15 cards, same suit, in sequence", (0, 32), None, "no such meld"),
        ("13 cards, different ranks", (0, 25), "wilds = 0", "wilds"),
        ("13 cards, different ranks, wilds = 0", (0, 36), None, "more than 2048"),
        ("8 cards, same color", (0, 19), None, "too many ways"),
        ("3 cards, same rank, different colors", (0, 36), "wilds = 0", "clash"),
        ("[K Q], in sequence", (0, 18), None, "not both"),
        ("3 cards, all wild, in sequence", (0, 30), None, "no sequence"),
        ("3 cards, same rank, 1000000000 * wilds * 1000000000 = 0", (20, 51), None, "too large"),
    ],
)
def test_errors_have_their_place(text, span, suggestion, part):
    with pytest.raises(DslError) as caught:
        grown(text, JOKERS, "joker", NATURALS, NAMED)
    error = caught.value
    assert part in error.message
    assert (error.start, error.end) == span, error
    if suggestion is not None:
        assert error.suggestion == suggestion


@pytest.mark.parametrize(
    ("text", "deck", "part"),
    [
        ("3 cards, in sequence (ace low)", Deck.build(["RED"], range(1, 14)), "no ace"),
        ("3 cards, all wild", DECK, "no card of this game is wild"),
        ("3 cards, only [joker]", DECK, "no jokers"),
    ],
)
def test_errors_that_come_from_the_deck(text, deck, part):
    with pytest.raises(DslError, match=part):
        grown(text, deck)


@pytest.mark.parametrize(
    ("text", "span"),
    [("3 cards, wilds = 0", (0, 18)), ("naturals >= 1, same rank", (15, 24)), ("wilds < points", (8, 14))],
)
def test_a_limit_on_wilds_is_made_of_comparisons(text, span):
    with pytest.raises(DslError) as caught:
        limits.check_wild_limit(parse_pattern(text))
    assert (caught.value.start, caught.value.end) == span
