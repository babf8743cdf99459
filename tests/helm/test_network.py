"""The network policies: each component may reach what the game needs, and nothing more."""

from __future__ import annotations

import re
from collections.abc import Iterator
from ipaddress import ip_address, ip_network

import pytest

from service.http.app import bare_app
from tests.helm.charts import (
    NAMESPACE,
    PROCESSES,
    Doc,
    Helm,
    Release,
    container,
    selects,
    values_file,
    values_files,
)

WITH_POLICIES = [name for name in values_files() if name != "small"]
ELSEWHERE = {"kubernetes.io/metadata.name": "elsewhere"}


def policies(release: Release, direction: str) -> dict[str, list[Doc]]:
    """For each component, whose pods have exactly one policy, its rules of a direction (`ingress` or `egress`)."""
    found: dict[str, list[Doc]] = {}
    for policy in release.of_kind("NetworkPolicy"):
        assert set(policy["spec"]["policyTypes"]) == {"Ingress", "Egress"}
        [component] = release.selected(policy["spec"]["podSelector"])
        assert component not in found
        found[component] = policy["spec"].get(direction, [])
    assert set(found) == set(release.pods)
    return found


def port_numbers(pod: Doc, rule: Doc) -> Iterator[int]:
    """Yield the ports that a rule opens at a pod."""
    named = {port["name"]: port["containerPort"] for port in container(pod).get("ports", ())}
    for port in rule["ports"]:
        yield port["port"] if isinstance(port["port"], int) else named[port["port"]]


def is_let(peers: list[Doc] | None, pod: Doc, namespace: dict[str, str]) -> bool:
    """Return whether a rule lets in the pod in this namespace; without peers it lets in everybody."""
    if peers is None:
        return True
    for peer in peers:
        if "ipBlock" in peer:
            continue
        here = "namespaceSelector" in peer or namespace["kubernetes.io/metadata.name"] == NAMESPACE
        there = selects(peer.get("namespaceSelector", {}), namespace)
        if here and there and selects(peer.get("podSelector", {}), pod["metadata"]["labels"]):
            return True
    return False


def reach(release: Release) -> set[tuple[str, str, int]]:
    """Return which component may open a connection to which, and to which of its ports."""
    namespace = {"kubernetes.io/metadata.name": NAMESPACE}
    into, out = policies(release, "ingress"), policies(release, "egress")
    found = set()
    for source, source_pod in release.pods.items():
        for target, target_pod in release.pods.items():
            leaving = {
                port
                for rule in out[source]
                if is_let(rule.get("to"), target_pod, namespace)
                for port in port_numbers(target_pod, rule)
            }
            entering = {
                port
                for rule in into[target]
                if is_let(rule.get("from"), source_pod, namespace)
                for port in port_numbers(target_pod, rule)
            }
            found |= {(source, target, port) for port in leaving & entering}
    return found


@pytest.mark.parametrize("values", WITH_POLICIES)
def test_processes_meet_in_redis_only(helm: Helm, values: str) -> None:
    release = helm.release("--values", str(values_file(values)))
    bundled = "redis" in release.pods
    assert reach(release) == {(process, "redis", 6379) for process in PROCESSES if bundled}


@pytest.mark.parametrize("values", WITH_POLICIES)
def test_strangers_reach_the_web_server_only(helm: Helm, values: str) -> None:
    release = helm.release("--values", str(values_file(values)))
    stranger = {"metadata": {"labels": {"app.kubernetes.io/name": "hamlet", "app.kubernetes.io/component": "api"}}}
    reached = {
        (component, port)
        for component, rules in policies(release, "ingress").items()
        for rule in rules
        if is_let(rule.get("from"), stranger, ELSEWHERE)
        for port in port_numbers(release.pods[component], rule)
    }
    # In this set of values the callers are named, and the stranger is none of them.
    assert reached == (set() if values == "external" else {("api", 8000)})


@pytest.mark.parametrize("values", WITH_POLICIES)
def test_processes_ask_for_names_and_for_redis_only_but_who_sends_notices(helm: Helm, values: str) -> None:
    release = helm.release("--values", str(values_file(values)))
    for component, rules in policies(release, "egress").items():
        if component == "redis":
            assert rules == []
            continue
        names, redis, *more = rules
        assert len(more) == (component == "worker-webhooks")
        assert {(port["port"], port["protocol"]) for port in names["ports"]} == {(53, "UDP"), (53, "TCP")}
        assert names["to"] == [{"namespaceSelector": {"matchLabels": {"kubernetes.io/metadata.name": "kube-system"}}}]
        assert {port["protocol"] for port in redis["ports"]} == {"TCP"}


