"""Checks of what moves reveal, and of the values that samples put into hidden places."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Iterable
from itertools import islice, pairwise
from typing import Any, Final

from engine.conformance.holding import Path, differences, hold, joined, text
from engine.conformance.tables import Table, some_positions, told, viewers, walk

DEALS: Final = 400
LEAST: Final = 10
"""A value is counted separately if it occurs at least this often, in truth and samples together. All rarer
values are counted together, as if they were one value.
"""
UNLIKELY: Final = 6.0
"""A deviation of this many standard deviations has a probability of one in a billion."""
GAMES: Final = 200
SHARED: Final = 0.5
"""Where samples differ from the truth, the sampled values and the true values are counted. The two counts must have at
least this share of the values in common. In games of random moves, the share falls to 0.53.
"""


def views_tell_nothing_hidden(table: Table) -> int:
    """Check that a move shows a viewer nothing hidden beyond what its events tell.

    Every legal move is made in the true state and in states sampled from the viewer's view. If the viewer sees equal
    events, the views after the move must be equal, too. Returns the number of comparisons.
    """
    rules, rng, compared = table.ruleset, table.rng(20), 0
    for state in some_positions(table, 40, seed=20):
        for viewer in viewers(table):
            twins = [rules.sample(rules.view(state, viewer), rng) for _ in range(2)]
            for seat in rules.to_act(state):
                for move in rules.legal_moves(state, seat):
                    table.at(state, seat, move)
                    true = look_after(table, state, seat, move, viewer)
                    for twin in twins:
                        if move not in rules.legal_moves(twin, seat):
                            continue
                        other = look_after(table, twin, seat, move, viewer)
                        if other[0] == true[0]:
                            compared += 1
                            _hold_alike(table, true[1], other[1], viewer)
    return compared


def look_after(table: Table, state: Any, seat: int, move: Any, viewer: int | None) -> tuple[str, Any]:
    """Return what a viewer sees of a move: the text of the events, and the view after the move."""
    rules, after = table.ruleset, table.ruleset.clone(state)
    events = [event.seen_by(viewer) for event in rules.apply(after, seat, move)]
    return text(events), rules.write_view(rules.view(after, viewer))


def _hold_alike(table: Table, one: Any, other: Any, viewer: int | None) -> None:
    for path, _, _ in differences(one, other):
        declared = any(_leads_to(pattern.split("/")[1:], path) for pattern in table.ruleset.uncovers)
        hold(declared, f"a move shows {told(viewer)} at {joined(path)} what was hidden, and no event says so")


def _leads_to(pattern: list[str], path: Path) -> bool:
    steps = zip(pattern, path, strict=False)
    return len(pattern) <= len(path) and all(one in ("*", str(step)) for one, step in steps)


def samples_are_fair(table: Table) -> None:
    """Check, over several hundred deals, that samples put each value into each place as often as the true deals do.

    The measure is chi-square, for each part of a position and for the number of equal neighbours in each list.
    """
    _hold_fair(table, 21, map(table.deal, range(2000, 2000 + table.number(DEALS))), math.inf)


def samples_stay_fair(table: Table) -> None:
    """Check that samples stay fair during a game: the values in hidden places are drawn about as often as they occur.

    A seat's moves depend on what it holds. Few samples take this into account, so only large differences count.
    """
    longest, rng = sum(1 for _ in walk(table, 2400)), table.rng(23)
    games = (walk(table, 2400 + number) for number in range(table.number(GAMES)))
    _hold_fair(table, 24, (list(islice(game, rng.randrange(longest) + 1))[-1][0] for game in games), SHARED)


def _hold_fair(table: Table, seed: int, states: Iterable[Any], shared: float) -> None:
    """Raise `Broken` unless samples are fair.

    For each place in which samples differ from the truth, one of two things must hold: chance explains the difference,
    or the drawn values and the true ones overlap by at least the share `shared`.
    """
    rules, rng = table.ruleset, table.rng(seed)
    counts: dict[tuple[int | None, Path], tuple[Counter[Any], Counter[Any]]] = defaultdict(
        lambda: (Counter(), Counter())
    )
    for state in states:
        true = _parts(rules.write_position(state))
        for viewer in viewers(table):
            drawn = _parts(rules.write_position(rules.sample(rules.view(state, viewer), rng)))
            for path, *pair in differences(true, drawn):
                if not isinstance(pair[0], dict):
                    for count, value in zip(counts[viewer, path], pair, strict=True):
                        count[value] += 1
    for (viewer, path), (known, sampled) in counts.items():
        fair = _deviation(known, sampled) < UNLIKELY or (known & sampled).total() >= shared * known.total()
        where = f"samples for {told(viewer)} are not fair at {joined(path)}"
        hold(fair, f"{where}: where they differ, {_often(known, sampled)}")


def _often(true: Counter[Any], drawn: Counter[Any]) -> str:
    """Return a sentence about the value whose frequencies differ most."""
    value = max({*true, *drawn}, key=lambda one: abs(true[one] - drawn[one]))
    return f"{value} was drawn {drawn[value]} times and was really there {true[value]} times"


def _parts(node: Any) -> Any:
    """Return the document with each list replaced by a dict.

    The dict has the list's entries by index. Its key "equal neighbours" has the number of entries that equal the
    following entry.
    """
    if isinstance(node, list):
        return {"equal neighbours": sum(a == b for a, b in pairwise(node)), **dict(enumerate(map(_parts, node)))}
    return {name: _parts(part) for name, part in node.items()} if isinstance(node, dict) else node


def _deviation(true: Counter[Any], drawn: Counter[Any]) -> float:
    """Return how far apart two series of counts are: chi-square in standard deviations, by Wilson and Hilferty."""
    pairs = [(true[value], drawn[value]) for value in {*true, *drawn}]
    rare = [pair for pair in pairs if sum(pair) < LEAST]
    usual = [pair for pair in pairs if sum(pair) >= LEAST]
    if rare:
        usual.append((sum(one for one, _ in rare), sum(other for _, other in rare)))
    freedom = len(usual) - 1
    if not freedom:
        return 0.0
    squares = sum((one - other) ** 2 / (one + other) for one, other in usual)
    width = 2 / (9 * freedom)
    return float(((squares / freedom) ** (1 / 3) - 1 + width) / width**0.5)
