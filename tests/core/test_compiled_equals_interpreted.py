"""The same matches move by move, compiled and as plain Python: moves offered, moves made, every byte of the record.

Promise 4, and the guard against what only a compiler can get wrong: integer widths, signs, overflow, stale code.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

SCRIPT = Path(__file__).parent / "replayed.py"
ENGINE = Path(__file__).parents[2] / "engine"
MATCHES = (
    "gin-rummy:2:1",
    "oklahoma-gin:2:2",
    "hollywood-gin:2:3",
    "knock-rummy+lay-off-on-knock:3:4",
    "basic-rummy+jokers+rummy-call:3:5",
    "straight-rummy+several-discards+deepest-discard-used:4:6",
    "block-rummy+unplayable-final-discard:5:7",
    "round-the-corner-rummy+one-meld-or-rummy:2:8",
)
MOVES = {"random": 260, "greedy": 200}


def played(bot: str, **changes: str) -> list[str]:
    environment = {k: v for k, v in os.environ.items() if k != "NUMBA_DISABLE_JIT"} | changes
    environment["PYTHONPATH"] = os.pathsep.join([str(ENGINE), environment.get("PYTHONPATH", "")])
    command = [sys.executable, str(SCRIPT), bot, str(MOVES[bot]), *MATCHES]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=1500, check=False)
    assert done.returncode == 0, done.stderr[-2000:]
    return done.stdout.splitlines()


@pytest.mark.slow
@pytest.mark.parametrize("bot", list(MOVES))
def test_the_same_games_compiled_and_interpreted(bot):
    compiled, plain = played(bot), played(bot, NUMBA_DISABLE_JIT="1")
    assert len(plain) > len(MATCHES) * 100
    for number, (one, other) in enumerate(zip(compiled, plain, strict=True)):
        match = next(line for line in reversed(plain[: number + 1]) if ":" in line)
        assert one == other, f"{match}: line {number}, compiled {one}, interpreted {other}"
    assert {line.split()[2] for line in plain if ":" not in line} & {"draw", "play"}
