"""What a viewer may know of a state: making views by whitelist, and fair sampling of everything else (MVINFO)."""

from __future__ import annotations

import random
from collections.abc import Iterable

from engine.my_village.catalogue.cards import CUSTOMERS, MONKS, TRAVELS
from engine.my_village.state import UNSEEN, State
from engine.randomness import mix


class View:
    """What one viewer may know: a state without the seed. UNSEEN replaces each unknown card of a stack.

    `viewer` is a seat, or `None` for a spectator. All viewers know the same things: there are no hands, and no one
    may look into a stack.
    """

    __slots__ = ("state", "viewer")

    def __init__(self, state: State, viewer: int | None) -> None:
        self.state = state
        self.viewer = viewer


def project(state: State, viewer: int | None) -> View:
    """Return the view of a seat: a copy of all open information, with the sizes of stacks and the top cards of the
    monks.
    """
    seen = state.copy_open()
    seen.seed = b""
    seen.monks = [[*[UNSEEN] * (len(stack) - 1), stack[-1]] if stack else [] for stack in state.monks]
    seen.travels = [[UNSEEN] * len(stack) for stack in state.travels]
    seen.customers = [UNSEEN] * len(state.customers)
    return View(seen, viewer)


def shown_cards(state: State) -> list[int]:
    """Return the monks, travel cards and customers that a view's state shows."""
    shown = [stack[-1] for stack in state.monks if stack]
    shown += state.display
    if state.card >= 0:
        shown.append(state.card)
    for seat in state.seats:
        shown += seat.monks
        shown += seat.travels
        shown += seat.customers
        shown += seat.served
    return shown


def unseen_of(cards: Iterable[int], shown: set[int]) -> list[int]:
    """Return the `cards` that are not `shown`. `cards`: all cards that one kind of stack can hold.

    If the position was invented, some of the returned cards may be out of the game.
    """
    return [card for card in cards if card not in shown]


def sample_state(view: View, rng: random.Random) -> State:
    """Return a random state that agrees with the view. All such states are equally likely. Future draws get a new
    seed.
    """
    state = view.state.clone_state()
    shown = set(shown_cards(state))
    for symbol, stack in enumerate(state.monks):
        if stack:
            state.monks[symbol] = [*_dealt(unseen_of(MONKS[symbol], shown), len(stack) - 1, rng), stack[-1]]
    for letter, stack in enumerate(state.travels):
        state.travels[letter] = _dealt(unseen_of(TRAVELS[letter], shown), len(stack), rng)
    state.customers = _dealt(unseen_of(CUSTOMERS, shown), len(state.customers), rng)
    state.seed = rng.randbytes(32)
    return state


def _dealt(cards: list[int], number: int, rng: random.Random) -> list[int]:
    mix(cards, rng)
    return cards[:number]
