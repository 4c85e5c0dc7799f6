"""Plays a golden case on the public engine and compares what comes out. The case format is in README.md."""

from __future__ import annotations

from collections import Counter
from functools import cache
from typing import Any

from meldwright import Game, IllegalMoveError, MoveError, UnreadableMoveError, best_arrangement, load_ruleset

Case = dict[str, Any]
SUITS = "SHDC"
RANKS = ["A", *map(str, range(2, 11)), "J", "Q", "K"]
DECK = [rank + suit for suit in SUITS for rank in RANKS]


# --- rulesets and positions -----------------------------------------------------------------------------------------


@cache
def _ruleset(game: str, overlays: tuple[str, ...], sets: tuple[str, ...]) -> Any:
    return load_ruleset(game, overlays, sets)


def ruleset_of(case: Case) -> Any:
    """The ruleset of a case with its overlays and settings."""
    return _ruleset(case["game"], tuple(case.get("with", ())), tuple(case.get("set", ())))


def fillers(*texts: str) -> list[str]:
    """The cards of one pack that none of the texts names, in a fixed order."""
    named = {word.partition("=")[0] for text in texts for word in text.split()}
    return [card for card in DECK if card not in named]


def at(case: Case, position: dict[str, Any]) -> Game:
    """A game in the position of a case; what is asked of it is left out of the position."""
    asked = {"legal", "illegal"}
    setup = {key: value for key, value in position.items() if key not in asked}
    setup.setdefault("players", len(setup["hands"]))
    setup.setdefault("turn", 0)
    setup.setdefault("dealer", setup["players"] - 1)
    return Game.from_position(ruleset_of(case), setup)


def dealt(case: Case, deal: dict[str, Any]) -> Game:
    """A game dealt from a deck stacked so that the given hands, upcard and stock come out."""
    hands = [hand.split() for hand in deal["hands"]]
    players, dealer = len(hands), deal.get("dealer", len(hands) - 1)
    starter = deal.get("starter", (dealer + 1) % players)
    order = [(starter + i) % players for i in range(players)]
    deck = deal.get("cut", "").split()
    for i in range(max(map(len, hands))):  # one card at a time; a longer hand gets its extra cards last
        deck += [hands[seat][i] for seat in order if i < len(hands[seat])]
    deck += deal.get("upcard", "").split() + deal.get("stock", "").split()
    left = whole_deck(case, players) - Counter(deck)
    return Game(ruleset_of(case), players, deck=[*deck, *left.elements()], dealer=dealer)


def whole_deck(case: Case, players: int) -> Counter[str]:
    """Every card of the deck that so many players use."""
    deck = Game(ruleset_of(case), players, seed=1).names.deck
    return Counter({deck.name(kind): copies for kind, copies in enumerate(deck.copies)})


def begun(case: Case, players: int, deal: int) -> Game:
    """A game whose deal with this number has just been dealt."""
    if deal == 1:
        return Game(ruleset_of(case), players, seed=1)
    game = at(case, {"hands": [""] * players, "stock": 0, "deal": deal - 1, "step": "deal over", "turn_number": 1})
    game.push("deal")
    return game


def cards_of(text: str) -> Counter[str]:
    """The cards of a text without regard to order."""
    return Counter(text.split())


# --- checks: one per kind of case -------------------------------------------------------------------------------------


def check_arrange(case: Case) -> None:
    """Least deadwood, and where given the melds that leave it."""
    want = case["arrange"]
    found = best_arrangement(ruleset_of(case), want["cards"], case.get("players"), **in_force(want))
    assert found.deadwood == want["deadwood"]
    if "melds" in want:
        assert sorted(sorted(cards_of(str(m)).elements()) for m in melds_of(found)) == sorted(
            sorted(cards_of(m).elements()) for m in want["melds"]
        )


def in_force(want: dict[str, Any]) -> dict[str, Any]:
    """The deal and the cut card that a case speaks of: they say which cards are wild."""
    return {key: want[key] for key in ("deal", "cut") if key in want}


