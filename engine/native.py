"""Hints for the compiler (mypyc), and functions that hide differences between compiled and interpreted code."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from mypy_extensions import mypyc_attr
else:
    C = TypeVar("C", bound=type)

    def mypyc_attr(**settings: bool) -> Callable[[C], C]:
        """Do nothing at run time. The compiler reads the settings from the source."""
        return lambda cls: cls


def is_a(thing: object, kind: type[Any]) -> bool:
    """Return what `isinstance` should return.

    For compiled abstract classes `isinstance` may be wrong, because they share one cache of subclasses.
    """
    return kind in type(thing).__mro__


__all__ = ["is_a", "mypyc_attr"]
