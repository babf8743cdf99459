"""The command `hamlet-mcp`: games for language-model agents, by the Model Context Protocol over stdin and stdout."""

from __future__ import annotations

import argparse
import os
import re
import sys
from collections.abc import Callable, Sequence
from functools import wraps
from typing import TYPE_CHECKING, Any, ParamSpec, cast

from hamlet_client import types
from hamlet_client.client import Hamlet
from hamlet_client.errors import Conflict, DecisionFailed, HamletError, Refused
from hamlet_client.games import WAIT_SECONDS, Game

if TYPE_CHECKING:
    from mcp.server import MCPServer

MAX_LOOK = 3500
"""The longest answer of `look`, in characters."""

INSTRUCTIONS = """Board games of village building against AI players: "villagers" and "my_village".
Read `rules` of a ruleset once, then `new_game`. It answers with your numbered moves, and so does every `move`: choose
one, call `move` with its number and the version, and repeat until the answer says that the game is over. `look` shows
the table, `rules` explains cards and rules, `hint` says what an AI would do. The most points win."""

P = ParamSpec("P")


class Refusal(Exception):
    """A tool cannot do this. The message says why, and what to do."""


class Tools:
    """The tools: each method returns the text of an answer, or raises `Refusal` or `HamletError`. No answer has a
    token.

    `wait`: for how many seconds `moves` and `move` wait for the next turn.
    """

    def __init__(self, client: Hamlet, wait: int = WAIT_SECONDS) -> None:
        self._client = client
        self._wait = wait
        self._games: dict[str, Game] = {}
        self._listed: dict[str, types.SeatTurn] = {}

    def rules(self, ruleset: str, topic: str = "") -> str:
        """Explain a ruleset ("villagers" or "my_village"). Without a topic: seats, levels, options, sections of rules.

        Topics: a section ("DRAFT"), the id of a rule ("DRAFT-5"), the key of a card as `look` shows it ("carpenter"),
        several of these separated by spaces, "cards" for all cards, "all" for all rules (both are long).
        """
        api = self._client.api
        rules = api.list_rules(ruleset)["rules"]
        if not topic.strip():
            about = api.get_ruleset(ruleset)
            sections = dict.fromkeys(rule["id"].rpartition("-")[0] for rule in rules)
            options = [f"- {option['name']}: {option['summary']}" for option in about["options"]]
            return "\n".join(
                [
                    f"{about['name']}: {about['summary']}",
                    f"Seats: {_text(about['seats'])}. Levels, weakest first: {_text(about['levels'])}.",
                    f"Sections of rules: {_text([*sections])}.",
                    "Options:",
                    *options,
                ]
            )
        cards = cast(list[dict[str, Any]], api.list_cards(ruleset)["cards"])
        found: list[str] = []
        for word in re.split(r"[\s,]+", topic.strip()):
            upper, lower = word.upper(), word.lower()
            lines = [
                f"{rule['id']}: {rule['text']}"
                for rule in rules
                if upper in ("ALL", rule["id"], rule["id"].rpartition("-")[0])
            ]
            lines += [f"{card['key']}: {_text(_told(card))}" for card in cards if lower in ("cards", card["key"])]
            if not lines:
                raise Refusal(f'There is no rule, section or card "{word[:40]}": call rules without a topic.')
            found += lines
        return "\n".join(found)

    def new_game(
        self,
        ruleset: str,
        level: str = "easy",
        seats: int = 2,
        options: dict[str, Any] | None = None,
        rating: int | None = None,
    ) -> str:
        """Begin a game: you have Seat 1, AI players of a level ("random", "beginner", "easy", "greedy", "medium",
        "hard", "expert"), or of a `rating` such as 1000, have the others. `seats` counts you. `options`: as `rules`
        lists them, such as {"expansions": ["saints"]}; usually none. Answers with the id of the game and your first
        moves.
        """
        if not 1 <= seats <= 9:
            raise Refusal("Choose the number of seats that the rules allow.")
        others = [cast(types.NewSeat, {"type": "ai", **_strength(level, rating)})] * (seats - 1)
        game = self._client.games.create(
            ruleset, [cast(types.NewSeat, {"type": "human"}), *others], options=options or {}
        )
        self.add(game)
        return f"Game {game.id} has begun. {self.moves(game.id)}"

    def add(self, game: Game) -> None:
        """Let the tools play an existing game, in the first of its seats. This is not a tool."""
        self._games[game.id] = game

    def look(self, game: str, seat: int = 0) -> str:
        """Show the table as you may see it, in at most 3,500 characters; with a `seat` (from 1) only that player.

        Each field is name=value; what is empty or "no" is left out. Where a number of a field stands for a seat, 0 is
        Seat 1. In Villagers "4.blacksmith@3+2" is villager 4 of a village, a Blacksmith on villager 3 with
        2 gold on it; "5.monk=seeker" has the role of a Seeker; "ore.?" is a card that you do not know, of that suit.
        """
        now = self._game(game).refresh()
        view = cast(dict[str, Any], now["view"])
        seats = [_text(one) for one in view["seats"]]
        mine = self._seat(game)
        if seat and not 1 <= seat <= len(seats):
            raise Refusal(f"Seats are 1 to {len(seats)}.")
        head = f"Version {now['version']}, {now['status']}. To act: {_names(view['to_act'])}."
        if seat:
            return _cut(f"{head}\nSeat {seat}{' (you)' * (seat - 1 == mine)}: {seats[seat - 1]}")
        table = _text({name: value for name, value in view.items() if name not in ("seats", "format", "to_act")})
        lines = [f"Seat {number + 1}{' (you)' * (number == mine)}: {one}" for number, one in enumerate(seats)]
        # If the text is too long, seats are left out, the longest first; they can be seen one at a time.
        for number in sorted(range(len(seats)), key=lambda number: (number == mine, -len(seats[number]))):
            if len("\n".join([head, table, *lines])) > MAX_LOOK:
                lines[number] = f"Seat {number + 1}{' (you)' * (number == mine)}: too long, look with seat={number + 1}"
        return _cut("\n".join([head, table, *lines]))

    def moves(self, game: str) -> str:
        """What you may do now: what you have to choose, your moves by number, and the version to give to `move`.

        If it is not your turn, the tool waits for some seconds. If you may react but need not, call it again to
        decline.
        """
        opened, before = self._game(game), self._listed.get(game)
        if before and before["moves"] and not _must_move(before):
            api = self._client.api
            api.list_events(game, token=opened.token, after=before["version"], wait=self._wait)
        return self._now(opened, self._wait)

    def move(self, game: str, number: int, version: int) -> str:
        """Make a move: its number in the list, and the version of that list. Answers with what happened since, and
        with your next moves. If the list is out of date, no move is made, and the answer has the new list.
        """
        opened, listed = self._game(game), self._listed.get(game)
        if listed is None or version != listed["version"]:
            return f"Nothing was played: version {version} is not that of the latest list. {self._now(opened)}"
        if not 1 <= number <= len(listed["moves"]):
            return f"Nothing was played: numbers go from 1 to {len(listed['moves'])}. {_listing(listed)}"
        try:
            now = opened.play(listed["moves"][number - 1]["id"], version=version, after=version)
        except Conflict:
            return f"Nothing was played: the game has moved on. {self._now(opened)}"
        if not now["moves"] and now["status"] != "finished":
            return self._now(opened, self._wait)
        self._listed[game] = now
        return _listing(now)

    def hint(self, game: str, level: str = "medium", rating: int | None = None) -> str:
        """What an AI of a level, or of a `rating` such as 1000, would do now in your seat, and why. Takes a moment,
        and longer for a better AI.
        """
        opened = self._game(game)
        now = self._client.api.get_turn(game, token=opened.token)
        if not now["moves"]:
            raise Refusal("There is nothing to decide: it is not your turn.")
        hint = opened.hint(**_strength(level, rating))
        why = "".join(f"\n{reason['text']}" for reason in hint["reasons"])
        for number, listed in enumerate(now["moves"], 1):
            if listed["move"] == hint["move"]:
                return f"The AI would choose {number}. {listed['label']} (version {now['version']}){why}"
        raise Refusal("The game has moved on. Call moves.")

    def _game(self, game: str) -> Game:
        try:
            return self._games[game]
        except KeyError:
            raise Refusal("There is no such game here. Call new_game, and use the id that it gives.") from None

    def _seat(self, game: str) -> int:
        return next(iter(self._games[game].tokens))

    def _now(self, game: Game, wait: int = 0) -> str:
        """Return the state of the game, with what has happened since the previous list.

        The new list counts from here.
        """
        before = self._listed.get(game.id)
        after = before["version"] if before else 0
        turn = self._client.api.get_turn(game.id, token=game.token, after=after, wait=wait)
        self._listed[game.id] = turn
        return _listing(turn)


