"""SCOUNDRELS in the build phase: Noble, Schemer, Thief and Sheriff; monks and apprentices left bare go home."""

from __future__ import annotations

from typing import Any

import pytest

from engine.errors import InvalidPosition
from engine.ruleset import Doc
from tests.positions import facts, legal, of_type, play, position, refused, score, seen_by, view, village
from tests.villagers.game import (
    BY_BANK,
    END,
    VILLAGERS,
    by,
    give,
    place,
    special,
    trade,
    villager,
)

BOX = {"expansions": ["scoundrels"]}
PILES = [["seeker"], ["poulterer"], ["swineherd"]]


def turn(seats: str, **fields: Any) -> Doc:
    """Return a build turn of seat 0 with the Scoundrels; stacks are left, so that no market comes."""
    return position(f"villagers phase=build seats=[{seats}]", **{"options": BOX, "stacks": PILES, **fields})


def noble(who: int | None) -> Doc:
    """Look at a hand."""
    return special("noble", seat=who)


def steal(card: str) -> Doc:
    """Steal a card of the hand looked at."""
    return {"type": "steal", "card": card}


def scheme(who: int | None, number: int | None) -> Doc:
    """Take a top villager."""
    return special("schemer", seat=who, villager=number)


def hand_of(doc: Doc, who: int, viewer: int | None) -> list[str]:
    """Return a hand in a viewer's eyes: known cards, otherwise suits in brackets; sorted."""
    return sorted(card["card"] or f"({card['suit']})" for card in view(doc, viewer)["seats"][who]["hand"])


def village_of(doc: Doc, who: int) -> list[tuple[str, str | None, int | None]]:
    """Return a village as (card, role, what it stands on), by id."""
    return [(one["card"], one["as"], one["on"]) for one in doc["seats"][who]["village"]]


# --- the Noble -------------------------------------------------------------------------------


@pytest.mark.rule("SCOUNDRELS-14")
def test_scoundrels_14_one_card_that_is_not_special_changes_hands() -> None:
    start = position("""villagers options=(expansions=[scoundrels]) phase=build
        stacks=[[seeker] [poulterer] [swineherd]] seats=[(hand=[noble]) (hand=[monk hunter tinner mason]) ()]""")
    looked, _ = play(start, (0, noble(1)))
    assert sorted(move["card"] for move in legal(looked, 0)) == ["hunter", "mason"]
    assert {move["type"] for move in legal(looked, 0)} == {"steal"}
    assert looked["pending"] == {"type": "steal", "seat": 1}
    assert refused(looked, 0, steal("monk")) == "SCOUNDRELS-14"
    assert refused(looked, 0, steal("agent")) == "SCOUNDRELS-14"
    assert refused(looked, 0, END) == "SCOUNDRELS-14"
    after, _ = play(looked, (0, steal("hunter")))
    assert (after["seats"][0]["hand"], after["discard"], after["pending"]) == (["hunter"], ["noble"], None)
    assert sorted(after["seats"][1]["hand"]) == ["mason", "monk", "tinner"]
    assert after["seats"][0]["builds_left"] == 2
    placed, _ = play(after, (0, place("hunter")))
    assert placed["seats"][0]["builds_left"] == 1


@pytest.mark.rule("SCOUNDRELS-14", "INFO-12")
def test_scoundrels_14_the_look_is_private() -> None:
    start = position("""villagers options=(expansions=[scoundrels]) phase=build
        stacks=[[seeker] [poulterer] [swineherd]] seats=[(hand=[noble]) (hand=[monk hunter mason]) ()]""")
    looked, events = play(start, (0, noble(1)))
    assert hand_of(looked, 1, 0) == ["hunter", "mason", "monk"]
    for viewer in (2, None):
        assert hand_of(looked, 1, viewer) == ["(ore)", "(solitary)", "(special)"]
        assert seen_by(events, viewer)[-1] == {**seen_by(events, viewer)[-1], "type": "looked", "cards": [], "count": 3}
        assert (seen_by(events, viewer)[-1]["from_seat"], view(looked, viewer)["pending"]) == (1, looked["pending"])
    for viewer in (0, 1):
        assert sorted(seen_by(events, viewer)[-1]["cards"]) == ["hunter", "mason", "monk"]


