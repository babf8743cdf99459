"""The Apprentice: takes a covered villager's place and brings him to the own village (rules SPECIAL)."""

from typing import Any

import pytest

from engine.ruleset import Doc
from tests.positions import facts, legal, of_type, play, position, refused, score, view, village
from tests.villagers.game import BY_BANK, BY_TINNER, by, give, place, trade, villager

NOT_COVERED = ("SPECIAL-14", "SPECIAL-11", "SPECIAL-16")
MISPLACED = ("SPECIAL-12", "CHAIN-1", "CHAIN-2", "CHAIN-3", "CHAIN-4")
TOO_FEW_BUILDS = ("SPECIAL-13", "SPECIAL-19", "SPECIAL-4", "BUILD-2", "BUILD-10")


def take(who: int, number: int, **fields: Any) -> Doc:
    """Put the apprentice in the place of a villager."""
    return {"type": "apprentice", "seat": who, "villager": number, **fields}


def targets(doc: Doc) -> list[tuple[int, int]]:
    """Seat and id of all villagers that seat 0 may take, each once."""
    return sorted({(move["seat"], move["villager"]) for move in of_type(legal(doc, 0), "apprentice")})


def village_of(doc: Doc, who: int) -> list[tuple[str, str | None, int | None]]:
    """Return a village as (card, role, what it stands on), by id."""
    return [(one["card"], one["as"], one["on"]) for one in doc["seats"][who]["village"]]


@pytest.mark.rule("SPECIAL-2")
@pytest.mark.parametrize("side", [None, "gold", "food"])
def test_special_2_foreign_founders_cannot_be_taken(side: str | None) -> None:
    start = position(
        "villagers phase=build seats=[(hand=[apprentice]) (village=[1.founders 2.swineherd@1 3.truffler@2])]"
    )
    assert refused(start, 0, take(1, 1, side=side)) == "SPECIAL-2"
    assert targets(start) == [(1, 2)]


@pytest.mark.rule("SPECIAL-11")
def test_special_11_a_foreign_covered_villager_moves_to_the_own_village() -> None:
    start = position(
        "villagers phase=build seats=[(hand=[apprentice]) (village=[1.founders 2.lumberjack 3.carpenter@2])]"
    )
    after, events = play(start, (0, take(1, 2)))
    assert village_of(after, 0) == [("founders", None, None), ("lumberjack", None, None)]
    assert village_of(after, 1)[1:] == [("apprentice", "lumberjack", None), ("carpenter", None, 2)]
    assert after["seats"][0]["hand"] == []
    assert after["discard"] == []
    assert facts(events, "taken") == [{"seat": 0, "from_seat": 1, "villager": 2, "card": "lumberjack"}]


@pytest.mark.rule("SPECIAL-11")
def test_special_11_every_covered_villager_of_every_village_is_a_target() -> None:
    start = position("""villagers phase=build seats=[
        (village=[1.founders 2.lumberjack 3.carpenter@2 4.hayer] hand=[apprentice])
        (village=[1.founders 2.swineherd@1 3.graper 4.vintner@3 5.hunter 6.miner])
        (village=[1.founders 2.hayer 3.grazier@2 4.thatcher@2 5.milk_maid@3])]""")
    assert targets(start) == [(0, 2), (1, 3), (2, 2), (2, 3)]


@pytest.mark.rule("SPECIAL-11")
def test_special_11_the_apprentice_must_be_in_the_hand() -> None:
    start = position("""villagers phase=build seats=[
        (hand=[monk])
        (village=[1.founders 2.lumberjack 3.carpenter@2] hand=[apprentice])]""")
    assert refused(start, 0, take(1, 2))
    assert targets(start) == []


@pytest.mark.rule("SPECIAL-11")
@pytest.mark.parametrize("target", [take(1, 9), take(4, 1), take(0, 2)])
def test_special_11_who_is_not_there_cannot_be_taken(target: Doc) -> None:
    start = position(
        "villagers phase=build seats=[(hand=[apprentice]) (village=[1.founders 2.lumberjack 3.carpenter@2])]"
    )
    assert refused(start, 0, target)


