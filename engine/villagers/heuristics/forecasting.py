"""How a game may end, from a state in which nothing is hidden: for searches."""

from __future__ import annotations

from typing import Final

from engine.chances import against, by_totals, of_result
from engine.ruleset import Forecast, Move
from engine.villagers import scoring
from engine.villagers.catalogue import SUIT
from engine.villagers.heuristics.outlook import Outlook
from engine.villagers.moves import COIN, DRAFT_ROAD, DRAFT_STACK, FOR_COUNTESS
from engine.villagers.solo.court import COUNTESS_SEAT
from engine.villagers.state import State

LEAST_SPREAD: Final = 4.0
SPREAD_OF_A_ROUND: Final = 4.0
"""Gold of uncertainty at the end, and for each round that is left."""


def forecast(state: State) -> Forecast:
    """Expected gold at the end of every seat, and its chance."""
    result = scoring.result(state)
    if result is not None:
        return of_result(result)
    outlooks = [Outlook(state, seat) for seat in range(state.players)]
    spread = LEAST_SPREAD + SPREAD_OF_A_ROUND * outlooks[0].rounds
    if state.solo is not None:
        rival = outlooks[0].rival(state.seats[COUNTESS_SEAT])
        return against(outlooks[0].evaluate(state) + rival, rival, spread)
    return by_totals([outlook.evaluate(state) for outlook in outlooks], spread)


def meaning(state: State, move: Move) -> Move:
    """Instead of a slot of the road the villager and the gold there; of a stack also what its top card shows."""
    kind = move[0]
    if kind == DRAFT_ROAD or kind == COIN or kind == FOR_COUNTESS:
        slot = move[1]
        card, gold = state.road[slot], state.road_gold[slot]
        earlier = sum(state.road[at] == card and state.road_gold[at] == gold for at in range(slot))
        return kind, card, gold, earlier
    if kind == DRAFT_STACK:
        top = state.stacks[move[1]][-1]
        return kind, move[1], top >> 8 if top >> state.turn & 1 else -1 - SUIT[top >> 8]
    return move
