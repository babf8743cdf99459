"""Options of a new game: expansions and the game against the Countess; what does not go together is refused."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import pytest

from engine.errors import InvalidOptions
from engine.ruleset import Doc
from tests.positions import new_game
from tests.villagers.game import VILLAGERS

EXPANSIONS = ["saints", "scoundrels", "profiteers", "developments"]
SIX = ["wattler", "seeker", "wheeler", "graper", "swineherd", "agent"]


def read(seats: int, **options: Any) -> Doc:
    """Return the options of a new game, complete."""
    return VILLAGERS.read_options(options, seats)


def refused(seats: int, **options: Any) -> dict[str, str]:
    """Return why these options are refused: messages by their paths."""
    with pytest.raises(InvalidOptions) as refusal:
        VILLAGERS.read_options(options, seats)
    found = [(fault.path, fault.message) for fault in refusal.value.faults]
    assert all(" " in message for _, message in found), found
    assert len(dict(found)) == len(found), "a path told twice"
    return dict(found)


@pytest.mark.rule("SOLO-38", "SETUP-7")
@pytest.mark.parametrize("seats", [1, 2, 3, 4, 5])
def test_options_defaults(seats: int) -> None:
    found = read(seats)
    assert found["expansions"] == []
    assert found["solo"] == ("normal" if seats == 1 else None)
    assert found["first_player"] == "random"
    assert len(found["starting_road"]) == 6
    assert VILLAGERS.read_options(found, seats) == found, "complete options read back as themselves"


@pytest.mark.rule("PROFITEERS-2", "DEVELOPMENTS-1")
@pytest.mark.parametrize("seats", [1, 2, 3, 4, 5])
def test_options_any_combination_of_expansions_at_every_number_of_seats(seats: int) -> None:
    for number in range(5):
        for names in combinations(EXPANSIONS, number):
            game = new_game("villagers", seats, expansions=list(names))
            assert game["options"]["expansions"] == list(names)
            assert len(game["developments"]) == (3 if "developments" in names else 0)


def test_options_the_order_of_expansions_does_not_matter() -> None:
    turned = EXPANSIONS[::-1]
    assert read(3, expansions=turned)["expansions"] == EXPANSIONS
    assert new_game("villagers", 3, expansions=turned) == new_game("villagers", 3, expansions=EXPANSIONS)


@pytest.mark.rule("SCOUNDRELS-5", "SAINTS-2")
def test_options_five_may_play_with_all_saints_and_scoundrels() -> None:
    game = new_game("villagers", 5, expansions=["saints", "scoundrels"])
    assert [len(one["hand"]) for one in game["seats"]] == [7] * 5


@pytest.mark.rule("SOLO-1", "SOLO-36", "SOLO-37")
@pytest.mark.parametrize("level", ["beginner", "normal", "hard"])
def test_options_the_countess_plays_against_one_seat_only(level: str) -> None:
    assert read(1, solo=level)["solo"] == level
    assert new_game("villagers", 1, solo=level)["options"]["solo"] == level
    for seats in (2, 3, 4, 5):
        assert set(refused(seats, solo=level)) == {"solo"}


@pytest.mark.rule("SOLO-1")
def test_options_null_is_the_usual_level_for_one_seat_and_none_for_more() -> None:
    assert read(1, solo=None)["solo"] == "normal"
    assert read(2, solo=None)["solo"] is None
    assert new_game("villagers", 2, solo=None)["countess"] is None


@pytest.mark.parametrize(
    ("options", "path"),
    [
        ({"expansions": ["gardeners"]}, "expansions.0"),
        ({"expansions": ["saints", "saint"]}, "expansions.1"),
        ({"expansions": "saints"}, "expansions"),
        ({"expansions": None}, "expansions"),
        ({"expansions": {"saints": True}}, "expansions"),
        ({"expansions": ["saints", "saints"]}, "expansions"),
        ({"expansions": [*EXPANSIONS, "saints"]}, "expansions"),
        ({"solo": "easy"}, "solo"),
        ({"solo": True}, "solo"),
        ({"solo": 1}, "solo"),
        ({"first_player": "1"}, "first_player"),
        ({"first_player": "5"}, "first_player"),
        ({"first_player": None}, "first_player"),
        ({"starting_road": SIX[:5]}, "starting_road"),
        ({"starting_road": [*SIX, "hunter"]}, "starting_road"),
        ({"starting_road": [*SIX[:5], "seeker"]}, "starting_road"),
        ({"starting_road": [*SIX[:5], "monk"]}, "starting_road.5"),
        ({"starting_road": ["nun", *SIX[:5]]}, "starting_road.0"),
        ({"starting_road": ["captain", *SIX[:5]], "expansions": ["profiteers"]}, "starting_road.0"),
        ({"starting_road": ["countess", *SIX[:5]]}, "starting_road.0"),
        ({"starting_road": ["tanner", *SIX[:5]]}, "starting_road.0"),
        ({"starting_road": ["rats", *SIX[:5]]}, "starting_road.0"),
        ({"level": "hard"}, "level"),
    ],
)
def test_options_what_there_is_not_is_refused_with_its_path(options: Doc, path: str) -> None:
    """For one seat; but for the level and the first player, with two the same."""
    assert set(refused(1, **options)) == {path}
    if path not in ("solo", "first_player"):
        assert set(refused(2, **options)) == {path}


@pytest.mark.rule("SETUP-3")
def test_options_a_named_road_lies_there_against_the_countess_too() -> None:
    game = new_game("villagers", 1, starting_road=SIX, expansions=EXPANSIONS)
    assert sorted(one["card"] for one in game["road"]) == sorted(SIX)
    cards = [card for pile in (*game["stacks"], game["reserve"], game["seats"][0]["hand"]) for card in pile]
    assert all(cards.count(card) == 1 for card in SIX)


def test_options_everything_that_does_not_go_together_is_told_at_once() -> None:
    found = refused(
        3,
        expansions=["saints", "developments", "saints"],
        solo="hard",
        first_player="4",
        starting_road=["wattler", "wattler", "monk", "graper", "shepherd", "agent"],
    )
    assert set(found) == {
        *("expansions", "solo", "first_player"),
        *("starting_road", "starting_road.2", "starting_road.4"),
    }


def test_options_faults_of_form_do_not_hide_the_others() -> None:
    assert set(refused(2, magic=1, expansions=["gardeners"], solo="hard", first_player="3")) == {
        *("magic", "expansions.0", "solo", "first_player"),
    }


@pytest.mark.rule("SETUP-7", "SOLO-3")
def test_options_alone_the_only_seat_is_first() -> None:
    assert read(1, first_player="0")["first_player"] == "0"
    assert {new_game("villagers", 1, seed=bytes([number]))["first_player"] for number in range(5)} == {0}


def test_options_are_described_with_their_values() -> None:
    described = {option.name: option for option in VILLAGERS.options}
    assert set(described) == {"expansions", "solo", "first_player", "starting_road"}
    assert list(described["expansions"].values or ()) == EXPANSIONS
    assert set(described["solo"].values or ()) == {None, "beginner", "normal", "hard"}
    assert described["expansions"].default == []
    assert described["solo"].default is None
