"""`Games`: create, join, load and play games, in web processes and workers."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, replace
from typing import Any

from engine.errors import EngineError, GameOver, NotYourTurn
from engine.ruleset import Doc, Ruleset
from service.config import budgets
from service.games.clock import turn_clock
from service.games.core import projection, replies, webhook_notices
from service.games.core.dry_run import try_out
from service.games.core.game_errors import (
    Forbidden,
    InvitationNeeded,
    NoSuchSeat,
    SeatAway,
    SeatForfeited,
    SeatResigned,
    VersionMismatch,
)
from service.games.core.include_option import NOTHING, Include
from service.games.core.model import Answer, Game
from service.games.core.move_execution import carry_out
from service.games.core.queries import GameQueries
from service.games.core.stored_states import pack_state
from service.games.history.undo import undo
from service.games.lobby import resignation, seat_claims, seat_tokens
from service.games.lobby.game_request import GameRequest
from service.games.lobby.seat_claims import JoinResult
from service.store import Change, CommitResult, Memo, SideEffects, Store
from service.store.games.push_subscriptions import PushSubscriptions
from service.store.games.records import Seat
from service.store.games.visibility import OPEN, Visibility
from service.store.lists.bot_registry import BotStore
from service.store.lists.webhook_registry import KeyWebhook, WebhookStore
from service.store.outbox.notice_queue import Notice, NoticeStore, Occurrence, addressed
from service.store.outbox.rq_client import send_messages
from service.store.redis.store_errors import Conflict
from service.webhooks.guard import Guard

BOT_SECONDS = 30
"""The default number of seconds per move of an external bot."""
MAX_TRIES = 10
"""The highest number of attempts at a resignation. An attempt fails if an AI seat moves at the same time."""
MAX_RETRIES = 3
"""The highest number of attempts at repeating a move. An attempt fails if another seat moves at the same time."""


@dataclass
class Games:
    """All stored games. Stateless: any process may serve any call.

    - `levels`: the names of the AI levels.
    - `on_due`: called with the game's id after a commit, if an AI seat is to act. Best effort: if the call fails, the
      dispatcher finds the game in the store.
    - `on_notice`: called with the ids of new notices.
    - `guard`: checks the URLs of webhooks. Without it, webhooks are not available.
    - `most_ms`: the longest time budget allowed.
    - `bot_seconds`: an external bot's time for a move.
    - `push_key`: the public key with which browsers subscribe; `None` if they cannot.

    Any call may raise `StoreUnavailable`, and any call with a game's id may raise `NoSuchGame`.
    """

    store: Store
    rulesets: Mapping[str, Ruleset[Any, Any]]
    levels: Collection[str]
    on_due: Callable[[str], object] | None = None
    on_notice: Callable[..., object] | None = None
    guard: Guard | None = None
    most_ms: int = budgets.MAX_MILLISECONDS
    bot_seconds: int = BOT_SECONDS
    push_key: str | None = None

    def __post_init__(self) -> None:
        store = self.store
        self.queries = GameQueries(store, self.rulesets)
        self.bots = BotStore(store.redis, store.buckets)
        self.webhooks = WebhookStore(store.redis)
        self.notice_store = NoticeStore(store.redis, store.buckets)
        self.subscriptions = PushSubscriptions(store.redis)

    # --- beginning ---------------------------------------------------------------------------

    def create_game(
        self,
        ruleset: str,
        seats: Sequence[Seat],
        options: Mapping[str, Any] | None = None,
        seed: str | None = None,
        idempotency_key: str | None = None,
        webhook: str | None = None,
        include: Include = NOTHING,
        table: Visibility = OPEN,
        metadata: Mapping[str, str] | None = None,
    ) -> Answer:
        """Create a game.

        The reply has the game's document for the first human seat, or for a spectator if there is no human seat. It
        also has the seats' `tokens` and the `host_token`. With a `webhook` URL, it has a `webhook` with the URL and a
        secret. `table`: who may take open seats. Raises `NoSuchRuleset`, `InvalidGame`.

        Repeating the request with the same key within 24 hours returns the first reply, tokens included. A different
        request with the same key creates another game, because two clients may have chosen the same key. Keys must be
        unguessable, such as a UUID. Refusals are not stored.
        """
        rules, bots = (
            self.queries.ruleset(ruleset),
            self.bots.known({seat.bot for seat in seats if seat.bot is not None}),
        )
        order = GameRequest.checked(
            rules, seats, options or {}, seed, self.levels, webhook, self.guard, self.most_ms, bots
        )
        order = replace(order, table=table, metadata=metadata or {})
        made = seat_claims.store_new_game(self.store, order, idempotency_key, self.notices, self.guard, include)
        return self.announce_joined(made)

    def claim_seat(
        self,
        game_id: str,
        seat: int,
        name: str | None = None,
        idempotency_key: str | None = None,
        host_token: str | None = None,
        include: Include = NOTHING,
        contribution: str | None = None,
        *,
        owner: str | None = None,
        player: str | None = None,
        metadata: Mapping[str, str] | None = None,
    ) -> Answer:
        """Take an open seat. The reply has the game's document as the seat sees it, with the seat's token in `tokens`.

        `contribution`: a text from the player. The game's seed is derived from its secret and all contributions.

        Raises `NoSuchSeat`, `SeatTaken`, `NameTaken`, `CannotContribute`. Raises `InvitationNeeded` if the game is not
        public, unless the caller is its host or its `owner`.

        The version does not change. Claiming the last open seat deals and starts the game. Repeating the request with
        the same key within 24 hours returns the first reply, token included. Reusing the key with another name or
        contribution raises `KeyReused`.
        """
        memo, claimant = None, Seat("human", name, player=player, metadata=metadata or {})
        if idempotency_key is not None:
            request = [name, contribution, *([claimant.personal] if claimant.personal else [])]
            memo = self.store.memo(game_id, f"claim:{seat}:{idempotency_key}", request)
        while True:
            try:
                game, key = self.queries.load_game(game_id), idempotency_key or ""
                taken = seat not in range(len(game.seats)) or game.seats[seat].type != "open"
                if not (taken or game.is_open_to_all or game.is_host(host_token) or game.is_owned_by(owner)):
                    raise InvitationNeeded("you need an invitation to take an open seat of this game")
                joined = seat_claims.take_seat(
                    self.store,
                    self.notices,
                    game,
                    seat,
                    claimant,
                    memo,
                    key,
                    include=include,
                    contribution=contribution,
                )
                return self.announce_joined(joined)
            except Conflict:
                # Another player has claimed a seat meanwhile. This happens at most once per seat.
                continue

    def return_to_seat(self, game: Game, seat: int, include: Include = NOTHING) -> Answer:
        """Give a seat back to its player, who was away. Returns the same reply as `claim_seat`, but without a token.

        Changes nothing if the seat is not away. Raises `GameOver`, and what `turn_clock.end_absence` raises. Raises
        `Conflict` if another commit comes first at every attempt.
        """
        for _ in range(MAX_RETRIES):
            away = turn_clock.end_absence(game, seat)
            since = game.stored_version if include.after is None else include.after
            document = {**self.queries.document_for(game, seat, replace(include, after=since)), "tokens": {}}
            if away and game.status == "finished":
                raise GameOver("the game is over")
            try:
                if away:
                    turn_clock.put_clock(document, self.commit(game))
            except Conflict:
                game = self.queries.load_game(game.id)
                continue
            return Answer(game.id, game.version, document)
        raise Conflict("the game is changing too fast; try again")

    def resign_seat(self, game: Game, seat: int, include: Include = NOTHING) -> Answer:
        """Resign the seat permanently. Returns the same kind of reply as `play_moves`. A second call changes nothing.

        Raises what `resignation.resign` raises, and `Conflict` if another commit comes first at every attempt.
        """
        for _ in range(MAX_TRIES):
            if not resignation.resign(game, seat):
                return self.queries.answer(game, seat, include)
            try:
                answer = self._commit_with_reply(game, seat, None, include)
            except Conflict:
                game = self.queries.load_game(game.id)
                continue
            self.subscriptions.end(game.id, seat)
            return answer
        raise Conflict("the game is changing too fast; try again")

    def leave_seat(self, game: Game, seat: int) -> Game:
        """Give back a claimed seat before the game begins. Returns the game. Raises the errors of
        `resignation.give_back_seat`.
        """
        resignation.give_back_seat(self.store, game, seat)
        return self.queries.load_game(game.id)

    def renew_token(self, game: Game, seat: int, *, revoke: bool = False) -> str | None:
        """Replace the token of a person's seat, on behalf of the game's owner. Returns the new token.

        `revoke`: only make the token invalid. Raises `NoSuchSeat`, and `Conflict` if the seat was just given back.
        """
        if seat not in range(len(game.seats)):
            raise NoSuchSeat("the game has no such seat")
        if seat not in game.digests:
            raise NoSuchSeat("this seat has no token")
        token = seat_tokens.derive(game.id, seat, secrets.token_bytes(32), "")
        self.store.change_token(game.id, seat, seat_tokens.digest(token))
        return None if revoke else token

    def remove_game(self, game_id: str, token: str) -> None:
        """Remove a game that has not begun, using its host's token. Raises `GameBegun`, `Unauthorized`, `Forbidden`."""
        game = self.queries.load_game(game_id)
        if not game.is_host(token):
            if seat_tokens.seat_of(token, game.digests) is None:
                raise self.queries.token_refusal(token, game)
            raise Forbidden("only the host can remove the game")
        self.store.remove(game_id, game.setup)

    # --- playing -----------------------------------------------------------------------------

    def play_moves(
        self,
        game: Game,
        seat: int,
        moves: Sequence[Doc] = (),
        *,
        move_id: str | None = None,
        if_match: int | None = None,
        idempotency_key: str | None = None,
        include: Include = NOTHING,
    ) -> Answer:
        """Make one or several moves of a seat, all or none: `moves`, or else the legal move `move_id`.

        The reply's document is `{"version", "events", "game"}` as the seat may see it. The events are those of the
        moves, or those after version `include.after` if that is set. Raises the first of these refusals that applies:
        `KeyReused`, `VersionMismatch`, those of `Game.check_turn`, `UnknownMoveId`, `MalformedMove`, `IllegalMove`.

        If another move is committed first, a call with `if_match` raises `VersionMismatch`, and a call with only
        `move_id` raises `Conflict`. Any other call tries its moves again on the newer version. It raises `Conflict` if
        the seat itself has moved, or if a move is no longer legal. Do not use `game` after this call.

        An idempotency key belongs to the seat. Only replies to accepted moves are stored, for 24 hours. A repeated
        request gets the first reply, worded in the language that it now asks for. Its `if_match` is ignored.
        """
        memo, first = self._check_request(game, seat, [list(moves), move_id], if_match, idempotency_key, include)
        if first is not None:
            return first
        carry_out(game, seat, moves, move_id)
        try:
            return self._commit_with_reply(game, seat, memo, include)
        except Conflict:
            if if_match is not None or move_id is not None:
                raise self._refusal(game.id, seat, if_match) from None
        return self._retry(game.id, game.stored_version, seat, moves, memo, include)

    def test_moves(
        self, game: Game, seat: int, moves: Sequence[Doc], *, move_id: str | None = None, if_match: int | None = None
    ) -> None:
        """Check whether `play_moves` would accept the moves. If it would refuse them, raises the same refusal.

        Changes nothing, and reveals no hidden information to the seat. Raises `NotForeseeable` if a later move depends
        on something that an earlier move would reveal.
        """
        self._check_request(game, seat, None, if_match, None, NOTHING)
        try_out(game, seat, moves, move_id)

    def undo_move(
        self,
        game: Game,
        seat: int,
        *,
        if_match: int | None = None,
        idempotency_key: str | None = None,
        include: Include = NOTHING,
    ) -> Answer:
        """Undo the seat's last move. Repeated calls can undo the whole turn.

        The reply's document is `{"version", "events", "game"}` as the seat may see it; the version grows as with a
        move. Raises the first of these refusals that applies: `KeyReused`, `VersionMismatch`, those of
        `Game.check_turn`, `CannotUndo`. If another move was committed first, raises `VersionMismatch` for a call with
        `if_match`, and `Conflict` for any other call. Idempotency keys work as for `play_moves`.
        """
        memo, first = self._check_request(game, seat, "undo", if_match, idempotency_key, include)
        if first is not None:
            return first
        undo(game, seat)
        try:
            return self._commit_with_reply(game, seat, memo, include)
        except Conflict:
            raise self._refusal(game.id, seat, if_match) from None

    def _check_request(
        self, game: Game, seat: int, request: Any, if_match: int | None, idempotency_key: str | None, include: Include
    ) -> tuple[Memo | None, Answer | None]:
        """Return the memo of a seat's request and, if the request is a repeated one, the first reply.

        Raises `KeyReused`. For a new request, also raises `VersionMismatch` and the refusals of `Game.check_turn`.
        """
        memo = None
        if idempotency_key is not None:
            memo = self.store.memo(game.id, f"{seat}:{idempotency_key}", request, game.ruleset.key)
            if (first := self.store.recall(memo)) is not None:
                return memo, replies.repeat(game, first, include)
        if if_match is not None and if_match != game.version:
            raise VersionMismatch(game.version)
        game.check_turn(seat)
        return memo, None

    def _commit_with_reply(self, game: Game, seat: int, memo: Memo | None, include: Include) -> Answer:
        """Commit the seat's changes in this copy. Returns the reply. Raises `Conflict`."""
        answer = self.queries.answer(game, seat, include)
        written = self.commit(game, memo, replies.remembered(answer) if memo else b"")
        if written.first is not None:
            # The same request was committed before.
            return replies.repeat(game, written, include)
        turn_clock.put_clock(answer.document["game"], written)
        return answer

    def _retry(
        self, game_id: str, began: int, seat: int, moves: Sequence[Doc], memo: Memo | None, include: Include
    ) -> Answer:
        """Try moves again in the current game. They were sent for version `began`.

        Raises `Conflict` if a move is no longer legal, or if the seat itself has moved since `began`. Such a seat
        has sent two requests for the same version, and only one of them may succeed.
        """
        for _ in range(MAX_RETRIES):
            game = self.queries.load_game(game_id)
            # Look for a memo after loading the game: the game may contain the moves of an identical request.
            if memo and (first := self.store.recall(memo)) is not None:
                return replies.repeat(game, first, include)
            game.check_turn(seat)
            if any(entry.seat == seat for entry in self.store.log(game_id, began, game.version)):
                break
            try:
                carry_out(game, seat, moves, None)
            except EngineError:
                # The move was legal when it was sent, but no longer is.
                break
            try:
                return self._commit_with_reply(game, seat, memo, include)
            except Conflict:
                continue
        raise Conflict("another move came between; read the game again")

    def commit(self, game: Game, memo: Memo | None = None, answer: bytes = b"", wakes: bool = True) -> CommitResult:
        """Store the changes in this copy, all or none. Raises `Conflict` if the game has changed.

        `memo`, `answer`: the reply to store for repeated requests; `wakes`: whether to call `on_due` if AI seats are
        to act.
        """
        change = self._change_of(game)
        with self._finished_history(game):
            written = self.store.commit(change, memo, answer)
        if written.first is None:
            game.mark_committed(turn_clock.timing_after(change.side_effects, written))
        # Send notices even if the memo was already stored: this very commit may have stored it, if Redis' first
        # answer was lost.
        self._send_messages(game, change.side_effects.notices, change.side_effects.due and wakes)
        return written

    def _change_of(self, game: Game) -> Change:
        """Return what the commit of this copy writes, with the side effects."""
        tick = turn_clock.tick(game)
        notices = self.notices(game, list(webhook_notices.of_moves(game, tick))) if game.notifies else ()
        return Change(
            game.id,
            game.setup,
            game.stored_version,
            tuple(game.uncommitted),
            pack_state(game.ruleset, game.state),
            SideEffects(bool(game.due), tick, notices, game.bots()),
            finished=game.status == "finished",
            undo=game.undo,
        )

    def _finished_history(self, game: Game) -> AbstractContextManager[None]:
        """Add a finished game to its players' history. Its last move must be stored inside the block."""
        rows = projection.history_rows(game) if game.status == "finished" else []
        return self.store.players.ending(game.owner, rows, game.id)

    def _refusal(self, game_id: str, seat: int, if_match: int | None) -> Exception:
        """Return the error for a move that was made for an older version. The current game decides which error."""
        game = self.queries.load_game(game_id)
        if if_match is not None:
            return VersionMismatch(game.version)
        try:
            game.check_turn(seat)
        except (NotYourTurn, GameOver, SeatAway, SeatForfeited, SeatResigned) as refusal:
            return refusal
        return Conflict("another move came between; read the game again")

    # --- inside ------------------------------------------------------------------------------

    def announce_joined(self, joined: JoinResult) -> Answer:
        """Send the messages about a created game or a claimed seat. Returns the reply to the request."""
        if joined.game is not None:
            self._send_messages(joined.game, joined.notices, bool(joined.game.due))
        return joined.answer

    def notices(self, game: Game, news: Sequence[Occurrence]) -> tuple[Notice, ...]:
        """Return the notices to the game's webhooks about these occurrences."""
        return webhook_notices.notices_of(self.webhooks, game, news)

    def ping(self, webhook: KeyWebhook) -> str:
        """Send a ping, a notice without content, to the webhook. Returns the notice's id."""
        news = Occurrence(secrets.token_hex(16), webhook_notices.PING, webhook_notices.PING, {"webhook": webhook.id})
        [notice] = addressed([news], [replace(webhook.hook, types=())])
        self.notice_store.add_notice(notice, 0)
        send_messages(self.on_notice, notice.id)
        return notice.id

    def _send_messages(self, game: Game, notices: Sequence[Notice], due: bool) -> None:
        if due:
            send_messages(self.on_due, game.id)
        send_messages(self.on_notice, *(notice.id for notice in notices if not notice.news.ahead))
