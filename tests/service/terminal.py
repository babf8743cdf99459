"""A person at a terminal, for tests: what is typed, and what is then seen."""

from __future__ import annotations

import io

import pytest
from click.testing import CliRunner, Result
from rich.console import Console

from service.tools.cli import main
from service.tools.terminal.play import Left, Play
from service.tools.terminal.venue import Venue


def play(*arguments: str, typed: str, **environ: str) -> Result:
    wide = {"COLUMNS": "200", **environ}
    return CliRunner().invoke(main, ["play", *arguments], input=typed, env=wide)


def at_terminal(venue: Venue, monkeypatch: pytest.MonkeyPatch, *typed: str) -> str:
    """What the player sees who types these lines and leaves, if the game is not over by then."""
    seen = io.StringIO()
    monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{line}\n" for line in typed)))
    monkeypatch.setattr("sys.stdout", seen)
    try:
        Play(Console(file=seen, width=200), venue).run()
    except Left:
        seen.write("left")
    return seen.getvalue()
