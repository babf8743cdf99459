"""Flat tables of the numbers on My Village's components. Owners of the game can replace numbers with a catalogue file.

The rulebook does not print all numbers, so some of these are reconstructed. Each fact names its source. A set of banner
values is a bit mask.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from engine.errors import FaultyDocument
from engine.my_village.catalogue.cards import (
    COMPONENTS,
    GOODS,
    KEYS,
    NOTES,
    OPEN_CARDS,
    ROWS,
    THE_MEETING_PLACE,
    VILLAGERS,
)
from engine.my_village.catalogue.faults import file_faults, number_faults
from engine.my_village.catalogue.shapes import MyVillageCatalogueFile
from engine.ruleset import Doc
from engine.shapes import prune

RESOURCES: Final = ("coin", *GOODS, "any", "time")
"""The fields of a `Cost`, in order."""

STEWARD: Final = "steward"
SCHOOL: Final = "school"

Cost = tuple[int, ...]
"""A cost: amounts in the order of `RESOURCES`. `any` is an amount of goods of any type."""

FREE: Final[Cost] = (0, 0, 0, 0, 0, 0, 0, 0)
ANY_VALUE: Final = sum(1 << value for value in range(2, 13))


def values_mask(values: list[int]) -> int:
    return sum(1 << value for value in set(values))


def cost_of(doc: Mapping[str, int]) -> Cost:
    return tuple([doc.get(name, 0) for name in RESOURCES])


def add_costs(one: Cost, other: Cost) -> Cost:
    return tuple([amount + more for amount, more in zip(one, other, strict=True)])


class Catalogue:
    """The numbers of one edition, immutable. Lists are indexed by card.

    - `values`: the mask of a card's banner values.
    - `time`, `white_time`: the hourglasses of the black and the white banner; -1 if there is no such banner.
    - `costs`: the alternative costs.
    - `black[value]`: the mask of the cards with this banner value in the open columns.
    - `rat_start`, `white_dice`, `black_dice`, `deaths`: one entry each for 2, 3 and 4 seats.
    """

    __slots__ = (
        *("name", "rows", "components", "notes"),
        *("values", "time", "white_time", "costs", "prestige", "spaces", "windows", "effect", "count", "mark_points"),
        *("gray", "ends", "black", "meeting_spaces"),
        *("play_values", "play_story", "school_values", "place_time", "right_story"),
        *("headman_time", "headman_coins", "headman_story", "clouds", "window_points", "invasion", "rat_start"),
        *("chronicle", "steward_values", "steward_time", "steward_coins", "hand_values", "hand_story"),
        *("hand_prestige", "tile_values", "penalty", "white_dice", "black_dice", "black_time", "start_coins"),
        *("customers", "deaths"),
    )

    def __init__(self, name: str, rows: list[Doc], components: list[Doc], notes: list[Doc]) -> None:
        self.name: str = name
        self.rows: list[Doc] = rows
        self.components: list[Doc] = components
        self.notes: list[Doc] = notes
        self._read_cards(rows)
        self._read_components({component["key"]: component["numbers"] for component in components})

    def _read_cards(self, rows: list[Doc]) -> None:
        self.values: list[int] = [ANY_VALUE if row["any_value"] else values_mask(row["banner"]) for row in rows]
        self.time: list[int] = [row["time"] for row in rows]
        self.white_time: list[int] = [-1 if row["white_time"] is None else row["white_time"] for row in rows]
        self.costs: list[tuple[Cost, ...]] = [tuple(map(cost_of, row["costs"])) or (FREE,) for row in rows]
        self.prestige: list[int] = [row["prestige"] for row in rows]
        self.spaces: list[int] = [row["spaces"] for row in rows]
        self.windows: list[int] = [row["windows"] for row in rows]
        self.effect: list[str | None] = [row["effect"] for row in rows]
        self.count: list[int] = [row["count"] for row in rows]
        self.mark_points: list[int] = [row["mark_points"] for row in rows]
        self.gray: list[Cost] = [cost_of(row["gray"]) for row in rows]
        self.ends: list[bool] = [row["ends"] for row in rows]
        self.meeting_spaces: int = self.spaces[THE_MEETING_PLACE]
        self.black: list[int] = [
            sum(1 << card for card in range(len(rows)) if OPEN_CARDS >> card & 1 and self.values[card] >> value & 1)
            for value in range(13)
        ]

    def _read_components(self, numbers: Mapping[str, Mapping[str, list[int]]]) -> None:
        boards = [numbers[f"village_board_{number}"] for number in range(1, 5)]
        self.play_values: list[int] = [values_mask(board["banner"]) for board in boards]
        self.play_story: list[int] = [board["story"][0] for board in boards]
        self.school_values: int = values_mask(numbers["school"]["banner"])
        self.place_time: int = numbers["school"]["place_time"][0]
        self.right_story: int = numbers["school"]["right_story"][0]
        self.headman_time: int = numbers["headman"]["time"][0]
        self.headman_coins: int = numbers["headman"]["coins"][0]
        self.headman_story: int = numbers["headman"]["story"][0]
        self.clouds: int = numbers["life_track"]["clouds"][0]
        self.window_points: list[int] = numbers["church_windows"]["prestige"]
        self.invasion: int = numbers["rat_track"]["invasion"][0]
        self.rat_start: list[int] = numbers["rat_track"]["start"]
        self.chronicle: list[list[int]] = [numbers[f"chronicle_{villager}"]["story"] for villager in VILLAGERS]
        self.steward_values: int = values_mask(numbers["stewards_office"]["banner"])
        self.steward_time: list[int] = numbers["stewards_office"]["time"]
        self.steward_coins: list[int] = numbers["stewards_office"]["coins"]
        self.hand_values: int = values_mask(numbers["starting_hand"]["banner"])
        self.hand_story: int = numbers["starting_hand"]["story"][0]
        self.hand_prestige: int = numbers["starting_hand"]["prestige"][0]
        self.tile_values: int = values_mask(numbers["value_tile"]["banner"])
        self.penalty: int = numbers["day_laborer"]["penalty"][0]
        self.white_dice: list[int] = numbers["dice"]["white"]
        self.black_dice: list[int] = numbers["dice"]["black"]
        self.black_time: int = numbers["dice"]["black_time"][0]
        self.start_coins: list[int] = numbers["start"]["coins"]
        self.customers: int = numbers["start"]["customers"][0]
        self.deaths: list[int] = numbers["end"]["deaths"]


STANDARD: Final = Catalogue("standard", ROWS, COMPONENTS, NOTES)
"""The default catalogue, partly reconstructed; each fact names its source."""

OWNED: Final[Doc] = {"source": "rulebook", "note": "as the owner of a copy read it from the component"}


def read(name: str, doc: object) -> Catalogue:
    """Read a catalogue file from an owner of the game. Facts that the file omits come from `STANDARD`.

    The document is a `MyVillageCatalogueFile` (see `shapes.catalogues`). Raises `FaultyDocument` with every fault of
    form or, if the form is correct, with every fault of the numbers.
    """
    known = {component["key"]: component["numbers"] for component in COMPONENTS}
    FaultyDocument.raise_for(file_faults(doc, KEYS, known))
    sound: Any = prune(doc, MyVillageCatalogueFile)
    source = len(NOTES)
    changes = {card["key"]: {fact: value for fact, value in card.items() if fact != "key"} for card in sound["cards"]}
    rows = [_changed(row, changes.get(row["key"], {}), source) for row in ROWS]
    numbers = {part["key"]: {one["name"]: one["values"] for one in part["numbers"]} for part in sound["components"]}
    components = [_renumbered(part, numbers.get(part["key"], {}), source) for part in COMPONENTS]
    FaultyDocument.raise_for(number_faults(rows, components, ROWS))
    return Catalogue(name, rows, components, [*NOTES, OWNED])


def _changed(row: Doc, facts: Mapping[str, Any], source: int) -> Doc:
    return {**row, **facts, "provenance": {**row["provenance"], **dict.fromkeys(facts, source)}}


def _renumbered(component: Doc, numbers: Mapping[str, Any], source: int) -> Doc:
    provenance = {**component["provenance"], **dict.fromkeys(numbers, source)}
    return {**component, "numbers": {**component["numbers"], **numbers}, "provenance": provenance}
