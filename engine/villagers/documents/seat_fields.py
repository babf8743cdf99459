"""The fields of a seat and of the Countess: shape, default, reading and writing, in positions and views.

Hands are read elsewhere (in `positions`), because each card is read together with the seats that know it. A position
names these seats in `known`. A view names them with each card; the viewer also knows every card that the view shows.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from engine.ruleset import Doc
from engine.shapes import Between, Size
from engine.state_fields import StateField, StateFields
from engine.villagers.catalogue import CODES, COUNTESS, COUNTESS_BLANK, FOUNDERS, FOUNDERS_FED, KEYS, STAND_IN, THIEF
from engine.villagers.catalogue import shapes as names
from engine.villagers.documents.shapes import parts
from engine.villagers.moves import paid_villager
from engine.villagers.scoring import FINAL_ITEMS
from engine.villagers.state import BUILD, DRAFT, EMPTY, Seat, State
from engine.villagers.table.hidden import card_docs
from engine.villagers.table.village import build_limit, draft_limit, restore_village, role_of

CARDS: Final = Size(0, 200)


def card_list(name: str, size: Size, text: str) -> StateField:
    """Return a field for a list of open cards."""
    return StateField(
        name,
        list[names.VillagersCard],
        [],
        size,
        text,
        write=lambda cards: [KEYS[card] for card in cards],
        read=lambda keys: [CODES[key] for key in keys],
    )


# --- villages --------------------------------------------------------------------------------

_SIDES: Final = {FOUNDERS: "gold", FOUNDERS_FED: "food", COUNTESS: "gold", COUNTESS_BLANK: "blank"}
_OTHER_SIDES: Final = {("founders", "food"): FOUNDERS_FED, ("countess", "blank"): COUNTESS_BLANK}


_SHOWN: Final = [KEYS[role_of(card)] for card in range(len(STAND_IN))]


def _put_village(seat: Seat, village: Sequence[Doc], *where: Any) -> None:
    cards = []
    for villager in village:
        card = CODES[villager["card"]]
        role = CODES[villager["as"]] if villager.get("as") else card
        card = _OTHER_SIDES.get((villager["card"], villager.get("side") or ""), card)
        cards.append((villager["id"], card, role, villager.get("on") or 0, villager.get("gold", 0)))
    restore_village(seat, cards)


def _village_field(start: str, text: str) -> StateField:
    """Return the field for a village; by default the village consists of its first card alone."""
    return StateField(
        "village",
        list[parts.VillageCard],
        [{"id": 1, "card": start}],
        CARDS,
        text,
        get=lambda seat, *where: [
            {
                "id": at,
                "card": _SHOWN[card],
                "on": seat.on[at] or None,
                "gold": seat.coins[at],
                "as": KEYS[seat.role[at]] if STAND_IN[card] and seat.role[at] != card else None,
                "side": _SIDES.get(card),
            }
            for at, card in enumerate(seat.card)
            if at and card != EMPTY
        ],
        put=_put_village,
    )


# --- other parts -----------------------------------------------------------------------------


def _used(seat: Seat, state: State, thieves: bool) -> list[Doc]:
    """Return the villagers used in this turn: the paid freelancers or, with `thieves`, the seat's own thieves."""
    used = [((one >> 16) - 1, one & 0xFFFF) for one in seat.hired]
    return [{"seat": owner, "villager": at} for owner, at in used if (state.seats[owner].card[at] == THIEF) == thieves]


def _put_hired(seat: Seat, docs: Sequence[Doc], state: State, number: int) -> None:
    seat.hired = sorted(paid_villager(one["seat"], one["villager"]) for one in docs)


def _put_robbed(seat: Seat, thieves: Sequence[int], state: State, number: int) -> None:
    seat.hired = sorted(seat.hired + [paid_villager(number, at) for at in thieves])


