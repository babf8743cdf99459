"""What every process reads first: settings, catalogues, logs, metrics, and how to stop in time."""
