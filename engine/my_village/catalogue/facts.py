"""The catalogue as clients read it: names, facts, and the source of each fact."""

from __future__ import annotations

from typing import Any, Final

from engine.my_village.catalogue import Catalogue
from engine.my_village.catalogue.cards import VILLAGERS
from engine.ruleset import Doc

_FACTS: Final = (
    *("kind", "copies", "banner", "any_value", "time", "white_time", "costs", "prestige", "spaces", "windows"),
    *("good", "letter", "symbol", "effect", "count", "mark_points", "gray", "ends"),
)
_NO_CARD: Final[dict[str, Any]] = {
    **dict.fromkeys(("time", "prestige", "spaces", "windows", "count", "mark_points"), 0),
    **dict.fromkeys(("white_time", "good", "letter", "symbol", "effect")),
    "kind": "component",
    "copies": 1,
    "banner": [],
    "any_value": False,
    "costs": [],
    "gray": {},
    "ends": False,
}

_OF_KIND: Final[dict[str, tuple[str, ...]]] = {
    "church": ("MVCARD-3",),
    "council": ("MVCARD-4",),
    "meeting_place": ("MVMEETING-1", "MVMEETING-2", "MVMEETING-3", "MVDICE-6"),
    "field": ("MVFIELD-1", "MVFIELD-2", "MVFIELD-3"),
    "craft": ("MVCARD-5", "MVCARD-9", "MVWHITE-7"),
    "monk": ("MVMONK-1", "MVMONK-2"),
    "travel": ("MVTRAVEL-2", "MVTRAVEL-3", "MVTRAVEL-4", "MVTRAVEL-7"),
    "customer": ("MVCUSTOMER-1", "MVCUSTOMER-2"),
}
_OF_MONK: Final[dict[str, str]] = {
    "story": "MVMONK-4",
    "headman": "MVMONK-5",
    "school": "MVMONK-6",
    "steward": "MVMONK-7",
}
_OF_BOARD: Final = ("MVSETUP-6", "MVWHITE-6")
_OF_CHRONICLE: Final = ("MVDEATH-3", "MVDEATH-4")
_OF_ONE: Final[dict[str, tuple[str, ...]]] = {
    "sanatory_church": ("MVRAT-5", "MVRAT-6"),
    "cloister_church": ("MVMONK-2",),
    "trading_church": ("MVSTEWARD-7", "MVSTEWARD-8", "MVSTEWARD-9"),
    "travel_church": ("MVTRAVEL-8",),
    "monetary_council": ("MVCOUNCIL-1",),
    "area_council": ("MVCOUNCIL-2", "MVCOUNCIL-4", "MVCOUNCIL-5"),
    "population_council": ("MVCOUNCIL-2", "MVCOUNCIL-6"),
    "guild_council": ("MVCOUNCIL-2", "MVCOUNCIL-3"),
    **{f"village_board_{number}": _OF_BOARD for number in range(1, 5)},
    **{f"chronicle_{villager}": _OF_CHRONICLE for villager in VILLAGERS},
    "school": ("MVSCHOOL-1", "MVSCHOOL-2", "MVSCHOOL-3", "MVSCHOOL-4", "MVSCHOOL-5"),
    "headman": ("MVHEADMAN-1", "MVHEADMAN-2", "MVHEADMAN-3", "MVHEADMAN-4", "MVHEADMAN-5", "MVHEADMAN-6"),
    "life_track": ("MVTIME-1", "MVTIME-2", "MVTIME-4", "MVDEATH-1"),
    "church_windows": ("MVSCORE-1",),
    "rat_track": ("MVRAT-1", "MVRAT-2", "MVRAT-3", "MVRAT-4"),
    "graves": ("MVDEATH-3", "MVDEATH-4", "MVEND-1"),
    "stewards_office": ("MVSTEWARD-1", "MVSTEWARD-2", "MVSTEWARD-4", "MVSTEWARD-5"),
    "starting_hand": ("MVHAND-1", "MVHAND-2", "MVHAND-3", "MVHAND-4", "MVHAND-5", "MVSCORE-8"),
    "value_tile": ("MVMEETING-4", "MVMEETING-5", "MVMEETING-6"),
    "day_laborer": ("MVDEATH-5", "MVSCORE-7"),
    "dice": ("MVDICE-1", "MVDICE-2", "MVDICE-3", "MVDICE-5", "MVDICE-6"),
}
"""The rules about single components. For a card, the rules about its kind are added. The components for the start and
the end of the game have no rules here.
"""


def card_facts(cat: Catalogue, lang: str) -> list[Doc]:
    """Return the facts of the cards, then of the other components with numbers, with names in `lang`."""
    rows = [_row(cat, row, {**{fact: row[fact] for fact in _FACTS}, "numbers": []}, lang) for row in cat.rows]
    return rows + [_row(cat, part, {**_NO_CARD, "numbers": _numbers(part)}, lang) for part in cat.components]


def _numbers(part: Doc) -> list[Doc]:
    return [{"name": name, "values": values} for name, values in part["numbers"].items()]


def _row(cat: Catalogue, row: Doc, facts: Doc, lang: str) -> Doc:
    provenance = [{"fact": fact, **cat.notes[note]} for fact, note in row["provenance"].items()]
    known = {"key": row["key"], "name": row["name"][lang], "rules": _rules(row["key"], facts)}
    return {**known, **facts, "provenance": provenance}


def _rules(key: str, facts: Doc) -> list[str]:
    rules = [*_OF_KIND.get(facts["kind"], ()), *_OF_ONE.get(key, ())]
    if facts["kind"] == "monk":
        rules.append(_OF_MONK[facts["effect"]])
    return list(dict.fromkeys(rules))
