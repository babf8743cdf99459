"""Shows positions, views and replays in a terminal."""
