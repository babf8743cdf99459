"""Games in Redis. Loading a game takes one round trip, committing a change takes another."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from operator import methodcaller
from typing import Any, cast

import orjson

from service.store.games import bucket_choice
from service.store.games.clock_record import Tick
from service.store.games.idempotency import MEMO_TTL, CommitResult, Memo, fingerprint
from service.store.games.player_index import PlayerIndex
from service.store.games.records import Entry, Head, Progress, Setup, dump_webhooks, now_ms
from service.store.games.undo_record import UndoRecord
from service.store.games.visibility import PUBLIC, of_key
from service.store.outbox.notice_queue import Hook, Notice, listeners
from service.store.redis import keys, scripts
from service.store.redis.batch import answers
from service.store.redis.client import Client, available
from service.store.redis.readiness import check_readiness
from service.store.redis.scripts import Script
from service.store.redis.store_errors import (
    Conflict,
    GameBegun,
    NoSuchGame,
    NoSuchInvitation,
    SeatTaken,
    StoreUnavailable,
)

DAY = 24 * 3600
MAX_ENTRIES = 1 << 30
_NOTICES_DELAY_MS = 1000


@dataclass(frozen=True, slots=True)
class SideEffects:
    """What a change of a game causes besides its new state.

    - `due`: whether an AI seat is to act next.
    - `tick`: the change of the clock.
    - `notices`: the notices to send.
    - `bots`: the external bots at the table; the value says whether the bot may move next.
    """

    due: bool = False
    tick: Tick | None = None
    notices: tuple[Notice, ...] = ()
    bots: Mapping[str, bool] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Change:
    """What one commit writes. `entries` lead from `version` to `state`, a stored position.

    `finished`: whether the game is over; `undo`: the moves that may then be taken back.
    """

    game_id: str
    setup: Setup
    version: int
    entries: tuple[Entry, ...]
    state: bytes
    side_effects: SideEffects
    finished: bool
    undo: UndoRecord = field(default_factory=UndoRecord)


@dataclass(frozen=True, slots=True)
class Claim:
    """A claim of a seat.

    - `open_seats`, `seats_given_back`: the game's values before the claim, for detecting conflicts.
    - `setup`, `state`: if the last seat is claimed, the game that begins and its stored position.
    - `invitation`: the id of the invitation used, if any.
    - `listing`: the line about the game for `listed.lua`.
    - `personal`: as in `Seat`.
    """

    game_id: str
    seat: int
    digest: bytes
    name: str | None
    open_seats: int
    seats_given_back: int
    side_effects: SideEffects
    contribution: str | None = None
    personal: Mapping[str, str] = field(default_factory=dict)
    setup: Setup | None = None
    state: bytes = b""
    invitation: str = ""
    listing: str = ""


class Store:
    """Games in Redis.

    Every method may raise `StoreUnavailable`, and every method that takes a game's id may raise `NoSuchGame`.
    `insert_game`, `fill_seat` and `commit` raise `StoreUnsure` if their outcome is unknown. Repeating such a call with
    the same memo is safe: it takes effect once.

    - `buckets`: the number of buckets, 1 to 16384. After a reduction, due games in the removed buckets are never
      played.
    - `idle_ttl`: the seconds from the last move until an unfinished game expires.
    - `finished_ttl`: the seconds from the last move until a finished game expires.
    - `due_delay`: the seconds from a commit until the dispatcher sends a message about the due game. The process that
      commits has already sent one, but that message may be lost. For a notice, the delay is at most one second.
    - `history_ttl`: seconds to keep a player's history.
    """

    def __init__(
        self,
        redis: Client,
        buckets: int = 256,
        idle_ttl: int = 90 * DAY,
        finished_ttl: int = 30 * DAY,
        due_delay: float = 0,
        history_ttl: int = 365 * DAY,
    ) -> None:
        if not 1 <= buckets <= keys.MAX_BUCKETS:
            raise ValueError(f"the number of buckets must be from 1 to {keys.MAX_BUCKETS}, not {buckets}")
        self.redis = redis
        self.buckets = buckets
        self.idle_ttl = idle_ttl
        self._finished_ttl = finished_ttl
        self._due_delay = round(due_delay * 1000)
        self.players = PlayerIndex(redis, history_ttl, finished_ttl)
        self._create = Script(redis, scripts.CREATE)
        self._claim = Script(redis, scripts.CLAIM)
        self._commit = Script(redis, scripts.COMMIT)
        self._leave = Script(redis, scripts.LEAVE)
        self._rematch = Script(redis, scripts.REMATCH)
        self._remove = Script(redis, scripts.REMOVE)
        self._keep = Script(redis, scripts.KEEP)
        self._token = Script(redis, scripts.TOKEN)

    def ping(self) -> None:
        """Raise `NotReady` unless Redis, or at least one node of the cluster, can do what games need."""
        check_readiness(self.redis, [keys.bucket(number) for number in range(self.buckets)])

    def counts(self) -> dict[str, int]:
        """Return the number of games by status (`keys.STATUSES`)."""
        now = now_ms()
        names = [keys.counted_games(bucket, status) for bucket in range(self.buckets) for status in keys.STATUSES]
        with available():
            counted = answers(self.redis, [(name, methodcaller("zcount", name, now, "+inf")) for name in names])
        return {status: sum(counted[at :: len(keys.STATUSES)]) for at, status in enumerate(keys.STATUSES)}

    def new_id(self) -> str:
        """Return an id in a random bucket; in a cluster, on a node that accepts writes."""
        return keys.new_id(bucket_choice.draw(self.redis, self.buckets))

    def id_of(self, name: bytes) -> str:
        """Return the id of a game. `name`: a hash of the game, at least 14 bytes."""
        return keys.new_id(int.from_bytes(name[:4], "big") % self.buckets, name[4:14])

    def insert_game(
        self,
        game_id: str,
        setup: Setup,
        state: bytes,
        digests: Mapping[int, bytes],
        side_effects: SideEffects,
        memo: Memo | None = None,
        answer: bytes = b"",
        webhooks: Sequence[Hook] = (),
        host: bytes | None = None,
        metadata: Mapping[str, str] | None = None,
    ) -> CommitResult:
        """Store a new game.

        `state`: its stored position, empty while seats are open; `host`: the hash of the host's token; `memo`: as in
        `commit`. Raises `NoSuchGame` if a game with this id was removed.
        """
        fields: dict[str, bytes | int] = {
            "setup": setup.dump_setup(),
            "version": 0,
            **({"state": state} if state else {}),
            "open": sum(seat.type == "open" for seat in setup.seats),
            **{f"token:{seat}": digest for seat, digest in digests.items()},
            **({"hooks": dump_webhooks(webhooks)} if webhooks else {}),
            **({"host": host} if host else {}),
            **setup.personal,
            **({"metadata": orjson.dumps(metadata)} if metadata else {}),
        }
        status = "waiting" if fields["open"] else "active"
        args = self._change(game_id, self.idle_ttl, None, status, side_effects, memo, answer)
        args |= {"listing": listing_of(game_id, setup), "fields": fields}
        return _outcome(game_id, self._run(self._create, game_id, args, memo), memo)

    def keep(
        self, game_id: str, setup: Setup, state: bytes, entries: Sequence[bytes], at_ms: int, timing: bytes | None
    ) -> bool:
        """Store a finished game as a whole. Returns whether it is new. If it was stored before, this only restarts its
        lifetime.

        `entries`, `timing`: in stored form; `at_ms`: the time when the game ended.
        """
        fields: dict[str, bytes | int] = {
            "setup": setup.dump_setup(),
            "version": len(entries),
            "state": state,
            "open": 0,
            "at": at_ms,
            **({} if timing is None else {"clock": timing, "deadline": 0}),
        }
        args = {"ttl": self._finished_ttl, "listing": listing_of(game_id, setup), "fields": fields, "entries": entries}
        return bool(self._run(self._keep, game_id, args))

    def fill_seat(self, claim: Claim, memo: Memo | None = None, answer: bytes = b"") -> CommitResult:
        """Store a claim of an open seat. Raises `SeatTaken` if the seat has a token other than the claim's.

        Raises `Conflict` if other seats were claimed or given back since the game was loaded, because the deal depends
        on all players. Raises `NoSuchInvitation` if the invitation is no longer valid. `memo`: as in `commit`.
        """
        status = "active" if claim.open_seats == 1 else "waiting"
        args = self._change(claim.game_id, self.idle_ttl, "waiting", status, claim.side_effects, memo, answer)
        args |= {
            "seat": claim.seat,
            "token": claim.digest,
            "name": claim.name or None,
            "contribution": claim.contribution,
            "personal": claim.personal,
            "open": claim.open_seats,
            "left": claim.seats_given_back,
            "fields": {"setup": claim.setup.dump_setup(), "state": claim.state} if claim.setup else None,
            "invitation": claim.invitation or None,
            "listing": claim.listing,
        }
        outcome = self._run(self._claim, claim.game_id, args, memo)
        if outcome == b"taken":
            raise SeatTaken(f"seat {claim.seat} is not open")
        if outcome == b"uninvited":
            raise NoSuchInvitation("the invitation is not good any more")
        return _outcome(claim.game_id, outcome, memo)

    def vacate_seat(self, game_id: str, seat: int, digest: bytes) -> None:
        """Give back a claimed seat. `digest`: the hash of its token.

        Raises `GameBegun`, and `Conflict` if the seat has another token or none.
        """
        outcome = self._run(self._leave, game_id, {"seat": seat, "token": digest})
        if outcome == b"begun":
            raise GameBegun("the game has begun")
        _outcome(game_id, b"conflict" if outcome == b"stranger" else outcome, None)

    def remove(self, game_id: str, setup: Setup, *, begun: bool = False) -> None:
        """Remove a game. If it has begun, this raises `GameBegun` and removes nothing, unless `begun` is set.

        The id of a removed rematch is not used again.
        """
        # After this time the previous game has expired, so nobody can request its rematch.
        remember = self._finished_ttl if setup.table.rematch_of else None
        args = {"listing": listing_of(game_id, setup), "remember": remember, "begun": begun}
        outcome = self._run(self._remove, game_id, args)
        if outcome == b"begun":
            raise GameBegun("the game has begun")
        _outcome(game_id, outcome, None)

    def change_token(self, game_id: str, seat: int, digest: bytes) -> None:
        """Replace the stored hash of a seat's token. Raises `Conflict` if the seat has no token."""
        _outcome(game_id, self._run(self._token, game_id, {"seat": seat, "token": digest}), None)

    def rematch(self, game_id: str, removed: str | None = None) -> str:
        """Return the id of a finished game's rematch, which is the same for every caller.

        The id is in the game's bucket, so any process that can read the game can store the rematch. `removed`: the id
        of a removed rematch, to be replaced by a new id.
        """
        following = keys.new_id(keys.bucket_of(game_id))
        outcome = self._run(self._rematch, game_id, {"next": following, "removed": removed})
        if outcome is None:
            raise NoSuchGame(f"there is no game {game_id!r}")
        return str(outcome, "ascii")

    def head(self, game_id: str) -> Head:
        with available():
            fields = self.redis.hgetall(keys.game(game_id, "head"))
        if not fields:
            raise NoSuchGame(f"there is no game {game_id!r}")
        return Head.load_head(cast("dict[bytes, bytes]", fields))

    def log(self, game_id: str, after: int, upto: int) -> list[Entry]:
        """Return the entries after version `after` up to version `upto`. Raises `NewerFormat`."""
        if not 0 <= after < upto:
            return []
        log, head = keys.game(game_id, "log"), keys.game(game_id, "head")
        calls = [(head, methodcaller("hget", head, "setup")), (log, methodcaller("lrange", log, after, upto - 1))]
        with available():
            setup, entries = answers(self.redis, calls)
        return [Entry.load_entry(entry, Setup.load_setup(setup)) for entry in entries] if setup else []

    def progress(self, game_id: str, after: int, limit: int = MAX_ENTRIES) -> Progress:
        """Return at most `limit` entries after version `after`, in one round trip. Raises `NewerFormat`."""
        log, head = keys.game(game_id, "log"), keys.game(game_id, "head")
        over = keys.counted_games(keys.bucket_of(game_id), "finished")
        # Read the entries first: a finished game's version is final, and the log is at least as long as the version.
        calls = [
            (over, methodcaller("zscore", over, game_id)),
            (head, methodcaller("hmget", head, "setup", "version")),
            (log, methodcaller("lrange", log, after, after + limit - 1)),
        ]
        with available():
            finished, (setup_text, version), texts = answers(self.redis, calls)
        if version is None:
            raise NoSuchGame(f"there is no game {game_id!r}")
        setup, last = Setup.load_setup(setup_text), int(version)
        wanted = min(max(0, last - after), limit)
        if len(texts) < wanted:
            raise StoreUnavailable("the game was moved to another node while it was read")
        return Progress(tuple(Entry.load_entry(text, setup) for text in texts[:wanted]), last, finished is not None)

    def commit(self, change: Change, memo: Memo | None = None, answer: bytes = b"") -> CommitResult:
        """Store the change, all or nothing. Raises `Conflict` if the game is no longer at the change's version.

        With a memo, `answer` is stored as the reply to its request. If a reply is already stored under the memo's key,
        nothing is written: this returns the stored reply, or raises `KeyReused` if it belongs to another request.
        """
        status = "finished" if change.finished else "active"
        ttl = self._finished_ttl if change.finished else self.idle_ttl
        args = self._change(change.game_id, ttl, "active", status, change.side_effects, memo, answer)
        args |= {
            "version": change.version,
            "nonce": secrets.token_bytes(9),
            "fields": {"state": change.state, **change.undo.dump()},
            "entries": [entry.dump_entry(change.setup) for entry in change.entries],
            "listing": listing_of(change.game_id, change.setup),
        }
        return _outcome(change.game_id, self._run(self._commit, change.game_id, args, memo), memo)

    # --- idempotency -------------------------------------------------------------------------

    def memo(self, game_id: str, scope: str, request: Any, ruleset: str = "") -> Memo:
        """Return the memo of a request to a game. `scope`: the seat and its idempotency key; `ruleset`: the game's
        ruleset.
        """
        key = keys.game(game_id, f"memo:{hashlib.sha256(scope.encode()).hexdigest()}")
        return Memo(key, fingerprint(request), ruleset)

    def creation(self, key: str, request: Any) -> tuple[str, Memo]:
        """Return the id and memo of a new game, in a bucket that is derived from the key and the request.

        If that bucket's node is unreachable, this raises `StoreUnavailable` before anything is written. Another bucket
        cannot be used, because an earlier attempt may have stored the game in this one.
        """
        whole = fingerprint([key, request])
        bucket = int.from_bytes(whole[:4], "big") % self.buckets
        bucket_choice.probe(self.redis, bucket)
        return keys.new_id(bucket), Memo(keys.created(bucket, whole.hex()), whole)

    def recall(self, memo: Memo) -> CommitResult | None:
        """Return the reply stored for the memo's request, if any. Raises `KeyReused`."""
        with available():
            stored = cast("bytes | None", self.redis.get(memo.key))
        return None if stored is None else memo.load_memo(stored)

    def _change(
        self,
        game_id: str,
        ttl: int,
        was: str | None,
        status: str,
        side_effects: SideEffects,
        memo: Memo | None,
        answer: bytes,
    ) -> dict[str, Any]:
        """Return the arguments of `change.lua` that all changes have in common."""
        tick = side_effects.tick
        return {
            "ttl": ttl,
            "was": was,
            "status": status,
            "delay": self._due_delay if side_effects.due else None,
            "clock": tick.args() if tick else None,
            "memo": memo.dump_memo(answer) if memo else None,
            "memo_ttl": MEMO_TTL,
            **listeners(
                game_id, side_effects.notices, min(self._due_delay, _NOTICES_DELAY_MS), side_effects.bots, self.idle_ttl
            ),
        }

    def _run(self, script: Script, game_id: str, args: Mapping[str, Any], memo: Memo | None = None) -> Any:
        """Run a script in one round trip (two if the server has lost its scripts)."""
        names = keys.of_game(game_id)
        if memo is not None:
            names["memo"] = memo.key
        with available(writing=True):
            return script(names, {"id": game_id, **args})


def listing_of(game_id: str, setup: Setup) -> str:
    """Return the line about a game for `listed.lua`: its sort key, then the lists to which it belongs.

    Empty for a game in no list.
    """
    table = setup.table
    scopes = [*([PUBLIC] if table.public else []), *([of_key(table.owner)] if table.owner else [])]
    if not scopes:
        return ""
    return " ".join([keys.sort_key_of(setup.created_ms, game_id), *(f"{scope}:{setup.ruleset}" for scope in scopes)])


def _outcome(game_id: str, outcome: object, memo: Memo | None) -> CommitResult:
    """Turn the reply of a script into a result, or raise the error for it."""
    if outcome == b"gone":
        raise NoSuchGame(f"there is no game {game_id!r}")
    if outcome == b"conflict":
        raise Conflict(f"game {game_id!r} has changed since it was loaded")
    if memo and isinstance(outcome, list):
        return memo.load_memo(outcome[0])
    return CommitResult.load(outcome) if isinstance(outcome, bytes) and outcome[:1].isdigit() else CommitResult()