def _must_move(turn: types.SeatTurn) -> bool:
    return turn["to_act"][:1] == [turn["seat"]]


def _names(seats: Sequence[int]) -> str:
    return ", ".join(f"Seat {seat + 1}" for seat in seats) or "nobody"


def _strength(level: str, rating: int | None) -> dict[str, Any]:
    """The fields of an AI's strength: a rating takes the place of the level."""
    return {"level": level} if rating is None else {"rating": rating}


def _listing(turn: types.SeatTurn) -> str:
    """Return what has happened, what the player has to choose, and the moves by number."""
    lines = [f"Version {turn['version']}."]
    lines += [f"- {event['text']}" for event in cast(list[dict[str, Any]], turn["events"])]
    if result := turn["result"]:
        scores = ", ".join(f"Seat {score['seat'] + 1}: {score['total']}" for score in result["scores"])
        lines.append(f"The game is over. Winner: {_names(result['winners'])}. {scores}.")
        lines.append(f"You had {_names([turn['seat']])}.")
    elif not turn["moves"]:
        lines.append(f"It is not your turn: {_names(turn['to_act'])} is to act. Call moves to wait.")
    else:
        lines.append(f"{turn.get('prompt') or 'Choose a move.'} (You are {_names([turn['seat']])}.)")
        if not _must_move(turn):
            lines.append("You need not: to decline, call moves again.")
        lines += [f"{number}. {move['label']}" for number, move in enumerate(turn["moves"], 1)]
    return "\n".join(lines)


