"""The parts of kinds beyond Kubernetes' own that the chart uses, as closed JSON schemas."""

from __future__ import annotations

from typing import Any

Schema = dict[str, Any]

_TEXT: Schema = {"type": "string", "minLength": 1}
_COUNT: Schema = {"type": "integer", "minimum": 0}


def _object(required: dict[str, Schema], optional: dict[str, Schema] | None = None) -> Schema:
    return {
        "type": "object",
        "properties": required | (optional or {}),
        "required": list(required),
        "additionalProperties": False,
    }


def _kind(api_version: str, kind: str, spec: Schema) -> Schema:
    metadata = {"type": "object", "required": ["name", "labels"]}
    return _object({"apiVersion": {"const": api_version}, "kind": {"const": kind}, "metadata": metadata, "spec": spec})


_NAMED = _object({"name": _TEXT})
_ENDPOINT = _object({"path": _TEXT, "interval": _TEXT}, {"port": _TEXT, "targetPort": _TEXT})
_TEXTS: Schema = {"type": "object", "additionalProperties": _TEXT}
_ALERT: Schema = {"type": "string", "pattern": "^[A-Z][A-Za-z]+$"}
_RULE = _object(
    {"alert": _ALERT, "expr": _TEXT, "labels": _TEXTS, "annotations": _TEXTS},
    {"for": {"type": "string", "pattern": "^[1-9][0-9]*[smh]$"}},
)
_RULES: Schema = {"type": "array", "minItems": 1, "items": _RULE}
# KEDA takes every entry of a trigger as text. The possible entries depend on the trigger.
_LIST = {"listName": _TEXT, "listLength": {"type": "string", "pattern": "^[1-9][0-9]*$"}}
_OPTIONS = {"databaseIndex": {"type": "string", "pattern": "^[0-9]+$"}, "enableTLS": {"enum": ["true", "false"]}}
_ADDRESS: Schema = {"type": "string", "pattern": "^[^,:]+:[0-9]+$"}
_ADDRESSES: Schema = {"type": "string", "pattern": "^[^,:]+:[0-9]+(,[^,:]+:[0-9]+)*$"}
_TRIGGER = {
    "oneOf": [
        _object(
            {"type": {"const": "redis"}, "metadata": _object({"address": _ADDRESS, **_LIST}, _OPTIONS)},
            {"authenticationRef": _NAMED},
        ),
        _object(
            {
                "type": {"const": "redis-sentinel"},
                "metadata": _object({"addresses": _ADDRESSES, "sentinelMaster": _TEXT, **_LIST}, _OPTIONS),
            },
            {"authenticationRef": _NAMED},
        ),
    ]
}

SCHEMAS = {
    "ScaledObject": _kind(
        "keda.sh/v1alpha1",
        "ScaledObject",
        _object(
            {"scaleTargetRef": _NAMED, "triggers": {"type": "array", "minItems": 1, "items": _TRIGGER}},
            {"minReplicaCount": _COUNT, "maxReplicaCount": _COUNT, "pollingInterval": _COUNT},
        ),
    ),
    "TriggerAuthentication": _kind(
        "keda.sh/v1alpha1",
        "TriggerAuthentication",
        _object(
            {
                "secretTargetRef": {
                    "type": "array",
                    "minItems": 1,
                    "items": _object({"parameter": {"enum": ["password", "username"]}, "name": _TEXT, "key": _TEXT}),
                }
            }
        ),
    ),
    "PodMonitor": _kind(
        "monitoring.coreos.com/v1",
        "PodMonitor",
        _object({"selector": {"type": "object"}, "podMetricsEndpoints": {"type": "array", "items": _ENDPOINT}}),
    ),
    "PrometheusRule": _kind(
        "monitoring.coreos.com/v1",
        "PrometheusRule",
        _object({"groups": {"type": "array", "minItems": 1, "items": _object({"name": _TEXT, "rules": _RULES})}}),
    ),
    "ServiceMonitor": _kind(
        "monitoring.coreos.com/v1",
        "ServiceMonitor",
        _object(
            {
                "selector": _object({"matchLabels": {"type": "object", "additionalProperties": _TEXT}}),
                "endpoints": {"type": "array", "minItems": 1, "items": _ENDPOINT},
            }
        ),
    ),
}
