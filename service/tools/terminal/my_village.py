"""The picture of a game of My Village."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from engine.ruleset import Doc
from service.tools.terminal.words import Words, blank_table


def board(view: Doc, viewer: int, words: Words) -> RenderableType:
    """Dice and tracks, what can be taken, then all villages side by side, the player's own first."""
    seats = list(range(len(view["seats"])))
    order = [*seats[viewer:], *seats[:viewer]]
    return Group(
        *(Text(line, style="bold") for line in _turn(view, words)),
        *(Text(line) for line in _tracks(view, words)),
        _open_cards(view, words),
        _villages(view, order, words),
    )


def _turn(view: Doc, words: Words) -> list[str]:
    turn = view["turn"]
    dice = ", ".join(f"{die['color']} {die['face']}" for die in turn["dice"]) or "none"
    value = f", value {turn['value']}" if turn["value"] else ""
    pool = "; ".join(f"{color} {' '.join(map(str, faces)) or '-'}" for color, faces in view["pool"].items())
    lines = [
        f"Round {view['round']}, {words.name(view['phase'])}, begun by seat {words.seat(view['first_player'])}",
        f"Dice left: {pool}. Chosen: {dice}{value}",
    ]
    if view["pending"]["card"] or view["pending"]["steps"]:
        lines.append(f"To be finished: {words.value('pending', view['pending'])}")
    return lines


def _tracks(view: Doc, words: Words) -> list[str]:
    rat, hand = view["rat"], view["starting_hand"]
    palm = "can be taken" if hand["palm"] else "is taken"
    travels = ", ".join(f"{name.upper()} {count}" for name, count in view["travels"].items())
    return [
        f"Rat on space {rat['space']} of {_number(words, 'rat_track', 'invasion')}, its die: {rat['die']}",
        f"Graves: {view['graves']} of {_number(words, 'graves', 'spaces')}; chronicle: {_counts(view['chronicle'])}",
        f"Starting hand of seat {words.seat(hand['owner'])}: {palm}, story {hand['story']}",
        f"Stacks of travel cards: {travels}; stack of customers: {view['customers']}",
    ]


def _counts(counts: Doc) -> str:
    return ", ".join(f"{name} {count}" for name, count in counts.items())


def _number(words: Words, component: str, name: str) -> str:
    numbers = {one["name"]: one["values"] for one in words.cards[component]["numbers"]}
    return "/".join(map(str, numbers[name]))


def _open_cards(view: Doc, words: Words) -> Table:
    table = blank_table("to be taken", "", "customers", "")
    left = [(words.name(key), facts(key, words)) for key in view["cards"]]
    for symbol, pile in view["monks"].items():
        if pile["top"] is not None:
            left.append((f"{words.name(pile['top'])} ({pile['count']} {symbol})", facts(pile["top"], words)))
    left += [(f"{words.name(key)} ({view[plural]})", facts(key, words)) for key, plural in _SUPPLIES if view[plural]]
    right = [(words.name(key), facts(key, words)) for key in view["display"]]
    for row in range(max(len(left), len(right))):
        table.add_row(*_cell(left, row), *_cell(right, row))
    return table


_SUPPLIES = (("field", "fields"), ("meeting_place", "meeting_places"))


def _cell(cells: Sequence[tuple[str, str]], row: int) -> tuple[str, str]:
    return cells[row] if row < len(cells) else ("", "")


def facts(key: str, words: Words) -> str:
    """What is printed on a card, in short."""
    card = words.cards[key]
    value = "any value" if card["any_value"] else "/".join(map(str, card["banner"]))
    parts = [value] if value else []
    parts += [f"time {card['time']}"] if card["time"] else []
    parts += [" or ".join(_amounts(cost) for cost in card["costs"])] if card["costs"] else []
    parts += [f"{field} {card[field]}" for field in ("prestige", "windows") if card[field]]
    parts += [f"next: {_amounts(card['gray'])}"] if card["gray"] else []
    parts += [f"{card['effect']} {card['count'] or ''}".strip()] if card["kind"] == "monk" else []
    return ", ".join(parts)


def _amounts(cost: Doc) -> str:
    return " and ".join(f"{count} {what}" for what, count in cost.items() if count)


def _villages(view: Doc, order: Sequence[int], words: Words) -> Table:
    table = blank_table("", *(f"seat {words.seat(seat)}" for seat in order))
    for title, tell in _ROWS.items():
        cells = [tell(view["seats"][seat], words) for seat in order]
        if any(cell not in ("", "-") for cell in cells):
            table.add_row(title, *cells)
    return table


def _school(seat: Doc, words: Words) -> str:
    return ", ".join(side for side, there in seat["school"].items() if there)


def _crafts(seat: Doc, words: Words) -> str:
    return ", ".join(f"{words.name(one['card'])}: {one['goods']}" for one in seat["crafts"])


def _fields(seat: Doc, words: Words) -> str:
    parts = [f"{number}{' plow' if one['plow'] else ''}" for number, one in enumerate(seat["fields"])]
    return ", ".join(parts)


def _church(seat: Doc, words: Words) -> str:
    return ", ".join(words.name(key) for key in (seat["church"], *seat["monks"]) if key)


def _council(seat: Doc, words: Words) -> str:
    if not seat["council"]:
        return ""
    marks = f", covered: {words.names(seat['marks'])}" if seat["marks"] else ""
    return words.name(seat["council"]) + marks + (f", wild goods {seat['wild']}" if seat["wild"] else "")


def _meeting_place(seat: Doc, words: Words) -> str:
    tile = f"tile beside {words.value('tile', seat['tile'])}" if seat["tile"] else ""
    there = f"markers {seat['tokens']}" if seat["meeting_place"] else ""
    return ", ".join(part for part in (there, tile) if part)


def _customers(seat: Doc, words: Words) -> str:
    return "\n".join(f"{words.name(key)}: {facts(key, words)}" for key in seat["customers"])


def _time(seat: Doc, words: Words) -> str:
    return (
        f"{seat['time']} of {_number(words, 'life_track', 'clouds')}{', the reaper is due' if seat['reaper'] else ''}"
    )


_ROWS: Mapping[str, Callable[[Doc, Words], str]] = {
    "coins": lambda seat, words: str(seat["coins"]),
    "story": lambda seat, words: f"{seat['story']}, saved {seat['saved']}",
    "life time": _time,
    "villagers": lambda seat, words: words.names(seat["villagers"]),
    "school": _school,
    "day laborers": lambda seat, words: str(seat["laborers"] or ""),
    "headman": lambda seat, words: words.name(seat["headman"]),
    "crafts": _crafts,
    "fields": _fields,
    "church": _church,
    "council": _council,
    "meeting place": _meeting_place,
    "travels": lambda seat, words: words.names(seat["travels"]),
    "customers": _customers,
    "served": lambda seat, words: words.names(seat["served"]),
}
