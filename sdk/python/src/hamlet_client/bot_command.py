"""The command `hamlet-bot`: loads a bot's class and runs it."""

from __future__ import annotations

import argparse
import importlib
import logging
import os
import signal
import sys
import textwrap
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from hamlet_client.bots import Runner
from hamlet_client.client import Hamlet
from hamlet_client.errors import Refused

MAX_ABOUT = 40
"""The contract's limit for a bot's description, in characters."""


class NoBot(Exception):
    """The name does not lead to a bot. The message says why."""


def load(place: str) -> Any:
    """Return the class of a bot, by `package.module:Class`; the current folder is searched, too. Raises `NoBot`."""
    module, colon, name = place.partition(":")
    if not (module and colon and name):
        raise NoBot("a bot is named like package.module:Bot")
    here = str(Path.cwd())
    if here not in sys.path:
        sys.path.insert(0, here)
    try:
        bot = getattr(importlib.import_module(module), name)
    except ImportError as error:
        raise NoBot(f"{module} cannot be imported: {error}") from error
    except AttributeError as error:
        raise NoBot(f"{module} has no {name}") from error
    if not callable(bot) or not callable(getattr(bot, "choose", None)):
        raise NoBot(f"{place} is no class with a method choose(turn)")
    return bot


def about(bot: Any) -> str | None:
    """Return the first line of the bot's docstring, shortened at a word to the contract's limit."""
    line = (bot.__doc__ or "").strip().partition("\n")[0]
    return textwrap.shorten(line, MAX_ABOUT, placeholder=" ...") or None


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line. Returns the exit code."""
    parser = argparse.ArgumentParser(prog="hamlet-bot", description="Runs your own bot in the games of a server.")
    parser.add_argument("place", metavar="MODULE:CLASS", help="a class with a method choose(turn)")
    parser.add_argument("--server", metavar="URL", default="http://127.0.0.1:8000", help="default: %(default)s")
    key = os.environ.get("HAMLET_API_KEY")
    parser.add_argument("--key", default=key, required=not key, help="the bot's API key; default: $HAMLET_API_KEY")
    parser.add_argument("--name", help="the bot's name in games; default: the class's `name`, or the name of the class")
    parser.add_argument(
        "--threads", type=int, choices=range(1, 65), default=4, metavar="1-64", help="moves at the same time"
    )
    given = parser.parse_args(arguments)
    logging.basicConfig(format="%(asctime)s %(levelname)s %(message)s", level=logging.INFO, stream=sys.stderr)
    # httpx logs a line for every request, stamina one without details for every repetition.
    for name in ("httpx", "stamina"):
        logging.getLogger(name).setLevel(logging.ERROR)
    try:
        bot = load(given.place)
        name = given.name or getattr(bot, "name", None) or bot.__name__.lower()
        runner = Runner(Hamlet(given.server, given.key), bot, name, about(bot), given.threads)
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, lambda *_: _end(runner))
        runner.run()
    except (NoBot, Refused, ValueError) as refusal:
        print(f"Error: {refusal}", file=sys.stderr)
        return 1
    return 0


def _end(runner: Runner) -> None:
    runner.stop()
    # A silent stream may block for a long time.
    raise SystemExit(0)


if __name__ == "__main__":
    sys.exit(main())
