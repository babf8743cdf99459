"""The functions for tests of a ruleset: which rulesets pass, and which do not."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from engine import testing
from engine.ruleset import Doc, Move
from engine.wording import Words
from examples.orchard.orchard import Orchard, OrchardWords, State


class Uneven(Orchard):
    """A ruleset whose `advance` forgets a rule."""

    def advance(self, state: State, seat: int, move: Move) -> None:
        super().advance(state, seat, move)
        state.seats[seat].crows += 1

    def apply(self, state: State, seat: int, move: Move) -> Any:
        events = super().apply(state, seat, move)
        state.seats[seat].crows -= 1
        return events


class Lax(Orchard):
    """A ruleset that accepts every move, even if it is not listed."""

    def refusal(self, state: State, seat: int, move: Move) -> None:
        return None

    def legal_moves(self, state: State, seat: int) -> list[Move]:
        return []


class Torn(Orchard):
    """The two languages have different patterns."""

    def words(self, language: str) -> Words:
        words = OrchardWords(language)
        words.moves = words.moves if language == "en" else {}
        return words


def installed(monkeypatch: pytest.MonkeyPatch, rules: Orchard) -> Doc:
    """Return a position of the ruleset, as if it was installed."""
    monkeypatch.setitem(testing.RULESETS, "orchard", rules)
    return testing.new_game("orchard", 2, seed=b"\1")


def test_what_is_right_passes(monkeypatch: pytest.MonkeyPatch) -> None:
    start = installed(monkeypatch, Orchard())
    move = testing.legal(start, 0)[0]
    after, events = testing.play(start, (0, move))
    assert testing.to_act(after) == (1,)
    assert [event.type for event in events][-1] == "drew"
    assert testing.refused(start, 0, {"type": "send", "to": 0}) in ("ORCHARD-1", "ORCHARD-2")
    assert testing.faults({**start, "turn": 3})[0][0] == "seats"
    assert testing.complete(start) == start
    assert testing.view(start, 1)["seats"][0]["hand"] == ["back"] * 4
    assert testing.result(start) is None
    testing.words_complete(Orchard())
    testing.conforms(Orchard(), "documents_come_back", "texts_come_back")


@pytest.mark.parametrize(
    ("rules", "do", "sentence"),
    [
        (Uneven(), lambda start: testing.play(start, testing.legal(start, 0)[0]), "advance and apply differ"),
        (
            Lax(),
            lambda start: testing.play(start, {"type": "plant", "card": start["seats"][0]["hand"][0]}),
            "not listed",
        ),
        (Lax(), lambda start: testing.refused(start, 0, {"type": "send", "to": 1}), "accepted"),
        (Orchard(), lambda start: testing.refused(start, 1, testing.legal(start, 0)[0]), "refused by no rule"),
        (Orchard(), testing.faults, "the position is accepted"),
        (Torn(), lambda start: testing.words_complete(Torn()), "words are complete .2 seats"),
    ],
)
def test_what_is_wrong_does_not(
    monkeypatch: pytest.MonkeyPatch, rules: Orchard, do: Callable[[Doc], Any], sentence: str
) -> None:
    start = installed(monkeypatch, rules)
    with pytest.raises(AssertionError, match=sentence):
        do(start)
