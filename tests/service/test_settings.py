"""Settings: read from variables, with all faults reported at once."""

from __future__ import annotations

from pathlib import Path

import pytest

from service.config.redis_url import Nodes, nodes_of
from service.config.settings import InvalidSettings, Settings, describe_settings, load_settings

DAY = 86400


def test_defaults_are_those_of_the_documentation() -> None:
    settings = load_settings({})
    assert settings == Settings(
        redis_url=None,
        queue_redis_url=None,
        data_dir=Path.cwd() / ".hamlet",
        catalogue_dir=None,
        host="127.0.0.1",
        port=8000,
        web_processes=2,
        workers=2,
        decision_workers=1,
        webhook_workers=1,
        lease=15,
        reaction_seconds=3,
        bot_seconds=30,
        decision_seconds=30,
        thinking_ms=5000,
        decision_ttl=3600,
        decision_rate=30,
        decisions_waiting=200,
        caller_decisions=4,
        buckets=256,
        finished_ttl=30 * DAY,
        idle_ttl=90 * DAY,
        connections=500,
        streams=1000,
        stream_heartbeat_seconds=15,
        rate_limit=600,
        token_rate=600,
        compute_processes=1,
        compute_ms=1000,
        api_keys="optional",
        history_ttl=365 * 86400,
        trusted_proxies=0,
        webhooks="public",
        webhook_allow=(),
        webhook_schemes=("https",),
        webhook_ports=(443,),
        webhook_seconds=15,
        push_key=None,
        push_contact=None,
        cors_origins=(),
        hsts=0,
        log_level="INFO",
        log_format="json",
        metrics_port=9464,
    )


@pytest.mark.parametrize(
    ("text", "seconds"), [("90", 90), ("90s", 90), ("15m", 900), ("12h", 12 * 3600), ("30d", 30 * DAY)]
)
def test_durations(text: str, seconds: int) -> None:
    assert load_settings({"HAMLET_IDLE_TTL": text}).idle_ttl == seconds


def test_an_empty_variable_counts_as_unset() -> None:
    assert load_settings({"HAMLET_REDIS_URL": "", "PORT": ""}) == load_settings({})


def test_variables_of_others_are_left_alone() -> None:
    # A Kubernetes service called hamlet sets this variable.
    assert load_settings({"HAMLET_PORT": "tcp://10.0.0.1:80"}) == load_settings({})


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("HAMLET_REDIS_URL", "http://example.org"),
        ("HAMLET_REDIS_URL", "localhost:6379"),
        ("HAMLET_REDIS_URL", "redis://"),
        ("HAMLET_REDIS_URL", "unix://"),
        ("HAMLET_REDIS_URL", "redis://host:99999"),
        ("HAMLET_REDIS_URL", "redis+sentinel://host:26379"),
        ("HAMLET_REDIS_URL", "redis+sentinel://host:0/games"),
        ("HAMLET_REDIS_URL", "redis+sentinel://one,,two/games"),
        ("HAMLET_REDIS_URL", "redis+sentinel://host/games/first"),
        ("HAMLET_REDIS_URL", "redis+sentinel://host/games/-1"),
        ("HAMLET_REDIS_URL", "redis+sentinel://host/games/0?password=secret"),
        ("PORT", "http"),
        ("PORT", "65536"),
        ("HAMLET_METRICS_PORT", "8000"),
        ("HAMLET_WORKERS", "0"),
        ("HAMLET_WEBHOOKS", "on"),
        ("HAMLET_WEBHOOK_ALLOW", "https://play.example"),
        ("HAMLET_WEBHOOK_ALLOW", "10.0.0.1/8"),
        ("HAMLET_WEBHOOK_ALLOW", "10.0.0"),
        ("HAMLET_WEBHOOK_SCHEMES", "https,ftp"),
        ("HAMLET_WEBHOOK_PORTS", "443,"),
        ("HAMLET_WEBHOOK_PORTS", "70000"),
        ("HAMLET_WEBHOOK_SECONDS", "0"),
        ("HAMLET_LEASE", "1"),
        ("HAMLET_LEASE", "-5"),
        ("HAMLET_REACTION_SECONDS", "61"),
        ("HAMLET_REACTION_SECONDS", "-1"),
        ("HAMLET_REACTION_SECONDS", "0.5"),
        ("HAMLET_DECISION_WORKERS", "0"),
        ("HAMLET_DECISION_SECONDS", "0"),
        ("HAMLET_THINKING_MS", "60001"),
        ("HAMLET_DECISION_TTL", "0"),
        ("HAMLET_DECISION_RATE", "-1"),
        ("HAMLET_DECISIONS_WAITING", "0"),
        ("HAMLET_CALLER_DECISIONS", "-1"),
        ("HAMLET_IDLE_TTL", "3 weeks"),
        ("HAMLET_FINISHED_TTL", "999999999d"),
        ("HAMLET_BUCKETS", "4097"),
        ("HAMLET_RATE_LIMIT", "-1"),
        ("HAMLET_RATE_LIMIT", "10/s"),
        ("HAMLET_TOKEN_RATE", "-1"),
        ("HAMLET_TRUSTED_PROXIES", "11"),
        ("HAMLET_TRUSTED_PROXIES", "all"),
        ("HAMLET_CORS_ORIGINS", "play.example"),
        ("HAMLET_CORS_ORIGINS", "https://play.example/"),
        ("HAMLET_CORS_ORIGINS", "https://*.example"),
        ("HAMLET_CORS_ORIGINS", "https://play.example,*"),
        ("HAMLET_CORS_ORIGINS", "null"),
        ("HAMLET_HSTS", "a year"),
        ("HAMLET_LOG_LEVEL", "chatty"),
    ],
)
def test_a_bad_value_is_named(name: str, value: str) -> None:
    with pytest.raises(InvalidSettings) as caught:
        load_settings({name: value})
    assert list(caught.value.faults) == [name]
    assert name in str(caught.value)


