"""Stored games: their records and commits."""
