"""The documents of Villagers as types: options, position, view, score, cards, events.

These types are the notation: the codecs check against them, and the HTTP contract is made from them.
"""

from engine.villagers.documents.shapes.events import EVENTS
from engine.villagers.documents.shapes.positions import VillagersOptions, VillagersPosition
from engine.villagers.documents.shapes.scores import VillagersCardFacts, VillagersScore
from engine.villagers.documents.shapes.views import VillagersView

__all__ = [
    "EVENTS",
    "VillagersCardFacts",
    "VillagersOptions",
    "VillagersPosition",
    "VillagersScore",
    "VillagersView",
]
