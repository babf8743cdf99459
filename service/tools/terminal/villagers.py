"""The picture of a game of Villagers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from rich.console import Group, RenderableType
from rich.text import Text

from engine.ruleset import Doc
from service.tools.terminal.words import Words, blank_table

COLORS: Mapping[str, str] = {
    "grains": "yellow",
    "hay": "bright_yellow",
    "ore": "bright_black",
    "wood": "green",
    "grapes": "magenta",
    "wool": "bright_white",
    "leather": "red",
    "solitary": "cyan",
    "special": "bright_magenta",
}
"""Of the suits, which the backs of the cards show."""


def board(view: Doc, viewer: int, words: Words) -> RenderableType:
    """Road and piles, the other villages, then the player's own village and hand."""
    seats = list(range(len(view["seats"])))
    others = [seat for seat in (*seats[viewer + 1 :], *seats[:viewer]) if seat != viewer]
    return Group(
        Text(_headline(view, words), style="bold"),
        *_tasks(view, words),
        _road(view, words),
        *_countess(view, words),
        *(_seat(view, seat, _backs(view["seats"][seat]["hand"], words), words) for seat in others),
        _seat(view, viewer, _hand(view["seats"][viewer]["hand"], words), words),
    )


def _headline(view: Doc, words: Words) -> str:
    markets = "" if not view["markets_held"] else f", markets held: {len(view['markets_held'])}"
    return (
        f"Round {view['round']}, {words.name(view['phase'])}{markets}, begun by seat {words.seat(view['first_player'])}"
    )


def _tasks(view: Doc, words: Words) -> Iterator[Text]:
    """What is in force or unfinished: events, developments, a pending decision."""
    events = view["events"]
    if events is not None:
        for key in events["face_up"]:
            state = " (has begun)" if key in events["begun"] else ""
            yield Text(f"Event {words.name(key)}{state}: {words.cards[key]['text']}")
        jester = "the Jester is there" if events["jester"] else "no Jester"
        yield Text(f"Events left: summer {events['summer']}, winter {events['winter']}; {jester}")
    for one in view["developments"]:
        holder = "nobody" if one["holder"] is None else f"seat {words.seat(one['holder'])}"
        counts = " : ".join(map(str, one["counts"]))
        name = one["development"]
        yield Text(f"{words.name(name)}, {counts}, held by {holder}: {words.cards[name]['text']}")
    if view["pending"] is not None:
        yield Text(f"To be finished: {words.value('pending', view['pending'])}", style="bold")


def _road(view: Doc, words: Words) -> Group:
    table = blank_table("slot", "road", "", "gold", "stack", "back", "cards")
    for slot, (there, pile) in enumerate(zip(view["road"], view["stacks"], strict=True)):
        cells = ("-", "", "") if there is None else (there["card"], facts(there["card"], words), there["gold"] or "")
        card = Text("-") if there is None else _card(cells[0], words)
        place = str(slot + 1)
        table.add_row(place, card, cells[1], str(cells[2]), place, _top(pile, words), str(pile["count"]))
    basics = ", ".join(f"{words.name(key)} {count}" for key, count in view["basics"].items())
    piles = Text.assemble("Reserve: ", _top(view["reserve"], words), f", {view['reserve']['count']} cards. {basics}. ")
    piles.append(f"Discard pile: {len(view['discard'])}")
    if view["discard"]:
        piles.append(f", {words.name(view['discard'][-1])} on top")
    return Group(table, piles)


def _top(pile: Doc, words: Words) -> Text:
    return Text("empty") if pile["top"] is None else _back(pile["top"], words)


def _back(card: Doc, words: Words) -> Text:
    name = card["suit"] if card["card"] is None else words.name(card["card"])
    return Text(name, style=COLORS[card["suit"]])


def _card(key: str, words: Words) -> Text:
    return Text(words.name(key), style=COLORS.get(words.cards[key]["suit"] or "", ""))