@pytest.mark.rule("SPECIAL-11")
def test_special_11_the_apprentice_stays_when_the_turn_is_over() -> None:
    start = position("""villagers phase=build stacks=[[mason]] seats=[
        (hand=[apprentice])
        (village=[1.founders 2.lumberjack 3.carpenter@2])]""")
    after, _ = play(start, (0, take(1, 2)), (0, {"type": "end"}), (1, {"type": "end"}))
    assert after["seats"][0]["hand"] == []
    assert village_of(after, 1)[1] == ("apprentice", "lumberjack", None)


@pytest.mark.rule("SPECIAL-12")
def test_special_12_a_taken_card_needs_its_predecessors_in_the_own_village() -> None:
    owner = "(village=[1.founders 2.hayer 3.grazier@2 4.milk_maid@3 5.fromager@4])"
    for words in (("founders",), ("founders", "hayer"), ("founders", "hayer", "grazier@2", "milk_maid@3")):
        start = position(f"villagers phase=build seats=[(village=[{village(words)}] hand=[apprentice]) {owner}]")
        assert (1, 4) not in targets(start)
        for on in (None, *range(1, len(words) + 1)):
            assert refused(start, 0, take(1, 4, on=on, unlock=BY_BANK)) in MISPLACED
    start = position("""villagers phase=build seats=[
        (village=[1.founders 2.hayer 3.grazier@2] hand=[apprentice])
        (village=[1.founders 2.hayer 3.grazier@2 4.milk_maid@3 5.fromager@4])]""")
    after, _ = play(start, (0, take(1, 4, on=3, unlock=BY_BANK)))
    assert village_of(after, 0)[3] == ("milk_maid", None, 3)
    assert after["seats"][0]["gold"] == 6


@pytest.mark.rule("SPECIAL-12")
def test_special_12_a_taken_card_needs_room() -> None:
    start = position("""villagers phase=build seats=[
        (village=[1.founders 2.hayer 3.thatcher@2 4.thatcher@2] hand=[apprentice])
        (village=[1.founders 2.hayer 3.grazier@2 4.milk_maid@3])]""")
    assert targets(start) == [(0, 2), (1, 2)]
    assert refused(start, 0, take(1, 3, on=2)) in MISPLACED
    with_room = position("""villagers phase=build seats=[(village=[1.founders 2.hayer 3.thatcher@2] hand=[apprentice])
        (village=[1.founders 2.hayer 3.grazier@2 4.milk_maid@3])]""")
    after, _ = play(with_room, (0, take(1, 3, on=2)))
    assert village_of(after, 0)[3] == ("grazier", None, 2)


@pytest.mark.rule("SPECIAL-12")
def test_special_12_a_start_card_is_not_put_on_another_card() -> None:
    start = position("""villagers phase=build seats=[
        (village=[1.founders 2.miner] hand=[apprentice monk]) (village=[1.founders 2.miner 3.mason@2])]""")
    assert refused(start, 0, take(1, 2, monks=["miner"]))
    assert refused(start, 0, take(1, 2, on=2)) in MISPLACED
    assert refused(start, 0, take(1, 2, on=1)) in MISPLACED


@pytest.mark.rule("SPECIAL-12")
def test_special_12_a_taken_card_may_stand_on_a_monk_from_the_hand() -> None:
    start = position("""villagers phase=build seats=[
        (village=[1.founders 2.miner] hand=[apprentice monk])
        (village=[1.founders 2.miner 3.seeker@2 4.spelunker@3 5.jeweler@4])]""")
    after, _ = play(start, (0, take(1, 4, on=2, monks=["seeker"], unlock=BY_BANK)))
    assert village_of(after, 0)[2:] == [("monk", "seeker", 2), ("spelunker", None, 3)]
    assert after["seats"][0]["builds_left"] == 0
    assert after["seats"][0]["hand"] == []
    start["seats"][0]["builds_left"] = 1
    assert refused(start, 0, take(1, 4, on=2, monks=["seeker"], unlock=BY_BANK)) in TOO_FEW_BUILDS


