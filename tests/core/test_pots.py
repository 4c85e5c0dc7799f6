"""Chips, players put out of the match, buying back, the pot and the cut: scripted deals."""

from __future__ import annotations

import pytest
from support.games import ruleset

from meldwright.game import Game, IllegalMoveError

# a knock game for up to six: whoever knocks ends the deal, everybody adds his deadwood, the lowest total wins
KNOCK = ("scoring={rum: null, lowest: null, dead: {to: each, points: deadwood}}", "match.winner=lowest")
LOSERS = ["KS QD JH", "KD QH JC", "KH QC JS"]  # thirty points each


def rules(*sets: str, game: str = "knock-rummy"):
    return ruleset(game, (), (*KNOCK, *sets))


def knock(hands: list[str], *sets: str, turn: int = 0, **keys) -> Game:
    """The deal ends: the player at `turn` throws the 2C and knocks, everybody counts his hand."""
    held = list(hands)
    held[turn] = f"{held[turn]} 2C".strip()
    position = {"hands": held, "stock": "3C 4C", "discards": "5D", "step": "play", "turn": turn,
                "dealer": len(hands) - 1, **keys}  # fmt: skip
    game = Game.from_position(rules(*sets), position)
    game.push("knock")
    game.push("discard 2C")
    return game


# --- rows of chips ------------------------------------------------------------------------------------------------


def row(text: str) -> str:
    return f"scoring.money={{{text}}}"


@pytest.mark.parametrize(
    ("text", "chips", "pot"),
    [
        ("to: caller, from: others, chips: 1", [3, -1, -1, -1], 0),
        ("to: caller, chips: 4", [4, 0, 0, 0], 0),
        ("to: others, from: caller, chips: 2", [-6, 2, 2, 2], 0),
        ("to: caller, from: others, chips: payer.deadwood / 10", [5, -1, -2, -2], 0),
        ("to: pot, from: others, chips: 3", [-3, -3, -3, -3], 12),
        ("to: pot, from: caller, chips: 3", [-3, 0, 0, 0], 3),
        ("to: pot, from: others, chips: hand_cards", [-2, -1, -2, -2], 7),
        ("to: pot, chips: 8", [0, 0, 0, 0], 8),
        ("when: called and caller.deadwood > 100, to: pot, chips: 8", [0, 0, 0, 0], 0),
    ],
)
def test_rows_of_chips(text, chips, pot):
    game = knock(["6D 5C", "KS", "KD QH", "KH QC"], row(text))
    assert (game.chips, game.deal_chips, game.pot) == (chips, chips, pot)
    assert game.totals == [11, 10, 20, 20], "chips are no points"


def test_the_pot_pays_what_it_has_from_the_dealers_left():
    game = knock(["", "", "", ""], row("to: each, from: pot, chips: 4"), pot=10, dealer=1)
    assert (sum(game.chips), game.pot) == (10, 0)
    assert game.chips == [2, 0, 4, 4]


def test_the_pot_is_shared():
    game = knock(["", "", "", ""], row("to: each, from: pot, chips: pot, shared: true"), pot=10, dealer=1)
    assert (game.chips, game.pot) == ([2, 2, 3, 3], 0)


def test_a_later_row_finds_what_an_earlier_one_has_left():
    fill = "scoring.a={to: pot, from: caller, chips: 6}"
    half = "scoring.b={to: caller, from: pot, chips: pot / 2}"
    game = knock(["", "", ""], fill, half, half.replace("scoring.b", "scoring.c"))
    assert (game.chips, game.pot) == ([-6 + 3 + 1, 0, 0], 2)


def test_chips_are_never_multiplied():
    game = knock(["6D", "KS", "KD"], row("to: caller, chips: 1"), "scoring.twice={multiply: 2}")
    assert (game.totals, game.chips) == ([12, 20, 20], [1, 0, 0])


def test_stakes_and_antes():
    game = Game(rules("match.ante=5", "match.stake=20"), 4, seed=1)
    assert (game.chips, game.pot) == ([15, 15, 15, 15], 20)
    assert game.view(2)["chips"] == game.chips and game.view(2)["pot"] == 20


