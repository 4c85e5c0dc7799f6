"""Lint rules about cards: the deck, values, wild cards, the deal's need of cards, and the melds that can be made."""

from __future__ import annotations

import re
from collections.abc import Callable

from meldwright.cards import CardError, Deck
from meldwright.core.constants import COVER, MELDS, MOVES, SLOTS, TEMPLATES
from meldwright.patterns.expand import expand
from meldwright.patterns.templates import Template
from meldwright.patterns.tree import DslError
from meldwright.variants import variants_of

from .lint_moves import ROOM, most_melds
from .linter import Linter, Path
from .rules import ByPlayers, Seated, Value, card_points


def lint_cards(lint: Linter) -> None:
    """All rules about cards."""
    if not lint.sound("deck"):
        return
    sizes = not lint.sound("players", "deal") or _table_sizes(lint)
    decks = _decks(lint)
    if not decks:
        return
    deck = next((deck for deck in decks.values() if deck.joker is not None), next(iter(decks.values())))
    fine = _selectors(lint, deck) and sizes
    if fine and lint.sound("wilds", "values"):
        _jokers(lint, deck)
    if fine and lint.sound("players", "deal", "turn", "stock_out"):
        for players, whole in decks.items():
            if not _enough_cards(lint, players, whole):
                break
    if fine and lint.sound("players", "wilds"):
        _melds(lint)


def _table_sizes(lint: Linter) -> bool:
    """Every table by the number of players has a row for each."""
    fine = True
    rules = lint.ruleset
    tables: list[tuple[tuple[str, ...], ByPlayers | None]] = [
        (("deck", "packs"), rules.deck.packs),
        (("deck", "jokers"), rules.deck.jokers),
        (("deal", "cards"), rules.deal.cards),
        *((("deals", row.key, "cards"), row.cards) for row in rules.deals),
    ]
    for path, table in tables:
        missing = [n for n in rules.players if table is not None and table.at(n) is None]
        if missing:
            fine = False
            message = f"`{'.'.join(path)}` has no row for {_listed(missing)} players"
            if len(path) == 2 and lint.place(path).file != lint.place(("players",)).file:
                rows = ", ".join(f"{n}: ..." for n in missing)
                if 1 < len(missing) == missing[-1] - missing[0] + 1:
                    rows = f"{missing[0]}-{missing[-1]}: ..."
                message += f"; add them where the players are set: `{path[0]}: {{{path[1]}: {{{rows}}}}}`"
            lint.error("missing-row", message, path, ("players",))
    return fine


def _listed(numbers: list[int]) -> str:
    return str(numbers[0]) if len(numbers) == 1 else f"{', '.join(map(str, numbers[:-1]))} and {numbers[-1]}"


def _attempt(lint: Linter, path: Path | None, work: Callable[[], object]) -> bool:
    """Do something with cards; note what is wrong at the scalar of this path (None: the part of the deck at fault)."""
    try:
        work()
        return True
    except CardError as error:
        path = path or _blamed(lint)
        node = lint.ruleset.node.get(*path)
        if node is None:
            position = lint.place(path)
        elif isinstance(node.value, str) and node.value == error.text:
            position = node.inner(error.start, error.end)
        else:
            position = node.place if isinstance(node.value, dict) else node.position
        lint.findings.error("bad-card", error.message, position, error.suggestion)
        return False


def _decks(lint: Linter) -> dict[int, Deck] | None:
    """The deck for each number of players; None (and a note) when there is none."""
    rules = lint.ruleset.deck
    decks: dict[int, Deck] = {}

    def add(players: int) -> None:
        decks[players] = rules.build(players)

    for players in lint.ruleset.players:
        if rules.packs.at(players) is None:
            continue  # told already
        if not _attempt(lint, None, lambda n=players: add(n)):  # type: ignore[misc]
            return None
    return decks


