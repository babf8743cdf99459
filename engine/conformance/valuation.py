"""Checks of what a ruleset says about the value of moves and positions, and of the levels that rely on this."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from math import isclose, isfinite
from typing import Any, Final

from engine.bots import LEVELS, Bot
from engine.bots.search import Search
from engine.conformance.bot_checks import BOT_CHECKS, play_out
from engine.conformance.holding import Broken, hold, text
from engine.conformance.tables import MAX_MOVES, Table, some_decisions
from engine.ruleset import Forecast

QUICK: Final[Mapping[str, Bot]] = {
    name: Search(replace(bot.budget, iterations=4 if bot.budget.ahead else 12, alone=None))
    if isinstance(bot, Search)
    else bot
    for name, bot in LEVELS.items()
    if name != "expert"
}
"""The levels to test, with little time to think. `expert` is left out, because it differs from `hard` only in its
time.
"""
GAMES: Final = 24
KNOWING: Final = 0.97
"""The winners' chances in the forecasts, as a multiple of even chances, must be higher than this. A forecast that knows
nothing reaches about 1, so it passes.
"""
LATE: Final = 0.9
"""The forecast is taken after this share of a game's moves."""


def values_are_in_range(table: Table) -> None:
    """Check that priors and forecasts are finite and in range, change nothing, and use no hidden information. After the
    end the forecast must be exact.
    """
    rules, rng = table.ruleset, table.rng(22)
    for state, seat, moves in some_decisions(table, seed=22, step=2):
        before = text(rules.write_position(state))
        twin = rules.sample(rules.view(state, seat), rng)
        rates = rules.priors(state, seat, moves)
        hold(len(rates) == len(moves) and all(map(isfinite, rates)), "priors is not one finite number for each move")
        hold(rules.priors(twin, seat, moves) == rates, "priors depends on what its seat may not know")
        for one in (state, twin):
            _hold_in_range(rules.forecast(one), table.seats)
        hold(text(rules.write_position(state)) == before, "priors or forecast has changed the state")
    result, last = rules.result(state), rules.forecast(state)
    assert result is not None
    _hold_in_range(last, table.seats)
    totals = [float(score["total"]) for score in result["scores"]]
    hold(_same(last.totals, totals), f"after the end forecast has the totals {last.totals}, and result {totals}")
    chances = [(seat in result["winners"]) / max(1, len(result["winners"])) for seat in range(table.seats)]
    hold(_same(last.chances, chances), f"after the end forecast has the chances {last.chances}: must be {chances}")


def _same(some: list[float], others: list[float]) -> bool:
    return all(isclose(one, other, abs_tol=1e-6) for one, other in zip(some, others, strict=True))


def _hold_in_range(forecast: Forecast, seats: int) -> None:
    for name, values in (("totals", forecast.totals), ("chances", forecast.chances), ("leads", forecast.leads)):
        hold(len(values) == seats, f"forecast has {len(values)} {name} for {seats} seats")
        hold(all(map(isfinite, values)), f"forecast has {name} that are no finite numbers: {values}")
        hold(
            name == "totals" or all(-1e-9 <= one <= 1 + 1e-9 for one in values),
            f"forecast has {name} outside 0 to 1: {values}",
        )
    whole = sum(forecast.chances)
    hold(
        whole <= 1 + 1e-6 and (seats == 1 or whole > 1 - 1e-6),
        f"the chances of a forecast add up to {whole}: must be 1",
    )


def values_tell_who_wins(table: Table) -> None:
    """Check that late in a game a forecast does not favour the losers. Also check that `greedy`, which follows the
    priors, does not lose to random moves.
    """
    rules, greedy, chaotic = table.ruleset, LEVELS["greedy"], LEVELS["random"]
    if not table.plain or table.seats != max(2, min(rules.seats)):
        return
    chance = even = won = 0.0
    for number in range(GAMES):
        seat = number % table.seats
        mixed = [greedy if one == seat else chaotic for one in range(table.seats)]
        for bots in ([greedy] * table.seats, [chaotic] * table.seats, mixed):
            trail: list[Any] = []
            winners = play_out(table, bots, 500 + number, trail)["winners"]
            late = rules.forecast(trail[int(len(trail) * LATE)])
            chance += sum(late.chances[one] for one in winners)
            even += len(winners) / table.seats
        won += (seat in winners) / max(1, len(winners))
    seen = chance > KNOWING * even
    hold(seen, f"late in {3 * GAMES} games the winners had {chance / even:.2f} of an even chance by forecast")
    fair = won > 0.5 * GAMES / table.seats
    hold(fair, f"greedy, which follows priors, wins {won:g} of {GAMES} games against random moves")


def every_level_plays(table: Table) -> None:
    """Check that every level passes the checks of bots at each plain table, with little time to think."""
    for name, bot in QUICK.items() if table.plain else ():
        for check in BOT_CHECKS.values():
            try:
                check(table, bot)
            except Broken as broken:
                raise Broken(f"the level {name}: {broken}") from broken


def games_end(table: Table) -> str:
    """Play games in which every seat always makes its first legal move, or always its last.

    Returns a remark if a game does not end.
    """
    rules, endless = table.ruleset, []
    for which, at in (("first", 0), ("last", -1)) if table.plain else ():
        state = table.deal(23)
        for _ in range(MAX_MOVES):
            if not (seats := rules.to_act(state)):
                break
            rules.advance(state, seats[0], rules.legal_moves(state, seats[0])[at])
        else:
            endless.append(which)
    return f"a game of {' and of '.join(endless)} moves does not end within {MAX_MOVES} moves" if endless else ""