def test_the_most_chips_win_the_match_and_the_lowest_score_the_deal():
    sets = ("match.winner=chips", "match={deals: 1, target: null}", "match.ante=1")
    game = knock(["6D", "", "KD"], *sets, row("to: highest deadwood, from: others, chips: 5"))
    assert (game.deal_winner, game.winner, game.over) == (1, 2, True)
    assert (game.chips, game.pot) == ([-6, -6, 9 + 3], 0), "the winner of the match has the pot"


def test_a_final_row_pays_chips():
    sets = ("match={deals: 1, target: null}", "match.final.rank={to: winner, from: others, chips: 2}", "match.ante=1")
    game = knock(["6D", "", "KD"], *sets)
    assert (game.winner, game.chips, game.pot) == (1, [-3, 6, -3], 0)


# --- out of the match ---------------------------------------------------------------------------------------------

OUT = ("match={target: null, deals: null}", "match.eliminate={at: 101, chips: 1}", "match.ante=5")


def test_who_reaches_the_total_is_out_and_pays():
    game = knock(["", "KS", "KD", "KH"], *OUT, scores=[50, 91, 90, 100])
    assert (game.totals, game.out) == ([50, 101, 100, 110], [1, 3])
    assert (game.chips, game.deal_chips, game.pot) == ([-5, -6, -5, -6], [0, -1, 0, -1], 22)
    assert (game.over, game.phase) == (False, "deal over")


def test_who_is_out_sits_out_and_neither_deals_nor_scores():
    game = knock(
        ["", "KS", "KD", "KH"], *OUT, row("to: caller, from: others, chips: 1"), scores=[50, 91, 90, 60], dealer=0
    )
    assert game.current == 2, "the deal passes over seat 1"
    game.push("deal")
    assert (game.dealer, game.current, [len(game.hand(p)) > 0 for p in range(4)]) == (2, 3, [True, False, True, True])
    order = []
    for _ in range(6):
        order.append(game.current)
        game.push("draw stock")
        knocks = [m for m in game.legal_moves() if m.text == "knock"]
        if knocks and len(order) > 3:
            game.push("knock")
        game.push(next(m for m in game.legal_moves() if m.text.startswith("discard")))
        if game.deal_over:
            break
    assert order[:4] == [3, 0, 2, 3]
    assert game.deal_over and game.totals[1] == 101 and game.deal_chips[1] == 0
    assert sorted(game.deal_chips) in ([-1, -1, 0, 2], [-2, -1, 0, 2], [-2, -2, 0, 2])


@pytest.mark.parametrize(
    ("rule", "turn", "expected"),
    [("left", 0, 2), ("same", 0, 2), ("winner", 1, 2), ("loser", 0, 2)],
)
def test_who_is_out_never_deals_next(rule, turn, expected):
    """Seat 1 is put out: it dealt, won or lost the deal, or sits at the dealer's left."""
    dealer = {"left": 0, "same": 1}.get(rule, 3)
    sets = (f"deal={{next_dealer: {rule}, no_winner_dealer: left}}",)
    hands = ["KS", "3D", "KD", "KH"] if rule == "winner" else ["", "KS", "3D", "3H"]
    game = knock(hands, *OUT, *sets, turn=turn, scores=[50, 98 if rule == "winner" else 91, 60, 60], dealer=dealer)
    assert (game.out, game.deal_winner) == ([1], 1 if rule == "winner" else 0)
    assert game.current == expected


def test_the_last_one_in_wins_and_takes_the_pot():
    game = knock(["KS", "KD", "KH"], *OUT, scores=[20, 95, 100], dealer=2)
    assert (game.over, game.winner, game.out) == (True, 0, [1, 2])
    assert (game.chips, game.pot) == ([12, -6, -6], 0)


def test_of_all_put_out_together_the_lowest_wins():
    game = knock(["KS", "KD", "KH"], *OUT, scores=[99, 95, 100], dealer=2)
    assert (game.over, game.winner, game.out) == (True, 1, [0, 1, 2])
    assert (game.chips, game.pot) == ([-6, -6 + 18, -6], 0)


def test_who_was_out_before_has_no_part_in_it():
    game = knock(["KS", "KD", "KH", ""], *OUT, scores=[99, 95, 100, 102], out=[3], dealer=2, pot=21)
    assert (game.winner, game.chips, game.pot) == (1, [-6, -6 + 24, -6, -5], 0)


