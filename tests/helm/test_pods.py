"""What runs in the pods: with few rights, with known settings, and stopped only when it is done."""

from __future__ import annotations

import importlib.metadata
import importlib.util
import json
from pathlib import PurePosixPath

import pytest

from service.config import shutdown
from service.config.settings import Settings, describe_settings, load_settings
from service.store.outbox.rq_client import JOBS
from tests.helm.charts import ROOT, Doc, Helm, Release, container, strings, values_file
from workers import worker

PASSWORD = "correcthorse"
URL = "rediss://games:correcthorse@redis.example:6380/3"
QUEUE_URL = "redis://queue.example:6380/0"
SECRETS = {"REDIS_PASSWORD": PASSWORD, "HAMLET_REDIS_URL": URL, "HAMLET_QUEUE_REDIS_URL": QUEUE_URL}
PATHS = set(json.loads((ROOT / "openapi" / "openapi.json").read_text())["paths"])


def settings_of(release: Release, component: str) -> Settings:
    """Return the settings that a process of the component reads; fails as the process would."""
    return load_settings(release.environment(component, SECRETS))


def test_pods_keep_to_the_restricted_standard(release: Release) -> None:
    for pod in release.pods.values():
        spec, box = pod["spec"], container(pod)
        assert not {"hostNetwork", "hostPID", "hostIPC"} & set(spec)
        assert all("hostPort" not in port for port in box.get("ports", ()))
        assert all({"configMap", "emptyDir", "secret"} & set(volume) for volume in spec["volumes"])
        assert spec["securityContext"]["runAsNonRoot"] is True
        assert spec["securityContext"]["runAsUser"] > 0
        assert spec["securityContext"]["seccompProfile"] == {"type": "RuntimeDefault"}
        assert box["securityContext"] == {
            "allowPrivilegeEscalation": False,
            "readOnlyRootFilesystem": True,
            "capabilities": {"drop": ["ALL"]},
        }


def test_no_pod_may_speak_to_kubernetes(release: Release) -> None:
    for account in release.of_kind("ServiceAccount"):
        assert account["automountServiceAccountToken"] is False
    for pod in release.pods.values():
        assert pod["spec"]["automountServiceAccountToken"] is False
        # Otherwise every Service of the namespace would add variables.
        assert pod["spec"]["enableServiceLinks"] is False


def test_every_pod_says_what_it_needs_and_has_an_end_to_its_memory(release: Release) -> None:
    for pod in release.pods.values():
        resources = container(pod)["resources"]
        assert set(resources["requests"]) == {"cpu", "memory"}
        assert "memory" in resources["limits"]


def test_only_what_may_be_lost_is_written_outside_of_volumes(release: Release) -> None:
    for component, pod in release.processes.items():
        volumes = {volume["name"]: volume for volume in pod["spec"]["volumes"]}
        writable = [mount for mount in container(pod)["volumeMounts"] if not mount.get("readOnly")]
        assert [mount["mountPath"] for mount in writable] == ["/tmp"]
        assert volumes[writable[0]["name"]]["emptyDir"]["sizeLimit"]
        figures = release.environment(component, SECRETS).get("PROMETHEUS_MULTIPROC_DIR", "/tmp/none")
        assert PurePosixPath("/tmp") in PurePosixPath(figures).parents


def test_secrets_stay_in_secrets(release: Release) -> None:
    assert not release.of_kind("Secret")
    for pod in release.pods.values():
        for variable in container(pod).get("env", ()):
            if "PASSWORD" in variable["name"] or "AUTH" in variable["name"]:
                assert set(variable["valueFrom"]) == {"secretKeyRef"}
            # User and password stand before the @ of a URL.
            who, at, _ = variable.get("value", "").rpartition("@")
            assert not at or who == "redis://:$(REDIS_PASSWORD)"
    written = [line for item in release.objects for text in strings(item) for line in text.splitlines()]
    told = {line.strip() for line in written if line.strip().startswith(("requirepass", "masterauth", "user "))}
    assert told <= {"requirepass $(cat /etc/redis-password/password)"}


def test_every_process_can_start_with_its_variables(release: Release) -> None:
    known = {name for name, _, _ in describe_settings()}
    for component in release.processes:
        environment = release.environment(component, SECRETS)
        assert set(environment) - {"PROMETHEUS_MULTIPROC_DIR", "REDIS_PASSWORD"} <= known
        assert settings_of(release, component).redis_url


def test_the_bundled_redis_is_found(helm: Helm) -> None:
    minimal = helm.release("--values", str(values_file("minimal")))
    assert settings_of(minimal, "api").redis_url == "redis://spring-hamlet-redis:6379/0"
    bundled = helm.release("--values", str(values_file("bundled")))
    for component in bundled.processes:
        url = settings_of(bundled, component).redis_url
        assert url == f"redis://:{PASSWORD}@spring-hamlet-redis:6379/0"
        assert bundled.named("Service", "spring-hamlet-redis")["spec"]["ports"][0]["port"] == 6379


