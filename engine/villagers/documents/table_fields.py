"""The fields of the table: shape, default, reading and writing, and their form in views.

Hidden cards are read elsewhere (in `positions`), because each card is read together with the seats that know it. A
position names these seats in `known`. A view names them with each card; the viewer also knows every card that the view
shows.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from engine.ruleset import Doc
from engine.shapes import Between, Size, list_of, or_null
from engine.state_fields import SEED, StateField, StateFields
from engine.villagers.catalogue import (
    BASICS,
    CODES,
    DEVELOPMENT_CODES,
    DEVELOPMENT_KEYS,
    DEVELOPMENT_SUITS,
    DEVELOPMENTS,
    EVENT_CODES,
    EVENT_KEYS,
    EXPANSIONS,
    KEYS,
    SEASONS,
)
from engine.villagers.catalogue import shapes as names
from engine.villagers.documents.pending import PENDING, SEEN_PENDING, read_pending, write_pending
from engine.villagers.documents.seat_fields import CARDS, COUNTESS_FIELDS, SEAT, SEEN_SEAT, card_list
from engine.villagers.documents.shapes import parts
from engine.villagers.flow import acting_seats
from engine.villagers.phases.development import give_bonuses
from engine.villagers.scoring.developments import counts
from engine.villagers.setup import COUNTESS_SIDES, LEVELS
from engine.villagers.solo.court import COUNTESS_SEAT
from engine.villagers.state import EMPTY, KNOWERS, MARKS, ORIGIN, PHASES, SPECTATORS, Seat, Solo, State
from engine.villagers.table.hidden import ORIGINS, card_doc, pile_docs, seats_in

FORMAT: Final = 1
Known = Mapping[str, Any]
"""The values from which a field's default is computed, by name: the fields before that field, all `seats`, and, as
`solo`, the level of the solo game.
"""


def _key_of(hidden: int) -> str:
    return KEYS[hidden >> 8]


# --- events of a solo game ---------------------------------------------------------------------


def _event_keys(events: Sequence[int]) -> list[str]:
    return [EVENT_KEYS[event] for event in events]


def _event_codes(keys: Sequence[str]) -> list[int]:
    return [EVENT_CODES[key] for key in keys]


def _put_begun(solo: Solo, keys: Sequence[str]) -> None:
    solo.begun = sum(1 << event for event in set(_event_codes(keys)))


def _deck(season: int) -> StateField:
    """Return the field for a deck, top card first. In views, the field is the number of cards."""

    def put(solo: Solo, events: list[str] | int) -> None:
        solo.decks[season] = _event_codes(events)[::-1] if isinstance(events, list) else [EMPTY] * events

    field = StateField(
        SEASONS[season],
        parts.Events,
        [],
        "The deck, top card first.",
        get=lambda solo: _event_keys(solo.decks[season][::-1]),
        put=put,
    )
    text = "Cards in the deck."
    return field.shown(names.Count, text, get=lambda solo: len(solo.decks[season]))


def _discarded(season: int) -> StateField:
    def put(solo: Solo, keys: Sequence[str]) -> None:
        solo.gone[season] = _event_codes(keys)

    return StateField(
        f"{SEASONS[season]}_discard", parts.Events, [], get=lambda solo: _event_keys(solo.gone[season]), put=put
    )


SOLO: Final = StateFields(
    StateField("face_up", parts.Events, [], "In force or to be resolved.", write=_event_keys, read=_event_codes),
    StateField(
        "begun",
        parts.Events,
        [],
        "Those face up that have begun to act: the Jester cannot discard them.",
        get=lambda solo: [EVENT_KEYS[event] for event in solo.face_up if solo.begun >> event & 1],
        put=_put_begun,
    ),
    _discarded(0),
    _discarded(1),
    StateField(
        "jester",
        bool,
        lambda known: known["solo"] != "hard",
        "He is still there. If left out: false in a hard game, else true.",
    ).shown(bool, "He is still there."),
    StateField("jester_due", bool, False, "He has to discard an event before the round ends.", attr="must_jest"),
    _deck(0),
    _deck(1),
)
_SEEN_SOLO: Final = SOLO.seen


def _put_events(state: State, doc: Doc | None) -> None:
    if doc and state.solo:
        SOLO.restore_fields(state.solo, doc)


def _put_options(state: State, doc: Doc) -> None:
    """Set the level of a solo game. The other option, the expansions, is already set."""
    if doc["solo"] is not None:
        state.solo = Solo(LEVELS.index(doc["solo"]))
        state.seats.append(Seat())


def _put_countess(state: State, doc: Doc | None) -> None:
    """Put the Countess's part into the state. By default her card shows the side that belongs to the level."""
    if doc and state.solo:
        side = COUNTESS_SIDES[LEVELS[state.solo.level] or ""]
        village = [{**one, "side": one.get("side") or side} for one in doc["village"]]
        COUNTESS_FIELDS.restore_fields(state.seats[COUNTESS_SEAT], {**doc, "village": village})


