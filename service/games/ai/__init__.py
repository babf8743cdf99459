"""AI decisions, reviews of finished games, and queries about a position."""
