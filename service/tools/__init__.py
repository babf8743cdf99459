"""The command line and what it runs: the one-command stack, positions and replays in a terminal, the arena, external bots."""
