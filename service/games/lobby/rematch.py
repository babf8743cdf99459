"""Rematches: the same players at the same table, each moved by one seat, with a new deal."""

from __future__ import annotations

from dataclasses import replace

from service.games.clock import turn_clock
from service.games.core import projection, webhook_notices
from service.games.core.game_errors import CannotContribute, NotFinished
from service.games.core.game_service import Games
from service.games.core.model import Answer, Game
from service.games.core.stored_states import pack_state
from service.games.lobby import seat_tokens
from service.games.lobby.game_request import GameRequest, seed_faults
from service.games.lobby.seat_claims import JoinResult, claim_of
from service.store import SideEffects
from service.store.redis.store_errors import Conflict, NoSuchGame, SeatTaken

MAX_TRIES = 10


def rematch(games: Games, game: Game, seat: int, token: str, contribution: str | None = None) -> Answer:
    """Join the rematch of a finished game. `seat` is the player's seat in that game.

    The first request creates the rematch, which then waits for the other players. The reply is as for
    `Games.claim_seat`, with the token of the new seat; the creator also gets the `host_token`. A repeated request gets
    the same reply; its `contribution` is ignored. If the host has removed the rematch, the next request creates another
    one.

    Raises `NotFinished` or `CannotContribute`. Raises `SeatTaken` if the host has given the seat to another player.
    """
    if game.status != "finished":
        raise NotFinished("the game is not over yet")
    # Check this before anything is stored. Contributions are allowed, because the server always draws the secret.
    CannotContribute.raise_for(seed_faults("contribution", contribution))
    game_id = game.rematch or games.store.rematch(game.id)
    own = (seat - 1) % len(game.seats)
    for _ in range(MAX_TRIES):
        mine, host = (seat_tokens.following(token, game_id, what) for what in (str(own), "host"))
        try:
            following = games.queries.load_game(game_id)
        except NoSuchGame:
            game_id = _begin(games, game, seat, game_id, seat_tokens.digest(host))
            continue
        if seat_tokens.opens(mine, following.digests.get(own)):
            document = {**projection.game_document(following, own), "tokens": {str(own): mine}}
            if following.is_host(host):
                document["host_token"] = host
            return Answer(game_id, following.version, document)
        try:
            _claim(games, following, own, seat_tokens.digest(mine), contribution)
        except Conflict:
            continue
    raise Conflict("the game is changing too fast; try again")


def _begin(games: Games, before: Game, seat: int, game_id: str, host: bytes) -> str:
    """Store the rematch with this seat's player as host, unless another request has just stored it. Returns its id.

    If a rematch with the id `game_id` was removed, returns a new id and stores nothing yet.
    """
    setup = before.setup
    table = replace(setup.table, rematch_of=before.id, host_name=before.seats[seat].name)
    seats = [*before.seats[1:], before.seats[0]]
    seats = [replace(seat, type="open") if seat.type == "human" else seat for seat in seats]
    order = GameRequest(before.ruleset, tuple(seats), setup.options, None, setup.clock)
    game = replace(order, table=table, resign=setup.resign).begin_game(game_id)
    state = pack_state(game.ruleset, game.state)
    games.store.players.enter(table.owner, [one.player for one in seats], game_id, game.setup.created_ms)
    notices = games.notices(before, [webhook_notices.of_rematch(before, game_id)])
    side_effects = SideEffects(False, turn_clock.tick(game), notices, game.bots())
    try:
        games.store.insert_game(
            game_id, game.setup, state, {}, side_effects, webhooks=before.webhooks, host=host, metadata=before.metadata
        )
    except NoSuchGame:
        return games.store.rematch(before.id, removed=game_id)
    _forget_erased(games, before, game_id)
    games.announce_joined(JoinResult(Answer(game_id, 0, {}), game, notices))
    return game_id


def _forget_erased(games: Games, before: Game, game_id: str) -> None:
    """Erase players from the rematch if they were erased everywhere else while the rematch was being stored."""
    owner, players = before.owner, {seat.player for seat in before.seats}
    if owner is not None and players != {None}:
        now = games.queries.load_game(before.id)
        for player in players - {seat.player for seat in now.seats}:
            games.store.players.erase_in([game_id], owner, player or "")


def _claim(games: Games, game: Game, seat: int, digest: bytes, contribution: str | None) -> None:
    """Take the player's seat in the rematch. Raises `SeatTaken`, `Conflict`."""
    if game.seats[seat].type != "open":
        raise SeatTaken(f"seat {seat} is not open")
    # The seat is reserved for its player.
    claimant = replace(game.seats[seat], type="human")
    joined = game.claimed(seat, claimant, contribution)
    claim = claim_of(games.notices, game, joined, seat, digest, claimant, contribution)
    games.store.fill_seat(claim)
    games.announce_joined(JoinResult(Answer(game.id, game.version, {}), joined, claim.side_effects.notices))
