"""From a merged tree that fits the schema to a `Ruleset`; what cannot be read is noted, and replaced by a stand-in."""

from __future__ import annotations

import re
from functools import partial
from typing import Any

from meldwright.patterns.limits import check_wild_limit
from meldwright.patterns.tree import Number, Pattern

from .build_rulings import rulings
from .diagnostics import Diagnostic, Position, suggest
from .merge import Merged
from .rules import (
    PLAYERS,
    BuyBack,
    ByPlayers,
    Call,
    Claim,
    Deadwood,
    Deal,
    DeckRules,
    Discard,
    Draw,
    Elimination,
    Expression,
    LayOff,
    Limits,
    Match,
    MayI,
    Meld,
    Opening,
    PatternText,
    Players,
    Recipients,
    Row,
    Ruleset,
    SomeDeals,
    StockOut,
    TableMelds,
    Turn,
    Value,
    Wilds,
)
from .section import Findings, Json, Section, span
from .sound import Gaps
from .source import Node

GIVES = ("points", "boxes", "chips", "multiply", "multiply_boxes")
_RANKED = re.compile(r"(lowest|highest)\s+(?=\S)")


def build(merged: Merged, schema: Json, described: str, gaps: Gaps | None = None) -> tuple[Ruleset, list[Diagnostic]]:
    """The ruleset and all that was found; with errors it has stand-ins for what cannot be read, and is not playable.

    `gaps` are keys left out because of errors that have been told.
    """
    findings = Findings(merged, gaps or Gaps())
    top = Section(merged.root, schema, schema, findings)
    parts = _parts(top)
    said = ("name", "family", "status", "status_reason", "summary", "variant", "behavior")
    parts |= {key: top.value(key) for key in said}
    parts |= {key: top.texts(key) for key in ("aliases", "sources", "omitted")}
    ruleset = Ruleset(
        id=merged.id,
        described=described,
        node=merged.root,
        files=merged.files,
        **parts,
    )
    return ruleset, findings.found


def _parts(top: Section) -> dict[str, Any]:
    if top.child("name") is None:
        _missing(top, "name", "what the game is called")
    claim = top.section("claim")
    limits = top.section("limits")
    return {
        "players": _players(top),
        "deck": _deck(top.section("deck")),
        "values": _values(top.child("values")),
        "limit_values": _values(top.child("limit_values")),
        "wilds": _wilds(top.section("wilds")),
        "deal": _deal(top.section("deal")),
        "deals": _deals(top),
        "melds": _melds(top),
        "deadwood": Deadwood(top.section("deadwood").contract("needs")),
        "turn": _turn(top.section("turn")),
        "claim": Claim(claim.value("playable_discard"), _may_i(claim.optional("may_i"))),
        "stock_out": _stock_out(top.section("stock_out")),
        "scoring": _rows(top, "scoring"),
        "match": _match(top.section("match")),
        "limits": Limits(limits.value("turns"), limits.value("deals")),
        "rulings": rulings(top),
    }


def _missing(section: Section, key: str, takes: str) -> None:
    """Note that a key without a default is not there."""
    if section.lacks(key):
        return
    node = section.node
    where = node.key_position or _first(node.position)
    path = {"cards": "deal.cards"}.get(key, key)
    section.findings.error("missing-key", f"the key `{path}` is missing; it says {takes}", where)


def _first(p: Position) -> Position:
    return Position(p.file, p.line, p.column, p.column + 1, p.text)


def _players(top: Section) -> Players:
    node = top.child("players")
    if node is None:
        _missing(top, "players", "how many can play, such as 2 or 2-4")
        return Players(2, 2)
    least, most = span(node.value)
    if least > most:
        message = f'the range "{node.value}" runs from high to low'
        top.findings.error("bad-range", message, node.position, f"{most}-{least}")
    elif least < 1 or most > PLAYERS:
        top.findings.error("out-of-range", f"from 1 to {PLAYERS} can play, not {node.value}", node.position)
    return Players(least, most)


def _deck(deck: Section) -> DeckRules:
    jokers, per_pack = _jokers(deck)
    packs = deck.by_players("packs")
    assert packs is not None, "the schema has a default"
    return DeckRules(
        packs=packs,
        jokers=jokers,
        jokers_per_pack=per_pack,
        suits=deck.texts("suits"),
        ranks=deck.texts("ranks"),
        strip=deck.texts("strip"),
    )


