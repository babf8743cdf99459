"""Writes the contract: `openapi/openapi.json` for programs, and its parts for people to review.

The parts are an OpenAPI document in several files: `openapi.yaml` refers to a file per group of paths and per group of
schemas. Where only one ruleset has a schema, it is in that ruleset's folder. Examples have files of their own, by
operation. `bundled` makes one document of the parts again; the tests hold that it is the contract.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from posixpath import relpath
from typing import Any, Final

import yaml
from referencing import Registry, Specification
from referencing.retrieval import to_cached_resource

from engine.registry import RULESETS
from service.http.api.documents import title
from service.http.api.shapes import Schema
from service.http.contract import export, operations, reachable

FOLDER: Final = Path(__file__).parents[1] / "openapi"
BUNDLE: Final = "openapi.json"
ROOT: Final = "openapi.yaml"
COMPONENTS: Final = "#/components/schemas/"
KINDS: Final = {"moves": ("Move",), "events": ("Event",), "views": ("View", "Position", "Score")}
"""What of a ruleset gets a file of its own: with which schemas it begins."""


def parts(document: Schema) -> dict[str, Schema]:
    """The contract in parts: path of a file below `openapi` -> what is in it."""
    schemas = document["components"]["schemas"]
    homes = {name: f"schemas/{file}.yaml" for name, file in _homes(document).items()}
    found: dict[str, Schema] = {}
    listed: Schema = {"paths": {}, "schemas": {}}
    for path, item in document["paths"].items():
        file = f"paths/{_group(item)}.yaml"
        found.setdefault(file, {})[path] = _split(_without_examples(item, found), file, homes)
        listed["paths"][path] = {"$ref": f"{file}#/{path.replace('/', '~1')}"}
    for name, schema in schemas.items():
        found.setdefault(homes[name], {})[name] = _split(schema, homes[name], homes)
        listed["schemas"][name] = {"$ref": f"{homes[name]}#/{name}"}
    rest = _split({**document, "paths": {}, "components": {**document["components"], "schemas": {}}}, ROOT, homes)
    rest["paths"], rest["components"]["schemas"] = listed["paths"], listed["schemas"]
    return {**found, ROOT: rest}


def _group(item: Schema) -> str:
    """The group of a path: the first by the alphabet of its operations' tags."""
    return min(tag for method, operation in item.items() if method != "parameters" for tag in operation["tags"])


def _homes(document: Schema) -> dict[str, str]:
    """The file of every schema: of its ruleset and kind, of the only group of paths that uses it, or `common`."""
    schemas = document["components"]["schemas"]
    titles = {title(ruleset): key for key, ruleset in RULESETS.items()}
    kinds = {
        (start, kind): reachable(schemas, [{"$ref": f"{start}{name}"} for name in names])
        for start in titles
        for kind, names in KINDS.items()
    }
    groups: dict[str, set[str]] = {}
    for item in document["paths"].values():
        groups.setdefault(_group(item), set()).update(reachable(schemas, item))
    homes = {}
    for name in schemas:
        # `MyVillageVillager` belongs to the ruleset that it names first.
        owner = min((start for start in titles if start in name), key=name.index, default=None)
        if owner is None:
            homes[name] = _only([group for group, used in groups.items() if name in used])
        else:
            kind = _only([kind for (start, kind), used in kinds.items() if start == owner and name in used])
            homes[name] = f"{titles[owner]}/{kind}"
    return homes


def _only(names: list[str]) -> str:
    return names[0] if len(names) == 1 else "common"


def _without_examples(item: Schema, found: dict[str, Schema]) -> Schema:
    """A path whose examples are references into files of their own, which are added to what is found."""
    item = json.loads(json.dumps(item))
    for operation in operations({"paths": {"": item}}):
        file = f"examples/{operation['operationId']}.yaml"
        for name, body in {"request": operation.get("requestBody", {}), **operation["responses"]}.items():
            for content in body.get("content", {}).values():
                for example, value in content.get("examples", {}).items():
                    found.setdefault(file, {}).setdefault(name, {})[example] = value
                    content["examples"][example] = {"$ref": f"../{file}#/{name}/{example}"}
    return item


