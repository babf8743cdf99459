"""The WSGI application for gunicorn."""

from __future__ import annotations

from service.app import create_app
from service.settings import load_settings

app = create_app(load_settings())
