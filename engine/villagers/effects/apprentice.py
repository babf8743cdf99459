"""The Apprentice takes the place of a covered villager, who joins the player's village (SPECIAL-11 to 19)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from engine.errors import Refusal
from engine.events import EventLog, open_event
from engine.move_types import Field, MoveType
from engine.ruleset import Doc, Move
from engine.villagers.catalogue import (
    APPRENTICE,
    CHAIN,
    CODES,
    FOUNDERS,
    FOUNDERS_FED,
    KEYS,
    MONK,
    PLACEABLE,
    key_of,
)
from engine.villagers.catalogue import shapes as names
from engine.villagers.effects.base import Action, Effect
from engine.villagers.moves import FOOD_SIDE, GOLD_SIDE, NO_SIDE, SIDES, about, unlock_doc
from engine.villagers.moves.fields import MONKS, NO_CARD, ON, SEAT, UNLOCK, VILLAGER, read_monks, read_unlock, role_keys
from engine.villagers.state import BUILD, EMPTY, Seat, State
from engine.villagers.table.hidden import copies, different, holds, play_openly
from engine.villagers.table.padlock import pay, unlocks, why_locked
from engine.villagers.table.placing import placed_docs, put, why_not_there
from engine.villagers.table.village import role_of, stands, swap_covered

TAKE: Final = 9
"""The type of an Apprentice's move.

Its fields: the seat and the id of the covered villager; the card that is placed; 1 if this is a hand card that will
stand on a freed monk, else 0; `side`, `monks`, `on`, `unlock`.
"""


def _write(move: Move) -> Doc:
    _, seat, villager, card, fresh, side, monks, on, unlock = move
    return {
        "seat": seat,
        "villager": villager,
        "on": on or None,
        "unlock": unlock_doc(unlock),
        "side": SIDES[side],
        "card": KEYS[card] if fresh else None,
        "monks": role_keys(card, monks),
    }


def _read(state: State, seat: int, doc: Mapping[str, Any]) -> Move:
    """Return the numbers of an apprentice's move, legal or not."""
    owner, villager = doc["seat"], doc["villager"]
    named = doc.get("card")
    if named is not None:
        card, fresh = CODES[named], 1
    else:
        fresh = 0
        cards = state.seats[owner].card if owner < len(state.seats) else []
        card = cards[villager] if villager < len(cards) else EMPTY
        card = FOUNDERS if card == FOUNDERS_FED else card
    side = SIDES.index(doc.get("side"))
    roles = doc.get("monks", [])
    monks = read_monks(card, roles) if roles else 0
    return owner, villager, card, fresh, side, monks, doc.get("on") or 0, read_unlock(doc.get("unlock"))


