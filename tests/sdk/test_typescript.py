"""The TypeScript SDK on a real stack: its own tests, then its package, installed into an empty folder and played."""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.sdk.package import BLOCK, LOCAL, SDK, blocks, install, run
from tools.testbed.redis_cluster import free_port
from tools.testbed.stack import Stack

pytestmark = [pytest.mark.long, pytest.mark.timeout(900)]


@pytest.fixture(scope="module")
def installed() -> None:
    """What `make web-check` installs."""
    if (SDK / "node_modules" / ".bin" / "vitest").exists():
        return
    if os.environ.get("HAMLET_EXPECT_SDK"):
        pytest.fail("the tests of the TypeScript SDK are not installed (make web-check)")
    pytest.skip("the TypeScript SDK stays untested: see `make web-check`")


@pytest.fixture(scope="module")
def receiver_port() -> int:
    return free_port()


@pytest.fixture(scope="module")
def stack(installed: None, receiver_port: int, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stack]:
    """A stack without limits, that may send notices to this machine."""
    settings = {
        "REACTION_SECONDS": "0",
        "WEBHOOK_ALLOW": "127.0.0.1",
        "WEBHOOK_SCHEMES": "https,http",
        "WEBHOOK_PORTS": str(receiver_port),
    } | dict.fromkeys(("RATE_LIMIT", "TOKEN_RATE", "DECISION_RATE"), "0")
    stack = Stack(tmp_path_factory.mktemp("stack"), **{f"HAMLET_{name}": value for name, value in settings.items()})
    try:
        stack.start()
        yield stack
    finally:
        stack.close()


def test_the_tests_of_the_sdk(stack: Stack, receiver_port: int) -> None:
    run("npm", "run", "check", folder=SDK)
    url = f"http://127.0.0.1:{stack.port}"
    run("npm", "test", folder=SDK, HAMLET_URL=url, HAMLET_RECEIVER_PORT=str(receiver_port))


@pytest.fixture(scope="module")
def empty_folder(installed: None, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An empty folder, into which the packed SDK has been installed as its README says."""
    folder = tmp_path_factory.mktemp("empty")
    packed = run("npm", "pack", "--silent", "--pack-destination", folder, folder=SDK).split()[-1]
    install(folder / packed, folder)
    return folder


def test_the_first_move_takes_ten_lines(stack: Stack, empty_folder: Path) -> None:
    """They are well typed, too, by the types in the package."""
    [first] = blocks("first")
    assert len([line for line in first.splitlines() if line]) <= 10
    (empty_folder / "first.mts").write_text(first.replace("turn.moves[0]", "turn.moves[0]!"))
    shutil.copy(SDK / "tests" / "consumer.json", empty_folder / "tsconfig.json")
    run(SDK / "node_modules" / ".bin" / "tsc", "--project", ".", folder=empty_folder)
    (empty_folder / "first.mjs").write_text(first.replace(LOCAL, f"http://127.0.0.1:{stack.port}"))
    out = run("node", "first.mjs", folder=empty_folder)
    assert len(out.splitlines()) > 10
    assert "winners" in out


def test_the_rest_of_the_readme(stack: Stack, empty_folder: Path) -> None:
    """All other examples, as one program."""
    code = "\n".join(blocks("rest"))
    (empty_folder / "rest.mjs").write_text(code.replace(LOCAL, f"http://127.0.0.1:{stack.port}"))
    out = run("node", "rest.mjs", folder=empty_folder)
    assert "winners" in out
    assert re.search(r"^4\d\d [a-z-]+ ", out, re.MULTILINE)


def test_no_example_stays_unrun() -> None:
    text = (SDK / "README.md").read_text()
    assert len(BLOCK.findall(text)) == text.count("```js\n") > 5


def test_the_package_holds_what_it_needs_and_no_more(empty_folder: Path) -> None:
    package = empty_folder / "node_modules" / "@hamlet-games" / "client"
    files = {path.relative_to(package).as_posix() for path in package.rglob("*") if path.is_file()}
    assert {"package.json", "README.md", "LICENSE", "dist/index.js", "dist/index.d.ts", "dist/contract.d.ts"} <= files
    assert not [name for name in files if name.startswith(("src", "tests"))]
