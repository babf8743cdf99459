"""What may be seen of a game: the one place through which state and events leave the server.

A document for clients is made here and nowhere else; `game_document` and `events_seen` are the only projections, and
both take the viewer (a seat, or `None`: a spectator).
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from typing import Any

import orjson

from engine.events import Event
from engine.randomness import seed_hash
from engine.ruleset import Doc, Move, Ruleset
from service.games import clocks
from service.games.model import Game
from service.store.clock import moment
from service.store.records import Entry, Seat


def events_seen(ruleset: Ruleset[Any, Any], entries: Iterable[Entry], viewer: int | None, view: Doc) -> list[Doc]:
    """The events of the log entries, one after the other, as the viewer may see them, and where they are in a view."""
    events = [event for entry in entries for event in entry.events or ()]
    return [{**event.seen_by(viewer), "about": where(ruleset, event, view)} for event in events]


def entry_seen(entry: Entry, viewer: int | None) -> list[Doc]:
    """The events of one log entry, as the viewer may see them, and where they are in the view after this entry."""
    events = entry.events or ()
    places = entry.about or ([],) * len(events)
    return [{**event.seen_by(viewer), "about": about} for event, about in zip(events, places, strict=True)]


def where(ruleset: Ruleset[Any, Any], event: Event, view: Doc) -> list[str]:
    """What an event is about, as pointers into a view: told from what everybody knows of it, so the same for all."""
    return ruleset.about.of_event(event.seen_by(None), view)


def game_document(game: Game, viewer: int | None) -> Doc:
    """The game's document of the API. Who may move is told as far as the view goes: others may hold a reaction."""
    view = game.ruleset.view(game.state, viewer)
    return {
        **_outline(game),
        "status": game.status,
        "version": game.version,
        "to_act": [] if game.open_seats or game.given_up else list(game.ruleset.view_to_act(view)),
        "deadline": clocks.deadline(game),
        "viewer": viewer,
        "view": game.ruleset.write_view(view),
        "result": clocks.result(game),
    }


def view_document(game: Game, viewer: int | None) -> Doc:
    """What the viewer may know of the game's state."""
    return game.ruleset.write_view(game.ruleset.view(game.state, viewer))


def end_document(game: Game) -> Doc:
    """How a finished game ended, which everybody may know: `{"version", "result"}`."""
    return {"version": game.version, "result": clocks.result(game)}


def turn_document(game: Game, seat: int) -> Doc:
    """Whose turn it is, for whoever is told of it without a token: `{"game", "version", "seat", "name"}`."""
    return {"game": game.id, "version": game.version, "seat": seat, "name": game.seats[seat].name}


def moves_document(game: Game, seat: int) -> Doc:
    """The legal moves of a seat: sorted, without duplicates, empty when it is not to act."""
    moves = game.ruleset.legal_moves(game.state, seat) if seat in game.to_act else ()
    view = view_document(game, seat) if moves else {}
    return {"version": game.version, "seat": seat, "moves": listed_moves(game.ruleset, moves, game.version, seat, view)}


def listed_moves(ruleset: Ruleset[Any, Any], moves: Iterable[Move], version: int, seat: int, table: Doc) -> list[Doc]:
    """Moves of a seat as clients get them: `[{"id", "label", "move", "about"}]`.

    The ids are good for this version only; what the moves are about is in `table`, the seat's view or the position.
    """
    docs = [(move, ruleset.write_move(move)) for move in moves]
    return [
        {
            "id": move_id(version, doc),
            "label": ruleset.label(move),
            "move": doc,
            "about": ruleset.about.of_move(doc, seat, table),
        }
        for move, doc in docs
    ]


def move_id(version: int, move: Doc) -> str:
    """The id of a legal move, good for this version only: `<version>-<12 hex digits>`."""
    text = orjson.dumps(move, option=orjson.OPT_SORT_KEYS)
    return f"{version}-{hashlib.blake2s(text, digest_size=6).hexdigest()}"


def replay_document(game: Game, entries: Sequence[Entry]) -> Doc:
    """A finished game with everything open: seed, setup, result, and every move with what followed."""
    return {
        **_outline(game),
        "format": game.setup.format,
        "seed": game.setup.seed.hex(),
        "moves": [_opened(number, entry) for number, entry in enumerate(entries, 1)],
        "result": clocks.result(game),
    }


def _opened(version: int, entry: Entry) -> Doc:
    events = [
        {**event.opened(), "about": seen["about"]}
        for event, seen in zip(entry.events or (), entry_seen(entry, None), strict=True)
    ]
    return {"version": version, "seat": entry.seat, "at": moment(entry.at_ms), "move": entry.move, "events": events}


def _outline(game: Game) -> Doc:
    setup = game.setup
    return {
        "id": game.id,
        "ruleset": setup.ruleset,
        "created_at": moment(setup.created_ms),
        "seed_hash": seed_hash(setup.seed),
        "rated": setup.rated,
        "seats": [_seat(game, number, seat) for number, seat in enumerate(game.seats)],
        "options": {**setup.options, **clocks.shown(setup.clock)},
    }


def _seat(game: Game, number: int, seat: Seat) -> dict[str, Any]:
    status = "open" if seat.type == "open" else "taken"
    if game.timing is not None and number in game.timing.away:
        status = "away"
    if number in game.forfeited:
        status = "forfeited"
    told = {"seat": number, "type": seat.type, "name": seat.name, "level": seat.level, "status": status}
    return told if seat.milliseconds is None else {**told, "milliseconds": seat.milliseconds}
