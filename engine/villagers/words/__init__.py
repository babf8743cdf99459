"""Words for people: the pattern for a move or an event, and the values of its blanks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from typing import Any, Final

from engine.villagers.catalogue import COUNTESS_BANK, DATA, EVENT_KEYS, KEYS, PADLOCK, ROWS
from engine.villagers.solo.events import HERS
from engine.villagers.solo.prices import IN_FORCE, PRICE
from engine.villagers.state import PHASES
from engine.villagers.table.padlock import PRICE as UNLOCK_PRICE
from engine.villagers.table.padlock import bank_price
from engine.wording import Doc, Facts, Names, Noun, Numbered, Several, Words, capital, kinds_of

COUNTESS: Final = "countess"
OTHER_CARDS: Final[list[Doc]] = [*DATA["events"], DATA["jester"], *DATA["developments"]]


class _You(Noun):
    """The viewer. The possessive (`s`, `gen`) is "your"; all other forms are those of the name."""

    def __init__(self, who: Noun, whose: str) -> None:
        super().__init__(who.name)
        self._who = who
        self._whose = whose

    def __format__(self, form: str) -> str:
        return self._whose if form in ("s", "gen") else f"{self._who:{form}}"


class VillagersWords(Words):
    """The words of Villagers in one language."""

    def __init__(self, language: str) -> None:
        own = import_module(f"engine.villagers.words.{language}")
        super().__init__(language, own)
        self._phrases_of: Mapping[str, str] = own.PHRASES
        self._nouns: Mapping[str, Noun] = own.NOUNS
        self._names: Mapping[str, str] = {row["key"]: row["name"][language] for row in (*ROWS, *OTHER_CARDS)}

    def seat(self, seat: int, names: Names) -> Noun:
        """Return the name at a seat. In solo play seat 1 is the Countess."""
        return self._nouns[COUNTESS] if seat == len(names) == 1 else super().seat(seat, names)

    def card(self, card: Any) -> Noun:
        """Return a card by its key, or by its document, which may show only the back."""
        if card.__class__ is dict:
            if card["card"] is None:
                return Noun(self._phrases_of["back"].format(suit=self.vocabulary["suits"][card["suit"]]))
            card = card["card"]
        found: Noun = self._nouns[card]
        return found

    def several_cards(self, cards: Sequence[Any]) -> Several:
        """Return several cards in words; identical ones are counted."""
        alike = Counter(self._sort(card) for card in cards)
        return Several([self._so_many(*sort, count) for sort, count in alike.items()], self.join)

    def _sort(self, card: Any) -> tuple[str | None, str | None]:
        """Return what makes cards identical: the key, or the suit of the back."""
        if card.__class__ is not dict:
            return card, None
        return card["card"], None if card["card"] else card["suit"]

    def _so_many(self, key: str | None, suit: str | None, count: int) -> Noun:
        card = self.card({"card": key, "suit": suit})
        if count == 1:
            return card
        if key is None:
            return Noun(self._phrases_of["backs"].format(count=count, suit=self.vocabulary["suits"][str(suit)]))
        return Noun(self._phrases_of["alike"].format(count=count, card=card))

    def counted(self, what: str, count: int) -> str:
        """Return an amount, in the singular or the plural."""
        return self._phrases_of[f"{what}_{'one' if count == 1 else 'many'}"].format(count=count)

    def pile(self, kind: str, index: int | None = None) -> Noun:
        """Return the name of a pile: a stack, the road, the reserve, a hand."""
        if kind == "stack" and index is not None:
            return Noun(f"{self._nouns['stack']} {index + 1}")
        return self._nouns[kind]

    def fact(self, name: str, value: Any, names: Names) -> Any:
        return value if value is None or name not in _FACTS else _FACTS[name](self, value, names)

    # --- events ------------------------------------------------------------------------------

    def describe(self, event: Doc, names: Names) -> tuple[str, Facts]:
        """See `Words.describe`. Some event types have several patterns, such as one for a single card."""
        facts = {name: self.fact(name, value, names) for name, value in event.items()}
        if event["type"] in _VARIANTS:
            return f"{event['type']}{_VARIANTS[event['type']](event)}", facts
        if event["type"] in _SPECIAL:
            return getattr(self, f"_{event['type']}")(event, facts, names)  # type: ignore[no-any-return]
        if "source" in event or "pile" in event:
            kind = str(event.get("pile", event.get("source")))
            at = event.get("stack", event.get("index"))
            facts["pile"] = self.pile(kind, at)
            facts["origin"] = self._phrases_of.get(f"from_{kind}", "").format(number=(at or 0) + 1)
        if "unlock" in event:
            card = event["card"] if "card" in event else event["villagers"][-1]["card"]
            facts["unlock"] = self._unlocked(event["unlock"], event["seat"], card, names)
        return event["type"] + (" gold" if event["type"] in _WITH_GOLD and event["gold"] else ""), facts

    def _placed(self, villager: Doc) -> Noun:
        card, role = self.card(villager["card"]), villager["as"]
        # Either side of Founders counts as Founders, so there is nothing to say.
        if role is None or villager["card"] == "founders":
            return card
        return Numbered(card, self._phrases_of["as"].format(role=self._names[role]))

    def _unlocked(self, unlock: Doc | None, seat: int, card: str, names: Names) -> str:
        """Return how a padlock was unlocked, such as ", paying the bank"; empty for a card without a padlock."""
        if unlock is None:
            return ""
        if unlock["by"] != "villager":
            return self._phrases_of[unlock["by"]]
        if unlock["seat"] == seat:
            padlock = PADLOCK[KEYS.index(card)]
            if padlock >= 0:
                return self._phrases_of["their_unlocker"].format(unlocker=self._nouns[KEYS[padlock]])
        return self._phrases_of["payee"].format(payee=self.seat(unlock["seat"], names))

    def _market(self, event: Doc, facts: Facts, names: Names) -> tuple[str, Facts]:
        earned = self._phrases_of["earned"]
        rows = [earned.format(seat=self.seat(row["seat"], names), gold=row["total"]) for row in event["rows"]]
        return f"market {event['market']}", {"rows": ", ".join(rows)}

    def _game_ended(self, event: Doc, facts: Facts, names: Names) -> tuple[str, Facts]:
        winners = [str(self.seat(seat, names)) for seat in event["winners"]]
        kind = {0: " lost", 1: ""}.get(len(winners), " shared")
        return f"game_ended{kind}", {"winners": self.join(winners)}

    def _looked(self, event: Doc, facts: dict[str, Any], names: Names) -> tuple[str, Facts]:
        facts["origin"] = self._phrases_of[f"from_{event['pile']}"].format(number=(event["stack"] or 0) + 1)
        if event["cards"]:
            facts["what"] = format(facts["cards"], self._phrases_of["form_of_cards"])
        else:
            facts["what"] = facts["count"]
        return ("looked hand" if event["pile"] == "hand" else "looked"), facts

    def _arranged(self, event: Doc, facts: dict[str, Any], names: Names) -> tuple[str, Facts]:
        facts["pile"] = self.pile(event["pile"], event["stack"])
        return ("arranged" if event["card"] is not None else "arranged unseen"), facts

    def _developments(self, event: Doc, facts: Facts, names: Names) -> tuple[str, Facts]:
        nobody = self._phrases_of["nobody"]
        winners = [(line["development"], line["winner"]) for line in event["developments"]]
        lines = [
            f"{self._names[development]}: {nobody if winner is None else format(self.seat(winner, names), 'nom')}"
            for development, winner in winners
        ]
        return "developments", {"lines": "; ".join(lines)}

    # --- moves -------------------------------------------------------------------------------

    def asked(self, moves: Sequence[Doc], view: Doc, names: Names) -> tuple[str, Facts]:
        """See `Words.asked`: the pattern depends on the pending decision, else on the phase."""
        kinds, pending, phase = kinds_of(moves), view["pending"], view["phase"]
        drafts = [kind for kind in kinds if kind in _DRAFTS]
        if phase == "draft" and pending is None and not drafts:
            cards = dict.fromkeys(move["card"] for move in moves)
            return "reaction", {"cards": self.either([str(self.card(card)) for card in cards])}
        me = view["seats"][view["to_act"][0]]
        ways = [self.prompts[f"way {kind}"] for kind in drafts or kinds if f"way {kind}" in self.prompts]
        facts = {
            "ways": self.either(ways),
            "builds": self.counted("actions", me["builds_left"]),
            "number": len(me["square"]) + 1,
            "limit": me["draft_limit"],
            "also": self.prompts["special first"] if {*kinds} - _DRAFTS - {"jester"} else "",
            "jester": self.prompts["jester first"] if "jester" in kinds else "",
            **{name: self.fact(name, value, names) for name, value in (pending or {}).items() if name in _OF_PENDING},
        }
        if pending is not None:
            kind = pending["type"]
            return {"look": kinds[0], "settle": f"settle {phase}"}.get(kind, kind), facts
        if phase == "event":
            facts["event"] = self._names[moves[0]["event"]]
            several = len({move["event"] for move in moves if move["type"] == "resolve"}) > 1
            return ("resolve next" if several else "resolve"), facts
        if phase == "draft" and facts["number"] > facts["limit"]:
            return "draft more", facts
        return (kinds[0] if phase == "development" else phase), facts

    def label(self, move: Doc, view: Doc, names: Names, exact: bool) -> str:
        return self.labeller(view, names, exact)(move)

    def labeller(self, view: Doc, names: Names, exact: bool) -> Callable[[Doc], str]:
        return _Labels(self, view, names, exact).label


_Fact = Callable[[VillagersWords, Any, Names], Any]
_FACTS: Final[Mapping[str, _Fact]] = {
    **dict.fromkeys(("seat", "from_seat", "first_player"), lambda words, seat, names: words.seat(seat, names)),
    **dict.fromkeys(("card", "basic", "role", "unlocker", "wanted"), lambda words, card, names: words.card(card)),
    **dict.fromkeys(("slot", "stack", "index"), lambda words, place, names: place + 1),
    "cards": lambda words, cards, names: words.several_cards(cards),
    "villagers": lambda words, placed, names: Several([words._placed(one) for one in placed], words.join),
    "slots": lambda words, slots, names: words.join([str(slot + 1) for slot in slots]),
    "event": lambda words, event, names: words._names[event],
    "reason": lambda words, reason, names: words.vocabulary["reasons"].get(reason) or words._names[reason],
    "to": lambda words, to, names: words._nouns[to],
    "phase": lambda words, phase, names: words.vocabulary["phases"][phase],
    "count": lambda words, count, names: words.counted("cards", count),
    "cost": lambda words, cost, names: words.counted("actions", cost),
    "monks": lambda words, monks, names: words.counted("needed", monks),
}
"""Functions that put fields of events and refusals into words; other fields stay as they are."""
_SPECIAL: Final = frozenset(("market", "game_ended", "looked", "arranged", "developments"))
"""Events that have a method of their own."""
_WITH_GOLD: Final = frozenset(("drafted", "couriered", "lured", "countess_gained"))
"""The events that have another pattern if gold was gained."""


_DRAFTS: Final = frozenset(("draft_road", "draft_stack", "draft_reserve"))
_OF_PENDING: Final = frozenset(("event", "seat"))
"""The fields of the pending decision that a prompt mentions."""

_CUTS: Final = {EVENT_KEYS[event]: PHASES[phase] for phase, event in IN_FORCE.items()}
"""For each event that takes an action away, the phase of the action."""

_VARIANTS: Final[Mapping[str, Callable[[Doc], str]]] = {
    "picked_up": lambda event: "" if event["cards"] else " none",
    "road_discarded": lambda event: " one" if len(event["cards"]) == 1 else "",
    "road_paid": lambda event: " one" if len(event["slots"]) == 1 else "",
    "hired": lambda event: " own" if event["seat"] == event["from_seat"] else "",
    "limit_cut": lambda event: f" {_CUTS[event['reason']]}",
}
"""For each event type with several patterns, a function that chooses one by the event's facts."""