def melds_of(arrangement: Any) -> list[str]:
    """The melds of an arrangement as texts."""
    return [m if isinstance(m, str) else " ".join(m) for m in arrangement.melds]


def offered_melds(game: Game) -> set[tuple[str, ...]]:
    """The cards of every meld that may be laid now, whatever a wild in it stands for."""
    out = set()
    for move in game.legal_moves():
        if move.text.startswith("meld "):
            words = move.text[5:].partition(" as ")[0].partition(" #")[0].split()
            out.add(tuple(sorted(word.partition("=")[0] for word in words)))
    return out


def holding(case: Case, cards: str, **more: Any) -> Game:
    """A position in which a player holds the cards (and two more) and may lay any meld of them."""
    ruleset = ruleset_of(case)
    players = case.get("players", 2)
    spare = fillers(cards)
    hands = [f"{cards} {' '.join(spare[:2])}", *([""] * (players - 1))]
    position = {"players": players, "hands": hands, "stock": 0, "discards": "", "step": "play", "turn": 0}
    position["opened"] = [1] + [0] * (players - 1)  # no points are asked of the meld
    if ruleset.turn.meld is None:  # melds are laid only when hands are shown after a call
        call = ruleset.turn.call[0].name
        hands[0], hands[1] = "", hands[0]
        position |= {"step": "show", "caller": 0, "call": call, "turn": 1}
    return at(case, position | more)


def check_legal_meld(case: Case) -> None:
    """May these cards be laid as one meld, and as which?"""
    want = case["legal_meld"]
    wanted = tuple(sorted(want["cards"].split()))
    game = holding(case, want["cards"], **in_force(want))
    assert (wanted in offered_melds(game)) is want["legal"]
    if "as" in want:
        assert patterns_of(game, wanted) == set(want["as"])


def patterns_of(game: Game, cards: tuple[str, ...]) -> set[str]:
    """The names of the patterns as which these cards may be laid."""
    found = set()
    for move in game.legal_moves():
        if not move.text.startswith("meld "):
            continue
        game.push(move)
        laid = game.table[-1]
        game.pop()
        if sorted(word.partition("=")[0] for word in laid["meld"].split()) == sorted(cards):
            found.add(laid["as"])
    return found


def check_impossible(case: Case) -> None:
    """Cards that nobody can hold: the deck has not so many of them."""
    want = case["impossible"]
    try:
        holding(case | {"players": want["players"]}, want["cards"], **in_force(want))
    except ValueError as error:
        assert "occurs too often" in str(error)
    else:
        raise AssertionError(f"a deck for {want['players']} players has {want['cards']}")


def check_meld_count(case: Case) -> None:
    """How many different melds one pack holds: those of a player who holds all of it."""
    assert len(offered_melds(holding(case, " ".join(DECK)))) == case["meld_count"]


def check_stock_after_deal(case: Case) -> None:
    """Cards left in the stock when a deal begins."""
    want = case["stock_after_deal"]
    assert begun(case, want["players"], want.get("deal", 1)).stock_size == want["stock"]


def check_deck(case: Case) -> None:
    """Cards of the deck, and how many of them are wild."""
    want = case["deck"]
    deck = whole_deck(case, want["players"])
    assert deck.total() == want["cards"]
    if "wilds" in want:
        names = Game(ruleset_of(case), want["players"], seed=1).names
        wild = {names.deck.name(int(kind)) for kind in names.rules.wild_kind[: int(names.rules.wild_n)]}
        assert sum(copies for card, copies in deck.items() if card in wild) == want["wilds"]


