"""Creating a game and claiming a seat. A repeated request returns the same tokens."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import orjson

from engine.errors import Fault
from engine.ruleset import Doc
from service.games.clock import turn_clock
from service.games.core import projection, webhook_notices
from service.games.core.game_errors import CannotContribute, NameTaken, NoSuchSeat
from service.games.core.include_option import NOTHING, Include
from service.games.core.model import Answer, Game
from service.games.core.stored_states import pack_state
from service.games.lobby import player_names, seat_tokens
from service.games.lobby.game_request import GameRequest, check_host, seed_faults
from service.store import Claim, CommitResult, Memo, SideEffects, Store
from service.store.games.game_store import listing_of
from service.store.games.records import Seat
from service.store.outbox.notice_queue import OWN, Hook, Notice, Occurrence
from service.store.redis.store_errors import SeatTaken
from service.webhooks import signatures
from service.webhooks.guard import Guard

OF_HOST = "host_token"
Notify = Callable[[Game, Sequence[Occurrence]], tuple[Notice, ...]]
"""A function that returns the notices about some occurrences in a game."""


@dataclass(frozen=True, slots=True)
class JoinReply:
    """The reply to a creation or claim, without secrets, so that it can be stored.

    `seats`: the seats whose tokens are added to the reply. `document`: the game as seen by the first of these seats, or
    by a spectator if there are none. A null `host_token` in it means that the host's token is added to the reply.
    """

    nonce: bytes
    seats: tuple[int, ...]
    document: Doc
    webhook: str | None = None

    @staticmethod
    def reply_for(
        game: Game, seats: Sequence[int], include: Include, webhook: str | None = None, *, hosted: bool = False
    ) -> JoinReply:
        """Return the reply for a game that these seats have joined.

        `webhook`: the URL of a new webhook; `hosted`: whether to add the host's token.
        """
        viewer = seats[0] if seats else None
        # A game has no events while players are joining.
        document = projection.game_document(game, viewer)
        document |= projection.extras(game, viewer, include, (), document["view"])
        document |= dict.fromkeys([OF_HOST] if hosted else [])
        return JoinReply(secrets.token_bytes(32), tuple(seats), document, webhook)

    @staticmethod
    def load_reply(text: bytes, game: Game, language: str) -> JoinReply:
        """Load a stored reply. `game` provides the names."""
        nonce, seats, document, *webhook = orjson.loads(text)
        named = projection.named(document, game, language)
        return JoinReply(bytes.fromhex(nonce), tuple(seats), named, *webhook)

    def dump_reply(self) -> bytes:
        """Serialize the reply for storage, without names; `load_reply` is the inverse."""
        document, webhook = projection.nameless(self.document), [self.webhook] if self.webhook else []
        return orjson.dumps([self.nonce.hex(), self.seats, document, *webhook])

    def digests(self, key: str) -> dict[int, bytes]:
        """Return the hashes of the seats' tokens. `key`: the request's idempotency key; "" without one."""
        return {seat: seat_tokens.digest(token) for seat, token in self._tokens(key).items()}

    def host_token(self, key: str) -> str | None:
        return seat_tokens.of_host(self.document["id"], self.nonce, key) if OF_HOST in self.document else None

    def webhooks(self, key: str) -> tuple[Hook, ...]:
        return (Hook(OWN, self.webhook, signatures.derive(self.nonce, key)),) if self.webhook else ()

    def answer(self, key: str, written: CommitResult, repeated: bool = False) -> Answer:
        """Return the full reply, with tokens, the webhook's secret and the deadline from `written`."""
        shown = {str(seat): token for seat, token in self._tokens(key).items()}
        shown_webhooks = [{"url": hook.url, "secret": hook.secret} for hook in self.webhooks(key)]
        host = self.host_token(key)
        document = {**self.document, "tokens": shown, **({"webhook": shown_webhooks[0]} if shown_webhooks else {})}
        document |= {OF_HOST: host} if host else {}
        turn_clock.put_clock(document, written)
        return Answer(self.document["id"], self.document["version"], document, repeated)

    def _tokens(self, key: str) -> dict[int, str]:
        return {seat: seat_tokens.derive(self.document["id"], seat, self.nonce, key) for seat in self.seats}


@dataclass(frozen=True, slots=True)
class JoinResult:
    """The reply to a creation or claim. For a new request, also the game, and the notices to send."""

    answer: Answer
    game: Game | None = None
    notices: Sequence[Notice] = ()


