"""The documents of My Village as types: options, position, view, score, cards, events, catalogue files.

These types are the notation: the codecs check against them, and the HTTP contract is made from them.
"""

from engine.my_village.shapes.events import EVENTS
from engine.my_village.shapes.positions import MyVillageOptions, MyVillagePosition
from engine.my_village.shapes.scores import MyVillageCardFacts, MyVillageScore
from engine.my_village.shapes.views import MyVillageView

__all__ = [
    "EVENTS",
    "MyVillageCardFacts",
    "MyVillageOptions",
    "MyVillagePosition",
    "MyVillageScore",
    "MyVillageView",
]
