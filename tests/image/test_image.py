"""The image, built and run for real: the processes of compose.yaml, a Valkey, a game, and their ends.

It takes minutes, root, and buildah: so only where HAMLET_EXPECT_IMAGE says that there is all of that.
"""

from __future__ import annotations

import os
import re
import subprocess
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml
from redis import Redis
from redis.backoff import ConstantBackoff
from redis.retry import Retry

from service.tools.stack.redis_server import server_binary
from tests.image.building import ARGUMENTS, ROOT, Image, built
from tests.image.containers import Container
from tests.service.conftest import RedisServer, free_port, redis_server
from tests.stack.playing import AI, HUMAN, Table
from tools.testbed.processes import eventually
from tools.testbed.stack import Client, Unreachable

__all__ = ["redis_server"]

pytestmark = pytest.mark.timeout(3600)
MAX_SECONDS = 3.0


@pytest.fixture(scope="module")
def image() -> Iterator[Image]:
    if not os.environ.get("HAMLET_EXPECT_IMAGE"):
        pytest.skip("the image is not built here. `.ci/run` does it.")
    with built() as image:
        yield image


def services() -> dict[str, dict[str, Any]]:
    """Return the services of compose.yaml that run the image, by name."""
    found = yaml.safe_load((ROOT / "compose.yaml").read_text())["services"]
    return {name: service for name, service in found.items() if "build" in service}


def environment(name: str, redis_url: str, port: int) -> dict[str, str]:
    """Return a service's variables. Here all processes share a network, so each has ports of its own."""
    of_file = services()[name]["environment"]
    own = {"HAMLET_REDIS_URL": redis_url, "HAMLET_METRICS_PORT": str(free_port())}
    assert set(own) == set(of_file)
    return own | {"PORT": str(port)}


def test_the_processes_have_only_the_rights_that_the_tests_give_them() -> None:
    for service in services().values():
        assert (service["read_only"], service["tmpfs"], service["cap_drop"]) == (True, "/tmp", ["ALL"])
        assert service["security_opt"] == ["no-new-privileges:true"]


def test_valkey_starts_with_its_command(tmp_path: Path) -> None:
    service = yaml.safe_load((ROOT / "compose.yaml").read_text())["services"]["valkey"]
    program, *options = service["command"]
    assert (program, service["healthcheck"]["test"]) == ("valkey-server", ["CMD", "valkey-cli", "ping"])
    port = free_port()
    with subprocess.Popen([server_binary(), *options, "--port", str(port), "--dir", str(tmp_path)]) as server:
        try:
            with Redis(port=port, retry=Retry(ConstantBackoff(0.05), 200)) as client:
                assert client.config_get("append*")["appendfsync"] == "always"
        finally:
            server.terminate()


def test_the_image_runs_and_stops_as_described(image: Image, redis_server: RedisServer, tmp_path: Path) -> None:
    client = Client(free_port())
    containers = {}
    with (tmp_path / "log").open("wb") as log:
        try:
            for name, service in services().items():
                environ = environment(name, redis_server.url, client.port)
                containers[name] = Container(image, service.get("command", []), environ, log)
            assert set(containers) == {"web", "turns", "decisions", "webhooks", "dispatcher"}
            eventually(lambda: is_ready(client), "the start")
            table = Table(client, "image", HUMAN, AI, AI)
            table.play()
            table.prove()
            look_around(image, containers["web"], client)
            for name, service in services().items():
                check = service.get("healthcheck", image.check)["test"]
                assert check[0] == "CMD"
                eventually(lambda name=name, check=check: containers[name].run(*check[1:]).returncode == 0, name)
            stops = {name: container.process.stop() for name, container in containers.items()}
        finally:
            for container in containers.values():
                container.process.kill()
            print((tmp_path / "log").read_text())
    assert not any(code for code, _ in stops.values()), stops
    late = [name for name, (_, seconds) in stops.items() if seconds > MAX_SECONDS]
    for name in late:
        # The machine may be busy with something else: one more chance, alone.
        code, seconds = stopped_alone(image, name, redis_server.url, tmp_path)
        assert (code, seconds < MAX_SECONDS) == (0, True), (name, seconds)


def test_the_labels_say_what_it_is_and_where_it_comes_from(image: Image) -> None:
    stated = {name.lower(): ARGUMENTS[name] for name in ("VERSION", "REVISION", "SOURCE", "URL")}
    about = {"title": "Hamlet", "licenses": "Apache-2.0", "base.name": ARGUMENTS["BASE"]}
    assert image.labels == {"description": image.labels["description"], **stated, **about}


def look_around(image: Image, web: Container, client: Client) -> None:
    """Beside the web server, in its container."""
    look_at_the_table(client)
    assert "engine compiled" in web.run("hamlet", "--version").stdout
    assert web.run("hamlet", "parked").returncode == 0
    assert "Read-only file system" in web.run("touch", "/file").stderr
    assert web.run("touch", "/tmp/file").returncode == 0
    assert web.run("id", "--user").stdout == "10001\n"
    assert not re.search(r"^Cap\w+:\s*0*[^0\s]", web.run("cat", "/proc/1/status").stdout, re.MULTILINE)


def look_at_the_table(client: Client) -> None:
    """A browser is led to the page, and gets what the page names: its script, its style, its manifest and its icon."""
    origin = f"http://127.0.0.1:{client.port}"
    with urllib.request.urlopen(urllib.request.Request(f"{origin}/", headers={"Accept": "text/html"})) as answer:
        page = answer.read().decode()
    assets = re.findall(r'(?:src|href)="(/[^"]+)"', page)
    assert {asset.rpartition(".")[2] for asset in assets} == {"js", "css", "webmanifest", "png", "txt"}
    for asset in assets:
        with urllib.request.urlopen(origin + asset) as answer:
            assert len(answer.read()) > 400


def is_ready(client: Client) -> bool:
    try:
        return client.call("GET", "/readyz")[0] == 200
    except Unreachable:
        return False


@pytest.mark.parametrize("name", services())
def test_a_process_that_starts_stops_too(image: Image, tmp_path: Path, name: str) -> None:
    code, _ = stopped_alone(image, name, f"unix://{tmp_path}/none", tmp_path, after=0)
    assert code == 0


def stopped_alone(image: Image, name: str, redis_url: str, folder: Path, after: float = 10) -> tuple[int, float]:
    """Return the exit code of a process stopped `after` seconds after its start, and the seconds it took to stop."""
    with (folder / "log").open("ab") as log:
        environ = environment(name, redis_url, free_port())
        container = Container(image, services()[name].get("command", []), environ, log)
        try:
            time.sleep(after)
            return container.process.stop()
        finally:
            container.process.kill()
