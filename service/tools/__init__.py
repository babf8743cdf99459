"""The command line and its tools: one-command stack, arena, conformance, reviews, positions and replays."""
