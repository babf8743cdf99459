"""The store in Redis: records, keys, scripts. It knows documents, but no rules."""

from service.store.games.game_store import Change, Claim, SideEffects, Store
from service.store.games.idempotency import CommitResult, Memo
from service.store.outbox.decision_queue import DecisionStore
from service.store.outbox.due_turns import DueTurns
from service.store.redis.client import connect

__all__ = ["Change", "Claim", "CommitResult", "DecisionStore", "DueTurns", "Memo", "SideEffects", "Store", "connect"]
