"""Documents without what is made anew for each answer."""

from __future__ import annotations

from typing import Any


def bare(doc: Any) -> Any:
    """The same document, its events (and moves) without where on the table they are, and without their sentences."""
    if isinstance(doc, list):
        return [bare(entry) for entry in doc]
    return (
        {key: bare(value) for key, value in doc.items() if key not in ("about", "text")}
        if isinstance(doc, dict)
        else doc
    )
