"""Building, and the smaller choices: coins, returns, looks, thefts, rewards."""

from __future__ import annotations

from collections.abc import Sequence

from engine.ruleset import Move
from engine.villagers import effects, flow
from engine.villagers.catalogue import BASICS, CODES
from engine.villagers.heuristics.drafting import Gains
from engine.villagers.heuristics.outlook import Outlook
from engine.villagers.moves import COIN, END, KEEP, LOOK_TAKE, PLAY, RETURN, REWARD_CARD, TO_STACK
from engine.villagers.state import State
from engine.villagers.table.build_turn import MAX_TRADES
from engine.villagers.table.piles import pile_of
from engine.villagers.table.village import add

LOOK_GAIN = 1.0
"""What a look at a hand or the reserve is worth, compared with keeping the card that grants it."""

_LOOKERS = (CODES["noble"], CODES["pigeoneer"])


def rate_coins(state: State, outlook: Outlook, moves: Sequence[Move]) -> list[float]:
    """A coin keeps a villager on the road for the seat's next draft, if it drafts first."""
    own = state.seats[outlook.seat]
    held = [hidden >> 8 for hidden in own.hand]
    base = outlook.hand(own, held, state.phase)
    begins = (state.first + 1) % state.players == outlook.seat

    def rated(move: Move) -> float:
        if move[0] != COIN:
            return 0.0
        gain = outlook.hand(own, [*held, state.road[move[1]]], state.phase) - base
        return gain + 1 if begins else gain - 3

    return [rated(move) for move in moves]


def rate_returns(state: State, outlook: Outlook, moves: Sequence[Move]) -> list[float]:
    """Prefer the stack furthest to the right, so that the card does not reach the road soon."""
    return [float(move[2]) if move[0] == RETURN and move[1] == TO_STACK else 0.0 for move in moves]


def rate_actions(state: State, outlook: Outlook, moves: Sequence[Move]) -> list[float]:
    """The seat's outlook after each action of the build turn."""
    return [_rate_action(state, outlook, move) for move in moves]


def _rate_action(state: State, outlook: Outlook, move: Move) -> float:
    """Ending the turn forgoes the remaining builds; the result of a look is unknown."""
    after = state.clone_state()
    if move[0] == END:
        after.seats[outlook.seat].builds = 0
        after.seats[outlook.seat].trades = MAX_TRADES
        return outlook.evaluate(after)
    flow.play(after, outlook.seat, move, None)
    worth = outlook.evaluate(after)
    if move[0] == PLAY and move[1] in _LOOKERS:
        worth += effects.WORTH[move[1]] + LOOK_GAIN
    return worth


def rate_looks(state: State, outlook: Outlook, moves: Sequence[Move]) -> list[float]:
    """Take the best card and leave the others in their order."""
    if moves[0][0] != LOOK_TAKE:
        return [float(move[0] == KEEP) for move in moves]
    return rate_steals(state, outlook, moves)


def rate_steals(state: State, outlook: Outlook, moves: Sequence[Move]) -> list[float]:
    """The card that adds most to the player's hand."""
    gains = Gains(state, outlook)
    return [gains.of(move[1]) for move in moves]


def rate_rewards(state: State, outlook: Outlook, moves: Sequence[Move]) -> list[float]:
    """Rate a card by its back, and a basic villager by its use for the hand."""
    gains = Gains(state, outlook)

    def rated(move: Move) -> float:
        if move[0] == REWARD_CARD:
            return gains.hidden(pile_of(state, move[1])[-1])
        after = state.clone_state()
        card = BASICS[move[1]]
        add(after.seats[outlook.seat], card, card, 0)
        return outlook.evaluate(after)

    return [rated(move) for move in moves]
