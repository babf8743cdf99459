"""What the moves and events of Villagers are about, one row each (see `engine.about`)."""

from __future__ import annotations

from typing import Final

from engine.about import Abouts, Fields, Patterns

SEAT: Final = "/seats/{me}"
HAND: Final = "/seats/{me}/hand/card={card}"


def _village(seat: str, villager: str) -> str:
    """A villager of a seat; in solo play the Countess's village stands for seat 1."""
    return f"/seats/{seat}/village/id={villager}|/countess/village/id={villager}"


def _gold(seat: str) -> str:
    return f"/seats/{seat}/gold|/countess/gold"


OWN: Final = "/seats/{me}/village/id={villager}"
THEIRS: Final = _village("{seat}", "{villager}")
FROM: Final = _village("{from_seat}", "{villager}")
LOCK: Final = _village("{unlock.seat}", "{unlock.villager}")


def _paying(fields: Fields) -> str:
    """The villager who is paid for an unlocking, and the supply, unless the bank pays."""
    lock, seat = fields["unlock"], fields.get("me", fields.get("seat"))
    if lock is None or lock["by"] == "tinner" or lock.get("seat") == seat:
        return LOCK
    return f"{LOCK} {_gold(str(seat))}"


def _pile(fields: Fields) -> str:
    """A stack, the reserve, the discard pile or a hand."""
    kind = fields.get("pile", fields.get("source"))
    if kind in ("stack", "road"):
        at = fields.get("stack", fields.get("index"))
        return f"/stacks/{at}" if kind == "stack" else f"/road/{at}"
    return {"reserve": "/reserve", "discard": "/discard", "hand": "/seats/{from_seat}/hand"}.get(str(kind), "")


def _placing(fields: Fields, view: Fields) -> str:
    monks = " /seats/{me}/hand/card=monk" if fields["monks"] else ""
    place = "/seats/{me}/village" if fields["on"] is None else "/seats/{me}/village/id={on}"
    return f"{HAND}{monks} {place} {_paying(fields)}"


def _benefactor(fields: Fields, view: Fields) -> str:
    return f"/seats/{{me}}/hand/card=benefactor {_placing({**fields, 'monks': []}, view)}"


def _apprentice(fields: Fields, view: Fields) -> str:
    return f"/seats/{{me}}/hand/card=apprentice {THEIRS} {_placing(fields, view)}"


def _playing(fields: Fields, view: Fields) -> str:
    target = ""
    if fields["take"] is not None:
        target = "/seats/{seat}/square/card={take}"
    elif fields["villager"] is not None:
        target = OWN if fields["seat"] is None else THEIRS
    elif fields["seat"] is not None:
        target = "/seats/{seat}/hand"
    return f"{HAND} {target} /stacks/{{stack}} /road/{{slot}} {_paying(fields)}"


def _looked(fields: Fields, view: Fields) -> str:
    """A card of the pile that is looked through: a position lists all, a view shows the top and what is known below."""
    pile = _pile(view["pending"])
    return f"{pile}/card={{card}}|{pile}/top|{pile}/below/card={{card}}" if pile else ""


def _taken(fields: Fields, view: Fields) -> str:
    return f"{_looked(fields, view)} /seats/{{me}}/hand"


def _left(fields: Fields, view: Fields) -> str:
    return _pile(view["pending"])


def _robbed(fields: Fields, view: Fields) -> str:
    return f"/seats/{view['pending']['seat']}/hand/card={{card}} /seats/{{me}}/hand"


def _resolving(fields: Fields, view: Fields) -> str:
    hers = fields["event"] in ("bribes", "trade_network")
    villager = "/countess/village/id={villager}" if hers else OWN
    return f"/events/face_up/={{event}} {villager} {HAND} {_pile(fields)}"


MOVES: Final[dict[str, Patterns]] = {
    "draft_road": "/road/{slot} /seats/{me}/square",
    "draft_stack": "/stacks/{stack} /seats/{me}/square",
    "draft_reserve": "/reserve /seats/{me}/square",
    "coin": "/road/{slot}",
    "pass": SEAT,
    "place": _placing,
    "trade": f"{HAND} /basics/{{basic}} /seats/{{me}}/village",
    "return_card": lambda fields, view: f"{_pile(fields)} /pending",
    "play": _playing,
    "apprentice": _apprentice,
    "end": SEAT,
    "hire": f"{THEIRS} /seats/{{me}}/gold",
    "thieve": f"{OWN} {_gold('{seat}')}",
    "recruit": "/seats/{me}/village/card=recruiter /seats/{me}/gold",
    "benefactor": _benefactor,
    "look_take": _taken,
    "arrange": _looked,
    "keep": _left,
    "steal": _robbed,
    "countess_draft": "/road/{slot} /countess/village",
    "settle": lambda fields, view: "/events/face_up/={event} /seats/{me}" + ("/gold" if fields["pay"] else ""),
    "resolve": _resolving,
    "jester": "/events/face_up/={event} /events/jester",
    "reward_card": lambda fields, view: f"{_pile(fields)} /seats/{{me}}/hand",
    "reward_basic": "/basics/{basic} /seats/{me}/village",
}

