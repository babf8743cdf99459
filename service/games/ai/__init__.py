"""Decisions, reviews and positions: what an AI says of a game."""
