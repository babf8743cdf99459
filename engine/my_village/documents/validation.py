"""Finds impossible positions and views: bad references, misplaced cards, numbers out of range, no legal move.

A view is checked as a position whose hidden parts are None (see `views.as_position`). A position that no game reaches
is accepted if a game can continue from it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from engine.errors import Fault
from engine.my_village.catalogue import Catalogue
from engine.my_village.catalogue.cards import (
    AREA,
    CATEGORIES,
    CODES,
    COPIES,
    CUSTOMERS,
    GOOD,
    GUILD,
    KEYS,
    KIND,
    LETTERS,
    MONK,
    MONKS,
    SANATORY,
    SYMBOLS,
    THE_FIELD,
    THE_MEETING_PLACE,
    TRAVEL,
    TRAVELS,
    VILLAGERS,
)
from engine.my_village.flow import DECISIONS
from engine.my_village.moves import banner_faults, read_banner
from engine.my_village.phases.cards import MAX_WINDOWS
from engine.my_village.phases.rounds import turns_in_round
from engine.my_village.state import (
    DICE,
    EMPTY,
    FIRST_FIELD,
    LABORER,
    OVER,
    RATS,
    VALUE,
    Seat,
    State,
)
from engine.my_village.village import exchanges, next_letter, windows
from engine.words import count_of

Row = Mapping[str, Any]

MAX_ROUNDS = 2000
MAX_ANYTHING = 900
"""The upper bound of numbers that have no other bound. It is far above what games reach, so a game that starts from a
valid position stays within the ranges of documents.
"""


def document_faults(doc: Row, cat: Catalogue) -> list[Fault]:
    """Return the faults of a complete position that can be found without a state: references, cards, amounts."""
    seats = doc["seats"]
    named = [("first_player", doc["first_player"]), ("starting_hand.owner", doc["starting_hand"]["owner"])]
    faults = [
        Fault(path, f"there is no seat {seat}")
        for path, seat in [*named, *(("to_act", seat) for seat in doc["to_act"])]
        if seat >= len(seats)
    ]
    boards = Counter(seat["board"] for seat in seats)
    faults += [Fault("seats", f"village board {board} is there twice") for board, times in boards.items() if times > 1]
    faults += _range_faults(doc, cat)
    faults += _card_faults(doc)
    faults += _banner_faults(doc)
    for number, seat in enumerate(seats):
        faults += _seat_faults(seat, cat, f"seats.{number}")
    return faults


def _range_faults(doc: Row, cat: Catalogue) -> Iterator[Fault]:
    """Yield a fault for each number above its limit: the most that games reach, or the number of spaces or pieces."""
    count = len(doc["seats"]) - 2
    pool, dice = doc["pool"], Counter(die["color"] for die in doc["turn"]["dice"])
    amounts = [
        ("round", doc["round"], MAX_ROUNDS),
        ("draws", doc["draws"], 5 * MAX_ANYTHING),
        ("graves", doc["graves"], MAX_ANYTHING),
        ("starting_hand.story", doc["starting_hand"]["story"], MAX_ANYTHING),
        # One more than the display holds, because a trading church adds a customer before the player chooses
        # (MVSTEWARD-5).
        ("display", len(doc["display"]), cat.customers + 1),
        ("pool.white", len(pool["white"]) + dice["white"], cat.white_dice[count]),
        ("pool.black", len(pool["black"]) + dice["black"], cat.black_dice[count]),
        ("rat.space", doc["rat"]["space"], cat.invasion - (doc["phase"] != "rats")),
    ]
    for villager, spaces in zip(VILLAGERS, cat.chronicle, strict=True):
        amounts.append((f"chronicle.{villager}", doc["chronicle"][villager], len(spaces)))
    for number, seat in enumerate(doc["seats"]):
        path, council = f"seats.{number}", seat["council"]
        amounts += [(f"{path}.{name}", seat[name], MAX_ANYTHING) for name in ("coins", "story", "saved", "laborers")]
        amounts += [
            (f"{path}.time", seat["time"], cat.clouds - 1),
            (f"{path}.wards", seat["wards"], cat.spaces[SANATORY] if seat["church"] == KEYS[SANATORY] else 0),
            (f"{path}.wild", seat["wild"], cat.spaces[GUILD] if council == KEYS[GUILD] else 0),
            (f"{path}.tokens", seat["tokens"], cat.meeting_spaces if seat["meeting_place"] else 0),
        ]
        windows = MAX_WINDOWS - cat.windows[CODES[seat["church"]]] if seat["church"] else 0
        amounts.append((f"{path}.monks", len(seat["monks"]), windows))
        for at, building in enumerate(seat["crafts"]):
            amounts.append((f"{path}.crafts.{at}.goods", building["goods"], cat.spaces[CODES[building["card"]]]))
    for path, amount, most in amounts:
        if amount > most:
            yield Fault(path, f"must be at most {most}" if most else "must be nothing here")


def _card_faults(doc: Row) -> Iterator[Fault]:
    """Yield a fault for each duplicate, each card in the wrong stack, and each stack with too many unknown cards
    (MVSETUP).
    """
    counted = Counter(_keys_of(doc))
    stacks = [("customers", doc["customers"], CUSTOMERS)]
    for field, names, kinds in (("monks", SYMBOLS, MONKS), ("travels", LETTERS, TRAVELS)):
        stacks += [(f"{field}.{name}", doc[field][name], kind) for name, kind in zip(names, kinds, strict=True)]
    for path, keys, kind in stacks:
        for key in keys:
            if key and CODES[key] not in kind:
                yield Fault(path, f"{key} does not belong to this stack")
        left = sum(not counted[KEYS[card]] for card in kind)
        if keys.count(None) > left:
            yield Fault(path, f"{count_of(keys.count(None), 'unseen card')}, but only {left} can be there")
    for key, times in counted.items():
        if times > 1:
            yield Fault("", f"{key} is there {times} times, the box holds 1")
    for name, card, used in (
        ("meeting_places", THE_MEETING_PLACE, sum(seat["meeting_place"] for seat in doc["seats"])),
        ("fields", THE_FIELD, sum(len(seat["fields"]) for seat in doc["seats"])),
    ):
        if doc[name] + used > COPIES[card]:
            yield Fault(name, f"{doc[name]} left and {used} in villages are more than {COPIES[card]}")


def _keys_of(doc: Row) -> list[str]:
    """Return the known cards of a position except meeting places and fields."""
    keys: list[str | None] = [*doc["cards"], *doc["display"], *doc["customers"]]
    for stack in (*doc["monks"].values(), *doc["travels"].values()):
        keys += stack
    if doc["pending"]["card"]:
        keys.append(doc["pending"]["card"])
    for seat in doc["seats"]:
        keys += [seat[kind] for kind in ("church", "council") if seat[kind]]
        keys += [building["card"] for building in seat["crafts"]]
        keys += [*seat["monks"], *seat["travels"], *seat["customers"], *seat["served"]]
    return [key for key in keys if key]


def _banner_faults(doc: Row) -> Iterator[Fault]:
    """Yield faults for banners that no village has, and for a pending card other than a monk or travel card."""
    for at, banner in enumerate(doc["turn"]["used"]):
        yield from banner_faults(banner, f"turn.used.{at}")
    for at, seat in enumerate(doc["seats"]):
        yield from banner_faults(seat["tile"], f"seats.{at}.tile")
    used = [read_banner(banner) for banner in doc["turn"]["used"]]
    if any(not 0 <= banner < FIRST_FIELD for banner in used) or len(set(used)) < len(used):
        yield Fault("turn.used", "names banners of a village, each once; fields say themselves whether they are used")
    card = doc["pending"]["card"]
    if card and KIND[CODES[card]] not in (MONK, TRAVEL):
        yield Fault("pending.card", "only monks and travel cards wait for their place")


def _seat_faults(seat: Row, cat: Catalogue, path: str) -> Iterator[Fault]:
    """Yield faults of a village: duplicates, and pieces for which it has no space."""
    goods = [GOOD[CODES[building["card"]]] for building in seat["crafts"]]
    for name, listed in (("villagers", seat["villagers"]), ("marks", seat["marks"]), ("crafts", goods)):
        if len(set(listed)) < len(listed):
            yield Fault(f"{path}.{name}", "one of each at most")
    letters = [LETTERS.index(key.split("_")[1]) for key in seat["travels"]]
    if letters != list(range(len(letters))):
        yield Fault(f"{path}.travels", "letters follow each other from a")
    council = CODES[seat["council"]] if seat["council"] else EMPTY
    names: Sequence[str] = CATEGORIES if council == AREA else VILLAGERS
    if seat["marks"] and (council == EMPTY or not cat.mark_points[council] or set(seat["marks"]) - set(names)):
        yield Fault(f"{path}.marks", "the council has no such spaces")


def state_faults(state: State, dice: bool = True) -> list[Fault]:
    """Return the faults that would make the game unplayable. `dice`: whether missing dice are a fault."""
    faults = []
    over, turns = state.phase == OVER, turns_in_round(state)
    if over != (state.turn == EMPTY):
        faults.append(Fault("to_act", "exactly one seat is to act, and nobody after the end"))
    elif not over and state.phase != RATS and state.turn != state.active:
        faults.append(Fault("to_act", f"it is the turn of seat {state.active}"))
    if state.turns > turns - (not over):
        faults.append(Fault("turns", f"a round has {turns} turns, and the game ends after the last"))
    coming = turns - state.turns - (state.phase != DICE)
    if dice and not over and sum(state.pool) < 2 * coming:
        message = f"two dice are needed for each turn to come in this round, {2 * coming} in all"
        faults.append(Fault("pool", message))
    if state.phase == VALUE and len(state.dice) != 2:
        faults.append(Fault("turn.dice", "two dice have been chosen"))
    for number, seat in enumerate(state.seats):
        if not seat.villagers and (number != state.active or state.phase != LABORER):
            faults.append(Fault(f"seats.{number}.villagers", "a village without villagers hires a day laborer at once"))
    return faults or list(_decision_faults(state, state.seats[state.active]))


def _decision_faults(state: State, seat: Seat) -> Iterator[Fault]:
    """Yield a fault if the seat to act cannot have the pending decision, or cannot carry it out."""
    decision, card = DECISIONS[state.phase], state.card
    kind = EMPTY if card == EMPTY else KIND[card]
    if kind not in decision.waits:
        yield Fault("pending.card", "no such card waits in this phase")
    low, high = decision.steps
    if not low <= state.steps <= high:
        yield Fault("pending.steps", f"must be {low} to {high} in this phase")
    if kind == MONK and windows(state.cat, seat) >= MAX_WINDOWS:
        yield Fault("pending.card", "there is no room for another monk")
    if kind == TRAVEL:
        letter = next_letter(state.cat, seat)
        if letter == EMPTY or card not in TRAVELS[letter] or not state.travels[letter] or not exchanges(seat):
            yield Fault("pending.card", "the travel church cannot exchange this card")
    if len(state.display) < decision.customers:
        yield Fault("display", f"needs {count_of(decision.customers, 'customer')} to choose from")
    if not decision.possible(state, seat):
        yield Fault("phase", decision.lacking)
