"""Where the moves and events of My Village take place: the patterns (see `engine.about`) that depend on a document."""

from __future__ import annotations

from typing import Final

from engine.about import Fields
from engine.my_village.catalogue.cards import BUILDINGS, CODES, GOODS, KIND, KINDS

_IN_VILLAGE: Final = {
    "field": "fields",
    "craft": "crafts/card={card}",
    "monk": "monks/card={card}",
    "travel": "travels/card={card}",
}
"""Where in the village a card of a kind is, if not under the kind's own name."""
_COUNTED: Final = {
    "travel_cards": "travels",
    "craft_buildings": "crafts",
    "served_customers": "served",
    "church_and_monks": "church",
    "fields": "fields",
}
"""What the spaces of the area council count; those of the population council are villagers."""
_SCHOOL: Final = {
    "nothing": "{0}",
    "new_left": "{0}/left",
    "to_right": "{0}/right {0}/left",
    "place_left": "{0}/left {1}",
    "place_right": "{0}/right {1}",
}
_GOOD_FOR: Final = {"main_house": "/seats/{me}/saved", "coin": "/seats/{me}/coins", "story": "/seats/{me}/story"}
"""What the headman's places are good for."""
_CHRONICLED: Final = 2
"""The chronicle's spaces of a profession."""


def _village(fields: Fields) -> str:
    """The village of who moves, or moved."""
    return f"/seats/{fields['me'] if 'me' in fields else fields['seat']}"


def _kind(fields: Fields) -> str:
    return KINDS[KIND[CODES[fields["card"]]]]


def _craft(fields: Fields, view: Fields, building: str) -> str:
    """The village's craft building of a kind: there is at most one."""
    village = _village(fields)
    keys = [one["card"] for one in view["seats"][int(village.removeprefix("/seats/"))]["crafts"]]
    return f"{village}/crafts/card={next((key for key in keys if key.startswith(f'{building}_')), building)}"


def payment(fields: Fields, view: Fields) -> str:
    """Coins, buildings and fields that pay."""
    paid, village = fields["payment"], _village(fields)
    crafts = " ".join([_craft(fields, view, BUILDINGS[at]) for at, good in enumerate(GOODS) if paid[good]])
    coins, wild = (f"{village}/{kind}" if paid[kind] else "" for kind in ("coins", "wild"))
    return f"{coins} {crafts} {wild} {village}/fields/{{payment.fields}}"


def value_paid(fields: Fields) -> str:
    """Coins and markers that have changed dice."""
    return " ".join([f"{_village(fields)}/{kind}" for kind in ("coins", "tokens") if fields[kind]])


def banner(fields: Fields, view: Fields, name: str = "banner") -> str:
    """A white banner of the village."""
    kind, village = fields[name]["kind"], _village(fields)
    if kind in BUILDINGS:
        return _craft(fields, view, kind)
    return {
        "play": f"{village}/board",
        "field": f"{village}/fields/{{{name}.field}}",
        "customer": f"{village}/customers/card={{{name}.customer}}",
    }.get(kind, f"{village}/{kind}")


def _marking(fields: Fields, view: Fields) -> str:
    """What the space of a marker stands for, and what the 2/12 tile is put beside."""
    space = fields["space"]
    marks = f"{_village(fields)}/{_COUNTED.get(space, 'villagers/card={space}')}" if space else ""
    return f"{marks} {banner(fields, view, 'tile') if fields['tile'] else ''}"


def activating(fields: Fields, view: Fields) -> str:
    """What lies on the card already is touched too: the markers, the tile."""
    lying = ("/seats/{me}/marks " if fields["space"] else "") + ("/seats/{me}/tile " if fields["tile"] else "")
    return f"{banner(fields, view)} {lying}{_marking(fields, view)}"


def dice(fields: Fields, view: Fields) -> str:
    """Dice of the pool, equal ones one after the other."""
    left = {color: list(enumerate(faces)) for color, faces in view["pool"].items()}
    pointers = []
    for die in fields["dice"]:
        pool = left[die["color"]]
        at = next((one for one in pool if one[1] == die["face"]), None)
        if at is not None:
            pool.remove(at)
            pointers.append(f"/pool/{die['color']}/{at[0]}")
    return " ".join(pointers)


def _display(fields: Fields) -> str:
    """Where a card lies that can be taken: a stack of monks or travel cards has a letter or a symbol as its name."""
    kind, words = _kind(fields), fields["card"].split("_")
    if kind in ("monk", "travel"):
        return f"/monks/{words[0]}" if kind == "monk" else f"/travels/{words[1]}"
    return {"meeting_place": "/meeting_places", "field": "/fields"}.get(kind, "/cards/card={card}")


def home(fields: Fields, view: Fields) -> str:
    """Where in the village a card goes."""
    kind = _kind(fields)
    return f"{_village(fields)}/{_IN_VILLAGE.get(kind, kind)}"


def taking(fields: Fields, view: Fields) -> str:
    """From the display into the village, with what is placed and paid."""
    return f"{_display(fields)} {home(fields, view)} {_marking(fields, view)} {payment(fields, view)}"


def bought(fields: Fields, view: Fields) -> str:
    """A monk or travel card waits in `pending` until what it does is done."""
    waits = _kind(fields) in ("monk", "travel") and view["pending"]["card"] == fields["card"]
    there = "/pending/card" if waits else home(fields, view)
    return f"{there} {_display(fields)} {payment(fields, view)}"


def headman(fields: Fields, view: Fields) -> str:
    """The headman, and what his new place is good for."""
    return f"/seats/{{me}}/headman {_GOOD_FOR.get(fields['to'], '')}"


def school(fields: Fields, view: Fields) -> str:
    """The spaces of a school that a step touches."""
    village = _village(fields)
    return _SCHOOL[fields["step"]].format(f"{village}/school", f"{village}/villagers")


def source(fields: Fields, view: Fields) -> str:
    """Where a plow comes from."""
    guild = fields["source"] == "guild_council"
    return f"{_village(fields)}/wild" if guild else _craft(fields, view, "smithy")


def burying(fields: Fields, view: Fields) -> str:
    """Who dies, and where he is remembered."""
    full = view["chronicle"][fields["villager"]] >= _CHRONICLED
    return "/seats/{me}/villagers/card={villager} " + ("/graves" if full else "/chronicle/{villager}")


def gained(fields: Fields, view: Fields) -> str:
    """Where what came in lies."""
    what: str = fields["what"]
    if what in GOODS:
        return _craft(fields, view, BUILDINGS[GOODS.index(what)])
    if what == "mark":
        return "/seats/{seat}/marks/card={space}"
    return "/seats/{seat}/" + ("tokens" if what == "token" else what)
