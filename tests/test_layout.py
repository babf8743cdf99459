"""What the import linter cannot say: it knows modules by name only."""

from __future__ import annotations

import sys

import grimp


def test_the_engine_uses_the_standard_library_only() -> None:
    graph = grimp.build_graph(
        "engine", include_external_packages=True, exclude_type_checking_imports=True, cache_dir=None
    )
    external = {module for module in graph.modules if graph.is_module_squashed(module)}
    assert "random" in external
    assert external <= set(sys.stdlib_module_names)
