"""Generates the contract (OpenAPI 3.1) from blueprints, marshmallow schemas and shapes.

It follows rules that client generators need: every union, enum and object is a named component, unions are references
with a discriminator mapping, and every operation has an id, explicit status codes and one problem schema.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial, wraps
from http import HTTPStatus
from itertools import groupby
from typing import Any

import marshmallow as ma
from apispec.ext.marshmallow import MarshmallowPlugin
from apispec.ext.marshmallow.openapi import OpenAPIConverter
from flask import Response, request
from flask_smorest import Api, Blueprint

from service.http.middleware import computed_calls
from service.http.middleware.access.api_keys import HEADER
from service.http.middleware.computed_calls import Job
from service.http.middleware.rate_limits import QUOTAS, REQUESTS
from service.http.middleware.request_bodies import LINES, StrictParser
from service.http.problems import problem_details
from service.http.problems.problem_details import Kind
from service.http.schemas.bounds import BYTES_PER_VALUE, MAX_BODY_BYTES, MAX_LINES, MAX_LINES_BYTES
from service.http.schemas.component_shapes import Components, Schema, one_of, tag
from service.http.schemas.field_types import Document, DocumentOrText, Map, Shaped, Union
from service.http.schemas.languages import LANG, PREFIX
from service.http.schemas.ruleset_documents import component_names

BODY_PROBLEMS = (problem_details.BAD_JSON, problem_details.TOO_LARGE, problem_details.UNSUPPORTED_MEDIA_TYPE)
TOKEN_PROBLEMS = (problem_details.UNAUTHORIZED, problem_details.FORBIDDEN)
LIMITED_PROBLEMS = (problem_details.TOO_MANY_REQUESTS, problem_details.UNAVAILABLE, problem_details.API_KEY_NEEDED)
COMPUTED_PROBLEMS = (problem_details.OVERLOADED, problem_details.TOO_COSTLY)
KEY_PROBLEMS = (problem_details.API_KEY_NEEDED, problem_details.FORBIDDEN)

Security = list[dict[str, list[str]]]
OPTIONAL_TOKEN: Security = [{}, {"token": []}]
NEEDED_TOKEN: Security = [{"token": []}]
WATCHING: Security = [*OPTIONAL_TOKEN, {"apiKey": []}]
ANY_TOKEN: Security = [{"token": []}, {"hostToken": []}]
CLAIMING: Security = [{}, *ANY_TOKEN, {"apiKey": []}]
HOST_OR_KEY: Security = [{"hostToken": []}, {"apiKey": []}]
NEEDED_KEY: Security = [{"apiKey": []}]
API_KEY: Security = [{}, {"apiKey": []}]
"""The operator decides whether an API key is needed."""


class _Converter(OpenAPIConverter):
    """apispec's converter with support for unions, shapes and docstrings as descriptions."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.components = Components(self.spec.components.schemas, component_names())

    def resolve_nested_schema(self, schema: Any) -> Any:
        if isinstance(schema, Shaped):
            return self.components.schema(schema.shape)
        return super().resolve_nested_schema(schema)  # type: ignore[no-untyped-call]

    def schema2jsonschema(self, schema: ma.Schema) -> Schema:
        if isinstance(schema, Union):
            refs = {tag: self.resolve_nested_schema(variant)["$ref"] for tag, variant in schema.variants.items()}
            definition = one_of(schema.tag, {tag: ref.rpartition("/")[2] for tag, ref in refs.items()})
        else:
            definition = super().schema2jsonschema(schema)  # type: ignore[no-untyped-call]
        more: Schema = getattr(schema.Meta, "keywords", {})
        return {**definition, **more, "description": " ".join((schema.__doc__ or "").split())}

    def field2property(self, field: ma.fields.Field[Any]) -> Schema:
        if isinstance(field, DocumentOrText):
            return {**self._or_text(field), **field.metadata}
        if isinstance(field, Document):
            return {**self.components.schema(field.shape), **field.metadata}
        definition: Schema = super().field2property(field)
        if len(definition.get("enum", ())) == 1:
            definition |= tag(*definition.pop("enum"))
        if isinstance(field, Map):
            # The converter takes the limits of a mapping for those of a text.
            for text, mapping in (("minLength", "minProperties"), ("maxLength", "maxProperties")):
                if text in definition:
                    definition[mapping] = definition.pop(text)
            return {**self.components.named(field.component, str(definition), lambda: definition), **field.metadata}
        return definition

    def _or_text(self, field: DocumentOrText) -> Schema:
        """Remove the discriminator from a union of documents and text. Text has no discriminating field, and a
        discriminator would confuse generators that do not support unions.
        """
        text: Schema = {"type": "string", "minLength": 1, "maxLength": field.longest}
        parts = [self.components.schema(field.shape), text]
        about = "A document, or the same as a line of text."
        return self.components.named(field.component, str(parts), lambda: {"description": about, "anyOf": parts})