# --- parts of the table ------------------------------------------------------------------------


def _usual_to_act(known: Known) -> list[int]:
    first, phase = known["first_player"], known["phase"]
    if phase == "road":
        return [(first + 1) % max(1, min(2, len(known["seats"])))]
    return [] if phase == "over" else [first]


def _put_to_act(state: State, seats: Sequence[int]) -> None:
    state.turn = seats[0] if seats else EMPTY


def _put_road(state: State, road: Sequence[Doc | None]) -> None:
    for slot, lying in enumerate(road):
        state.road[slot] = EMPTY if lying is None else CODES[lying["card"]]
        state.road_gold[slot] = 0 if lying is None else lying.get("gold", 0)


def _put_seats(state: State, seats: Sequence[Doc]) -> None:
    for number, doc in enumerate(seats):
        SEAT.restore_fields(state.seats[number], doc, state, number)


def _put_pending(state: State, doc: Doc | None) -> None:
    state.asked = read_pending(doc)


def _developments(state: State) -> list[Doc]:
    return [
        {"development": DEVELOPMENT_KEYS[development], "holder": None if holder == EMPTY else holder}
        for development, holder in zip(state.developments, state.holders, strict=True)
    ]


def _seen_developments(state: State) -> list[Doc]:
    return [
        {
            "development": doc["development"],
            "suit": DEVELOPMENT_SUITS[DEVELOPMENTS[development].suit],
            "holder": doc["holder"],
            "counts": counts(state, development),
        }
        for doc, development in zip(_developments(state), state.developments, strict=True)
    ]


def _put_developments(state: State, docs: Sequence[Doc]) -> None:
    """Put the developments, their holders and the rewards into the state, which already has all seats."""
    state.developments = [DEVELOPMENT_CODES[one["development"]] for one in docs]
    holders = [one.get("holder") for one in docs]
    state.holders = [EMPTY if holder is None else holder for holder in holders]
    give_bonuses(state)


def _known(state: State) -> list[Doc]:
    """Return a mark for every hidden card about which somebody other than its owner knows something."""
    piles: list[tuple[str, int, list[int]]] = [
        ("hand", index, seat.hand) for index, seat in enumerate(state.seats[: state.players])
    ]
    piles += [("stack", index, stack[::-1]) for index, stack in enumerate(state.stacks)]
    piles.append(("reserve", 0, state.reserve[::-1]))
    piles.append(("pending", 0, [] if state.traded_card == EMPTY else [state.traded_card]))
    return [
        {
            "pile": pile,
            "index": index,
            "place": place,
            "seats": seats_in(hidden & KNOWERS),
            "public": bool(hidden & SPECTATORS),
            "origin": ORIGINS[hidden & ORIGIN],
        }
        for pile, index, cards in piles
        for place, hidden in enumerate(cards)
        if hidden & MARKS
    ]


