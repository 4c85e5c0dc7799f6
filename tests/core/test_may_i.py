"""Discards taken out of turn, the pile below them, and the discards that become the stock: scripted deals."""

from __future__ import annotations

import pytest
from support.games import ruleset

from meldwright.game import Game, IllegalMoveError

FOUR = ["2S 4S 6S 8S 10S QS", "3H 5H 7H 9H JH KH", "2D 4D 6D 8D 10D QD", "3C 5C 7C 9C JC KC"]
BASE = ("turn.draw.discards=1", "players=2-6", "stock_out.times=any", "deck.packs=2")


def position(*sets: str, **keys):
    """Four players of a plain rummy with May I; seat 0 is about to draw."""
    rules = ruleset("basic-rummy", (), (*BASE, *sets))
    return Game.from_position(rules, {"hands": FOUR, "turn": 0, "step": "draw", "dealer": 3, **keys})


def asked(game: Game) -> list[int]:
    """The seats that are asked, all of whom pass."""
    seats = []
    while game.phase == "may I":
        seats.append(game.current)
        game.push("pass")
    return seats


def sizes(game: Game) -> list[int]:
    return [len(game.hand(p)) for p in range(game.players)]


MAY_I = "claim.may_i=true"


def test_the_others_are_asked_from_the_left_and_then_the_stock_card_is_drawn():
    game = position(MAY_I, discards="AC AD", stock="AS AH KS")
    game.push("draw stock")
    assert [m.text for m in game.legal_moves()] == ["may I", "pass"]
    assert asked(game) == [1, 2, 3]
    assert (game.phase, game.current, game.stock, game.discards) == ("play", 0, ["AH", "KS"], ["AC", "AD"])
    assert "AS" in game.hand(0)


def test_a_player_who_wants_the_discard_himself_asks_nobody():
    game = position(MAY_I, discards="AC AD", stock="AS AH KS")
    game.push("draw discard")
    assert (game.phase, game.current, sizes(game)) == ("play", 0, [7, 6, 6, 6])


def test_the_first_who_says_so_has_the_discard_and_a_card_of_the_stock():
    game = position(MAY_I, discards="AC AD", stock="AS AH KS")
    for move in ("draw stock", "pass", "may I"):
        game.push(move)
    assert (game.phase, game.current, sizes(game)) == ("play", 0, [7, 6, 8, 6])
    assert "AD" in game.hand(2) and "AS" in game.hand(2) and "AH" in game.hand(0)
    assert (game.discards, game.claims) == (["AC"], [0, 0, 1, 0])
    assert game.view(1)["known"][2] == ["AD"], "the card that came with it nobody has seen"
    game.push("discard QS")
    assert (game.current, game.phase) == (1, "draw")
    assert game.can("draw discard")


def test_out_of_turn_nothing_is_played():
    game = position(MAY_I, discards="AC AD", stock="AS AH KS")
    game.push("draw stock")
    for text in ("draw discard", "discard 3H", "draw stock"):
        with pytest.raises(IllegalMoveError, match="may I or pass"):
            game.push(text)
    game.push("pass")
    with pytest.raises(IllegalMoveError, match="a card must be drawn first"):
        position(MAY_I, discards="AC", stock="AS").push("may I")


@pytest.mark.parametrize(("penalty", "hand"), [(0, 7), (1, 8), (2, 9), (3, 10)])
def test_the_penalty(penalty, hand):
    game = position(f"claim.may_i={{penalty: {penalty}}}", discards="AC AD", stock="AS AH KS KD QH")
    game.push("draw stock")
    game.push("may I")
    assert sizes(game) == [7, hand, 6, 6]
    assert game.stock_size == 5 - penalty - 1


def test_who_has_had_his_share_or_may_not_is_not_asked():
    game = position("claim.may_i={limit: 2}", discards="AC AD", stock="AS AH KS", claims=[0, 2, 1, 0])
    game.push("draw stock")
    assert asked(game) == [2, 3]
    game = position("claim.may_i={when: not opened}", discards="AC AD", stock="AS AH KS", opened=[0, 0, 1, 0])
    game.push("draw stock")
    assert asked(game) == [1, 3]
    game = position("claim.may_i={when: deal < 2}", discards="AC AD", stock="AS AH KS", deal=2)
    game.push("draw stock")
    assert game.phase == "play", "nobody may be asked: the card is drawn at once"


def test_dead_discards_are_left_alone_by_everybody():
    game = position("claim.may_i={then: dead}", "turn.draw.discards=any", discards="AC AD KD", stock="AS AH KS QH QC")
    game.push("draw stock")
    game.push("may I")
    assert (game.discards, game.view(0)["dead_discards"]) == (["AC", "AD"], 2)
    game.push("discard QS")
    assert game.can("draw discard")
    with pytest.raises(IllegalMoveError, match="dead") as refused:
        game.push("draw 2 discards")
    assert refused.value.rule == "claim.may_i.then"
    game.push("draw stock")
    assert asked(game) == [2, 3, 0]
    game.push("discard 3H")
    assert game.can("draw 2 discards") and not game.can("draw 3 discards")


def test_with_nothing_but_dead_discards_nobody_is_asked():
    game = position("claim.may_i={then: dead}", discards="AC AD", dead=2, stock="AS AH KS")
    assert [m.text for m in game.legal_moves()] == ["draw stock"]
    game.push("draw stock")
    assert game.phase == "play"


