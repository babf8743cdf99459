"""What calls a player back: the installed page, notifications, settings, links to watch and to move a seat."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.service.browsers import PUSH, Browser
from tests.service.receiver import Receiver, receiving
from tests.stack.test_webhooks import letting
from tests.web.seating import AI, HUMAN, created, take_seat
from tests.web.watched import Watched
from tools.testbed.processes import eventually
from tools.testbed.stack import Stack

pytestmark = [pytest.mark.long, pytest.mark.timeout(300)]

Visit = Callable[..., Watched]

_SUBSCRIBES = """
const subscription = { toJSON: () => (%s), unsubscribe: async () => { window.ended = true; return true; } };
let given = localStorage.subscribed ? subscription : null;
PushManager.prototype.getSubscription = async () => given;
PushManager.prototype.subscribe = async ({ applicationServerKey }) => {
  window.subscribedWith = applicationServerKey;
  localStorage.subscribed = "yes";
  return given = subscription;
};
"""
"""A push service in the page, since a browser in a test reaches none."""


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    with receiving() as found:
        yield found


@pytest.fixture
def pushing(receiver: Receiver, tmp_path: Path) -> Iterator[Stack]:
    """A stack that notifies browsers."""
    stack = Stack(tmp_path, **letting(receiver), **PUSH)
    try:
        stack.start()
        yield stack
    finally:
        stack.close()


def worker(visitor: Watched) -> None:
    """Wait until the service worker is there."""
    visitor.page.evaluate("navigator.serviceWorker.ready.then(() => true)")


def test_the_page_can_be_installed(visit: Visit) -> None:
    visitor = visit()
    visitor.open()
    worker(visitor)
    session = visitor.context.new_cdp_session(visitor.page)
    manifest = session.send("Page.getAppManifest")
    assert manifest["errors"] == []
    assert [one["sizes"] for one in json.loads(manifest["data"])["icons"]] == ["192x192", "512x512", "512x512"]
    # A context of a test is a private window, where nothing is installed.
    errors = session.send("Page.getInstallabilityErrors")["installabilityErrors"]
    assert {error["errorId"] for error in errors} <= {"in-incognito"}


@pytest.mark.parametrize(("locale", "words"), [("en-GB", "You are offline."), ("de-DE", "Du bist offline.")])
def test_it_opens_offline_and_says_so(visit: Visit, stack: Stack, locale: str, words: str) -> None:
    visitor = visit(locale)
    take_seat(visitor, created(stack, "villagers"))
    visitor.open()
    worker(visitor)
    visitor.context.set_offline(True)
    visitor.page.reload()
    visitor.page.get_by_text(words).wait_for()
    visitor.page.locator(".tile a").first.wait_for()
    visitor.context.set_offline(False)
    visitor.page.get_by_text(words).wait_for(state="detached")


def test_settings_are_kept_and_shown(visit: Visit, stack: Stack) -> None:
    visitor = visit("de-DE")
    page = visitor.page
    visitor.open()
    page.get_by_role("button", name="Einstellungen").click()
    for name in ("dunkel", "sehr groß", "schnell"):
        page.get_by_label(name, exact=True).check()
    page.get_by_label("Ton abspielen").check()
    assert page.get_by_text("Es gibt keinen Chat.").is_visible()
    # This server notifies no browsers, so there is no switch for that.
    assert page.get_by_label("Benachrichtige mich").count() == 0
    page.get_by_role("button", name="Schließen").click()
    page.reload()
    page.locator(".panel").first.wait_for()
    seen = page.evaluate(
        "[getComputedStyle(document.documentElement).colorScheme, getComputedStyle(document.documentElement).fontSize,"
        " JSON.parse(localStorage['hamlet.settings'])]"
    )
    assert seen[:2] == ["dark", "21px"]
    assert (seen[2]["pace"], seen[2]["sounds"], seen[2]["notify"]) == ("fast", True, False)


def test_a_notification_from_the_move_to_the_table(
    visit: Visit, pushing: Stack, receiver: Receiver, tmp_path: Path
) -> None:
    """The server's message is delivered by hand: only the way through a real push service is left out."""
    browser = Browser(receiver.url("localhost", "/push"))
    game = created(pushing, "villagers", (HUMAN, {**HUMAN, "name": "Bob"}))
    first = str(game["to_act"][0])
    other = str(1 - int(first))
    visitor = visit(at=pushing)
    page = visitor.page
    visitor.context.grant_permissions(["notifications"], origin=visitor.origin)
    visitor.context.add_init_script(_SUBSCRIBES % json.dumps(browser.subscription))
    take_seat(visitor, {**game, "tokens": {other: game["tokens"][other]}})
    worker(visitor)
    page.get_by_role("button", name="Settings").click()
    with page.expect_response(lambda answer: answer.url.endswith("/push") and answer.request.method == "PUT") as put:
        page.get_by_label("Notify me").check()
    assert put.value.status == 204
    assert page.evaluate("window.subscribedWith") == pushing.call("GET", "/v1/push")[1]["public_key"]

    path, token = f"/v1/games/{game['id']}", game["tokens"][first]
    while pushing.call("GET", path)[1]["to_act"][0] == int(first):
        legal = pushing.call("GET", f"{path}/moves", token=token)[1]["moves"]
        assert pushing.call("POST", f"{path}/moves", {"move": legal[0]["move"]}, token)[0] == 200
    eventually(lambda: len(receiver.got) == 1, "the message")
    message = browser.read(receiver.got[0])
    assert message["data"]["text"] == "Villagers: it is your turn."

    page.get_by_role("button", name="Close").click()
    visitor.open("/")
    shown = deliver(visitor, json.dumps(message))
    assert shown == [{"title": "Hamlet", "body": "Villagers: it is your turn.", "data": f"/table/{game['id']}"}]

    page.get_by_role("button", name="Settings").click()
    page.get_by_label("Notify me").uncheck()
    page.wait_for_function("window.ended")