def _final(doc: Doc | None) -> tuple[int, int, int, int, int] | None:
    if doc is None:
        return None
    supply, gold, silver, coins, nun = (doc[item] for item in FINAL_ITEMS)
    return supply, gold, silver, coins, nun


FINAL_GOLD: Final = StateField(
    "final",
    parts.FinalGold | None,
    None,
    "After the end: the parts of the gold.",
    write=lambda final: None if final is None else dict(zip(FINAL_ITEMS, final, strict=True)),
    read=_final,
)

# --- seats -----------------------------------------------------------------------------------

SEAT: Final = StateFields(
    StateField(
        "hand",
        list[names.VillagersCard],
        [],
        CARDS,
        "The hidden cards, in any order.",
        get=lambda seat, state, number: [KEYS[hidden >> 8] for hidden in seat.hand],
    ).shown(
        list[names.SeenCard],
        CARDS,
        "Sorted: known cards first, then backs by suit.",
        get=lambda seat, state, number: card_docs(seat.hand),
    ),
    StateField("gold", names.Gold, 8, "The supply; 8 if left out. In a client's position at most 5000.").shown(
        names.Gold, "The supply."
    ),
    card_list("square", Size(0, 5), "Drafted this round, in order."),
    StateField("drafting_done", bool, False, "Has drafted to its limit this round.", attr="done"),
    _village_field("founders", "The villagers, in any order; only Founders if left out.").shown(
        list[parts.VillageCard], CARDS, "The villagers by id."
    ),
    StateField(
        "builds_left",
        int,
        0,
        Between(0, 5),
        "Build actions left in the running build turn (if left out: the build limit), else 0.",
        attr="builds",
    ).shown(int, Between(0, 5), "Build actions left in the running build turn, else 0."),
    StateField(
        "trades_left",
        int,
        0,
        Between(0, 3),
        "Trades left in the running build turn (if left out: 3), else 0.",
        attr="trades",
    ).shown(int, Between(0, 3), "Trades left in the running build turn, else 0."),
    StateField("tinner", bool, False, "A tinner has been played in this build turn."),
    StateField("opening", bool, False, "The build turn has just begun: freelancers can be hired."),
    StateField(
        "hired",
        list[parts.HiredFreelancer],
        [],
        Size(0, 2),
        "Freelancers hired in this build turn.",
        get=lambda seat, state, number: _used(seat, state, thieves=False) if seat.hired else [],
        put=_put_hired,
    ),
    StateField(
        "robbed",
        list[names.Villager],
        [],
        Size(0, 2),
        "Own thieves that have robbed in this build turn.",
        get=lambda seat, state, number: (
            [one["villager"] for one in _used(seat, state, thieves=True)] if seat.hired else []
        ),
        put=_put_robbed,
    ),
    StateField(
        "limit_cut", int, 0, Between(0, 1), "How much an event lowers the limit of the current phase.", attr="cut"
    ),
    FINAL_GOLD,
)
"""The fields of a seat. Writing them needs the state and the seat's number."""

_LIMITS: Final = (
    StateField(
        "draft_limit",
        int,
        None,
        Between(1, 5),
        "The current limit: how many villagers this seat drafts in a round.",
        get=lambda seat, state, number: draft_limit(seat) - (seat.cut if state.phase == DRAFT else 0),
    ),
    StateField(
        "build_limit",
        int,
        None,
        Between(1, 5),
        "The current limit: how many villagers this seat may place in a turn.",
        get=lambda seat, state, number: build_limit(seat) - (seat.cut if state.phase == BUILD else 0),
    ),
)
_HAND, *_OTHERS = SEAT.seen.fields
SEEN_SEAT: Final = StateFields(_HAND, *_LIMITS, *_OTHERS)
"""The fields of a seat in views."""

COUNTESS_FIELDS: Final = StateFields(
    StateField("gold", names.Gold, 1, "Her supply; 1 if left out."),
    _village_field("countess", "Her villagers, each standing alone; only her own card if left out."),
    FINAL_GOLD,
)
