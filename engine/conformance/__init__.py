"""Conformance checks for any ruleset and any bot: `hamlet check-ruleset` and `hamlet check-bot`.

A failing check raises `Broken` with a sentence. Hamlet's own rulesets and bots pass the same checks in its tests.
"""

from engine.conformance.bot_checks import BOT_CHECKS
from engine.conformance.checks import RULESET_CHECKS
from engine.conformance.holding import Broken
from engine.conformance.tables import Place, Table, tables_for_bots, tables_of

__all__ = ["BOT_CHECKS", "RULESET_CHECKS", "Broken", "Place", "Table", "tables_for_bots", "tables_of"]
