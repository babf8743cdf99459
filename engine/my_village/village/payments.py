"""Payments of a cost (MVPAY), each packed into one int of a move.

Bits 0 to 5 are the coins. Then each of the five goods has four bits: the number taken from the craft building of this
good. Four more bits are for wild goods. The remaining bits are a mask of the fields that give up their plow as payment.
Of several identical fields, the first one gives its plow.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from engine.errors import Refusal
from engine.my_village.catalogue import Cost
from engine.my_village.catalogue.cards import GOODS, PLOW
from engine.my_village.state import FIRST_FIELD, PLOWED, Seat
from engine.ruleset import Doc

_COINS: Final = 63
_GOOD: Final = tuple(6 + 4 * good for good in range(5))
_WILD: Final = 26
_FIELDS: Final = 30
_ANY: Final = 5
"""The index of goods of any type in a cost, after the five goods."""


def payments(seat: Seat, costs: Sequence[Cost]) -> list[int]:
    """Return all payments of any of the alternative costs, sorted; empty if the seat can pay none of them (MVPAY-1)."""
    payments: list[int] = []
    for cost in costs:
        if cost[0] <= seat.coins:
            ways = [cost[0]]
            for good in range(6):
                for _ in range(cost[1 + good]):
                    ways = list({more for paid in ways for more in _with_one(seat, good, paid)})
            payments += ways
    return sorted(set(payments)) if len(payments) > 1 else payments


def _with_one(seat: Seat, good: int, paid: int) -> list[int]:
    """Return the payments that extend `paid` by one good: one payment for each place from which the good can come."""
    kinds = range(5) if good == _ANY else (good,)
    ways = [paid + (1 << _GOOD[kind]) for kind in kinds if seat.goods[kind] > paid >> _GOOD[kind] & 15]
    if seat.wild > paid >> _WILD & 15:
        ways.append(paid + (1 << _WILD))
    if good in (PLOW, _ANY) and seat.fields:
        ways += [paid | 1 << _FIELDS + field for field in first_fields(seat, PLOWED, paid >> _FIELDS)]
    return ways


def field_class(seat: Seat, field: int) -> int:
    """Return the flags that distinguish a field: it has a plow, was used in this turn, or has the 2/12 tile."""
    return seat.fields[field] | (4 if seat.tile == FIRST_FIELD + field else 0)


def first_fields(seat: Seat, wanted: int, taken: int = 0) -> list[int]:
    """Return the first field of each class. `wanted`: PLOWED for fields with a plow, 0 for fields without.

    Fields in the mask `taken` do not count.
    """
    classes = 0
    fields = []
    for field, flags in enumerate(seat.fields):
        if flags & PLOWED == wanted and not taken >> field & 1:
            kind = 1 << field_class(seat, field)
            if not classes & kind:
                classes |= kind
                fields.append(field)
    return fields


def pay(seat: Seat, paid: int) -> None:
    seat.coins -= paid & _COINS
    if paid > _COINS:
        for good in range(5):
            seat.goods[good] -= paid >> _GOOD[good] & 15
        seat.wild -= paid >> _WILD & 15
        for field in range(len(seat.fields)):
            if paid >> _FIELDS + field & 1:
                seat.fields[field] &= ~PLOWED


def why_not_paid(rule: str, seat: Seat, costs: Sequence[Cost]) -> Refusal:
    """Return why a payment that is not in `payments` is refused."""
    price = [{what: cost[at] for at, what in enumerate(("coins", *GOODS, "any")) if cost[at]} for cost in costs]
    if payments(seat, costs):
        return Refusal(rule, "This costs {price}; that payment does not fit.", price=price)
    return Refusal(rule, "This costs {price}; you do not have that.", price=price)


def write_payment(paid: int) -> Doc:
    fields = paid >> _FIELDS
    return {
        "coins": paid & _COINS,
        **{good: paid >> _GOOD[at] & 15 for at, good in enumerate(GOODS)},
        "wild": paid >> _WILD & 15,
        "fields": [field for field in range(fields.bit_length()) if fields >> field & 1],
    }


def read_payment(seat: Seat | None, doc: Mapping[str, Any]) -> int:
    """Return the payment of a document. For each field in the document, the first identical field pays."""
    paid: int = doc.get("coins", 0) | doc.get("wild", 0) << _WILD
    for at, good in enumerate(GOODS):
        paid |= doc.get(good, 0) << _GOOD[at]
    taken = 0
    for field in sorted(doc.get("fields", [])):
        alike = field
        if seat is not None and field < len(seat.fields):
            kind = field_class(seat, field)
            fields = range(len(seat.fields))
            alike = next((at for at in fields if not taken >> at & 1 and field_class(seat, at) == kind), field)
        taken |= 1 << alike
    return paid | taken << _FIELDS


def easiest(seat: Seat, costs: Sequence[Cost]) -> int:
    """Return the default payment; 0 if no payment is possible. It prefers goods, then plows on fields, then coins, then
    wild goods.
    """
    ways = payments(seat, costs)
    return min(ways, key=lambda paid: (paid >> _WILD & 15, paid & _COINS, paid >> _FIELDS, paid)) if ways else 0
