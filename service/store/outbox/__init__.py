"""The outbox: AI turns, decisions, reviews and notices that workers handle."""
