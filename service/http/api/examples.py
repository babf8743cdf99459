"""Examples for the contract: made by the rulesets themselves from a fixed seed, so that they are never wrong.

Each of them once per ruleset, under the ruleset's key, with the form if a body has several (`villagers_moves`);
some once more as they are for one seat alone, where a ruleset can be played by one or more (`villagers_solo`).
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache
from typing import Any

import orjson

from engine.registry import LEVELS, RULESETS
from engine.ruleset import Doc, Move, Ruleset
from engine.wording import LANGUAGES
from service.games import Game, Seat, seeing
from service.games.creation import Order
from service.games.decisions import DEFAULT_LEVEL, document
from service.games.games import BOT_SECONDS
from service.games.including import NOTHING, Include
from service.games.inviting import DEFAULT_SECONDS, invitation_document, offer_document
from service.games.leaving import resign
from service.games.notices import of_beginning, of_moves
from service.games.positions import Position, score
from service.games.reviews.asking import document as review_document
from service.http.api.bounds import MAX_MOVES
from service.http.api.rulesets import cards_document, describe, details
from service.store.decisions import About, Record
from service.store.invitations import Invitation
from service.store.notices import Hook
from service.store.reviews import AboutReview, ReviewRecord

OK: dict[str, Any] = {"ok": {"status": "ok"}}
Examples = dict[str, dict[str, Any]]
"""Operation id -> name of the example -> body."""

SEED = "an example"
GAME_ID = "0017yym6lraizy76kigz"
HOST_TOKEN = f"{GAME_ID}.Yb3Wq8ZkTn1Rf5Jx0LhVc7MsDp2GuAe9oQiKtXvNz4B"
TOKEN = f"{GAME_ID}.pT0X2hvN9m8Qw3rLr5sKcJ1dA6fG7yUiOzEbVnMxWqY"
BEGAN_MS = 1_790_000_000_000
SALT = bytes.fromhex("8d1e5a0c7f3b92e46c05d8b1a7f0432e")
CONTRIBUTION = "four yellow houses"
DECISION_ID = "y7dkx3rmqz5u2hfa6wtnlc4vgebpsj2i"
REVIEW_ID = "q3mzx7ydkr5u2hfa6wtnlc4vgebpsj2iabcd5efg"
CLAIMANT = "Carla"
AI_NAMES = ("Bertha", "Cecil", "Dora", "Emil")
WEBHOOK = {"url": "https://play.example/hamlet"}
SIGNER = "whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oDOL0Zxeq/Ja8="
BOT = {"type": "bot", "name": "Deep Thought", "bot": "deep-thought", "level": "medium"}
ABOUT_BOT = {"name": BOT["bot"], "about": "Looks three moves ahead."}
MAX_ENTRIES = 3
"""How much of a long list an example shows."""
MAX_PLAYED = 1000
MAX_PLAYED_SECONDS = 1.0
"""Moves, and seconds of processor time, for which a game is played on: that of a package may never end, or be slow.
Hamlet's own end after 200 moves, in a hundredth of a second.
"""


def _order(ruleset: Ruleset[Any, Any], *, solo: bool = False, open_seat: bool = False) -> Doc:
    """Two seats or the fewest there can be, one where nobody plays with others or for `solo`: a person, then AIs, or
    then an open seat.
    """
    fewest = 1 if solo else min((count for count in ruleset.seats if count > 1), default=1)
    others = [{"type": "ai", "name": name, "level": list(LEVELS)[-1]} for name in AI_NAMES[: fewest - 1]]
    if open_seat:
        others[-1:] = [{"type": "open"}]
    return {"ruleset": ruleset.key, "seats": [{"type": "human", "name": "Ada"}, *others], "options": {}, "seed": SEED}


def _start(ruleset: Ruleset[Any, Any], *more: Doc, solo: bool = False) -> Game:
    """The game just begun; `more`: who has the last seats instead."""
    order = _order(ruleset, solo=solo)
    order["seats"][len(order["seats"]) - len(more) :] = more
    seats = [Seat(**seat) for seat in order["seats"]]
    game = Order.checked(ruleset, seats, order["options"], order["seed"], LEVELS).begin(GAME_ID)
    game.setup = replace(game.setup, created_ms=BEGAN_MS, salt=SALT)
    return game


def _start_and_move(ruleset: Ruleset[Any, Any]) -> tuple[Game, int]:
    """The game after its first move, and who made it."""
    game = _start(ruleset)
    seat = game.to_act[0]
    game.apply(seat, ruleset.legal_moves(game.state, seat)[0])
    game.pending = [replace(entry, at_ms=BEGAN_MS + 5000) for entry in game.pending]
    return game, seat


def _undo_reply(ruleset: Ruleset[Any, Any]) -> Doc:
    """What is told of the game whose first move has been taken back."""
    moved, seat = _start_and_move(ruleset)
    moved.pending, moved.stored_version = [], 1
    moved.take_back(seat, _start(ruleset).state, 1)
    return _played(moved, seat)


def _played(game: Game, seat: int) -> Doc:
    return seeing.played_document(game, seat, NOTHING, game.pending)


def _joined(game: Game, seat: int, **more: Any) -> Doc:
    return {**seeing.game_document(game, seat), "tokens": {str(seat): TOKEN}, **more}


def _rematch_reply(ruleset: Ruleset[Any, Any]) -> Doc:
    """The game that follows, as its host is shown it, who sat first and sits last."""
    order = _order(ruleset)["seats"]
    game = _start(ruleset, *order[1:], {"type": "human", "name": "Ada"})
    return _joined(game, len(game.seats) - 1, host_token=HOST_TOKEN)


def _finish(ruleset: Ruleset[Any, Any]) -> Game:
    """The shortest game that there can be: its first seat, or all but one, have resigned at once."""
    game = _give_up(_start(ruleset))
    game.pending = [replace(entry, at_ms=BEGAN_MS + 5000) for entry in game.pending]
    return game


def _import_reply(ruleset: Ruleset[Any, Any]) -> Doc:
    """The same as it is shown, once it was imported."""
    game = _finish(ruleset)
    game.setup = replace(game.setup, imported=True)
    return seeing.game_document(game, None)


def _claim_reply(ruleset: Ruleset[Any, Any]) -> Doc:
    """The game as the last seat sees it, just claimed by a person."""
    game = _start(ruleset, {"type": "human", "name": CLAIMANT})
    last = len(game.seats) - 1
    game.setup = replace(game.setup, chosen=False, contributions={last: CONTRIBUTION})
    return _joined(game, last)


def _invitation() -> Invitation:
    return Invitation(
        "mzxw6ytboi4dqmrt", GAME_ID, "7K3MQ9TX4B", None, None, BEGAN_MS, BEGAN_MS + 1000 * DEFAULT_SECONDS
    )


def _play(game: Game, pick: int) -> Iterator[tuple[int, Move]]:
    """Play the game to its end, or as far as the bounds allow, always by the legal move in this place of the list:
    who moves, and how, each time before it is carried out.
    """
    until = time.thread_time() + MAX_PLAYED_SECONDS
    for _ in range(MAX_PLAYED):
        if not game.to_act or time.thread_time() > until:
            return
        seat = game.to_act[0]
        move = game.ruleset.legal_moves(game.state, seat)[pick]
        yield seat, move
        game.apply(seat, move)


@cache
def _turn(ruleset: Ruleset[Any, Any]) -> list[Doc]:
    """The first moves, three or more, that a seat makes in a row, always the first legal one; or the most there are."""
    longest: list[Doc] = []
    turn: list[Doc] = []
    last = None
    for seat, move in _play(_start(ruleset), 0):
        if seat != last and len(turn) >= 3:
            break
        turn = [*(turn if seat == last else ()), ruleset.write_move(move)]
        longest = max(longest, turn, key=len)
        last = seat
    return longest[:MAX_MOVES]


def _end(game: Game) -> Game:
    """The game at its end, reached by the last legal moves; if it has none in sight, everybody resigns."""
    for _ in _play(game, -1):
        pass
    return _give_up(game)


def _give_up(game: Game) -> Game:
    for seat in range(len(game.seats)):
        if game.to_act:
            resign(game, seat)
    return game


def _replay(ruleset: Ruleset[Any, Any]) -> Doc:
    """A whole game, of which only the beginning is shown."""
    game = _end(_start(ruleset))
    entries = [replace(entry, at_ms=BEGAN_MS + 5000 * number) for number, entry in enumerate(game.pending, 1)]
    return seeing.replay_document(game, entries[:MAX_ENTRIES])


def _bots_turn(ruleset: Ruleset[Any, Any]) -> Doc:
    """The first turn of a bot's, with some of its moves."""
    game = _start(ruleset)
    game.at_ms = BEGAN_MS
    turn = seeing.bot_turn_document(game, game.to_act[0], BOT_SECONDS)
    return {**turn, "moves": turn["moves"][:MAX_ENTRIES]}


