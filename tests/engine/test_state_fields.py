"""Copies of states are written by hand for speed. They must have everything that a state has."""

from __future__ import annotations

from typing import Any

import pytest

from engine.my_village.catalogue import STANDARD
from engine.my_village.documents.seat_fields import SEAT
from engine.my_village.documents.table_fields import TABLE
from engine.my_village.state import Seat, State
from engine.state_fields import StateFields
from engine.villagers import state
from engine.villagers.documents import seat_fields as villagers
from engine.villagers.documents import table_fields as tables
from engine.villagers.heuristics.trials import Trials
from tests.engine.tables import PLAIN, TABLES, Table, every_table, walk

OF_TWO = {"crafts": {"crafts", "goods"}, "marks": {"marks"}}
"""Fields of My Village's seats that are not one attribute each."""


def attributes(thing: Any) -> dict[str, Any]:
    values = {name: getattr(thing, name) for name in dir(thing) if not name.startswith("_")}
    return {name: value for name, value in values.items() if not callable(value)}


def assert_apart(one: Any, other: Any, path: str) -> None:
    """Assert that both are equal in everything, and share no list or object that may change."""
    assert type(one) is type(other), path
    if isinstance(one, list):
        assert one is not other or path.endswith((".developments", ".holders")), f"{path} is shared"
        assert len(one) == len(other), path
        for at, (left, right) in enumerate(zip(one, other, strict=True)):
            assert_apart(left, right, f"{path}.{at}")
    elif type(one).__name__ in ("State", "Seat", "Solo"):
        assert one is not other, f"{path} is shared"
        for name, value in attributes(one).items():
            assert_apart(value, getattr(other, name), f"{path}.{name}")
    else:
        assert one == other, path


@every_table(PLAIN)
def test_a_clone_has_everything_and_shares_nothing_that_changes(table: Table) -> None:
    for at, (one, _, _) in enumerate(walk(table, seed=12)):
        if at % 8 == 0:
            assert_apart(one, table.ruleset.clone(one), "state")


@every_table([table for table in TABLES if table.ruleset.key == "villagers"])
def test_a_copy_in_which_moves_are_tried_is_a_clone_again(table: Table) -> None:
    kept = 0
    for at, (one, seat, moves) in enumerate(walk(table, seed=12)):
        if at % 8 == 0 and seat == one.turn and (one.phase != state.DRAFT or one.asked):
            trials = Trials(one, seat)
            for move in moves[::5] + moves[-1:]:
                trials.lead_after(move)
                if trials.copy is not None:
                    assert_apart(one, trials.copy, f"after {move}: state")
                    kept += 1
    assert kept or table.seats == 1


def changed(value: Any) -> Any:
    if isinstance(value, list):
        return [*value, 1]
    return (1, 2, 3, 4, 5) if value is None else not value if isinstance(value, bool) else value + 1


@pytest.mark.parametrize("name", attributes(state.Seat()))
def test_the_key_of_a_seat_of_villagers_tells_everything(name: str) -> None:
    one, other = state.Seat(), state.Seat()
    assert one.key() == other.key()
    setattr(other, name, changed(getattr(other, name)))
    assert one.key() != other.key()


def test_every_attribute_of_a_seat_of_my_village_has_its_field() -> None:
    told = [OF_TWO.get(field.name, {field.attr}) for field in SEAT.fields]
    assert set().union(*told) == set(attributes(Seat(0)))


def test_every_attribute_of_a_state_of_my_village_has_its_field() -> None:
    elsewhere = {"ruleset": set(), "format": set(), "options": {"cat"}, "pool": {"pool"}, "seats": {"seats"}}
    told: set[str] = set()
    for field in TABLE.fields:
        parts = field.parts.fields if field.parts and field.name not in elsewhere else [field]
        told |= set().union(*(elsewhere.get(part.name, {part.attr}) for part in parts))
    new = State(STANDARD, b"", [0, 1])
    # The active seat follows from the first one and the finished turns.
    assert told == set(attributes(new)) - {"active"}


@pytest.mark.parametrize("field", SEAT.fields, ids=[field.name for field in SEAT.fields])
def test_what_a_seat_leaves_out_is_what_a_new_one_has(field: Any) -> None:
    if field.name == "board":
        return
    new = Seat(0)
    assert field.complete_field({}, {}) == SEAT.write_fields(new)[field.name]


IN_VILLAGES = {"card", "role", "on", "coins"}
FOLLOWS = {"kids", "open", "food", "builders", "bonus_food", "bonus_builders"}
"""Attributes of a seat of Villagers that follow from its village and the developments."""
OF_VILLAGERS = {
    "village": IN_VILLAGES,
    "robbed": {"hired"},
    "begun": {"begun"},
    "summer": {"decks"},
    "winter": {"decks"},
    "summer_discard": {"gone"},
    "winter_discard": {"gone"},
    "options": {"boxes", "solo"},
    "road": {"road", "road_gold"},
    "developments": {"developments", "holders"},
    "pending": {"asked", "traded_card"},
    "to_act": {"turn"},
    **{name: set[str]() for name in ("ruleset", "format", "countess", "events", "known")},
}
"""Fields of Villagers that are not one attribute each."""


@pytest.mark.parametrize(
    ("fields", "thing", "elsewhere"),
    [
        (villagers.SEAT, state.Seat(), FOLLOWS),
        (tables.SOLO, state.Solo(1), {"level"}),
        (tables.TABLE, state.State(2, b"", 0), {"players", "everyone"}),
    ],
    ids=["seat", "solo", "table"],
)
def test_every_attribute_of_villagers_has_its_field(fields: StateFields, thing: Any, elsewhere: set[str]) -> None:
    told = [OF_VILLAGERS.get(field.name, {field.attr}) for field in fields.fields]
    assert set().union(*told) == set(attributes(thing)) - elsewhere


def test_what_a_seat_of_villagers_leaves_out_is_what_its_state_says() -> None:
    left_out = villagers.SEAT.complete_fields({})
    table = state.State(2, b"", 0)
    villagers.SEAT.restore_fields(table.seats[1], left_out, table, 1)
    written = villagers.SEAT.write_fields(table.seats[1], table, 1)
    assert {**written, "village": left_out["village"]} == left_out
    assert [(one["id"], one["card"], one["side"]) for one in written["village"]] == [(1, "founders", "gold")]
