"""Import of finished games: verified, then stored for reading and review.

`verify` takes CPU time but needs no store, so it runs in a computing process. `keep` stores the outcome in one round
trip.
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
from service.store.games.visibility import Visibility

Verified = Mapping[str, Any]
"""A finished game in stored form, as JSON: `setup`, `state`, `entries`, `timing`, `digest`."""


def verify(rulesets: Mapping[str, Ruleset[Any, Any]], levels: Collection[str], doc: Any) -> Doc:
    """Verify a replay document. Returns its stored form. Raises `NotTrue` if it is not genuine."""
    archived = Archived(rulesets, levels, doc)
    entries = list(archived.entries())
    # Imported games are not rated. Nothing proves that the seed was unknown before the game.
    setup = replace(archived.setup, imported=True)
    return {
        "digest": _digest(setup, entries),
        "setup": setup.dump_setup().decode(),
        "state": _text(pack_state(archived.ruleset, archived.game.state)),
        "entries": [_text(entry.dump_entry(setup)) for entry in entries],
        "timing": None if archived.timing == Timing() else archived.timing.dump_timing().decode(),
        "at": entries[-1].at_ms,
    }


def keep(games: Games, verified: Verified, owner: str | None) -> tuple[str, bool]:
    """Store the game. Returns its id and whether it is new.

    `owner`: the API key whose lists show the game. The id is derived from game and owner, so no game is stored twice.
    """
    setup = replace(Setup.load_setup(verified["setup"].encode()), table=Visibility(owner=owner))
    game_id = id_of(games, verified, owner)
    entries = [_bytes(entry) for entry in verified["entries"]]
    timing = None if verified["timing"] is None else verified["timing"].encode()
    return game_id, games.store.keep(game_id, setup, _bytes(verified["state"]), entries, verified["at"], timing)


def id_of(games: Games, verified: Verified, owner: str | None) -> str:
    """Return the id under which `keep` stores the game."""
    name = hashlib.blake2b(f"{verified['digest']} {owner or ''}".encode(), digest_size=32).digest()
    return games.store.id_of(name)


def _digest(setup: Setup, entries: Collection[Entry]) -> str:
    """Return a hash of everything that the game publishes, except the version of the notation."""
    facts = orjson.loads(setup.dump_setup())
    del facts["format"]
    moves = [[entry.seat, entry.step[1], entry.at_ms] for entry in entries]
    return hashlib.sha256(orjson.dumps([facts, moves], option=orjson.OPT_SORT_KEYS)).hexdigest()


def _text(data: bytes) -> str:
    return base64.b64encode(data).decode()


def _bytes(text: str) -> bytes:
    return base64.b64decode(text)