@pytest.mark.rule("SCOUNDRELS-14", "INFO-4")
def test_scoundrels_14_what_is_stolen_is_known_to_thief_and_victim() -> None:
    start = position("""villagers options=(expansions=[scoundrels]) phase=build
        stacks=[[seeker] [poulterer] [swineherd]] seats=[(hand=[noble]) (hand=[hunter grocer mason]) ()]""")
    after, events = play(start, (0, noble(1)), (0, steal("grocer")))
    assert hand_of(after, 0, 1) == ["grocer"]
    for viewer in (2, None):
        assert hand_of(after, 0, viewer) == ["(solitary)"]
        assert hand_of(after, 1, viewer) == ["(ore)", "(solitary)"]
        assert seen_by(events, viewer)[-1]["card"] == {"suit": "solitary", "card": None, "known": [], "origin": None}
    assert [seen_by(events, viewer)[-1]["card"]["card"] for viewer in (0, 1)] == ["grocer", "grocer"]


@pytest.mark.rule("SCOUNDRELS-14", "INFO-12")
def test_scoundrels_14_the_thief_goes_on_knowing_the_rest() -> None:
    start = position("""villagers options=(expansions=[scoundrels]) phase=build
        stacks=[[seeker] [poulterer] [swineherd]] seats=[(hand=[noble]) (hand=[hunter fisher mason]) ()]""")
    after, _ = play(start, (0, noble(1)), (0, steal("hunter")))
    assert hand_of(after, 1, 0) == ["fisher", "mason"]
    later, _ = play(after, (0, END), (1, trade("fisher", "miner")), (1, give(0)))
    assert view(later, 0)["stacks"][0]["top"]["card"] == "fisher", "the only card of its suit"


@pytest.mark.rule("SCOUNDRELS-14", "INFO-7")
@pytest.mark.parametrize("taken", ["hunter", "grocer"])
def test_scoundrels_14_others_lose_track_of_cards_with_the_same_back(taken: str) -> None:
    """Seat 2 saw the hunter drafted: one of two solitary backs has left, it may have been that one."""
    start = position("""villagers options=(expansions=[scoundrels]) phase=build
        stacks=[[seeker] [poulterer] [swineherd]] known=[hand.1.0~02!] seats=[
        (hand=[noble]) (hand=[hunter grocer mason]) ()]""")
    after, _ = play(start, (0, noble(1)), (0, steal(taken)))
    for viewer in (2, None):
        assert hand_of(after, 0, viewer) == ["(solitary)"]
        assert hand_of(after, 1, viewer) == ["(ore)", "(solitary)"]


@pytest.mark.rule("SCOUNDRELS-14", "INFO-7")
def test_scoundrels_14_the_only_card_of_its_suit_stays_known() -> None:
    start = position("""villagers options=(expansions=[scoundrels]) phase=build
        stacks=[[seeker] [poulterer] [swineherd]] known=[hand.1.0~02! hand.0.1~12!] seats=[
        (hand=[noble agent]) (hand=[hunter mason]) ()]""")
    after, _ = play(start, (0, noble(1)), (0, steal("hunter")))
    for viewer in (1, 2, None):
        assert hand_of(after, 0, viewer) == ["agent", "hunter"]


@pytest.mark.rule("SCOUNDRELS-14", "INFO-13")
@pytest.mark.parametrize("viewer", [2, None])
def test_scoundrels_14_others_see_the_same_whichever_of_like_backs_goes(viewer: int | None) -> None:
    sights = []
    for hand, taken in (
        (["hunter", "grocer"], "hunter"),
        (["hunter", "grocer"], "grocer"),
        (["agent", "fisher"], "agent"),
    ):
        start = position(f"""villagers options=(expansions=[scoundrels]) phase=build
            stacks=[[seeker] [poulterer] [swineherd]] seats=[(hand=[noble]) (hand=[{" ".join(hand)}]) ()]""")
        after, events = play(start, (0, noble(1)), (0, steal(taken)))
        sights.append((view(after, viewer), seen_by(events, viewer)))
    assert sights[0] == sights[1] == sights[2]


@pytest.mark.rule("SCOUNDRELS-14")
def test_scoundrels_14_a_hand_of_special_villagers_is_looked_at_for_nothing() -> None:
    start = position("""villagers options=(expansions=[scoundrels]) phase=build
        stacks=[[seeker] [poulterer] [swineherd]] seats=[(hand=[noble]) (hand=[monk tinner]) ()]""")
    after, _ = play(start, (0, noble(1)))
    assert (after["pending"], after["seats"][0]["hand"], len(after["seats"][1]["hand"])) == (None, [], 2)
    assert hand_of(after, 1, 0) == ["monk", "tinner"]
    assert hand_of(after, 1, 2) == ["(special)", "(special)"]
    assert END in legal(after, 0)


