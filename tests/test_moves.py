"""The notation of moves, and the three ways in which a move can be wrong, word for word."""

from __future__ import annotations

import pytest
from support.games import ruleset

from meldwright import AmbiguousMoveError, Game, IllegalMoveError, MoveError, UnreadableMoveError

JOKERS = ("house/jokers",)
TABLE = {
    "hands": ["5H 6H 7H QS QD AC 9C joker", "8H 2D 3D"],
    "table": ["9S 10S JS", {"meld": "4C 4D 4H", "owner": 1}],
    "discards": "2S 3C QH",
    "step": "play",
    "turn": 0,
}
GIN = {"hands": ["3S 4S 5S 6S 4C 5C 6C 2D 3D 5D 6H", "KS 8C 7D JH 7S QC 10D 8H QD 10C"], "step": "play", "turn": 0}


@pytest.fixture
def rummy():
    return Game.from_position(ruleset("basic-rummy", JOKERS), TABLE)


@pytest.fixture
def gin():
    return Game.from_position(ruleset("gin-rummy"), GIN)


@pytest.mark.parametrize(("said", "meant"), [
    ("meld 5H 6H 7H", "meld 5H 6H 7H"),
    ("MELD 7h 5h 6h", "meld 5H 6H 7H"),
    ("  meld   6H, 5H, 7H ", "meld 5H 6H 7H"),
    ("meld 5H 6H 7H as run", "meld 5H 6H 7H"),
    ("lay off QS on 1", "lay off QS on 1"),
    ("lay off qs to meld 1", "lay off QS on 1"),
    ("lay off QS on 1 high", "lay off QS on 1"),
    ("lay off joker on 2", "lay off JOKER=4 on 2"),
    ("lay off JOKER=8S on 1", "lay off JOKER=8S on 1"),
    ("lay off joker on 1 low", "lay off JOKER=8S on 1"),
    ("discard th", None),
    ("discard 9c", "discard 9C"),
])  # fmt: skip
def test_what_is_said_and_what_is_meant(rummy, said, meant):
    if meant is None:
        assert not rummy.can(said)
    else:
        assert rummy.verify(said).text == meant


@pytest.mark.parametrize(("said", "meant"), [("draw stock", "draw stock"), ("Stock", "draw stock"),
                                             ("draw discard", "draw discard"), ("draw 1 discard", "draw discard"),
                                             ("draw 2 discards", "draw 2 discards")])  # fmt: skip
def test_draws(said, meant):
    game = Game.from_position(ruleset("basic-rummy", JOKERS), TABLE | {"step": "draw"})
    assert game.verify(said).text == meant


def test_small_letters_and_the_ace_of_spades():
    """`as` is a card as well as a word."""
    game = Game.from_position(ruleset("basic-rummy"), {"hands": ["AS AH AC 2S 3S", "KS"], "step": "play", "turn": 0})
    assert game.verify("meld as ah ac").text == "meld AS AH AC"
    assert game.verify("meld ah as ac").text == "meld AS AH AC"
    assert game.verify("meld ac ah as").text == "meld AS AH AC"
    assert game.verify("meld as 2s 3s").text == "meld AS 2S 3S"
    assert game.verify("meld ah ac as as set").text == "meld AS AH AC"


def test_every_text_is_read_back(rummy):
    for move in rummy.legal_moves():
        assert rummy.verify(move.text) == rummy.verify(move) == rummy.verify(move.text.lower()) == move


def ambiguous(game, text):
    with pytest.raises(AmbiguousMoveError) as error:
        game.push(text)
    return error.value


def test_an_ambiguous_move_gives_the_choices(rummy):
    """A joker on 9S 10S JS may be the eight or the queen."""
    error = ambiguous(rummy, "lay off joker on 1")
    assert error.choices == ("lay off JOKER=8S on 1", "lay off JOKER=QS on 1")
    assert error.reason == "this may mean 2 moves (lay off JOKER=8S on 1, lay off JOKER=QS on 1)"
    assert all(rummy.verify(text).text == text for text in error.choices)
    assert not rummy.can("lay off joker on 1")


