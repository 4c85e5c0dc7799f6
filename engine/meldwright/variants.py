"""The variants of a ruleset: what differs from deal to deal, or with the card that is cut.

Every variant becomes a table of its own; which one is in force is looked up when a deal begins.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from .cards import Deck
from .core import constants as s
from .patterns.expand import expand
from .patterns.templates import Template
from .ruleset.rules import ContractText, Ruleset, Seated


@dataclass(frozen=True)
class Variant:
    """What is in force in some deals."""

    seated: Seated
    contract: ContractText | None
    whole_hand: bool

    @property
    def key(self) -> tuple[int, int, str, bool]:
        """What makes two variants the same."""
        text = "" if self.contract is None else self.contract.text
        return (self.seated.hand_size, self.seated.wild_mask, text, self.whole_hand)


@dataclass(frozen=True)
class Variants:
    """The variants, and the number of the one that a deal or a cut card brings. `of_cut` empty: no card is cut."""

    variants: tuple[Variant, ...]
    of_deal: tuple[int, ...]
    of_cut: tuple[int, ...]
    next_kind: tuple[int, ...]

    def write(self, record: Any) -> None:
        """Fill the lookups of one record of tables."""
        for deal, number in enumerate(self.of_deal):
            record.variant_of_deal[deal] = number
        record.takes_cut = int(bool(self.of_cut))
        for kind, number in enumerate(self.of_cut):
            record.variant_of_cut[kind] = number
        for kind, above in enumerate(self.next_kind):
            record.next_kind[kind] = above


def variants_of(ruleset: Ruleset, base: Seated) -> Variants:
    """The variants of a ruleset for a number of players.

    Raises CardError for wild cards that the deck does not have (a ruleset that passed `check` has none).
    """
    above = _next_kinds(base.deck)
    found: dict[tuple[int, int, str, bool], int] = {}
    variants: list[Variant] = []

    def number(variant: Variant) -> int:
        if variant.key not in found:
            found[variant.key] = len(variants)
            variants.append(variant)
        return found[variant.key]

    of_deal = [number(_of_deal(ruleset, base, max(1, deal))) for deal in range(s.DEAL_ROWS)]
    of_cut: list[int] = []
    if ruleset.wilds.cut == "rank":
        for kind in range(len(base.deck.kinds)):
            mask = base.wild_mask | _wild_by_cut(ruleset, base.deck, kind, above)
            first = variants[0]
            of_cut.append(number(_with_wilds(ruleset, first, mask)))
    return Variants(tuple(variants), tuple(of_deal), tuple(of_cut), tuple(above))


def _of_deal(ruleset: Ruleset, base: Seated, deal: int) -> Variant:
    opening = ruleset.turn.opening
    variant = Variant(base, opening.contract, opening.whole_hand)
    for row in ruleset.deals:
        if not row.holds(deal):
            continue
        seated = variant.seated
        if row.cards is not None:
            seated = replace(seated, hand_size=row.cards.at(base.players) or seated.hand_size)
        wilds = seated.wild_mask
        for selector in row.wilds:
            wilds |= ruleset.kinds_of(base.deck, selector)
        if wilds != seated.wild_mask:
            seated = _with_wilds(ruleset, replace(variant, seated=seated), wilds).seated
        variant = Variant(
            seated,
            row.contract or variant.contract,
            variant.whole_hand if row.whole_hand is None else row.whole_hand,
        )
    return variant


def _with_wilds(ruleset: Ruleset, variant: Variant, mask: int) -> Variant:
    """The variant with these kinds wild, and the points that go with it."""
    seated = variant.seated
    points = ruleset.points_of(seated.deck, mask)
    return replace(variant, seated=replace(seated, wild_mask=mask, points=points))


def _wild_by_cut(ruleset: Ruleset, deck: Deck, kind: int, above: list[int]) -> int:
    """The kinds that are wild because this one is cut."""
    if deck.kinds[kind].is_joker:
        return deck.select("A") if ruleset.wilds.cut_joker == "aces" else 0
    mask = sum(1 << k for k in range(len(deck.kinds)) if deck.rank_of(k) == deck.rank_of(kind))
    if ruleset.wilds.cut_next and above[kind] >= 0:
        mask |= 1 << above[kind]
    return mask


def _next_kinds(deck: Deck) -> list[int]:
    """For each kind the one next above it in its suit, the ace above the king; -1 for a joker."""
    found = []
    ranks = len(deck.ranks)
    for kind, card in enumerate(deck.kinds):
        if card.is_joker:
            found.append(-1)
            continue
        rank = (deck.rank_of(kind) + 1) % ranks
        same = [k for k in range(len(deck.kinds)) if deck.rank_of(k) == rank and deck.suit_of(k) == deck.suit_of(kind)]
        found.append(same[0] if same else -1)
    return found


def templates_of(ruleset: Ruleset, seated: Seated) -> list[Template]:
    """All meld templates, links relative to the whole list."""
    out: list[Template] = []
    for number, meld in enumerate(ruleset.melds):
        start = len(out)
        for t in expand(
            meld.pattern.tree, seated.deck, ruleset.wilds.limit.tree, seated.wild_mask, number,
            melds=ruleset.patterns, apart=ruleset.wilds.apart, natural=ruleset.wilds.natural,
        ):  # fmt: skip
            up = t.up + start if t.up >= 0 else -1
            down = t.down + start if t.down >= 0 else -1
            out.append(_relinked(t, up, down))
    return out


def _relinked(t: Template, up: int, down: int) -> Template:
    return replace(t, up=up, down=down)