@pytest.mark.parametrize(("ports", "opened"), [(None, [443]), ("443,8443", [443, 8443])])
def test_notices_go_to_public_addresses_only(helm: Helm, ports: str | None, opened: list[int]) -> None:
    arguments = ["--set-string", f"settings.HAMLET_WEBHOOK_PORTS={ports}".replace(",", "\\,")] if ports else []
    rule = policies(helm.release(*arguments), "egress")["worker-webhooks"][2]
    assert rule["ports"] == [{"port": port, "protocol": "TCP"} for port in opened]
    blocks = [(ip_network(peer["ipBlock"]["cidr"]), peer["ipBlock"].get("except", [])) for peer in rule["to"]]

    def reached(text: str) -> bool:
        address = ip_address(text)
        return any(
            address in block and not any(address in ip_network(part) for part in without) for block, without in blocks
        )

    assert all(reached(text) for text in ("93.184.216.34", "2606:4700::1111"))
    assert not [
        text for text in ("10.1.2.3", "172.16.0.1", "192.168.1.1", "169.254.169.254", "fd00::1") if reached(text)
    ]


@pytest.mark.parametrize(
    ("values", "ports", "peers"),
    [
        ("external", [6380], [{"ipBlock": {"cidr": "10.20.0.0/16"}}]),
        ("sentinel", [26379, 6379], None),
        ("cluster", [6379, 6380], None),
        ("production", [6379], None),
    ],
)
def test_an_external_redis_is_reached(helm: Helm, values: str, ports: list[int], peers: list[Doc] | None) -> None:
    for rules in policies(helm.release("--values", str(values_file(values))), "egress").values():
        assert [port["port"] for port in rules[1]["ports"]] == ports
        assert rules[1].get("to") == peers


@pytest.mark.parametrize(("values", "let"), [("bundled", True), ("minimal", False)])
def test_keda_sees_the_queues_in_the_bundled_redis(helm: Helm, values: str, let: bool) -> None:
    release = helm.release("--values", str(values_file(values)))
    [rule] = policies(release, "ingress")["redis"]
    operator = {"metadata": {"labels": {"app": "keda-operator"}}}
    assert is_let(rule["from"], operator, {"kubernetes.io/metadata.name": "scaling"}) == let
    assert not is_let(rule["from"], operator, ELSEWHERE)


def test_the_named_callers_reach_the_web_server(helm: Helm) -> None:
    [rule] = policies(helm.release("--values", str(values_file("external"))), "ingress")["api"]
    assert is_let(rule["from"], {"metadata": {"labels": {}}}, {"kubernetes.io/metadata.name": "gateway"})


def test_prometheus_reads_the_figures_of_all_processes(helm: Helm) -> None:
    prometheus = {"metadata": {"labels": {"app": "prometheus"}}}
    into = policies(helm.release("--values", str(values_file("exposed"))), "ingress")
    for process in PROCESSES:
        *others, rule = into[process]
        assert [port["port"] for port in rule["ports"]] == ["metrics"]
        assert [[port["port"] for port in other["ports"]] for other in others] == [["http"]] * (process == "api")
        assert is_let(rule["from"], prometheus, {"kubernetes.io/metadata.name": "monitoring"})
        assert not is_let(rule["from"], prometheus, ELSEWHERE)
    unread = policies(helm.release("--values", str(values_file("minimal"))), "ingress")
    assert not unread["dispatcher"]
    assert [port["port"] for rule in unread["api"] for port in rule["ports"]] == ["http"]


def test_there_need_be_no_policies(helm: Helm) -> None:
    assert not helm.release("--values", str(values_file("small"))).of_kind("NetworkPolicy")


def routed(paths: list[Doc], path: str) -> bool:
    """Return whether one of an ingress' paths leads there."""
    return any(
        path == entry["path"]
        if entry["pathType"] == "Exact"
        else f"{path}/".startswith(f"{entry['path'].rstrip('/')}/")
        for entry in paths
    )


def test_the_ingress_shows_all_that_clients_use_and_nothing_for_operators(helm: Helm) -> None:
    app, _ = bare_app()
    internal = {"/healthz", "/readyz", "/metrics"}
    public = {re.sub("<[^>]+>", "some", rule.rule) for rule in app.url_map.iter_rules()} - internal
    assert {
        "/",
        "/openapi.json",
        "/service-worker.js",
        "/v1/games/some",
        "/join/some",
        "/problems/some",
        "/table/assets/some",
    } <= public

    release = helm.release("--values", str(values_file("exposed")))
    [ingress] = release.of_kind("Ingress")
    hosts = {rule["host"]: rule["http"]["paths"] for rule in ingress["spec"]["rules"]}
    assert set(hosts) == {"games.example", "spiele.example"} == set(ingress["spec"]["tls"][0]["hosts"])
    for paths in hosts.values():
        assert {path for path in public if not routed(paths, path)} == set()
        assert {path for path in internal | {"/nothing", "/rulesx"} if routed(paths, path)} == set()
        for entry in paths:
            assert any(routed([entry], path) for path in public), f"{entry['path']} leads nowhere"
            service = release.named("Service", entry["backend"]["service"]["name"])
            assert entry["backend"]["service"]["port"]["name"] in {port["name"] for port in service["spec"]["ports"]}


def test_nothing_is_shown_unless_asked_for(helm: Helm) -> None:
    assert not helm.release().of_kind(
        "Ingress", "ServiceMonitor", "PodMonitor", "ScaledObject", "TriggerAuthentication"
    )
