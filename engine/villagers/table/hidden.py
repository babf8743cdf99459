"""Hidden cards and who knows them (INFO-4 to INFO-7). A hidden card is `card << 8 | marks`, see `state`."""

from __future__ import annotations

from engine.events import EVERYONE, Event
from engine.ruleset import Doc
from engine.villagers.catalogue import DRAFTABLE, KEYS, SUIT, SUITS
from engine.villagers.state import KNOWERS, ORIGIN, RECYCLED, SAINT, SCOUNDREL, UNKNOWN, UNSEEN, Seat, State

ORIGINS: dict[int, str | None] = {0: None, RECYCLED: "recycled", SAINT: "saint", SCOUNDREL: "scoundrel"}
ORIGIN_BITS: dict[str | None, int] = {name: bits for bits, name in ORIGINS.items()}


BACKS: list[int] = [UNKNOWN + suit for suit in SUIT] + list(range(len(SUIT), UNSEEN + 1))
"""For each card its back, which shows its suit (INFO-1). For a back, the entry is that back itself."""


def back_of(hidden: int) -> int:
    """Return the back of a hidden card as another hidden card. It shows the suit and the origin (INFO-1)."""
    return BACKS[hidden >> 8] << 8 | hidden & ORIGIN


def suit_of(hidden: int) -> int:
    """Return the suit of a hidden card. The back shows it even if the card is unknown (INFO-1)."""
    card = hidden >> 8
    return card - UNKNOWN if card >= UNKNOWN else SUIT[card]


_FACES: dict[int, Doc] = {
    **{card: {"suit": SUITS[SUIT[card]], "card": key} for card, key in enumerate(KEYS)},
    **{UNKNOWN + suit: {"suit": name, "card": None} for suit, name in enumerate(SUITS)},
    UNSEEN: {"suit": None, "card": None},
}
_SEATS: list[list[int]] = [[seat for seat in range(5) if mask >> seat & 1] for mask in range(32)]


def card_doc(hidden: int) -> Doc:
    """Return a hidden card, or the back of one, as views and events show it."""
    return card_docs([hidden])[0]


def card_docs(cards: list[int]) -> list[Doc]:
    return [
        {
            **_FACES[hidden >> 8],
            "known": _SEATS[hidden & 31][:] if hidden >> 8 < UNKNOWN else [],
            "origin": ORIGINS[hidden & ORIGIN],
        }
        for hidden in cards
    ]


def pile_docs(piles: list[list[int]]) -> list[Doc]:
    """Return piles as views show them: the top card, and the cards below about which the viewer knows something."""
    docs: list[Doc] = []
    for pile in piles:
        known = [
            (depth, hidden)
            for depth, hidden in enumerate(reversed(pile))
            if not depth or hidden >> 8 < UNKNOWN or hidden & ORIGIN
        ]
        shown = card_docs([hidden for _, hidden in known])
        below = [{"depth": depth, **card} for (depth, _), card in zip(known[1:], shown[1:], strict=True)]
        docs.append({"count": len(pile), "top": shown[0] if shown else None, "below": below})
    return docs


def mask_of(seats: list[int]) -> int:
    mask = 0
    for seat in seats:
        mask |= 1 << seat
    return mask


def seats_in(mask: int) -> list[int]:
    return _SEATS[mask & 31][:]


def holds(seat: Seat, card: int) -> bool:
    return any(hidden >> 8 == card for hidden in seat.hand)


def different(hand: list[int]) -> list[int]:
    """Return each card of a hand once. The hand must be sorted; the result is sorted too, and leaves out backs."""
    cards: list[int] = []
    last = -1
    for hidden in hand:
        card = hidden >> 8
        if card != last:
            if card >= UNKNOWN:
                break
            cards.append(card)
            last = card
    return cards


def copies(seat: Seat, card: int) -> int:
    return sum(1 for hidden in seat.hand if hidden >> 8 == card)


def play_openly(seat: Seat, card: int) -> None:
    """Take a card out of the hand, visible to all.

    An observer who knew a copy of the card assumes that this copy left the hand. If the hand had two copies, the
    observer still knows the other copy only if the observer knew both.
    """
    hand = seat.hand
    at = 0
    while hand[at] >> 8 != card:
        at += 1
    seen = hand.pop(at) & KNOWERS
    while at < len(hand) and hand[at] >> 8 == card:
        knowers = hand[at] & KNOWERS
        hand[at] = card << 8 | knowers & seen
        seen |= knowers
        at += 1


def give_up(state: State, owner: int, card: int) -> int:
    """Take a card out of the hand face down and return it as a hidden card (INFO-5 to 7).

    An observer keeps track of the owner's cards of that suit only if all of them are the same and the observer knows
    them all. Any other observer loses track of these cards, including the card given up. Basic villagers have no back,
    so nobody loses track of them.
    """
    seat = state.seats[owner]
    suit = SUIT[card]
    alike: list[int] = []
    others: list[int] = []
    for hidden in seat.hand:
        if suit_of(hidden) == suit and (hidden >> 8 >= UNKNOWN or DRAFTABLE[hidden >> 8]):
            alike.append(hidden)
        else:
            others.append(hidden)
    if len(alike) == 1:
        seat.hand = others
        return alike[0] | 1 << owner
    rest = [hidden & ~ORIGIN for hidden in confused(alike)]
    at = 0
    while rest[at] >> 8 != card:
        at += 1
    given = rest.pop(at)
    others += rest
    others.sort()
    seat.hand = others
    return given | 1 << owner


def confused(cards: list[int]) -> list[int]:
    """Return the cards with the marks that remain after they were mixed up.

    A seat still knows them only if it knew every card and all cards are the same.
    """
    keep = KNOWERS
    for hidden in cards:
        keep &= hidden if hidden >> 8 == cards[0] >> 8 else 0
    return [hidden & ~KNOWERS | keep for hidden in cards]


def into_hand(state: State, owner: int, card: int) -> None:
    """Take a card into the hand, visible to all."""
    hand = state.seats[owner].hand
    hand.append(card << 8 | state.everyone & ~(1 << owner))
    hand.sort()


def take_square(state: State, owner: int) -> None:
    """Take the drafted villagers into the hand; all players have seen them (DRAFT-12, INFO-5)."""
    seat = state.seats[owner]
    knowers = state.everyone & ~(1 << owner)
    seat.hand += [card << 8 | knowers for card in seat.square]
    seat.hand.sort()
    seat.square.clear()


def secret_event(state: State, kind: str, facts: Doc, hidden: int, also: int = 0) -> Event:
    """Return an event about a hidden card. Everybody sees the back. Seats that know the card, and those in the mask
    `also`, see the card itself.
    """
    knowers = hidden & KNOWERS | also
    known = {"card": card_doc(hidden)}
    if knowers == state.everyone:
        return Event(kind, EVERYONE, {**facts, **known}, {})
    return Event(kind, knowers, {**facts, "card": card_doc(back_of(hidden))}, known)
