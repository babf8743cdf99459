"""Finished games that were played elsewhere, or long ago: verify, and stored to be looked at and reviewed.

To verify a document takes time and no store (`verify`, for a computing process); to store what came of it takes one
round trip (`keep`).
"""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Collection, Mapping
from dataclasses import replace
from typing import Any

import orjson

from engine.ruleset import Doc, Ruleset
from service.games.core.game_service import Games
from service.games.core.stored_states import pack_state
from service.games.history.replay_archive import Archived
from service.store.games.clock_record import Timing
from service.store.games.records import Entry, Setup
from service.store.games.visibility import Table

Verified = Mapping[str, Any]
"""A finished game as it will be stored, in JSON: its `setup`, `state`, `entries`, `timing`, `digest`."""


def verify(rulesets: Mapping[str, Ruleset[Any, Any]], levels: Collection[str], doc: Any) -> Doc:
    """The finished game of a replay document (`Verified`). Raises `NotTrue`."""
    archived = Archived(rulesets, levels, doc)
    entries = list(archived.entries())
    # That nobody knew the seed before the game cannot be proven, so it is not rated here.
    setup = replace(archived.setup, imported=True)
    return {
        "digest": _digest(setup, entries),
        "setup": setup.dump().decode(),
        "state": _text(pack_state(archived.ruleset, archived.game.state)),
        "entries": [_text(entry.dump(setup)) for entry in entries],
        "timing": None if archived.timing == Timing() else archived.timing.dump().decode(),
        "at": entries[-1].at_ms,
    }


def keep(games: Games, verified: Verified, owner: str | None) -> tuple[str, bool]:
    """Store the game: its id, and whether it is new. `owner`: the API key in whose lists it will be.

    The id is made of what the game is, and whose: so nothing is stored twice.
    """
    setup = replace(Setup.load(verified["setup"].encode()), table=Table(owner=owner))
    game_id = id_of(games, verified, owner)
    entries = [_bytes(entry) for entry in verified["entries"]]
    timing = None if verified["timing"] is None else verified["timing"].encode()
    return game_id, games.store.keep(game_id, setup, _bytes(verified["state"]), entries, verified["at"], timing)


def id_of(games: Games, verified: Verified, owner: str | None) -> str:
    """The id under which `keep` stores it."""
    name = hashlib.blake2b(f"{verified['digest']} {owner or ''}".encode(), digest_size=32).digest()
    return games.store.id_of(name)


def _digest(setup: Setup, entries: Collection[Entry]) -> str:
    """Of all that is told of the game, but for the version of the notation."""
    facts = orjson.loads(setup.dump())
    del facts["format"]
    moves = [[entry.seat, entry.step[1], entry.at_ms] for entry in entries]
    return hashlib.sha256(orjson.dumps([facts, moves], option=orjson.OPT_SORT_KEYS)).hexdigest()


def _text(data: bytes) -> str:
    return base64.b64encode(data).decode()


def _bytes(text: str) -> bytes:
    return base64.b64decode(text)
