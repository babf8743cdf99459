"""The program that runs somebody's bot on his own machine: `hamlet bot`. It knows Hamlet only by its HTTP API."""