def _seat_turn(game: Game, seat: int) -> Doc:
    """Where the game stands for a seat, with some of its moves."""
    turn = seeing.lean(seeing.played_document(game, seat, Include(moves=True), game.pending))
    return {**turn, "moves": turn["moves"][:MAX_ENTRIES]}


def _decision_reply(about: About) -> Doc:
    return document(DECISION_ID, Record(about, "queued", BEGAN_MS))


def _decision(game: Game, seat: int) -> Doc:
    """A decision that has been made. What the AI thinks is made up: it would change with every change to an AI."""
    moves = seeing.moves_document(game, seat)["moves"][:MAX_ENTRIES]
    candidates = [
        {**_judged(one), "visits": 600 >> at, "value": 0.61 - at / 20, "gold": 58.5 - at}
        for at, one in enumerate(moves)
    ]
    result = {"move": moves[0]["move"], "candidates": candidates, "iterations": 1150}
    about = About(game.ruleset.key, seat, DEFAULT_LEVEL)
    return document(DECISION_ID, Record(about, "done", BEGAN_MS, BEGAN_MS + 20, BEGAN_MS + 1520, result))


def _judged(listed: Doc) -> Doc:
    """A legal move as a worker stores what it thinks of it."""
    return {"move": listed["move"], "labels": {LANGUAGES[0]: listed["label"]}}


