"""Priors of moves for searches, from full states."""

from __future__ import annotations

import marshal
from collections.abc import Sequence
from typing import Any, Final

from engine.ruleset import Key, Move
from engine.villagers import effects, flow
from engine.villagers.catalogue import GOLD, SUIT
from engine.villagers.effects.apprentice import TAKE
from engine.villagers.effects.freelancer import HIRE
from engine.villagers.effects.thieves import THIEVE
from engine.villagers.heuristics.features import (
    NUMBERS,
    PLACES,
    Surroundings,
    Village,
    describe,
    place_of,
    room_of,
    rounds_left,
)
from engine.villagers.heuristics.forecast import weights_of
from engine.villagers.heuristics.weights import WEIGHTS, Weights
from engine.villagers.moves import (
    ARRANGE,
    COIN,
    DRAFT_RESERVE,
    DRAFT_ROAD,
    DRAFT_STACK,
    END,
    FOR_COUNTESS,
    KEEP,
    LOOK_TAKE,
    PLACE,
    PLAY,
    RETURN,
    TRADE,
    paid_seat,
)
from engine.villagers.setup import deck
from engine.villagers.solo.court import COUNTESS_SEAT
from engine.villagers.state import BUILD, COUNTESS_DRAFT, DRAFT, State
from engine.villagers.table.village import draft_limit

VISIBLE_GOLD: Final = NUMBERS.index("visible_gold")


def meaning(state: State, move: Move) -> Move:
    """The move with a slot replaced by its villager and gold, and a stack complemented by what its top card shows."""
    kind = move[0]
    if kind in (DRAFT_ROAD, COIN, FOR_COUNTESS):
        slot = move[1]
        card, gold = state.road[slot], state.road_gold[slot]
        earlier = sum([state.road[at] == card and state.road_gold[at] == gold for at in range(slot)])
        return kind, card, gold, earlier
    if kind == DRAFT_STACK:
        top = state.stacks[move[1]][-1]
        return kind, move[1], top >> 8 if top >> state.turn & 1 else -1 - SUIT[top >> 8]
    return move


def move_priors(state: State, seat: int, moves: Sequence[Move]) -> list[float] | None:
    """The prior of each move in gold; `None` where `rate` is needed: before a draft and for reactions."""
    if seat != state.turn:
        return None
    if state.phase == DRAFT and not state.asked:
        return _picks(state, seat, moves) if moves[-1][0] <= DRAFT_RESERVE else None
    if state.asked and state.asked[0] == COUNTESS_DRAFT and moves[-1][0] == FOR_COUNTESS:
        return _gifts(state, seat, moves)
    trials = Trials(state, seat)
    return [trials.lead_after(move) for move in moves]


def key(state: State, seat: int, moves: Sequence[Move]) -> Key | None:
    """Everything that the priors of build moves depend on; `None` if a move may change more than that."""
    if seat != state.turn or state.phase != BUILD or state.asked:
        return None
    for move in moves:
        if not _is_at_home(move):
            return None
    around = Surroundings(state, seat)
    drafts = 0
    for owner in state.seats:
        drafts += draft_limit(owner)
    # Only the features of the stacks matter.
    left = [len(stack) for stack in state.stacks]
    found: tuple[Any, ...] = (
        *(seat, state.seats[seat].key(), tuple(moves), tuple(around.others)),
        *(sum(left), left[0] + left[1], drafts, state.markets),
    )
    if state.developments:
        found += (tuple(around.rivals),)
        if around.coins_count:
            # A move may pay another seat's villager.
            found += (tuple([tuple(other.coins) for other in state.seats]),)
    solo = state.solo
    if solo is not None:
        found += (state.seats[COUNTESS_SEAT].key(), tuple(solo.face_up), solo.begun, solo.jester, solo.must_jest)
    # Version 2 writes equal values as equal bytes; later versions also encode reference counts.
    return marshal.dumps(found, 2)


def _is_at_home(move: Move) -> bool:
    """Whether a build move changes only the features of its own seat, apart from coins that it pays."""
    return move[0] in (PLACE, TRADE, END) or effects.is_at_home(move)


def _include(seats: list[int], seat: int) -> None:
    if seat >= 0 and seat not in seats:
        seats.append(seat)


