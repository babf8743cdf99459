"""Projections turn state and events into documents for a viewer: a seat, or `None` for a spectator.

States and events leave the server in no other way.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

import orjson

from engine.ruleset import Doc, Move, Ruleset
from engine.wording import LANGUAGES, Names
from service.config.timestamps import moment
from service.games.clock import turn_clock
from service.games.core.include_option import Include
from service.games.core.model import Game
from service.games.history.undo import undo_document
from service.store.games.records import Entry, Seat, level_fields

Tell = Callable[[Doc], Doc]
"""A function that takes an event's document for a viewer and sets its `text`."""


def teller(ruleset: Ruleset[Any, Any], names: Names, language: str = LANGUAGES[0]) -> Tell:
    """Return a function that sets or replaces the `text` of an event, in this language."""
    words = ruleset.words(language)

    def tell(event: Doc) -> Doc:
        facts = {name: fact for name, fact in event.items() if name not in ("about", "text")}
        return {**event, "text": words.sentence(facts, names)}

    return tell


def names_of(game: Game) -> Names:
    """Return the name of each seat's player; `None` for a seat without a name."""
    return [seat.name for seat in game.seats]


def events_seen(game: Game, viewer: int | None, language: str, entries: Iterable[Entry], view: Doc) -> list[Doc]:
    """Return the events of log entries as the viewer may see them, with `about` and `text`."""
    tell, of_event = teller(game.ruleset, names_of(game), language), game.ruleset.about.of_event
    events = [event for entry in entries for event in entry.events]
    return [tell({**event.seen_by(viewer), "about": of_event(event, view)}) for event in events]


def entry_seen(entry: Entry, viewer: int | None, tell: Tell) -> list[Doc]:
    """Return the events of one log entry as the viewer may see them. `about` points into the view after the entry."""
    told = zip(entry.events, entry.about, strict=True)
    return [tell({**event.seen_by(viewer), "about": about}) for event, about in told]


def game_document(game: Game, viewer: int | None) -> Doc:
    """Return the game's document for a viewer.

    `to_act` comes from the viewer's view, because the state could reveal that another seat can react. In a game with
    open seats `view` is null, because the game is not dealt yet.
    """
    view = None if game.state is None else game.ruleset.view(game.state, viewer)
    over = game.status == "finished"
    return {
        **_outline(game),
        "status": game.status,
        "version": game.version,
        "to_act": [] if view is None or game.given_up else list(game.ruleset.view_to_act(view)),
        **turn_clock.clock_document(game),
        "viewer": viewer,
        "view": None if view is None else game.ruleset.write_view(view),
        "result": turn_clock.result_with_forfeits(game) if over else None,
        "rematch": game.rematch_for(viewer) if over else None,
    }


def extras(game: Game, viewer: int | None, include: Include, entries: Iterable[Entry], view: Doc | None) -> Doc:
    """Return the parts that the request adds to the game's document. `entries`: the log entries whose events to add.

    Before the game begins there is no view (`None`), so there are no moves, events or score.
    """
    if view is None:
        return {**(NO_MOVES if include.moves else {}), **({"events": []} if include.events else {})}
    found = legal_move_documents(game, viewer, include.language, view) if include.moves else {}
    if include.events:
        found["events"] = events_seen(game, viewer, include.language, entries, view)
    if include.score:
        found["score"] = game.ruleset.score_view(game.ruleset.view(game.state, viewer))
    return found


def played_document(game: Game, seat: int, include: Include, entries: Iterable[Entry]) -> Doc:
    """Return the reply to a seat's moves: `{"version", "events", "game"}`, with the events of the entries."""
    document = game_document(game, seat)
    events = events_seen(game, seat, include.language, entries, document["view"])
    if include.moves or include.score:
        document |= extras(game, seat, replace(include, events=False), (), document["view"])
    return {"version": game.version, "events": events, "game": document}


def opened_document(game: Game, include: Include, entries: Iterable[Entry]) -> Doc:
    """Return the parts of a finished game's document that reveal what was hidden.

    The `view` shows all hands, the `position` shows everything else that was hidden, and the events have all details.
    """
    view = game.ruleset.write_view(game.ruleset.open_view(game.state))
    document = {"view": view, "position": game.ruleset.write_position(game.state)}
    if not include.events:
        return document
    tell, of_event = teller(game.ruleset, names_of(game), include.language), game.ruleset.about.of_event
    events = [event for entry in entries for event in entry.events]
    open_events = [tell({**event.reveal(), "about": of_event(event, view)}) for event in events]
    return {**document, "events": open_events}


