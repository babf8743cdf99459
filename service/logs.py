"""Logs: one JSON object per line on stderr (or text), ours and the libraries' alike, each with the request's id.

Never in them: tokens, seeds, request bodies, hidden cards.
"""

from __future__ import annotations

import logging
from typing import TextIO

import structlog
from structlog.types import Processor

_SHARED: list[Processor] = [
    structlog.contextvars.merge_contextvars,
    structlog.stdlib.add_log_level,
    structlog.stdlib.add_logger_name,
    structlog.processors.TimeStamper(fmt="iso", utc=True),
    structlog.stdlib.ExtraAdder(),
]

_WRITTEN: dict[str, list[Processor]] = {
    "json": [structlog.processors.format_exc_info, structlog.processors.JSONRenderer()],
    "text": [structlog.dev.ConsoleRenderer(colors=False, exception_formatter=structlog.dev.plain_traceback)],
}


def configure(level: str, stream: TextIO | None = None, form: str = "json") -> None:
    """Send the logs of this process to a stream (default: stderr), from `level` (`INFO`) on; `form`: `json`, `text`."""
    structlog.configure(
        processors=[
            structlog.stdlib.filter_by_level,
            *_SHARED,
            structlog.stdlib.PositionalArgumentsFormatter(),
            structlog.stdlib.ProcessorFormatter.wrap_for_formatter,
        ],
        logger_factory=structlog.stdlib.LoggerFactory(),
        cache_logger_on_first_use=True,
    )
    formatter = structlog.stdlib.ProcessorFormatter(
        foreign_pre_chain=_SHARED,
        processors=[
            structlog.stdlib.ProcessorFormatter.remove_processors_meta,
            *_WRITTEN[form],
        ],
    )
    handler = logging.StreamHandler(stream)
    handler.setFormatter(formatter)
    logging.basicConfig(handlers=[handler], level=level, force=True)
