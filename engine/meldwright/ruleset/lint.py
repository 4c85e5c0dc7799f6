"""Contradictions between the parts of a ruleset, said as sentences: what cannot be played, what has no effect.

A ruleset without errors here can be played to the end. The rules are grouped by section; each is a function that
takes a `Linter` and adds what it finds. Cards and melds are in `lint_cards`, scoring in `lint_scoring`.
"""

from __future__ import annotations

from .diagnostics import Diagnostic
from .lint_calls import lint_calls
from .lint_cards import lint_cards
from .lint_claims import lint_claims
from .lint_contracts import lint_contracts, wild_anywhere
from .lint_pots import lint_pots
from .lint_rulings import lint_rulings
from .lint_scoring import lint_scoring
from .linter import Linter
from .merge import Merged
from .rules import Ruleset
from .source import Node


def lint(
    ruleset: Ruleset, merged: Merged, faulty: frozenset[str] = frozenset(), written: Node | None = None
) -> list[Diagnostic]:
    """All contradictions of a ruleset; of one with errors, those between its sound sections."""
    linter = Linter(ruleset, merged, faulty, written)
    lint_cards(linter)
    lint_contracts(linter)
    for rule, sections in RULES:
        if linter.sound(*sections):
            rule(linter)
    lint_scoring(linter)
    return linter.findings.found


def _deal(lint: Linter) -> None:
    deal = lint.ruleset.deal
    if not deal.upcard:
        lint.no_effect(("deal", "offer"), "no upcard is turned up (deal.upcard is false)", ("deal", "upcard"))
    elif deal.second_pack_upcard:
        lint.no_effect(
            ("deal", "second_pack_upcard"),
            "the upcard comes from the pack; set deal.upcard to false",
            ("deal", "upcard"),
        )
    if deal.offer and deal.upcard and lint.ruleset.turn.draw.discards == 0:
        message = "the upcard is offered, but turn.draw.from does not name the discards"
        lint.error("contradiction", message, ("deal", "offer"))


def _sitting_out(lint: Linter) -> None:
    deal = lint.ruleset.deal
    if deal.sit_out != "dealer":
        return
    if lint.ruleset.players.least < 3:
        message = "when the dealer sits out, three players are needed at least"
        lint.error("contradiction", message, ("deal", "sit_out"), ("players",))
    if deal.dealer_extra:
        message = "the dealer sits out, so he is dealt no cards"
        lint.error("contradiction", message, ("deal", "dealer_extra"), ("deal", "sit_out"))
    if deal.starter == "dealer":
        lint.error("contradiction", "the dealer sits out, so he cannot start", ("deal", "sit_out"), ("deal", "starter"))


def _draw(lint: Linter) -> None:
    turn = lint.ruleset.turn
    draw = turn.draw
    if draw.discards == 0:
        for key in ("discards", "must_use"):
            lint.no_effect(("turn", "draw", key), "turn.draw.from does not name the discards", ("turn", "draw", "from"))
        lint.no_effect(
            ("turn", "discard", "taken"), "turn.draw.from does not name the discards", ("turn", "draw", "from")
        )
    elif turn.discard is None:
        message = "the discards are drawn from, but nobody discards (turn.discard is false)"
        lint.warning("contradiction", message, ("turn", "draw", "from"), ("turn", "discard"))
    if not draw.stock and not lint.ruleset.deal.upcard:
        message = "nobody can ever draw: the stock is no source, and no upcard starts the discards"
        lint.error("contradiction", message, ("turn", "draw", "from"))
    if draw.must_use != "none" and turn.meld is None:
        message = "the deepest card cannot be used at once, since nothing is melded on the table (turn.meld)"
        lint.error("contradiction", message, ("turn", "draw", "must_use"))
    if draw.must_use != "none" and turn.meld is not None and turn.meld.all_at_once_from_deal is not None:
        message = "the deepest card must be used at once, in deals in which only the whole hand is melded"
        lint.error("contradiction", message, ("turn", "draw", "must_use"), ("turn", "meld", "all_at_once_from_deal"))


def _table(lint: Linter) -> None:
    turn = lint.ruleset.turn
    if turn.meld is None:
        reason = "no melds are laid on the table (turn.meld)"
        lint.no_effect(("turn", "lay_off"), reason)
        lint.no_effect(("claim", "playable_discard"), reason)
        lint.no_effect(("wilds", "swap"), reason)
        return
    if turn.meld.per_turn is None:
        lint.no_effect(("turn", "meld", "more_when_going_out"), "any number of melds may be laid anyway (per_turn)")
    bound = min(lint.ruleset.match.deals or lint.ruleset.limits.deals, lint.ruleset.limits.deals)
    if (turn.meld.all_at_once_from_deal or 0) > bound:
        lint.no_effect(("turn", "meld", "all_at_once_from_deal"), f"a match has at most {bound} deals")
    if not wild_anywhere(lint.ruleset):
        for key in ("swap", "apart", "limit"):
            lint.no_effect(("wilds", key), "there are no wild cards (wilds.cards)")


