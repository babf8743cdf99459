"""Names with their grammar: in a pattern `{card:acc}` is "den Tischler", `{card:the}` "the Carpenter"."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final


class Noun:
    """A name that patterns can put an article to. Without one, as here, it is a proper name and stays as it is."""

    def __init__(self, name: str) -> None:
        self.name = name

    def __str__(self) -> str:
        return self.name

    def __format__(self, form: str) -> str:
        return self.name


class English(Noun):
    """Forms: `the`, `a`."""

    def __format__(self, form: str) -> str:
        if form == "a":
            return f"{'an' if self.name[0] in 'AEIOU' else 'a'} {self.name}"
        return f"the {self.name}" if form == "the" else self.name


class Plural(Noun):
    """An English name of several: `a` is nothing."""

    def __format__(self, form: str) -> str:
        return f"the {self.name}" if form == "the" else self.name


_ARTICLES: Final = {
    "nom": {"m": "der", "f": "die", "n": "das", "p": "die"},
    "acc": {"m": "den", "f": "die", "n": "das", "p": "die"},
    "dat": {"m": "dem", "f": "der", "n": "dem", "p": "den"},
    "a_nom": {"m": "ein ", "f": "eine ", "n": "ein ", "p": ""},
    "a_acc": {"m": "einen ", "f": "eine ", "n": "ein ", "p": ""},
}


class German(Noun):
    """Forms: `nom`, `acc`, `dat` with the definite article, `a_nom`, `a_acc` with the indefinite one.

    `gender`: m, f, n, or p for a plural. `oblique`: the name in accusative and dative, where it is another one ("den
    Hirten"); `definite`: the one after "der" or "die", where it is another one ("der fahrende Händler").
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
        if form in ("acc", "dat", "a_acc"):
            return f"{article.strip()} {self.oblique}".strip()
        return f"{article} {self.definite}" if form == "nom" else f"{article}{self.name}"


class Numbered(Noun):
    """A noun with something behind it that stays as it is: a number, a role."""

    def __init__(self, noun: Noun, suffix: str) -> None:
        super().__init__(f"{noun}{suffix}")
        self._noun = noun
        self._suffix = suffix

    def __format__(self, form: str) -> str:
        return f"{self._noun:{form}}{self._suffix}"


class Several(Noun):
    """Several nouns, each in the form that is asked for; `join` puts commas and the last "and"."""

    def __init__(self, nouns: Sequence[Noun], join: Callable[[Sequence[str]], str]) -> None:
        super().__init__(join([str(noun) for noun in nouns]))
        self._nouns = nouns
        self._listed = join

    def __format__(self, form: str) -> str:
        return self._listed([f"{noun:{form}}" for noun in self._nouns])
