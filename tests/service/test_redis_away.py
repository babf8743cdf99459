"""Every way in which Redis can be away: every call says so immediately, as a problem; then everything continues."""

from __future__ import annotations

import shutil
import socket
import socketserver
import ssl
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
import trustme
from flask import Flask
from flask.testing import FlaskClient
from redis import Redis, RedisError

from engine.registry import RULESETS
from service.config.settings import load_settings
from service.http.app import create_app
from service.http.operations.streams import MEDIA_TYPE
from service.store import Store, connect
from service.store.redis import outages
from service.store.redis.client import connect_worker
from service.store.redis.store_errors import StoreUnavailable
from tests.service.api import PROBLEM, Table, bearer, exposed
from tests.service.conforming import ConformingClient
from tests.service.conftest import UNLIMITED, RedisServer, free_port
from tests.service.names import Names
from tests.service.test_imports import IMPORT, over
from tools.testbed.processes import eventually

GENEROUS_SECONDS = 10
"""Much longer than anything should take, much shorter than a hang."""
VILLAGERS = RULESETS["villagers"]


def app_on(url: str, **settings: str) -> Flask:
    app = create_app(load_settings({"HAMLET_REDIS_URL": url, **UNLIMITED, **settings}))
    app.test_client_class = ConformingClient
    return app


@pytest.fixture
def app(own_redis_server: RedisServer) -> Iterator[Flask]:
    """An application on a server of its own."""
    app = app_on(own_redis_server.url)
    yield app
    app.extensions["games"].queries.changes.release_waiters(timeout=10)


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    return app.test_client()


def new_game() -> dict[str, Any]:
    return {"ruleset": "villagers", "seats": [{"type": "human"}, {"type": "human"}]}


def question() -> dict[str, Any]:
    state = VILLAGERS.setup(VILLAGERS.read_options({}, 2), 2, b"a seed")
    seat = VILLAGERS.to_act(state)[0]
    view = VILLAGERS.write_view(VILLAGERS.view(state, seat))
    return {"ruleset": "villagers", "seat": seat, "view": view, "level": "greedy"}


FINISHED: dict[str, Any] = {}
"""A game to import, made once, while Redis was available."""


@pytest.fixture(autouse=True)
def finished(client: FlaskClient) -> None:
    if not FINISHED:
        FINISHED.update(over(client))


def calls(table: Table) -> dict[str, Callable[[], Any]]:
    """Return every kind of call that needs the store."""
    client, path, mine = table.client, table.path, bearer(table.tokens["0"])
    host = bearer(table.created["host_token"])
    return {
        "list": lambda: client.get("/v1/games"),
        "invite": lambda: client.post(f"{path}/invitations", json={}, headers=host),
        "invitations": lambda: client.get(f"{path}/invitations", headers=host),
        "leave": lambda: client.post(f"{path}/seats/0/leave", headers=mine),
        "resign": lambda: client.post(f"{path}/seats/0/resign", headers=mine),
        "rematch": lambda: client.post(f"{path}/rematch", headers=mine),
        "token": lambda: client.post(f"{path}/seats/0/token", headers={"Hamlet-Api-Key": f"hamlet_shop.{'x' * 43}"}),
        "review": lambda: client.post(f"{path}/review", json={}),
        "look at the review": lambda: client.get(f"{path}/review"),
        "create": lambda: client.post("/v1/games", json=new_game()),
        "import": lambda: client.post(IMPORT, json=FINISHED),
        "claim": lambda: client.post(f"{path}/seats/1", json={}),
        "look": lambda: client.get(path),
        "wait": lambda: client.get(f"{path}?after=0&wait=1", headers=mine),
        "moves": lambda: client.get(f"{path}/moves", headers=mine),
        "play": lambda: client.post(f"{path}/moves", json={"move": {"type": "draft_reserve"}}, headers=mine),
        "turn": lambda: client.get(f"{path}/turn", headers=mine),
        "play the turn": lambda: client.post(f"{path}/turn", json={"move": {"type": "draft_reserve"}}, headers=mine),
        "undo": lambda: client.post(f"{path}/undo", headers=mine),
        "events": lambda: client.get(f"{path}/events?after=0", headers=mine),
        "stream": lambda: client.get(f"{path}/events?after=0", headers={"Accept": MEDIA_TYPE}),
        "replay": lambda: client.get(f"{path}/replay"),
        "hint": lambda: client.post(f"{path}/hint", json={"level": "greedy"}, headers=mine),
        "decide": lambda: client.post("/v1/decisions", json=question()),
        "decision": lambda: client.get(f"/v1/decisions/{'a' * 32}?wait=1"),
    }


