"""What the moves and events of My Village are about, one row each (see `engine.about`)."""

from __future__ import annotations

from typing import Final

from engine.about import Abouts, Fields, Patterns
from engine.my_village.catalogue.cards import BUILDINGS, CODES, GOODS, KIND, KINDS, MONK, TRAVEL

_IN_VILLAGE: Final = {
    "church": "church",
    "council": "council",
    "meeting_place": "meeting_place",
    "field": "fields",
    "craft": "crafts/card={card}",
    "monk": "monks/card={card}",
    "travel": "travels/card={card}",
}
"""Where in the village a card of a kind is."""


def _who(fields: Fields) -> int:
    seat: int = fields["me"] if "me" in fields else fields["seat"]
    return seat


def _craft(fields: Fields, view: Fields, building: str) -> str:
    """The village's craft building of a kind: there is at most one."""
    seat = _who(fields)
    keys = [one["card"] for one in view["seats"][seat]["crafts"]]
    card = next((key for key in keys if key.startswith(f"{building}_")), building)
    return f"/seats/{seat}/crafts/card={card}"


def _paying(fields: Fields, view: Fields) -> str:
    """Coins, buildings and fields that pay."""
    payment, seat = fields["payment"], _who(fields)
    paid = [f"/seats/{seat}/coins"] if payment["coins"] else []
    paid += [_craft(fields, view, BUILDINGS[at]) for at, good in enumerate(GOODS) if payment[good]]
    paid += [f"/seats/{seat}/wild"] if payment["wild"] else []
    return " ".join([*paid, f"/seats/{seat}/fields/{{payment.fields}}"])


def _banner(fields: Fields, view: Fields, name: str) -> str:
    """A white banner of the village."""
    kind, own = fields[name]["kind"], f"/seats/{_who(fields)}"
    if kind in BUILDINGS:
        return _craft(fields, view, kind)
    return {
        "play": f"{own}/board",
        "field": f"{own}/fields/{{{name}.field}}",
        "customer": f"{own}/customers/card={{{name}.customer}}",
    }.get(kind, f"{own}/{kind}")


_SPACES: Final = {
    "travel_cards": "travels",
    "craft_buildings": "crafts",
    "served_customers": "served",
    "church_and_monks": "church",
    "fields": "fields",
}
"""What the spaces of the area council count; those of the population council are villagers."""


def _marking(fields: Fields, view: Fields) -> str:
    """What the space of a marker stands for, and what the 2/12 tile is put beside."""
    space, own = fields["space"], f"/seats/{_who(fields)}"
    marks = f"{own}/{_SPACES.get(space, f'villagers/card={space}')}" if space else ""
    return marks + (f" {_banner(fields, view, 'tile')}" if fields["tile"] else "")


def _activate(fields: Fields, view: Fields) -> str:
    """What lies on the card already is touched too: the markers, the tile."""
    lying = ("/seats/{me}/marks " if fields["space"] else "") + ("/seats/{me}/tile " if fields["tile"] else "")
    return f"{_banner(fields, view, 'banner')} {lying}{_marking(fields, view)}"


def _dice(fields: Fields, view: Fields) -> str:
    """Dice of the pool, equal ones one after the other."""
    left = {color: list(enumerate(faces)) for color, faces in view["pool"].items()}
    found = []
    for die in fields["dice"]:
        pool = left[die["color"]]
        at = next((one for one in pool if one[1] == die["face"]), None)
        if at is not None:
            pool.remove(at)
            found.append(f"/pool/{die['color']}/{at[0]}")
    return " ".join(found)


def _value(fields: Fields, view: Fields) -> str:
    paid = "".join(f" /seats/{{me}}/{kind}" for kind in ("coins", "tokens") if fields[kind])
    return f"/turn/dice/0 /turn/dice/1{paid}"


def _display(card: str) -> str:
    """Where a card lies that can be taken."""
    kind = KIND[CODES[card]]
    if kind == MONK:
        return f"/monks/{card.split('_')[0]}"
    if kind == TRAVEL:
        return f"/travels/{card.split('_')[1]}"
    return {"meeting_place": "/meeting_places", "field": "/fields"}.get(KINDS[kind], "/cards/card={card}")


def _take_card(fields: Fields, view: Fields) -> str:
    card = fields["card"]
    home = f"/seats/{{me}}/{_IN_VILLAGE[KINDS[KIND[CODES[card]]]]}"
    return f"{_display(card)} {home} {_marking(fields, view)} {_paying(fields, view)}"


_SCHOOL: Final = {
    "nothing": "/seats/{me}/school",
    "new_left": "/seats/{me}/school/left",
    "to_right": "/seats/{me}/school/right /seats/{me}/school/left",
    "place_left": "/seats/{me}/school/left /seats/{me}/villagers",
    "place_right": "/seats/{me}/school/right /seats/{me}/villagers",
}


_STEPS: Final = {"main_house": "/seats/{me}/saved", "coin": "/seats/{me}/coins", "story": "/seats/{me}/story"}
"""What the headman's places are good for."""


def _source(fields: Fields, view: Fields) -> str:
    return f"/seats/{_who(fields)}/wild" if fields["source"] == "guild_council" else _craft(fields, view, "smithy")