@pytest.mark.rule("SPECIAL-12")
def test_special_12_a_taken_cards_padlock_is_paid_by_the_normal_rules() -> None:
    start = position("""villagers phase=build seats=[
        (village=[1.founders 2.hayer 3.grazier@2 4.milk_maid@3 5.hayer 6.grazier@5 7.fromager@4] hand=[apprentice])
        (village=[1.founders 2.lumberjack 3.cooper@2])]""")
    assert refused(start, 0, take(0, 4, on=6, unlock=BY_BANK)) == "PADLOCK-6"
    assert refused(start, 0, take(0, 4, on=6, unlock=BY_TINNER)) in ("SPECIAL-20", "SPECIAL-24")
    after, _ = play(start, (0, take(0, 4, on=6, unlock=by(1, 3))))
    assert villager(after, 1, 3)["gold"] == 2
    assert refused(start, 0, take(0, 2, unlock=by(1, 3)))


@pytest.mark.rule("SPECIAL-13")
def test_special_13_the_whole_play_costs_one_build_action() -> None:
    start = position(
        "villagers phase=build seats=[(hand=[apprentice hunter]) (village=[1.founders 2.lumberjack 3.carpenter@2])]"
    )
    after, _ = play(start, (0, take(1, 2)), (0, place("hunter")))
    assert after["seats"][0]["builds_left"] == 0


@pytest.mark.rule("SPECIAL-13")
def test_special_13_without_a_build_action_no_apprentice() -> None:
    start = position("""villagers phase=build seats=[
        (hand=[apprentice] builds_left=0)
        (village=[1.founders 2.lumberjack 3.carpenter@2])]""")
    assert refused(start, 0, take(1, 2)) in TOO_FEW_BUILDS
    assert targets(start) == []


@pytest.mark.rule("SPECIAL-14")
@pytest.mark.parametrize(("who", "number"), [(1, 4), (1, 5), (1, 6), (0, 2)])
def test_special_14_a_top_villager_cannot_be_taken(who: int, number: int) -> None:
    start = position("""villagers phase=build seats=[
        (village=[1.founders 2.miner 3.miner 4.seeker@3] hand=[apprentice])
        (village=[1.founders 2.miner 3.seeker@2 4.spelunker@3 5.hunter 6.miner])]""")
    assert refused(start, 0, take(who, number, on=4 if number == 4 else None, unlock=None)) in NOT_COVERED
    assert (who, number) not in targets(start)


@pytest.mark.rule("SPECIAL-15")
def test_special_15_an_own_start_card_is_doubled() -> None:
    start = position("""villagers phase=build seats=[
        (village=[1.founders 2.miner 3.blacksmith@2] hand=[apprentice mason seeker] builds_left=5) ()]""")
    after, _ = play(start, (0, take(0, 2)))
    assert village_of(after, 0)[1:] == [
        ("apprentice", "miner", None),
        ("blacksmith", None, 2),
        ("miner", None, None),
    ]
    spots = [move["on"] for move in of_type(legal(after, 0), "place") if move["card"] == "mason"]
    assert sorted(spots) == [2, 4]
    filled, _ = play(after, (0, place("mason", on=2)))
    assert refused(filled, 0, place("seeker", on=2)) in ("SPECIAL-7", "SPECIAL-17", "CHAIN-3")


