"""SCOUNDRELS-17 to 21: Thieves rob supplies, Sheriffs catch Thieves."""

from __future__ import annotations

from typing import Any

import pytest

from engine.errors import InvalidPosition
from engine.ruleset import Doc
from tests.positions import facts, legal, of_type, play, position, refused, score, seen_by
from tests.villagers.game import BY_BANK, END, VILLAGERS, by, place, special, villager

BOX = {"expansions": ["scoundrels"]}


def turn(*seats: str, **fields: Any) -> Doc:
    """Return a build turn of seat 0 in a game of four; a stack is left, so that no market comes."""
    return position(
        f"villagers phase=build seats=[{' '.join(seats)} {'() ' * (4 - len(seats))}]",
        **{"options": BOX, "stacks": [["mason"]], **fields},
    )


def thieve(number: int, who: int) -> Doc:
    """Return an own Thief robs a seat."""
    return {"type": "thieve", "villager": number, "seat": who}


def sheriff(who: int | None, number: int | None) -> Doc:
    """Catch a Thief."""
    return special("sheriff", seat=who, villager=number)


def supplies(doc: Doc) -> list[int]:
    """Return the gold of all seats."""
    return [one["gold"] for one in doc["seats"]]


# --- Thieves ---------------------------------------------------------------------------------


@pytest.mark.rule("SCOUNDRELS-17")
def test_scoundrels_17_three_gold_of_another_supply_go_onto_him() -> None:
    start = position("""villagers options=(expansions=[scoundrels]) phase=build stacks=[[mason]] seats=[
        (village=[1.founders 2.thief]) () () ()]""")
    after, events = play(start, (0, thieve(2, 2)))
    assert supplies(after) == [8, 8, 5, 8]
    assert villager(after, 0, 2)["gold"] == 3
    assert after["seats"][0]["robbed"] == [2]
    assert facts(events, "robbed") == [{"seat": 0, "from_seat": 2, "villager": 2, "gold": 3}]
    assert seen_by(events, None) == seen_by(events, 2) == seen_by(events, 0)
    assert (after["seats"][0]["builds_left"], after["discard"]) == (2, [])


@pytest.mark.rule("SCOUNDRELS-17")
def test_scoundrels_17_once_a_turn_at_any_moment_and_again_in_the_next() -> None:
    start = position("""villagers options=(expansions=[scoundrels]) phase=build stacks=[[mason]] seats=[
        (village=[1.founders 2.thief+3] hand=[hunter] builds_left=1) () () ()]""")
    after, _ = play(start, (0, place("hunter")), (0, thieve(2, 1)))
    assert villager(after, 0, 2)["gold"] == 6
    assert of_type(legal(after, 0), "thieve") == []
    for who in (1, 3):
        assert refused(after, 0, thieve(2, who)) == "SCOUNDRELS-17"
    ended, _ = play(after, (0, END))
    assert ended["seats"][0]["robbed"] == []
    later = turn(seats=ended["seats"])
    assert len(of_type(legal(later, 0), "thieve")) == 3


@pytest.mark.rule("SCOUNDRELS-17")
def test_scoundrels_17_in_the_own_turn_only_and_of_free_will() -> None:
    start = position("""villagers options=(expansions=[scoundrels]) phase=build stacks=[[mason]] seats=[
        (village=[1.founders 2.hunter]) (village=[1.founders 2.thief] gold=0) () ()]""")
    assert of_type(legal(start, 0), "thieve") == []
    assert refused(start, 0, thieve(2, 1)) == "SCOUNDRELS-17"
    after, _ = play(start, (0, END), (1, END))
    assert (supplies(after), villager(after, 1, 2)["gold"]) == ([8, 0, 8, 8], 0)
    drafting = position("""villagers options=(expansions=[scoundrels]) road=[mason+0] stacks=[[agent]] seats=[
        (village=[1.founders 2.thief]) () () ()]""")
    assert refused(drafting, 0, thieve(2, 1))


@pytest.mark.rule("SCOUNDRELS-17")
def test_scoundrels_17_in_the_turn_of_placing_which_takes_an_action() -> None:
    start = position(
        "villagers options=(expansions=[scoundrels]) phase=build stacks=[[mason]] seats=[(hand=[thief monk]) () () ()]"
    )
    assert refused(start, 0, thieve(2, 1)) == "SCOUNDRELS-17"
    after, _ = play(start, (0, place("thief")), (0, thieve(2, 1)))
    assert (after["seats"][0]["builds_left"], villager(after, 0, 2)["gold"]) == (1, 3)
    game = position("""villagers options=(expansions=[scoundrels]) phase=build stacks=[[mason]] seats=[
        (hand=[thief] builds_left=0) () () ()]""")
    assert refused(game, 0, place("thief")) == "BUILD-2"
    assert refused(start, 0, special("thief"))


