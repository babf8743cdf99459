"""Pointers of moves and events. The functions make patterns (see `engine.about`) from a document."""

from __future__ import annotations

from typing import Final

from engine.about import Fields

SEAT: Final = "/seats/{me}"
HAND: Final = "/seats/{me}/hand/card={card}"


def village(seat: str, villager: str) -> str:
    """Return a pointer to a villager of a seat. In solo play, seat 1 is the Countess."""
    return f"/seats/{seat}/village/id={villager}|/countess/village/id={villager}"


def gold(seat: str) -> str:
    """Return a pointer to the supply of a seat, or of the Countess."""
    return f"/seats/{seat}/gold|/countess/gold"


OWN: Final = "/seats/{me}/village/id={villager}"
THEIRS: Final = village("{seat}", "{villager}")
FROM: Final = village("{from_seat}", "{villager}")
LOCK: Final = village("{unlock.seat}", "{unlock.villager}")


def paying(fields: Fields) -> str:
    """Return pointers to the villager who is paid for an unlocking, and to the supply unless the bank pays."""
    lock, seat = fields["unlock"], fields.get("me", fields.get("seat"))
    if lock is None or lock["by"] == "tinner" or lock.get("seat") == seat:
        return LOCK
    return f"{LOCK} {gold(str(seat))}"


def pile(fields: Fields) -> str:
    """Return a pointer to the place that a card comes from: a stack, the road, the reserve, the discard pile or a
    hand.
    """
    kind = fields.get("pile", fields.get("source"))
    if kind in ("stack", "road"):
        at = fields.get("stack", fields.get("index"))
        return f"/stacks/{at}" if kind == "stack" else f"/road/{at}"
    return {"reserve": "/reserve", "discard": "/discard", "hand": "/seats/{from_seat}/hand"}.get(str(kind), "")


def placing(fields: Fields, view: Fields) -> str:
    """Return pointers to the card and the monks, to where they go, and to the villager who is paid."""
    monks = " /seats/{me}/hand/card=monk" if fields["monks"] else ""
    place = "/seats/{me}/village" if fields["on"] is None else "/seats/{me}/village/id={on}"
    return f"{HAND}{monks} {place} {paying(fields)}"


def benefactor(fields: Fields, view: Fields) -> str:
    return f"/seats/{{me}}/hand/card=benefactor {placing({**fields, 'monks': []}, view)}"


def apprentice(fields: Fields, view: Fields) -> str:
    """Return pointers to the Apprentice, to the villager taken, and to a placement."""
    return f"/seats/{{me}}/hand/card=apprentice {THEIRS} {placing(fields, view)}"


def playing(fields: Fields, view: Fields) -> str:
    """Return pointers to the card, to its target, and to the villager who is paid."""
    target = ""
    if fields["take"] is not None:
        target = "/seats/{seat}/square/card={take}"
    elif fields["villager"] is not None:
        target = OWN if fields["seat"] is None else THEIRS
    elif fields["seat"] is not None:
        target = "/seats/{seat}/hand"
    return f"{HAND} {target} /stacks/{{stack}} /road/{{slot}} {paying(fields)}"


def looked(fields: Fields, view: Fields) -> str:
    """Return a pointer to a card that a player sees in a look.

    The document of a position lists all cards of the pile; a view lists the top card and the known ones below.
    """
    there = pile(view["pending"])
    return f"{there}/card={{card}}|{there}/top|{there}/below/card={{card}}" if there else ""


def taken(fields: Fields, view: Fields) -> str:
    """Return pointers to a card of the pile and to the hand."""
    return f"{looked(fields, view)} /seats/{{me}}/hand"


def left(fields: Fields, view: Fields) -> str:
    return pile(view["pending"])


def robbed(fields: Fields, view: Fields) -> str:
    """Return pointers to the card in the other seat's hand, and to the player's own hand."""
    return f"/seats/{view['pending']['seat']}/hand/card={{card}} /seats/{{me}}/hand"


GONE: Final = "/events/face_up/={event}|/events/summer_discard/={event}|/events/winter_discard/={event}"


def drafted(fields: Fields, view: Fields) -> str:
    """Return pointers to the card on the square, to where it lay, and to the supply if it brought gold."""
    gold = " /seats/{seat}/gold" if fields["gold"] else ""
    return f"/seats/{{seat}}/square/card={{card}} {pile(fields)}{gold}"


def placed(fields: Fields, view: Fields) -> str:
    """Return pointers to the card, then to the monks under it."""
    villagers = " ".join(village("{seat}", str(one["id"])) for one in reversed(fields["villagers"]))
    return f"{villagers} {paying(fields)}"


def played(fields: Fields, view: Fields) -> str:
    """Return pointers to the discard pile, to the hand, to a Smuggler's target, and to the villager who was paid."""
    return f"/discard /seats/{{seat}}/hand /seats/{{seat}}/village/id={{villager}} {paying(fields)}"


def gained(fields: Fields, view: Fields) -> str:
    """Return pointers to the villager in the Countess's village, to the place that it came from, and to her supply."""
    source = {"hand": "/seats/0/hand", "village": "/seats/0/village/id={index}"}.get(fields["source"], pile(fields))
    return f"/countess/village/id={{villager}} {source} /countess/gold"
