"""A delivery over real sockets: signed, pinned to the checked address, and bounded whatever the receiver does."""

from __future__ import annotations

import io
import ssl
import time
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from http.server import BaseHTTPRequestHandler

import pytest
import trustme
from standardwebhooks import Webhook
from standardwebhooks.webhooks import WebhookVerificationError

from service.webhooks import signatures
from service.webhooks.delivery import DeliveryResult, Sender
from tests.service.receiver import LOCAL, Receiver, receiving

BODY = '{"type":"turn.started","data":{"name":"Ädä"}}'
SECRET = signatures.derive(b"n" * 32, "a key")


def send(receiver: Receiver, url: str | None = None, seconds: float = 10) -> DeliveryResult:
    return Sender(receiver.guard, seconds).send(url or receiver.url(), {"webhook-id": "m"}, BODY.encode())


# --- signatures ----------------------------------------------------------------------------------


def test_the_signature_is_that_of_the_specification() -> None:
    """The example that the specification shares with its libraries."""
    moment = datetime.fromtimestamp(1614265330, UTC)
    secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
    assert signatures.headers([secret], "msg_p5jXN8AQM9LWM0D4loKWxJek", moment, '{"test": 2432232314}') == {
        "webhook-id": "msg_p5jXN8AQM9LWM0D4loKWxJek",
        "webhook-timestamp": "1614265330",
        "webhook-signature": "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
    }


def test_receivers_can_tell_a_forgery_and_a_repetition() -> None:
    now = datetime.now(UTC)
    good = signatures.headers([SECRET], "m", now, BODY)
    assert Webhook(SECRET).verify(BODY, good)
    old = signatures.headers([SECRET], "m", now - timedelta(minutes=6), BODY)
    renewed = {**old, "webhook-timestamp": good["webhook-timestamp"]}
    other = signatures.headers([signatures.derive(b"o" * 32, "a key")], "m", now, BODY)
    for headers, body in (
        (good, BODY + " "),
        ({**good, "webhook-id": "n"}, BODY),
        *((h, BODY) for h in (old, renewed, other)),
    ):
        with pytest.raises(WebhookVerificationError):
            Webhook(SECRET).verify(body, headers)


def test_secrets_differ_by_game_and_by_key() -> None:
    made = {signatures.derive(b"n" * 32, ""), signatures.derive(b"n" * 32, "k"), signatures.derive(b"m" * 32, "k")}
    assert len(made) == 3


def test_both_secrets_sign_while_one_replaces_the_other() -> None:
    other = signatures.derive(b"o" * 32, "a key")
    sent = signatures.headers([other, SECRET], "m", datetime.now(UTC), BODY)
    assert len(sent["webhook-signature"].split()) == 2
    for secret in (SECRET, other):
        assert Webhook(secret).verify(BODY, sent)


# --- what is sent, and what the answer means -------------------------------------------------------


def test_what_arrives(receiver: Receiver) -> None:
    assert send(receiver) == DeliveryResult()
    (got,) = receiver.got
    assert (got.path, got.body) == ("/hook?to=ada", BODY.encode())
    assert got.headers["content-type"] == "application/json"
    assert got.headers["webhook-id"] == "m"
    assert got.headers["host"] == f"{LOCAL}:{receiver.port}"


@pytest.mark.parametrize(
    ("status", "outcome"),
    [
        (200, DeliveryResult()),
        (202, DeliveryResult()),
        (304, DeliveryResult("status_304")),
        (404, DeliveryResult("status_404")),
        (410, DeliveryResult("status_410", final=True)),
        (500, DeliveryResult("status_500")),
        (502, DeliveryResult("status_502", silent=True)),
    ],
)
def test_what_an_answer_means(receiver: Receiver, status: int, outcome: DeliveryResult) -> None:
    receiver.status = status
    assert send(receiver) == outcome


@pytest.mark.parametrize(
    ("header", "seconds"),
    [("120", 120), ("0", 0), ("999999", 86400), ("-5", 0), ("soon", 0), ("Wed, 21 Oct 2015 07:28:00 GMT", 0)],
)
def test_a_receiver_may_say_when_to_come_again(receiver: Receiver, header: str, seconds: float) -> None:
    receiver.status, receiver.more = 503, {"Retry-After": header}
    assert send(receiver) == DeliveryResult("status_503", retry_after=seconds)


def test_a_receiver_may_say_so_by_a_date(receiver: Receiver) -> None:
    later = format_datetime(datetime.now(UTC) + timedelta(hours=1), usegmt=True)
    receiver.status, receiver.more = 429, {"Retry-After": later}
    outcome = send(receiver)
    assert outcome.silent
    assert 3500 < outcome.retry_after <= 3600


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
def test_no_redirection_is_followed(receiver: Receiver, status: int) -> None:
    with receiving() as inside:
        receiver.status, receiver.more = status, {"Location": inside.url()}
        assert send(receiver) == DeliveryResult(f"status_{status}")
        assert inside.got == []
    assert len(receiver.got) == 1


