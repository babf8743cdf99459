"""Villagers, the card game."""

from engine.villagers.rules import Villagers

VILLAGERS = Villagers()
"""The ruleset, as the registry lists it."""
