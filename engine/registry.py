"""All rulesets and AI levels by name: Hamlet's own, and those of other packages (`engine.plugins`).

>>> from engine.registry import LEVELS, RULESETS
>>> list(RULESETS)
['villagers', 'my_village']
>>> list(LEVELS)
['random', 'beginner', 'easy', 'greedy', 'medium', 'hard', 'expert']
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
"""One sentence for each ruleset or level of another package that is left out because it is faulty."""

OWN: Mapping[str, Ruleset[Any, Any]] = {ruleset.key: ruleset for ruleset in (VILLAGERS, MY_VILLAGE)}
"""Hamlet's own rulesets."""

RULESETS: Mapping[str, Ruleset[Any, Any]] = plugins.with_rulesets(OWN, FAULTS)

LEVELS: Mapping[str, Bot] = plugins.with_levels(bots.LEVELS, FAULTS)
"""Hamlet's own levels, weakest first, then those of other packages."""
