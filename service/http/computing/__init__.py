"""Processes that compute for a web process, so that it goes on answering others meanwhile.

Why no library does this: the pools of the standard library, joblib, loky and pebble give a job a time on the clock or
none. Here the kernel keeps a budget of processor time and of memory for each job, callers take turns, and the processes
are forked from one that runs on gevent.
"""

from service.http.computing.child import Budget, Lost, TooCostly
from service.http.computing.pool import Busy, Pool, ShareTaken

__all__ = ["Budget", "Busy", "Lost", "Pool", "ShareTaken", "TooCostly"]
