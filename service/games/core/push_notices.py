"""Notices to the browsers of players: whose turn it is, and nothing else.

They contain no names of players and no cards, so neither a lost device nor a push service reveals anything hidden.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from service.games.core.model import Game
from service.store.outbox.notice_queue import PUSH, Hook, Notice, Occurrence, addressed

_SENTENCES: Final = {
    "turn.started": {"en": "{game}: it is your turn.", "de": "{game}: Du bist am Zug."},
    "turn.reminder": {"en": "{game}: your time is running out.", "de": "{game}: Deine Zeit läuft ab."},
}


def notices_to_browsers(game: Game, news: Sequence[Occurrence]) -> Iterator[Notice]:
    """Yield the notices about some occurrences. They go to the subscribed browsers of the seats concerned."""
    for one in news if game.push else ():
        if one.type not in _SENTENCES:
            continue
        seat = int(one.data["seat"])
        for subscription in game.push.get(seat, ()):
            text = _SENTENCES[one.type][subscription.language].format(game=game.ruleset.name)
            data = {"game": game.id, "version": one.data["version"], "seat": seat, "deadline": None, "text": text}
            hook = Hook(PUSH + subscription.id, subscription.endpoint)
            yield from addressed([Occurrence(one.subject, one.kind, one.type, data, one.ahead)], [hook])
