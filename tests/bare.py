"""Removes from documents the parts that are made for each answer."""

from __future__ import annotations

from typing import Any


def bare(doc: Any) -> Any:
    """Return the document without its sentences, and without the places of events and moves on the table."""
    if isinstance(doc, list):
        return [bare(entry) for entry in doc]
    return (
        {key: bare(value) for key, value in doc.items() if key not in ("about", "text")}
        if isinstance(doc, dict)
        else doc
    )
