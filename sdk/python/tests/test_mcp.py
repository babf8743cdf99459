"""`hamlet-mcp` on a real stack, by a client of the protocol that knows only what the tools say."""

from __future__ import annotations

import doctest
import inspect
import json
import random
import re
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import anyio
import pytest
from mcp import ClientSession, StdioServerParameters, stdio_client

from hamlet_client import Hamlet, mcp_server
from hamlet_client.mcp_server import MAX_LOOK, Tools
from tools.testbed.stack import Stack

CHAPTER = Path(__file__).parents[3] / "docs" / "agents.md"
COMMAND = str(Path(sys.executable).parent / "hamlet-mcp")
EXPANSIONS = ["saints", "scoundrels", "profiteers", "developments"]


class Agent:
    """A client of the protocol that remembers all answers."""

    def __init__(self, session: ClientSession, rng: random.Random) -> None:
        self.session = session
        self.rng = rng
        self.heard: list[str] = []

    async def call(self, tool: str, refused: bool = False, /, **arguments: Any) -> str:
        """Return the text of a tool's answer."""
        answer: Any = await self.session.call_tool(tool, arguments)
        text = "\n".join(part.text for part in answer.content)
        self.heard.append(answer.model_dump_json())
        assert bool(answer.is_error) == refused, text
        return text

    async def play(self, ruleset: str, **fields: Any) -> str:
        """Return a whole game at random; the last answer."""
        answer = await self.call("new_game", ruleset=ruleset, **fields)
        game = re.findall(r"Game (\S+) has begun", answer)[0]
        turns = 0
        while "The game is over" not in answer:
            turns += 1
            assert turns < 400
            if turns % 5 == 1:
                assert len(await self.call("look", game=game)) <= MAX_LOOK
            version, numbers = _listed(answer)
            if numbers and (self.rng.random() < 0.8 or "You need not" not in answer):
                answer = await self.call("move", game=game, number=self.rng.choice(numbers), version=version)
            else:
                answer = await self.call("moves", game=game)
        return answer


def _listed(answer: str) -> tuple[int, list[int]]:
    """Return the version and the numbers of a list."""
    version = int(re.findall(r"Version (\d+)\.", answer)[0])
    return version, [int(number) for number in re.findall(r"^(\d+)\. ", answer, re.MULTILINE)]


@asynccontextmanager
async def agent(stack: Stack, seed: int = 1) -> AsyncIterator[Agent]:
    server = StdioServerParameters(command=COMMAND, args=["--server", f"http://127.0.0.1:{stack.port}"])
    async with stdio_client(server) as (reading, writing), ClientSession(reading, writing) as session:
        await session.initialize()
        yield Agent(session, random.Random(seed))


def assert_without_tokens(heard: list[str], client: Hamlet) -> None:
    """Nothing in the answers is shaped as a token is."""
    token = client.games.create("villagers", seats=[{"type": "human"}]).token or ""
    secret = token.rpartition(".")[2]
    shape = re.compile(rf"(?<![\w-])[\w-]{{{len(secret)}}}(?![\w-])")
    assert shape.search(f"Game {token} has begun")
    assert [found for answer in heard for found in shape.findall(answer)] == []


@pytest.mark.long
@pytest.mark.parametrize(
    ("ruleset", "fields"),
    [
        ("villagers", {"seats": 2, "level": "greedy"}),
        ("villagers", {"seats": 5, "level": "random", "options": {"expansions": EXPANSIONS}}),
        ("my_village", {"seats": 2, "level": "greedy"}),
        ("my_village", {"seats": 4, "level": "random"}),
    ],
    ids=["villagers", "villagers-all", "my_village", "my_village-4"],
)
def test_twenty_games(stack: Stack, client: Hamlet, ruleset: str, fields: dict[str, Any]) -> None:
    """Five of each."""

    async def five() -> None:
        async with agent(stack) as one:
            for _ in range(5):
                answer = await one.play(ruleset, **fields)
                assert re.search(r"Winner: Seat \d.*\nYou had Seat 1", answer)
            assert_without_tokens(one.heard, client)

    anyio.run(five)