def _component_name(schema: Any) -> str:
    name: str = getattr(schema, "__name__", type(schema).__name__)
    return name.removesuffix("Schema")


class _Plugin(MarshmallowPlugin):
    Converter = _Converter


class Contract(Api):
    """flask-smorest with our converter and problems.

    The document is built on first use, because the app starts much faster without it.
    """

    DEFAULT_ERROR_RESPONSE_NAME = None

    def __init__(self, app: Any, *, title: str, version: str, description: str) -> None:
        app.config.update(API_TITLE=title, API_VERSION=version, OPENAPI_VERSION="3.1.0")
        plugin = _Plugin(schema_name_resolver=_component_name)
        self._parts: list[Callable[[], None]] = []
        info = {
            "description": description,
            "license": {"name": "Apache-2.0", "identifier": "Apache-2.0"},
            "contact": {"name": "The operator of the server"},
        }
        servers = [{"url": "/", "description": "The server that this document comes from."}]
        super().__init__(app, spec_kwargs={"marshmallow_plugin": plugin, "info": info, "servers": servers})
        self.spec.components.security_scheme(
            "token", {"type": "http", "scheme": "bearer", "description": "The secret token of one seat of one game."}
        )
        self.spec.components.security_scheme(
            "hostToken",
            {"type": "http", "scheme": "bearer", "description": "The secret token of the host of one game."},
        )
        about = "The client's secret key, from the operator of the server. Needed only where the server asks for one."
        self.spec.components.security_scheme(
            "apiKey", {"type": "apiKey", "in": "header", "name": HEADER, "description": about}
        )

    def register_blueprint(self, blp: Blueprint, *, parameters: Any = None, **options: Any) -> None:
        """Register the routes now, and build this part of the document later."""
        self._app.register_blueprint(blp, **options)
        self._parts.append(partial(self._describe, blp, parameters))

    def add_part(self, part: Callable[[], None]) -> None:
        """Add a part of the document. Each part is called once, in the order in which the parts were added."""
        self._parts.append(part)

    def build_document(self) -> Schema:
        while self._parts:
            self._parts.pop(0)()
        document: Schema = self.spec.to_dict()
        return document

    def _describe(self, blp: Blueprint, parameters: Any) -> None:
        blp.register_views_in_doc(self, self._app, self.spec, name=blp.name, parameters=parameters)
        self.spec.tag({"name": blp.name, "description": blp.description})

    def _register_error_handlers(self) -> None:
        problem_details.install_problems(self._app)

    def _register_responses(self) -> None:
        """Do nothing: operations declare their failures."""

    def _register_pagination_header(self) -> None:
        """Do nothing: no call is paginated by header."""


