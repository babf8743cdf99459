"""The command line and what it runs: the one-command stack, the terminal, the arena, external bots."""
