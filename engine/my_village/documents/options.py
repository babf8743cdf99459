"""The options of a new game, with all that is wrong with given ones."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from engine.errors import Fault, InvalidOptions
from engine.my_village.documents.shapes.positions import MyVillageOptions
from engine.ruleset import Doc, Option
from engine.shapes import faults


def options_of(catalogues: Iterable[str]) -> Sequence[Option]:
    """The options of a new game, with these catalogues to choose from (MVSETUP-8, MVSETUP-14)."""
    names = list(catalogues)
    return (
        Option(
            "first_player", "Who begins; `random` draws it from the seed.", "random", ["random", "0", "1", "2", "3"]
        ),
        Option(
            "catalogue",
            "The numbers on the components; those of `standard` are partly reconstructed.",
            names[0],
            names,
        ),
    )


def read_options(doc: Mapping[str, Any], seats: int, options: Sequence[Option]) -> Doc:
    """The options with defaults filled in. Raises `InvalidOptions`."""
    found = faults(doc, MyVillageOptions)
    if found:
        raise InvalidOptions(found)
    whole = {option.name: doc.get(option.name, option.default) for option in options}
    if whole["first_player"] != "random" and int(whole["first_player"]) >= seats:
        found.append(Fault("first_player", f"there is no seat {whole['first_player']} in a game of {seats}"))
    known = next(option.values for option in options if option.name == "catalogue")
    if whole["catalogue"] not in known:
        found.append(Fault("catalogue", f"must be one of: {', '.join(known)}"))
    if found:
        raise InvalidOptions(found)
    return whole
