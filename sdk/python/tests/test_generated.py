"""What is generated from the contract is up to date."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import hamlet_client
from hamlet_client.operations import Operations
from sdk.python import generate

PACKAGE = Path(hamlet_client.__file__).parent


@pytest.mark.long
def test_types_and_operations_are_those_of_the_contract(tmp_path: Path) -> None:
    generate.write(tmp_path)
    for name in ("operations.py", "types.py"):
        assert (PACKAGE / name).read_text() == (tmp_path / name).read_text(), f"{name} is stale: make contract"


def test_every_operation_is_there() -> None:
    contract = json.loads(generate.CONTRACT.read_text(encoding="utf-8"))
    wanted = {
        generate.snake(operation["operationId"])
        for item in contract["paths"].values()
        for method, operation in item.items()
        if method != "parameters"
    }
    assert wanted == {name for name in vars(Operations) if not name.startswith("_")}
