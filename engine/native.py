"""Hints for the compiler (mypyc), and functions that hide how compiled code differs."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from mypy_extensions import mypyc_attr
else:
    C = TypeVar("C", bound=type)

    def mypyc_attr(**settings: bool) -> Callable[[C], C]:
        """Does nothing at run time: the compiler reads the settings from the source."""
        return lambda cls: cls


def is_a(thing: object, kind: type[Any]) -> bool:
    """`isinstance` that also works for compiled abstract classes, which share one cache of subclasses."""
    return kind in type(thing).__mro__


__all__ = ["is_a", "mypyc_attr"]
