"""Meldwright beside OpenSpiel and RLCard: gin at random, on this machine, now.

    pip install '.[bench]'
    python bench/peers.py                       everything, five rounds, some minutes
    python bench/peers.py --only same,random    parts of it
    python bench/peers.py --rounds 9 --json results.json

Before anything is timed, `same` shows that the games are the same game: whole deals replayed side by side with equal
lists of legal moves, and the numbers of decisions of random deals next to each other. Within a round every engine is
timed in turn, and ratios are taken within rounds, so that a machine that gets slower half-way slows all of them.
Printed is the median of the rounds with the smallest and the largest.

A *decision* is a choice of a player; the shuffle and the cards drawn are not counted.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from importlib import metadata
from pathlib import Path
from typing import Any

import numpy as np

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "tests" / "peers"))

OVERLAYS = ("house/gin-bonuses-25", "house/card-50-same")
"""OpenSpiel's gin: bonuses of 25, and the last discard may be taken to knock."""

SECONDS = 1.0  # how long one measurement should take


@dataclass
class Series:
    """What one engine did in each round: decisions and games a second."""

    name: str
    decisions: list[float] = field(default_factory=list)
    games: list[float] = field(default_factory=list)


def spread(values: list[float], digits: int = 0) -> str:
    """Median with the smallest and the largest value."""
    return f"{statistics.median(values):,.{digits}f} ({min(values):,.{digits}f} .. {max(values):,.{digits}f})"


