"""Chips, the pot, players put out of the match and buying back, as prose."""

from __future__ import annotations

from collections.abc import Iterator

from .explain_words import condition, number, times
from .ruleset.rules import BuyBack, Ruleset


def before(r: Ruleset) -> Iterator[str]:
    """What is paid before the match."""
    m = r.match
    text = f"Before the match each player has {times(m.stake, 'chip')}." if m.stake else ""
    if m.ante:
        text += f" Before the match each player pays {times(m.ante, 'chip')} into the pot."
        text += " A player may owe chips." if not m.stake else ""
    if text:
        yield text.strip()


def elimination(r: Ruleset) -> Iterator[str]:
    """Who is out of the match, and how one comes back."""
    m = r.match
    if m.eliminate is not None:
        out = m.eliminate
        text = f"A player whose total reaches {out.at} is out of the match"
        text += f" and pays {times(out.chips, 'chip')} into the pot." if out.chips else "."
        yield (
            text + " The last one in wins the match. When all that are left reach it in one deal, the lowest total"
            " among them wins; if several have it, they win together."
        )
    if m.buy_back is not None:
        yield _buy_back(m.buy_back)


def _buy_back(buy: BuyBack) -> str:
    who = "a player whom the deal has just put out" if buy.who == "out" else "a player"
    if buy.least is not None and buy.most is not None:
        who += f" with a total from {buy.least} to {buy.most}"
    elif buy.least is not None:
        who += f" with a total of {buy.least} or more"
    elif buy.most is not None:
        who += f" with a total of {buy.most} or less"
    often = "once in a match" if buy.times == 1 else f"{number(buy.times)} times in a match"
    price = condition(buy.chips)
    price = f"{price} chip{'' if price == '1' else 's'}" if price.isdecimal() else f"chips ({price})"
    return (
        f"Between two deals {who} may buy back, {often}: he pays {price} into the pot, and his total becomes the"
        " worst of the others who are in. It is offered from the dealer's left on, and only where a total gets better"
        " by it."
    )


def pot(r: Ruleset) -> Iterator[str]:
    """Who takes the pot."""
    m = r.match
    fed = m.ante or m.buy_back is not None or (m.eliminate is not None and m.eliminate.chips)
    if fed or any(row.to is not None and row.to.group == "pot" for row in (*r.scoring, *m.final)):
        yield (
            "Who wins the match takes the pot; several share it, odd chips going to the first from the dealer's left."
        )
