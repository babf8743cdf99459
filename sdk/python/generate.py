"""Writes `types.py` and `operations.py` of the SDK from the contract: `python sdk/python/generate.py [FOLDER]`.

The types are made by datamodel-code-generator. Each operation becomes one method, which calls the shared code.
"""

from __future__ import annotations

import json
import keyword
import re
import subprocess
import sys
import textwrap
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
CONTRACT = HERE.parents[1] / "openapi" / "openapi.json"
TYPES = (
    *("--input-file-type", "openapi", "--output-model-type", "typing.TypedDict", "--target-python-version", "3.11"),
    *(
        "--enum-field-as-literal",
        "all",
        "--no-use-closed-typed-dict",
        "--use-schema-description",
        "--disable-timestamp",
    ),
    *("--use-standard-collections", "--use-union-operator", "--formatters", "builtin"),
    *("--custom-file-header", '"""The documents of the contract: made by `make contract`."""'),
)
HEAD = '''"""One method for each operation of the contract: made by `make contract`."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from hamlet_client import types

if TYPE_CHECKING:
    from hamlet_client.client import Hamlet


class Operations:
    """One method for each operation. Parameters that are `None` are left out. All raise `Refused` and `Unreachable`."""

    def __init__(self, client: Hamlet) -> None:
        self._client = client
'''
BY_THE_CLIENT = ("Idempotency-Key", "lang", "X-Request-Id")
"""The headers that the client adds itself."""
THE_SAME_AGAIN = ("createReplayReview", "createReview", "importGame", "rematch")
"""The operations that may be repeated without an Idempotency-Key, because the answer is the same. Operations that only
compute may be repeated as well.
"""
PLAIN = {"string": "str", "integer": "int", "boolean": "bool", "array": "list[str]", "number": "float"}


def snake(name: str) -> str:
    """
    >>> snake("getTurn"), snake("If-Match")
    ('get_turn', 'if_match')
    """
    words = re.sub(r"([a-z])([A-Z])", r"\1_\2", name).replace("-", "_").lower()
    return words + "_" if keyword.iskeyword(words) else words


def type_of(media: dict[str, Any] | None) -> str:
    """Return the type of a body, by the name of its schema."""
    schema = (media or {}).get("application/json", {}).get("schema", {})
    return f"types.{schema['$ref'].rpartition('/')[2]}" if "$ref" in schema else "Any"


def parameter_type(schema: dict[str, Any]) -> str:
    return PLAIN.get(schema.get("type", "string"), "Any")


def pair(name: str) -> str:
    return f'"{name}": {snake(name)}'


def operation(method: str, path: str, common: list[dict[str, Any]], given: dict[str, Any]) -> str:
    """Return the code of one function."""
    parameters = [each for each in [*common, *given.get("parameters", [])] if each["name"] not in BY_THE_CLIENT]
    places: dict[str, list[dict[str, Any]]] = {"path": [], "query": [], "header": []}
    for each in parameters:
        places[each["in"]].append(each)
    body = given.get("requestBody")
    token = any("token" in each for each in given.get("security", []))
    repeat = (
        method != "post"
        or any(each["name"] == "Idempotency-Key" for each in given.get("parameters", []))
        or given["operationId"] in THE_SAME_AGAIN
        or path.startswith("/v1/positions/")
    )
    answers = [
        type_of(answer.get("content")) for status, answer in given["responses"].items() if status.startswith("2")
    ]
    result = next((answer for answer in answers if answer != "Any"), "None")
    conditional = any(each["name"] == "If-None-Match" for each in parameters)

    signature = ["self", *(f"{snake(each['name'])}: {parameter_type(each['schema'])}" for each in places["path"])]
    signature += [f"body: {type_of(body['content'])}"] if body else []
    optional = [f"{snake(each['name'])}: {parameter_type(each['schema'])} | None = None" for each in places["query"]]
    optional += [f"{snake(each['name'])}: str | None = None" for each in places["header"]]
    optional += ["token: str | None = None"] if token else []
    signature += ["*", *optional] if optional else []

    call = [f'"{method.upper()}"', f'"{path}"', f"({''.join(snake(each['name']) + ', ' for each in places['path'])})"]
    call += ["body=body"] if body else []
    for kind, name in (("query", "params"), ("header", "headers")):
        if places[kind]:
            call.append(f"{name}={{{', '.join(pair(each['name']) for each in places[kind])}}}")
    call += ["token=token"] if token else []
    call += [] if repeat else ["repeat=False"]
    summary = given["summary"].rstrip("?") + (". `None` if nothing has changed." if conditional else ".")
    answer = f"self._client.call({', '.join(call)})"
    answer = answer if result == "None" else f"return cast({result}, {answer})"
    head = f"def {snake(given['operationId'])}({', '.join(signature)}) -> {result}:"
    return textwrap.indent(f'\n{head}\n    """{summary}"""\n    {answer}\n', "    ")


def write(folder: Path) -> None:
    """Write both modules."""
    contract = json.loads(CONTRACT.read_text(encoding="utf-8"))
    parts = [
        operation(method, path, item.get("parameters", []), given)
        for path, item in contract["paths"].items()
        for method, given in item.items()
        if method != "parameters"
    ]
    (folder / "operations.py").write_text(HEAD + "".join(parts), encoding="utf-8")
    command = [sys.executable, "-m", "datamodel_code_generator", "--input", str(CONTRACT), *TYPES]
    subprocess.run([*command, "--output", str(folder / "types.py")], check=True)
    files = [str(folder / name) for name in ("operations.py", "types.py")]
    subprocess.run(
        [
            sys.executable,
            "-m",
            "ruff",
            "format",
            "--quiet",
            "--config",
            str(HERE.parents[1] / "pyproject.toml"),
            *files,
        ],
        check=True,
    )


if __name__ == "__main__":
    write(Path(sys.argv[1]) if sys.argv[1:] else HERE / "src" / "hamlet_client")
