"""INFO: what is open, what is hidden, and who knows what."""

from __future__ import annotations

import json
import random
from collections import defaultdict
from typing import Any

import pytest

from engine.errors import InvalidPosition
from engine.ruleset import Doc
from tests.positions import legal, new_game, of_type, play, position, seen_by, to_act, view
from tests.villagers.game import (
    BY_TINNER,
    END,
    VILLAGERS,
    blind,
    draft,
    give,
    place,
    road,
    special,
    trade,
)

SUIT = {card["key"]: card["suit"] for card in VILLAGERS.cards("en")}
PILES: list[list[str]] = [["spelunker"], ["seeker"], ["poulterer"], ["swineherd"], ["vintner"], ["graper"]]


def hand_of(game: Doc, who: int, viewer: int | None) -> list[str]:
    """Return a hand as a viewer sees it, sorted: known cards, and the suits of unknown ones in brackets."""
    cards = view(game, viewer)["seats"][who]["hand"]
    return sorted(card["card"] or f"({card['suit']})" for card in cards)


def top_of(game: Doc, stack: int, viewer: int | None) -> str:
    """Return the top of a stack in a viewer's eyes."""
    top = view(game, viewer)["stacks"][stack]["top"]
    return top["card"] or f"({top['suit']})"


def drafted(place: int, players: int = 2) -> Doc:
    """Everybody knows this card of seat 0's hand: they saw it drafted."""
    return {"pile": "hand", "index": 0, "place": place, "seats": list(range(1, players)), "public": True}


def returned(hand: list[str], marks: list[Doc], card: str, players: int = 2) -> Doc:
    """Seat 0 returns a card of this hand to stack 0; `marks`: who knows what of the hand."""
    game = position(
        f"villagers phase=build seats=[(hand=[{' '.join(hand)}]) {'() ' * (players - 1)}]", stacks=PILES, known=marks
    )
    return play(game, (0, trade(card, "miner")), (0, give(0)))[0]


# --- what everybody sees ---------------------------------------------------------------------


@pytest.mark.rule("INFO-1")
def test_info_1_the_suits_of_a_hand_are_visible() -> None:
    game = position("villagers phase=build seats=[() (hand=[agent mason fisher monk cooper])]")
    for viewer in (0, None):
        assert hand_of(game, 1, viewer) == ["(ore)", "(solitary)", "(solitary)", "(special)", "(wood)"]


@pytest.mark.rule("INFO-2")
def test_info_2_the_suits_of_the_tops_are_visible() -> None:
    game = position("villagers stacks=[[seeker agent] [] [monk]] reserve=[cooper graper] seats=[() ()]")
    for viewer in (0, 1, None):
        seen = view(game, viewer)
        tops = [pile["top"] and (pile["top"]["suit"], pile["top"]["card"]) for pile in seen["stacks"]]
        assert tops == [("ore", None), None, ("special", None), None, None, None]
        assert (seen["reserve"]["top"]["suit"], seen["reserve"]["top"]["card"]) == ("wood", None)
        assert [pile["below"] for pile in seen["stacks"]] == [[]] * 6


@pytest.mark.rule("INFO-3")
def test_info_3_how_many_cards_there_are() -> None:
    game = position(
        "villagers stacks=[[seeker fisher] [] [monk]] reserve=[cooper cooper] seats=[(hand=[agent agent]) ()]"
    )
    for viewer in (0, 1, None):
        seen = view(game, viewer)
        assert [pile["count"] for pile in seen["stacks"]] == [2, 0, 1, 0, 0, 0]
        assert seen["reserve"]["count"] == 2
        assert [len(one["hand"]) for one in seen["seats"]] == [2, 0]


@pytest.mark.rule("INFO-4")
def test_info_4_the_fronts_of_a_hand_are_hidden_from_the_others() -> None:
    game = position("villagers phase=build seats=[(hand=[agent mason]) () ()]")
    assert hand_of(game, 0, 0) == ["agent", "mason"]
    for viewer in (1, 2, None):
        assert hand_of(game, 0, viewer) == ["(ore)", "(solitary)"]


@pytest.mark.rule("INFO-5")
def test_info_5_drafted_cards_stay_known_in_the_hand() -> None:
    game = position("""villagers road=[hunter+0]
        stacks=[[spelunker] [seeker] [poulterer] [swineherd] [vintner] [graper]] seats=[
        (hand=[fisher] square=[agent]) ()]""")
    after, _ = play(game, (0, draft(0)))
    for viewer in (1, None):
        assert hand_of(after, 0, viewer) == ["(solitary)", "agent", "hunter"]


