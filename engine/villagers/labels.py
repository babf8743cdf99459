"""Moves in a few English words."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from engine.ruleset import Move
from engine.villagers import moves
from engine.villagers.catalogue import BASICS, event_name, name_of
from engine.villagers.moves import BANK, PILES, SIDES, TINNER, TO_STACK, monk_roles, pile_doc, target_field


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
    _, card, seat, target, unlock = move
    field = target_field(card)
    what = f"of seat {seat - 1}" if seat else ""
    if field and target:
        named = {"villager": f"villager {target}", "take": name_of(target - 1) if field == "take" else ""}
        what = f"{named.get(field) or f'{field} {target - 1}'} {what}".strip()
    elif seat:
        what = f"the hand {what}"
    return f"Play {name_of(card)}{f' on {what}' if what else ''}{_unlock(unlock)}"


def _benefactor(move: Move) -> str:
    _, card, on, unlock = move
    return f"Play Benefactor to place {name_of(card)}{_under(card, 0, on)}{_unlock(unlock)}"


def _pile(pile: int) -> str:
    doc = pile_doc(pile)
    return "the reserve" if doc["stack"] is None else f"stack {doc['stack']}"


def _resolve(move: Move) -> str:
    doc = moves.write_move(move)
    what = ""
    if doc["villager"] is not None:
        what = f" on villager {doc['villager']}"
    elif doc["card"] is not None:
        what = f": discard {name_of(move[2] - 1)}"
    elif doc["pile"] is not None:
        what = f" from {_pile(move[2] - 1)}"
    return f"Resolve {event_name(move[1])}{what}"


def _settle(move: Move) -> str:
    return f"{event_name(move[1])}: {'pay the bank' if move[2] else 'do with one less'}"


def _take(move: Move) -> str:
    _, seat, villager, card, fresh, side, monks, on, unlock = move
    freed = f"the Monk and place {name_of(card)} on him" if fresh else f"{name_of(card)} and place it"
    turned = f", {SIDES[side]} side up" if SIDES[side] else ""
    under = _under(card, monks, on)
    return f"Apprentice: take villager {villager} of seat {seat}, {freed}{under}{turned}{_unlock(unlock)}"


_LABELS: Final[Mapping[int, Callable[[Move], str]]] = {
    moves.DRAFT_ROAD: lambda move: f"Draft the villager in slot {move[1]} of the road",
    moves.DRAFT_STACK: lambda move: f"Draft the top card of stack {move[1]}",
    moves.DRAFT_RESERVE: lambda move: "Draft the top card of the reserve",
    moves.COIN: lambda move: f"Put a gold on slot {move[1]} of the road",
    moves.PASS: lambda move: "Put no gold on the road",
    moves.PLACE: _place,
    moves.TRADE: lambda move: f"Trade {name_of(move[1])} for a {name_of(BASICS[move[2]])}",
    moves.RETURN: _return,
    moves.PLAY: _play,
    moves.TAKE: _take,
    moves.HIRE: lambda move: f"Hire the Freelancer, villager {move[1] & 0xFFFF} of seat {(move[1] >> 16) - 1}",
    moves.THIEVE: lambda move: f"The Thief, villager {move[1]}, takes gold from seat {move[2]}",
    moves.RECRUIT: lambda move: "Pay the Recruiter for two picks",
    moves.BENEFACT: _benefactor,
    moves.LOOK_TAKE: lambda move: f"Take {name_of(move[1])}",
    moves.ARRANGE: lambda move: f"Put {name_of(move[1])} next from the top",
    moves.KEEP: lambda move: "Leave the rest in its order",
    moves.STEAL_CARD: lambda move: f"Steal {name_of(move[1])}",
    moves.FOR_COUNTESS: lambda move: f"Give the Countess the villager in slot {move[1]} of the road",
    moves.PAY_OFF: _settle,
    moves.RESOLVE: _resolve,
    moves.REWARD_CARD: lambda move: f"Take the top card of {_pile(move[1])}",
    moves.REWARD_BASIC: lambda move: f"Take a {name_of(BASICS[move[1]])}",
    moves.END: lambda move: "End the build turn",
    moves.JEST: lambda move: f"The Jester discards {event_name(move[1])}",
}
