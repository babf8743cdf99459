"""Adapters of Hamlet's games for other libraries, one module per library: `pip install hamlet-games[research]`."""