def test_all_calls_of_the_contract_are_here(client: FlaskClient) -> None:
    rules = {
        (rule.rule, method)
        for rule in client.application.url_map.iter_rules()
        for method in (rule.methods or set()) & {"GET", "POST"}
        if rule.rule.startswith(("/v1/games", "/v1/decisions"))
    }
    # A stream is another answer of the same call, and so is a long poll.
    assert len(calls(Table(client))) == len(rules) + 2


def killed(server: RedisServer) -> None:
    server.kill()


def hanging(server: RedisServer) -> None:
    server.hang()


@pytest.mark.parametrize("trouble", [killed, pytest.param(hanging, marks=pytest.mark.long)])
def test_every_call_says_so_at_once(
    client: FlaskClient, own_redis_server: RedisServer, trouble: Callable[[RedisServer], None]
) -> None:
    asked = calls(Table(client))
    trouble(own_redis_server)
    for name, call in asked.items():
        began = time.monotonic()
        answer = call()
        assert time.monotonic() - began < GENEROUS_SECONDS
        assert (answer.status_code, answer.get_json()["type"]) == (503, PROBLEM + "unavailable"), name
        assert int(answer.headers["Retry-After"]) >= 1
    assert client.get("/healthz").status_code == 200
    assert "hamlet_redis_up 0.0" in exposed(client.application)


@pytest.mark.long
def test_with_limits_too(own_redis_server: RedisServer) -> None:
    app = app_on(own_redis_server.url, HAMLET_TOKEN_RATE="100", HAMLET_RATE_LIMIT="100", HAMLET_DECISION_RATE="100")
    asked = calls(Table(app.test_client()))
    own_redis_server.kill()
    for call in asked.values():
        assert call().status_code == 503


def test_everything_goes_on_when_redis_is_back(client: FlaskClient, own_redis_server: RedisServer) -> None:
    table = Table(client)
    own_redis_server.hang()
    assert table.get().status_code == 503
    own_redis_server.wake()
    assert table.step()["version"] == 1
    own_redis_server.kill()
    assert table.get().status_code == 503
    own_redis_server.start()
    eventually(lambda: table.get().status_code == 200, "the game")
    assert table.step()["version"] == 2


def test_who_waits_is_answered_when_redis_goes(client: FlaskClient, own_redis_server: RedisServer) -> None:
    """With what was true when the wait began: a wait may always end without news."""
    table = Table(client)
    answers: list[int] = []
    waiting = threading.Thread(target=lambda: answers.append(table.get(after=0, wait=2).status_code))
    waiting.start()
    eventually(lambda: Redis(port=own_redis_server.port).pubsub_numsub("changed")[0][1] == 1, "the subscription")
    own_redis_server.kill()
    waiting.join(GENEROUS_SECONDS)
    assert answers in ([200], [503])


# --- what the probe tells ------------------------------------------------------------------------


def missing(client: FlaskClient) -> dict[str, list[str]]:
    answer = client.get("/readyz")
    problem = answer.get_json()
    assert (answer.status_code, problem["type"]) == (503, PROBLEM + "not-ready")
    assert answer.headers["Retry-After"] == "1"
    errors: dict[str, list[str]] = problem["errors"]
    return errors


def test_a_server_that_is_not_there(client: FlaskClient, own_redis_server: RedisServer) -> None:
    assert client.get("/readyz").status_code == 200
    own_redis_server.kill()
    assert missing(client) == {"redis": ["cannot be reached"]}


