"""The rules of Orchard."""

from __future__ import annotations

from orchard import Orchard

from engine.testing import RULESETS, conforms, legal, play, position, refused, result, to_act, words_complete

RULES = RULESETS["orchard"] = Orchard()
LAST = """orchard turn=11 stack=[apple apple apple crow pear] seats=[
(hand=[apple crow crow pear] apples=3 pears=2 crows=1) (hand=[apple crow pear pear] apples=2 pears=2 crows=1)]"""
"""Seat 1 makes the last move."""


def test_it_conforms() -> None:
    conforms(RULES)
    words_complete(RULES)


def test_the_last_tree_decides() -> None:
    start = position(" ".join(LAST.split()))
    assert to_act(start) == (1,)
    after, events = play(start, next(move for move in legal(start, 1) if move.get("card") == "pear"))
    assert [event.type for event in events] == ["planted", "drew"]
    won = result(after)
    assert won is not None
    assert won["winners"] == [1]


def test_a_crow_is_sent_to_another_seat() -> None:
    """ORCHARD-2."""
    start = position(" ".join(LAST.split()))
    send = next(move for move in legal(start, 1) if "to" in move)
    assert refused(start, 1, {**send, "to": 1}) == "ORCHARD-2"