class Trials:
    """The seat's expected total after each of its moves; against the Countess, its lead.

    `copy`: a copy of the state that is reused if the last move could be undone. `around`: the seat's surroundings while
    nothing else changes. `traded`: the village after trades, by basic villager. `hers`: the Countess's expected total,
    valid as long as her village is the same.
    """

    def __init__(self, state: State, seat: int) -> None:
        self.state: State = state
        self.seat: int = seat
        self.weights: Weights = weights_of(state)
        self.copy: State | None = None
        self.around: Surroundings = Surroundings(state, seat)
        self.traded: dict[int, Village] = {}
        self.hers: float = 0.0
        if state.solo is not None:
            self.hers = WEIGHTS["countess"].worth(describe(state, COUNTESS_SEAT))

    def lead_after(self, move: Move) -> float:
        after = self.state.clone_state() if self.copy is None else self.copy
        self.copy = None
        self._play(after, move)
        if after.turn < 0:
            return float(after.seats[self.seat].gold)
        changed = self._changed_by(move, after)
        around = self._around(after, move, changed)
        worth = self.weights.worth(describe(after, self.seat, around, self._village_in(after, move)))
        if changed:
            after.put_back(self.state, changed, move[0] not in (PLACE, TRADE, END, HIRE, THIEVE))
            self.copy = after
            return worth
        return worth - self._hers_in(after)

    def _around(self, after: State, move: Move, changed: list[int]) -> Surroundings | None:
        """The seat's surroundings after a move that changes these seats; `None` if they are unknown."""
        if not changed:
            return None
        # If a move at home changes other seats, it has paid them.
        if len(changed) == 1 or (not self.around.coins_count and _is_at_home(move)):
            return self.around
        return Surroundings(after, self.seat, self.around, changed)

    def _village_in(self, after: State, move: Move) -> Village | None:
        """The seat's village after a trade, which does not depend on the card given up; `None` after other moves."""
        if move[0] != TRADE:
            return None
        basic = move[2]
        if basic not in self.traded:
            self.traded[basic] = Village(after, after.seats[self.seat])
        return self.traded[basic]

    def _changed_by(self, move: Move, after: State) -> list[int]:
        """The seats that a move changes; none if `State.put_back` could not undo the move."""
        # In solo play events may reach anywhere.
        if self.state.solo is not None or after.turn != self.state.turn or after.phase != self.state.phase:
            return []
        kind = move[0]
        changed = [self.seat]
        if kind == PLACE:
            _include(changed, paid_seat(move[4]))
        elif kind == PLAY:
            _include(changed, move[2] - 1)
            _include(changed, paid_seat(move[4]))
        elif kind == HIRE:
            _include(changed, paid_seat(move[1]))
        elif kind == THIEVE:
            _include(changed, move[2])
        elif kind == TAKE:
            _include(changed, move[1])
            _include(changed, paid_seat(move[8]))
        elif kind not in (TRADE, END, RETURN, LOOK_TAKE, ARRANGE, KEEP):
            return []
        return changed

    def _play(self, after: State, move: Move) -> None:
        """Play the move. For the end of the turn, only drop the remaining build actions."""
        if move[0] == END:
            after.seats[self.seat].builds = 0
        else:
            flow.play(after, self.seat, move, None)

    def _hers_in(self, after: State) -> float:
        if after.solo is None:
            return 0.0
        was, now = self.state.seats[COUNTESS_SEAT], after.seats[COUNTESS_SEAT]
        if now.gold != was.gold or now.card != was.card or now.kids != was.kids or now.coins != was.coins:
            return WEIGHTS["countess"].worth(describe(after, COUNTESS_SEAT))
        return self.hers


def _gifts(state: State, seat: int, moves: Sequence[Move]) -> list[float]:
    """The value of each villager on the road to the Countess, and half of its value to the seat."""
    hers = WEIGHTS["countess"]
    market, rounds = state.markets, rounds_left(state)
    own = _picks(state, seat, [(DRAFT_ROAD, move[1]) for move in moves])
    found = []
    for move, gain in zip(moves, own, strict=True):
        card = state.road[move[1]]
        worth = hers.top(card, market, rounds) + GOLD[card] * hers.number(VISIBLE_GOLD, market, rounds)
        found.append(-worth - 0.5 * gain - 0.5 * state.road_gold[move[1]])
    return found


def _picks(state: State, seat: int, moves: Sequence[Move]) -> list[float]:
    """What each card to draft adds to the hand; for a hidden card, the mean of its suit."""
    own = state.seats[seat]
    cards = own.square + [hidden >> 8 for hidden in own.hand]
    room = room_of(own)
    weights = weights_of(state)
    market, rounds = state.markets, rounds_left(state)
    suits: dict[int, float] = {}

    def gain(card: int) -> float:
        return weights.card(PLACES * card + place_of(room, cards, card), market, rounds)

    found = []
    for move in moves:
        if move[0] == DRAFT_ROAD:
            found.append(gain(state.road[move[1]]) + state.road_gold[move[1]])
            continue
        top = (state.stacks[move[1]] if move[0] == DRAFT_STACK else state.reserve)[-1]
        if top >> seat & 1:
            found.append(gain(top >> 8))
            continue
        suit = SUIT[top >> 8]
        if suit not in suits:
            of_suit = _of_suit(state.players, state.boxes, suit)
            suits[suit] = sum([gain(card) for card in of_suit]) / max(1, len(of_suit))
        found.append(suits[suit])
    return found


_BY_SUIT: Final[dict[tuple[int, int, int], list[int]]] = {}


def _of_suit(players: int, boxes: int, suit: int) -> list[int]:
    """The different cards of a suit in the box."""
    key = (players, boxes, suit)
    if key not in _BY_SUIT:
        _BY_SUIT[key] = sorted({card for card in deck(players, boxes) if SUIT[card] == suit})
    return _BY_SUIT[key]
