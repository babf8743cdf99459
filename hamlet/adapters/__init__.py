"""Hamlet's games for other libraries, one module each: `pip install hamlet-games[research]`."""
