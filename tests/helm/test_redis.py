"""The bundled Redis, run here as the chart runs it."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from redis import AuthenticationError, Redis, RedisError

from service.tools.stack.redis_server import server_binary
from tests.helm.charts import ROOT, Helm, Release, container, values_file
from tools.testbed.processes import eventually

PASSWORD = "correcthorse"
NEW_PASSWORD = "batterystaple"
SECRET_FILE = "/etc/redis-password/password"


def configuration_of(release: Release) -> str:
    """Return the server's configuration file."""
    [text] = [item["data"]["redis.conf"] for item in release.of_kind("ConfigMap") if "redis.conf" in item["data"]]
    return str(text)


@contextmanager
def running(release: Release, folder: Path, secret: str | None) -> Iterator[Redis]:
    """The server by the chart's command and configuration, on a socket in a folder that replaces its volume."""
    box = container(release.pods["redis"])
    socket, configuration = folder / "redis.sock", folder / "redis.conf"
    text = configuration_of(release)
    assert "port 6379\n" in text
    assert "dir /data\n" in text
    text = text.replace("port 6379\n", f"port 0\nunixsocket {socket}\n").replace("dir /data\n", f"dir {folder}\n")
    configuration.write_text(text)
    if secret:
        (folder / "password").write_text(secret)
    command = [here(word, folder) for word in box["command"]]
    # The name of the program in the chart's image; here it may be a Valkey.
    if not (folder / "redis-server").exists():
        (folder / "redis-server").symlink_to(server_binary())
    assert "env" not in box
    environment = {"PATH": f"{folder}:{os.environ['PATH']}"}
    server = subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL)
    client = Redis(unix_socket_path=str(socket), password=secret)
    try:
        eventually(lambda: answers(client), "Redis answers")
        yield client
    finally:
        client.close()
        # The shell has become the server, so the signal reaches the server.
        server.terminate()
        assert server.wait(timeout=30) == 0


def here(word: str, folder: Path) -> str:
    """Return a word of a command with this folder instead of the pod's paths."""
    word = word.replace("/etc/redis/redis.conf", str(folder / "redis.conf"))
    word = word.replace(SECRET_FILE, str(folder / "password"))
    return word.replace("redis-cli ", f"redis-cli -s {folder / 'redis.sock'} ")


def answers(client: Redis) -> bool:
    """Return whether the server answers."""
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


def is_ready(release: Release, folder: Path) -> bool:
    """Return the result of the pod's probe."""
    command = container(release.pods["redis"])["readinessProbe"]["exec"]["command"]
    return subprocess.run([here(word, folder) for word in command], check=False).returncode == 0


def accepts(folder: Path, password: str) -> bool:
    """Return whether a process that starts now with this password could connect."""
    with Redis(unix_socket_path=str(folder / "redis.sock"), password=password) as client:
        try:
            return bool(client.ping())
        except AuthenticationError:
            return False


def documented_changes() -> tuple[str, str]:
    """Return how operations.md changes the password in Redis' pod: it accepts both, then only the new one."""
    text = (ROOT / "docs" / "operations.md").read_text()
    both, only_new = re.findall(r"^printf %s .* \| \$in_redis sh -c '(.*)'$", text, re.MULTILINE)
    return both, only_new


def documented_backup(folder: Path, copy: Path) -> tuple[str, str]:
    """Return the commands of operations.md that copy the volume and restore the copy, with this folder as the
    volume.
    """
    text = (ROOT / "docs" / "operations.md").read_text()
    [saving] = re.findall(r"^in_redis=.*\n(to=backup/[^`]*)```", text, re.MULTILINE)
    [(packing, unpacking)] = re.findall(r"^(tar -c .*) \|\n.* -- sh -ec '(.*)'$", text, re.MULTILINE)
    saving = saving.replace("$in_redis ", "").replace("/data/", f"{folder}/")
    restoring = f"{packing} | sh -ec '{unpacking}'".replace("cd /data;", f"cd {folder};")
    return f"cd {copy}; {saving}", f"cd {copy}; {restoring}"


def test_a_copy_made_while_it_writes_is_put_back(helm: Helm, folder: Path, tmp_path: Path) -> None:
    saving, restoring = documented_backup(folder, tmp_path)
    done = threading.Event()

    def write() -> None:
        number = 0
        with Redis(unix_socket_path=str(folder / "redis.sock")) as writing:
            while not done.is_set():
                number = writing.incr("number")
                writing.set(f"key-{number}", "x" * 1000)

    with running(helm.release(), folder, None) as client:
        client.set("game", "played")
        writer = threading.Thread(target=write)
        writer.start()
        try:
            # So that the manifest names a base besides the file that grows.
            client.bgrewriteaof()
            eventually(lambda: not client.info("persistence")["aof_rewrite_in_progress"], "the file is rewritten")
            before = int(client.get("number") or 0)
            subprocess.run(["sh", "-ec", saving], check=True)
        finally:
            done.set()
            writer.join()
        client.set("game", "played on")
    subprocess.run(["sh", "-ec", restoring], check=True)
    with running(helm.release(), folder, None) as client:
        assert client.get("game") == b"played"
        number = int(client.get("number") or 0)
        assert number >= before
        assert client.exists(*(f"key-{one}" for one in range(1, number))) == number - 1
    assert list(folder.glob("replaced-*/appendonly.aof.manifest")), "what was there before is kept"


@pytest.fixture
def redis_cli() -> None:
    """The chart's image has it; here `.ci/run` installs it."""
    if not shutil.which("redis-cli"):
        if os.environ.get("HAMLET_EXPECT_HELM"):
            pytest.fail("redis-cli is not here, though it should be")
        pytest.skip("redis-cli is not here. `.ci/run` installs it.")


@pytest.mark.usefixtures("redis_cli")
def test_the_password_changes_while_everybody_can_connect(helm: Helm, folder: Path) -> None:
    def change(command: str, password: str) -> None:
        subprocess.run(["sh", "-c", here(command, folder)], input=password.encode(), check=True)

    both, only_new = documented_changes()
    release = helm.release("--values", str(values_file("bundled")))
    with running(release, folder, PASSWORD) as client:
        assert is_ready(release, folder)
        change(both, f">{NEW_PASSWORD}")
        assert accepts(folder, PASSWORD)
        assert accepts(folder, NEW_PASSWORD)
        assert is_ready(release, folder)
        # The kubelet does this some time after the Secret has changed.
        (folder / "password").write_text(NEW_PASSWORD)
        assert is_ready(release, folder)
        change(only_new, NEW_PASSWORD)
        assert not accepts(folder, PASSWORD)
        assert accepts(folder, NEW_PASSWORD)
        assert is_ready(release, folder)
        assert client.ping(), "a connection that was there before stays"
    with running(release, folder, NEW_PASSWORD):
        assert is_ready(release, folder)


@pytest.mark.usefixtures("redis_cli")
def test_without_a_password_the_probe_asks_without_one(helm: Helm, folder: Path) -> None:
    release = helm.release()
    with running(release, folder, None):
        assert is_ready(release, folder)
    assert not is_ready(release, folder)