def test_all_faults_are_listed_together() -> None:
    with pytest.raises(InvalidSettings) as caught:
        load_settings({"PORT": "x", "HAMLET_LEASE": "x", "HAMLET_WORKERS": "x"})
    assert set(caught.value.faults) == {"PORT", "HAMLET_LEASE", "HAMLET_WORKERS"}


def test_every_setting_is_described_with_its_true_default() -> None:
    described = describe_settings()
    assert len(described) == len(Settings.__slots__)
    assert all(meaning for _, _, meaning in described)
    assert load_settings({name: default for name, default, _ in described}) == load_settings({})


CLUSTER = "redis+cluster://user:p%40ss@one:7000,two"


def test_a_cluster_needs_a_redis_of_its_own_for_the_queues() -> None:
    queue = "redis://queue:6379/0"
    settings = load_settings({"HAMLET_REDIS_URL": CLUSTER, "HAMLET_QUEUE_REDIS_URL": queue})
    assert (settings.redis_url, settings.queue_redis_url) == (CLUSTER, queue)
    assert load_settings({"HAMLET_REDIS_URL": queue}).queue_redis_url is None
    with pytest.raises(InvalidSettings, match="HAMLET_QUEUE_REDIS_URL: Must name a single Redis"):
        load_settings({"HAMLET_REDIS_URL": CLUSTER})
    with pytest.raises(InvalidSettings, match=r"HAMLET_QUEUE_REDIS_URL: .* a cluster cannot hold the queues"):
        load_settings({"HAMLET_REDIS_URL": CLUSTER, "HAMLET_QUEUE_REDIS_URL": CLUSTER})


def test_the_url_of_a_cluster() -> None:
    assert nodes_of(CLUSTER) == Nodes((("one", 7000), ("two", 6379)), "user", "p@ss", False)
    assert nodes_of("rediss+cluster://one/0") == Nodes((("one", 6379),), None, None, True)
    assert nodes_of("redis://one") is None


@pytest.mark.parametrize(
    "url",
    ["redis+cluster://", "redis+cluster://one,", "redis+cluster://one/1", "redis+cluster://one?db=1", "cluster://a"],
)
def test_wrong_urls_of_a_cluster(url: str) -> None:
    with pytest.raises(InvalidSettings, match=r"HAMLET_REDIS_URL: .*redis\+cluster://host1:6379,host2"):
        load_settings({"HAMLET_REDIS_URL": url, "HAMLET_QUEUE_REDIS_URL": "redis://queue"})
