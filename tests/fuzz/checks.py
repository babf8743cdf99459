"""What schemathesis checks in every answer."""

from __future__ import annotations

from typing import Any

from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)

TOO_LONG = (414, 431)
"""The web server's answer to a head that is too long, whatever the call."""


def announced_status(ctx: Any, response: Any, case: Any) -> bool | None:
    """Like `status_code_conformance`, but also allows `TOO_LONG`."""
    return None if response.status_code in TOO_LONG else status_code_conformance(ctx, response, case)


CHECKS = [
    not_a_server_error,
    announced_status,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
]
