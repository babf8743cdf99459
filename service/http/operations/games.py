"""Operations on stored games."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from flask import Response

from service.games import Game, Seat
from service.games.core import projection
from service.games.core.include_option import Include
from service.games.lobby.game_request import budgets_of
from service.http.middleware.cached_document import for_one, lasting
from service.http.middleware.http_helpers import (
    ETAG,
    IDEMPOTENCY_KEY,
    IF_MATCH,
    IF_NEW,
    IF_NONE_MATCH,
    LOCATION,
    MIN_SECRET_KEY,
    REPLAYED,
    SECRET_KEY,
    bearer,
    enter_game,
    etag,
    expected_version,
    game_reply,
    games,
    idempotency_key,
    joined_reply,
    played_reply,
    post_moves,
    queries,
    reply,
    since_moves,
)
from service.http.middleware.rate_limits import CALLS, count_thinking, key_for, key_name, own_key
from service.http.openapi.blueprints import CLAIMING, NEEDED_TOKEN, WATCHING, Operations
from service.http.operations import streams
from service.http.operations.players import own_game
from service.http.operations.query_parameters import EventsQuery, GameQuery, IncludeQuery, PlayQuery, SinceQuery
from service.http.problems.problem_details import INVALID_REQUEST, Refused
from service.http.schemas import games as schemas
from service.http.schemas.history import EventList, Played, Replay
from service.http.schemas.languages import language
from service.http.schemas.moves import LegalMoves, PlayRequest
from service.http.schemas.new_games import ClaimSchema, NewGame
from service.store.games.visibility import Visibility

OF_MOVES = (
    "not-found not-your-turn game-over game-waiting seat-away seat-forfeited seat-resigned "
    "conflict version-mismatch idempotency-key-reused"
)
"""The problems of every call that acts with a seat's token."""

REPLAY_SECONDS = 3600
"""How long caches may keep a replay. It changes only if names are erased or words corrected. Caches cannot notice that,
but after an hour all copies are up to date.
"""

blueprint = Operations("games", "Games, stored and played.", "unavailable newer-format")


@blueprint.operation("/games", method="POST", fails="not-found", headers=(SECRET_KEY,), limit=CALLS)
@blueprint.arguments(IncludeQuery, location="query")
@blueprint.arguments(NewGame)
@blueprint.response(201, schemas.JoinedGame, description="The new game.", headers={**LOCATION, **REPLAYED})
def create_game(query: dict[str, Any], body: dict[str, Any]) -> Response:
    """Create a game

    The reply has one secret token per human seat and the `host_token`, shown only now. A game with open seats waits
    until they are claimed: in a `public` game by anyone, otherwise by invitation. The cards are dealt when the last
    seat is claimed; before that the `view` is null. Each started second of thinking time counts as a decision for the
    rate limit: the `milliseconds` of each AI seat, and for each person the longer of `takeover_milliseconds` and
    `resign_milliseconds`.

    With a `webhook` the server sends notices to that URL: about turns, the end of the game and more (see the
    contract's `webhooks`). It signs them with a secret, which is shown only now. The server must be allowed to call
    the URL. Usually, that means an https URL whose host has only public addresses.
    """
    seats = [Seat(**seat) for seat in body["seats"]]
    options = body.get("options", {})
    count_thinking(*budgets_of(seats, options.get("takeover_milliseconds"), options.get("resign_milliseconds")))
    if body.get("public") and body.get("watch") == "players":
        wrong = ["must be `anybody` in a public game"]
        raise Refused(INVALID_REQUEST, "The request does not match the contract.", errors={"watch": wrong})
    if body.get("metadata") or any(seat.personal for seat in seats):
        own_key()
    key = idempotency_key(MIN_SECRET_KEY)
    answer = games().create_game(
        body["ruleset"],
        seats,
        options,
        body.get("seed"),
        key,
        webhook=body.get("webhook", {}).get("url"),
        include=_include(query),
        table=Visibility(
            public=body.get("public", False),
            inviters=body.get("inviters", "host"),
            host_name=body.get("host_name"),
            owner=key_name(),
            watch=body.get("watch", "anybody"),
        ),
        metadata=body.get("metadata"),
    )
    return joined_reply(answer)