def _review(ruleset: Ruleset[Any, Any], *, done: bool) -> Doc:
    """A review of a game that has just begun and then ended at once. What is thought of its moves is made up."""
    game = _start(ruleset)
    moves = seeing.moves_document(game, game.to_act[0])["moves"][:MAX_ENTRIES]
    options = [
        {**_judged(one), "chance": 0.61 - at / 20, "gold": 58.5 - at, "loss": at / 20} for at, one in enumerate(moves)
    ]
    verdict = {**options[-1], "version": 1, "seat": game.to_act[0], "verdict": "inaccuracy", "luck": 0.02}
    verdict["error"] = 0.005
    counts = {"best": 40, "good": 5, "inaccuracy": 2, "mistake": 1, "blunder": 0}
    seat = {"seat": 0, "decisions": 48, "accuracy": 93.1, "loss": 0.62, "luck": -0.08, "verdicts": counts}
    result = {
        "seats": [seat, {**seat, "seat": 1}],
        "curve": [{"version": 0, "chances": [0.5, 0.5]}, {"version": 1, "chances": [0.38, 0.62]}],
        "turning_points": [{"version": 1, "seat": 0, "before": 0.5, "after": 0.38}],
        "moves": [{**verdict, "best": options}],
    }
    about = AboutReview(ruleset.key, "medium", GAME_ID, BEGAN_MS)
    ended, of = (BEGAN_MS + 20_000, 96) if done else (None, None)
    status, made = ("done", result) if done else ("queued", None)
    record = ReviewRecord(REVIEW_ID, about, status, BEGAN_MS, ended, ended, of or 0, of, made, None)
    return review_document(record)


def _short_replay(ruleset: Ruleset[Any, Any]) -> Any:
    game = _finish(ruleset)
    return seeing.replay_document(game, game.pending)


