"""Writes helm/hamlet/README.md: the values of the chart, from the comments of values.yaml and the bounds of its schema.

`python tools/chart_values.py`; `tests/helm/test_values.py` fails if the page is stale.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import yaml

CHART: Final = Path(__file__).parents[1] / "helm" / "hamlet"
PAGE: Final = CHART / "README.md"
INTRO: Final = """# Chart hamlet

{description}.

The chart needs Kubernetes {kubernetes} or newer, and Helm 3. The project's `docs/operations.md` says how to install and
update it.

`tools/chart_values.py` makes this page from `values.yaml` and `values.schema.json`. Every helm command checks values by
the schema. A `pod` may have {pod}.

| value | default | meaning |
|---|---|---|
"""


def page() -> str:
    """The whole page."""
    about = yaml.safe_load((CHART / "Chart.yaml").read_text(encoding="utf-8"))
    schema = json.loads((CHART / "values.schema.json").read_text(encoding="utf-8"))
    text = (CHART / "values.yaml").read_text(encoding="utf-8")
    intro = INTRO.format(
        description=about["description"],
        kubernetes=about["kubeVersion"].strip(">=").removesuffix(".0-0"),
        pod=", ".join(f"`{name}`" for name in schema["definitions"]["pod"]["properties"]),
    )
    rows = _rows(yaml.compose(text), text.splitlines(), schema, schema, "")
    return intro + "".join(f"| {' | '.join(row)} |\n" for row in rows)


def _rows(
    node: yaml.MappingNode, lines: list[str], form: Any, schema: Any, above: str
) -> Iterator[tuple[str, str, str]]:
    """Yield value, default and meaning of everything in a mapping: of whole mappings only if they have a comment."""
    for key, value in node.value:
        path = f"{above}{key.value}"
        inner = _resolved(form["properties"][key.value], schema)
        meaning = _comment(lines, key.start_mark.line)
        if "properties" in inner and not value.flow_style:
            if meaning:
                yield f"`{path}`", "", meaning
            yield from _rows(value, lines, inner, schema, f"{path}.")
        else:
            default = json.dumps(yaml.safe_load(yaml.serialize(value)))
            yield f"`{path}`", f"`{default}`", " ".join(filter(None, [meaning, _bounds(inner)]))


def _resolved(form: Any, schema: Any) -> Any:
    return schema["definitions"][form["$ref"].rpartition("/")[2]] if "$ref" in form else form


def _comment(lines: list[str], line: int) -> str:
    """The comment directly above a line."""
    found: list[str] = []
    while line and (text := lines[line - 1].strip()).startswith("#"):
        found.insert(0, text.lstrip("# "))
        line -= 1
    return " ".join(found).replace("|", "\\|")


def _bounds(form: Any) -> str:
    if "enum" in form:
        return f"One of {', '.join(f'`{one}`' for one in form['enum'])}."
    if "maximum" in form:
        return f"{form['minimum']} to {form['maximum']}."
    return ""


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
