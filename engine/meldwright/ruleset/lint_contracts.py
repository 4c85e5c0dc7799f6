"""Lint rules about contracts: what the first melds must be, deal by deal, and what goes with it."""

from __future__ import annotations

from functools import partial

from meldwright.patterns.contracts import MeldShape, PartShape, compile_contract, shapes
from meldwright.patterns.tree import DslError
from meldwright.variants import templates_of, variants_of

from .linter import Linter, Path
from .rules import ContractText, SomeDeals


def lint_contracts(lint: Linter) -> None:
    """All rules about contracts."""
    _idle(lint)
    if not lint.sound("players", "deck", "wilds", "melds", "deal", "deals"):
        return
    known = _shapes(lint)
    if known is None:
        return
    rules = lint.ruleset
    opening = rules.turn.opening
    texts: list[tuple[Path, ContractText | None]] = [
        (("turn", "opening", "contract"), opening.contract),
        (("deadwood", "needs"), rules.deadwood.needs),
        *((("turn", "call", call.name, "melds"), call.melds) for call in rules.turn.call),
    ]
    for path, contract in texts:
        if contract is not None:
            _compiled(lint, path, contract, known)
    for row in rules.deals:
        if row.contract is not None:
            _deal(lint, row, known)


def row_name(row: SomeDeals) -> str:
    """The key of a row of `deals`."""
    if row.last is None:
        return f"{row.first}+"
    return str(row.first) if row.first == row.last else f"{row.first}-{row.last}"


def _shapes(lint: Linter) -> dict[str, MeldShape] | None:
    """The shapes of the melds; None when they cannot be made, which is told elsewhere."""
    try:
        seated = lint.ruleset.for_players(lint.ruleset.players.least)
        first = variants_of(lint.ruleset, seated).variants[0].seated
        return shapes([meld.name for meld in lint.ruleset.melds], templates_of(lint.ruleset, first))
    except ValueError:  # DslError and CardError are such
        return None


def _compiled(
    lint: Linter, path: Path, contract: ContractText, known: dict[str, MeldShape]
) -> list[list[PartShape]] | None:
    """The alternatives of a contract; None (and a note) when it cannot be used."""
    names = [meld.name for meld in lint.ruleset.melds]
    try:
        return compile_contract(contract.tree, names, known)
    except DslError as error:
        lint.findings.error("bad-contract", error.message, contract.at(error.start, error.end), error.suggestion)
        return None


def _deal(lint: Linter, row: SomeDeals, known: dict[str, MeldShape]) -> None:
    """The contract of some deals can be laid from the hands of these deals."""
    assert row.contract is not None
    path: Path = ("deals", row_name(row), "contract")
    bundles = _compiled(lint, path, row.contract, known)
    if bundles is None or lint.ruleset.claim.may_i is not None:
        return  # hands grow by what is claimed
    need = min(sum(part.least for part in parts) for parts in bundles)
    for players in lint.ruleset.players:
        variants = variants_of(lint.ruleset, lint.ruleset.for_players(players))
        hand = variants.variants[variants.of_deal[min(row.first, len(variants.of_deal) - 1)]].seated.hand_size + 1
        if need > hand:
            message = f"the contract takes {need} cards, but a hand has at most {hand} in deal {row.first}"
            lint.error("contract-too-large", message, path, ("deal", "cards"))
            return


def _idle(lint: Linter) -> None:
    """Keys that change nothing."""
    rules = lint.ruleset
    opening = rules.turn.opening
    if not lint.sound("turn", "deals", "match", "wilds"):
        return
    contracts = opening.contract is not None or any(row.contract is not None for row in rules.deals)
    idle = partial(lint.no_effect)
    if rules.turn.meld is None:
        for key in ("contract", "points", "ace_low", "exempt_going_out", "new_melds", "whole_hand"):
            idle(("turn", "opening", key), "no melds are laid during play", ("turn", "meld"))
        for row in rules.deals:
            idle(("deals", row_name(row), "contract"), "no melds are laid during play", ("turn", "meld"))
        idle(("turn", "take_back"), "nothing is laid during play that could be taken back", ("turn", "meld"))
    if contracts and opening.points:
        idle(("turn", "opening", "points"), "where there is a contract, that alone counts", ("turn", "opening"))
    if not contracts:
        for key in ("same_rank", "touching_runs"):
            idle(("turn", "opening", key), "there is no contract")
    if not opening.points:
        for key in ("ace_low", "exempt_going_out"):
            idle(("turn", "opening", key), "the opening asks for no points")
    if not contracts and not opening.points:
        idle(("turn", "opening", "whole_hand"), "the opening asks for nothing")
    if rules.match.deals is not None:
        for row in rules.deals:
            if row.first > rules.match.deals:
                message = f"a match has {rules.match.deals} deals: this row is never reached"
                lint.warning("no-effect", message, ("deals", row_name(row)), ("match", "deals"))
    wilds = bool(rules.wilds.cards) or rules.wilds.cut != "none" or any(row.wilds for row in rules.deals)
    if not wilds:
        idle(("wilds", "natural"), "there are no wild cards")
    if rules.wilds.cut == "none":
        for key in ("cut_joker", "cut_next"):
            idle(("wilds", key), "no card is cut", ("wilds", "cut"))
    if rules.wilds.swap == "none":
        for key in ("swap_cards", "swap_from", "swap_to"):
            idle(("wilds", key), "wild cards are not exchanged", ("wilds", "swap"))
