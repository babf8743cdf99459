"""States of Villagers as plain documents: what positions and views have in common, and positions whole."""

from __future__ import annotations

from typing import Any, Final

from engine.ruleset import Doc
from engine.villagers.catalogue import (
    BASICS,
    COUNTESS,
    COUNTESS_BLANK,
    DEVELOPMENT_KEYS,
    EVENT_KEYS,
    FOUNDERS,
    FOUNDERS_FED,
    KEYS,
    STAND_IN,
    THIEF,
)
from engine.villagers.flow import to_act
from engine.villagers.moves import pile_doc
from engine.villagers.scoring import FINAL_ITEMS
from engine.villagers.setup import LEVELS, names_of
from engine.villagers.solo.court import COUNTESS_SEAT
from engine.villagers.state import (
    COUNTESS_DRAFT,
    EMPTY,
    KNOWERS,
    LAST_JEST,
    LOOK,
    MARKS,
    ORIGIN,
    PHASES,
    RETURN_CARD,
    SETTLE,
    SPECTATORS,
    STEAL,
    Seat,
    Solo,
    State,
)
from engine.villagers.table.hidden import ORIGINS, seats_in
from engine.villagers.table.village import role_of

FORMAT: Final = 1
_SIDES: Final = {FOUNDERS: "gold", FOUNDERS_FED: "food", COUNTESS: "gold", COUNTESS_BLANK: "blank"}


def write_position(state: State) -> Doc:
    """The state in the position notation, complete: nothing is left out."""
    return {
        "ruleset": "villagers",
        "seed": state.seed.hex(),
        **write_open(state),
        "to_act": list(to_act(state)),
        "stacks": [_pile(stack) for stack in state.stacks],
        "reserve": _pile(state.reserve),
        "seats": [_seat(state, seat) for seat in range(state.players)],
        "pending": write_pending(state, KEYS[state.pending >> 8] if state.pending != EMPTY else None),
        "developments": [
            {"development": DEVELOPMENT_KEYS[development], "holder": None if holder == EMPTY else holder}
            for development, holder in zip(state.developments, state.holders, strict=True)
        ],
        "events": None if state.solo is None else _events(state.solo),
        "known": _known(state),
    }


def write_open(state: State) -> Doc:
    """What is open to everybody: shared by positions and views."""
    return {
        "format": FORMAT,
        "options": {"expansions": names_of(state.boxes), "solo": LEVELS[state.solo.level] if state.solo else None},
        "draws": state.draws,
        "round": state.round,
        "phase": PHASES[state.phase],
        "first_player": state.first,
        "road": [
            None if card == EMPTY else {"card": KEYS[card], "gold": gold}
            for card, gold in zip(state.road, state.road_gold, strict=True)
        ],
        "discard": [KEYS[card] for card in state.discard],
        "basics": {KEYS[card]: left for card, left in zip(BASICS, state.basics, strict=True)},
        "markets_held": list(range(1, state.markets + 1)),
        "recruited_picks": state.recruited,
        "countess": None if state.solo is None else _countess(state.seats[COUNTESS_SEAT]),
    }


def _countess(her: Seat) -> Doc:
    return {"gold": her.gold, "village": _village(her), "final": write_final(her)}


def write_events(solo: Solo) -> Doc:
    """The events without the decks: shared by positions and views."""
    return {
        "face_up": _event_keys(solo.face_up),
        "begun": [EVENT_KEYS[event] for event in solo.face_up if solo.begun >> event & 1],
        "summer_discard": _event_keys(solo.gone[0]),
        "winter_discard": _event_keys(solo.gone[1]),
        "jester": solo.jester,
        "jester_due": solo.must_jest,
    }


def _events(solo: Solo) -> Doc:
    summer, winter = (_event_keys(deck[::-1]) for deck in solo.decks)
    return {**write_events(solo), "summer": summer, "winter": winter}


def _event_keys(events: list[int]) -> list[str]:
    return [EVENT_KEYS[event] for event in events]


def write_pending(state: State, card: Any) -> Doc | None:
    """The decision begun and not finished; `card`: the traded card as it is to be shown."""
    if not state.asked:
        return None
    kind, *facts = state.asked
    if kind == RETURN_CARD:
        return {"type": "return_card", "card": card}
    if kind == LOOK:
        pile, depth, placed = facts
        return {"type": "look", **pile_doc(pile), "depth": depth, "placed": None if placed == EMPTY else placed}
    if kind == STEAL:
        return {"type": "steal", "seat": facts[0]}
    if kind == COUNTESS_DRAFT:
        return {"type": "countess_draft", "slot": None if facts[0] == EMPTY else facts[0]}
    if kind == LAST_JEST:
        return {"type": "jester"}
    return {"type": "settle" if kind == SETTLE else "resolve", "event": EVENT_KEYS[facts[0]]}


def write_seat(state: State, number: int) -> Doc:
    """A seat without its hand: shared by positions and views."""
    seat = state.seats[number]
    used = [((one >> 16) - 1, one & 0xFFFF) for one in seat.hired]
    thieves = [(owner, at) for owner, at in used if state.seats[owner].card[at] == THIEF]
    return {
        "gold": seat.gold,
        "square": [KEYS[card] for card in seat.square],
        "drafting_done": seat.done,
        "village": _village(seat),
        "builds_left": seat.builds,
        "trades_left": seat.trades,
        "tinner": seat.tinner,
        "opening": seat.opening,
        "hired": [{"seat": owner, "villager": at} for owner, at in used if (owner, at) not in thieves],
        "robbed": [at for _, at in thieves],
        "limit_cut": seat.cut,
        "final": write_final(seat),
    }


def write_final(seat: Seat) -> Doc | None:
    """What a seat's gold at the end is made up of."""
    return None if seat.final is None else dict(zip(FINAL_ITEMS, seat.final, strict=True))


def _seat(state: State, number: int) -> Doc:
    return {"hand": [KEYS[hidden >> 8] for hidden in state.seats[number].hand], **write_seat(state, number)}


def _village(seat: Seat) -> list[Doc]:
    return [_villager(seat, at) for at in range(1, len(seat.card)) if seat.card[at] != EMPTY]


def _villager(seat: Seat, at: int) -> Doc:
    card = seat.card[at]
    return {
        "id": at,
        "card": KEYS[role_of(card)],
        "on": seat.on[at] or None,
        "gold": seat.coins[at],
        "as": KEYS[seat.role[at]] if STAND_IN[card] and seat.role[at] != card else None,
        "side": _SIDES.get(card),
    }


def _pile(pile: list[int]) -> list[str]:
    return [KEYS[hidden >> 8] for hidden in reversed(pile)]


def _known(state: State) -> list[Doc]:
    """A mark for every hidden card of which others than a hand's owner know something."""
    piles: list[tuple[str, int, list[int]]] = [
        ("hand", index, seat.hand) for index, seat in enumerate(state.seats[: state.players])
    ]
    piles += [("stack", index, stack[::-1]) for index, stack in enumerate(state.stacks)]
    piles.append(("reserve", 0, state.reserve[::-1]))
    piles.append(("pending", 0, [] if state.pending == EMPTY else [state.pending]))
    return [
        {
            "pile": pile,
            "index": index,
            "place": place,
            "seats": seats_in(hidden & KNOWERS),
            "public": bool(hidden & SPECTATORS),
            "origin": ORIGINS[hidden & ORIGIN],
        }
        for pile, index, cards in piles
        for place, hidden in enumerate(cards)
        if hidden & MARKS
    ]
