"""Loading, playing and showing a stored game."""