class Apprentice(Effect):
    """Moves of the Apprentice.

    The Apprentice and the villager that he frees cost one build action together. Each monk from the
    hand costs one more, and so does the hand card that is put on a freed monk.
    """

    card = APPRENTICE
    rule = "SPECIAL-11"
    move_type = MoveType(
        TAKE,
        "apprentice",
        "Replace a covered villager by the apprentice and place that villager in your own village.",
        BUILD,
        about=about.apprentice,
        seat=SEAT,
        villager=VILLAGER,
        on=ON.about("What the taken villager (or the lowest monk under it) goes on."),
        unlock=UNLOCK,
        side=Field(names.FoundersSide, null=True, optional=True).about(
            "The side to turn up if your own Founders are taken, else null."
        ),
        card=NO_CARD.about("The hand card placed on the taken villager if this is a monk, else null."),
        monks=MONKS.about("Roles of monks under the card, bottom first."),
        write=_write,
        read=_read,
    )

    def moves(self, state: State, seat: int, card: int) -> list[Move]:
        """Return all moves that take a covered villager of any village and place it."""
        player = state.seats[seat]
        if player.builds < 1:
            return []
        found: list[Move] = []
        for owner, village in enumerate(state.seats):
            for villager in range(1, len(village.card)):
                if _why_not_taken(state, seat, owner, villager):
                    continue
                target = village.card[villager]
                if target in (FOUNDERS, FOUNDERS_FED):
                    head = (TAKE, owner, villager, FOUNDERS, 0)
                    found += [(*head, side, 0, 0, 0) for side in (GOLD_SIDE, FOOD_SIDE)]
                elif target == MONK:
                    found += self._freed_monks(state, seat, owner, villager)
                else:
                    max_monks = min(copies(player, MONK), player.builds - 1)
                    found += _placements(state, seat, (TAKE, owner, villager, target, 0, NO_SIDE), 0, max_monks)
        return found

    def _freed_monks(self, state: State, seat: int, owner: int, villager: int) -> list[Move]:
        """Return the moves that free a monk. Each puts a hand card on him, which costs one more action (SPECIAL-19,
        A-24).
        """
        player = state.seats[seat]
        max_monks = 1 + min(copies(player, MONK), player.builds - 2)
        found: list[Move] = []
        for card in different(player.hand):
            if PLACEABLE[card] and CHAIN[card]:
                found += _placements(state, seat, (TAKE, owner, villager, card, 1, NO_SIDE), 1, max_monks)
        return found

    def why_not(self, state: State, seat: int, move: Move) -> Refusal | None:
        _, owner, villager, card, fresh, _, monks, on, unlock = move
        player = state.seats[seat]
        refusal = _why_not_taken(state, seat, owner, villager) or _why_not_meant(state, seat, move)
        if refusal:
            return refusal
        refusal = why_not_there(player, card, monks, on, copies(player, MONK) + fresh)
        if refusal:
            return refusal
        cost = 1 + monks
        if player.builds < cost:
            return Refusal("SPECIAL-13", "This takes {cost}; you have {left} left.", cost=cost, left=player.builds)
        return why_locked(state, seat, card, unlock)

    def play(self, state: State, seat: int, move: Move, events: EventLog) -> None:
        """Put the Apprentice in the villager's place. Then unlock and place the villager by the normal rules."""
        _, owner, villager, card, fresh, side, monks, on, unlock = move
        player = state.seats[seat]
        player.builds -= 1 + monks
        play_openly(player, APPRENTICE)
        taken = swap_covered(state.seats[owner], villager, APPRENTICE)
        if fresh:
            play_openly(player, card)
        for _ in range(monks - fresh):
            play_openly(player, MONK)
        if side == FOOD_SIDE:
            card = FOUNDERS_FED
        pay(state, seat, unlock)
        placed = put(player, card, monks, on)
        if events is not None:
            name = KEYS[role_of(taken)]
            events.append(open_event("taken", seat=seat, from_seat=owner, villager=villager, card=name))
            events.append(
                open_event("placed", seat=seat, villagers=placed_docs(player, placed), unlock=unlock_doc(unlock))
            )


ACTIONS: Final[list[Action]] = [Apprentice()]


def _placements(state: State, seat: int, head: tuple[int, ...], min_monks: int, max_monks: int) -> list[Move]:
    """Return all moves that begin with `head` and place its card on `min_monks` to `max_monks` monks."""
    card = head[3]
    ways = unlocks(state, seat, card)
    spots = stands(state.seats[seat], card, max_monks) if ways else []
    return [(*head, monks, on, way) for monks, on in spots if monks >= min_monks for way in ways]


def _why_not_taken(state: State, seat: int, owner: int, villager: int) -> Refusal | None:
    if owner >= len(state.seats):
        return Refusal("SPECIAL-11", "There is no seat {owner}.", owner=owner + 1)
    village: Seat = state.seats[owner]
    if villager >= len(village.card) or village.card[villager] == EMPTY:
        return Refusal(
            "SPECIAL-11",
            "There is no villager no. {villager} in seat {owner}'s village.",
            villager=villager,
            owner=owner + 1,
        )
    if not village.kids[villager]:
        return Refusal("SPECIAL-14", "The Apprentice cannot take a top villager; choose a covered one.")
    if village.card[villager] in (FOUNDERS, FOUNDERS_FED) and owner != seat:
        return Refusal("SPECIAL-2", "You cannot take another player's Founders.")
    if village.card[villager] == APPRENTICE:
        return Refusal("SPECIAL-11", "An Apprentice cannot take another Apprentice's place.")
    return None


def _why_not_meant(state: State, seat: int, move: Move) -> Refusal | None:
    """Return a refusal unless the move has exactly the fields that the target needs: a side for Founders, a card for a
    monk.
    """
    _, owner, villager, card, fresh, side, monks, _, _ = move
    target = state.seats[owner].card[villager]
    if not fresh and card != role_of(target):
        return Refusal("SPECIAL-11", "Villager no. {villager} is not {card:a}.", villager=villager, card=key_of(card))
    if (target in (FOUNDERS, FOUNDERS_FED)) != (side != NO_SIDE):
        return Refusal("SPECIAL-16", "Choose a side for Founders, and only for Founders.")
    if (target == MONK) != bool(fresh) or (fresh and not monks):
        return Refusal("SPECIAL-19", "Put a card from your hand on a Monk you take, and only on a Monk.")
    if fresh and not (holds(state.seats[seat], card) and PLACEABLE[card]):
        return Refusal("SPECIAL-19", "You have no {card} in hand that could stand on a Monk.", card=key_of(card))
    return None
