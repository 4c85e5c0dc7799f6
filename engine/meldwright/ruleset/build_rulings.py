"""The irregularities of a merged tree: conditions over facts and remedies made of verbs, read and checked for sense."""

from __future__ import annotations

from meldwright.rulings.conditions import check_condition
from meldwright.rulings.verbs import PLACEHOLDERS, Order, placeholders_of, read_order

from .diagnostics import suggest
from .rules import Expression, Irregularity, Ruling
from .section import Section

TEXTS = ("situation", "detected", "cost", "after")


def rulings(top: Section) -> tuple[Irregularity, ...]:
    """All irregularities, in the order of the file."""
    return tuple(_irregularity(name, section) for name, section in top.entries("rulings"))


def _irregularity(name: str, section: Section) -> Irregularity:
    source = section.value("source")
    return Irregularity(
        name=name,
        title=section.value("title") or name.replace("_", " "),
        when=_condition(section),
        rulings=tuple(_ruling(id, below, source) for id, below in section.entries("rules")),
        node=section.node,
    )


def _ruling(id: str, section: Section, source: str) -> Ruling:
    for key in TEXTS:
        _placeholders(section, key)
    return Ruling(
        id=id,
        situation=section.value("situation"),
        when=_condition(section),
        detected=section.value("detected"),
        remedy=_remedy(section),
        cost=section.value("cost"),
        after=section.value("after"),
        source=section.value("source") or source,
        ours=section.value("ours"),
        node=section.node,
    )


def _condition(section: Section) -> Expression | None:
    """The condition of `when`; None without one, and for one that is no condition over facts, which is noted."""
    condition = section.expression("when")
    if condition is None:
        return None
    sound = section.findings.holds("bad-expression", lambda: check_condition(condition.tree), condition.at)
    return condition if sound else None


def _remedy(section: Section) -> tuple[Order, ...]:
    node = section.child("remedy")
    orders = []
    for item in node.value if node is not None else ():
        text = str(item.value)
        order = section.findings.attempt("bad-remedy", lambda text=text: read_order(text), item.inner)  # type: ignore[misc]
        if order is not None:
            orders.append(order)
    return tuple(orders)


def _placeholders(section: Section, key: str) -> None:
    """Note what stands in braces and is none of the things a text may name."""
    node = section.child(key)
    if node is None:
        return
    for word, start, end in placeholders_of(str(node.value)):
        if word not in PLACEHOLDERS:
            known = ", ".join(PLACEHOLDERS)
            message = f'"{{{word}}}" is none of the things a text may name: {known}'
            near = suggest(word, PLACEHOLDERS)
            place = node.inner(start, end)
            section.findings.error("unknown-word", message, place, None if near is None else f"{{{near}}}")
