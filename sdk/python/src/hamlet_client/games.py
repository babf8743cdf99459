"""Games and turns."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, cast

from hamlet_client import types
from hamlet_client.errors import Conflict, DecisionFailed, RateLimited, ServerError, Unreachable

if TYPE_CHECKING:
    from hamlet_client.client import Hamlet

WAIT_SECONDS = 20
"""How long the server may delay an answer until something happens."""

Choice = str | Mapping[str, Any] | Sequence[Mapping[str, Any]]
"""A listed move, its id, a move as a document, or several moves. Of several moves, all are made or none."""


def chosen(choice: Choice) -> Any:
    """Return the body of a request that makes this choice. Raises `TypeError` if the value is not a choice.

    >>> chosen({"id": "1-0", "label": "Pass", "move": {"type": "pass"}, "about": []})
    {'move_id': '1-0'}
    """
    if isinstance(choice, str):
        return {"move_id": choice}
    if isinstance(choice, Mapping):
        return {"move_id": choice["id"]} if "id" in choice and "move" in choice else {"move": choice}
    if isinstance(choice, Sequence):
        return {"moves": choice}
    raise TypeError(f"a move was expected, not {type(choice).__name__}")


class Games:
    """Creates, opens and lists games: `client.games`."""

    def __init__(self, client: Hamlet) -> None:
        self._client = client

    def create(
        self, ruleset: str, seats: Sequence[types.NewSeat], *, idempotency_key: str | None = None, **fields: Any
    ) -> Game:
        """Create a game, and return it with the token of its first person.

            game = client.games.create("villagers", seats=[{"type": "human"}, {"type": "ai", "level": "easy"}])

        `fields` are those of the contract: `options`, `seed`, `webhook`, `public`, ... Repeated with the same
        `idempotency_key` within a day, even by another process, the call returns the same game.
        """
        body = {"ruleset": ruleset, "seats": seats, **fields}
        return self._joined(
            self._client.request("POST", "/v1/games", body=body, headers={"Idempotency-Key": idempotency_key})
        )

    def open(self, game: str, token: str | None = None) -> Game:
        """Return an existing game for the seat of a token, or for a spectator. Sends nothing."""
        return Game(self._client, game, token)

    def join(self, game: str, seat: int, token: str | None = None, **fields: Any) -> Game:
        """Take an open seat; without an invitation, by the host's token.

        `fields`: `name`, `contribution`. With the seat's own token, return to a seat that is away.
        """
        return self._joined(self._client.api.claim_seat(game, seat, cast(types.Claim, fields), token=token))

    def accept(self, code: str, **fields: Any) -> Game:
        """Take the seat of an invitation. `fields`: `name`, `contribution`."""
        return self._joined(self._client.api.accept_invitation(code, cast(types.Accept, fields)))

    def list(self, **query: Any) -> Iterator[types.GameSummary]:
        """Yield summaries of games, newest first, page by page. `query`: `status`, `ruleset`, `mine`."""
        page = self._client.api.list_games(**query)
        yield from page["games"]
        while cursor := page["next_cursor"]:
            page = self._client.api.list_games(**query, cursor=cursor)
            yield from page["games"]

    def _joined(self, data: types.JoinedGame) -> Game:
        tokens = {int(seat): token for seat, token in data["tokens"].items()}
        return Game(self._client, data["id"], next(iter(tokens.values()), None), data, tokens)


class Game:
    """A game, seen from the seat of the token, or by a spectator without a token.

    `tokens` has the tokens of all seats that came with the game, by seat. `data` is its document, as last read.
    `result` is `None` before the end.
    """

    def __init__(
        self,
        client: Hamlet,
        id: str,
        token: str | None = None,
        data: types.Game | types.JoinedGame | None = None,
        tokens: dict[int, str] | None = None,
    ) -> None:
        self.client = client
        self.id = id
        self.token = token
        self.tokens = tokens or {}
        self.data = data
        self.result: types.Result | None = data["result"] if data else None
        self.latest: types.SeatTurn | None = None
        """The state of the game when `turns` last read it, with the events since the previous turn."""

    @property
    def host_token(self) -> str | None:
        """The secret of the game's creator, needed to invite players and to remove the game."""
        return cast(str | None, self.data.get("host_token") if self.data else None)

    def seat(self, seat: int) -> Game:
        """Return the same game, seen from another seat in `tokens`."""
        return Game(self.client, self.id, self.tokens[seat], self.data, self.tokens)

    def refresh(self, **query: Any) -> types.Game:
        """Read the game again. `query`: `include`, `version`, `view`, or `after` and `wait`."""
        game = self.client.api.get_game(self.id, token=self.token, **query)
        self.data, self.result = game, game["result"]
        return game

    def turns(self, *, after: int = 0, reactions: bool = True) -> Iterator[Turn]:
        """Yield each turn of the seat once, until the game is over. Then `result` says how it ended.

            for turn in game.turns():
                turn.play(turn.moves[0])

        The first turn has the events after version `after`, each later turn those since the previous turn. Play each
        turn before you go on: if the game still waits for the seat, this raises `RuntimeError`. To decline a reaction,
        go on without playing. `reactions=False` leaves out turns in which the seat may move, but need not.
        """
        now = self._turn(after)
        while now["status"] != "finished":
            if not now["moves"]:
                now = self._turn(after, WAIT_SECONDS)
                continue
            turn = Turn(self, now)
            if reactions or turn.must_move:
                yield turn
                after = turn.version
            if turn.played is not None:
                now = turn.played
                continue
            if not turn.must_move:
                self._wait_past(turn.version)
            now = self._turn(after)
            if now["version"] == turn.version:
                # Nothing else can happen: the game waits for this seat.
                raise RuntimeError(f"the turn at version {turn.version} was not played")

    def events(self, after: int = 0) -> Iterator[types.EventList]:
        """Yield what happens after a version, `{"version", "events"}`, as soon as it happens, until the game is over.

        Nothing is left out or repeated, even if connections break. Without streams, the game is polled.
        """
        while True:
            try:
                for message in self.client.stream(f"/v1/games/{self.id}/events", token=self.token, last=str(after)):
                    if message.event == "game_over":
                        self.result = message.json()["result"]
                        return
                    if message.event == "events":
                        update: types.EventList = message.json()
                        after = update["version"]
                        yield update
            except (Unreachable, ServerError, RateLimited):
                pass  # The next request waits and retries.
            now = self.refresh(after=after, wait=WAIT_SECONDS, include=["events"])
            if now["version"] > after:
                after = now["version"]
                yield {"version": after, "events": [*now["events"]]}
            if now["status"] == "finished":
                return

    def moves(self) -> list[types.LegalMove]:
        """Return the seat's legal moves."""
        return self.client.api.list_moves(self.id, token=self.token)["moves"]

    def play(self, choice: Choice, *, version: int | None = None, after: int | None = None) -> types.SeatTurn:
        """Make a move, only at `version` if that is given. Returns the new state, with the events after `after`."""
        match = None if version is None else f'"{version}"'
        now = self.client.api.play_turn(self.id, chosen(choice), token=self.token, if_match=match, after=after)
        self.result = now["result"]
        return now

    def undo(self) -> types.Played:
        """Take back the seat's last move."""
        return self.client.api.undo_move(self.id, token=self.token)

    def resign(self, seat: int) -> types.Played:
        """Resign the seat."""
        played = self.client.api.resign(self.id, seat, token=self.token)
        self.result = played["game"]["result"]
        return played

    def leave(self, seat: int) -> types.Game:
        """Give the seat back before the game begins."""
        return self.client.api.leave_seat(self.id, seat, token=self.token)

    def rematch(self, **fields: Any) -> Game:
        """Create or join another game with the same seats."""
        data = self.client.api.rematch(self.id, cast(types.NewRematch, fields), token=self.token)
        return self.client.games._joined(data)

    def hint(self, level: str | None = None, **fields: Any) -> types.Decision:
        """Return what an AI would do now in this seat, once it has decided. Raises `DecisionFailed`."""
        body = {"level": level, **fields} if level else fields
        return self.client.decided(
            self.client.api.create_hint(self.id, cast(types.HintRequest, body), token=self.token)
        )

    def review(self, level: str | None = None, **fields: Any) -> types.Review:
        """Return the review of the finished game, once it is complete. Raises `DecisionFailed`."""
        body = {"level": level, **fields} if level else fields
        review = self.client.api.create_review(self.id, cast(types.ReviewRequest, body), token=self.token)
        while review["ended_at"] is None:
            review = self.client.api.get_review(
                self.id,
                level=review["level"],
                milliseconds=review["milliseconds"],
                wait=WAIT_SECONDS,
                token=self.token,
            )
        if review["status"] != "done":
            raise DecisionFailed(review)
        return review

    def replay(self) -> types.Replay:
        """Return the whole record of the finished game."""
        return self.client.api.get_replay(self.id, token=self.token)

    def _turn(self, after: int, wait: int = 0) -> types.SeatTurn:
        self.latest = self.client.api.get_turn(self.id, token=self.token, after=after, wait=wait)
        self.result = self.latest["result"]
        return self.latest

    def _wait_past(self, version: int) -> None:
        while (
            self.client.api.list_events(self.id, token=self.token, after=version, wait=WAIT_SECONDS)["version"]
            <= version
        ):
            pass


