"""Founders: the start of the Grains chains, their two sides and the flip (rules FOUNDERS)."""

import pytest

from engine.ruleset import Doc
from tests.positions import (
    facts,
    legal,
    new_game,
    of_type,
    play,
    position,
    positions_of_a_random_game,
    refused,
    score,
    view,
)
from tests.villagers.game import BY_BANK, END, VILLAGERS, place, villager

ALONE = "()"
PILES: Doc = {"stacks": [["mason"], ["hunter"]]}
"""Cards to draft, so that the game continues."""


def after_the_round(*seats: str, **fields: Doc) -> tuple[Doc, list[Doc]]:
    """End the build turn of the last seat of a round that seat 0 began: the position, and who flipped Founders."""
    last = len(seats) - 1
    after, events = play(
        position(f"villagers phase=build to_act=[{last}] seats=[{' '.join(seats)}]", **{**PILES, **fields}), (last, END)
    )
    return after, facts(events, "founders_flipped")


def limits(doc: Doc, who: int = 0) -> int:
    """Return the drafting limit of a seat: 2 and its visible food."""
    found: int = view(doc, who)["seats"][who]["draft_limit"]
    return found


@pytest.mark.rule("FOUNDERS-1")
def test_founders_1_they_carry_two_grains_branches() -> None:
    start = position("villagers phase=build seats=[(hand=[swineherd brewer poulterer] builds_left=3) ()]")
    after, _ = play(start, (0, place("swineherd", on=1)), (0, place("brewer", on=1, unlock=BY_BANK)))
    assert refused(after, 0, place("poulterer", on=1, unlock=BY_BANK)) in ("FOUNDERS-1", "CHAIN-3")
    assert of_type(legal(after, 0), "place") == []


@pytest.mark.rule("FOUNDERS-1")
@pytest.mark.parametrize("card", ["mason", "carpenter", "grazier", "vintner", "spinner", "saddler", "truffler"])
def test_founders_1_they_carry_no_other_suit_and_no_second_card_of_a_chain(card: str) -> None:
    start = position(f"villagers phase=build seats=[(hand=[{card}]) () () ()]")
    unlock = BY_BANK if card in ("vintner", "truffler") else None
    assert refused(start, 0, place(card, on=1, unlock=unlock)).startswith("CHAIN-")


@pytest.mark.rule("FOUNDERS-1")
def test_founders_1_they_never_come_from_a_hand() -> None:
    assert refused(position("villagers phase=build seats=[(hand=[hunter]) ()]"), 0, place("founders"))


@pytest.mark.rule("FOUNDERS-2")
@pytest.mark.parametrize(("side", "gold", "limit"), [("gold", 2, 2), ("food", 0, 3)])
def test_founders_2_two_gold_on_one_side_one_food_on_the_other(side: str, gold: int, limit: int) -> None:
    start = position(f"villagers phase=build seats=[(village=[1.founders:{side}]) ()]")
    assert score(start)["first_market"][0]["total"] == gold
    assert limits(start) == limit


@pytest.mark.rule("FOUNDERS-3")
def test_founders_3_without_food_they_are_flipped_at_the_end_of_the_build_phase() -> None:
    after, flipped = after_the_round(ALONE, "(village=[1.founders 2.hunter])")
    assert flipped == [{"seat": 0}]
    assert [villager(after, who, 1)["side"] for who in (0, 1)] == ["food", "gold"]
    assert (limits(after, 0), limits(after, 1)) == (3, 3)


@pytest.mark.rule("FOUNDERS-3")
def test_founders_3_every_player_without_food_flips() -> None:
    _, flipped = after_the_round(ALONE, ALONE, "(village=[1.founders:food])", ALONE)
    assert sorted(one["seat"] for one in flipped) == [0, 1, 3]


@pytest.mark.rule("FOUNDERS-3")
def test_founders_3_covered_food_is_no_food() -> None:
    _, flipped = after_the_round("(village=[1.founders 2.graper 3.vintner@2])", "(village=[1.founders 2.graper])")
    assert flipped == [{"seat": 0}]


@pytest.mark.rule("FOUNDERS-3")
def test_founders_3_food_in_the_hand_does_not_feed_the_village() -> None:
    _, flipped = after_the_round("(hand=[harvester])", "(village=[1.founders 2.harvester])")
    assert flipped == [{"seat": 0}]


@pytest.mark.rule("FOUNDERS-4")
def test_founders_4_with_food_they_stay_and_nobody_may_flip_them() -> None:
    seats = ("(village=[1.founders 2.hunter])", "(village=[1.founders 2.fisher])")
    start = position(f"villagers phase=build to_act=[1] stacks=[[mason] [hunter]] seats=[{' '.join(seats)}]")
    assert legal(start, 1) == [END]
    after, flipped = after_the_round(*seats)
    assert flipped == []
    assert [villager(after, who, 1)["side"] for who in (0, 1)] == ["gold", "gold"]