def check_legal_contract(case: Case) -> None:
    """May a player open with these melds, laid one after the other, keeping the spare cards?"""
    want = case["legal_contract"]
    players = case.get("players", 4)
    cards = " ".join(word.partition("=")[0] for meld in want["melds"] for word in meld.split())
    spare = want["spare"] if "spare" in want else stranger(cards)
    hands = [f"{cards} {spare}", *([""] * (players - 1))]
    game = at(case, {"hands": hands, "stock": 0, "discards": "", "step": "play", "deal": want.get("deal", 1)})
    try:
        for meld in want["melds"]:
            game.push(f"meld {meld}")
    except IllegalMoveError:
        laid = False
    else:
        laid = game.phase in ("deal over", "match over") or any(
            move.text.startswith("discard ") for move in game.legal_moves()
        )
    assert laid is want["legal"], game.position()


def check_cut(case: Case) -> None:
    """Points that a packet of this size brings the player who cuts, beside those of his hand."""
    want = case["cut"]
    players, deal = want["players"], want["deal"]
    overlays = [*case.get("with", ()), "house/cut-choice"]
    game = begun(case | {"with": overlays, "set": ["limits.turns=1"]}, players, deal)
    cutter = game.current
    assert cutter == (game.dealer - 1) % players
    game.push(f"cut {want['size']}")
    while game.phase not in ("deal over", "match over"):
        game.push(next((m for m in game.legal_moves() if m.text == "pass"), game.legal_moves()[-1]))
    values = [int(game.names.rules.points[game.names.deck.index(card)]) for card in game.hand(cutter)]
    assert game.deal_scores[cutter] - sum(values) == want["points"]


def stranger(cards: str) -> str:
    """A card of a rank and, if it can be, of a suit that none of the cards has."""
    words = [word for word in cards.split() if word != "JOKER"]
    ranks, suits = {word[:-1] for word in words}, {word[-1] for word in words}
    strange = [card for card in DECK if card[:-1] not in ranks and card[:-1] not in ("A", "2")]
    return next((card for card in strange if card[-1] not in suits), strange[0])


def check_position(case: Case) -> None:
    """Moves that are legal, and moves that are refused, in a position."""
    want = case["position"]
    game = at(case, {"players": case["players"], **want} if "players" in case else want)
    check_legality(game, want.get("legal", []), want.get("illegal", []))


def check_legality(game: Game, legal: list[str], illegal: list[Any]) -> None:
    """Every move of `legal` is accepted and listed, every one of `illegal` is refused for the right reason."""
    for text in legal:
        assert game.verify(text).text in {m.text for m in game.legal_moves()}, text
    for item in illegal:
        entry = item if isinstance(item, dict) else {"move": item}
        error = UnreadableMoveError if entry.get("error") == "unreadable" else IllegalMoveError
        try:
            game.verify(entry["move"])
        except MoveError as refused:
            assert type(refused) is error, f"{entry['move']}: {refused}"
            assert entry.get("because", "") in refused.reason
        else:
            raise AssertionError(f"{entry['move']!r} is accepted in {game.position()}")


def check_script(case: Case) -> None:
    """Moves played from a position or a stacked deck."""
    script = case["script"]
    game = at(case, script["position"]) if "position" in script else dealt(case, script["deal"])
    for move in script["moves"]:
        if move == "take back":
            game.take_back()
        else:
            game.push(move)
    compare(game, case["expect"], script)


def check_settle(case: Case) -> None:
    """The points of a deal that ends with the given hands."""
    compare(settled(case, case["settle"]), case["expect"])


def check_match(case: Case) -> None:
    """A match scored deal by deal."""
    want = case["match"]
    game: Game | None = None
    for deal in want["deals"]:
        game = settled(case, knocked(case, deal, want if game is None else {}), carry=game)
    assert game is not None
    compare(game, case["expect"])


CHECKS = {
    name.removeprefix("check_"): function
    for name, function in list(globals().items())
    if name.startswith("check_") and name != "check_legality"
}


# --- deals that end at once -------------------------------------------------------------------------------------------


KEPT = ("upcard", "scores", "boxes", "columns", "dealer", "deal", "cut", "cut_size", "turns", "chips", "pot", "out",
        "bought")  # fmt: skip


