"""What operators see of the service: dashboards and alerts of existing metrics."""

from __future__ import annotations

import json
import re

import promql_parser
import pytest
from prometheus_client import REGISTRY

from service.config import metrics
from service.http.metrics_port import Stored
from service.store import Store, connect
from tests.helm.charts import CHART, NAMESPACE, PROCESSES, ROOT, Doc, Helm, container, values_file


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


def series(query: str) -> dict[str, set[str]]:
    """Return the metrics that a query names, each with the labels by which it selects. Raises `ValueError`."""
    found: dict[str, set[str]] = {}

    def note(part: promql_parser.Expr) -> bool:
        # The selector of a range holds that of its series.
        one = part.vector_selector if isinstance(part, promql_parser.MatrixSelector) else part
        if isinstance(one, promql_parser.VectorSelector):
            name = re.sub("_(bucket|sum|count)$", "", str(one.name))
            found.setdefault(name, set()).update(matcher.name for matcher in one.matchers.matchers)
        return True

    promql_parser.walk(promql_parser.parse(query), note)
    return found


def dashboard() -> Doc:
    """Return the dashboard."""
    found: Doc = json.loads((CHART / "dashboards" / "hamlet.json").read_text())
    return found


def queries() -> list[str]:
    """Return the queries of the dashboard; the interval is one that Grafana might choose."""
    expressions = [target["expr"] for panel in dashboard()["panels"] for target in panel["targets"]]
    return [expression.replace("$__rate_interval", "1m") for expression in expressions]


def test_the_dashboard_shows_figures_that_there_are() -> None:
    assert {name for query in queries() for name in series(query)} == figures()


def test_the_dashboard_can_be_read() -> None:
    panels = dashboard()["panels"]
    assert len({panel["id"] for panel in panels}) == len({panel["title"] for panel in panels}) == len(panels)
    places = [panel["gridPos"] for panel in panels]
    covered = {(x, y) for place in places for x, y in cells(place)}
    assert len(covered) == sum(place["w"] * place["h"] for place in places), "panels lie on each other"
    assert max(x for x, _ in covered) < 24
    for query in queries():
        # Every query selects the chosen jobs.
        assert all("job" in labels for labels in series(query).values()), query


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


def alerts(helm: Helm) -> list[Doc]:
    """Return the rules of the chart's alerts."""
    exposed = helm.release("--values", str(values_file("exposed")))
    [rule] = exposed.of_kind("PrometheusRule")
    assert rule["metadata"]["labels"]["release"] == "prometheus"
    [group] = rule["spec"]["groups"]
    found: list[Doc] = group["rules"]
    return found


def test_the_alerts_ask_for_figures_that_there_are(helm: Helm) -> None:
    for alert in alerts(helm):
        asked = series(alert["expr"])
        assert asked.keys() <= figures(), alert["alert"]
        assert all({"namespace", "job"} <= labels for labels in asked.values()), alert["alert"]


@pytest.mark.parametrize(
    ("query", "why"),
    [("increase(hamlet_due_turns)", "expected type matrix"), ("sum(up", "unclosed"), ("max by queue (up)", "invalid")],
)
def test_a_query_that_prometheus_would_refuse_is_seen(query: str, why: str) -> None:
    with pytest.raises(ValueError, match=why):
        series(query)


def test_the_alerts_watch_this_release_by_the_jobs_that_the_operator_makes(helm: Helm) -> None:
    exposed = helm.release("--values", str(values_file("exposed")))
    [pods] = exposed.of_kind("PodMonitor")
    jobs = [exposed.named("Service", "games-api")["metadata"]["name"], f"{NAMESPACE}/{pods['metadata']['name']}"]
    for alert in alerts(helm):
        assert set(re.findall(r"{(.*?,.*?)[,}]", alert["expr"])) == {f'namespace="{NAMESPACE}",job=~"{"|".join(jobs)}"'}


def test_the_alerts_are_those_of_the_documentation(helm: Helm) -> None:
    text = (ROOT / "docs" / "operations.md").read_text()
    rows = re.findall(r"^\| `(Hamlet\w+)` \| `(.*)` \| (?:(\d+) min)? *\| [^|]+ \|$", text, re.MULTILINE)
    chart = [
        (
            alert["alert"],
            re.sub(r'namespace="[^"]*",job=~"[^"]*",?', "", " ".join(alert["expr"].split())).replace("{}", ""),
            alert.get("for", "").removesuffix("m"),
        )
        for alert in alerts(helm)
    ]
    assert rows == chart
    assert len(rows) == 7


def test_the_texts_of_alerts_fill_in_labels_that_the_alert_has(helm: Helm) -> None:
    for alert in alerts(helm):
        kept = re.findall(r"max by \(([\w, ]+)\)", alert["expr"])
        labels = {label for words in kept for label in words.split(", ")}
        texts = alert["annotations"]
        assert set(texts) == {"summary", "description"}
        assert set(re.findall(r"{{ \$labels\.(\w+) }}", " ".join(texts.values()))) == labels
