"""Lint rules about chips, the pot, players put out of the match and buying back, and the cut."""

from __future__ import annotations

from meldwright.patterns.tree import Binary, Expr, Name, Unary
from meldwright.patterns.tree import Call as Function

from .linter import Linter
from .rules import Row


def lint_pots(lint: Linter) -> None:
    """All rules about chips and about who is in the match."""
    _eliminate(lint)
    _buy_back(lint)
    _chips(lint)
    for path, rows in ((("scoring",), lint.ruleset.scoring), (("match", "final"), lint.ruleset.match.final)):
        for row in rows:
            _pot_row(lint, (*path, row.name), row)
    _cut(lint)


def _eliminate(lint: Linter) -> None:
    match = lint.ruleset.match
    out = match.eliminate
    path = ("match", "eliminate")
    if out is None:
        return
    if match.winner == "highest":
        message = "who reaches the total is out, so the highest total cannot win; say `winner: lowest` or chips"
        lint.error("contradiction", message, path, ("match", "winner"))
    if match.columns > 1 or match.wins_needed > 1:
        other = "columns" if match.columns > 1 else "wins_needed"
        lint.error("contradiction", "players are put out of a match of one column and one game only", path,
                   ("match", other))  # fmt: skip
    if match.target is not None and match.target <= out.at:
        lint.no_effect(path, f"the match ends when a total reaches {match.target}", ("match", "target"))


def _buy_back(lint: Linter) -> None:
    match = lint.ruleset.match
    buy, out = match.buy_back, match.eliminate
    path = ("match", "buy_back")
    if buy is None:
        return
    if match.columns > 1:
        message = "a total of several columns cannot be bought down"
        lint.error("contradiction", message, path, ("match", "columns"))
    if buy.least is not None and buy.most is not None and buy.least > buy.most:
        lint.error("bad-range", f"from {buy.least} to {buy.most} runs from high to low", (*path, "from"), (*path, "to"))
        return
    if buy.who == "out":
        if out is None:
            message = "players who are out may buy back, but nobody is put out (match.eliminate)"
            lint.error("contradiction", message, (*path, "who"))
        elif buy.most is not None and buy.most < out.at:
            lint.no_effect(path, f"who is out has {out.at} or more", (*path, "to"))
    elif out is not None and buy.least is not None and buy.least >= out.at:
        lint.no_effect(path, f"who has {out.at} is out, and only players who are in may buy (who)", (*path, "from"))


def _chips(lint: Linter) -> None:
    """Chips that nothing pays or earns."""
    rules = lint.ruleset
    match = rules.match
    paid = any(row.gives == "chips" for row in (*rules.scoring, *match.final))
    if not paid and match.winner == "chips":
        potted = match.ante or match.buy_back or (match.eliminate and match.eliminate.chips)
        if not potted or match.eliminate is None:
            message = "the most chips win, but no row of the scoring gives chips"
            lint.error("contradiction", message, ("match", "winner"), ("scoring",))
    if not paid and not match.ante and match.buy_back is None and not (match.eliminate and match.eliminate.chips):
        lint.no_effect(("match", "stake"), "no chips are ever paid")


def _pot_row(lint: Linter, path: tuple[str, ...], row: Row) -> None:
    """Rows of chips, and rows that speak of the pot."""
    to_pot = row.to is not None and row.to.group == "pot"
    if row.gives != "chips" and not row.gives.startswith("multiply"):
        for key, there in (("to", to_pot), ("from", row.payers == "pot")):
            if there:
                lint.error("bad-row", f'the row "{row.name}" gives {row.gives}; the pot holds chips', (*path, key))
    if row.gives != "chips":
        return
    lint.no_effect((*path, "multiplied"), "chips are never multiplied")
    if to_pot and row.payers == "pot":
        lint.error("bad-row", f'the row "{row.name}" pays the pot out of the pot', (*path, "to"), (*path, "from"))
    elif to_pot:
        lint.no_effect((*path, "shared"), "the pot gets all of it")


def _cut(lint: Linter) -> None:
    """A cut that nothing speaks of, and rows that speak of a cut that is never made."""
    rules = lint.ruleset
    speaking = [row for row in (*rules.scoring, *rules.match.final) if _speaks(row, "lucky_cut")]
    if not speaking:
        lint.no_effect(("deal", "cut"), "no row of the scoring speaks of lucky_cut")
    elif rules.deal.cut == "none":
        for row in speaking:
            if row in rules.scoring:
                message = f'the row "{row.name}" speaks of a cut, and the pack is not cut (deal.cut)'
                lint.warning("never-fires", message, ("scoring", row.name))


def _speaks(row: Row, name: str) -> bool:
    said = (row.when, row.amount, row.leaves_out, row.to.measure if row.to else None)
    return any(_names(expression.tree, name) for expression in said if expression is not None)


def _names(tree: Expr, name: str) -> bool:
    """Does the quantity occur in the expression?"""
    if isinstance(tree, Name):
        return tree.parts[-1].lower().startswith(name)
    if isinstance(tree, Unary):
        return _names(tree.operand, name)
    if isinstance(tree, Function):
        return any(_names(argument, name) for argument in tree.arguments)
    if isinstance(tree, Binary):
        return _names(tree.left, name) or _names(tree.right, name)
    return False
