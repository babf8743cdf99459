"""What every process needs first: settings, catalogues, logs, metrics and shutdown."""