def test_an_external_redis_is_named_by_its_secret(helm: Helm) -> None:
    external = helm.release("--values", str(values_file("external")))
    for component, pod in external.processes.items():
        assert settings_of(external, component).redis_url == URL
        [variable] = [entry for entry in container(pod)["env"] if entry["name"] == "HAMLET_REDIS_URL"]
        assert variable["valueFrom"]["secretKeyRef"] == {"name": "redis", "key": "redis-url"}


def test_the_queues_of_a_cluster_are_named_by_a_secret(helm: Helm) -> None:
    values = ("--values", str(values_file("cluster")))
    place = "redis.external.queue"
    for secret, more in (("redis", ()), ("queues", ("--set", f"{place}.existingSecret=queues"))):
        cluster = helm.release(*values, *more)
        for component, pod in cluster.processes.items():
            assert settings_of(cluster, component).queue_redis_url == QUEUE_URL
            [variable] = [entry for entry in container(pod)["env"] if entry["name"] == "HAMLET_QUEUE_REDIS_URL"]
            assert variable["valueFrom"]["secretKeyRef"] == {"name": secret, "key": "queue-url"}


def test_the_key_for_notifications_is_only_where_it_is_needed(helm: Helm) -> None:
    contact = "settings.HAMLET_PUSH_CONTACT=mailto:games@example.org"
    found = helm.release("--set", f"push.existingSecret=push,{contact}")
    having = {
        component: entry
        for component, pod in found.processes.items()
        for entry in container(pod)["env"]
        if entry["name"] == "HAMLET_PUSH_KEY"
    }
    assert set(having) == {"api", "worker-webhooks"}
    assert all(one["valueFrom"]["secretKeyRef"] == {"name": "push", "key": "key"} for one in having.values())


def test_the_web_server_listens_where_it_is_asked(release: Release) -> None:
    settings = settings_of(release, "api")
    assert settings.host == "0.0.0.0"
    assert container(release.pods["api"])["ports"] == [
        {"name": "http", "containerPort": settings.port},
        {"name": "metrics", "containerPort": settings.metrics_port},
    ]


def test_probes_ask_what_the_contract_has(release: Release) -> None:
    box = container(release.pods["api"])
    asked = {kind: box[f"{kind}Probe"]["httpGet"] for kind in ("startup", "liveness", "readiness")}
    assert {probe["path"] for probe in asked.values()} <= PATHS
    assert {probe["port"] for probe in asked.values()} == {"http"}
    # A process that lives is not killed because its store is away, but gets no requests.
    assert asked["liveness"]["path"] == asked["startup"]["path"] == "/healthz"
    assert asked["readiness"]["path"] == "/readyz"


def test_workers_and_dispatchers_give_signs_of_life(release: Release) -> None:
    for component in set(release.processes) - {"api"}:
        box = container(release.pods[component])
        settings = settings_of(release, component)
        assert box["ports"] == [{"name": "metrics", "containerPort": settings.metrics_port}]
        assert settings.host == "0.0.0.0"
        for kind in ("startup", "liveness"):
            assert box[f"{kind}Probe"]["httpGet"] == {"path": "/livez", "port": "metrics"}


def test_commands_run_what_there_is(release: Release) -> None:
    commands = {component: container(pod)["args"] for component, pod in release.processes.items()}
    assert commands["api"] == ["gunicorn", "--config", "python:service.gunicorn_conf", "service.wsgi:app"]
    assert commands["dispatcher"] == ["python", "-m", "workers.dispatcher"]
    for module in ("gunicorn", "service.gunicorn_conf", "service.wsgi", "workers.dispatcher", "workers.worker"):
        assert importlib.util.find_spec(module)


@pytest.mark.parametrize("queue", JOBS)
def test_every_queue_has_workers(release: Release, queue: str, capsys: pytest.CaptureFixture[str]) -> None:
    command = container(release.pods[f"worker-{queue}"])["args"]
    assert command == ["python", "-m", "workers.worker", "--queue", queue]
    with pytest.raises(SystemExit) as end:
        worker.main([*command[3:], "--help"])
    assert end.value.code == 0, capsys.readouterr().err


def test_a_process_has_time_to_end_and_nobody_waits_for_long_for_one_that_hangs(release: Release) -> None:
    for component, pod in release.processes.items():
        assert "command" not in container(pod), "the image's entry point is needed"
        if component != "api":
            assert "lifecycle" not in container(pod)
            assert 2 * shutdown.SECONDS < pod["spec"]["terminationGracePeriodSeconds"] <= 10


