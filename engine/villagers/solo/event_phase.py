"""The Event Phase (SOLO-17 to 26).

The player resolves events in any order. Then the Countess gets a villager, and new events are dealt.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from engine.about import Fields
from engine.errors import Refusal
from engine.events import EventLog, open_event
from engine.move_types import Field, MoveType
from engine.ruleset import Doc, Move
from engine.villagers.catalogue import CODES, EVENT_CODES, EVENT_KEYS, EVENTS, GOLD, KEYS
from engine.villagers.catalogue import shapes as names
from engine.villagers.moves import RESOLVE, STRAY, about, pile_doc
from engine.villagers.moves.fields import EVENT as EVENT_FIELD
from engine.villagers.moves.fields import NO_CARD, NO_STACK, ON, read_pile, strays
from engine.villagers.moves.pending import PendingType
from engine.villagers.scoring.formulas import silver_value
from engine.villagers.solo import decks, solo_of
from engine.villagers.solo import events as event_cards
from engine.villagers.solo.court import COUNTESS_SEAT, countess_gains
from engine.villagers.state import EVENT, LAST_JEST, REPLACEMENT, State
from engine.villagers.table.piles import recycle, stacks_gone

BEGINNER: Final = 1


PENDING: Final = PendingType(
    REPLACEMENT,
    "resolve",
    "Solo: the event that replaced Mood Swing must be resolved next.",
    EVENT,
    solo=True,
    event=EVENT_FIELD,
    possible=lambda state: state.asked[1] in solo_of(state).face_up and event_cards.replaces(state.asked[1]),
)


TARGETS: Final = ("villager", "card", "pile", "stack")


def _write(move: Move) -> Doc:
    """Return the fields of a resolution. Only the field that fits the event's kind of target is set; the others are
    null.
    """
    _, event, target = move
    doc: Doc = {"event": EVENT_KEYS[event], **dict.fromkeys(TARGETS)}
    field = event_cards.target_of(event)
    if field == "pile" and target:
        doc.update(pile_doc(target - 1))
    elif field is not None and target:
        doc[field] = target if field == "villager" else KEYS[target - 1]
    return doc


def _read(state: State, seat: int, doc: Mapping[str, Any]) -> Move:
    """Return the numbers of a resolution. The target is STRAY if the document names a target of the wrong kind for the
    event.
    """
    event = EVENT_CODES[doc["event"]]
    field = event_cards.target_of(event)
    target = 0
    if field == "pile" and doc.get("pile") is not None:
        target = read_pile(doc) + 1
    elif field == "card" and doc.get("card") is not None:
        target = CODES[doc["card"]] + 1
    elif field == "villager":
        target = doc.get("villager") or 0
    if strays(doc, TARGETS, ("pile", "stack") if field == "pile" else (field,)):
        target = STRAY
    return event, target


def _resolving(fields: Fields, view: Fields) -> str:
    """Return pointers to the event and its target."""
    villager = "/countess/village/id={villager}" if fields["event"] in event_cards.HERS else about.OWN
    return f"/events/face_up/={{event}} {villager} {about.HAND} {about.pile(fields)}"


RULE: Final = "SOLO-17"
MOVE_TYPES: Final[list[MoveType]] = [
    MoveType(
        RESOLVE,
        "resolve",
        "Solo: resolve an event that lies face up.",
        EVENT,
        about=_resolving,
        event=EVENT_FIELD,
        villager=ON.about(
            "Betrayer, Arrest, Protection Money, Spy Network: one of your own; Bribes, Trade Network: the Countess's."
        ),
        card=NO_CARD.about("Abduction: the hand card discarded."),
        pile=Field(names.Pile, null=True, optional=True).about("Conscription: where the card is taken from."),
        stack=NO_STACK.about("Conscription: the stack, null for the reserve."),
        write=_write,
        read=_read,
    ),
]


def begin(state: State, events: EventLog) -> bool:
    """Discard the events that were in force in another phase, without carrying them out (EVENTS-25).

    Returns whether the phase is over.
    """
    if state.solo is None:
        return True
    state.phase = EVENT
    state.turn = 0
    for event in [event for event in state.solo.face_up if EVENTS[event].acts in ("draft", "build")]:
        decks.discard(state, event, "phase", events)
    return go_on(state, events)


def moves(state: State, seat: int) -> list[Move]:
    """Return the moves: any event with any of its targets. After Mood Swing, only its replacements (SOLO-18, A-82,
    A-85).
    """
    waiting = state.asked[1:2] if state.asked else sorted(solo_of(state).face_up)
    return [(RESOLVE, event, target) for event in waiting for target in event_cards.targets(state, event)]


def why_not(state: State, seat: int, move: Move) -> Refusal | None:
    if state.asked and (move[0] != RESOLVE or move[1] != state.asked[1]):
        return Refusal(
            "EVENTS-7", "First resolve “{event}”, which replaced “Mood Swing”.", event=EVENT_KEYS[state.asked[1]]
        )
    if move[0] != RESOLVE:
        return Refusal("SOLO-18", "First resolve the face-up events.")
    if move[1] not in solo_of(state).face_up:
        return Refusal("SOLO-18", "“{event}” is not face up.", event=EVENT_KEYS[move[1]])
    return Refusal("EVENTS-26", "You cannot resolve “{event}” like that.", event=EVENT_KEYS[move[1]])


def play(state: State, seat: int, move: Move, events: EventLog) -> bool:
    """Resolve an event and discard it. Returns whether the phase is over."""
    _, event, target = move
    state.asked = ()
    if events is not None:
        events.append(open_event("event_resolved", event=EVENT_KEYS[event]))
    decks.discard(state, event, "resolved", None)
    event_cards.carry_out(state, event, target, events)
    return go_on(state, events)


def go_on(state: State, events: EventLog) -> bool:
    """Let the player resolve the next event, or end the phase after the last one. Returns whether the phase is over."""
    solo = solo_of(state)
    if state.asked and state.asked[0] == REPLACEMENT:
        return False
    if solo.face_up:
        return False
    if not stacks_gone(state, 6):
        _end_card(state, events)
    if solo.must_jest and solo.jester and solo.face_up:
        state.asked = (LAST_JEST,)
        return False
    if solo.must_jest:
        _lose_jester(state, events)
    return True


def _end_card(state: State, events: EventLog) -> None:
    """Give the Countess the top card of the reserve. Its value decides how many events are dealt (SOLO-19 to 25)."""
    if not state.reserve and not recycle(state, events):
        return
    solo = solo_of(state)
    hers = state.seats[COUNTESS_SEAT]
    card = state.reserve.pop() >> 8
    countess_gains(state, card, "reserve", 0, events)
    value = GOLD[card] or silver_value(hers, card)
    number = 1 if value >= 10 or solo.level == BEGINNER else 2 if value else 3
    decks.reveal(state, number, decks.SUMMER if state.markets == 0 else decks.WINTER, events)


def _lose_jester(state: State, events: EventLog) -> None:
    """Remove the Jester if there still is one: he had to act, but found no event to discard (A-84)."""
    solo = solo_of(state)
    solo.must_jest = False
    if solo.jester:
        solo.jester = False
        if events is not None:
            events.append(open_event("jester_left"))
