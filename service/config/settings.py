"""Everything that can be configured, read from the environment in this one place.

A variable that is not set, or empty, has its default. All faults are reported together.
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from marshmallow import EXCLUDE, Schema, ValidationError, fields, validate, validates_schema

from service.config.budgets import MAX_MILLISECONDS
from service.config.redis_url import is_cluster
from service.config.setting_types import (
    CommaList,
    Duration,
    Origins,
    Place,
    Ports,
    about,
    between,
    check_queue_url,
    check_redis_url,
    is_allowed_form,
)

_MAX_SECONDS = 100 * 365 * 86400
_LEVELS = ("DEBUG", "INFO", "WARNING", "ERROR")


class InvalidSettings(Exception):
    """Environment variables that are not valid; `faults` maps each to what is wrong with it."""

    def __init__(self, faults: Mapping[str, list[str]]) -> None:
        lines = [f"  {name}: {message}" for name, messages in sorted(faults.items()) for message in messages]
        super().__init__("\n".join(["Hamlet cannot start with these settings:", *lines]))
        self.faults = faults


@dataclass(frozen=True, slots=True)
class Settings:
    """The configuration of one process; every duration is in seconds, every size in bytes."""

    redis_url: str | None
    queue_redis_url: str | None
    data_dir: Path
    catalogue_dir: Path | None
    host: str
    port: int
    web_processes: int
    workers: int
    decision_workers: int
    webhook_workers: int
    lease: int
    reaction_seconds: int
    bot_seconds: int
    decision_seconds: int
    thinking_ms: int
    decision_ttl: int
    decision_rate: int
    decisions_waiting: int
    caller_decisions: int
    buckets: int
    finished_ttl: int
    idle_ttl: int
    connections: int
    streams: int
    stream_heartbeat_seconds: int
    rate_limit: int
    token_rate: int
    call_ms: int
    compute_processes: int
    compute_ms: int
    api_keys_file: Path | None
    trusted_proxies: int
    webhooks: Literal["public", "listed", "off"]
    webhook_allow: tuple[str, ...]
    webhook_schemes: tuple[str, ...]
    webhook_ports: tuple[int, ...]
    webhook_seconds: int
    cors_origins: tuple[str, ...]
    hsts: int
    log_level: str
    log_format: str
    metrics_port: int


class _Environment(Schema):
    """The variables: name, default, limits, meaning. Others are not ours and are left alone."""

    class Meta:
        unknown = EXCLUDE

    redis_url = fields.String(
        data_key="HAMLET_REDIS_URL",
        load_default=None,
        validate=check_redis_url,
        metadata=about("", "the Redis or Redis Cluster to use; without it `hamlet serve` runs one of its own"),
    )
    queue_redis_url = fields.String(
        data_key="HAMLET_QUEUE_REDIS_URL",
        load_default=None,
        validate=check_queue_url,
        metadata=about("", "a separate Redis for the workers' queues; required with a cluster"),
    )
    data_dir = Place(
        data_key="HAMLET_DATA_DIR",
        load_default=lambda: Path(".hamlet").absolute(),
        metadata=about(".hamlet", "folder of the embedded Redis, where the games are stored"),
    )
    catalogue_dir = Place(
        data_key="HAMLET_CATALOGUE_DIR",
        load_default=None,
        metadata=about("", "folder of catalogue files, `<ruleset>/<name>.json`: exact numbers for the games"),
    )
    host = fields.String(
        data_key="HAMLET_HOST",
        load_default="127.0.0.1",
        metadata=about("127.0.0.1", "address to listen on; `0.0.0.0` for all interfaces"),
    )
    port = fields.Integer(
        data_key="PORT", load_default=8000, validate=between(1, 65535), metadata=about("8000", "port to listen on")
    )
    web_processes = fields.Integer(
        data_key="HAMLET_WEB_PROCESSES",
        load_default=2,
        validate=between(1, 64),
        metadata=about("2", "processes that answer HTTP"),
    )
    workers = fields.Integer(
        data_key="HAMLET_WORKERS",
        load_default=2,
        validate=between(1, 64),
        metadata=about("2", "processes that play the AI seats"),
    )
    decision_workers = fields.Integer(
        data_key="HAMLET_DECISION_WORKERS",
        load_default=1,
        validate=between(1, 64),
        metadata=about("1", "processes that make decisions and hints; the AI seats go first"),
    )
    webhook_workers = fields.Integer(
        data_key="HAMLET_WEBHOOK_WORKERS",
        load_default=1,
        validate=between(1, 64),
        metadata=about("1", "processes that send notices to webhooks"),
    )
    lease = Duration(
        data_key="HAMLET_LEASE",
        load_default=15,
        validate=between(2, 3600),
        metadata=about("15s", "how long a worker may take for an AI turn before another one is asked to play it"),
    )
    reaction_seconds = fields.Integer(
        data_key="HAMLET_REACTION_SECONDS",
        load_default=3,
        validate=between(0, 60),
        metadata=about("3", "seconds an AI seat waits for people who might react to the last move; `0` for none"),
    )
    bot_seconds = fields.Integer(
        data_key="HAMLET_BOT_SECONDS",
        load_default=30,
        validate=between(1, 86400),
        metadata=about("30", "seconds an external bot has for a move before an AI makes it instead"),
    )
    decision_seconds = fields.Integer(
        data_key="HAMLET_DECISION_SECONDS",
        load_default=30,
        validate=between(1, 3600),
        metadata=about("30", "maximum processor time of a bot for one decision, in seconds, whatever its level"),
    )
    thinking_ms = fields.Integer(
        data_key="HAMLET_THINKING_MS",
        load_default=5000,
        validate=between(0, MAX_MILLISECONDS),
        metadata=about("5000", "maximum thinking time a client may ask for per decision, in milliseconds; `0`: none"),
    )
    decision_ttl = Duration(
        data_key="HAMLET_DECISION_TTL",
        load_default=3600,
        validate=between(1, _MAX_SECONDS),
        metadata=about("1h", "how long a decision or hint can be read after it is made"),
    )
    decision_rate = fields.Integer(
        data_key="HAMLET_DECISION_RATE",
        load_default=30,
        validate=between(0, 1_000_000),
        metadata=about("30", "decisions and hints per minute that one address may ask for; `0` for no limit"),
    )
    decisions_waiting = fields.Integer(
        data_key="HAMLET_DECISIONS_WAITING",
        load_default=200,
        validate=between(1, 100_000),
        metadata=about("200", "maximum number of decisions and hints that may be waiting"),
    )
    caller_decisions = fields.Integer(
        data_key="HAMLET_CALLER_DECISIONS",
        load_default=4,
        validate=between(0, 100_000),
        metadata=about("4", "the same for one address, or one seat of a game; `0` for no limit"),
    )
    buckets = fields.Integer(
        data_key="HAMLET_BUCKETS",
        load_default=256,
        validate=between(1, 4096),
        metadata=about("256", "number of groups the games are divided into; may grow, must not shrink"),
    )
    finished_ttl = Duration(
        data_key="HAMLET_FINISHED_TTL",
        load_default=30 * 86400,
        validate=between(1, _MAX_SECONDS),
        metadata=about("30d", "how long a finished game is kept"),
    )
    idle_ttl = Duration(
        data_key="HAMLET_IDLE_TTL",
        load_default=90 * 86400,
        validate=between(1, _MAX_SECONDS),
        metadata=about("90d", "how long an unfinished game is kept after its last move"),
    )
    connections = fields.Integer(
        data_key="HAMLET_CONNECTIONS",
        load_default=500,
        validate=between(0, 2000),
        metadata=about(
            "500", "maximum connections from one address to each web process; not behind proxies; `0` for no limit"
        ),
    )
    streams = fields.Integer(
        data_key="HAMLET_STREAMS",
        load_default=1000,
        validate=between(0, 100_000),
        metadata=about("1000", "maximum number of open event streams for each web process; `0` for none"),
    )
    stream_heartbeat_seconds = fields.Integer(
        data_key="HAMLET_STREAM_HEARTBEAT_SECONDS",
        load_default=15,
        validate=between(1, 3600),
        metadata=about("15", "seconds of silence after which a stream sends a heartbeat"),
    )
    rate_limit = fields.Integer(
        data_key="HAMLET_RATE_LIMIT",
        load_default=600,
        validate=between(0, 1_000_000),
        metadata=about(
            "600", "requests per minute from one address to expensive calls without a token; `0` for no limit"
        ),
    )
    token_rate = fields.Integer(
        data_key="HAMLET_TOKEN_RATE",
        load_default=600,
        validate=between(0, 1_000_000),
        metadata=about(
            "600", "requests per minute with one seat's token, or from one address that only watches; `0` for no limit"
        ),
    )
    call_ms = fields.Integer(
        data_key="HAMLET_CALL_MS",
        load_default=10,
        validate=between(0, 10_000),
        metadata=about("10", "milliseconds of processor time that count as one request; `0`: each request counts once"),
    )
    compute_processes = fields.Integer(
        data_key="HAMLET_COMPUTE_PROCESSES",
        load_default=1,
        validate=between(0, 64),
        metadata=about(
            "1", "processes per web process for calls that only compute; `0`: it computes itself, and others wait"
        ),
    )
    compute_ms = fields.Integer(
        data_key="HAMLET_COMPUTE_MS",
        load_default=1000,
        validate=between(10, 60_000),
        metadata=about("1000", "maximum processor time of such a call, in milliseconds"),
    )
    api_keys_file = Place(
        data_key="HAMLET_API_KEYS_FILE",
        load_default=None,
        metadata=about("", "file of API keys (`hamlet keys new`); if set, games and decisions need a key"),
    )
    trusted_proxies = fields.Integer(
        data_key="HAMLET_TRUSTED_PROXIES",
        load_default=0,
        validate=between(0, 10),
        metadata=about("0", "number of proxies in front whose `X-Forwarded-For` and `-Proto` are trusted"),
    )
    webhooks = fields.String(
        data_key="HAMLET_WEBHOOKS",
        load_default="public",
        validate=validate.OneOf(("public", "listed", "off"), error="Must be one of: {choices}."),
        metadata=about(
            "public", "where webhooks may lead: `public` addresses, only what is `listed`, or nowhere (`off`)"
        ),
    )
    webhook_allow = CommaList(
        is_allowed_form,
        "Must be hosts and networks, like *.hooks.example,10.1.0.0/16.",
        data_key="HAMLET_WEBHOOK_ALLOW",
        load_default=(),
        metadata=about("", "hosts and networks always allowed for webhooks: `*.hooks.example,10.1.0.0/16`"),
    )
    webhook_schemes = CommaList(
        ("https", "http").__contains__,
        "Must be https, or https,http.",
        data_key="HAMLET_WEBHOOK_SCHEMES",
        load_default=("https",),
        metadata=about("https", "URL schemes allowed for webhooks: `https`, or `https,http`"),
    )
    webhook_ports = Ports(
        lambda port: re.fullmatch("[1-9][0-9]{0,4}", port) is not None and int(port) < 65536,
        "Must be port numbers, like 443,8443.",
        data_key="HAMLET_WEBHOOK_PORTS",
        load_default=(443,),
        metadata=about("443", "ports allowed for webhooks, separated by commas"),
    )
    webhook_seconds = fields.Integer(
        data_key="HAMLET_WEBHOOK_SECONDS",
        load_default=5,
        validate=between(1, 30),
        metadata=about("5", "seconds a webhook may take to answer"),
    )
    cors_origins = Origins(
        data_key="HAMLET_CORS_ORIGINS",
        load_default=(),
        metadata=about(
            "", "origins of web pages that may call the API, such as `https://play.example`, or `*` for all"
        ),
    )
    hsts = Duration(
        data_key="HAMLET_HSTS",
        load_default=0,
        validate=between(0, _MAX_SECONDS),
        metadata=about("0", "how long browsers that came by https are told to use only https; `0` for not at all"),
    )
    log_level = fields.String(
        data_key="HAMLET_LOG_LEVEL",
        load_default="INFO",
        validate=validate.OneOf(_LEVELS, error="Must be one of: {choices}."),
        metadata=about("INFO", "DEBUG, INFO, WARNING or ERROR"),
    )
    log_format = fields.String(
        data_key="HAMLET_LOG_FORMAT",
        load_default="json",
        validate=validate.OneOf(("json", "text"), error="Must be one of: {choices}."),
        metadata=about("json", "`json`: one JSON object per line of the log; `text`: for people"),
    )
    metrics_port = fields.Integer(
        data_key="HAMLET_METRICS_PORT",
        load_default=0,
        validate=between(0, 65535),
        metadata=about("0", "port of `/metrics`, `/livez` and `/readyz` of each worker and dispatcher; `0` for none"),
    )

    @validates_schema
    def _check_queue(self, settings: dict[str, Any], **_: Any) -> None:
        if is_cluster(settings["redis_url"] or "") and settings["queue_redis_url"] is None:
            message = "Must name a single Redis for the queues, since HAMLET_REDIS_URL names a cluster."
            raise ValidationError(message, "HAMLET_QUEUE_REDIS_URL")


def load_settings(environ: Mapping[str, str] = os.environ) -> Settings:
    """The settings given by the variables. Raises `InvalidSettings` listing every fault."""
    try:
        return Settings(**_Environment().load({name: value for name, value in environ.items() if value}))
    except ValidationError as error:
        raise InvalidSettings(error.normalized_messages()) from error


def describe_settings() -> list[tuple[str, str, str]]:
    """Every variable with its default (as one would write it) and its meaning, in the order of this file."""
    settings = _Environment().fields.values()
    return [(str(field.data_key), field.metadata["default"], field.metadata["about"]) for field in settings]
