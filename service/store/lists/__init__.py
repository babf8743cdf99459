"""Lists: of games, and of external bots."""
