"""The topics of Villagers, in gold (see `Valuing.topics`)."""

from __future__ import annotations

from typing import Final

from engine.villagers import scoring
from engine.villagers.catalogue import CARDS, KEYS
from engine.villagers.heuristics.features import NUMBERS, PLACES, describe
from engine.villagers.heuristics.value import estimate_outcome, kind_of_table
from engine.villagers.heuristics.weights import WEIGHTS
from engine.villagers.solo.court import COUNTESS_SEAT
from engine.villagers.state import State
from engine.villagers.table.village import role_of

UNNAMED: Final = ""
"""The topic of amounts that mean nothing to people."""

RIVALS: Final = "rivals"

_TOPICS: Final = {
    "gold": "gold",
    **dict.fromkeys(("visible_gold", "coins"), "markets"),
    **dict.fromkeys(("silver", "silver_cards"), "silver"),
    **dict.fromkeys(("drafts_3", "drafts_4", "drafts_5"), "food"),
    **dict.fromkeys(("builds_3", "builds_4", "builds_5"), "builders"),
    "bronze": "bronze",
    "keys": "keyrings",
    **dict.fromkeys(("hand", "overfull", "locked"), "hand"),
    **dict.fromkeys(("picks_left", "builds_left", "builds_coming"), "actions"),
    "open": "room",
    "tokens": "developments",
    "first": "first",
}
_OF_LINE: Final = {"supply": "gold", "gold": "markets", "coins": "markets", "silver": "silver", "nun": "silver"}

TOPICS: Final = {*_TOPICS.values(), "village", RIVALS}
"""All topics that have names. The name of a card may follow "hand", and always follows "village"."""

_OF_NUMBER: Final[list[str]] = [_TOPICS.get(name, UNNAMED) for name in NUMBERS]
# Both sides of a card have the card's key.
_KEY_OF: Final[list[str]] = [KEYS[role_of(card)] for card in range(len(CARDS))]
_HELD: Final[list[str]] = [f"hand {key}" for key in _KEY_OF]
_SHOWN: Final[list[str]] = [f"village {key}" for key in _KEY_OF]


def topics_of(state: State, seat: int) -> dict[str, float]:
    """See `Valuing.topics`."""
    found: dict[str, float] = {}
    totals, result = estimate_outcome(state).totals, scoring.final_result(state)
    rivals = [total for at, total in enumerate(totals) if at != seat]
    if result is not None:
        rivals += [rival["total"] for rival in result.get("rivals", ())]
    elif state.solo is not None:
        rivals = [WEIGHTS["countess"].worth(describe(state, COUNTESS_SEAT))]
    found[RIVALS] = -max(rivals)
    if result is not None:
        for line in result["scores"][seat]["lines"]:
            _add(found, _OF_LINE.get(line["item"], UNNAMED), line["points"])
        return found
    features = describe(state, seat)
    weights, market, rounds = WEIGHTS[kind_of_table(state)], features.market, features.rounds
    own = state.seats[seat]
    for at, number in enumerate(features.numbers):
        if number:
            weight = features.active * weights.numbers[market][at] + rounds * weights.numbers_rounds[market][at]
            _add(found, _OF_NUMBER[at], number * weight)
    _add(found, "gold", own.gold)
    silver = features.numbers[_SILVER]
    _add(found, "silver", silver)
    _add(found, "markets", features.sure - own.gold - silver)
    for held in features.held:
        _add(found, _HELD[held // PLACES], features.reach * weights.card(held, market, rounds))
    for card in features.shown:
        weight = features.active * weights.shown[market][card] + rounds * weights.shown_rounds[market][card]
        _add(found, _SHOWN[card], weight)
    return found


_SILVER: Final = NUMBERS.index("silver")


def _add(found: dict[str, float], topic: str, amount: float) -> None:
    found[topic] = found.get(topic, 0.0) + amount