@pytest.mark.rule("SPECIAL-15")
def test_special_15_an_own_middle_card_becomes_a_second_branch() -> None:
    start = position("""villagers phase=build seats=[
        (village=[1.founders 2.miner 3.seeker@2 4.spelunker@3] hand=[apprentice spelunker]) ()]""")
    after, _ = play(start, (0, take(0, 3, on=2)), (0, place("spelunker", on=5, unlock=BY_BANK)))
    assert village_of(after, 0)[1:] == [
        ("miner", None, None),
        ("apprentice", "seeker", 2),
        ("spelunker", None, 3),
        ("seeker", None, 2),
        ("spelunker", None, 5),
    ]


@pytest.mark.rule("SPECIAL-16", "FOUNDERS-10")
@pytest.mark.parametrize("before", ["gold", "food"])
@pytest.mark.parametrize("side", ["gold", "food"])
def test_special_16_own_covered_founders_are_placed_again_with_a_side_of_choice(before: str, side: str) -> None:
    own = f"(village=[1.founders:{before} 2.swineherd@1] hand=[apprentice])"
    start = position(f"villagers phase=build seats=[{own} ()]")
    assert sorted(move["side"] for move in of_type(legal(start, 0), "apprentice")) == ["food", "gold"]
    after, _ = play(start, (0, take(0, 1, side=side)))
    assert village_of(after, 0) == [
        ("apprentice", "founders", None),
        ("swineherd", None, 1),
        ("founders", None, None),
    ]
    assert villager(after, 0, 3)["side"] == side
    assert after["seats"][0]["builds_left"] == 1
    assert score(after)["first_market"][0]["total"] == (4 if side == "gold" else 2)
    assert view(after, 0)["seats"][0]["draft_limit"] == (3 if side == "gold" else 4)


@pytest.mark.rule("SPECIAL-16")
def test_special_16_the_side_must_be_named_for_founders_and_for_nobody_else() -> None:
    start = position(
        "villagers phase=build seats=[(village=[1.founders 2.swineherd@1 3.miner 4.mason@3] hand=[apprentice]) ()]"
    )
    assert refused(start, 0, take(0, 1))
    assert refused(start, 0, take(0, 3, side="gold"))
    assert refused(start, 0, take(0, 1, side="gold", on=2)) in MISPLACED


@pytest.mark.rule("SPECIAL-16")
def test_special_16_uncovered_own_founders_stay() -> None:
    start = position("villagers phase=build seats=[(village=[1.founders:food] hand=[apprentice]) ()]")
    assert refused(start, 0, take(0, 1, side="gold")) in NOT_COVERED
    assert targets(start) == []


@pytest.mark.rule("SPECIAL-16")
def test_special_16_founders_placed_again_are_a_new_farm_and_the_old_one_stays_open() -> None:
    start = position("""villagers phase=build seats=[
        (village=[1.founders 2.swineherd@1] hand=[apprentice apprentice poulterer] builds_left=5) ()]""")
    after, _ = play(start, (0, take(0, 1, side="food")))
    assert targets(after) == []
    spots = [move["on"] for move in of_type(legal(after, 0), "place") if move["card"] == "poulterer"]
    assert sorted(spots) == [1, 3]
    after, _ = play(after, (0, place("poulterer", on=3, unlock=BY_BANK)), (0, take(0, 3, side="gold")))
    assert [one["card"] for one in after["seats"][0]["village"]] == [
        "apprentice",
        "swineherd",
        "apprentice",
        "poulterer",
        "founders",
    ]
    assert villager(after, 0, 5)["side"] == "gold"


@pytest.mark.rule("SPECIAL-17")
def test_special_17_the_owner_may_build_on_a_foreign_apprentice() -> None:
    start = position("""villagers phase=build seats=[
        (village=[1.founders 2.apprentice=lumberjack 3.carpenter@2] hand=[wheeler blacksmith]) ()]""")
    assert [(move["card"], move["on"]) for move in of_type(legal(start, 0), "place")] == [("wheeler", 2)]
    assert refused(start, 0, place("blacksmith", on=2))