def store_new_game(
    store: Store,
    order: GameRequest,
    idempotency_key: str | None,
    notify: Notify,
    guard: Guard | None,
    include: Include = NOTHING,
) -> JoinResult:
    key = idempotency_key or ""
    game_id, memo = (store.new_id(), None) if idempotency_key is None else store.creation(key, order.request)
    # A repeated request must not fail because a name server is slow.
    if order.webhook is not None and not (memo and store.recall(memo)):
        check_host(order.webhook, guard)
    game = order.begin_game(game_id)
    humans = [number for number, seat in enumerate(order.seats) if seat.type == "human"]
    joining = JoinReply.reply_for(game, humans, include, order.webhook, hosted=True)
    host = joining.host_token(key)
    game.host = seat_tokens.digest(host) if host else None
    game.webhooks = joining.webhooks(key)
    state = pack_state(game.ruleset, game.state)
    digests, answer = joining.digests(key), joining.dump_reply()
    side_effects = _side_effects(notify, game)
    store.players.enter(order.table.owner, [seat.player for seat in order.seats], game_id, game.setup.created_ms)
    written = store.insert_game(
        game_id, game.setup, state, digests, side_effects, memo, answer, game.webhooks, game.host, order.metadata
    )
    return _join(game, joining, key, answer, written, side_effects.notices, include)


def take_seat(
    store: Store,
    notify: Notify,
    game: Game,
    seat: int,
    claimant: Seat,
    memo: Memo | None,
    key: str,
    invitation: str = "",
    include: Include = NOTHING,
    contribution: str | None = None,
) -> JoinResult:
    """Take an open seat of a loaded game. `invitation`: the id of the invitation used, if any.

    Raises `NoSuchSeat`, `SeatTaken`, `NameTaken`, `NoSuchInvitation`, `CannotContribute`, and `Conflict` if the game
    has changed.
    """
    if seat not in range(len(game.seats)):
        raise NoSuchSeat("the game has no such seat")
    taken, name = game.seats[seat].type != "open", claimant.name
    if taken or (name is not None and player_names.is_taken(name, [*game.seats[:seat], *game.seats[seat + 1 :]])):
        # An earlier claim with this key may have taken the seat before the game was loaded. Then its memo is stored.
        if memo and (first := store.recall(memo)) is not None:
            return JoinResult(_load(first, game, include).answer(key, first, repeated=True))
        if taken:
            raise SeatTaken(f"seat {seat} is not open")
        raise NameTaken("somebody at this table has this name or a similar one; please choose another")
    joined = game.claimed(seat, claimant, check_contribution(game, contribution))
    joining = JoinReply.reply_for(joined, [seat], include)
    answer = joining.dump_reply()
    claimed = claim_of(notify, game, joined, seat, joining.digests(key)[seat], claimant, contribution, invitation)
    store.players.enter(game.owner, [claimant.player], game.id, game.setup.created_ms)
    return _join(
        joined, joining, key, answer, store.fill_seat(claimed, memo, answer), claimed.side_effects.notices, include
    )


def check_contribution(game: Game, contribution: str | None) -> str | None:
    """Return the contribution unchanged. Raises `CannotContribute` if the game does not accept it."""
    if contribution is not None and game.setup.chosen:
        raise CannotContribute([Fault("contribution", "this game's seed was chosen, so nobody can add to it")])
    CannotContribute.raise_for(seed_faults("contribution", contribution))
    return contribution


def claim_of(
    notify: Notify,
    game: Game,
    joined: Game,
    seat: int,
    digest: bytes,
    claimant: Seat,
    contribution: str | None,
    invitation: str = "",
) -> Claim:
    """Return the stored form of a claim. `joined`: the game after the claim."""
    begins = joined.state is not None
    return Claim(
        game.id,
        seat,
        digest,
        claimant.name,
        game.open_seats,
        game.seats_given_back,
        _side_effects(notify, joined, webhook_notices.of_joining(joined, seat)),
        contribution,
        claimant.personal,
        joined.setup if begins else None,
        pack_state(joined.ruleset, joined.state),
        invitation,
        listing_of(game.id, game.setup),
    )


def _side_effects(notify: Notify, game: Game, *news: Occurrence) -> SideEffects:
    """Return the side effects of creating a game or claiming a seat. Either may begin the game."""
    tick = turn_clock.tick(game)
    notices = notify(game, [*news, *webhook_notices.of_beginning(game, tick)])
    return SideEffects(bool(game.due), tick, notices, game.bots())


def _join(
    game: Game,
    joining: JoinReply,
    key: str,
    answer: bytes,
    written: CommitResult,
    notices: Sequence[Notice],
    include: Include,
) -> JoinResult:
    """Return the outcome of a creation or claim. `answer`: the stored form of `joining`."""
    if written.first is not None and written.first != answer:
        return JoinResult(_load(written, game, include).answer(key, written, repeated=True))
    # If the stored reply equals `answer`, this call has stored it, and the store's first response was lost.
    return JoinResult(joining.answer(key, written), game, notices)


def _load(written: CommitResult, game: Game, include: Include) -> JoinReply:
    assert written.first is not None
    return JoinReply.load_reply(written.first, game, include.language)
