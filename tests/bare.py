"""Documents without the parts that each answer makes itself."""

from __future__ import annotations

from typing import Any


def bare(doc: Any) -> Any:
    """The same document without its sentences and without where on the table events (and moves) are."""
    if isinstance(doc, list):
        return [bare(entry) for entry in doc]
    return (
        {key: bare(value) for key, value in doc.items() if key not in ("about", "text")}
        if isinstance(doc, dict)
        else doc
    )
