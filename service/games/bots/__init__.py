"""External bots: their turns and their moves."""
