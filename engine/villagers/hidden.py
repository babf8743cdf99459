"""Hidden cards and who knows them (INFO-4 to INFO-7). A hidden card is `card << 8 | knowers`, see `state`."""

from __future__ import annotations

from engine.ruleset import Doc
from engine.villagers.catalogue import KEYS, SUIT, SUITS
from engine.villagers.state import KNOWERS, UNKNOWN, Seat, State


def back_of(hidden: int) -> int:
    """A hidden card for somebody who sees only its back: the suit (INFO-1)."""
    card = hidden >> 8
    return hidden & ~KNOWERS if card >= UNKNOWN else UNKNOWN + SUIT[card] << 8


def card_doc(hidden: int) -> Doc:
    """A hidden card, or the back of one, as views and events show it."""
    card = hidden >> 8
    if card >= UNKNOWN:
        return {"suit": SUITS[card - UNKNOWN], "card": None, "known": []}
    return {"suit": SUITS[SUIT[card]], "card": KEYS[card], "known": seats_in(hidden & KNOWERS)}


def mask_of(seats: list[int]) -> int:
    """The mask of seats."""
    mask = 0
    for seat in seats:
        mask |= 1 << seat
    return mask


def seats_in(mask: int) -> list[int]:
    """The seats of a mask."""
    return [seat for seat in range(7) if mask >> seat & 1]


def holds(seat: Seat, card: int) -> bool:
    """Whether the card is in the hand."""
    return any(hidden >> 8 == card for hidden in seat.hand)


def copies(seat: Seat, card: int) -> int:
    """How many of a card are in the hand."""
    return sum(hidden >> 8 == card for hidden in seat.hand)


def play_openly(seat: Seat, card: int) -> None:
    """Take a card out of the hand for all to see.

    Whoever knew of one copy has seen it go: of two copies, the one that stays is known to those who knew both.
    """
    hand = seat.hand
    at = next(index for index, hidden in enumerate(hand) if hidden >> 8 == card)
    seen = hand.pop(at) & KNOWERS
    while at < len(hand) and hand[at] >> 8 == card:
        knowers = hand[at] & KNOWERS
        hand[at] = card << 8 | knowers & seen
        seen |= knowers
        at += 1


def give_up(state: State, owner: int, card: int) -> int:
    """Take a card out of the hand face down and return it as a hidden card (INFO-5 to 7).

    An observer who knows all the owner's cards of that suit, and that they are all alike, goes on knowing them;
    for everybody else all of them, the given-up one included, become uncertain.
    """
    hand = state.seats[owner].hand
    suit = SUIT[card]
    alike = [hidden for hidden in hand if SUIT[hidden >> 8] == suit]
    keep = KNOWERS
    for hidden in alike:
        keep &= hidden if hidden >> 8 == card else 0
    rest = [hidden >> 8 << 8 | keep for hidden in alike]
    rest.remove(card << 8 | keep)
    hand[:] = sorted([hidden for hidden in hand if SUIT[hidden >> 8] != suit] + rest)
    return card << 8 | keep | 1 << owner


def take_square(state: State, owner: int) -> None:
    """Take the drafted villagers into the hand: everybody has seen them (DRAFT-12, INFO-5)."""
    seat = state.seats[owner]
    knowers = state.everyone & ~(1 << owner)
    seat.hand += [card << 8 | knowers for card in seat.square]
    seat.hand.sort()
    seat.square.clear()
