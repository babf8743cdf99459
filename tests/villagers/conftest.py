"""The mark that ties a test to the ids of the rule index."""

import pytest


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "rule(*ids): the rules of docs/rules that the test holds the engine to")
