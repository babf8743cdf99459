"""Logs: one JSON object (or line of text) per message on stderr, with the request's id. Libraries log the same way.

Tokens, seeds, request bodies and hidden cards are never logged.
"""

from __future__ import annotations

import logging
import sys
import traceback
from functools import lru_cache
from typing import Any, TextIO

import orjson
import structlog
from structlog.types import Processor

_SHARED: list[Processor] = [
    structlog.contextvars.merge_contextvars,
    structlog.stdlib.add_log_level,
    structlog.stdlib.add_logger_name,
    structlog.processors.TimeStamper(fmt="iso", utc=True),
]


def _json(event: Any, default: Any) -> str:
    return orjson.dumps(event, default, option=orjson.OPT_NON_STR_KEYS).decode()


_WRITTEN: dict[str, list[Processor]] = {
    "json": [structlog.processors.format_exc_info, structlog.processors.JSONRenderer(_json)],
    "text": [structlog.dev.ConsoleRenderer(colors=False, exception_formatter=structlog.dev.plain_traceback)],
}


class _Lines(structlog.WriteLogger):
    def __init__(self, name: str, stream: TextIO) -> None:
        super().__init__(stream)
        self.name = name


_lines = lru_cache(256)(_Lines)
"""One logger per module and stream. structlog does not cache loggers itself, because tests change the stream."""


def configure(level: str, stream: TextIO | None = None, form: str = "json") -> None:
    """Send this process's logs at `level` (such as `INFO`) and above to a stream (default: stderr).

    `form` is `json` or `text`. For speed, the line about each request does not go through `logging`: structlog's own
    loggers write it.
    """
    structlog.configure(
        processors=[*_SHARED, *_WRITTEN[form]],
        wrapper_class=structlog.make_filtering_bound_logger(level),
        logger_factory=lambda name: _lines(name, stream or sys.stderr),
        cache_logger_on_first_use=False,
    )
    formatter = structlog.stdlib.ProcessorFormatter(
        foreign_pre_chain=[*_SHARED, structlog.stdlib.ExtraAdder()],
        processors=[structlog.stdlib.ProcessorFormatter.remove_processors_meta, *_WRITTEN[form]],
    )
    handler = logging.StreamHandler(stream)
    handler.setFormatter(formatter)
    logging.basicConfig(handlers=[handler], level=level, force=True)
    # Its warnings contain URLs of webhooks, and what the hosts have sent.
    logging.getLogger("urllib3").setLevel(logging.CRITICAL)


def describe_failure(failure: BaseException) -> dict[str, str]:
    """Return what may be logged about an unexpected failure: its type and traceback, but not its text.

    The text could name hidden cards.
    """
    return {"error": type(failure).__name__, "where": "".join(traceback.format_tb(failure.__traceback__))}
