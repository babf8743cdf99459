"""What a seat may know: the whitelist projection, and fair sampling of the rest (INFO)."""

from __future__ import annotations

import random

from engine.villagers.catalogue import DRAFTABLE, SUIT, SUITS
from engine.villagers.hidden import back_of
from engine.villagers.setup import deck
from engine.villagers.state import EMPTY, SPECTATORS, UNKNOWN, UNSEEN, Seat, State


class View:
    """What `viewer` (`None`: a spectator) may know: a state in which unknown cards are backs, and without the seed."""

    __slots__ = ("state", "viewer")

    def __init__(self, state: State, viewer: int | None) -> None:
        self.state = state
        self.viewer = viewer


def project(state: State, viewer: int | None) -> View:
    """The view of a seat. A whitelist: what is not copied here is not seen."""
    seen = State(len(state.seats), b"", state.boxes)
    bit = SPECTATORS if viewer is None else 1 << viewer
    seen.draws = state.draws
    seen.round = state.round
    seen.phase = state.phase
    seen.first = state.first
    seen.turn = state.turn
    seen.road = state.road[:]
    seen.road_gold = state.road_gold[:]
    seen.stacks = [_seen_pile(stack, bit) for stack in state.stacks]
    seen.reserve = _seen_pile(state.reserve, bit)
    seen.discard = state.discard[:]
    seen.basics = state.basics[:]
    seen.markets = state.markets
    if state.pending != EMPTY:
        seen.pending = state.pending if state.pending & bit else back_of(state.pending)
    seen.seats = [_seen_seat(seat, index == viewer, bit) for index, seat in enumerate(state.seats)]
    return View(seen, viewer)


def _seen_pile(pile: list[int], bit: int) -> list[int]:
    """The back of the top card shows, of the others only what the viewer has put there (INFO-2, 3, 6)."""
    if not pile:
        return []
    seen = [hidden if hidden & bit else UNSEEN << 8 for hidden in pile]
    if not pile[-1] & bit:
        seen[-1] = back_of(pile[-1])
    return seen


def _seen_seat(seat: Seat, own: bool, bit: int) -> Seat:
    """Of a foreign hand the backs show and what the viewer knows; sorted anew: its order tells nothing (INFO-1, 4)."""
    seen = Seat()
    seen.gold = seat.gold
    seen.hand = seat.hand[:] if own else sorted(hidden if hidden & bit else back_of(hidden) for hidden in seat.hand)
    seen.square = seat.square[:]
    seen.done = seat.done
    seen.card = seat.card[:]
    seen.role = seat.role[:]
    seen.on = seat.on[:]
    seen.coins = seat.coins[:]
    seen.kids = seat.kids[:]
    seen.open = seat.open[:]
    seen.food = seat.food
    seen.builders = seat.builders
    seen.builds = seat.builds
    seen.trades = seat.trades
    seen.tinner = seat.tinner
    seen.opening = seat.opening
    seen.hired = seat.hired[:]
    seen.final = seat.final
    return seen


def unseen_cards(state: State) -> list[int]:
    """The cards of the box that a view's state shows nowhere; some may be out of the game in a made-up position."""
    left = [0] * len(DRAFTABLE)
    for card in deck(len(state.seats), state.boxes):
        left[card] += 1
    shown = [card for card in state.road if card != EMPTY] + state.discard
    hidden = [*state.reserve, state.pending] if state.pending != EMPTY else list(state.reserve)
    for stack in state.stacks:
        hidden += stack
    for seat in state.seats:
        shown += seat.square
        shown += [card for card in seat.card if card != EMPTY and DRAFTABLE[card]]
        hidden += seat.hand
    shown += [card >> 8 for card in hidden if card >> 8 < UNKNOWN]
    for card in shown:
        left[card] -= 1
    return [card for card in range(len(left)) for _ in range(left[card])]


class _Dealer:
    """The unseen cards, shuffled: first for the places whose back shows, then the rest for the others."""

    def __init__(self, cards: list[int], rng: random.Random) -> None:
        rng.shuffle(cards)
        self.rng = rng
        self.by_suit: list[list[int]] = [[] for _ in SUITS]
        for card in cards:
            self.by_suit[SUIT[card]].append(card)
        self.rest: list[int] = []

    def backs(self, hidden: list[int]) -> list[int]:
        """The cards with every shown but unknown back filled in."""
        return [
            self.by_suit[(card >> 8) - UNKNOWN].pop() << 8 if UNKNOWN <= card >> 8 < UNSEEN else card for card in hidden
        ]

    def mix(self) -> None:
        """All backs are dealt: what is left is for the places of which nothing shows."""
        self.rest = [card for cards in self.by_suit for card in cards]
        self.rng.shuffle(self.rest)

    def others(self, hidden: list[int]) -> list[int]:
        """The cards with every unseen one filled in."""
        return [self.rest.pop() << 8 if card >> 8 == UNSEEN else card for card in hidden]


def sample(view: View, rng: random.Random) -> State:
    """A full state that agrees with the view; all deals that do are equally likely. The future gets a new seed."""
    state = view.state.clone()
    dealer = _Dealer(unseen_cards(state), rng)
    for seat in state.seats:
        seat.hand = sorted(dealer.backs(seat.hand))
    if state.pending != EMPTY:
        (state.pending,) = dealer.backs([state.pending])
    state.stacks = [dealer.backs(stack) for stack in state.stacks]
    state.reserve = dealer.backs(state.reserve)
    dealer.mix()
    state.stacks = [dealer.others(stack) for stack in state.stacks]
    state.reserve = dealer.others(state.reserve)
    state.seed = rng.randbytes(32)
    return state