_CHRONICLED: Final = 2
"""The chronicle's spaces of a profession."""


def _bury(fields: Fields, view: Fields) -> str:
    full = view["chronicle"][fields["villager"]] >= _CHRONICLED
    return "/seats/{me}/villagers/card={villager} " + ("/graves" if full else "/chronicle/{villager}")


MOVES: Final[dict[str, Patterns]] = {
    "choose_dice": _dice,
    "set_value": _value,
    "take_card": _take_card,
    "travel": lambda fields, view: f"/travels/{{letter}} /seats/{{me}}/travels {_paying(fields, view)}",
    "take_hand": lambda fields, view: "/starting_hand" + ("" if fields["forfeit"] else " /seats/{me}/story"),
    "call_steward": lambda fields, view: "/display" + (" /seats/{me}/church /customers" if fields["benefit"] else ""),
    "move_headman": lambda fields, view: f"/seats/{{me}}/headman {_STEPS.get(fields['to'], '')}",
    "activate": _activate,
    "teach": lambda fields, view: _SCHOOL[fields["step"]],
    "serve": lambda fields, view: (
        f"/seats/{{me}}/customers/card={{customer}} /seats/{{me}}/served {_paying(fields, view)}"
    ),
    "move_plow": lambda fields, view: f"/seats/{{me}}/fields/{{field}} {_source(fields, view)}",
    "invite": "/display/card={customers} /seats/{me}/customers /seats/{me}/coins",
    "invite_free": "/display/card={customer} /seats/{me}/customers",
    "exchange_travel": "/pending/card /travels",
    "bury": _bury,
    "hire_laborer": "/seats/{me}/laborers /chronicle/{villager}",
    "ward_off_rats": "/seats/{me}/wards /rat",
    "forfeit": "/seats/{me}",
    "end_turn": "/seats/{me}",
}


def _bought(fields: Fields, view: Fields) -> str:
    """A monk or travel card waits in `pending` until what it does is done."""
    card: str = fields["card"]
    home = f"/seats/{{seat}}/{_IN_VILLAGE[KINDS[KIND[CODES[card]]]]}"
    if KIND[CODES[card]] in (MONK, TRAVEL) and view["pending"]["card"] == card:
        home = "/pending/card"
    return f"{home} {_display(card)} {_paying(fields, view)}"


def _added(fields: Fields, view: Fields) -> str:
    return f"/seats/{{seat}}/{_IN_VILLAGE[KINDS[KIND[CODES[fields['card']]]]]}"


def _gained(fields: Fields, view: Fields) -> str:
    what = fields["what"]
    if what == "mark":
        return "/seats/{seat}/marks/card={space}"
    if what in GOODS:
        return _craft(fields, view, BUILDINGS[GOODS.index(what)])
    return "/seats/{seat}/" + ("tokens" if what == "token" else what)


def _taught(fields: Fields, view: Fields) -> str:
    placed = " /seats/{seat}/villagers/card={villager}"
    return _SCHOOL[fields["step"]].replace("{me}", "{seat}") + placed


EVENTS: Final[dict[str, Patterns]] = {
    "dice_rolled": "/pool /starting_hand /seats/{first_player}",
    "dice_chosen": "/turn/dice/0 /turn/dice/1 /pool /seats/{seat}/time",
    "value_set": lambda fields, view: (
        "/turn/value" + "".join(f" /seats/{{seat}}/{kind}" for kind in ("coins", "tokens") if fields[kind])
    ),
    "card_bought": _bought,
    "card_added": _added,
    "travel_exchanged": "/pending/card|/seats/{seat}/travels/card={card} /travels",
    "hand_taken": "/starting_hand /seats/{seat}/story",
    "steward_called": "/display /seats/{seat}",
    "customers_invited": "/seats/{seat}/customers/card={customers} /display /seats/{seat}/coins",
    "display_filled": "/display/card={customers} /customers",
    "headman_moved": lambda fields, view: "/seats/{seat}/headman" + (" /seats/{seat}/saved" if fields["saved"] else ""),
    "banner_activated": lambda fields, view: f"{_banner(fields, view, 'banner')} /seats/{{seat}}/time",
    "taught": _taught,
    "customer_served": lambda fields, view: f"/seats/{{seat}}/served/card={{customer}} {_paying(fields, view)}",
    "plow_moved": lambda fields, view: f"/seats/{{seat}}/fields/{{field}} {_source(fields, view)}",
    "tile_placed": lambda fields, view: f"{_banner(fields, view, 'banner')} /seats/{{seat}}/tile",
    "gained": _gained,
    "forfeited": "/seats/{seat}",
    "villager_died": lambda fields, view: (
        ("/graves" if fields["place"] == "graves" else "/chronicle/{villager}") + " /seats/{seat}/villagers"
    ),
    "laborer_hired": "/seats/{seat}/laborers",
    "rat_moved": "/rat",
    "story_lost": "/seats/{seat}/story",
    "rats_warded_off": "/seats/{seat}/church /rat",
    "turn_ended": "/seats/{seat}",
    "village_scored": "/seats/{winners}",
}

ABOUT: Final = Abouts(MOVES, EVENTS)