@pytest.mark.rule("SPECIAL-17")
def test_special_17_both_branches_of_a_taken_start_card_stay() -> None:
    start = position("""villagers phase=build seats=[
        (hand=[apprentice])
        (village=[1.founders 2.lumberjack 3.carpenter@2 4.wheeler@2] hand=[cooper])]""")
    after, _ = play(start, (0, take(1, 2)), (0, {"type": "end"}))
    assert [one["on"] for one in after["seats"][1]["village"]] == [None, None, 2, 2]
    assert village_of(after, 1)[1] == ("apprentice", "lumberjack", None)
    assert refused(after, 1, place("cooper", on=2, unlock=BY_BANK)) in ("SPECIAL-7", "SPECIAL-17", "CHAIN-3")


@pytest.mark.rule("SPECIAL-18")
def test_special_18_taking_a_basic_villager_is_no_trade() -> None:
    start = position("""villagers phase=build stacks=[[brewer]] seats=[
        (hand=[apprentice hunter agent wattler]) (village=[1.founders 2.miner 3.mason@2])]""")
    after, _ = play(start, (0, take(1, 2)))
    assert after["seats"][0]["trades_left"] == 3
    assert after["basics"] == {"lumberjack": 10, "hayer": 10, "miner": 9}
    for card in ("hunter", "agent", "wattler"):
        after, _ = play(after, (0, trade(card, "miner")), (0, give(0)))
    assert after["seats"][0]["trades_left"] == 0
    assert [one["card"] for one in after["seats"][0]["village"]].count("miner") == 4


# --- taking a monk -----------------------------------------------------------------------------


@pytest.mark.rule("SPECIAL-19")
def test_special_19_a_taken_monk_is_placed_again_under_a_card_from_the_hand() -> None:
    start = position("""villagers phase=build seats=[
        (village=[1.founders 2.miner 3.seeker@2] hand=[apprentice jeweler])
        (village=[1.founders 2.miner 3.monk=seeker@2 4.spelunker@3])]""")
    after, events = play(start, (0, take(1, 3, card="jeweler", monks=["spelunker"], on=3, unlock=BY_BANK)))
    assert village_of(after, 0)[3:] == [("monk", "spelunker", 3), ("jeweler", None, 4)]
    assert village_of(after, 1)[2] == ("apprentice", "seeker", 2)
    assert after["seats"][0] == {**after["seats"][0], "hand": [], "builds_left": 0, "gold": 6}
    assert facts(events, "taken")[0]["card"] == "monk"


@pytest.mark.rule("SPECIAL-19")
def test_special_19_with_one_action_left_no_monk_is_taken() -> None:
    start = position("""villagers phase=build seats=[
        (village=[1.founders 2.miner 3.seeker@2] hand=[apprentice jeweler] builds_left=1)
        (village=[1.founders 2.miner 3.monk=seeker@2 4.spelunker@3])]""")
    assert refused(start, 0, take(1, 3, card="jeweler", monks=["spelunker"], on=3, unlock=BY_BANK)) in TOO_FEW_BUILDS
    assert (1, 3) not in targets(start)


@pytest.mark.rule("SPECIAL-19")
def test_special_19_a_taken_monk_needs_a_card_on_him() -> None:
    start = position("""villagers phase=build seats=[
        (village=[1.founders 2.miner] hand=[apprentice hunter])
        (village=[1.founders 2.miner 3.monk=seeker@2 4.spelunker@3])]""")
    assert targets(start) == [(1, 2)]
    assert refused(start, 0, take(1, 3, on=2))
    assert refused(start, 0, take(1, 3, on=2, monks=["seeker"]))
    assert refused(start, 0, take(1, 3, card="hunter"))
    assert refused(start, 0, take(1, 3, card="spelunker", monks=["seeker"], on=2, unlock=BY_BANK))


