"""People at a terminal: a game against the levels, here or over a server's HTTP API."""
