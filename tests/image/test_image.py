"""The image, built and run: five processes as operations.md starts them, a Redis, a game, and their ends.

It takes minutes, root and buildah, so it runs only if HAMLET_EXPECT_IMAGE is set.
"""

from __future__ import annotations

import os
import re
import shlex
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.image.building import ROOT, Image, built
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


def documented() -> dict[str, list[str]]:
    """The processes that operations.md starts from the image, by name: the words after the image's name."""
    text = (ROOT / "docs" / "operations.md").read_text()
    found = re.findall(r"^\$HAMLET --name (\w+) .*?hamlet:[0-9.]+ ?(.*)$", text, re.MULTILINE)
    return {name: shlex.split(words) for name, words in found}


def test_the_image_runs_and_stops_as_described(image: Image, redis_server: RedisServer, tmp_path: Path) -> None:
    client = Client(free_port())
    environ = {"HAMLET_REDIS_URL": redis_server.url, "PORT": str(client.port)}
    containers = {}
    with (tmp_path / "log").open("wb") as log:
        try:
            for name, words in documented().items():
                # Here they share a network.
                own = {"HAMLET_METRICS_PORT": str(free_port())}
                containers[name] = Container(image, words, environ | own, log)
            assert set(containers) == {"web", "turns", "decisions", "webhooks", "dispatcher"}
            eventually(lambda: is_ready(client), "the start")
            table = Table(client, "image", HUMAN, AI, AI)
            table.play()
            table.prove()
            look_around(image, containers["web"], client)
            stops = {name: container.process.stop() for name, container in containers.items()}
        finally:
            for container in containers.values():
                container.process.kill()
            print((tmp_path / "log").read_text())
    assert not any(code for code, _ in stops.values()), stops
    late = [name for name, (_, seconds) in stops.items() if seconds > MAX_SECONDS]
    for name in late:
        # The machine may be busy, so there is one more try, alone.
        code, seconds = stopped_alone(image, documented()[name], environ, tmp_path)
        assert (code, seconds < MAX_SECONDS) == (0, True), (name, seconds)


def look_around(image: Image, web: Container, client: Client) -> None:
    """Run checks beside the web server, in its container."""
    healthcheck = image.config["Healthcheck"]
    assert isinstance(healthcheck, dict)
    kind, *check = healthcheck["Test"]
    assert kind == "CMD"
    assert web.run(*check).returncode == 0
    look_at_the_table(client)
    assert "engine compiled" in web.run("hamlet", "--version").stdout
    assert web.run("hamlet", "parked").returncode == 0
    assert "Read-only file system" in web.run("touch", "/file").stderr
    assert web.run("touch", "/tmp/file").returncode == 0
    assert web.run("id", "--user").stdout == "10001\n"
    assert not re.search(r"^Cap\w+:\s*0*[^0\s]", web.run("cat", "/proc/1/status").stdout, re.MULTILINE)


def look_at_the_table(client: Client) -> None:
    """A browser is redirected to the page, and gets its script and its style."""
    origin = f"http://127.0.0.1:{client.port}"
    with urllib.request.urlopen(urllib.request.Request(f"{origin}/", headers={"Accept": "text/html"})) as answer:
        page = answer.read().decode()
    assets = re.findall(r'(?:src|href)="(/[^"]+)"', page)
    assert {asset.rpartition(".")[2] for asset in assets} == {"js", "css"}
    for asset in assets:
        with urllib.request.urlopen(origin + asset) as answer:
            assert len(answer.read()) > 1000


def is_ready(client: Client) -> bool:
    try:
        return client.call("GET", "/readyz")[0] == 200
    except Unreachable:
        return False


@pytest.mark.parametrize("name", documented())
def test_a_process_that_starts_stops_too(image: Image, tmp_path: Path, name: str) -> None:
    environ = {"HAMLET_REDIS_URL": f"unix://{tmp_path}/none", "PORT": str(free_port())}
    code, _ = stopped_alone(image, documented()[name], environ, tmp_path, after=0)
    assert code == 0


def stopped_alone(
    image: Image, words: list[str], environ: dict[str, str], folder: Path, after: float = 10
) -> tuple[int, float]:
    """The exit code of a process stopped some seconds after its start, and how many seconds it took to stop."""
    with (folder / "log").open("ab") as log:
        container = Container(image, words, environ, log)
        try:
            time.sleep(after)
            return container.process.stop()
        finally:
            container.process.kill()
