"""What lies on the table: villages, piles, hidden cards, payments. Nothing of turns."""
