"""Objects that the text form of My Village writes as single words (see `engine.notation`)."""

from __future__ import annotations

from typing import Final

from engine.word_forms import Part, Word

WORD_FORMS: Final = (
    # white.4: a die.
    Word(Part("color", "", "key"), Part("face", ".", "number")),
    # stables_4+2: a craft building with two goods.
    Word(Part("card", "", "key"), Part("goods", "+", "number")),
)
