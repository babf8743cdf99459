"""`Looking`: load stored games, wait for them, and tell what a viewer may know of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from engine.ruleset import Doc, Ruleset
from engine.wording import LANGUAGES
from service.games.core import projection, replies
from service.games.core.change_feed import Changes
from service.games.core.game_errors import Forbidden, GameWaiting, NoSuchRuleset, NoSuchSeat, NotFinished, Unauthorized
from service.games.core.include_option import NOTHING, Include
from service.games.core.model import Answer, Game
from service.games.core.shared_reads import SharedReadings
from service.games.core.stored_states import restore_state
from service.games.history.time_travel import at_version
from service.games.lobby import seat_tokens
from service.store import Store
from service.store.games.game_store import MAX_ENTRIES
from service.store.games.records import Entry, Head, Progress
from service.store.redis.store_errors import NoSuchGame


class Looking:
    """Stored games as they are and were. Any call may raise `StoreUnavailable`, any with a game's id `NoSuchGame`."""

    def __init__(self, store: Store, rulesets: Mapping[str, Ruleset[Any, Any]]) -> None:
        self.store = store
        self.rulesets = rulesets
        self.readings = SharedReadings()
        self.changes = Changes(store.redis, store.buckets)

    def load(self, game_id: str) -> Game:
        """The game as it is now: one round trip, which all share who ask at the same time."""
        return self.restore(game_id, self.readings.read(game_id, lambda: self.store.head(game_id)))

    def restore(self, game_id: str, head: Head) -> Game:
        """The game of a head as stored. Raises `NoSuchRuleset`, and `NewerFormat` of `engine.errors`."""
        ruleset = self._ruleset(head.setup.ruleset)
        state = restore_state(ruleset, head.stored)
        return Game(
            game_id,
            head.setup,
            ruleset,
            state,
            head.version,
            head.seats,
            head.digests,
            timing=head.timing,
            hooks=head.hooks,
            host=head.host,
            at_ms=head.at_ms,
            left=head.left,
            rematch=head.rematch,
            contributions=head.contributions,
        )

    def enter(self, game_id: str, token: str | None) -> tuple[Game, int | None]:
        """The game as it is now, and the seat that the token opens (no token: `None`, a spectator).

        Raises `Unauthorized` for a token that opens nothing, `Forbidden` for one of another game, and for the host's.
        """
        game = self.load(game_id)
        if token is None:
            return game, None
        seat = seat_tokens.seat_of(token, game.digests)
        if seat is None:
            raise self.stranger(token, game)
        return game, seat

    def wait(self, game_id: str, token: str | None, after: int, seconds: float) -> tuple[Game, int | None]:
        """`enter`, but not before the game is past version `after` or finished, a seat is claimed, or time is up."""
        with self.changes.watch(game_id, seconds) as watch:
            game, viewer = self.enter(game_id, token)
            seating = game.seating
            while game.version <= after and game.status != "finished" and game.seating == seating and watch.changed():
                game = self.load(game_id)
            return game, viewer

    def document(self, game: Game, viewer: int | None, include: Include = NOTHING) -> Doc:
        """The game's document of the API as the viewer may see it, and what is to be told with it.

        Its events are those after version `include.after`, or all.
        """
        document = projection.game_document(game, viewer)
        if not (include.moves or include.events or include.score):
            return document
        entries = self._since(game, include.after or 0) if include.events else ()
        return document | projection.extras(game, viewer, include, entries, document["view"])

    def past(self, game: Game, version: int) -> Game:
        """The game as it was at a version, to be looked at. Raises `GameWaiting`, `NoSuchVersion` and `HistoryLost`."""
        if game.status == "waiting":
            raise GameWaiting("the game has not begun; there is nothing to look back at")
        return at_version(game, self.store.progress(game.id, 0).entries, version)

    def past_document(self, past: Game, viewer: int | None, include: Include, *, whole: bool) -> Doc:
        """The document of such a game; `whole`: with everything open, and the truth, its `position`."""
        document = {**self.document(past, viewer, include), "deadline": None}
        if not whole:
            return document
        entries = self._since(past, include.after or 0) if include.events else ()
        return document | projection.opened_document(past, include, entries)

    def check_eyes(self, game: Game, viewer: int | None, seat: int | None, *, whole: bool) -> None:
        """Whether the viewer may see what a seat (`None`: a spectator) knows; `whole`: what nobody does.

        Raises `NoSuchSeat`, and `NotFinished` before the end.
        """
        if seat is not None and seat not in range(len(game.seats)):
            raise NoSuchSeat("the game has no seat {seat}", seat=seat)
        if (whole or seat not in (None, viewer)) and game.status != "finished":
            raise NotFinished("nobody can see what another seat knows before the game ends")

    def moves(self, game: Game, seat: int, language: str = LANGUAGES[0]) -> Doc:
        """`{"version", "seat", "moves": [{"id", "label", "move"}]}`: empty when the seat is not to act."""
        return projection.moves_document(game, seat, language)

    def events(self, game: Game, viewer: int | None, after: int, language: str = LANGUAGES[0]) -> Doc:
        """`{"version", "events"}`: what happened after version `after` up to the game's, as the viewer may see it."""
        entries = self._since(game, after)
        view = projection.view_document(game, viewer) if entries else {}
        return {"version": game.version, "events": projection.events_seen(game, viewer, language, entries, view)}

    def replay(self, game: Game, language: str = LANGUAGES[0]) -> Doc:
        """Seed, setup, result and every move with its events, everything open. Raises `NotFinished`."""
        if game.status != "finished":
            raise NotFinished("the game is not over yet")
        return projection.replay_document(game, self._since(game, 0), language)

    def await_turn(self, answer: Answer, seat: int, seconds: float, include: Include) -> Answer:
        """The answer to a move once the seat may move again, as far as it may know, or the game is over.

        Or when time is up: if the game has gone on it is a new one, `include.after` says since when.
        """
        with self.changes.watch(answer.game_id, seconds) as watch:
            game = self.load(answer.game_id)
            while game.status == "active" and seat not in game.to_act and watch.changed():
                game = self.load(answer.game_id)
        if game.version == answer.version:
            return answer
        return replace(self._answer(game, seat, include), repeated=answer.repeated)

    def turn(self, game_id: str, token: str, seconds: float, include: Include) -> tuple[Answer, int]:
        """What the token's seat needs to go on, once it may move or the game is over, or time is up
        (`projection.lean`).

        Its events are those after version `include.after`; without one there are none.
        """
        with self.changes.watch(game_id, seconds) as watch:
            game, seat = self.enter(game_id, token)
            assert seat is not None
            while game.status != "finished" and seat not in game.to_act and watch.changed():
                game = self.load(game_id)
        return replies.lean(self._answer(game, seat, replace(include, moves=True))), seat

    def play_turn(self, answer: Answer, seat: int, seconds: float, include: Include) -> Answer:
        """The answer to a move, once the seat may move again, as `turn`."""
        return replies.lean(self.await_turn(answer, seat, seconds, include) if seconds else answer)

    def _answer(self, game: Game, seat: int, include: Include) -> Answer:
        """What the seat is told of what it did in this copy, or of what has happened since."""
        entries = game.pending if include.after is None else self._since(game, include.after)
        return Answer(game.id, game.version, projection.played_document(game, seat, include, entries))

    def progress(self, game_id: str, after: int, most: int = MAX_ENTRIES) -> Progress:
        """How a game has gone on after a version: one round trip, which all share who ask at the same time."""
        return self.readings.read((game_id, after, most), lambda: self.store.progress(game_id, after, most))

    def _since(self, game: Game, after: int) -> tuple[Entry, ...]:
        """The log from after a version up to the game's. What is not committed yet is at its end."""
        pending = game.pending[max(0, after - game.stored_version) :]
        if not 0 <= after < game.stored_version:
            return tuple(pending)
        return (*self.progress(game.id, after).entries[: game.stored_version - after], *pending)

    def _ruleset(self, key: str) -> Ruleset[Any, Any]:
        try:
            return self.rulesets[key]
        except KeyError:
            raise NoSuchRuleset("there is no ruleset {key!r}", key=key) from None

    def stranger(self, token: str, game: Game) -> Exception:
        """What to say of a token that opens no seat of this game."""
        if game.is_host(token):
            return Forbidden("this is the host's token; it opens no seat")
        other = seat_tokens.game_of(token)
        if other is not None and other != game.id:
            try:
                head = self.store.head(other)
                if seat_tokens.seat_of(token, head.digests) is not None or seat_tokens.opens(token, head.host):
                    return Forbidden("this token is for another game")
            except NoSuchGame:
                pass
        return Unauthorized("this token opens no game")

    def close(self, timeout: float = 0) -> None:
        """Let go of everybody who waits, for the end of the process; stays up to `timeout` seconds until it is done.

        Without a timeout it may be called in a signal handler.
        """
        self.changes.close(timeout)
