"""The options of a new game, and their validation."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from engine import shapes
from engine.errors import Fault, InvalidOptions
from engine.my_village.documents.shapes.positions import MyVillageOptions
from engine.ruleset import Doc, Option


def options_of(catalogues: Iterable[str]) -> Sequence[Option]:
    """Return the options of a new game (MVSETUP-8, MVSETUP-14). `catalogues`: the catalogues to choose from."""
    names = list(catalogues)
    return (
        Option(
            "first_player",
            "Who begins; drawn at random unless you choose a seat.",
            "random",
            ["random", "0", "1", "2", "3"],
        ),
        Option(
            "catalogue",
            "The numbers on cards and boards; some of the standard ones are reconstructed.",
            names[0],
            names,
        ),
    )


def parse_options(doc: Mapping[str, Any], seats: int, options: Sequence[Option]) -> Doc:
    """Return the options with defaults filled in. Raises `InvalidOptions`."""
    faults = shapes.faults(doc, MyVillageOptions)
    InvalidOptions.raise_for(faults)
    values = {option.name: doc.get(option.name, option.default) for option in options}
    if values["first_player"] != "random" and int(values["first_player"]) >= seats:
        faults.append(Fault("first_player", f"there is no seat {values['first_player']} in a game of {seats}"))
    known = next(option.values for option in options if option.name == "catalogue")
    if values["catalogue"] not in known:
        faults.append(Fault("catalogue", f"must be one of: {', '.join(known)}"))
    InvalidOptions.raise_for(faults)
    return values
