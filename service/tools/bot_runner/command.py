"""`hamlet bot`: loads a bot's class and runs it."""

from __future__ import annotations

import importlib
import logging
import re
import signal
import sys
import textwrap
from pathlib import Path
from typing import Any

from service.store.redis.keys import BOT_PATTERN
from service.tools.bot_runner.runner import Runner
from service.tools.bot_runner.server import Server

MAX_ABOUT = 40
"""The contract's limit for a bot's description, in characters."""


class NoBot(Exception):
    """The name does not lead to a bot; the text says why."""


def load(place: str) -> Any:
    """The class of a bot, by `package.module:Class`, from the current folder too. Raises `NoBot`."""
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


def name_of(bot: Any, name: str | None) -> str:
    """The bot's name: as given, or its own, or its class's. Raises `NoBot` if it is not valid."""
    name = name or getattr(bot, "name", None) or bot.__name__.lower()
    if not isinstance(name, str) or not re.fullmatch(BOT_PATTERN, name):
        raise NoBot(f"{name!r} is no name for a bot: 1 to 32 of a-z, 0-9, _ and -, the first a letter or a digit")
    return name


def about(bot: Any) -> str | None:
    """The first line of its docstring, cut at a word to the contract's limit."""
    line = (bot.__doc__ or "").strip().partition("\n")[0]
    return textwrap.shorten(line, MAX_ABOUT, placeholder=" ...") or None


def run(bot: Any, name: str, server: str, key: str, threads: int) -> None:
    """Play until SIGTERM or SIGINT. Raises `Wrong` of `service.tools.bot_runner.server`."""
    logging.basicConfig(format="%(asctime)s %(levelname)s %(message)s", level=logging.INFO, stream=sys.stderr)
    runner = Runner(Server(server, key, threads), bot, name, about(bot), threads)

    def end(number: int, frame: object) -> None:
        runner.stop()
        # A silent stream may block for a long time.
        raise SystemExit(0)

    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, end)
    logging.getLogger(__name__).info("%s plays on %s", name, server)
    runner.run()
