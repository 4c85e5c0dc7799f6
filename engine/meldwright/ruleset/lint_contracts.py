"""Lint rules about contracts: what the first melds must be, deal by deal, and what goes with it."""

from __future__ import annotations

from dataclasses import replace

from meldwright.cards import CardError
from meldwright.core.constants import DEAL_ROWS
from meldwright.patterns.contracts import MeldShape, PartShape, compile_contract, shapes
from meldwright.patterns.tree import DslError
from meldwright.variants import Variant, templates_of, variants_of

from .linter import Linter, Path
from .rules import WILD, ContractText, Ruleset

OPENING_KEYS = ("contract", "points", "ace_low", "exempt_going_out", "whole_hand")


def lint_contracts(lint: Linter) -> None:
    """All rules about contracts."""
    if lint.sound("turn", "deals", "match", "wilds"):
        _idle(lint)
        _idle_wilds(lint)
    if not lint.sound("players", "deck", "wilds", "melds", "deal", "deals"):
        return
    known = _shapes(lint)
    if known is None:
        return
    rules = lint.ruleset
    opening = rules.turn.opening
    texts: list[tuple[Path, ContractText | None]] = [
        (("turn", "opening", "contract"), opening.contract),
        *((("deals", row.key, "contract"), row.contract) for row in rules.deals),
        (("deadwood", "needs"), rules.deadwood.needs),
        *((("turn", "call", call.name, "melds"), call.melds) for call in rules.turn.call),
    ]
    compiled = {id(text): _compiled(lint, text, known) for _, text in texts if text is not None}
    if not all(compiled.values()) or not lint.sound("turn", "claim", "match"):
        return
    _alike(lint, known)
    try:
        _deals(lint, {key: parts for key, parts in compiled.items() if parts is not None})
        _repeated(lint)
    except CardError:
        return  # cards that there are not: told elsewhere


def _shapes(lint: Linter) -> dict[str, MeldShape] | None:
    """The shapes of the melds; None when they cannot be made, which is told elsewhere."""
    try:
        seated = lint.ruleset.for_players(lint.ruleset.players.least)
        first = variants_of(lint.ruleset, seated).variants[0].seated
        return shapes([meld.name for meld in lint.ruleset.melds], templates_of(lint.ruleset, first))
    except ValueError:  # DslError and CardError are such
        return None


def _compiled(lint: Linter, contract: ContractText, known: dict[str, MeldShape]) -> list[list[PartShape]] | None:
    """The alternatives of a contract; None (and a note) when it cannot be used."""
    names = [meld.name for meld in lint.ruleset.melds]
    try:
        return compile_contract(contract.tree, names, known)
    except DslError as error:
        lint.findings.error("bad-contract", error.message, contract.at(error.start, error.end), error.suggestion)
        return None


def _deals(lint: Linter, compiled: dict[int, list[list[PartShape]]]) -> None:
    """The contract of every deal can be laid from the hands of that deal, within a turn."""
    rules = lint.ruleset
    if rules.turn.meld is None:
        return
    told: set[Path] = set()
    for players in rules.players:
        variants = variants_of(rules, rules.for_players(players))
        for deal in _first_deals(rules):
            variant = variants.variants[variants.of_deal[min(deal, len(variants.of_deal) - 1)]]
            if variant.contract is None:
                continue
            path = next(
                (("deals", row.key, "contract") for row in rules.deals if row.contract is variant.contract),
                ("turn", "opening", "contract"),
            )
            if path not in told and _too_much(lint, path, deal, compiled[id(variant.contract)], variant):
                told.add(path)


def _first_deals(rules: Ruleset) -> list[int]:
    """The deals in which something begins or ends."""
    edges = {1} | {row.first for row in rules.deals} | {row.last + 1 for row in rules.deals if row.last is not None}
    return sorted(deal for deal in edges if rules.match.deals is None or deal <= rules.match.deals)


