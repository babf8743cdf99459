"""Access to a game: who may take a seat, who may invite, who owns it."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

PUBLIC = "public"
"""The scope of public lists."""


def of_key(name: str) -> str:
    """Return the scope of an API key's own games."""
    return f"key={name}"


@dataclass(frozen=True, slots=True)
class Visibility:
    """A game's access rules, which never change.

    - `public`: anyone may take an open seat, and public lists show the game.
    - `inviters`: `host` or `players` (the host and everyone who has a seat).
    - `host_name`: the creator's name.
    - `owner`: the API key that created it.
    - `rematch_of`: the id of the previous game. Only its players may take the open seats.
    - `watch`: `anybody` (everyone who knows the id) or `players` (and the owner).
    """

    public: bool = False
    inviters: str = "host"
    host_name: str | None = None
    owner: str | None = None
    rematch_of: str | None = None
    watch: str = "anybody"

    def dump_visibility(self) -> dict[str, Any]:
        """Return what is stored of these rules: the fields that differ from their defaults."""
        return {name: value for name, value in asdict(self).items() if value != getattr(PLAIN, name)}


PLAIN = Visibility()
OPEN = Visibility(public=True)
