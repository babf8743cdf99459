"""Ratings of moves from a view, by the `outlook` of the seat's village after each move.

A banner is played on a copy of the state. The rating of a white one includes the best white banners that can follow.
Two dice are rated by the best turn they allow, less coins, markers and time.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.my_village.catalogue.cards import TRAVELS
from engine.my_village.heuristics.outlook import TOKEN_WORTH, Outlook
from engine.my_village.moves import (
    ACTIVATE,
    BURY,
    CALL_STEWARD,
    END_TURN,
    EXCHANGE_TRAVEL,
    FORFEIT,
    INVITE,
    INVITE_FREE,
    MOVE_PLOW,
    SERVE,
    TAKE_CARD,
    TEACH,
    TRAVEL,
    WARD_OFF,
)
from engine.my_village.phases import banners, headman, school
from engine.my_village.state import BANNERS, DICE, EXCHANGE, LESSON, STEP, STEWARD, VALUE, State
from engine.my_village.view import View, shown_cards, unseen_of
from engine.my_village.village import exchanges, pay_time, travel_costs
from engine.my_village.village.payments import pay
from engine.my_village.village.values import Way, ways_to
from engine.ruleset import Move

_WHITE = (ACTIVATE, SERVE, TEACH)
IDLE = -0.05
"""The rating of a move that changes nothing, relative to ending the turn."""


def rate_moves(view: View, moves: Sequence[Move]) -> list[float]:
    """Expected points of each move, up to a constant."""
    state, who = view.state, view.viewer
    assert who is not None, "a spectator has no moves"
    outlook = Outlook(state, who)
    if state.phase in (DICE, VALUE):
        return _rate_dice(state, outlook, moves)
    if state.phase == BANNERS:
        base = outlook.evaluate(state)
        return [_rate_banner(state, outlook, move, base) for move in moves]
    return [_rate_choice(state, outlook, move) for move in moves]


# --- dice ------------------------------------------------------------------------------------


def _rate_dice(state: State, outlook: Outlook, moves: Sequence[Move]) -> list[float]:
    """The best turn of every value, less the price of the value."""
    seat = state.seats[outlook.who]
    turns: dict[int, float] = {}

    def turn(value: int) -> float:
        if value not in turns:
            turns[value] = _best_turn(state, outlook, value)
        return turns[value]

    def worth(way: Way) -> float:
        value, coins, tokens = way
        coins_worth = outlook.coins(seat.coins) - outlook.coins(seat.coins - coins)
        return turn(value) - coins_worth - TOKEN_WORTH * tokens * outlook.soon(2)

    if state.phase == VALUE:
        return [worth(move[1:]) for move in moves]
    hour = outlook.death_cost(state, seat) / state.cat.clouds
    return [
        max(worth(way) for way in ways_to([move[1], move[2]], seat.coins, seat.tokens))
        - hour * state.cat.black_time * ((move[1] > 5) + (move[2] > 5))
        for move in moves
    ]


def _best_turn(state: State, outlook: Outlook, value: int) -> float:
    """The gain of the best turn with a value."""
    trial = state.clone_state()
    trial.phase = BANNERS
    trial.value = value
    base = outlook.evaluate(trial)
    return max(_rate_banner(trial, outlook, move, base) for move in banners.moves(trial, outlook.who))


# --- banners ---------------------------------------------------------------------------------


def _rate_banner(state: State, outlook: Outlook, move: Move, base: float) -> float:
    """The gain of a banner, with the best continuation after a white one."""
    kind, who = move[0], outlook.who
    if kind == END_TURN:
        return 0.0
    if kind == TRAVEL:
        return _rate_travel(state, outlook, move, base)
    if kind == CALL_STEWARD:
        return _rate_steward(state, outlook, 4, free=bool(move[1]))
    trial = state.clone_state()
    over = banners.play(trial, who, move, None)
    gain = outlook.evaluate(trial) - base
    if kind == TAKE_CARD and trial.card >= 0:
        trial.seats[who].monks.append(trial.card)
        return outlook.evaluate(trial) - base + (0.0 if over else _rate_monk(trial, outlook))
    if over:
        return gain
    if kind == MOVE_PLOW:
        gain = IDLE
    return gain + _best_white(trial, outlook)


def _best_white(state: State, outlook: Outlook) -> float:
    """The gain of playing white banners greedily as long as they bring points."""
    total = 0.0
    base = outlook.evaluate(state)
    while True:
        best, after = 0.0, state
        for move in banners.moves(state, outlook.who):
            if move[0] in _WHITE:
                trial = state.clone_state()
                banners.play(trial, outlook.who, move, None)
                gain = outlook.evaluate(trial) - base
                if gain > best:
                    best, after = gain, trial
        if after is state:
            return total
        total, base, state = total + best, base + best, after


def _rate_travel(state: State, outlook: Outlook, move: Move, base: float) -> float:
    """The average over the cards that may be on top; with the travel church, over the better of two."""
    _, letter, paid = move
    trial = state.clone_state()
    seat = trial.seats[outlook.who]
    pay_time(state.cat, seat, travel_costs(state.cat, seat, letter)[0][7] + state.cat.time[TRAVELS[letter][0]])
    pay(seat, paid)
    worths = _journeys(trial, outlook, letter)
    extra = (max(worths) - min(worths)) / 4 if exchanges(seat) and len(state.travels[letter]) > 1 else 0.0
    return sum(worths) / len(worths) + extra - base


def _journeys(state: State, outlook: Outlook, letter: int) -> list[float]:
    """The evaluation of the village with each card that may be on top of a letter's stack."""
    travels = state.seats[outlook.who].travels
    worths = []
    for card in unseen_of(TRAVELS[letter], set(shown_cards(state))):
        travels.append(card)
        worths.append(outlook.evaluate(state))
        travels.pop()
    return worths