def test_a_server_that_hangs(client: FlaskClient, own_redis_server: RedisServer) -> None:
    own_redis_server.hang()
    assert missing(client) == {"redis": ["does not answer in time"]}


def test_a_replica(client: FlaskClient, own_redis_server: RedisServer) -> None:
    table, admin = Table(client), Redis(port=own_redis_server.port)
    admin.replicaof("127.0.0.1", free_port())
    assert missing(client) == {"writes": ["is a replica, which takes no writes"]}
    assert calls(table)["play"]().status_code in (409, 503)
    assert calls(table)["create"]().status_code == 503
    admin.replicaof("NO", "ONE")
    assert client.get("/readyz").status_code == 200
    assert table.step()["version"] == 1


def test_a_full_memory(client: FlaskClient, own_redis_server: RedisServer) -> None:
    table, admin = Table(client), Redis(port=own_redis_server.port)
    admin.config_set("maxmemory", 1)
    assert missing(client) == {"writes": ["has no memory left"]}
    assert calls(table)["create"]().status_code == 503
    assert table.get().status_code == 200, "what is there can be read"


def test_a_full_disk(client: FlaskClient, own_redis_server: RedisServer) -> None:
    admin = Redis(port=own_redis_server.port)
    admin.config_set("save", "3600 1")
    shutil.rmtree(own_redis_server.folder)
    admin.bgsave()
    eventually(lambda: admin.info("persistence")["rdb_last_bgsave_status"] == "err", "the failure")
    # It refuses even a ping.
    both = {"redis": ["cannot write to its disk"], "writes": ["cannot write to its disk"]}
    eventually(lambda: missing(client) == both, "an answer in time")
    assert client.post("/v1/games", json=new_game()).status_code == 503


def test_a_user_without_rights(own_redis_server: RedisServer) -> None:
    admin = Redis(port=own_redis_server.port)
    admin.acl_setuser("games", enabled=True, passwords=["+pw"], keys=["*"], commands=["+@all", "-@scripting"])
    place = f"127.0.0.1:{own_redis_server.port}/0"
    assert missing(app_on(f"redis://games:pw@{place}").test_client()) == {
        "scripts": ["does not permit this to the user"]
    }
    wrong = app_on(f"redis://games:secret@{place}").test_client()
    assert missing(wrong) == {"redis": ["refuses the user or the password"]}
    assert "secret" not in wrong.get("/readyz").get_data(as_text=True)


def test_sentinels_without_a_master(client: FlaskClient, own_redis_server: RedisServer) -> None:
    """A Redis that is no Sentinel, or no answer at all: the master is unknown."""
    lost = app_on(f"redis+sentinel://127.0.0.1:{free_port()},127.0.0.1:{free_port()}/games/0").test_client()
    assert missing(lost) == {"redis": ["the Sentinels know no master"]}
    began = time.monotonic()
    assert lost.post("/v1/games", json=new_game()).status_code == 503
    assert time.monotonic() - began < GENEROUS_SECONDS


class Loading(socketserver.BaseRequestHandler):
    """A Redis that is still reading its file, which is its answer to every command."""

    def handle(self) -> None:
        while sent := self.request.recv(65536):
            asked = sum(line.startswith(b"*") for line in sent.split(b"\r\n"))
            self.request.sendall(b"-LOADING Redis is loading the dataset in memory\r\n" * asked)


def test_a_server_that_is_still_loading() -> None:
    with socketserver.ThreadingTCPServer(("127.0.0.1", 0), Loading) as server:
        server.daemon_threads = True
        threading.Thread(target=server.serve_forever, daemon=True).start()
        client = app_on(f"redis://127.0.0.1:{server.server_address[1]}/0").test_client()
        assert missing(client)["redis"] == ["is still reading its data"]
        assert client.post("/v1/games", json=new_game()).status_code == 503
        server.shutdown()


# --- what the log says -----------------------------------------------------------------------------


