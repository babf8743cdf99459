"""Moves in a few English words."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from engine.ruleset import Move
from engine.villagers.catalogue import BASICS, name_of
from engine.villagers.moves import (
    BANK,
    COIN,
    DRAFT_RESERVE,
    DRAFT_ROAD,
    DRAFT_STACK,
    END,
    HIRE,
    PASS,
    PILES,
    PLACE,
    PLAY,
    RETURN,
    SIDES,
    TAKE,
    TINNER,
    TO_STACK,
    TRADE,
    monk_roles,
)


def label(move: Move) -> str:
    """The move in words; seats, slots, stacks and villagers by their numbers in the notation."""
    return _LABELS[move[0]](move)


def _unlock(unlock: int) -> str:
    if not unlock:
        return ""
    if unlock == BANK:
        return ", paying the bank"
    if unlock == TINNER:
        return ", unlocked by the Tinner"
    return f", paying villager {unlock & 0xFFFF} of seat {(unlock >> 16) - 1}"


def _under(card: int, monks: int, on: int) -> str:
    roles = ", ".join(name_of(role) for role in monk_roles(card, monks))
    return (f" on villager {on}" if on else "") + (f" with a Monk as {roles} under it" if roles else "")


def _place(move: Move) -> str:
    _, card, monks, on, unlock = move
    return f"Place {name_of(card)}{_under(card, monks, on)}{_unlock(unlock)}"


def _return(move: Move) -> str:
    _, pile, stack = move
    where = f"stack {stack}" if pile == TO_STACK else f"the {PILES[pile]}"
    return f"Put the traded card on {where}"


def _play(move: Move) -> str:
    _, card, villager, unlock = move
    return f"Play {name_of(card)}{f' on villager {villager}' if villager else ''}{_unlock(unlock)}"


def _take(move: Move) -> str:
    _, seat, villager, card, fresh, side, monks, on, unlock = move
    freed = f"the Monk and place {name_of(card)} on him" if fresh else f"{name_of(card)} and place it"
    turned = f", {SIDES[side]} side up" if SIDES[side] else ""
    under = _under(card, monks, on)
    return f"Apprentice: take villager {villager} of seat {seat}, {freed}{under}{turned}{_unlock(unlock)}"


_LABELS: Final[Mapping[int, Callable[[Move], str]]] = {
    DRAFT_ROAD: lambda move: f"Draft the villager in slot {move[1]} of the road",
    DRAFT_STACK: lambda move: f"Draft the top card of stack {move[1]}",
    DRAFT_RESERVE: lambda move: "Draft the top card of the reserve",
    COIN: lambda move: f"Put a gold on slot {move[1]} of the road",
    PASS: lambda move: "Put no gold on the road",
    PLACE: _place,
    TRADE: lambda move: f"Trade {name_of(move[1])} for a {name_of(BASICS[move[2]])}",
    RETURN: _return,
    PLAY: _play,
    TAKE: _take,
    END: lambda move: "End the build turn",
    HIRE: lambda move: f"Hire the Freelancer, villager {move[1] & 0xFFFF} of seat {(move[1] >> 16) - 1}",
}
