"""The fields of a seat: shape, default, reading and writing. Positions and views have the same fields."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from engine.my_village.catalogue.cards import AREA, CODES, GOOD, KEYS, POPULATION, VILLAGERS
from engine.my_village.documents.shapes import names
from engine.my_village.documents.shapes.names import Count, Few, Points
from engine.my_village.moves import banner_doc, read_banner
from engine.my_village.state import EMPTY, HEADMAN_PLACES, LEFT, PLOWED, REAPED, RIGHT, UNSEEN, Seat
from engine.my_village.village import SPACES
from engine.ruleset import Doc
from engine.shapes import Between, Size
from engine.state_fields import StateField, StateFields


def keys_of(cards: Sequence[int]) -> list[str]:
    return [KEYS[card] for card in cards]


def cards_by_key(keys: Sequence[str | None]) -> list[int]:
    """Return cards by their keys. None becomes a card that is unknown to every viewer."""
    return [CODES[key] if key else UNSEEN for key in keys]


def _card(name: str, shape: Any) -> StateField:
    """Return the field for an optional card of a village."""
    return StateField(
        name,
        shape | None,
        write=lambda card: None if card == EMPTY else KEYS[card],
        read=lambda key: CODES[key] if key else EMPTY,
    )


def _cards(name: str, shape: Any, size: Size, *marks: Any, in_order: bool = True) -> StateField:
    read = cards_by_key if in_order else lambda keys: sorted(cards_by_key(keys))
    return StateField(name, list[shape], [], size, *marks, write=keys_of, read=read)


def _crafts(seat: Seat) -> list[Doc]:
    pairs = zip(seat.crafts, seat.goods, strict=True)
    return [{"card": KEYS[card], "goods": goods} for card, goods in pairs if card != EMPTY]


def _put_crafts(seat: Seat, crafts: Sequence[Doc]) -> None:
    for building in crafts:
        card = CODES[building["card"]]
        seat.crafts[GOOD[card]] = card
        seat.goods[GOOD[card]] = building["goods"]


def _marks(seat: Seat) -> list[str]:
    """Return the names of the covered spaces of the area or population council."""
    first = {AREA: 0, POPULATION: 5}.get(seat.council, 10)
    return [SPACES[space] for space in range(first, min(first + 5, 10)) if seat.marks >> space % 5 & 1]


def _put_marks(seat: Seat, names: Sequence[str]) -> None:
    seat.marks = sum(1 << SPACES.index(name) % 5 for name in names)


SEAT: Final = StateFields(
    StateField(
        "board",
        int,
        None,
        Between(1, 4),
        "The village board; left out: the lowest free one.",
        write=lambda board: board + 1,
        read=lambda number: number - 1,
    ),
    StateField("coins", Count, 0, "In a given position at most 900; left out: 0."),
    StateField("story", Points, 0, "Story points on the tree."),
    StateField("saved", Points, 0, "Story points on the main house."),
    StateField(
        "villagers",
        list[names.Villager],
        list(VILLAGERS),
        Size(0, 5),
        "Those present; left out: all five.",
        write=lambda mask: [name for bit, name in enumerate(VILLAGERS) if mask >> bit & 1],
        read=lambda names: sum(1 << VILLAGERS.index(name) for name in names),
    ),
    StateField(
        "school",
        names.MyVillageSchool,
        {"left": False, "right": False},
        write=lambda school: {"left": bool(school & LEFT), "right": bool(school & RIGHT)},
        read=lambda doc: (LEFT if doc["left"] else 0) | (RIGHT if doc["right"] else 0),
    ),
    StateField(
        "headman", names.HeadmanPlace, "main_house", write=HEADMAN_PLACES.__getitem__, read=HEADMAN_PLACES.index
    ),
    StateField("time", int, 0, Between(0, 98), "The cloud of the time marker, from 0."),
    StateField("reaper", bool, False, "The marker has passed the bridge in the running turn."),
    StateField("laborers", Count, 0, "Day laborer tiles."),
    StateField("crafts", list[names.MyVillageBuilding], [], Size(0, 5), get=_crafts, put=_put_crafts),
    StateField(
        "fields",
        list[names.MyVillageField],
        [],
        Size(0, 8),
        write=lambda fields: [{"plow": bool(one & PLOWED), "used": bool(one & REAPED)} for one in fields],
        read=lambda docs: [(PLOWED if doc["plow"] else 0) | (REAPED if doc["used"] else 0) for doc in docs],
        entry={"plow": False, "used": False},
    ),
    _card("church", names.Church),
    StateField("wards", Few, 0, "Markers on the sanatory church."),
    _cards("monks", names.Monk, Size(0, 6)),
    _card("council", names.Council),
    StateField(
        "marks",
        list[names.MarkerSpace],
        [],
        Size(0, 5),
        "Covered spaces of the area or population council.",
        get=_marks,
        put=_put_marks,
    ),
    StateField("wild", Few, 0, "Wild goods on the guild council."),
    StateField("meeting_place", bool, False, attr="meeting"),
    StateField("tokens", Few, 0, "Markers on the meeting place."),
    StateField(
        "tile",
        names.MyVillageBanner | None,
        None,
        "What the 2/12 tile lies beside.",
        write=banner_doc,
        read=read_banner,
    ),
    _cards("travels", names.Travel, Size(0, 5), "In the order of their letters."),
    _cards("customers", names.Customer, names.ALL_CUSTOMERS, "Waiting to be served.", in_order=False),
    _cards("served", names.Customer, names.ALL_CUSTOMERS, "In the order they were served."),
)