@pytest.mark.rule("SCOUNDRELS-14")
def test_scoundrels_14_whose_hand_can_be_named() -> None:
    start = position("""villagers options=(expansions=[scoundrels]) phase=build
        stacks=[[seeker] [poulterer] [swineherd]] seats=[(hand=[noble mason]) () (hand=[hunter])]""")
    assert [(move["card"], move["seat"]) for move in of_type(legal(start, 0), "play")] == [("noble", 2)]
    for who in (0, 1, 3, None):
        assert refused(start, 0, noble(who)) == "SCOUNDRELS-14"
    drafting = position("""villagers options=(expansions=[scoundrels]) road=[mason+0]
        stacks=[[seeker] [poulterer] [swineherd]] seats=[(hand=[noble]) (hand=[hunter])]""")
    assert refused(drafting, 0, noble(1)) == "SCOUNDRELS-14"


@pytest.mark.rule("SCOUNDRELS-14", "INFO-11")
def test_scoundrels_14_a_basic_villager_in_the_hand_can_be_stolen() -> None:
    start = position("""villagers options=(expansions=[scoundrels]) phase=build
        stacks=[[seeker] [poulterer] [swineherd]] seats=[
        (hand=[schemer wheeler])
        (village=[1.founders 2.lumberjack] hand=[noble]) ()]""")
    moves = [(0, scheme(1, 2)), (0, END), (1, noble(0)), (1, steal("lumberjack"))]
    after, _ = play(start, *moves)
    for viewer in (0, 2, None):
        assert hand_of(after, 1, viewer) == ["lumberjack"]
    assert hand_of(after, 0, 1) == ["wheeler"]
    assert hand_of(after, 0, 2) == ["(wood)"]


@pytest.mark.rule("SCOUNDRELS-14", "INFO-12")
def test_scoundrels_14_a_position_in_the_middle_of_the_theft() -> None:
    """The thief has seen the hand. A position that does not say so is either read like that or refused."""
    marks = [{"pile": "hand", "index": 1, "place": place, "seats": [0]} for place in (0, 1)]
    start = position("""villagers options=(expansions=[scoundrels]) phase=build
        stacks=[[seeker] [poulterer] [swineherd]] discard=[noble] pending=(type=steal seat=1) seats=[
        () (hand=[hunter monk]) ()]""")
    assert legal({**start, "known": marks}, 0) == [steal("hunter")]
    try:
        VILLAGERS.read_position(start)
    except InvalidPosition:
        return
    assert legal(start, 0) == [steal("hunter")]


# --- the Schemer -----------------------------------------------------------------------------


@pytest.mark.rule("SCOUNDRELS-15")
def test_scoundrels_15_a_foreign_top_villager_comes_to_the_hand_its_coins_stay() -> None:
    start = position("""villagers options=(expansions=[scoundrels]) phase=build
        stacks=[[seeker] [poulterer] [swineherd]] seats=[
        (hand=[schemer])
        (village=[1.founders 2.lumberjack 3.cooper@2+4]) ()]""")
    after, events = play(start, (0, scheme(1, 3)))
    assert (after["seats"][0]["hand"], after["discard"]) == (["cooper"], ["schemer"])
    assert village_of(after, 1) == [("founders", None, None), ("lumberjack", None, None)]
    assert [one["gold"] for one in after["seats"]] == [8, 12, 8]
    assert facts(events, "lured") == [{"seat": 0, "from_seat": 1, "villager": 3, "card": "cooper", "gold": 4}]
    assert seen_by(events, None) == seen_by(events, 0) == seen_by(events, 1)
    for viewer in (1, 2, None):
        assert hand_of(after, 0, viewer) == ["cooper"]
    assert after["seats"][0]["builds_left"] == 2


