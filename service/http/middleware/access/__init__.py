"""Who may call, and how often: API keys, and counters that all processes share. Nothing here knows of HTTP."""
