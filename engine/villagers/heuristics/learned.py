"""The learned weights: what prospects are worth in gold at the end. The data with its provenance is `weights.json`."""

from __future__ import annotations

import json
from importlib import resources
from typing import Any, Final

from engine.villagers.heuristics.features import Prospects


class Weights:
    """Of one kind of table: for each market regime flat lists of what something is worth, and of what it is worth more
    for each round that is left.
    """

    __slots__ = ("held", "held_rounds", "numbers", "numbers_rounds", "shown", "shown_rounds")

    def __init__(self, flat: dict[str, list[list[float]]]) -> None:
        self.numbers: list[list[float]] = flat["numbers"]
        self.numbers_rounds: list[list[float]] = flat["numbers_rounds"]
        self.held: list[list[float]] = flat["held"]
        self.held_rounds: list[list[float]] = flat["held_rounds"]
        self.shown: list[list[float]] = flat["shown"]
        self.shown_rounds: list[list[float]] = flat["shown_rounds"]

    def worth(self, prospects: Prospects) -> float:
        """Gold at the end."""
        market = prospects.market
        rounds = prospects.rounds
        active = prospects.active
        reach = prospects.reach
        numbers = self.numbers[market]
        growing = self.numbers_rounds[market]
        total = prospects.sure
        for at, number in enumerate(prospects.numbers):
            if number:
                total += number * (active * numbers[at] + rounds * growing[at])
        for at in prospects.held:
            total += reach * (self.held[market][at] + rounds * self.held_rounds[market][at])
        for card in prospects.shown:
            total += active * self.shown[market][card] + rounds * self.shown_rounds[market][card]
        return total

    def card(self, held: int, market: int, rounds: float) -> float:
        """What a card of a hand adds, by its place (see `features`)."""
        return self.held[market][held] + rounds * self.held_rounds[market][held]

    def top(self, card: int, market: int, rounds: float) -> float:
        """What a card on top in a village adds beyond its symbols."""
        return self.shown[market][card] + rounds * self.shown_rounds[market][card]

    def number(self, at: int, market: int, rounds: float) -> float:
        """What one more of a number adds."""
        return self.numbers[market][at] + rounds * self.numbers_rounds[market][at]


def _read() -> dict[str, Weights]:
    document: dict[str, Any] = json.loads(resources.files(__package__).joinpath("weights.json").read_text())
    return {name: Weights(flat) for name, flat in document["weights"].items()}


WEIGHTS: Final[dict[str, Weights]] = _read()
"""By kind of table: `solo` and `countess` (her village beside it), `two` and `more` seats."""
