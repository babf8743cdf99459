"""Prestige points line by line, tie-break, standing and result (MVSCORE, MVEND)."""

from __future__ import annotations

from typing import Final

from engine.my_village.catalogue.cards import POPULATION, THE_FIELD, THE_MEETING_PLACE
from engine.my_village.state import EMPTY, OVER, PLOWED, Seat, State
from engine.my_village.village import windows
from engine.ruleset import Doc

ITEMS: Final = (
    *("church", "church_windows", "meeting_place", "council_chamber", "council_markers"),
    *("fields", "travels", "served_customers", "saved_story", "day_laborers", "starting_hand"),
)
"""The lines of a score, in their order."""


def points(state: State, who: int) -> list[int]:
    """The points of a seat, one number for each of ITEMS (MVSCORE-1 to 10)."""
    cat, seat = state.cat, state.seats[who]
    prestige = cat.prestige
    return [
        prestige[seat.church] if seat.church != EMPTY else 0,
        cat.window_points[windows(cat, seat)],
        prestige[THE_MEETING_PLACE] if seat.meeting else 0,
        prestige[seat.council] if seat.council != EMPTY else 0,
        _markers(state, seat),
        prestige[THE_FIELD] * len(seat.fields),
        sum(prestige[card] for card in seat.travels),
        sum(prestige[card] for card in seat.served),
        seat.saved,
        -cat.penalty * seat.laborers,
        cat.hand_prestige if state.hand_owner == who else 0,
    ]


def _markers(state: State, seat: Seat) -> int:
    """What the markers of an area or population council bring (MVCOUNCIL-4 to 6)."""
    marks = seat.marks
    if not marks:
        return 0
    each = state.cat.mark_points[seat.council]
    if seat.council == POPULATION:
        return each * (marks & seat.villagers).bit_count()
    return each * sum(count for space, count in enumerate(area_counts(seat)) if marks >> space & 1)


def area_counts(seat: Seat) -> tuple[int, int, int, int, int]:
    """The cards of the area council's categories, in their order (MVCOUNCIL-5)."""
    crafts = sum(card != EMPTY for card in seat.crafts)
    religion = (seat.church != EMPTY) + len(seat.monks)
    return len(seat.travels), crafts, len(seat.served), religion, len(seat.fields)


def tie_break(seat: Seat) -> int:
    """Coins, goods with wild ones and plows on fields, and points on the tree (MVEND-4)."""
    plows = sum(flags & PLOWED for flags in seat.fields)
    return seat.coins + sum(seat.goods) + seat.wild + plows + seat.story


def _ranks(state: State) -> list[tuple[int, int]]:
    return [(sum(points(state, who)), tie_break(seat)) for who, seat in enumerate(state.seats)]


def winners(state: State) -> list[int]:
    """The seats with most points, ties broken; several share the victory (MVEND-3 to 5)."""
    ranks = _ranks(state)
    best = max(ranks)
    return [who for who, rank in enumerate(ranks) if rank == best]


def score_now(state: State) -> Doc:
    """What the villages are worth as they stand, and the standing."""
    rows = []
    for who in range(len(state.seats)):
        found = points(state, who)
        lines = [{"item": item, "points": number} for item, number in zip(ITEMS, found, strict=True)]
        rows.append({"seat": who, "total": sum(found), "lines": lines})
    ranks = _ranks(state)
    order = sorted(ranks, reverse=True)
    standing = [
        {"seat": who, "total": total, "tie_break": left, "place": 1 + order.index((total, left))}
        for who, (total, left) in enumerate(ranks)
    ]
    standing.sort(key=lambda row: (row["place"], row["seat"]))
    return {"ruleset": "my_village", "rows": rows, "standing": standing}


def result(state: State) -> Doc | None:
    """Winners and what everybody's points are made of, after the end."""
    if state.phase != OVER:
        return None
    scores = []
    for who in range(len(state.seats)):
        found = points(state, who)
        # The contract calls the amount of a line so for every ruleset.
        lines = [{"item": item, "gold": number} for item, number in zip(ITEMS, found, strict=True)]
        scores.append({"seat": who, "total": sum(found), "lines": lines})
    return {"winners": winners(state), "scores": scores}