def test_the_next_discard_is_offered_but_not_to_who_took_the_last_one():
    game = position("claim.may_i={then: offered}", discards="AC AD KD", stock="AS AH KS QH QC")
    said = []
    for answer in ("pass", "may I", "pass", "may I", "pass", "may I"):
        if not said:
            game.push("draw stock")
        said.append((game.current, answer))
        game.push(answer)
    assert said == [(1, "pass"), (2, "may I"), (1, "pass"), (3, "may I"), (1, "pass"), (2, "may I")]
    assert (game.discards, game.phase, game.current) == ([], "play", 0)
    assert sizes(game) == [7, 6, 10, 8]
    assert game.claims == [0, 0, 2, 1]


def test_a_round_of_passes_ends_the_offer():
    game = position("claim.may_i={then: offered}", discards="AC AD KD", stock="AS AH KS QH QC")
    game.push("draw stock")
    game.push("may I")
    assert asked(game) == [2, 3]
    assert (game.discards, game.phase, game.current) == (["AC", "AD"], "play", 0)


def test_an_upcard_that_all_have_declined_is_not_offered_again():
    game = Game(ruleset("basic-rummy", (), (*BASE, MAY_I, "deal.offer=true")), 3, seed=4)
    for move in ("pass", "pass", "pass", "draw stock"):
        game.push(move)
    assert game.phase == "play"


# --- the stock runs out -------------------------------------------------------------------------------------------


def test_the_penalty_takes_the_last_card_and_the_deal_ends():
    game = position(MAY_I, "stock_out={recycle: none, times: null}", discards="AC AD", stock="AS")
    game.push("draw stock")
    game.push("may I")
    assert (game.ending, sizes(game)) == ("stock out", [6, 8, 6, 6])


def test_a_short_stock_gives_what_it_has():
    game = position("claim.may_i={penalty: 2}", "stock_out={recycle: none, times: null}", discards="AC AD", stock="AS")
    game.push("draw stock")
    game.push("may I")
    assert (game.ending, sizes(game)) == ("stock out", [6, 8, 6, 6])


def test_the_pile_is_shuffled_for_the_penalty_and_its_top_stays():
    game = position(MAY_I, "stock_out={recycle: shuffle, keep_top: true}", discards="AC AD KD KH QH", stock="AS")
    game.push("draw stock")
    game.push("may I")
    assert sizes(game) == [7, 8, 6, 6]
    assert (game.discards, game.stock_size) == (["KH"], 2)


AT_ONCE = "stock_out={turn_over_when: at_once, upcard: false, times: 1, ends: after_turn}"


def test_the_pile_is_turned_over_with_the_last_card_and_no_card_turned_up():
    game = position(AT_ONCE, discards="AC AD KD", stock="AS")
    game.push("draw stock")
    assert (game.discards, game.stock) == ([], ["AC", "AD", "KD"])
    game.push("discard 2S")
    assert [m.text for m in game.legal_moves()] == ["draw stock", "draw discard"]


def test_an_empty_pile_is_no_source():
    game = position(AT_ONCE, discards="", stock="AS AH")
    assert [m.text for m in game.legal_moves()] == ["draw stock"]


def test_dead_discards_go_into_the_new_stock_and_are_dead_no_more():
    game = position(AT_ONCE, "claim.may_i={then: dead}", discards="AC AD KD", stock="AS")
    game.push("draw stock")
    game.push("may I")
    assert "KD" in game.hand(1) and "AS" in game.hand(1)
    assert (game.phase, game.discards, game.stock, game.view(0)["dead_discards"]) == ("play", [], ["AD"], 0)
    assert "AC" in game.hand(0)


def test_a_pile_that_was_empty_is_turned_over_when_a_card_is_needed():
    game = position(AT_ONCE, discards="", stock="AS")
    game.push("draw stock")
    assert (game.stock_size, game.discards) == (0, [])
    game.push("discard 2S")
    assert game.ending == "none" and game.can("draw stock")
    game.push("draw stock")
    assert ("2S" in game.hand(1), game.discards, game.stock_size) == (True, [], 0)
    game.push("discard 3H")
    assert game.ending == "stock out", "the pile has been turned over once"


def test_a_single_discard_is_enough_for_a_stock_only_where_no_card_is_turned_up():
    one = position("stock_out={upcard: false}", discards="AC", stock="")
    assert "draw stock" in {m.text for m in one.legal_moves()}
    other = position("stock_out={upcard: true, ends: when_declined}", discards="AC", stock="")
    assert "draw stock" not in {m.text for m in other.legal_moves()}


def test_a_shuffled_pile_is_ready_at_once():
    game = position("stock_out={recycle: shuffle, turn_over_when: at_once}", discards="AC AD KD", stock="AS")
    game.push("draw stock")
    assert (game.discards, sorted(game.stock)) == (["KD"], ["AC", "AD"])


# --- discards under a condition -----------------------------------------------------------------------------------


def test_discards_under_a_condition():
    game = position("turn.draw.discard_when=not opened", discards="AC", stock="AS AH", opened=[1, 0, 0, 0])
    with pytest.raises(IllegalMoveError, match="only when not opened") as refused:
        game.push("draw discard")
    assert refused.value.rule == "turn.draw.discard_when"
    game.push("draw stock")
    game.push("discard 2S")
    assert game.can("draw discard")


def test_a_declined_stock_that_is_used_up_ends_the_deal_where_the_discard_may_not_be_taken():
    sets = ("stock_out={recycle: none, times: null, ends: when_declined}", "turn.draw.discard_when=not opened")
    game = position(*sets, discards="AC", stock="", opened=[1, 0, 0, 0])
    assert [m.text for m in game.legal_moves()] == ["decline"]
