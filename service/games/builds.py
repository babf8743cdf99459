"""Which build of the rules a process runs: moves carried out by one may have other consequences in another."""

from __future__ import annotations

import hashlib
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

import orjson

import engine
from engine.build import rules_digest
from engine.ruleset import Ruleset
from service.store.records import BUILD_BYTES


@lru_cache(64)
def build(ruleset: Ruleset[Any, Any]) -> bytes:
    """The name of the ruleset's build that runs here: a hash of the rules' sources, and of the catalogues given."""
    numbers = orjson.dumps(ruleset.numbers, option=orjson.OPT_SORT_KEYS)
    return hashlib.blake2b(_sources() + numbers, digest_size=BUILD_BYTES).digest()


@cache
def _sources() -> bytes:
    return rules_digest(Path(engine.__path__[0])).encode()
