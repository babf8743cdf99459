"""Our levels of play against OpenSpiel's information-set search at the same game, with equal time to think.

Our bot has one seat, the search all others; every deal is played once from each seat. For each decision with more than
one legal move both get the same processor time; forced moves do not count. See README.md beside this file.
"""

from __future__ import annotations

import argparse
import json
import platform
import random
import statistics
import sys
import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path

# As a script this file would hide the package `engine`: the project takes the place of its folder.
if sys.path[0] == str(Path(__file__).parent):
    sys.path[0] = str(Path(__file__).parents[1])

from bench import peers
from engine.bots import LEVELS, Session
from engine.build import COMPILED
from engine.registry import RULESETS
from service.tools.arena.pool import cores, outcomes
from service.tools.arena.statistics import mean_of, percentile, wilson

PEER = "open_spiel"
CHECKED_GAMES = 3


@dataclass(frozen=True, slots=True)
class Match:
    """What is played: `seconds` of processor time for each decision; `uct_c` is how much the peer's search explores."""

    ruleset: str
    seats: int
    level: str
    seconds: float
    uct_c: float
    seed: int


@dataclass(frozen=True, slots=True)
class Thought:
    """One decision: its seconds of processor time, and the iterations of the search in it (0: no search)."""

    seconds: float
    iterations: int


@dataclass(frozen=True, slots=True)
class Outcome:
    """One game: our share of the victory, our total and the mean of the peer's, what both thought."""

    share: float
    total: float
    rival: float
    ours: list[Thought]
    theirs: list[Thought]


@dataclass(frozen=True, slots=True)
class Side:
    """How one side played: its mean total, 95 % certain up to `reach`, and its decisions.

    Times are milliseconds of processor time: the median, and what 95 % of the decisions stay within. `iterations` is
    the mean of a decision.
    """

    player: str
    total: float
    reach: float | None
    decisions: int
    median_ms: float
    late_ms: float
    iterations: float
    iterations_per_second: float


@dataclass(frozen=True, slots=True)
class Report:
    """A match and how it ended. `wins` is our mean share of the victory, between `low` and `high` with 95 %."""

    machine: str
    match: Match
    games: int
    wins: float
    low: float
    high: float
    sides: list[Side]


def play(match: Match, number: int) -> Outcome:
    """One game: the deal and our seat follow from its number, everybody's luck from that and the seed."""
    from bench.spiel_game import quick_game
    from bench.spiel_player import Clock, Ismcts

    ruleset, bot, session = RULESETS[match.ruleset], LEVELS[match.level].timed(), Session()
    deal, own = divmod(number, match.seats)
    rng = random.Random(f"{match.seed} {number}")
    game = quick_game(ruleset, {}, match.seats, rng)
    peer = Ismcts(game, match.uct_c, rng.getrandbits(32))
    state = ruleset.setup(game.rules.options, match.seats, f"{match.seed} {deal}".encode())
    ours: list[Thought] = []
    theirs: list[Thought] = []
    while acting := ruleset.to_act(state):
        seat = acting[0]
        moves = ruleset.legal_moves(state, seat)
        move = moves[0]
        if len(moves) > 1:
            start, clock = time.process_time(), Clock(match.seconds)
            if seat == own:
                session.stop = clock
                move = bot.choose(ruleset, ruleset.view(state, seat), rng, session)
            else:
                peer.clock = clock
                point = game.at(state)
                move = point.move(peer.step(point))
            (ours if seat == own else theirs).append(Thought(time.process_time() - start, clock.looks))
        ruleset.advance(state, seat, move)
    result = ruleset.result(state)
    assert result is not None, "the game is over"
    winners, totals = result["winners"], {score["seat"]: score["total"] for score in result["scores"]}
    total = totals.pop(own)
    share = 1 / len(winners) if own in winners else 0.0
    return Outcome(share, total, statistics.fmean(totals.values()), ours, theirs)


def play_all(match: Match, games: int, processes: int) -> list[Outcome]:
    """So many games, spread over the processes, with a line of progress on stderr; fewer if interrupted."""
    found: list[Outcome] = []
    try:
        for outcome in outcomes(partial(play, match), range(games), min(processes, games)):
            found.append(outcome)
            won = sum(one.share for one in found)
            print(f"\r{len(found)} of {games} games, {won:g} won ", end="", file=sys.stderr, flush=True)
    except KeyboardInterrupt:
        print("interrupted", end="", file=sys.stderr)
    print(file=sys.stderr)
    return found


def side(player: str, totals: Sequence[float], thoughts: Sequence[Thought]) -> Side:
    """The figures of one side; there must be some decisions."""
    seconds = [thought.seconds for thought in thoughts]
    iterations = sum(thought.iterations for thought in thoughts)
    total, reach = mean_of(totals)
    return Side(
        player=player,
        total=total,
        reach=reach,
        decisions=len(thoughts),
        median_ms=1000 * (percentile(seconds, 0.5) or 0),
        late_ms=1000 * (percentile(seconds, 0.95) or 0),
        iterations=iterations / len(thoughts),
        iterations_per_second=iterations / sum(seconds),
    )


