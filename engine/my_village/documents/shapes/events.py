"""Events: what happened, as it is told. Nothing of it is secret."""

from collections.abc import Mapping
from typing import Annotated

from engine.my_village.catalogue.cards import GOODS
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
from engine.shapes import Between, Doc, OneOf, by_type, event

Amount = Annotated[int, Between(0, 99)]
"""What a component of a catalogue file can ask for."""
Time = Annotated[Amount, Doc("Time paid.")]
Gain = Annotated[str, OneOf("MyVillageGain", ("coins", "story", *GOODS, "wild", "token", "mark"))]
DeathPlace = Annotated[str, OneOf("MyVillageDeathPlace", ("chronicle", "graves"))]


EVENTS: Mapping[str, type] = by_type(
    event(
        "dice_rolled",
        "A round began: a story point was put on the starting hand, and all dice were rolled.",
        round=Annotated[int, Between(1, 4000)],
        first_player=Seat,
        story=Annotated[Points, Doc("Story points on the hand.")],
        white=Faces,
        black=Faces,
    ),
    event(
        "dice_chosen",
        "A seat took two dice of the pool.",
        seat=Seat,
        dice=list[MyVillageDie],
        time=Annotated[int, Between(0, 198), Doc("Time paid for black dice.")],
    ),
    event("value_set", "The banner value was fixed.", seat=Seat, value=Value, coins=Few, tokens=Few),
    event(
        "card_bought",
        "A card of the display was taken and paid for. A travel card shows its light side now.",
        seat=Seat,
        card=MyVillageCard,
        time=Time,
        payment=MyVillagePayment,
    ),
    event("card_added", "A monk or a travel card joined the village after its action.", seat=Seat, card=MyVillageCard),
    event(
        "travel_exchanged",
        "Travel church: the card seen went back, another one came, the stack was shuffled.",
        seat=Seat,
        returned=Travel,
        card=Travel,
    ),
    event("hand_taken", "The starting hand was taken, with its story points.", seat=Seat, story=Points),
    event(
        "steward_called",
        "The steward's office opened; with the trading church a customer was revealed, if the stack had one.",
        seat=Seat,
        benefit=bool,
        revealed=Customer | None,
    ),
    event(
        "customers_invited",
        "Customers came to the village.",
        seat=Seat,
        customers=list[Customer],
        time=Time,
        coins=Annotated[Amount, Doc("Coins paid.")],
    ),
    event("display_filled", "New customers were laid out.", customers=list[Customer]),
    event(
        "headman_moved",
        "The headman took a step, or stayed; on the main house all story points of the tree were saved.",
        seat=Seat,
        to=HeadmanPlace,
        time=Time,
        saved=Points,
    ),
    event("banner_activated", "A white banner was activated.", seat=Seat, banner=MyVillageBanner, time=Time),
    event("taught", "A step of the school.", seat=Seat, step=SchoolStep, villager=Villager | None, time=Time),
    event(
        "customer_served", "A customer was served.", seat=Seat, customer=Customer, time=Time, payment=MyVillagePayment
    ),
    event("plow_moved", "A plow came to a field.", seat=Seat, source=PlowSource, field=Annotated[int, Between(0, 7)]),
    event("tile_placed", "The 2/12 tile was put beside a banner.", seat=Seat, banner=MyVillageBanner),
    event(
        "gained",
        "Coins, story points, goods or markers came in.",
        seat=Seat,
        what=Gain,
        amount=Points,
        space=Annotated[MarkerSpace | None, Doc("The space of a council that was covered.")],
    ),
    event("forfeited", "A seat declined what it could have chosen.", seat=Seat),
    event("villager_died", "A villager passed away.", seat=Seat, villager=Villager, place=DeathPlace),
    event("laborer_hired", "A seat without villagers hired a day laborer.", seat=Seat, villager=Villager),
    event(
        "rat_moved",
        "The rat die was rolled and the rat moved.",
        roll=Annotated[int, Between(1, 6)],
        space=Annotated[int, Between(0, 99)],
    ),
    event("story_lost", "The rats took story points of a tree.", seat=Seat, amount=Points),
    event("rats_warded_off", "The sanatory church kept the rats away.", seat=Seat),
    event("turn_ended", "A turn was over.", seat=Seat),
    event("village_scored", "The game is over.", winners=list[Seat]),
)
