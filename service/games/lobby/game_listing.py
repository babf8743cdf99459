"""Lists of games: the public games, and the games of an API key."""

from __future__ import annotations

from engine.ruleset import Doc
from service.games.core import projection
from service.games.core.model import Game
from service.games.core.queries import GameQueries
from service.store.games.visibility import PUBLIC
from service.store.lists.game_lists import Listed, Lists, Wanted


def page_of_games(queries: GameQueries, wanted: Wanted, behind: str | None, limit: int) -> tuple[list[Doc], str | None]:
    """Return at most `limit` games after the cursor `behind`, newest first. Also returns the cursor of the next page,
    if there is one.

    Raises `StoreUnavailable`.
    """
    page = Lists(queries.store).list_page(wanted, behind, limit)
    known = [one for one in page.games if one.head.setup.ruleset in queries.rulesets]
    return [_summary(queries, one, owned=wanted.scope != PUBLIC) for one in known], page.last


def _summary(queries: GameQueries, one: Listed, *, owned: bool) -> Doc:
    head = one.head
    ruleset = queries.rulesets[head.setup.ruleset]
    # A summary does not need the state.
    game = Game(one.game_id, head.setup, ruleset, None, head.version, head.seats, head.digests, timing=head.timing)
    game.metadata = head.metadata
    summary = projection.summary_document(game, one.status)
    return projection.owned(summary, game) if owned else summary
