"""Rules of layout that the import linter, which knows only names of modules, cannot check."""

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


def test_only_the_adapters_import_the_libraries_of_research() -> None:
    graph = grimp.build_graph("engine", "hamlet", "service", "workers", include_external_packages=True, cache_dir=None)
    for library in ("gymnasium", "numpy", "pettingzoo", "pyspiel"):
        found = graph.find_modules_that_directly_import(library)
        assert found, f"nothing imports {library}: this test has lost its sense"
        assert all(module.startswith("hamlet.adapters.") for module in found)
    for module in graph.find_modules_that_directly_import("hamlet") | graph.find_descendants("hamlet"):
        importers = graph.find_modules_that_directly_import(module)
        assert all(importer.startswith("hamlet.") for importer in importers)
