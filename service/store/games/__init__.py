"""Stored games: records, and the commits that change them."""
