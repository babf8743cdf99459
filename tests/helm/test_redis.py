"""The bundled Redis, run here as the chart runs it there."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from redis import AuthenticationError, Redis, RedisError

from service.tools.stack.redis_server import server_binary
from tests.helm.charts import Helm, Release, container, values_file
from tests.stack.processes import eventually

PASSWORD = "correcthorse"


def configuration_of(release: Release) -> str:
    """The server's configuration file."""
    [text] = [item["data"]["redis.conf"] for item in release.of_kind("ConfigMap") if "redis.conf" in item["data"]]
    return str(text)


@contextmanager
def running(release: Release, folder: Path, secret: str | None) -> Iterator[Redis]:
    """The server by the chart's command and configuration, on a socket in a folder that stands for its volume."""
    box = container(release.pods["redis"])
    socket, configuration = folder / "redis.sock", folder / "redis.conf"
    text = configuration_of(release)
    assert "port 6379\n" in text
    assert "dir /data\n" in text
    text = text.replace("port 6379\n", f"port 0\nunixsocket {socket}\n").replace("dir /data\n", f"dir {folder}\n")
    configuration.write_text(text)
    command = [word.replace("/etc/redis/redis.conf", str(configuration)) for word in box["command"]]
    # By the name that it has in the chart's image; here it may be a Valkey.
    if not (folder / "redis-server").exists():
        (folder / "redis-server").symlink_to(server_binary())
    environment = {"PATH": f"{folder}:{os.environ['PATH']}"}
    for variable in box.get("env", ()):
        assert set(variable["valueFrom"]) == {"secretKeyRef"}
        assert secret
        environment[variable["name"]] = secret
    # Without a secret the variable stays unset, not empty: the command must bear that.
    server = subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL)
    client = Redis(unix_socket_path=str(socket), password=secret)
    try:
        eventually(lambda: answers(client), "Redis answers")
        yield client
    finally:
        client.close()
        # The shell has become the server, so that it is the server that is told to stop.
        server.terminate()
        assert server.wait(timeout=30) == 0


def answers(client: Redis) -> bool:
    """Whether the server is there."""
    try:
        return bool(client.ping())
    except RedisError:
        return False


@pytest.fixture
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A volume; its path is short enough for a socket."""
    return tmp_path_factory.mktemp("redis")


def test_with_a_secret_it_wants_the_password(helm: Helm, folder: Path) -> None:
    release = helm.release("--values", str(values_file("bundled")))
    with running(release, folder, PASSWORD) as client:
        stranger = Redis(unix_socket_path=client.connection_pool.connection_kwargs["path"])
        with pytest.raises(AuthenticationError):
            stranger.ping()
        stranger.close()


def test_what_it_has_answered_outlives_it(helm: Helm, folder: Path) -> None:
    release = helm.release()
    with running(release, folder, None) as client:
        client.set("game", "played")
        asked = client.config_get("append*")
        assert (asked["appendonly"], asked["appendfsync"]) == ("yes", "always")
        asked = client.config_get("maxmemory*")
        assert (asked["maxmemory"], asked["maxmemory-policy"]) == (str(512 * 1024 * 1024), "noeviction")
    with running(release, folder, None) as client:
        assert client.get("game") == b"played"


def test_it_keeps_its_games_in_a_volume_that_stays(release: Release) -> None:
    for stateful in release.of_kind("StatefulSet"):
        spec = stateful["spec"]
        assert spec["replicas"] == 1
        assert spec["persistentVolumeClaimRetentionPolicy"] == {"whenDeleted": "Retain", "whenScaled": "Retain"}
        [claim] = spec["volumeClaimTemplates"]
        mounts = {mount["mountPath"]: mount["name"] for mount in container(spec["template"])["volumeMounts"]}
        assert mounts["/data"] == claim["metadata"]["name"]
        assert spec["serviceName"] in {item["metadata"]["name"] for item in release.of_kind("Service")}


def test_it_refuses_before_it_is_killed(release: Release) -> None:
    units = {"Mi": 1, "Gi": 1024, "mb": 1, "gb": 1024}
    for stateful in release.of_kind("StatefulSet"):
        [most] = [line.split()[1] for line in configuration_of(release).splitlines() if line.startswith("maxmemory ")]
        limit = container(stateful["spec"]["template"])["resources"]["limits"]["memory"]
        assert int(most[:-2]) * units[most[-2:]] * 2 <= int(limit[:-2]) * units[limit[-2:]]


def test_the_probe_has_the_password(helm: Helm) -> None:
    box = container(helm.release("--values", str(values_file("bundled"))).pods["redis"])
    # The variable that redis-cli itself looks for.
    assert [variable["name"] for variable in box["env"]] == ["REDISCLI_AUTH"]
    assert "redis-cli ping" in " ".join(box["readinessProbe"]["exec"]["command"])