@pytest.mark.rule("SCOUNDRELS-15")
def test_scoundrels_15_who_can_be_taken() -> None:
    start = position("""villagers options=(expansions=[saints scoundrels profiteers]) phase=build
        stacks=[[seeker] [poulterer] [swineherd]] seats=[
        (village=[1.founders 2.lumberjack 3.wheeler@2 4.cartwright@3 5.graper] hand=[schemer])
        (village=[1.founders 2.miner 3.blacksmith@2 4.monk=graper 5.vintner@4 6.recruiter 7.freelancer+3 8.hunter])
        ()
        (village=[1.founders 2.thief+3 3.shepherd])]""")
    found = {(move["seat"], move["villager"]) for move in of_type(legal(start, 0), "play")}
    assert found == {(0, 4), (0, 5), (1, 3), (1, 5), (1, 8), (3, 3)}
    for who, number in [(1, 1), (2, 1), (0, 1), (1, 2), (1, 4), (1, 6), (1, 7), (3, 2), (1, 9), (4, 1), (0, 2)]:
        assert refused(start, 0, scheme(who, number)) in ("SCOUNDRELS-15", "SCOUNDRELS-16", "SPECIAL-2"), (who, number)
    assert refused(start, 0, scheme(None, 3)) == "SCOUNDRELS-15"
    assert refused(start, 0, scheme(1, None)) == "SCOUNDRELS-15"


@pytest.mark.rule("SCOUNDRELS-15")
def test_scoundrels_15_with_founders_only_there_is_no_target() -> None:
    start = position("""villagers options=(expansions=[scoundrels]) phase=build
        stacks=[[seeker] [poulterer] [swineherd]] seats=[(hand=[schemer]) (village=[1.founders:food])]""")
    assert of_type(legal(start, 0), "play") == []
    drafting = position("""villagers options=(expansions=[scoundrels]) road=[mason+0]
        stacks=[[seeker] [poulterer] [swineherd]] seats=[(hand=[schemer]) (village=[1.founders 2.hunter])]""")
    assert refused(drafting, 0, scheme(1, 2)) == "SCOUNDRELS-15"


@pytest.mark.rule("SCOUNDRELS-15", "BUILD-4")
def test_scoundrels_15_what_is_uncovered_counts_again_and_a_lost_builder_is_missed() -> None:
    start = position("""villagers options=(expansions=[scoundrels]) phase=build
        stacks=[[seeker] [poulterer] [swineherd]] seats=[
        (hand=[schemer])
        (village=[1.founders 2.brewer@1 3.lumberjack 4.carpenter@3]) ()]""")
    assert score(start)["first_market"][1]["total"] == 0
    bare, _ = play(start, (0, scheme(1, 2)))
    assert score(bare)["first_market"][1]["total"] == 2, "the Founders show their gold again"
    assert view(bare, 1)["seats"][1]["draft_limit"] == 2
    _, events = play(start, (0, scheme(1, 4)), (0, END))
    assert facts(events, "build_turn") == [{"seat": 1, "limit": 3}]
    done, events = play(bare, *[(who, END) for who in (0, 1, 2)])
    assert {"seat": 1} in facts(events, "founders_flipped")
    assert done["seats"][1]["village"][0]["side"] == "food"


@pytest.mark.rule("SCOUNDRELS-15")
def test_scoundrels_15_the_branch_is_free_again_for_its_owner() -> None:
    start = position("""villagers options=(expansions=[scoundrels]) phase=build
        stacks=[[seeker] [poulterer] [swineherd]] seats=[
        (hand=[schemer])
        (village=[1.founders 2.miner 3.seeker@2 4.spelunker@3 5.mason@2] hand=[spelunker blacksmith]) ()]""")
    after, _ = play(start, (0, scheme(1, 4)), (0, END))
    spots = {(move["card"], move["on"]) for move in of_type(legal(after, 1), "place")}
    assert spots == {("spelunker", 3)}
    start = position("""villagers options=(expansions=[scoundrels]) phase=build
        stacks=[[seeker] [poulterer] [swineherd]] seats=[
        (hand=[schemer])
        (village=[1.founders 2.miner 3.seeker@2 4.spelunker@3 5.mason@2] hand=[spelunker blacksmith]) ()]""")
    full, _ = play(start, (0, scheme(1, 5)), (0, END))
    assert {(move["card"], move["on"]) for move in of_type(legal(full, 1), "place")} == {("blacksmith", 2)}