def test_no_proxy_of_the_environment_is_used(receiver: Receiver, monkeypatch: pytest.MonkeyPatch) -> None:
    with receiving() as proxy:
        for name in ("http_proxy", "HTTP_PROXY", "https_proxy", "all_proxy", "ALL_PROXY"):
            monkeypatch.setenv(name, proxy.url(path=""))
        assert send(receiver) == DeliveryResult()
        assert proxy.got == []


def test_nobody_there(receiver: Receiver) -> None:
    with receiving() as gone:
        guard = gone.guard
    assert Sender(guard, 10).send(gone.url(), {}, b"") == DeliveryResult("unreachable", silent=True)


# --- receivers that take their time ----------------------------------------------------------------


def drip(handler: BaseHTTPRequestHandler) -> None:
    """A byte now and then, so that no timeout of a socket ever passes."""
    try:
        handler.wfile.write(b"HTTP/1.1 200 OK\r\nX-Slow: ")
        for _ in range(400):
            handler.wfile.write(b"x")
            time.sleep(0.05)
    except OSError:
        return


def hang(handler: BaseHTTPRequestHandler) -> None:
    handler.rfile.read(1)


def flood(handler: BaseHTTPRequestHandler) -> None:
    try:
        handler.wfile.write(b"HTTP/1.1 200 OK\r\nContent-Length: 1000000000000\r\n\r\n")
        while True:
            handler.wfile.write(b"x" * 65536)
    except OSError:
        return


@pytest.mark.parametrize("misdeed", [drip, hang])
def test_a_slow_receiver_is_given_up(receiver: Receiver, misdeed: object) -> None:
    receiver.instead = misdeed  # type: ignore[assignment]
    assert send(receiver, seconds=0.5) == DeliveryResult("timeout", silent=True)


def test_of_an_endless_answer_only_the_beginning_is_read(receiver: Receiver) -> None:
    receiver.instead = flood
    assert send(receiver) == DeliveryResult()


def test_nonsense_is_no_answer(receiver: Receiver) -> None:
    receiver.instead = lambda handler: handler.wfile.write(b"hello\r\n\r\n") and None  # type: ignore[func-returns-value]
    assert send(receiver).reason == "unreachable"


def test_an_odd_answer_is_not_logged(receiver: Receiver, logged: io.StringIO) -> None:
    receiver.instead = lambda handler: handler.wfile.write(b"HTTP/1.1 200 OK\r\nfoo\r\n\r\n") and None  # type: ignore[func-returns-value]
    assert send(receiver) == DeliveryResult()
    assert logged.getvalue() == ""


# --- names and certificates ------------------------------------------------------------------------


def test_a_name_is_looked_up_anew_and_the_connection_goes_to_what_was_judged(receiver: Receiver) -> None:
    """DNS rebinding: when the notice is sent, the name leads to an internal address, where nothing must arrive."""
    answers = iter([["93.184.216.34"], [LOCAL]])
    guard = replace(receiver.guard, allowed=(), lookup=lambda host, port: next(answers))
    url = receiver.url("play.example")
    assert guard.check_url(url)
    assert Sender(guard, 10).send(url, {}, b"") == DeliveryResult("refused")
    assert receiver.got == []


def test_a_judged_name_is_not_looked_up_again(receiver: Receiver) -> None:
    """The first answer is allowed and is where the request goes; there is no second lookup."""
    answers = iter([[LOCAL]])
    guard = replace(receiver.guard, lookup=lambda host, port: next(answers))
    assert Sender(guard, 10).send(receiver.url("play.example"), {}, b"") == DeliveryResult()
    assert receiver.got[0].headers["host"] == f"play.example:{receiver.port}"


def test_an_address_that_takes_no_connection_is_not_the_last(receiver: Receiver) -> None:
    """The host has an IPv6 address, where the receiver is not, and an IPv4 one."""
    guard = replace(receiver.guard, allowed=("play.example",), lookup=lambda host, port: ["::1", LOCAL])
    assert Sender(guard, 10).send(receiver.url("play.example"), {}, b"") == DeliveryResult()


@pytest.fixture
def authority() -> trustme.CA:
    return trustme.CA()


def in_tls(authority: trustme.CA, *names: str) -> ssl.SSLContext:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    authority.issue_cert(*names).configure_cert(context)
    return context


@pytest.mark.parametrize(
    ("named", "trusted", "outcome"),
    [
        ("play.example", True, DeliveryResult()),
        ("other.example", True, DeliveryResult("tls")),
        (LOCAL, True, DeliveryResult("tls")),
        ("play.example", False, DeliveryResult("tls")),
    ],
)
def test_the_certificate_has_to_be_that_of_the_name(
    authority: trustme.CA, named: str, trusted: bool, outcome: DeliveryResult
) -> None:
    """Although the connection goes to an address."""
    client = ssl.create_default_context()
    if trusted:
        authority.configure_trust(client)
    with receiving(in_tls(authority, named)) as receiver:
        guard = replace(receiver.guard, lookup=lambda host, port: [LOCAL])
        found = Sender(guard, 10, client).send(receiver.url("play.example"), {}, b"")
        assert found == outcome
        assert len(receiver.got) == (0 if outcome.reason else 1)
