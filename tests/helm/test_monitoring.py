"""What operators see of the service: dashboards and alerts of existing metrics."""

from __future__ import annotations

import json
import re

from prometheus_client import REGISTRY

from service.config import metrics
from service.http.metrics_port import Stored
from service.store import Store, connect
from tests.helm.charts import CHART, PROCESSES, Doc, Helm, container, values_file


def figures() -> set[str]:
    """Return the names of the metrics that the program exports."""
    assert metrics.REQUESTS
    redis = connect("redis://127.0.0.1:1/0")
    stored = Stored(Store(redis), redis).describe()
    return {
        f"{family.name}_total" if family.type == "counter" else family.name
        for family in (*REGISTRY.collect(), *stored)
        if family.name.startswith("hamlet_")
    }


def dashboard() -> Doc:
    """Return the dashboard."""
    found: Doc = json.loads((CHART / "dashboards" / "hamlet.json").read_text())
    return found


def test_the_dashboard_shows_figures_that_there_are() -> None:
    asked = {
        re.sub("_bucket$", "", name)
        for panel in dashboard()["panels"]
        for target in panel["targets"]
        for name in re.findall(r"\bhamlet_\w+", target["expr"])
    }
    assert asked == figures()


def test_the_dashboard_can_be_read() -> None:
    panels = dashboard()["panels"]
    assert len({panel["id"] for panel in panels}) == len({panel["title"] for panel in panels}) == len(panels)
    places = [panel["gridPos"] for panel in panels]
    covered = {(x, y) for place in places for x, y in cells(place)}
    assert len(covered) == sum(place["w"] * place["h"] for place in places), "panels lie on each other"
    assert max(x for x, _ in covered) < 24
    for panel in panels:
        for target in panel["targets"]:
            expression = target["expr"]
            assert expression.count("(") == expression.count(")")
            # Every query selects the chosen jobs.
            assert len(re.findall(r"\bhamlet_\w+", expression)) == expression.count('job=~"$job"')


def cells(place: dict[str, int]) -> list[tuple[int, int]]:
    """Return the grid cells that a panel covers."""
    return [
        (x, y) for x in range(place["x"], place["x"] + place["w"]) for y in range(place["y"], place["y"] + place["h"])
    ]


def test_grafana_gets_the_dashboard_as_it_is(helm: Helm) -> None:
    exposed = helm.release("--values", str(values_file("exposed")))
    shown = exposed.named("ConfigMap", "games-dashboard")
    assert shown["metadata"]["labels"]["grafana_dashboard"] == "1"
    assert json.loads(shown["data"]["hamlet.json"]) == dashboard()


def test_prometheus_finds_the_figures(helm: Helm) -> None:
    exposed = helm.release("--values", str(values_file("exposed")))
    [monitor] = exposed.of_kind("ServiceMonitor")
    service = exposed.named("Service", "games-api")
    [endpoint] = monitor["spec"]["endpoints"]
    assert monitor["spec"]["selector"]["matchLabels"].items() <= service["metadata"]["labels"].items()
    assert endpoint["path"] == "/metrics"
    assert endpoint["targetPort"] in {port["name"] for port in container(exposed.pods["api"])["ports"]}
    # A Service may belong to a load balancer.
    assert [port["targetPort"] for port in service["spec"]["ports"]] == ["http"]
    assert monitor["metadata"]["labels"]["release"] == "prometheus"


def test_prometheus_finds_the_figures_of_what_has_no_service(helm: Helm) -> None:
    exposed = helm.release("--values", str(values_file("exposed")))
    [monitor] = exposed.of_kind("PodMonitor")
    assert exposed.selected(monitor["spec"]["selector"]) == PROCESSES - {"api"}
    [endpoint] = monitor["spec"]["podMetricsEndpoints"]
    for component in PROCESSES - {"api"}:
        assert endpoint["port"] in {port["name"] for port in container(exposed.pods[component])["ports"]}
    assert endpoint["path"] == "/metrics"
    assert monitor["metadata"]["labels"]["release"] == "prometheus"