def test_a_meld_with_a_wild_that_may_stand_for_several_cards(rummy):
    """Where no order of the sequence is told, nothing says which card the joker is; in order, its place does."""
    error = ambiguous(rummy, "meld 7H joker 6H")
    assert sorted(error.choices) == ["meld 6H 7H JOKER=8H", "meld JOKER=5H 6H 7H"]
    assert rummy.verify("meld joker 6H 7H").text == "meld JOKER=5H 6H 7H"
    assert rummy.verify("meld 6H 7H joker").text == "meld 6H 7H JOKER=8H"
    assert rummy.push("meld joker=8h 7h 6h").text == "meld 6H 7H JOKER=8H"
    assert rummy.table[-1]["meld"] == "6H 7H JOKER=8H"


UNREADABLE = [
    ("", "an empty text is no move"),
    ("fold", "no move begins like that; a move begins with one of pass, take upcard, draw,"),
    ("discrad 9C", "no move begins like that; did you mean 'discard'?"),
    ("discard", "'discard' alone is no move: it takes a card, as in 'discard QS'"),
    ("Meld", "'meld' alone is no move: it takes the cards of a meld, as in 'meld 7H 8H 9H'"),
    ("lay off", "'lay off' alone is no move: it takes a card and the number of a meld on the table, as in"),
    ("claim", "'claim' alone is no move: it takes the number of a meld on the table, as in 'claim on 3'"),
    ("draw", "'draw' alone is no move: it is 'draw stock', 'draw discard', or 'draw 2 discards'"),
    ("draw three cards", "a draw is 'draw stock', 'draw discard', or 'draw 2 discards'"),
    ("pass please", "'pass' stands alone: nothing comes after it"),
    ("claim it", "'claim' needs the number of a meld on the table, as in 'claim on 3'"),
    ("discard 9C AC", "one card is discarded at a time"),
    ("discard 1C", '"1C" is not a card of this deck (did you mean "10C"?)'),
    ("meld 5H 6H seven", '"seven" is not a card of this deck'),
    ("meld 5H 6H 7H as flush", "the ruleset has no meld called 'flush'"),
    ("meld ,", "'meld' needs at least one card"),
    ("lay off QS", "'lay off' needs the number of a meld on the table, as in 'lay off JC on 3'"),
    ("lay off QS on the run", "'lay off' needs the number of a meld on the table, as in 'lay off JC on 3'"),
    ("lay off QS QD on 1", "'lay off' takes one card at a time"),
    ("claim QH on 1", "'claim on 3' names no card: it is the discard that is claimed"),
]


@pytest.mark.parametrize(("text", "reason"), UNREADABLE, ids=lambda v: v[:24])
def test_what_cannot_be_read(rummy, text, reason):
    before = rummy.record
    with pytest.raises(UnreadableMoveError) as error:
        rummy.push(text)
    assert error.value.reason.startswith(reason)
    whole(error.value, text, rummy)
    assert rummy.record == before


ILLEGAL = [
    ("discard KD", "player 0 holds no KD", ""),
    ("discard 8H", "player 0 holds no 8H", ""),
    ("meld QS QS QD", "player 0 holds only 1 QS", ""),
    ("meld 5H 6H QD", "these cards are no meld here (set: 3+ cards, same rank, "
     "run: 3+ cards, same suit, in sequence (ace high or low))", "melds"),
    ("meld 5H 6H", "these cards are no meld here (set: 3+ cards, same rank, "
     "run: 3+ cards, same suit, in sequence (ace high or low))", "melds"),
    ("lay off AC on 1", "AC does not fit meld 1 (9S 10S JS)", "melds"),
    ("lay off QS on 7", "there is no meld 7 on the table (there are 2)", ""),
    ("draw stock", "the card of this turn has been drawn already; the turn goes on to the discard", ""),
    ("pass", "the card of this turn has been drawn already; the turn goes on to the discard", ""),
    ("deal", "the card of this turn has been drawn already; the turn goes on to the discard", ""),
]  # fmt: skip


