"""Commas before conditions that begin with a word of the language may be left out; so may the words around "same"."""

import pytest

from meldwright.patterns.parser import parse_pattern


@pytest.mark.parametrize(
    ("loose", "strict"),
    [
        ("3+ cards same suit in sequence", "3+ cards, same suit, in sequence"),
        ("3..4 cards, same rank different suits", "3..4 cards, same rank, different suits"),
        ("3+ card of the same rank", "3+ cards, same rank"),
        ("4 cards of one suit in sequence (ace low) no wilds", "4 cards, same suit, in sequence (ace low), no wilds"),
        ("3 of the same rank, of different suits", "3 cards, same rank, different suits"),
        ("3 cards all of the same rank", "3 cards, same rank"),
        ("wilds <= 1 same rank", "wilds <= 1, same rank"),
        ("[K Q] same suit", "[K Q], same suit"),
        ("set only [A 2]", "set, only [A 2]"),
    ],
)
def test_commas_and_small_words(loose, strict):
    assert parse_pattern(loose) == parse_pattern(strict)