@pytest.mark.rule("SCOUNDRELS-17")
def test_scoundrels_17_each_thief_robs_the_same_victim_or_another() -> None:
    start = position("""villagers options=(expansions=[scoundrels]) phase=build stacks=[[mason]] seats=[
        (village=[1.founders 2.thief 3.thief]) (gold=6) () ()]""")
    after, _ = play(start, (0, thieve(2, 1)), (0, thieve(3, 1)))
    assert (supplies(after), after["seats"][0]["robbed"]) == ([8, 0, 8, 8], [2, 3])
    assert [villager(after, 0, number)["gold"] for number in (2, 3)] == [3, 3]
    after, _ = play(start, (0, thieve(3, 1)), (0, thieve(2, 3)))
    assert supplies(after) == [8, 3, 8, 5]


@pytest.mark.rule("SCOUNDRELS-17")
def test_scoundrels_17_whom_and_with_whom() -> None:
    start = position("""villagers options=(expansions=[scoundrels]) phase=build stacks=[[mason]] seats=[
        (village=[1.founders 2.thief 3.hunter]) (village=[1.founders 2.thief]) () ()]""")
    moves = [(2, 0), (2, 4), (3, 1), (1, 1), (9, 1)]
    for number, who in moves:
        assert refused(start, 0, thieve(number, who)) == "SCOUNDRELS-17"
    assert {(move["villager"], move["seat"]) for move in of_type(legal(start, 0), "thieve")} == {(2, 1), (2, 2), (2, 3)}


@pytest.mark.rule("SCOUNDRELS-18")
def test_scoundrels_18_only_a_supply_of_three() -> None:
    start = position("""villagers options=(expansions=[scoundrels]) phase=build stacks=[[mason]] seats=[
        (village=[1.founders 2.thief]) (gold=2) (gold=3) (village=[1.founders 2.hunter+8] gold=0)]""")
    assert [move["seat"] for move in of_type(legal(start, 0), "thieve")] == [2]
    for who in (1, 3):
        assert refused(start, 0, thieve(2, who)) == "SCOUNDRELS-18"
    after, _ = play(start, (0, thieve(2, 2)))
    assert supplies(after) == [8, 2, 0, 0]
    poor = position("""villagers options=(expansions=[scoundrels]) phase=build stacks=[[mason]] seats=[
        (village=[1.founders 2.thief]) (gold=2) (gold=1) (gold=0)]""")
    assert of_type(legal(poor, 0), "thieve") == []
    done, _ = play(poor, (0, END))
    assert villager(done, 0, 2)["gold"] == 0


@pytest.mark.rule("SCOUNDRELS-18")
def test_scoundrels_18_a_payment_in_the_turn_may_open_a_supply() -> None:
    start = position("""villagers options=(expansions=[scoundrels]) phase=build stacks=[[mason]] seats=[
        (village=[1.founders 2.thief] hand=[fisher])
        (village=[1.founders 2.lumberjack 3.shipwright@2] gold=2) (gold=2) (gold=2)]""")
    assert of_type(legal(start, 0), "thieve") == []
    after, _ = play(start, (0, place("fisher", unlock=by(1, 3))))
    assert villager(after, 1, 3)["gold"] == 2
    assert of_type(legal(after, 0), "thieve") == [], "the gold lies on the shipwright, not in the supply"


@pytest.mark.rule("SCOUNDRELS-19")
def test_scoundrels_19_his_coins_count_like_any_others() -> None:
    doc = position("""villagers options=(expansions=[saints scoundrels profiteers developments]) phase=build
        stacks=[[mason]] developments=[(development=bank)] seats=[
        (village=[1.founders 2.thief+9 3.agent 4.miner 5.blacksmith@4+4]) () () ()]""")
    first, second = score(doc)["first_market"][0], score(doc)["second_market"][0]
    assert first["total"] == 2 + 2 + 9 + 4
    assert second["total"] == 2 + 2 + 9 + 4 + 9
    assert [line["gold"] for line in second["lines"] if line["card"] == "agent"] == [9]
    ark = position("""villagers options=(expansions=[saints scoundrels profiteers developments]) phase=build
        stacks=[[mason]] seats=[(village=[1.founders 2.thief+3 3.lumberjack 4.arkwright@3]) () () ()]""")
    _, events = play(ark, (0, END))
    assert facts(events, "gold_gained") == [{"seat": 0, "gold": 2, "reason": "bronze"}]


@pytest.mark.rule("SCOUNDRELS-19")
def test_scoundrels_19_at_the_end_they_move_to_the_supply() -> None:
    start = position("""villagers options=(expansions=[scoundrels]) phase=build seats=[
        (village=[1.founders:food 2.thief+6]) (village=[1.founders:food]) (village=[1.founders:food])
        (village=[1.founders:food])]""")
    over, _ = play(start, (0, END), (1, END), (2, END), (3, END))
    assert (over["phase"], over["seats"][0]["gold"]) == ("over", 8 + 6 + 6)


# --- Sheriffs --------------------------------------------------------------------------------