def _split(value: Any, file: str, homes: dict[str, str]) -> Any:
    """A part of the contract as it stands in a file: its references lead to the other files."""

    def moved(reference: str) -> str:
        if not reference.startswith(COMPONENTS):
            return reference
        name = reference.removeprefix(COMPONENTS)
        home = homes[name]
        return f"{'' if home == file else relpath(home, Path(file).parent.as_posix())}#/{name}"

    return _mapped(value, moved)


def _mapped(value: Any, moved: Callable[[str], Any]) -> Any:
    """A copy with other references. What is not a text takes the whole place of the object with the reference."""
    if isinstance(value, list):
        return [_mapped(entry, moved) for entry in value]
    if not isinstance(value, dict):
        return value
    if isinstance(value.get("$ref"), str):
        found = moved(value["$ref"])
        return {**value, "$ref": found} if isinstance(found, str) else found
    copy = {key: _mapped(entry, moved) for key, entry in value.items()}
    if isinstance(mapping := copy.get("discriminator", {}), dict) and "mapping" in mapping:
        copy["discriminator"] = {**mapping, "mapping": {tag: moved(ref) for tag, ref in mapping["mapping"].items()}}
    return copy


def bundled(folder: Path) -> Schema:
    """One document of the parts in a folder. Raises `referencing.exceptions.Unresolvable` for a wrong reference."""

    @to_cached_resource(loads=_read, from_contents=Specification.OPAQUE.create_resource)
    def read(uri: str) -> str:
        return (folder / uri.removeprefix("parts:/")).read_text(encoding="utf-8")

    root = Registry(retrieve=read).resolver(f"parts:/{ROOT}").lookup("")  # type: ignore[call-arg]
    components = root.contents["components"]["schemas"]

    def brought(value: Any, resolver: Any) -> Any:
        def moved(reference: str) -> Any:
            found = resolver.lookup(reference)
            name = reference.partition("#/")[2]
            return COMPONENTS + name if name in components else brought(found.contents, found.resolver)

        return _mapped(value, moved)

    def schema(reference: str) -> Any:
        found = root.resolver.lookup(reference)
        return brought(found.contents, found.resolver)

    schemas = {name: schema(entry["$ref"]) for name, entry in components.items()}
    rest = {**root.contents, "components": {**root.contents["components"], "schemas": {}}}
    document: Schema = brought(rest, root.resolver)
    document["components"]["schemas"] = schemas
    return document


def _read(text: str) -> Any:
    return yaml.load(text, yaml.CSafeLoader)


class _Dumper(yaml.CSafeDumper):
    """Texts of several lines as such."""

    def text(self, value: str) -> yaml.ScalarNode:
        return self.represent_scalar("tag:yaml.org,2002:str", value, style="|" if "\n" in value else None)


_Dumper.add_representer(str, _Dumper.text)


def files() -> dict[str, str]:
    """All that belongs into `openapi`, beside the changelog and the last release: path -> text."""
    text = export()
    written = {
        file: yaml.dump(part, Dumper=_Dumper, allow_unicode=True, width=120)
        for file, part in parts(json.loads(text)).items()
    }
    return {BUNDLE: text, **written}


def stale(wanted: dict[str, str]) -> Iterator[str]:
    """The files that are not as they should be, missing, or too many."""
    there = {path.relative_to(FOLDER).as_posix() for path in FOLDER.rglob("*.yaml")}
    for file in sorted(there | wanted.keys()):
        path = FOLDER / file
        if file not in wanted or not path.exists() or path.read_text(encoding="utf-8") != wanted[file]:
            yield file


def main() -> int:
    """Write what is stale; with `--check` only say so. Returns the exit code."""
    wanted = files()
    found = list(stale(wanted))
    if "--check" in sys.argv[1:]:
        for file in found:
            print(f"openapi/{file} is stale: run `make contract` and commit the result.", file=sys.stderr)
        return 1 if found else 0
    for file in found:
        if file in wanted:
            (FOLDER / file).parent.mkdir(parents=True, exist_ok=True)
            (FOLDER / file).write_text(wanted[file], encoding="utf-8")
        else:
            (FOLDER / file).unlink()
    return 0


if __name__ == "__main__":
    sys.exit(main())
