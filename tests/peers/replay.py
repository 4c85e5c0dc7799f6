"""One deal of gin, played at the same time in OpenSpiel and in Meldwright, move for move.

`Twin` holds both games, translates OpenSpiel's actions into Meldwright's moves and reports every state in which the
legal moves differ. Differences that are known and agreed on (`docs/openspiel-differences.md`) are recognised by the
reason behind them, counted by name and taken out; what is left is a disagreement.

OpenSpiel's order of decisions differs in two places: a defender lays off first and melds afterwards, with a pass in
between; and at the wall (two cards left) a knock takes the last discard and knocks in one action.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import pyspiel

from meldwright import Game, load_ruleset

OVERLAYS = ("house/gin-bonuses-25", "house/card-50-same")
"""What makes our gin OpenSpiel's: bonuses of 25, and the last discard may be taken to knock with."""

SPIEL = pyspiel.gin_rummy
UTILS = SPIEL.GinRummyUtils(13, 4, 10)
MELDS: dict[int, list[int]] = dict(UTILS.int_to_meld)
LIMIT = 10
LONGEST_PEER_RUN = 5
CARDS = 52

TAKEN = "taken card returned"
SEARCH = "eleven-card search"
LONG_RUNS = "runs of six and more"
CHAIN = "third card at an end"
TIE = "tie after a knock"
DRAW_CAP = "fifty upcards"
DIFFERENCES = (TAKEN, SEARCH, LONG_RUNS, CHAIN, TIE, DRAW_CAP)


def name(card: int) -> str:
    """Our name of OpenSpiel's card."""
    text = UTILS.card_string(card)
    return text[0].replace("T", "10") + text[1].upper()


def number(card: str) -> int:
    """OpenSpiel's number of our card."""
    return int(UTILS.card_int(card.replace("10", "T")[0] + card[-1].lower()))


def numbers(cards: str) -> list[int]:
    """OpenSpiel's numbers of cards named in our way, separated by spaces."""
    return [number(card) for card in cards.split()]


def stacked(hands: Sequence[Sequence[int]], upcard: int, stock: Sequence[int]) -> list[int]:
    """A whole deck in OpenSpiel's order: hand, hand, upcard, stock from its top; the rest of the pack follows."""
    deck = [*hands[0], *hands[1], upcard, *stock]
    return deck + [card for card in range(CARDS) if card not in deck]