@pytest.mark.parametrize(("text", "reason", "rule"), ILLEGAL, ids=lambda v: v[:24])
def test_what_is_illegal_says_why(rummy, text, reason, rule):
    before = rummy.record
    with pytest.raises(IllegalMoveError) as error:
        rummy.push(text)
    assert (error.value.reason, error.value.rule) == (reason, rule)
    whole(error.value, text, rummy)
    assert rummy.record == before


def whole(error: MoveError, text: str, game: Game) -> None:
    """The message is the reason, the move and the position, and the error is a ValueError."""
    assert isinstance(error, ValueError) and isinstance(error, MoveError)
    assert error.text == text and error.position == game.position()
    assert str(error) == f"{error.reason}: {text!r} in {game.position()}"


def test_the_position_that_an_error_quotes(rummy):
    assert rummy.position() == (
        "deal 1, turn 5, player 0 (play), hand QS 5H 6H 7H QD AC 9C JOKER, discard QH, table 1: 9S 10S JS; 2: 4H 4D 4C"
    )


GIN_ILLEGAL = [
    (GIN, "meld 3S 4S 5S", "melds are not laid on the table in this game", "turn.meld"),
    (GIN, "lay off 6H on 1", "there is no meld 1 on the table (there are 0)", ""),
    (GIN | {"discards": "KH", "taken": "6H"}, "discard 6H",
     "6H was just taken from the discards and may not be thrown this turn", "turn.discard.taken"),
    (GIN | {"step": "draw"}, "discard 6H", "a card must be drawn first", ""),
    (GIN | {"step": "draw"}, "draw discard", "there are only 0 discards", "turn.draw.discards"),
    (GIN | {"step": "draw", "discards": "KH KD"}, "draw 2 discards",
     "at most 1 discard may be taken at a time, from the top", "turn.draw.discards"),
    (GIN | {"step": "offer", "discards": "KH"}, "draw stock",
     "the first upcard is being offered: take upcard or pass", ""),
    (GIN | {"turn": 1, "hands": [GIN["hands"][0], GIN["hands"][1] + " 2H"]}, "knock",
     "knock needs deadwood <= 10; the least deadwood after discarding KS is 82", "turn.call.knock.when"),
]  # fmt: skip


@pytest.mark.parametrize(("position", "text", "reason", "rule"), GIN_ILLEGAL, ids=lambda v: str(v)[:24])
def test_what_is_illegal_in_gin(position, text, reason, rule):
    game = Game.from_position(ruleset("gin-rummy"), position)
    with pytest.raises(IllegalMoveError) as error:
        game.push(text)
    assert (error.value.reason, error.value.rule) == (reason, rule)


def test_a_knock_step_by_step_says_why_not(gin):
    gin.push("knock")
    illegal(gin, "discard 2D", "without 2D the deadwood would be", "turn.call.knock.when")
    illegal(gin, "draw stock", "a call has been made: a card must be discarded with it", "")
    gin.push("discard 6H")
    illegal(gin, "done", "the caller must lay melds until his deadwood is within the limit of the call", "turn.call")
    illegal(gin, "lay off 2D on 1", "there is no meld 1 on the table (there are 0)", "")
    illegal(gin, "discard 2D", "hands are being shown: meld, lay off, or done", "")


def illegal(game, text, reason, rule):
    with pytest.raises(IllegalMoveError) as error:
        game.push(text)
    assert error.value.reason.startswith(reason) and error.value.rule == rule


def test_push_verify_and_can_agree(gin):
    assert gin.can("knock") and gin.verify("knock").text == "knock" and gin.push("knock").text == "knock"
    assert not gin.can("knock")
    assert gin.pop().text == "knock" and gin.can("knock")
    with pytest.raises(IndexError, match="no move has been made"):
        gin.pop()


def test_a_move_object_is_as_good_as_its_text(gin):
    move = gin.legal_moves()[0]
    assert gin.push(move) is move or gin.history[-1] == move
    assert str(move) == move.text


