"""Settings, catalogues, logs, metrics and shutdown: what every process needs before anything else."""
