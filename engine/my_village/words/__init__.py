"""The words of My Village: how its moves and events are told (see `engine.wording`)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache
from importlib import import_module
from typing import Any, Final

from engine.my_village.catalogue.cards import GOODS, ROWS
from engine.wording import Doc, Facts, Names, Words, capital
from engine.wording.nouns import Noun

_THERE: Final = re.compile(r"(\d+) (?:is|are) there")


class MyVillageWords(Words):
    """Nothing is hidden in My Village, and a list has no two moves that read alike."""

    def __init__(self, language: str) -> None:
        own = import_module(f"engine.my_village.words.{language}")
        super().__init__(language, own)
        self._nouns: Mapping[str, Noun] = own.NOUNS
        self._cards: Mapping[str, Noun] = {
            row["key"]: own.CARDS.get(row["key"]) or Noun(row["name"][language]) for row in ROWS
        }
        self._there: str = getattr(own, "THERE", "{number}")
        self._parts: Mapping[str, str] = {
            **getattr(own, "PARTS", {}),
            **{row["name"]["en"]: row["name"][language] for row in ROWS},
            **{key: name for kind in ("villagers", "banners", "phases") for key, name in self.vocabulary[kind].items()},
        }

    # --- moves -------------------------------------------------------------------------------

    def label(self, move: Doc, view: Doc, names: Names, exact: bool) -> str:
        """What one move is called."""
        key, facts = _LABELS.get(move["type"], _just)(self, move)
        label = capital(self.moves[key].format(**facts))
        if move.get("payment") and (paid := self._payment(move["payment"])):
            label = self.moves["paying"].format(label=label, paid=paid)
        if move.get("space"):
            label = self.moves["marking"].format(label=label, space=self._nouns[move["space"]])
        if move.get("tile"):
            label = self.moves["tiling"].format(label=label, tile=self.banner(move["tile"]))
        return label

    # --- events ------------------------------------------------------------------------------

    def describe(self, event: Doc, names: Names) -> tuple[str, Facts]:
        """The key of an event's pattern, and what fills the blanks."""
        key, facts = _TOLD.get(event["type"], _just)(self, event)
        seats: dict[str, Noun] = {at: self.seat(event[at], names) for at in ("seat", "first_player") if at in event}
        if "winners" in event:
            seats["winners"] = Noun(self.join([str(self.seat(seat, names)) for seat in event["winners"]]))
        return key, {**facts, **seats}

    # --- parts -------------------------------------------------------------------------------

    def value(self, english: str) -> str:
        """Names of cards, amounts and prices in refusals."""
        if english in self._parts:
            return self._parts[english]
        text = _THERE.sub(lambda there: self._there.format(number=there[1]), english)
        for part in sorted(self._parts, key=len, reverse=True):
            text = re.sub(rf"\b{re.escape(part)}\b", self._parts[part], text)
        return " ".join(text.split())

    def count(self, what: str, number: int) -> str:
        """So many of something: "2 coins"."""
        return self.events[f"{what}_one" if number == 1 else what].format(number=number)

    def card(self, key: str) -> Noun:
        """A card's name."""
        return self._cards[key]

    def cards(self, keys: list[str]) -> str:
        """The names of several cards."""
        return self.join([str(self.card(key)) for key in keys])

    def villager(self, key: str) -> Noun:
        """One of the five villagers."""
        return self._nouns[key]

    def dice(self, dice: list[Doc]) -> str:
        """Dice with their faces."""
        return self.join([self.events[f"die_{die['color']}"].format(face=die["face"]) for die in dice])

    def space(self, key: str) -> Noun:
        """A space of the area or population council."""
        return self._nouns[key]

    def banner(self, banner: Doc) -> Noun:
        """A white banner: what it belongs to."""
        if banner["kind"] == "customer":
            return self.card(banner["customer"])
        noun = self._nouns[banner["kind"]]
        return Noun(noun.name.format(number=banner["field"] + 1)) if banner["kind"] == "field" else noun

    def _payment(self, payment: Doc) -> str:
        return self.join(list(self._paid(payment)))

    def _paid(self, payment: Doc) -> Iterator[str]:
        for what in ("coins", *GOODS, "wild"):
            if payment.get(what):
                yield self.count(what, payment[what])
        for field in payment.get("fields", ()):
            yield self.events["payment_field"].format(field=field + 1)

    def cost(self, event: Doc) -> str:
        """The time and the goods that an event tells were paid; empty where nothing was."""
        parts = [self.count("time", event["time"])] if event.get("time") else []
        parts += [self.count("coins", event["coins"])] if event.get("coins") else []
        parts += [self.count("marker", event["tokens"])] if event.get("tokens") else []
        return self.join([*parts, *self._paid(event.get("payment", {}))]) if parts or event.get("payment") else ""


Told = tuple[str, dict[str, Any]]


def _just(words: MyVillageWords, doc: Doc) -> Told:
    """The pattern of the type, filled with the fields as they are."""
    return doc["type"], {name: value for name, value in doc.items() if name != "type"}


def _paid(words: MyVillageWords, event: Doc, **facts: Any) -> Told:
    """One of two patterns: for what it cost, if it cost anything."""
    cost = words.cost(event)
    return (f"{event['type']}_paid" if cost else event["type"]), {"cost": cost, **facts}


