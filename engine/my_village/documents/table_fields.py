"""The fields of the table: shape, default, reading and writing, and their form in views."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from engine.my_village.catalogue.cards import (
    CODES,
    COPIES,
    CUSTOMERS,
    KEYS,
    LETTERS,
    OPEN_CARDS,
    SYMBOLS,
    THE_FIELD,
    THE_MEETING_PLACE,
    VILLAGERS,
)
from engine.my_village.documents.seat_fields import SEAT, cards_by_key, keys_of
from engine.my_village.documents.shapes import names
from engine.my_village.documents.shapes.names import Count, Points
from engine.my_village.moves import banner_doc, die_doc, read_banner, read_die
from engine.my_village.phases.rounds import faces
from engine.my_village.state import EMPTY, PHASES, State
from engine.ruleset import Doc
from engine.shapes import Between, Size, list_of
from engine.state_fields import SEED, StateField, StateFields, group

FORMAT: Final = 1
Known = Mapping[str, Any]
"""The argument of a function that computes a field's default. It has the values of the fields before that field, all
`seats`, and the catalogue as `cat`.
"""


# --- what is left out ------------------------------------------------------------------------


def _to_act(known: Known) -> list[int]:
    return [] if known["phase"] == "over" else [(known["first_player"] + known["turns"]) % len(known["seats"])]


def _left_cards(known: Known) -> list[str]:
    seats = known["seats"]
    held = {seat[kind] for seat in seats for kind in ("church", "council")}
    held |= {building["card"] for seat in seats for building in seat["crafts"]}
    return [key for card, key in enumerate(KEYS) if OPEN_CARDS >> card & 1 and key not in held]


def _left_meeting_places(known: Known) -> int:
    return max(0, COPIES[THE_MEETING_PLACE] - len([seat for seat in known["seats"] if seat["meeting_place"]]))


def _left_fields(known: Known) -> int:
    return max(0, COPIES[THE_FIELD] - sum(len(seat["fields"]) for seat in known["seats"]))


def _rat_start(known: Known) -> Any:
    return known["cat"].rat_start[len(known["seats"]) - 2]


# --- parts of the table ----------------------------------------------------------------------


def _dice(color: str, first: int) -> StateField:
    def put(state: State, shown: list[int]) -> None:
        for face in shown:
            state.pool[first + face - 1] += 1

    return StateField(color, names.Faces, [], get=lambda state: faces(state.pool[first : first + 6]), put=put)


def _pile_doc(pile: list[int]) -> list[str]:
    return keys_of(pile[::-1])


def _read_pile(keys: list[str | None]) -> list[int]:
    return cards_by_key(keys)[::-1]


def _each(stacks: Sequence[str], write: Callable[[list[int]], Any]) -> dict[str, Any]:
    """Return two functions for stacks with these names: one writes them as a dictionary, the other reads them."""
    return {
        "write": lambda piles: {name: write(pile) for name, pile in zip(stacks, piles, strict=True)},
        "read": lambda docs: [_read_pile(docs[name]) for name in stacks],
    }


def _monk_pile(pile: list[int]) -> Doc:
    return {"count": len(pile), "top": KEYS[pile[-1]] if pile else None}


def _box(name: str, high: int, left: Callable[[Known], int], attr: str) -> StateField:
    """Return the field that says how many cards of a kind are left in the box."""
    left_out = "Left out: what no seat has."
    return StateField(name, int, left, Between(0, high), left_out, attr=attr).shown(int, Between(0, high))


def _put_seats(state: State, seats: list[Doc]) -> None:
    for seat, doc in zip(state.seats, seats, strict=True):
        SEAT.restore_fields(seat, doc)


TABLE: Final = StateFields(
    StateField("ruleset", names.RulesetTag, get=lambda state: "my_village", required=True),
    StateField("format", int, FORMAT, Between(1, 1), get=lambda state: FORMAT),
    StateField(
        "options",
        names.MyVillagePositionOptions,
        {"catalogue": "standard"},
        get=lambda state: {"catalogue": state.cat.name},
    ),
    SEED,
    StateField("draws", Count, 2, "Random events drawn from the seed so far."),
    StateField("round", int, 1, Between(1, 4000), "From 1. A given position may say at most 2000.").shown(
        int, Between(1, 4000), "From 1."
    ),
    StateField("phase", names.Phase, "dice", "What is to be decided.", write=PHASES.__getitem__, read=PHASES.index),
    StateField("first_player", names.Seat, 0, "The seat that began this round.", attr="first"),
    StateField("turns", int, 0, Between(0, 4), "Turns of this round that are over."),
    StateField(
        "to_act",
        names.Seats,
        _to_act,
        "The seat that decides now. In the phase `rats` it can be another seat's turn.",
        attr="turn",
        write=lambda seat: [] if seat == EMPTY else [seat],
        read=lambda seats: seats[0] if seats else EMPTY,
    ),
    group(
        "turn",
        "MyVillageTurn",
        "The running turn.",
        StateField(
            "dice",
            list[names.MyVillageDie],
            [],
            Size(0, 2),
            "The dice chosen.",
            write=lambda dice: [die_doc(die) for die in dice],
            read=lambda docs: sorted(map(read_die, docs)),
        ),
        StateField("value", int, 0, Between(0, 12), "The banner value, 0 before it is fixed."),
        StateField("begun", bool, False, "A white banner has been activated."),
        StateField(
            "used",
            list[names.MyVillageBanner],
            [],
            Size(0, 9),
            "The white banners activated so far, except those of fields and customers.",
            write=lambda used: [banner_doc(banner) for banner in range(9) if used >> banner & 1],
            read=lambda docs: sum(1 << read_banner(doc) for doc in docs),
        ),
    ),
    group(
        "pending",
        "MyVillagePending",
        "The rest of an unfinished action.",
        StateField(
            "card",
            names.MyVillageCard | None,
            None,
            "The monk or travel card that joins the village when the action is over.",
            write=lambda card: None if card == EMPTY else KEYS[card],
            read=lambda key: CODES[key] if key else EMPTY,
        ),
        StateField("steps", int, 0, Between(0, 9), "Lessons left, or the most customers that may be bought."),
        StateField("must", bool, False, "At least one customer has to be bought."),
    ),
    group(
        "pool",
        "MyVillagePool",
        "Dice left to choose from, by color, sorted; missing colors have none left.",
        _dice("white", 0),
        _dice("black", 6),
    ),
    group(
        "starting_hand",
        "MyVillageHand",
        "The starting hand.",
        StateField(
            "owner",
            names.Seat,
            lambda known: known["first_player"],
            "Left out: the seat that began the round.",
            attr="hand_owner",
        ),
        StateField("palm", bool, True, "Its palm is up: it can be taken.", attr="hand_palm"),
        StateField("story", Points, 0, "Story points on it.", attr="hand_story"),
    ),
    group(
        "rat",
        "MyVillageRat",
        "The rat on its track.",
        StateField(
            "space",
            int,
            _rat_start,
            Between(0, 99),
            "From 0. Left out: the start for this number of players.",
            attr="rat",
        ),
        StateField("die", int, 0, Between(0, 6), "What the rat die shows, 0 before it is rolled.", attr="rat_die"),
    ),
    StateField(
        "chronicle",
        names.Chronicle,
        dict.fromkeys(VILLAGERS, 0),
        write=lambda filled: dict(zip(VILLAGERS, filled, strict=True)),
        read=lambda doc: [doc[villager] for villager in VILLAGERS],
    ),
    StateField("graves", Count, 0, "Villagers in the graves."),
    StateField(
        "cards",
        list[names.OpenCard],
        _left_cards,
        names.ALL_OPEN,
        "What is left in the open columns; left out: what no seat has.",
        attr="open_cards",
        write=lambda mask: [key for card, key in enumerate(KEYS) if mask >> card & 1],
        read=lambda keys: sum(1 << card for card in cards_by_key(keys)),
    ).shown(list[names.OpenCard], names.ALL_OPEN, "What is left in the open columns."),
    _box("meeting_places", 4, _left_meeting_places, "meetings"),
    _box("fields", 8, _left_fields, "fields"),
    StateField(
        "display",
        list[names.Customer],
        [],
        names.ALL_CUSTOMERS,
        "Customers face up, sorted.",
        write=keys_of,
        read=lambda keys: sorted(cards_by_key(keys)),
    ),
    StateField(
        "customers",
        list[names.Customer],
        [],
        names.ALL_CUSTOMERS,
        "The stack of customers, top card first.",
        write=_pile_doc,
        read=_read_pile,
    ).shown(int, Between(0, len(CUSTOMERS)), "Cards in the stack of customers.", write=len),
    StateField("monks", names.MonkStacks, {symbol: [] for symbol in SYMBOLS}, **_each(SYMBOLS, _pile_doc)).shown(
        names.MonkPiles, **_each(SYMBOLS, _monk_pile)
    ),
    StateField("travels", names.TravelStacks, {letter: [] for letter in LETTERS}, **_each(LETTERS, _pile_doc)).shown(
        names.TravelPiles, **_each(LETTERS, len)
    ),
    StateField(
        "seats",
        list_of(SEAT.shape("MyVillageSeat", "All that belongs to a seat; nothing of it is hidden."), Size(2, 4)),
        get=lambda state: [SEAT.write_fields(seat) for seat in state.seats],
        put=_put_seats,
        required=True,
    ),
)
"""All fields of the table. `State.active` has no field: it follows from `first_player` and `turns`."""
