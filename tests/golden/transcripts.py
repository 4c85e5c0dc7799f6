"""Short transcripts of seeded games, one for every built-in game and every house rule.

    PYTHONPATH=engine python -m tests.golden.transcripts --write    # write them all again, and read the difference

Moves are chosen from the sorted texts of the legal moves: a transcript depends on the rules and the shuffles only.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Iterator
from pathlib import Path

from meldwright.game import Game
from meldwright.ruleset.library import list_games, list_overlays
from meldwright.ruleset.model import load_ruleset

FOLDER = Path(__file__).parent / "transcripts"
COMMAND = "PYTHONPATH=engine python -m tests.golden.transcripts --write"
SEED = 7
SHOWN = 24  # moves written down
PLAYED = 120  # moves made, unless the deal ends before


def names() -> Iterator[tuple[str, str | None]]:
    """Every game by itself, and every house rule with the first game it is made for."""
    for entry in list_games():
        yield entry.id, None
    for entry in list_overlays():
        yield entry.applies_to[0], entry.id


def path_of(game: str, overlay: str | None) -> Path:
    """The file of a transcript."""
    return FOLDER / (f"{game}.txt" if overlay is None else f"{overlay.removeprefix('house/')}.txt")


def transcript(game: str, overlay: str | None) -> list[str]:
    """The lines: the hands, the first moves with how many were legal, and how the deal ended."""
    ruleset = load_ruleset(game, () if overlay is None else (overlay,))
    table = Game(ruleset, seed=SEED)
    rng = random.Random(SEED)
    lines = [f"{ruleset.described}, {table.players} players, seed {SEED}"]
    lines += [f"hand {seat}: {' '.join(table.hand(seat))}" for seat in range(table.players)]
    lines.append(f"upcard: {' '.join(table.discards) or table.view(0)['upcard'] or 'none'}, stock: {table.stock_size}")
    made = 0
    while not table.deal_over and made < PLAYED:
        texts = sorted(move.text for move in table.legal_moves())
        text = chosen(texts, rng)
        made += 1
        if made <= SHOWN:
            lines.append(f"{table.current}: {text} (of {len(texts)})")
        table.push(text)
    return [*lines, *_end(table, made)]


def _end(table: Game, made: int) -> Iterator[str]:
    if not table.deal_over:
        yield f"after {made} moves: {table.phase}, stock {table.stock_size}, melds {len(table.table)}"
        return
    yield f"after {made} moves: {table.ending}, won by {table.deal_winner}"
    yield f"deal {table.deal_scores}, totals {table.totals}, boxes {table.boxes}"
    yield f"match over, {table.scores}, won by {table.winner}" if table.over else f"next dealer {table.current}"


def chosen(texts: list[str], rng: random.Random) -> str:
    """Any move, but rather one that lays cards down."""
    lays = [text for text in texts if text.startswith(("meld", "lay off", "swap"))]
    return rng.choice(lays if lays and rng.random() < 0.8 else texts)


def write() -> None:
    """Write all transcripts, and remove those of games that are no more."""
    FOLDER.mkdir(exist_ok=True)
    wanted = set()
    for game, overlay in names():
        path = path_of(game, overlay)
        wanted.add(path)
        path.write_text("\n".join(transcript(game, overlay)) + "\n", encoding="utf-8")
    for path in set(FOLDER.glob("*.txt")) - wanted:
        path.unlink()


if __name__ == "__main__":
    if sys.argv[1:] != ["--write"]:
        sys.exit(f"usage: {COMMAND}")
    write()
