"""Catalogue files: exact numbers given by people who own the game."""

from typing import Annotated, Literal, Required, TypedDict

from engine.shapes import Between, Size

Amount = Annotated[int, Between(1, 9)]


class MyVillageCost(TypedDict, total=False):
    """A cost, paid in full. Missing kinds cost nothing."""

    coin: Amount
    horse: Amount
    beer: Amount
    plow: Amount
    scroll: Amount
    wagon: Amount
    any: Annotated[int, Between(1, 9), "Goods of any type."]
    time: Annotated[int, Between(1, 9), "Only in gray banners."]


BannerValues = Annotated[list[Annotated[int, Between(2, 12)]], Size(0, 11)]


class MyVillageOwnedCard(TypedDict, total=False):
    """Facts of a card. Missing facts come from the ruleset's own catalogue."""

    key: Required[str]
    banner: Annotated[BannerValues, "The values that match; none where any value does."]
    any_value: bool
    time: Annotated[int, Between(0, 9)]
    white_time: Annotated[int | None, Between(0, 1)]
    costs: Annotated[list[MyVillageCost], Size(0, 4)]
    prestige: Annotated[int, Between(0, 30)]
    spaces: Annotated[int, Between(0, 9)]
    effect: str
    count: Annotated[int, Between(0, 9)]
    gray: MyVillageCost
    ends: bool


class MyVillageNumbers(TypedDict):
    """Numbers of a component, by name."""

    name: str
    values: Annotated[list[Annotated[int, Between(0, 99)]], Size(1, 11)]


class MyVillageOwnedComponent(TypedDict):
    """Numbers of a board or another component."""

    key: str
    numbers: Annotated[list[MyVillageNumbers], Size(0, 9)]


class MyVillageCatalogueFile(TypedDict):
    """The exact numbers of a copy of the game, where they differ from the ruleset's own."""

    ruleset: Literal["my_village"]
    cards: Annotated[list[MyVillageOwnedCard], Size(0, 200)]
    components: Annotated[list[MyVillageOwnedComponent], Size(0, 60)]