def deliver(visitor: Watched, message: str) -> Any:
    """Give the service worker a message as a push service would; return the notifications that are then shown."""
    worker(visitor)
    session = visitor.context.new_cdp_session(visitor.page)
    found: list[str] = []
    session.on(
        "ServiceWorker.workerRegistrationUpdated",
        lambda event: found.extend(one["registrationId"] for one in event["registrations"]),
    )
    session.send("ServiceWorker.enable")
    while not found:
        visitor.page.wait_for_timeout(50)
    arguments = {"origin": visitor.origin, "registrationId": found[-1], "data": message}
    session.send("ServiceWorker.deliverPushMessage", arguments)
    return visitor.page.evaluate(
        """async () => {
          const { getNotifications } = await navigator.serviceWorker.ready.then((one) => ({
            getNotifications: () => one.getNotifications(),
          }));
          for (;;) {
            const all = await getNotifications();
            if (all.length) return all.map(({ title, body, data }) => ({ title, body, data }));
            await new Promise((resolve) => setTimeout(resolve, 50));
          }
        }"""
    )


def test_a_seat_moves_to_another_device_and_no_server_sees_its_token(visit: Visit, stack: Stack) -> None:
    here, there = visit(), visit("de-DE", 390)
    game = created(stack, "villagers", (HUMAN, AI))
    take_seat(here, game)
    here.context.grant_permissions(["clipboard-read", "clipboard-write"])
    here.page.get_by_text("Continue on another device").click()
    here.page.locator("svg.qr path").wait_for()
    here.page.get_by_role("button", name="Copy link").click()
    here.page.get_by_text("Copied").wait_for()
    link = here.page.evaluate("navigator.clipboard.readText()")
    token = game["tokens"]["0"]
    assert token in link
    asked: list[str] = []
    there.page.on("request", lambda request: asked.append(request.url))
    there.page.goto(link)
    there.page.locator(".moves button:enabled").first.wait_for(state="attached")
    assert there.page.url == f"{there.origin}/table/{game['id']}"
    assert asked
    assert not [url for url in asked if token.partition(".")[2] in url.partition("#")[0]]


def test_a_link_takes_away_no_seat(visit: Visit, stack: Stack) -> None:
    visitor = visit()
    game = created(stack, "villagers", (HUMAN, AI))
    take_seat(visitor, game)
    visitor.open("/")
    forged = f"/table/{game['id']}#ruleset=villagers&seat=0&token={game['id']}.forged"
    visitor.open(forged)
    visitor.page.locator(".moves button:enabled").first.wait_for(state="attached")


def test_the_list_tells_opponent_round_and_whose_turn_it_is(visit: Visit, stack: Stack) -> None:
    game = created(stack, "villagers", (HUMAN, {**HUMAN, "name": "Bob"}))
    first = game["to_act"][0]
    for seat, words in ((first, "Your turn"), (1 - first, f"Turn: {('Ada', 'Bob')[first]}")):
        one = visit()
        take_seat(one, {**game, "tokens": {str(seat): game["tokens"][str(seat)]}})
        one.open("/")
        tile = one.page.locator(".tile")
        tile.get_by_text(words).wait_for()
        text = tile.inner_text()
        assert f"Villagers \N{EN DASH} {('Bob', 'Ada')[seat]}" in text.replace("\n", " ")
        assert "Round 1" in text