@pytest.mark.rule("INFO-5")
def test_info_5_until_a_card_of_the_suit_is_returned_face_down() -> None:
    game = position("""villagers phase=build stacks=[[spelunker] [seeker] [poulterer] [swineherd] [vintner] [graper]]
        known=[hand.0.0~12! hand.0.2~12!] seats=[(hand=[hunter fisher mason]) () ()]""")
    assert hand_of(game, 0, 1) == ["(solitary)", "hunter", "mason"]
    after, _ = play(game, (0, trade("fisher", "miner")), (0, give(0)))
    for viewer in (1, 2, None):
        assert hand_of(after, 0, viewer) == ["(solitary)", "mason"]


@pytest.mark.rule("INFO-5")
def test_info_5_over_rounds_and_in_the_written_position() -> None:
    game = new_game("villagers", 3, first_player="0")
    first = game["road"][0]["card"]
    game, _ = play(game, (0, draft(0)))
    while game["phase"] != "build":
        (who,) = to_act(game)
        game, _ = play(game, (who, legal(game, who)[-1]))
    for viewer in (1, 2, None):
        assert first in hand_of(game, 0, viewer)


@pytest.mark.rule("INFO-6")
def test_info_6_a_returned_card_is_known_to_its_owner_only() -> None:
    after = returned(["agent", "mason"], [], "agent", players=3)
    assert top_of(after, 0, 0) == "agent"
    for viewer in (1, 2, None):
        assert top_of(after, 0, viewer) == "(solitary)"


@pytest.mark.rule("INFO-6")
def test_info_6_also_when_it_gets_covered_and_uncovered_again() -> None:
    game = position("""villagers phase=build stacks=[[spelunker] [seeker] [poulterer] [swineherd] [vintner] [graper]]
        seats=[
        (hand=[agent]) (hand=[mason]) ()]""")
    moves = [(0, trade("agent", "miner")), (0, give(0)), (0, END), (1, trade("mason", "miner")), (1, give(0))]
    after, _ = play(game, *moves)
    owner, other, third = (view(after, viewer)["stacks"][0] for viewer in (0, 1, None))
    assert (owner["top"]["suit"], owner["top"]["card"]) == ("ore", None)
    assert [(card["depth"], card["card"]) for card in owner["below"]] == [(1, "agent")]
    assert (other["top"]["card"], other["below"]) == ("mason", [])
    assert (third["top"]["card"], third["below"]) == (None, [])
    after, _ = play(after, (1, END), (2, END), (1, blind(0)))
    assert [top_of(after, 0, viewer) for viewer in (0, 1, 2, None)] == ["agent", *["(solitary)"] * 3]


@pytest.mark.rule("INFO-6")
def test_info_6_whoever_draws_it_then_everyone_knows() -> None:
    after = returned(["agent"], [], "agent")
    after, _ = play(after, (0, END), (1, END), (1, blind(0)))
    for viewer in (0, 1, None):
        assert view(after, viewer)["seats"][1]["square"] == ["agent"]


@pytest.mark.rule("INFO-6")
def test_info_6_in_the_reserve_too() -> None:
    game = position("villagers phase=build reserve=[seeker] seats=[(hand=[agent fisher]) ()]")
    back: Doc = {"type": "return_card", "pile": "reserve"}
    after, _ = play(game, (0, trade("agent", "miner")), (0, back))
    tops = [view(after, viewer)["reserve"]["top"]["card"] for viewer in (0, 1, None)]
    assert tops == ["agent", None, None]


@pytest.mark.rule("INFO-7")
def test_info_7_with_another_card_of_the_suit_both_become_uncertain() -> None:
    hand, marks = ["hunter", "grocer"], [drafted(0)]
    for card, kept in (("hunter", "grocer"), ("grocer", "hunter")):
        after = returned(hand, marks, card)
        for viewer in (1, None):
            assert hand_of(after, 0, viewer) == ["(solitary)"]
            assert top_of(after, 0, viewer) == "(solitary)"
        assert (hand_of(after, 0, 0), top_of(after, 0, 0)) == ([kept], card)


@pytest.mark.rule("INFO-7")
def test_info_7_two_known_but_different_cards_become_uncertain() -> None:
    after = returned(["hunter", "grocer"], [drafted(0), drafted(1)], "hunter")
    assert (hand_of(after, 0, 1), top_of(after, 0, 1)) == (["(solitary)"], "(solitary)")


