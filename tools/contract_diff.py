"""What changed between two contracts that clients notice: `docs/api-versions.md` says what may.

`python -m tools.contract_diff` prints the differences from the last release (`openapi/released.json`). After a release
`--release` puts the present contract there.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from service.http.api.shapes import Schema
from service.http.contract import METHODS, reachable

FOLDER: Final = Path(__file__).parents[1] / "openapi"
RELEASED: Final = FOLDER / "released.json"
CHANGES: Final = FOLDER / "CHANGELOG.md"
_LOW: Final = ("minimum", "exclusiveMinimum", "minLength", "minItems", "minProperties")
_HIGH: Final = ("maximum", "exclusiveMaximum", "maxLength", "maxItems", "maxProperties")
_SAME: Final = ("type", "const", "$ref", "format", "pattern")


@dataclass(frozen=True)
class Change:
    """A difference. `subject`: the operation's id or the component's name, which the changelog has to name."""

    subject: str
    what: str
    breaking: bool = True

    def __str__(self) -> str:
        return f"{'breaking' if self.breaking else 'new'}: {self.subject}: {self.what}"


def bare(value: Any) -> Any:
    """A contract without what no program depends on: words and examples."""
    if isinstance(value, list):
        return [bare(entry) for entry in value]
    if not isinstance(value, dict):
        return value
    # A property may be called `description`: then it is a schema.
    words = ("description", "summary", "examples", "title")
    return {
        key: bare(entry)
        for key, entry in value.items()
        if key not in words or (isinstance(entry, dict) and key != "examples")
    }


def renamed(document: Schema, names: dict[str, str]) -> Schema:
    """A contract with other names for components."""
    text = json.dumps(document)
    text = re.sub(r'"#/components/schemas/(\w+)"', lambda m: f'"#/components/schemas/{names.get(m[1], m[1])}"', text)
    found: Schema = json.loads(text)
    schemas = found["components"]["schemas"]
    found["components"]["schemas"] = {names.get(name, name): schema for name, schema in schemas.items()}
    return found


def renames(changelog: str) -> dict[str, str]:
    """What the changelog says is called otherwise now: `` `Old` → `New` ``."""
    return dict(re.findall(r"`(\w+)` → `(\w+)`", changelog))


def changes(old: Schema, new: Schema) -> Iterator[Change]:
    """All differences between two contracts that matter to a client."""
    yield from _operations(_by_id(old), _by_id(new))
    before, after = old["components"]["schemas"], new["components"]["schemas"]
    sent, told = _used(old)
    for name, schema in before.items():
        if name not in after:
            yield Change(name, "is gone")
        else:
            for what, breaking in _schema(schema, after[name], name in sent, name in told, ""):
                yield Change(name, what, breaking)


def _used(document: Schema) -> tuple[set[str], set[str]]:
    """The components in requests, and those in answers and notices."""
    operations = list(_by_id(document).values())
    schemas = document["components"]["schemas"]
    sent = reachable(schemas, [[one["parameters"], one.get("requestBody")] for one in operations])
    told = reachable(schemas, [[one["responses"] for one in operations], document.get("webhooks", {})])
    return sent, told


def _by_id(document: Schema) -> dict[str, Schema]:
    found = {}
    for path, item in document["paths"].items():
        for method in METHODS:
            if method in item:
                parameters = [*item.get("parameters", []), *item[method].get("parameters", [])]
                found[item[method]["operationId"]] = {
                    **item[method],
                    "at": f"{method} {path}",
                    "parameters": parameters,
                }
    return found


def _operations(old: dict[str, Schema], new: dict[str, Schema]) -> Iterator[Change]:
    yield from (Change(name, "is new", breaking=False) for name in new.keys() - old.keys())
    for name, before in old.items():
        if name not in new:
            yield Change(name, "is gone")
            continue
        after = new[name]
        if before["at"] != after["at"]:
            yield Change(name, f"moved from {before['at']} to {after['at']}")
        for what, breaking in (*_parameters(before, after), *_bodies(before, after)):
            yield Change(name, what, breaking)


def _parameters(before: Schema, after: Schema) -> Iterator[tuple[str, bool]]:
    old = {(one["in"], one["name"]): one for one in before["parameters"]}
    new = {(one["in"], one["name"]): one for one in after["parameters"]}
    yield from ((f"parameter {key[1]} is gone", True) for key in old.keys() - new.keys())
    for key, found in new.items():
        needed = found.get("required", False)
        if key not in old:
            yield f"parameter {key[1]} is new", needed
            continue
        if needed and not old[key].get("required", False):
            yield f"parameter {key[1]} is needed now", True
        yield from _schema(old[key]["schema"], found["schema"], True, False, f"parameter {key[1]}")


def _bodies(before: Schema, after: Schema) -> Iterator[tuple[str, bool]]:
    if "requestBody" in after and "requestBody" not in before:
        yield "has a body now", after["requestBody"].get("required", False)
    if "requestBody" in before:
        content = after.get("requestBody", {}).get("content", {})
        yield from _content("body", before["requestBody"]["content"], content, sent=True)
    for status, answer in before["responses"].items():
        if status >= "400":
            continue  # what may go wrong may change
        if status not in after["responses"]:
            yield f"answer {status} is gone", True
        else:
            content = after["responses"][status].get("content", {})
            yield from _content(f"answer {status}", answer.get("content", {}), content, sent=False)


def _content(where: str, old: Schema, new: Schema, sent: bool) -> Iterator[tuple[str, bool]]:
    for media_type, body in old.items():
        if media_type not in new:
            yield f"{where}: {media_type} is gone", True
        else:
            yield from _schema(body["schema"], new[media_type]["schema"], sent, not sent, where)


def _schema(old: Any, new: Any, sent: bool, told: bool, where: str) -> Iterator[tuple[str, bool]]:
    """What differs between two schemas: in words, and whether that breaks clients."""
    at = f"{where}: " if where else ""
    if json.dumps(old.get("enum")) == json.dumps(new.get("enum")) or "const" not in new:
        yield from ((f"{at}{key} is another", True) for key in _SAME if _plain(old, key) != _plain(new, key))
    yield from _members(old.get("enum", []), new.get("enum", []), f"{at}value")
    for union in ("oneOf", "anyOf"):
        yield from _members(old.get(union, []), new.get(union, []), f"{at}member")
    if sent:
        yield from ((f"{at}{key} is narrower", True) for key in _LOW if new.get(key, -1e18) > old.get(key, -1e18))
        yield from ((f"{at}{key} is narrower", True) for key in _HIGH if new.get(key, 1e18) < old.get(key, 1e18))
        if new.get("additionalProperties") is False and old.get("additionalProperties") is not False:
            yield f"{at}refuses unknown fields now", True
    yield from _properties(old, new, sent, told, where)
    for key in ("items", "additionalProperties"):
        if isinstance(old.get(key), dict) and isinstance(new.get(key), dict):
            yield from _schema(old[key], new[key], sent, told, f"{where}[]")


def _plain(schema: Schema, key: str) -> Any:
    """A keyword's value, `enum` of one being the same as `const`."""
    if key == "const" and len(schema.get("enum", ())) == 1:
        return schema["enum"][0]
    return schema.get(key)


