"""A process's cache of the API keys."""

from __future__ import annotations

import time

from service.store.lists.key_registry import ApiKey, KeyStore, name_in
from service.store.redis.store_errors import StoreUnavailable

HEADER = "Hamlet-Api-Key"
"""The request header with the key."""
_FRESH_SECONDS = 5.0


class ApiKeys:
    """The API keys that this process has read. `required`: whether requests for games and decisions must have a key."""

    def __init__(self, store: KeyStore, required: bool) -> None:
        self.store = store
        self.required = required
        self._known: dict[str, tuple[float, ApiKey]] = {}

    def find(self, text: str, *, fresh: bool = False) -> ApiKey | None:
        """Return the valid key with this text, or `None`.

        With `fresh` the key is read from the store now. Otherwise, a key that this process read in the last
        five seconds is not read again. While the store cannot be reached, a known key stays valid, and any other key
        raises `StoreUnavailable`.
        """
        name = name_in(text)
        if name is None:
            return None
        read_at, key = self._known.get(name, (0.0, None))
        if fresh or key is None or not key.opens(text) or time.monotonic() - read_at >= _FRESH_SECONDS:
            try:
                key = self._read(name, text)
            except StoreUnavailable:
                if key is None:
                    raise
        return key if key is not None and key.opens(text) else None

    def _read(self, name: str, text: str) -> ApiKey | None:
        key = self.store.read_key(name)
        # Unknown names are not cached, because a client could send any number of them.
        if key is None:
            self._known.pop(name, None)
            return None
        self._known[name] = (time.monotonic(), key)
        if key.opens(text):
            self.store.note_use(key)
        return key
