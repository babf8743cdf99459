"""The clock of turns."""
