"""A third ruleset, small and whole, and a package of its own: `docs/adding-a-ruleset.md` walks through it."""
