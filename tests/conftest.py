"""Which build of the engine is tested, where its coverage is measured, which tests share a process, and which ones get
a second chance.
"""

from __future__ import annotations

import gc
import os
import signal
from collections.abc import Generator
from pathlib import Path

import pytest
from xdist.remote import Producer
from xdist.scheduler import LoadScopeScheduling

from engine.build import COMPILED

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    # Begun in the background by a shell. What is started here would ignore Ctrl-C too.
    signal.signal(signal.SIGINT, signal.default_int_handler)

# Tests start processes side by side: who wants the metrics of one names its port.
os.environ["HAMLET_METRICS_PORT"] = "0"

TOGETHER = ("tests/stack/", "tests/clients/", "tests/web/")
"""Folders whose tests run in one process, one after the other: they start stacks, which they share, and which would
only wait for each other on few processors."""
TRACED = (
    "tests/villagers/",
    "tests/my_village/",
    "tests/engine/test_about.py",
    "tests/engine/test_foundations.py",
    "tests/engine/test_notation.py",
    "tests/engine/test_search.py",
    "tests/engine/test_wording.py",
    "tests/engine/test_words.py",
    "tests/service/test_plugins.py",
)
"""Where coverage is measured, of the engine in Python: with that a test takes three times as long, so only by those
that are enough to show it."""
NO_MORE_LINES = (
    "my_village/test_words.py",
    "test_base_with_more.py",
    "test_build.py",
    "test_cards.py",
    "test_catalogue.py::test_other_numbers_",
    "test_chain.py",
    "test_chain_cards.py",
    "test_deals.py",
    "test_death.py",
    "test_developments.py",
    "test_draft.py",
    "test_end.py",
    "test_events_moods.py",
    "test_examples.py",
    "test_forecast.py::test_a_village_has_",
    "test_forecast.py::test_forecasts_and_",
    "test_forecast.py::test_what_is_hidden_",
    "test_founders.py",
    "test_index.py",
    "test_info.py",
    "test_market.py",
    "test_move_documents.py",
    "test_notation.py::test_any_other_",
    "test_notation.py::test_what_is_written_",
    "test_options.py",
    "test_padlock.py",
    "test_position.py::test_position_",
    "test_properties.py",
    "test_refusals.py",
    "test_road.py",
    "test_saints_looks.py::test_info_12_",
    "test_search.py::test_a_move_is_",
    "test_search.py::test_equal_seed_and_iterations_equal_decision[my_village",
    "test_search.py::test_no_two_moves_",
    "test_search.py::test_search_finds_",
    "test_search.py::test_the_tree_",
    "test_setup.py",
    "test_silver.py",
    "test_solo.py",
    "test_solo_decks.py",
    "test_solo_draft.py",
    "test_solo_events_phase.py",
    "test_solo_expansions.py",
    "test_special_monk.py",
    "test_words.py::test_every_refusal_in_",
    "test_words.py::test_labels_and_sentences_of_whole_games[villagers-4",
    "test_words.py::test_labels_and_sentences_of_whole_games[villagers-5",
    "test_words.py::test_refusals_have_words_in_",
)
"""Of these, what reaches no line of the engine that others do not reach."""
COUNTED = ("tests/fuzz/test_costs.py",)
"""What counts calls of the engine's functions: those of the engine in Python."""
WITH_OTHERS = (
    "tests/clients/",
    "tests/image/",
    "tests/leaks/",
    "tests/newest/",
    "tests/service/",
    "tests/stack/",
    "tests/web/",
)
"""What meets servers, browsers and other processes. HAMLET_RERUNS says how often it is tried again if it fails: a busy
machine may be the reason."""


class Scheduling(LoadScopeScheduling):
    """Every test wherever there is time for it, but for those that belong together.

    It is like xdist's groups, which its version 3.8 writes where pytest 9.2 does not look for them.
    """

    def _split_scope(self, nodeid: str) -> str:
        return next((folder for folder in TOGETHER if nodeid.startswith(folder)), nodeid)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Producer) -> Scheduling:
    """Asked by xdist."""
    return Scheduling(config, log)


def pytest_configure() -> None:
    """Whoever says that the compiled engine is to be tested must not test Python by accident."""
    if os.environ.get("HAMLET_EXPECT_COMPILED") == "1" and not COMPILED:
        pytest.exit("HAMLET_EXPECT_COMPILED is set, but the engine is not compiled: see HAMLET_ENGINE", returncode=1)


def _parts(path: str) -> tuple[bool, bool]:
    """Whether a file may have tests for the engine in Python, and whether it may have others."""
    if not path.startswith((*TRACED, *COUNTED)):
        return False, True
    untraced = [name for name in NO_MORE_LINES if name.partition("::")[0] in path]
    return not any(path.endswith(name) for name in untraced), bool(untraced)


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """A file is not even read if all its tests are for the other part of `make test`."""
    asked = config.option.markexpr
    if collection_path.suffix != ".py" or "python" not in asked:
        return None
    python, others = _parts(collection_path.relative_to(config.rootpath).as_posix())
    return not (others if "not python" in asked else python) or None


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """What is read stays: nobody has to look through it for garbage."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.enable()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark what is for the engine in Python, what is not to be traced there, and what gets a second chance."""
    reruns = int(os.environ.get("HAMLET_RERUNS", "0"))
    for item in items:
        traced = item.nodeid.startswith(TRACED) and not any(name in item.nodeid for name in NO_MORE_LINES)
        if traced or item.nodeid.startswith(COUNTED):
            item.add_marker("python")
        if not traced:
            item.add_marker("no_cover")  # the marker is pytest-cov's
        if reruns and item.nodeid.startswith(WITH_OTHERS):
            item.add_marker(pytest.mark.flaky(reruns=reruns))


def pytest_report_header() -> str:
    return f"engine: {'compiled' if COMPILED else 'Python'}"
