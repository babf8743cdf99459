"""Solo play: gifts for the Countess, the order of events, and when to use the Jester."""

from __future__ import annotations

from collections.abc import Sequence

from engine.ruleset import Move
from engine.villagers.catalogue import ARSON, CARDS, EVENT_KEYS, RATS
from engine.villagers.heuristics.drafting import Gains
from engine.villagers.heuristics.outlook import Outlook
from engine.villagers.solo import events as event_cards
from engine.villagers.solo import solo_of
from engine.villagers.solo.court import COUNTESS_SEAT
from engine.villagers.state import State
from engine.villagers.table.village import add

OWN_LOSS = 0.3
"""How much of a villager's gain for the player counts when the villager goes to the Countess."""

DRAFT_WORTH = 6.0
BUILD_WORTH = 5.0
"""What losing a draft or a build action costs."""

MIN_HARM = 7.0
"""The least harm of an event for which the Jester acts while rounds are left."""

_HARM_IN_FORCE = {"serfdom": 6.0, "the_countess_bank": 1.0, "rats": 4.0, "arson": 3.0}
"""The harm of events that are in force and never resolved."""


def rate_countess_drafts(state: State, outlook: Outlook, moves: Sequence[Move]) -> list[float]:
    """Prefer the villager that is worth least to her and to the player."""
    gains = Gains(state, outlook)
    return [-_to_her(state, outlook, move[1]) - OWN_LOSS * gains.of(state.road[move[1]]) for move in moves]


def _to_her(state: State, outlook: Outlook, slot: int) -> float:
    card = state.road[slot]
    her = state.seats[COUNTESS_SEAT].clone_seat()
    before = outlook.rival(her)
    add(her, card, card, 0)
    hope = outlook.key_worth(card) if CARDS[card].keyring else 0.0
    return outlook.rival(her) - before + hope + state.road_gold[slot]


def rate_settling(state: State, outlook: Outlook, moves: Sequence[Move]) -> list[float]:
    """Rate paying gold, and drafting or placing one villager less."""
    gold = state.seats[outlook.seat].gold
    worth = DRAFT_WORTH if state.asked[1] == RATS else BUILD_WORTH
    if state.asked[1] == ARSON and len(state.seats[outlook.seat].hand) < state.seats[outlook.seat].builds:
        worth = 0.0
    return [-float(min(3, gold)) if move[2] else -worth for move in moves]


def rate_resolving(state: State, outlook: Outlook, moves: Sequence[Move]) -> list[float]:
    """Rate events by the outlook after them, as far as it can be foreseen."""
    return [_after(state, outlook, move[1], move[2]) for move in moves]


def _after(state: State, outlook: Outlook, event: int, target: int) -> float:
    row = event_cards.ROWS[event]
    if row.harm:
        return outlook.evaluate(state) - row.harm
    after = state.clone_state()
    event_cards.carry_out(after, event, target, None)
    return outlook.evaluate(after)


def harm(state: State, outlook: Outlook, event: int) -> float:
    """The cost of an event in force, if the player makes the best of it."""
    row = event_cards.ROWS.get(event)
    if row is None:
        return _HARM_IN_FORCE[EVENT_KEYS[event]]
    if row.harm:
        return row.harm
    targets = event_cards.targets(state, event)
    return outlook.evaluate(state) - max(_after(state, outlook, event, target) for target in targets)


def worth_of_jest(state: State, outlook: Outlook, event: int) -> float:
    """The gain of discarding this event now instead of saving the Jester for a worse one."""
    solo = solo_of(state)
    if EVENT_KEYS[event] == "it_was_you":
        return -MIN_HARM
    least = 0.0 if solo.must_jest else MIN_HARM * min(1.0, outlook.rounds)
    return harm(state, outlook, event) - least
