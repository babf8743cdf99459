"""Settings, catalogues, logs, metrics and shutdown, which every process needs."""
