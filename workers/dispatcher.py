"""The dispatcher's process: `python -m workers.dispatcher`. Any number of them may run."""

from __future__ import annotations

import logging
import signal
import time
from types import FrameType

from redis import RedisError

from service import logs
from service.backend import open_games
from service.settings import load_settings
from service.store import DueTurns
from service.store.errors import StoreUnavailable
from service.turns import Turns

log = logging.getLogger(__name__)

_PAUSE_SECONDS = 0.5
_MOST_WAITING = 1000
"""Messages in the queue beyond which nothing is asked for: void ones stay in it until a worker throws them away."""


class Dispatcher:
    """Asks for the turns that nobody has played in time: those of killed workers, failed jobs and lost messages."""

    def __init__(self, due: DueTurns, turns: Turns, lease: int) -> None:
        self._due = due
        self._turns = turns
        self._lease = lease
        self._cut_off = False
        self._stopping = False

    def run(self) -> None:
        """Make rounds until told to stop."""
        while not self._stopping:
            self.try_round()
            time.sleep(_PAUSE_SECONDS)

    def try_round(self) -> None:
        """A round, if the store can be reached. Its loss and its return are logged once each."""
        try:
            revived = self.round()
        except (StoreUnavailable, RedisError) as failure:
            if not self._cut_off:
                log.warning("cannot reach the store: %s", failure)
            self._cut_off = True
            return
        if self._cut_off:
            log.info("can reach the store again")
        self._cut_off = False
        if revived:
            log.info("asked again for the turns of %d games", revived)

    def round(self) -> int:
        """Lease what is due and ask for it: how many games. Raises `StoreUnavailable`, `redis.RedisError`.

        While the queue is long, what is due stays due: without workers it would grow by all of it in each lease.
        """
        if self._turns.waiting() >= _MOST_WAITING:
            return 0
        game_ids = self._due.lease(self._lease)
        for game_id in game_ids:
            self._turns.ask(game_id)
        return len(game_ids)

    def stop(self, number: int, frame: FrameType | None) -> None:
        """The signal handler: end after this round."""
        self._stopping = True


def main() -> None:
    """Dispatch until SIGTERM or SIGINT."""
    settings = load_settings()
    logs.configure(settings.log_level)
    store = open_games(settings).store
    dispatcher = Dispatcher(DueTurns(store), Turns(store.redis, settings.lease), settings.lease)
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, dispatcher.stop)
    dispatcher.run()


if __name__ == "__main__":
    main()