# --- wild cards: exchanged, as themselves, by number of players, in long runs -------------------------------------

SWAPS = ("deck.jokers=2", "wilds.cards=[joker]", "wilds.swap=own_turn")
FREED = {
    "hands": ["6H KH 9C 9D 9S 2D", "8S 3D"],
    "table": [{"meld": "5H JOKER=6H 7H", "owner": 1}, {"meld": "10H 10D 10C", "owner": 1}],
    "discards": "2S 8C",
    "step": "play",
    "turn": 0,
}


def freed(swap_to, **position):
    game = Game.from_position(ruleset("basic-rummy", (), (*SWAPS, f"wilds.swap_to={swap_to}")), FREED | position)
    assert game.push("swap 6H on 1").text == "swap 6H on 1"
    assert game.table[0]["meld"] == "5H 6H 7H"
    return game


ON_RUN, ON_SET = ["lay off JOKER=4H on 1", "lay off JOKER=8H on 1"], ["lay off JOKER=10S on 2"]


@pytest.mark.parametrize(("swap_to", "on"), [("table", ON_RUN + ON_SET), ("other_meld", ON_SET), ("same_meld", ON_RUN)])
def test_a_freed_wild_is_laid_off_before_anything_else(swap_to, on):
    game = freed(swap_to)
    said = [move.text for move in game.legal_moves()]
    assert all(text.startswith("lay off JOKER") for text in said) and len(said) == len(on)
    illegal(game, "discard KH", "the wild card taken off the table must be laid off first", "wilds.swap_to")
    illegal(game, "lay off 9D on 1", "the wild card taken off the table must be laid off first", "wilds.swap_to")
    assert not game.can("meld 9C 9D JOKER") and not game.can("meld 9C 9D 9S")
    game.push(said[0])
    assert game.can("meld 9C 9D 9S") and game.can("discard KH") and "JOKER" not in game.hand(0)


def test_a_freed_wild_may_stay_in_the_hand():
    game = freed("hand")
    assert "JOKER" in game.hand(0)
    assert game.can("discard JOKER") and game.can("meld 9C 9D JOKER") and game.can("lay off JOKER=8H on 1")


def test_no_exchange_when_the_wild_would_have_nowhere_to_go():
    closed = {"table": [{"meld": "5H JOKER=6H 7H", "owner": 1}, {"meld": "10H 10D 10C 10S", "owner": 1}]}
    sets = (*SWAPS, "wilds.swap_to=other_meld", "melds.set=3..4 cards, same rank")
    game = Game.from_position(ruleset("basic-rummy", (), sets), FREED | closed)
    reason = "there is no wild in that meld that stands for this card and could be laid off at once"
    illegal(game, "swap 6H on 1", reason, "wilds.swap_to")
    illegal(game, "swap 9D on 1", reason, "wilds.swap_to")


def test_exchanges_out_of_sets():
    table = {"table": [{"meld": "10H 10D JOKER", "owner": 1}], "hands": ["10S 10C KH", "8S 3D"]}
    runs = Game.from_position(ruleset("basic-rummy", (), SWAPS), FREED | table)
    assert not runs.can("swap 10S on 1")
    sets = ("deck.packs=2", *SWAPS, "wilds.swap_from=any", "melds.set=3..4 cards, same rank, different suits")
    hands = {"hands": ["10S 10C 10H KH", "8S 3D"]}
    game = Game.from_position(ruleset("basic-rummy", (), sets), FREED | table | hands)
    assert game.can("swap 10S on 1") and game.can("swap 10C on 1") and not game.can("swap 10H on 1")
    game.push("swap 10C on 1")
    assert sorted(game.table[0]["meld"].split()) == ["10C", "10D", "10H"]