def _blamed(lint: Linter) -> Path:
    """The part of the deck that is most likely wrong when it cannot be built."""
    rules = lint.ruleset.deck
    attempts: tuple[tuple[str, tuple[str, ...], tuple[str, ...], tuple[str, ...]], ...] = (
        ("suits", rules.suits, ("A",), ()),
        ("ranks", rules.suits[:1], rules.ranks, ()),
        ("strip", rules.suits, rules.ranks, rules.strip),
    )
    for key, suits, ranks, strip in attempts:
        try:
            Deck.build(suits, ranks, 1, 0, strip)
        except CardError as error:
            return ("deck", key, strip.index(error.text)) if error.text in strip else ("deck", key)
    return ("deck",)


def _selectors(lint: Linter, deck: Deck) -> bool:
    """Values and wild cards name cards that there are."""
    rules = lint.ruleset
    fine = True
    for key, values in (("values", rules.values), ("limit_values", rules.limit_values)):
        for value in values:
            fine &= _value(lint, deck, (key, value.selector), value)
    for row in rules.deals:
        at = ("deals", row.key)
        for number, selector in enumerate(row.wilds):
            fine &= _attempt(lint, (*at, "wilds", number), lambda s=selector: deck.select(s))  # type: ignore[misc]
    for number, selector in enumerate(rules.wilds.swap_cards):
        fine &= _attempt(lint, ("wilds", "swap_cards", number), lambda s=selector: deck.select(s))  # type: ignore[misc]
    for number, selector in enumerate(rules.wilds.cards):
        fine &= _attempt(lint, ("wilds", "cards", number), lambda s=selector: deck.select(s))  # type: ignore[misc]
    return fine


def _value(lint: Linter, deck: Deck, path: Path, value: Value) -> bool:
    rules = lint.ruleset.deck
    if value.points is None and not any(deck.face(kind) is not None for kind in range(len(deck.kinds))):
        lint.no_effect(path, "no card of this deck has a number on it")
    try:
        card_points(deck, rules, (value,))
        return True
    except CardError as error:
        node = lint.ruleset.node.get(*path)
        place = lint.place(path) if node is None else node.place
        lint.findings.error("bad-card", error.message, place, error.suggestion)
        return False


def _jokers(lint: Linter, deck: Deck) -> None:
    """Jokers that are not wild are cards that fit nowhere."""
    if deck.joker is None:
        return
    wild = any(deck.select(selector) >> deck.joker & 1 for selector in lint.ruleset.wilds.cards)
    worth = any(value.points and "joker" in value.selector.lower() for value in lint.ruleset.values)
    if not wild and not worth:
        message = "the jokers are neither wild (wilds.cards) nor worth anything (values): they fit no meld"
        lint.warning("idle-jokers", message, ("deck", "jokers"))


def _enough_cards(lint: Linter, players: int, deck: Deck) -> bool:
    """The deck has the cards for the deal, the upcard and at least one draw."""
    deal = lint.ruleset.deal
    each = max(v.seated.hand_size for v in variants_of(lint.ruleset, lint.ruleset.for_players(players)).variants)
    dealt = players * each + deal.starter_extra + deal.dealer_extra + int(lint.ruleset.wilds.cut != "none")
    upcard = int(deal.upcard)
    if dealt + upcard > deck.size:
        sum_ = f"{players} x {each}"
        sum_ += f" + {deal.starter_extra} for the first player" if deal.starter_extra else ""
        sum_ += f" + {deal.dealer_extra} for the dealer" if deal.dealer_extra else ""
        sum_ += " + 1 card cut" if lint.ruleset.wilds.cut != "none" else ""
        sum_ += " + 1 upcard" if upcard else ""
        message = f"{players} players need {dealt + upcard} cards ({sum_}), but the deck has {deck.size}"
        lint.error("too-few-cards", message, ("deal", "cards"), ("deck",))
        return False
    left = deck.size - dealt - upcard
    if lint.ruleset.turn.draw.stock and left <= lint.ruleset.stock_out.floor:
        floor = lint.ruleset.stock_out.floor
        are = "card is" if left == 1 else "cards are"
        message = f"with {players} players {left} {are} left after the deal, of which none may be drawn"
        message += f" (stock_out.floor is {floor})" if floor else ""
        lint.error("too-few-cards", message, ("deal", "cards"), ("stock_out", "floor"))
        return False
    return True