@pytest.mark.parametrize(("dealer", "chips"), [(2, [4, 3, -6]), (0, [3, 4, -6]), (1, [4, 3, -6])])
def test_ties_of_players_put_out_together_share_the_pot(dealer, chips):
    """An odd chip goes to the first from the dealer's left."""
    game = knock(["KS", "KD", "KH"], *OUT, scores=[95, 95, 100], dealer=dealer, pot=16)
    assert (game.over, game.winner, game.pot) == (True, None, 0)
    assert game.chips == chips


def test_a_dealer_who_sits_out_plays_when_two_are_left():
    sets = (*OUT, "deal.sit_out=dealer", "players=3-4")
    game = knock(["", "KS", "", ""], *sets, scores=[50, 95, 40, 120], out=[3], dealer=2)
    assert (game.totals, game.out) == ([50, 105, 40, 120], [1, 3])
    game.push("deal")
    assert [len(game.hand(p)) > 0 for p in range(4)] == [True, False, True, False]


# --- buying back --------------------------------------------------------------------------------------------------

BUY = (*OUT[:1], "match.eliminate={at: 101}", "match.ante=5",
       "match.buy_back={from: 82, to: 100, chips: 5, times: 1}")  # fmt: skip


def test_the_worst_may_buy_the_total_of_the_second_worst():
    game = knock(["", "2S", "2D", "2H"], *BUY, scores=[99, 93, 88, 18], dealer=3)
    assert (game.phase, game.current, game.deal_over, game.totals) == ("buy back", 0, True, [99, 95, 90, 20])
    assert [m.text for m in game.legal_moves()] == ["buy back", "pass"]
    with pytest.raises(IllegalMoveError, match="buy back or pass"):
        game.push("deal")
    game.push("buy back")
    assert (game.totals, game.chips, game.pot) == ([95, 95, 90, 20], [-10, -5, -5, -5], 25)
    assert (game.phase, game.current, game.bought_back) == ("deal over", 0, [1, 0, 0, 0])
    assert game.columns == [game.totals]


def test_who_passes_keeps_his_total():
    game = knock(["", "2S", "2D", "2H"], *BUY, scores=[99, 93, 88, 18], dealer=3)
    game.push("pass")
    assert (game.phase, game.totals, game.pot) == ("deal over", [99, 95, 90, 20], 20)


@pytest.mark.parametrize(
    ("scores", "bought"),
    [([81, 20, 30], [0, 0, 0]), ([95, 95, 40], [0, 0, 0]), ([92, 40, 30], [1, 0, 0]), ([40, 88, 88], [0, 0, 0])],
)
def test_nobody_buys_who_gains_nothing_or_may_not(scores, bought):
    assert knock(["", "", ""], *BUY, scores=scores, bought=bought).phase == "deal over"


def test_a_total_is_bought_down_only_below_the_limit():
    assert knock(["", "", ""], *BUY, scores=[100, 50, 30]).phase == "buy back"
    assert knock(["", "", ""], *BUY, scores=[101, 50, 30]).phase == "deal over"


RAMI = (*OUT[:1], "match.eliminate={at: 100}", "match.ante=10",
        "match.buy_back={who: out, chips: (pot + 1) / 2, times: 1}")  # fmt: skip


def test_who_was_just_put_out_comes_back_for_half_the_pot():
    game = knock(["4D", "KS", "JS 5C"], *RAMI, scores=[96, 40, 88], dealer=2)
    assert (game.totals, game.out, game.phase, game.current) == ([100, 50, 103], [0, 2], "buy back", 0)
    game.push("buy back")
    assert (game.totals, game.out, game.chips, game.pot) == ([50, 50, 103], [2], [-25, -10, -10], 45)
    assert (game.phase, game.current) == ("buy back", 2)
    game.push("buy back")
    assert (game.totals, game.out, game.chips, game.pot) == ([50, 50, 50], [], [-25, -10, -33], 68)
    assert (game.phase, game.over) == ("deal over", False)


def test_the_match_ends_when_nobody_comes_back():
    game = knock(["4D", "KS", "JS 5C"], *RAMI, scores=[96, 40, 88], dealer=2)
    game.push("pass")
    assert not game.over
    game.push("pass")
    assert (game.over, game.winner, game.chips, game.pot) == (True, 1, [-10, 20, -10], 0)


