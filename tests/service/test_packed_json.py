"""Packed JSON: short, the same when unpacked, and bounded."""

from __future__ import annotations

import hashlib
import zlib
from importlib.resources import files

import orjson
import pytest

from engine.errors import NewerFormat
from engine.registry import RULESETS
from service.store.games.idempotency import CommitResult, Memo, fingerprint
from service.store.games.packed_json import DICTIONARIES, MAX_TEXT, pack, unpack

DIGESTS = {
    "my_village-1": "9c6e3cd81f797bc9a061f4acb7afda2e9175290c39ae33b70d240e29c98f106d",
    "villagers-1": "70d9203f1fe703f3bd5f03f882b6485061337e291975589e795b7ac62761113d",
}
"""Of the dictionaries with which games are stored. They never change."""


@pytest.mark.parametrize("key", [*RULESETS, "nim"])
@pytest.mark.parametrize("text", [b"", b"{}", b'{"type":"end"}', bytes(range(256)) * 99])
def test_it_is_unpacked_as_it_was(key: str, text: bytes) -> None:
    assert unpack(key, pack(key, text)) == text


@pytest.mark.parametrize("key", sorted(RULESETS))
def test_a_position_takes_few_bytes(key: str) -> None:
    rules = RULESETS[key]
    text = orjson.dumps(rules.write_position(rules.setup(rules.read_options({}, 2), 2, b"some seed")))
    assert len(pack(key, text)) < len(text) / 4


def test_no_dictionary_has_changed() -> None:
    folder = files("service.store").joinpath("dictionaries")
    found = {file.name.removesuffix(".txt"): hashlib.sha256(file.read_bytes()).hexdigest() for file in folder.iterdir()}
    assert found == DIGESTS
    assert {f"{key}-{number}" for key, last in DICTIONARIES.items() for number in range(1, last + 1)} == set(found)


def test_what_a_later_version_has_packed_is_left_alone() -> None:
    with pytest.raises(NewerFormat):
        unpack("villagers", b"\x07" + pack("villagers", b"{}")[1:])


def test_it_does_not_unpack_without_end() -> None:
    assert unpack("nim", pack("nim", b"1" * MAX_TEXT)) == b"1" * MAX_TEXT
    with pytest.raises(ValueError, match="no end"):
        unpack("nim", pack("nim", b"1" * (MAX_TEXT + 1)))


@pytest.mark.parametrize("ruleset", ["", "nim", "villagers"])
@pytest.mark.parametrize("deadline", [b"", b"1700000000000", b"0"])
def test_an_answer_is_kept_with_its_deadline(ruleset: str, deadline: bytes) -> None:
    memo = Memo("key", fingerprint("request"), ruleset)
    kept = CommitResult(b"{}", {b"": None, b"0": None, b"1700000000000": 1700000000000}[deadline])
    assert memo.load_memo(memo.dump_memo(b"{}") + deadline) == kept


@pytest.mark.parametrize("broken", [b"\x00", b"\x00\xff\xff", pack("nim", b"some text, cut off")[:-3]])
def test_what_is_broken_is_an_error(broken: bytes) -> None:
    with pytest.raises((ValueError, zlib.error)):
        unpack("nim", broken)
