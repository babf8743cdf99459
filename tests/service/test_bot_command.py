"""`hamlet bot` up to its first connection to a server."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from service.tools.bot_runner import command

ROOT = Path(__file__).parents[2]


class Silent:
    def choose(self, turn: Any) -> Any: ...


@pytest.mark.parametrize(
    ("doc", "about"),
    [
        (None, None),
        ("Takes what is there.", "Takes what is there."),
        ("Builds whenever it can, else takes something at random.\n\nMore.", "Builds whenever it can, else takes ..."),
    ],
)
def test_the_line_about_a_bot_ends_with_a_word(monkeypatch: pytest.MonkeyPatch, doc: str | None, about: str) -> None:
    monkeypatch.setattr(Silent, "__doc__", doc)
    assert command.about(Silent) == about


def test_it_is_as_long_as_the_contract_allows() -> None:
    contract = ROOT / "openapi" / "openapi.json"
    fields = json.loads(contract.read_text())["components"]["schemas"]["NewBot"]["properties"]
    assert fields["about"]["maxLength"] == command.MAX_ABOUT
