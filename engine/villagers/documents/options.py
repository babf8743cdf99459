"""The options of a new game and their faults."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from engine.errors import Fault, InvalidOptions
from engine.ruleset import Doc, Option
from engine.shapes import UNFIT, faults, prune
from engine.villagers.catalogue import CARDS, DEFAULT_ROAD, DRAFTABLE, EXPANSIONS, SPECIAL
from engine.villagers.documents.shapes.parts import VillagersOptions
from engine.villagers.setup import LEVELS

ROAD_CARDS: Final = tuple(
    card.key
    for card, draftable in zip(CARDS, DRAFTABLE, strict=True)
    if draftable and card.box == "base" and card.suit != SPECIAL
)
"""The cards that may lie on the road at the start: cards in every game that are not special villagers (A-01, A-102)."""

OPTIONS: Final = (
    Option("expansions", "Play with any of them, in any combination.", [], list(EXPANSIONS)),
    Option(
        "solo",
        "How hard the Countess is to beat; for the solo game only.",
        None,
        list(LEVELS),
    ),
    Option(
        "first_player",
        "Who begins; drawn at random unless you choose a seat.",
        "random",
        ["random", "0", "1", "2", "3", "4"],
    ),
    Option(
        "starting_road",
        "The six villagers face up at the start; the default is reconstructed, name the real ones if you own the game.",
        list(DEFAULT_ROAD),
        ROAD_CARDS,
    ),
)


def parse_options(doc: Mapping[str, Any], seats: int) -> Doc:
    """Return the options with defaults filled in. Raises `InvalidOptions` listing every fault."""
    found = faults(doc, VillagersOptions)
    fit = prune(doc, VillagersOptions)
    given = {} if fit is UNFIT else fit
    options = {option.name: given.get(option.name, option.default) for option in OPTIONS}
    told = {fault.path for fault in found}
    found += [fault for fault in _option_faults(options, seats) if fault.path not in told]
    InvalidOptions.raise_for(found)
    if seats == 1 and options["solo"] is None:
        options["solo"] = "normal"
    options["expansions"] = [name for name in EXPANSIONS if name in options["expansions"]]
    return options


def _option_faults(options: Mapping[str, Any], seats: int) -> Iterator[Fault]:
    """Yield a fault for each contradiction between options. In lists, None stands for an entry with a fault of form."""
    if options["first_player"] != "random" and int(options["first_player"]) >= seats:
        yield Fault("first_player", f"there is no seat {options['first_player']} in a game of {seats}")
    if options["solo"] is not None and seats > 1:
        yield Fault("solo", "the Countess is played against with one seat only (SOLO-1)")
    for name, rule in (("expansions", "each expansion once"), ("starting_road", "six different villagers")):
        entries = [entry for entry in options[name] if entry is not None]
        if len(set(entries)) != len(entries):
            yield Fault(name, f"must name {rule}")
    for index, key in enumerate(options["starting_road"]):
        if key is not None and key not in ROAD_CARDS:
            yield Fault(f"starting_road.{index}", f"{key} cannot lie on the road at the start")
