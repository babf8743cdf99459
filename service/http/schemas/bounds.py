"""Limits for request bodies, checked before parsing.

The schemas limit everything inside a body, and the contract shows those limits, so the cost of a body grows only with
its length. The length is limited as well: each call accepts four times the bytes of the largest document that a real
game needs. `bench/costs.py --documents` measures these documents.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

KIB: Final = 1024

MAX_BODY_BYTES: Final = {
    # The bytes of the largest legitimate body. It has five seats with names of 40 characters, all options, a seed and a
    # webhook.
    "create_game": 16 * KIB,  # 3.6 KiB
    "claim_seat": 2 * KIB,  # 0.4 KiB: a name and a contribution
    "create_invitation": KIB,  # a seat and a time
    "accept_invitation": 2 * KIB,  # 0.4 KiB: as claim_seat
    "rematch": KIB,  # 0.2 KiB: a contribution
    # Villagers with five seats and all expansions, My Village with four seats. Most bytes are texts of events.
    "import_game": 512 * KIB,  # 128.8 KiB
    # All moves of the longest turn: 18 in Villagers, 13 in My Village.
    "play_moves": 16 * KIB,  # 3.7 KiB
    "play_turn": 16 * KIB,  # as play_moves
    "create_webhook": 4 * KIB,  # 0.7 KiB: a URL and all types
    "change_webhook": 4 * KIB,  # as create_webhook
    "subscribe_push": 4 * KIB,  # 0.7 KiB: a URL and two keys
    "resend_notices": KIB,  # 0.1 KiB: two times
    "register_bot": KIB,  # 0.3 KiB: a name and a line
    "play_bot_moves": 16 * KIB,  # as play_moves
    # Positions and views late in games of Villagers with five seats and all expansions.
    "list_position_moves": 48 * KIB,  # 11.8 KiB
    "score_position": 48 * KIB,  # 11.8 KiB
    "view_position": 48 * KIB,  # 11.8 KiB
    "apply_position_moves": 64 * KIB,  # 15.5 KiB: with the moves of the longest turn
    "create_decision": 48 * KIB,  # 11.3 KiB
    "create_hint": KIB,  # a level
    "create_review": KIB,  # a level
    "create_replay_review": 513 * KIB,  # as import_game, and a level
}
"""The limits for the bodies of calls, in bytes. Other calls have no body."""
MAX_LINES: Final = 1000
MAX_LINES_BYTES: Final = 12 * 1024 * KIB
"""The limits for bodies of lines. Each line is a request of its own."""
BYTES_PER_VALUE: Final = 10
"""A body may have one comma, bracket or brace for every 10 bytes of its limit. That is four times as many as a real
document has.

These characters delimit values, and parsing time grows with the number of values.
"""
MAX_TEXT: Final = 12 * KIB
"""The limit for a position's text form, in characters. The longest legitimate one has about 3 KiB."""
MAX_MOVES: Final = 100
"""The limit for the number of moves in a request."""
MAX_MEMBERS: Final = 64
"""The limit for the number of members of a JSON object. No legitimate document has half as many."""
MAX_HEADER: Final = 512
"""The limit for a header that a call reads, in characters."""
MAX_NAME: Final = 64
"""The limit for a name in a path (a game, decision or ruleset), in characters."""
MAX_SEAT: Final = 99
"""The limit for a seat's number."""

CALL_MS: Final = 10
"""The milliseconds of processor time that count as one request."""
COST: Final = 4
"""The cost, in milliseconds of processor time, of a call that is not in `COSTS`."""
COSTS: Final = {
    "?after": 11,
    "?version": 13,
    "?view": 5,
    "accept_invitation": 3,
    "apply_position_moves": 6,
    "claim_seat": 3,
    "create_decision": 4,
    "create_game": 4,
    "create_hint": 3,
    "create_invitation": 3,
    "create_replay_review": 52,
    "create_review": 2,
    "erase_player": 42,
    "export_player": 56,
    "get_game": 2,
    "get_replay": 8,
    "get_turn": 2,
    "import_game": 55,
    "list_events": 11,
    "list_moves": 2,
    "list_player_games": 51,
    "list_position_moves": 4,
    "list_webhook_deliveries": 7,
    "play_moves": 6,
    "play_turn": 6,
    "resend_notices": 71,
    "score_position": 3,
    "undo_move": 5,
    "view_position": 3,
}
"""For each call, the cost of its most expensive request, as measured in milliseconds.

A key that begins with `?` stands for any call with this query parameter. `bench/costs.py --declare` prints current
values.
"""


def cost_of(call: str, query: Iterable[str]) -> int:
    """Return the milliseconds of processor time to charge for a request, by its call and its query parameters."""
    return max(COSTS.get(call, COST), *(COSTS.get(f"?{name}", 0) for name in query), 0)
