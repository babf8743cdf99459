"""Requests for reviews: create, read and wait."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from engine.ruleset import Doc
from engine.wording import LANGUAGES
from service.config import budgets
from service.config.timestamps import moment
from service.games import Game
from service.games.ai.decision_requests import Receivers, check_budget
from service.games.ai.reviews.move_analysis import Material, put_in_language
from service.games.core import webhook_notices
from service.games.core.game_errors import CannotReview
from service.games.core.queries import GameQueries
from service.games.history.time_travel import state_at
from service.store.games.records import Level, now_ms
from service.store.outbox.decision_queue import Caller
from service.store.outbox.notice_queue import addressed
from service.store.outbox.review_queue import ReviewRecord, ReviewStore, ReviewSubject, review_id
from service.store.outbox.rq_client import send_messages
from service.store.redis.store_errors import NoSuchReview

DEFAULT_LEVEL = "medium"


@dataclass
class Reviews:
    """All reviews. Stateless. `Decisions` explains `on_asked`, `most_ms` and `receivers`."""

    store: ReviewStore
    queries: GameQueries
    on_asked: Callable[[str], object] | None = None
    most_ms: int = budgets.MAX_MILLISECONDS
    receivers: Receivers = lambda owner: ()

    def admit(self, game_id: str, version: int, by: Level, caller: Caller) -> ReviewRecord | None:
        """Return the existing review of the game at this version. Returns `None` if the caller may request a new one.

        A failed review does not count. Changes nothing. Raises `InvalidBudget`, `CallerWaits`, `TooManyWait`.
        """
        check_budget(by.milliseconds, self.most_ms)
        try:
            record = self.store.read_review(_name(game_id, version, by))
            if record.status != "failed":
                return record
        except NoSuchReview:
            pass
        self.store.check_room(caller)
        return None

    def request_review(self, game: Game, by: Level, caller: Caller, language: str = LANGUAGES[0]) -> tuple[Doc, bool]:
        """Request the review of a finished game. Returns the existing or the new review, and whether it is new.

        Raises `InvalidBudget`, `NotFinished`, `CallerWaits`, `TooManyWait`, and `CannotReview` if the present rules no
        longer reproduce the game.
        """
        name = _name(game.id, game.version, by)
        about = ReviewSubject(game.ruleset.key, by.name, game.id, 0, by.milliseconds)
        hooks = self.receivers(caller.owner) if caller.owner else ()
        notices = addressed([webhook_notices.of_review(name, about)], hooks)
        # Checked first, because the rest is slow.
        if (record := self.admit(game.id, game.version, by, caller)) is not None:
            record = self.store.join(name, caller, notices) if notices and not record.ended else record
            return review_document(record, language), False
        doc = self.queries.whole_replay(game)
        if state_at(game, self.queries.progress(game.id, 0).entries, 0) is None:
            raise CannotReview("the moves of this game can no longer be repeated exactly")
        # Stored without names, which are personal data.
        material = replace(Material.from_replay(doc, game.setup.options, game.id), names=())
        until = now_ms() + 1000 * self.store.seconds_left(game.id)
        self.store.forget_failed(name)
        self.store.add_review(name, replace(about, until_ms=until), material.dump_material(), caller, notices)
        send_messages(self.on_asked, name)
        return review_document(self.store.read_review(name), language), True

    def wait_for_review(self, game: Game, by: Level, seconds: float = 0, language: str = LANGUAGES[0]) -> Doc:
        """Return the game's review; wait up to `seconds` for it to end. Raises `NoSuchReview`."""
        name = _name(game.id, game.version, by)
        with self.queries.changes.watch(name, seconds) as watch:
            record = self._read(name)
            while not record.ended and watch.changed():
                record = self._read(name)
            return review_document(record, language)

    def _read(self, name: str) -> ReviewRecord:
        return self.queries.readings.read_once(name, lambda: self.store.read_review(name))


def _name(game_id: str, version: int, by: Level) -> str:
    return review_id("game", game_id, str(version), str(by))


def review_document(record: ReviewRecord, language: str = LANGUAGES[0]) -> Doc:
    """Return the review as a document of the schema `Review`."""
    about = record.about
    result = record.result or {"seats": [], "curve": [], "turning_points": [], "moves": []}
    result = {**result, "moves": [put_in_language(one, language) for one in result["moves"]]}
    begun = record.status == "queued" and record.done
    return {
        "id": record.review_id,
        "status": "running" if begun else record.status,
        "ruleset": about.ruleset,
        "game": about.game,
        "level": about.level,
        "milliseconds": about.milliseconds,
        "done": record.done,
        "decisions": record.of,
        **result,
        "failure": record.reason,
        "created_at": moment(record.created_ms),
        "ended_at": None if record.ended_ms is None else moment(record.ended_ms),
    }