def _melds(lint: Linter) -> None:
    """Every pattern makes melds with every deck, and the melds fit the records of the engine."""
    seen: set[tuple[int, ...]] = set()
    for players in lint.ruleset.players:
        seated = lint.ruleset.for_players(players)
        if seated.deck.copies in seen:
            continue
        seen.add(seated.deck.copies)
        tables = [variant.seated for variant in variants_of(lint.ruleset, seated).variants]
        different = list({one.wild_mask: one for one in tables}.values())
        if lint.ruleset.wilds.cut != "none":  # with every rank as with the first; the last is the joker's
            different = [*different[:2], different[-1]]
        if not all(_fits(lint, one) for one in different):
            return


def _fits(lint: Linter, seated: Seated) -> bool:
    rules = lint.ruleset
    templates: list[Template] = []
    fine = True
    for number, meld in enumerate(rules.melds):
        wilds = rules.wilds
        try:
            limit = wilds.limit.tree if seated.wild_mask else None
            made = expand(
                meld.pattern.tree, seated.deck, limit, seated.wild_mask, number, melds=rules.patterns,
                apart=wilds.apart, natural=wilds.natural,
            )  # fmt: skip
        except DslError as error:
            fine = False
            if not lint.sound("melds") and _about_a_gap(lint, meld.pattern.text):
                continue
            lint.findings.error("bad-pattern", error.message, meld.pattern.at(error.start, error.end), error.suggestion)
            continue
        templates += made
    return fine and lint.sound("melds", "turn") and _room(lint, seated, templates)


def _about_a_gap(lint: Linter, text: str) -> bool:
    """Does a pattern name a meld whose own pattern cannot be read?"""
    written = lint.written.get("melds")
    names = set(written.value) if written is not None and isinstance(written.value, dict) else set()
    return bool((names - set(lint.ruleset.patterns)).intersection(re.findall(r"\w+", text)))


def _extra(lint: Linter) -> int:
    """Cards that one player is dealt beyond the others."""
    return max(lint.ruleset.deal.starter_extra, lint.ruleset.deal.dealer_extra)


def _room(lint: Linter, seated: Seated, templates: list[Template]) -> bool:
    """The engine has room for so many templates and for so many melds on the table."""
    hand = seated.hand_size + _extra(lint) + 1
    laid = lint.ruleset.turn.meld is not None or any(call.show == "moves" for call in lint.ruleset.turn.call)
    melds = most_melds(templates, seated.deck, hand) if laid else 0
    if melds > ROOM:
        message = f"a hand of {hand} cards could be laid in more ways than the engine lists ({MOVES:,} moves)"
        lint.error("too-many-melds", message, ("melds",))
        return False
    cover = sum((t.mask | seated.wild_mask).bit_count() for t in templates)
    if len(templates) > TEMPLATES or cover > COVER:
        message = f"the melds are too many for the engine: {len(templates)} places where one can lie, of {TEMPLATES}"
        lint.error("too-many-melds", message, ("melds",))
        return False
    if lint.ruleset.turn.meld is None or not templates:
        return True
    least = min(t.n for t in templates)
    if seated.deck.size // least > MELDS:
        message = f"with melds of {least} cards more than {MELDS} melds could lie on the table"
        lint.error("too-many-melds", message, ("melds",), ("deck",))
        return False
    if least > SLOTS:
        lint.error("too-many-melds", f"a meld has at most {SLOTS} cards", ("melds",))
        return False
    return True
