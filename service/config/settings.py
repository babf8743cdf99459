"""All settings. Only this module reads environment variables.

A variable that is unset or empty has its default value. All faults are reported together.
"""

from __future__ import annotations

import dataclasses
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Literal

from marshmallow import EXCLUDE, Schema, ValidationError, fields, validate, validates_schema

from service.config.budgets import MAX_MILLISECONDS
from service.config.redis_url import is_cluster
from service.config.setting_types import (
    CommaSeparated,
    Origins,
    Place,
    Ports,
    check_queue_url,
    check_redis_url,
    choice,
    duration,
    is_allowed_form,
    is_port,
    number,
    setting,
)

_MAX_SECONDS = 100 * 365 * 86400


class InvalidSettings(Exception):
    """Some environment variables are invalid. `faults` maps each of them to its error messages."""

    def __init__(self, faults: Mapping[str, list[str]]) -> None:
        lines = [f"{name}: {message}" for name, messages in sorted(faults.items()) for message in messages]
        super().__init__("\n  ".join(["Hamlet cannot work with these settings:", *lines]))
        self.faults = faults


@dataclasses.dataclass(frozen=True, slots=True)
class Settings:
    """The configuration of a process: the type, default, limits and description of each variable.

    Durations are in seconds, sizes in bytes. Unknown variables are ignored.
    """

    redis_url: str | None = setting(
        fields.String(validate=check_redis_url),
        "",
        "the Redis or Redis Cluster to use; without it `hamlet serve` runs one of its own",
    )
    queue_redis_url: str | None = setting(
        fields.String(validate=check_queue_url), "", "a separate Redis for the workers' queues; required with a cluster"
    )
    data_dir: Path = setting(Place(), ".hamlet", "folder of the embedded Redis, where the games are stored")
    catalogue_dir: Path | None = setting(
        Place(), "", "folder of catalogue files, `<ruleset>/<name>.json`, with exact numbers of cards"
    )
    host: str = setting(fields.String(), "127.0.0.1", "address to listen on; `0.0.0.0` for all interfaces")
    port: int = number(8000, 1, 65535, "port to listen on", data_key="PORT")
    web_processes: int = number(2, 1, 64, "processes that answer HTTP")
    workers: int = number(2, 1, 64, "processes that play the AI seats")
    decision_workers: int = number(
        1, 1, 64, "processes that make decisions and hints, at a lower priority than the AI seats"
    )
    webhook_workers: int = number(1, 1, 64, "processes that send notices to webhooks")
    lease: int = duration("15s", 2, 3600, "time after which another worker plays an AI turn that is not finished")
    reaction_seconds: int = number(
        3, 0, 60, "seconds that an AI seat waits for people who may react to the last move; `0` to not wait"
    )
    bot_seconds: int = number(30, 1, 86400, "seconds that an external bot has for a move; then an AI makes it instead")
    decision_seconds: int = number(
        30, 1, 3600, "maximum processor time of a bot for one decision, in seconds, whatever its level"
    )
    thinking_ms: int = number(
        5000,
        0,
        MAX_MILLISECONDS,
        "maximum thinking time per decision that a client may set, in milliseconds; `0`: clients cannot set one",
    )
    decision_ttl: int = duration("1h", 1, _MAX_SECONDS, "how long a decision or hint is kept")
    decision_rate: int = number(
        30,
        0,
        1_000_000,
        "maximum decisions, hints and seconds of AI thinking per minute for one address; `0` for no limit",
    )
    decisions_waiting: int = number(200, 1, 100_000, "maximum number of pending decisions and hints")
    caller_decisions: int = number(
        4, 0, 100_000, "maximum number of pending decisions and hints for one address or API key; `0` for no limit"
    )
    buckets: int = number(
        256, 1, 4096, "number of groups into which the games are divided; it may be increased, but never reduced"
    )
    finished_ttl: int = duration("30d", 1, _MAX_SECONDS, "how long a finished game is kept")
    history_ttl: int = duration("365d", 1, _MAX_SECONDS, "how long a finished game stays in the history of its players")
    idle_ttl: int = duration("90d", 1, _MAX_SECONDS, "how long an unfinished game is kept after its last move")
    connections: int = number(
        500,
        0,
        2000,
        "maximum connections from one address to each web process, without effect behind proxies; `0` for no limit",
    )
    streams: int = number(
        1000, 0, 100_000, "maximum number of open event streams of each web process; `0` to allow none"
    )
    stream_heartbeat_seconds: int = number(15, 1, 3600, "seconds of silence after which a stream sends a heartbeat")
    rate_limit: int = number(
        600,
        0,
        1_000_000,
        "maximum requests per minute from one address to expensive calls without a token; `0` for no limit",
    )
    token_rate: int = number(
        600,
        0,
        1_000_000,
        "maximum requests per minute with one seat's token, or from one spectator's address; `0` for no limit",
    )
    compute_processes: int = number(
        1,
        0,
        64,
        "child processes of each web process for calls that only compute; with `0` such a call blocks the others",
    )
    compute_ms: int = number(1000, 10, 60_000, "maximum processor time of such a call, in milliseconds")
    api_keys: Literal["optional", "required"] = choice(
        "optional", ("optional", "required"), "whether games and decisions require an API key (`hamlet keys new`)"
    )
    trusted_proxies: int = number(
        0, 0, 10, "number of proxies in front of the server whose `X-Forwarded-For` and `-Proto` are trusted"
    )
    webhooks: Literal["public", "local", "listed", "off"] = choice(
        "public",
        ("public", "local", "listed", "off"),
        "allowed addresses of webhooks: `public` ones; with `local` also this computer (for development); with "
        "`listed` only those of `HAMLET_WEBHOOK_ALLOW`; with `off` none",
    )
    webhook_allow: tuple[str, ...] = setting(
        CommaSeparated(is_allowed_form, "Must be hosts and networks, like *.hooks.example,10.1.0.0/16."),
        "",
        "hosts and networks always allowed for webhooks: `*.hooks.example,10.1.0.0/16`",
        empty=(),
    )
    webhook_schemes: tuple[str, ...] = setting(
        CommaSeparated(("https", "http").__contains__, "Must be https, or https,http."),
        "https",
        "URL schemes allowed for webhooks: `https`, or `https,http`",
    )
    webhook_ports: tuple[int, ...] = setting(
        Ports(is_port, "Must be port numbers, like 443,8443."), "443", "ports allowed for webhooks, separated by commas"
    )
    webhook_seconds: int = number(15, 1, 30, "seconds a webhook may take to answer")
    push_key: str | None = setting(
        fields.String(),
        "",
        "private key (VAPID, base64url) for turn notifications in browsers; without it there are none",
    )
    push_contact: str | None = setting(
        fields.String(validate=validate.Regexp("^mailto:[!-~]+@[^@]+$", error="Must be like mailto:me@games.example.")),
        "",
        "address at which push services reach the operator, such as `mailto:me@games.example`",
    )
    cors_origins: tuple[str, ...] = setting(
        Origins(),
        "",
        "origins of web pages that may call the API, such as `https://play.example`; `*` for all",
        empty=(),
    )
    hsts: int = duration(
        "0",
        0,
        _MAX_SECONDS,
        "how long browsers must use only https after a visit by https (HSTS); `0` to not require it",
    )
    log_level: str = choice("INFO", ("DEBUG", "INFO", "WARNING", "ERROR"), "DEBUG, INFO, WARNING or ERROR")
    log_format: str = choice(
        "json", ("json", "text"), "`json`: one JSON object per line of the log; `text`: for people"
    )
    metrics_port: int = number(
        9464, 0, 65535, "port of `/metrics` and, for workers and dispatchers, `/livez`; `0` for none"
    )


