"""What makes a position impossible: every fault, with its path in the document."""

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
from engine.my_village.flow import DECISIONS, Decision
from engine.my_village.moves import banner_faults, read_banner
from engine.my_village.phases.cards import MAX_WINDOWS
from engine.my_village.phases.rounds import deaths, turns_in_round
from engine.my_village.phases.white import values_of
from engine.my_village.state import (
    BANNERS,
    DEATH,
    DICE,
    EMPTY,
    FIRST_FIELD,
    LABORER,
    OVER,
    RATS,
    REAPED,
    VALUE,
    Seat,
    State,
)
from engine.my_village.view import shown_cards, unseen_of
from engine.my_village.village import exchanges, next_letter, windows
from engine.words import count_of

Row = Mapping[str, Any]

MAX_ROUNDS = 2000
MAX_ANYTHING = 900
"""More than any game reaches; what follows from a position within these bounds can still be written down."""


def document_faults(doc: Row, cat: Catalogue) -> list[Fault]:
    """Faults of a complete position that can be told before there is a state: references, cards, amounts."""
    seats = doc["seats"]
    faults = [Fault("to_act", f"there is no seat {seat}") for seat in doc["to_act"] if seat >= len(seats)]
    for path, seat in (("first_player", doc["first_player"]), ("starting_hand.owner", doc["starting_hand"]["owner"])):
        if seat >= len(seats):
            faults.append(Fault(path, f"there is no seat {seat}"))
    if len(doc["to_act"]) > 1:
        faults.append(Fault("to_act", "one seat acts at a time"))
    if doc["round"] > MAX_ROUNDS:
        faults.append(Fault("round", f"must be at most {MAX_ROUNDS}"))
    # One more than lies there at a time: a trading church adds a customer before some are chosen (MVSTEWARD-5).
    if len(doc["display"]) > cat.customers + 1:
        faults.append(Fault("display", f"at most {cat.customers + 1} customers lie face up"))
    boards = Counter(seat["board"] for seat in seats)
    faults += [Fault("seats", f"village board {board} is there twice") for board, times in boards.items() if times > 1]
    faults += _amount_faults(doc)
    faults += _card_faults(doc)
    faults += _turn_document_faults(doc)
    for number, seat in enumerate(seats):
        faults += _seat_faults(seat, cat, f"seats.{number}")
    return faults


