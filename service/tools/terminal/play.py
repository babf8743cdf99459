"""The player's side of the terminal: shows the game, asks for moves and carries out what is typed."""

from __future__ import annotations

import random
from collections.abc import Sequence

from rich.columns import Columns
from rich.console import Console
from rich.table import Table
from rich.text import Text

from engine.errors import EngineError
from engine.ruleset import Doc
from service.tools.terminal.boards import board_of
from service.tools.terminal.venue import Advice, Choice, Now, Refused, Venue
from service.tools.terminal.words import Words, blank_table

HELP = "number: make this move; h: a hint; s: the score now; v: the game again; /text: only moves with it; q: leave"
PASSING = "w: let it pass; "


class Left(Exception):
    """The player leaves before the end."""


class Play:
    """One player at one game."""

    def __init__(self, console: Console, venue: Venue) -> None:
        self._console = console
        self._venue = venue
        self._words = Words(venue.cards(), venue.names)
        self._board = board_of(venue.key)

    def run(self) -> None:
        """Play to the end. Raises `Left` and `Lost`."""
        while True:
            with self._console.status("The others are playing"):
                now = self._venue.wait()
            self._tell_events(now.events)
            if now.result is not None:
                self._tell_result(now.result)
                return
            self._show(now)
            self._decide(now)

    def _say(self, text: str, style: str = "") -> None:
        """Print text as it is, whatever brackets it has."""
        self._console.print(Text(text, style=style))

    def _show(self, now: Now) -> None:
        self._console.rule()
        self._console.print(self._board(now.view, self._venue.viewer, self._words))
        self._console.rule()
        self._list(now.choices)

    def _list(self, choices: Sequence[Choice], text: str = "") -> None:
        labels = [
            Text(f"{number} {choice.label}")
            for number, choice in enumerate(choices, 1)
            if text.casefold() in choice.label.casefold()
        ]
        self._console.print(Columns(labels, padding=(0, 3), column_first=True))

    def _decide(self, now: Now) -> None:
        """Ask until the player has moved, let a chance pass, or the game has to be looked at again."""
        question = "Your move" if now.must else "You may react (w: let it pass)"
        while True:
            command = self._ask(f"{question}, ? for help: ")
            if command == "w" and not now.must:
                self._venue.decline()
                return
            if command.isdecimal() and 1 <= int(command) <= len(now.choices):
                self._play(now.choices[int(command) - 1])
                return
            self._answer(command, now)

    def _ask(self, question: str) -> str:
        try:
            command = self._console.input(Text(question, style="bold")).strip()
        except (EOFError, KeyboardInterrupt) as error:
            raise Left from error
        if command == "q":
            raise Left
        return command

    def _play(self, choice: Choice) -> None:
        try:
            self._venue.play(choice)
        except Refused as refusal:
            self._say(str(refusal), "red")

    def _answer(self, command: str, now: Now) -> None:
        """Carry out what is no move."""
        if command == "h":
            self._hint(now)
        elif command == "s":
            self._tell_score(now.view)
        elif command == "v":
            self._show(now)
        elif command.startswith("/"):
            self._list(now.choices, command[1:])
        else:
            self._say(f"1 to {len(now.choices)} is a move. {'' if now.must else PASSING}{HELP}")

    def _hint(self, now: Now) -> None:
        try:
            with self._console.status("Thinking"):
                advice = self._venue.hint()
        except Refused as refusal:
            self._say(str(refusal), "red")
            return
        self._say(f"{advice.level} would {_describe(advice, now.choices)}", "bold")
        table = blank_table("move", "wins", "gold at the end")
        for one in advice.prospects:
            table.add_row(Text(one.label), f"{100 * one.value:.0f} %", f"{one.gold:.1f}")
        self._console.print(table)

    def _tell_events(self, events: Sequence[Doc]) -> None:
        for event in events:
            self._say(f"  {event['text']}", "dim")

    def _tell_score(self, view: Doc) -> None:
        """What everybody would get now. What is hidden does not count, so that any sample of it will do."""
        ruleset = self._venue.ruleset
        if ruleset is None:
            self._say("The rules of this game are not here.", "red")
            return
        try:
            known_view = ruleset.read_view(view, self._venue.viewer)
            score = ruleset.score_now(ruleset.sample(known_view, random.Random(0)))
        except EngineError as error:
            self._say(f"The score cannot be counted here: {error}", "red")
            return
        for title, rows in score.items():
            if isinstance(rows, list):
                self._console.print(self._score_table(title, rows))

    def _score_table(self, title: str, rows: Sequence[Doc]) -> Table:
        fields = list(rows[0]) if rows else []
        table = blank_table(*(field.replace("_", " ") for field in fields), title=self._words.name(title))
        for row in rows:
            table.add_row(*(Text(self._score_cell(field, row[field])) for field in fields))
        return table

    def _score_cell(self, field: str, value: object) -> str:
        if field != "lines" or not isinstance(value, list):
            return self._words.value(field, value)
        return ", ".join(
            f"{self._words.name(line.get('card') or line['item'])} {line.get('gold', line.get('points'))}"
            for line in value
        )

    def _tell_result(self, result: Doc) -> None:
        for row in [*result["scores"], *result.get("rivals", ())]:
            who = f"Seat {self._words.seat(row['seat'])}" if "seat" in row else self._words.name(row["name"])
            lines = ", ".join(f"{self._words.name(line['item'])} {line['gold']}" for line in row["lines"])
            self._say(f"{who}: {row['total']} ({lines})")
        winners = ", ".join(self._words.seat(seat) for seat in result["winners"])
        self._say(f"The game is over. Winner: {winners or 'no seat'}", "bold")


def _describe(advice: Advice, choices: Sequence[Choice]) -> str:
    if advice.move is None:
        return "let it pass"
    numbers = [number for number, choice in enumerate(choices, 1) if choice.move == advice.move]
    return f"play {numbers[0]}: {choices[numbers[0] - 1].label}" if numbers else "play a move that is gone by now"
