"""Loading, playing and showing stored games."""
