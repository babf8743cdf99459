"""What of a decision begun by a move, and of a turn begun, does not go together with the rest of a position."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from engine.errors import Fault
from engine.villagers.catalogue import SAINTS_BOX, SCOUNDRELS_BOX, THIEF
from engine.villagers.documents.solo_validation import IN_FORCE, replaces
from engine.villagers.effects import freelancer, lookers, thieves
from engine.villagers.phases import trading
from engine.villagers.state import (
    BUILD,
    COUNTESS_DRAFT,
    DRAFT,
    EMPTY,
    EVENT,
    LAST_JEST,
    LOOK,
    REPLACEMENT,
    RESERVE,
    RETURN_CARD,
    SETTLE,
    STEAL,
    UNKNOWN,
    State,
)
from engine.villagers.table.piles import pile_of
from engine.villagers.table.village import build_limit

_PHASES: Final = {
    RETURN_CARD: (BUILD,),
    LOOK: (DRAFT, BUILD),
    STEAL: (BUILD,),
    COUNTESS_DRAFT: (DRAFT,),
    SETTLE: (DRAFT, BUILD),
    REPLACEMENT: (EVENT,),
    LAST_JEST: (EVENT,),
}


def decision_faults(state: State) -> Iterator[Fault]:
    """A decision begun: its phase, and what has led to it."""
    if (state.pending != EMPTY) != (state.asked[:1] == (RETURN_CARD,)):
        yield Fault("pending", "a traded card is on its way exactly while its place is to be decided")
    if not state.asked:
        return
    kind, *facts = state.asked
    if state.phase not in _PHASES[kind]:
        yield Fault("pending", "is not decided in this phase")
    if state.turn == EMPTY:
        return
    if kind == LOOK:
        yield from _look_faults(state, *facts)
    elif kind == STEAL:
        yield from _steal_faults(state, facts[0])
    elif kind == COUNTESS_DRAFT:
        yield from _countess_draft_faults(state, facts[0])
    elif state.solo is not None:
        yield from _event_faults(state, kind, facts)


def looked_at(state: State) -> list[int]:
    """The hidden cards that the seat the game waits for has looked at, and has to decide about."""
    if state.asked[:1] == (LOOK,):
        return pile_of(state, state.asked[1])[-state.asked[2] :]
    return state.seats[state.asked[1]].hand if state.asked[:1] == (STEAL,) else []


def _look_faults(state: State, pile: int, depth: int, placed: int) -> Iterator[Fault]:
    """The Prophet sees a whole stack, the Pigeoneer the top of the reserve, then one less (SAINTS-8, SAINTS-10)."""
    if not state.boxes & SAINTS_BOX:
        yield Fault("pending", "nobody looks through a pile without the Saints")
    cards = pile_of(state, pile)
    if not 0 < depth <= len(cards) or (placed != EMPTY and placed > depth - 2):
        yield Fault("pending", "there are not so many cards to look at, or to put back")
        return
    if (pile == RESERVE) != (state.phase == BUILD):
        yield Fault("pending.pile", "a stack is looked through in the draft, the reserve while building")
    most = len(cards) if pile != RESERVE else lookers.PIGEONEER_SEES - (placed != EMPTY)
    if depth != min(most, len(cards)):
        yield Fault("pending.depth", "the Prophet sees the whole stack, the Pigeoneer up to six cards")
    looker = state.seats[state.turn]
    if placed != EMPTY and not (looker.hand if pile == RESERVE else looker.square):
        yield Fault("pending.placed", "the card taken lies on the square, or in the hand")
    yield from _knowledge_faults(state)


def _knowledge_faults(state: State) -> Iterator[Fault]:
    seen = [hidden for hidden in looked_at(state) if hidden >> 8 < UNKNOWN]
    if any(not hidden >> state.turn & 1 for hidden in seen):
        yield Fault("known", "who has looked at cards knows them")


def _steal_faults(state: State, owner: int) -> Iterator[Fault]:
    """The Noble has looked at another seat's hand (SCOUNDRELS-14)."""
    if not state.boxes & SCOUNDRELS_BOX:
        yield Fault("pending", "nobody steals without the Scoundrels")
    if owner == state.turn:
        yield Fault("pending.seat", "nobody steals from the own hand")
    else:
        yield from _knowledge_faults(state)


def _countess_draft_faults(state: State, slot: int) -> Iterator[Fault]:
    """The player has just drafted (SOLO-7, SOLO-8)."""
    if not state.seats[state.turn].square:
        yield Fault("pending", "the villager just drafted lies on the square")
    if slot != EMPTY and state.road[slot] != EMPTY:
        yield Fault("pending.slot", "has been drafted from: it is a gap")


def _event_faults(state: State, kind: int, facts: list[int]) -> Iterator[Fault]:
    solo = state.solo
    assert solo is not None, "only solo games have events"
    if kind == LAST_JEST and not solo.must_jest:
        yield Fault("pending", "the Jester has to act only when he is due")
    if kind not in (SETTLE, REPLACEMENT):
        return
    event = facts[0]
    if event not in solo.face_up:
        yield Fault("pending.event", "must lie face up")
    if kind == REPLACEMENT and not replaces(event):
        yield Fault("pending.event", "does not replace Mood Swing in the event phase")
    if kind == SETTLE and event != IN_FORCE.get(state.phase):
        yield Fault("pending.event", "asks for no price in this phase")
    elif kind == SETTLE and (solo.begun >> event & 1 or _has_acted(state)):
        yield Fault("pending", "a price is asked for once, before anything else in the phase")


def _has_acted(state: State) -> bool:
    """Whether the seat has drafted or built before the decision that comes first in the phase."""
    seat = state.seats[state.turn]
    if state.phase == DRAFT:
        return bool(seat.square)
    return seat.builds != build_limit(seat) or bool(seat.hired) or past_opening(state)


def past_opening(state: State) -> bool:
    """Whether the builder has certainly done more than hire freelancers (PROFITEERS-13)."""
    seat = state.seats[state.turn]
    robbed = any((one >> 16) - 1 == state.turn and seat.card[one & 0xFFFF] == THIEF for one in seat.hired)
    return seat.tinner or robbed or seat.trades < trading.MAX_TRADES or state.asked[:1] not in ((), (SETTLE,))


def builder_faults(state: State) -> Iterator[Fault]:
    """The opening of a build turn, and the gold that hiring and robbing have put on villagers."""
    if state.phase != BUILD or state.turn == EMPTY:
        return
    seat, path = state.seats[state.turn], f"seats.{state.turn}"
    if seat.opening and past_opening(state):
        yield Fault(f"{path}.opening", "ends with the first thing done but hiring")
    for one in seat.hired:
        owner, villager = state.seats[(one >> 16) - 1], one & 0xFFFF
        is_thief = owner.card[villager] == THIEF
        if owner.coins[villager] < (thieves.LOOT if is_thief else freelancer.PRICE):
            name, gold = ("robbed", "loot") if is_thief else ("hired", "gold he was paid")
            yield Fault(f"{path}.{name}", f"villager {villager} does not have the {gold} on him")
