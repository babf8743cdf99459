"""My Village, the dice game."""

from engine.my_village.rules import MyVillage

MY_VILLAGE = MyVillage()
"""The ruleset, as the registry lists it."""