@blueprint.operation(
    "/games/<game>/seats/<int:seat>",
    method="POST",
    token=CLAIMING,
    fails=(
        "not-found invitation-needed seat-taken idempotency-key-reused game-over seat-away "
        "seat-forfeited seat-resigned name-taken conflict"
    ),
    headers=(SECRET_KEY,),
    limit=CALLS,
)
@blueprint.arguments(SinceQuery, location="query")
@blueprint.arguments(ClaimSchema, required=False)
@blueprint.alt_response(200, schema=schemas.JoinedGame, description="You are back at your seat.", headers=ETAG)
@blueprint.response(201, schemas.JoinedGame, description="The seat is yours.", headers={**LOCATION, **REPLAYED})
def claim_seat(query: dict[str, Any], body: dict[str, Any], game: str, seat: int) -> Response:
    """Claim an open seat, or return to your own

    The reply has the seat's secret token, shown only now. When the last open seat is claimed, the cards are dealt and
    the game begins; before that the `view` is null. In a public game anyone may claim an open seat. In other games this
    call needs the `host_token` or the API key that created the game (else `invitation-needed`), and players use an
    invitation (`POST /v1/invitations/{code}`).

    With the token of this seat itself, the call ends an absence. If the seat is `away`, the AI stops playing it, and
    all viewers get the event `seat_returned`. If it is the seat's turn, the full time starts again. The reply is a 200
    without a token. If the seat is not away, nothing changes. A return ignores the body and an Idempotency-Key. After
    version 1500 players cannot return (`seat-away`); a game gets that far only if players keep leaving and returning.
    """
    token = bearer()
    if token is not None and not queries().load_game(game).is_host(token):
        current, own = queries().load_for_token(game, token)
        if own == seat:
            back = games().return_to_seat(current, seat, _include(query))
            return reply(back.document, headers={"ETag": f'"{etag(back.version, seat, current.etag_suffix(seat))}"'})
    key = idempotency_key(MIN_SECRET_KEY)
    personal = {name: body[name] for name in ("player", "metadata") if name in body}
    if personal:
        own_game(game, "games")
    contribution, owner = body.get("contribution"), key_for("games")
    claimed = games().claim_seat(
        game, seat, body.get("name"), key, token, _include(query), contribution, owner=owner, **personal
    )
    return joined_reply(claimed)


@blueprint.operation(
    "/games/<game>", token=WATCHING, fails="not-found game-waiting game-running history-lost", headers=(IF_NONE_MATCH,)
)
@blueprint.arguments(GameQuery, location="query")
@blueprint.response(200, schemas.GameSchema, description="The game.", headers=ETAG)
@blueprint.alt_response(304, description="Unchanged for this viewer.", headers=ETAG)
def get_game(query: dict[str, Any], game: str) -> Response:
    """Get a game

    The answer shows what the token's seat may see or, without a token, what a spectator may see.
    `?after=17&wait=20&include=moves,events` waits until the game is past version 17, and returns the game, the events
    since then, and the seat's legal moves.

    `?version=7` shows the game as the viewer could see it at that version, without a `deadline`. After the end anyone
    may see any version from any seat (`?version=7&view=0`), so a client can show a replay without knowing the rules. If
    an upgrade has changed the rules of the game, earlier versions may be `history-lost`. The API key that created the
    game sees it as a spectator does, with `player` and `metadata`.
    """
    if "version" in query or "view" in query:
        return _past(query, game)
    key = key_for("read")
    if "after" in query:
        current, viewer = queries().wait_for_change(game, bearer(), query["after"], query["wait"], key)
    else:
        current, viewer = queries().load_for_token(game, bearer(), key)
    if viewer is None and current.is_owned_by(key):
        return for_one(projection.owned(queries().document_for(current, None, _include(query)), current))
    tag = etag(current.version, viewer, current.etag_suffix(viewer))
    return game_reply(tag, lambda: queries().document_for(current, viewer, _include(query)))


@blueprint.operation("/games/<game>/moves", token=NEEDED_TOKEN, fails="not-found")
@enter_game
@blueprint.response(200, LegalMoves, description="The legal moves.")
def list_moves(game: Game, seat: int) -> Response:
    """List the legal moves of the token's seat

    The list has every legal move exactly once. It is empty if the seat may not move now.
    """
    return reply(queries().moves_for(game, seat, language()))


@blueprint.operation(
    "/games/<game>/moves",
    method="POST",
    token=NEEDED_TOKEN,
    fails=f"{OF_MOVES} illegal-move not-foreseeable",
    headers=(IF_MATCH, IDEMPOTENCY_KEY),
)
@enter_game
@blueprint.arguments(PlayQuery, location="query")
@blueprint.arguments(PlayRequest)
@blueprint.alt_response(204, description="Only with `dry_run`: the moves would be accepted.")
@blueprint.response(200, Played, description="The moves are made.", headers={**ETAG, **REPLAYED})
def play_moves(query: dict[str, Any], body: dict[str, Any], game: Game, seat: int) -> Response:
    """Make one or several moves

    The server makes all the moves for the token's seat, or none. A `move_id` that names no legal move of the present
    version is a `conflict`. If only other seats have moved in the meantime (by a reaction, say), a `move` or `moves`
    without `If-Match` is made in the newer version, provided that it is still legal.

    `?wait=20&include=moves` answers when it is the seat's turn again, with everything that has happened since the
    moves, and the seat's legal moves. If you repeat a request, the answer includes the same optional
    parts as the first answer.

    With `dry_run=true` nothing changes: the answer is 204, or the refusal that the moves would get. The answer reveals
    no hidden information: if a move would reveal something, any moves after it are refused as `not-foreseeable`. An
    Idempotency-Key is ignored.
    """
    if query["dry_run"]:
        games().test_moves(game, seat, **body, if_match=expected_version(game.version))
        return Response(status=204)
    include = _include(query)
    answer = post_moves(body, game, seat, include)
    if query["wait"]:
        answer = queries().await_turn(answer, seat, query["wait"], since_moves(body, answer, include))
    return played_reply(answer, seat)


