"""Events in documents. They hold no secrets."""

from typing import Annotated

from engine.event_types import EventType, EventTypes
from engine.my_village.catalogue.cards import GOODS
from engine.my_village.documents import about
from engine.my_village.documents.shapes.names import (
    Customer,
    Faces,
    Few,
    HeadmanPlace,
    MarkerSpace,
    MyVillageBanner,
    MyVillageCard,
    MyVillageDie,
    MyVillagePayment,
    PlowSource,
    Points,
    SchoolStep,
    Seat,
    Travel,
    Value,
    Villager,
)
from engine.shapes import Between, OneOf

Amount = Annotated[int, Between(0, 99)]
"""An amount in an event. The bounds cover every amount that a catalogue file can require."""
Time = Annotated[Amount, "Time paid."]
Gain = Annotated[str, OneOf("MyVillageGain", ("coins", "story", *GOODS, "wild", "token", "mark"))]
DeathPlace = Annotated[str, OneOf("MyVillageDeathPlace", ("chronicle", "graves"))]


EVENTS = EventTypes(
    EventType(
        "dice_rolled",
        "A round began: a story point was put on the starting hand, and all dice were rolled.",
        "/pool /starting_hand /seats/{first_player}",
        round=Annotated[int, Between(1, 4000)],
        first_player=Seat,
        story=Annotated[Points, "Story points on the hand."],
        white=Faces,
        black=Faces,
    ),
    EventType(
        "dice_chosen",
        "A seat took two dice of the pool.",
        "/turn/dice/0 /turn/dice/1 /pool /seats/{seat}/time",
        seat=Seat,
        dice=list[MyVillageDie],
        time=Annotated[int, Between(0, 198), "Time paid for black dice."],
    ),
    EventType(
        "value_set",
        "The banner value was fixed.",
        lambda fields, view: f"/turn/value {about.value_paid(fields)}",
        seat=Seat,
        value=Value,
        coins=Few,
        tokens=Few,
    ),
    EventType(
        "card_bought",
        "A card of the display was taken and paid for. A travel card shows its light side now.",
        about.bought,
        seat=Seat,
        card=MyVillageCard,
        time=Time,
        payment=MyVillagePayment,
    ),
    EventType(
        "card_added",
        "A monk or a travel card joined the village after its action.",
        about.home,
        seat=Seat,
        card=MyVillageCard,
    ),
    EventType(
        "travel_exchanged",
        "Travel church: the card seen went back, another one came, the stack was shuffled.",
        "/pending/card|/seats/{seat}/travels/card={card} /travels",
        seat=Seat,
        returned=Travel,
        card=Travel,
    ),
    EventType(
        "hand_taken",
        "The starting hand was taken, with its story points.",
        "/starting_hand /seats/{seat}/story",
        seat=Seat,
        story=Points,
    ),
    EventType(
        "steward_called",
        "The steward's office opened; with the trading church a customer was revealed, if the stack had one.",
        "/display /seats/{seat}",
        seat=Seat,
        benefit=bool,
        revealed=Customer | None,
    ),
    EventType(
        "customers_invited",
        "Customers came to the village.",
        "/seats/{seat}/customers/card={customers} /display /seats/{seat}/coins",
        seat=Seat,
        customers=list[Customer],
        time=Time,
        coins=Annotated[Amount, "Coins paid."],
    ),
    EventType(
        "display_filled",
        "New customers were laid out.",
        "/display/card={customers} /customers",
        customers=list[Customer],
    ),
    EventType(
        "headman_moved",
        "The headman took a step, or stayed; on the main house all story points of the tree were saved.",
        lambda fields, view: "/seats/{seat}/headman" + (" /seats/{seat}/saved" if fields["saved"] else ""),
        seat=Seat,
        to=HeadmanPlace,
        time=Time,
        saved=Points,
    ),
    EventType(
        "banner_activated",
        "A white banner was activated.",
        lambda fields, view: f"{about.banner(fields, view)} /seats/{{seat}}/time",
        seat=Seat,
        banner=MyVillageBanner,
        time=Time,
    ),
    EventType(
        "taught",
        "A step of the school.",
        lambda fields, view: f"{about.school(fields, view)} /seats/{{seat}}/villagers/card={{villager}}",
        seat=Seat,
        step=SchoolStep,
        villager=Villager | None,
        time=Time,
    ),
    EventType(
        "customer_served",
        "A customer was served.",
        lambda fields, view: f"/seats/{{seat}}/served/card={{customer}} {about.payment(fields, view)}",
        seat=Seat,
        customer=Customer,
        time=Time,
        payment=MyVillagePayment,
    ),
    EventType(
        "plow_moved",
        "A plow came to a field.",
        lambda fields, view: f"/seats/{{seat}}/fields/{{field}} {about.source(fields, view)}",
        seat=Seat,
        source=PlowSource,
        field=Annotated[int, Between(0, 7)],
    ),
    EventType(
        "tile_placed",
        "The 2/12 tile was put beside a banner.",
        lambda fields, view: f"{about.banner(fields, view)} /seats/{{seat}}/tile",
        seat=Seat,
        banner=MyVillageBanner,
    ),
    EventType(
        "gained",
        "Coins, story points, goods or markers came in.",
        about.gained,
        seat=Seat,
        what=Gain,
        amount=Points,
        space=Annotated[MarkerSpace | None, "The space of a council that was covered."],
    ),
    EventType("forfeited", "A seat declined a choice.", "/seats/{seat}", seat=Seat),
    EventType(
        "villager_died",
        "A villager passed away.",
        lambda fields, view: (
            ("/graves" if fields["place"] == "graves" else "/chronicle/{villager}") + " /seats/{seat}/villagers"
        ),
        seat=Seat,
        villager=Villager,
        place=DeathPlace,
    ),
    EventType(
        "laborer_hired",
        "A seat without villagers hired a day laborer.",
        "/seats/{seat}/laborers",
        seat=Seat,
        villager=Villager,
    ),
    EventType(
        "rat_moved",
        "The rat die was rolled and the rat moved.",
        "/rat",
        roll=Annotated[int, Between(1, 6)],
        space=Annotated[int, Between(0, 99)],
    ),
    EventType("story_lost", "The rats took story points of a tree.", "/seats/{seat}/story", seat=Seat, amount=Points),
    EventType("rats_warded_off", "The sanatory church kept the rats away.", "/seats/{seat}/church /rat", seat=Seat),
    EventType("turn_ended", "A turn was over.", "/seats/{seat}", seat=Seat),
    EventType("village_scored", "The game is over.", "/seats/{winners}", winners=list[Seat]),
)