class _Environment(Schema):
    """The variables. Each is named `HAMLET_` followed by its field's name, unless the field sets another name."""

    class Meta:
        unknown = EXCLUDE

    def on_bind_field(self, field_name: str, field_obj: fields.Field[Any]) -> None:
        field_obj.data_key = field_obj.data_key or f"HAMLET_{field_name.upper()}"

    @validates_schema
    def _check_ports(self, settings: dict[str, Any], **_: Any) -> None:
        if settings["metrics_port"] == settings["port"]:
            raise ValidationError("Must be another port than PORT.", "HAMLET_METRICS_PORT")

    @validates_schema
    def _check_push(self, settings: dict[str, Any], **_: Any) -> None:
        if settings["push_key"] and not settings["push_contact"]:
            raise ValidationError("Must be set, since HAMLET_PUSH_KEY is.", "HAMLET_PUSH_CONTACT")

    @validates_schema
    def _check_queue(self, settings: dict[str, Any], **_: Any) -> None:
        if is_cluster(settings["redis_url"] or "") and settings["queue_redis_url"] is None:
            message = "Must name a single Redis for the queues, since HAMLET_REDIS_URL names a cluster."
            raise ValidationError(message, "HAMLET_QUEUE_REDIS_URL")


_ENVIRONMENT = _Environment.from_dict({field.name: field.metadata["field"] for field in dataclasses.fields(Settings)})()


def load_settings(environ: Mapping[str, str] = os.environ) -> Settings:
    """Read the settings from the variables. Raises `InvalidSettings` listing every fault."""
    try:
        return Settings(**_ENVIRONMENT.load({name: value for name, value in environ.items() if value}))
    except ValidationError as error:
        raise InvalidSettings(error.normalized_messages()) from error


def describe_settings() -> list[tuple[str, str, str]]:
    """Return the name, the default (as text) and the description of every variable, in the order of this file."""
    settings = _ENVIRONMENT.fields.values()
    return [(str(field.data_key), field.metadata["default"], field.metadata["about"]) for field in settings]
