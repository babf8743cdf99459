"""The chart's values: wrong ones are refused with their path, and every setting can be set."""

from __future__ import annotations

import json
import shlex
from pathlib import Path

import pytest
import yaml

from service.config.settings import InvalidSettings, describe_settings, load_settings
from tests.helm.charts import CHART, NAME, ROOT, Doc, Helm, values_file
from tools import chart_values

ELSEWHERE = {
    "HAMLET_REDIS_URL": "from a Secret",
    "HAMLET_QUEUE_REDIS_URL": "from a Secret",
    "HAMLET_PUSH_KEY": "from a Secret",
    "HAMLET_CATALOGUE_DIR": "from `catalogues`",
    "PORT": "nothing but the Service sees it",
    "HAMLET_METRICS_PORT": "the same everywhere",
    "HAMLET_DATA_DIR": "of `hamlet serve` alone",
    "HAMLET_WORKERS": "of `hamlet serve` alone",
    "HAMLET_DECISION_WORKERS": "of `hamlet serve` alone",
    "HAMLET_WEBHOOK_WORKERS": "of `hamlet serve` alone",
}
"""Settings that are not values, and why."""


def schema() -> Doc:
    """Return the schema of the values."""
    found: Doc = json.loads((CHART / "values.schema.json").read_text())
    return found


SETTINGS: dict[str, Doc] = schema()["properties"]["settings"]["properties"]
LIMITS = [
    (name, limit, limit + beyond)
    for name, form in SETTINGS.items()
    for bound, beyond in (("minimum", -1), ("maximum", 1))
    if (limit := form.get(bound)) is not None
]


def test_every_setting_of_the_program_can_be_set() -> None:
    assert {name for name, _, _ in describe_settings()} == set(SETTINGS) | set(ELSEWHERE)


@pytest.mark.parametrize(("name", "limit", "beyond"), LIMITS)
def test_the_chart_has_the_limits_of_the_program(name: str, limit: int, beyond: int) -> None:
    load_settings({name: str(limit)})
    with pytest.raises(InvalidSettings):
        load_settings({name: str(beyond)})


def test_the_chart_knows_the_levels_of_the_log() -> None:
    for level in SETTINGS["HAMLET_LOG_LEVEL"]["enum"]:
        load_settings({"HAMLET_LOG_LEVEL": level})


def test_settings_arrive_as_they_were_written(helm: Helm) -> None:
    bundled = helm.release("--values", str(values_file("bundled")))
    settings = bundled.named("ConfigMap", f"{NAME}-hamlet-settings")["data"]
    assert settings == {
        "HAMLET_BUCKETS": "64",
        "HAMLET_CATALOGUE_DIR": "/etc/hamlet/catalogues",
        "HAMLET_FINISHED_TTL": "365d",
        "HAMLET_HOST": "0.0.0.0",
        "PORT": "8000",
    }