@pytest.mark.rule("SPECIAL-19")
def test_special_19_a_taken_monk_must_himself_stand_under_the_card() -> None:
    start = position("""villagers phase=build seats=[
        (village=[1.founders 2.miner 3.seeker@2 4.spelunker@3] hand=[apprentice jeweler])
        (village=[1.founders 2.miner 3.monk=seeker@2 4.spelunker@3])]""")
    assert refused(start, 0, take(1, 3, card="jeweler", on=4, unlock=BY_BANK))
    assert (1, 3) not in targets(start)


@pytest.mark.rule("SPECIAL-19")
def test_special_19_further_monks_under_the_card_come_from_the_hand() -> None:
    start = position("""villagers phase=build seats=[
        (village=[1.founders 2.miner] hand=[apprentice monk jeweler] builds_left=3)
        (village=[1.founders 2.miner 3.monk=seeker@2 4.spelunker@3])]""")
    move = take(1, 3, card="jeweler", monks=["seeker", "spelunker"], on=2, unlock=BY_BANK)
    after, _ = play(start, (0, move))
    assert village_of(after, 0)[2:] == [("monk", "seeker", 2), ("monk", "spelunker", 3), ("jeweler", None, 4)]
    assert after["seats"][0] == {**after["seats"][0], "hand": [], "builds_left": 0}
    player, other = start["seats"]
    assert refused({**start, "seats": [{**player, "builds_left": 2}, other]}, 0, move) in TOO_FEW_BUILDS
    assert refused({**start, "seats": [{**player, "hand": ["apprentice", "jeweler"]}, other]}, 0, move)


@pytest.mark.rule("SPECIAL-19")
def test_special_19_a_taken_monk_may_begin_a_chain_and_the_own_monk_may_be_taken() -> None:
    start = position(
        "villagers phase=build seats=[(village=[1.founders 2.monk=graper 3.vintner@2] hand=[apprentice mason]) ()]"
    )
    after, _ = play(start, (0, take(0, 2, card="mason", monks=["miner"])))
    assert village_of(after, 0)[1:] == [
        ("apprentice", "graper", None),
        ("vintner", None, 2),
        ("monk", "miner", None),
        ("mason", None, 4),
    ]


@pytest.mark.rule("SPECIAL-19")
def test_special_19_only_a_taken_monk_brings_a_card_from_the_hand_with_him() -> None:
    start = position("""villagers phase=build seats=[
        (village=[1.founders 2.miner] hand=[apprentice mason])
        (village=[1.founders 2.miner 3.blacksmith@2])]""")
    assert refused(start, 0, take(1, 2, card="mason", monks=["miner"])) == "SPECIAL-19"
    assert refused(start, 0, take(1, 2, card="mason", on=2)) == "SPECIAL-19"
    assert {move["card"] for move in of_type(legal(start, 0), "apprentice")} == {None}


@pytest.mark.rule("SPECIAL-19")
@pytest.mark.parametrize("card", ["monk", "apprentice", "smuggler", "tinner"])
def test_special_19_a_special_is_no_cover_for_a_taken_monk(card: str) -> None:
    start = position(f"""villagers phase=build seats=[
        (hand=[apprentice {card}])
        (village=[1.founders 2.miner 3.monk=seeker@2 4.spelunker@3])]""")
    assert refused(start, 0, take(1, 3, card=card, monks=["miner"]))
    assert refused(start, 0, take(1, 3, card=card))
    assert (1, 3) not in targets(start)


@pytest.mark.rule("SPECIAL-19")
def test_special_19_another_apprentice_is_no_target() -> None:
    start = position("""villagers phase=build seats=[
        (village=[1.founders 2.miner] hand=[apprentice jeweler spelunker] builds_left=5)
        (village=[1.founders 2.miner 3.apprentice=seeker@2 4.spelunker@3])]""")
    assert targets(start) == [(1, 2)]
    assert refused(start, 0, take(1, 3, card="spelunker", monks=["seeker"], on=2, unlock=BY_BANK))
    assert refused(start, 0, take(1, 3, on=2))
