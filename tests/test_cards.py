"""Decks and card notation."""

import pytest

from meldwright import cards
from meldwright.cards import Card, CardError, Deck
from meldwright.core import state


def names(deck: Deck, selector: object) -> str:
    return deck.names(deck.select_kinds(selector))


def test_standard_deck_is_numbered_suit_by_suit_from_the_ace():
    deck = Deck.build()
    assert deck.size == 52
    assert len(deck.kinds) == 52
    assert deck.names(range(4)) == "AS 2S 3S 4S"
    assert deck.name(13) == "AH"
    assert deck.kinds[22] == Card("10", "H", "10H")
    assert deck.copies == (1,) * 52
    assert deck.joker is None


def test_joker_comes_last_and_packs_are_copies():
    deck = Deck.build(packs=2, jokers=4)
    assert deck.size == 108
    assert deck.joker == 52
    assert deck.name(52) == "JOKER"
    assert deck.copies[0] == 2 and deck.copies[52] == 4
    assert deck.rank_of(52) == deck.suit_of(52) == deck.color_of(52) == -1
    assert deck.kinds[52].is_joker


@pytest.mark.parametrize("text", ["7H", "7h", " 7h "])
def test_index_reads_any_case(text):
    assert Deck.build().name(Deck.build().index(text)) == "7H"


def test_ten_has_two_spellings():
    deck = Deck.build(jokers=1)
    assert deck.index("10H") == deck.index("TH") == deck.index("th")
    assert deck.names(deck.parse_cards("7H 8h, TH joker")) == "7H 8H 10H JOKER"
    assert names(deck, "T") == "10S 10H 10D 10C"


def test_names_read_back():
    deck = Deck.build(packs=2, jokers=2)
    kinds = list(range(len(deck.kinds)))
    assert deck.parse_cards(deck.names(kinds)) == kinds


@pytest.mark.parametrize(
    ("selector", "expected"),
    [
        ("A", "AS AH AD AC"),
        (2, "2S 2H 2D 2C"),
        ("2-4", "2S 3S 4S 2H 3H 4H 2D 3D 4D 2C 3C 4C"),
        ("J Q", "JS QS JH QH JD QD JC QC"),
        ("AH", "AH"),
        ("joker", "JOKER"),
        ("Jokers", "JOKER"),
        ("2S 3S", "2S 3S"),
        ("red A", "AH AD"),
        ("black A K", "AS KS AC KC"),
        ("red A, K", "KS AH KH AD KD KC"),
        ("red A black K", "KS AH AD KC"),
        ("hearts A-2", "AH 2H"),
    ],
)
def test_selectors(selector, expected):
    assert names(Deck.build(jokers=1), selector) == expected


def test_colour_alone_selects_every_card_of_it():
    assert Deck.build().select("red").bit_count() == 26
    assert Deck.build().select("spades").bit_count() == 13


def test_stripping_closes_the_ranks_up():
    deck = Deck.build(strip=["8-10"])
    assert deck.size == 40
    assert deck.ranks == ("A", "2", "3", "4", "5", "6", "7", "J", "Q", "K")
    assert deck.rank_of(deck.index("JS")) == deck.rank_of(deck.index("7S")) + 1


def test_stripping_single_cards_and_a_suit():
    deck = Deck.build(strip="2S, clubs")
    assert deck.size == 38
    assert deck.suits == ("S", "H", "D")
    assert deck.kind_at(1, 0) is None


def test_tiles():
    deck = Deck.build(["RED", "BLUE", "BLACK", "GOLD"], range(1, 14), packs=2, jokers=2)
    assert deck.size == 106
    assert deck.colors == ("red", "blue", "black", "gold")
    assert deck.name(deck.index("13gold")) == "13GOLD"
    assert deck.face(deck.index("13RED")) == 13
    assert names(deck, "gold 1-2") == "1GOLD 2GOLD"


def test_faces():
    deck = Deck.build(jokers=1)
    assert [deck.face(deck.index(card)) for card in ("2S", "10S", "AS", "KS", "JOKER")] == [2, 10, None, None, None]


def test_colours_of_the_standard_suits():
    deck = Deck.build()
    assert [deck.colors[deck.color_of(deck.index(card))] for card in ("AS", "AC", "AH", "AD")] == [
        "black",
        "black",
        "red",
        "red",
    ]


@pytest.mark.parametrize(
    ("call", "message", "span", "suggestion"),
    [
        (lambda d: d.index("H7"), '"H7" is not a card of this deck', (0, 2), "7H"),
        (lambda d: d.parse_cards("7H 8X 9H"), '"8X" is not a card of this deck', (3, 5), None),
        (lambda d: d.select("10-2"), 'the range "10-2" runs from high to low', (0, 4), "2-10"),
        (lambda d: d.select("joker"), "this deck has no jokers", (0, 5), None),
        (lambda d: d.select("A, spaeds"), '"spaeds" is neither a card nor a rank of this deck', (3, 9), None),
        (lambda d: d.select("hearts AS"), '"AS" names no card here', (7, 9), None),
        (lambda d: d.select(""), "a card selector is empty", (0, 0), "A"),
    ],
)
def test_errors_quote_the_input(call, message, span, suggestion):
    with pytest.raises(CardError) as caught:
        call(Deck.build())
    error = caught.value
    assert error.message == message
    assert (error.start, error.end) == span
    if suggestion is not None:
        assert error.suggestion == suggestion


@pytest.mark.parametrize(
    ("options", "part"),
    [
        ({"ranks": range(1, 18)}, "68 kinds"),
        ({"ranks": range(1, 10_000)}, "too many"),
        ({"packs": 7}, "364 cards"),
        ({"packs": 0}, "at least one pack"),
        ({"jokers": -1}, "-1 jokers"),
        ({"suits": []}, "at least one suit"),
        ({"suits": ["S", "s"]}, "there twice"),
        ({"suits": ["S-H"]}, "cannot be the name of a suit"),
        ({"suits": ["A", "1A"], "ranks": ["1", "11"]}, 'both be written "11A"'),
        ({"strip": ["A-K"]}, "no card is left"),
        ({"strip": ["Z"]}, '"Z"'),
        ({"jokers": 128}, "127 of a kind"),
    ],
)
def test_impossible_decks(options, part):
    with pytest.raises(CardError, match=part):
        Deck.build(**options)


def test_limits_are_those_of_the_records():
    assert (cards.KINDS, cards.CARDS) == (state.KINDS, state.CARDS)


def test_largest_decks_fit():
    assert len(Deck.build(ranks=range(1, 16), jokers=4).kinds) == 61
    assert Deck.build(packs=8, strip="8-10").size == 320
