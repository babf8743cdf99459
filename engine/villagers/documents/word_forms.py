"""Objects that the text form of Villagers writes as single words (see `engine.notation`)."""

from __future__ import annotations

from typing import Final

from engine.word_forms import Part, Word

_SEEN: Final = (
    Part("card", ".", "key"),
    Part("known", "~", "seats", []),
    Part("origin", "^", "key", None),
)
WORD_FORMS: Final = (
    # 3.monk=seeker@2+4: villager 3, a monk as a seeker, on villager 2, with 4 gold. 1.founders:food names the side.
    Word(
        Part("id", "", "number"),
        Part("card", ".", "key"),
        Part("side", ":", "key", None),
        Part("as", "=", "key", None),
        Part("on", "@", "number", None),
        Part("gold", "+", "number", 0),
    ),
    # miner+1: a miner on the road, with 1 gold.
    Word(Part("card", "", "key"), Part("gold", "+", "number")),
    # ore.?: a back; ore.blacksmith~01: a card that seats 0 and 1 also know.
    Word(Part("suit", "", "key"), *_SEEN),
    # 2/ore.blacksmith: the same, below two cards of a pile.
    Word(Part("depth", "", "number"), Part("suit", "/", "key"), *_SEEN),
    # hand.0.2~1!: who knows the third card of a hand, here seat 1 and spectators.
    Word(
        Part("pile", "", "key"),
        Part("index", ".", "number"),
        Part("place", ".", "number"),
        Part("seats", "~", "seats", []),
        Part("public", "!", "flag", False),
        Part("origin", "^", "key", None),
    ),
)
