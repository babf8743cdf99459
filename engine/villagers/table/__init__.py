"""The table: villages, piles, hidden cards, payments; without turns."""