def _told(card: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in card.items() if name != "key" and value != 0}


def _text(value: Any) -> str:
    """A document in the style of the text form of positions. Empty fields, false and null are left out.

    >>> _text({"gold": 3, "hand": [{"suit": "ore", "card": None}], "village": [{"id": 7, "card": "brewer", "on": 1}]})
    'gold=3 hand=[ore.?] village=[7.brewer@1]'
    >>> _text([{"development": "bank", "suit": "hay", "holder": 0}, {"card": None, "steps": 1}])
    '[(development=bank suit=hay holder=0) (steps=1)]'
    """
    if isinstance(value, list):
        return f"[{' '.join(_item(one) for one in value)}]"
    if isinstance(value, dict):
        return " ".join(
            f"{name}={_item(one)}" for name, one in value.items() if one is not False and one not in (None, [], {})
        )
    if value is None:
        return "-"
    return ("no", "yes")[value] if isinstance(value, bool) else str(value)


def _item(value: Any) -> str:
    if not isinstance(value, dict):
        return _text(value)
    if "card" not in value or not (value["card"] or "suit" in value):
        return f"({_text(value)})"
    # As in the words of Villagers: 7.brewer@1+2, ore.miner, ore.?. The seats that know a card are left out.
    signs = {"as": "=", "on": "@", "gold": "+", "goods": "+", "side": ":"}
    word = "".join(f"{value[name]}." for name in ("id", "suit") if value.get(name)) + str(value["card"] or "?")
    word += "".join(f"{sign}{value[name]}" for name, sign in signs.items() if value.get(name))
    rest = {name: one for name, one in value.items() if name not in (*signs, "id", "suit", "card", "known", "origin")}
    return word + (f"({more})" if (more := _text(rest)) else "")


def _cut(text: str) -> str:
    return text if len(text) <= MAX_LOOK else text[: MAX_LOOK - 4] + " ..."


def server(client: Hamlet) -> MCPServer[Any]:
    """Return the server of the protocol, with the tools."""
    from mcp.server import MCPServer
    from mcp.server.mcpserver.exceptions import ToolError

    def polite(tool: Callable[P, str]) -> Callable[P, str]:
        @wraps(tool)
        def call(*given: P.args, **named: P.kwargs) -> str:
            try:
                return tool(*given, **named)
            except (Refusal, Refused, DecisionFailed) as refusal:
                raise ToolError(str(refusal)) from None
            except HamletError:
                # Its text has the address.
                raise ToolError("The server of the games cannot be reached. Try again later.") from None

        return call

    found, tools = MCPServer("hamlet", instructions=INSTRUCTIONS, log_level="WARNING"), Tools(client)
    for tool in (tools.rules, tools.new_game, tools.look, tools.moves, tools.move, tools.hint):
        found.add_tool(polite(tool), structured_output=False)
    return found


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line; return the exit code."""
    parser = argparse.ArgumentParser(prog="hamlet-mcp", description="Games for agents, by MCP over stdin and stdout.")
    parser.add_argument("--server", metavar="URL", default="http://127.0.0.1:8000", help="default: %(default)s")
    parser.add_argument("--lang", choices=("en", "de"), default="en", help="of sentences; default: %(default)s")
    given = parser.parse_args(arguments)
    try:
        with Hamlet(given.server, os.environ.get("HAMLET_API_KEY"), lang=given.lang) as client:
            server(client).run()
    except ImportError:
        print("Error: install hamlet-client[mcp]", file=sys.stderr)
        return 1
    except ValueError as error:
        print(f"Error: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
