"""The outbox: AI turns, decisions, reviews and notices for the workers."""
