"""To whom a game is open: who may take a seat, who may invite, whose it is."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

PUBLIC = "public"
"""The scope of the lists that everybody may read."""


def of_key(name: str) -> str:
    """The scope of the lists that are for an API key: its own games."""
    return f"key={name}"


@dataclass(frozen=True, slots=True)
class Table:
    """How a game was laid out for people. Never changes.

    `public`: anybody may take an open seat, and lists show the game; `inviters`: who may invite, `host` or `players`
    (the host and whoever sits there); `host_name`: a name of whoever created it; `owner`: the name of the API key with
    which it was created; `rematch_of`: the id of the game before, whose players alone may take the open seats.
    """

    public: bool = False
    inviters: str = "host"
    host_name: str | None = None
    owner: str | None = None
    rematch_of: str | None = None

    def dump(self) -> dict[str, Any]:
        """As stored: what is not the default; `load` is its inverse."""
        return {name: value for name, value in asdict(self).items() if value != getattr(PLAIN, name)}

    @staticmethod
    def load(doc: Mapping[str, Any]) -> Table:
        return Table(**doc)


PLAIN = Table()
OPEN = Table(public=True)
