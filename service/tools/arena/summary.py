"""The results of a tournament as a document.

Shares, means and intervals are computed from one value per level and game. If the level had several seats in the game,
that value is the mean of their results.
"""

from __future__ import annotations

import itertools
import statistics
from collections import defaultdict
from collections.abc import Iterable, Sequence
from operator import attrgetter
from typing import Any

from engine.ruleset import Doc
from service.tools.arena.games import Failed, Outcome, PlayedMatch
from service.tools.arena.matches import LineUp, Tournament
from service.tools.arena.ratings import fit_ratings
from service.tools.arena.statistics import mean_of, percentile, wilson


def summarize(tournament: Tournament, outcomes: Iterable[Outcome]) -> Doc:
    """Return the results of each level and each pair of levels, and the failures.

    A deal counts only if all its rotations were played without a failure.
    """
    results = sorted(outcomes, key=attrgetter("match.seed", "match.line_up", "match.turn"))
    games = _complete_deals(results, tournament.seats)
    levels = tournament.levels
    pairs = [_pair(games, a, b) for a, b in itertools.combinations(levels, 2)] if tournament.seats > 1 else []
    rounds = [game.rounds for game in games if game.rounds is not None]
    return {
        "ruleset": tournament.ruleset,
        "options": tournament.options,
        "seats": tournament.seats,
        "line_ups": [list(line_up) for line_up in tournament.line_ups],
        "seed": tournament.seed,
        "games_wanted": tournament.deals * tournament.seats * len(tournament.line_ups),
        "games": len(games),
        "rounds": statistics.fmean(rounds) if rounds else None,
        "levels": [_level(games, level) for level in levels],
        "pairs": pairs,
        "elo": _elo(levels, pairs) if games and pairs else None,
        "failures": [_failure(outcome) for outcome in results if isinstance(outcome, Failed)],
    }


def _complete_deals(outcomes: Iterable[Outcome], seats: int) -> list[PlayedMatch]:
    played: dict[tuple[str, LineUp], list[PlayedMatch]] = defaultdict(list)
    for outcome in outcomes:
        if isinstance(outcome, PlayedMatch):
            played[outcome.match.seed, outcome.match.line_up].append(outcome)
    return [game for games in played.values() if len(games) == seats for game in games]


def _seats_of(game: PlayedMatch, level: str) -> list[int]:
    return [seat for seat, other in enumerate(game.match.levels) if other == level]


def _level(games: Sequence[PlayedMatch], level: str) -> Doc:
    own = [(game, seats) for game in games if (seats := _seats_of(game, level))]
    wins = [statistics.fmean(_share_of_victory(game, seat) for seat in seats) for game, seats in own]
    totals = [statistics.fmean(game.totals[seat] for seat in seats) for game, seats in own]
    millis = [1000 * seconds for game, seats in own for seat in seats for seconds in game.seconds[seat]]
    return {
        "level": level,
        "games": len(own),
        "wins": _share(wins),
        "score": _mean(totals),
        "decisions": len(millis),
        "cpu_ms": {"p50": percentile(millis, 0.5), "p95": percentile(millis, 0.95)},
    }


def _share_of_victory(game: PlayedMatch, seat: int) -> float:
    """Return a seat's share of the victory, which the winners share equally."""
    return 1 / len(game.winners) if seat in game.winners else 0.0


def _pair(games: Sequence[PlayedMatch], a: str, b: str) -> Doc:
    """Return the results of `a` against `b` in games with both.

    In each game, the winner beats the other. If neither has won, the higher score decides.
    """
    shares, margins = [], []
    for game in games:
        meetings = list(itertools.product(_seats_of(game, a), _seats_of(game, b)))
        if meetings:
            shares.append(statistics.fmean(_beat(game, one, other) for one, other in meetings))
            margins.append(statistics.fmean(game.totals[one] - game.totals[other] for one, other in meetings))
    return {"levels": [a, b], "games": len(shares), "beat": _share(shares), "margin": _mean(margins)}


def _beat(game: PlayedMatch, one: int, other: int) -> float:
    mine, theirs = one in game.winners, other in game.winners
    if mine == theirs and not mine:
        mine, theirs = game.totals[one] > game.totals[other], game.totals[other] > game.totals[one]
    return 0.5 if mine == theirs else float(mine)


def _elo(levels: Sequence[str], pairs: Sequence[Doc]) -> Doc:
    wins: dict[tuple[str, str], float] = {}
    for pair in pairs:
        a, b = pair["levels"]
        if pair["games"]:
            wins[a, b] = pair["games"] * pair["beat"]["share"]
            wins[b, a] = pair["games"] - wins[a, b]
    ratings, bounded = fit_ratings(levels, wins)
    rated = [{"level": level, "elo": one.elo, "plus_minus": one.plus_minus} for level, one in ratings.items()]
    return {"reference": levels[0], "bounded": bounded, "ratings": rated}


def _share(values: Sequence[float]) -> Doc | None:
    if not values:
        return None
    low, high = wilson(sum(values), len(values))
    return {"share": statistics.fmean(values), "low": low, "high": high}


def _mean(values: Sequence[float]) -> Doc | None:
    if not values:
        return None
    mean, reach = mean_of(values)
    return {"mean": mean, "plus_minus": reach}


def _failure(failed: Failed) -> dict[str, Any]:
    match = failed.match
    return {
        "level": failed.level,
        "seat": failed.seat,
        "levels": list(match.levels),
        "seed": match.seed,
        "text": failed.text,
    }
