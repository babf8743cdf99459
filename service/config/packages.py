"""Tries out the installed packages before a process loads them, so that a faulty package cannot stop the server."""

from __future__ import annotations

import os
import subprocess  # nosec B404: it starts this same Python
import sys
from collections.abc import Sequence
from typing import Final

from engine import entry_points

TRIAL: Final = "service.tools.package_trial"
TRIAL_SECONDS: Final = 60
REFUSED: Final = "HAMLET_REFUSED"
"""The environment variable that lists the refused packages: a line for each, with a sentence about it.

This process sets the variable for itself and its children.
"""


def admit_packages() -> None:
    """Let this process and its children load only packages that pass their trial (`service.tools.package_trial`).

    Call this before importing `engine.registry`. Does nothing in a process whose parent has already called it.
    """
    if REFUSED in os.environ:
        return
    names = entry_points.packages()
    # One trial of all packages together is faster. Only if that fails, they are tried one by one.
    admitted = names if len(names) > 1 and not _fault_of(names) else []
    refused = []
    for name in () if admitted else names:
        if fault := _fault_of([*admitted, name]):
            refused.append(f"The package {name} is left out: {fault}")
        else:
            admitted.append(name)
    os.environ[entry_points.PACKAGES] = ",".join(admitted) or "none"
    os.environ[REFUSED] = "\n".join(refused)


def refused_packages() -> list[str]:
    """Return, for each package that failed its trial, a sentence with the reason."""
    return os.environ.get(REFUSED, "").splitlines()


def _fault_of(packages: Sequence[str]) -> str:
    """Load the packages together in a process of their own. Returns why that fails; empty if it succeeds."""
    environ = {**os.environ, entry_points.PACKAGES: ",".join(packages)}
    command = [sys.executable, "-m", TRIAL]
    try:
        trial = subprocess.run(  # nosec B603
            command, env=environ, capture_output=True, text=True, timeout=TRIAL_SECONDS, check=False
        )
    except subprocess.TimeoutExpired:
        return f"its trial has not ended after {TRIAL_SECONDS} seconds."
    if not trial.returncode:
        return ""
    lines = trial.stdout.splitlines()
    return " ".join(lines[-1].split())[:500] if lines else f"it ends the process with the code {trial.returncode}."