def table(head: list[str], rows: list[list[str]]) -> None:
    """Print a table in Markdown."""
    widths = [max(len(row[i]) for row in [head, *rows]) for i in range(len(head))]
    for row in [head, ["-" * width for width in widths], *rows]:
        print("| " + " | ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)) + " |")
    print()


# --- the engines --------------------------------------------------------------------------------------------------


class OpenSpiel:
    """OpenSpiel's gin, driven from Python, and its own rollouts in C++."""

    def __init__(self) -> None:
        import pyspiel

        self.spiel = pyspiel
        self.game = pyspiel.load_game("gin_rummy")

    def random_deal(self, rng: random.Random, returning: bool = True) -> int:
        """Decisions of a deal played at random, with or without throwing a card back that was just taken."""
        state = self.game.new_initial_state()
        take, taken = self.spiel.gin_rummy.DRAW_UPCARD_ACTION, None
        decisions = 0
        while not state.is_terminal():
            actions = state.legal_actions()
            if not returning and taken in actions and len(actions) > 1 and not state.is_chance_node():
                actions.remove(taken)
            action = rng.choice(actions)
            taken = state.upcard() if action == take else None
            decisions += not state.is_chance_node()
            state.apply_action(action)
        return decisions

    def driven(self, seed: int) -> tuple[int, int]:
        """Deals and decisions played from Python for about a second."""
        rng = random.Random(seed)
        deals = decisions = 0
        end = time.perf_counter() + SECONDS
        while time.perf_counter() < end:
            decisions += self.random_deal(rng)
            deals += 1
        return deals, decisions

    def rollouts(self, seed: int, rollouts: int) -> tuple[int, float]:
        """Deals played by the C++ rollouts of its search, and their mean start: decisions already made.

        A search of two simulations evaluates the root and one of its children, each by `rollouts` random playouts.
        """
        rng = random.Random(seed)
        state = self.game.new_initial_state()
        while state.is_chance_node():
            state.apply_action(rng.choice(state.legal_actions()))
        evaluator = self.spiel.RandomRolloutEvaluator(rollouts, seed)
        search = self.spiel.MCTSBot(self.game, evaluator, 2.0, 2, 100, False, seed, False)
        search.step(state)
        return 2 * rollouts, 0.5


class RLCard:
    """RLCard's gin. Its deals begin with a discard from eleven cards, have no laying off and end at the wall."""

    def __init__(self) -> None:
        import rlcard
        from rlcard.agents import RandomAgent

        self.env = rlcard.make("gin-rummy", config={"seed": 1})
        self.env.set_agents([RandomAgent(self.env.num_actions)] * 2)

    def random_deal(self) -> int:
        """Decisions of a deal played at random."""
        paths, _ = self.env.run()
        return sum(len(path) // 2 for path in paths)

    def driven(self, seed: int) -> tuple[int, int]:
        """Deals and decisions for about a second."""
        self.env.seed(seed)
        deals = decisions = 0
        end = time.perf_counter() + SECONDS
        while time.perf_counter() < end:
            decisions += self.random_deal()
            deals += 1
        return deals, decisions


class Meldwright:
    """Our batch kernel."""

    def __init__(self, name: str, bots: str, players: int | None = None, threads: int = 1, same: bool = True) -> None:
        from meldwright.lab.simulate import simulate

        self._simulate = simulate
        self._options: dict[str, Any] = {"bots": bots, "players": players, "threads": threads}
        if same:
            self._options |= {"overlays": OVERLAYS}
        self._name = name
        first = self.run(1, 200)
        self._deals = max(200, int(first.deals_per_second * SECONDS))

    def run(self, seed: int, deals: int | None = None) -> Any:
        """The result of a simulation."""
        return self._simulate(self._name, seed=seed, deals=deals or self._deals, **self._options)


# --- the parts ----------------------------------------------------------------------------------------------------


def same(options: argparse.Namespace, results: dict[str, Any]) -> None:
    """Are the games timed the same game?"""
    import replay
    from test_openspiel_gin import anything, clustered, keen, play, shuffled

    print("## The same game\n")
    rng = random.Random(1)
    met: dict[str, int] = {}
    deals = decisions = 0
    for policy, deal in ((anything, shuffled), (keen, shuffled), (keen, clustered)):
        for _ in range(options.deals // 3):
            twin = play(rng, deal(rng), policy)
            deals, decisions = deals + 1, decisions + twin.decisions
            for name, count in twin.met.items():
                met[name] = met.get(name, 0) + count
    met = {name: count for name, count in met.items() if count}
    print(
        f"{deals} deals from equal decks, {decisions:,} decisions: in every state the same legal moves, and at the "
        "end the same points, but for the agreed differences (docs/openspiel-differences.md), met "
        f"{', '.join(f'{count}x {name}' for name, count in met.items()) or 'never'}.\n"
    )
    results["same"] = {"deals": deals, "decisions": decisions, "agreed differences met": met}
    assert set(met) <= set(replay.DIFFERENCES)
    lengths = {
        "OpenSpiel": spiel_lengths(options.lengths),
        "OpenSpiel, nobody returns a card": spiel_lengths(options.lengths, returning=False),
        "Meldwright, OpenSpiel's options": our_lengths(options.lengths),
        "RLCard": rlcard_lengths(max(50, options.lengths // 20)),
    }
    rows = []
    for name, counts in lengths.items():
        quantiles = np.quantile(counts, [0.05, 0.25, 0.5, 0.75, 0.95])
        error = float(np.std(counts) / np.sqrt(len(counts)))
        mean = float(np.mean(counts))
        rows.append([name, f"{len(counts):,}", f"{mean:.2f} ± {1.96 * error:.2f}", *(f"{q:.0f}" for q in quantiles)])
        results.setdefault("decisions per deal", {})[name] = mean
    print("Decisions per deal of random play (mean with a 95 % interval; 5, 25, 50, 75 and 95 % are no longer):\n")
    table(["engine", "deals", "mean", "5", "25", "50", "75", "95"], rows)
    print(
        "A card thrown straight back twice running ends OpenSpiel's deal, and chance does that in one deal of\n"
        "eight. Our gin, like every rule sheet, does not let a card be thrown straight back: the second and the\n"
        "third row are the same game.\n"
    )


def spiel_lengths(deals: int, returning: bool = True) -> Any:
    """Decisions of random deals in OpenSpiel; optionally of players who never throw back the card they took."""
    engine, rng = OpenSpiel(), random.Random(5)
    return np.array([engine.random_deal(rng, returning) for _ in range(deals)])


def rlcard_lengths(deals: int) -> Any:
    """Decisions of random deals in RLCard."""
    engine = RLCard()
    return np.array([engine.random_deal() for _ in range(deals)])


def our_lengths(deals: int) -> Any:
    """Decisions of random deals in our kernel."""
    from meldwright.lab.columns import DECISIONS
    from meldwright.lab.runner import Tables, loaded, plan

    rules = loaded("gin-rummy", OVERLAYS, ())
    order = plan(rules, players=None, deals=deals, matches=None, seed=5, bots="random", threads=1)
    return Tables(rules, order).play(0, deals).rows[:, DECISIONS]


def random_play(options: argparse.Namespace, results: dict[str, Any]) -> None:
    """Random gin on one thread."""
    print("## Gin at random, one thread\n")
    ours, spiel, rlcard = Meldwright("gin-rummy", "random"), OpenSpiel(), RLCard()
    per_deal = float(np.mean(spiel_lengths(400)))
    size = 500
    series = [Series(n) for n in ("Meldwright", "OpenSpiel, C++ rollouts", "OpenSpiel from Python", "RLCard")]
    for number in range(options.rounds):
        result = ours.run(number + 1)
        series[0].decisions.append(result.decisions_per_second)
        series[0].games.append(result.deals_per_second)
        began = time.perf_counter()
        deals, start = spiel.rollouts(number + 1, size)
        seconds = time.perf_counter() - began
        series[1].decisions.append(deals * (per_deal - start) / seconds)
        series[1].games.append(deals / seconds)
        for place, engine in ((2, spiel), (3, rlcard)):
            began = time.perf_counter()
            deals, decisions = engine.driven(number + 1)
            seconds = time.perf_counter() - began
            series[place].decisions.append(decisions / seconds)
            series[place].games.append(deals / seconds)
    rows = []
    for one in series:
        ratios = [a / b for a, b in zip(series[0].decisions, one.decisions, strict=True)]
        rows.append([one.name, spread(one.decisions), spread(one.games), spread(ratios, 1)])
        results.setdefault("random", {})[one.name] = {"decisions/s": one.decisions, "games/s": one.games}
    table(["engine", "decisions/s", "deals/s", "Meldwright is faster by"], rows)
    print(f"The C++ rollouts are counted as {per_deal:.1f} decisions a deal, as the same engine makes from Python.\n")


def threads(options: argparse.Namespace, results: dict[str, Any]) -> None:
    """Two threads against one."""
    print("## Threads\n")
    one, two = Meldwright("gin-rummy", "random"), Meldwright("gin-rummy", "random", threads=2)
    speeds: dict[str, list[float]] = {"1": [], "2": []}
    for number in range(options.rounds):
        speeds["1"].append(one.run(number + 1).decisions_per_second)
        speeds["2"].append(two.run(number + 1).decisions_per_second)
    ratios = [b / a for a, b in zip(speeds["1"], speeds["2"], strict=True)]
    table(
        ["threads", "decisions/s", "ratio"],
        [["1", spread(speeds["1"]), "1"], ["2", spread(speeds["2"]), spread(ratios, 2)]],
    )
    results["threads"] = speeds


def greedy(options: argparse.Namespace, results: dict[str, Any]) -> None:
    """Games as people play them: with the greedy bot on every seat."""
    print("## Greedy players, one thread\n")
    rows = []
    for name, players in (("gin-rummy", 2), ("basic-rummy", 4)):
        engine = Meldwright(name, "greedy", players, same=False)
        runs = [engine.run(number + 1) for number in range(options.rounds)]
        speed = [run.decisions_per_second for run in runs]
        rows.append([name, str(players), spread(speed), spread([run.deals_per_second for run in runs])])
        results.setdefault("greedy", {})[name] = speed
    table(["game", "players", "decisions/s", "deals/s"], rows)


def arrange(options: argparse.Namespace, results: dict[str, Any]) -> None:
    """The least deadwood of a hand."""
    import pyspiel

    print("## The least deadwood of ten cards, one thread\n")
    rng = np.random.default_rng(1)
    hands = np.array([rng.permutation(52)[:10] for _ in range(options.hands)])
    utils = pyspiel.gin_rummy.GinRummyUtils(13, 4, 10)
    lists = hands.tolist()
    run = our_arranger(hands)
    run()
    times: dict[str, list[float]] = {"Meldwright, in a compiled loop": [], "OpenSpiel, called from Python": []}
    for _ in range(options.rounds):
        began = time.perf_counter()
        ours = run()
        middle = time.perf_counter()
        theirs = [utils.min_deadwood(hand) for hand in lists]
        end = time.perf_counter()
        times["Meldwright, in a compiled loop"].append((middle - began) / len(lists) * 1e6)
        times["OpenSpiel, called from Python"].append((end - middle) / len(lists) * 1e6)
    assert ours.tolist() == theirs, "the engines disagree about deadwood"
    results["arrange"] = times
    table(["engine", "microseconds a hand"], [[name, spread(values, 2)] for name, values in times.items()])
    print(f"{len(lists):,} random hands, the same least deadwood in all of them (mean {np.mean(ours):.1f}).\n")


def our_arranger(hands: Any) -> Callable[[], Any]:
    """A function that returns the least deadwood of all hands, given in OpenSpiel's numbers of cards."""
    import replay
    from numba import njit

    from meldwright.compile import compile_tables
    from meldwright.core.arrange import least_deadwood
    from meldwright.core.state import KINDS, empty_work

    names, work = compile_tables(replay.ruleset(), 2), empty_work()
    rules = names.rules
    kind = np.array([names.deck.index(replay.name(card)) for card in range(52)])
    counts = np.zeros((len(hands), KINDS), np.int8)
    masks = np.zeros(len(hands), np.uint64)
    for i, hand in enumerate(kind[hands]):
        counts[i, hand] = 1
        masks[i] = sum(1 << int(k) for k in hand)

    @njit(nogil=True)  # type: ignore[untyped-decorator, unused-ignore]
    def all_hands(r, w, counts, masks, out):  # type: ignore[no-untyped-def]
        for i in range(len(masks)):
            out[i] = least_deadwood(r, w, counts[i], masks[i])

    out = np.zeros(len(hands), np.int64)

    def run() -> Any:
        all_hands(rules, work, counts, masks, out)
        return out

    return run


def start(options: argparse.Namespace, results: dict[str, Any]) -> None:
    """From the command to its result."""
    print("## From the command to its result, in seconds\n")
    commands = [
        ["list"],
        ["check", "gin-rummy"],
        ["explain", "gin-rummy"],
        ["simulate", "gin-rummy", "--deals", "1000"],
    ]
    rows = []
    for command in commands:
        clock(command, None)  # whatever must be compiled is, now
        warm = [clock(command, None) for _ in range(options.rounds)]
        row = [" ".join(["meldwright", *command]), spread(warm, 2), ""]
        if command[0] == "simulate":
            with tempfile.TemporaryDirectory() as empty:
                row[2] = f"{clock(command, empty):.1f}"
        rows.append(row)
        results.setdefault("start", {})[row[0]] = warm
    table(["command", "warm", "cold (compiles)"], rows)


def clock(command: list[str], cache: str | None) -> float:
    """Seconds a command takes, from an empty cache of compiled code when a folder for it is given."""
    environment = dict(os.environ)
    if cache:
        environment |= {"NUMBA_CACHE_DIR": cache, "MELDWRIGHT_CACHE_DIR": cache}
    began = time.perf_counter()
    subprocess.run(
        [sys.executable, "-c", "import sys; from meldwright.cli import main; sys.exit(main())", *command],
        check=True,
        env=environment,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    return time.perf_counter() - began


PARTS: dict[str, Callable[[argparse.Namespace, dict[str, Any]], None]] = {
    "same": same,
    "random": random_play,
    "threads": threads,
    "greedy": greedy,
    "arrange": arrange,
    "start": start,
}


def machine() -> dict[str, Any]:
    """Where the numbers come from."""
    from meldwright import __version__

    versions = {name: metadata.version(name) for name in ("numba", "numpy", "open-spiel", "rlcard")}
    return {
        "meldwright": __version__,
        "python": platform.python_version(),
        "system": f"{platform.system()} {platform.machine()}",
        "cores": os.cpu_count(),
        **versions,
    }


def main() -> int:
    """Run the parts asked for."""
    parser = argparse.ArgumentParser(description="Meldwright beside OpenSpiel and RLCard.")
    parser.add_argument("--only", default=",".join(PARTS), help=f"parts, by commas: {', '.join(PARTS)}")
    parser.add_argument("--rounds", type=int, default=5, help="rounds of every measurement (5)")
    parser.add_argument("--deals", type=int, default=300, help="deals replayed side by side (300)")
    parser.add_argument("--lengths", type=int, default=4000, help="random deals whose decisions are counted (4000)")
    parser.add_argument("--hands", type=int, default=20000, help="hands arranged (20000)")
    parser.add_argument("--json", type=Path, help="write all measurements here")
    options = parser.parse_args()
    unknown = set(options.only.split(",")) - set(PARTS)
    if unknown:
        parser.error(f"there is no part {', '.join(sorted(unknown))}; there are {', '.join(PARTS)}")
    results: dict[str, Any] = {"machine": machine()}
    print(", ".join(f"{name} {value}" for name, value in results["machine"].items()) + "\n")
    for name in options.only.split(","):
        PARTS[name](options, results)
    if options.json:
        options.json.write_text(json.dumps(results, indent=2), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
