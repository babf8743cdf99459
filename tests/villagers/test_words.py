"""Sentences of Villagers as people read them: whose something is, amounts, monks, padlocks."""

from __future__ import annotations

import pytest

from engine.ruleset import Doc
from tests.villagers.game import VILLAGERS

NAMES = ["Anna", "Lars"]
ROBBED: Doc = {"type": "robbed", "seat": 0, "from_seat": 1, "gold": 3}
BACKS: Doc = {"type": "picked_up", "seat": 0, "cards": [{"card": None, "suit": "ore"}, {"card": None, "suit": "ore"}]}
PAIR: Doc = {"type": "road_discarded", "cards": ["cooper", "mason", "cooper"]}


@pytest.mark.parametrize(
    ("event", "names", "english", "german"),
    [
        (ROBBED, NAMES, "Anna's Thief takes 3 gold from Lars.", "Der Dieb von Anna stiehlt 3 Gold von Lars."),
        (
            {"type": "coins_added", "seat": 1, "gold": 2},
            ["Anna"],
            "The bank puts 2 gold on one of the Countess's villagers.",
            "Die Bank legt 2 Gold auf eine Person der Gräfin.",
        ),
        (
            BACKS,
            NAMES,
            "Anna picks up 2 cards (Ore) from their Village Square.",
            "Anna nimmt 2 Karten (Erz) vom Dorfplatz auf die Hand.",
        ),
        (
            PAIR,
            NAMES,
            "2 \u00d7 Cooper and the Mason leave the road.",
            "2 \u00d7 Böttcher und der Maurer verlassen die Auslage.",
        ),
        (
            {"type": "reshuffled", "pile": "reserve", "count": 1},
            NAMES,
            "The reserve is reshuffled: 1 card.",
            "Neuer Nachziehstapel: 1 Karte, gemischt.",
        ),
        (
            {"type": "limit_cut", "seat": 0, "reason": "rats"},
            ["Anna"],
            "Anna drafts 1 fewer card this round (Rats).",
            "Anna draftet in dieser Runde 1 Karte weniger (Ratten).",
        ),
    ],
)
def test_what_happened(event: Doc, names: list[str], english: str, german: str) -> None:
    told = [VILLAGERS.words(language).sentence(event, names) for language in ("en", "de")]
    assert told == [english, german]


VIEW: Doc = {
    "phase": "build",
    "seats": [
        {"village": [{"id": 1, "card": "wheeler"}, {"id": 3, "card": "cooper"}]},
        {"village": [{"id": 2, "card": "monk"}]},
    ],
    "to_act": [0],
}
BY_BANK: Doc = {"by": "bank"}
BY_LARS: Doc = {"by": "villager", "seat": 1, "villager": 2}
TAKEN: Doc = {"type": "apprentice", "seat": 1, "villager": 2, "side": None, "unlock": None}


@pytest.mark.parametrize(
    ("move", "english", "german"),
    [
        (
            {"type": "place", "card": "jeweler", "on": None, "monks": ["seeker", "spelunker"], "unlock": BY_BANK},
            "Place the Jeweler with 2 Monks under it (as Seeker and Spelunker), paying the bank 2 gold",
            "Den Juwelier mit 2 Mönchen (als Sucher und Höhlenforscher) darunter legen; "
            "freigeschaltet über die Bank für 2 Gold",
        ),
        (
            {"type": "place", "card": "grocer", "on": None, "monks": [], "unlock": BY_LARS},
            "Place the Grocer, paying Lars's Monk 2 gold",
            "Den Lebensmittelhändler legen; freigeschaltet durch den Mönch von Lars für 2 Gold",
        ),
        (
            {**TAKEN, "card": "cartwright", "on": 1, "monks": ["wheeler"]},
            "Apprentice: take Lars's Monk and place it on the Wheeler, with the Cartwright on top (Monk as Wheeler)",
            "Gehilfe: den Mönch von Lars nehmen und mit dem Wagner darauf auf die Radmacherin legen "
            "(Mönch als Radmacherin)",
        ),
        (
            {"type": "play", "card": "flaker", "seat": 0, "take": "peddler", "unlock": None},
            "Play the Flaker and take the Peddler from your Village Square",
            "Den Hallodri ausspielen und den fahrenden Händler vom eigenen Dorfplatz nehmen",
        ),
    ],
)
def test_what_a_move_is_called(move: Doc, english: str, german: str) -> None:
    told = [VILLAGERS.words(language).labels([move], VIEW, NAMES) for language in ("en", "de")]
    assert told == [[english], [german]]


def test_events_11_the_bank_takes_more_while_it_is_hers() -> None:
    view = {**VIEW, "events": {"face_up": ["the_countess_bank"]}}
    [label] = VILLAGERS.words("en").labels([{"type": "place", "card": "jeweler", "unlock": BY_BANK}], view, ["Ada"])
    assert label == "Place the Jeweler, paying the bank 3 gold"


def test_a_refusal_counts() -> None:
    needed = "You need {monks}; you have {most}."
    told = [
        VILLAGERS.words(lang).ruleset_text(needed, {"monks": many, "most": 0})
        for lang in ("en", "de")
        for many in (1, 2)
    ]
    assert told == [
        "You need 1 Monk; you have 0.",
        "You need 2 Monks; you have 0.",
        "Du brauchst 1 Mönch; du hast 0.",
        "Du brauchst 2 Mönche; du hast 0.",
    ]
