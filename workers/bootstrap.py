"""How the processes beside the web server start."""

from __future__ import annotations

from service.backend import log_start
from service.config import logs
from service.config.catalogues import rulesets_of
from service.config.settings import Settings, load_settings


def start(process: str) -> Settings:
    """The settings, with the logs as they say, which tell that the `process` starts.

    Raises `InvalidSettings`, by a faulty catalogue too: no process starts with one, also none that needs no rules.
    """
    settings = load_settings()
    logs.configure(settings.log_level, form=settings.log_format)
    log_start(settings, process)
    rulesets_of(settings)
    return settings