@pytest.mark.rule("SCOUNDRELS-15")
def test_scoundrels_15_the_villager_may_be_placed_in_the_same_turn_by_the_ordinary_rules() -> None:
    start = position("""villagers options=(expansions=[scoundrels]) phase=build
        stacks=[[seeker] [poulterer] [swineherd]] seats=[
        (village=[1.founders 2.lumberjack] hand=[schemer])
        (village=[1.founders 2.lumberjack 3.cooper@2 4.blacksmith@5 5.miner]) ()]""")
    after, _ = play(start, (0, scheme(1, 3)))
    assert refused(after, 0, place("cooper", on=2)) == "PADLOCK-1"
    placed, _ = play(after, (0, place("cooper", on=2, unlock=by(1, 4))))
    assert (placed["seats"][0]["gold"], placed["seats"][0]["builds_left"]) == (6, 1)
    assert villager(placed, 1, 4)["gold"] == 2


@pytest.mark.rule("SCOUNDRELS-15", "BASIC-12")
def test_scoundrels_15_a_stolen_basic_villager_is_placed_for_nothing_and_never_given_up() -> None:
    start = position("""villagers options=(expansions=[scoundrels]) phase=build
        stacks=[[seeker] [poulterer] [swineherd]] seats=[
        (hand=[schemer hunter] builds_left=0) (village=[1.founders 2.miner]) ()]""")
    after, _ = play(start, (0, scheme(1, 2)))
    assert sorted(after["seats"][0]["hand"]) == ["hunter", "miner"]
    assert hand_of(after, 0, None) == ["(solitary)", "miner"]
    assert {move["card"] for move in of_type(legal(after, 0), "trade")} == {"hunter"}
    assert refused(after, 0, trade("miner", "hayer"))
    placed, _ = play(after, (0, place("miner")))
    turn_of = placed["seats"][0]
    assert (turn_of["builds_left"], turn_of["trades_left"], turn_of["hand"]) == (0, 3, ["hunter"])
    assert placed["basics"] == {"lumberjack": 10, "hayer": 10, "miner": 9} == after["basics"]


@pytest.mark.rule("SCOUNDRELS-15")
def test_scoundrels_15_a_basic_villager_may_be_kept_for_a_later_turn() -> None:
    start = position("""villagers options=(expansions=[scoundrels]) phase=build
        stacks=[[seeker] [poulterer] [swineherd]] seats=[(hand=[schemer]) (village=[1.founders 2.miner])]""")
    after, _ = play(start, (0, scheme(1, 2)), (0, END), (1, END))
    assert (after["seats"][0]["hand"], after["round"]) == (["miner"], 2)


@pytest.mark.rule("SCOUNDRELS-16")
def test_scoundrels_16_an_own_villager_comes_back_with_its_coins_for_the_supply() -> None:
    start = position("""villagers options=(expansions=[scoundrels]) phase=build
        stacks=[[seeker] [poulterer] [swineherd]] seats=[
        (village=[1.founders 2.miner 3.seeker@2 4.spelunker@3 5.jeweler@4 6.blacksmith@2+6] hand=[schemer]) ()]""")
    after, _ = play(start, (0, scheme(0, 5)))
    assert (after["seats"][0]["hand"], after["seats"][0]["gold"]) == (["jeweler"], 8)
    assert score(after)["first_market"][0]["total"] == 2 + 10 + 2 + 6
    start = position("""villagers options=(expansions=[scoundrels]) phase=build
        stacks=[[seeker] [poulterer] [swineherd]] seats=[
        (village=[1.founders 2.miner 3.seeker@2 4.spelunker@3 5.jeweler@4 6.blacksmith@2+6] hand=[schemer]) ()]""")
    paid, _ = play(start, (0, scheme(0, 6)))
    assert (paid["seats"][0]["hand"], paid["seats"][0]["gold"]) == (["blacksmith"], 14)
    again, _ = play(after, (0, place("jeweler", on=4, unlock=by(0, 6))))
    assert villager(again, 0, 6)["gold"] == 8


@pytest.mark.rule("SCOUNDRELS-16", "SPECIAL-2")
@pytest.mark.parametrize("who", [0, 1])
def test_scoundrels_16_founders_stay(who: int) -> None:
    start = position("""villagers options=(expansions=[scoundrels]) phase=build
        stacks=[[seeker] [poulterer] [swineherd]] seats=[(village=[1.founders 2.hunter] hand=[schemer]) ()]""")
    assert refused(start, 0, scheme(who, 1)) in ("SCOUNDRELS-15", "SCOUNDRELS-16", "SPECIAL-2")


# --- left bare -------------------------------------------------------------------------------


