"""The topics of My Village, in points (see `Valuing.topics`)."""

from __future__ import annotations

from typing import Final

from engine.my_village import scoring
from engine.my_village.heuristics.clock import Clock
from engine.my_village.heuristics.features import NAMES, describe
from engine.my_village.heuristics.value import estimate_outcome
from engine.my_village.heuristics.weights import WEIGHTS
from engine.my_village.state import State

UNNAMED: Final = ""
"""The topic of amounts without a meaning for people."""

RIVALS: Final = "rivals"

_TOPICS: Final = {
    **dict.fromkeys(("hand", "hand_story"), "hand"),
    **dict.fromkeys(("coins_2", "coins_5"), "coins"),
    **dict.fromkeys(("story_4", "story_on_house", "story_on_coin", "story_on_story", "story_in_danger"), "story"),
    **dict.fromkeys(("at_coin", "at_story"), "headman"),
    **dict.fromkeys(("abbot", "councilman", "traveller", "craftsman", "merchant"), "villagers"),
    **dict.fromkeys(("left", "right", "pupils_wanted"), "school"),
    **dict.fromkeys(("time", "reaper", "one_left"), "time"),
    **dict.fromkeys(("crafts", "crafts_2", "full", "busy_crafts", "shared"), "crafts"),
    **dict.fromkeys(("goods", "goods_4", "spare_goods", "wild"), "goods"),
    "fields": "fields",
    **dict.fromkeys(("ready", "served_at_once", "near", "far", "guests_and_merchant"), "customers"),
    **dict.fromkeys(("sanatory", "cloister", "trading", "travel_church", "windows"), "church"),
    **dict.fromkeys(("window_3", "window_4", "window_5", "next_window", "next_windows_and_abbot"), "church"),
    **dict.fromkeys(("council", "council_and_councilman", "monetary", "area_marks", "area_growth"), "council"),
    **dict.fromkeys(("population_living", "population_absent", "population_free"), "council"),
    **dict.fromkeys(("tokens", "meeting_and_councilman"), "meeting_place"),
    **dict.fromkeys(("travelled", "way_and_traveller", "gray_coins", "gray_beer", "gray_time"), "travels"),
}
_OF_FEATURE: Final[list[str]] = [_TOPICS.get(name, UNNAMED) for name in NAMES]
_OF_LINE: Final = {
    **dict.fromkeys(("church", "church_windows"), "church"),
    "meeting_place": "meeting_place",
    **dict.fromkeys(("council_chamber", "council_markers"), "council"),
    "fields": "fields",
    "travels": "travels",
    "served_customers": "customers",
    "saved_story": "story",
    "day_laborers": "laborers",
    "starting_hand": "hand",
}
TOPICS: Final = {*_TOPICS.values(), *_OF_LINE.values(), "turn", RIVALS}
"""All topics that have names."""


def topics_of(state: State, who: int) -> dict[str, float]:
    """See `Valuing.topics`."""
    totals, seat = estimate_outcome(state).totals, state.seats[who]
    found: dict[str, float] = {}
    for item, line in scoring.LINES.items():
        _add(found, _OF_LINE[item], line(state, who, seat))
    if scoring.final_result(state) is None:
        weights = WEIGHTS.at(Clock(state, WEIGHTS, running=True).left(who))
        for at, number in enumerate(describe(state, who)):
            _add(found, _OF_FEATURE[at], number * weights[at])
    # The seat to act also has the best continuation of its turn.
    found["turn"] = totals[who] - sum(found.values())
    found[RIVALS] = -max([total for at, total in enumerate(totals) if at != who])
    return found


def _add(found: dict[str, float], topic: str, amount: float) -> None:
    found[topic] = found.get(topic, 0.0) + amount