@pytest.mark.rule("INFO-7")
def test_info_7_the_only_card_of_its_suit_stays_known() -> None:
    marks = [drafted(0), drafted(1)]
    after = returned(["hunter", "mason"], marks, "hunter")
    for viewer in (1, None):
        assert (hand_of(after, 0, viewer), top_of(after, 0, viewer)) == (["mason"], "hunter")


@pytest.mark.rule("INFO-7")
def test_info_7_two_known_copies_of_one_card_stay_known() -> None:
    after = returned(["hunter", "hunter"], [drafted(0), drafted(1)], "hunter")
    assert (hand_of(after, 0, 1), top_of(after, 0, 1)) == (["hunter"], "hunter")


@pytest.mark.rule("INFO-7")
def test_info_7_a_known_and_an_unknown_copy_become_uncertain() -> None:
    after = returned(["hunter", "hunter"], [drafted(1)], "hunter")
    assert (hand_of(after, 0, 1), top_of(after, 0, 1)) == (["(solitary)"], "(solitary)")


@pytest.mark.rule("INFO-7")
def test_info_7_a_card_discarded_openly_leaves_the_others_known() -> None:
    game = position("villagers phase=build known=[hand.0.0~1! hand.0.1~1!] seats=[(hand=[hunter grocer]) ()]")
    after, _ = play(game, (0, trade("hunter", "miner")), (0, {"type": "return_card", "pile": "discard"}))
    for viewer in (1, None):
        assert hand_of(after, 0, viewer) == ["grocer"]


@pytest.mark.rule("INFO-7")
def test_info_7_other_suits_are_not_touched() -> None:
    marks = [drafted(place) for place in range(4)]
    after = returned(["hunter", "mason", "grocer", "cooper"], marks, "hunter")
    assert hand_of(after, 0, 1) == ["(solitary)", "cooper", "mason"]


@pytest.mark.rule("INFO-7")
def test_info_7_each_player_knows_on_his_own() -> None:
    after = returned(["hunter"], [{"pile": "hand", "index": 0, "place": 0, "seats": [1]}], "hunter", players=3)
    assert [top_of(after, 0, viewer) for viewer in (0, 1, 2, None)] == ["hunter", "hunter", "(solitary)", "(solitary)"]


@pytest.mark.rule("INFO-5")
@pytest.mark.parametrize("seats", [[], [1]])
def test_info_5_what_everybody_knows_every_seat_knows(seats: list[int]) -> None:
    """A mark that calls a card public and leaves seats out is completed."""
    start = position(f"""villagers phase=build
        known=[(pile=hand index=0 place=0 seats=[{" ".join(map(str, seats))}] public=yes)] seats=[
        (hand=[agent]) () ()]""")
    [mark] = VILLAGERS.write_position(VILLAGERS.read_position(start))["known"]
    assert (mark["seats"], mark["public"]) == ([1, 2], True)


@pytest.mark.rule("INFO-8")
def test_info_8_villages_road_and_basics_are_open() -> None:
    game = position("""villagers phase=build road=[agent+1 - fisher+0] basics=(hayer=3) seats=[
        (village=[1.founders:food 2.miner 3.blacksmith@2+4 4.monk=seeker@2 5.spelunker@4]) ()]""")
    for viewer in (0, 1, None):
        seen = view(game, viewer)
        assert [
            (one["card"], one["on"], one["gold"], one["as"], one["side"]) for one in seen["seats"][0]["village"]
        ] == [
            ("founders", None, 0, None, "food"),
            ("miner", None, 0, None, None),
            ("blacksmith", 2, 4, None, None),
            ("monk", 2, 0, "seeker", None),
            ("spelunker", 4, 0, None, None),
        ]
        assert seen["road"] == [*road("agent+1", None, "fisher"), None, None, None]
        assert seen["basics"]["hayer"] == 3


@pytest.mark.rule("INFO-9")
def test_info_9_supplies_are_open() -> None:
    game = position("villagers phase=build seats=[(gold=3) (gold=41)]")
    for viewer in (0, 1, None):
        assert [one["gold"] for one in view(game, viewer)["seats"]] == [3, 41]


@pytest.mark.rule("INFO-10")
def test_info_10_the_discard_pile_is_open() -> None:
    game = position("villagers phase=build discard=[agent tinner] seats=[() ()]")
    for viewer in (0, 1, None):
        assert view(game, viewer)["discard"] == ["agent", "tinner"]


