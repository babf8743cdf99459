"""Earlier versions, event streams, undo, replays and imports."""