def _jokers(deck: Section) -> tuple[ByPlayers, ByPlayers]:
    """The jokers in all, and those per pack, by the number of players."""
    value = deck.value("jokers")
    rows = list(value.items()) if isinstance(value, dict) else [(f"1-{PLAYERS}", value)]
    whole, each = [], []
    for text, number in rows:
        if number is None:
            continue
        least, most = span(text)
        per_pack = isinstance(number, str)
        count = int(number.split()[0]) if isinstance(number, str) else number
        whole.append((least, most, 0 if per_pack else count))
        each.append((least, most, count if per_pack else 0))
    return ByPlayers(tuple(whole)), ByPlayers(tuple(each))


def _values(node: Node | None) -> tuple[Value, ...]:
    rows = node.value.items() if node is not None else ()
    return tuple(Value(key, None if child.value == "face" else child.value, child) for key, child in rows)


def _wilds(wilds: Section) -> Wilds:
    node = wilds.child("limit") or Node(wilds.value("limit"), wilds.node.position)
    limit = wilds.pattern(node)
    if limit is not None and not wilds.findings.holds("bad-pattern", partial(check_wild_limit, limit.tree), limit.at):
        limit = None  # told at its own place: not again with every meld
    limit = limit or PatternText("", Pattern(()), node)
    plain = ("apart", "natural", "cut", "cut_joker", "cut_next", "swap", "swap_from", "swap_to")
    swappable = wilds.texts("swap_cards")
    return Wilds(wilds.texts("cards"), limit, swap_cards=swappable, **{key: wilds.value(key) for key in plain})


def _deal(deal: Section) -> Deal:
    cards = deal.by_players("cards")
    if cards is None:
        _missing(deal, "cards", "how many cards each player gets")
    plain = ("upcard", "second_pack_upcard", "offer", "starter", "starter_extra", "dealer_extra", "cut",
             "sit_out", "next_dealer", "no_winner_dealer")  # fmt: skip
    return Deal(
        cards=cards or DeckRules().packs,
        void_when=deal.expression("void_when"),
        **{key: deal.value(key) for key in plain},
    )


def _deals(top: Section) -> tuple[SomeDeals, ...]:
    """What differs from deal to deal, in the order of the file."""
    rows = []
    for text, section in top.entries("deals"):
        first, last = (int(text[:-1]), None) if text.endswith("+") else span(text)
        if last is not None and first > last:
            message = f'the range "{text}" runs from high to low'
            top.findings.error("bad-range", message, section.node.place, f"{last}-{first}")
        rows.append(
            SomeDeals(
                first=first,
                last=last,
                contract=section.contract("contract"),
                cards=section.by_players("cards"),
                wilds=section.texts("wilds"),
                whole_hand=section.value("whole_hand"),
                node=section.node,
            )
        )
    return tuple(rows)


def _melds(top: Section) -> tuple[Meld, ...]:
    melds = []
    for name, section in top.entries("melds"):
        node = section.child("pattern") if isinstance(section.node.value, dict) else section.node
        if node is None:
            if not section.lacks():
                section.findings.error("missing-key", f'the meld "{name}" has no pattern', section.node.place)
            continue
        pattern = section.pattern(node)
        if pattern is not None:
            melds.append(Meld(name, pattern))
    return tuple(melds)


def _turn(turn: Section) -> Turn:
    draw = turn.section("draw")
    sources = draw.texts("from")
    many = draw.value("discards")
    meld, lay_off, discard = (turn.optional(key) for key in ("meld", "lay_off", "discard"))
    return Turn(
        draw=Draw(
            stock="stock" in sources,
            discards=0 if "discard" not in sources else _any(many),
            discard_when=draw.expression("discard_when"),
            must_use=draw.value("must_use"),
        ),
        meld=None if meld is None else _table_melds(meld),
        opening=_opening(turn.section("opening")),
        lay_off=None if lay_off is None else LayOff(lay_off.value("on"), lay_off.value("after")),
        discard=None if discard is None else Discard(*map(discard.value, ("taken", "final", "unplayable_last"))),
        take_back=turn.value("take_back"),
        call=tuple(_call(name, section) for name, section in turn.entries("call")),
    )


def _table_melds(meld: Section) -> TableMelds:
    return TableMelds(
        _any(meld.value("per_turn")), meld.value("more_when_going_out"), meld.value("all_at_once_from_deal")
    )


def _opening(opening: Section) -> Opening:
    plain = ("points", "ace_low", "exempt_going_out", "new_melds", "same_rank", "touching_runs", "whole_hand")
    return Opening(opening.contract("contract"), **{key: opening.value(key) for key in plain})


def _may_i(may_i: Section | None) -> MayI | None:
    if may_i is None:
        return None
    limit = _any(may_i.value("limit"))
    return MayI(may_i.value("penalty"), may_i.value("then"), limit, may_i.expression("when"))


