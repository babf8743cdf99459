"""Verifies a replay file and shows the game move by move."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from pathlib import Path
from typing import Any

import orjson
from rich.console import Console
from rich.text import Text

from engine.ruleset import Ruleset
from service.games.core import projection
from service.games.core.game_errors import NotTrue
from service.games.history.replay_archive import Archived
from service.tools.terminal.words import printable

MAX_BYTES = 16 * 1024 * 1024
"""Limit for a replay file. The longest replays have a tenth of that."""


def show(
    file: Path, rulesets: Mapping[str, Ruleset[Any, Any]], levels: Collection[str], console: Console, *, quiet: bool
) -> None:
    """Print the events (unless `quiet`) and the result.

    Raises `NotTrue`, after printing everything before the fault.
    """
    game = Archived(rulesets, levels, read_file(file))
    tell = projection.teller(game.ruleset, game.names)
    for version, entry in enumerate(game.entries(), 1):
        for event in () if quiet else entry.events or ():
            console.print(Text(printable(f"{version:4} {tell(event.reveal())['text']}")))

    def name(seat: int) -> str:
        return game.names[seat] or f"seat {seat + 1}"

    result = projection.end_document(game.game)["result"]
    totals = ", ".join(f"{name(one['seat'])} {one['total']}" for one in result["scores"])
    winners = ", ".join(name(seat) for seat in result["winners"]) or "nobody"
    console.print(Text(printable(f"Verified: {len(game.moves)} moves. {totals}. Winner: {winners}.")))


def read_file(file: Path) -> Any:
    """Return the document of a replay file. Raises `NotTrue`."""
    with file.open("rb") as stream:
        text = stream.read(MAX_BYTES + 1)
    if len(text) > MAX_BYTES:
        raise NotTrue("the file is too large for a replay")
    try:
        return orjson.loads(text)
    except orjson.JSONDecodeError as error:
        raise NotTrue(f"the file is not JSON: {error}") from error
