"""A pool of processes for computing, so that a web process can answer other requests in the meantime.

No library does this: with the standard library, joblib, loky and pebble, only a job's wall-clock time can be limited.
Here the kernel limits each job's processor time and memory, callers take turns, and the parent process runs on gevent.
"""

from service.http.computing.child import Budget, Lost, TooCostly
from service.http.computing.pool import Busy, Pool, ShareTaken

__all__ = ["Budget", "Busy", "Lost", "Pool", "ShareTaken", "TooCostly"]
