"""Prestige points line by line, tie-break, standing and result (MVSCORE, MVEND)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from engine.my_village.catalogue.cards import POPULATION, THE_FIELD, THE_MEETING_PLACE
from engine.my_village.state import EMPTY, OVER, PLOWED, Seat, State
from engine.my_village.village import windows
from engine.ruleset import Doc


def _markers(state: State, seat: Seat) -> int:
    """Return the points of the markers of an area or population council (MVCOUNCIL-4 to 6)."""
    marks = seat.marks
    if not marks:
        return 0
    each = state.cat.mark_points[seat.council]
    if seat.council == POPULATION:
        return each * (marks & seat.villagers).bit_count()
    return each * sum(count for space, count in enumerate(area_counts(seat)) if marks >> space & 1)


def area_counts(seat: Seat) -> tuple[int, int, int, int, int]:
    """Return the number of cards in each category of the area council, in the council's order (MVCOUNCIL-5)."""
    crafts = sum(card != EMPTY for card in seat.crafts)
    religion = (seat.church != EMPTY) + len(seat.monks)
    return len(seat.travels), crafts, len(seat.served), religion, len(seat.fields)


Line = Callable[[State, int, Seat], int]
"""A function that returns the points of a seat in one category, from the seat's number and its village."""

LINES: Final[Mapping[str, Line]] = {
    "church": lambda state, who, seat: state.cat.prestige[seat.church] if seat.church != EMPTY else 0,
    "church_windows": lambda state, who, seat: state.cat.window_points[windows(state.cat, seat)],
    "meeting_place": lambda state, who, seat: state.cat.prestige[THE_MEETING_PLACE] if seat.meeting else 0,
    "council_chamber": lambda state, who, seat: state.cat.prestige[seat.council] if seat.council != EMPTY else 0,
    "council_markers": lambda state, who, seat: _markers(state, seat),
    "fields": lambda state, who, seat: state.cat.prestige[THE_FIELD] * len(seat.fields),
    "travels": lambda state, who, seat: sum([state.cat.prestige[card] for card in seat.travels]),
    "served_customers": lambda state, who, seat: sum([state.cat.prestige[card] for card in seat.served]),
    "saved_story": lambda state, who, seat: seat.saved,
    "day_laborers": lambda state, who, seat: -state.cat.penalty * seat.laborers,
    "starting_hand": lambda state, who, seat: state.cat.hand_prestige if state.hand_owner == who else 0,
}
"""The lines of a score, in order (MVSCORE-1 to 10). Each category of points is one line."""

_LINES: Final = tuple(LINES.values())


def points(state: State, who: int) -> int:
    seat = state.seats[who]
    return sum(line(state, who, seat) for line in _LINES)


def tie_break(seat: Seat) -> int:
    """Return the sum that breaks a tie (MVEND-4): coins, goods (including wild ones and plows on fields) and points on
    the tree.
    """
    plows = sum(flags & PLOWED for flags in seat.fields)
    return seat.coins + sum(seat.goods) + seat.wild + plows + seat.story


def _ranks(state: State) -> list[tuple[int, int]]:
    return [(points(state, who), tie_break(seat)) for who, seat in enumerate(state.seats)]


def winners(state: State) -> list[int]:
    """Return the seats with the most points after the tie-break; several can share the victory (MVEND-3 to 5)."""
    ranks = _ranks(state)
    best = max(ranks)
    return [who for who, rank in enumerate(ranks) if rank == best]


def present_scores(state: State) -> Doc:
    """Return the value of each village if the game ended now, and the standing."""
    rows = [_score(state, who) for who in range(len(state.seats))]
    ranks = _ranks(state)
    order = sorted(ranks, reverse=True)
    standing = [
        {"seat": who, "total": total, "tie_break": left, "place": 1 + order.index((total, left))}
        for who, (total, left) in enumerate(ranks)
    ]
    standing.sort(key=lambda row: (row["place"], row["seat"]))
    return {"ruleset": "my_village", "rows": rows, "standing": standing}


def final_result(state: State) -> Doc | None:
    """Return the winners, and all scores line by line. Call this after the end."""
    if state.phase != OVER:
        return None
    scores = [_score(state, who) for who in range(len(state.seats))]
    return {"winners": winners(state), "scores": scores}


def _score(state: State, who: int) -> Doc:
    """Return the points of a seat, line by line."""
    seat = state.seats[who]
    lines = [{"item": item, "points": line(state, who, seat)} for item, line in LINES.items()]
    return {"seat": who, "total": points(state, who), "lines": lines}
