"""Turn notifications with real processes: from a move over HTTP to what the subscribed browser decrypts."""

from __future__ import annotations

from pathlib import Path

import pytest
from py_vapid import Vapid02

from tests.service.browsers import PUSH, Browser
from tests.service.receiver import Receiver
from tests.stack.playing import AI, HUMAN, Table
from tests.stack.test_webhooks import letting
from tools.testbed.processes import eventually
from tools.testbed.stack import Stack


@pytest.mark.long
def test_a_closed_browser_reads_whose_turn_it_is(receiver: Receiver, tmp_path: Path) -> None:
    """A person has subscribed two browsers, in two languages; both are gone in the middle of the game."""
    stack = Stack(tmp_path, **letting(receiver), **PUSH)
    try:
        stack.start()
        table = Table(stack, "push", HUMAN, AI)
        browsers = {"en": Browser(receiver.url(path="/en")), "de": Browser(receiver.url("localhost", "/de"))}
        path, token = f"{table.path}/seats/0/push", table.token
        for language, browser in browsers.items():
            status, _ = stack.call("PUT", f"{path}?lang={language}", browser.subscription, token=token)
            assert status == 204
        table.play(until=lambda: len(receiver.got) >= 4)
        eventually(lambda: len(receiver.got) >= 4, "the first notifications")
        for language, sentence in (("en", "Villagers: it is your turn."), ("de", "Villagers: Du bist am Zug.")):
            got = [one for one in receiver.got if one.path == f"/{language}"]
            read = [browsers[language].read(one) for one in got]
            assert {one["data"]["text"] for one in read} == {sentence}
            assert {one["data"]["seat"] for one in read} == {0}
            assert len({one["data"]["version"] for one in read}) == len(read)
            assert all(Vapid02.verify(one.headers["authorization"]) for one in got)
        receiver.status = 410
        before, version = len(receiver.got), table.game["version"]
        table.play()
        # Each heard once that it is gone, and nothing in the rest of the game.
        assert table.game["version"] > version + 20
        assert before < len(receiver.got) <= before + 2
        log = stack.log.read_text()
        assert not [secret for secret in ("/en", "localhost/de", PUSH["HAMLET_PUSH_KEY"]) if f'"{secret}' in log]
    finally:
        stack.close()
