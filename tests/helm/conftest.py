"""helm, and the chart rendered with each set of values."""

from __future__ import annotations

import os
import shutil

import pytest

from tests.helm.charts import ROOT, Helm, Release, values_file, values_files


@pytest.fixture(scope="session")
def helm() -> Helm:
    """The program that `.ci/run` installs, or another one on this machine."""
    installed = ROOT / ".tools" / "bin" / "helm"
    program = str(installed) if installed.exists() else shutil.which("helm")
    if program is None:
        if os.environ.get("HAMLET_EXPECT_HELM"):
            pytest.fail("helm is not here, though it should be")
        pytest.skip("helm is not here: the chart stays untested. `.ci/run` installs helm.")
    return Helm(program)


@pytest.fixture(scope="session", params=values_files())
def release(request: pytest.FixtureRequest, helm: Helm) -> Release:
    """The chart's objects, for each set of values in turn."""
    return helm.release("--values", str(values_file(request.param)))
