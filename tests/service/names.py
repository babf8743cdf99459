"""A fake name service, which can fail."""

from __future__ import annotations

import socket
import threading
from typing import Any

import pytest


class Names:
    """Resolves some hosts. `trouble`: "fails", "hangs" or none."""

    def __init__(self, patch: pytest.MonkeyPatch, addresses: dict[str, str]) -> None:
        self.trouble = ""
        self.asked = 0
        self.addresses = addresses
        self._over = threading.Event()
        self._ask = socket.getaddrinfo
        patch.setattr(socket, "getaddrinfo", self._answer)

    def release(self) -> None:
        """Fail all hanging lookups."""
        self._over.set()

    def _answer(self, host: Any, *args: Any, **more: Any) -> Any:
        if host not in self.addresses:
            return self._ask(host, *args, **more)
        self.asked += 1
        if self.trouble == "hangs":
            self._over.wait(60)
        if self.trouble:
            raise socket.gaierror(socket.EAI_AGAIN, "no name service")
        return self._ask(self.addresses[host], *args, **more)
