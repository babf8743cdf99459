"""Events in documents."""

from typing import Annotated, TypedDict

from engine.event_types import EventType, EventTypes
from engine.shapes import Between, OneOf
from engine.villagers import effects
from engine.villagers.catalogue.shapes import (
    BasicVillager,
    Count,
    Development,
    Gold,
    LookedPile,
    Pile,
    Seat,
    SeenCard,
    Slot,
    Stack,
    Unlock,
    Villager,
    VillagersCard,
)
from engine.villagers.documents.shapes.scores import ScoreRow
from engine.villagers.documents.shapes.solo_events import SOLO_EVENTS
from engine.villagers.moves import about
from engine.villagers.moves.fields import RETURN_PILE
from engine.villagers.solo.events import EARNING

DraftSource = Annotated[str, OneOf("DraftSource", ("road", "stack", "reserve"))]
FillSource = Annotated[str, OneOf("FillSource", ("stack", "reserve"))]
GoldReason = Annotated[str, OneOf("GoldReason", ("bronze", *effects.EARNING, *EARNING))]


PlacedVillager = TypedDict(
    "PlacedVillager", {"id": Villager, "card": VillagersCard, "on": Villager | None, "as": VillagersCard | None}
)
PlacedVillager.__doc__ = "A villager that joined a village."


class DevelopmentLine(TypedDict):
    """How a development was decided."""

    development: Development
    winner: Annotated[Seat | None, "Null if there was none."]
    counts: Annotated[list[Count], "For each seat (in solo play the Countess second)."]
    gold: Annotated[Gold, "What the winner's supply got."]


