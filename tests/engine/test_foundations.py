"""Randomness, events and shapes: the engine's small tools."""

import hashlib
import hmac
import random
from collections import Counter
from typing import Annotated, Any, Literal, NotRequired, Required, TypedDict

import pytest

from engine.errors import Fault, FaultyDocument
from engine.events import EVERYONE, Event
from engine.randomness import below, commitment, event_rng, mix, seed_of, shuffled
from engine.registry import RULESETS
from engine.shapes import Between, Matches, OneOf, Size, Tagged, faults


class Cat(TypedDict):
    kind: Literal["cat"]
    lives: Annotated[int, Between(1, 9)]


class Dog(TypedDict, total=False):
    kind: Required[Literal["dog"]]
    tricks: Annotated[list[Annotated[str, Size(1, 5)]], Size(0, 2)]


class Home(TypedDict):
    pet: Annotated[Cat | Dog | None, Tagged("Pet", "kind")]
    colour: Annotated[str, OneOf("Colour", ("red", "blue"))]
    code: NotRequired[Annotated[str, Matches("[0-9]+")]]
    open: NotRequired[bool]
    nothing: NotRequired[None]
    floor: NotRequired[Annotated[int, Between(None, 3)]]


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ({"pet": None, "colour": "red"}, []),
        ({"pet": {"kind": "cat", "lives": 9}, "colour": "blue", "code": "12", "open": True, "nothing": None}, []),
        ({"pet": {"kind": "dog"}, "colour": "red", "floor": -4}, []),
        ({"pet": {"kind": "dog", "tricks": ["sit", ""]}, "colour": "red"}, ["pet.tricks.1"]),
        ({"pet": {"kind": "dog", "tricks": ["a", "b", "c"]}, "colour": "red"}, ["pet.tricks"]),
        ({"pet": {"kind": "dog", "tricks": "sit"}, "colour": "red"}, ["pet.tricks"]),
        ({"pet": {"kind": "cat", "lives": 0}, "colour": "green"}, ["colour", "pet.lives"]),
        ({"pet": {"kind": "cat", "lives": 10}, "colour": "red"}, ["pet.lives"]),
        ({"pet": {"kind": "cat", "lives": True}, "colour": "red"}, ["pet.lives"]),
        ({"pet": {"kind": "fish"}, "colour": "red"}, ["pet.kind"]),
        ({"pet": {"kind": ["cat"]}, "colour": "red"}, ["pet.kind"]),
        ({"pet": "cat", "colour": "red"}, ["pet"]),
        ({"colour": 3, "fence": 1}, ["colour", "fence", "pet"]),
        ({"pet": None, "colour": "red", "code": "12x", "open": 1}, ["code", "open"]),
        ({"pet": None, "colour": "red", "nothing": 0, "floor": 4}, ["floor", "nothing"]),
        ([], [""]),
        (None, [""]),
    ],
)
def test_shapes_name_everything_that_does_not_fit(value: object, expected: list[str]) -> None:
    assert sorted(fault.path for fault in faults(value, Home)) == expected


def test_faults_read_well() -> None:
    assert str(Fault("seats.0.gold", "must be at least 0")) == "seats.0.gold: must be at least 0"
    assert str(Fault("", "must be an object")) == "must be an object"
    error = FaultyDocument([Fault("a", "is missing"), Fault("b", "is missing")])
    assert str(error) == "a: is missing; b: is missing"


def test_random_event_n_comes_from_the_seed_alone() -> None:
    digest = hmac.new(b"secret", b"3", hashlib.sha256).digest()
    expected = random.Random(int.from_bytes(digest, "big")).random()
    assert event_rng(b"secret", 3).random() == expected
    assert event_rng(b"secret", 4).random() != expected
    assert event_rng(b"other", 3).random() != expected


def test_a_commitment_hashes_salt_and_secret() -> None:
    assert commitment(b"salt", b"secret") == hashlib.sha256(b"saltsecret").hexdigest()


def test_the_seed_follows_from_the_secret_and_every_contribution() -> None:
    lines = b"0 61\n2 c3bc20\n"
    assert seed_of(b"secret", {2: "ü ", 0: "a"}) == hmac.new(b"secret", lines, hashlib.sha256).digest()
    assert seed_of(b"secret", {}) == hmac.new(b"secret", b"", hashlib.sha256).digest()
    seeds = {seed_of(secret, given) for secret in (b"s", b"t") for given in ({}, {0: "a"}, {1: "a"}, {0: "a", 1: "b"})}
    assert len(seeds) == 8


def test_every_order_of_a_mixed_list_is_as_likely_as_any_other() -> None:
    rng, orders = random.Random(1), Counter[tuple[int, ...]]()
    for _ in range(12_000):
        cards = [1, 2, 2, 3]
        mix(cards, rng)
        orders[tuple(cards)] += 1
    assert len(orders) == 12
    assert all(880 < count < 1120 for count in orders.values()), "each of twelve should come up about 1000 times"
    for cards in ([], [7]):
        mix(cards, rng)
    assert cards == [7]


def test_the_deal_of_a_known_seed_is_pinned() -> None:
    """Stored games replay only as long as a seed means the same deal."""
    rules = RULESETS["villagers"]
    state = rules.setup(rules.read_options({}, 2), 2, b"pinned")
    position: Any = rules.write_position(state)
    assert position["first_player"] == PINNED[0]
    assert position["seats"][0]["hand"] == PINNED[1]
    assert position["stacks"][5] == PINNED[2]


PINNED: tuple[int, list[str], list[str]] = (
    1,
    ["blacksmith", "locksmith", "wheeler", "hunter", "grocer"],
    ["bed_builder", "priest", "truffler", "graper"],
)


def test_an_event_tells_its_secret_to_its_audience_only() -> None:
    event = Event("told", 0b101, {"card": None, "seat": 0}, {"card": "mason"})
    assert event.seen_by(0) == {"type": "told", "card": "mason", "seat": 0}
    assert event.seen_by(2) == event.seen_by(0)
    assert event.seen_by(1) == {"type": "told", "card": None, "seat": 0} == event.seen_by(None)
    assert Event("told", 0, {"x": 1}, {"x": 2}).seen_by(0) == {"type": "told", "x": 1}
    assert Event("told", EVERYONE, {"x": 1}, {"x": 2}).seen_by(None) == {"type": "told", "x": 2}


def test_quick_draws_are_those_of_the_standard_library() -> None:
    """Games shuffle and roll with them, and stored games are replayed with the same seed."""
    for number in range(200):
        quick, library = random.Random(number), random.Random(number)
        bound = 1 + number % 40
        assert [below(bound, quick) for _ in range(20)] == [library.randrange(bound) for _ in range(20)]
        cards = range(100, 100 + bound)
        assert shuffled(cards, quick) == library.sample(cards, bound)
        assert quick.getstate() == library.getstate()
