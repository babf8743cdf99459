"""The chart as a whole: valid for every set of values, without objects that Kubernetes would refuse."""

from __future__ import annotations

import re
import tomllib

import kubernetes_validate
import pytest
import yaml
from jsonschema import Draft202012Validator, ValidationError

from tests.dist.versions import PLACES, versions
from tests.helm.charts import CHART, OLDEST_KUBERNETES, PROCESSES, ROOT, Helm, Release, values_file, values_files
from tests.helm.crds import SCHEMAS

NEWEST_KUBERNETES = kubernetes_validate.latest_version()


def chart() -> dict[str, str]:
    """Return the chart's description of itself."""
    found: dict[str, str] = yaml.safe_load((CHART / "Chart.yaml").read_text())
    return found


@pytest.mark.parametrize("values", values_files())
def test_lint_finds_nothing(helm: Helm, values: str) -> None:
    found = helm.lint("--values", str(values_file(values)))
    assert found.returncode == 0, found.stdout + found.stderr
    assert not re.search(r"\[(WARNING|ERROR)\]", found.stdout), found.stdout


@pytest.mark.parametrize("kubernetes", [OLDEST_KUBERNETES, NEWEST_KUBERNETES])
def test_every_object_has_the_form_of_its_kind(release: Release, kubernetes: str) -> None:
    for item in release.objects:
        if item["kind"] in SCHEMAS:
            Draft202012Validator(SCHEMAS[item["kind"]]).validate(item)
        else:
            kubernetes_validate.validate(item, kubernetes, strict=True)


def test_the_forms_of_other_kinds_refuse_what_they_do_not_know(helm: Helm) -> None:
    exposed = helm.release("--values", str(values_file("exposed")))
    for item in exposed.of_kind(*SCHEMAS):
        with pytest.raises(ValidationError):
            Draft202012Validator(SCHEMAS[item["kind"]]).validate(item | {"spec": item["spec"] | {"selectors": {}}})


def test_what_the_chart_promises_to_run_on_is_what_is_tested() -> None:
    assert chart()["kubeVersion"] == f">={OLDEST_KUBERNETES}.0-0"


def test_the_chart_and_all_other_parts_have_one_version() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    assert versions(ROOT) == {place: {project["version"]} for place in PLACES}


def test_everything_runs_and_nothing_else(release: Release) -> None:
    bundled = {"redis"} if release.of_kind("StatefulSet") else set()
    assert set(release.pods) == PROCESSES | bundled


@pytest.mark.parametrize("name", ["hamlet", "a" * 53])
def test_names_are_short_enough_and_no_two_alike(helm: Helm, name: str) -> None:
    objects = helm.release("--values", str(values_file("exposed")), name=name).objects
    names = [(item["kind"], item["metadata"]["name"]) for item in objects]
    assert len(set(names)) == len(names)
    # 63 characters for a label or a host, less what Kubernetes appends to a pod's name.
    assert all(re.fullmatch(r"[a-z][a-z0-9-]{0,56}[a-z0-9]", found) for _, found in names), names


def test_two_releases_share_nothing(helm: Helm) -> None:
    first, second = (helm.release(name=name) for name in ("one", "two"))
    names = [{(item["kind"], item["metadata"]["name"]) for item in found.objects} for found in (first, second)]
    assert not names[0] & names[1]
    for item in first.of_kind("Service", "Deployment", "PodDisruptionBudget", "NetworkPolicy"):
        selector = item["spec"].get("podSelector") or item["spec"]["selector"]
        labels = selector if item["kind"] == "Service" else selector["matchLabels"]
        assert first.selected({"matchLabels": labels})
        assert not second.selected({"matchLabels": labels})


def test_every_object_says_whose_it_is(release: Release) -> None:
    for item in release.objects:
        labels = item["metadata"]["labels"]
        assert labels["app.kubernetes.io/instance"] == "spring"
        assert labels["app.kubernetes.io/managed-by"] == "Helm"
        assert labels["app.kubernetes.io/version"] == chart()["appVersion"]


def test_who_waits_for_whom_is_found(release: Release) -> None:
    """Every Service leads to the pods of one component, by a port that they have."""
    for component, service in release.of_component("Service").items():
        assert release.selected({"matchLabels": service["spec"]["selector"]}) == {component}
        ports = {port["name"] for port in release.pods[component]["spec"]["containers"][0]["ports"]}
        assert {port["targetPort"] for port in service["spec"]["ports"]} <= ports