EVENTS = EventTypes(
    EventType(
        "drafted",
        "A villager was drafted; it lies open on the seat's square. `gold`: what lay on it, now in the supply.",
        about.drafted,
        seat=Seat,
        source=DraftSource,
        index=Annotated[int, Between(0, 5), "The slot or the stack."],
        card=VillagersCard,
        gold=Gold,
    ),
    EventType(
        "road_filled",
        "A gap of the road was filled.",
        lambda fields, view: f"/road/{{slot}} {about.pile(fields)}",
        slot=Slot,
        card=VillagersCard,
        source=FillSource,
        index=Annotated[int, Between(0, 5), "The stack, 0 for the reserve."],
    ),
    EventType(
        "picked_up",
        "A seat finished drafting and took its square into its hand.",
        "/seats/{seat}/hand /seats/{seat}/square",
        seat=Seat,
        cards=list[VillagersCard],
    ),
    EventType(
        "coin_placed", "Two players: a gold was put on the road.", "/road/{slot} /seats/{seat}", seat=Seat, slot=Slot
    ),
    EventType("coin_passed", "Two players: a seat put no gold on the road.", "/seats/{seat}", seat=Seat),
    EventType(
        "road_discarded",
        "Villagers left the road for the discard pile, slot by slot.",
        "/road/{slots} /discard",
        slots=list[Slot],
        cards=list[VillagersCard],
    ),
    EventType(
        "road_paid",
        "Three and more players: each villager of these slots got 1 gold.",
        "/road/{slots}",
        slots=list[Slot],
    ),
    EventType(
        "build_turn", "A seat's build turn began.", "/seats/{seat}", seat=Seat, limit=Annotated[int, Between(1, 5)]
    ),
    EventType(
        "placed",
        "Villagers joined a village: monks first, the card itself last. `unlock` says who was paid.",
        about.placed,
        seat=Seat,
        villagers=list[PlacedVillager],
        unlock=Unlock,
    ),
    EventType(
        "traded",
        "A hand card was given up for a basic villager.",
        "/seats/{seat}/village/id={villager} /basics/{basic} /seats/{seat}/hand",
        seat=Seat,
        basic=BasicVillager,
        villager=Villager,
        card=SeenCard,
    ),
    EventType(
        "returned",
        "The traded card was put on a pile.",
        lambda fields, view: f"{about.pile(fields)} /seats/{{seat}}",
        seat=Seat,
        pile=RETURN_PILE,
        stack=Stack | None,
        card=SeenCard,
    ),
    EventType(
        "played",
        "A special villager was played and discarded.",
        about.played,
        seat=Seat,
        card=VillagersCard,
        unlock=Unlock,
        villager=Villager | None,
    ),
    EventType("gold_gained", "A seat's supply grew.", about.gold("{seat}"), seat=Seat, gold=Gold, reason=GoldReason),
    EventType(
        "hired",
        "A seat put a gold on a freelancer and has one more build action.",
        f"{about.FROM} /seats/{{seat}}/gold",
        seat=Seat,
        from_seat=Seat,
        villager=Villager,
    ),
    EventType(
        "taken",
        "An apprentice took a covered villager's place; that villager goes to the apprentice's owner.",
        f"{about.FROM} /seats/{{seat}}/village",
        seat=Seat,
        from_seat=Seat,
        villager=Villager,
        card=VillagersCard,
    ),
    EventType("build_ended", "A seat ended its build turn.", "/seats/{seat}", seat=Seat),
    EventType(
        "founders_flipped",
        "A village without food turned its Founders to the food side.",
        "/seats/{seat}/village/card=founders",
        seat=Seat,
    ),
    EventType(
        "market",
        "A market was held.",
        f"{about.gold('{rows.seat}')} /markets_held",
        market=Annotated[int, Between(1, 2)],
        rows=list[ScoreRow],
    ),
    EventType(
        "round_started",
        "A new round began.",
        "/round /seats/{first_player}",
        round=Annotated[int, Between(1, 400)],
        first_player=Seat,
    ),
    EventType(
        "game_ended",
        "The game is over.",
        lambda fields, view: "/seats/{winners}" if fields["winners"] else "/countess",
        winners=list[Seat],
    ),
    EventType(
        "square_taken",
        "A Flaker took a villager from a square into the hand.",
        "/seats/{seat}/hand /seats/{from_seat}/square",
        seat=Seat,
        from_seat=Seat,
        card=VillagersCard,
    ),
    EventType(
        "couriered",
        "In another seat's turn, a Courier took a villager and the gold on it from the road.",
        "/seats/{seat}/hand /road/{slot} /seats/{seat}/gold",
        seat=Seat,
        slot=Slot,
        card=VillagersCard,
        gold=Gold,
    ),
    EventType(
        "recruited",
        "A seat paid its Recruiter a gold: its turn has two picks.",
        "/seats/{seat}/village/card=recruiter /seats/{seat}/gold",
        seat=Seat,
    ),
    EventType(
        "looked",
        "A seat looked through a pile or a hand; viewers who may not know the cards see none.",
        lambda fields, view: f"{about.pile(fields)} /seats/{{seat}}",
        seat=Seat,
        pile=LookedPile,
        stack=Stack | None,
        from_seat=Annotated[Seat | None, "Whose hand it was, else null."],
        count=Annotated[Count, "Cards looked at."],
        cards=Annotated[list[VillagersCard], "From the top, or as they are in the hand."],
    ),
    EventType(
        "card_taken",
        "A seat took a card of a pile into its hand.",
        lambda fields, view: f"/seats/{{seat}}/hand {about.pile(fields)}",
        seat=Seat,
        pile=Pile,
        stack=Stack | None,
        card=SeenCard,
    ),
    EventType(
        "arranged",
        "A seat put back one of the cards it looked at; only that seat sees which.",
        lambda fields, view: f"{about.pile(fields)} /seats/{{seat}}",
        seat=Seat,
        pile=Pile,
        stack=Stack | None,
        place=Annotated[Count, "How many lie above it."],
        card=VillagersCard | None,
    ),
    EventType(
        "stolen",
        "A Noble stole a card from a hand.",
        "/seats/{seat}/hand /seats/{from_seat}/hand",
        seat=Seat,
        from_seat=Seat,
        card=SeenCard,
    ),
    EventType(
        "lured",
        "A Schemer took a villager from a village into the hand; the gold on it went to the supply of `from_seat`.",
        f"/seats/{{seat}}/hand {about.FROM} {about.gold('{from_seat}')}",
        seat=Seat,
        from_seat=Seat,
        villager=Villager,
        card=VillagersCard,
        gold=Gold,
    ),
    EventType(
        "went_home",
        "A monk or apprentice with nothing left on him went home to the hand of the village's owner.",
        "/seats/{seat}/hand /seats/{seat}/village",
        seat=Seat,
        card=VillagersCard,
    ),
    EventType(
        "robbed",
        "A Thief took gold from another seat's supply and keeps it.",
        f"{about.THEIRS} {about.gold('{from_seat}')}",
        seat=Seat,
        from_seat=Seat,
        villager=Villager,
        gold=Gold,
    ),
    EventType(
        "caught",
        "A Sheriff discarded a Thief; the Thief's gold went to the supply of `seat`.",
        f"/discard {about.FROM} {about.gold('{seat}')}",
        seat=Seat,
        from_seat=Seat,
        villager=Villager,
        gold=Gold,
    ),
    EventType(
        "developments",
        "The developments were decided, and their tokens and gold given out.",
        f"/developments/development={{developments.development}} {about.gold('{developments.winner}')}",
        developments=list[DevelopmentLine],
    ),
    EventType(
        "basic_taken",
        "A seat took a basic villager into its village as a reward.",
        "/seats/{seat}/village/id={villager} /basics/{basic}",
        seat=Seat,
        basic=BasicVillager,
        villager=Villager,
    ),
    *SOLO_EVENTS,
)
