"""All rulesets there are, by key. Adding a game is one line here."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.my_village import MY_VILLAGE
from engine.ruleset import Ruleset
from engine.villagers import VILLAGERS

RULESETS: Mapping[str, Ruleset[Any, Any]] = {ruleset.key: ruleset for ruleset in (VILLAGERS, MY_VILLAGE)}