def settled(case: Case, want: dict[str, Any], carry: Game | None = None) -> Game:
    """Play the end of a deal: the winner discards his last card, or the caller calls and everybody shows his best.

    A last turn of the others changes nothing. Then come the moves of `then`: what is decided after the deal.
    """
    hands = list(want["hands"])
    out = want["ending"] == "out"
    seat = want["winner"] if out else want["caller"]
    spare = fillers(*hands, want.get("upcard", ""))
    position: dict[str, Any] = {key: want[key] for key in KEPT if key in want}
    position |= {"hands": hands, "stock": 5, "discards": spare[1], "turn": seat, "step": "play"}
    call = None if out else call_named(case, want["call"])
    throws = out or call.discard
    if call is not None and call.at == "draw":
        position["step"] = "draw"
    if throws:
        hands[seat] = f"{hands[seat]} {spare[0]}".strip()
    if out:
        position["opened"] = [int(p == seat) for p in range(len(hands))]
    game = at(case, position)
    if carry is not None:
        carry_over(carry, game)
    if not out:
        game.push(want["call"])
    if throws:
        game.push(f"discard {spare[0]}")
    last_turns(game)
    show_best(case, game)
    for move in want.get("then", []):
        game.push(move)
    return game


def call_named(case: Case, text: str) -> Any:
    """The call that a player makes with these words."""
    return next(call for call in ruleset_of(case).turn.call if call.name.replace("_", " ") == text)


def last_turns(game: Game) -> None:
    """The turns that the others still have after a call: declined, or else the card drawn is thrown."""
    while game.phase == "draw":
        if game.can("decline"):
            game.push("decline")
            continue
        before = Counter(game.hand(game.current))
        game.push("draw stock")
        drawn = Counter(game.hand(game.current)) - before
        game.push(f"discard {next(iter(drawn))}")


def show_best(case: Case, game: Game) -> None:
    """Let everybody show his best arrangement; nobody lays off."""
    while game.phase == "show":
        for meld in melds_of(best_arrangement(ruleset_of(case), game.hand(game.current), game.players)):
            game.push(f"meld {meld}")
        game.push("done")


CARRIED = ("score", "boxes", "deals_won", "deal", "last_winner", "notice", "kept", "games", "games_won", "col_score",
           "col_boxes", "col_entries", "col_state", "col_winner")  # fmt: skip


def carry_over(before: Game, game: Game) -> None:
    """Give a game the totals of the match that another one has reached."""
    for name in CARRIED:
        value = getattr(before._game, name)
        if getattr(value, "shape", ()):
            getattr(game._game, name)[:] = value
        else:
            setattr(game._game, name, value)


# Ten cards that leave an ace, and ten that leave none; what fits neither of them nor makes a meld of its own.
ONE = "6S 6H 6D 9C 10C JC 2H 3H 4H AD"
GIN = "6S 6H 6D 6C 9C 10C JC 2H 3H 4H"
HIGH = ["KS", "KC", "QD", "QH", "JS", "JH", "10D", "10S"]
LOW = {9: "9D", 8: "8S", 7: "7D", 5: "5C", 4: "4S", 3: "3C", 2: "2S", 1: "AC"}


