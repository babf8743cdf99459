"""Positions where any sensible player knows what to do: `greedy`, and a search at first sight."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from engine.ruleset import Doc
from tests.my_village.choosing import at_first_sight, choices
from tests.my_village.game import (
    FORFEIT,
    WARD_OFF,
    bury,
    dice,
    headman,
)
from tests.positions import position

Chooser = Callable[..., list[Doc]]

both = pytest.mark.parametrize("chosen", [choices, at_first_sight])


@both
def test_at_the_end_points_are_saved(chosen: Chooser) -> None:
    start = position("""my_village phase=banners turns=3 first_player=1 turn=(value=7) pool=(white=[1 1 2 3 4 5 6 6])
        graves=9 seats=[(headman=coin story=9) ()]""")
    assert chosen(start) == [headman("main_house")]


@both
def test_at_the_end_the_better_customer_is_served_with_the_last_goods(chosen: Chooser) -> None:
    start = position("""my_village phase=banners turns=3 first_player=1 turn=(value=7) pool=(white=[1 1 2 3 4 5 6 6])
        graves=9 seats=[(customers=[customer_9 customer_14] crafts=[stables_1+2]) ()]""")
    assert chosen(start) == [{"type": "serve", "customer": "customer_14"}]


@both
def test_the_dice_of_the_best_turn_are_chosen_white_ones_before_black_ones(chosen: Chooser) -> None:
    start = position("""my_village phase=dice turns=2 first_player=0 pool=(white=[1 1 1 1 1 3 4] black=[3 4]) graves=9
        seats=[
        (villagers=[merchant] customers=[customer_33] crafts=[wainwright_1+1 stables_1+1 brewery_1+1]) ()]""")
    assert chosen(start) == [dice("w3", "w4")]


@both
def test_who_is_least_missed_passes_away(chosen: Chooser) -> None:
    start = position("""my_village phase=banners turns=3 first_player=1 turn=(value=7) pool=(white=[1 1 2 3 4 5 6 6])
        graves=9 seats=[(reaper=yes council=population_council marks=[councilman traveller craftsman merchant]) ()]""")
    assert chosen({**start, "phase": "death"}) == [bury("abbot")]


@pytest.mark.rule("MVRAT-3", "MVRAT-5")
@pytest.mark.parametrize(("story", "wanted"), [(12, WARD_OFF), (16, WARD_OFF), (2, FORFEIT)])
@both
def test_the_rats_are_kept_away_when_much_is_at_stake(chosen: Chooser, story: int, wanted: Doc) -> None:
    start = position(f"""my_village phase=banners to_act=[1] turn=(value=7) pool=(white=[1 1 2 3 4 5 6 6])
        rat=(space=16) seats=[() (church=sanatory_church story={story})]""")
    assert chosen({**start, "phase": "rats"}, who=1) == [wanted]
