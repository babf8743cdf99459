"""Validation of catalogue files: every fault, with its path."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from engine import shapes
from engine.errors import Fault
from engine.my_village.catalogue.shapes import MyVillageCatalogueFile
from engine.shapes import UNFIT, prune

Row = Mapping[str, Any]
Numbers = Mapping[str, Mapping[str, Sequence[int]]]

MAX_DICE = 20
MAX_CUSTOMERS = 12
"""The largest display of customers that a catalogue file may set. Every choice of up to four customers is one move, so
this also limits the length of the lists of moves.
"""
WHITE = ("council", "meeting_place", "field", "craft", "customer")
COUNTS: Mapping[str, tuple[int, int]] = {
    **dict.fromkeys(("coins", "story"), (0, 9)),
    "school": (1, 9),
    "steward": (1, 4),
    **dict.fromkeys(("good", "headman", "marker"), (1, 1)),
}
"""For each effect, the lowest and the highest `count`: an amount, or a number of uses. For effects not listed here
the count is 0.
"""
MONK_EFFECTS = ("story", "headman", "school", "steward")


def file_faults(doc: object, keys: Sequence[str], components: Numbers) -> list[Fault]:
    """Return faults of form: unknown or repeated keys, wrong types, numbers that no component has."""
    faults = shapes.faults(doc, MyVillageCatalogueFile)
    fit = prune(doc, MyVillageCatalogueFile)
    if fit is UNFIT:
        return faults
    for kind, known in (("cards", keys), ("components", components)):
        named = {at: entry["key"] for at, entry in enumerate(fit[kind]) if entry is not None}
        faults += [Fault(kind, f"{key} is there twice") for key, times in Counter(named.values()).items() if times > 1]
        wrong = {at: key for at, key in named.items() if key not in known}
        faults += [Fault(f"{kind}.{at}.key", f"there is no {kind[:-1]} {key}") for at, key in wrong.items()]
    for at, part in enumerate(fit["components"]):
        if part is not None and part["key"] in components:
            faults += _part_faults(part, components[part["key"]], f"components.{at}")
    return faults


def _part_faults(part: Row, numbers: Mapping[str, Sequence[int]], path: str) -> Iterator[Fault]:
    for at, one in enumerate(part["numbers"]):
        if one is None:
            continue
        name, values = one["name"], one["values"]
        if name not in numbers:
            yield Fault(f"{path}.numbers.{at}.name", f"{part['key']} has no number {name}")
        elif name != "banner" and len(values) != len(numbers[name]):
            yield Fault(f"{path}.numbers.{at}.values", f"must have as many entries as there are: {len(numbers[name])}")


def number_faults(rows: Sequence[Row], components: Sequence[Row], standard: Sequence[Row]) -> list[Fault]:
    """Return a fault for each fact that contradicts the rules or another fact.

    `rows` and `components` are complete: facts that the file omits have their defaults.
    """
    faults = [fault for row, usual in zip(rows, standard, strict=True) for fault in _card_faults(row, usual)]
    faults += _travel_faults(rows)
    faults += _component_faults({part["key"]: part["numbers"] for part in components})
    return faults


def _card_faults(row: Row, usual: Row) -> Iterator[Fault]:
    kind = row["kind"]
    low, high = COUNTS.get(row["effect"], (0, 0))
    wrong = {
        "banner": (bool(row["banner"]) == row["any_value"], "either some values or any value"),
        "any_value": (row["any_value"] and kind != "customer", "only customers are served with any value"),
        "white_time": (
            (row["white_time"] is None) != (kind not in WHITE),
            "null on cards without a white banner, and only there",
        ),
        "time": (kind == "customer" and row["time"], "a customer's time is that of the white banner"),
        "prestige": (
            kind in ("craft", "monk", "field") and row["prestige"] != usual["prestige"],
            f"must be {usual['prestige']} by the rules",
        ),
        "effect": (
            row["effect"] != usual["effect"] and (kind != "monk" or row["effect"] not in MONK_EFFECTS),
            "only monks may have another one: " + ", ".join(MONK_EFFECTS),
        ),
        "count": (not low <= row["count"] <= high, f"must be {low if low == high else f'{low} to {high}'} here"),
        "gray": (row["gray"] and kind != "travel", "only travel cards have a gray banner"),
        "ends": (row["ends"] and kind != "travel", "only travel cards end the travels"),
    }
    yield from (Fault(f"{row['key']}.{fact}", message) for fact, (is_wrong, message) in wrong.items() if is_wrong)
    yield from _cost_faults(row)
    yield from _space_faults(row, usual)


def _cost_faults(row: Row) -> Iterator[Fault]:
    """Yield a fault if the costs contain `time`, or if a customer wants something other than goods (MVCUSTOMER-1)."""
    costs = row["costs"]
    if any("time" in cost for cost in costs):
        yield Fault(f"{row['key']}.costs", "hourglasses stand in time or white_time")
    elif row["kind"] == "customer" and (not costs or any(not cost or "coin" in cost for cost in costs)):
        yield Fault(f"{row['key']}.costs", "a customer wants goods, and no coins")


def _space_faults(row: Row, usual: Row) -> Iterator[Fault]:
    """Yield a fault if a card's spaces are missing or differ from the rules."""
    if row["kind"] in ("craft", "meeting_place") or row["key"] == "guild_council":
        if not row["spaces"]:
            yield Fault(f"{row['key']}.spaces", "must be at least 1")
    elif row["spaces"] != usual["spaces"]:
        yield Fault(f"{row['key']}.spaces", f"must be {usual['spaces']} by the rules")


def _travel_faults(rows: Sequence[Row]) -> Iterator[Fault]:
    """Yield faults of the travel cards. The dark sides of a stack must be alike (MVTRAVEL-1), and the last letter must
    end the travels (MVTRAVEL-7).
    """
    first: dict[str, Row] = {}
    for row in rows:
        if row["kind"] != "travel":
            continue
        model = first.setdefault(row["letter"], row)
        for fact in ("banner", "time", "costs"):
            if row[fact] != model[fact]:
                yield Fault(f"{row['key']}.{fact}", f"must be as on {model['key']}: backs of a letter are alike")
        if row["letter"] == "e" and not row["ends"]:
            yield Fault(f"{row['key']}.ends", "an E card ends the travels")


def _component_faults(numbers: Numbers) -> Iterator[Fault]:
    for key, facts in numbers.items():
        values = facts.get("banner", [2])
        if not values or any(not 2 <= value <= 12 for value in values):
            yield Fault(f"{key}.banner", "names sums of two dice")
    rats = numbers["rat_track"]
    if any(not 0 <= start < rats["invasion"][0] for start in rats["start"]):
        yield Fault("rat_track.start", "must lie before the invasion space")
    if not 1 <= numbers["life_track"]["clouds"][0] <= 99:
        yield Fault("life_track.clouds", "must be 1 to 99")
    dice = numbers["dice"]
    for seats, turns, white, black in zip((2, 3, 4), (4, 3, 4), dice["white"], dice["black"], strict=True):
        if not 2 * turns <= white + black <= MAX_DICE:
            yield Fault("dice", f"{white + black} dice for {seats} players: two are used in each of {turns} turns")
    if not 1 <= numbers["start"]["customers"][0] <= MAX_CUSTOMERS:
        yield Fault("start.customers", f"must be 1 to {MAX_CUSTOMERS}")
    if numbers["stewards_office"]["coins"][0]:
        yield Fault("stewards_office.coins", "a single customer costs time only")
    if any(deaths < 1 for deaths in numbers["end"]["deaths"]):
        yield Fault("end.deaths", "must be at least 1")
