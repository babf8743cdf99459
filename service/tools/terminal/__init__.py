"""Positions, views and replays, shown in a terminal."""
