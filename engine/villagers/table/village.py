"""One seat's village: where villagers stand, what is visible, where there is room. No turns or payments."""

from __future__ import annotations

from bisect import insort

from engine.villagers.catalogue import (
    BUILDERS,
    CAPACITY,
    CHAIN,
    COUNTESS,
    COUNTESS_BLANK,
    FOOD,
    FOUNDERS,
    FOUNDERS_FED,
    GOLD,
    STAND_IN,
)
from engine.villagers.state import EMPTY, Seat


def draft_limit(seat: Seat) -> int:
    """Return the number of villagers to draft in a round: 2, plus 1 per visible food, at most 5 (DRAFT-2, DRAFT-3)."""
    food = seat.food + seat.bonus_food
    return 5 if food > 3 else 2 + food


def drafts(seat: Seat) -> int:
    """Return the number of villagers to draft in this Draft Phase: the limit, less what an event takes away (A-87)."""
    return draft_limit(seat) - seat.cut


def build_limit(seat: Seat) -> int:
    """Return the number of villagers to place in a build turn: 2, plus 1 per visible builder, at most 5 (BUILD-2,
    BUILD-3).
    """
    builders = seat.builders + seat.bonus_builders
    return 5 if builders > 3 else 2 + builders


def role_of(card: int) -> int:
    """Return a card's own role in a chain."""
    if card == COUNTESS_BLANK:
        return COUNTESS
    return FOUNDERS if card == FOUNDERS_FED else card


def is_start(card: int) -> bool:
    """Return whether the card is Founders or the Countess, who never leave their village."""
    return role_of(card) in (FOUNDERS, COUNTESS)


def add(seat: Seat, card: int, role: int, on: int) -> int:
    """Add a card to the village on villager `on` (0: the start of a chain). Returns the new id: the highest id plus
    1.
    """
    villager = len(seat.card)
    seat.card.append(card)
    seat.role.append(role)
    seat.on.append(on)
    seat.coins.append(0)
    seat.kids.append(0)
    seat.food += FOOD[card]
    seat.builders += BUILDERS[card]
    if CAPACITY[role]:
        seat.open.append(villager)
    if on:
        _cover(seat, on)
    return villager


def _cover(seat: Seat, villager: int) -> None:
    """Record that one more card lies on a villager. The first one covers the villager's symbols (BUILD-11)."""
    kids = seat.kids[villager] + 1
    seat.kids[villager] = kids
    if kids == 1:
        card = seat.card[villager]
        seat.food -= FOOD[card]
        seat.builders -= BUILDERS[card]
    if kids == CAPACITY[seat.role[villager]]:
        seat.open.remove(villager)


def swap_covered(seat: Seat, villager: int, card: int) -> int:
    """Replace a covered villager with `card`, under the same id. Returns the villager's own card (SPECIAL-11)."""
    taken = seat.card[villager]
    seat.card[villager] = card
    seat.gold += seat.coins[villager]
    seat.coins[villager] = 0
    return taken


def lift(seat: Seat, villager: int) -> list[int]:
    """Remove a top villager and put its coins into the supply. Returns its card, then the cards for the hand.

    A monk or apprentice who becomes a top villager returns to the hand, then the next one below, and so on
    (SPECIAL-10).
    """
    card, below = seat.card[villager], seat.on[villager]
    seat.gold += seat.coins[villager]
    seat.food -= FOOD[card]
    seat.builders -= BUILDERS[card]
    if villager in seat.open:
        seat.open.remove(villager)
    seat.card[villager] = seat.role[villager] = EMPTY
    seat.on[villager] = seat.coins[villager] = 0
    gone = [card]
    if below:
        gone += _uncover(seat, below)
    while seat.card[-1] == EMPTY and len(seat.card) > 1:
        for row in (seat.card, seat.role, seat.on, seat.coins, seat.kids):
            row.pop()
    return gone


def _uncover(seat: Seat, villager: int) -> list[int]:
    """Take one card off a villager. A monk or apprentice with no cards left on him returns to the hand."""
    if seat.kids[villager] == CAPACITY[seat.role[villager]]:
        insort(seat.open, villager)
    seat.kids[villager] -= 1
    card = seat.card[villager]
    if seat.kids[villager]:
        return []
    seat.food += FOOD[card]
    seat.builders += BUILDERS[card]
    return lift(seat, villager) if STAND_IN[card] else []


def stands(seat: Seat, card: int, most_monks: int) -> list[tuple[int, int]]:
    """Return the possible places for a card, sorted (CHAIN-1 to 8, SPECIAL-3 to 8).

    Each is a pair: the number of monks under the card, and the villager beneath them (0: none).
    """
    chain = CHAIN[card]
    if not chain:
        return [(0, 0)]
    role = seat.role
    wanted = chain[-1]
    found = [(0, villager) for villager in seat.open if role[villager] == wanted]
    for monks in range(1, min(most_monks, len(chain)) + 1):
        if monks == len(chain):
            found.append((monks, 0))
        else:
            wanted = chain[-1 - monks]
            found += [(monks, villager) for villager in seat.open if role[villager] == wanted]
    return found


def shows(seat: Seat, villager: int) -> bool:
    """Return whether the villager exists and nothing lies on it (CHAIN-10)."""
    return 0 < villager < len(seat.card) and seat.card[villager] != EMPTY and not seat.kids[villager]


def count(seat: Seat) -> int:
    """Return the number of villagers in the village, including covered ones and Founders (A-44)."""
    return len(seat.card) - seat.card.count(EMPTY)


def sales(seat: Seat) -> dict[int, int]:
    """Map each gold value printed on a visible villager to the lowest id of the visible villagers with this value."""
    found: dict[int, int] = {}
    kids = seat.kids
    for villager, card in enumerate(seat.card):
        if card != EMPTY and not kids[villager] and GOLD[card]:
            found.setdefault(GOLD[card], villager)
    return found


def founders_of(seat: Seat) -> int:
    """Return the id of the village's Founders, 0 if there are none."""
    for villager in range(1, len(seat.card)):
        if seat.card[villager] == FOUNDERS or seat.card[villager] == FOUNDERS_FED:
            return villager
    return 0


def flip_founders(seat: Seat, villager: int) -> None:
    """Flip the Founders to the food side; if they are covered, nothing visible changes (FOUNDERS-2, A-38)."""
    seat.card[villager] = FOUNDERS_FED
    if not seat.kids[villager]:
        seat.food += FOOD[FOUNDERS_FED]


def restore_village(seat: Seat, cards: list[tuple[int, int, int, int, int]]) -> None:
    """Rebuild the village from `(id, card, role, on, coins)` in any order."""
    size = 1 + max((villager for villager, *_ in cards), default=0)
    seat.card = [EMPTY] * size
    seat.role = [EMPTY] * size
    seat.on = [0] * size
    seat.coins = [0] * size
    seat.kids = [0] * size
    for villager, card, role, on, coins in cards:
        seat.card[villager] = card
        seat.role[villager] = role
        seat.on[villager] = on
        seat.coins[villager] = coins
        if on:
            seat.kids[on] += 1
    visible = [card for card, kids in zip(seat.card, seat.kids, strict=True) if card != EMPTY and not kids]
    seat.food = sum(FOOD[card] for card in visible)
    seat.builders = sum(BUILDERS[card] for card in visible)
    seat.open = [at for at in range(1, size) if seat.role[at] != EMPTY and seat.kids[at] < CAPACITY[seat.role[at]]]
