"""What every ruleset and every bot must hold, whatever the game: `hamlet check-ruleset` and `hamlet check-bot`.

A check raises `Broken` with a sentence. The tests hold Hamlet's own to the same.
"""

from engine.conformance.bot_checks import BOT_CHECKS
from engine.conformance.checks import RULESET_CHECKS
from engine.conformance.holding import Broken
from engine.conformance.tables import Table, tables_for_bots, tables_of

__all__ = ["BOT_CHECKS", "RULESET_CHECKS", "Broken", "Table", "tables_for_bots", "tables_of"]
