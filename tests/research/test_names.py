"""Names of games, for which none of the libraries is needed."""

import pytest

from engine.registry import RULESETS
from hamlet.adapters.outcomes import ruleset_of


def test_a_ruleset_that_is_not_there_is_refused_with_those_that_are() -> None:
    for key, ruleset in RULESETS.items():
        assert ruleset_of(key) is ruleset
    with pytest.raises(ValueError, match=r"^there is no ruleset 'nothing': villagers, my_village$"):
        ruleset_of("nothing")