def _requests(ruleset: Ruleset[Any, Any]) -> dict[str, Any]:
    game = _start(ruleset)
    position, seat = ruleset.write_position(game.state), game.to_act[0]
    legal = seeing.moves_document(game, seat)["moves"]
    return {
        "createGame": _order(ruleset),
        "createGame:clock": {**_order(ruleset), "options": {"turn_seconds": 86400, "takeover_level": "easy"}},
        "createGame:webhook": {**_order(ruleset), "webhook": WEBHOOK},
        "createGame:public": {**_order(ruleset, open_seat=True), "public": True},
        "createGame:bot": {**_order(ruleset), "seats": [*_order(ruleset)["seats"][:-1], BOT]},
        "importGame": _short_replay(ruleset),
        "playBotMoves": {"game": GAME_ID, "seat": seat, "version": 0, "move_id": legal[0]["id"]},
        "claimSeat": {"name": CLAIMANT, "contribution": CONTRIBUTION},
        "acceptInvitation": {"name": CLAIMANT, "contribution": CONTRIBUTION},
        "rematch": {"contribution": CONTRIBUTION},
        "playMoves:move": {"move": legal[0]["move"]},
        "playMoves:move_id": {"move_id": legal[0]["id"]},
        "playMoves:moves": {"moves": _turn(ruleset)},
        "playTurn:move": {"move": legal[0]["move"]},
        "playTurn:move_id": {"move_id": legal[0]["id"]},
        "listPositionMoves": {"position": position, "seat": seat},
        "applyPositionMoves": {"position": position, "moves": [{"seat": seat, "move": legal[0]["move"]}]},
        "scorePosition": {"position": position},
        "viewPosition": {"position": position, "seat": seat},
        "createDecision": {
            "ruleset": ruleset.key,
            "view": ruleset.write_view(ruleset.view(game.state, seat)),
            "seat": seat,
            "level": DEFAULT_LEVEL,
        },
        "createHint": {"level": DEFAULT_LEVEL},
        "createReview": {"level": "medium"},
        "createReplayReview": {"replay": _short_replay(ruleset), "level": "medium"},
        "createHint:milliseconds": {"level": "expert", "milliseconds": 800},
    }


def _replies(ruleset: Ruleset[Any, Any]) -> dict[str, Any]:
    game, (moved, seat) = _start(ruleset), _start_and_move(ruleset)
    legal, cards = seeing.moves_document(game, seat), cards_document(ruleset, "en")
    bodies = _requests(ruleset)
    played, new_game = _played(moved, seat), _joined(game, 0, host_token=HOST_TOKEN)
    rules = ruleset.rules("en")

    def at() -> Position:
        return Position(RULESETS, bodies["scorePosition"]["position"])

    return {
        "createGame": new_game,
        "createGame:webhook": {**new_game, "webhook": {**WEBHOOK, "secret": SIGNER}},
        "claimSeat": _claim_reply(ruleset),
        "listGames": {
            "games": [seeing.summary_document(_start(ruleset, {"type": "open"}), "waiting")],
            "next_cursor": "3q2-796tMDAxOTAzYzE",
        },
        "getInvitation": offer_document(_invitation(), _start(ruleset, {"type": "open"})),
        "acceptInvitation": _claim_reply(ruleset),
        "getGame": seeing.game_document(game, 0),
        "listMoves": {**legal, "moves": legal["moves"][:MAX_ENTRIES]},
        "playMoves": played,
        "playBotMoves": played,
        "listBotTurns": {"turns": [_bots_turn(ruleset)]},
        "getTurn": _seat_turn(game, game.to_act[0]),
        "playTurn": _seat_turn(moved, seat),
        "undoMove": _undo_reply(ruleset),
        "resign": _played(_finish(ruleset), 0),
        "rematch": _rematch_reply(ruleset),
        "leaveSeat": seeing.game_document(_start(ruleset, {"type": "open"}), None),
        "listEvents": {"version": 1, "events": played["events"]},
        "getReplay": _replay(ruleset),
        "importGame": _import_reply(ruleset),
        "listRulesets": {"rulesets": [describe(ruleset, LEVELS)]},
        "getRuleset": details(ruleset, LEVELS),
        "listRules": {"ruleset": ruleset.key, "lang": "en", "rules": rules[:MAX_ENTRIES]},
        **({"getRule": rules[0]} if rules else {}),
        "listCards": {**cards, "cards": cards["cards"][:MAX_ENTRIES]},
        "listPositionMoves": {"moves": at().moves(seat)["moves"][:MAX_ENTRIES]},
        "applyPositionMoves": at().apply(bodies["applyPositionMoves"]["moves"]),
        "scorePosition": score(RULESETS, bodies["scorePosition"]["position"]),
        "viewPosition": at().view(seat),
        "createDecision": _decision_reply(About(ruleset.key, seat, DEFAULT_LEVEL)),
        "getDecision": _decision(game, seat),
        "createReview": _review(ruleset, done=False),
        "createReplayReview": _review(ruleset, done=False),
        "getReview": _review(ruleset, done=True),
        "createHint": _decision_reply(About(ruleset.key, seat, DEFAULT_LEVEL, game.id, game.version)),
    }