def _amount_faults(doc: Row) -> Iterator[Fault]:
    amounts = [("graves", doc["graves"]), ("starting_hand.story", doc["starting_hand"]["story"])]
    amounts += [("draws", doc["draws"] // 5)]
    for number, seat in enumerate(doc["seats"]):
        amounts += [(f"seats.{number}.{name}", seat[name]) for name in ("coins", "story", "saved", "laborers")]
    for path, amount in amounts:
        if amount > MAX_ANYTHING:
            yield Fault(path, "is more than any game reaches")


def _card_faults(doc: Row) -> Iterator[Fault]:
    """Cards that are there twice, or in a stack they do not belong to (MVSETUP-1 to 5)."""
    for field, names, kinds in (("monks", SYMBOLS, MONKS), ("travels", LETTERS, TRAVELS)):
        for name, kind in zip(names, kinds, strict=True):
            for key in doc[field][name]:
                if CODES[key] not in kind:
                    yield Fault(f"{field}.{name}", f"{key} does not belong to this stack")
    for key, times in Counter(_keys_of(doc)).items():
        if times > 1:
            yield Fault("", f"{key} is there {times} times, the box holds 1")
    for name, card, used in (
        ("meeting_places", THE_MEETING_PLACE, sum(seat["meeting_place"] for seat in doc["seats"])),
        ("fields", THE_FIELD, sum(len(seat["fields"]) for seat in doc["seats"])),
    ):
        if doc[name] + used > COPIES[card]:
            yield Fault(name, f"{doc[name]} left and {used} in villages are more than {COPIES[card]}")


def _keys_of(doc: Row) -> list[str]:
    """The cards of a position, meeting places and fields left out."""
    keys: list[str] = [*doc["cards"], *doc["display"], *doc["customers"]]
    for stack in (*doc["monks"].values(), *doc["travels"].values()):
        keys += stack
    if doc["pending"]["card"]:
        keys.append(doc["pending"]["card"])
    for seat in doc["seats"]:
        keys += [seat[kind] for kind in ("church", "council") if seat[kind]]
        keys += [building["card"] for building in seat["crafts"]]
        keys += [*seat["monks"], *seat["travels"], *seat["customers"], *seat["served"]]
    return keys


def _turn_document_faults(doc: Row) -> Iterator[Fault]:
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
    """What cannot be so in one village."""
    if len(set(seat["villagers"])) < len(seat["villagers"]):
        yield Fault(f"{path}.villagers", "one of each profession at most")
    if seat["time"] >= cat.clouds:
        yield Fault(f"{path}.time", f"the life time track has {count_of(cat.clouds, 'cloud')}")
    goods = [GOOD[CODES[building["card"]]] for building in seat["crafts"]]
    if len(set(goods)) < len(goods):
        yield Fault(f"{path}.crafts", "at most one building of each type")
    for at, building in enumerate(seat["crafts"]):
        if building["goods"] > cat.spaces[CODES[building["card"]]]:
            yield Fault(f"{path}.crafts.{at}.goods", "more than there are spaces")
    letters = [LETTERS.index(key.split("_")[1]) for key in seat["travels"]]
    if letters != list(range(len(letters))):
        yield Fault(f"{path}.travels", "letters follow each other from a")
    elif any(cat.ends[CODES[key]] for key in seat["travels"][:-1]):
        yield Fault(f"{path}.travels", "nothing follows a card that ends the travels")
    yield from _marker_faults(seat, cat, path)


def _marker_faults(seat: Row, cat: Catalogue, path: str) -> Iterator[Fault]:
    """Monks and markers without the card they need, or more of them than it has room for."""
    church = CODES[seat["church"]] if seat["church"] else EMPTY
    council = CODES[seat["council"]] if seat["council"] else EMPTY
    if church == EMPTY and seat["monks"]:
        yield Fault(f"{path}.monks", "monks need a church")
    elif church != EMPTY and len(seat["monks"]) + cat.windows[church] > MAX_WINDOWS:
        yield Fault(f"{path}.monks", f"at most {MAX_WINDOWS} church windows")
    for name, there, room in (
        ("wards", church == SANATORY, cat.spaces[SANATORY]),
        ("wild", council == GUILD, cat.spaces[GUILD]),
        ("tokens", seat["meeting_place"], cat.meeting_spaces),
    ):
        if seat[name] > (room if there else 0):
            yield Fault(f"{path}.{name}", "more than there are spaces")
    names: Sequence[str] = CATEGORIES if council == AREA else VILLAGERS
    if seat["marks"] and (not seat["council"] or not cat.mark_points[council] or set(seat["marks"]) - set(names)):
        yield Fault(f"{path}.marks", "the council has no such spaces")
    if len(set(seat["marks"])) < len(seat["marks"]):
        yield Fault(f"{path}.marks", "each space once")
    if seat["tile"] and not seat["meeting_place"]:
        yield Fault(f"{path}.tile", "the tile comes with the meeting place")


def state_faults(state: State, dice: bool = True) -> list[Fault]:
    """Phase, turn, decisions and, if asked for, dice that do not go together."""
    faults = [*_turn_faults(state), *(_dice_faults(state) if dice else ())]
    for number, seat in enumerate(state.seats):
        path = f"seats.{number}"
        if seat.tile != EMPTY and not values_of(state, seat, seat.tile):
            faults.append(Fault(f"{path}.tile", "the village has no such banner"))
        if not seat.villagers and (number != state.active or state.phase != LABORER):
            faults.append(Fault(f"{path}.villagers", "a village without villagers hires a day laborer at once"))
        elsewhere, reaped = number != state.active or state.phase == OVER, any(flags & REAPED for flags in seat.fields)
        if elsewhere and seat.reaper:
            faults.append(Fault(f"{path}.reaper", "it is not this seat's turn"))
        if elsewhere and reaped:
            faults.append(Fault(f"{path}.fields", "fields are used in the own turn only"))
        elif reaped and not state.begun:
            faults.append(Fault(f"{path}.fields", "no white banner has been activated in this turn (`turn.begun`)"))
    if not faults:
        faults += _phase_faults(state, state.seats[state.active])
    return faults


def _turn_faults(state: State) -> Iterator[Fault]:
    over = state.phase == OVER
    if over != (state.turn == EMPTY):
        yield Fault("to_act", "exactly one seat is to act, and nobody after the end")
    elif not over and state.phase != RATS and state.turn != state.active:
        yield Fault("to_act", f"it is the turn of seat {state.active}")
    if (state.turns == turns_in_round(state)) != over or state.turns > turns_in_round(state):
        yield Fault("turns", f"a round has {turns_in_round(state)} turns, and the game ends after the last")
    if over and deaths(state) < state.cat.deaths[len(state.seats) - 2]:
        yield Fault("phase", "too few villagers have died for the end")
    yield from _hand_faults(state)
    for villager, filled in enumerate(state.chronicle):
        if filled > len(state.cat.chronicle[villager]):
            yield Fault(f"chronicle.{VILLAGERS[villager]}", "more than there are spaces")
    if (state.rat == state.cat.invasion) != (state.phase == RATS) or state.rat > state.cat.invasion:
        yield Fault("rat.space", "the rat is on the invasion space while the rats are dealt with, else before it")


def _hand_faults(state: State) -> Iterator[Fault]:
    """A starting hand that could not lie there so (MVROUND-5, MVHAND-3 to 5)."""
    seats = len(state.seats)
    away = (state.hand_owner - state.first) % seats
    if state.hand_palm:
        if away:
            yield Fault("starting_hand", "with its palm up it lies before the seat that began the round")
    elif not away and seats > 2:
        yield Fault("starting_hand", "the seat that began the round cannot have taken it")
    elif state.turns < (away or 2) or (state.turns == (away or 2) and state.phase < DEATH):
        yield Fault("starting_hand", "its owner has not had the turn to take it")


def _dice_faults(state: State) -> Iterator[Fault]:
    chosen, seats = len(state.dice), len(state.seats) - 2
    black = sum(state.pool[6:]) + sum(die > 5 for die in state.dice)
    white = sum(state.pool[:6]) + sum(die < 6 for die in state.dice)
    if white > state.cat.white_dice[seats] or black > state.cat.black_dice[seats]:
        yield Fault("pool", "more dice than there are")
    coming = turns_in_round(state) - state.turns - (state.phase != DICE)
    if state.phase != OVER and sum(state.pool) < 2 * coming:
        yield Fault("pool", f"two dice are needed for each turn to come in this round, {2 * coming} in all")
    if chosen not in ((2,) if state.phase == VALUE else (0,) if state.phase in (DICE, OVER) else (0, 2)):
        yield Fault("turn.dice", "two dice from their choice to the end of the turn")
    fixed = BANNERS <= state.phase < OVER
    if fixed != (state.value >= 2):
        yield Fault("turn.value", "is 2 to 12 from the phase `banners` to the end of the turn, else 0")
    if (state.begun or state.used) and not (fixed and state.begun):
        yield Fault("turn.begun", "white banners are used from the phase `banners` on")


def _phase_faults(state: State, seat: Seat) -> Iterator[Fault]:
    """Decisions that nobody could have to make."""
    decision = DECISIONS[state.phase]
    yield from _pending_faults(state, seat, decision)
    if len(state.display) < decision.customers:
        yield Fault("display", f"needs {count_of(decision.customers, 'customer')} to choose from")
    if not decision.possible(state, seat):
        yield Fault("phase", decision.lacking)


def _pending_faults(state: State, seat: Seat, decision: Decision) -> Iterator[Fault]:
    """A card that could not wait, choices that could not be left."""
    card = state.card
    kind = EMPTY if card == EMPTY else KIND[card]
    if kind not in decision.waits:
        yield Fault("pending.card", "no such card waits in this phase")
    low, high = decision.steps
    if not low <= state.steps <= high:
        yield Fault("pending.steps", f"must be {low} to {high} in this phase")
    if state.must and True not in decision.must:
        yield Fault("pending.must", "only while customers are chosen")
    if not state.must and True in decision.must and (False not in decision.must or kind == EMPTY):
        yield Fault("pending.must", "at least one customer is bought here")
    if kind == MONK and windows(state.cat, seat) >= MAX_WINDOWS:
        yield Fault("pending.card", "there is no room for another monk")
    if kind == TRAVEL:
        letter = next_letter(state.cat, seat)
        fits = letter != EMPTY and card in TRAVELS[letter] and state.travels[letter]
        if not fits or not exchanges(seat):
            yield Fault("pending.card", "the travel church cannot exchange this card")


def unseen_faults(state: State) -> list[Fault]:
    """A view's state with more unseen cards in a stack than the box can have left."""
    shown = set(shown_cards(state))
    stacks = [(f"monks.{SYMBOLS[at]}", MONKS[at], len(stack) - bool(stack)) for at, stack in enumerate(state.monks)]
    stacks += [(f"travels.{LETTERS[at]}", TRAVELS[at], len(stack)) for at, stack in enumerate(state.travels)]
    stacks.append(("customers", CUSTOMERS, len(state.customers)))
    return [
        Fault(path, f"{count_of(size, 'unseen card')}, but only {left} can be there")
        for path, cards, size in stacks
        if size > (left := len(unseen_of(cards, shown)))
    ]
