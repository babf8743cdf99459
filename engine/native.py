"""Hints for the compiler of the engine (mypyc), which have no effect without it, and what differs in a compiled one."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from mypy_extensions import mypyc_attr
else:
    C = TypeVar("C", bound=type)

    def mypyc_attr(**settings: bool) -> Callable[[C], C]:
        """Settings of a class for the compiler, which reads them in the source: nothing is left to do."""
        return lambda cls: cls


def is_a(thing: object, kind: type[Any]) -> bool:
    """`isinstance`, which may be wrong of compiled abstract classes: they share one cache of their subclasses."""
    return kind in type(thing).__mro__


__all__ = ["is_a", "mypyc_attr"]
