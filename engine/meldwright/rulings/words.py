"""The sentences of a ruling, with the players and cards of the situation."""

from __future__ import annotations

from .finding import all_of
from .situation import Situation
from .verbs import Order, filled


def capital(text: str) -> str:
    """The text with a capital letter."""
    return text[:1].upper() + text[1:]


class Words:
    """What stands for the placeholders of texts in one situation; where nobody is known, the general words stay."""

    def __init__(self, s: Situation) -> None:
        self.s = s
        seats = s.seats
        self.values: dict[str, str] = {}
        left = None if seats.offender is None else seats.left_of(seats.offender)
        named = {
            "offender": seats.offender,
            "turn": seats.turn,
            "owner": seats.owner,
            "left": left,
            "next": seats.next,
            "dealer": seats.dealer,
        }
        self.values |= {key: seats.players[seat] for key, seat in named.items() if seat is not None}
        skipped = seats.skipped()
        if skipped:
            self.values["skipped"] = all_of([seats.players[seat] for seat in skipped])
        self._cards()
        self._points()

    def _cards(self) -> None:
        s, values = self.s, self.values
        if s.drawn_card:
            values["drawn_card"] = s.drawn_card
        for name in ("seen", "superfluous"):
            if name in s.listed:
                values[name] = all_of(s.listed[name]) if name == "superfluous" else ", ".join(s.listed[name])
        seen = s.listed.get("seen", ())
        if seen:
            values["top_seen"] = seen[0] + "".join(f", then {card}" for card in seen[1:])
        if s.answers.get("next") == "took":
            values["retracted"] = "all but the one that was drawn since"
        elif "thrown" in s.listed:
            values["retracted"] = f"any but one of {all_of(s.listed['thrown'])}"
        if s.surplus:
            n = abs(s.surplus)
            values["turns_needed"] = f": {n} turn{'' if n == 1 else 's'} in all"

    def _points(self) -> None:
        s, values = self.s, self.values
        if s.hand is not None:
            points = [s.points[card] for card in s.hand]
            total = f" = {sum(points)}" if len(points) > 1 else ""
            values["hand_points"] = f": {' + '.join(map(str, points))}{total}" if points else ": 0"

    def fill(self, text: str) -> str:
        """A text of the ruleset with its placeholders filled in."""
        return filled(text, self.values)

    def sentence(self, order: Order, who: int | None = None, irregularity: str = "") -> str:
        """What an order says at this table. `who` is the player of `turn`."""
        values = {"number": str(order.number), "irregularity": irregularity, "who": filled("{left}")}
        if order.player:
            values["who"] = filled({"left": "{left}", "right": "{turn}", "next": "{next}"}[order.player])
        if who is not None:
            values["who"] = self.s.seats.players[who]
        if order.verb.name == "charge" and self.s.surplus is not None and self.s.surplus < 0:
            missing = -self.s.surplus
            values["charged"] = f": {missing} x {order.number} = {missing * order.number}"
        if order.verb.name == "post" and len(self.s.scores) >= order.number:
            best = sorted(self.s.scores.values(), reverse=True)[: order.number]
            values["posted"] = f": {' + '.join(map(str, best))} = {sum(best)}"
        return capital(filled(order.verb.says, {**self.values, **values}))