@pytest.mark.rule("INFO-11")
@pytest.mark.parametrize("card", ["lumberjack", "founders"])
@pytest.mark.parametrize("fields", [{"stacks": [["{}"]]}, {"reserve": ["{}"]}, {"road": [{"card": "{}"}]}])
def test_info_11_basics_and_founders_lie_in_no_stack(card: str, fields: Doc) -> None:
    filled = json.loads(json.dumps(fields).replace("{}", card))
    with pytest.raises(InvalidPosition):
        VILLAGERS.read_position(position("villagers seats=[() ()]", **filled))


@pytest.mark.rule("INFO-11")
def test_info_11_nor_in_any_stack_of_a_game() -> None:
    game = new_game("villagers", 5)
    piles = [*game["stacks"], game["reserve"], *(one["hand"] for one in game["seats"])]
    assert not {card for pile in piles for card in pile} & {"founders", "lumberjack", "hayer", "miner"}


# --- nothing else ----------------------------------------------------------------------------


@pytest.mark.rule("INFO-13")
def test_info_13_no_seed_and_no_front_in_a_view() -> None:
    game = position(
        "villagers stacks=[[monk brewer]] reserve=[peddler priest] seed=abcdef01 seats=[(hand=[jeweler]) ()]"
    )
    for viewer in (1, None):
        text = json.dumps(view(game, viewer))
        assert not [
            word for word in ("jeweler", "monk", "brewer", "peddler", "priest", "seed", "abcdef01") if word in text
        ]


def spots(game: Doc, viewer: int | None) -> list[tuple[list[str], int]]:
    """Yield the place of every card that the viewer does not know: its list and its index there."""
    piles: dict[tuple[str, int], list[str]] = {("stack", n): pile for n, pile in enumerate(game["stacks"])}
    piles |= {("reserve", 0): game["reserve"]}
    piles |= {("hand", n): one["hand"] for n, one in enumerate(game["seats"]) if n != viewer}
    others = set(range(len(game["seats"])))
    known = set()
    for mark in game["known"]:
        owner = {mark["index"]} if mark["pile"] == "hand" else set()
        enough = {viewer} if viewer is not None else others - owner
        if enough <= set(mark["seats"]):
            known.add((mark["pile"], mark["index"], mark["place"]))
    return [(pile, n) for key, pile in piles.items() for n in range(len(pile)) if (*key, n) not in known]


def reshuffled(game: Doc, viewer: int | None, rng: random.Random) -> Doc:
    """Return the game in which every hidden card is exchanged for another card of its suit that the viewer does not
    know either.
    """
    twin: Doc = json.loads(json.dumps(game))
    by_suit: dict[str, list[tuple[list[str], int]]] = defaultdict(list)
    for pile, number in spots(twin, viewer):
        by_suit[SUIT[pile[number]]].append((pile, number))
    for group in by_suit.values():
        cards = [pile[number] for pile, number in group]
        rng.shuffle(cards)
        for (pile, number), card in zip(group, cards, strict=True):
            pile[number] = card
    return twin


@pytest.mark.rule("INFO-13")
@pytest.mark.parametrize("seats", [2, 3, 5])
def test_info_13_two_games_that_differ_in_hidden_cards_look_the_same(seats: int) -> None:
    rng = random.Random(seats)
    game, changed = new_game("villagers", seats), 0
    for _ in range(60):
        (who,) = to_act(game)
        viewer: Any = rng.choice([None, *range(seats)])
        twin = reshuffled(game, viewer, rng)
        changed += twin != game
        assert view(twin, viewer) == view(game, viewer)
        if viewer == who:
            assert legal(twin, who) == legal(game, who)
        moves = legal(game, who)
        trades = of_type(moves, "trade") or of_type(moves, "place") or moves
        game, _ = play(game, (who, rng.choice(trades)))
    assert changed > 30


Moves = list[tuple[int, Doc]]

BLIND_SPOTS: list[tuple[str, list[str], list[str], list[Doc], Moves]] = [
    # name, the hand of seat 0, the same hand with another hidden card, marks, what seat 0 does
    ("placing the known copy", ["hunter", "hunter"], ["hunter", "grocer"], [drafted(0)], [(0, place("hunter"))]),
    (
        "placing the copy known as second",
        ["hunter", "hunter"],
        ["agent", "hunter"],
        [drafted(1)],
        [(0, place("hunter"))],
    ),
    ("playing a known tinner", ["tinner", "tinner"], ["tinner", "monk"], [drafted(0)], [(0, special("tinner"))]),
    (
        "returning the known copy",
        ["hunter", "hunter"],
        ["hunter", "grocer"],
        [drafted(0)],
        [(0, trade("hunter", "miner")), (0, give(2))],
    ),
    (
        "a monk under the placed card",
        ["monk", "monk", "jeweler"],
        ["monk", "smuggler", "jeweler"],
        [drafted(0)],
        [(0, special("tinner")), (0, place("jeweler", 3, ["spelunker"], BY_TINNER))],
    ),
    ("the order of a hand", ["agent", "priest", "fisher"], ["fisher", "agent", "priest"], [], [(0, place("agent"))]),
]


