"""What a seat may know: making views by whitelist, and sampling hidden cards (INFO)."""

from __future__ import annotations

import random
from functools import cache

from engine.randomness import mix
from engine.villagers.catalogue import CODES, COPIES, DEALT, DRAFTABLE, SPECIAL, SUIT, SUITS
from engine.villagers.effects.courier import window_is_open
from engine.villagers.flow import acting_seats
from engine.villagers.setup import dealt_apart, deck, event_deck
from engine.villagers.state import (
    EMPTY,
    LOOK,
    ORIGIN,
    RECYCLED,
    SCOUNDREL,
    SPECTATORS,
    STEAL,
    UNKNOWN,
    UNSEEN,
    Solo,
    State,
)
from engine.villagers.table.hidden import BACKS, back_of
from engine.villagers.table.piles import pile_of

COURIER = CODES["courier"]


class View:
    """What one viewer may know: a state without the seed, with backs for unknown cards.

    `viewer`: a seat, or `None` for a spectator. `recycled`: a sorted list of cards. They came from the discard pile and
    lie in the reserve, at the places marked RECYCLED; the viewer does not know which card lies where.
    """

    __slots__ = ("recycled", "state", "viewer")

    def __init__(self, state: State, viewer: int | None, recycled: list[int]) -> None:
        self.state = state
        self.viewer = viewer
        self.recycled = recycled


def project(state: State, viewer: int | None) -> View:
    """Return the view of a seat. It is a whitelist: hidden parts are absent unless this function adds them."""
    seen = state.copy_open()
    bit = SPECTATORS if viewer is None else 1 << viewer
    seen.stacks = _seen_piles(state.stacks, bit)
    seen.reserve = _seen_piles([state.reserve], bit)[0]
    if state.traded_card != EMPTY:
        seen.traded_card = state.traded_card if state.traded_card & bit else back_of(state.traded_card)
    for index, seat in enumerate(state.seats):
        seen.seats[index].hand = seat.hand[:] if index == viewer else _seen_hand(seat.hand, bit)
    if state.solo is None or seen.solo is None:
        return View(seen, viewer, [])
    # All players know which events are in the decks (all others are visible), but not their order.
    seen.solo.decks = [[EMPTY] * len(deck) for deck in state.solo.decks]
    recycled = [hidden >> 8 for hidden in state.reserve if hidden & ORIGIN == RECYCLED and not hidden & bit]
    return View(seen, viewer, sorted(recycled))


def opened(state: State) -> View:
    """Return the view after the end, with all hands and piles revealed. It still shows who knew which card."""
    seen = state.clone_state()
    seen.stacks = [[hidden | SPECTATORS for hidden in stack] for stack in state.stacks]
    seen.reserve = [hidden | SPECTATORS for hidden in state.reserve]
    if state.traded_card != EMPTY:
        seen.traded_card = state.traded_card | SPECTATORS
    for index, seat in enumerate(state.seats):
        seen.seats[index].hand = [hidden | SPECTATORS for hidden in seat.hand]
    return project(seen, None)


def _seen_piles(piles: list[list[int]], bit: int) -> list[list[int]]:
    """Return piles as the viewer sees them (INFO-2, 3, 6).

    The viewer sees the back of the top card, the cards that the viewer knows, and the origin marks of all cards.
    """
    shown: list[list[int]] = []
    for pile in piles:
        seen = [hidden if hidden & bit else UNSEEN << 8 | hidden & ORIGIN for hidden in pile]
        if pile and not pile[-1] & bit:
            seen[-1] = BACKS[pile[-1] >> 8] << 8 | pile[-1] & ORIGIN
        shown.append(seen)
    return shown


def _seen_hand(hand: list[int], bit: int) -> list[int]:
    """Return another seat's hand: backs and known cards, sorted so that the order reveals nothing (INFO-1, 4)."""
    return sorted(hidden if hidden & bit else BACKS[hidden >> 8] << 8 | hidden & ORIGIN for hidden in hand)


