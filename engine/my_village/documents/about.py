"""Pointers of My Village's moves and events. The functions make patterns (see `engine.about`) from a document."""

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
"""The fields of a village that hold cards, by kind of card. For other kinds of card, the field has the kind's name."""
_COUNTED: Final = {
    "travel_cards": "travels",
    "craft_buildings": "crafts",
    "served_customers": "served",
    "church_and_monks": "church",
    "fields": "fields",
}
"""For each space of the area council, the field of the village that it counts. A space of the population council counts
a villager.
"""
_SCHOOL: Final = {
    "nothing": "{0}",
    "new_left": "{0}/left",
    "to_right": "{0}/right {0}/left",
    "place_left": "{0}/left {1}",
    "place_right": "{0}/right {1}",
}
_GOOD_FOR: Final = {"main_house": "/seats/{me}/saved", "coin": "/seats/{me}/coins", "story": "/seats/{me}/story"}
"""For each place of the headman, the fields that it affects."""
_CHRONICLED: Final = 2
"""The number of spaces in the chronicle for each profession."""


def _village(fields: Fields) -> str:
    """Return a pointer to the village of the acting seat."""
    return f"/seats/{fields['me'] if 'me' in fields else fields['seat']}"


def _kind(fields: Fields) -> str:
    return KINDS[KIND[CODES[fields["card"]]]]


def _craft(fields: Fields, view: Fields, building: str) -> str:
    """Return a pointer to the village's craft building for a good. A village has at most one."""
    village = _village(fields)
    keys = [one["card"] for one in view["seats"][int(village.removeprefix("/seats/"))]["crafts"]]
    return f"{village}/crafts/card={next((key for key in keys if key.startswith(f'{building}_')), building)}"


def payment(fields: Fields, view: Fields) -> str:
    """Return pointers to the coins, buildings and fields from which a payment comes."""
    paid, village = fields["payment"], _village(fields)
    crafts = " ".join([_craft(fields, view, BUILDINGS[at]) for at, good in enumerate(GOODS) if paid[good]])
    coins, wild = (f"{village}/{kind}" if paid[kind] else "" for kind in ("coins", "wild"))
    return f"{coins} {crafts} {wild} {village}/fields/{{payment.fields}}"


def value_paid(fields: Fields) -> str:
    """Return pointers to the coins and markers that paid for changing dice."""
    return " ".join([f"{_village(fields)}/{kind}" for kind in ("coins", "tokens") if fields[kind]])


def banner(fields: Fields, view: Fields, name: str = "banner") -> str:
    """Return a pointer to a white banner of the village."""
    kind, village = fields[name]["kind"], _village(fields)
    if kind in BUILDINGS:
        return _craft(fields, view, kind)
    return {
        "play": f"{village}/board",
        "field": f"{village}/fields/{{{name}.field}}",
        "customer": f"{village}/customers/card={{{name}.customer}}",
    }.get(kind, f"{village}/{kind}")


def _marking(fields: Fields, view: Fields) -> str:
    """Return pointers for the marker and the 2/12 tile that are placed, if any.

    The marker's pointer leads to what its new space counts. The tile's pointer leads to the banner beside the tile.
    """
    space = fields["space"]
    marks = f"{_village(fields)}/{_COUNTED.get(space, 'villagers/card={space}')}" if space else ""
    return f"{marks} {banner(fields, view, 'tile') if fields['tile'] else ''}"


def activating(fields: Fields, view: Fields) -> str:
    """Return pointers to the banner, and to the marker and tile that the activation places."""
    lying = ("/seats/{me}/marks " if fields["space"] else "") + ("/seats/{me}/tile " if fields["tile"] else "")
    return f"{banner(fields, view)} {lying}{_marking(fields, view)}"


def dice(fields: Fields, view: Fields) -> str:
    """Return pointers to the chosen dice in the pool. Two equal dice get two different pointers."""
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
    """Return a pointer to a card in the display. The symbol identifies a stack of monks, the letter a stack of travel
    cards.
    """
    kind, words = _kind(fields), fields["card"].split("_")
    if kind in ("monk", "travel"):
        return f"/monks/{words[0]}" if kind == "monk" else f"/travels/{words[1]}"
    return {"meeting_place": "/meeting_places", "field": "/fields"}.get(kind, "/cards/card={card}")


def home(fields: Fields, view: Fields) -> str:
    """Return a pointer to the place where a card lies in the village."""
    kind = _kind(fields)
    return f"{_village(fields)}/{_IN_VILLAGE.get(kind, kind)}"


def taking(fields: Fields, view: Fields) -> str:
    """Return pointers for a card that moves from the display to the village, with its marker, tile and payment."""
    return f"{_display(fields)} {home(fields, view)} {_marking(fields, view)} {payment(fields, view)}"


def bought(fields: Fields, view: Fields) -> str:
    """Return pointers for a purchase. A monk or travel card waits in `pending` until its action is done."""
    waits = _kind(fields) in ("monk", "travel") and view["pending"]["card"] == fields["card"]
    there = "/pending/card" if waits else home(fields, view)
    return f"{there} {_display(fields)} {payment(fields, view)}"


def headman(fields: Fields, view: Fields) -> str:
    """Return pointers to the headman, and to the field that his new place affects."""
    return f"/seats/{{me}}/headman {_GOOD_FOR.get(fields['to'], '')}"


def school(fields: Fields, view: Fields) -> str:
    """Return pointers to the spaces of the school that a step affects."""
    village = _village(fields)
    return _SCHOOL[fields["step"]].format(f"{village}/school", f"{village}/villagers")


def source(fields: Fields, view: Fields) -> str:
    """Return a pointer to the place that a plow comes from."""
    guild = fields["source"] == "guild_council"
    return f"{_village(fields)}/wild" if guild else _craft(fields, view, "smithy")


def burying(fields: Fields, view: Fields) -> str:
    """Return pointers to the dying villager, and to the chronicle's space or the graves."""
    full = view["chronicle"][fields["villager"]] >= _CHRONICLED
    return "/seats/{me}/villagers/card={villager} " + ("/graves" if full else "/chronicle/{villager}")


def gained(fields: Fields, view: Fields) -> str:
    """Return pointers to what the village has gained. They point into the view after the event."""
    what: str = fields["what"]
    if what in GOODS:
        return _craft(fields, view, BUILDINGS[GOODS.index(what)])
    if what == "mark":
        return "/seats/{seat}/marks/card={space}"
    return "/seats/{seat}/" + ("tokens" if what == "token" else what)