def _too_much(lint: Linter, path: Path, deal: int, bundles: list[list[PartShape]], variant: Variant) -> bool:
    """Tell, if it is so, that a contract cannot be laid from a hand of this deal."""
    rules = lint.ruleset
    turn = rules.turn
    assert turn.meld is not None
    least = min(len(parts) for parts in bundles)
    if turn.meld.per_turn is not None and least > turn.meld.per_turn and turn.meld.all_at_once_from_deal is None:
        few = "one meld is" if turn.meld.per_turn == 1 else f"{turn.meld.per_turn} melds are"
        message = f"a contract is laid in one turn, and this one has {least} melds, but only {few} allowed in a turn"
        lint.error("contradiction", message, path, ("turn", "meld", "per_turn"))
        return True
    sizes = ("deals", path[1], "cards") if path[0] == "deals" and lint.ruleset.node.get(*path[:2], "cards") else None
    most = max(sum(part.most for part in parts) for parts in bundles)
    if variant.whole_hand and most < variant.seated.hand_size + 1:
        message = f"the whole hand of {variant.seated.hand_size + 1} cards goes down in deal {deal}, but the contract"
        lint.error("contract-too-small", f"{message} has at most {most} cards", path, sizes or ("deal", "cards"))
        return True
    may_i = rules.claim.may_i
    if (may_i is not None and may_i.limit is None) or turn.draw.discards not in (0, 1) or turn.discard is None:
        return False  # hands grow
    claimed = 0 if may_i is None or may_i.limit is None else may_i.limit * (1 + may_i.penalty)
    hand = claimed + variant.seated.hand_size + max(1, rules.deal.starter_extra, rules.deal.dealer_extra)
    need = min(sum(part.least for part in parts) for parts in bundles)
    kept = int(turn.discard.final == "required" and not variant.whole_hand)
    if need > hand - kept:
        message = f"the contract takes {need} cards, but a hand has at most {hand} in deal {deal}"
        message += ", one of which must be thrown" if kept and need == hand else ""
        lint.error("contract-too-large", message, path, sizes or ("deal", "cards"))
        return True
    return False


def _repeated(lint: Linter) -> None:
    """A row of `deals` without which everything is the same."""
    rules = lint.ruleset
    for place, row in enumerate(rules.deals):
        if rules.match.deals is not None and row.first > rules.match.deals:
            continue  # told elsewhere
        if row.first >= DEAL_ROWS or lint.inherited(row.node.position):
            continue
        without = replace(rules, deals=(*rules.deals[:place], *rules.deals[place + 1 :]))
        if all(_by_deal(rules, players) == _by_deal(without, players) for players in rules.players):
            later = any(other.first <= row.first for other in rules.deals[place + 1 :])
            why = "later rows say it all" if later else "what it says holds in these deals anyway"
            lint.no_effect(("deals", row.key), why)


def _by_deal(rules: Ruleset, players: int) -> list[object]:
    """What holds in each deal that a match may have."""
    variants = variants_of(rules, rules.for_players(players))
    last = min(rules.match.deals or len(variants.of_deal), len(variants.of_deal) - 1)
    return [variants.variants[number].key for number in variants.of_deal[1 : last + 1]]


def _alike(lint: Linter, known: dict[str, MeldShape]) -> None:
    """Limits on two melds of a contract, where no contract has two such melds."""
    rules = lint.ruleset
    if rules.turn.meld is None:
        return
    texts = [text for text in (rules.turn.opening.contract, *(row.contract for row in rules.deals)) if text is not None]
    bundles = [bundle for text in texts for bundle in text.tree.bundles]
    sets = {name for name, shape in known.items() if not shape.lines}
    runs = {name for name, shape in known.items() if shape.some_lines}
    for key, what, names in (("same_rank", "set", sets), ("touching_runs", "sequence", runs)):
        counts = [
            sum(part.count for part in bundle.parts if not names.isdisjoint(map(str.lower, part.names)))
            for bundle in bundles
        ]
        if bundles and max(counts) < 2:
            lint.no_effect(("turn", "opening", key), f"no contract has two {what}s")


def wild_anywhere(rules: Ruleset) -> bool:
    """Are there wild cards in any deal?"""
    return bool(rules.wilds.cards) or rules.wilds.cut != "none" or any(row.wilds for row in rules.deals)