def test_only_some_wilds_may_be_exchanged():
    table = {"table": [{"meld": "5H JOKER=6H 7H", "owner": 1}, {"meld": "8D 2S=9D 10D", "owner": 1}]}
    sets = ("deck.jokers=2", "wilds.cards=[joker, 2]", "wilds.swap=own_turn")
    position = FREED | table | {"hands": ["6H KH 9D", "8S 3D"], "discards": "8C"}
    both = Game.from_position(ruleset("basic-rummy", (), sets), position)
    assert both.can("swap 6H on 1") and both.can("swap 9D on 2")
    jokers = Game.from_position(ruleset("basic-rummy", (), (*sets, "wilds.swap_cards=[joker]")), position)
    assert jokers.can("swap 6H on 1") and not jokers.can("swap 9D on 2")


TWOS = {"hands": ["AH 2H 3H 2S 4H KC", "8S 3D"], "discards": "9S", "step": "play", "turn": 0}


def melds(game):
    return {move.text for move in game.legal_moves() if move.text.startswith("meld ")}


def test_a_wild_card_in_its_own_place_is_natural():
    game = Game.from_position(ruleset("basic-rummy", (), ("wilds.cards=[2]",)), TWOS)
    assert "meld AH 2H 3H" in melds(game) and "meld AH 2H=2H 3H" not in melds(game)
    assert game.verify("meld 3H 2H AH").text == "meld AH 2H 3H"
    assert "meld AH 2S=2H 3H" in melds(game)


def test_wild_cards_that_are_never_natural_in_sequences():
    game = Game.from_position(ruleset("basic-rummy", (), ("wilds.cards=[2]", "wilds.natural=false")), TWOS)
    assert {"meld AH 2H=2H 3H", "meld AH 2S=2H 3H"} <= melds(game) and "meld AH 2H 3H" not in melds(game)
    assert game.verify("meld AH 2H 3H").text == "meld AH 2H=2H 3H"
    one = ("wilds.cards=[2]", "wilds.natural=false", "wilds.limit=wilds <= 1")
    limited = melds(Game.from_position(ruleset("basic-rummy", (), one), TWOS))
    assert "meld AH 2H=2H 3H 4H" in limited and "meld AH 2H=2H 3H 4H 2S=5H" not in limited


def test_wild_cards_that_are_never_natural():
    hands = {"hands": ["2H 2S 2D 3H 4H KC", "8S 3D"]}
    twos = Game.from_position(ruleset("basic-rummy", (), ("wilds.cards=[2]", "wilds.natural=false")), TWOS | hands)
    assert not twos.can("meld 2H 2S 2D")  # all of them are wild, and a meld has a natural card
    assert "meld 3H 4H 2H=5H" in melds(twos) and "meld 2H 3H 4H" not in melds(twos)
    both = Game.from_position(ruleset("basic-rummy", (), ("wilds.cards=[2]",)), TWOS | hands)
    assert both.can("meld 2H 2S 2D") and {"meld 3H 4H 2H=5H", "meld 2H 3H 4H"} <= melds(both)


LONG = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"]


@pytest.mark.parametrize(("size", "both_ends"), [("4..14", True), ("4..13", False), ("4+", False)])
def test_a_run_with_an_ace_at_both_ends(size, both_ends):
    pattern = f"melds.run={size} cards, same suit, in sequence (ace high or low)"
    rules = ruleset("basic-rummy", (), ("players=2", "deck.packs=2", pattern))
    whole = " ".join(rank + "H" for rank in LONG)
    hand = {"hands": [f"{whole} AH 9C", "8S 3D"], "discards": "9S", "step": "play", "turn": 0}
    game = Game.from_position(rules, hand)
    assert game.can(f"meld {whole} AH") == both_ends
    game.push(f"meld {whole}")
    assert game.can("lay off AH on 1") == both_ends
    if both_ends:
        game.push("lay off AH on 1")
        assert game.table[0]["meld"] == f"{whole} AH"