@pytest.mark.rule("SPECIAL-10")
def test_special_10_a_bare_monk_goes_home_to_the_villages_owner() -> None:
    start = position("""villagers options=(expansions=[scoundrels]) phase=build
        stacks=[[seeker] [poulterer] [swineherd]] seats=[
        (hand=[schemer])
        (village=[1.founders 2.miner 3.seeker@2 4.monk=spelunker@3 5.jeweler@4] hand=[hunter]) ()]""")
    after, events = play(start, (0, scheme(1, 5)))
    assert after["seats"][0]["hand"] == ["jeweler"]
    assert sorted(after["seats"][1]["hand"]) == ["hunter", "monk"]
    assert [one["card"] for one in after["seats"][1]["village"]] == ["founders", "miner", "seeker"]
    assert facts(events, "went_home") == [{"seat": 1, "card": "monk"}]
    for viewer in (0, 2, None):
        assert hand_of(after, 1, viewer) == ["(solitary)", "monk"]


@pytest.mark.rule("SPECIAL-10")
def test_special_10_so_does_what_lies_below_him() -> None:
    start = position("""villagers options=(expansions=[scoundrels]) phase=build
        stacks=[[seeker] [poulterer] [swineherd]] seats=[
        (hand=[schemer])
        (village=[1.founders 2.monk=miner 3.apprentice=seeker@2 4.monk=spelunker@3 5.jeweler@4]) ()]""")
    after, events = play(start, (0, scheme(1, 5)))
    assert [one["card"] for one in after["seats"][1]["village"]] == ["founders"]
    assert [event["card"] for event in facts(events, "went_home")] == ["monk", "apprentice", "monk"]
    assert sorted(after["seats"][1]["hand"]) == ["apprentice", "monk", "monk"]


@pytest.mark.rule("SPECIAL-10")
def test_special_10_with_a_branch_left_he_stays_in_his_role() -> None:
    start = position("""villagers options=(expansions=[scoundrels]) phase=build
        stacks=[[seeker] [poulterer] [swineherd]] seats=[
        (hand=[schemer])
        (village=[1.founders 2.monk=graper 3.vintner@2 4.vintner@2] hand=[wine_trader mason]) ()]""")
    after, events = play(start, (0, scheme(1, 4)))
    assert village_of(after, 1)[1:] == [("monk", "graper", None), ("vintner", None, 2)]
    assert facts(events, "went_home") == []
    after, _ = play(after, (0, END))
    assert refused(after, 1, place("mason", on=2))


@pytest.mark.rule("SPECIAL-10")
def test_special_10_an_apprentice_goes_to_the_villages_owner_whoever_played_him() -> None:
    start = position("""villagers options=(expansions=[scoundrels]) phase=build
        stacks=[[seeker] [poulterer] [swineherd]] seats=[
        (hand=[apprentice schemer])
        (village=[1.founders 2.lumberjack 3.carpenter@2]) ()]""")
    after, _ = play(start, (0, {"type": "apprentice", "seat": 1, "villager": 2}), (0, scheme(1, 3)))
    assert (after["seats"][0]["hand"], after["seats"][1]["hand"]) == (["carpenter"], ["apprentice"])
    assert village_of(after, 1) == [("founders", None, None)]


@pytest.mark.rule("SPECIAL-10")
def test_special_10_in_the_own_village_he_can_be_played_again_in_the_turn() -> None:
    start = position("""villagers options=(expansions=[scoundrels]) phase=build
        stacks=[[seeker] [poulterer] [swineherd]] seats=[
        (village=[1.founders 2.miner 3.monk=seeker@2 4.spelunker@3] hand=[schemer]) ()]""")
    after, _ = play(start, (0, scheme(0, 4)))
    assert sorted(after["seats"][0]["hand"]) == ["monk", "spelunker"]
    again, _ = play(after, (0, place("spelunker", on=2, monks=["seeker"], unlock=BY_BANK)))
    assert (again["seats"][0]["builds_left"], again["seats"][0]["gold"]) == (0, 6)
    assert village_of(again, 0)[2:] == [("monk", "seeker", 2), ("spelunker", None, 3)]


@pytest.mark.rule("SPECIAL-10", "SPECIAL-4")
def test_special_10_no_position_has_a_bare_one() -> None:
    for words in (("founders", "monk=miner"), ("founders", "miner", "apprentice=seeker@2")):
        with pytest.raises(InvalidPosition):
            VILLAGERS.read_position(turn(f"(village=[{village(words)}]) ()"))
