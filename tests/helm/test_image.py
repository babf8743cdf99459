"""The image, as far as it can be checked without building it, which `tests/image` does."""

from __future__ import annotations

import ast
import fnmatch
import json
import platform
import re
import shlex
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from engine.build import COMPILED
from service.config.settings import describe_settings
from service.http.web_ui.built_pages import STATIC, is_built
from tests.helm.charts import ROOT, Helm, container

HADOLINT = Path(sys.executable).parent / "hadolint"
BUILT = (
    "requirements/dev.txt",
    "engine/__pycache__/x.pyc",
    "service/http/web_ui/static/index.html",
    "web/node_modules/esbuild/bin/esbuild",
)
"""Files beside those that are copied, which are not."""


def instructions() -> list[tuple[str, str]]:
    """Return the Dockerfile: each instruction with its arguments, in one line."""
    text = re.sub(r"^#.*\n", "", (ROOT / "Dockerfile").read_text(), flags=re.MULTILINE)
    lines = text.replace("\\\n", " ").splitlines()
    return [(name, " ".join(rest.split())) for name, _, rest in (line.partition(" ") for line in lines if line)]


def of_last_stage(name: str) -> list[str]:
    """Return the arguments of one kind of instruction, in the stage that becomes the image."""
    found: list[str] = []
    for instruction, arguments in instructions():
        if instruction == "FROM":
            found = []
        if instruction == name:
            found.append(arguments)
    return found


def variables() -> dict[str, str]:
    """Return the image's environment."""
    [arguments] = of_last_stage("ENV")
    return dict(word.split("=", 1) for word in shlex.split(arguments))


def goes_in(path: str) -> bool:
    """Return whether Docker sends this file to the build: the last matching line of .dockerignore decides."""
    sent = True
    for line in (ROOT / ".dockerignore").read_text().splitlines():
        if line and not line.startswith("#"):
            pattern = line.removeprefix("!").replace("**/", "*")
            parents = [path, *(str(parent) for parent in Path(path).parents)]
            if any(fnmatch.fnmatch(part, pattern) for part in parents):
                sent = line.startswith("!")
    return sent


@pytest.mark.skipif(
    (sys.platform, platform.machine()) != ("linux", "x86_64"), reason="hadolint is not to be had for this platform"
)
def test_the_linter_finds_nothing() -> None:
    found = subprocess.run([HADOLINT, "--no-color", ROOT / "Dockerfile"], capture_output=True, text=True, timeout=60)
    assert found.returncode == 0, found.stdout


def test_only_what_is_needed_is_sent_to_the_build() -> None:
    copied = [arguments.split() for name, arguments in instructions() if name == "COPY"]
    sources = [source for words in copied if not words[0].startswith("--from=") for source in words[:-1]]
    for source in sources:
        assert goes_in(source), source
        assert (ROOT / source).exists(), source
    others = {path.name for path in ROOT.iterdir()} - {source.partition("/")[0] for source in sources}
    for path in (*others, *(f"{name}/file" for name in others), *BUILT):
        assert not goes_in(path), path


def test_the_bases_are_named_with_their_versions_and_may_be_pinned() -> None:
    """A release pins them, see docs/releasing.md."""
    bases = [re.fullmatch(r"(BUILD_BASE|BASE)=(.*)", arguments) for name, arguments in instructions() if name == "ARG"]
    defaults = {base[1]: base[2].partition("@") for base in bases if base}
    assert {name: base[0] for name, base in defaults.items()} == {
        "BUILD_BASE": "python:3.11-bookworm",
        "BASE": "python:3.11-slim-bookworm",
    }
    assert all(re.fullmatch(r"|@sha256:[0-9a-f]{64}", "".join(base[1:])) for base in defaults.values())
    froms = {arguments.partition(" ")[0] for name, arguments in instructions() if name == "FROM"}
    assert froms == {"${BUILD_BASE}", "${BASE}"}


def test_everything_that_is_packaged_is_copied() -> None:
    packaged = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["setuptools"]["packages"]["find"]["include"]
    for pattern in packaged:
        assert ("COPY", f"{pattern.rstrip('*')} {pattern.rstrip('*')}") in instructions()


def test_packages_come_by_their_hashes_only() -> None:
    installs = [
        command
        for name, arguments in instructions()
        if name == "RUN"
        for command in arguments.split("&&")
        if re.search(r"\bpip\b.* (install|wheel) ", command)
    ]
    assert len(installs) == 5
    for command in installs:
        # Checked against the lock, taken from checked packages, or the project itself.
        assert "--require-hashes" in command or "--no-index" in command or command.split()[-1] == "."


def test_it_runs_as_nobody_in_particular(helm: Helm) -> None:
    [user] = of_last_stage("USER")
    security = helm.release().pods["api"]["spec"]["securityContext"]
    assert user == f"{security['runAsUser']}:{security['runAsGroup']}"


def test_without_a_command_it_is_the_web_server(helm: Helm) -> None:
    [command] = of_last_stage("CMD")
    box = container(helm.release().pods["api"])
    assert json.loads(command) == box["args"]
    [exposed] = of_last_stage("EXPOSE")
    assert exposed.split() == [str(port["containerPort"]) for port in box["ports"]]
    assert exposed.split()[0] == variables()["PORT"]


def test_its_variables_are_known() -> None:
    known = {name for name, _, _ in describe_settings()}
    assert {name for name in variables() if name.startswith("HAMLET_")} < known


def test_its_health_is_asked_where_the_contract_says() -> None:
    [check] = of_last_stage("HEALTHCHECK")
    program, option, code = json.loads(check.partition("CMD ")[2])
    assert (program, option) == ("python", "-c")
    texts = [node.value for node in ast.walk(ast.parse(code)) if isinstance(node, ast.Constant)]
    assert "/healthz" in texts
    assert "/healthz" in json.loads((ROOT / "openapi" / "openapi.json").read_text())["paths"]


def test_the_builds_last_step_checks_what_is_installed() -> None:
    """Run here: everything is installed, but the engine is the tested one, and the table may not be built."""
    [build] = [arguments for name, arguments in instructions() if "HAMLET_COMPILE" in arguments]
    python, *words = shlex.split(build.split("&&")[-1])
    assert python == "/opt/hamlet/bin/python"
    check = subprocess.run([sys.executable, *words], cwd=ROOT, capture_output=True, text=True, timeout=120)
    faults = [] if COMPILED else [f"the engine is not compiled: {ROOT / 'engine' / 'build.py'}"]
    faults += [] if is_built() else [f"the table in the browser is not built: {STATIC}"]
    said = [line for line in check.stderr.splitlines() if '"level":"info"' not in line]
    assert (check.returncode, said) == (int(bool(faults)), faults)
