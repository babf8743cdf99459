"""The types of moves of Villagers, one row each; those of special villagers stand beside their effects. No legality."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from engine.about import Fields
from engine.move_types import Field, MoveType, MoveTypes
from engine.ruleset import Doc, Move
from engine.villagers import effects, moves
from engine.villagers.catalogue import BASIC_AT, BASICS, CODES, EVENT_CODES, EVENT_KEYS, GOLD, KEYS, SMUGGLER
from engine.villagers.catalogue import shapes as names
from engine.villagers.moves import PILES, STRAY, about, pile_doc, unlock_doc
from engine.villagers.moves.fields import (
    BASIC,
    CARD,
    EVENT,
    MONKS,
    NO_CARD,
    NO_SEAT,
    NO_SLOT,
    NO_STACK,
    ON,
    OTHER_PILE,
    RETURN_PILE,
    SLOT,
    STACK,
    UNLOCK,
    read_monks,
    read_pile,
    read_unlock,
    role_keys,
)
from engine.villagers.solo import events
from engine.villagers.state import Seat, State
from engine.villagers.table.village import sales, shows


def write_place(move: Move) -> Doc:
    """The fields of a placement."""
    _, card, monks, on, unlock = move
    return {"card": KEYS[card], "on": on or None, "monks": role_keys(card, monks), "unlock": unlock_doc(unlock)}


def read_place(state: State, seat: int, doc: Mapping[str, Any]) -> Move:
    """The numbers of a placement, without its type."""
    card = CODES[doc["card"]]
    return card, read_monks(card, doc.get("monks", [])), doc.get("on") or 0, read_unlock(doc.get("unlock"))


# --- play, resolve: what they name depends on the card ------------------------------------------

PLAY_TARGETS: Final = ("villager", "stack", "slot", "take")
EVENT_TARGETS: Final = ("villager", "card", "pile", "stack")


def _strays(doc: Mapping[str, Any], names: tuple[str, ...], meant: tuple[str | None, ...]) -> bool:
    """Whether something is named on which this card is never played."""
    return any(doc.get(name) is not None for name in names if name not in meant)


def write_play(move: Move) -> Doc:
    """The fields of a play: of its targets only that of its card is named."""
    _, card, seat, target, unlock = move
    doc: Doc = {"card": KEYS[card], "unlock": unlock_doc(unlock), "seat": seat - 1 if seat else None}
    doc.update(dict.fromkeys(PLAY_TARGETS))
    field = effects.target_of(card)
    if field is not None and target:
        doc[field] = KEYS[target - 1] if field == "take" else target if field == "villager" else target - 1
    return doc


def read_play(state: State, seat: int, doc: Mapping[str, Any]) -> Move:
    """The numbers of a play; the target is STRAY where it names what its card is never played on."""
    card = CODES[doc["card"]]
    named = doc.get("seat")
    field = effects.target_of(card)
    given = doc.get(field) if field else None
    if field == "take":
        target = 0 if given is None else CODES[given] + 1
    else:
        target = (given or 0) if field == "villager" else 0 if given is None else given + 1
    if card == SMUGGLER and seat < len(state.seats):
        target = _sold(state.seats[seat], target)
    if _strays(doc, PLAY_TARGETS, (field,)):
        target = STRAY
    return card, 0 if named is None else named + 1, target, read_unlock(doc.get("unlock"))


def _sold(seller: Seat, villager: int) -> int:
    """The listed villager that a named one stands for: the first of the same value; by default the best."""
    values = sales(seller)
    if not villager:
        return values[max(values)] if values else 0
    return values.get(GOLD[seller.card[villager]], villager) if shows(seller, villager) else villager


def write_resolve(move: Move) -> Doc:
    """The fields of a resolution: of its targets only that of its event is named."""
    _, event, target = move
    doc: Doc = {"event": EVENT_KEYS[event], **dict.fromkeys(EVENT_TARGETS)}
    field = events.target_of(event)
    if field == "pile" and target:
        doc.update(pile_doc(target - 1))
    elif field is not None and target:
        doc[field] = target if field == "villager" else KEYS[target - 1]
    return doc


def read_resolve(state: State, seat: int, doc: Mapping[str, Any]) -> Move:
    """The numbers of a resolution; the target is STRAY where it names what its event is never resolved on."""
    event = EVENT_CODES[doc["event"]]
    field = events.target_of(event)
    target = 0
    if field == "pile" and doc.get("pile") is not None:
        target = read_pile(doc) + 1
    elif field == "card" and doc.get("card") is not None:
        target = CODES[doc["card"]] + 1
    elif field == "villager":
        target = doc.get("villager") or 0
    if _strays(doc, EVENT_TARGETS, ("pile", "stack") if field == "pile" else (field,)):
        target = STRAY
    return event, target


def _resolving(fields: Fields, view: Fields) -> str:
    """The event, and on what it is resolved."""
    villager = "/countess/village/id={villager}" if fields["event"] in events.HERS else about.OWN
    return f"/events/face_up/={{event}} {villager} {about.HAND} {about.pile(fields)}"


MOVE_TYPES: Final = MoveTypes(
    [
        MoveType(
            moves.DRAFT_ROAD,
            "draft_road",
            "Draft a face-up villager.",
            "draft",
            about="/road/{slot} /seats/{me}/square",
            slot=SLOT,
        ),
        MoveType(
            moves.DRAFT_STACK,
            "draft_stack",
            "Draft the unseen top card of a stack.",
            "draft",
            about="/stacks/{stack} /seats/{me}/square",
            stack=STACK,
        ),
        MoveType(
            moves.DRAFT_RESERVE,
            "draft_reserve",
            "Draft the top card of the reserve, when all stacks are empty.",
            "draft",
            about="/reserve /seats/{me}/square",
        ),
        MoveType(
            moves.COIN,
            "coin",
            "Two players: put a gold from the bank on a villager on the road.",
            "road",
            about="/road/{slot}",
            slot=SLOT,
        ),
        MoveType(moves.PASS, "pass", "Two players: put no gold on the road.", "road", about=about.SEAT),
        MoveType(
            moves.PLACE,
            "place",
            "Place a villager from the hand.",
            "build",
            about=about.placing,
            card=CARD,
            on=ON.about("What it (or the lowest monk) goes on; null at the start of a chain."),
            monks=MONKS.about("Roles of monks placed under it, bottom first."),
            unlock=UNLOCK,
            write=write_place,
            read=read_place,
        ),
        MoveType(
            moves.TRADE,
            "trade",
            "Trade a hand card for a basic villager; where the card goes is the next move.",
            "build",
            about=f"{about.HAND} /basics/{{basic}} /seats/{{me}}/village",
            basic=BASIC.about("The basic villager that joins the village."),
            card=CARD.about("The hand card given up."),
            write=lambda move: {"basic": KEYS[BASICS[move[2]]], "card": KEYS[move[1]]},
            read=lambda state, seat, doc: (CODES[doc["card"]], BASIC_AT[CODES[doc["basic"]]]),
        ),
        MoveType(
            moves.RETURN,
            "return_card",
            "Put the traded card on a pile.",
            "build",
            about=lambda fields, view: f"{about.pile(fields)} /pending",
            pile=Field(RETURN_PILE, PILES.__getitem__, PILES.index),
            stack=OTHER_PILE.about("The stack, null for another pile."),
        ),
        MoveType(
            moves.PLAY,
            "play",
            "Play a special villager that is discarded after use.",
            "draft",
            "build",
            about=about.playing,
            card=CARD,
            unlock=UNLOCK,
            seat=NO_SEAT.about("Noble: whose hand; Flaker: whose square; Schemer, Sheriff: whose village."),
            villager=ON.about(
                "Smuggler: the own villager to sell; left out: the most valuable. Schemer, Sheriff: who is taken."
            ),
            stack=NO_STACK.about("Prophet: the stack to look through."),
            slot=NO_SLOT.about("Courier: the slot of the road."),
            take=NO_CARD.about("Flaker: the villager of the square."),
            write=write_play,
            read=read_play,
        ),
        *effects.MOVE_TYPES,
        MoveType(moves.END, "end", "End the build turn.", "build", about=about.SEAT),
        MoveType(
            moves.LOOK_TAKE,
            "look_take",
            "After a look through a pile: take a card.",
            about=about.taken,
            card=CARD,
        ),
        MoveType(
            moves.ARRANGE,
            "arrange",
            "Put back the next card of those looked at, from the top down.",
            about=about.looked,
            card=CARD,
        ),
        MoveType(
            moves.KEEP,
            "keep",
            "Leave the cards looked at that are not yet put back in the order they are in.",
            about=about.left,
        ),
        MoveType(
            moves.STEAL_CARD,
            "steal",
            "Noble: steal a card of the hand that was looked at.",
            about=about.robbed,
            card=CARD,
        ),
        MoveType(
            moves.FOR_COUNTESS,
            "countess_draft",
            "Solo: the villager of the road that the Countess gets for a draft.",
            about="/road/{slot} /countess/village",
            slot=SLOT,
        ),
        MoveType(
            moves.PAY_OFF,
            "settle",
            "Solo: Rats or Arson: pay 3 gold, or what there is, or do with one less in this phase.",
            about=lambda fields, view: "/events/face_up/={event} /seats/{me}" + ("/gold" if fields["pay"] else ""),
            event=EVENT,
            pay=Field(bool, bool, int),
        ),
        MoveType(
            moves.RESOLVE,
            "resolve",
            "Solo: resolve an event that lies face up.",
            "event",
            about=_resolving,
            event=EVENT,
            villager=ON.about(
                "Betrayer, Arrest, Protection Money, Spy Network: an own one; Bribes, Trade Network: the Countess's."
            ),
            card=NO_CARD.about("Abduction: the hand card discarded."),
            pile=Field(names.Pile, null=True, optional=True).about("Conscription: where the card is taken from."),
            stack=NO_STACK.about("Conscription: the stack, null for the reserve."),
            write=write_resolve,
            read=read_resolve,
        ),
        MoveType(
            moves.JEST,
            "jester",
            "Solo, at any decision: the Jester discards an event that has not begun to act.",
            about="/events/face_up/={event} /events/jester",
            event=EVENT,
        ),
        MoveType(
            moves.REWARD_CARD,
            "reward_card",
            "Development Church: take a card of a pile into the hand.",
            "development",
            about=lambda fields, view: f"{about.pile(fields)} /seats/{{me}}/hand",
            pile=Field(names.Pile),
            stack=NO_STACK.about("The stack, null for the reserve."),
            write=lambda move: pile_doc(move[1]),
            read=lambda state, seat, doc: (read_pile(doc),),
        ),
        MoveType(
            moves.REWARD_BASIC,
            "reward_basic",
            "Development Tavern: take a basic villager into the village.",
            "development",
            about="/basics/{basic} /seats/{me}/village",
            basic=BASIC,
        ),
    ]
)
