"""Which build of the rules a process runs: moves carried out by one may have other consequences in another."""

from __future__ import annotations

import hashlib
import sys
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

import orjson

import engine
from engine.build import rules_digest
from engine.ruleset import Ruleset
from service.store.records import BUILD_BYTES, dump_state


@lru_cache(64)
def build(ruleset: Ruleset[Any, Any]) -> bytes:
    """The name of the ruleset's build that runs here: a hash of the rules' sources, and of the catalogues given."""
    numbers = orjson.dumps(ruleset.numbers, option=orjson.OPT_SORT_KEYS)
    return hashlib.blake2b(_sources() + _others(type(ruleset)) + numbers, digest_size=BUILD_BYTES).digest()


def pack_state(ruleset: Ruleset[Any, Any], state: Any) -> bytes:
    """A state as a game's position is stored; empty for a game that is not dealt yet."""
    if state is None:
        return b""
    return dump_state(ruleset.key, build(ruleset), orjson.dumps(ruleset.write_position(state)))


def _others(kind: type) -> bytes:
    """A hash of the sources of a ruleset that another package brings: of its own folder, or of its only file."""
    if kind.__module__.startswith(f"{engine.__name__}."):
        return b""
    module = sys.modules[kind.__module__]
    file = Path(str(module.__file__))
    alone = not module.__package__
    files = [file] if alone else sorted(path for path in file.parent.rglob("*") if path.suffix in (".py", ".json"))
    digest = hashlib.sha256()
    for path in files:
        digest.update(f"\n{path.relative_to(file.parent).as_posix()}\n".encode() + path.read_bytes())
    return digest.digest()


@cache
def _sources() -> bytes:
    return rules_digest(Path(engine.__path__[0])).encode()