@blueprint.operation(
    "/games/<game>/undo",
    method="POST",
    token=NEEDED_TOKEN,
    fails=f"{OF_MOVES} cannot-undo",
    headers=(IF_MATCH, IDEMPOTENCY_KEY),
)
@enter_game
@blueprint.arguments(SinceQuery, location="query")
@blueprint.response(200, Played, description="The move is taken back.", headers={**ETAG, **REPLAYED})
def undo_move(query: dict[str, Any], game: Game, seat: int) -> Response:
    """Take back the last move

    This takes back the last move of the token's seat, in that seat's own turn. Repeat it to take back the whole turn. A
    move that revealed anything to any player cannot be taken back (`cannot-undo`): one that turned up a card, showed a
    card of a hand, or was decided by chance. Nothing is deleted: the version grows, and all viewers get the event
    `move_undone`.
    """
    version, include = expected_version(game.version), _include(query)
    answer = games().undo_move(game, seat, if_match=version, idempotency_key=idempotency_key(), include=include)
    return played_reply(answer, seat)


@blueprint.operation(
    "/games/<game>/events",
    token=WATCHING,
    fails="not-found game-over too-many-streams",
    headers=(streams.LAST_EVENT_ID,),
)
@blueprint.arguments(EventsQuery, location="query")
@blueprint.response(200, EventList, description="What happened.")
@blueprint.doc(responses={200: {"content": streams.CONTENT}})
def list_events(query: dict[str, Any], game: str) -> Response:
    """List what happened

    The events are in order, as the token's seat or, without a token, a spectator may see them. If an upgrade of the
    service corrected a rule, and the correction would have changed this game, moves from before the upgrade may have no
    events.

    With `Accept: text/event-stream` the answer is a stream of server-sent events, which continues with the game. Each
    version has one message `events`: its id is the version, its data the JSON answer for that version alone. After the
    end of the game there is one message `game_over` with the id `over` and `{"version", "result"}` as its data, and the
    stream ends. With `Last-Event-ID` the stream resumes after that message. If that was the last message, the request
    is refused as `game-over`, so that browsers do not reconnect. During silence the server sends comments. Streams
    ignore `wait`. A browser's `EventSource` cannot send a token, so it sees what a spectator may see. For a seat, read
    the stream with `fetch`.
    """
    if streams.is_preferred():
        response = streams.stream(*queries().load_for_token(game, bearer(), key_for("read")), query["after"])
    else:
        current, viewer = queries().wait_for_change(game, bearer(), query["after"], query["wait"], key_for("read"))
        response = reply(queries().events_for(current, viewer, query["after"], language()))
    response.vary.add("Accept")
    return response


@blueprint.operation("/games/<game>/replay", token=WATCHING, fails="not-found game-running", headers=(IF_NEW,))
@blueprint.response(200, Replay, description="The whole game.", headers=ETAG)
@blueprint.alt_response(304, description="Unchanged.", headers=ETAG)
def get_replay(game: str) -> Response:
    """Get the replay of a finished game

    The replay has the secret, the seed that follows from it, the setup, and every move with its events: enough to
    replay the game and check every shuffle. Any cache may keep it for an hour, unless only players may watch the game.
    """
    current, _ = queries().load_for_token(game, bearer(), key_for("read"))
    replay = queries().whole_replay(current, language())
    return for_one(replay) if current.setup.table.watch == "players" else lasting(replay, REPLAY_SECONDS)


def _past(query: Mapping[str, Any], game_id: str) -> Response:
    """Return the game at an earlier version, for the requested viewer."""
    game, viewer = queries().load_for_token(game_id, bearer(), key_for("read"))
    eyes = query.get("view", viewer)
    seat = int(eyes) if isinstance(eyes, str) and eyes.isdigit() else None if isinstance(eyes, str) else eyes
    queries().check_may_see(game, viewer, seat, include_hidden=eyes == "all")
    past = queries().past_game(game, query.get("version", game.version))
    tag = f"{etag(past.version, seat, past.etag_suffix(None))}.h{'a' if eyes == 'all' else ''}"
    include = Include.from_parts(query.get("include", ()), query.get("after", max(0, past.version - 1)), language())
    return game_reply(tag, lambda: queries().past_document(past, seat, include, include_hidden=eyes == "all"))


def _include(query: Mapping[str, Any]) -> Include:
    return Include.from_parts(query.get("include", ()), query.get("after"), language())
