"""The learned weights of features, in final gold.

They are in `weights.json`, which also records how they were learned. A card without a weight counts only by its
symbols.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from engine.rows import read_data
from engine.villagers.catalogue import CARD_NAMES
from engine.villagers.heuristics.features import NUMBERS, PLACES, Features
from engine.weights import align, check_names


class Weights:
    """The weights for one kind of table.

    For each number of markets held, there are two flat lists: the constants, and the weights per round left.
    """

    __slots__ = ("held", "held_rounds", "numbers", "numbers_rounds", "shown", "shown_rounds")

    def __init__(self, flat: Mapping[str, Sequence[Sequence[float]]], names: Mapping[str, Sequence[str]]) -> None:
        def aligned(part: str, named: Sequence[str], known: Sequence[str]) -> list[list[float]]:
            return [align(dict(zip(named, row, strict=True)), known) for row in flat[part]]

        cards, numbers = names["cards"], names["numbers"]
        self.numbers: list[list[float]] = aligned("numbers", numbers, NUMBERS)
        self.numbers_rounds: list[list[float]] = aligned("numbers_rounds", numbers, NUMBERS)
        self.held: list[list[float]] = aligned("held", _by_place(cards), _by_place(CARD_NAMES))
        self.held_rounds: list[list[float]] = aligned("held_rounds", _by_place(cards), _by_place(CARD_NAMES))
        self.shown: list[list[float]] = aligned("shown", cards, CARD_NAMES)
        self.shown_rounds: list[list[float]] = aligned("shown_rounds", cards, CARD_NAMES)

    def worth(self, features: Features) -> float:
        market = features.market
        rounds = features.rounds
        active = features.active
        reach = features.reach
        numbers = self.numbers[market]
        growing = self.numbers_rounds[market]
        total = features.sure
        for at, number in enumerate(features.numbers):
            if number:
                total += number * (active * numbers[at] + rounds * growing[at])
        numbers, growing = self.held[market], self.held_rounds[market]
        for at in features.held:
            total += reach * (numbers[at] + rounds * growing[at])
        numbers, growing = self.shown[market], self.shown_rounds[market]
        for card in features.shown:
            total += active * numbers[card] + rounds * growing[card]
        return total

    def card(self, held: int, market: int, rounds: float) -> float:
        """Return the value of a hand card. `held`: the card and its place, as in `Features.held`."""
        return self.held[market][held] + rounds * self.held_rounds[market][held]

    def top(self, card: int, market: int, rounds: float) -> float:
        """Return what `card` is worth as a top card of a village, apart from its symbols."""
        return self.shown[market][card] + rounds * self.shown_rounds[market][card]

    def number(self, at: int, market: int, rounds: float) -> float:
        """Return the weight of `NUMBERS[at]`: how much the value grows, in gold, if this number grows by 1."""
        return self.numbers[market][at] + rounds * self.numbers_rounds[market][at]


def _by_place(cards: Sequence[str]) -> list[str]:
    """Return a name for each pair of a card and a possible place, in the order of `Features.held`."""
    return [f"{card} {place}" for card in cards for place in range(PLACES)]


def _read() -> dict[str, Weights]:
    document = read_data(__package__, "weights.json")
    check_names("heuristics/weights.json", document["cards"], CARD_NAMES)
    check_names("heuristics/weights.json", document["numbers"], NUMBERS)
    return {kind: Weights(flat, document) for kind, flat in document["weights"].items()}


WEIGHTS: Final[dict[str, Weights]] = _read()
"""The weights for tables of `two` seats and of `more`. In solo play, `solo` has those for the player, and `countess`
those for the Countess's village.
"""
