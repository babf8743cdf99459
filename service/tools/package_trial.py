"""The trial of installed packages, in a process of its own: `python -m service.tools.package_trial`.

Like a server, it makes the contract, the documents about each ruleset, and the first moves of a game with each number
of seats. If something fails, the last line of the output says what.
"""

from __future__ import annotations

import os
import signal
import traceback
from typing import Any, Final

from service.config.packages import TRIAL_SECONDS

MAX_MOVES: Final = 20
"""The highest number of moves to play per game. A game may end later, or never."""


def main() -> None:
    """Exit with 0 if no package has a fault."""
    signal.alarm(TRIAL_SECONDS)
    try:
        fault = fault_of_packages()
    except BaseException as error:  # a package may raise anything
        place = traceback.extract_tb(error.__traceback__)[-1]
        fault = f"{type(error).__name__}: {error} ({place.filename}, line {place.lineno})."
    print(f"\n{fault}", flush=True)
    # Whatever the package has started must not keep the process alive.
    os._exit(bool(fault))


def fault_of_packages() -> str:
    """Return a fault of the packages, or an empty text. Raises whatever their code raises."""
    from engine.registry import FAULTS, LEVELS, OWN, RULESETS
    from engine.wording import LANGUAGES
    from service.http.app import bare_app
    from service.http.openapi.document import text_of
    from service.http.operations.rulesets import cards_document, details

    if FAULTS:
        return FAULTS[0]
    text_of(bare_app()[1])
    for ruleset in (RULESETS[key] for key in RULESETS if key not in OWN):
        for language in LANGUAGES:
            details(ruleset, LEVELS, language)
            cards_document(ruleset, language)
            ruleset.rules(language)
        for seats in ruleset.seats:
            _play(ruleset, seats)
    return ""


def _play(ruleset: Any, seats: int) -> None:
    """Play the first legal move in every position, and make the documents of each position."""
    state = ruleset.setup(ruleset.read_options({}, seats), seats, b"trial")
    for _ in range(MAX_MOVES):
        ruleset.restore(ruleset.write_position(state))
        for viewer in (None, *range(seats)):
            ruleset.write_view(ruleset.view(state, viewer))
        ruleset.score_now(state)
        acting = ruleset.to_act(state)
        if ruleset.result(state) is not None or not acting:
            return
        moves = ruleset.legal_moves(state, acting[0])
        for move in moves:
            ruleset.read_move(state, acting[0], ruleset.write_move(move))
        ruleset.apply(state, acting[0], moves[0])


if __name__ == "__main__":
    main()
