"""Earlier versions of a game, its events, undo, and games that are imported."""
