"""The keys by which a search recognizes moves and situations."""

from __future__ import annotations

import marshal
from collections.abc import Sequence
from typing import Any

from engine.ruleset import Key, Move
from engine.villagers import effects
from engine.villagers.catalogue import SUIT
from engine.villagers.heuristics.features import Surroundings
from engine.villagers.moves import COIN, DRAFT_ROAD, DRAFT_STACK, END, FOR_COUNTESS, PLACE, TRADE
from engine.villagers.solo.court import COUNTESS_SEAT
from engine.villagers.state import BUILD, State
from engine.villagers.table.village import draft_limit


def meaning(state: State, move: Move) -> Move:
    """Return the move in the form by which a search recognizes it.

    A slot of the road is replaced by the card and gold of the villager there. A draft from a stack also has the top
    card, or only its suit if the seat does not know the card.
    """
    kind = move[0]
    if kind in (DRAFT_ROAD, COIN, FOR_COUNTESS):
        slot = move[1]
        card, gold = state.road[slot], state.road_gold[slot]
        earlier = sum([state.road[at] == card and state.road_gold[at] == gold for at in range(slot)])
        return kind, card, gold, earlier
    if kind == DRAFT_STACK:
        top = state.stacks[move[1]][-1]
        return kind, move[1], top >> 8 if top >> state.turn & 1 else -1 - SUIT[top >> 8]
    return move


def key(state: State, seat: int, moves: Sequence[Move]) -> Key | None:
    """Return a key that contains everything on which the priors of the seat's build moves depend.

    Return `None` if the seat has no build move to choose now, or if a move may change more than this seat's features.
    """
    if seat != state.turn or state.phase != BUILD or state.asked:
        return None
    for move in moves:
        if not is_at_home(move):
            return None
    around = Surroundings(state, seat)
    drafts = sum(draft_limit(owner) for owner in state.seats)
    # Of the stacks, the features use only two numbers: the cards in all of them, and those in the first two.
    left = [len(stack) for stack in state.stacks]
    found: tuple[Any, ...] = (
        *(seat, state.seats[seat].key(), tuple(moves), tuple(around.others)),
        *(sum(left), left[0] + left[1], drafts, state.markets),
    )
    if state.developments:
        found += (tuple(around.rivals),)
        if around.coins_count:
            # A move may pay another seat for unlocking.
            found += (tuple([tuple(other.coins) for other in state.seats]),)
    solo = state.solo
    if solo is not None:
        found += (state.seats[COUNTESS_SEAT].key(), tuple(solo.face_up), solo.begun, solo.jester, solo.must_jest)
    # Version 2 writes equal values as equal bytes; later versions also encode reference counts.
    return marshal.dumps(found, 2)


def is_at_home(move: Move) -> bool:
    """Return whether a build move changes the features of no other seat. Coins paid to another seat do not count."""
    return move[0] in (PLACE, TRADE, END) or effects.is_at_home(move)
