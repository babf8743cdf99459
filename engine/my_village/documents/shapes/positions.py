"""Options, positions, and views (positions without hidden information)."""

from typing import Annotated, TypedDict

from engine.my_village.documents.shapes.names import CatalogueName, FirstPlayer
from engine.my_village.documents.table_fields import TABLE


class MyVillageOptions(TypedDict, total=False):
    """Options of a new game."""

    first_player: Annotated[FirstPlayer, "Who begins; `random` draws it from the game's seed."]
    catalogue: Annotated[CatalogueName, "The numbers on the components: one of the option's values."]


MyVillagePosition = TABLE.shape(
    "MyVillagePosition", "The whole truth about a game of My Village. Empty and default fields may be left out."
)
MyVillageView = TABLE.view_shape(
    "MyVillageView", "What a seat, or a spectator, may know of a game of My Village: the same for all."
)
