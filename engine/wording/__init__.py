"""Words for people, in every language of `LANGUAGES`: for moves, events, refusals and names.

Words are made only from the documents that a viewer gets, so they reveal nothing else. They are made only on request.
Each ruleset has one module of data per language; this package has the common parts.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from typing import TYPE_CHECKING, Any, ClassVar, Final

if TYPE_CHECKING:
    from engine.errors import Explained

LANGUAGES: Final = ("en", "de")
"""The first one is the default: for requests that name no language, and for texts without a translation."""

Doc = dict[str, Any]
Names = Sequence[str | None]
"""The name of the player at each seat; `None` if no name was given."""
Facts = Mapping[str, Any]
"""The values that fill the blanks of a pattern (`str.format`)."""


# --- names with their grammar ------------------------------------------------------------
# In a pattern `{card:acc}` is "den Tischler", `{card:the}` "the Carpenter".


class Noun:
    """A name to which patterns can add an article. This base class adds none: a proper name stays as it is.

    Forms: `s`, the English possessive ("Anna's"), and `gen`, the German one ("von Anna").
    """

    def __init__(self, name: str) -> None:
        self.name = name

    def __str__(self) -> str:
        return self.name

    def __format__(self, form: str) -> str:
        if form == "s":
            return f"{self.name}'s"
        return f"von {self.name}" if form == "gen" else self.name


class English(Noun):
    """An English noun. Forms: `the`, `a`, and `s` with the definite article."""

    def __format__(self, form: str) -> str:
        if form == "a":
            return f"{'an' if self.name[0] in 'AEIOUaeiou' else 'a'} {self.name}"
        if form == "the":
            return f"the {self.name}"
        return f"the {self.name}'s" if form == "s" else self.name


class Plural(Noun):
    """An English noun in the plural. The form `a` has no article."""

    def __format__(self, form: str) -> str:
        return f"the {self.name}" if form == "the" else self.name


_ARTICLES: Final = {
    "nom": {"m": "der", "f": "die", "n": "das", "p": "die"},
    "acc": {"m": "den", "f": "die", "n": "das", "p": "die"},
    "dat": {"m": "dem", "f": "der", "n": "dem", "p": "den"},
    "gen": {"m": "des", "f": "der", "n": "des", "p": "der"},
    "a_nom": {"m": "ein ", "f": "eine ", "n": "ein ", "p": ""},
    "a_acc": {"m": "einen ", "f": "eine ", "n": "ein ", "p": ""},
}


class German(Noun):
    """A German noun. Forms: `nom`, `acc`, `dat`, `gen` with the definite article, `a_nom`, `a_acc` with the indefinite
    one.

    `gender`: m, f, n, or p for a plural. `oblique`: the name in accusative and dative, if it differs ("den Hirten");
    `definite`: the name after "der" or "die", if it differs ("der fahrende Händler").
    """

    def __init__(self, name: str, gender: str, oblique: str | None = None, definite: str | None = None) -> None:
        super().__init__(name)
        self.gender = gender
        self.oblique = oblique or name
        self.definite = definite or name

    def __format__(self, form: str) -> str:
        if form not in _ARTICLES:
            return self.name
        article = _ARTICLES[form][self.gender]
        if form == "gen" and self.gender in "mn" and self.oblique == self.name:
            return f"{article} {self.name}s"
        if form in ("acc", "dat", "gen", "a_acc"):
            return f"{article.strip()} {self.oblique}".strip()
        return f"{article} {self.definite}" if form == "nom" else f"{article}{self.name}"


class Numbered(Noun):
    """A noun followed by a fixed text, such as a number or a role."""

    def __init__(self, noun: Noun, suffix: str) -> None:
        super().__init__(f"{noun}{suffix}")
        self._noun = noun
        self._suffix = suffix

    def __format__(self, form: str) -> str:
        return f"{self._noun:{form}}{self._suffix}"


class Several(Noun):
    """Several nouns, each in the requested form; `join` puts commas and the last "and"."""

    def __init__(self, nouns: Sequence[Noun], join: Callable[[Sequence[str]], str]) -> None:
        super().__init__(join([str(noun) for noun in nouns]))
        self._nouns = nouns
        self._listed = join

    def __format__(self, form: str) -> str:
        return self._listed([f"{noun:{form}}" for noun in self._nouns])


# --- the words of a ruleset --------------------------------------------------------------


class Words:
    """The words of a ruleset in one language. Subclasses describe its moves and events.

    - `language`: the key of the language, such as "en". `own`: the object with the attributes below, such as a module;
      by default the class itself.
    - `EVENTS`, `MOVES`, `PROMPTS`: patterns by key.
    - `REASONS`: patterns for topics (`Valuing.topics`). The key is the topic, followed by " card" if the reason names
      a card, and by " less" if the amount is negative. The keys "points_one" and "points" are for amounts.
    - `TEXTS`: translations into this language, by the English sentence (refusals, summaries, rules).
    - `VOCABULARY`: the names of the values of documents, by the kind of value.
    """

    SEATS: ClassVar[Sequence[str]] = ("seat", "from_seat")
    """The fields of moves and events that contain the number of a seat. The name of its player is shown instead."""
    NAMELESS: ClassVar[Sequence[str]] = ()
    """The closed lists of values (`engine.shapes.OneOf`) that are never shown, so they need no names."""

    def __init__(self, language: str, own: object = None) -> None:
        own = own or type(self)
        common = import_module(f"engine.wording.{language}")
        self.language = language
        self.moves: Mapping[str, str] = getattr(own, "MOVES", {})
        self.prompts: Mapping[str, str] = getattr(own, "PROMPTS", {})
        self.reasons: Mapping[str, str] = getattr(own, "REASONS", {})
        self.events: Mapping[str, str] = {**common.EVENTS, **getattr(own, "EVENTS", {})}
        names: Mapping[str, Mapping[str, str]] = getattr(own, "VOCABULARY", {})
        # For a kind that all rulesets share, such as the options, a ruleset lists only its own values.
        self.vocabulary: Mapping[str, Mapping[str, str]] = {
            kind: {**common.VOCABULARY.get(kind, {}), **names.get(kind, {})} for kind in (*common.VOCABULARY, *names)
        }
        """The names of values: kind (`suits`) -> value -> name."""
        self._seat: str = common.SEAT
        self._and: str = common.AND
        self._or: str = common.OR
        self._any_move: str = common.ANY_MOVE
        self.texts: Mapping[str, str] = {**common.TEXTS, **getattr(own, "TEXTS", {})}

    # --- for the service ---------------------------------------------------------------------

    def labels(self, moves: Sequence[Doc], view: Doc, names: Names) -> list[str]:
        """Return a different label for each of these moves. They are legal in `view`, the view of the seat that makes
        them.

        A distinction, such as the number of a villager, is added only to labels that would otherwise be equal.
        """
        label = self.labeller(view, names, exact=False)
        short = [label(move) for move in moves]
        seen: set[str] = set()
        twice = {label for label in short if label in seen or seen.add(label)}  # type: ignore[func-returns-value]
        exactly = self.labeller(view, names, exact=True)
        return [exactly(move) if label in twice else label for move, label in zip(moves, short, strict=True)]

    def prompt(self, moves: Sequence[Doc], view: Doc, names: Names) -> str:
        """Return, in words, what the player has to do. `moves` are the legal moves in the player's `view`.

        Without a pattern, the prompt lists the kinds of moves in plain words.
        """
        key, facts = self.asked(moves, view, names)
        if key in self.prompts:
            return capital(self.prompts[key].format(**facts))
        return self._any_move.format(kinds=self.either([kind.replace("_", " ") for kind in kinds_of(moves)]))

    def sentence(self, event: Doc, names: Names) -> str:
        """Return an event in words, for one viewer. Without a pattern, return its plain facts."""
        try:
            key, facts = self.describe(event, names)
            return capital(self.events[key].format(**facts))
        except KeyError:
            return plain(
                {
                    name: self.seat(one, names) if name in self.SEATS and isinstance(one, int) else one
                    for name, one in event.items()
                }
            )

    def reason(self, topic: str, card: str, amount: float) -> str:
        """Return a reason for or against a move, in words: "+6 gold: the Cooper in your hand"."""
        number = round(amount)
        named = f"{topic} card" if card and f"{topic} card" in self.reasons else topic
        less = f"{named} less"
        what = self.reasons[less if number < 0 and less in self.reasons else named]
        points = self.reasons["points_one" if abs(number) == 1 else "points"]
        signed = f"+{number}" if number > 0 else str(number).replace("-", "\N{MINUS SIGN}")
        return f"{points.format(number=signed)}: {what.format(card=self.fact('card', card, ()) if card else '')}"

    def ruleset_text(self, english: str, facts: Facts | None = None) -> str:
        """Return a sentence of the ruleset, such as a refusal. It is in English if this language has no translation.

        The facts fill its blanks. Each is put into words like a field of a move or event (`fact`).
        """
        pattern = self.texts.get(english, english)
        if not facts:
            return pattern
        return capital(pattern.format(**{name: self.fact(name, value, ()) for name, value in facts.items()}))

    def why(self, refusal: Explained) -> str:
        """Return a refusal of the service as a sentence."""
        return self.ruleset_text(sentence(refusal.reason), refusal.facts)

    # --- for rulesets ------------------------------------------------------------------------

    def label(self, move: Doc, view: Doc, names: Names, exact: bool) -> str:
        """Return the label of one move. `exact`: another move has the same short label, so a longer one is needed.

        By default the label is the pattern for the move's type in `moves`, filled with the move's fields. Without a
        pattern, it is the move's plain facts.
        """
        pattern = self.moves.get(move["type"])
        if pattern is None:
            return plain(move)
        return capital(pattern.format(**{name: self.fact(name, value, names) for name, value in move.items()}))

    def labeller(self, view: Doc, names: Names, exact: bool) -> Callable[[Doc], str]:
        """Return a function that labels the moves of one list. A subclass can cache facts about the view here."""
        return lambda move: self.label(move, view, names, exact)

    def asked(self, moves: Sequence[Doc], view: Doc, names: Names) -> tuple[str, Facts]:
        """Return the prompt's key in `prompts`, and the values of its blanks.

        By default the key is the view's phase, if it has one, and the values are all plain fields of the view.
        """
        return str(view.get("phase", "")), view

    def describe(self, event: Doc, names: Names) -> tuple[str, Facts]:
        """Return the key of an event's pattern in `events` (by default the event's type), and the values of its
        blanks.
        """
        return event["type"], {name: self.fact(name, value, names) for name, value in event.items() if name != "type"}

    def fact(self, name: str, value: Any, names: Names) -> Any:
        """Return the value of a field in the form that patterns need. Here, seats become the names of their players."""
        if name in self.SEATS and isinstance(value, int):
            return self.seat(value, names)
        return value

    def seat(self, seat: int, names: Names) -> Noun:
        """Return the name of the player at a seat; for a player without a name, "Seat 1", counted from 1."""
        name = names[seat] if seat < len(names) else None
        return Noun(name or self._seat.format(number=seat + 1))

    def join(self, parts: Sequence[str]) -> str:
        """Return several things in words: "a, b and c"."""
        return _listed(parts, self._and)

    def either(self, parts: Sequence[str]) -> str:
        """Return several things as alternatives: "a, b or c"."""
        return _listed(parts, self._or)


def _listed(parts: Sequence[str], word: str) -> str:
    *some, last = parts or ("",)
    return f"{', '.join(some)} {word} {last}" if some else last


def kinds_of(moves: Sequence[Doc]) -> list[str]:
    """Return the types of the moves, each once, in the order of the list."""
    return list(dict.fromkeys(move["type"] for move in moves))


def capital(text: str) -> str:
    """Return the text as the beginning of a sentence."""
    return text[:1].upper() + text[1:]


def sentence(text: str) -> str:
    """Return the text with a capital letter and a full stop."""
    return f"{capital(text.rstrip('.'))}."


def plain(doc: Doc) -> str:
    """Return the type and the facts of a move or event that has no pattern.

    A name (`Noun`) stands alone. Any other fact follows the key of its field.
    """
    facts = [
        str(value) if isinstance(value, Noun) else f"{name.replace('_', ' ')} {_plain(value)}"
        for name, value in doc.items()
        if name != "type"
    ]
    kind = capital(str(doc["type"]).replace("_", " "))
    return f"{kind}: {', '.join(facts)}" if facts else kind


def _plain(value: Any) -> str:
    if isinstance(value, list):
        return " and ".join(map(_plain, value)) or "none"
    if isinstance(value, dict):
        return " ".join(f"{name} {_plain(one)}" for name, one in value.items())
    return "none" if value is None else str(value).replace("_", " ")