def loose(points: int) -> str:
    """Cards without a meld worth so many points."""
    cards = HIGH[: min(points // 10, len(HIGH))]
    left = points - 10 * len(cards)
    for value, card in LOW.items():
        if value <= left:
            cards.append(card)
            left -= value
    assert left == 0, f"no hand of {points} points"
    return " ".join(cards)


def knocked(case: Case, deal: dict[str, Any], start: dict[str, Any]) -> dict[str, Any]:
    """A deal of a match as something to settle: who won by how many points, before any bonus."""
    winner, points, kind = deal["winner"], deal["points"], deal.get("kind", "knock")
    call = ruleset_of(case).turn.call[0].name
    caller = 1 - winner if kind == "undercut" else winner
    hands = ["", ""]
    hands[winner] = {"knock": ONE, "gin": GIN, "undercut": loose(1)}[kind]
    hands[1 - winner] = {
        "knock": loose(points + 1),
        "gin": loose(points),
        "undercut": f"{ONE[:-3]} {loose(points + 1)}",
    }[kind]
    settle = {"ending": "call", "call": call, "caller": caller, "hands": hands}
    settle |= {key: start[key] for key in ("scores", "boxes", "columns") if key in start}
    if "upcard" in deal:
        settle["upcard"] = deal["upcard"]
    return settle


# --- what is expected -------------------------------------------------------------------------------------------------


def compare(game: Game, expect: dict[str, Any], script: dict[str, Any] | None = None) -> None:
    """Compare a game with every expectation of a case, all at once."""
    wrong = {}
    for key, want in expect.items():
        if key in ("next_legal", "next_illegal"):
            continue
        if key == "drawn_from":
            before = script["position"]["hands"][script["position"].get("turn", 0)]  # type: ignore[index]
            drawn = Counter(game.hand(game.current)) - cards_of(before)
            assert drawn.total() == 1 and not drawn - cards_of(want), drawn
            continue
        found = OBSERVED[key](game, want)
        if found != want:
            wrong[key] = f"expected {want!r}, found {found!r}"
    assert not wrong, f"{wrong} in {game.position()}"
    check_legality(game, expect.get("next_legal", []), expect.get("next_illegal", []))


def _hands(game: Game, want: list[str]) -> list[str]:
    """The hands as they were written, where the cards are the same."""
    found = [game.hand(p) for p in range(game.players)]
    return [w if cards_of(w) == Counter(f) else " ".join(f) for w, f in zip(want, found, strict=True)]


def _stock(game: Game, want: str | int) -> str | int:
    return game.stock_size if isinstance(want, int) else " ".join(game.stock)


def _dealer(game: Game, want: int) -> int:
    """The dealer of the next deal; while a deal is being played, of this one."""
    return game.current if game.phase == "deal over" else game.dealer


def _column_boxes(game: Game, want: list[list[int]]) -> list[list[int]]:
    return [[int(game._game.col_boxes[c, p]) for p in range(game.players)] for c in range(len(game.columns))]


def _closed(game: Game, want: list[int]) -> list[int]:
    return [c + 1 for c in range(len(game.columns)) if int(game._game.col_state[c]) == 2]


def _take_back(game: Game, want: bool) -> bool:
    """May what was laid in this turn be taken back? It is laid again."""
    try:
        moves = game.take_back()
    except IllegalMoveError:
        return False
    for move in moves:
        game.push(move)
    return True


OBSERVED: dict[str, Any] = {
    "take_back": _take_back,
    "ending": lambda g, w: g.ending,
    "winner": lambda g, w: g.deal_winner,
    "deal_scores": lambda g, w: g.deal_scores,
    "deal_boxes": lambda g, w: [int(g._game.deal_boxes[p]) for p in range(g.players)],
    "scores": lambda g, w: g.totals,
    "boxes": lambda g, w: g.boxes,
    "hands": _hands,
    "hand_sizes": lambda g, w: [len(g.hand(p)) for p in range(g.players)],
    "table": lambda g, w: [m["meld"] for m in g.table],
    "discards": lambda g, w: " ".join(g.discards),
    "stock": _stock,
    "phase": lambda g, w: g.phase,
    "current": lambda g, w: g.current,
    "dealer": _dealer,
    "over": lambda g, w: g.over,
    "match_winner": lambda g, w: g.winner,
    "final": lambda g, w: g.scores if g.over else None,
    "margin": lambda g, w: g.scores[0] - g.scores[1] if g.over else None,
    "columns": lambda g, w: g.columns,
    "column_boxes": _column_boxes,
    "closed": _closed,
    "exposed": lambda g, w: [p for p in range(g.players) if g._game.exposed[p]],
    "chips": lambda g, w: g.chips,
    "pot": lambda g, w: g.pot,
    "out": lambda g, w: g.out,
    "bought": lambda g, w: g.bought_back,
    "dropped": lambda g, w: g.dropped,
}
