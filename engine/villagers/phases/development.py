"""The Development Phase (DEVELOPMENTS): winners get the tokens, then their rewards."""

from __future__ import annotations

from typing import Final

from engine.errors import Refusal
from engine.events import EventLog, open_event
from engine.move_types import Field, MoveType
from engine.ruleset import Doc, Move
from engine.villagers.catalogue import BASICS, CHURCH, DEVELOPMENT_KEYS, DEVELOPMENTS, KEYS, TAVERN, key_of
from engine.villagers.catalogue import shapes as names
from engine.villagers.moves import REWARD_BASIC, REWARD_CARD, about, pile_doc
from engine.villagers.moves.fields import BASIC, NO_STACK, read_pile
from engine.villagers.phases.looking import take_hidden
from engine.villagers.scoring.developments import counts, winner
from engine.villagers.state import DEVELOPMENT, EMPTY, State
from engine.villagers.table.piles import full_piles, pile_of
from engine.villagers.table.village import add

RULE: Final = "DEVELOPMENTS-7"
MOVE_TYPES: Final[list[MoveType]] = [
    MoveType(
        REWARD_CARD,
        "reward_card",
        "Development Church: take a card of a pile into the hand.",
        DEVELOPMENT,
        about=lambda fields, view: f"{about.pile(fields)} /seats/{{me}}/hand",
        pile=Field(names.Pile),
        stack=NO_STACK.about("The stack, null for the reserve."),
        write=lambda move: pile_doc(move[1]),
        read=lambda state, seat, doc: (read_pile(doc),),
    ),
    MoveType(
        REWARD_BASIC,
        "reward_basic",
        "Development Tavern: take a basic villager into the village.",
        DEVELOPMENT,
        about="/basics/{basic} /seats/{me}/village",
        basic=BASIC,
    ),
]


def begin(state: State, events: EventLog) -> bool:
    """Determine all winners before the first reward (DEVELOPMENTS-4). Returns whether the phase is already over."""
    if not state.developments:
        return True
    state.phase = DEVELOPMENT
    state.holders = [winner(state, development) for development in state.developments]
    give_bonuses(state)
    told: list[Doc] = []
    for development, holder in zip(state.developments, state.holders, strict=True):
        gold = DEVELOPMENTS[development].gold if holder != EMPTY else 0
        told.append(
            {
                "development": DEVELOPMENT_KEYS[development],
                "winner": None if holder == EMPTY else holder,
                "counts": counts(state, development),
                "gold": gold,
            }
        )
    for holder, line in zip(state.holders, told, strict=True):
        if holder != EMPTY:
            state.seats[holder].gold += line["gold"]
    if events is not None:
        events.append(open_event("developments", developments=told))
    return not _ask(state)


def give_bonuses(state: State) -> None:
    """Raise each player's limits by the food and the builders on the tokens that the player holds.

    See DEVELOPMENTS-8 and DEVELOPMENTS-9.
    """
    for seat in state.seats:
        seat.bonus_food = seat.bonus_builders = 0
    for development, holder in zip(state.developments, state.holders, strict=True):
        if holder != EMPTY:
            state.seats[holder].bonus_food += DEVELOPMENTS[development].food
            state.seats[holder].bonus_builders += DEVELOPMENTS[development].builders


def _ask(state: State) -> bool:
    """Let the winners of Church and Tavern choose, if anything is left. The Countess takes only gold (A-99)."""
    for development, holder in zip(state.developments, state.holders, strict=True):
        if 0 <= holder < state.players and development in (CHURCH, TAVERN):
            state.turn = holder
            return bool(moves(state, holder))
    return False


def moves(state: State, seat: int) -> list[Move]:
    """Return the choices: the cards of all piles (Church), or the remaining basic villagers (Tavern)."""
    if CHURCH in state.developments:
        return [(REWARD_CARD, pile) for pile in full_piles(state)]
    return [(REWARD_BASIC, basic) for basic in range(3) if state.basics[basic]]


def why_not(state: State, seat: int, move: Move) -> Refusal | None:
    if CHURCH in state.developments:
        if move[0] == REWARD_BASIC:
            return Refusal("DEVELOPMENTS-10", "The Church gives you the top card of a pile.")
        return Refusal("DEVELOPMENTS-22", "Choose a stack that has cards, or the reserve if it has any.")
    if move[0] == REWARD_CARD:
        return Refusal("DEVELOPMENTS-12", "The Tavern gives you a Basic villager.")
    return Refusal("DEVELOPMENTS-24", "There is no {card} left.", card=key_of(BASICS[move[1]]))


def play(state: State, seat: int, move: Move, events: EventLog) -> bool:
    """Take the reward; the phase is over."""
    if move[0] == REWARD_CARD:
        take_hidden(state, seat, move[1], pile_of(state, move[1]).pop(), events)
        return True
    card = BASICS[move[1]]
    state.basics[move[1]] -= 1
    villager = add(state.seats[seat], card, card, 0)
    if events is not None:
        events.append(open_event("basic_taken", seat=seat, basic=KEYS[card], villager=villager))
    return True