def _members(old: list[Any], new: list[Any], what: str) -> Iterator[tuple[str, bool]]:
    before, after = ([json.dumps(one, sort_keys=True) for one in members] for members in (old, new))
    if len(old) == 1 and not new:
        return  # a tag, which is `const` now
    yield from ((f"{what} {one} is gone", True) for one in before if one not in after)
    yield from ((f"{what} {one} is new", False) for one in after if before and one not in before)


def _properties(old: Schema, new: Schema, sent: bool, told: bool, where: str) -> Iterator[tuple[str, bool]]:
    before, after = old.get("properties", {}), new.get("properties", {})
    needed, given = set(new.get("required", ())), set(old.get("required", ()))
    for name in before.keys() - after.keys():
        yield f"field {where}{name} is gone", True
    for name, schema in after.items():
        field = f"{where}{name}"
        if name not in before:
            yield f"field {field} is new", sent and name in needed
            continue
        if sent and name in needed - given:
            yield f"field {field} is needed now", True
        if told and name in given - needed:
            yield f"field {field} may be missing now", True
        yield from _schema(before[name], schema, sent, told, field)


def since_release() -> list[Change]:
    """What changed since the last release, but for what is only called otherwise, as the changelog says."""
    old = json.loads(RELEASED.read_text(encoding="utf-8"))
    new = json.loads((FOLDER / "openapi.json").read_text(encoding="utf-8"))
    names = renames(CHANGES.read_text(encoding="utf-8"))
    return sorted(set(changes(renamed(old, names), bare(new))), key=str)


def main() -> None:
    """Print the changes, or make the present contract the released one."""
    if "--release" in sys.argv[1:]:
        document = bare(json.loads((FOLDER / "openapi.json").read_text(encoding="utf-8")))
        RELEASED.write_text(json.dumps(document, sort_keys=True, indent=1) + "\n", encoding="utf-8")
    for change in since_release():
        print(change)


if __name__ == "__main__":
    main()
