"""Levels of play against each other, over the engine alone: no server and no Redis."""
