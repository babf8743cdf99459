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


class Dispatcher:
    """Asks for the turns that nobody has played in time: those of killed workers, failed jobs and lost messages."""

    def __init__(self, due: DueTurns, turns: Turns, lease: int) -> None:
        self._due = due
        self._turns = turns
        self._lease = lease
        self._stopping = False

    def run(self) -> None:
        """Make rounds until told to stop."""
        while not self._stopping:
            try:
                if revived := self.round():
                    log.info("asked again for the turns of %d games", revived)
            except (StoreUnavailable, RedisError) as failure:
                log.warning("cannot reach the store: %s", failure)
            time.sleep(_PAUSE_SECONDS)

    def round(self) -> int:
        """Lease what is due and ask for it: how many games. Raises `StoreUnavailable`, `redis.RedisError`."""
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
