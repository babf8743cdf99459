"""The command line and its tools: one-command stack, arena, bot runner, reviews, positions and replays."""