def _rate_monk(state: State, outlook: Outlook) -> float:
    """The gain of a monk's action, after his time and window."""
    who = outlook.who
    if state.phase in (STEP, LESSON):
        phase = headman if state.phase == STEP else school
        base = outlook.evaluate(state)
        gains = []
        for move in phase.moves(state, who):
            trial = state.clone_state()
            phase.play(trial, who, move, None)
            gains.append(outlook.evaluate(trial) - base)
        return max(gains, default=0.0) * (1.5 if state.steps > 1 else 1.0)
    return max(0.0, _rate_steward(state, outlook, state.steps, free=state.phase == STEWARD))


# --- customers -------------------------------------------------------------------------------


def _price(state: State, outlook: Outlook, number: int) -> float:
    """The value of the price of `number` customers."""
    cat, seat = state.cat, state.seats[outlook.who]
    coins = cat.steward_coins[number - 1]
    time = cat.steward_time[number - 1] * outlook.death_cost(state, seat) / cat.clouds
    return time + outlook.coins(seat.coins) - outlook.coins(seat.coins - coins)


def _added(state: State, outlook: Outlook, cards: Sequence[int]) -> float:
    """The gain of more customers in addition to those who wait."""
    seat = state.seats[outlook.who]
    both = outlook.customers(state, seat, [*seat.customers, *cards])
    return both - outlook.customers(state, seat, seat.customers)


def _rate_steward(state: State, outlook: Outlook, most: int, *, free: bool) -> float:
    """The gain of the display's best customers, less their price."""
    seat = state.seats[outlook.who]
    ranked = sorted(state.display, key=lambda card: -outlook.customer(state, seat, card))
    gift = ranked[:1] if free else []
    best = -9.0
    for number in range(1, min(most, len(ranked) - len(gift)) + 1):
        if state.cat.steward_coins[number - 1] <= seat.coins:
            cards = [*gift, *ranked[len(gift) : len(gift) + number]]
            best = max(best, _added(state, outlook, cards) - _price(state, outlook, number))
    return best


# --- other choices ---------------------------------------------------------------------------


def _rate_choice(state: State, outlook: Outlook, move: Move) -> float:
    """Moves of decisions that an action or a death requires."""
    kind, who = move[0], outlook.who
    seat = state.seats[who]
    if kind == INVITE:
        return _added(state, outlook, move[1:]) - _price(state, outlook, len(move) - 1)
    if kind == INVITE_FREE:
        return _added(state, outlook, move[1:])
    if kind == CALL_STEWARD:
        return _rate_steward(state, outlook, state.steps, free=bool(move[1]))
    if kind == BURY:
        return -outlook.loss(state, seat, move[1])
    if kind == WARD_OFF:
        return outlook.story(seat, seat.story // 2) - 1.5 * outlook.soon(8)
    if state.phase == EXCHANGE:
        return _rate_exchange(state, outlook, kind)
    if kind == FORFEIT:
        return 0.0
    if state.phase in (STEP, LESSON):
        phase = headman if state.phase == STEP else school
        trial = state.clone_state()
        phase.play(trial, who, move, None)
        return outlook.evaluate(trial) - outlook.evaluate(state)
    return outlook.villager(state, seat, move[1])


def _rate_exchange(state: State, outlook: Outlook, kind: int) -> float:
    """Keep the drawn card, or take the average of the others."""
    trial = state.clone_state()
    seat = trial.seats[outlook.who]
    if kind == EXCHANGE_TRAVEL:
        worths = _journeys(trial, outlook, len(seat.travels))
        return sum(worths) / len(worths)
    seat.travels.append(state.card)
    return outlook.evaluate(trial)