def _set_value(words: MyVillageWords, move: Doc) -> Told:
    paid = words.cost({"coins": move["coins"], "tokens": move["tokens"]})
    return ("set_value_paid" if paid else "set_value"), {"value": move["value"], "paid": paid}


def _headman(words: MyVillageWords, move: Doc) -> Told:
    return "move_headman" + (f"_{move['to']}" if move["to"] else ""), {}


def _teach(words: MyVillageWords, move: Doc) -> Told:
    return f"teach_{move['step']}", {"villager": words.villager(move["villager"]) if move["villager"] else ""}


_LABELS: Final[Mapping[str, Any]] = {
    "choose_dice": lambda words, move: ("choose_dice", {"dice": words.dice(move["dice"])}),
    "set_value": _set_value,
    "take_card": lambda words, move: ("take_card", {"card": words.card(move["card"])}),
    "travel": lambda words, move: ("travel", {"letter": move["letter"].upper()}),
    "take_hand": lambda words, move: ("take_hand_forfeit" if move["forfeit"] else "take_hand", {}),
    "call_steward": lambda words, move: ("call_steward_benefit" if move["benefit"] else "call_steward", {}),
    "move_headman": _headman,
    "activate": lambda words, move: ("activate", {"banner": words.banner(move["banner"])}),
    "teach": _teach,
    "serve": lambda words, move: ("serve", {"customer": words.card(move["customer"])}),
    "move_plow": lambda words, move: (f"move_plow_{move['source']}", {"field": move["field"] + 1}),
    "invite": lambda words, move: ("invite", {"customers": words.cards(move["customers"])}),
    "invite_free": lambda words, move: ("invite_free", {"customers": words.card(move["customer"])}),
    "bury": lambda words, move: ("bury", {"villager": words.villager(move["villager"])}),
    "hire_laborer": lambda words, move: ("hire_laborer", {"villager": words.villager(move["villager"])}),
}


def _rolled(words: MyVillageWords, event: Doc) -> Told:
    faces = {color: " ".join(map(str, event[color])) for color in ("white", "black")}
    return "dice_rolled", {"round": event["round"], **faces}


def _steward(words: MyVillageWords, event: Doc) -> Told:
    if event["revealed"]:
        return "steward_called_revealed", {"revealed": words.card(event["revealed"])}
    return ("steward_called_benefit" if event["benefit"] else "steward_called"), {}


def _moved(words: MyVillageWords, event: Doc) -> Told:
    saved = event["saved"]
    key = f"headman_moved_{event['to']}"
    return (f"{key}_saved" if saved else key), {"saved": words.count("story", saved)}


def _taught(words: MyVillageWords, event: Doc) -> Told:
    return f"taught_{event['step']}", {"villager": words.villager(event["villager"]) if event["villager"] else ""}


def _gained(words: MyVillageWords, event: Doc) -> Told:
    if event["what"] == "mark":
        return "gained_mark", {"space": words.space(event["space"])}
    what = "marker" if event["what"] == "token" else event["what"]
    return "gained", {"amount": words.count(what, event["amount"])}


def _scored(words: MyVillageWords, event: Doc) -> Told:
    return ("village_scored_shared" if len(event["winners"]) > 1 else "village_scored"), {}


_TOLD: Final[Mapping[str, Any]] = {
    "dice_rolled": _rolled,
    "dice_chosen": lambda words, event: _paid(words, event, dice=words.dice(event["dice"])),
    "value_set": lambda words, event: _paid(words, event, value=event["value"]),
    "card_bought": lambda words, event: _paid(words, event, card=words.card(event["card"])),
    "card_added": lambda words, event: ("card_added", {"card": words.card(event["card"])}),
    "travel_exchanged": lambda words, event: (
        "travel_exchanged",
        {"returned": words.card(event["returned"]), "card": words.card(event["card"])},
    ),
    "hand_taken": lambda words, event: ("hand_taken", {"story": words.count("story", event["story"])}),
    "steward_called": _steward,
    "customers_invited": lambda words, event: _paid(words, event, customers=words.cards(event["customers"])),
    "display_filled": lambda words, event: ("display_filled", {"customers": words.cards(event["customers"])}),
    "headman_moved": _moved,
    "banner_activated": lambda words, event: _paid(words, event, banner=words.banner(event["banner"])),
    "taught": _taught,
    "customer_served": lambda words, event: _paid(words, event, customer=words.card(event["customer"])),
    "plow_moved": lambda words, event: (f"plow_moved_{event['source']}", {"field": event["field"] + 1}),
    "tile_placed": lambda words, event: ("tile_placed", {"banner": words.banner(event["banner"])}),
    "gained": _gained,
    "villager_died": lambda words, event: (
        f"villager_died_{event['place']}",
        {"villager": words.villager(event["villager"])},
    ),
    "laborer_hired": lambda words, event: ("laborer_hired", {"villager": words.villager(event["villager"])}),
    "story_lost": lambda words, event: ("story_lost", {"amount": words.count("story", event["amount"])}),
    "village_scored": _scored,
}


@cache
def words_of(language: str) -> MyVillageWords:
    """The words of a language."""
    return MyVillageWords(language)