def _discard(lint: Linter) -> None:
    turn = lint.ruleset.turn
    if turn.discard is None:
        lint.no_effect(("claim", "playable_discard"), "nobody discards (turn.discard is false)", ("turn", "discard"))
        return
    if turn.discard.taken == "forbidden_block" and turn.draw.discards == 1:
        reason = "only one discard is taken at a time, so it is the same as forbidden_single"
        lint.no_effect(("turn", "discard", "taken"), reason)
    if turn.discard.taken == "to_call" and not any(call.at == "play" and not call.leaves for call in turn.call):
        message = "a card thrown back could never be taken: there is no call (turn.call)"
        lint.error("contradiction", message, ("turn", "discard", "taken"))
    if turn.meld is None:
        for key in ("final", "unplayable_last"):
            lint.no_effect(("turn", "discard", key), "the last card never leaves the hand (turn.meld)")


def _ways_out(lint: Linter) -> None:
    turn = lint.ruleset.turn
    if turn.meld is None and all(call.leaves for call in turn.call):
        message = "no deal can be won: nothing is melded on the table (turn.meld), and there is no call (turn.call)"
        lint.error("no-way-out", message, ("turn",))


def _stock_out(lint: Linter) -> None:
    stock, turn = lint.ruleset.stock_out, lint.ruleset.turn
    path = ("stock_out",)
    if stock.recycle == "none":
        for key in ("keep_top", "times", "take_new_upcard"):
            lint.no_effect((*path, key), "the discards are not used again (recycle is none)", (*path, "recycle"))
    elif stock.recycle == "turn_over":
        lint.no_effect(
            (*path, "keep_top"),
            "a pile that is turned over never keeps its top card; it needs shuffle",
            (*path, "recycle"),
        )
    else:
        lint.no_effect(
            (*path, "take_new_upcard"), "shuffling turns up no new card; it needs turn_over", (*path, "recycle")
        )
    if turn.discard is None:
        lint.no_effect((*path, "recycle"), "nobody discards (turn.discard is false)", ("turn", "discard"))
    if turn.draw.discards == 0:
        lint.no_effect(
            (*path, "take_new_upcard"), "turn.draw.from does not name the discards", ("turn", "draw", "from")
        )
    if stock.ends != "last_discard_to_call":
        lint.no_effect((*path, "last_discard_same"), "it goes with `ends: last_discard_to_call`")
    elif not any(call.at == "play" and not call.leaves for call in turn.call) or turn.draw.discards == 0:
        why = "there is no call (turn.call)" if turn.draw.discards != 0 else "turn.draw.from does not name the discards"
        lint.error("contradiction", f"the last discard cannot be taken to call: {why}", (*path, "ends"))


def _match(lint: Linter) -> None:
    match, limits = lint.ruleset.match, lint.ruleset.limits
    if match.target is None and match.deals is None and match.eliminate is None:
        message = "no match can end: it needs a target, a number of deals or an elimination"
        lint.error("endless-match", message, ("match",))
    if (match.deals or 0) > limits.deals:
        message = f"a match of {match.deals} deals is cut off by limits.deals, which is {limits.deals}"
        lint.warning("limit-too-low", message, ("match", "deals"), ("limits", "deals"))
    if match.columns == 1:
        lint.no_effect(("match", "rolling"), "there is only one column (match.columns)")


def _match_forms(lint: Linter) -> None:
    match = lint.ruleset.match
    if match.columns > 1:
        if match.target is None:
            message = "a column closes when a total reaches the target, and there is none"
            lint.error("endless-match", message, ("match", "columns"))
        if match.winner != "highest":
            which = "most chips" if match.winner == "chips" else "lowest total"
            message = f"a column is won by reaching the target, so the {which} cannot win"
            lint.error("contradiction", message, ("match", "winner"), ("match", "columns"))
        lint.no_effect(("match", "deals"), "a match of several columns ends when all are closed")
    if match.wins_needed == 1:
        return
    if match.columns > 1 or match.deals is not None or match.target is None or match.tie == "shared":
        message = "a match of several games needs a target, one column, no number of deals and `tie: play_on`"
        lint.error("contradiction", message, ("match", "wins_needed"))


#: Each rule with the sections it reads.
RULES = (
    (_deal, ("deal", "turn")),
    (_sitting_out, ("deal", "players")),
    (_draw, ("turn", "deal")),
    (_table, ("turn", "claim", "wilds", "deals", "match", "limits")),
    (_discard, ("turn", "claim")),
    (lint_calls, ("turn", "deadwood", "scoring", "match")),
    (_ways_out, ("turn",)),
    (_stock_out, ("stock_out", "turn")),
    (lint_claims, ("claim", "stock_out", "turn")),
    (_match, ("match", "limits")),
    (_match_forms, ("match",)),
    (lint_pots, ("match", "scoring", "deal")),
    (lint_rulings, ("rulings",)),
)
