"""Villagers, the card game."""

from engine.villagers.rules import Villagers

VILLAGERS = Villagers()