@pytest.mark.rule("SCOUNDRELS-20")
@pytest.mark.parametrize("who", [0, 2])
def test_scoundrels_20_a_thief_is_discarded_for_his_coins(who: int) -> None:
    seats = ["hand=[sheriff]", "", "", ""]
    seats[who] += " village=[1.founders 2.thief+6 3.hunter]"
    after, events = play(turn(*[f"({fields})" for fields in seats]), (0, sheriff(who, 2)))
    assert supplies(after) == [14, 8, 8, 8]
    assert [one["card"] for one in after["seats"][who]["village"]] == ["founders", "hunter"]
    assert (sorted(after["discard"]), after["seats"][0]["hand"]) == (["sheriff", "thief"], [])
    assert facts(events, "caught") == [{"seat": 0, "from_seat": who, "villager": 2, "gold": 6}]
    assert seen_by(events, None) == seen_by(events, 2) == seen_by(events, 0)
    assert after["seats"][0]["builds_left"] == 2


@pytest.mark.rule("SCOUNDRELS-20")
def test_scoundrels_20_an_own_thief_may_rob_first_and_another_one_after_him() -> None:
    start = position("""villagers options=(expansions=[scoundrels]) phase=build stacks=[[mason]] seats=[
        (village=[1.founders 2.thief] hand=[sheriff thief]) () () ()]""")
    moves = [(0, thieve(2, 1)), (0, sheriff(0, 2)), (0, place("thief")), (0, thieve(2, 1))]
    after, _ = play(start, *moves)
    assert supplies(after) == [11, 2, 8, 8]
    assert [(one["card"], one["gold"]) for one in after["seats"][0]["village"][1:]] == [("thief", 3)]


@pytest.mark.rule("SCOUNDRELS-20")
def test_scoundrels_20_which_villagers() -> None:
    start = position("""villagers options=(expansions=[scoundrels]) phase=build stacks=[[mason]] seats=[
        (village=[1.founders 2.thief] hand=[sheriff])
        (village=[1.founders 2.hunter+2 3.thief+3]) () ()]""")
    found = {(move["seat"], move["villager"]) for move in of_type(legal(start, 0), "play")}
    assert found == {(0, 2), (1, 3)}
    for who, number in [(1, 2), (0, 1), (1, 9), (2, 1), (4, 1), (None, 2), (1, None)]:
        assert refused(start, 0, sheriff(who, number)) == "SCOUNDRELS-20"
    after, _ = play(start, (0, sheriff(0, 2)))
    assert supplies(after) == [8, 8, 8, 8]


@pytest.mark.rule("SCOUNDRELS-20")
def test_scoundrels_20_the_others_thief_is_gone_in_the_turn_after() -> None:
    start = position("""villagers options=(expansions=[scoundrels]) phase=build stacks=[[mason]] seats=[
        (hand=[sheriff])
        (village=[1.founders 2.thief+3] hand=[hunter]) () ()]""")
    after, _ = play(start, (0, sheriff(1, 2)), (0, END))
    assert of_type(legal(after, 1), "thieve") == []
    placed, _ = play(after, (1, place("hunter")))
    assert refused(placed, 1, thieve(2, 0)) == "SCOUNDRELS-17"


@pytest.mark.rule("SCOUNDRELS-21")
def test_scoundrels_21_without_a_thief_there_is_no_target() -> None:
    start = position("""villagers options=(expansions=[scoundrels]) phase=build stacks=[[mason]] seats=[
        (hand=[sheriff thief]) (village=[1.founders 2.hunter+3]) () ()]""")
    assert of_type(legal(start, 0), "play") == []
    for target in ((1, 2), (0, 1)):
        assert refused(start, 0, sheriff(*target)) in ("SCOUNDRELS-20", "SCOUNDRELS-21")
    assert refused(start, 0, sheriff(None, None)) in ("SCOUNDRELS-20", "SCOUNDRELS-21")


@pytest.mark.rule("SCOUNDRELS-17", "CHAIN-8")
def test_scoundrels_17_a_thief_stands_alone_and_unlocks_nothing() -> None:
    start = position("""villagers options=(expansions=[scoundrels]) phase=build stacks=[[mason]] seats=[
        (village=[1.founders 2.thief 3.miner] hand=[thief mason fisher]) () () ()]""")
    for on in (1, 2, 3):
        assert refused(start, 0, place("thief", on=on))
    assert refused(start, 0, place("mason", on=2))
    assert refused(start, 0, place("fisher", unlock=by(0, 2))) == "PADLOCK-1"
    assert refused(start, 0, place("thief", unlock=BY_BANK))


@pytest.mark.rule("SCOUNDRELS-2")
@pytest.mark.parametrize("card", ["thief", "sheriff"])
@pytest.mark.parametrize("count", [2, 3, 4, 5])
def test_scoundrels_2_neither_is_in_a_game_of_three(card: str, count: int) -> None:
    doc = position(f"""villagers phase=build options=(expansions=[scoundrels]) stacks=[[mason]] seats=[(hand=[{card}
        {card}]) {"() " * (count - 1)}]""")
    if count > 3:
        VILLAGERS.read_position(doc)
        return
    with pytest.raises(InvalidPosition):
        VILLAGERS.read_position(doc)
