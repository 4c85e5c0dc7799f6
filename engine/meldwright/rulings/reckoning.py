"""The score sheet of an evening, added up: hands counted, and what is missing settled by the rulings of the game.

The rulings named here are asked like any others: incorrect_hand for cards missing or too many, missing_score for a
deal without a score, unfinished_match for a player who did not play all deals. What they order is what is done, so a
house rule that changes them changes the totals.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from meldwright.patterns.tree import Name
from meldwright.ruleset.diagnostics import Diagnostic, InputError, Position
from meldwright.ruleset.rules import Row, Ruleset, Ruling

from .conditions import answers_text
from .facts import Value
from .finding import all_of, find
from .reading import Source, card_values
from .sheet import Line, Sheet, read_sheet


@dataclass(frozen=True)
class Entry:
    """A number of the reckoning: the points of a player in a deal, or his total.

    points: None when there are none (he was absent, or the deal counts for nothing). how: what the number is made of,
    such as "5 + 5 + 10 = 20"; "" when it was written down so. rulings: those that made it, by name.
    """

    player: str
    points: int | None
    how: str = ""
    rulings: tuple[str, ...] = ()


@dataclass(frozen=True)
class DealReckoned:
    """A deal: its number in the match (a deal that is replayed keeps it), the entries, and whether it counts."""

    number: int
    entries: tuple[Entry, ...]
    counts: bool


@dataclass(frozen=True)
class Reckoning:
    """A score sheet added up.

    deals: as they were played. totals: of the match, in the order of the seats. complete: who played all deals.
    ranking: names by place, those of equal totals together; empty when the match has no result. over: is the match
    at its end? void: it has no result. statements: what is to be done or known, a sentence each. sources: the rulings
    that were used, (name, sentence, source).
    """

    game: str
    players: tuple[str, ...]
    deals: tuple[DealReckoned, ...]
    totals: tuple[Entry, ...]
    complete: tuple[str, ...]
    ranking: tuple[tuple[str, ...], ...]
    over: bool
    void: bool
    statements: tuple[str, ...]
    sources: tuple[tuple[str, str, str], ...]


def score(ruleset: Ruleset | str | Path, sheet: Source) -> Reckoning:
    """Add up a score sheet.

    ruleset: a `Ruleset`, or the name or path of one, in which everybody counts the cards left in his hand. sheet: a
    mapping, the same as YAML text, or the `Path` of a file with it; docs/irregularities.md has its keys. Raises
    InputError (a ValueError) when the sheet cannot be read, or needs a ruling that the game does not have; ValueError
    for a game that is scored otherwise; RulesetError for the ruleset; TypeError for an argument of another type.
    """
    from meldwright.loading import ruleset_of

    rules = ruleset_of(ruleset)
    if not counts_hands(rules):
        message = (
            f"{rules.name} cannot be added up from the cards left: `score` is for games in which each player counts"
        )
        raise ValueError(f"{rules.name} is scored otherwise: {message}")
    return _Adder(rules, read_sheet(rules, sheet)).run()


def counts_hands(ruleset: Ruleset) -> bool:
    """Does each player get the points of the cards left in his hand, and does the lowest total win?"""
    return any(map(_is_hand, ruleset.scoring)) and ruleset.match.winner == "lowest" and ruleset.match.columns == 1


def _is_hand(row: Row) -> bool:
    """Is this the row of a scoring table that counts the cards left?"""
    each = row.gives == "points" and row.payers is None and row.to is not None and row.to.group == "each"
    return each and row.amount.tree in (Name(("hand_points",)), Name(("deadwood",)))


class _Adder:
    """Adds a sheet up, deal by deal."""

    def __init__(self, ruleset: Ruleset, sheet: Sheet) -> None:
        self.rules = ruleset
        self.sheet = sheet
        self.used: dict[str, Ruling] = {}
        self.statements: list[str] = []

    def run(self) -> Reckoning:
        """The whole sheet."""
        deals: list[DealReckoned] = []
        number = 1
        for lines in self.sheet.deals:
            deal = self._deal(number, lines)
            deals.append(deal)
            number += deal.counts
        others = [row.name.replace("_", " ") for row in self.rules.scoring if not _is_hand(row)]
        if others:
            text = f"What {self.rules.name} scores besides the cards left ({', '.join(others)}) is only in the totals"
            self.statements.append(f"{text} where the sheet has it as `bonus`.")
        over = self._over(deals, number - 1)
        players = self.sheet.players
        complete = [
            p for p in range(len(players))
            if self.sheet.left[p] is None and not any(lines[p].kind == "absent" for lines in self._counted(deals))
        ]  # fmt: skip
        sums = [sum(d.entries[p].points or 0 for d in deals if d.counts) for p in range(len(players))]
        totals = [Entry(name, sums[p]) for p, name in enumerate(players)]
        void = False
        if over and len(complete) < len(players):
            totals, void = self._unfinished(totals, complete)
        elif len(complete) < len(players):
            self._say_who_left(complete)
        ranking = () if void else _ranking(totals)
        if over and ranking and len(ranking[0]) > 1:
            then = "they win together" if self.rules.match.tie == "shared" else "another deal is played"
            self.statements.append(f"{all_of(ranking[0])} are level; {then}.")
        return Reckoning(
            game=self.rules.name,
            players=players,
            deals=tuple(deals),
            totals=tuple(totals),
            complete=tuple(players[p] for p in complete),
            ranking=ranking,
            over=over,
            void=void,
            statements=tuple(self.statements),
            sources=tuple((r.id, r.situation, r.source) for r in self.used.values()),
        )

    def _counted(self, deals: Sequence[DealReckoned]) -> list[tuple[Line, ...]]:
        return [lines for lines, deal in zip(self.sheet.deals, deals, strict=True) if deal.counts]

    # --- a deal --------------------------------------------------------------------------------------------------
    def _deal(self, number: int, lines: Sequence[Line]) -> DealReckoned:
        players = self.sheet.players
        worth = card_values(self.rules, len(players), number)
        entries = {p: self._entry(players[p], line, worth) for p, line in enumerate(lines) if line.kind != "none"}
        given = {p: entry.points for p, entry in entries.items() if entry.points is not None}
        replay = False
        for p, line in enumerate(lines):
            if line.kind == "none":
                entries[p], again = self._missing(players[p], given)
                replay = replay or again
        if replay:
            who = all_of([players[p] for p, line in enumerate(lines) if line.kind == "none"])
            id = next(e.rulings[0] for e in entries.values() if e.points is None and e.rulings)
            self.statements.append(f"Deal {number} is played again: there is no score of {who} ({id}).")
        return DealReckoned(number, tuple(entries[p] for p in range(len(players))), not replay)

    def _entry(self, player: str, line: Line, worth: Mapping[str, int]) -> Entry:
        """A line with points, a hand, `out` or `absent`."""
        if line.kind == "absent":
            return Entry(player, None, "did not play")
        points, how = line.points, "went out" if line.kind == "out" else ""
        if line.kind == "hand":
            values = [worth[card] for card in line.hand]
            points, how = sum(values), _sum(values)
        if line.bonus:
            points, how = points + line.bonus, f"{how or points}; {line.bonus:+d} besides"
        if not line.missing and not line.extra:
            return Entry(player, points, how)
        ruling = self._ruling(
            "incorrect_hand", {"moment": "count", "hand_is": "too_few" if line.missing else "too_many"}, player
        )
        charges = [order.number for order in ruling.remedy if order.verb.name == "charge"]
        if line.missing and charges:
            paid = line.missing * charges[0]
            how = f"{how or points}; {line.missing} missing x {charges[0]} = {paid}"
            points += paid
        return Entry(player, points, how, (ruling.id,))

    def _missing(self, player: str, given: Mapping[int, int]) -> tuple[Entry, bool]:
        """A deal he played without giving a score; and whether the deal must be replayed."""
        ruling = self._ruling("missing_score", {"others": len(given)}, player)
        verbs = {order.verb.name: order.number for order in ruling.remedy}
        if "post" in verbs and len(given) >= verbs["post"]:
            best = sorted(given.values(), reverse=True)[: verbs["post"]]
            return Entry(player, sum(best), _sum(best), (ruling.id,)), False
        if "replay" in verbs:
            return Entry(player, None, "to be played again", (ruling.id,)), True
        return Entry(player, 0, "no score", (ruling.id,)), False

    # --- the match -----------------------------------------------------------------------------------------------
    def _over(self, deals: Sequence[DealReckoned], played: int) -> bool:
        """Is the match at its end: as the sheet says, else by the number of deals or the target of the ruleset."""
        match = self.rules.match
        if deals and not deals[-1].counts:
            return False  # the last deal is still to be played
        if self.sheet.finished is not None:
            return self.sheet.finished
        if match.deals is not None:
            if played < match.deals:
                self.statements.append(f"The match is not over: {played} of {match.deals} deals count.")
            elif played > match.deals:
                self.statements.append(f"The sheet has {played} deals, and a match has {match.deals}.")
            return played >= match.deals
        if match.target is None:
            self.statements.append("Whether the match is over, `finished` says; here it is not.")
            return False
        sums = [sum(d.entries[p].points or 0 for d in deals if d.counts) for p in range(len(self.sheet.players))]
        over = max(sums) >= match.target
        if not over:
            self.statements.append(f"The match is not over: no total has reached {match.target}.")
        return over

    def _unfinished(self, totals: list[Entry], complete: list[int]) -> tuple[list[Entry], bool]:
        """The totals of players who did not play all deals; and whether the match is void."""
        best = sorted((totals[p].points or 0 for p in complete), reverse=True)
        settled = list(totals)
        void = False
        for p, entry in enumerate(totals):
            if p in complete:
                continue
            ruling = self._ruling("unfinished_match", {"others": len(complete)}, entry.player)
            verbs = {order.verb.name: order.number for order in ruling.remedy}
            if "void" in verbs:
                void = True
                text = f"The match has no result: {entry.player} did not play all deals, and fewer than two others did"
                self.statements.append(f"{text} ({ruling.id}).")
            elif "post" in verbs and len(best) >= verbs["post"]:
                chosen = best[: verbs["post"]]
                settled[p] = Entry(entry.player, sum(chosen), _sum(chosen), (ruling.id,))
                text = f"{entry.player} did not play all deals: his {entry.points} points are replaced by"
                self.statements.append(f"{text} {_sum(chosen)} ({ruling.id}).")
        return settled, void

    def _say_who_left(self, complete: list[int]) -> None:
        for p, name in enumerate(self.sheet.players):
            if p not in complete:
                self.statements.append(f"{name} has not played all deals; that is settled when the match is over.")

    def _ruling(self, irregularity: str, answers: Mapping[str, Value], player: str) -> Ruling:
        """The ruling of the game on what is wrong with the sheet. Raises InputError when it has none."""
        rules = next((i for i in self.rules.rulings if i.name == irregularity), None)
        found = None if rules is None else find(rules, answers)
        if found is None or len(found.rulings) != 1 or found.open:
            message = (
                f"{self.rules.name} has no ruling on {irregularity} ({answers_text(answers)}), which {player} needs"
            )
            raise InputError([Diagnostic("error", "no-ruling", message, Position.whole_file("score sheet"))])
        self.used[found.rulings[0].id] = found.rulings[0]
        return found.rulings[0]


def _sum(values: Sequence[int]) -> str:
    """ "5 + 10 = 15"; a single number as it is."""
    if len(values) < 2:
        return str(sum(values))
    return f"{' + '.join(map(str, values))} = {sum(values)}"


def _ranking(totals: Sequence[Entry]) -> tuple[tuple[str, ...], ...]:
    """Names by place, the lowest total first; equal totals share a place."""
    by_points: dict[int, list[str]] = {}
    for entry in totals:
        by_points.setdefault(entry.points or 0, []).append(entry.player)
    return tuple(tuple(by_points[points]) for points in sorted(by_points))
