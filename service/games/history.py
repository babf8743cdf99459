"""What happened in a game: its log, with the events that follow from playing its moves again.

Only the moves are stored. Playing them again tells what happened, provided that the rules are those by which they were
played. Therefore each stored position names the build of the rules that led to it (`service.games.builds`), and whoever
commits with another build than the last stores the position from which he goes on as the game's *base*. Moves after
the base are played again from there. What a build did not play itself it believes only if it leads exactly to the
position that is stored. Otherwise these moves are told without events: the events are lost, but never wrong.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

import orjson

from engine.errors import EngineError
from engine.events import Event
from engine.replay import Replayer, standing
from engine.ruleset import Ruleset
from service.games.builds import build
from service.games.states import States, restore_state
from service.store import Store
from service.store.errors import StoreUnavailable
from service.store.records import Base, Entry, Progress, Setup, build_of, load_state
from service.store.store import MAX_ENTRIES

log = logging.getLogger(__name__)


Happening = tuple[tuple[Event, ...], tuple[list[str], ...]]
"""The events of an entry, and where on the table each was (empty if that is not wanted)."""
UNKNOWN: Final[Happening] = ((), ())


@dataclass(frozen=True, slots=True)
class Mark:
    """A state that a game had at a version; nobody changes it."""

    version: int
    state: Any


class Histories:
    """The logs of all games. `rules`: the ruleset of a key."""

    def __init__(self, store: Store, rules: Callable[[str], Ruleset[Any, Any]], states: States) -> None:
        self._store = store
        self._rules = rules
        self._states = states

    def read(
        self, game_id: str, after: int, most: int = MAX_ENTRIES, mark: Mark | None = None, places: bool = False
    ) -> tuple[Progress, Mark | None]:
        """How a game has gone on after a version, at most so many versions, with all events; and where that ends.

        With the `mark` of that version, or a state that this process remembers, only these moves are played again:
        one round trip, else two. With `places` the entries also tell where on the table each event was.
        Raises `NoSuchGame`, `NoSuchRuleset`, `StoreUnavailable`, and `NewerFormat`.
        """
        progress = self._store.progress(game_id, after, most)
        if not progress.entries:
            return progress, mark
        rules = self._rules(progress.setup.ruleset)
        if mark is None or mark.version != after:
            state = self._states.at(game_id, after)
            mark = None if state is None else Mark(after, state)
        if mark is None and all(entry.events is not None for entry in progress.entries):
            return progress, None
        own = build_of(progress.stored) == build(rules)
        if own and mark is not None and (progress.base is None or progress.base.version <= after):
            tail = _go_on(rules, mark, progress, places)
            if tail is not None:
                events, mark = tail
                return _put_events(progress, events), mark
        return self._replay(rules, game_id, progress, places)

    def _replay(
        self, rules: Ruleset[Any, Any], game_id: str, progress: Progress, places: bool
    ) -> tuple[Progress, Mark | None]:
        """The same by playing the game again, from its beginning or its base."""
        after, upto = progress.after, progress.after + len(progress.entries)
        whole = progress if after == 0 and upto == progress.version else self._store.progress(game_id, 0)
        if len(whole.entries) != whole.version:
            raise StoreUnavailable("the game was moved to another node while it was read")
        since, own = whole.base.version if whole.base else 0, build_of(whole.stored) == build(rules)
        begun = Stretch(rules, whole.setup, None, whole.entries[:since], since, places=places)
        events = [UNKNOWN] * since
        if whole.base and after < since:
            events = begun.events(whole.base.stored) or events
        foreign = 0 if own else len(whole.entries) - since
        latter = Stretch(rules, whole.setup, whole.base, whole.entries[since:], foreign, upto, places=places)
        later = latter.events(whole.stored)
        if later is None and whole.base:
            # Perhaps a move from before the base was taken back behind it: that takes all of the game.
            latter = Stretch(rules, whole.setup, None, whole.entries, since + foreign, upto, whole.base, places)
            later = latter.events(whole.stored)
            events = events if later is None else []
        if later is None:
            log.warning("the moves of a game lead elsewhere by these rules", extra={"game": game_id})
        events += later or [UNKNOWN] * (len(whole.entries) - len(events))
        return _put_events(progress, events[after:upto]), latter.mark if own and later is not None else None


@dataclass
class Stretch:
    """Entries that follow each other, from the base or the beginning on. `foreign`: how many of them, the first ones,
    another build has played; `mark_at`: where a mark is wanted; `by`: where they have to come by; `places`: whether it
    is told where on the table the events were.
    """

    rules: Ruleset[Any, Any]
    setup: Setup
    base: Base | None
    entries: Sequence[Entry]
    foreign: int
    mark_at: int = 0
    by: Base | None = None
    places: bool = False
    mark: Mark | None = None

    def events(self, stored: bytes) -> list[Happening] | None:
        """What playing them again tells, if it leads to the stored position; else nothing."""
        rules, happenings = self.rules, list[Happening]()
        again = Replayer(rules, *beginning(rules, self.setup, self.base))
        if again.version == self.mark_at:
            self.mark = Mark(again.version, rules.clone(again.state))
        try:
            for entry in self.entries:
                happenings.append(_step(again, entry, self.rules if self.places else None))
                if again.version == self.mark_at:
                    self.mark = Mark(again.version, rules.clone(again.state))
                if self.by and again.version == self.by.version and not self._leads_to(again.state, self.by.stored):
                    return None
        except EngineError:
            return None
        return self._attest(happenings) if self._leads_to(again.state, stored) else None

    def _attest(self, happenings: list[Happening]) -> list[Happening]:
        """Of a move that was taken back no position tells what it did where another build has played it."""
        steps = [entry.step for entry in self.entries[: self.foreign]]
        stand = set(standing(steps))
        return [
            UNKNOWN if isinstance(entry.move, dict) and at < self.foreign and at not in stand else events
            for at, (entry, events) in enumerate(zip(self.entries, happenings, strict=True))
        ]

    def _leads_to(self, state: Any, stored: bytes) -> bool:
        rules = self.rules
        return bool(rules.write_position(state) == rules.write_position(restore_state(rules, stored)))


def _step(again: Replayer, entry: Entry, rules: Ruleset[Any, Any] | None) -> Happening:
    """Play an entry again; `rules`, if it is wanted where the events were."""
    events = tuple(again.step(*entry.step))
    if rules is None:
        return events, ()
    view = rules.write_view(rules.view(again.state, None))
    return events, tuple(rules.about.of_event(event, view) for event in events)


def _go_on(
    rules: Ruleset[Any, Any], mark: Mark, progress: Progress, places: bool
) -> tuple[list[Happening], Mark] | None:
    """What the entries after a mark tell, and the mark behind them; nothing if one takes back a move from before.

    Nor if they lead elsewhere than the game has come to: a Redis that was lost may have taken the marked version along.
    """
    again = Replayer(rules, rules.clone(mark.state), mark.version)
    try:
        events = [_step(again, entry, rules if places else None) for entry in progress.entries]
    except EngineError:
        return None
    if again.version == progress.version:
        text = orjson.dumps(rules.write_position(again.state))
        if text != load_state(rules.key, progress.stored):
            return None
    return events, Mark(again.version, again.state)


def _put_events(progress: Progress, events: Sequence[Happening]) -> Progress:
    """The same with these events where none are stored."""
    entries = tuple(
        replace(entry, events=own, about=about) if entry.events is None else entry
        for entry, (own, about) in zip(progress.entries, events, strict=True)
    )
    return replace(progress, entries=entries)


def beginning(rules: Ruleset[Any, Any], setup: Setup, base: Base | None) -> tuple[Any, int]:
    """The state from which a game is played again, and its version."""
    if base is None:
        return rules.setup(setup.options, len(setup.seats), setup.seed), 0
    return restore_state(rules, base.stored), base.version
