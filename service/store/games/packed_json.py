"""JSON of a game in few bytes: deflated with a dictionary of its ruleset, which has ready what always comes again.

Packed text is a byte that names the dictionary (at most 7), then the deflated text. 0 is none; n is
`dictionaries/<ruleset>-<n>.txt`, which never changes once games were stored with it. `tools/dictionary.py` makes one.
"""

from __future__ import annotations

import zlib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any, Final

from engine.errors import NewerFormat

DICTIONARIES: Final[Mapping[str, int]] = {"villagers": 1, "my_village": 1}
"""With which dictionary the games of a ruleset are packed; other rulesets do without."""
MAX_TEXT: Final = 1 << 20
"""Bytes of a text that is unpacked: many times what any game takes."""

_WINDOW: Final = -15


def pack(ruleset: str, text: bytes) -> bytes:
    """The text in few bytes, for a game of this ruleset; `unpack` is its inverse."""
    number = DICTIONARIES.get(ruleset, 0)
    # Copied: to take in a dictionary anew would take longer than all the rest.
    packer = _packer(ruleset, number).copy()
    packed: bytes = packer.compress(text) + packer.flush()
    return bytes((number,)) + packed


def unpack(ruleset: str, packed: bytes) -> bytes:
    """The text that was packed. Raises `NewerFormat` where that was done by a later version of the program."""
    return unpack_first(ruleset, packed)[0]


def unpack_first(ruleset: str, packed: bytes) -> tuple[bytes, bytes]:
    """The same, and what stands behind the packed text."""
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
    """It has little memory, since that has to be copied each time."""
    dictionary = _dictionary(ruleset, number)
    return zlib.compressobj(6, zlib.DEFLATED, _WINDOW, 5, zlib.Z_DEFAULT_STRATEGY, dictionary)