class _Labels:
    """The labels of the legal moves in one view."""

    def __init__(self, words: VillagersWords, view: Doc, names: Names, exact: bool) -> None:
        self._words = words
        self._view = view
        self._names = names if len(names) else [None] * len(view["seats"])
        self._exact = exact
        # `to_act` is empty if the moves are possible reactions, which place nothing.
        self._me: int = next(iter(view["to_act"]), -1)
        self._you = _You(words.seat(max(self._me, 0), self._names), words._phrases_of["whose_own"])
        # Many moves of a list pay the same villagers and place on the same ones.
        self._villagers: dict[tuple[int, int], Noun] = {}
        self._unlocks: dict[tuple[Any, ...], str] = {}

    def label(self, move: Doc) -> str:
        key, facts = self.of(move)
        return capital(self._words.moves[key].format(**facts))

    def of(self, move: Doc) -> tuple[str, Facts]:
        """Return the key of the pattern, and the values of its blanks."""
        kind = move["type"]
        facts: dict[str, Any] = {"on": "", "monks": "", "unlock": "", "side": "", "slot": ""}
        for name, value in move.items():
            if value is not None and name != "type":
                facts[name] = self._fact(kind, name, value, move)
        if kind == "apprentice" and move["card"] is not None and move["on"] is None:
            facts["on"] = self._words._phrases_of["apprentice_new"]
        if kind in ("play", "resolve", "return_card", "reward_card"):
            kind += self._aim(move)
        elif kind == "apprentice" and move["card"] is not None:
            kind += " card"
        elif kind == "settle":
            kind += " pay" if move["pay"] else f" cut {_CUTS[move['event']]}"
            facts["price"] = min(PRICE, self._view["seats"][self._me]["gold"])
        if move.get("slot") is not None:
            facts["card" if "card" not in move else "taken"] = self._words.card(
                self._view["road"][move["slot"]]["card"]
            )
        return kind, facts

    def _fact(self, kind: str, name: str, value: Any, move: Doc) -> Any:
        words, phrases = self._words, self._words._phrases_of
        if name in ("card", "basic", "take"):
            return words.card(value)
        if name == "slot":
            return phrases["slot"].format(slot=value + 1) if self._exact else ""
        if name == "stack":
            return value + 1
        if name == "seat":
            return self._seat(value)
        if name == "event":
            return words._names[value]
        if name == "villager":
            return self._villager(self._owner(kind, move), value)
        if name == "on":
            key = "on" if kind != "apprentice" else "apprentice_on" if move["card"] is None else "apprentice_card_on"
            return phrases[key].format(villager=self._villager(self._me, value))
        if name == "monks":
            return self._monks(kind, value, move) if value else ""
        if name == "unlock":
            return self._unlock(value)
        return phrases[f"side_{value}"] if name == "side" else value

    def _monks(self, kind: str, roles: Sequence[str], move: Doc) -> str:
        under = "monks" if kind != "apprentice" else "apprentice_monks" if move["card"] is None else "apprentice_card"
        pattern = self._words._phrases_of[f"{under}_{'one' if len(roles) == 1 else 'many'}"]
        return pattern.format(count=len(roles), roles=self._words.join([self._words._names[role] for role in roles]))

    def _owner(self, kind: str, move: Doc) -> int:
        """Return the seat in whose village the villager of a move stands."""
        if kind == "resolve":
            return 1 if move["event"] in HERS else self._me
        if kind == "thieve" or move.get("seat") is None:
            return self._me
        return int(move["seat"])

    def _seat(self, seat: int) -> Noun:
        """Return the name of the player at a seat. If two players have the same name, their seats distinguish them."""
        if seat == self._me:
            return self._you
        who = self._words.seat(seat, self._names)
        named = seat < len(self._names) and self._names[seat]
        number = self._words._phrases_of["seat"].format(number=seat + 1)
        return Numbered(who, number) if self._exact and named else who

    def _villager(self, seat: int, villager: int) -> Noun:
        """Return a villager's name, with its number if several are identical."""
        if (seat, villager) not in self._villagers:
            self._villagers[seat, villager] = self._look_up(seat, villager)
        return self._villagers[seat, villager]

    def _look_up(self, seat: int, villager: int) -> Noun:
        seats = self._view["seats"]
        village = seats[seat]["village"] if seat < len(seats) else self._view["countess"]["village"]
        card = next(one["card"] for one in village if one["id"] == villager)
        noun = self._words.card(card)
        return Numbered(noun, self._words._phrases_of["id"].format(id=villager)) if self._exact else noun

    def _unlock(self, unlock: Doc) -> str:
        key = tuple(unlock.values())
        if key not in self._unlocks:
            self._unlocks[key] = self._unlocked(unlock)
        return self._unlocks[key]

    def _unlocked(self, unlock: Doc) -> str:
        phrases = self._words._phrases_of
        if unlock["by"] == "bank":
            events = self._view.get("events") or {}
            hers = EVENT_KEYS[COUNTESS_BANK] in events.get("face_up", ())
            return phrases["bank_paid"].format(price=bank_price(self._view["phase"] == "build", hers))
        if unlock["by"] != "villager":
            return phrases[unlock["by"]]
        villager = self._villager(unlock["seat"], unlock["villager"])
        if unlock["seat"] == self._me:
            return phrases["own_unlocker"].format(unlocker=villager)
        return phrases["unlocker"].format(unlocker=villager, payee=self._seat(unlock["seat"]), price=UNLOCK_PRICE)

    def _aim(self, move: Doc) -> str:
        """Return the end of the pattern's key: the kind of pile, or else the fields that name the move's target."""
        if move.get("pile") is not None:
            return f" {move['pile']}"
        aims = ("seat", "villager", "stack", "slot", "take", *(() if move["type"] == "play" else ("card",)))
        aim = "".join(f" {name}" for name in aims if move.get(name) is not None)
        return f"{aim} own" if aim == " seat take" and move["seat"] == self._me else aim
