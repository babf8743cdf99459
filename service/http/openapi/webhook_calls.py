"""Describes webhook calls in the contract: their bodies and signatures."""

from __future__ import annotations

from service.http.openapi.blueprints import Contract
from service.http.schemas.component_shapes import Schema
from service.http.schemas.webhooks import NOTICES

_DESCRIPTION = """Posted to the webhook of the game and to those of the API key, at least once: again until it is taken,
for three days, in no certain order. `webhook-id` is the same for every try. Later versions may add types: answer 204 to
those that you do not know."""
_HEADERS = {
    "webhook-id": "Identifies the notice, the same for every try: a notice that was received before can be ignored.",
    "webhook-timestamp": "When this try was made, in seconds since 1970: refuse tries older than a few minutes.",
    "webhook-signature": "`v1,` and the HMAC-SHA256, in base 64, of id, timestamp and body with dots between them, by "
    "the webhook's secret. There may be several, with spaces between them.",
}


def describe(contract: Contract) -> None:
    contract.spec.options["webhooks"] = {kind: {"post": _operation(contract, kind)} for kind in NOTICES}


def _operation(contract: Contract, kind: str) -> Schema:
    words = kind.replace(".", " ").title().replace(" ", "")
    schema = contract.ma_plugin.resolver.resolve_schema_dict(NOTICES[kind])
    return {
        "operationId": words[0].lower() + words[1:],
        "summary": (NOTICES[kind].__doc__ or "").partition(":")[0].partition(".")[0],
        "description": " ".join(_DESCRIPTION.split()),
        "security": [],
        "parameters": [
            {"name": name, "in": "header", "required": True, "description": text, "schema": {"type": "string"}}
            for name, text in _HEADERS.items()
        ],
        "requestBody": {"required": True, "content": {"application/json": {"schema": schema}}},
        "responses": {
            "204": {"description": "Accepted, as with any other 2xx."},
            "410": {"description": "Not wanted: this notice is not sent again."},
            "default": {
                "description": "Not accepted, as any redirect: it is sent again, after longer and longer pauses."
            },
        },
    }