def _any(value: Any) -> int | None:
    """A count; None for "any"."""
    return None if value == "any" else int(value)


def _call(name: str, call: Section) -> Call:
    lay_off = call.child("lay_off")
    allowed = call.value("lay_off")
    return Call(
        name=name,
        when=call.expression("when"),
        at=call.value("at"),
        melds=call.contract("melds"),
        discard=call.value("discard"),
        show=call.value("show"),
        lay_off=call.parsed(lay_off) if lay_off is not None and isinstance(allowed, str) else allowed or None,
        last_turn=call.value("last_turn"),
        leaves=call.value("leaves"),
        cards=call.value("cards"),
        first_turn=call.value("first_turn"),
        wrong=call.value("wrong"),
        node=call.node,
    )


def _stock_out(stock: Section) -> StockOut:
    plain = ("recycle", "turn_over_when", "upcard", "keep_top", "take_new_upcard", "floor", "ends", "last_discard_same")
    return StockOut(times=_any(stock.value("times")), **{key: stock.value(key) for key in plain})


def _match(match: Section) -> Match:
    plain = ("target", "deals", "winner", "ante", "stake", "tie", "columns", "rolling", "wins_needed")
    return Match(
        final=_rows(match, "final"),
        eliminate=_eliminate(match),
        buy_back=_buy_back(match),
        **{key: match.value(key) for key in plain},
    )


def _eliminate(match: Section) -> Elimination | None:
    if match.child("eliminate") is None:
        return None
    eliminate = match.section("eliminate")
    at = eliminate.value("at")
    if at is None:
        if not eliminate.lacks("at"):
            message = "the key `match.eliminate.at` is missing; it says at what total a player is out"
            match.findings.error("missing-key", message, eliminate.node.place)
        at = 1
    return Elimination(at, eliminate.value("chips"))


def _buy_back(match: Section) -> BuyBack | None:
    if match.child("buy_back") is None:
        return None
    buy = match.section("buy_back")
    price = buy.expression("chips") or Expression("0", Number(0), buy.node)
    return BuyBack(
        least=buy.value("from"),
        most=buy.value("to"),
        who=buy.value("who"),
        chips=price,
        times=buy.value("times"),
    )


def _rows(section: Section, key: str) -> tuple[Row, ...]:
    return tuple(_row(name, entry) for name, entry in section.entries(key))


def _row(name: str, row: Section) -> Row:
    """A line of a scoring table; a note when it does not say who gets how much."""
    given = [key for key in GIVES if row.child(key) is not None]
    if len(given) > 1 or (not given and not row.lacks()):
        listed = ", ".join(f"`{key}`" for key in given) or "none"
        message = (
            f'the row "{name}" needs exactly one of points, boxes, chips, multiply and multiply_boxes; it has {listed}'
        )
        row.findings.error("bad-row", message, row.node.place)
    gives = given[0] if given else "points"
    factor = gives.startswith("multiply")
    amounts = [row.expression(key) for key in given or (gives,)]
    amount = amounts[0] or Expression("0", Number(0), row.node)
    to = _recipients(name, row, factor)
    when, leaves_out = row.expression("when"), row.expression("except")
    if to is None and not factor:
        to = Recipients("winner", None)  # a stand-in
    return Row(
        name=name,
        when=when,
        to=to,
        payers=row.value("from") or ("others" if row.lacks("from") else None),
        gives=gives,  # type: ignore[arg-type]  # one of GIVES
        amount=amount,
        leaves_out=leaves_out,
        shared=row.value("shared"),
        multiplied=row.value("multiplied"),
        node=row.node,
    )


def _recipients(name: str, row: Section, factor: bool) -> Recipients | None:
    node = row.child("to")
    if node is None:
        if not factor and not row.lacks():
            message = f'the row "{name}" does not say who gets it; `to` takes winner, others, each and the like'
            row.findings.error("missing-key", message, row.node.place)
        return None
    text = str(node.value).strip()
    words = ("winner", "caller", "others", "each", "pot")
    if text in words:
        return Recipients(text, None)  # type: ignore[arg-type]  # one of words
    start = str(node.value).index(text)
    ranked = _RANKED.match(text)
    if ranked is None:
        message = f'nobody is called "{text}"; expected winner, caller, others, each, lowest ... or highest ...'
        if text in ("lowest", "highest"):
            message = f'"{text}" of what? Say `{text} deadwood` or `{text} hand_points`, for example'
        row.findings.error("unknown-word", message, node.inner(start, start + len(text)), suggest(text, words))
        return None
    measure = row.parsed(node, start + ranked.end())
    if measure is None:
        return None
    return Recipients(ranked.group(1), measure)  # type: ignore[arg-type]  # lowest or highest
