"""How deals end, and how fast they are played: every game with greedy and with random players, on one thread.

    python bench/endings.py [--matches N] [--random N] [GAME[:PLAYERS] ...]

Whole matches, so that every deal of a game with contracts counts as often. Prints a table in Markdown: deals a second,
the share of deals by how they ended, turns a deal, and the choices of the longest search for an arrangement, of which a
search has 300,000. Times are of this machine; compare them within one run only.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "engine"))

from meldwright import simulate  # noqa: E402
from meldwright.lab.simulate import Result  # noqa: E402

GAMES = (
    "continental-rummy:4", "viennese-rummy:4", "contract-rummy:4", "liverpool-rummy:4", "german-rummy:4",
    "three-thirteen:4", "indian-rummy:4", "101-rummy:4", "gin-rummy:2", "basic-rummy:4",
)  # fmt: skip
SHOWN = ("went out", "call", "last one in", "stock out", "stalemate")


def row(result: Result, bot: str) -> str:
    """One line of the table."""
    shares = [f"{100 * result.endings.get(ending, 0) / max(1, result.deals):.1f} %" for ending in SHOWN]
    cells = [
        f"{result.ruleset}, {result.players}", bot, f"{result.deals:,}", f"{result.deals_per_second:,.0f}", *shares,
        f"{result.turns_per_deal:.1f}", f"{result.hardest_search:,}", str(result.budget_hits),
    ]  # fmt: skip
    return "| " + " | ".join(cells) + " |"


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", default=GAMES, metavar="GAME[:PLAYERS]")
    parser.add_argument("--matches", type=int, default=300, help="matches of greedy players")
    parser.add_argument("--random", type=int, default=20, help="matches of random players")
    parser.add_argument("--seed", type=int, default=11)
    options = parser.parse_args()
    heads = ["game, players", "bots", "deals", "deals/s", *SHOWN, "turns a deal", "longest search", "cut short"]
    print("| " + " | ".join(heads) + " |")
    print("| " + " | ".join("---" for _ in heads) + " |")
    for game in options.games:
        name, _, players = game.partition(":")
        for bot, matches in (("greedy", options.matches), ("random", options.random)):
            if matches:
                result = simulate(
                    name, players=int(players) if players else None, matches=matches, seed=options.seed, bots=bot,
                    threads=1,
                )  # fmt: skip
                print(row(result, bot), flush=True)


if __name__ == "__main__":
    main()
