"""Puts learned weights, which are stored by name, into the order of the current catalogue."""

from __future__ import annotations

from collections.abc import Mapping, Sequence


def check_names(source: str, named: Sequence[str], known: Sequence[str]) -> None:
    """Raise `ValueError` if a file of weights has unknown names."""
    strangers = [name for name in named if name not in known]
    if strangers:
        raise ValueError(
            f"{source} has weights for {', '.join(strangers)}, which this version of the game does not have."
        )


def align(weights: Mapping[str, float], known: Sequence[str]) -> list[float]:
    """Return the weights in the order of the known names, with 0 for each missing name."""
    return [float(weights.get(name, 0.0)) for name in known]
