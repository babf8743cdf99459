"""Parses server-sent events as Hamlet writes them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ServerSentEvent:
    event: str
    data: str


def messages(chunks: Iterable[bytes]) -> Iterator[ServerSentEvent | None]:
    """The messages in a stream's bytes; `None` for a block without data, a sign of life."""
    rest = b""
    for chunk in chunks:
        *blocks, rest = (rest + chunk).split(b"\n\n")
        for block in blocks:
            fields = dict(line.partition(": ")[::2] for line in block.decode().split("\n"))
            yield ServerSentEvent(fields.get("event", ""), fields["data"]) if "data" in fields else None
