"""Two rulesets side by side: play the same moves by both and find the first state in which they differ."""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import Any

from meldwright.game import Game
from meldwright.moves import IllegalMoveError
from meldwright.ruleset.rules import Ruleset

PREFERRED = ("swap", "meld", "lay off", "claim")
SIMPLE = ("pass", "take upcard", "draw", "discard", "done", "deal", "turn over", "decline", *PREFERRED)


@dataclass(frozen=True)
class Start:
    """Where to begin: a position (else a fresh match), moves to make first, how many players, how far to go."""

    position: dict[str, Any] | None = None
    moves: tuple[str, ...] = ()
    players: int | None = None
    seeds: int = 2
    deals: int = 2
    steps: int = 400
    name: str = "a fresh deal"
    dealt: tuple[str, ...] = ()  # hands by seat, of a deck stacked for them; seat 0 deals

    def game(self, ruleset: Ruleset, seed: int) -> Game:
        """The game in which a comparison begins, before the moves of the script."""
        if self.dealt:
            return Game(ruleset, len(self.dealt), deck=_stacked(ruleset, self.dealt))
        if self.position is None:
            return Game(ruleset, self.players, seed=seed)
        return Game.from_position(ruleset, self.position, seed=seed)


def _stacked(ruleset: Ruleset, hands: tuple[str, ...]) -> list[str]:
    """A deck that deals these hands; the other cards follow in deck order."""
    deck = ruleset.for_players(len(hands)).deck
    rest = [name for card, n in zip(deck.kinds, deck.copies, strict=True) for name in [card.name] * n]
    cards = [hand.split() for hand in (*hands[1:], hands[0])]
    out = [hand[i] for i in range(max(map(len, cards))) for hand in cards if i < len(hand)]
    for name in out:
        rest.remove(name)
    return out + rest


def observed(game: Game) -> dict[str, Any]:
    """All that a table could notice: the moves, what the seat in turn sees, scores and ends."""
    out = {
        "legal moves": sorted(move.text for move in game.legal_moves()),
        "end of the deal": game.ending,
        "scores of the deal": game.deal_scores,
        "winner of the deal": game.deal_winner,
        "match over": game.over,
        "winner of the match": game.winner,
        "scores": game.scores,
        "columns": game.columns,
        "taken back": taken_back(game),
    }
    views = {f"view of seat {seat}": _visible(game.view(seat)) for seat in range(game.players)}
    return out | views


def taken_back(game: Game) -> list[str]:
    """The moves that may be taken back now; the game is left as it was."""
    try:
        moves = game.take_back()
    except IllegalMoveError:
        return []
    for move in moves:
        game.push(move)
    return [move.text for move in moves]


def _visible(view: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in view.items() if key != "legal_moves"}


def difference(a: dict[str, Any], b: dict[str, Any]) -> str:
    """The first thing in which two observations differ, in words; empty when there is none."""
    for key, value in a.items():
        other = b[key]
        if value == other:
            continue
        if isinstance(value, list) and key == "legal moves":
            gone, new = [m for m in value if m not in other], [m for m in other if m not in value]
            return f"{key}: {_some(gone)} against {_some(new)}"
        if isinstance(value, dict):
            part = next(k for k in value if value[k] != other[k])
            return f"{key}, {part}: {value[part]} against {other[part]}"
        return f"{key}: {value} against {other}"
    return ""


def _some(moves: list[str]) -> str:
    return ", ".join(moves[:3]) + (f" and {len(moves) - 3} more" if len(moves) > 3 else "") if moves else "no more"


def first_difference(one: Ruleset, other: Ruleset, start: Start) -> str | None:
    """Where two rulesets part, as a sentence; None when they never do within the bounds of `start`."""
    for seed in range(1, start.seeds + 1):
        found = _walk(one, other, start, seed)
        if found:
            return found
    return None


def _walk(one: Ruleset, other: Ruleset, start: Start, seed: int) -> str | None:
    rng = random.Random(seed)
    policy = eager if seed % 2 else careless
    games = start.game(one, seed), start.game(other, seed)
    script = iter(start.moves)
    for step in range(start.steps):
        texts = [sorted(move.text for move in game.legal_moves()) for game in games]
        found = ""
        back = [taken_back(game) for game in games]
        if texts[0] != texts[1] or games[0].record != games[1].record or back[0] != back[1]:  # the rest follows
            found = difference(*(observed(game) for game in games))
        if found:
            return f"{start.name}, seed {seed}, after {step} moves: {found}"
        if games[0].over or (games[0].deal_over and games[0].deal >= start.deals):
            return None
        text = next(script, None) or policy(texts[0], rng)
        for game in games:
            game.push(text)
    return None


def eager(moves: list[str], rng: random.Random) -> str:
    """Calls when he can, lays what he can, and is done only when nothing more can be laid."""
    for wanted in (lambda m: not m.startswith(SIMPLE), lambda m: m.startswith(PREFERRED)):
        found = [move for move in moves if wanted(move)]
        if found:
            return rng.choice(found)
    return careless(moves, rng)


def careless(moves: list[str], rng: random.Random) -> str:
    """Any move."""
    return rng.choice(moves)

