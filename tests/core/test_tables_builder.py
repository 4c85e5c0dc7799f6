"""The tables that the package compiles from a ruleset are those a naive builder makes of the same description."""

from __future__ import annotations

from typing import Any

import pytest
import tables_builder as tb

from meldwright import load_ruleset
from meldwright.compile import compile_tables

ONE_PACK_HIGH_OR_LOW = tb.Spec((tb.Pool(), tb.Run(ace="either")), ace=11)
ONE_PACK_ROUND = tb.Spec((tb.Pool(), tb.Run(ace="round")), ace=11)


def templates(r: Any) -> set[tuple[int, ...]]:
    """Every offered template: what it is, its slots or mask, its sizes, and whether it can be cut in two."""
    found = set()
    for t in range(int(r.templates_n)):
        if r.t_offered[t]:
            n = int(r.t_n[t])
            line = r.t_kind[t] == 0
            what = tuple(int(r.t_slot[t, s]) for s in range(n)) if line else (int(r.t_dup[t]), int(r.t_mask[t]))
            short = int(r.t_short[t]) if line else 1
            wilds = int(r.profiles[r.t_profile[t]].allowed[n])
            found.add((int(r.t_kind[t]), n, int(r.t_max[t]), short, wilds & 1, *what))
    return found


def reached(r: Any) -> set[tuple[int, ...]]:
    """The lines that the list of shortest lines and the upward links lead to."""
    found = set()
    for i in range(int(r.line_start[64])):
        t = int(r.line_list[i])
        while t >= 0:
            found.add(tuple(int(r.t_slot[t, s]) for s in range(int(r.t_n[t]))))
            t = int(r.t_up[t])
    return found


@pytest.mark.parametrize(
    ("game", "spec"),
    [("gin-rummy", tb.GIN), ("basic-rummy", ONE_PACK_HIGH_OR_LOW), ("round-the-corner-rummy", ONE_PACK_ROUND)],
)
def test_the_same_templates(game: str, spec: tb.Spec) -> None:
    compiled = compile_tables(load_ruleset(game), 2).rules
    built = tb.build(spec)
    assert templates(compiled) == templates(built)
    assert reached(compiled) == reached(built)
    assert compiled.lines_plain == built.lines_plain == 1
    assert int(compiled.meld_mask) == int(built.meld_mask)
    assert {int(compiled.t_mask[t]) for t in compiled.pool_list[: int(compiled.pools_n)]} == {
        int(built.t_mask[t]) for t in built.pool_list[: int(built.pools_n)]
    }