def test_jokers_by_the_number_of_players():
    jokers = 'deck.jokers={"2": 0, "3": 1, "4": "2 per pack"}'
    rules = ruleset("basic-rummy", (), ("players=2-4", jokers, "deck.packs=2", "wilds.cards=[joker]"))
    for players, number in ((2, 0), (3, 1), (4, 4)):
        seated = rules.for_players(players)
        assert seated.deck.size == 104 + number and bool(seated.wild_mask) == (number > 0)
        assert Game(rules, players, seed=1).legal_moves()
    assert not Game(rules, 2, seed=1).can("discard joker")


def test_what_a_card_counts_that_is_wild_in_the_deal():
    sets = ("values.wild=20", 'deals={"1": {"wilds": [3]}, "2+": {"wilds": ["4S"]}}', "scoring=null",
            "scoring.left={to: each, points: hand_points}")  # fmt: skip
    over = {"hands": ["7D", "3S 4S 5D"], "table": [{"meld": "4H 5H 6H", "owner": 0}], "step": "play", "turn": 0}
    for deal, points in ((1, 20 + 4 + 5), (2, 3 + 20 + 5), (5, 3 + 20 + 5)):
        game = Game.from_position(ruleset("basic-rummy", (), sets), over | {"deal": deal, "discards": "9S"})
        game.push("discard 7D")
        assert game.deal_scores == [0, points]


# --- the first melds of a player ----------------------------------------------------------------------------------

FIRST = {
    "hands": ["7S 7H 7D 4C 5C 6C 9D 9H 9C KH 10S", "8S 3D"],
    "table": [{"meld": "10H 10D 10C", "owner": 1}],
    "discards": "2H 8C",
    "step": "play",
    "turn": 0,
}


def first(*sets):
    return Game.from_position(ruleset("straight-rummy", (), ("turn.meld.per_turn=any", *sets)), FIRST)


def test_a_contract_is_laid_before_anything_else():
    game = first("turn.opening.contract=2 set", "turn.opening.new_melds=false", "turn.lay_off.after=own_meld")
    assert melds(game) == {"meld 7S 7H 7D", "meld 9H 9D 9C"} and game.can("discard KH")
    contract = "turn.opening.contract"
    illegal(game, "meld 4C 5C 6C", "this meld cannot begin the contract of this deal (2 set) from this hand", contract)
    illegal(game, "lay off 10S on 1", "a meld of one's own must be laid before cards are", "turn.lay_off.after")
    game.push("meld 7S 7H 7D")
    assert [move.text for move in game.legal_moves()] == ["meld 9H 9D 9C"]
    illegal(game, "meld 4C 5C 6C", "this meld cannot go on with the contract of this deal (2 set) from", contract)
    illegal(game, "discard KH", "the first melds must be complete before a card is thrown", "turn.opening")
    illegal(game, "lay off 10S on 1", "the first melds must be complete before anything else is laid", "turn.opening")
    game.push("meld 9C 9D 9H")
    illegal(game, "meld 4C 5C 6C", "once the first melds lie, no new ones are laid", "turn.opening.new_melds")
    assert game.can("lay off 10S on 1") and game.can("discard KH")


def test_the_contract_of_a_deal_is_named():
    game = first('deals={"1-3": {"contract": "set + run", "whole_hand": true}}')
    reason = "this meld cannot begin the contract of this deal (set + run, with the whole hand) from this hand"
    illegal(game, "meld 7S 7H 7D", reason, "deals.1-3.contract")


def test_points_are_made_with_several_melds():
    game = first("turn.opening.points=40")
    game.push("meld 7S 7H 7D")
    game.push("meld 4C 5C 6C")
    assert [move.text for move in game.legal_moves()] == ["meld 9H 9D 9C"]  # 21 and 15 are not enough
    more = first("turn.opening.points=70")
    reason = "with this meld the first melds could not make 70 points"
    illegal(more, "meld 7S 7H 7D", reason, "turn.opening.points")


def test_a_contract_counts_alone_beside_points():
    game = first("turn.opening.contract=set + run", "turn.opening.points=1000")
    game.push("meld 7S 7H 7D")
    assert melds(game) == {"meld 4C 5C 6C"}
    game.push("meld 4C 5C 6C")
    assert game.can("discard KH")
