"""Padlocks: the ways to unlock a card, why a way is impossible, and the payment (PADLOCK)."""

from __future__ import annotations

from engine.errors import Refusal
from engine.villagers.catalogue import COUNTESS_BANK, PADLOCK, key_of
from engine.villagers.moves import BANK, NO_LOCK, TINNER, paid_seat, paid_villager
from engine.villagers.state import BUILD, State

PRICE = 2
"""The gold that unlocking costs (PADLOCK-2 to 4)."""
COUNTESS_PRICE = 3
"""The gold that the bank takes for unlocking while the Countess owns the bank (EVENTS-11)."""


def bank_price(building: bool, hers: bool) -> int:
    """Return the gold that the bank takes for unlocking.

    One event gives the bank to the Countess. It counts only in the building phase. `building`: whether this is the
    building phase; `hers`: whether that event is face up.
    """
    return COUNTESS_PRICE if building and hers else PRICE


def _bank_price(state: State) -> int:
    hers = state.solo is not None and COUNTESS_BANK in state.solo.face_up
    return bank_price(state.phase == BUILD, hers)


def unlocks(state: State, seat: int, card: int) -> list[int]:
    """Return all ways in which a seat can unlock a card now, sorted; `[NO_LOCK]` for a card without a padlock."""
    lock = PADLOCK[card]
    if lock < 0:
        return [NO_LOCK]
    payer = state.seats[seat]
    found = [TINNER] if payer.tinner else []
    anybody = False
    for owner, village in enumerate(state.seats):
        if lock in village.card:
            anybody = True
            if owner == seat or payer.gold >= PRICE:
                found += [paid_villager(owner, at) for at, there in enumerate(village.card) if there == lock]
    if not anybody and payer.gold >= _bank_price(state):
        found.insert(0, BANK)
    return found


def why_locked(state: State, seat: int, card: int, unlock: int) -> Refusal | None:
    """Return why this way of unlocking is impossible; `None` if it is allowed."""
    if unlock in unlocks(state, seat, card):
        return None
    lock = PADLOCK[card]
    if lock < 0:
        return Refusal("PADLOCK-1", "{card:the} has no padlock, so there is nothing to unlock.", card=key_of(card))
    name = key_of(lock)
    if unlock == NO_LOCK:
        return Refusal(
            "PADLOCK-1",
            "{card:the} has a padlock: choose who unlocks it ({unlocker}, or the bank).",
            card=key_of(card),
            unlocker=name,
        )
    if unlock == TINNER:
        return Refusal("SPECIAL-24", "You have not played a Tinner this turn.")
    if unlock == BANK and any(lock in village.card for village in state.seats):
        return Refusal(
            "PADLOCK-6", "You cannot pay the bank while there is {unlocker:a} in any village.", unlocker=name
        )
    owner, villager = paid_seat(unlock), unlock & 0xFFFF
    if unlock != BANK and not _is_there(state, owner, villager, lock):
        return Refusal(
            "PADLOCK-1",
            "Villager no. {villager} in seat {owner}'s village is not {unlocker:a} and cannot unlock {card:the}.",
            villager=villager,
            owner=owner + 1,
            unlocker=name,
            card=key_of(card),
        )
    price = _bank_price(state) if unlock == BANK else PRICE
    rule = "PADLOCK-7" if price == PRICE else "EVENTS-11"
    return Refusal(rule, "Unlocking costs {price} gold; you have {gold}.", price=price, gold=state.seats[seat].gold)


def _is_there(state: State, owner: int, villager: int, lock: int) -> bool:
    if owner >= len(state.seats):
        return False
    village = state.seats[owner].card
    return villager < len(village) and village[villager] == lock


def pay(state: State, seat: int, unlock: int) -> None:
    """Pay for unlocking (PADLOCK-2 to 4): from the supply, or from the bank for the seat's own unlocker."""
    if unlock in (NO_LOCK, TINNER):
        return
    if unlock == BANK:
        price = _bank_price(state)
        state.seats[seat].gold -= price
        if state.solo is not None and price != PRICE:
            state.solo.begun |= 1 << COUNTESS_BANK
        return
    owner = paid_seat(unlock)
    if owner != seat:
        state.seats[seat].gold -= PRICE
    state.seats[owner].coins[unlock & 0xFFFF] += PRICE
