"""What holds in every state of every game, checked from the outside: cards, hands, moves, errors, taking back."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

from meldwright.game import Game
from meldwright.moves import AmbiguousMoveError, IllegalMoveError, MoveError, UnreadableMoveError

PLAIN = ("pass", "take upcard", "draw stock", "draw discard", "draw 3 discards", "done", "deal", "turn over",
         "decline", "claim on 1", "may I", "buy back", "cut 7", "knock", "gin")  # fmt: skip
GARBLED = ("", "  ", "fold", "discard", "discard 1S", "discard ZZ", "meld", "meld 7H 8H ninth", "lay off 7H",
           "lay off 7H on the table", "draw -1 discards", "discard 7H 8H", "claim 7H on 1", "may", "cut",
           "cut some", "buy")  # fmt: skip


def cards_of(game: Game) -> Counter[int]:
    """Every card in the game by kind, wherever it is."""
    g = game._game
    found: Counter[int] = Counter()
    for hand in g.hand[: game.players].tolist():
        found.update({k: n for k, n in enumerate(hand) if n})
    found.update(g.stock[: int(g.stock_n)].tolist())
    found.update(g.discard[: int(g.discard_n)].tolist())
    found.update([int(g.cut)] if int(g.cut) >= 0 else [])
    for meld in g.melds[: int(g.melds_n)]:
        found.update(meld.card.tolist()[: int(meld.n)])
    return found


def check_cards(game: Game) -> None:
    """No card is lost, doubled or changed; what the record says of the hands is true."""
    assert cards_of(game) == Counter({k: n for k, n in enumerate(game.names.deck.copies) if n})
    g, points = game._game, game.names.rules.points.tolist()
    known = g.known[: game.players].tolist()
    for p, hand in enumerate(g.hand[: game.players].tolist()):
        assert min(hand) >= 0
        assert sum(hand) == int(g.hand_n[p])
        assert sum(n * points[k] for k, n in enumerate(hand)) == int(g.hand_points[p])
        assert int(g.mask[p]) == sum(1 << k for k, n in enumerate(hand) if n)
        assert all(0 <= seen <= n for seen, n in zip(known[p], hand, strict=True)), f"known of {p}"


def check_chips(game: Game, begun: int) -> None:
    """Chips and pot together are what the match began with, dead discards are there, who is out holds nothing.

    begun: the chips of all players at the start, with the pot. Only rows without a payer would add to them.
    """
    g = game._game
    assert sum(game.chips) + game.pot == begun and game.pot >= 0
    assert game.pot == 0 or not game.over
    assert 0 <= int(g.dead_n) <= int(g.discard_n)
    for p in range(game.players):
        if g.out[p] and int(g.out_deal[p]) < game.deal:
            assert game.hand(p) == [] and p != game.dealer
            assert game.over or p != game.current


def check_moves(game: Game, limit: int = 60) -> None:
    """There is a move before the end; texts differ, and each (of up to `limit`) is read back as its move."""
    moves = game.legal_moves()
    if game.over:
        assert moves == []
        return
    assert moves, f"no legal move: {game.position()}"
    texts = [m.text for m in moves]
    assert len(set(texts)) == len(texts), Counter(texts).most_common(3)
    assert len({m.code for m in moves}) == len(moves)
    step = max(1, len(moves) // limit)
    for move in moves[::step]:
        assert game.verify(move.text) == move
        assert game.verify(move.text.lower()) == move
        assert game.can(move)


def illegal_texts(game: Game, rng: random.Random, n: int = 4) -> list[str]:
    """Moves that are not legal now: wrong phase, cards not held, melds that are none, targets that are not there."""
    legal = {m.text.lower() for m in game.legal_moves()}
    melds = {frozenset(Counter(_plain(t[5:])).items()) for t in legal if t.startswith("meld ")}
    names = [game.names.deck.name(k) for k in range(int(game.names.rules.kinds_n))]
    out = [t for t in rng.sample(PLAIN, 4) if not any(x == t.lower() or x.startswith(t + " ") for x in legal)]
    held = set(game.hand(game.current))
    for card in rng.sample(names, 3):
        if f"discard {card}".lower() not in legal:
            out.append(f"discard {card}")
        if card not in held:
            out.append(f"lay off {card} on {rng.randint(1, 3)}")
    out.append(f"lay off {rng.choice(names)} on {int(game._game.melds_n) + 1 + rng.randint(0, 5)}")
    cards = rng.sample(names, rng.randint(1, 5))
    if frozenset(Counter(c.lower() for c in cards).items()) not in melds:
        out.append("meld " + " ".join(cards))
    return rng.sample(out, min(n, len(out)))


def _plain(cards: str) -> list[str]:
    """The cards of a meld's text without what wilds stand for."""
    words = cards.partition(" as ")[0].partition(" #")[0].split()
    return [word.partition("=")[0] for word in words]


def check_refusals(game: Game, rng: random.Random) -> None:
    """What is not legal is refused with a reason and a position, and nothing has changed after it."""
    if game.over:
        return
    moves, before, position = game.legal_moves(), game.record, game.position()
    for text in illegal_texts(game, rng):
        with pytest.raises(MoveError) as caught:
            game.push(text)
        check_error(position, text, caught.value)
        assert not isinstance(caught.value, AmbiguousMoveError)
        assert not game.can(text)
    text = rng.choice(GARBLED)
    with pytest.raises(UnreadableMoveError) as unread:
        game.verify(text)
    check_error(position, text, unread.value)
    assert game.record == before, "a refused move has changed the game"
    game._legal = None
    assert game.legal_moves() == moves


def check_error(position: str, text: str, error: MoveError) -> None:
    """The error quotes the move and the position, and its reason is a sentence that names something."""
    assert isinstance(error, (IllegalMoveError, UnreadableMoveError)), error
    assert error.text == text and repr(text) in str(error)
    assert error.position == position and position in str(error)
    assert len(error.reason.split()) >= 4, error.reason
    assert str(error).startswith(error.reason)


def check_taking_back(game: Game, move: Any) -> None:
    """A move made and taken back leaves the record byte for byte; made again it leads to the same record."""
    before, seen = game.record, game.view(game.current)
    game.push(move)
    after = game.record
    assert game.pop() == move
    assert game.record == before
    assert game.view(game.current) == seen
    game.push(move)
    assert game.record == after
    assert game.history[-1] == move


def zero_sum(ruleset: Any) -> bool:
    """Does every row that gives points take them from other players?"""
    rows = [row for row in ruleset.scoring if row.gives == "points"]
    return bool(rows) and all(row.payers for row in rows)


def check_scores(game: Game, before: list[int], paid_between: bool) -> None:
    """After a deal the totals have grown by what the deal gave, and payments between players cancel out."""
    if int(game.names.rules.wins_needed) <= 1 and not any(game.bought_back):
        assert game.totals == [a + b for a, b in zip(before, game.deal_scores, strict=True)]
    if paid_between:
        assert sum(game.deal_scores) == 0
    if int(game.names.rules.columns) == 1:
        assert game.columns[0] == game.totals or int(game.names.rules.wins_needed) > 1
