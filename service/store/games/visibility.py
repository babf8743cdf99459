"""Access to a game: who may take a seat, who may invite, who owns it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

PUBLIC = "public"
"""The scope of public lists."""


def of_key(name: str) -> str:
    """The scope of an API key's own games."""
    return f"key={name}"


@dataclass(frozen=True, slots=True)
class Table:
    """A game's access rules. Never changes.

    `public`: anyone may take an open seat, and public lists show the game; `inviters`: `host` or `players` (the host
    and all who have a seat); `host_name`: the creator's name; `owner`: the API key that created it; `rematch_of`: the
    id of the game before, whose players alone may take the open seats.
    """

    public: bool = False
    inviters: str = "host"
    host_name: str | None = None
    owner: str | None = None
    rematch_of: str | None = None

    def dump(self) -> dict[str, Any]:
        """The stored form, without defaults; `load` is its inverse."""
        return {name: value for name, value in asdict(self).items() if value != getattr(PLAIN, name)}

    @staticmethod
    def load(doc: Mapping[str, Any]) -> Table:
        return Table(**doc)


PLAIN = Table()
OPEN = Table(public=True)
