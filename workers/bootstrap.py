"""Start-up of the processes other than the web server."""

from __future__ import annotations

from service.backend import log_start
from service.config import logs
from service.config.catalogues import rulesets_of
from service.config.settings import Settings, load_settings


def start(process: str) -> Settings:
    """Load the settings, set up the logs, and log the start of `process`.

    Raises `InvalidSettings`. A faulty catalogue is an error even in a process that needs no rules.
    """
    settings = load_settings()
    logs.configure(settings.log_level, form=settings.log_format)
    log_start(settings, process)
    rulesets_of(settings)
    return settings
