"""Which rulesets the tests play: every built-in game for every number of players, and a house rule with each."""

from __future__ import annotations

from functools import cache
from typing import Any, NamedTuple

from meldwright.ruleset.library import list_games, list_overlays
from meldwright.ruleset.model import load_ruleset


class Played(NamedTuple):
    """A ruleset to play: the game, house rules on top of it, the number of players."""

    game: str
    overlays: tuple[str, ...]
    players: int

    def __str__(self) -> str:
        return "+".join([self.game, *(o.removeprefix("house/") for o in self.overlays), str(self.players)])


@cache
def ruleset(game: str, overlays: tuple[str, ...] = (), sets: tuple[str, ...] = ()) -> Any:
    """A ruleset, loaded once."""
    return load_ruleset(game, overlays, sets)


def every_game() -> list[Played]:
    """Every built-in game with every number of players it is for."""
    return [Played(entry.id, (), n) for entry in list_games() for n in ruleset(entry.id).players]


def every_overlay() -> list[Played]:
    """Every house rule once: on one of its games and for one number of players, both taken in turn."""
    out = []
    for i, entry in enumerate(list_overlays()):
        game = entry.applies_to[i % len(entry.applies_to)]
        counts = list(ruleset(game, (entry.id,)).players)
        out.append(Played(game, (entry.id,), counts[i // 2 % len(counts)]))
    return out