@pytest.mark.rule("INFO-4", "INFO-5")
@pytest.mark.parametrize(
    ("one", "other", "marks", "moves"), [row[1:] for row in BLIND_SPOTS], ids=[row[0] for row in BLIND_SPOTS]
)
def test_info_4_5_what_leaves_a_hand_does_not_betray_what_stays(
    one: list[str], other: list[str], marks: list[Doc], moves: Moves
) -> None:
    """The same open move with another hidden card left in the hand: the others see and hear the same."""
    hands = [hand if moves[0][1]["type"] != "play" or "tinner" in hand else [*hand, "tinner"] for hand in (one, other)]
    seen = []
    for hand in hands:
        seats = f"(village=[1.founders 2.miner 3.seeker@2] hand=[{' '.join(hand)}]) ()"
        game = position(f"villagers phase=build seats=[{seats}]", stacks=PILES, known=marks)
        after, events = play(game, *moves)
        seen.append([(view(after, viewer), seen_by(events, viewer)) for viewer in (1, None)])
    assert seen[0] == seen[1]


@pytest.mark.rule("INFO-4", "INFO-5")
def test_info_4_5_nor_does_a_card_traded_onto_the_discard_pile() -> None:
    """Without stacks and reserve the traded card lies open; what stays in the hand is as secret as before."""
    open_pile: Doc = {"type": "return_card", "pile": "discard"}
    seen = []
    for other in ("hunter", "grocer"):
        game = position(
            f"villagers phase=build known=[hand.0.0~1! hand.0.2~1!] seats=[(hand=[hunter {other} mason]) ()]"
        )
        after, events = play(game, (0, trade("hunter", "miner")), (0, open_pile))
        assert hand_of(after, 0, 1) == ["(solitary)", "mason"]
        seen.append([(view(after, viewer), seen_by(events, viewer)) for viewer in (1, None)])
    assert seen[0] == seen[1]


@pytest.mark.rule("INFO-6", "INFO-13")
@pytest.mark.parametrize("card", ["agent", "priest"])
def test_info_6_13_a_refusal_tells_nothing_about_the_others(card: str) -> None:
    """The list of moves of the next player does not depend on what was returned face down."""
    after = returned([card], [], card)
    after, _ = play(after, (0, END))
    assert legal(after, 1) == [END]


@pytest.mark.rule("INFO-5")
def test_info_5_a_placed_card_is_no_longer_known_in_the_hand() -> None:
    game = position("villagers phase=build known=[hand.0.0~1! hand.0.1~1!] seats=[(hand=[hunter agent fisher]) ()]")
    after, _ = play(game, (0, place("hunter")))
    assert hand_of(after, 0, 1) == ["(solitary)", "agent"]


@pytest.mark.rule("INFO-2", "INFO-6")
def test_info_2_6_the_road_filled_from_a_known_top_is_open() -> None:
    after = returned(["agent"], [], "agent")
    game, _ = play(after, (0, END), (1, END))
    game = {**game, "road": [*road("fisher"), *[None] * 5]}
    game, events = play(game, (1, draft(0)))
    assert [event["card"] for event in seen_by(events, None) if event["type"] == "road_filled"] == ["agent"]
    assert game["road"][0]["card"] == "agent"
    assert game["known"] == []


def test_an_open_view_shows_every_hand_and_pile_and_still_who_knows_what() -> None:
    doc = new_game("villagers", 3)
    state = VILLAGERS.read_position(doc)
    seen = VILLAGERS.write_view(VILLAGERS.open_view(state))
    for shown, true in zip(seen["seats"], doc["seats"], strict=True):
        assert sorted(card["card"] for card in shown["hand"]) == sorted(true["hand"])
        assert [card["known"] for card in shown["hand"]] == [[]] * len(true["hand"])
    for pile, cards in zip([*seen["stacks"], seen["reserve"]], [*doc["stacks"], doc["reserve"]], strict=True):
        shown = [pile["top"], *pile["below"]] if cards else []
        assert [card["card"] for card in shown] == cards
    assert VILLAGERS.write_position(state) == doc, "the state is as it was"
