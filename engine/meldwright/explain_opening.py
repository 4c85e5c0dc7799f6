"""Prose about what differs from deal to deal, what the first melds of a player must be, and taking melds back."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from .explain_words import by_players, cards_text, times
from .patterns.describe import describe_contract
from .ruleset.rules import ByPlayers, ContractText, Ruleset


@dataclass(frozen=True)
class _InDeal:
    """What holds in one deal."""

    cards: ByPlayers
    wilds: tuple[str, ...]
    contract: ContractText | None
    whole_hand: bool


def cards_dealt(r: Ruleset) -> str:
    """How many cards each player is dealt."""
    if any(row.cards is not None for row in r.deals):
        return "Each player is dealt as many cards as the list below says for the deal, one at a time."
    return f"Each player is dealt {_cards(r, r.deal.cards)}, one at a time."


def deal_by_deal(r: Ruleset) -> Iterator[str]:
    """What differs from deal to deal, as a list; nothing when no deal differs."""
    if not r.deals:
        return
    yield "Deal by deal:"
    starts = _starts(r)
    for place, start in enumerate(starts):
        following = starts[place + 1] if place + 1 < len(starts) else None
        last = following - 1 if following is not None else r.match.deals
        yield f"- {_span(start, last)}: {_said(r, _in_deal(r, start))}."


def _starts(r: Ruleset) -> list[int]:
    """The deals with which something changes, the first among them."""
    edges = {1} | {row.first for row in r.deals} | {row.last + 1 for row in r.deals if row.last is not None}
    found: list[int] = []
    for deal in sorted(edges):
        if r.match.deals is not None and deal > r.match.deals:
            break
        if not found or _in_deal(r, deal) != _in_deal(r, found[-1]):
            found.append(deal)
    return found


def _in_deal(r: Ruleset, deal: int) -> _InDeal:
    opening = r.turn.opening
    now = _InDeal(r.deal.cards, (), opening.contract, opening.whole_hand)
    for row in r.deals:
        if row.holds(deal):
            now = _InDeal(
                row.cards or now.cards,
                now.wilds + tuple(card for card in row.wilds if card not in now.wilds),
                row.contract or now.contract,
                now.whole_hand if row.whole_hand is None else row.whole_hand,
            )
    return now


def _span(first: int, last: int | None) -> str:
    if last is None:
        return f"Deal {first} and all later ones"
    return f"Deal {first}" if first == last else f"Deals {first} to {last}"


def _said(r: Ruleset, now: _InDeal) -> str:
    """What holds in some deals, as far as any deal says anything about it."""
    said = []
    if any(row.cards is not None for row in r.deals):
        said.append(_cards(r, now.cards))
    if any(row.wilds for row in r.deals):
        deck = r.for_players(r.players.most).deck
        mask = 0
        for selector in now.wilds:
            mask |= r.kinds_of(deck, selector)
        more = "more " if r.wilds.cards else ""
        said.append(f"wild {'too ' if more else ''}are {cards_text(deck, mask)}" if mask else f"no {more}wild cards")
    if any(row.contract is not None or row.whole_hand is not None for row in r.deals):
        said.append(_first(r, now))
    return "; ".join(said)


def _first(r: Ruleset, now: _InDeal) -> str:
    whole = "the whole hand, in " if now.whole_hand else ""
    if now.contract is not None:
        return f"the contract is {whole}{describe_contract(now.contract.tree)}"
    if r.turn.opening.points:
        return "no contract" + (", but the whole hand at once" if now.whole_hand else "")
    return "no contract"


def _cards(r: Ruleset, table: ByPlayers) -> str:
    return by_players(table, r.players, lambda n: times(n, "card"))


def opening(r: Ruleset) -> str:
    """What the first melds of a player must be, and what he may lay after them; "" when nothing is asked."""
    rules = r.turn.opening
    if r.turn.meld is None:
        return ""
    by_deal = any(row.contract is not None for row in r.deals)
    if not (by_deal or rules.contract is not None or rules.points):
        return "" if rules.new_melds else "Once a player has laid a meld, he lays no new ones in this deal."
    points = f"count {rules.points} points or more together, a wild card as the card it stands for"
    if by_deal:
        text = "The first melds of a player are the contract of the deal, as listed above"
        text += f"; in deals without one they {points}" if rules.points else ""
    elif rules.contract is not None:
        text = f"The first melds of a player in a deal are {describe_contract(rules.contract.tree)}"
    else:
        text = f"The first melds of a player in a deal {points}"
    return text + ". They are laid in one turn, and before them he lays nothing else." + _asked(r) + _afterwards(r)


def _asked(r: Ruleset) -> str:
    """What the first melds have in common."""
    rules, text = r.turn.opening, ""
    contracts = rules.contract is not None or any(row.contract is not None for row in r.deals)
    if rules.whole_hand and not any(row.whole_hand is not None for row in r.deals):
        text += " They are laid with the whole hand: nothing is left over and nothing is thrown."
    elif any(row.whole_hand for row in r.deals):
        text += " Where the whole hand is asked for, nothing is left over and nothing is thrown."
    if contracts:
        if rules.same_rank == "forbidden":
            text += " No two sets of one rank are among them."
        if rules.touching_runs == "forbidden":
            text += " No sequence among them begins right after another one of its suit."
    if rules.points == 0:
        return text
    if rules.ace_low is not None:
        text += f" An ace below the two counts {rules.ace_low} in them."
    if rules.exempt_going_out:
        text += " The points are not asked for when his whole hand goes in that turn."
    return text


def _afterwards(r: Ruleset) -> str:
    if r.turn.opening.new_melds:
        return " After them he may lay any melds."
    return " Once they lie he lays no new melds in this deal."


def taking_back(r: Ruleset) -> str:
    """May a player take back what he laid in his turn? "" when he may not."""
    how = r.turn.take_back
    if how == "none" or (r.turn.meld is None and r.turn.lay_off is None):
        return ""
    when = "while his first melds are not complete" if how == "opening" else "as long as his turn lasts"
    return (
        f"A player may take back what he laid in this turn {when}: all of it goes back to his hand, and wild cards that"
        " he exchanged back to their melds."
    )
