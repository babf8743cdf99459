"""A player's games and history, for the owner of the API key: lists, and the export of all stored data."""

from __future__ import annotations

import heapq
from collections.abc import Iterator, Sequence

from engine.ruleset import Doc
from service.config.timestamps import moment
from service.games.core import projection
from service.games.core.game_service import Games
from service.games.core.model import Game
from service.store.games.player_index import HISTORY, UNFINISHED, ListedGame
from service.store.games.records import now_ms
from service.store.redis.store_errors import NoSuchGame

MAX_LOADED = 200
"""The highest number of unfinished games that are loaded for a page. The page ends there, even if it is not full."""
_CREATING_MS = 60_000
"""The longest time, in ms, that storing a new game takes. Until it is stored, the game is listed but missing."""


class PlayerGames:
    """The games of one player of an API key. Every method may raise `StoreUnavailable`."""

    def __init__(self, games: Games, owner: str, player: str) -> None:
        self._games = games
        self._index = games.store.players
        self._owner = owner
        self._player = player

    def page_of_player(
        self, behind: str | None, limit: int, *, waits_for_player: bool, since_ms: int = 0
    ) -> tuple[list[Doc], str | None]:
        """Return at most `limit` games after the cursor `behind`, latest first. Also returns the cursor of the next
        page, if there is one.

        `waits_for_player`: only games that wait for the player. `since_ms`: only unfinished games created since then,
        and finished games that ended since then.
        """
        found: list[Doc] = []
        last, loaded = "", 0
        for place in self._places(behind, finished=not waits_for_player):
            if place.at_ms < since_ms:
                break
            if len(found) == limit or loaded == MAX_LOADED:
                return found, last
            last = place.text
            game = None if place.row is not None else self._load(place)
            loaded += place.row is None
            seats = [] if game is None else self._seats(game)
            if place.row is not None:
                found.append(_finished(place))
            elif game is not None and seats and (not waits_for_player or game.waited_for in seats):
                found.append(_unfinished(game, game.waited_for if game.waited_for in seats else seats[0]))
        return found, None

    def export(self, behind: str | None, limit: int) -> tuple[list[Doc], str | None]:
        """Return a page of all data stored about the player: for each game its data (`games`), its row of `history`, or
        both.
        """
        found: list[Doc] = []
        last = ""
        for place in self._places(behind, finished=True):
            if len(found) == limit:
                return found, last
            last = place.text
            shown = {"history": None if place.row is None else _finished(place), "games": None}
            try:
                game = self._games.queries.load_game(place.game_id)
                seats = self._seats(game)
                shown["games"] = self._whole(game, seats) if seats else None
            except NoSuchGame:
                pass
            found += [shown] if any(shown.values()) else []
        return found, None

    def _places(self, behind: str | None, *, finished: bool) -> Iterator[ListedGame]:
        """Yield the player's listed games after a cursor, latest first. A game in both lists is yielded once.

        `finished`: whether to yield finished games, too.
        """
        latest = float("inf") if behind is None else int(behind[:12], 16)
        parts = (UNFINISHED, HISTORY) if finished else (UNFINISHED,)
        lists = [self._index.entries(self._owner, self._player, part, latest) for part in parts]
        shown: set[str] = set()
        for place in heapq.merge(*lists, key=lambda place: place.text, reverse=True):
            if (behind is not None and place.text >= behind) or place.game_id in shown:
                continue
            # The row belongs to an end that was never stored, so the game is unfinished.
            if place.row is not None and place.unfinished and self._load(place) is not None:
                continue
            shown.add(place.game_id)
            yield place

    def _load(self, place: ListedGame) -> Game | None:
        """Load a listed game. If it is unfinished, return it; if it is over or gone, unlist it and return `None`."""
        try:
            game = self._games.queries.load_game(place.game_id)
            if game.status != "finished":
                return game
        except NoSuchGame:
            pass
        if place.at_ms < now_ms() - _CREATING_MS:
            self._index.leave(self._owner, self._player, place.game_id)
        return None

    def _seats(self, game: Game) -> list[int]:
        """Return the player's seats; none if the game has another owner."""
        if game.owner != self._owner:
            return []
        return [at for at, seat in enumerate(game.seats) if seat.player == self._player]

    def _whole(self, game: Game, seats: Sequence[int]) -> Doc:
        """Return all data stored about these seats in a game."""
        entries = self._games.queries.progress(game.id, 0).entries
        given = {**game.contributions, **game.setup.contributions}
        of_seats = [
            {
                "seat": at,
                "name": game.seats[at].name,
                "metadata": game.seats[at].metadata,
                "contribution": given.get(at),
                "push_endpoints": [one.endpoint for one in game.push.get(at, ())],
                "moves": [
                    {"at": moment(entry.at_ms), "move": entry.move}
                    for entry in entries
                    if entry.seat == at and entry.move is not None
                ],
            }
            for at in seats
        ]
        shown = {"id": game.id, "ruleset": game.setup.ruleset, "created_at": moment(game.setup.created_ms)}
        host = game.setup.table.host_name
        return {**shown, "host_name": host, "metadata": game.metadata, "seats": of_seats}


def _unfinished(game: Game, seat: int) -> Doc:
    return {
        "id": game.id,
        "status": game.status,
        "seat": seat,
        "waits_for_player": seat == game.waited_for,
        "ruleset": game.setup.ruleset,
        "options": projection.chosen_options(game),
        "created_at": moment(game.setup.created_ms),
        "ended_at": None,
        "seats": projection.kinds_of_seats(game),
        "result": None,
    }


def _finished(place: ListedGame) -> Doc:
    row = place.row or {}
    return {
        "id": place.game_id,
        "status": "finished",
        "waits_for_player": False,
        "ended_at": moment(place.at_ms),
        **row,
    }
