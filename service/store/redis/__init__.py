"""Access to Redis: connections, cluster, keys, scripts, errors."""