@pytest.mark.parametrize("trouble", [killed, pytest.param(hanging, marks=pytest.mark.long)])
def test_an_outage_is_logged_once_however_many_requests_meet_it(
    client: FlaskClient,
    own_redis_server: RedisServer,
    caplog: pytest.LogCaptureFixture,
    trouble: Callable[[RedisServer], None],
) -> None:
    table = Table(client)
    caplog.set_level("INFO", outages.log.name)
    for _ in range(2):
        caplog.clear()
        trouble(own_redis_server)
        for _ in range(4):
            assert table.get().status_code == 503
        lost = [record.getMessage() for record in caplog.records if record.name == outages.log.name]
        if trouble is hanging:
            own_redis_server.wake()
        else:
            own_redis_server.start()
        for _ in range(4):
            eventually(lambda: table.get().status_code == 200, "the game")
        [found] = [record.getMessage() for record in caplog.records if record.name == outages.log.name][1:]
        place = f"Redis 127.0.0.1:{own_redis_server.port}"
        assert len(lost) == 1
        assert lost[0].startswith(f"cannot reach {place}: ")
        assert found.startswith(f"{place} can be reached again, after ")


def test_that_another_redis_has_taken_over_at_once_is_logged_too(
    own_redis_server: RedisServer, caplog: pytest.LogCaptureFixture
) -> None:
    """A worker's waiting call is interrupted; its next connection reaches a Redis."""
    caplog.set_level("INFO", outages.log.name)
    worker, admin = connect_worker(own_redis_server.url), Redis(port=own_redis_server.port)
    with worker, admin, ThreadPoolExecutor() as pool:
        waiting = pool.submit(worker.blpop, ["a list"], 60)
        eventually(lambda: admin.info("clients")["blocked_clients"] == 1, "the call")
        admin.execute_command("CLIENT", "KILL", "TYPE", "normal", "SKIPME", "yes")
        eventually(lambda: outages.log.name in {record.name for record in caplog.records}, "the loss")
        admin.rpush("a list", "a message")
        assert waiting.result() == (b"a list", b"a message")
    assert [record.levelname for record in caplog.records if record.name == outages.log.name] == ["WARNING", "INFO"]


# --- names ---------------------------------------------------------------------------------------


def test_a_name_that_nobody_knows(monkeypatch: pytest.MonkeyPatch) -> None:
    def unknown(*args: object, **more: object) -> None:
        raise socket.gaierror(socket.EAI_NONAME, "unknown")

    monkeypatch.setattr(socket, "getaddrinfo", unknown)
    client = app_on("redis://redis.example:6379/0").test_client()
    assert missing(client) == {"redis": ["cannot be reached"]}
    assert client.post("/v1/games", json=new_game()).status_code == 503


def test_a_name_server_that_hangs(monkeypatch: pytest.MonkeyPatch) -> None:
    over = threading.Event()
    monkeypatch.setattr(socket, "getaddrinfo", lambda *args, **more: over.wait(4 * GENEROUS_SECONDS) and [])
    store = Store(connect("redis://redis.example:6379/0", timeout=0.05))
    began = time.monotonic()
    with pytest.raises(StoreUnavailable):
        store.head(store.new_id())
    assert time.monotonic() - began < GENEROUS_SECONDS
    over.set()


@pytest.mark.parametrize("trouble", ["fails", "hangs"])
@pytest.mark.parametrize("client_of", [connect, connect_worker])
def test_without_a_name_service_the_last_known_address_is_used(
    own_redis_server: RedisServer,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    client_of: Callable[[str], Redis],
    trouble: str,
) -> None:
    caplog.set_level("INFO")
    own_redis_server.kill()
    own_redis_server.start("--bind", "127.0.0.1", "127.0.0.2")
    # A new name for each test, since the process caches what it knows of a name.
    host = f"{trouble}.{client_of.__name__}.example"
    names = Names(monkeypatch, {host: "127.0.0.1"})
    with client_of(f"redis://{host}:{own_redis_server.port}/0") as client:

        def address() -> str:
            """Return the address of the server, by a new connection."""
            client.connection_pool.disconnect()
            return str(client.client_info()["laddr"]).rpartition(":")[0]

        assert address() == "127.0.0.1"
        names.trouble = trouble
        began = time.monotonic()
        assert [address() for _ in range(3)] == ["127.0.0.1"] * 3
        assert time.monotonic() - began < GENEROUS_SECONDS
        names.trouble, names.addresses[host] = "", "127.0.0.2"
        names.release()
        eventually(lambda: address() == "127.0.0.2", "the new address")
    said = [record.levelname for record in caplog.records if host in record.getMessage()]
    assert said == ["WARNING", "INFO"], "once each"


