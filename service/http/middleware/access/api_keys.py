"""A process's cache of the API keys.

A key is read from the store on first use. It is read again from time to time, when its limits are counted.
"""

from __future__ import annotations

import time
from collections.abc import Sequence

from service.store.lists.key_registry import ApiKey, KeyStore, marking, name_in, reading
from service.store.redis.batch import Call

HEADER = "Hamlet-Api-Key"
"""The request header with the key."""
_FRESH_SECONDS = 5.0


class ApiKeys:
    """The keys that this process knows. `required`: requests for games and decisions must have a key."""

    def __init__(self, store: KeyStore, required: bool) -> None:
        self.store = store
        self.required = required
        self._known: dict[str, tuple[float, ApiKey]] = {}

    def find(self, text: str, *, fresh: bool = False) -> ApiKey | None:
        """Return the key with this text, as last read; `fresh`: read it now. Raises `StoreUnavailable`."""
        name = name_in(text)
        if name is None:
            return None
        _, key = self._known.get(name, (0.0, None))
        if fresh or key is None or not key.opens(text):
            key = self._learn(name, self.store.read_key(name))
        return key if key is not None and key.opens(text) else None

    def refreshing(self, key: ApiKey, *, always: bool = False) -> Sequence[Call]:
        """Return calls that record the use of the key and read it again.

        None if it was read lately, unless `always`.
        """
        read_at, _ = self._known.get(key.name, (0.0, None))
        if not always and time.monotonic() - read_at < _FRESH_SECONDS:
            return ()
        return [*marking(key), reading(key.name)]

    def refreshed(self, name: str, record: dict[bytes, bytes], text: str) -> ApiKey | None:
        """Return the key from `record`, the reply to the last of these calls. Returns `None` if the key no longer has
        this text.
        """
        key = self._learn(name, ApiKey.load_api_key(name, record))
        return key if key is not None and key.opens(text) else None

    def _learn(self, name: str, key: ApiKey | None) -> ApiKey | None:
        # Unknown names are not cached, because a client could send any number of them.
        if key is None:
            self._known.pop(name, None)
        else:
            self._known[name] = (time.monotonic(), key)
        return key
