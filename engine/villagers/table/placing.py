"""Placing villagers from the hand (CHAIN, BUILD-2, BUILD-10, SPECIAL-3 to 8): an action of the build phase."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from engine.errors import Refusal
from engine.events import EventLog, open_event
from engine.move_types import MoveType
from engine.ruleset import Doc, Move
from engine.villagers.catalogue import (
    BUILD_COST,
    CAPACITY,
    CHAIN,
    CODES,
    KEYS,
    MONK,
    ON,
    PADLOCK,
    PLACEABLE,
    STAND_IN,
    key_of,
)
from engine.villagers.moves import NO_LOCK, PLACE, WRONG_ROLES, about, fields, monk_roles, unlock_doc
from engine.villagers.moves.fields import CARD, MONKS, UNLOCK, read_monks, read_unlock, role_keys
from engine.villagers.state import BUILD, EMPTY, Seat, State
from engine.villagers.table.hidden import copies, holds, play_openly
from engine.villagers.table.padlock import pay, unlocks, why_locked
from engine.villagers.table.village import add, role_of, stands


def _write(move: Move) -> Doc:
    _, card, monks, on, unlock = move
    return {"card": KEYS[card], "on": on or None, "monks": role_keys(card, monks), "unlock": unlock_doc(unlock)}


def _read(state: State, seat: int, doc: Mapping[str, Any]) -> Move:
    card = CODES[doc["card"]]
    return card, read_monks(card, doc.get("monks", [])), doc.get("on") or 0, read_unlock(doc.get("unlock"))


MOVE_TYPE: Final[MoveType] = MoveType(
    PLACE,
    "place",
    "Place a villager from the hand.",
    BUILD,
    about=about.placing,
    card=CARD,
    on=fields.ON.about("What it (or the lowest monk) goes on; null at the start of a chain."),
    monks=MONKS.about("Roles of monks placed under it, bottom first."),
    unlock=UNLOCK,
    write=_write,
    read=_read,
)


def moves(state: State, seat: int, cards: list[int]) -> list[Move]:
    """Return all placements of the different cards of the hand, with all ways of unlocking.

    `cards` and the result are sorted.
    """
    builder = state.seats[seat]
    builds = builder.builds
    if builds < 1:
        # Only the Schemer brings basic villagers into a hand.
        return [(PLACE, card, 0, 0, NO_LOCK) for card in cards if not BUILD_COST[card]] if state.boxes else []
    monks = min(copies(builder, MONK), builds - 1) if builds > 1 and MONK in cards else 0
    roles = builder.role
    room = {roles[villager] for villager in builder.open}
    found: list[Move] = []
    for card in cards:
        below = ON[card]
        if not PLACEABLE[card] or not (monks or below < 0 or below in room):
            continue
        if monks or PADLOCK[card] >= 0:
            ways = unlocks(state, seat, card)
            for under, on in stands(builder, card, monks):
                for way in ways:
                    found.append((PLACE, card, under, on, way))
        elif below < 0:
            found.append((PLACE, card, 0, 0, NO_LOCK))
        else:
            for villager in builder.open:
                if roles[villager] == below:
                    found.append((PLACE, card, 0, villager, NO_LOCK))
    return found


def why_not(state: State, seat: int, move: Move) -> Refusal | None:
    _, card, monks, on, unlock = move
    builder = state.seats[seat]
    if not holds(builder, card):
        return Refusal("BUILD-1", "You have no {card} in hand.", card=key_of(card))
    if not PLACEABLE[card]:
        return Refusal("SPECIAL-4", "You cannot place {card:the} by itself.", card=key_of(card))
    refusal = why_not_there(builder, card, monks, on, copies(builder, MONK))
    if refusal:
        return refusal
    cost = BUILD_COST[card] + monks
    if builder.builds < cost:
        return Refusal("BUILD-2", "This takes {cost}; you have {left} left.", cost=cost, left=builder.builds)
    return why_locked(state, seat, card, unlock)


def why_not_there(builder: Seat, card: int, monks: int, on: int, most_monks: int) -> Refusal | None:
    """Return why a card with this number of monks under it cannot stand on villager `on` (0: on nothing)."""
    if monks == WRONG_ROLES:
        return Refusal("SPECIAL-5", "Monks under {card:the} cannot take these roles.", card=key_of(card))
    if monks > most_monks:
        return Refusal("SPECIAL-6", "You need {monks}; you have {most}.", monks=monks, most=most_monks)
    if (monks, on) in stands(builder, card, monks):
        return None
    chain = CHAIN[card]
    if monks == len(chain):
        lowest = monk_roles(card, monks)[0] if monks else card
        if CAPACITY[lowest]:
            return Refusal(
                "CHAIN-2", "{card:the} starts a chain and is not placed on another villager.", card=key_of(lowest)
            )
        return Refusal("CHAIN-8", "{card:the} stands alone and is not placed on another villager.", card=key_of(lowest))
    wanted = key_of(chain[-1 - monks])
    if not on:
        return Refusal("CHAIN-1", "You must place it on {wanted:a}.", wanted=wanted)
    if on >= len(builder.card) or builder.card[on] == EMPTY:
        return Refusal("CHAIN-1", "There is no villager no. {on} in your village.", on=on)
    role = builder.role[on]
    if role != chain[-1 - monks]:
        rule = "SPECIAL-7" if builder.card[on] != role and CAPACITY[role] == 2 else "CHAIN-1"
        rule = "CHAIN-8" if not CAPACITY[role] and not CHAIN[role] else rule
        return Refusal(
            rule,
            "You must place it on {wanted:a}; villager no. {on} stands there as {role:a}.",
            wanted=wanted,
            on=on,
            role=key_of(role),
        )
    limit = CAPACITY[role]
    return Refusal(
        "CHAIN-3" if limit == 2 else "CHAIN-4",
        "There is no room left on villager no. {on} (at most {limit}).",
        on=on,
        limit=limit,
    )


def play(state: State, seat: int, move: Move, events: EventLog) -> None:
    """Unlock the card, then place the monks with the card on top.

    Each monk costs one build action. The card also costs one, unless it is a basic villager (A-59).
    """
    _, card, monks, on, unlock = move
    builder = state.seats[seat]
    builder.builds -= BUILD_COST[card] + monks
    play_openly(builder, card)
    for _ in range(monks):
        play_openly(builder, MONK)
    pay(state, seat, unlock)
    placed = put(builder, card, monks, on)
    if events is not None:
        facts = {"villagers": placed_docs(builder, placed), "unlock": unlock_doc(unlock)}
        events.append(open_event("placed", seat=seat, **facts))


def put(builder: Seat, card: int, monks: int, on: int) -> list[int]:
    """Put a card, with monks under it, into the village. Returns the ids of the monks and the card, bottom first."""
    placed: list[int] = []
    if monks:
        for role in monk_roles(card, monks):
            on = add(builder, MONK, role, on)
            placed.append(on)
    placed.append(add(builder, card, role_of(card), on))
    return placed


def placed_docs(builder: Seat, placed: list[int]) -> list[Doc]:
    """Return the villagers that `put` has placed, as documents for the event."""
    return [
        {
            "id": villager,
            "card": KEYS[role_of(builder.card[villager])],
            "on": builder.on[villager] or None,
            "as": KEYS[builder.role[villager]] if STAND_IN[builder.card[villager]] else None,
        }
        for villager in placed
    ]