def _idle(lint: Linter) -> None:
    """Keys of the opening, of deals and of taking back that change nothing."""
    rules = lint.ruleset
    turn, opening = rules.turn, rules.turn.opening
    idle = lint.no_effect
    if rules.match.deals is not None:
        for row in rules.deals:
            if row.first > rules.match.deals and not lint.inherited(row.node.position):
                message = f"a match has {rules.match.deals} deals: this row is never reached"
                lint.warning("no-effect", message, ("deals", row.key), ("match", "deals"))
    for row in rules.deals:
        if row.first >= DEAL_ROWS:
            message = f"deals from {DEAL_ROWS} on are all alike; a row may begin with deal {DEAL_ROWS - 1} at most"
            lint.error("bad-range", message, ("deals", row.key))
    if turn.meld is None:
        reason = "no melds are laid during play"
        for key in (*OPENING_KEYS, "same_rank", "touching_runs", "new_melds"):
            idle(("turn", "opening", key), reason, ("turn", "meld"))
        for row in rules.deals:
            for key in ("contract", "whole_hand"):
                idle(("deals", row.key, key), reason, ("turn", "meld"))
        idle(("turn", "take_back"), "nothing is laid during play that could be taken back", ("turn", "meld"))
        return
    contracts = [text for text in (opening.contract, *(row.contract for row in rules.deals)) if text is not None]
    _idle_opening(lint, contracts)
    several = opening.points > 0 or any(_several(text) for text in contracts)
    if turn.take_back == "opening" and not several:
        idle(("turn", "take_back"), "the first melds of a player are complete with the first of them")


def _several(contract: ContractText) -> bool:
    """Does a contract have an alternative of more than one meld?"""
    return any(sum(part.count for part in bundle.parts) > 1 for bundle in contract.tree.bundles)


def _idle_opening(lint: Linter, contracts: list[ContractText]) -> None:
    """Keys of an opening that ask for what cannot be, or for nothing."""
    rules = lint.ruleset
    turn, opening = rules.turn, rules.turn.opening
    assert turn.meld is not None
    idle = lint.no_effect
    if opening.contract is not None and opening.points:
        idle(("turn", "opening", "points"), "where there is a contract, that alone counts", ("turn", "opening"))
    if opening.points and turn.meld.per_turn is not None:
        message = "the first melds may have to be several to make their points, but the melds of a turn are limited"
        lint.error("contradiction", message, ("turn", "opening", "points"), ("turn", "meld", "per_turn"))
    if (contracts or opening.points) and turn.meld.all_at_once_from_deal is not None:
        message = "with melds that must be laid first, the whole hand is asked for by turn.opening.whole_hand or deals"
        path: Path = ("turn", "opening", "points" if opening.points else "contract")
        lint.error("contradiction", message, ("turn", "meld", "all_at_once_from_deal"), path)
    if not contracts:
        for key in ("same_rank", "touching_runs"):
            idle(("turn", "opening", key), "there is no contract")
    if not opening.points:
        for key in ("ace_low", "exempt_going_out"):
            idle(("turn", "opening", key), "the opening asks for no points")
    elif "A" not in rules.deck.ranks:
        idle(("turn", "opening", "ace_low"), "the deck has no aces", ("deck", "ranks"))
    if not contracts and not opening.points:
        reason = "the first melds may be any"
        idle(("turn", "opening", "whole_hand"), reason)
        for row in rules.deals:
            idle(("deals", row.key, "whole_hand"), reason)
    always = opening.whole_hand and all(row.whole_hand is not False for row in rules.deals)
    if always and (opening.contract is not None or opening.points):
        reason = "nothing is laid but a whole hand, and with it the deal is over"
        for path in (("turn", "lay_off"), ("turn", "opening", "new_melds"), ("wilds", "swap")):
            idle(path, reason, ("turn", "opening", "whole_hand"))


def _idle_wilds(lint: Linter) -> None:
    """Keys of the wild cards that change nothing, and exchanges after which the wild card could go nowhere."""
    rules = lint.ruleset
    wilds, idle = rules.wilds, lint.no_effect
    if not wild_anywhere(rules):
        idle(("wilds", "natural"), "there are no wild cards")
        idle(("values", WILD), "there are no wild cards")
    if wilds.cut == "none":
        for key in ("cut_joker", "cut_next"):
            idle(("wilds", key), "no card is cut", ("wilds", "cut"))
    elif lint.sound("deck", "players") and not any(rules.deck.jokers_at(players) for players in rules.players):
        idle(("wilds", "cut_joker"), "there are no jokers (deck.jokers)")
    if wilds.swap == "none":
        for key in ("swap_cards", "swap_from", "swap_to"):
            idle(("wilds", key), "wild cards are not exchanged", ("wilds", "swap"))
    elif rules.turn.meld is not None and wilds.swap_to != "hand" and rules.turn.lay_off is None:
        message = "the wild card must be laid off at once, but nothing is laid off (turn.lay_off)"
        lint.error("contradiction", message, ("wilds", "swap_to"), ("turn", "lay_off"))
    elif wilds.swap_to == "same_meld":
        reason = "a wild card that goes back to its own set is as good as one that was never taken"
        idle(("wilds", "swap_from"), reason, ("wilds", "swap_to"))
