"""A game against an AI with the client that openapi-python-client generates, and nothing else.

`python play.py URL RULESET API_KEY` prints `{"moves", "hints", "result"}`: what it did, and how the game ended.
"""

from __future__ import annotations

import json
import sys
from typing import TypeVar

from hamlet_api import AuthenticatedClient
from hamlet_api.api.decisions import create_hint, get_decision
from hamlet_api.api.games import claim_seat, create_game, get_game, list_events, list_moves, play_moves
from hamlet_api.api.positions import list_position_moves
from hamlet_api.api.rulesets import list_cards, list_rulesets
from hamlet_api.models import (
    AiLevel,
    Claim,
    Decision,
    DecisionStatus,
    GameStatus,
    HintRequest,
    JoinedMyVillageGame,
    JoinedVillagersGame,
    MyVillageCards,
    MyVillageGame,
    MyVillageView,
    NewAiSeat,
    NewMyVillageGame,
    NewOpenSeat,
    NewVillagersGame,
    PlayRequest,
    PositionMovesRequest,
    Problem,
    VillagersCards,
    VillagersGame,
    VillagersPhase,
    VillagersPosition,
    VillagersPositionSeat,
    VillagersView,
)

Game = VillagersGame | MyVillageGame
JoinedGame = JoinedVillagersGame | JoinedMyVillageGame
T = TypeVar("T")
SEED = "a game for clients"
HINTS = 2
TEXT = "villagers phase=build seats=[() ()]"


def good(answer: T | Problem | None) -> T:
    """Return the answer. Fails if it is a problem."""
    assert answer is not None
    assert not isinstance(answer, Problem), answer
    return answer


def create(url: str, ruleset: str, api_key: str) -> tuple[str, AuthenticatedClient]:
    """Create a game of an AI and an open seat, and claim the seat. Returns the game's id, and a client with the seat's
    token.
    """
    creator = AuthenticatedClient(base_url=url, token=api_key, prefix="", auth_header_name="Hamlet-Api-Key")
    ai = NewAiSeat(type_="ai", level=AiLevel.GREEDY, name="Bertha")
    mine = NewOpenSeat(type_="open")
    body: NewVillagersGame | NewMyVillageGame
    if ruleset == "villagers":
        body = NewVillagersGame(ruleset="villagers", seats=[mine, ai], seed=SEED, public=True)
    else:
        body = NewMyVillageGame(ruleset="my_village", seats=[mine, ai], seed=SEED, public=True)
    created = create_game.sync(client=creator, body=body)
    assert isinstance(created, JoinedGame), created
    assert created.status is GameStatus.WAITING
    joined = claim_seat.sync(game=created.id, seat=0, client=creator, body=Claim(name="Ada"))
    assert isinstance(joined, JoinedGame), joined
    assert joined.seats[0].name == "Ada"
    return created.id, AuthenticatedClient(base_url=url, token=joined.tokens["0"])


def look(game_id: str, client: AuthenticatedClient, after: int = 0) -> Game:
    """Return the game once it is past this version, or after some seconds."""
    game = get_game.sync(game=game_id, client=client, after=after, wait=10 if after else 0)
    assert isinstance(game, Game), game
    return game


def hint(game: Game, client: AuthenticatedClient) -> Decision:
    """Return the move that an AI would make."""
    asked = good(create_hint.sync(game=game.id, client=client, body=HintRequest(level=AiLevel.GREEDY)))
    decision = good(get_decision.sync(decision=asked.id, client=client, wait=30))
    assert decision.status is DecisionStatus.DONE, decision
    assert decision.candidates
    return decision


def refuse(game: Game, client: AuthenticatedClient) -> None:
    """A wrong move gets a problem that the client can read."""
    answer = play_moves.sync(game=game.id, client=client, body=PlayRequest(move_id="0-000000000000"))
    assert isinstance(answer, Problem)
    assert (answer.status, answer.type_) == (409, "/problems/conflict")


def ask(client: AuthenticatedClient) -> None:
    """Send a position as a document and as a text."""
    seats = [VillagersPositionSeat(), VillagersPositionSeat()]
    document = VillagersPosition(ruleset="villagers", phase=VillagersPhase.BUILD, seats=seats)
    bodies = [PositionMovesRequest(position=position, seat=0) for position in (document, TEXT)]
    first, second = (good(list_position_moves.sync(client=client, body=body)) for body in bodies)
    assert first.moves
    assert first == second


def play(game: Game, client: AuthenticatedClient) -> tuple[Game, int, int]:
    """Play to the end: first hinted moves, then the ids of listed moves. Returns the numbers of moves and hints."""
    moves = hints = 0
    while game.status is not GameStatus.FINISHED:
        assert isinstance(game.view, VillagersView | MyVillageView)
        if game.viewer not in game.to_act:
            game = look(game.id, client, game.version)
            continue
        if hints < HINTS and (move := hint(game, client).move) is not None:
            body = PlayRequest(move=move)
            hints += 1
        else:
            listed = good(list_moves.sync(game=game.id, client=client)).moves
            body = PlayRequest(move_id=listed[0].id)
        played = good(play_moves.sync(game=game.id, client=client, body=body, if_match=f'"{game.version}"'))
        assert played.events
        game = played.game
        moves += 1
    told = good(list_events.sync(game=game.id, client=client, after=0))
    assert told.version == game.version
    return game, moves, hints


def main(url: str, ruleset: str, api_key: str) -> None:
    """See the module."""
    game_id, client = create(url, ruleset, api_key)
    assert ruleset in [str(info.key) for info in good(list_rulesets.sync(client=client)).rulesets]
    cards = list_cards.sync(ruleset=ruleset, client=client)
    assert isinstance(cards, VillagersCards | MyVillageCards), cards
    game = look(game_id, client)
    refuse(game, client)
    ask(client)
    game, moves, hints = play(game, client)
    assert game.result is not None
    print(json.dumps({"moves": moves, "hints": hints, "result": game.result.to_dict()}))


if __name__ == "__main__":
    main(*sys.argv[1:])
