"""All rulesets and AI levels there are, by name: Hamlet's own, where adding a game is one line here, and those of
packages that are installed beside it (`engine.plugins`).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine import bots, plugins
from engine.bots import Bot
from engine.my_village import MY_VILLAGE
from engine.ruleset import Ruleset
from engine.villagers import VILLAGERS

FAULTS: list[str] = []
"""What is wrong with other packages' rulesets and levels, a sentence each: with any of these no process starts."""

RULESETS: Mapping[str, Ruleset[Any, Any]] = plugins.with_rulesets(
    {ruleset.key: ruleset for ruleset in (VILLAGERS, MY_VILLAGE)}, FAULTS
)

LEVELS: Mapping[str, Bot] = plugins.with_levels(bots.LEVELS, FAULTS)
"""All levels of play: Hamlet's own, weakest first, then the others."""
