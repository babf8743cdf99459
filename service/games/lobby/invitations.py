"""Invitations to the open seats of a game: creating, finding, revoking, using."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from engine.ruleset import Doc
from service.config.timestamps import moment
from service.games.core import projection
from service.games.core.game_errors import Forbidden, NoSuchSeat
from service.games.core.game_service import Games
from service.games.core.model import Answer, Game
from service.games.lobby import seat_claims, seat_tokens
from service.store.games.invitation_codes import CODE_LENGTH, Invitation, InvitationStore
from service.store.games.records import Seat
from service.store.redis.store_errors import Conflict, NoSuchGame, NoSuchInvitation, SeatTaken

MIN_SECONDS: Final = 60
MAX_SECONDS: Final = 30 * 24 * 3600
DEFAULT_SECONDS: Final = 7 * 24 * 3600
"""How long an invitation is valid, in seconds."""


@dataclass(frozen=True, slots=True)
class Inviter:
    """A person who may invite: the player of `seat`, or the host (`None`)."""

    game: Game
    seat: int | None


class Invitations:
    """The invitations to stored games. Any call may raise `StoreUnavailable`."""

    def __init__(self, games: Games) -> None:
        self._games = games
        self._store = InvitationStore(games.store.redis, games.store.idle_ttl)

    def inviter(self, game_id: str, token: str) -> Inviter:
        """Return the holder of a token. Raises `Forbidden` if the holder may not invite.

        Also raises `NoSuchGame`, `Unauthorized`.
        """
        game = self._games.queries.load_game(game_id)
        if game.is_host(token):
            return Inviter(game, None)
        seat = seat_tokens.seat_of(token, game.digests)
        if seat is None:
            raise self._games.queries.token_refusal(token, game)
        if game.setup.table.inviters != "players":
            raise Forbidden("only the host can invite players to this game")
        return Inviter(game, seat)

    def invite(self, inviter: Inviter, seat: int | None, seconds: int) -> Invitation:
        """Create an invitation to this open seat. If `seat` is `None`, it is an invitation to any open seat.

        Raises `NoSuchSeat`, `SeatTaken`, `TooManyInvitations`.
        """
        game = inviter.game
        if seat is not None and seat not in range(len(game.seats)):
            raise NoSuchSeat("the game has no such seat")
        if not game.open_seats or (seat is not None and game.seats[seat].type != "open"):
            raise SeatTaken("there is no such open seat")
        return self._store.add_invitation(game.id, seat, inviter.seat, seconds)

    def visible_invitations(self, inviter: Inviter) -> list[Invitation]:
        """Return the valid invitations that the inviter may see. The host sees all, a player only the player's own."""
        invitations = self._store.invitations_to(inviter.game.id)
        return [one for one in invitations if inviter.seat is None or one.by == inviter.seat]

    def withdraw_invitation(self, inviter: Inviter, name: str) -> None:
        """Revoke an invitation. Raises `NoSuchInvitation`."""
        for one in self.visible_invitations(inviter):
            if one.id == name:
                self._store.delete_invitation(one)
                return
        raise NoSuchInvitation("there is no such invitation")

    def find_invitation(self, code: str) -> tuple[Invitation, Game]:
        """Return the invitation with a code, and its game. Raises `NoSuchInvitation` on any failure."""
        invitation = self._store.find_by_code(code)
        try:
            return invitation, self._games.queries.load_game(invitation.game_id)
        except NoSuchGame:
            raise NoSuchInvitation("there is no such invitation") from None

    def join(self, code: str, name: str | None, idempotency_key: str | None, contribution: str | None = None) -> Answer:
        """Take the seat of the invitation with this code. If the invitation is to any open seat, take the first one.

        The reply is as for `Games.claim_seat`. Raises `NoSuchInvitation`, `SeatTaken`, `NameTaken`, `CannotContribute`.
        Repeating the request with the same key returns the first reply.
        """
        while True:
            invitation, game = self.find_invitation(code)
            memo, store = None, self._games.store
            if idempotency_key is not None:
                memo = store.memo(game.id, f"join:{invitation.id}:{idempotency_key}", [name, contribution])
            open_seats = [number for number, seat in enumerate(game.seats) if seat.type == "open"]
            seat = next(iter(open_seats), 0) if invitation.seat is None else invitation.seat
            try:
                key, by = idempotency_key or "", invitation.id
                joined = seat_claims.take_seat(
                    store,
                    self._games.notices,
                    game,
                    seat,
                    Seat("human", name),
                    memo,
                    key,
                    by,
                    contribution=contribution,
                )
                return self._games.announce_joined(joined)
            except Conflict:
                continue
            except SeatTaken:
                if invitation.seat is None and seat in open_seats:
                    # Another player was faster: try the next open seat.
                    continue
                raise


def invitation_document(invitation: Invitation) -> Doc:
    """Return the invitation as the host and inviting players see it."""
    half = CODE_LENGTH // 2
    return {
        "id": invitation.id,
        "game": invitation.game_id,
        "code": f"{invitation.code[:half]}-{invitation.code[half:]}",
        "seat": invitation.seat,
        "invited_by": invitation.by,
        "created_at": moment(invitation.created_ms),
        "expires_at": moment(invitation.expires_ms),
    }


def offer_document(invitation: Invitation, game: Game) -> Doc:
    """Return the invitation as anyone with the code sees it."""
    return {
        "seat": invitation.seat,
        "expires_at": moment(invitation.expires_ms),
        "game": projection.summary_document(game, game.status),
    }
