"""Calls said instead of drawing, one more turn after a call, melds that must be shown, players who leave the deal."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

from meldwright import Game, load_ruleset
from meldwright.moves import IllegalMoveError
from meldwright.position import PositionError
from meldwright.ruleset.rules import Ruleset

LOW = "AS AH AD 4C 5C 6C 9D 10D JD 2H"  # 2 left
HIGH = "7S 7H 7D QC KC 10S 8D 3H 4H 6S"
OTHER = "8S 9H JS KH 3C 5D 6D QD 2C 9S"


THROWN = {"discard 4S", "discard 7S", "discard 7H", "discard 7D", "discard 7C", "discard 9C", "discard QC"}


@cache
def rules(*sets: str) -> Ruleset:
    return load_ruleset("knock-rummy", (), sets)


def set_up(*sets: str, **position: Any) -> Game:
    """A game of three, seat 0 at its draw, seat 2 the dealer, unless the position says otherwise."""
    return Game.from_position(
        rules(*sets), {"hands": [LOW, HIGH, OTHER], "discards": "5S 8C", "turn": 0, "stock": 12, **position}
    )


def texts(game: Game) -> set[str]:
    return {m.text for m in game.legal_moves()}


def refused(game: Game, move: str) -> IllegalMoveError:
    with pytest.raises(IllegalMoveError) as caught:
        game.push(move)
    return caught.value


# --- instead of drawing ------------------------------------------------------------------------------------------
DRAWING = "turn.call.knock={at: draw, when: deadwood <= 2, discard: false}"


def test_a_call_is_said_instead_of_drawing() -> None:
    game = set_up(DRAWING)
    assert game.can("knock") and game.can("draw stock") and game.can("draw discard")
    game.push("knock")
    assert (game.ending, game.hand(0)) == ("call", sorted(LOW.split(), key=game.names.deck.index))


def test_it_is_judged_by_all_cards_and_only_then() -> None:
    game = set_up(DRAWING, turn=1)
    why = refused(game, "knock")
    assert "the least deadwood is 51" in why.reason and why.rule == "turn.call.knock.when"
    game.push("draw stock")
    why = refused(game, "knock")
    assert (why.reason, why.rule) == ("knock is said instead of drawing a card", "turn.call.knock.at")


def test_a_card_may_be_thrown_with_it() -> None:
    game = set_up("turn.call.knock={at: draw, when: deadwood = 0}")
    game.push("knock")
    assert [m.text for m in game.legal_moves()] == ["discard 2H"]
    game.push("discard 2H")
    assert (game.ending, len(game.hand(0))) == ("call", 9)


def test_who_was_dealt_more_says_it_at_the_start_of_his_turn() -> None:
    sets = ("deal.dealer_extra=1", "turn.call.drop={at: draw, leaves: true}")
    game = Game(rules(*sets), 2, seed=5, dealer=1)
    game.push("draw stock")
    game.push(game.legal_moves()[-1])
    assert (game.current, game.phase) == (1, "play")
    assert game.can("drop")


# --- one more turn -----------------------------------------------------------------------------------------------
FORCED = "turn.call.knock={when: deadwood <= 5, last_turn: forced}"
OPTIONAL = "turn.call.knock={when: deadwood <= 5, last_turn: optional}"


def knocked(*sets: str, **position: Any) -> Game:
    game = set_up(*sets, **{"stock": "KS QS 7C 8H 9C 3S", **position})
    game.push("draw stock")
    game.push("knock")
    game.push("discard KS")
    return game


def test_the_others_have_one_more_turn_each() -> None:
    game = knocked(FORCED)
    assert (game.current, game.phase, game.last_turns, game.exposed) == (1, "draw", 2, [0])
    assert game.discards[-1] == "KS" and game.view(2)["shown"][0] == game.hand(0)
    assert not game.can("decline")
    assert refused(game, "decline").rule == "turn.call.knock.last_turn"
    game.push("draw discard")  # the card thrown with the call is a discard like any other
    assert "player 0 has called" in refused(game, "knock").reason
    assert refused(game, "discard KS").rule == "turn.discard.taken"
    game.push("discard 10S")
    assert (game.current, game.last_turns) == (2, 1)
    game.push("draw stock")
    game.push("discard QS")
    assert (game.ending, game.view(0)["caller"], game.last_turns) == ("call", 0, 0)
    assert game.discards[-3:] == ["8C", "10S", "QS"]


def test_the_last_turn_may_be_declined_where_it_is_optional() -> None:
    game = knocked(OPTIONAL)
    before = game.hand(1)
    game.push("decline")
    assert (game.current, game.phase, game.hand(1), game.last_turns) == (2, "draw", before, 1)
    game.push("draw stock")
    assert not game.can("decline")
    game.push("discard QS")
    assert game.ending == "call"


def test_the_dealer_with_a_card_too_many_throws_one_or_declines() -> None:
    for move, cards in (("decline", 11), ("discard QD", 10)):
        sets = ("deal.dealer_extra=1", "players=3", "deal.cards=10", OPTIONAL)
        hands = [LOW.split(), HIGH.split(), [*OTHER.split(), "JC"]]
        dealt = [hand[i] for i in range(10) for hand in hands] + ["JC", "5S", "KS"]
        names = [card.name for card in rules(*sets).deck.build(3).kinds]
        deck = dealt + [name for name in names if name not in dealt]
        game = Game(rules(*sets), 3, seed=1, dealer=2, deck=deck)
        for text in ("draw stock", "knock", "discard KS", "draw discard", "discard 10S"):
            game.push(text)
        assert (game.current, game.phase, len(game.hand(2))) == (2, "play", 11)
        assert not game.can("knock")
        game.push(move)
        assert (game.ending, len(game.hand(2))) == ("call", cards)


def test_when_the_stock_runs_out_the_rest_simply_show() -> None:
    game = knocked(FORCED, "stock_out.ends=after_turn", stock="KS QS")
    game.push("draw stock")
    game.push("discard QS")
    assert (game.ending, game.last_turns) == ("call", 0)


def test_hands_are_shown_by_moves_after_the_last_turns() -> None:
    game = knocked("turn.call.knock={when: deadwood <= 5, last_turn: optional, show: moves}")
    game.push("decline")
    game.push("decline")
    assert (game.phase, game.current, game.discards[-1]) == ("show", 0, "KS")
    assert game.view(1)["discards"][-1] == "KS"


def test_a_position_among_the_last_turns() -> None:
    game = set_up(FORCED, turn=2, caller=0, last_turns=1)
    assert (game.current, game.exposed, game.last_turns) == (2, [0], 1)
    game.push("draw stock")
    game.push("discard QD")
    assert game.ending == "call"
    with pytest.raises(PositionError, match="last_turns"):
        set_up(FORCED, turn=2, last_turns=1)


# --- melds that must be shown ------------------------------------------------------------------------------------
def test_melds_are_asked_for() -> None:
    game = set_up("turn.call.knock={when: deadwood <= 20, melds: 3 run}", step="play", hands=[LOW + " KS", HIGH, OTHER])
    why = refused(game, "knock")
    assert why.rule == "turn.call.knock.melds" and "3 run" in why.reason
    game = set_up(
        "turn.call.knock={when: deadwood <= 20, melds: set + 2 run}", step="play", hands=[LOW + " KS", HIGH, OTHER]
    )
    game.push("knock")
    assert texts(game) == {"discard 2H", "discard KS"}


def test_each_discard_is_looked_at() -> None:
    cards = "4S 5S 6S 7S 7H 7D 7C 9C 10C JC QC"  # four sevens, or three and a longer run of spades
    others = ["2H 3H AD", "2D 3D AC"]
    for contract, thrown in (
        ("2 set", set()),
        ("set(4) + run(4)", set()),
        ("set(4) + 2 run", {"discard 9C", "discard QC"}),
        ("set(3) + run(4) + run(3)", THROWN),
        ("set(3) + 2 run(4)", set()),
    ):
        game = set_up(
            f"turn.call.knock={{when: deadwood = 0, melds: {contract}}}",
            step="play",
            hands=[cards, *others],
            discards="KH",
        )
        assert game.can("knock") == bool(thrown), contract
        if thrown:
            game.push("knock")
            assert texts(game) == thrown


def test_melds_are_asked_for_while_they_are_laid() -> None:
    game = set_up(
        "turn.call.knock={when: deadwood <= 20, melds: 2 run, show: moves}", step="play",
        hands=["4S 5S 6S 7S 8S 9S 9H 9D 9C AC KS", "2H 3H AD", "2D 3D 2C"], discards="JH",
    )  # fmt: skip
    game.push("knock")
    game.push("discard KS")
    assert not game.can("done")
    assert not game.can("meld 4S 5S 6S 7S 8S 9S")  # that would be one run only
    game.push("meld 4S 5S 6S")
    assert not game.can("done")
    game.push("meld 7S 8S 9S")
    assert not game.can("done")  # 28 points are left
    game.push("meld 9H 9D 9C")
    assert game.can("done")


def test_cards_in_no_meld_are_counted_without_the_card_thrown() -> None:
    asked = "turn.call.knock={when: loose_cards <= 1}"
    game = set_up(asked, step="play", hands=[LOW + " KS", HIGH, OTHER])
    game.push("knock")
    assert texts(game) == {"discard 2H", "discard KS"}
    assert not set_up("turn.call.knock={when: loose_cards = 0}", step="play", hands=[LOW + " KS", HIGH, OTHER]).can(
        "knock"
    )
    assert set_up("turn.call.knock={when: loose_cards = 0}", step="play", hands=[LOW[:-3] + " QD KS", HIGH, "3C"]).can(
        "knock"
    )


def test_a_hand_said_to_be_all_melds_is_laid_out_as_such() -> None:
    asked = "turn.call.knock={when: loose_cards = 0, show: moves}"
    game = set_up(asked, step="play", hands=[LOW[:-3] + " QD KS", HIGH, "3C"])
    game.push("knock")
    game.push("discard KS")
    assert not game.can("done")
    for meld in ("meld AS AH AD", "meld 4C 5C 6C", "meld 9D 10D JD QD", "done"):
        game.push(meld)


# --- leaving the deal --------------------------------------------------------------------------------------------
DROP = "turn.call.drop={at: draw, leaves: true, when: own_turns <= 2, cards: CARDS}"
PRICE = "scoring.dropped={to: winner, from: others, points: 'if(payer.dropped, 10, 0)'}"


def dropping(cards: str, **position: Any) -> Game:
    return set_up(DROP.replace("CARDS", cards), PRICE, **{"turns": [1, 0, 0], **position})


def test_a_player_leaves_and_the_others_go_on() -> None:
    game = dropping("aside")
    game.push("drop")
    assert (game.dropped, game.current, game.phase) == ([0], 1, "draw")
    assert (game.view(1)["caller"], game.view(1)["hand_sizes"], game.stock_size) == (None, [10, 10, 10], 12)
    game.push("draw stock")
    game.push("discard 10S")
    game.push("draw stock")
    game.push("discard QD")
    assert game.current == 1
    game.push("drop") if game.can("drop") else game.push("draw stock")


def test_the_last_one_in_wins() -> None:
    game = dropping("aside")
    game.push("drop")
    game.push("drop")
    assert (game.ending, game.deal_winner, game.deal_scores) == ("last one in", 2, [-10, -10, 20])
    view = game.view(2)
    assert view["shown"][:2] == [None, None] and view["dropped"] == [0, 1]  # set aside unseen


def test_the_cards_go_under_the_stock() -> None:
    game = dropping("under_stock")
    before = game.stock
    game.push("drop")
    assert game.hand(0) == [] and game.stock[:12] == before
    assert sorted(game.stock[12:]) == sorted(LOW.split()) and game.stock[12:] != LOW.split()
    game.push("draw stock")
    assert len(game.hand(1)) == 11


def test_nobody_leaves_after_the_time_for_it() -> None:
    game = dropping("aside", turns=[3, 2, 2])
    why = refused(game, "drop")
    assert why.rule == "turn.call.drop.when" and "number" not in why.reason
    assert "own_turns <= 2" in why.reason


def test_who_has_left_is_no_winner_and_not_shown() -> None:
    game = dropping("aside", hands=[HIGH, LOW, OTHER])
    game.push("drop")
    game.push("draw stock")
    game.push("knock")
    game.push(game.legal_moves()[0])
    assert game.ending == "call" and game.view(1)["shown"][0] is None
    assert game.deal_winner != 0


def test_a_wrong_call_costs_the_deal() -> None:
    game = set_up(
        "turn.call.knock={when: deadwood = 0, wrong: leaves}",
        "scoring.wrong={to: others, points: 'if(wrong_call, -80, 0)'}",
        step="play", hands=[HIGH + " KS", LOW, OTHER],
    )  # fmt: skip
    game.push("knock")
    assert (game.dropped, game.current, len(game.hand(0))) == ([0], 1, 11)
    game.push("draw stock")
    game.push("knock")
    assert (game.ending, game.deal_winner, game.deal_scores[:2]) == ("last one in", 2, [-80, -80])


def test_a_position_with_a_player_gone() -> None:
    game = dropping("aside", dropped=[0, 1, 0])
    game.push("draw stock")
    game.push("discard 2H")
    assert game.current == 2
    with pytest.raises(PositionError, match="dropped"):
        dropping("aside", dropped=[1, 0, 0])


def test_six_cards_in_melds_count_before_fewer_points():
    """A call for one loose card at most is made with a loose three, though two loose aces would be fewer points."""
    position = {
        "hands": ["3H 5H 6H 7H AS AC JOKER", "KS KD 9C 8D 3C 4D 10H"], "step": "draw", "discards": "9S", "stock": 20,
    }  # fmt: skip
    game = Game.from_position("101-rummy", position)
    game.push("rummy")
    assert game.deal_scores[0] == 3