@pytest.mark.long
def test_the_tools_explain_themselves_and_refuse_politely(stack: Stack, client: Hamlet) -> None:
    async def tour() -> None:
        async with agent(stack) as one:
            listed = {tool.name: tool.description or "" for tool in (await one.session.list_tools()).tools}
            assert [*listed] == ["rules", "new_game", "look", "moves", "move", "hint"]
            assert all(len(text) > 80 for text in listed.values())
            assert "Sections of rules" in await one.call("rules", ruleset="villagers")
            assert (await one.call("rules", ruleset="villagers", topic="DRAFT-5")).startswith("DRAFT-5: ")
            both = await one.call("rules", ruleset="villagers", topic="DRAFT, carpenter")
            assert "DRAFT-1: " in both
            assert "carpenter: " in both
            assert "no rule" in await one.call("rules", True, ruleset="villagers", topic="nonsense")
            assert "404" in await one.call("rules", True, ruleset="chess")
            assert "422" in await one.call("new_game", True, ruleset="villagers", level="nonsense")
            for tool in ("look", "moves", "hint"):
                assert "no such game" in await one.call(tool, True, game="nonsense")

            begun = await one.call("new_game", ruleset="villagers", level="random", options={"first_player": "0"})
            game = re.findall(r"Game (\S+) has begun", begun)[0]
            version, numbers = _listed(begun)
            assert (version, numbers[0]) == (0, 1)
            hint = await one.call("hint", game=game, level="greedy")
            assert int(re.findall(r"choose (\d+)\.", hint)[0]) in numbers
            assert "from 1 to" in await one.call("move", game=game, number=99, version=0)
            again = await one.call("moves", game=game)
            assert _listed(again) == (version, numbers)
            played = await one.call("move", game=game, number=1, version=0)
            assert "- Seat 1 draft" in played
            stale = await one.call("move", game=game, number=1, version=0)
            assert "Nothing was played" in stale
            assert _listed(stale) == _listed(played)
            assert "Seat 2: " in await one.call("look", game=game, seat=2)
            assert "1 to 2" in await one.call("look", True, game=game, seat=3)
            assert_without_tokens(one.heard, client)

    anyio.run(tour)


@pytest.mark.long
def test_a_move_that_somebody_else_has_made_obsolete_is_not_played(client: Hamlet) -> None:
    game = client.games.create("villagers", seats=[{"type": "human"}] * 2, options={"first_player": "0"})
    tools = Tools(client, wait=0)
    tools.add(game)
    version, numbers = _listed(tools.moves(game.id))
    game.play(game.moves()[0])  # by another device with the same seat
    assert tools.move(game.id, numbers[0], version).startswith("Nothing was played: the game has moved on.")
    assert client.api.get_game(game.id, token=game.token)["version"] == version + 1


def test_the_table_is_cut_seat_by_seat() -> None:
    """However large a view may become."""

    class Large:
        def __init__(self) -> None:
            self.tokens = {0: "secret"}

        def refresh(self) -> Any:
            village = [{"id": number, "card": "blacksmith", "on": None} for number in range(300)]
            seats = [{"hand": [{"card": None, "suit": "ore"}]}, {"village": village}]
            return {"version": 3, "status": "active", "view": {"to_act": [1], "seats": seats}}

    tools = Tools(Hamlet("http://127.0.0.1:9"))
    tools._games["one"] = Large()  # type: ignore[assignment]
    table = tools.look("one")
    assert "Seat 1 (you): hand=[ore.?]" in table
    assert table.endswith("Seat 2: too long, look with seat=2")
    assert len(tools.look("one", 2)) == MAX_LOOK


def test_documents_become_text_as_the_examples_say() -> None:
    assert doctest.testmod(mcp_server) == (0, 2)


def test_without_its_package_the_command_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "mcp.server", None)
    assert mcp_server.main([]) == 1
    assert "hamlet-client[mcp]" in capsys.readouterr().err


def test_the_chapter_lists_the_tools() -> None:
    listed = re.findall(r"^\| `(\w+)\((.*?)\)` \|", CHAPTER.read_text(encoding="utf-8"), re.MULTILINE)
    assert [name for name, _ in listed] == ["rules", "new_game", "look", "moves", "move", "hint"]
    for name, parameters in listed:
        assert ["self", *parameters.split(", ")] == [*inspect.signature(getattr(Tools, name)).parameters]


def test_the_chapter_configures_the_command() -> None:
    [block] = re.findall(r"```json\n(.*?)```", CHAPTER.read_text(encoding="utf-8"), re.DOTALL)
    configured = json.loads(block)["mcpServers"]["hamlet"]
    assert configured["command"] == Path(COMMAND).name
    with pytest.raises(SystemExit) as help_shown:
        mcp_server.main([*configured["args"], "--help"])
    assert help_shown.value.code == 0
