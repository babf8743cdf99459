"""Processes that compute for a web process, so that it goes on answering others meanwhile."""

from service.http.computing.child import Budget, Lost, TooCostly
from service.http.computing.pool import Busy, Pool, ShareTaken

__all__ = ["Budget", "Busy", "Lost", "Pool", "ShareTaken", "TooCostly"]
