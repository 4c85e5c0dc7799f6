"""Hypothesis strategies that make rulesets: every key with some probability, then repaired to make sense mostly."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

Rules = dict[str, Any]
SUITS = (["S", "H", "D", "C"], ["S", "H", "D"], ["R", "G", "B", "Y", "P"], ["S", "H"])
RANKS = (
    ["A", *range(2, 11), "J", "Q", "K"],
    ["A", *range(2, 8), "J", "Q", "K"],
    [*range(1, 14)],
    [7, 8, 9, 10, "J", "Q", "K", "A"],
)
SETS = ("3..4 cards, same rank, different suits", "3..4 cards, same rank", "3+ cards, same rank", "2+ cards, same rank",
        "3 cards, same rank, same suit", "3+ cards, same rank, wilds = 0",
        "4 cards, same rank or 4 cards, same suit")  # fmt: skip
RUNS = ("3+ cards, same suit, in sequence (ace low)", "3+ cards, same suit, in sequence (ace high or low)",
        "3..5 cards, same suit, in sequence (ace high)", "3+ cards, same suit, in sequence (ace round the corner)",
        "4+ cards, in sequence", "3+ cards, same suit, in sequence, wilds <= 1",
        "4 cards, same color, in sequence")  # fmt: skip
OTHERS = ("5 cards, same suit", "[K Q], same suit", "4 cards, same color", "3+ cards, same suit", "[7 7 8]")
LIMITS = ("naturals >= 1", "naturals >= 2", "wilds <= 1", "wilds <= naturals", "wilds = 0")
WHEN = ("deadwood <= 10", "deadwood = 0", "deadwood <= upcard_value", "deadwood <= 30 and turn > 2", "hand_cards <= 3",
        "turn > 3", "deadwood <= 5 * deal", "stock < 10 and deadwood <= 20")  # fmt: skip
DEAL_WHEN = ("went_out", "stock_out", "called", "one_turn_out", "stalemate",
             "called or stock_out", "upcard_suit = spades",
             "winner.deadwood = 0", "caller.deadwood > lowest.deadwood", "deal > 1")  # fmt: skip
AMOUNTS = (5, "others.hand_points", "others.deadwood - deadwood", "hand_points", "-hand_cards", "2 * melded_points",
           "max(hand_points, 10)", "if(is_dealer, 5, 10)", "min(20, deadwood)", "turn + deal")  # fmt: skip
PAID = ("payer.hand_points", "payer.deadwood - deadwood", 7, "if(payer.is_caller, 10, 5)")
GROUPS = ("winner", "caller", "others", "each", "lowest hand_points", "highest deadwood", "lowest melded_points")


class Maker:
    """Draws the parts of one ruleset."""

    def __init__(self, draw: Any) -> None:
        self.draw = draw

    def chance(self, percent: int) -> bool:
        """True so often; shrinks to False."""
        return bool(self.draw(st.integers(0, 99)) >= 100 - percent)

    def one(self, *values: Any) -> Any:
        """One of the values; shrinks to the first."""
        return self.draw(st.sampled_from(values))

    def number(self, least: int, most: int) -> int:
        """A number; shrinks to the least."""
        return int(self.draw(st.integers(least, most)))

    def some(self, percent: int, **makers: Any) -> Rules:
        """A mapping with each key so often; a value is a tuple of choices or a function."""
        out = {}
        for key, maker in makers.items():
            if self.chance(percent):
                out[key] = maker() if callable(maker) else self.one(*maker)
        return out

    # --- sections ----------------------------------------------------------------------------------------------------

    def rules(self) -> Rules:
        """A whole ruleset."""
        least = self.number(2, 3)
        most = least + self.one(0, 0, 1, 2)
        rules: Rules = {"meldwright": 1, "name": "Generated", "players": least if least == most else f"{least}-{most}"}
        rules |= self.some(50, deck=self.deck, values=self.values, limit_values=self.values, wilds=self.wilds)
        rules["deal"] = self.deal(least, most)
        rules |= self.some(70, melds=self.melds, turn=self.turn, stock_out=self.stock_out, scoring=self.rows)
        rules |= self.some(20, claim=lambda: {"playable_discard": True})
        rules["match"] = self.match()
        rules["limits"] = {"turns": self.number(4, 12), "deals": self.number(2, 3)}
        return repaired(rules, least, most)

    def deck(self) -> Rules:
        return self.some(
            40,
            packs=(1, 2, {"2": 1, "3-5": 2}),
            jokers=(0, 2, "1 per pack"),
            suits=SUITS,
            ranks=RANKS,
            strip=(["8"], ["7S"], ["J Q"]),
        )

    def values(self) -> Rules:
        return self.some(40, **{"7": (7, -3, 0), "J Q K": (10, 25), "joker": (0, 20), "A": (1, 15)})

    def wilds(self) -> Rules:
        return self.some(
            60,
            cards=(["joker"], ["2"], ["KS", "KH"], ["joker", "2"]),
            limit=LIMITS,
            apart=(False, True),
            swap=("none", "own_turn"),
        )

    def deal(self, least: int, most: int) -> Rules:
        deal: Rules = {"cards": self.one(5, 7, 3, 10, {f"{least}-{most}": 6})}
        deal |= self.some(
            30, upcard=(True, False), second_pack_upcard=(False, True), offer=(False, True), starter_extra=(0, 1),
            starter=("left_of_dealer", "dealer", "last_winner"), next_dealer=("left", "winner", "loser", "same"),
            sit_out=("nobody", "dealer"),
            no_winner_dealer=("left", "same"), void_when=("hand_points < 12", "deadwood = 0", "hand_cards > 0"),
        )  # fmt: skip
        return deal

    def melds(self) -> Rules:
        melds = self.some(80, set=SETS, run=RUNS) | self.some(25, third=OTHERS)
        return melds or {"set": SETS[0]}

    def turn(self) -> Rules:
        turn: Rules = self.some(
            60,
            draw=lambda: self.some(
                50,
                **{
                    "from": (["stock", "discard"], ["stock"], ["discard"]),
                    "discards": (1, "any", 3),
                    "must_use": ("none", "deepest"),
                },
            ),
            lay_off=lambda: self.some(50, on=("anyone", "own"), after=("nothing", "own_meld", "own_meld_earlier_turn")),
            discard=lambda: self.one(self.throw(), self.throw(), self.throw(), False),
        )
        if self.chance(75):
            turn["meld"] = self.some(
                40, per_turn=("any", 1, 2), more_when_going_out=(False, True), all_at_once_from_deal=(1, 2)
            )
        if self.chance(50) or "meld" not in turn:
            turn["call"] = {name: self.call() for name in ("knock", "show")[: self.number(1, 2)]}
        return turn

    def throw(self) -> Rules:
        return self.some(
            50,
            taken=("forbidden_single", "allowed", "forbidden_block", "to_call"),
            final=("optional", "required"),
            unplayable_last=("allowed", "forbidden"),
        )

    def call(self) -> Rules:
        return self.some(
            60,
            when=WHEN,
            discard=(True, False),
            show=("best", "moves"),
            lay_off=(False, True, "caller.deadwood > 0"),
            wrong=("refused", "exposed"),
            first_turn=(True, False),
        )

    def stock_out(self) -> Rules:
        return self.some(
            50, recycle=("none", "turn_over", "shuffle"), keep_top=(True, False), times=("any", 1, 2),
            take_new_upcard=(False, True),
            floor=(0, 2, 5), ends=("after_turn", "when_declined", "last_discard_to_call"),
            last_discard_same=(False, True),
        )  # fmt: skip

    def rows(self) -> Rules:
        return {f"row_{n}": self.row() for n in range(self.number(1, 4))}

    def row(self) -> Rules:
        row: Rules = self.some(60, when=DEAL_WHEN)
        if self.chance(20):
            return row | {self.one("multiply", "multiply_boxes"): self.one(2, "if(went_out, 2, 3)")}
        row["to"] = self.one(*GROUPS)
        if self.chance(30):
            row["from"] = self.one("others", "caller")
            row["points"] = self.one(*PAID)
        else:
            row[self.one("points", "points", "boxes")] = self.one(*AMOUNTS)
        return row | self.some(
            25, shared=(False, True), multiplied=(True, False), **{"except": ("is_caller", "is_dealer")}
        )

    def match(self) -> Rules:
        match: Rules = self.some(
            30,
            winner=("highest", "lowest"),
            tie=("play_on", "shared"),
            columns=(1, 2),
            rolling=(False, True),
            wins_needed=(1, 2),
        )
        match |= self.one({"target": 40}, {"deals": 2}, {"target": 25, "deals": 3})
        if self.chance(30):
            match["final"] = {f"final_{n}": self.final_row() for n in range(self.number(1, 2))}
        return match

    def final_row(self) -> Rules:
        if self.chance(30):
            return {"when": self.one("lowest.score = 0", "deal > 1"), "multiply": 2}
        return {"to": self.one("winner", "each", "highest score"), "points": self.one(50, "20 * boxes", "score")}


@st.composite
def rulesets(draw: Any) -> Rules:
    """Rulesets of which most can be played."""
    return Maker(draw).rules()


def repaired(rules: Rules, least: int, most: int) -> Rules:
    """Take out what hardly ever makes sense, so that most rulesets can be played; a share stays wrong on purpose."""
    turn, match, deal = rules.get("turn", {"meld": {}}), rules["match"], rules["deal"]
    rules["turn"] = turn
    if not turn.get("call") and "meld" not in turn:
        turn["meld"] = {}
    draw = turn.get("draw", {})
    if draw.get("from") == ["stock"]:
        deal.pop("offer", None)
    if "meld" not in turn:
        draw.pop("must_use", None)
    if not turn.get("call"):
        if isinstance(turn.get("discard"), dict) and turn["discard"].get("taken") == "to_call":
            turn["discard"]["taken"] = "allowed"
        if rules.get("stock_out", {}).get("ends") == "last_discard_to_call":
            rules["stock_out"]["ends"] = "after_turn"
    if match.get("columns", 1) > 1 or match.get("wins_needed", 1) > 1:
        for key in ("deals", "winner", "tie"):
            match.pop(key, None)
        match["target"] = 20
        if match.get("columns", 1) > 1:
            match.pop("wins_needed", None)
    _cards(rules)
    _room(rules, most)
    return rules


def _cards(rules: Rules) -> None:
    """Jokers are there when something speaks of them, and cards are spoken of only in decks that have them."""
    deck = rules.setdefault("deck", {})
    wilds, values = rules.get("wilds", {}), rules.get("values", {})
    ranks = [str(rank) for rank in deck.get("ranks", RANKS[0])]
    if len(deck.get("suits", SUITS[0])) > 4:
        deck["ranks"] = ranks = ranks[-8:]
    suits = deck.get("suits", SUITS[0])
    if "joker" in wilds.get("cards", ()) or "joker" in values or "joker" in rules.get("limit_values", {}):
        deck.setdefault("jokers", 2)
        deck["jokers"] = deck["jokers"] or 2
    known = {"joker", *ranks, *(f"{rank}{suit}" for rank in ranks for suit in suits)}
    for texts in (values, rules.get("limit_values", {})):
        for text in [text for text in texts if set(text.split()) - known]:
            del texts[text]
    for owner, key in ((wilds, "cards"), (deck, "strip")):
        if any(set(text.split()) - known for text in owner.get(key, ())):
            del owner[key]
    melds = rules.get("melds", {})
    if not {"K", "Q", "7"} <= set(ranks) and melds.get("third", "").startswith("["):
        del melds["third"]
    if not melds:
        rules.pop("melds", None)
    for name, text in melds.items():
        if "A" not in ranks and "(ace" in text:
            melds[name] = text.partition(" (")[0]


def _room(rules: Rules, most: int) -> None:
    """Two packs when one has too few cards for everybody."""
    deck, deal = rules.setdefault("deck", {}), rules["deal"]
    suits, ranks = len(deck.get("suits", SUITS[0])), len(deck.get("ranks", RANKS[0]))
    each = deal["cards"] if isinstance(deal["cards"], int) else 6
    if most * each + 12 > suits * ranks - 8:
        deck["packs"] = 2
    if most * each + 12 > 2 * suits * ranks - 16:
        deal["cards"] = 3
    if suits * ranks < 26:
        deck.pop("strip", None)
