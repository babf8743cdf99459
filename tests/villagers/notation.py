"""Rule tests begin and end in the position notation: these few words read it, play in it and write it.

Every move played here is also checked for what holds for all moves, see `tests.checked`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from engine.events import Event
from engine.registry import RULESETS
from engine.ruleset import Doc
from tests.checked import Checked

VILLAGERS = RULESETS["villagers"]
_CHECKED = Checked(VILLAGERS)
END: Doc = {"type": "end"}
BY_BANK: Doc = {"by": "bank"}
BY_TINNER: Doc = {"by": "tinner"}

_WORD = re.compile(
    r"(?P<card>[a-z_]+)(:(?P<side>gold|food|blank))?(=(?P<role>[a-z_]+))?(@(?P<on>\d+))?(\+(?P<gold>\d+))?"
)


def village(*words: str) -> list[Doc]:
    """A village, its ids 1, 2, 3, ... in the order of the words.

    A word is a card with, in this order, `:side` of Founders (or of the Countess), `=role` of a monk or apprentice,
    `@id` of what it stands on, `+gold` lying on it: `village("founders:food", "miner", "monk=seeker@2", "agent")`.
    """
    return [_villager(number, word) for number, word in enumerate(words, 1)]


def _villager(number: int, word: str) -> Doc:
    match = _WORD.fullmatch(word)
    assert match, f"not a villager: {word}"
    doc: Doc = {"id": number, "card": match["card"]}
    if match["side"]:
        doc["side"] = match["side"]
    if match["role"]:
        doc["as"] = match["role"]
    if match["on"]:
        doc["on"] = int(match["on"])
    if match["gold"]:
        doc["gold"] = int(match["gold"])
    return doc


def seat(*words: str, **fields: Any) -> Doc:
    """A seat: the words of its village (none: the default village, Founders alone), and its other fields."""
    return {**({"village": village(*words)} if words else {}), **fields}


def position(*seats: Doc, **fields: Any) -> Doc:
    """A position of these seats; what is not said has the notation's default (phase: `draft`)."""
    return {"ruleset": "villagers", "seats": list(seats), **fields}


def building(*seats: Doc, **fields: Any) -> Doc:
    """A position in the build phase; seat 0 acts unless `first_player` or `to_act` say otherwise."""
    return position(*seats, phase="build", **fields)


def solo(seat: Doc, *court: str, level: str = "normal", gold: int = 1, events: Doc | None = None, **fields: Any) -> Doc:
    """A position of one seat against the Countess; `court`: the words of her village besides her card (id 1).

    `events`: `face_up`, `begun`, `summer`, `winter` (top first), `summer_discard`, `winter_discard`, `jester`, ...
    """
    card = "countess:blank" if level == "beginner" else "countess:gold"
    options = {"solo": level, **fields.pop("options", {})}
    countess = {"gold": gold, "village": village(card, *court)}
    return position(seat, options=options, countess=countess, events=events or {}, **fields)


def road(*cards: str | None) -> list[Doc | None]:
    """A road: a card, `card+gold`, or `None` for a gap, slot by slot."""
    return [None if card is None else _on_road(card) for card in cards]


def _on_road(word: str) -> Doc:
    card, _, gold = word.partition("+")
    return {"card": card, "gold": int(gold or 0)}


def new_game(seats: int, seed: bytes = b"a seed", **options: Any) -> Doc:
    """The position at the start of a game."""
    return _CHECKED.written(VILLAGERS.setup(VILLAGERS.read_options(options, seats), seats, seed))


def play(start: Doc, *moves: tuple[int, Doc]) -> tuple[Doc, list[Event]]:
    """Play moves (seat and move) from a position: the position reached and all that happened."""
    return _CHECKED.play(start, moves)


def legal(doc: Doc, who: int) -> list[Doc]:
    """The legal moves of a seat, complete, as documents."""
    return _CHECKED.legal(doc, who)


def refused(doc: Doc, who: int, move: Doc) -> str:
    """Have a move refused: the rule's id. Checks that nothing changed and that it was not listed as legal."""
    return _CHECKED.refused(doc, who, move)


def view(doc: Doc, who: int | None) -> Doc:
    """What a seat (`None`: a spectator) may know of a position."""
    return VILLAGERS.write_view(VILLAGERS.view(VILLAGERS.read_position(doc), who))


def score(doc: Doc) -> Doc:
    """Both markets and the standing of a position, as if held now."""
    return VILLAGERS.score_now(VILLAGERS.read_position(doc))


def result(doc: Doc) -> Doc | None:
    """The result of a position; `None` before the end."""
    return VILLAGERS.result(VILLAGERS.read_position(doc))


def to_act(doc: Doc) -> tuple[int, ...]:
    """The seats that decide now."""
    return VILLAGERS.to_act(VILLAGERS.read_position(doc))


def told(events: Iterable[Event], who: int | None) -> list[Doc]:
    """The events as a seat (`None`: a spectator) sees them."""
    return [event.seen_by(who) for event in events]


def facts(events: Iterable[Event], kind: str) -> list[Doc]:
    """The events of a type with all their secrets."""
    return [{**event.public, **event.private} for event in events if event.type == kind]


def of_type(moves: Iterable[Doc], kind: str) -> list[Doc]:
    """The moves of a type."""
    return [move for move in moves if move["type"] == kind]


def villager(doc: Doc, who: int, number: int) -> Doc:
    """The villager of a seat with this id."""
    found: Doc = next(one for one in doc["seats"][who]["village"] if one["id"] == number)
    return found


# --- moves -----------------------------------------------------------------------------------


def draft(slot: int) -> Doc:
    """Draft the face-up villager of a slot."""
    return {"type": "draft_road", "slot": slot}


def blind(stack: int) -> Doc:
    """Draft the top of a stack unseen."""
    return {"type": "draft_stack", "stack": stack}


def place(card: str, on: int | None = None, monks: Iterable[str] = (), unlock: Doc | None = None) -> Doc:
    """Place a hand card; `monks`: the roles of monks under it, bottom first."""
    return {"type": "place", "card": card, "on": on, "monks": list(monks), "unlock": unlock}


def by(who: int, number: int) -> Doc:
    """Unlock with a villager of a seat."""
    return {"by": "villager", "seat": who, "villager": number}


def trade(card: str, basic: str) -> Doc:
    """Give up a hand card for a basic villager."""
    return {"type": "trade", "basic": basic, "card": card}


def give(stack: int) -> Doc:
    """Put the traded card on a stack."""
    return {"type": "return_card", "pile": "stack", "stack": stack}


def special(card: str, unlock: Doc | None = None, **fields: Any) -> Doc:
    """Play a special villager that is discarded after use."""
    return {"type": "play", "card": card, "unlock": unlock, **fields}