TABLE: Final = StateFields(
    StateField("ruleset", names.RulesetTag, "villagers", get=lambda state: "villagers", required=True),
    SEED,
    StateField("format", int, FORMAT, Between(1, 1), get=lambda state: FORMAT),
    StateField(
        "options",
        parts.PositionOptions,
        {"expansions": [], "solo": None},
        get=lambda state: {
            "expansions": [name for bit, name in enumerate(EXPANSIONS) if state.boxes >> bit & 1],
            "solo": LEVELS[state.solo.level] if state.solo else None,
        },
        put=_put_options,
    ),
    StateField("draws", names.Count, 1, "Random events drawn from the seed so far."),
    StateField("round", int, 1, Between(1, 400), "From 1. In a client's position at most 200.").shown(
        int, Between(1, 400), "From 1."
    ),
    StateField("phase", parts.Phase, "draft", "The phase of the round.", write=PHASES.__getitem__, read=PHASES.index),
    StateField("first_player", names.Seat, 0, "The seat that begins this round.", attr="first"),
    StateField(
        "road",
        parts.Road,
        [],
        Size(0, 6),
        "Six slots from the left; null is a gap.",
        get=lambda state: [
            None if card == EMPTY else {"card": KEYS[card], "gold": gold}
            for card, gold in zip(state.road, state.road_gold, strict=True)
        ],
        put=_put_road,
    ).shown(parts.Road, Size(6, 6), "Six slots from the left; null is a gap."),
    card_list("discard", CARDS, "Face up, the latest last."),
    StateField(
        "basics",
        parts.BasicCounts,
        None,
        "Basic villagers left.",
        write=lambda left: {KEYS[card]: number for card, number in zip(BASICS, left, strict=True)},
        read=lambda doc: [doc[KEYS[card]] for card in BASICS],
    ),
    StateField(
        "markets_held",
        list[names.Market],
        [],
        Size(0, 2),
        "[], [1] or [1, 2].",
        attr="markets",
        write=lambda number: list(range(1, number + 1)),
        read=len,
    ),
    StateField(
        "recruited_picks",
        int,
        0,
        Between(0, 2),
        "Picks left in the draft turn if the seat has paid a recruiter, else 0.",
        attr="recruited",
    ),
    StateField(
        "countess",
        or_null(COUNTESS_FIELDS.shape("Countess", "The Countess of a solo game: an opponent without a seat.")),
        None,
        "Solo: the opponent, else null.",
        get=lambda state: None if state.solo is None else COUNTESS_FIELDS.write_fields(state.seats[COUNTESS_SEAT]),
        put=_put_countess,
    ),
    StateField(
        "to_act",
        names.Seats,
        _usual_to_act,
        "The seat that the game waits for; seats that could react may follow. None after the end.",
        get=lambda state: list(acting_seats(state)),
        put=_put_to_act,
    ).shown(
        names.Seats,
        "The seat the game waits for, then those that could react, as far as the viewer knows. None after the end.",
    ),
    StateField(
        "stacks",
        parts.Stacks,
        [],
        Size(0, 6),
        "From the left, top card first.",
        get=lambda state: [[KEYS[hidden >> 8] for hidden in reversed(stack)] for stack in state.stacks],
    ).shown(list[parts.SeenPile], Size(6, 6), "Six stacks from the left.", get=lambda state: pile_docs(state.stacks)),
    StateField(
        "reserve",
        list[names.VillagersCard],
        [],
        CARDS,
        "Top card first.",
        get=lambda state: [KEYS[hidden >> 8] for hidden in reversed(state.reserve)],
    ).shown(parts.SeenPile, get=lambda state: pile_docs([state.reserve])[0]),
    StateField(
        "seats",
        list_of(SEAT.shape("PositionSeat", "All that belongs to a seat."), Size(1, 5)),
        get=lambda state: [SEAT.write_fields(state.seats[number], state, number) for number in range(state.players)],
        put=_put_seats,
        required=True,
    ).shown(
        list_of(SEEN_SEAT.view_shape("ViewSeat", "A seat as a viewer sees it."), Size(1, 5)),
        get=lambda state: [
            SEEN_SEAT.write_fields(state.seats[number], state, number) for number in range(state.players)
        ],
    ),
    StateField(
        "pending",
        PENDING,
        None,
        "A decision begun and not finished, else null.",
        get=lambda state: write_pending(state, _key_of) if state.asked else None,
        put=_put_pending,
    ).shown(
        SEEN_PENDING,
        "A decision begun and not finished, else null.",
        get=lambda state: write_pending(state, card_doc) if state.asked else None,
    ),
    StateField(
        "developments",
        list[parts.PositionDevelopment],
        [],
        Size(0, 3),
        "The developments in use.",
        get=_developments,
        put=_put_developments,
    ).shown(list[parts.SeenDevelopment], Size(0, 3), "The developments in use.", get=_seen_developments),
    StateField(
        "events",
        or_null(SOLO.shape("PositionEvents", "The events of a solo game, and the Jester.")),
        None,
        "Solo: the events, else null.",
        get=lambda state: None if state.solo is None else SOLO.write_fields(state.solo),
        put=_put_events,
    ).shown(
        or_null(SOLO.view_shape("SeenEvents", "The public view of a solo game's events and the Jester.")),
        "Solo: the events, else null.",
        get=lambda state: None if state.solo is None else _SEEN_SOLO.write_fields(state.solo),
    ),
    StateField(
        "known",
        list[parts.KnownCard],
        [],
        CARDS,
        "Who knows hidden cards. If a card is not listed, no seat knows it in a pile, and only the owner in a hand.",
        get=_known,
    ).hidden(),
)
SEEN_TABLE: Final = TABLE.seen
RECYCLED_CARDS: Final = card_list(
    "recycled",
    CARDS,
    "The cards of the reserve that came from the shuffled discard pile. Their order is unknown, so they are sorted.",
)
"""A field that only views have."""

VillagersPosition: Final = TABLE.shape(
    "VillagersPosition", "The whole truth about a game of Villagers. Empty and default fields may be left out."
)
VillagersView: Final = StateFields(*SEEN_TABLE.fields, RECYCLED_CARDS).view_shape(
    "VillagersView", "What one seat, or a spectator, may know of a game of Villagers."
)