@dataclass
class Twin:
    """Both games of one deal. `deck` is in OpenSpiel's order: ten cards, ten cards, upcard, stock from its top."""

    deck: Sequence[int]
    met: Counter[str] = field(default_factory=Counter)
    history: list[str] = field(default_factory=list)
    decisions: int = 0

    def __post_init__(self) -> None:
        self.spiel = pyspiel.load_game("gin_rummy").new_initial_state()
        self._dealt = 0
        self._chance()
        first, second = self.deck[:10], self.deck[10:20]
        order = [card for pair in zip(first, second, strict=True) for card in pair]
        order += self.deck[20:]
        self.ours = Game(ruleset(), deck=[name(card) for card in order], dealer=1)
        self.taken: int | None = None  # card of the discards taken in this turn
        self.ends: Counter[int] = Counter()  # cards laid off, by the number of the card at that end of the run

    # --- both sides' moves -------------------------------------------------------------------------------------

    def our_texts(self) -> list[str]:
        """Our legal moves."""
        return [str(move) for move in self.ours.legal_moves()]

    def actions(self) -> list[int]:
        """OpenSpiel's legal actions."""
        return [int(action) for action in self.spiel.legal_actions()]

    @property
    def phase(self) -> Any:
        """OpenSpiel's phase."""
        return self.spiel.current_phase()

    def over(self) -> bool:
        """Has OpenSpiel's game ended?"""
        return bool(self.spiel.is_terminal())

    def shared(self) -> tuple[list[int], list[str]]:
        """Actions legal on both sides, and disagreements that no agreed difference explains."""
        self.decisions += 1
        phase, actions, texts = self.phase, self.actions(), set(self.our_texts())
        if phase == SPIEL.Phase.WALL:
            return self._wall(actions, texts)
        if phase == SPIEL.Phase.LAYOFF:
            return self._layoff(actions, texts)
        if phase == SPIEL.Phase.KNOCK:
            return self._knock(actions, texts)
        if phase == SPIEL.Phase.DISCARD:
            return self._discard(actions, texts)
        table = {
            SPIEL.DRAW_UPCARD_ACTION: "take upcard" if phase == SPIEL.Phase.FIRST_UPCARD else "draw discard",
            SPIEL.DRAW_STOCK_ACTION: "draw stock",
            SPIEL.PASS_ACTION: "pass",
        }
        return self._compare({a: table[a] for a in actions}, texts)

    def _compare(self, theirs: dict[int, str], ours: set[str]) -> tuple[list[int], list[str]]:
        wrong = [f"only OpenSpiel offers {t}" for t in sorted(set(theirs.values()) - ours)]
        wrong += [f"only Meldwright offers {t}" for t in sorted(ours - set(theirs.values()))]
        return [a for a, text in theirs.items() if text in ours], wrong

    def _wall(self, actions: list[int], texts: set[str]) -> tuple[list[int], list[str]]:
        theirs = {a: "decline" if a == SPIEL.PASS_ACTION else "draw discard" for a in actions}
        if SPIEL.KNOCK_ACTION not in theirs and legal_knock_discards([*self.hand(), self.upcard()]):
            texts.discard("draw discard")
            self.met[SEARCH] += 1
        return self._compare(theirs, texts)

    def _discard(self, actions: list[int], texts: set[str]) -> tuple[list[int], list[str]]:
        theirs = {a: "knock" if a == SPIEL.KNOCK_ACTION else f"discard {name(a)}" for a in actions}
        if self.taken is not None and theirs.pop(self.taken, None):
            self.met[TAKEN] += 1
        knocking = legal_knock_discards(self.hand())
        if "knock" in theirs.values() and "knock" not in texts and set(knocking) <= {self.taken}:
            del theirs[SPIEL.KNOCK_ACTION]
            self.met[TAKEN] += 1
        if "knock" in texts and "knock" not in theirs.values() and set(knocking) - {self.taken}:
            texts.discard("knock")
            self.met[SEARCH] += 1
        return self._compare(theirs, texts)

    def _knock(self, actions: list[int], texts: set[str]) -> tuple[list[int], list[str]]:
        if len(self.hand()) == 11:
            theirs = {a: f"discard {name(a)}" for a in actions}
            if self.taken is not None and not self._took_last and theirs.pop(self.taken, None):
                self.met[TAKEN] += 1
            return self._compare(theirs, texts)
        return self._melds(actions, texts)

    def _melds(self, actions: list[int], texts: set[str]) -> tuple[list[int], list[str]]:
        theirs = {a: "done" if a == SPIEL.PASS_ACTION else meld_text(meld_of(a)) for a in actions}
        ours = {canonical(text) for text in texts if not text.startswith("lay off")}
        long_runs = {t for t in ours if len(t.split()) - 1 > LONGEST_PEER_RUN}
        self.met[LONG_RUNS] += bool(long_runs)
        return self._compare(theirs, ours - long_runs)

    def _layoff(self, actions: list[int], texts: set[str]) -> tuple[list[int], list[str]]:
        if self.spiel.finished_layoffs():
            return self._melds(actions, texts)
        theirs = {a: name(a) for a in actions if a != SPIEL.PASS_ACTION}
        ours = {t.split()[2] for t in texts if t.startswith("lay off")}
        chained = {t for t in ours - set(theirs.values()) if self._laid_off_beside(number(t)) >= 2}
        self.met[CHAIN] += bool(chained)
        shared, wrong = self._compare(theirs, ours - chained)
        return [SPIEL.PASS_ACTION, *shared], wrong

    def _laid_off_beside(self, card: int) -> int:
        """How many cards in a row next to this one were laid off, on its longer side."""
        done = set(self.spiel.layoffs())
        longest = 0
        for step in (-1, 1):
            count, k = 0, card + step
            while k in done and k // 13 == card // 13:
                count, k = count + 1, k + step
            longest = max(longest, count)
        return longest

    # --- playing -----------------------------------------------------------------------------------------------

    def play(self, action: int) -> None:
        """Make OpenSpiel's action in both games."""
        phase = self.phase
        for text in self._our_moves(action, phase):
            self.history.append(text)
            self.ours.push(text)
        self.spiel.apply_action(action)
        self._chance()

    def _our_moves(self, action: int, phase: Any) -> list[str]:
        phases = SPIEL.Phase
        if phase == phases.WALL:
            if action == SPIEL.PASS_ACTION:
                return ["decline"]
            self.taken, self._took_last = self.upcard(), True
            return ["draw discard", "knock"]
        if phase in (phases.FIRST_UPCARD, phases.DRAW):
            self._took_last = False
            self.taken = self.upcard() if action == SPIEL.DRAW_UPCARD_ACTION else None
            if action == SPIEL.DRAW_UPCARD_ACTION:
                return ["take upcard" if phase == phases.FIRST_UPCARD else "draw discard"]
            return ["draw stock" if action == SPIEL.DRAW_STOCK_ACTION else "pass"]
        if phase == phases.LAYOFF and not self.spiel.finished_layoffs():
            return [] if action == SPIEL.PASS_ACTION else [self._lay_off_text(action)]
        if action == SPIEL.PASS_ACTION:
            return ["done"]
        if action == SPIEL.KNOCK_ACTION:
            return ["knock"]
        return [f"discard {name(action)}" if action < CARDS else self._meld_text(meld_of(action))]

    def _lay_off_text(self, card: int) -> str:
        """Lay the card off on a run rather than on a set: OpenSpiel lets it serve both, and only a run goes on."""
        options = [t for t in self.our_texts() if t.startswith(f"lay off {name(card)} on ")]
        runs = [t for t in options if self._is_run(int(t.rsplit(" ", 1)[1]))]
        return (runs or options)[0]

    def _is_run(self, meld: int) -> bool:
        cards = self.ours.table[meld - 1]["meld"].split()
        return len({card[-1] for card in cards}) == 1

    def _meld_text(self, cards: Sequence[int]) -> str:
        wanted = meld_text(cards)
        return next(t for t in self.our_texts() if canonical(t) == wanted)

    def _chance(self) -> None:
        while self.spiel.is_chance_node():
            self.spiel.apply_action(self.deck[self._dealt])
            self._dealt += 1

    # --- looking -----------------------------------------------------------------------------------------------

    _took_last = False

    def hand(self) -> list[int]:
        """Cards of the player whose decision it is, in OpenSpiel's game."""
        return list(self.spiel.hands()[self.spiel.current_player()])

    def upcard(self) -> int:
        """OpenSpiel's upcard."""
        return int(self.spiel.upcard())

    def difference(self) -> int:
        """Our points of the deal: the first player's less the second's."""
        first, second = self.ours.deal_scores
        return int(first - second)


def legal_knock_discards(hand: Sequence[int]) -> list[int]:
    """Discards that leave ten cards with no more deadwood than the limit, by OpenSpiel's own exact ten-card search."""
    return list(UTILS.legal_discards(list(hand), LIMIT))


def meld_of(action: int) -> list[int]:
    """The cards of OpenSpiel's meld action."""
    return MELDS[action - SPIEL.MELD_ACTION_BASE]


def meld_text(cards: Sequence[int]) -> str:
    """A meld as text, its cards in OpenSpiel's order."""
    return " ".join(["meld", *(name(card) for card in sorted(cards))])


def canonical(text: str) -> str:
    """Our move, a meld with its cards in OpenSpiel's order."""
    return meld_text([number(card) for card in text.split()[1:]]) if text.startswith("meld ") else text


_RULESET: list[Any] = []


def ruleset() -> Any:
    """Our gin with OpenSpiel's options."""
    if not _RULESET:
        _RULESET.append(load_ruleset("gin-rummy", overlays=OVERLAYS))
    return _RULESET[0]
