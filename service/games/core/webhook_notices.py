"""The occurrences about which webhooks are notified.

They contain only public information, except for the ids of rematches, decisions and reviews. These ids go only to the
creator of the game or the sender of the request.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence

from service.games.core import projection, push_notices
from service.games.core.model import Game
from service.store.games.clock_record import Tick
from service.store.games.records import level_fields
from service.store.lists.webhook_registry import WebhookStore
from service.store.outbox.decision_queue import DecisionRequest
from service.store.outbox.notice_queue import Notice, Occurrence, addressed
from service.store.outbox.review_queue import ReviewSubject
from service.store.redis import keys

JOINED = "seat.joined"
STARTED = "game.started"
TURN = "turn.started"
REMINDER = "turn.reminder"
AWAY = "seat.away"
END = "game.finished"
REMATCH = "rematch.offered"
DECISION = "decision.ready"
REVIEW = "review.ready"
PING = "ping"
TYPES = (JOINED, STARTED, TURN, REMINDER, AWAY, END, REMATCH, DECISION, REVIEW)
"""The types of notices that a webhook can choose. It gets pings in any case."""

REASONS = {"seat_away": "away", "seat_forfeited": "forfeited", "seat_resigned": "resigned"}
"""For each kind of note in the log, the reason why a player no longer plays the seat."""


def of_joining(game: Game, seat: int) -> Occurrence:
    """Return an occurrence: a player has taken an open seat. The version stays the same."""
    data = {**projection.turn_document(game, seat), "open_seats": game.open_seats}
    return _news(game, f"joined{seat}.{game.seats_given_back}", JOINED, data)


def of_beginning(game: Game, tick: Tick | None) -> Iterator[Occurrence]:
    """Yield the beginning of a game, and the first turn if a person is to act. Yields nothing while seats are open."""
    if game.status == "waiting":
        return
    yield _news(game, "start", STARTED, {"game": game.id, "version": game.version, "ruleset": game.ruleset.key})
    yield from _of_turn(game, None, tick)


def of_moves(game: Game, tick: Tick | None) -> Iterator[Occurrence]:
    """Yield the occurrences that the changes in this copy have caused.

    If a person is to act now, a turn starts, unless the game was waiting for that person all along.
    """
    for version, entry in enumerate(game.uncommitted, game.stored_version + 1):
        for event in entry.events if entry.move is None else ():
            if event.type in REASONS:
                data = {**projection.turn_document(game, entry.seat), "version": version, "reason": REASONS[event.type]}
                yield Occurrence(game.id, f"{version}_away{entry.seat}", AWAY, data)
    if game.uncommitted:
        before = game.people_to_act[-1] if game.people_to_act else None
        yield from _of_turn(game, before if all(person == before for person in game.people_to_act) else None, tick)


def of_rematch(before: Game, rematch: str) -> Occurrence:
    """Return an occurrence: a player has requested a rematch of a finished game."""
    data = {"game": before.id, "version": before.version, "rematch": rematch}
    return Occurrence(rematch, "0_rematch", REMATCH, data)


def of_decision(decision_id: str, about: DecisionRequest) -> Occurrence:
    """Return an occurrence: a decision has ended. The store fills in the status.

    The notice's id does not reveal the decision's id.
    """
    data = {
        "decision": decision_id,
        "status": "@status",
        "ruleset": about.ruleset,
        "game": about.game,
        "version": about.version,
        "seat": about.seat,
        **level_fields(about.level),
    }
    return Occurrence(_subject_of(decision_id), "decision", DECISION, data)


def of_review(review_id: str, about: ReviewSubject) -> Occurrence:
    data = {
        "review": review_id,
        "status": "@status",
        "ruleset": about.ruleset,
        "game": about.game,
        "level": about.level,
        "milliseconds": about.milliseconds,
    }
    return Occurrence(_subject_of(review_id), "review", REVIEW, data)


def notices_of(webhooks: WebhookStore, game: Game, news: Sequence[Occurrence]) -> tuple[Notice, ...]:
    """Return the notices about a game's occurrences.

    They go to the game's own webhook, to the webhooks of the API key that created the game, and to subscribed browsers.
    """
    owner = game.owner
    hooks = (*game.webhooks, *(webhooks.receivers(owner) if owner and news else ()))
    return (*addressed(news, hooks), *push_notices.notices_to_browsers(game, news))


def _subject_of(request_id: str) -> str:
    return keys.base32(hashlib.sha256(request_id.encode()).digest()[:20])


def _of_turn(game: Game, before: int | None, tick: Tick | None) -> Iterator[Occurrence]:
    """Yield the end of the game, or else a new turn and the reminder of its deadline, if any.

    `before`: the person whose turn it was before the changes; `tick`: the change of the clock.
    """
    if game.status == "finished":
        yield _news(game, "end", END, {"game": game.id, **projection.end_document(game)})
        return
    seat = game.person_to_act
    if seat is None:
        return
    data = {**projection.turn_document(game, seat), "deadline": None}
    if seat != before:
        yield _news(game, "turn", TURN, data)
    if tick is not None and tick.seconds is not None:
        yield _news(game, "reminder", REMINDER, data, tick.seconds * 250)


def _news(game: Game, kind: str, type: str, data: dict[str, object], ahead: int = 0) -> Occurrence:
    return Occurrence(game.id, f"{game.version}_{kind}", type, data, ahead)