def report(match: Match, games: Sequence[Outcome]) -> Report:
    """Everything that is printed, of at least one game."""
    won = sum(game.share for game in games)
    low, high = wilson(won, len(games))
    ours = [thought for game in games for thought in game.ours]
    theirs = [thought for game in games for thought in game.theirs]
    return Report(
        machine=machine(),
        match=match,
        games=len(games),
        wins=won / len(games),
        low=low,
        high=high,
        sides=[
            side(f"hamlet {match.level}", [game.total for game in games], ours),
            side("open_spiel ISMCTS", [game.rival for game in games], theirs),
        ],
    )


def machine() -> str:
    """What it ran on, in a few words."""
    build = "compiled" if COMPILED else "pure Python"
    python = f"{platform.python_implementation()} {platform.python_version()}"
    return f"{python}, {cores()} cores, the engine {build}, {PEER} {peers.pins()[PEER]}"


def print_report(found: Report) -> None:
    """The result and the table of both sides, in Markdown."""
    match = found.match
    setting = f"{match.ruleset}, {match.seats} seats, {match.seconds:g} s a decision, uct_c {match.uct_c:g}"
    print(f"{found.machine}; {setting}\n")
    print(
        f"{match.level} won {100 * found.wins:.1f} % of {found.games} games "
        f"(95 %: {100 * found.low:.1f} to {100 * found.high:.1f} %; an equal player wins {100 / match.seats:.0f} %)\n"
    )
    print("| player | mean total | decisions | ms, median | ms, 95 % | iterations | iterations/s |")
    print("|---|--:|--:|--:|--:|--:|--:|")
    for row in found.sides:
        total = f"{row.total:.1f}" if row.reach is None else f"{row.total:.1f} ± {row.reach:.1f}"
        times = f"{row.decisions} | {row.median_ms:.1f} | {row.late_ms:.1f}"
        print(f"| {row.player} | {total} | {times} | {row.iterations:.0f} | {row.iterations_per_second:,.0f} |")


def print_checks() -> None:
    """Check the adapter in random games of every ruleset and number of seats that can be played here."""
    from bench.spiel_check import check

    for ruleset in RULESETS.values():
        for seats in ruleset.seats:
            if seats > 1:
                decisions = check(ruleset, seats, CHECKED_GAMES)
                print(f"{ruleset.key}, {seats} seats: {decisions} decisions as they should be")


def read_arguments() -> argparse.Namespace:
    """What the command line says."""
    parser = argparse.ArgumentParser(description="A level of play against OpenSpiel's ISMCTS, with equal time.")
    parser.add_argument("--level", choices=LEVELS, default="hard", help="ours (default: hard)")
    parser.add_argument("--ruleset", choices=RULESETS, default="villagers", help="default: villagers")
    parser.add_argument("--seats", type=int, default=2, help="ours is one of them (default: 2)")
    parser.add_argument("--games", type=int, default=200, help="rounded up to whole deals (default: 200)")
    parser.add_argument("--seconds", type=float, default=0.5, help="processor time of a decision (default: 0.5)")
    parser.add_argument("--uct-c", type=float, default=1.0, help="how much the peer explores (default: 1)")
    parser.add_argument("--seed", type=int, default=1, help="seed of deals and players (default: 1)")
    parser.add_argument("--processes", type=int, default=cores(), help="default: one for each core")
    parser.add_argument("--json", action="store_true", help="print JSON instead of a table")
    parser.add_argument("--check", action="store_true", help="only check that the adapter is right")
    given = parser.parse_args()
    if given.seats < 2 or given.seats not in RULESETS[given.ruleset].seats:
        parser.error(f"{given.ruleset} is not played here with {given.seats} seats")
    if min(given.games, given.processes) < 1 or given.seconds <= 0:
        parser.error("--games, --processes and --seconds must be above 0")
    return given


def main() -> int:
    """The command line; returns the exit code: 0, 1 when the peer is missing, 130 when interrupted."""
    given = read_arguments()
    faults = [fault for fault in peers.missing() if fault.startswith(PEER)]
    if faults:
        print(f"{faults[0]}; `make bench` installs it", file=sys.stderr)
        return 1
    if given.check:
        print_checks()
        return 0
    match = Match(given.ruleset, given.seats, given.level, given.seconds, given.uct_c, given.seed)
    wanted = -(-given.games // given.seats) * given.seats
    games = play_all(match, wanted, given.processes)
    if games and given.json:
        print(json.dumps(asdict(report(match, games)), indent=2))
    elif games:
        print_report(report(match, games))
    return 0 if len(games) == wanted else 130


if __name__ == "__main__":
    sys.exit(main())
