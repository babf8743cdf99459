"""`GameQueries`: load games, wait for changes, and show what a viewer may know."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, replace
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

_SHARED = tuple(one.name for one in fields(Head) if one.name not in ("version", "stored"))
"""The fields that `Head` and `Game` have in common."""


class GameQueries:
    """Read access to stored games.

    Any call may raise `StoreUnavailable`, and any call with a game's id may raise `NoSuchGame`.
    """

    def __init__(self, store: Store, rulesets: Mapping[str, Ruleset[Any, Any]]) -> None:
        self.store = store
        self.rulesets = rulesets
        self.readings = SharedReadings()
        self.changes = Changes(store.redis, store.buckets)

    def load_game(self, game_id: str) -> Game:
        """Return the current game. Concurrent callers share one round trip."""
        return self.restore_game(game_id, self.readings.read_once(game_id, lambda: self.store.head(game_id)))

    def restore_game(self, game_id: str, head: Head) -> Game:
        """Build the game from a stored head. Raises `NoSuchRuleset`, and `NewerFormat` of `engine.errors`."""
        ruleset = self.ruleset(head.setup.ruleset)
        state = restore_state(ruleset, head.stored)
        shared = {name: getattr(head, name) for name in _SHARED}
        return Game(game_id, ruleset=ruleset, state=state, stored_version=head.version, **shared)

    def load_for_token(self, game_id: str, token: str | None, key: str | None = None) -> tuple[Game, int | None]:
        """Return the current game and the token's seat (`None` without a token, for a spectator).

        `key`: the name of the caller's API key. Raises `Unauthorized` if the token is invalid, or if it is missing and
        only players may watch. Raises `Forbidden` for the token of another game, and for the host's token.
        """
        game = self.load_game(game_id)
        if token is None:
            _check_watching(game, key)
            return game, None
        seat = seat_tokens.seat_of(token, game.digests)
        if seat is None:
            raise self.token_refusal(token, game)
        return game, seat

    def wait_for_change(
        self, game_id: str, token: str | None, after: int, seconds: float, key: str | None = None
    ) -> tuple[Game, int | None]:
        """Wait for a change. Then return the current game and the token's seat, as `load_for_token` does.

        The wait ends when the game is past version `after` or finished, when a seat is claimed, or after `seconds`.
        """
        with self.changes.watch(game_id, seconds) as watch:
            game, viewer = self.load_for_token(game_id, token, key)
            seating = game.seating
            while game.version <= after and game.status != "finished" and game.seating == seating and watch.changed():
                game = self.load_game(game_id)
            return game, viewer

    def document_for(self, game: Game, viewer: int | None, include: Include = NOTHING) -> Doc:
        """Return the game's document as the viewer may see it, with all parts requested.

        The events are those after version `include.after`; if it is `None`, all events.
        """
        document = projection.game_document(game, viewer)
        if not (include.moves or include.events or include.score):
            return document
        entries = self._since(game, include.after or 0) if include.events else ()
        return document | projection.extras(game, viewer, include, entries, document["view"])

    def past_game(self, game: Game, version: int) -> Game:
        """Return the game at an earlier version. Raises `GameWaiting`, `NoSuchVersion` and `HistoryLost`."""
        if game.status == "waiting":
            raise GameWaiting("the game has not begun; there is nothing to look back at")
        return at_version(game, self.store.progress(game.id, 0).entries, version)

    def past_document(self, past: Game, viewer: int | None, include: Include, *, include_hidden: bool) -> Doc:
        """Return the document of a past version. `include_hidden`: reveal everything, and include the `position`."""
        document = self.document_for(past, viewer, include)
        if not include_hidden:
            return document
        entries = self._since(past, include.after or 0) if include.events else ()
        return document | projection.opened_document(past, include, entries)

    def check_may_see(self, game: Game, viewer: int | None, seat: int | None, *, include_hidden: bool) -> None:
        """Check that the viewer may see what `seat` sees, or what a spectator sees if `seat` is `None`.

        `include_hidden`: whether the viewer wants to see everything. Raises `NoSuchSeat`. Raises `NotFinished` if the
        viewer may see this only after the end of the game.
        """
        if seat is not None and seat not in range(len(game.seats)):
            raise NoSuchSeat("the game has no such seat")
        if (include_hidden or seat not in (None, viewer)) and game.status != "finished":
            raise NotFinished("nobody can see what another seat knows before the game ends")

    def moves_for(self, game: Game, seat: int, language: str = LANGUAGES[0]) -> Doc:
        """Return `{"version", "seat", "moves": [{"id", "label", "move"}], "prompt", "undo"}`; see `moves_document`."""
        return projection.moves_document(game, seat, language)

    def events_for(self, game: Game, viewer: int | None, after: int, language: str = LANGUAGES[0]) -> Doc:
        """Return `{"version", "events"}` with the events after version `after`, as the viewer may see them."""
        entries = self._since(game, after)
        view = projection.view_document(game, viewer) if entries else {}
        return {"version": game.version, "events": projection.events_seen(game, viewer, language, entries, view)}

    def whole_replay(self, game: Game, language: str = LANGUAGES[0]) -> Doc:
        """Return the replay of a finished game (`replay_document`). Raises `NotFinished`."""
        if game.status != "finished":
            raise NotFinished("the game is not over yet")
        return projection.replay_document(game, self._since(game, 0), language)

    def await_turn(self, answer: Answer, seat: int, seconds: float, include: Include) -> Answer:
        """Delay a reply until the seat may move again, the game is over, or `seconds` have passed.

        If the game has changed meanwhile, returns a new reply, with the events since `include.after`.
        """
        with self.changes.watch(answer.game_id, seconds) as watch:
            game = self.load_game(answer.game_id)
            while game.status == "active" and seat not in game.to_act and watch.changed():
                game = self.load_game(answer.game_id)
        if game.version == answer.version:
            return answer
        return replace(self.answer(game, seat, include), repeated=answer.repeated)

    def wait_for_turn(self, game_id: str, token: str, seconds: float, include: Include) -> tuple[Answer, int]:
        """Return the document of the token's seat, shortened by `projection.lean`.

        Waits until the seat may move, the game is over, or `seconds` have passed. The events are those after version
        `include.after`; if it is `None`, there are none.
        """
        with self.changes.watch(game_id, seconds) as watch:
            game, seat = self.load_for_token(game_id, token)
            assert seat is not None
            while game.status != "finished" and seat not in game.to_act and watch.changed():
                game = self.load_game(game_id)
        return replies.lean(self.answer(game, seat, replace(include, moves=True))), seat

    def reply_with_turn(self, answer: Answer, seat: int, seconds: float, include: Include) -> Answer:
        """Delay the reply to a move as `await_turn` does. Returns it shortened by `projection.lean`."""
        return replies.lean(self.await_turn(answer, seat, seconds, include) if seconds else answer)

    def answer(self, game: Game, seat: int, include: Include) -> Answer:
        """Return the reply for a seat, with the events since `include.after` or, by default, the uncommitted ones."""
        entries = game.uncommitted if include.after is None else self._since(game, include.after)
        return Answer(game.id, game.version, projection.played_document(game, seat, include, entries))

    def progress(self, game_id: str, after: int, limit: int = MAX_ENTRIES) -> Progress:
        """Return the entries of a game after a version. Concurrent callers share one round trip."""
        return self.readings.read_once((game_id, after, limit), lambda: self.store.progress(game_id, after, limit))

    def _since(self, game: Game, after: int) -> tuple[Entry, ...]:
        """Return the log entries after a version, including uncommitted ones."""
        pending = game.uncommitted[max(0, after - game.stored_version) :]
        if not 0 <= after < game.stored_version:
            return tuple(pending)
        return (*self.progress(game.id, after).entries[: game.stored_version - after], *pending)

    def ruleset(self, key: str) -> Ruleset[Any, Any]:
        try:
            return self.rulesets[key]
        except KeyError:
            raise NoSuchRuleset("there is no ruleset {key!r}", key=key) from None

    def token_refusal(self, token: str, game: Game) -> Exception:
        """Return the error for a token that has no seat in this game."""
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


def _check_watching(game: Game, key: str | None) -> None:
    """Raise `Unauthorized` if a caller without a token may not watch the game. `key`: the caller's API key."""
    if game.setup.table.watch == "players" and not game.is_owned_by(key):
        raise Unauthorized("only the players of this game may watch it")
