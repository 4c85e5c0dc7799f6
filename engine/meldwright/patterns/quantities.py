"""The quantities an expression may name: one registry for the checker, the compiler, the docs and the explainer.

A quantity's number is its index in `QUANTITIES`: compiled programs hold it, so entries are only ever added at the end.
`called.NAME` puts the index of the call in the word `arg` (-1: any call); every other quantity has arg 0.
Conditions count 0 or 1. The numbers of deals, turns and columns start at 1; `turn` starts anew with each deal.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Kind = Literal["number", "bool", "suit", "rank"]

PLAYER_SCOPES = ("self", "others", "caller", "winner", "payer", "lowest", "highest")
ONE_PLAYER = ("self", "caller", "winner", "payer")  # conditions are not added up or ranked
TABLE: tuple[str, ...] = ()  # the same for everybody: no scope may be written before it
MELD = ("meld",)  # a property of the meld being laid: patterns and contracts only
SCOPE_ALIASES = {"opponents": "others"}


@dataclass(frozen=True, slots=True)
class Quantity:
    """Something that can be counted. `scopes` empty: the same for everybody, written without a scope.

    `description` completes the sentence "it is …"; `available` is False for what this version cannot count yet.
    """

    name: str
    unit: str
    kind: Kind
    scopes: tuple[str, ...]
    description: str
    available: bool = True


QUANTITIES: tuple[Quantity, ...] = (
    Quantity("deadwood", "points", "number", PLAYER_SCOPES, "deadwood"),
    Quantity("hand_points", "points", "number", PLAYER_SCOPES, "points in hand"),
    Quantity("hand_cards", "cards", "number", PLAYER_SCOPES, "number of cards in hand"),
    Quantity("melded_points", "points", "number", PLAYER_SCOPES, "points laid on the table in this deal"),
    Quantity("score", "points", "number", PLAYER_SCOPES, "score before this deal"),
    Quantity("deal_score", "points", "number", PLAYER_SCOPES, "score of this deal so far"),
    Quantity("boxes", "boxes", "number", PLAYER_SCOPES, "number of boxes"),
    Quantity("wins", "deals", "number", PLAYER_SCOPES, "number of deals won"),
    Quantity("players", "players", "number", TABLE, "the number of players"),
    Quantity("deal", "deals", "number", TABLE, "the deal number"),
    Quantity("turn", "turns", "number", TABLE, "the turn number"),
    Quantity("own_turns", "turns", "number", PLAYER_SCOPES, "number of turns taken in this deal"),
    Quantity("stock", "cards", "number", TABLE, "the number of cards left in the stock"),
    Quantity("discards", "cards", "number", TABLE, "the number of cards in the discards"),
    Quantity("is_caller", "", "bool", ONE_PLAYER, "made the call"),
    Quantity("is_winner", "", "bool", ONE_PLAYER, "won the deal"),
    Quantity("is_dealer", "", "bool", ONE_PLAYER, "dealt"),
    Quantity("opened", "", "bool", ONE_PLAYER, "laid a meld in this deal"),
    Quantity("went_out", "", "bool", TABLE, "the deal ended because a player went out"),
    Quantity("stock_out", "", "bool", TABLE, "the deal ended because the stock ran out"),
    Quantity("stalemate", "", "bool", TABLE, "the deal ended in a stalemate"),
    Quantity("called", "", "bool", TABLE, "the deal ended with a call"),
    Quantity("one_turn_out", "", "bool", TABLE, "the winner went out in one turn, having played nothing before"),
    Quantity("laid_off_on_caller", "points", "number", PLAYER_SCOPES, "points laid off on the caller", False),
    Quantity("upcard_value", "points", "number", TABLE, "the value of the first upcard"),
    Quantity("upcard_suit", "", "suit", TABLE, "the suit of the first upcard"),
    Quantity("upcard_rank", "", "rank", TABLE, "the rank of the first upcard"),
    Quantity("column", "", "number", TABLE, "the column number"),
    Quantity("target", "points", "number", TABLE, "the target of the match"),
    Quantity("wilds", "cards", "number", MELD, "the number of wilds in the meld"),
    Quantity("naturals", "cards", "number", MELD, "the number of naturals in the meld"),
    Quantity("size", "cards", "number", MELD, "the number of cards of the meld"),
    Quantity("points", "points", "number", MELD, "the points of the meld"),
    Quantity("canastas", "melds", "number", PLAYER_SCOPES, "number of melds of seven or more cards", False),
    Quantity("natural_canastas", "melds", "number", PLAYER_SCOPES, "number of canastas without wilds", False),
    Quantity("mixed_canastas", "melds", "number", PLAYER_SCOPES, "number of canastas with wilds", False),
    Quantity("melds", "melds", "number", PLAYER_SCOPES, "number of melds laid in this deal", False),
    Quantity("red_threes", "cards", "number", PLAYER_SCOPES, "number of red threes laid out", False),
    Quantity("team_score", "points", "number", PLAYER_SCOPES, "score of the partnership", False),
    Quantity("chips", "chips", "number", PLAYER_SCOPES, "number of chips"),
    Quantity("pot", "chips", "number", TABLE, "the chips in the pot"),
    Quantity("loose_cards", "cards", "number", PLAYER_SCOPES, "fewest cards in no meld"),
    Quantity("dropped", "", "bool", ONE_PLAYER, "left the deal before its end"),
    Quantity("wrong_call", "", "bool", ONE_PLAYER, "made a wrong call in this deal"),
    Quantity("claims", "cards", "number", PLAYER_SCOPES, "number of discards taken out of turn in this deal"),
    Quantity("lucky_cut", "", "bool", ONE_PLAYER, "cut just as many cards as the deal takes: all hands and the upcard"),
    Quantity("cut_joker", "", "bool", TABLE, "a joker was cut from the pack"),
    Quantity(
        "paplu_cards", "cards", "number", PLAYER_SCOPES, "number of cards held that stand next above the cut card"
    ),
    Quantity("cut_hands", "", "bool", ONE_PLAYER, "cut just as many cards as all hands take, without the upcard"),
    Quantity("loose_points", "points", "number", PLAYER_SCOPES, "points of the fewest cards that are in no meld"),
)

MELD_ALIASES = {"cards": "size"}
NUMBER_OF = {quantity.name: number for number, quantity in enumerate(QUANTITIES)}


def find(name: str) -> Quantity | None:
    """The quantity of a name, None when there is none."""
    number = NUMBER_OF.get(name)
    return None if number is None else QUANTITIES[number]