@pytest.mark.rule("FOUNDERS-5")
def test_founders_5_on_the_food_side_they_stay_there() -> None:
    after, flipped = after_the_round("(village=[1.founders:food 2.hunter 3.harvester])", "(village=[1.founders:food])")
    assert flipped == []
    assert [villager(after, who, 1)["side"] for who in (0, 1)] == ["food", "food"]


@pytest.mark.rule("FOUNDERS-6")
def test_founders_6_no_flip_before_the_last_player_has_built() -> None:
    after, events = play(position("villagers phase=build stacks=[[mason] [hunter]] seats=[() ()]"), (0, END))
    assert facts(events, "founders_flipped") == []
    assert villager(after, 0, 1)["side"] == "gold"
    after, events = play(after, (1, END))
    assert [one["seat"] for one in facts(events, "founders_flipped")] == [0, 1]


@pytest.mark.rule("FOUNDERS-6")
def test_founders_6_the_flip_comes_before_a_market_of_the_same_round() -> None:
    start = position(
        "villagers phase=build to_act=[1] stacks=[[] [] [mason]] seats=[() (village=[1.founders 2.hunter])]"
    )
    after, events = play(start, (1, END))
    kinds = [event.type for event in events]
    assert kinds.index("founders_flipped") < kinds.index("market")
    assert [one["gold"] for one in after["seats"]] == [8, 10]


@pytest.mark.rule("FOUNDERS-6")
def test_founders_6_the_flip_comes_before_the_last_market_too() -> None:
    start = position("villagers phase=build to_act=[1] markets_held=[1] seats=[() (village=[1.founders 2.hunter])]")
    after, _ = play(start, (1, END))
    assert after["phase"] == "over"
    assert [one["gold"] for one in after["seats"]] == [8, 10]
    assert villager(after, 0, 1)["side"] == "food"


@pytest.mark.rule("FOUNDERS-7")
@pytest.mark.parametrize("side", ["gold", "food"])
def test_founders_7_covered_founders_show_nothing(side: str) -> None:
    start = position(f"villagers phase=build seats=[(village=[1.founders:{side} 2.poulterer@1]) ()]")
    assert score(start)["first_market"][0]["total"] == 3
    assert limits(start) == 3


@pytest.mark.rule("FOUNDERS-8")
def test_founders_8_all_players_have_the_same_founders() -> None:
    start = new_game("villagers", 5)
    villages = [one["village"] for one in start["seats"]]
    assert villages == [villages[0]] * 5
    assert len(villages[0]) == 1
    assert (villages[0][0]["card"], villages[0][0]["side"]) == ("founders", "gold")


@pytest.mark.rule("FOUNDERS-9")
@pytest.mark.parametrize("seed", range(4))
def test_founders_9_a_village_with_covered_founders_has_food(seed: int) -> None:
    seen = 0
    for doc in positions_of_a_random_game("villagers", 2 + seed, seed):
        for who, one in enumerate(doc["seats"]):
            number = next(card["id"] for card in one["village"] if card["card"] == "founders")
            if any(card["on"] == number for card in one["village"]):
                seen += 1
                assert limits(doc, who) >= 3
    assert seen


@pytest.mark.rule("FOUNDERS-10")
def test_founders_10_only_the_apprentice_turns_them_back_to_gold() -> None:
    start = position("""villagers phase=build seats=[
        (village=[1.founders:food 2.brewer@1] hand=[apprentice monk tinner smuggler swineherd]) ()]""")
    turned = [move for move in legal(start, 0) if move.get("side") == "gold"]
    assert [(move["type"], move["seat"], move["villager"]) for move in turned] == [("apprentice", 0, 1)]
    for move in legal(start, 0):
        after, _ = play(start, (0, move))
        (founders,) = [one for one in after["seats"][0]["village"] if one["card"] == "founders"]
        assert founders["side"] == (move.get("side") or "food")


@pytest.mark.rule("FOUNDERS-11")
def test_founders_11_they_are_a_villager() -> None:
    assert [
        row["villagers"]
        for row in score(position("villagers phase=build seats=[() (village=[1.founders 2.hunter])]"))["standing"]
    ].count(1) == 1


@pytest.mark.rule("FOUNDERS-11")
def test_founders_11_they_belong_to_the_grains() -> None:
    (card,) = [row for row in VILLAGERS.cards("en") if row["key"] == "founders"]
    assert (card["suit"], card["symbols"], card["copies"]) == ("grains", 1, 5)
