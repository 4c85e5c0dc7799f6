"""The rule language as prose."""

import pytest

from meldwright.cards import Deck
from meldwright.patterns.describe import describe_contract, describe_expression, describe_pattern
from meldwright.patterns.parser import parse_contract, parse_expression, parse_pattern


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("3..4 cards, same rank, different suits", "three or four cards of one rank in different suits"),
        ("3+ cards, same suit, in sequence", "three or more cards of one suit in sequence (ace low)"),
        ("3+ cards, same suit, in sequence (ace high)", "three or more cards of one suit in sequence (ace high)"),
        ("4..13 cards, same suit, in sequence (round the corner), wilds <= naturals",
         "four to thirteen cards of one suit in sequence (also round the corner), not more wilds than naturals"),
        ("3+ cards, all wild", "three or more cards that are all wild"),
        ("exactly 7 cards, same color", "seven cards of one color"),
        ("[K Q], same suit", "K and Q of one suit"),
        ("pure_run, no wilds", "a pure run, without wilds"),
        ("run, 7 cards, wilds >= 1", "a run, of seven cards, at least one wild"),
        ("3 cards, same card or 3 cards, same rank", "three cards all alike, or three cards of one rank"),
        ("3+ cards, same rank, (different suits or same suit)",
         "three or more cards of one rank that are in different suits or of one suit"),
        ("3 cards, same rank, only [A red|K]", "three cards of one rank out of A and red or K only"),
        ("3+ cards, same rank, wilds < 2, wilds apart",
         "three or more cards of one rank, at most one wild, no two wilds side by side"),
    ],
)  # fmt: skip
def test_patterns(text, words):
    assert describe_pattern(parse_pattern(text), Deck.build()) == words


def test_a_deck_with_a_high_ace():
    deck = Deck.build(ranks=[*range(2, 11), "J", "Q", "K", "A"])
    assert describe_pattern(parse_pattern("3+ cards, in sequence"), deck).endswith("(ace high)")
    tiles = Deck.build(["RED"], range(1, 14))
    assert describe_pattern(parse_pattern("3+ cards, in sequence"), tiles).endswith("in sequence")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("2 trio + straight", "two trios and a straight"),
        ("2 set(3) + run(7)", "two sets of three cards and a run of seven cards"),
        ("4 (chow or pung or kong) + pair", "four melds, each a chow, pung or kong and a pair"),
        ("set or run, points >= 30", "a set, or a run, at least 30 points"),
        ("7 pair, no two alike", "seven pairs, no two of them alike"),
    ],
)
def test_contracts(text, words):
    assert describe_contract(parse_contract(text)) == words


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("deadwood <= 10", "deadwood is 10 or less"),
        ("10 >= deadwood", "deadwood is 10 or less"),
        ("deadwood = 0", "deadwood is 0"),
        ("deadwood < 5 and turn > 1", "deadwood is less than 5 and the turn number is more than 1"),
        ("not (opened or turn < 3)", "the player has not laid a meld and the turn number is 3 or more"),
        ("opened and (stock = 0 or turn = 1)",
         "the player has laid a meld and (the number of cards left in the stock is 0 or the turn number is 1)"),
        ("caller.deadwood - (deadwood - 25)", "the caller's deadwood minus (deadwood minus 25)"),
        ("2 * others.hand_points", "2 times the points in hand of all others together"),
        ("2 * (others.score + 1)", "2 times (the score before this deal of all others together plus 1)"),
        ("min(80, deadwood)", "the smallest of 80 and deadwood"),
        ("if(payer.is_caller, 10, 0)", "(10 if the payer made the call, otherwise 0)"),
        ("upcard_suit = spades", "the suit of the first upcard is spades"),
        ("upcard_rank != k", "the rank of the first upcard is not K"),
        ("deadwood <= upcard_value", "deadwood is not more than the value of the first upcard"),
        ("called.big_gin", "the deal ended with the call big gin"),
        ("not went_out", "nobody went out"),
        ("-score", "minus score before this deal"),
    ],
)  # fmt: skip
def test_expressions(text, words):
    assert describe_expression(parse_expression(text)) == words
