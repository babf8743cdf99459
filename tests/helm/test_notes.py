"""The notes that helm prints after an installation."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
import yaml

from tests.helm.charts import CHART, Helm, values_file

NO_PASSWORD = "the bundled Redis has no password"
ONE_ADDRESS = "limits them together"


@pytest.fixture(scope="module")
def chart_that_shows_notes(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The chart with its notes in an object: `helm template` leaves them out, and `helm install` needs a cluster."""
    copy = tmp_path_factory.mktemp("chart") / "hamlet"
    shutil.copytree(CHART, copy)
    (copy / "templates" / "NOTES.txt").rename(copy / "notes.txt")
    shown = '{{ toYaml (dict "kind" "Notes" "text" (tpl (.Files.Get "notes.txt") .)) }}\n'
    (copy / "templates" / "notes.yaml").write_text(shown)
    return copy


def notes(helm: Helm, chart: Path, *arguments: str) -> str:
    """Return the notes for these arguments."""
    rendered = helm.template("--show-only", "templates/notes.yaml", *arguments, chart=chart)
    assert rendered.returncode == 0, rendered.stderr
    return str(yaml.safe_load(rendered.stdout)["text"])


def test_without_an_ingress_they_lead_to_the_service(helm: Helm, chart_that_shows_notes: Path) -> None:
    told = notes(helm, chart_that_shows_notes, "--set", "api.service.port=8080")
    assert "kubectl --namespace play port-forward service/spring-hamlet-api 8000:8080" in told
    assert NO_PASSWORD in told
    assert ONE_ADDRESS not in told


def test_with_an_ingress_they_lead_to_its_hosts(helm: Helm, chart_that_shows_notes: Path) -> None:
    told = notes(helm, chart_that_shows_notes, "--values", str(values_file("exposed")))
    for host in ("games.example", "spiele.example"):
        assert f"https://{host}/\n" in told
        assert f"https://{host}/docs" in told
    assert ONE_ADDRESS not in told


@pytest.mark.parametrize(
    "setting",
    [
        "HAMLET_RATE_LIMIT",
        "HAMLET_TOKEN_RATE",
        "HAMLET_DECISION_RATE",
        "HAMLET_CALLER_DECISIONS",
        "HAMLET_CONNECTIONS",
    ],
)
def test_limits_by_address_behind_an_ingress_are_warned_of(
    helm: Helm, chart_that_shows_notes: Path, setting: str
) -> None:
    exposed = ("--values", str(values_file("exposed")))
    told = notes(helm, chart_that_shows_notes, *exposed, "--set", f"settings.{setting}=5")
    assert f"{setting} {ONE_ADDRESS}" in told
    assert told.count(ONE_ADDRESS) == 1
    trusting = notes(
        helm, chart_that_shows_notes, *exposed, "--set", f"settings.{setting}=5,settings.HAMLET_TRUSTED_PROXIES=1"
    )
    assert ONE_ADDRESS not in trusting


@pytest.mark.parametrize("values", ["external", "bundled"])
def test_a_guarded_redis_is_nothing_to_warn_of(helm: Helm, chart_that_shows_notes: Path, values: str) -> None:
    assert NO_PASSWORD not in notes(helm, chart_that_shows_notes, "--values", str(values_file(values)))