def nameless(document: Doc) -> Doc:
    """Return a game's document for storage: without names, and without texts that contain names. `named` restores
    them.
    """
    seats = [{**seat, "name": None} for seat in document["seats"]]
    moves = {"moves": [{**move, "label": ""} for move in document["moves"]]} if "moves" in document else {}
    return {**document, "seats": seats, "host_name": None, **moves}


def named(document: Doc, game: Game, language: str) -> Doc:
    """Return a stored document with the players' current names, and with texts in this language."""
    seats = [
        {**seat, "name": (game if game.seats[at].type == seat["type"] else game.setup).seats[at].name}
        for at, seat in enumerate(document["seats"])
    ]
    found = {**document, "seats": seats, "host_name": _outline(game)["host_name"]}
    if found.get("moves"):
        docs = [one["move"] for one in found["moves"]]
        labels = game.ruleset.words(language).labels(docs, found["view"], names_of(game))
        found["moves"] = [{**one, "label": label} for one, label in zip(found["moves"], labels, strict=True)]
    return found


def owned(document: Doc, game: Game) -> Doc:
    """Return a game's document or summary for its owner, with players and metadata."""
    seats = [
        {**seat, "player": one.player, "metadata": one.metadata}
        for seat, one in zip(document["seats"], game.seats, strict=True)
    ]
    return {**document, "seats": seats, "metadata": game.metadata}


def history_rows(game: Game) -> list[tuple[str, Doc]]:
    """Return each player's id and row of history for a finished game. The rows contain no personal data.

    Players without an id are skipped.
    """
    row = {
        "ruleset": game.setup.ruleset,
        "options": chosen_options(game),
        "created_at": moment(game.setup.created_ms),
        "seats": kinds_of_seats(game),
        "result": turn_clock.result_with_forfeits(game),
    }
    return [(one.player, {**row, "seat": at}) for at, one in enumerate(game.seats) if one.player is not None]


def chosen_options(game: Game) -> Doc:
    """Return the options of a game that differ from the defaults."""
    defaults = game.ruleset.read_options({}, len(game.seats))
    return {name: value for name, value in game.setup.options.items() if value != defaults.get(name)}


def kinds_of_seats(game: Game) -> list[Doc]:
    return [{"seat": at, "type": seat.type, **level_fields(seat.level)} for at, seat in enumerate(game.seats)]


def lean(played: Doc) -> Doc:
    """Return only those parts of `played_document` that a seat needs in order to play on."""
    game = played["game"]
    kept = ("ruleset", "status", "to_act", "deadline", "view", *NO_MOVES, "result")
    needed = {name: game[name] for name in kept}
    if "banks" in game:
        needed["banks"] = game["banks"]
    return {"version": played["version"], "seat": game["viewer"], **needed, "events": played["events"]}


def view_document(game: Game, viewer: int | None) -> Doc:
    return game.ruleset.write_view(game.ruleset.view(game.state, viewer))


def summary_document(game: Game, status: str) -> Doc:
    """Return the public summary of a game. The game may have been loaded without its position."""
    return {**_outline(game), "status": status, "version": game.version}


def end_document(game: Game) -> Doc:
    """Return `{"version", "result"}` of a finished game, for all viewers."""
    return {"version": game.version, "result": turn_clock.result_with_forfeits(game)}


def turn_document(game: Game, seat: int) -> Doc:
    """Return the current turn, as public knowledge: `{"game", "version", "seat", "name"}`.

    The name is filled in when the notice is sent, because the player may be erased before then.
    """
    return {"game": game.id, "version": game.version, "seat": seat, "name": None}


def bot_turn_document(game: Game, seat: int, seconds: int, language: str = LANGUAGES[0]) -> Doc:
    """Return a turn for an external bot: its view and its legal moves.

    `seconds`: the bot's time for a move, counted from the beginning of this version.
    """
    must = game.waited_for == seat
    return {
        "id": f"{game.id}.{game.version}.{seat}",
        "game": game.id,
        "ruleset": game.setup.ruleset,
        "version": game.version,
        "seat": seat,
        "must_move": must,
        "deadline": moment(game.at_ms + 1000 * seconds) if must else None,
        "view": view_document(game, seat),
        **{name: value for name, value in legal_move_documents(game, seat, language).items() if name != "undo"},
    }


def moves_document(game: Game, seat: int, language: str = LANGUAGES[0]) -> Doc:
    """Return the legal moves of a seat, with the fields of `legal_move_documents`."""
    return {"version": game.version, "seat": seat, **legal_move_documents(game, seat, language)}


NO_MOVES: Final[Mapping[str, Any]] = {"moves": [], "prompt": None, "undo": None}


