"""What lies on the table: villages, piles, hidden cards, payments. It knows nothing of turns."""
