"""Compressed JSON of games: deflated with a preset dictionary for each ruleset.

Packed text is one byte that names the dictionary, followed by the deflated text. 0 means no dictionary. A number n, at
most 7, means `dictionaries/<ruleset>-<n>.txt`, which must not change once games use it (`tools/dictionary.py`).
"""

from __future__ import annotations

import zlib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any, Final

from engine.errors import NewerFormat

DICTIONARIES: Final[Mapping[str, int]] = {"villagers": 1, "my_village": 1}
"""The number of the current dictionary, by ruleset. A ruleset that is not listed has no dictionary."""
MAX_TEXT: Final = 1 << 20
"""The limit of unpacked bytes, far more than any game needs."""

_WINDOW: Final = -15


def pack(ruleset: str, text: bytes) -> bytes:
    """Compress a text of a game of this ruleset. `unpack` is the inverse."""
    number = DICTIONARIES.get(ruleset, 0)
    # Copy the compressor, because loading the dictionary is the slowest part.
    packer = _packer(ruleset, number).copy()
    packed: bytes = packer.compress(text) + packer.flush()
    return bytes((number,)) + packed


def unpack(ruleset: str, packed: bytes) -> bytes:
    """Decompress a text. Raises `NewerFormat` if a later version of the program packed it."""
    return unpack_first(ruleset, packed)[0]


def unpack_first(ruleset: str, packed: bytes) -> tuple[bytes, bytes]:
    """Decompress the text at the beginning of `packed`. Returns the text and the bytes after it."""
    number = packed[0]
    if number > DICTIONARIES.get(ruleset, 0):
        raise NewerFormat(f"text packed with dictionary {number}, which is not known")
    unpacker = zlib.decompressobj(_WINDOW, _dictionary(ruleset, number))
    text = unpacker.decompress(packed[1:], MAX_TEXT)
    if not unpacker.eof:
        raise ValueError("a packed text has no end")
    return text, unpacker.unused_data


@cache
def _dictionary(ruleset: str, number: int) -> bytes:
    if not number:
        return b""
    return files("service.store").joinpath("dictionaries", f"{ruleset}-{number}.txt").read_bytes()


@cache
def _packer(ruleset: str, number: int) -> Any:
    """Return a compressor that uses little memory. Callers copy it for each text."""
    dictionary = _dictionary(ruleset, number)
    return zlib.compressobj(6, zlib.DEFLATED, _WINDOW, 5, zlib.Z_DEFAULT_STRATEGY, dictionary)
