"""Adapters of Hamlet's games for other programs. The service does not import this package."""
