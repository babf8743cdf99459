"""The two markets after a round (MARKET). No seat has a choice."""

from __future__ import annotations

from engine.events import EventLog, open_event
from engine.villagers.scoring import Line, income, row, total, winners
from engine.villagers.state import EMPTY, OVER, Seat, State
from engine.villagers.table.piles import stacks_gone


def begin(state: State, events: EventLog) -> bool:
    """Hold the markets that are due, the First before the Second (MARKET-1 to 14). Returns True: the phase is over."""
    if state.markets == 0 and stacks_gone(state, 2):
        _hold(state, 1, events)
    if state.markets == 1 and stacks_gone(state, 6):
        _hold(state, 2, events)
        state.phase = OVER
        state.turn = EMPTY
        if events is not None:
            events.append(open_event("game_ended", winners=winners(state)))
    return True


def _hold(state: State, market: int, events: EventLog) -> None:
    """Pay all seats in turn order; in the Second Market, count silver and then move the coins (MARKET-7, 11, 12)."""
    state.markets = market
    paid = []
    for step in range(len(state.seats)):
        seat = (state.first + step) % len(state.seats)
        owner = state.seats[seat]
        lines = income(owner, silver=market == 2)
        if events is not None:
            paid.append(row(seat, owner, lines))
        if market == 2:
            _close(owner, lines)
        owner.gold += total(lines)
    if events is not None:
        events.append(open_event("market", market=market, rows=paid))


def _close(owner: Seat, lines: list[Line]) -> None:
    gold, silver, coins, nun = (total(lines, item) for item in ("gold", "silver", "coins", "nun"))
    owner.final = (owner.gold, gold, silver, coins, nun)
    owner.coins = [0] * len(owner.coins)