_GONE: Final = "/events/face_up/={event}|/events/summer_discard/={event}|/events/winter_discard/={event}"


def _drafted(fields: Fields, view: Fields) -> str:
    gold = " /seats/{seat}/gold" if fields["gold"] else ""
    return f"/seats/{{seat}}/square/card={{card}} {_pile(fields)}{gold}"


def _placed(fields: Fields, view: Fields) -> str:
    """The card itself first, then the monks under it."""
    villagers = " ".join(_village("{seat}", str(one["id"])) for one in reversed(fields["villagers"]))
    return f"{villagers} {_paying(fields)}"


def _played(fields: Fields, view: Fields) -> str:
    return f"/discard /seats/{{seat}}/hand /seats/{{seat}}/village/id={{villager}} {_paying(fields)}"


def _gained(fields: Fields, view: Fields) -> str:
    source = {"hand": "/seats/0/hand", "village": "/seats/0/village/id={index}"}.get(fields["source"], _pile(fields))
    return f"/countess/village/id={{villager}} {source} /countess/gold"


EVENTS: Final[dict[str, Patterns]] = {
    "drafted": _drafted,
    "road_filled": lambda fields, view: f"/road/{{slot}} {_pile(fields)}",
    "picked_up": "/seats/{seat}/hand /seats/{seat}/square",
    "coin_placed": "/road/{slot} /seats/{seat}",
    "coin_passed": "/seats/{seat}",
    "road_discarded": "/road/{slots} /discard",
    "road_paid": "/road/{slots}",
    "build_turn": "/seats/{seat}",
    "placed": _placed,
    "traded": "/seats/{seat}/village/id={villager} /basics/{basic} /seats/{seat}/hand",
    "returned": lambda fields, view: f"{_pile(fields)} /seats/{{seat}}",
    "played": _played,
    "gold_gained": _gold("{seat}"),
    "hired": f"{FROM} /seats/{{seat}}/gold",
    "taken": f"{FROM} /seats/{{seat}}/village",
    "build_ended": "/seats/{seat}",
    "founders_flipped": "/seats/{seat}/village/card=founders",
    "market": f"{_gold('{rows.seat}')} /markets_held",
    "round_started": "/round /seats/{first_player}",
    "game_ended": lambda fields, view: "/seats/{winners}" if fields["winners"] else "/countess",
    "square_taken": "/seats/{seat}/hand /seats/{from_seat}/square",
    "couriered": "/seats/{seat}/hand /road/{slot} /seats/{seat}/gold",
    "recruited": "/seats/{seat}/village/card=recruiter /seats/{seat}/gold",
    "looked": lambda fields, view: f"{_pile(fields)} /seats/{{seat}}",
    "card_taken": lambda fields, view: f"/seats/{{seat}}/hand {_pile(fields)}",
    "arranged": lambda fields, view: f"{_pile(fields)} /seats/{{seat}}",
    "stolen": "/seats/{seat}/hand /seats/{from_seat}/hand",
    "lured": f"/seats/{{seat}}/hand {FROM} {_gold('{from_seat}')}",
    "went_home": "/seats/{seat}/hand /seats/{seat}/village",
    "robbed": f"{THEIRS} {_gold('{from_seat}')}",
    "caught": f"/discard {FROM} {_gold('{seat}')}",
    "developments": f"/developments/development={{developments.development}} {_gold('{developments.winner}')}",
    "basic_taken": "/seats/{seat}/village/id={villager} /basics/{basic}",
    "countess_gained": _gained,
    "event_revealed": "/events/face_up/={event}",
    "event_resolved": _GONE,
    "event_discarded": _GONE,
    "gold_paid": lambda fields, view: "/seats/{seat}/gold" + (" /countess/gold" if fields["to"] == "countess" else ""),
    "limit_cut": "/seats/{seat}",
    "coins_added": "/seats/{seat}/village/id={villager}",
    "card_lost": lambda fields, view: (
        "/discard /seats/{seat}/" + ("hand" if fields["villager"] is None else "village/id={villager}")
    ),
    "reshuffled": lambda fields, view: "/reserve" if fields["pile"] == "reserve" else "/events/{pile}",
    "jester_left": "/events/jester",
}

ABOUT: Final = Abouts(MOVES, EVENTS)
