"""Which build of the rules a process runs: moves carried out by one may have other consequences in another."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

import orjson

import engine
from engine.ruleset import Ruleset
from service.store.records import BUILD_BYTES


@lru_cache(64)
def build(ruleset: Ruleset[Any, Any]) -> bytes:
    """The name of the ruleset's build that runs here: the hash of the engine's files, and of the catalogues given."""
    numbers = orjson.dumps(ruleset.numbers, option=orjson.OPT_SORT_KEYS)
    return hashlib.blake2b(_engine() + numbers, digest_size=BUILD_BYTES).digest()


@cache
def _engine() -> bytes:
    found = hashlib.blake2b()
    for path in _files():
        found.update(f"\n{path.name}\n".encode() + path.read_bytes())
    return found.digest()


def _files() -> Iterator[Path]:
    """The engine as it is imported here, Python or compiled. Bots do not belong to the rules."""
    folder = Path(engine.__path__[0])
    for path in sorted(folder.rglob("*")):
        if path.suffix in (".py", ".json", ".so", ".pyd") and "bots" not in path.relative_to(folder).parts:
            yield path
    yield from sorted(folder.parent.glob("hamlet_engine__mypyc*"))
