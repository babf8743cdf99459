"""After a look through a pile (Prophet, Pigeoneer): take a card, put the rest back in any order (SAINTS-8 to 12).

The player puts the cards back one by one, from the top down. KEEP puts back the remaining cards in their present order.
"""

from __future__ import annotations

from typing import Final

from engine.errors import Refusal
from engine.events import Event, EventLog, open_event
from engine.move_types import Field, MoveType
from engine.ruleset import Move
from engine.villagers.catalogue import KEYS
from engine.villagers.catalogue import shapes as names
from engine.villagers.moves import ARRANGE, KEEP, LOOK_TAKE, about, pile_doc
from engine.villagers.moves.fields import CARD, NO_STACK, or_empty, or_none, read_pile
from engine.villagers.moves.pending import PendingType
from engine.villagers.phases import draft
from engine.villagers.state import BUILD, DRAFT, EMPTY, LOOK, ORIGIN, RECYCLED, RESERVE, State
from engine.villagers.table.hidden import confused, secret_event
from engine.villagers.table.piles import pile_of

MOVE_TYPES: Final[list[MoveType]] = [
    MoveType(
        LOOK_TAKE,
        "look_take",
        "After a look through a pile: take a card.",
        about=about.taken,
        card=CARD,
    ),
    MoveType(
        ARRANGE,
        "arrange",
        "Put back the next card of those looked at, from the top down.",
        about=about.looked,
        card=CARD,
    ),
    MoveType(
        KEEP,
        "keep",
        "Put back the remaining cards in their present order.",
        about=about.left,
    ),
]


def _sees(state: State) -> list[int]:
    _, pile, depth, _ = state.asked
    return pile_of(state, pile)[-depth:] if depth else []


def _possible(state: State) -> bool:
    """Return whether the pending look is possible (SAINTS-8, SAINTS-10).

    The pile must be a stack in the draft phase, and the reserve in the build phase. It must have enough cards.
    """
    _, pile, depth, placed = state.asked
    in_place = (pile == RESERVE) == (state.phase == BUILD)
    return in_place and 0 < depth <= len(pile_of(state, pile)) and placed <= depth - 2


PENDING: Final = PendingType(
    LOOK,
    "look",
    "A pile has been looked through: a card is to be taken, then the rest put back from the top down.",
    DRAFT,
    BUILD,
    pile=Field(names.Pile),
    stack=NO_STACK.about("The stack, null for the reserve."),
    depth=Field(names.Count).about("How many cards from the top the decision is about."),
    placed=Field(names.Count, null=True).about("How many of them are in place; null if no card has been taken yet."),
    write=lambda facts: {**pile_doc(facts[0]), "depth": facts[1], "placed": or_none(facts[2])},
    read=lambda doc: (read_pile(doc), doc["depth"], or_empty(doc.get("placed"))),
    sees=_sees,
    possible=_possible,
)


def moves(state: State, seat: int) -> list[Move]:
    """Return the moves of the current step.

    In the first step the player takes any card. In every later step, any card without a place can go to the next place;
    KEEP is also possible.
    """
    _, pile, depth, placed = state.asked
    if placed == EMPTY:
        return [(LOOK_TAKE, card) for card in _different(pile_of(state, pile)[-depth:])]
    left = pile_of(state, pile)[-depth : -placed or None]
    return [*((ARRANGE, card) for card in _different(left)), (KEEP,)]


def _different(cards: list[int]) -> list[int]:
    return sorted({hidden >> 8 for hidden in cards})


def why_not(state: State, seat: int, move: Move) -> Refusal | None:
    rule = "SAINTS-8" if state.asked[1] == RESERVE else "SAINTS-10"
    if state.asked[3] == EMPTY:
        return Refusal(rule, "First take one of the cards you look at.")
    return Refusal(rule, "First put back the cards you look at: choose one of them, or keep their order.")


def play(state: State, seat: int, move: Move, events: EventLog) -> bool:
    """Take a card, or place the next one. Returns whether the phase is over."""
    _, pile, depth, placed = state.asked
    cards = pile_of(state, pile)
    if move[0] == LOOK_TAKE:
        _take(state, seat, pile, _pick(cards, depth, 0, move[1]), events)
        return _go_on(state, seat, (LOOK, pile, depth - 1, 0), events)
    if move[0] == ARRANGE:
        card = _pick(cards, depth, placed, move[1])
        cards.insert(len(cards) - placed, card)
        if events is not None:
            facts = {"seat": seat, **pile_doc(pile), "place": placed}
            events.append(Event("arranged", 1 << seat, {**facts, "card": None}, {"card": KEYS[move[1]]}))
        return _go_on(state, seat, (LOOK, pile, depth, placed + 1), events)
    return _go_on(state, seat, (LOOK, pile, depth, depth), events)


def _pick(cards: list[int], depth: int, placed: int, card: int) -> int:
    """Take the uppermost copy of a card among the cards that have no place yet."""
    for at in range(len(cards) - 1 - placed, len(cards) - 1 - depth, -1):
        if cards[at] >> 8 == card:
            return cards.pop(at)
    raise AssertionError("a legal move names a card that was seen")


def _take(state: State, seat: int, pile: int, card: int, events: EventLog) -> None:
    """Take a card. From a stack it goes onto the square, visible to all; from the reserve it goes into the hand, with
    only its back visible.

    Other seats then know a stack's remaining cards only if all of these are the same. For the reserve, the card taken
    must be the same as well (INFO-12).
    """
    cards, rest = pile_of(state, pile), state.asked[2] - 1
    left = cards[len(cards) - rest :]
    if pile != RESERVE:
        cards[len(cards) - rest :] = _mixed(cards, left, seat)
        state.seats[seat].square.append(card >> 8)
        if events is not None:
            facts = {"seat": seat, "source": "stack", "index": pile, "card": KEYS[card >> 8], "gold": 0}
            events.append(open_event("drafted", **facts))
        return
    *kept, taken = _mixed(cards, [*left, card], seat)
    cards[len(cards) - rest :] = kept
    take_hidden(state, seat, pile, taken & ~ORIGIN, events)


def _mixed(cards: list[int], group: list[int], seat: int) -> list[int]:
    """Return a group of cards with the marks that they have after the seat has mixed them.

    The seat knows all of them. Another seat still knows them only if it knew every card and all cards are the same. If
    the cards have different origins, they lose their origin marks, and the mark RECYCLED is removed from the whole pile
    (`cards`).
    """
    mixed = confused([hidden & ~(1 << seat) for hidden in group])
    if len({hidden & ORIGIN for hidden in group}) > 1:
        mixed = [hidden & ~ORIGIN for hidden in mixed]
        cards[:] = [hidden & ~RECYCLED if hidden & ORIGIN == RECYCLED else hidden for hidden in cards]
    return [hidden | 1 << seat for hidden in mixed]


def take_hidden(state: State, seat: int, pile: int, card: int, events: EventLog) -> None:
    """Take a card of a pile into the hand face down."""
    hand = state.seats[seat].hand
    hand.append(card & ~(1 << seat))
    hand.sort()
    if events is not None:
        facts = {"seat": seat, **pile_doc(pile)}
        events.append(secret_event(state, "card_taken", facts, card & ~(1 << seat), also=1 << seat))


def _go_on(state: State, seat: int, asked: tuple[int, ...], events: EventLog) -> bool:
    """Ask for the card at the next place. If only one card is left, put it back and finish."""
    _, pile, depth, placed = asked
    if depth - placed > 1:
        state.asked = asked
        return False
    state.asked = ()
    return False if pile == RESERVE else draft.after_take(state, seat, EMPTY, events)
