"""The words of My Village for its moves and events (see `engine.wording`)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from importlib import import_module
from typing import Any, Final

from engine.my_village.catalogue.cards import GOODS, ROWS
from engine.wording import Doc, Facts, Names, Noun, Words, capital, kinds_of


class MyVillageWords(Words):
    """The words in one language. Two moves of a list never have the same label, so labels depend on neither `exact` nor
    the view.
    """

    SEATS = ("seat", "first_player")
    NAMELESS = ("MyVillageEffect", "MyVillageLetter", "SourceKind")

    def __init__(self, language: str) -> None:
        own = import_module(f"engine.my_village.words.{language}")
        super().__init__(language, own)
        self._nouns: Mapping[str, Noun] = own.NOUNS
        self._cards: Mapping[str, Noun] = {
            row["key"]: own.CARDS.get(row["key"]) or Noun(own.NUMBERED.format(name=row["name"][language]))
            for row in ROWS
        }

    def label(self, move: Doc, view: Doc, names: Names, exact: bool) -> str:
        label = capital(self.moves[self._key(move, self.moves)].format(**self._facts(move, names)))
        if move.get("payment") and (paid := self.join(list(self._paid(move["payment"])))):
            label = self.moves["paying"].format(label=label, paid=paid)
        if move.get("space"):
            label = self.moves["marking"].format(label=label, space=self._nouns[move["space"]])
        if move.get("tile"):
            label = self.moves["tiling"].format(label=label, tile=self.banner(move["tile"]))
        return label

    def asked(self, moves: Sequence[Doc], view: Doc, names: Names) -> tuple[str, Facts]:
        """See `Words.asked`: the key is made from the phase and the available options."""
        kinds = kinds_of(moves)
        ways = self.either([self.prompts[f"way {kind}"] for kind in kinds if f"way {kind}" in self.prompts])
        facts = {
            "ways": ways,
            "value": view["turn"]["value"],
            "decline": self.prompts["or decline"] if "forfeit" in kinds else "",
        }
        return ("end" if kinds == ["end_turn"] else view["phase"]), facts

    def describe(self, event: Doc, names: Names) -> tuple[str, Facts]:
        return self._key(event, self.events), self._facts(event, names)

    def _key(self, doc: Doc, patterns: Mapping[str, str]) -> str:
        """Return the pattern's key for a move or event: its type and variant and, if it has a payment, the kind of
        payment.
        """
        variant = _VARIANTS[doc["type"]](doc) if doc["type"] in _VARIANTS else ""
        key = f"{doc['type']}_{variant}" if variant else doc["type"]
        return f"{key}_paid" if f"{key}_paid" in patterns and self.cost(doc) else key

    def _facts(self, doc: Doc, names: Names) -> Facts:
        facts = {name: self.fact(name, value, names) for name, value in doc.items() if name != "type"}
        if "amount" in doc and doc.get("what") != "mark":
            facts["amount"] = self.count(doc.get("what", "story"), doc["amount"])
        return {**facts, "cost": self.cost(doc)}

    def fact(self, name: str, value: Any, names: Names) -> Any:
        if name == "winners":
            return self.join([str(self.seat(seat, names)) for seat in value])
        if name not in _FACTS or value is None:
            return super().fact(name, value, names)
        return _FACTS[name](self, value)

    # --- parts -------------------------------------------------------------------------------

    def count(self, what: str, number: int) -> str:
        """Return a number of things: "2 coins"."""
        return self.events[f"{what}_one" if number == 1 else what].format(number=number)

    def card(self, key: str) -> Noun:
        return self._cards[key]

    def several_cards(self, keys: list[str]) -> str:
        return self.join([str(self.card(key)) for key in keys])

    def dice(self, dice: list[Doc]) -> str:
        if len(dice) == 2 and dice[0] == dice[1]:
            return self.events[f"dice_{dice[0]['color']}"].format(face=dice[0]["face"])
        return self.join([self.events[f"die_{die['color']}"].format(face=die["face"]) for die in dice])

    def banner(self, banner: Doc) -> Noun:
        """Return the noun for a white banner: its card or its place."""
        if banner["kind"] == "customer":
            return self.card(banner["customer"])
        noun = self._nouns[banner["kind"]]
        return Noun(noun.name.format(number=banner["field"] + 1)) if banner["kind"] == "field" else noun

    def _paid(self, payment: Doc) -> Iterator[str]:
        for what in ("coins", *GOODS, "wild"):
            if payment.get(what):
                yield self.count(what, payment[what])
        for field in payment.get("fields", ()):
            yield self.events["payment_field"].format(field=field + 1)

    def price(self, costs: list[Doc]) -> str:
        ways = [self.join([self.count(what, number) for what, number in cost.items()]) for cost in costs]
        return self.events["or"].join(way or self.events["nothing"] for way in ways)

    def cost(self, event: Doc) -> str:
        """Return the time and goods paid in an event, in words; empty if nothing was paid."""
        parts = [self.count("time", event["time"])] if event.get("time") else []
        parts += [self.count("coins", event["coins"])] if event.get("coins") else []
        parts += [self.count("token", event["tokens"])] if event.get("tokens") else []
        return self.join([*parts, *self._paid(event.get("payment", {}))]) if parts or event.get("payment") else ""


def _noun(words: MyVillageWords, key: Any) -> Any:
    """Return the name of a villager or of a council's space. A space of the rats' track stays a number."""
    return words._nouns[key] if isinstance(key, str) else key


_Fact = Callable[[MyVillageWords, Any], Any]


def _amount(what: str) -> _Fact:
    return lambda words, number: words.count(what, number)


def _named(kind: str) -> _Fact:
    return lambda words, value: words.vocabulary[kind][value]


_FACTS: Final[Mapping[str, _Fact]] = {
    **dict.fromkeys(("card", "customer", "returned", "revealed"), MyVillageWords.card),
    **dict.fromkeys(("villager", "space"), _noun),
    **dict.fromkeys(("story", "saved"), _amount("story")),
    "coins": _amount("coins"),
    "tokens": _amount("token"),
    "guests": _amount("customer"),
    "phase": _named("phases"),
    "source": _named("plow_sources"),
    "stands": _named("headman_places"),
    "price": MyVillageWords.price,
    **dict.fromkeys(("white", "black"), lambda words, faces: " ".join(map(str, faces))),
    "customers": MyVillageWords.several_cards,
    "banner": MyVillageWords.banner,
    "dice": MyVillageWords.dice,
    "letter": lambda words, letter: letter.upper(),
    "field": lambda words, field: field + 1,
}
"""Functions that put facts into words, by the names of the facts in moves, events and refusals. In words, a village's
fields are numbered from 1.
"""

_VARIANTS: Final[Mapping[str, Callable[[Doc], str]]] = {
    "take_hand": lambda move: "forfeit" if move["forfeit"] else "",
    "call_steward": lambda move: "benefit" if move["benefit"] else "",
    "move_headman": lambda move: move["to"] or "",
    "teach": lambda move: move["step"],
    "move_plow": lambda move: move["source"],
    "steward_called": lambda event: "revealed" if event["revealed"] else "benefit" if event["benefit"] else "",
    "headman_moved": lambda event: f"{event['to']}_saved" if event["saved"] else event["to"],
    "taught": lambda event: event["step"],
    "plow_moved": lambda event: event["source"],
    "gained": lambda event: "mark" if event["what"] == "mark" else "",
    "villager_died": lambda event: event["place"],
    "village_scored": lambda event: "shared" if len(event["winners"]) > 1 else "",
}
"""The functions that choose one of several patterns for a type of move or event. The keys are the types."""
