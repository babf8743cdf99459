"""Market income line by line, standing and result (MARKET, SILVER, END)."""

from __future__ import annotations

from engine.ruleset import Doc
from engine.villagers.catalogue import GOLD, KEYS, NUN
from engine.villagers.scoring.formulas import is_silver, silver_value, unique_silver
from engine.villagers.state import EMPTY, OVER, Seat, State
from engine.villagers.table.village import count, role_of

Line = tuple[int, str, int]
"""`(villager, item, gold)`. The item is `gold`, `silver`, `nun` or `coins`."""


def income(seat: Seat, silver: bool) -> list[Line]:
    """Return the village's income in the First Market, or (with `silver`) in the Second (MARKET-3, 5, 6, 11)."""
    lines: list[Line] = []
    kids = seat.kids
    for villager, card in enumerate(seat.card):
        if card != EMPTY and not kids[villager]:
            if GOLD[card]:
                lines.append((villager, "gold", GOLD[card]))
            if silver and is_silver(card):
                lines.append((villager, "silver", silver_value(seat, card)))
            if silver and card == NUN:
                lines.append((villager, "nun", unique_silver(seat)))
        if seat.coins[villager]:
            lines.append((villager, "coins", seat.coins[villager]))
    return lines


def total(lines: list[Line], item: str | None = None) -> int:
    return sum(gold for _, kind, gold in lines if item is None or kind == item)


def rows(state: State, silver: bool) -> list[Doc]:
    """Return a market as a document: a row for each seat."""
    return [row(seat, owner, income(owner, silver)) for seat, owner in enumerate(state.seats)]


def row(seat: int, owner: Seat, lines: list[Line]) -> Doc:
    described = [
        {"villager": villager, "card": KEYS[role_of(owner.card[villager])], "item": item, "gold": gold}
        for villager, item, gold in lines
    ]
    return {"seat": seat, "total": total(lines), "lines": described}


def _rank(owner: Seat) -> tuple[int, int]:
    """Return the sort key of the standing: most gold first, then fewest villagers (END-1, END-2)."""
    return -owner.gold, count(owner)


def winners(state: State) -> list[int]:
    """Return the seats with the best rank; several can share the victory (END-3). The player beats the Countess
    only with more gold than she has (SOLO-35).
    """
    if state.solo is not None:
        player, countess = state.seats
        return [0] if player.gold > countess.gold else []
    best = min(_rank(owner) for owner in state.seats)
    return [seat for seat, owner in enumerate(state.seats) if _rank(owner) == best]


def standing(state: State) -> list[Doc]:
    """Return all seats and the Countess by their current rank. Tied seats share a place."""
    ranks = [_rank(owner) for owner in state.seats]
    if state.solo is not None:
        ranks = [(0, 0), (1, 0)] if winners(state) else [(1, 0), (0, 0)]
    order = sorted(ranks)
    table = [
        {
            "seat": seat,
            "gold": owner.gold,
            "villagers": count(owner),
            "place": 1 + order.index(ranks[seat]),
        }
        for seat, owner in enumerate(state.seats)
    ]
    return sorted(table, key=lambda line: (line["place"], line["seat"]))


def present_scores(state: State) -> Doc:
    """Return both markets as if they were held now, and the standing."""
    return {
        "ruleset": "villagers",
        "first_market": rows(state, silver=False),
        "second_market": rows(state, silver=True),
        "standing": standing(state),
    }


FINAL_ITEMS = ("supply", "gold", "silver", "coins", "nun")
"""The parts of a seat's gold at the end, in the order of `Seat.final`."""


def final_result(state: State) -> Doc | None:
    """Return the winners, and the gold of all seats line by line. The Countess is a rival without a seat."""
    if state.phase != OVER:
        return None
    scores = [{"seat": seat, **_final(owner)} for seat, owner in enumerate(state.seats[: state.players])]
    found: Doc = {"winners": winners(state), "scores": scores}
    if state.solo is not None:
        found["rivals"] = [{"name": "countess", **_final(state.seats[1])}]
    return found


def _final(owner: Seat) -> Doc:
    parts = owner.final or (owner.gold, 0, 0, 0, 0)
    lines = [{"item": item, "points": gold} for item, gold in zip(FINAL_ITEMS, parts, strict=True)]
    return {"total": owner.gold, "lines": lines}
