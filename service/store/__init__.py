"""The service's memory in Redis: records, keys, scripts. It knows documents, not rules."""

from service.store.client import connect
from service.store.decisions import DecisionStore
from service.store.due import DueTurns
from service.store.memo import Memo, Written
from service.store.store import Change, Claim, Store

__all__ = ["Change", "Claim", "DecisionStore", "DueTurns", "Memo", "Store", "Written", "connect"]
