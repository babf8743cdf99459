"""The WSGI application for gunicorn."""

from __future__ import annotations

from service.backend import log_start
from service.config.settings import load_settings
from service.http.app import create_app

_settings = load_settings()
app = create_app(_settings)
log_start(_settings, "web process")
