"""The WSGI application for gunicorn."""

from __future__ import annotations

from service.config.settings import load_settings
from service.http.app import create_app

app = create_app(load_settings())