def _hidden_cards(state: State) -> list[int]:
    """Return every hidden card of a view's state: hands, piles, the traded card."""
    hidden = [*state.reserve, state.traded_card] if state.traded_card != EMPTY else list(state.reserve)
    for stack in state.stacks:
        hidden += stack
    for seat in state.seats:
        hidden += seat.hand
    return hidden


@cache
def box_of(seats: int, boxes: int) -> tuple[int, ...]:
    """Return the number of copies of each card in a game with these seats and boxes, including undealt cards."""
    counts = [0] * len(DRAFTABLE)
    for card in deck(seats, boxes):
        counts[card] += 1
    for _, cards in dealt_apart(seats, boxes):
        for card in cards:
            counts[card] += COPIES[card]
    return tuple(counts)


def unseen_counts(state: State) -> list[int]:
    """Return, for each card, the number of copies that a view's state does not show. Some may be out of the game."""
    left = list(box_of(state.players, state.boxes))
    for card in state.road:
        if card != EMPTY:
            left[card] -= 1
    for card in state.discard:
        left[card] -= 1
    for seat in state.seats:
        for card in seat.square:
            left[card] -= 1
        for card in seat.card:
            if card != EMPTY and DRAFTABLE[card]:
                left[card] -= 1
    for hidden in _hidden_cards(state):
        if hidden >> 8 < UNKNOWN:
            left[hidden >> 8] -= 1
    return left


def might_react(state: State) -> tuple[int, ...]:
    """Return the seats that could have a Courier, as far as the viewer knows; none if a Courier cannot be played now
    (A-57).
    """
    sure = acting_seats(state)[1:]
    if not window_is_open(state) or max(state.road) == EMPTY:
        return sure
    left = unseen_counts(state)
    if left[COURIER] < 1:
        return sure
    backs = {UNKNOWN + SPECIAL << 8 | SCOUNDREL}
    cards = next(cards for origin, cards in dealt_apart(state.players, state.boxes) if origin == SCOUNDREL)
    seen = sum(left[card] < 1 for card in cards)
    if seen + _marked_count(_hidden_cards(state), SCOUNDREL) < state.players:
        # At least one Scoundrel that was dealt lies where its origin does not show.
        backs.add(UNKNOWN + SPECIAL << 8)
    maybe = [
        seat
        for seat in range(state.players)
        if seat != state.turn and any(hidden in backs for hidden in state.seats[seat].hand)
    ]
    return tuple(sorted({*sure, *maybe}))


def _marked_count(hidden: list[int], origin: int) -> int:
    """Return the number of hidden cards that show this origin."""
    return sum(1 for card in hidden if card >> 8 >= UNKNOWN and card & ORIGIN == origin)


