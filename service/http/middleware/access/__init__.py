"""API keys, client addresses, and counters that all processes share; independent of HTTP."""
