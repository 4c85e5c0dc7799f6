"""What one player may see of a game. Whatever is not listed here is hidden."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .core import state as s

if TYPE_CHECKING:
    from .game import Game


def view_of(game: Game, player: int) -> dict[str, Any]:
    """Own hand and everything public: sizes of hands and stock, melds, discards, cards seen taken, shown hands."""
    g = game._game
    name = game.names.deck.name
    kinds = range(int(game.names.rules.kinds_n))
    seats = range(game.players)
    discards: list[str] = game.discards
    if face_down(g) and int(g.caller) != player:
        discards[-1] = "face down"
    legal = [m.text for m in game.legal_moves()] if game.current == player else []
    return {
        "player": player,
        "hand": game.hand(player),
        "hand_sizes": [int(g.hand_n[p]) for p in seats],
        "known": [[name(k) for k in kinds for _ in range(int(g.known[p, k]))] if p != player else [] for p in seats],
        "shown": [game.hand(p) if open_hand(g, p) else None for p in seats],
        "table": game.table,
        "discards": discards,
        "dead_discards": int(g.dead_n),
        "stock": int(g.stock_n),
        "upcard": name(int(g.upcard)) if int(g.upcard) >= 0 else None,
        "dealer": game.dealer,
        "current": game.current,
        "phase": game.phase,
        "deal": game.deal,
        "turn": game.turn,
        "scores": game.scores,
        "boxes": game.boxes,
        "claims": game.claims,
        "chips": game.chips,
        "pot": game.pot,
        "out": game.out,
        "cut_size": game.cut_size,
        "cut": game.cut,
        "wilds": game.wilds,
        "caller": int(g.caller) if int(g.caller) >= 0 else None,
        "last_turns": game.last_turns,
        "dropped": game.dropped,
        "call": game.names.calls[int(g.call)] if int(g.call) >= 0 else None,
        "legal_moves": legal,
    }


def open_hand(g: Any, player: int) -> bool:
    """Does the hand lie open for everybody: exposed, shown after a call, or the deal is over?

    The cards of who has left the deal are set aside unseen.
    """
    over = int(g.phase) in s.BETWEEN_DEALS and not g.dropped[player]
    return bool(g.exposed[player] or g.shown[player] or over)


def face_down(g: Any) -> bool:
    """Is the top discard the one thrown face down with a call, and the deal not over yet?"""
    return int(g.phase) == s.SHOW and int(g.face_down) == 1