class Tls(socketserver.ThreadingTCPServer):
    """Encrypts the connections to a Redis that does not do so itself."""

    daemon_threads = True

    def __init__(self, port: int, context: ssl.SSLContext) -> None:
        super().__init__(("127.0.0.1", 0), socketserver.BaseRequestHandler)
        self._port = port
        self._context = context
        threading.Thread(target=self.serve_forever, daemon=True).start()

    def finish_request(self, request: Any, client_address: Any) -> None:
        with suppress(OSError), socket.create_connection(("127.0.0.1", self._port)) as redis:
            outside = self._context.wrap_socket(request, server_side=True)
            threading.Thread(target=pump, args=(redis, outside), daemon=True).start()
            pump(outside, redis)


def pump(source: socket.socket, target: socket.socket) -> None:
    with suppress(OSError):
        while data := source.recv(65536):
            target.sendall(data)


@pytest.mark.parametrize("named", ["tls.example", "other.example"])
def test_a_certificate_has_to_be_for_the_name_also_without_a_name_service(
    own_redis_server: RedisServer, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, named: str
) -> None:
    authority = trustme.CA()
    authority.cert_pem.write_to_path(str(tmp_path / "ca.pem"))
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    authority.issue_cert(named).configure_cert(context)
    names = Names(monkeypatch, {"tls.example": "127.0.0.1"})
    with Tls(own_redis_server.port, context) as front:
        url = f"rediss://tls.example:{front.server_address[1]}/0?ssl_ca_certs={tmp_path / 'ca.pem'}"
        client = connect(url, retries=0)
        for trouble in ("", "fails"):
            names.trouble = trouble
            client.connection_pool.disconnect()
            if named == "tls.example":
                assert client.ping()
            else:
                with pytest.raises(RedisError, match="certificate"):
                    client.ping()
        front.shutdown()


def test_who_looks_for_the_same_name_waits_for_one_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    """A resolver that hangs holds up one thread, not one for each connection."""
    names = Names(monkeypatch, {"herd.example": "127.0.0.1"})
    names.trouble = "hangs"
    with ThreadPoolExecutor(8) as pool:
        lost = [pool.submit(connect("redis://herd.example:6379/0", timeout=0.1).ping) for _ in range(8)]
        assert all(isinstance(one.exception(), RedisError) for one in lost)
    assert names.asked == 1
    names.release()


def test_a_worker_is_more_patient(own_redis_server: RedisServer) -> None:
    """Redis is slow for longer than people would wait."""
    brisk, patient = (connect(own_redis_server.url, timeout=seconds) for seconds in (0.1, 30))
    for client in (brisk, patient):
        client.ping()
    own_redis_server.hang()
    with pytest.raises(RedisError):
        brisk.ping()
    threading.Timer(0.3, own_redis_server.wake).start()
    assert patient.ping()


@pytest.mark.parametrize("where", ["network", "machine"])
def test_a_connection_that_redis_has_closed_is_replaced_before_it_is_used(tmp_path: Path, where: str) -> None:
    server = RedisServer(tmp_path)
    server.start("--unixsocket", str(tmp_path / "redis.sock"))
    url = {"network": server.url, "machine": f"unix://{tmp_path / 'redis.sock'}"}[where]
    try:
        with connect(url, retries=0, connections=1) as client, Redis.from_url(server.url) as other:
            first = client.client_id()
            assert client.client_id() == first, "as it is left it is used again"
            other.client_kill_filter(_id=str(first))
            assert client.client_id() != first, "not an error, though nothing is tried again"
            connection = client.connection_pool.get_connection()
            assert not connection.can_read()
            connection.send_command("PING")
            eventually(connection.can_read, "the answer lies there")
            connection.disconnect()
            client.connection_pool.release(connection)
    finally:
        server.kill()