class Operations(Blueprint):
    """A blueprint whose views are documented operations of the contract."""

    # Queries are included: a misspelt parameter must not be ignored.
    ARGUMENTS_PARSER = StrictParser(unknown=ma.RAISE)

    def __init__(self, name: str, about: str, fails: str = "", prefix: str | None = "/v1") -> None:
        """Create a blueprint. `fails`: the slugs of the problems that each of its operations may return."""
        super().__init__(name, __name__, description=about, url_prefix=prefix)
        self._fails = _kinds_in(fails)
        self._prepare_doc_cbks.append(self._complete)

    def arguments(self, schema: type[ma.Schema], **kwargs: Any) -> Any:
        """Override flask-smorest's `arguments`: use one instance of the schema for all requests, because creating it
        takes longer than using it.
        """
        return super().arguments(schema(), **kwargs)

    def computed(self, schema: type[ma.Schema], job: Job) -> Any:
        """Let a job compute the answer from the request's body. The view gets the answer as JSON text.

        The job may depend only on the body and the rules (`service.http.middleware.computed_calls`).
        """
        instance = schema()
        document = super().arguments(instance)

        def decorate(view: Callable[..., Any]) -> Callable[..., Any]:
            documented: Callable[..., Any] = document(view)
            computed_calls.register(view.__name__, instance, job)

            @wraps(documented)
            def answering(*args: Any, **path: Any) -> Any:
                answer = computed_calls.compute(view.__name__, StrictParser().raw(request))
                return answer if isinstance(answer, Response) else view(*args, answer, **path)

            return answering

        return decorate

    def operation(
        self,
        rule: str,
        *,
        method: str = "GET",
        token: Security | None = None,
        fails: str = "",
        headers: Iterable[Schema] = (),
        limit: str | tuple[str, ...] = (),
        scope: str = "",
        needs_key: bool = False,
    ) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
        """Route a view, and document its operation id (from its name), callers, failures and headers.

        `limit`: the names of the limits to which the call is charged (`rate_limits`); a call that reads the store has
        at least one. `scope`: the scope that an API key needs for this call; such a call uses none of the key's
        quotas. `needs_key`: whether the call needs a key even on a server that does not require keys.
        """
        stored = self.url_prefix is not None and problem_details.UNAVAILABLE in self._fails
        limits = (limit,) if isinstance(limit, str) else limit
        limits += (REQUESTS,) if token or (stored and not limit) else ()
        kinds = (*self._fails, *_kinds_in(fails), *(LIMITED_PROBLEMS if limits else ()))

        def decorate(view: Callable[..., Any]) -> Callable[..., Any]:
            vars(view).update(limits=limits, takes_token=token is not None, scope=scope, needs_key=needs_key)
            vars(view)["needs_token"] = token == NEEDED_TOKEN
            # Calls outside /v1 come from probes and scrapers, which may add any parameters.
            vars(view)["takes_query"] = not self.url_prefix or _reads_query(view)
            more: tuple[Kind, ...]
            security, more = token, ()
            if view.__name__ in QUOTAS:
                security, more = token or API_KEY, (*KEY_PROBLEMS, problem_details.QUOTA_USED_UP)
            if scope:
                security, more = NEEDED_KEY if needs_key else API_KEY, KEY_PROBLEMS
            doc = vars(view).setdefault("_apidoc", {})
            if view.__name__ in computed_calls.operations():
                more = (*more, *COMPUTED_PROBLEMS)
            doc["operation"] = (view.__name__, security, (*kinds, *more), tuple(headers))
            self.add_url_rule(rule, endpoint=view.__name__, view_func=view, methods=[method])
            return view

        return decorate

    def _complete(self, doc: Schema, doc_info: Schema, **_: Any) -> Schema:
        name, token, kinds, headers = doc_info["operation"]
        if any("token" in one or "hostToken" in one for one in token or []):
            kinds += TOKEN_PROBLEMS
        if "requestBody" in doc:
            kinds += BODY_PROBLEMS
            size = MAX_BODY_BYTES[name]
            limits = (
                f"At most {size} bytes, with at most {size // BYTES_PER_VALUE} commas, opening brackets and braces."
            )
            doc["requestBody"]["description"] = limits
        worded = f"{self.url_prefix}/".startswith(PREFIX)
        if "arguments" in doc_info or worded:
            kinds += (problem_details.INVALID_REQUEST,)
        if "lines" in doc_info:
            # Described in words only, because client generators cannot read this type of content.
            limits = f"at most {MAX_LINES}, each with these limits, and {MAX_LINES_BYTES} bytes in all"
            doc["requestBody"]["description"] += f" Of lines, sent as `{LINES}`: {limits}."
            doc["responses"]["200"] = {"description": doc_info["lines"]}
        doc["operationId"] = _camel(name)
        doc["security"] = token or []
        doc.setdefault("parameters", []).extend([*headers, *([LANG] if worded else [])])
        doc["responses"] = {code: response for code, response in doc["responses"].items() if int(code) < 400}
        doc["responses"] |= _problem_responses(kinds)
        return doc


def _kinds_in(slugs: str) -> tuple[Kind, ...]:
    return tuple(problem_details.KINDS[slug] for slug in slugs.split())


def _reads_query(view: Callable[..., Any]) -> bool:
    arguments = vars(view).get("_apidoc", {}).get("arguments", {"parameters": []})
    return any(parameter["in"] == "query" for parameter in arguments["parameters"])


def _camel(name: str) -> str:
    first, *rest = name.split("_")
    return first + "".join(word.capitalize() for word in rest)


def _problem_responses(kinds: Iterable[Kind]) -> dict[int, Schema]:
    ordered = sorted(set(kinds), key=lambda kind: (kind.status, kind.slug))
    return {status: _problem_response(status, list(group)) for status, group in groupby(ordered, lambda k: k.status)}


def _problem_response(status: int, kinds: list[Kind]) -> Schema:
    listing = "; ".join(f"`{kind.slug}`: {kind.title[0].lower()}{kind.title[1:]}" for kind in kinds)
    examples = {kind.slug: {"value": problem_details.example(kind)} for kind in kinds}
    content = {problem_details.MEDIA_TYPE: {"schema": problem_details.Problem, "examples": examples}}
    response: Schema = {"description": f"{HTTPStatus(status).phrase}. {listing}.", "content": content}
    return response
