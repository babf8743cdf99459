"""Hints for the compiler of the engine (mypyc); without it they have no effect."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from mypy_extensions import mypyc_attr
else:
    C = TypeVar("C", bound=type)

    def mypyc_attr(**settings: bool) -> Callable[[C], C]:
        """Settings of a class for the compiler, which reads them in the source: nothing is left to do."""
        return lambda cls: cls


__all__ = ["mypyc_attr"]
