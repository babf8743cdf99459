"""Events: what happened, as it is told."""

from collections.abc import Mapping
from typing import Annotated, TypedDict

from engine.shapes import Between, Doc, OneOf, by_type, event
from engine.villagers.documents.shapes.names import (
    BasicVillager,
    Count,
    Development,
    Gold,
    LookedPile,
    Pile,
    ReturnPile,
    Seat,
    Slot,
    Stack,
    Unlock,
    Villager,
    VillagersCard,
)
from engine.villagers.documents.shapes.parts import SeenCard
from engine.villagers.documents.shapes.scores import ScoreRow
from engine.villagers.documents.shapes.solo_events import SOLO_EVENTS

DraftSource = Annotated[str, OneOf("DraftSource", ("road", "stack", "reserve"))]
FillSource = Annotated[str, OneOf("FillSource", ("stack", "reserve"))]
GoldReason = Annotated[
    str,
    OneOf(
        "GoldReason",
        (
            *("smuggler", "bronze", "barbarian", "black_market", "sinister_banquet", "temporary_employment"),
            *("blackmail", "spy_network", "trade_network", "betrayer", "arrest"),
        ),
    ),
]


PlacedVillager = TypedDict(
    "PlacedVillager",
    {"id": Villager, "card": VillagersCard, "on": Villager | None, "as": VillagersCard | None},
)
PlacedVillager.__doc__ = "A villager that joined a village."


class DevelopmentLine(TypedDict):
    """How a development was decided."""

    development: Development
    winner: Annotated[Seat | None, Doc("Null: nobody had most of it.")]
    counts: Annotated[list[Count], Doc("For each seat (in solo play the Countess second).")]
    gold: Annotated[Gold, Doc("What the winner's supply got.")]


EVENTS: Mapping[str, type] = {
    **by_type(
        event(
            "drafted",
            "A villager was drafted; it lies open on the seat's square. `gold`: what lay on it, now in the supply.",
            seat=Seat,
            source=DraftSource,
            index=Annotated[int, Between(0, 5), Doc("The slot or the stack.")],
            card=VillagersCard,
            gold=Gold,
        ),
        event(
            "road_filled",
            "A gap of the road was filled.",
            slot=Slot,
            card=VillagersCard,
            source=FillSource,
            index=Annotated[int, Between(0, 5), Doc("The stack, 0 for the reserve.")],
        ),
        event(
            "picked_up",
            "A seat finished drafting and took its square into its hand.",
            seat=Seat,
            cards=list[VillagersCard],
        ),
        event("coin_placed", "Two players: a gold was put on the road.", seat=Seat, slot=Slot),
        event("coin_passed", "Two players: a seat put no gold on the road.", seat=Seat),
        event(
            "road_discarded",
            "Villagers left the road for the discard pile, slot by slot.",
            slots=list[Slot],
            cards=list[VillagersCard],
        ),
        event(
            "road_paid", "Three and more players: a gold now lies on each villager of these slots.", slots=list[Slot]
        ),
        event("build_turn", "A seat's build turn began.", seat=Seat, limit=Annotated[int, Between(1, 5)]),
        event(
            "placed",
            "Villagers joined a village: monks first, the card itself last. `unlock` tells who was paid.",
            seat=Seat,
            villagers=list[PlacedVillager],
            unlock=Unlock,
        ),
        event(
            "traded",
            "A hand card was given up for a basic villager.",
            seat=Seat,
            basic=BasicVillager,
            villager=Villager,
            card=SeenCard,
        ),
        event(
            "returned",
            "The traded card was put on a pile.",
            seat=Seat,
            pile=ReturnPile,
            stack=Stack | None,
            card=SeenCard,
        ),
        event(
            "played",
            "A special villager was played and discarded.",
            seat=Seat,
            card=VillagersCard,
            unlock=Unlock,
            villager=Villager | None,
        ),
        event("gold_gained", "A seat's supply grew.", seat=Seat, gold=Gold, reason=GoldReason),
        event(
            "hired",
            "A seat put a gold on a freelancer and has one more build action.",
            seat=Seat,
            from_seat=Seat,
            villager=Villager,
        ),
        event(
            "taken",
            "An apprentice took a covered villager's place; that villager goes to the apprentice's owner.",
            seat=Seat,
            from_seat=Seat,
            villager=Villager,
            card=VillagersCard,
        ),
        event("build_ended", "A seat ended its build turn.", seat=Seat),
        event("founders_flipped", "A village without food turned its Founders to the food side.", seat=Seat),
        event("market", "A market was held.", market=Annotated[int, Between(1, 2)], rows=list[ScoreRow]),
        event("round_started", "A new round began.", round=Annotated[int, Between(1, 400)], first_player=Seat),
        event("game_ended", "The game is over.", winners=list[Seat]),
        event(
            "square_taken",
            "A Flaker took a villager from a square into the hand.",
            seat=Seat,
            from_seat=Seat,
            card=VillagersCard,
        ),
        event(
            "couriered",
            "A Courier took a villager from the road, in another seat's turn, and the gold on it.",
            seat=Seat,
            slot=Slot,
            card=VillagersCard,
            gold=Gold,
        ),
        event("recruited", "A seat paid its Recruiter a gold: its turn has two picks.", seat=Seat),
        event(
            "looked",
            "A seat looked through a pile or a hand; who may not know the cards is told none.",
            seat=Seat,
            pile=LookedPile,
            stack=Stack | None,
            from_seat=Annotated[Seat | None, Doc("Whose hand it was, else null.")],
            count=Annotated[Count, Doc("Cards looked at.")],
            cards=Annotated[list[VillagersCard], Doc("From the top, or as they are in the hand.")],
        ),
        event(
            "card_taken",
            "A seat took a card of a pile into its hand.",
            seat=Seat,
            pile=Pile,
            stack=Stack | None,
            card=SeenCard,
        ),
        event(
            "arranged",
            "A seat put back one of the cards it looked at; only that seat is told which.",
            seat=Seat,
            pile=Pile,
            stack=Stack | None,
            place=Annotated[Count, Doc("How many lie above it.")],
            card=VillagersCard | None,
        ),
        event("stolen", "A Noble stole a card from a hand.", seat=Seat, from_seat=Seat, card=SeenCard),
        event(
            "lured",
            "A Schemer took a villager from a village into the hand; the gold on it went to its owner's supply.",
            seat=Seat,
            from_seat=Seat,
            villager=Villager,
            card=VillagersCard,
            gold=Gold,
        ),
        event(
            "went_home",
            "A monk or apprentice with nothing left on him went home to the hand of the village's owner.",
            seat=Seat,
            card=VillagersCard,
        ),
        event(
            "robbed",
            "A Thief took gold from another seat's supply; it lies on him.",
            seat=Seat,
            from_seat=Seat,
            villager=Villager,
            gold=Gold,
        ),
        event(
            "caught",
            "A Sheriff discarded a Thief; the gold on him went to the seat's supply.",
            seat=Seat,
            from_seat=Seat,
            villager=Villager,
            gold=Gold,
        ),
        event(
            "developments",
            "The developments were decided, and their tokens and gold given out.",
            developments=list[DevelopmentLine],
        ),
        event(
            "basic_taken",
            "A seat took a basic villager into its village as a reward.",
            seat=Seat,
            basic=BasicVillager,
            villager=Villager,
        ),
    ),
    **SOLO_EVENTS,
}
