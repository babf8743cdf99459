"""Pointers of My Village's moves and events: the patterns (see `engine.about`) that depend on the document."""

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
"""The field of a village for each kind of card, where the two names differ."""
_COUNTED: Final = {
    "travel_cards": "travels",
    "craft_buildings": "crafts",
    "served_customers": "served",
    "church_and_monks": "church",
    "fields": "fields",
}
"""The fields that the area council's spaces count. The population council's spaces count villagers."""
_SCHOOL: Final = {
    "nothing": "{0}",
    "new_left": "{0}/left",
    "to_right": "{0}/right {0}/left",
    "place_left": "{0}/left {1}",
    "place_right": "{0}/right {1}",
}
_GOOD_FOR: Final = {"main_house": "/seats/{me}/saved", "coin": "/seats/{me}/coins", "story": "/seats/{me}/story"}
"""The fields that the headman's places affect."""
_CHRONICLED: Final = 2
"""The number of spaces in the chronicle for each profession."""


def _village(fields: Fields) -> str:
    """The village of the acting seat."""
    return f"/seats/{fields['me'] if 'me' in fields else fields['seat']}"


def _kind(fields: Fields) -> str:
    return KINDS[KIND[CODES[fields["card"]]]]


def _craft(fields: Fields, view: Fields, building: str) -> str:
    """The village's craft building for a good; there is at most one."""
    village = _village(fields)
    keys = [one["card"] for one in view["seats"][int(village.removeprefix("/seats/"))]["crafts"]]
    return f"{village}/crafts/card={next((key for key in keys if key.startswith(f'{building}_')), building)}"


def payment(fields: Fields, view: Fields) -> str:
    """The coins, buildings and fields that pay."""
    paid, village = fields["payment"], _village(fields)
    crafts = " ".join([_craft(fields, view, BUILDINGS[at]) for at, good in enumerate(GOODS) if paid[good]])
    coins, wild = (f"{village}/{kind}" if paid[kind] else "" for kind in ("coins", "wild"))
    return f"{coins} {crafts} {wild} {village}/fields/{{payment.fields}}"


def value_paid(fields: Fields) -> str:
    """The coins and markers that changed dice."""
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
    """Pointers for a marker: what its space refers to, and the banner beside which the 2/12 tile is placed."""
    space = fields["space"]
    marks = f"{_village(fields)}/{_COUNTED.get(space, 'villagers/card={space}')}" if space else ""
    return f"{marks} {banner(fields, view, 'tile') if fields['tile'] else ''}"


def activating(fields: Fields, view: Fields) -> str:
    """The card's banner, together with the markers and the tile on it."""
    lying = ("/seats/{me}/marks " if fields["space"] else "") + ("/seats/{me}/tile " if fields["tile"] else "")
    return f"{banner(fields, view)} {lying}{_marking(fields, view)}"


def dice(fields: Fields, view: Fields) -> str:
    """Dice of the pool. Equal dice get different places."""
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
    """Where a card lies in the display. The symbol identifies a stack of monks, the letter a stack of travel cards."""
    kind, words = _kind(fields), fields["card"].split("_")
    if kind in ("monk", "travel"):
        return f"/monks/{words[0]}" if kind == "monk" else f"/travels/{words[1]}"
    return {"meeting_place": "/meeting_places", "field": "/fields"}.get(kind, "/cards/card={card}")


def home(fields: Fields, view: Fields) -> str:
    """The place in the village for a card."""
    kind = _kind(fields)
    return f"{_village(fields)}/{_IN_VILLAGE.get(kind, kind)}"


def taking(fields: Fields, view: Fields) -> str:
    """A card moving from the display to the village, with its marker, tile and payment."""
    return f"{_display(fields)} {home(fields, view)} {_marking(fields, view)} {payment(fields, view)}"


def bought(fields: Fields, view: Fields) -> str:
    """A monk or travel card waits in `pending` until its action is done."""
    waits = _kind(fields) in ("monk", "travel") and view["pending"]["card"] == fields["card"]
    there = "/pending/card" if waits else home(fields, view)
    return f"{there} {_display(fields)} {payment(fields, view)}"


def headman(fields: Fields, view: Fields) -> str:
    """The headman, and the field that his new place affects."""
    return f"/seats/{{me}}/headman {_GOOD_FOR.get(fields['to'], '')}"


def school(fields: Fields, view: Fields) -> str:
    """The spaces of the school that a step affects."""
    village = _village(fields)
    return _SCHOOL[fields["step"]].format(f"{village}/school", f"{village}/villagers")


def source(fields: Fields, view: Fields) -> str:
    """The source of a plow."""
    guild = fields["source"] == "guild_council"
    return f"{_village(fields)}/wild" if guild else _craft(fields, view, "smithy")


def burying(fields: Fields, view: Fields) -> str:
    """The dying villager, and the space in the chronicle or the graves."""
    full = view["chronicle"][fields["villager"]] >= _CHRONICLED
    return "/seats/{me}/villagers/card={villager} " + ("/graves" if full else "/chronicle/{villager}")


def gained(fields: Fields, view: Fields) -> str:
    """Where the gain is after the event."""
    what: str = fields["what"]
    if what in GOODS:
        return _craft(fields, view, BUILDINGS[GOODS.index(what)])
    if what == "mark":
        return "/seats/{seat}/marks/card={space}"
    return "/seats/{seat}/" + ("tokens" if what == "token" else what)
