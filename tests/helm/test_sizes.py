"""What all pods request together, and which nodes they fit on."""

from __future__ import annotations

import re
from dataclasses import dataclass

import pytest

from tests.helm.charts import ROOT, Doc, Helm, Release, container

CORES = 1400
"""What a node with two cores has for us, in thousandths of a core: the system's own pods request up to 0.6."""
MEBIBYTES = 2048
_UNITS = {"Mi": 1, "Gi": 1024}


@dataclass(frozen=True)
class Size:
    """The requests of some pods together."""

    pods: int
    cores: int
    memory: int
    limit: int

    def times(self, number: int) -> Size:
        return Size(self.pods * number, self.cores * number, self.memory * number, self.limit * number)


def total(sizes: list[Size]) -> Size:
    return Size(
        sum(size.pods for size in sizes),
        sum(size.cores for size in sizes),
        sum(size.memory for size in sizes),
        sum(size.limit for size in sizes),
    )


def size_of(pod: Doc) -> Size:
    """Return the requests of one pod."""
    resources = container(pod)["resources"]
    requests, limits = resources["requests"], resources["limits"]
    return Size(1, cores(requests["cpu"]), mebibytes(requests["memory"]), mebibytes(limits["memory"]))


def cores(text: str) -> int:
    return int(text[:-1]) if text.endswith("m") else 1000 * int(text)


def mebibytes(text: str) -> int:
    return int(text[:-2]) * _UNITS[text[-2:]]


def numbers(release: Release) -> dict[str, int]:
    """Return the least number of pods of each component."""
    fixed = release.of_component("Deployment") | release.of_component("StatefulSet")
    scaled = release.of_component("HorizontalPodAutoscaler")
    return {
        component: scaled[component]["spec"]["minReplicas"] if component in scaled else item["spec"]["replicas"]
        for component, item in fixed.items()
    }


def surge(release: Release) -> Size:
    """Return what an upgrade of everything adds at the same time."""
    return total(
        [
            size_of(release.pods[component]).times(item["spec"]["strategy"]["rollingUpdate"]["maxSurge"])
            for component, item in release.of_component("Deployment").items()
        ]
    )


@pytest.fixture(scope="module")
def default(helm: Helm) -> Release:
    """The chart with its own values."""
    return helm.release()


def test_a_node_with_two_cores_holds_all_even_during_an_upgrade(default: Release) -> None:
    """So one of two nodes may be drained."""
    all_pods = total([size_of(default.pods[component]).times(number) for component, number in numbers(default).items()])
    needed = total([all_pods, surge(default)])
    assert needed.cores <= CORES
    assert needed.memory <= MEBIBYTES


def test_the_documentation_states_every_size_and_the_sum(default: Release) -> None:
    text = (ROOT / "docs" / "operations.md").read_text()
    row = r"^\| `?([a-z -]+)`? \| (\d+) \| (\d+)m \| (\d+)Mi \| (\d+)Mi \|"
    stated = {name: Size(*map(int, sizes)) for name, *sizes in re.findall(row, text, re.MULTILINE)}
    number = numbers(default)
    expected = {
        component: Size(number[component], one.cores, one.memory, one.limit)
        for component, one in ((component, size_of(pod)) for component, pod in default.pods.items())
    }
    expected["all"] = total([size_of(pod).times(number[component]) for component, pod in default.pods.items()])
    expected["more during an upgrade"] = surge(default)
    assert stated == expected
