"""`Games`: create, join, load, look, play, wait, replay; the same for the web process and for the workers."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
from typing import Any

from engine.errors import EngineError, GameOver, NotYourTurn
from engine.ruleset import Doc, Ruleset
from service.config import budgets
from service.games.clock import turn_clock
from service.games.core import replies, webhook_notices
from service.games.core.change_feed import announce
from service.games.core.dry_run import try_out
from service.games.core.game_errors import (
    Forbidden,
    InvitationNeeded,
    SeatAway,
    SeatForfeited,
    SeatResigned,
    VersionMismatch,
)
from service.games.core.include_option import NOTHING, Include
from service.games.core.model import Answer, Game
from service.games.core.move_execution import carry_out
from service.games.core.queries import Looking
from service.games.core.stored_states import pack_state
from service.games.history.undo import undo
from service.games.lobby import resignation, seat_claims, seat_tokens
from service.games.lobby.game_request import Order
from service.games.lobby.seat_claims import Joined
from service.store import Change, Memo, Store, Written
from service.store.games.records import Seat
from service.store.games.visibility import OPEN, Table
from service.store.lists.bot_registry import BotStore
from service.store.outbox.notice_queue import Hook, Notice
from service.store.redis.store_errors import Conflict
from service.webhooks.guard import Guard

BOT_SECONDS = 30
"""The seconds an external bot has for a move, unless the settings say otherwise."""
MAX_TRIES = 10
"""How often somebody tries to resign while moves of AI seats keep coming between."""
MAX_RETRIES = 3
"""How often a move is tried again while moves of other seats keep coming between."""


class Games(Looking):
    """All stored games. Stateless: any process may serve any call; one instance per process, for all threads.

    `levels` are the names of the AI levels; `on_due` is called with a game's id right after a commit that leaves
    it to an AI seat (best effort: when it fails, the dispatcher finds the game in the store), and `on_notice` with the
    id of each notice that a call has left for a webhook. `guard` says where webhooks may lead; without it there are
    none. `most_ms`: the longest budget of time that a client may give a bot; `bot_seconds`: what an external bot has
    for a move. Any call may raise `StoreUnavailable`, and any call with a game's id `NoSuchGame`.
    """

    def __init__(
        self,
        store: Store,
        rulesets: Mapping[str, Ruleset[Any, Any]],
        levels: Collection[str],
        on_due: Callable[[str], object] | None = None,
        on_notice: Callable[[str], object] | None = None,
        guard: Guard | None = None,
        most_ms: int = budgets.MAX_MILLISECONDS,
        bot_seconds: int = BOT_SECONDS,
    ) -> None:
        super().__init__(store, rulesets)
        self.bots = BotStore(store.redis, store.buckets)
        self.bot_seconds = bot_seconds
        self.levels = levels
        self.most_ms = most_ms
        self._on_due = on_due
        self._on_notice = on_notice
        self._guard = guard

    # --- beginning ---------------------------------------------------------------------------

    def create(
        self,
        ruleset: str,
        seats: Sequence[Seat],
        options: Mapping[str, Any] | None = None,
        seed: str | None = None,
        idempotency_key: str | None = None,
        webhook: str | None = None,
        key_hook: Hook | None = None,
        include: Include = NOTHING,
        table: Table = OPEN,
    ) -> Answer:
        """A new game. `body` is the game's document (viewer: the first human seat, else a spectator) and `seat_tokens`.

        The host's token is there too (`host_token`); open seats are open to those whom the `table` lets in.

        With the URL of a `webhook` also that and its secret, under `webhook`. `key_hook` is told of the game as well.
        Raises `NoSuchRuleset`, `InvalidGame`. The same key with the same request within 24 hours gets the first
        answer again, tokens included; with another request it makes another game, since this call knows no client
        to whom the key could belong. Keys must therefore be unguessable (a UUID). Refusals are not remembered.
        """
        rules, bots = self._ruleset(ruleset), self.bots.known({seat.bot for seat in seats if seat.bot is not None})
        order = Order.checked(rules, seats, options or {}, seed, self.levels, webhook, self._guard, self.most_ms, bots)
        order = replace(order, table=table)
        made = seat_claims.create(self.store, order, idempotency_key, key_hook, self._guard, include)
        return self.announce_joined(made)

    def claim(
        self,
        game_id: str,
        seat: int,
        name: str | None = None,
        idempotency_key: str | None = None,
        host_token: str | None = None,
        include: Include = NOTHING,
        contribution: str | None = None,
    ) -> Answer:
        """Take an open seat. `body` is the game's document as that seat sees it and `seat_tokens` with its token.

        `contribution`: a text that the player adds to the game's secret, from which all chance comes.
        Raises `NoSuchSeat`, `SeatTaken`, `NameTaken`, `CannotContribute`, and `InvitationNeeded` unless the game is
        open to all, or this is its host. The game's version stays. With the last open seat it is dealt and active.
        The same key with the same request within 24 hours gets the first answer again, token included; with another
        name or contribution: `KeyReused`.
        """
        memo = None
        if idempotency_key is not None:
            memo = self.store.memo(game_id, f"claim:{seat}:{idempotency_key}", [name, contribution])
        while True:
            try:
                game, key = self.load(game_id), idempotency_key or ""
                taken = seat not in range(len(game.seats)) or game.seats[seat].type != "open"
                if not (taken or game.is_open_to_all or game.is_host(host_token)):
                    raise InvitationNeeded("you need an invitation to take an open seat of this game")
                joined = seat_claims.claim(
                    self.store, game, seat, name, memo, key, include=include, contribution=contribution
                )
                return self.announce_joined(joined)
            except Conflict:
                # Another seat was claimed in between, which happens at most once for each.
                continue

    def come_back(self, game: Game, seat: int, include: Include = NOTHING) -> Answer:
        """The player of a seat that is away plays again himself. `body` is as that of `claim`, but with no token.

        Where the seat is not away nothing changes. Raises `GameOver`, `SeatForfeited`, `SeatAway` if players have gone
        and come too often; `Conflict` if moves keep coming.
        """
        for _ in range(MAX_RETRIES):
            away = turn_clock.come_back(game, seat)
            since = game.stored_version if include.after is None else include.after
            document = {**self.document(game, seat, replace(include, after=since)), "tokens": {}}
            if away and game.status == "finished":
                raise GameOver("the game is over")
            try:
                if away:
                    turn_clock.put_deadline(document, self.commit(game))
            except Conflict:
                game = self.load(game.id)
                continue
            return Answer(game.id, game.version, document)
        raise Conflict("the game is changing too fast; try again")

    def resign(self, game: Game, seat: int, include: Include = NOTHING) -> Answer:
        """The seat's player gives up, for good. `body` is as with `play`; if he has before, nothing changes.

        Raises what `resignation.resign` raises; `Conflict` if moves keep coming.
        """
        for _ in range(MAX_TRIES):
            if not resignation.resign(game, seat):
                return self._answer(game, seat, include)
            try:
                return self._settle(game, seat, None, include)
            except Conflict:
                game = self.load(game.id)
        raise Conflict("the game is changing too fast; try again")

    def leave(self, game: Game, seat: int) -> Game:
        """Give back a claimed seat of a game that has not begun: the game as it is then. Raises what
        `resignation.leave` raises.
        """
        resignation.leave(self.store, game, seat)
        return self.load(game.id)

    def remove(self, game_id: str, token: str) -> None:
        """Remove a game that has not begun, by its host's token. Raises `GameBegun`, `Unauthorized`, `Forbidden`."""
        game = self.load(game_id)
        if not game.is_host(token):
            if seat_tokens.seat_of(token, game.digests) is None:
                raise self.stranger(token, game)
            raise Forbidden("only the host can remove the game")
        self.store.remove(game_id, game.setup)

    # --- playing -----------------------------------------------------------------------------

    def play(
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
        """Carry out one or several moves of a seat, all or none: `moves`, or else the legal move `move_id`.

        `body` is `{"version", "events", "game"}` as the seat may see it: the events of the moves, or those after
        version `include.after`; `include.moves` is about the game. Refusals, in this order: `KeyReused`,
        `VersionMismatch`, what `Game.check_turn` raises, `UnknownMoveId`, `MalformedMove`, `IllegalMove`;
        `Conflict` when somebody else's move came between (with `if_match`: `VersionMismatch`). Moves without `if_match`
        and `move_id` are no conflict when only other seats have moved, say by a reaction, and they are still possible:
        then they are retried on the newer version. Load `game` again afterwards: it is stale.

        An idempotency key belongs to the seat, and only accepted moves are remembered, for 24 hours. A repeated
        request gets the first answer whatever its `if_match`, but in its own language.
        """
        memo, first = self._check_request(game, seat, [list(moves), move_id], if_match, idempotency_key, include)
        if first is not None:
            return first
        carry_out(game, seat, moves, move_id)
        try:
            return self._settle(game, seat, memo, include)
        except Conflict:
            if if_match is not None or move_id is not None:
                raise self._refusal(game.id, seat, if_match) from None
        return self._retry(game.id, game.stored_version, seat, moves, memo, include)

    def try_out(
        self, game: Game, seat: int, moves: Sequence[Doc], *, move_id: str | None = None, if_match: int | None = None
    ) -> None:
        """Whether `play` would accept this: raises its refusals in its order, and changes nothing.

        It tells nothing that the seat does not know. Raises `NotForeseeable` where it would: where of several moves
        one turns up what the next depends on.
        """
        self._check_request(game, seat, None, if_match, None, NOTHING)
        try_out(game, seat, moves, move_id)

    def undo(
        self,
        game: Game,
        seat: int,
        *,
        if_match: int | None = None,
        idempotency_key: str | None = None,
        include: Include = NOTHING,
    ) -> Answer:
        """Take back the seat's last move: again and again, to the beginning of its turn.

        `body` is `{"version", "events", "game"}` as the seat may see it; the version grows as with a move. Refusals, in
        this order: `KeyReused`, `VersionMismatch`, what `Game.check_turn` raises, `CannotUndo`; `Conflict`
        when somebody else's move came between (with `if_match`: `VersionMismatch`). Keys are as with `play`.
        """
        memo, first = self._check_request(game, seat, "undo", if_match, idempotency_key, include)
        if first is not None:
            return first
        undo(game, seat, self.store.progress(game.id, 0).entries[: game.version])
        try:
            return self._settle(game, seat, memo, include)
        except Conflict:
            raise self._refusal(game.id, seat, if_match) from None

    def _check_request(
        self, game: Game, seat: int, request: Any, if_match: int | None, idempotency_key: str | None, include: Include
    ) -> tuple[Memo | None, Answer | None]:
        """Under what the answer to the seat's request is remembered, and the first answer if it is a repeated one.

        Raises `KeyReused`, and if it is the first, `VersionMismatch` and what `Game.check_turn` raises.
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

    def _settle(self, game: Game, seat: int, memo: Memo | None, include: Include) -> Answer:
        """Commit what the seat has done in this copy, and answer it. Raises `Conflict`."""
        answer = self._answer(game, seat, include)
        written = self.commit(game, memo, answer.body if memo else b"")
        if written.first is not None:
            return replies.repeat(game, written, include)
        turn_clock.put_deadline(answer.document["game"], written)
        return answer

    def _retry(
        self, game_id: str, began: int, seat: int, moves: Sequence[Doc], memo: Memo | None, include: Include
    ) -> Answer:
        """Carry out moves that were meant for version `began` in the game as it is now, if only others have moved.

        If the seat itself has, then by another request for the same version, of which only one must win.
        """
        for _ in range(MAX_RETRIES):
            game = self.load(game_id)
            # Asked only now: an equal request that came between had written its memo when the game was loaded.
            if memo and (first := self.store.recall(memo)) is not None:
                return replies.repeat(game, first, include)
            game.check_turn(seat)
            if any(entry.seat == seat for entry in self.store.log(game_id, began, game.version)):
                break
            try:
                carry_out(game, seat, moves, None)
            except EngineError:
                # Possible when it was sent, but no longer.
                break
            try:
                return self._settle(game, seat, memo, include)
            except Conflict:
                continue
        raise Conflict("another move came between; read the game again")

    def commit(self, game: Game, memo: Memo | None = None, answer: bytes = b"", announce: bool = True) -> Written:
        """Make the moves carried out in this copy true, all or none. Raises `Conflict` when it was overtaken.

        `memo`, `answer`: under what is remembered which answer. `announce`: whether `on_due` is told if AI seats are to
        act then.
        """
        tick, news = turn_clock.tick(game), webhook_notices.of_moves(game) if game.hooks else ()
        due = bool(game.due)
        change = Change(
            game.id,
            game.setup,
            game.stored_version,
            tuple(game.pending),
            pack_state(game.ruleset, game.state),
            due=due,
            finished=game.status == "finished",
            tick=tick,
            notices=news,
            bots=game.bots(),
        )
        written = self.store.commit(change, memo, answer)
        if written.first is None:
            game.stored_version, game.pending, game.turns = game.version, [], []
            if tick is not None:
                game.timing = replace(tick.timing, deadline_ms=written.deadline_ms)
        # Also when the memo was there: it may be this commit's own, whose answer was lost.
        self._announce(game, news, due and announce)
        return written

    def _refusal(self, game_id: str, seat: int, if_match: int | None) -> Exception:
        """Why a move for one version only, which lost the race for it, is refused: told from the game as it is now."""
        game = self.load(game_id)
        if if_match is not None:
            return VersionMismatch(game.version)
        try:
            game.check_turn(seat)
        except (NotYourTurn, GameOver, SeatAway, SeatForfeited, SeatResigned) as refusal:
            return refusal
        return Conflict("another move came between; read the game again")

    # --- inside ------------------------------------------------------------------------------

    def announce_joined(self, joined: Joined) -> Answer:
        """The answer to a creation or a claim, once others were told of it."""
        if joined.game is not None:
            self._announce(joined.game, joined.news, bool(joined.game.due))
        return joined.answer

    def _announce(self, game: Game, news: Sequence[Notice], due: bool) -> None:
        if due:
            announce(self._on_due, game.id)
        for notice in news:
            announce(self._on_notice, notice.id)
