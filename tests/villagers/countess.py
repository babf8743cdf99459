"""Words for the game against the Countess: her moves, the Event Phase, and her possessions."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from engine.events import Event
from engine.ruleset import Doc
from tests.positions import facts, legal, of_type, play, position, village

SUMMER = (
    *("betrayer", "black_market", "bribes", "customs", "guild_conspiracy", "land_claim", "mood_swing", "serfdom"),
    *("sinister_banquet", "temporary_employment", "the_countess_bank", "value_added_tax"),
)
WINTER = (
    *("abduction", "arrest", "arson", "blackmail", "conscription", "dark_mood", "it_was_you", "protection_money"),
    *("rats", "spy_network", "trade_network", "tribute"),
)
PASS: Doc = {"type": "pass"}
GO_ON = [["wine_trader"]]
"""Stacks with which no market comes."""


def hers(slot: int) -> Doc:
    """Return the move that gives the villager of this slot to the Countess."""
    return {"type": "countess_draft", "slot": slot}


def settle(event: str, pay: bool) -> Doc:
    """Rats or Arson: pay, or lower the limit."""
    return {"type": "settle", "event": event, "pay": pay}


def resolve(event: str, **fields: Any) -> Doc:
    """Resolve a face-up event, on a `villager`, a `card`, a `pile`."""
    return {"type": "resolve", "event": event, **fields}


def jest(event: str) -> Doc:
    """Return the Jester discards an event."""
    return {"type": "jester", "event": event}


def solo(player: str, *court: str, level: str = "normal", gold: int = 1, **fields: Any) -> Doc:
    """Return a position of one seat against the Countess; `court`: the words of her village besides her card (id 1)."""
    card = "countess:blank" if level == "beginner" else "countess:gold"
    options = {"solo": level, **fields.pop("options", {})}
    text = f"villagers countess=(gold={gold} village=[{village([card, *court])}]) seats=[{player}]"
    return position(text, options=options, **fields)


def event_phase(player: str, *court: str, face_up: Iterable[str], **fields: Any) -> Doc:
    """Return the Event Phase with these events; without a reserve nothing follows them, and no market comes."""
    events = {"face_up": list(face_up), **fields.pop("events", {})}
    return solo(player, *court, phase="event", events=events, **{"stacks": GO_ON, **fields})


def resolved(player: str, *court: str, event: str, **fields: Any) -> tuple[Doc, list[Event]]:
    """Return an Event Phase with this event alone, resolved (on `on`), and its end."""
    on = fields.pop("on", {})
    return play(event_phase(player, *court, face_up=[event], **fields), (0, resolve(event, **on)))


def gold_of(doc: Doc) -> tuple[int, int]:
    """Return the supplies of the player and of the Countess."""
    return doc["seats"][0]["gold"], doc["countess"]["gold"]


def court_of(doc: Doc) -> list[str]:
    """Return the villagers of the Countess besides her card, by their ids."""
    first, *rest = sorted(doc["countess"]["village"], key=lambda villager: villager["id"])
    assert first["card"] == "countess"
    assert all(villager["on"] is None for villager in rest), "they stand by themselves"
    return [villager["card"] for villager in rest]


def coins_of(doc: Doc) -> dict[int, int]:
    """Return the coins on the Countess's villagers."""
    return {villager["id"]: villager["gold"] for villager in doc["countess"]["village"] if villager["gold"]}


def choices(doc: Doc, kind: str, field: str) -> list[Any]:
    """Return the player's choices: the values of this field in the legal moves of a type."""
    return [move[field] for move in of_type(legal(doc, 0), kind)]


def revealed(events: Iterable[Event]) -> list[str]:
    """Return the events dealt, in order."""
    return [event["event"] for event in facts(events, "event_revealed")]