class _Dealer:
    """Deals the unseen cards, first to places with a known suit, then to the others.

    A place may show its card's origin, its suit, or neither. Some expansions deal a special villager to every seat
    (`dealt_apart`). `by_origin[origin // RECYCLED]` has the cards for places that show this origin.
    """

    def __init__(self, view: View, rng: random.Random) -> None:
        self.rng = rng
        state = view.state
        left = unseen_counts(state)
        self.by_origin: list[list[int]] = [[] for _ in range(ORIGIN // RECYCLED + 1)]
        if view.recycled:
            recycled = view.recycled[:]
            for card in recycled:
                left[card] -= 1
            mix(recycled, rng)
            self.by_origin[1] = recycled
        self.by_suit: list[list[int]] = [[] for _ in SUITS]
        for card, copies in enumerate(left):
            if not DEALT[card]:
                for _ in range(copies):
                    self.by_suit[SUIT[card]].append(card)
        if state.boxes:
            self._deal_apart(state, left)
        self.rest: list[int] = []

    def _deal_apart(self, state: State, left: list[int]) -> None:
        """Distribute the unseen special villagers that are dealt one to each seat (`dealt_apart`).

        Some are for backs that show their origin, some are for other places, and the rest are out of the game.
        """
        hidden = _hidden_cards(state)
        for origin, cards in dealt_apart(state.players, state.boxes):
            unseen = [card for card in cards if left[card] > 0]
            mix(unseen, self.rng)
            marked = _marked_count(hidden, origin)
            loose = max(0, state.players - (len(cards) - len(unseen)) - marked)
            self.by_origin[origin // RECYCLED] = unseen[:marked]
            for card in unseen[marked : marked + loose]:
                self.by_suit[SUIT[card]].append(card)

    def fill_backs(self, hidden: list[int]) -> None:
        """Replace every back that shows a suit."""
        for at, card in enumerate(hidden):
            if UNKNOWN <= card >> 8 < UNSEEN:
                hidden[at] = self._back(card)

    def _back(self, hidden: int) -> int:
        origin, suit = hidden & ORIGIN, (hidden >> 8) - UNKNOWN
        if origin:
            cards = self.by_origin[origin // RECYCLED]
            for at in range(len(cards) - 1, -1, -1):
                if SUIT[cards[at]] == suit:
                    return cards.pop(at) << 8 | origin
        cards = self.by_suit[suit]
        at = int(self.rng.random() * len(cards))
        card = cards[at]
        cards[at] = cards[-1]
        cards.pop()
        return card << 8 | origin

    def mix(self) -> None:
        """Shuffle the cards that remain when all backs are filled. They go to places without a suit."""
        for cards in self.by_suit:
            self.rest += cards
        mix(self.rest, self.rng)

    def fill_others(self, hidden: list[int]) -> None:
        """Replace every card whose suit is unknown."""
        for at, card in enumerate(hidden):
            if card >> 8 == UNSEEN:
                hidden[at] = self._other(card & ORIGIN)

    def _other(self, origin: int) -> int:
        cards = self.by_origin[origin // RECYCLED] or self.rest
        return cards.pop() << 8 | origin


def sample_state(view: View, rng: random.Random) -> State:
    """Return a full state that agrees with the view, with a new seed for the future. All such states are equally
    likely.
    """
    state = view.state.clone_state()
    dealer = _Dealer(view, rng)
    for seat in state.seats:
        dealer.fill_backs(seat.hand)
        seat.hand.sort()
    if state.traded_card != EMPTY:
        traded = [state.traded_card]
        dealer.fill_backs(traded)
        state.traded_card = traded[0]
    for stack in state.stacks:
        dealer.fill_backs(stack)
    dealer.fill_backs(state.reserve)
    dealer.mix()
    for stack in state.stacks:
        dealer.fill_others(stack)
    dealer.fill_others(state.reserve)
    _remember_look(state)
    if state.solo is not None:
        _shuffle_events(state.solo, rng)
    state.seed = rng.randbytes(32)
    return state


def _remember_look(state: State) -> None:
    """Mark the sampled cards of a pending look as known to the seat that looks."""
    if not state.asked or state.asked[0] not in (LOOK, STEAL):
        return
    bit = 1 << state.turn
    if state.asked[0] == STEAL:
        hand = state.seats[state.asked[1]].hand
        hand[:] = sorted(hidden | bit for hidden in hand)
        return
    _, pile, depth, _ = state.asked
    cards = pile_of(state, pile)
    cards[-depth:] = [hidden | bit for hidden in cards[-depth:]]


def _shuffle_events(solo: Solo, rng: random.Random) -> None:
    """Shuffle the unseen events into the decks. If the position was invented, some may be out of the game."""
    for season, deck_of_season in enumerate(solo.decks):
        shown = {*solo.face_up, *solo.gone[season]}
        unseen = [event for event in event_deck(solo.level, season) if event not in shown]
        mix(unseen, rng)
        solo.decks[season] = unseen[: len(deck_of_season)]
