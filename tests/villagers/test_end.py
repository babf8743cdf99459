"""Who wins, and that there is always an end (rules END)."""

import random
from typing import Any

import pytest

from engine.ruleset import Doc
from tests.positions import play, position, positions_of_a_random_game, result, score, village
from tests.villagers.game import END

LAST_ROUND: Doc = {"markets_held": [1]}


def finished(*seats: str, **fields: Any) -> Doc:
    """Return the result of a game whose last build turn ends in this position."""
    last = len(seats) - 1
    after, _ = play(
        position(f"villagers phase=build to_act=[{last}] seats=[{' '.join(seats)}]", **{**LAST_ROUND, **fields}),
        (last, END),
    )
    found = result(after)
    assert found is not None
    return found


def totals(found: Doc) -> list[int]:
    """Return the totals of a result, by seat."""
    return [one["total"] for one in sorted(found["scores"], key=lambda one: int(one["seat"]))]


def fed(gold: int, *more: str, hand: str = "") -> str:
    """Return a seat whose Founders need no flip."""
    return f"(village=[{village(['founders:food', *more])}] gold={gold} hand=[{hand}])"


@pytest.mark.rule("END-1")
@pytest.mark.parametrize(
    ("gold", "winners"), [([61, 58], [0]), ([58, 61], [1]), ([0, 1, 0], [1]), ([5, 6, 7, 8, 9], [4])]
)
def test_end_1_the_player_with_the_most_gold_wins(gold: list[int], winners: list[int]) -> None:
    found = finished(*[fed(one) for one in gold])
    assert totals(found) == gold
    assert found["winners"] == winners


@pytest.mark.rule("END-1")
def test_end_1_the_second_market_counts() -> None:
    assert finished(fed(50), fed(40, "miner", "seeker@2", "spelunker@3", "jeweler@4"))["winners"] == [1]


@pytest.mark.rule("END-1")
def test_end_1_the_lines_of_a_score_add_up_to_its_total() -> None:
    found = finished(fed(7, "hunter", "grocer", "beekeeper", "chandler+4"), fed(8))
    lines = {line["item"]: line["points"] for line in found["scores"][0]["lines"]}
    assert lines == {"supply": 7, "gold": 7, "silver": 6, "coins": 4, "nun": 0}
    assert found["scores"][0]["total"] == 24


@pytest.mark.rule("END-1")
@pytest.mark.parametrize("both", [False, True])
def test_end_1_the_supply_line_holds_what_was_earned_before_the_second_market(both: bool) -> None:
    found = finished(fed(7, "beekeeper"), fed(8), markets_held=[] if both else [1])
    lines = {line["item"]: line["points"] for line in found["scores"][0]["lines"]}
    assert (lines["supply"], lines["gold"]) == (11 if both else 7, 4)


@pytest.mark.rule("END-2")
def test_end_2_a_tie_goes_to_the_fewest_villagers() -> None:
    found = finished(fed(60, "miner", "miner"), fed(60, "miner"))
    assert totals(found) == [60, 60]
    assert found["winners"] == [1]


@pytest.mark.rule("END-2")
@pytest.mark.parametrize(
    "more",
    [
        ("lumberjack", "wood_carver@2"),
        ("monk=lumberjack", "log_rafter@2"),
        ("apprentice=miner", "seeker@2"),
        ("wattler", "wattler"),
    ],
)
def test_end_2_covered_cards_and_stand_ins_are_villagers(more: tuple[str, ...]) -> None:
    silver = 2 if more[1] == "log_rafter@2" else 0
    found = finished(fed(60, *more), fed(60 + silver, "miner"))
    assert totals(found) == [60 + silver] * 2
    assert found["winners"] == [1]


@pytest.mark.rule("END-2")
def test_end_2_fewer_villagers_do_not_help_without_a_tie_and_only_the_tied_are_compared() -> None:
    assert finished(fed(60, "miner"), fed(61, "miner", "miner"))["winners"] == [1]
    assert finished(fed(60, "miner"), fed(60, "miner", "miner"), fed(1))["winners"] == [0]


@pytest.mark.rule("END-3")
def test_end_3_still_tied_they_share_the_victory() -> None:
    assert finished(fed(60, "miner"), fed(60, "hayer"))["winners"] == [0, 1]
    assert finished(fed(60, "hayer"), fed(60, "miner", "hayer"), fed(59), fed(60, "hayer"))["winners"] == [0, 3]


@pytest.mark.rule("END-1", "END-2", "END-3")
def test_end_3_the_standing_tells_the_places() -> None:
    start = position("""villagers phase=build seats=[
        (village=[1.founders:food 2.hayer] gold=60)
        (village=[1.founders:food 2.miner 3.hayer] gold=60) (village=[1.founders:food] gold=59)
        (village=[1.founders:food 2.hayer] gold=60)
        (village=[1.founders:food 2.miner 3.miner 4.miner 5.miner 6.miner] gold=61)]""")
    rows = score(start)["standing"]
    assert {row["seat"]: (row["gold"], row["villagers"], row["place"]) for row in rows} == {
        4: (61, 6, 1),
        0: (60, 2, 2),
        3: (60, 2, 2),
        1: (60, 3, 4),
        2: (59, 1, 5),
    }


@pytest.mark.rule("END-4")
def test_end_4_hand_cards_are_worth_nothing() -> None:
    found = finished(fed(60, hand="jeweler fromager wine_trader beekeeper"), fed(60))
    assert totals(found) == [60, 60]
    assert found["winners"] == [0, 1]


@pytest.mark.rule("END-4")
def test_end_4_cards_that_lie_elsewhere_are_worth_nothing() -> None:
    fields: Doc = {"reserve": ["jeweler"], "discard": ["jeweler"], "road": [{"card": "fromager", "gold": 3}]}
    assert totals(finished(fed(60), fed(61), fed(62), **fields)) == [60, 61, 62]


def stalling(rng: random.Random, moves: list[Doc]) -> int:
    """Trade whatever can be traded, put it on a stack that delays the end, and draft face up only if necessary."""
    wanted = ("return_card", "trade", "draft_road", "pass", "end")
    ranks = [wanted.index(move["type"]) if move["type"] in wanted else len(wanted) for move in moves]
    best = [index for index, rank in enumerate(ranks) if rank == min(ranks)]
    return best[-1] if moves[best[-1]]["type"] == "return_card" else rng.choice(best)


@pytest.mark.rule("END-5")
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_end_5_the_game_ends_even_if_all_players_delay_it(seats: int) -> None:
    last: Doc = {}
    for last in positions_of_a_random_game("villagers", seats, 1, stalling):
        assert last["round"] <= -(-(12 * seats + 30) // (2 * seats))
    assert last["phase"] == "over"
    assert last["markets_held"] == [1, 2]


@pytest.mark.rule("END-5")
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_end_5_a_random_game_ends(seats: int) -> None:
    *_, last = positions_of_a_random_game("villagers", seats, 7)
    found = result(last)
    assert found is not None
    assert found["winners"]
    assert totals(found) == [one["gold"] for one in last["seats"]]
