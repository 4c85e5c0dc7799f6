"""Why a move is not legal, in the words of a player and with the key of the ruleset that forbids it.

The list of legal moves is the law; this module only explains what is not on it.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from .core import state as s
from .moves import Spec, bits, matches

if TYPE_CHECKING:
    from .game import Game

Reason = tuple[str, str]

WHEN = {
    "pass": (s.OFFER, s.CLAIM, s.NOTICE, s.MAY_I, s.BUY_BACK),
    "give notice": (s.NOTICE,),
    "take upcard": (s.OFFER,),
    "draw stock": (s.DRAW,),
    "draw discard": (s.DRAW,),
    "turn over": (s.DRAW,),
    "decline": (s.DRAW, s.PLAY),
    "meld": (s.PLAY, s.SHOW),
    "lay off": (s.PLAY, s.SHOW),
    "swap": (s.PLAY,),
    "discard": (s.PLAY, s.CALL_DISCARD),
    "call": (s.DRAW, s.PLAY),
    "done": (s.SHOW,),
    "claim": (s.CLAIM,),
    "deal": (s.DEAL_OVER,),
    "may I": (s.MAY_I,),
    "cut": (s.CUT,),
    "buy back": (s.BUY_BACK,),
}
NOW = {
    s.OFFER: "the first upcard is being offered: take upcard or pass",
    s.DRAW: "a card must be drawn first",
    s.PLAY: "the card of this turn has been drawn already; the turn goes on to the discard",
    s.CALL_DISCARD: "a call has been made: a card must be discarded with it",
    s.SHOW: "hands are being shown: meld, lay off, or done",
    s.CLAIM: "the discard may be claimed: claim it or pass",
    s.DEAL_OVER: "the deal is over: deal the next one",
    s.MATCH_OVER: "the match is over",
    s.NOTICE: "between deals: pass, or give notice that no further column opens",
    s.MAY_I: "the top discard may be taken before the player in turn draws from the stock: may I or pass",
    s.CUT: "the pack is to be cut: say how many cards are lifted, as in 'cut 20'",
    s.BUY_BACK: "between deals: buy back or pass",
}


def why_not(game: Game, said: Spec) -> Reason:
    """A sentence that says why the move is not legal now, and the ruleset key behind it ("" for the order of play)."""
    phase = int(game._game.phase)
    if phase not in WHEN.get(said.verb, ()):
        return NOW[phase], ""
    missing = _not_held(game, said)
    if missing:
        return missing, ""
    explain = {
        "draw stock": _draw_stock,
        "draw discard": _draw_discard,
        "turn over": _draw_stock,
        "meld": _meld,
        "lay off": _lay_off,
        "claim": _lay_off,
        "discard": _discard,
        "call": _call,
        "done": _done,
        "swap": _swap,
        "decline": _decline,
        "cut": _cut,
    }.get(said.verb)
    return explain(game, said) if explain else (NOW[phase], "")


def _not_held(game: Game, said: Spec) -> str:
    if said.verb not in ("meld", "lay off", "discard", "swap"):
        return ""
    need = Counter(kind for kind, _ in said.cards)
    for kind, n in need.items():
        have = int(game._game.hand[game.current, kind])
        if have < n:
            name = game.names.deck.name(kind)
            only = f"only {have} {name}" if have else f"no {name}"
            return f"player {game.current} holds {only}"
    return ""


def _draw_stock(game: Game, said: Spec) -> Reason:
    g, r = game._game, game.names.rules
    if not int(r.draw_stock):
        return "cards are not drawn from the stock in this game", "turn.draw.from"
    if any(m.text == "turn over" for m in game.legal_moves()):
        return "the stock is used up: turn over the discards first", "stock_out.take_new_upcard"
    if int(g.stock_n) and int(g.stock_n) <= int(r.stock_floor):
        return f"the last {int(r.stock_floor)} cards of the stock are never drawn", "stock_out.floor"
    if int(g.stock_n):
        return "the stock has cards: it is not turned over yet", "stock_out.recycle"
    return "the stock is used up and may not be renewed", "stock_out.recycle"


def _cut(game: Game, said: Spec) -> Reason:
    most = int(game.names.rules.cards_n) - 1
    return f"a cut lifts 1 to {most} cards, so that some are lifted and some stay", "deal.cut"


def _draw_discard(game: Game, said: Spec) -> Reason:
    g, r, p = game._game, game.names.rules, game.current
    if not int(r.draw_depth):
        return "the discards may not be taken", "turn.draw.from"
    if said.count < 1 or said.count > int(g.discard_n):
        return f"there are only {int(g.discard_n)} discards", "turn.draw.discards"
    if said.count > int(g.discard_n) - int(g.dead_n):
        return "the discards left by one taken out of turn are dead: nobody may take them", "claim.may_i.then"
    if said.count > int(r.draw_depth):
        return f"at most {int(r.draw_depth)} discard may be taken at a time, from the top", "turn.draw.discards"
    when = game.ruleset.turn.draw.discard_when
    if when is not None and not int(g.stock_only) and not int(game._core.holds(r, g, game._work, r.discard_when, p)):
        return f"discards are taken only when {when.text}", "turn.draw.discard_when"
    if said.count >= int(r.must_use):
        return "the deepest card taken must be played in the same turn, and it could not be", "turn.draw.must_use"
    if int(g.stock_only):
        return "everybody declined the upcard: the first card comes from the stock", "deal.offer"
    if int(g.returned) >= 0:
        return "a card thrown straight back may be taken only to call with it at once", "turn.discard.taken"
    return "with the stock out, the last discard may be taken only to call with it at once", "stock_out.ends"


def _decline(game: Game, said: Spec) -> Reason:
    g = game._game
    if int(g.last_turns) and int(g.phase) == s.DRAW:
        call = game.names.calls[int(g.call)]
        return f"after {_call_name(call)} the last turn may not be declined", f"turn.call.{call}.last_turn"
    if int(g.phase) == s.PLAY:
        return NOW[s.PLAY], ""
    return "a player declines only when the stock is used up", "stock_out.ends"


def forms_meld(game: Game, said: Spec) -> bool:
    """Do the cards make a meld by the patterns alone?"""
    from .loading import core_step

    r, work = game.names.rules, game._work
    hand = s.hand_of([kind for kind, _ in said.cards])
    mask = s.mask_of([kind for kind, _ in said.cards])
    work.moves_n = 0
    core_step().list_melds(r, work, hand, mask)
    from .moves import describe

    return any(matches(said, describe(game.names, int(work.moves[i]), [])) for i in range(int(work.moves_n)))


def _meld(game: Game, said: Spec) -> Reason:
    g, r = game._game, game.names.rules
    if int(g.phase) == s.PLAY and not int(r.meld_on):
        return "melds are not laid on the table in this game", "turn.meld"
    if not forms_meld(game, said):
        patterns = ", ".join(f"{meld.name}: {meld.pattern.text}" for meld in game.ruleset.melds)
        return f"these cards are no meld here ({patterns})", "melds"
    if int(g.phase) == s.SHOW:
        return "with this meld the caller could no longer get down to his limit", "turn.call"
    if int(g.call_only):
        return "the card was taken to call with it: a call must follow", "stock_out.ends"
    if int(g.opened[game.current]) and not int(r.new_melds):
        return "once the first melds lie, no new ones are laid", "turn.opening.new_melds"
    if not int(g.opened[game.current]) and (int(r.opening.bundles_n) or int(r.opening_points)):
        return _opening(game)
    if int(r.melds_per_turn) and int(g.melds_this_turn) >= int(r.melds_per_turn):
        return f"at most {int(r.melds_per_turn)} new meld a turn", "turn.meld.per_turn"
    return _stuck(game, len(said.cards))


def _opening(game: Game) -> Reason:
    """Why a meld is no part of an opening."""
    opening = game.ruleset.turn.opening
    whole = ", with the whole hand" if int(game.names.rules.whole_hand) else ""
    row = next((d for d in reversed(game.ruleset.deals) if d.holds(game.deal) and d.contract is not None), None)
    contract = opening.contract if row is None else row.contract
    if contract is not None:
        key = "turn.opening.contract" if row is None else f"deals.{row.key}.contract"
        begun = "go on with" if int(game._game.opening_n) else "begin"
        return f"this meld cannot {begun} the contract of this deal ({contract.text}{whole}) from this hand", key
    laid = int(game._game.opening_points)
    more = f", of which {laid} lie" if laid else ""
    return f"with this meld the first melds could not make {opening.points} points{more}", "turn.opening.points"


def _stuck(game: Game, played: int) -> Reason:
    g, r = game._game, game.names.rules
    left = int(g.hand_n[game.current]) - played
    if int(r.final_discard) and left <= 0:
        return "the last card must be discarded: at least one must be kept", "turn.discard.final"
    if int(r.unplayable_last) and left == 1:
        return "only a card would be left that fits a meld, and such a card may not be the last discard", (
            "turn.discard.unplayable_last"
        )
    return "only a card would be left that was just taken from the discards and may not be thrown", "turn.discard.taken"


def _lay_off(game: Game, said: Spec) -> Reason:
    g, r = game._game, game.names.rules
    if said.target >= int(g.melds_n) or said.target < 0:
        return f"there is no meld {said.target + 1} on the table (there are {int(g.melds_n)})", ""
    owner = int(g.melds[said.target].owner)
    if int(g.phase) == s.SHOW:
        if game.current == int(g.caller):
            return "the caller does not lay off", "turn.call"
        if owner != int(g.caller):
            return "after a call, cards are laid off on the caller's melds only", "turn.call"
        if not int(game._core.may_lay_off_now(r, g, game._work, game.current)):
            return "nothing may be laid off after this call", "turn.call"
    elif said.verb == "lay off":
        if not int(r.lay_off_on):
            return "cards are not laid off in this game", "turn.lay_off"
        if int(r.lay_off_on) == s.OWN and owner != game.current:
            return "cards may be laid off on one's own melds only", "turn.lay_off.on"
        first = int(g.opened[game.current])
        if not first and int(g.opening_n):
            return "the first melds must be complete before anything else is laid", "turn.opening"
        if int(g.freed_from) >= 0:
            if said.cards[0][0] != int(g.must_use):
                return "the wild card taken off the table must be laid off first", "wilds.swap_to"
            if int(r.swap_to) == s.SWAP_TO_OTHER and said.target == int(g.freed_from):
                return "a wild card may not go back to the meld it was taken from", "wilds.swap_to"
            if int(r.swap_to) == s.SWAP_TO_SAME and said.target != int(g.freed_from):
                return "a wild card stays in the meld it was taken from", "wilds.swap_to"
        if int(r.lay_off_after) and not first:
            return "a meld of one's own must be laid before cards are laid off", "turn.lay_off.after"
        if int(r.lay_off_after) == s.AFTER_OWN_EARLIER and first == int(g.turn):
            return "cards may be laid off only from the turn after the first own meld", "turn.lay_off.after"
    if said.verb == "claim" or not _fits(game, said):
        card = "the discard" if said.verb == "claim" else game.names.deck.name(said.cards[0][0])
        return f"{card} does not fit meld {said.target + 1} ({game.table[said.target]['meld']})", "melds"
    return _stuck(game, 1)


def _fits(game: Game, said: Spec) -> bool:
    kind, stands = said.cards[0]
    m = game._game.melds[said.target]
    for end in (s.LOW, s.HIGH, s.POOL):
        if said.end and s.END_NAMES[end] != said.end:
            continue
        for wild in (False, True):
            if (wild or not stands) and game._core.accepts(game.names.rules, m, end, kind, wild) >= 0:
                return True
    return False


def _discard(game: Game, said: Spec) -> Reason:
    g, r = game._game, game.names.rules
    kind = said.cards[0][0]
    name = game.names.deck.name(kind)
    if int(g.taken_mask) >> kind & 1 and int(r.return_taken) in (s.RETURN_SINGLE, s.RETURN_BLOCK):
        return f"{name} was just taken from the discards and may not be thrown this turn", "turn.discard.taken"
    if int(g.phase) == s.CALL_DISCARD:
        call = game.names.calls[int(g.call)]
        if int(r.calls[int(g.call)].melds.bundles_n) or int(r.calls[int(g.call)].after) >= 0:
            needs = _needs(game, int(g.call))
            return f"without {name} the hand is not what {_call_name(call)} needs: {needs}", f"turn.call.{call}.when"
        dead = int(game._work.deadwood_after[kind])
        return f"without {name} the deadwood would be {dead}, too much to {_call_name(call)}", f"turn.call.{call}.when"
    if int(g.opening_n):
        return "the first melds must be complete before a card is thrown", "turn.opening"
    if int(g.freed_from) >= 0:
        return "the wild card taken off the table must be laid off first", "wilds.swap_to"
    if int(g.call_only):
        return "the card was taken to call with it: a call must follow", "stock_out.ends"
    if not int(r.discard_on):
        return "no card is discarded in this game", "turn.discard"
    return f"{name} fits a meld on the table and may not be the last discard", "turn.discard.unplayable_last"


def _call_name(call: str) -> str:
    return call.replace("_", " ")


def _call(game: Game, said: Spec) -> Reason:
    g, r = game._game, game.names.rules
    number = game.names.calls.index(said.name)
    call = r.calls[number]
    key = f"turn.call.{said.name}"
    name = _call_name(said.name)
    if int(g.last_turns):
        made = game.names.calls[int(g.call)]
        return f"player {int(g.caller)} has called: no call is made in the last turn", f"turn.call.{made}.last_turn"
    if int(call.at_draw) and int(g.phase) == s.PLAY:
        return f"{name} is said instead of drawing a card", f"{key}.at"
    if not int(call.at_draw) and int(g.phase) == s.DRAW:
        return NOW[s.DRAW], ""
    if not int(call.first_turn) and int(g.turns[game.current]) < 2:
        return f"nobody may {name} in his first turn", f"{key}.first_turn"
    rule = game.ruleset.turn.call[number]
    needs = _needs(game, number)
    if int(call.leaves):
        return f"{name} needs {needs}", f"{key}.when"
    least, card = _least(game, bool(call.discards))
    after = f" after discarding {card}" if card else ""
    if rule.melds is not None and _without_melds(game, number):
        return f"{name} needs {rule.melds.text}, and these cards make no such melds", f"{key}.melds"
    return f"{name} needs {needs}; the least deadwood{after} is {least}", f"{key}.when"


def _needs(game: Game, call: int) -> str:
    """What a call asks for, as the ruleset says it."""
    rule = game.ruleset.turn.call[call]
    asked = [] if rule.when is None else [rule.when.text]
    if rule.melds is not None:
        asked.append(f"the melds {rule.melds.text}")
    return " and ".join(asked) or "nothing"


def _without_melds(game: Game, number: int) -> bool:
    """Could the call be made if it asked for no melds?"""
    tables = game.tables.copy()
    tables[int(game._game.variant)].calls[number].melds.bundles_n = 0
    n = game._core.legal_moves(tables, game._game, game._work)
    return (s.M_CALL | number << 6) in [int(game._work.moves[i]) for i in range(n)]


def _least(game: Game, discards: bool) -> tuple[int, str]:
    g, r, w = game._game, game.names.rules, game._work
    p = game.current
    if not discards:
        return int(game._core.least_deadwood(r, w, g.hand[p], g.mask[p])), ""
    game._core.deadwood_by_discard(r, w, g.hand[p], g.mask[p])
    stop = int(game._core.barred(r, g, p))
    free = [k for k in bits(int(g.mask[p])) if not stop >> k & 1]
    best = min(free, key=lambda k: (int(w.deadwood_after[k]), k), default=-1)
    return (int(w.deadwood_after[best]), game.names.deck.name(best)) if best >= 0 else (0, "")


def _done(game: Game, said: Spec) -> Reason:
    return "the caller must lay melds until his deadwood is within the limit of the call", "turn.call"


def _swap(game: Game, said: Spec) -> Reason:
    if not int(game.names.rules.swap):
        return "melded wilds are not exchanged in this game", "wilds.swap"
    g, r = game._game, game.names.rules
    first = int(g.opened[game.current])
    if int(r.lay_off_on) and int(r.lay_off_after) and not first:
        return "a meld of one's own must be laid before a wild card is exchanged", "turn.lay_off.after"
    if int(r.lay_off_on) and int(r.lay_off_after) == s.AFTER_OWN_EARLIER and first == int(g.turn):
        return "wild cards are exchanged only from the turn after the first own meld", "turn.lay_off.after"
    if 0 <= said.target < int(g.melds_n):
        template = int(g.melds[said.target].template)
        if int(r.t_kind[template]) != s.LINE and not int(r.swap_any):
            return "wild cards are taken out of sequences only", "wilds.swap_from"
    if int(r.swap_to) != s.SWAP_TO_HAND:
        return "there is no wild in that meld that stands for this card and could be laid off at once", "wilds.swap_to"
    return "there is no wild in that meld that stands for this card", "wilds.swap"
