"""Builds the image from the Dockerfile as it is, with Debian's buildah, on base images of the same layout made here."""

from __future__ import annotations

import ast
import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]
STORE = ROOT / ".tools" / "image"
"""Base images and layers, kept so that unchanged parts are not built again."""
BUILDAH = ("buildah", "--root", str(STORE / "images"), "--runroot", str(STORE / "run"))
PYTHON = f"{sys.version_info.major}.{sys.version_info.minor}"
ARGUMENTS = {
    "BUILD_BASE": f"python:{PYTHON}-bookworm",
    "BASE": f"python:{PYTHON}-slim-bookworm",
    "VERSION": "1.2.3",
    "REVISION": "0123abcd",
    "SOURCE": "https://code.example/hamlet",
    "URL": "https://hamlet.example",
}
"""What the Dockerfile is built with: `bases.sh` makes the bases."""
NETWORK = {
    "cert",
    "client-cert",
    "default-timeout",
    "extra-index-url",
    "find-links",
    "index-url",
    "proxy",
    "timeout",
    "trusted-host",
}
"""Settings of pip that say how this machine reaches packages."""
NPM_NETWORK = ("cafile", "https-proxy", "noproxy", "proxy", "registry", "replace-registry-host", "strict-ssl")
"""The same of npm."""


@dataclass(frozen=True)
class Image:
    """A file system, and the processes in it; `config` is Docker's."""

    root: Path
    config: dict[str, object]

    @property
    def environ(self) -> dict[str, str]:
        """The image's variables."""
        words = self.config["Env"]
        assert isinstance(words, list)
        return dict(word.split("=", 1) for word in words)

    @property
    def labels(self) -> dict[str, str]:
        """Its labels that the OCI defines, by the last part of their names."""
        found = self.config["Labels"]
        assert isinstance(found, dict)
        prefix = "org.opencontainers.image."
        return {name.removeprefix(prefix): text for name, text in found.items() if name.startswith(prefix)}

    @property
    def check(self) -> dict[str, list[str]]:
        """Its own health check, written as in compose.yaml."""
        found = self.config["Healthcheck"]
        assert isinstance(found, dict)
        return {"test": found["Test"]}

    def words(self, name: str) -> list[str]:
        """Return a list of the configuration, such as `Cmd`."""
        found = self.config[name]
        assert isinstance(found, list)
        return found


@contextmanager
def built() -> Iterator[Image]:
    """The built image, with nothing mounted. Raises `CalledProcessError`; the builder's output goes to stderr."""
    STORE.mkdir(parents=True, exist_ok=True)
    if len(told("images", "--quiet", "--filter", f"reference=docker.io/library/python:{PYTHON}-*").split()) < 2:
        subprocess.run([ROOT / "tests" / "image" / "bases.sh", sys.executable, *BUILDAH], stdout=sys.stderr, check=True)
    build = [*BUILDAH, "build", "--pull=never", "--layers", "--format", "docker", "--isolation", "chroot"]
    build += [word for name, value in ARGUMENTS.items() for word in ("--build-arg", f"{name}={value}")]
    build += ["--network", "host", "--tag", "hamlet:test", *mounts(), "."]
    subprocess.run(build, cwd=ROOT, stdout=sys.stderr, check=True)
    box = told("from", "--pull-never", "hamlet:test")
    try:
        config = json.loads(told("inspect", "--type", "image", "hamlet:test"))["Docker"]["config"]
        yield Image(Path(told("mount", box)), config)
    finally:
        told("umount", box)
        told("rm", box)


def mounts() -> list[str]:
    """Return how pip and npm reach packages here, mounted during the build: configurations, and the files that they
    name.
    """
    listed = subprocess.run([sys.executable, "-m", "pip", "config", "list"], capture_output=True, text=True, check=True)
    found = re.findall(r"^[^.]*\.([a-z-]+)=(.*)$", listed.stdout, re.MULTILINE)
    settings = {name: str(ast.literal_eval(value)) for name, value in found if name in NETWORK}
    paths = {name: Path(value) for name, value in settings.items() if value.startswith("/")}
    settings = {name: value for name, value in settings.items() if name not in paths or paths[name].exists()}
    lent = {path: path for path in paths.values() if path.exists()}
    file = STORE / "pip.conf"
    file.write_text("\n".join(["[global]", *(f"{name} = {value}" for name, value in settings.items()), ""]))
    lent[Path("/etc/pip.conf")] = file
    lent |= npm_mounts()
    return [word for inside, here in lent.items() for word in ("--volume", f"{here.resolve()}:{inside}:ro")]


def npm_mounts() -> dict[Path, Path]:
    """Return the mounted files of npm, by their paths in the build."""
    npm = shutil.which("npm", path=f"{Path(sys.executable).parent}:{os.environ['PATH']}")
    if npm is None:
        return {}
    listed = subprocess.run([npm, "config", "list", "--json"], capture_output=True, text=True, check=True)
    known = json.loads(listed.stdout)
    # Node's own variable for it, which only this machine knows.
    known["cafile"] = known.get("cafile") or os.environ.get("NODE_EXTRA_CA_CERTS")
    settings = {name: known[name] for name in NPM_NETWORK if known.get(name) not in (None, "")}
    lent = {}
    if "cafile" in settings:
        cafile = Path(settings["cafile"])
        lent = {cafile: cafile}
    file = STORE / "npmrc"
    file.write_text("".join(f"{name}={json.dumps(value)}\n" for name, value in settings.items()))
    lent[Path("/root/.npmrc")] = file
    return lent


def told(*words: str) -> str:
    """Return the output of buildah."""
    return subprocess.run([*BUILDAH, *words], stdout=subprocess.PIPE, text=True, check=True).stdout.strip()
