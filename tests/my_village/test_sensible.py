"""Positions in which any sensible player knows what to do: `greedy`, and a search at first sight."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from engine.ruleset import Doc
from tests.my_village.choosing import at_first_sight, choices
from tests.my_village.game import (
    FORFEIT,
    LATE,
    WARD_OFF,
    bury,
    crafts,
    customers,
    dice,
    headman,
    rolled,
    valued,
    without,
)

Chooser = Callable[..., list[Doc]]

both = pytest.mark.parametrize("chosen", [choices, at_first_sight])


@both
def test_at_the_end_points_are_saved(chosen: Chooser) -> None:
    assert chosen(valued(7, {"headman": "coin", "story": 9}, {}, **LATE)) == [headman("main_house")]


@both
def test_at_the_end_the_better_customer_is_served_with_the_last_goods(chosen: Chooser) -> None:
    seat = {"customers": customers(9, 14), "crafts": crafts(stables_1=2)}
    assert chosen(valued(7, seat, {}, **LATE)) == [{"type": "serve", "customer": "customer_14"}]


@both
def test_the_dice_of_the_best_turn_are_chosen_white_ones_before_black_ones(chosen: Chooser) -> None:
    seat = {
        "villagers": ["merchant"],
        "customers": customers(33),
        "crafts": crafts(wainwright_1=1, stables_1=1, brewery_1=1),
    }
    start = rolled(seat, {}, white=[1, 1, 1, 1, 1, 3, 4], black=[3, 4], **{**LATE, "turns": 2, "first_player": 0})
    assert chosen(start) == [dice("w3", "w4")]


@both
def test_who_is_least_missed_passes_away(chosen: Chooser) -> None:
    marked = {"reaper": True, "council": "population_council", "marks": without("abbot")}
    assert chosen({**valued(7, marked, {}, **LATE), "phase": "death"}) == [bury("abbot")]


@pytest.mark.rule("MVRAT-3", "MVRAT-5")
@pytest.mark.parametrize(("story", "wanted"), [(12, WARD_OFF), (16, WARD_OFF), (2, FORFEIT)])
@both
def test_the_rats_are_kept_away_when_much_is_at_stake(chosen: Chooser, story: int, wanted: Doc) -> None:
    start = valued(7, {}, {"church": "sanatory_church", "story": story}, rat={"space": 16}, to_act=[1])
    assert chosen({**start, "phase": "rats"}, who=1) == [wanted]