def _countess(view: Doc, words: Words) -> Iterator[RenderableType]:
    if view["countess"] is not None:
        yield Text(f"\nThe Countess: {view['countess']['gold']} gold", style="bold")
        yield _village(view["countess"]["village"], words)


def _seat(view: Doc, number: int, hand: RenderableType, words: Words) -> Group:
    seat = view["seats"][number]
    limits = f"drafts {seat['draft_limit']}, builds {seat['build_limit']}"
    rest = f", left now: {seat['builds_left']} and {seat['trades_left']} trades" if seat["builds_left"] else ""
    parts = [Text(f"\nSeat {words.seat(number)}: {seat['gold']} gold, {limits}{rest}", style="bold")]
    if seat["square"]:
        parts.append(Text(f"Drafted: {words.names(seat['square'])}"))
    return Group(*parts, _village(seat["village"], words), hand)


def _backs(hand: Sequence[Doc], words: Words) -> Text:
    """The hand of somebody else, on one line."""
    line = Text(f"Hand, {len(hand)}: ")
    for place, card in enumerate(hand):
        line.append(", " if place else "").append_text(_back(card, words))
    return line


def _village(village: Sequence[Doc], words: Words) -> Group:
    """One line for each chain, from its start to its top; who stands alone shares the first."""
    above: dict[int | None, list[Doc]] = {}
    for villager in village:
        above.setdefault(villager["on"], []).append(villager)
    starts = above.get(None, [])
    alone = [_villager(one, words) for one in starts if one["id"] not in above]
    chains = [_chain(one, above, words) for one in starts if one["id"] in above]
    return Group(*(Text(f"  {line}") for line in ([", ".join(alone)] if alone else []) + chains))


def _chain(villager: Doc, above: Mapping[int | None, Sequence[Doc]], words: Words) -> str:
    upper = [_chain(one, above, words) for one in above.get(villager["id"], ())]
    rest = f" < {upper[0]}" if len(upper) == 1 else f" < ({' | '.join(upper)})" if upper else ""
    return _villager(villager, words) + rest


def _villager(villager: Doc, words: Words) -> str:
    role = f" as {words.name(villager['as'])}" if villager["as"] else ""
    side = f", {villager['side']} side" if villager["side"] else ""
    gold = f" [{villager['gold']} gold]" if villager["gold"] else ""
    return f"{villager['id']} {words.name(villager['card'])}{role}{side}{gold}"


def _hand(hand: Sequence[Doc], words: Words) -> RenderableType:
    """The player's own hand, with what is printed on the cards."""
    if not hand:
        return Text("Your hand is empty.")
    table = blank_table("your hand", "", "known to seats")
    for card in hand:
        seats = ", ".join(map(str, card["known"]))
        table.add_row(_back(card, words), facts(card["card"], words) if card["card"] else "", seats)
    return table


def facts(key: str, words: Words) -> str:
    """What is printed on a card, in short."""
    card = words.cards[key]
    parts = [card["suit"] + (f" x{card['symbols']}" if card["symbols"] > 1 else "")] if card["suit"] else []
    parts += [f"on {words.name(card['on'])}"] if card["on"] else []
    parts += [f"padlock {words.name(card['padlock'])}"] if card["padlock"] else []
    parts += [f"{field} {card[field]}" for field in ("keyring", "gold", "food", "builders") if card[field]]
    for symbol in ("silver", "bronze"):
        if card[symbol] is not None:
            parts.append(f"{symbol} {_formula(card[symbol])}")
    return ", ".join(parts) + (f". {card['text']}" if card["text"] else "")


def _formula(formula: Doc) -> str:
    what = formula["suit"] if formula["formula"] == "per_suit" else formula["formula"].removeprefix("per_")
    if formula["formula"] == "gold_on_suit":
        what = f"gold on {formula['suit']}"
    every = f"{formula['per']} " if formula["per"] > 1 else ""
    return f"{formula['gold']} per {every}{what.replace('_', ' ')}"
