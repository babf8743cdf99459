"""Whole games by keyboard alone, guided only by what a browser tells a screen reader."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

import pytest

from tests.web.watched import Watched

pytestmark = [pytest.mark.long, pytest.mark.timeout(1800)]

PATIENCE_SECONDS = 60
ASIDE = ("Look closer", "Cancel")
"""Buttons that appear when something is touched, but are not moves."""
TOUCHING = 0.5
"""How often a move is made on the table, if it can be, instead of from the list."""


@dataclass
class Node:
    """A node of the accessibility tree. `within`: its ancestors, the nearest last."""

    id: int
    role: str
    name: str
    facts: dict[str, Any]
    within: list[Node] = field(repr=False)

    def is_stop(self) -> bool:
        """Return whether Tab stops there: never in a folded list, once in radio buttons. Arrow keys lead through the
        log.
        """
        among = self.role == "radio" and self.facts["checked"] == "false"
        # The page itself can always be focused.
        return bool(
            self.facts.get("focusable")
            and self.within
            and not among
            and not self.inside("combobox")
            and not self.in_log()
        )

    def in_log(self) -> bool:
        return self.inside("list", "What happened")

    def inside(self, role: str, name: str = "") -> bool:
        return any(one.role == role and one.name.startswith(name) for one in self.within)


class Listener:
    """Hears the page as its accessibility tree, and presses keys."""

    def __init__(self, visitor: Watched) -> None:
        self._keyboard = visitor.page.keyboard
        self._cdp = visitor.context.new_cdp_session(visitor.page)
        self._heard: list[Node] = []

    def hear(self) -> list[Node]:
        """Return all nodes of the tree, in order."""
        nodes = {one["nodeId"]: one for one in self._cdp.send("Accessibility.getFullAXTree")["nodes"]}
        heard: list[Node] = []

        def walk(one: dict[str, Any], within: list[Node]) -> None:
            if not one["ignored"]:
                facts = {fact["name"]: fact["value"].get("value") for fact in one.get("properties", ())}
                facts["value"] = one.get("value", {}).get("value")
                role, name = (one.get(part, {}).get("value", "") for part in ("role", "name"))
                heard.append(Node(one.get("backendDOMNodeId", 0), role, name, facts, within))
                within = [*within, heard[-1]]
            for child in one["childIds"]:
                if child in nodes:
                    walk(nodes[child], within)

        walk(next(iter(nodes.values())), [])
        self._heard = heard
        return heard

    def find(self, role: str, name: str) -> Node:
        """Return the first node of this role whose name starts like this, as soon as there is one."""
        end = time.monotonic() + PATIENCE_SECONDS
        while not (found := [one for one in self.hear() if named(role, name)(one)]):
            assert time.monotonic() < end, f"there is no {role} {name!r}: {self.hear()}"
        return found[0]

    def reach(self, node: Node) -> bool:
        """Hold Tab, the shorter way round, until the focus is on a node of the tree that was read last.

        Returns False if the node has gone meanwhile.
        """
        heard = self._heard
        for tries in range(9):
            ids = [one.id for one in heard if one.is_stop()]
            if node.id not in ids:
                return False
            focused = self._focused()
            if focused == node.id:
                return True
            if focused in ids:
                # Between the last stop and the first, the focus is on the page itself.
                ahead = (ids.index(node.id) - ids.index(focused)) % (len(ids) + 1)
                back = len(ids) + 1 - ahead
                self._hold(*[("Tab", ahead)] if ahead <= back else [("Shift", 1), ("Tab", back)])
            else:
                # What had the focus has gone. Tab finds the stop next to it.
                self._hold(("Tab", 1))
            if tries > 1:
                heard = self.hear()
        raise AssertionError(f"{node} cannot be reached with Tab")

    def _hold(self, *keys: tuple[str, int]) -> None:
        """Hold keys together, each until it has been typed this number of times."""
        for key, times in keys:
            for _ in range(times):
                self._keyboard.down(key)
        for key, _ in reversed(keys):
            self._keyboard.up(key)

    def _focused(self) -> Any:
        """Return the id of the node that has the focus; the whole tree takes fifty times as long to read."""
        active = self._cdp.send("Runtime.evaluate", {"expression": "document.activeElement"})["result"]["objectId"]
        about = {"objectId": active, "fetchRelatives": False}
        return self._cdp.send("Accessibility.getPartialAXTree", about)["nodes"][0].get("backendDOMNodeId")

    def press(self, *keys: str) -> None:
        for key in keys:
            self._keyboard.press(key)


def named(role: str, name: str) -> Callable[[Node], bool]:
    return lambda node: node.role == role and node.name.startswith(name)


def begin(listener: Listener, game: str) -> None:
    """From the home page to the table of a new game against a random AI."""
    listener.find("radio", game)
    listener.reach(next(one for one in listener.hear() if one.role == "radio" and one.inside("group", "Game")))
    while not listener.find("radio", game).facts.get("focused"):
        listener.press("ArrowDown")
    listener.reach(listener.find("combobox", "Seat 2"))
    while "Random" not in str(listener.find("combobox", "Seat 2").facts["value"]):
        listener.press("ArrowUp")
    listener.reach(listener.find("button", "Start the game"))
    listener.press("Enter")


def offered(heard: Sequence[Node], rng: random.Random) -> list[Node]:
    """Buttons that make a move or lead to one: on the table and in what a touch opens, or in the list of moves."""
    buttons = [one for one in heard if one.role == "button" and not one.facts.get("disabled")]
    table = [
        one
        for one in buttons
        if one.facts.get("pressed") == "false" or (one.inside("group", "Choose") and one.name not in ASIDE)
    ]
    return (
        table
        if table and rng.random() < TOUCHING
        else [one for one in buttons if one.inside("listitem") and not one.in_log()]
    )


@pytest.mark.parametrize("game", ["Villagers", "My Village"])
def test_a_game_is_played_to_its_end_by_keyboard_and_ear(visit: Callable[..., Watched], game: str) -> None:
    rng, visitor = random.Random(8), visit()
    visitor.open()
    listener = Listener(visitor)
    begin(listener, game)
    listener.reach(listener.find("DisclosureTriangle", "Your moves"))
    listener.press("Enter")
    pressed = 0
    while not any(map(named("heading", "Game over"), heard := listener.hear())):
        if any(one.role == "dialog" for one in heard):
            # The card could not be played any more, so the key has opened a closer look.
            listener.press("Escape")
        elif choices := offered(heard, rng):
            assert all(one.name for one in choices)
            if listener.reach(rng.choice(choices)):
                listener.press("Enter")
                pressed += 1
    assert pressed > 20
