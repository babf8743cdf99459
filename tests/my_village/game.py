"""What only My Village has: its positions in words, its moves, and readers of its positions."""

from __future__ import annotations

from typing import Any

from engine.events import Event
from engine.my_village import MY_VILLAGE
from engine.ruleset import Doc
from tests.positions import facts, legal, of_type, play, position

END: Doc = {"type": "end_turn"}
HAND: Doc = {"type": "take_hand"}
FORFEIT: Doc = {"type": "forfeit"}
EXCHANGE: Doc = {"type": "exchange_travel"}
WARD_OFF: Doc = {"type": "ward_off_rats"}


# --- positions -------------------------------------------------------------------------------


def crafts(**goods: int) -> list[Doc]:
    """Craft buildings with a number of goods on each: `crafts(stables_1=2)`."""
    return [{"card": card, "goods": number} for card, number in goods.items()]


def fields(*words: str) -> list[Doc]:
    """Fields, each with its words: `fields("", "plow", "plow used")`."""
    return [{"plow": "plow" in word, "used": "used" in word} for word in words]


def valued(value: int, seats: str = "() ()", **more: Any) -> Doc:
    """Return a position in which the first of these seats (in the text form) has fixed this banner value."""
    doc = position(f"my_village phase=banners turn=(value={value}) seats=[{seats}]", **more)
    white = [1, 2, 3, 4] if len(doc["seats"]) == 3 else [1, 1, 2, 3, 4, 5, 6, 6]
    return {"pool": {"white": white}, **doc}


# --- playing ---------------------------------------------------------------------------------


def types(doc: Doc, who: int = 0) -> set[str]:
    """Return the types of a seat's legal moves."""
    return {move["type"] for move in legal(doc, who)}


def takeable(doc: Doc, who: int = 0) -> set[str]:
    """Return the cards that a seat can take from the display."""
    return {move["card"] for move in of_type(legal(doc, who), "take_card")}


def scores(doc: Doc, who: int = 0) -> dict[str, int]:
    """Return the points of a seat by category, without categories at 0, and the total."""
    row = MY_VILLAGE.score_now(MY_VILLAGE.read_position(doc))["rows"][who]
    return {"total": row["total"], **{line["item"]: line["points"] for line in row["lines"] if line["points"]}}


def rolling(roll: int, start: Doc, *moves: Doc) -> tuple[Doc, list[Event]]:
    """Play moves after which the rat die shows this roll, with the first seed for which it does."""
    for number in range(200):
        found = play({**start, "seed": number.to_bytes(2, "big").hex()}, *moves)
        rolls = facts(found[1], "rat_moved")
        assert len(rolls) == 1, "the rat die was not rolled once"
        if rolls[0]["roll"] == roll:
            return found
    raise AssertionError(f"no seed rolls a {roll}")


# --- moves -----------------------------------------------------------------------------------


def die(word: str) -> Doc:
    """Return a die: `w3` is a white three, `b6` a black six."""
    return {"color": {"w": "white", "b": "black"}[word[0]], "face": int(word[1])}


def dice(one: str, other: str) -> Doc:
    """Choose two dice."""
    return {"type": "choose_dice", "dice": [die(one), die(other)]}


def change(value: int, coins: int = 0, tokens: int = 0) -> Doc:
    """Change the chosen dice to a value."""
    return {"type": "set_value", "value": value, "coins": coins, "tokens": tokens}


def take(card: str, **more: Any) -> Doc:
    """Take a card of the display."""
    return {"type": "take_card", "card": card, **more}


def journey(**payment: int) -> Doc:
    """Take the next travel card."""
    return {"type": "travel", **({"payment": payment} if payment else {})}


def steward(benefit: bool = False) -> Doc:
    """Call the steward."""
    return {"type": "call_steward", "benefit": benefit}


def invite(*customers: int) -> Doc:
    """Buy customers, by their numbers."""
    return {"type": "invite", "customers": [f"customer_{number}" for number in customers]}


def gift(customer: int) -> Doc:
    """Take the free customer."""
    return {"type": "invite_free", "customer": f"customer_{customer}"}


def headman(to: str | None) -> Doc:
    """Move the headman."""
    return {"type": "move_headman", "to": to}


def banner(kind: str, **more: Any) -> Doc:
    """Return a white banner."""
    return {"kind": kind, **more}


def activate(kind: str, space: str | None = None, tile: Doc | None = None, field: int | None = None) -> Doc:
    """Activate a white banner."""
    return {"type": "activate", "banner": banner(kind, field=field), "space": space, "tile": tile}


def teach(step: str, villager: str | None = None) -> Doc:
    """Return a step of the school."""
    return {"type": "teach", "step": step, "villager": villager}


def serve(customer: int, **payment: Any) -> Doc:
    """Serve a customer, by its number."""
    return {"type": "serve", "customer": f"customer_{customer}", **({"payment": payment} if payment else {})}


def plow(source: str, field: int) -> Doc:
    """Move a plow to a field."""
    return {"type": "move_plow", "source": source, "field": field}


def bury(villager: str) -> Doc:
    """Choose who passes away."""
    return {"type": "bury", "villager": villager}


def hire(villager: str) -> Doc:
    """Choose the day laborer's profession."""
    return {"type": "hire_laborer", "villager": villager}


def customers(*numbers: int) -> list[str]:
    """Customers by their numbers."""
    return [f"customer_{number}" for number in numbers]
