"""Lists of games, and the registry of external bots."""
