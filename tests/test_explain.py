"""The explainer: every key of the format changes the prose, and the prose of known games says what they are."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from meldwright.explain import as_markdown, as_text, explain
from meldwright.ruleset.library import list_games, list_overlays, schema_path
from meldwright.ruleset.model import load_ruleset

# keys that say what a file is, not how the game goes
NOT_ABOUT_THE_GAME = {"meldwright", "extends", "overlay", "applies_to"}
# what the command `rule` says of a situation, and prose only sums up
SUMMED_UP = {"rulings.*.when", *(f"rulings.*.rules.*.{key}" for key in ("when", "detected", "cost", "after"))}

GIN, BASIC, CONTINENTAL, VIENNESE = "gin-rummy", "basic-rummy", "continental-rummy", "viennese-rummy"
JOKERS = ("house/jokers",)
MISCOUNT = (str(Path(__file__).parent / "rulings" / "miscount.rummy.yaml"),)

# key: (game, overlays, setting that changes it). * stands for a name of the author's.
FLIPS: dict[str, tuple[str, tuple[str, ...], str | None]] = {
    "name": (GIN, (), "name=Another Gin"),
    "aliases": (GIN, (), "aliases=[ginny]"),
    "family": (GIN, (), "family=other"),
    "status": (GIN, (), "status=provisional"),
    "status_reason": (GIN, (), "status_reason=one source only"),
    "summary": (GIN, (), "summary=A game."),
    "sources": (GIN, (), "sources=[a book]"),
    "variant": (GIN, (), "variant=The loser deals."),
    "omitted": (GIN, (), "omitted=[cutting]"),
    "behavior": (GIN, (), "behavior=2"),
    "players": (BASIC, (), "players=2-4"),
    "deck.packs": (BASIC, (), "deck.packs=2"),
    "deck.jokers": (BASIC, JOKERS, "deck.jokers=3"),
    "deck.suits": (GIN, (), "deck.suits=[S, H, D]"),
    "deck.ranks": (GIN, (), "deck.ranks=[A, 2, 3, 4, 5, 6, 7, 8, 9, J, Q, K]"),
    "deck.strip": (GIN, (), "deck.strip=[8-9]"),
    "values": (GIN, (), "values.A=15"),
    "limit_values": ("oklahoma-gin", (), "limit_values.A=0"),
    "wilds.cards": (BASIC, JOKERS, "wilds.cards=[joker, 2]"),
    "wilds.limit": (BASIC, JOKERS, "wilds.limit=wilds <= 1"),
    "wilds.apart": (BASIC, JOKERS, "wilds.apart=true"),
    "wilds.natural": (CONTINENTAL, (), "wilds.natural=false"),
    "wilds.cut": ("indian-rummy", (), "wilds.cut=none"),
    "wilds.cut_joker": ("indian-rummy", (), "wilds.cut_joker=aces"),
    "wilds.cut_next": ("indian-rummy", (), "wilds.cut_next=true"),
    "wilds.swap": (BASIC, JOKERS, "wilds.swap=own_turn"),
    "wilds.swap_cards": (CONTINENTAL, (), "wilds.swap_cards=[joker]"),
    "wilds.swap_from": (CONTINENTAL, (), "wilds.swap_from=any"),
    "wilds.swap_to": (CONTINENTAL, (), "wilds.swap_to=hand"),
    "deal.cards": (GIN, (), "deal.cards=9"),
    "deal.upcard": (BASIC, (), "deal.upcard=false"),
    "deal.second_pack_upcard": ("oklahoma-gin", ("house/second-pack-knock-card",), "deal.second_pack_upcard=null"),
    "deal.offer": (GIN, (), "deal.offer=false"),
    "deal.cut": ("liverpool-rummy", (), "deal.cut=chosen"),
    "deal.starter": (GIN, (), "deal.starter=dealer"),
    "deal.starter_extra": (BASIC, (), "deal.starter_extra=1"),
    "deal.dealer_extra": (BASIC, (), "deal.dealer_extra=1"),
    "deal.sit_out": (GIN, ("house/three-hand",), "deal.sit_out=nobody"),
    "deal.next_dealer": (GIN, (), "deal.next_dealer=loser"),
    "deal.no_winner_dealer": (GIN, (), "deal.no_winner_dealer=left"),
    "deal.void_when": (GIN, (), "deal.void_when=deadwood <= 10"),
    "deals.*.contract": (CONTINENTAL, (), "deals.3.contract=trio or straight"),
    "deals.*.cards": ("contract-rummy", (), "deals.4.cards=11"),
    "deals.*.wilds": ("three-thirteen", (), "deals.4.wilds=[2S]"),
    "deals.*.whole_hand": ("contract-rummy", (), "deals.7.whole_hand=false"),
    "melds.*.pattern": (GIN, (), "melds.run.pattern=4+ cards, same suit, in sequence"),
    "turn.draw.from": (BASIC, (), "turn.draw.from=[stock]"),
    "turn.draw.discards": (GIN, (), "turn.draw.discards=2"),
    "turn.draw.discard_when": (BASIC, (), "turn.draw.discard_when=opened"),
    "turn.draw.must_use": (BASIC, (), "turn.draw.must_use=deepest"),
    "turn.meld.per_turn": (BASIC, (), "turn.meld.per_turn=1"),
    "turn.meld.more_when_going_out": (BASIC, ("house/one-meld-per-turn",), "turn.meld.more_when_going_out=true"),
    "turn.meld.all_at_once_from_deal": (BASIC, (), "turn.meld.all_at_once_from_deal=4"),
    "turn.opening.contract": (BASIC, (), "turn.opening.contract=set + run(4+)"),
    "turn.opening.points": ("german-rummy", (), "turn.opening.points=51"),
    "turn.opening.ace_low": ("german-rummy", (), "turn.opening.ace_low=2"),
    "turn.opening.exempt_going_out": ("german-rummy", (), "turn.opening.exempt_going_out=false"),
    "turn.opening.new_melds": (CONTINENTAL, (), "turn.opening.new_melds=true"),
    "turn.opening.same_rank": (CONTINENTAL, (), "turn.opening.same_rank=forbidden"),
    "turn.opening.touching_runs": (CONTINENTAL, (), "turn.opening.touching_runs=forbidden"),
    "turn.opening.whole_hand": ("german-rummy", (), "turn.opening.whole_hand=true"),
    "turn.take_back": (CONTINENTAL, (), "turn.take_back=opening"),
    "turn.lay_off.on": (BASIC, (), "turn.lay_off.on=own"),
    "turn.lay_off.after": (BASIC, (), "turn.lay_off.after=own_meld_earlier_turn"),
    "turn.discard.taken": (BASIC, (), "turn.discard.taken=forbidden_block"),
    "turn.discard.final": (BASIC, (), "turn.discard.final=required"),
    "turn.discard.unplayable_last": (BASIC, ("house/final-discard",), "turn.discard.unplayable_last=forbidden"),
    "turn.call.*.when": (GIN, (), "turn.call.knock.when=deadwood <= 5"),
    "turn.call.*.discard": (GIN, (), "turn.call.knock.discard=false"),
    "turn.call.*.show": (GIN, (), "turn.call.knock={show: best, lay_off: false}"),
    "turn.call.*.lay_off": (GIN, (), "turn.call.knock.lay_off=true"),
    "turn.call.*.wrong": (GIN, (), "turn.call.knock.wrong=exposed"),
    "turn.call.*.at": (GIN, (), "turn.call.knock.at=draw"),
    "turn.call.*.melds": (GIN, (), "turn.call.knock.melds=set + run"),
    "turn.call.*.last_turn": (GIN, (), "turn.call.knock.last_turn=optional"),
    "turn.call.*.leaves": ("indian-rummy", (), "turn.call.late_drop=null"),
    "turn.call.*.cards": ("indian-rummy", (), "turn.call.late_drop.cards=under_stock"),
    "deadwood.needs": ("knock-rummy", (), "deadwood={needs: run}"),
    "turn.call.*.first_turn": (GIN, (), "turn.call.knock.first_turn=false"),
    "claim.playable_discard": (BASIC, (), "claim.playable_discard=true"),
    "claim.may_i.penalty": (CONTINENTAL, (), "claim.may_i.penalty=2"),
    "claim.may_i.then": (CONTINENTAL, (), "claim.may_i.then=offered"),
    "claim.may_i.limit": (CONTINENTAL, (), "claim.may_i.limit=3"),
    "claim.may_i.when": (CONTINENTAL, (), "claim.may_i.when=not opened"),
    "stock_out.turn_over_when": (BASIC, (), "stock_out.turn_over_when=at_once"),
    "stock_out.upcard": (BASIC, (), "stock_out.upcard=false"),
    "stock_out.recycle": (BASIC, (), "stock_out.recycle=shuffle"),
    "stock_out.keep_top": (BASIC, ("house/shuffle-stock",), "stock_out.keep_top=false"),
    "stock_out.times": (BASIC, (), "stock_out.times=any"),
    "stock_out.take_new_upcard": (BASIC, (), "stock_out.take_new_upcard=true"),
    "stock_out.floor": (GIN, (), "stock_out.floor=3"),
    "stock_out.ends": (GIN, (), "stock_out.ends=when_declined"),
    "stock_out.last_discard_same": (GIN, ("house/card-50",), "stock_out.last_discard_same=true"),
    "scoring.*.when": (GIN, (), "scoring.gin.when=called.knock"),
    "scoring.*.to": (GIN, (), "scoring.gin.to=winner"),
    "scoring.*.from": (BASIC, (), "scoring.out={from: others, points: payer.hand_points}"),
    "scoring.*.points": (GIN, (), "scoring.gin.points=25"),
    "scoring.*.boxes": (GIN, (), "scoring.box.boxes=2"),
    "scoring.*.multiply": ("oklahoma-gin", (), "scoring.spades.multiply=3"),
    "scoring.*.multiply_boxes": ("oklahoma-gin", ("house/double-boxes-on-spade",), None),
    "scoring.*.except": (BASIC, (), "scoring.no_one_out.except=is_dealer"),
    "scoring.*.shared": (BASIC, (), "scoring.no_one_out.shared=false"),
    "scoring.*.multiplied": ("oklahoma-gin", (), "scoring.gin.multiplied=false"),
    "match.target": (GIN, (), "match.target=200"),
    "match.deals": (GIN, (), "match.deals=7"),
    "match.winner": (BASIC, (), "match.winner=lowest"),
    "scoring.*.chips": (VIENNESE, (), "scoring.knock_money.chips=2"),
    "match.ante": (VIENNESE, (), "match.ante=10"),
    "match.stake": (VIENNESE, (), "match.stake=50"),
    "match.eliminate.at": (VIENNESE, (), "match.eliminate.at=120"),
    "match.eliminate.chips": (VIENNESE, (), "match.eliminate.chips=1"),
    "match.buy_back.from": (VIENNESE, (), "match.buy_back.from=90"),
    "match.buy_back.to": (VIENNESE, (), "match.buy_back.to=95"),
    "match.buy_back.chips": (VIENNESE, (), "match.buy_back.chips=pot / 2"),
    "match.buy_back.who": (VIENNESE, (), "match.buy_back={who: out, from: null, to: null}"),
    "match.buy_back.times": (VIENNESE, (), "match.buy_back.times=2"),
    "match.tie": (GIN, (), "match.tie=shared"),
    "match.columns": ("hollywood-gin", (), "match.columns=4"),
    "match.rolling": ("hollywood-gin", (), "match.rolling=true"),
    "match.final.*": (GIN, (), "match.final.game.points=125"),
    "match.wins_needed": (GIN, (), "match.wins_needed=3"),
    "limits.turns": (GIN, (), "limits.turns=400"),
    "limits.deals": (GIN, (), "limits.deals=100"),
    "rulings.*.title": (GIN, MISCOUNT, "rulings.miscount.title=A hand counted wrong"),
    "rulings.*.source": (GIN, MISCOUNT, "rulings.miscount.source=a book"),
    "rulings.*.rules.*.situation": (GIN, MISCOUNT, "rulings.miscount.rules.M1.situation=a hand was counted wrong"),
    "rulings.*.rules.*.remedy": (GIN, MISCOUNT, "rulings.miscount.rules.M1.remedy=[stand]"),
    "rulings.*.rules.*.source": (GIN, MISCOUNT, "rulings.miscount.rules.M1.source=a book"),
    "rulings.*.rules.*.ours": (GIN, MISCOUNT, "rulings.miscount.rules.M1.ours=true"),
}


def prose(game: str, overlays: tuple[str, ...] = (), sets: tuple[str, ...] = ()) -> str:
    """The explanation without its last section, which repeats the settings as they were typed."""
    return as_text(explain(load_ruleset(game, overlays, sets))[:-1], 100)


def keys(schema: dict[str, Any], node: dict[str, Any], path: str = "") -> Iterator[str]:
    """The keys of the format that hold a value, by their path."""
    for name, below in node.get("properties", {}).items():
        yield from deeper(schema, below, f"{path}.{name}".lstrip("."))


def deeper(schema: dict[str, Any], node: dict[str, Any], path: str) -> Iterator[str]:
    named = node.get("additionalProperties")
    if path == "match.final":
        yield "match.final.*"
    elif isinstance(named, dict) and "$ref" in named:
        yield from keys(schema, schema["$defs"][named["$ref"].split("/")[-1]], path + ".*")
    elif isinstance(named, dict) and "properties" in named:
        yield from keys(schema, named, path + ".*")
    elif "properties" in node:
        yield from keys(schema, node, path)
    else:
        yield path


def test_the_table_below_names_every_key_of_the_format() -> None:
    schema = json.loads(schema_path().read_text(encoding="utf-8"))
    assert set(keys(schema, schema)) - NOT_ABOUT_THE_GAME - SUMMED_UP == set(FLIPS)


@pytest.mark.parametrize("key", FLIPS)
def test_every_key_changes_the_prose(key: str) -> None:
    game, overlays, setting = FLIPS[key]
    if setting is None:
        assert prose(game, overlays) != prose(game)
    else:
        assert prose(game, overlays, (setting,)) != prose(game, overlays)


def test_a_step_left_out_is_said() -> None:
    assert "Cards are not added to melds on the table." in prose(BASIC, (), ("turn.lay_off=false",))


@pytest.mark.parametrize("game", [entry.id for entry in list_games()])
def test_every_game_reads_as_whole_sentences(game: str) -> None:
    sections = explain(load_ruleset(game))
    assert [s.title for s in sections[1:]] == [
        "Players and cards", "Deal", "Melds", "The turn", "Ending a deal", "Scoring", "The match",
        *(["Irregularities"] if load_ruleset(game).rulings else []), "House rules in force",
    ]  # fmt: skip
    for section in sections:
        assert section.paragraphs, section.title
        for paragraph in section.paragraphs:
            assert paragraph.rstrip().endswith((".", ":")), paragraph
            for bad in ("None", "True", "False", "  ", "..", " ,", "Expression(", "{", "}", "_"):
                assert bad not in paragraph.replace("house/", ""), (bad, paragraph)


@pytest.mark.parametrize("overlay", list_overlays(), ids=lambda entry: entry.id)
def test_every_overlay_changes_the_rules_as_prose_and_is_named(overlay: Any) -> None:
    game = overlay.applies_to[0] if overlay.applies_to else BASIC
    rules = load_ruleset(game, (overlay.id,))
    assert prose(game, (overlay.id,)) != prose(game)
    assert any(overlay.id in paragraph for paragraph in explain(rules)[-1].paragraphs)


def test_settings_in_force_are_named() -> None:
    last = explain(load_ruleset(GIN, (), ("match.target=200",)))[-1]
    assert last.paragraphs == ("- --set match.target=200",)
    assert explain(load_ruleset(GIN))[-1].paragraphs == ("There are none: the rules are those of the ruleset itself.",)


def test_gin_in_words() -> None:
    text = " ".join(prose(GIN).split())
    for sentence in (
        "Two players.",
        "Each player is dealt ten cards, one at a time.",
        "- set: three or four cards of one rank.",
        "when deadwood is 10 or less, counted without the card he throws with the call.",
        "The last two cards of the stock are never drawn.",
        "A card counts by its value in hand: ace 1; 2 to 10 their number; jack, queen and king 10 each.",
    ):
        assert sentence in text


def test_lines_fit_the_width() -> None:
    sections = explain(load_ruleset(BASIC))
    for width in (40, 72, 100):
        assert max(map(len, as_text(sections, width).splitlines())) <= width


def test_markdown() -> None:
    text = as_markdown(explain(load_ruleset(GIN)))
    assert text.startswith("# Gin Rummy\n\n")
    assert "\n\n## The turn\n\n" in text
    assert "\n- set: three or four cards of one rank.\n- run:" in text
    assert text.endswith(".\n") and not text.endswith("\n\n")


# --- what a file says about itself, after something was changed ---------------------------------------------------


def head(game: str, overlays: tuple[str, ...] = (), sets: tuple[str, ...] = ()) -> str:
    """The first section, on one line."""
    return " ".join(explain(load_ruleset(game, overlays, sets))[0].paragraphs)


def test_a_game_tells_its_own_reading() -> None:
    text = head(GIN)
    assert "This reading: Gin 20, undercut 10" in text
    assert "Left out here: big gin (house/big-gin-31); three players" in text
    assert "by itself" not in text


@pytest.mark.parametrize(
    ("overlays", "sets"),
    [(("house/big-gin-31",), ()), ((), ("scoring.gin.points=25",)), ((), ("deal.offer=null",))],
)
def test_what_was_changed_takes_the_reading_away(overlays: tuple[str, ...], sets: tuple[str, ...]) -> None:
    text = head(GIN, overlays, sets)
    assert "This reading" not in text and "Left out here" not in text
    assert text.startswith("Gin Rummy by itself: Ten cards each")
    assert "Gin Rummy by itself leaves out: " in text and "two partnerships" in text
    assert ("big gin (house/big-gin-31)" in text) == (not overlays)


def test_settings_of_the_header_change_no_rules() -> None:
    assert "This reading: " in head(GIN, (), ("status=provisional",))
    assert "This reading: The loser deals." in head(GIN, (), ("variant=The loser deals.", "match.target=50"))


def test_a_child_tells_its_own_reading_and_no_other(tmp_path: Any) -> None:
    path = tmp_path / "small.rummy.yaml"
    text = "meldwright: 1\nname: Small Gin\nextends: [gin-rummy, house/three-hand]\ndeal: {cards: 7}\n"
    path.write_text(text, encoding="utf-8")
    said = head(str(path))
    assert "This reading" not in said and "house/three-hand" not in said
    assert said.startswith("Gin Rummy by itself: Ten cards each")
    assert "Gin Rummy by itself leaves out: big gin (house/big-gin-31); two partnerships" in said
    path.write_text(text + "variant: Seven cards.\nsummary: Small.\nomitted: [cutting]\n", encoding="utf-8")
    said = head(str(path))
    assert said.startswith("Small. This reading: Seven cards. Left out here: cutting. ")


# --- scoring in plain words ---------------------------------------------------------------------------------------


def lines(game: str, overlays: tuple[str, ...] = (), sets: tuple[str, ...] = ()) -> list[str]:
    """The points of all lists."""
    return [p for section in explain(load_ruleset(game, overlays, sets)) for p in section.paragraphs if p[:2] == "- "]


def test_a_factor_says_what_it_multiplies_and_when() -> None:
    said = lines(GIN, ("house/shutout-doubles-all",))
    assert "- Game: the winner scores 100 points." in said
    assert (
        "- Shutout: if the lowest total of any player is 0, all points of the final reckoning, the score included, are"
        " doubled."
    ) in said
    assert not any("column" in line for line in said)
    assert any("reckoning of the column, the score included, are doubled" in line for line in lines("hollywood-gin"))
    spared = lines("oklahoma-gin", (), ("scoring.gin.multiplied=false", "scoring.spades.multiply=3"))
    assert any("all points of the deal, but not those of Gin, are tripled." in line for line in spared)


def test_the_first_box_is_explained() -> None:
    said = lines(GIN, ("house/kisses",))
    assert sum("(a counter, valued when the match is over)" in line for line in said) == 1
    assert any("the winner scores 1 box (a counter, valued when the match is over)" in line for line in said)


def test_of_two_players_the_other_one_is_named() -> None:
    undercut = next(line for line in lines(GIN) if line.startswith("- Undercut"))
    assert "the caller's deadwood is at least the other player's deadwood, the other player scores" in undercut
    many = " ".join(lines("knock-rummy"))
    assert "the other player" not in many.replace("the other players", "")
    assert "the other player" not in " ".join(lines(GIN, ("house/three-hand",))).replace("the other players", "")


# --- what differs from deal to deal, first melds, wild cards ------------------------------------------------------


def said_of(game: str, sets: tuple[str, ...] = ()) -> str:
    """The prose of a game on one line."""
    return " ".join(prose(game, (), sets).split())


def test_deals_that_are_alike_are_told_together() -> None:
    rows = 'deals={"1-3": {"cards": 10}, "2": {"contract": "2 trio"}, "5+": {"cards": 12, "whole_hand": true}}'
    text = said_of(CONTINENTAL, ("deals=null", "turn.opening.contract=trio + straight", rows))
    assert (
        "Deal by deal: - Deal 1: ten cards; the contract is a trio and a straight. - Deal 2: ten cards; the contract is"
        " two trios. - Deal 3: ten cards; the contract is a trio and a straight. - Deal 4: twelve cards; the contract"
        " is a trio and a straight. - Deals 5 to 7: twelve cards; the contract is the whole hand, in a trio and a"
        " straight. "
    ) in text
    assert "Each player is dealt as many cards as the list below says for the deal, one at a time." in text


def test_a_row_to_the_end_of_a_match_without_a_number_of_deals() -> None:
    text = said_of(BASIC, ('deals={"2+": {"cards": {"2": 8, "3-4": 7, "5-7": 6}}}',))
    assert "- Deal 2 and all later ones: eight cards for two players" in text


def test_first_melds_in_words() -> None:
    contract = said_of("contract-rummy")
    for sentence in (
        "- Deal 7: twelve cards; the contract is the whole hand, in three sequences.",
        "The first melds of a player are the contract of the deal, as listed above.",
        "No two sets of one rank are among them.",
        "No sequence among them begins right after another one of its suit.",
        "Where the whole hand is asked for, nothing is left over and nothing is thrown.",
        "Once they lie he lays no new melds in this deal.",
    ):
        assert sentence in contract
    german = said_of("german-rummy")
    for sentence in (
        "The first melds of a player in a deal count 40 points or more together, a wild card as the card it stands",
        "An ace below the two counts 1 in them.",
        "The points are not asked for when his whole hand goes in that turn.",
        "After them he may lay any melds.",
    ):
        assert sentence in german
    assert "first melds" not in said_of(BASIC)


def test_wild_cards_in_words() -> None:
    assert "There are no wild cards." in said_of(BASIC)
    assert "which cards are wild" in said_of("three-thirteen").lower()
    indian = said_of("indian-rummy")
    assert "the other cards of its rank are wild too. If it is a joker, nothing more is wild." in indian
    assert "A card that is wild in the deal counts 0 in the hand." in indian
    assert "in a sequence on the table stands for, may exchange the two; the wild card must be laid off at once" in (
        said_of(CONTINENTAL)
    )


def test_equal_points_are_told_together() -> None:
    assert "ace 20; 2 to 9 5 each; 10 its number; jack, queen and king 10 each; joker 50" in said_of(CONTINENTAL)


# --- claims, the new stock, chips ---------------------------------------------------------------------------------


def test_claims_in_words() -> None:
    text = said_of(CONTINENTAL)
    for sentence in (
        "May I: a player who wants to draw from the stock first lets the others have the top discard, the nearest at"
        " his left first. Who says so takes it and one card from the stock into his hand",
        "The discards below that card are dead: nobody may take them any more.",
        "As soon as the last card of the stock is taken, the discards are turned over, unshuffled, as the new stock"
        " (one time in a deal at most); the next card thrown starts the discards anew.",
        "If its last card goes with a discard taken out of turn, the deal ends at once.",
    ):
        assert sentence in text
    offered = said_of("contract-rummy", ("claim.may_i.limit=2", "claim.may_i.penalty=0"))
    assert "Who says so takes it into his hand" in offered
    assert "Nobody may do so more than two times in a deal." in offered
    assert "Then the next discard is offered in the same way, though not to who took the last one" in offered
    assert "May I" not in said_of(BASIC)


def test_chips_in_words() -> None:
    text = said_of(VIENNESE)
    for sentence in (
        "Before the match each player pays five chips into the pot.",
        "A player whose total reaches 101 is out of the match. The last one in wins the match.",
        "Between two deals a player with a total from 82 to 100 may buy back, once in a match: he pays 5 chips into the"
        " pot, and his total becomes the worst of the others who are in.",
        "Who wins the match takes the pot; several share it, odd chips going to the first from the dealer's left.",
        "- Knock money: if the deal ended with a call, the caller gets 1 chip, paid by each of the other players.",
    ):
        assert sentence in text
    assert "the pot" not in said_of(BASIC) and "The player with the lowest total wins" not in text
    rows = ("scoring.a={to: pot, from: others, chips: 2}", "scoring.b={to: winner, from: pot, chips: pot / 2}")
    both = said_of(VIENNESE, rows)
    assert "- A: the pot gets 2 chips, paid by each of the other players." in both
    assert "- B: the winner gets " in both and ", out of the pot as far as it goes." in both
    assert "The player with the most chips wins" in said_of("indian-rummy", ("match={deals: 2, winner: chips}",
                                                            "scoring.paid={to: each, chips: deal_score}"))  # fmt: skip


def test_the_cut_in_words() -> None:
    assert "the player at the dealer's right cuts the pack: how many cards he lifts is left to chance" in (
        said_of("liverpool-rummy")
    )
    assert "minus 50 if the player cut just the cards that the deal takes" in said_of("liverpool-rummy")
