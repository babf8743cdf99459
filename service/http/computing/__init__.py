"""A pool of processes for computing, so that a web process can answer other requests in the meantime.

No library does this: the standard library, joblib, loky and pebble limit at most a job's wall-clock time. Here the
kernel limits each job's processor time and memory, callers take turns, and the parent of the processes runs on gevent.
"""

from service.http.computing.child import Budget, Lost, TooCostly
from service.http.computing.pool import Busy, Pool, ShareTaken

__all__ = ["Budget", "Busy", "Lost", "Pool", "ShareTaken", "TooCostly"]