def _solo_requests(ruleset: Ruleset[Any, Any]) -> dict[str, Any]:
    """What looks different for one seat alone; nothing where that is the only way to play, or none."""
    if min(ruleset.seats) > 1 or max(ruleset.seats) == 1:
        return {}
    position = ruleset.write_position(_start(ruleset, solo=True).state)
    return {"createGame:solo": _order(ruleset, solo=True), "scorePosition:solo": {"position": position}}


def _solo_replies(ruleset: Ruleset[Any, Any]) -> dict[str, Any]:
    bodies = _solo_requests(ruleset)
    if not bodies:
        return {}
    game = _joined(_start(ruleset, solo=True), 0, host_token=HOST_TOKEN)
    return {"createGame:solo": game, "scorePosition:solo": score(RULESETS, bodies["scorePosition:solo"]["position"])}


def _by_operation(make: Callable[[Ruleset[Any, Any]], dict[str, Any]]) -> Examples:
    examples: Examples = {}
    for key, ruleset in RULESETS.items():
        for operation, body in make(ruleset).items():
            name, _, form = operation.partition(":")
            examples.setdefault(name, {})[f"{key}_{form}" if form else key] = body
    return examples


@cache
def notices() -> Examples:
    examples: Examples = {}
    for key, ruleset in RULESETS.items():
        game = _start(ruleset, {"type": "human", "name": CLAIMANT})
        game.hooks = (Hook("game", WEBHOOK["url"], SIGNER),)
        beginning = list(of_beginning(game, BEGAN_MS))
        _end(game)
        game.pending = [replace(entry, at_ms=BEGAN_MS + 5000) for entry in game.pending]
        for notice in (*beginning, *of_moves(game)):
            examples.setdefault(notice.type, {})[key] = {"value": orjson.loads(notice.body)}
    return examples


@cache
def requests() -> Examples:
    examples = _by_operation(lambda ruleset: _requests(ruleset) | _solo_requests(ruleset))
    invitations = {"createInvitation": {"any_seat": {}, "one_seat": {"seat": 1, "expires_in": 3600}}}
    return {**examples, **invitations, "registerBot": {"bot": ABOUT_BOT}}


@cache
def replies() -> Examples:
    examples = _by_operation(lambda ruleset: _replies(ruleset) | _solo_replies(ruleset))
    invitations = {"createInvitation": {"ok": invitation_document(_invitation())}}
    invitations["listInvitations"] = {"ok": {"invitations": [invitation_document(_invitation())]}}
    bot = {**ABOUT_BOT, "connected": True}
    examples |= {"registerBot": {"bot": bot}, "listBots": {"bots": {"bots": [bot]}}}
    return {**examples, **invitations, "getHealth": OK, "getReadiness": {"ok": {**OK["ok"], "engine": "compiled"}}}