def test_with_all_put_out_there_is_no_total_to_come_back_with():
    game = knock(["KS", "KD"], *RAMI, scores=[99, 95], dealer=1)
    assert (game.over, game.winner) == (True, 1)


def test_who_was_put_out_in_an_earlier_deal_stays_out():
    game = knock(["", "KS", "2S", ""], *RAMI, scores=[20, 95, 30, 120], out=[3], dealer=2)
    assert (game.phase, game.current) == ("buy back", 1)
    game.push("pass")
    assert (game.phase, game.out) == ("deal over", [1, 3])


def test_the_price_is_the_buyers_own():
    buy = "match.buy_back={chips: 'if(score > 60, 7, 2)', times: 2}"
    game = knock(["", "", ""], *OUT, buy, scores=[70, 50, 30])
    assert game.current == 0
    game.push("buy back")
    assert (game.chips[0], game.totals) == (-12, [50, 50, 30])


# --- the cut ------------------------------------------------------------------------------------------------------

CUT = "scoring.cut={to: each, points: 'if(lucky_cut, -50, 0)'}"


def test_the_player_at_the_dealers_right_cuts():
    game = Game(rules("deal.cut=chosen", CUT), 4, seed=3, dealer=2)
    assert (game.phase, game.current, game.deal, game.cut_size) == ("cut", 1, 1, None)
    assert [len(game.hand(p)) for p in range(4)] == [0, 0, 0, 0]
    assert len(game.legal_moves()) == 51
    for text, reason in (("cut 0", "1 to 51"), ("cut 52", "1 to 51"), ("draw stock", "is to be cut")):
        with pytest.raises(IllegalMoveError, match=reason):
            game.push(text)
    before = game.stock
    game.push("cut 29")
    assert (game.phase, game.current, game.cut_size) == ("draw", 3, 29)
    assert game.view(0)["cut_size"] == 29
    dealt = [card for p in range(4) for card in game.hand(p)] + game.discards
    assert sorted(dealt) == sorted(before[:29]), "the order of the cards stays"


@pytest.mark.parametrize(("cut", "bonus"), [(29, -50), (28, 0), (30, 0)])
def test_the_exact_cut_is_worth_something(cut, bonus):
    """Four hands of seven and the upcard."""
    game = Game(rules("deal.cut=chosen", CUT), 4, seed=3, dealer=2)
    game.push(f"cut {cut}")
    for _ in range(5):
        game.push("draw stock")
        if game.can("knock"):
            game.push("knock")
        game.push(next(m for m in game.legal_moves() if m.text.startswith("discard")))
        if game.deal_over:
            break
    else:
        raise AssertionError("nobody could knock")
    others = game._core.least_deadwood(game.names.rules, game._work, game._game.hand[1], game._game.mask[1])
    assert game.deal_scores[1] == bonus + int(others)


def test_a_cut_by_lot_is_any_number_and_changes_no_card():
    rule = rules("deal.cut=drawn", CUT)
    sizes = [Game(rule, 4, seed=seed).cut_size for seed in range(200)]
    assert min(sizes) >= 1 and max(sizes) <= 51
    assert min(sizes) < 6 and max(sizes) > 46 and len(set(sizes)) > 40
    plain = Game(rules(), 4, seed=7)
    assert [Game(rule, 4, seed=7).hand(p) for p in range(4)] == [plain.hand(p) for p in range(4)]


def test_who_is_out_of_the_match_does_not_cut():
    position = {"hands": ["", "", "", ""], "step": "cut", "dealer": 2, "out": [1], "scores": [0, 110, 0, 0]}
    game = Game.from_position(rules("deal.cut=chosen", CUT, *OUT), position)
    assert (game.phase, game.current) == ("cut", 0)
    game.push("cut 22")
    assert [len(game.hand(p)) for p in range(4)] == [7, 0, 7, 7]


def test_a_stacked_deck_is_cut_too():
    rule = rules("deal.cut=chosen", CUT)
    deck = [card.name for card in Game(rule, 2, seed=1).names.deck.kinds]
    game = Game(rule, 2, deck=deck)
    assert game.phase == "cut"
    game.push("cut 3")
    assert sorted(game.hand(0) + game.hand(1)) == sorted(deck[: 2 * len(game.hand(0))])
