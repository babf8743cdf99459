"""The command line and what it runs: the one-command stack, the arena, external bots, positions and replays."""