@pytest.mark.parametrize(
    ("values", "where"),
    [
        ({"settings": {"HAMLET_LEES": 15}}, "/settings"),
        ({"settings": {"HAMLET_REDIS_URL": "redis://user:secret@host"}}, "/settings"),
        ({"settings": {"HAMLET_LEASE": 1}}, "/settings/HAMLET_LEASE"),
        ({"settings": {"HAMLET_LEASE": "15s"}}, "/settings/HAMLET_LEASE"),
        ({"settings": {"HAMLET_IDLE_TTL": "3 weeks"}}, "/settings/HAMLET_IDLE_TTL"),
        ({"settings": {"HAMLET_LOG_LEVEL": "debug"}}, "/settings/HAMLET_LOG_LEVEL"),
        ({"settings": {"HAMLET_CORS_ORIGINS": "play.example"}}, "/settings/HAMLET_CORS_ORIGINS"),
        ({"settings": {"HAMLET_WEBHOOK_PORTS": "443;"}}, "/settings/HAMLET_WEBHOOK_PORTS"),
        ({"settings": {"HAMLET_WEBHOOK_ALLOW": "https://play.example?"}}, "/settings/HAMLET_WEBHOOK_ALLOW"),
        ({"settings": {"HAMLET_API_KEYS": "yes"}}, "/settings/HAMLET_API_KEYS"),
        ({"redis": {"mode": "external"}}, "/redis/external/existingSecret"),
        ({"redis": {"mode": "cluster"}}, "/redis/mode"),
        ({"redis": {"external": {"url": "redis://host"}}}, "/redis/external"),
        ({"redis": {"external": {"queue": {"existingSecret": "queues"}}}}, "/redis/external/queue/key"),
        ({"redis": {"bundled": {"maxmemory": "512"}}}, "/redis/bundled/maxmemory"),
        ({"redis": {"bundled": {"storage": {"size": 8}}}}, "/redis/bundled/storage/size"),
        ({"image": {"digest": "sha256:abc"}}, "/image/digest"),
        ({"image": {"repository": ""}}, "/image/repository"),
        ({"image": {"pullPolicy": "Sometimes"}}, "/image/pullPolicy"),
        ({"api": {"replicas": 0}}, "/api/replicas"),
        ({"api": {"replica": 2}}, "/api"),
        ({"api": {"autoscaling": {"cpuPercent": 150}}}, "/api/autoscaling/cpuPercent"),
        ({"api": {"pod": {"hostNetwork": True}}}, "/api/pod"),
        ({"api": {"service": {"port": 70000}}}, "/api/service/port"),
        ({"workers": {"hints": {}}}, "/workers"),
        ({"workers": {"turns": {"autoscaling": {"jobsPerWorker": 0}}}}, "/workers/turns/autoscaling/jobsPerWorker"),
        ({"ingress": {"enabled": True}}, "/ingress/hosts"),
        ({"networkPolicy": {"dns": []}}, "/networkPolicy/dns"),
        ({"catalogues": {"My Village": "numbers"}}, "/catalogues"),
        (
            {"redis": {"mode": "external", "external": {"existingSecret": "redis"}}, "keda": {"enabled": True}},
            "/keda/redis/addresses",
        ),
        ({"keda": {"redis": {"addresses": "redis://host:6379"}}}, "/keda/redis/addresses"),
        ({"serviceMonitor": {"interval": 30}}, "/serviceMonitor/interval"),
        ({"prometheusRule": {"enabled": True}}, "/serviceMonitor/enabled"),
        ({"surprise": True}, ""),
    ],
)
def test_wrong_values_are_refused(helm: Helm, tmp_path: Path, values: Doc, where: str) -> None:
    file = tmp_path / "values.yaml"
    file.write_text(yaml.safe_dump(values))
    refused = helm.template("--values", str(file))
    assert refused.returncode != 0
    assert "values don't meet the specifications of the schema" in refused.stderr
    assert f"at '{where}'" in refused.stderr, refused.stderr


def test_every_value_has_a_form() -> None:
    """The schema knows every value of the chart, however deep it is."""

    def unknown(value: object, form: Doc, place: str) -> list[str]:
        while "$ref" in form:
            form = schema()["definitions"][form["$ref"].rpartition("/")[2]]
        if not isinstance(value, dict) or "properties" not in form:
            return []
        assert form["additionalProperties"] is False, place
        return [
            fault
            for name, inner in value.items()
            for fault in (
                unknown(inner, form["properties"][name], f"{place}/{name}")
                if name in form["properties"]
                else [f"{place}/{name}"]
            )
        ]

    assert unknown(yaml.safe_load((CHART / "values.yaml").read_text()), schema(), "") == []


def test_the_page_of_the_values_is_made_from_them() -> None:
    """If not: `python tools/chart_values.py`."""
    page = chart_values.PAGE.read_text(encoding="utf-8")
    assert page == chart_values.page()
    assert (
        "| `dispatcher` |  | Queues lost turns again. A second dispatcher takes over if the first one fails. |" in page
    )
    assert "| `api.replicas` | `2` | The number of pods if autoscaling is off. 1 to 1000. |" in page


def test_the_installations_of_the_documentation_are_possible(helm: Helm) -> None:
    text = (ROOT / "docs" / "operations.md").read_text().replace("\\\n", " ")
    commands = [shlex.split(line) for line in text.splitlines() if line.startswith("helm install ")]
    assert len(commands) == 3
    for _, _, name, chart, *options in commands:
        assert ROOT / chart == CHART
        values = [option for at, option in enumerate(options) if "--set" in (option, options[at - 1])]
        assert helm.release(*values, name=name).pods
