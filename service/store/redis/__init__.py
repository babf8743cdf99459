"""Redis itself: connections, cluster, keys, scripts, and what can go wrong."""
