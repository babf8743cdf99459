"""The number of pods of each component, what decides it, and how many may be missing."""

from __future__ import annotations

from rq import Queue

from service.store.outbox.rq_client import JOBS
from tests.helm.charts import PROCESSES, Doc, Helm, Release, container, values_file


def scaled(release: Release) -> dict[str, Doc]:
    """Return what scales each component."""
    autoscalers = release.of_component("HorizontalPodAutoscaler")
    watched = release.of_component("ScaledObject")
    # Two scalers of the same component would work against each other.
    assert not set(autoscalers) & set(watched)
    return autoscalers | watched


def test_whatever_scales_decides_alone(release: Release) -> None:
    for component, workload in release.of_component("Deployment").items():
        assert ("replicas" not in workload["spec"]) == (component in scaled(release))


def test_what_scales_names_its_deployment(release: Release) -> None:
    for component, item in scaled(release).items():
        target = item["spec"]["scaleTargetRef"]
        assert release.of_component("Deployment")[component]["metadata"]["name"] == target["name"]
        counts = {name: count for name, count in item["spec"].items() if "Replica" in name}
        [least] = [count for name, count in counts.items() if name.startswith("min")]
        [most] = [count for name, count in counts.items() if name.startswith("max")]
        assert 1 <= least <= most


def test_processor_time_is_measured_by_what_is_asked_for(release: Release) -> None:
    for component, item in release.of_component("HorizontalPodAutoscaler").items():
        [metric] = item["spec"]["metrics"]
        assert metric["resource"]["name"] in container(release.pods[component])["resources"]["requests"]


def test_without_keda_everything_scales_by_processor_time(helm: Helm) -> None:
    autoscalers = helm.release().of_component("HorizontalPodAutoscaler")
    assert set(autoscalers) == {"api", "worker-turns", "worker-decisions", "worker-webhooks"}


def test_keda_watches_the_queues_of_the_workers(helm: Helm) -> None:
    exposed = helm.release("--values", str(values_file("exposed")))
    watched = exposed.of_component("ScaledObject")
    assert set(watched) == {f"worker-{queue}" for queue in JOBS}
    for queue in JOBS:
        [trigger] = watched[f"worker-{queue}"]["spec"]["triggers"]
        assert trigger["metadata"]["listName"] == f"{Queue.redis_queue_namespace_prefix}{queue}"
        assert trigger["metadata"]["address"] == "games-redis.play.svc:6379"
        assert "authenticationRef" not in trigger


def test_keda_has_the_password_from_the_secret(helm: Helm) -> None:
    bundled = helm.release("--values", str(values_file("bundled")))
    [authentication] = bundled.of_kind("TriggerAuthentication")
    secret = {"parameter": "password", "name": "redis-password", "key": "word"}
    assert authentication["spec"]["secretTargetRef"] == [secret]
    assert set(bundled.of_component("ScaledObject")) == {"worker-turns", "worker-webhooks"}
    for watched in bundled.of_kind("ScaledObject"):
        [trigger] = watched["spec"]["triggers"]
        assert trigger["authenticationRef"]["name"] == authentication["metadata"]["name"]


def test_keda_asks_the_sentinels(helm: Helm) -> None:
    sentinel = helm.release("--values", str(values_file("sentinel")))
    for watched in sentinel.of_kind("ScaledObject"):
        [trigger] = watched["spec"]["triggers"]
        assert trigger["type"] == "redis-sentinel"
        assert trigger["metadata"]["sentinelMaster"] == "games"
        assert trigger["metadata"]["enableTLS"] == "true"
        assert trigger["metadata"]["databaseIndex"] == "2"
        assert trigger["authenticationRef"] == {"name": "redis-for-keda"}


def test_each_component_may_miss_one_pod(release: Release) -> None:
    budgets = release.of_component("PodDisruptionBudget")
    assert set(budgets) == PROCESSES
    for component, budget in budgets.items():
        assert release.selected(budget["spec"]["selector"]) == {component}
        assert budget["spec"]["maxUnavailable"] == 1


def test_an_update_takes_nothing_away_first(release: Release) -> None:
    for workload in release.of_kind("Deployment"):
        assert workload["spec"]["strategy"]["rollingUpdate"] == {"maxSurge": 1, "maxUnavailable": 0}
        # Otherwise a pod with invalid settings, which ends immediately, would count.
        asked = "startupProbe" in container(workload["spec"]["template"])
        assert asked or workload["spec"]["minReadySeconds"] >= 5


def test_fixed_numbers_are_kept(helm: Helm) -> None:
    small = helm.release("--values", str(values_file("small"))).of_component("Deployment")
    assert {component: item["spec"]["replicas"] for component, item in small.items()} == dict.fromkeys(PROCESSES, 1)
    production = helm.release("--values", str(values_file("production")))
    assert production.of_component("Deployment")["dispatcher"]["spec"]["replicas"] == 3
    turns = production.of_component("HorizontalPodAutoscaler")["worker-turns"]["spec"]
    assert (turns["minReplicas"], turns["maxReplicas"]) == (8, 100)
