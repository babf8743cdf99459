"""Tournaments between AI levels, played in process: no server, no Redis."""