def legal_move_documents(game: Game, viewer: int | None, language: str, view: Doc | None = None) -> Doc:
    """Return `{"moves", "prompt", "undo"}` for a seat; `NO_MOVES` if the seat cannot move now.

    The moves are sorted and unique, `prompt` says what the player has to choose, and `undo` says whether the last move
    may be taken back. `view`: the viewer's view, if known.
    """
    if viewer is None or viewer not in game.to_act:
        return {**NO_MOVES}
    table = view or view_document(game, viewer)
    moves = game.ruleset.legal_moves(game.state, viewer)
    return {
        **listed_moves(game.ruleset, moves, game.version, viewer, table, table, names_of(game), language),
        "undo": undo_document(game, viewer, game.ruleset.words(language)),
    }


def listed_moves(
    ruleset: Ruleset[Any, Any],
    moves: Sequence[Move],
    version: int,
    seat: int,
    table: Doc,
    view: Doc,
    names: Names,
    language: str,
) -> Doc:
    """Return `{"moves": [{"id", "label", "move", "about"}], "prompt"}` for the legal moves of a seat.

    The ids are valid for this version only. `about` points into `table`, which is the seat's view or the position. The
    prompt is made from `view`, the seat's view.
    """
    words = ruleset.words(language)
    docs = [ruleset.write_move(move) for move in moves]
    ids, labels = move_ids(version, docs), words.labels(docs, table, names)
    abouts = ruleset.about.of_moves(docs, seat, table)
    listed = [
        {"id": move_id, "label": label, "move": doc, "about": about}
        for move_id, label, doc, about in zip(ids, labels, docs, abouts, strict=True)
    ]
    return {"moves": listed, "prompt": words.prompt(docs, view, names) if docs else None}


def put_label(stored: Doc, language: str) -> Doc:
    """Return a stored evaluation of a move, with the label in this language instead of all labels."""
    rest = {name: value for name, value in stored.items() if name not in ("move", "labels")}
    return {"move": stored["move"], "label": stored["labels"][language], **rest}


def move_ids(version: int, moves: Sequence[Doc]) -> list[str]:
    """Return the ids of all legal moves of a seat: `<version>-<index in the list>-<checksum of 4 hex digits>`.

    All ids of a list contain the same checksum, that of the whole list. So an id from another list is invalid.
    A checksum for each move would compress less well.
    """
    text = orjson.dumps([version, moves], option=orjson.OPT_SORT_KEYS)
    check = hashlib.blake2s(text, digest_size=2).hexdigest()
    return [f"{version}-{number}-{check}" for number in range(len(moves))]


def replay_document(game: Game, entries: Sequence[Entry], language: str = LANGUAGES[0]) -> Doc:
    """Return the replay of a finished game with nothing hidden: seed, setup, result, and every move with its events."""
    tell = teller(game.ruleset, names_of(game), language)
    return {
        **_outline(game),
        "format": game.setup.format,
        "secret": game.setup.secret.hex(),
        "salt": game.setup.salt.hex(),
        "seed": game.setup.seed.hex(),
        "moves": [_open_entry(number, entry, tell) for number, entry in enumerate(entries, 1)],
        "result": turn_clock.result_with_forfeits(game),
    }


def _open_entry(version: int, entry: Entry, tell: Tell) -> Doc:
    told = zip(entry.events, entry.about, strict=True)
    events = [tell({**event.reveal(), "about": about}) for event, about in told]
    return {"version": version, "seat": entry.seat, "at": moment(entry.at_ms), "move": entry.move, "events": events}


def _outline(game: Game) -> Doc:
    setup = game.setup
    people = (at for at, seat in enumerate(setup.seats) if seat.type == "human")
    return {
        "id": game.id,
        "ruleset": setup.ruleset,
        "created_at": moment(setup.created_ms),
        "commitment": setup.commitment,
        "contributions": [{"seat": seat, "contribution": text} for seat, text in sorted(setup.contributions.items())],
        "rated": setup.rated,
        "seats": [_seat(game, number, seat) for number, seat in enumerate(game.seats)],
        "options": {**setup.options, **turn_clock.options_of(setup.clock, setup.resign)},
        "public": setup.table.public,
        "inviters": setup.table.inviters,
        "watch": setup.table.watch,
        "host_name": setup.table.host_name or next((game.seats[at].name for at in people), None),
        **({"imported": True} if setup.imported else {}),
    }


def _seat(game: Game, number: int, seat: Seat) -> dict[str, Any]:
    status = "taken"
    if seat.type == "open":
        status = "reserved" if game.setup.table.rematch_of else "open"
    if game.timing is not None and number in game.timing.away:
        status = "away"
    if number in game.forfeited:
        status = "forfeited"
    if number in game.resigned:
        status = "resigned"
    usual = {"seat": number, "type": seat.type, "name": seat.name, **level_fields(seat.level), "status": status}
    more = {"milliseconds": seat.milliseconds, "bot": seat.bot}
    return usual | {field: value for field, value in more.items() if value is not None}