def test_slow_is_not_broken(release: Release) -> None:
    """A starting process has minutes: on a starved machine a restart would make it worse."""
    for pod in release.pods.values():
        probe = container(pod)["startupProbe"]
        assert probe["periodSeconds"] * probe["failureThreshold"] >= 300


def test_slow_web_servers_go_on_being_asked(release: Release) -> None:
    """On a full node all are slow at the same time, and if none were ready nobody would be answered."""
    box = container(release.pods["api"])
    for name in ("livenessProbe", "readinessProbe"):
        assert box[name]["timeoutSeconds"] >= 10
        assert box[name]["failureThreshold"] >= 6


def test_redis_starves_last(helm: Helm) -> None:
    """Everything waits for it, and a full node divides its time by what pods request."""
    requests = {
        component: int(container(pod)["resources"]["requests"]["cpu"].removesuffix("m"))
        for component, pod in helm.release().pods.items()
    }
    assert requests["redis"] == max(requests.values())


def test_the_web_server_ends_when_nobody_sends_requests_any_more(release: Release) -> None:
    pod = release.pods["api"]
    pause = container(pod)["lifecycle"]["preStop"]["sleep"]["seconds"]
    assert pause >= 5
    assert pod["spec"]["terminationGracePeriodSeconds"] > pause + 2 * shutdown.SECONDS


@pytest.mark.parametrize("setting", ["HAMLET_LOG_LEVEL=DEBUG", "HAMLET_LEASE=30"])
def test_a_changed_setting_starts_the_processes_anew(helm: Helm, setting: str) -> None:
    before, after = helm.release(), helm.release("--set", f"settings.{setting}")
    for component, pod in before.pods.items():
        changed = pod["metadata"]["annotations"] != after.pods[component]["metadata"]["annotations"]
        assert changed == (component != "redis")


def test_a_changed_configuration_starts_redis_anew(helm: Helm) -> None:
    before, after = helm.release(), helm.release("--set", "redis.bundled.maxmemory=100mb")
    for component, pod in before.pods.items():
        changed = pod["metadata"]["annotations"] != after.pods[component]["metadata"]["annotations"]
        assert changed == (component == "redis")


def test_all_processes_play_by_the_same_catalogues(helm: Helm) -> None:
    bundled = helm.release("--values", str(values_file("bundled")))
    for component, pod in bundled.processes.items():
        folder = PurePosixPath(bundled.environment(component, SECRETS)["HAMLET_CATALOGUE_DIR"])
        volumes = {volume["name"]: volume for volume in pod["spec"]["volumes"]}
        mounted = {
            mount["mountPath"]: volumes[mount["name"]]["configMap"]["name"]
            for mount in container(pod)["volumeMounts"]
            if mount.get("readOnly")
        }
        assert mounted == {
            str(folder / "my_village"): "my-village-numbers",
            str(folder / "villagers"): "villagers-numbers",
        }


def test_all_processes_are_one_image(release: Release) -> None:
    assert len({container(pod)["image"] for pod in release.processes.values()}) == 1


@pytest.mark.parametrize(
    ("values", "image"),
    [
        ("minimal", f"hamlet:{importlib.metadata.version('hamlet-games')}"),
        ("production", "registry.example/hamlet:1.2.3-rc.1"),
        ("external", f"registry.example/games/hamlet@sha256:{'0123456789abcdef' * 4}"),
    ],
)
def test_a_digest_wins_over_a_tag(helm: Helm, values: str, image: str) -> None:
    pods = helm.release("--values", str(values_file(values))).pods
    assert container(pods["api"])["image"] == image


def test_the_pods_of_a_component_are_spread(release: Release) -> None:
    for component, pod in release.processes.items():
        spread = pod["spec"]["topologySpreadConstraints"]
        assert {rule["topologyKey"] for rule in spread} == {"topology.kubernetes.io/zone", "kubernetes.io/hostname"}
        assert all(release.selected(rule["labelSelector"]) == {component} for rule in spread)


def test_pods_go_where_they_are_sent(helm: Helm) -> None:
    pods = helm.release("--values", str(values_file("production"))).pods
    turns: Doc = pods["worker-turns"]["spec"]
    assert turns["nodeSelector"] == {"pool": "thinking"}
    assert [toleration["key"] for toleration in turns["tolerations"]] == ["pool"]
    assert turns["priorityClassName"] == "games"
    assert "nodeAffinity" in pods["worker-decisions"]["spec"]["affinity"]
    assert not {"nodeSelector", "tolerations", "affinity", "priorityClassName"} & set(pods["api"]["spec"])


def test_an_account_of_the_cluster_is_taken(helm: Helm) -> None:
    external = helm.release("--values", str(values_file("external")))
    assert not external.of_kind("ServiceAccount")
    for pod in external.pods.values():
        assert pod["spec"]["serviceAccountName"] == "games"
        assert pod["spec"]["imagePullSecrets"] == [{"name": "registry"}]
