"""Moves as documents: what is not a move, what may be left out, and that equal cards give one move."""

from __future__ import annotations

from typing import Any

import pytest

from engine.errors import MalformedMove
from tests.positions import legal, position
from tests.villagers.game import VILLAGERS


@pytest.mark.parametrize(
    "move",
    [
        {},
        {"type": "fly"},
        {"type": None},
        {"type": ["end"]},
        {"type": "end", "now": True},
        {"type": "draft_road"},
        {"type": "draft_road", "slot": 6},
        {"type": "draft_road", "slot": -1},
        {"type": "draft_road", "slot": "0"},
        {"type": "draft_road", "slot": True},
        {"type": "draft_stack", "stack": 1.0},
        {"type": "place"},
        {"type": "place", "card": "dragon"},
        {"type": "place", "card": "hunter", "on": 0},
        {"type": "place", "card": "hunter", "monks": "miner"},
        {"type": "place", "card": "hunter", "monks": ["nobody"]},
        {"type": "place", "card": "hunter", "unlock": "bank"},
        {"type": "place", "card": "hunter", "unlock": {"by": "force"}},
        {"type": "place", "card": "hunter", "unlock": {"by": "villager"}},
        {"type": "place", "card": "hunter", "unlock": {"by": "villager", "seat": 5, "villager": 1}},
        {"type": "trade", "basic": "graper", "card": "hunter"},
        {"type": "trade", "basic": "miner"},
        {"type": "return_card", "pile": "road"},
        {"type": "apprentice", "seat": 1},
        {"type": "apprentice", "seat": 1, "villager": 1, "side": "wood"},
        "end",
        None,
        [],
    ],
)
def test_move_refuses_what_is_no_move_at_all(move: Any) -> None:
    state = VILLAGERS.read_position(position("villagers phase=build seats=[(hand=[hunter]) ()]"))
    with pytest.raises(MalformedMove) as refusal:
        VILLAGERS.read_move(state, 0, move)
    assert refusal.value.faults


def test_move_what_is_default_may_be_left_out() -> None:
    start = position("villagers phase=build seats=[(village=[1.founders 2.swineherd@1] hand=[hunter apprentice]) ()]")
    state = VILLAGERS.read_position(start)
    for short in (
        {"type": "place", "card": "hunter"},
        {"type": "apprentice", "seat": 0, "villager": 1, "side": "food"},
    ):
        move = VILLAGERS.read_move(state, 0, short)
        assert move in VILLAGERS.legal_moves(state, 0)
        full = VILLAGERS.write_move(move)
        assert short.items() <= full.items()
        assert VILLAGERS.read_move(state, 0, full) == move


def test_move_equal_hand_cards_give_one_move() -> None:
    start = position("villagers phase=build stacks=[[mason]] seats=[(hand=[hunter hunter]) ()]")
    assert [move["card"] for move in legal(start, 0) if move["type"] == "place"] == ["hunter"]
    assert len([move for move in legal(start, 0) if move["type"] == "trade"]) == 3
