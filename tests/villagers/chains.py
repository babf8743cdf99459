"""Villages of four players and what may be placed in them, shared by the tests of the chains."""

from __future__ import annotations

from typing import Any

from engine.ruleset import Doc
from tests.positions import legal, of_type, position, score, view, village
from tests.villagers.game import BY_TINNER, VILLAGERS, place

LOCKED = {card["key"] for card in VILLAGERS.cards("en") if card["padlock"]}


def table(*seats: str, **fields: Any) -> Doc:
    """Return a build phase of four, so that wool and leather are in the game; the first seat given acts."""
    return position(f"villagers phase=build seats=[{' '.join(seats)} {'() ' * (4 - len(seats))}]", **fields)


def builder(*words: str, hand: tuple[str, ...] = ()) -> Doc:
    """Return a position of four seats. Seat 0, with this village and hand, may place 5 cards and has played a
    tinner.
    """
    return table(f"(village=[{village(words)}] hand=[{' '.join(hand)}] builds_left=5 tinner=yes)")


def put(card: str, on: int | None = None) -> tuple[int, Doc]:
    """Seat 0 places a card; the tinner opens its padlock if it has one."""
    return 0, place(card, on, unlock=BY_TINNER if card in LOCKED else None)


def targets(game: Doc, card: str) -> set[int | None]:
    """Return the villagers that seat 0 may place a card of its hand on."""
    return {move["on"] for move in of_type(legal(game, 0), "place") if move["card"] == card and not move["monks"]}


def shown(*words: str) -> tuple[int, int, int]:
    """Visible food, builders and gold of a village, up to three of food and of builders."""
    game = table(f"(village=[{village(words)}])")
    limits = view(game, None)["seats"][0]
    lines = score(game)["first_market"][0]["lines"]
    gold = sum(line["gold"] for line in lines if line["item"] == "gold")
    return limits["draft_limit"] - 2, limits["build_limit"] - 2, gold


def silver(game: Doc, card: str) -> int:
    """Return the current value of the first copy of a silver card in seat 0's village."""
    lines = score(game)["second_market"][0]["lines"]
    worth: int = next(line["gold"] for line in lines if line["card"] == card and line["item"] == "silver")
    return worth
