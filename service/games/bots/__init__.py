"""External bots."""
