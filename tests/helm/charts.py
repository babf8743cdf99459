"""The chart's objects, as helm renders them for a set of values."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from typing import Any

import yaml

Doc = dict[str, Any]

ROOT = Path(__file__).parents[2]
CHART = ROOT / "helm" / "hamlet"
NAMESPACE = "play"
NAME = "spring"
OLDEST_KUBERNETES = "1.30"
PROCESSES = {"api", "worker-turns", "worker-decisions", "worker-webhooks", "dispatcher"}
"""The components that are Hamlet's own; the only other one is the bundled Redis."""

_COMPONENT = "app.kubernetes.io/component"


def values_files() -> list[str]:
    """Return the names of the sets of values that everything is tested with."""
    return sorted(path.stem for path in Path(__file__).parent.glob("values/*.yaml"))


def values_file(name: str) -> Path:
    """Return the path of a set of values."""
    return Path(__file__).parent / "values" / f"{name}.yaml"


@dataclass(frozen=True)
class Helm:
    """The program."""

    program: str

    def lint(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        """`helm lint --strict` of the chart."""
        return self._run("lint", "--strict", str(CHART), *arguments)

    def template(self, *arguments: str, chart: Path = CHART, name: str = NAME) -> subprocess.CompletedProcess[str]:
        """`helm template`: its output, or in `stderr` why it refused."""
        options = ("--namespace", NAMESPACE, "--kube-version", OLDEST_KUBERNETES)
        return self._run("template", name, str(chart), *options, *arguments)

    def release(self, *arguments: str, name: str = NAME) -> Release:
        """Return the objects that the chart makes of arguments such as `--values FILE` or `--set NAME=VALUE`."""
        return _rendered(self, arguments, name)

    def _run(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run([self.program, *arguments], capture_output=True, text=True, timeout=60)


@dataclass(frozen=True)
class Release:
    """The objects of one release. Several tests share them, so they must not be changed."""

    objects: list[Doc]

    def of_kind(self, *kinds: str) -> list[Doc]:
        """Return all objects of these kinds."""
        return [item for item in self.objects if item["kind"] in kinds]

    def of_component(self, kind: str) -> dict[str, Doc]:
        """Return the objects of a kind by component. Fails if a component has two."""
        found = {item["metadata"]["labels"][_COMPONENT]: item for item in self.of_kind(kind)}
        assert len(found) == len(self.of_kind(kind))
        return found

    def named(self, kind: str, name: str) -> Doc:
        """Return the one object of this kind and name."""
        [found] = [item for item in self.of_kind(kind) if item["metadata"]["name"] == name]
        return found

    @cached_property
    def pods(self) -> dict[str, Doc]:
        """The pod templates by component."""
        workloads = self.of_component("Deployment") | self.of_component("StatefulSet")
        return {component: item["spec"]["template"] for component, item in workloads.items()}

    @cached_property
    def processes(self) -> dict[str, Doc]:
        """The pod templates of Hamlet's own components."""
        return {component: pod for component, pod in self.pods.items() if component != "redis"}

    def selected(self, selector: Doc) -> set[str]:
        """Return the components whose pods a label selector selects."""
        return {component for component, pod in self.pods.items() if selects(selector, pod["metadata"]["labels"])}

    def environment(self, component: str, secrets: Mapping[str, str]) -> dict[str, str]:
        """Return the variables that a process of the component gets; `secrets`: variable -> what the Secret would
        hold.
        """
        found: dict[str, str] = {}
        box = container(self.pods[component])
        for source in box.get("envFrom", ()):
            found |= self.named("ConfigMap", source["configMapRef"]["name"])["data"]
        for variable in box.get("env", ()):
            name = variable["name"]
            if "valueFrom" in variable:
                assert set(variable["valueFrom"]) == {"secretKeyRef"}
                found[name] = secrets[name]
            else:
                found[name] = re.sub(r"\$\((\w+)\)", lambda match: found[match[1]], variable["value"])
        return found


@cache
def _rendered(helm: Helm, arguments: tuple[str, ...], name: str) -> Release:
    rendered = helm.template(*arguments, name=name)
    assert rendered.returncode == 0, rendered.stderr
    documents = yaml.load_all(rendered.stdout, Loader=yaml.CSafeLoader)
    return Release([document for document in documents if document is not None])


def container(pod: Doc) -> Doc:
    """Return the only container of a pod template."""
    assert "initContainers" not in pod["spec"]
    [only] = pod["spec"]["containers"]
    return dict(only)


def selects(selector: Doc, labels: Mapping[str, str]) -> bool:
    """Return whether a label selector matches; of the expressions it knows only `In`."""
    assert set(selector) <= {"matchLabels", "matchExpressions"}
    for expression in selector.get("matchExpressions", ()):
        assert expression["operator"] == "In"
        if labels.get(expression["key"]) not in expression["values"]:
            return False
    return all(labels.get(key) == value for key, value in selector.get("matchLabels", {}).items())


def strings(value: Any) -> Iterator[str]:
    """Yield every string in a document, keys left out."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for inner in value.values():
            yield from strings(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from strings(inner)