class Turn:
    """A turn of a seat: the state of the game, and what the seat may do."""

    def __init__(self, game: Game, data: types.SeatTurn) -> None:
        self.game = game
        self.data = data
        """The whole document."""
        self.played: types.SeatTurn | None = None
        """The version of the game after the last move that was made in this turn."""
        self.version = data["version"]
        self.seat = data["seat"]
        self.to_act = data["to_act"]
        self.deadline = data["deadline"]
        self.moves = cast(list[types.LegalMove], data["moves"])
        self.events = cast(list[types.Event], data["events"])
        self.view = cast(types.View, data["view"])
        # Servers that are older than the SDK do not send this.
        self.prompt = data.get("prompt")
        self.undo = data.get("undo")

    @property
    def must_move(self) -> bool:
        """Whether the game waits for this seat. Otherwise it may react, but need not."""
        return self.to_act[:1] == [self.seat]

    def play(self, choice: Choice) -> types.SeatTurn | None:
        """Make a listed move, a move by its id, your own move, or several moves. Returns the new state.

        Returns `None` if the turn is over, because another player has reacted or the time is up. Raises `IllegalMove`.
        """
        try:
            self.played = self.game.latest = self.game.play(choice, version=self.version, after=self.version)
        except Conflict:
            if self.game._turn(self.version)["version"] == self.version:
                raise
            return None
        return self.played
