"""Impossible positions and views of Villagers are refused with every fault; see also `test_changed_positions`."""

from __future__ import annotations

from typing import Any

import pytest

from engine.errors import InvalidPosition
from engine.ruleset import Doc
from tests.positions import complete, faults, new_game, paths, position, view
from tests.villagers.game import VILLAGERS

GO_ON = "stacks=[[brewer] [brewer]]"
ROAD = "road=[mason+0 cooper+0 agent+0 priest+0 jeweler+0 wheeler+0]"
ALL = "options=(expansions=[saints scoundrels profiteers developments])"
SOLO = f"villagers {GO_ON} {ROAD} options=(solo=normal"
DRAFT = f"villagers {GO_ON} {ROAD}"
BUILD = f"villagers phase=build {GO_ON}"

REFERENCES = [
    (f"{DRAFT} first_player=2 to_act=[0] seats=[() ()]", "first_player"),
    (f"{DRAFT} to_act=[2] seats=[() ()]", "to_act"),
    (f"{DRAFT} markets_held=[2] seats=[() ()]", "markets_held"),
    (f"{DRAFT} {ALL} developments=[(development=bank holder=2)] seats=[() ()]", "developments.0.holder"),
    (f"{BUILD} {ALL} pending=(type=steal seat=2) seats=[() ()]", "pending.seat"),
    (f"{BUILD} {ALL} pending=(type=look pile=stack stack=- depth=1 placed=-) seats=[() ()]", "pending.stack"),
    (f"{BUILD} {ALL} seats=[(village=[1.founders 2.hunter] hired=[(seat=0 villager=2)]) ()]", "seats.0.hired"),
    (f"{BUILD} {ALL} seats=[(robbed=[2]) (village=[1.founders 2.thief]) () ()]", "seats.0.robbed"),
    (f"{BUILD} seats=[(village=[1.founders 1.miner]) ()]", "seats.0.village.0.id seats.0.village.1.id"),
    (f"{BUILD} seats=[(village=[1.founders 2.seeker@7]) ()]", "seats.0.village.1.on"),
    (f"{DRAFT} known=[hand.0.1~1] seats=[(hand=[mason]) ()]", "known.0"),
    (f"{DRAFT} known=[hand.4.0~1] seats=[(hand=[mason]) ()]", "known.0"),
    (f"{DRAFT} known=[stack.0.0~1 stack.0.0~0] seats=[() ()]", "known.1"),
    (f"{DRAFT} known=[stack.0.0~2] seats=[() ()]", "known.0.seats"),
    (f"{DRAFT} reserve=[mason] known=[reserve.0.0^recycled] seats=[() ()]", "known.0.origin"),
    (f"{DRAFT} {ALL} known=[hand.0.0^saint] seats=[(hand=[mason]) ()]", "known.0.origin"),
    (f"{DRAFT} options=(solo=hard) countess=() events=() seats=[() ()]", "options.solo"),
    (f"{DRAFT} countess=() seats=[() ()]", "countess"),
    (f"{DRAFT} events=() seats=[() ()]", "events"),
    (f"{DRAFT} pending=(type=jester) seats=[() ()]", "pending"),
    (f"{SOLO}) events=(begun=[rats]) seats=[()]", "events.begun"),
]
CARDS = [
    (f"{DRAFT} discard=[hunter] reserve=[hunter] seats=[(hand=[hunter]) (square=[hunter])]", ""),
    (f"{DRAFT} seats=[(hand=[shepherd]) () ()]", "seats.0.hand"),
    (f"{BUILD} seats=[(village=[1.founders 2.shepherd]) () ()]", "seats.0.village.1.card"),
    (f"{BUILD} seats=[(village=[1.founders 2.smuggler]) ()]", "seats.0.village.1.card"),
    (f"{DRAFT} seats=[(hand=[founders]) ()]", "seats.0.hand"),
    (f"{DRAFT} {ALL} discard=[miner] basics=(miner=9) seats=[() ()]", "discard"),
    (f"{DRAFT} seats=[(hand=[miner]) ()]", "seats.0.hand"),
    (f"{BUILD} basics=(miner=10) seats=[(village=[1.founders 2.miner]) ()]", "basics.miner"),
    (f"{DRAFT} {ALL} seats=[(hand=[nun prophet]) (hand=[benefactor])]", ""),
    (f"{BUILD} pending=(type=return_card card=miner) basics=(miner=9) seats=[() ()]", "pending"),
    (f"{DRAFT} developments=[(development=bank)] seats=[() ()]", "developments"),
    (f"{DRAFT} {ALL} developments=[(development=bank) (development=bank)] seats=[() ()]", "developments"),
    (f"{SOLO} expansions=[developments]) developments=[(development=church)] seats=[()]", "developments"),
    (f"{SOLO}) events=(summer=[customs customs]) seats=[()]", "events.summer"),
    (f"{SOLO}) events=(summer_discard=[customs] face_up=[customs]) seats=[()]", "events.summer_discard"),
    (f"{SOLO}) events=(winter=[customs]) seats=[()]", "events.winter"),
    (f"{SOLO}) events=(face_up=[dark_mood]) seats=[()]", "events.face_up"),
    (f"{SOLO}) countess=(village=[1.hunter]) seats=[()]", "countess.village"),
    (f"{SOLO}) countess=(village=[1.countess 2.founders]) seats=[()]", "countess.village.1.card"),
    (f"{SOLO}) countess=(village=[1.countess 2.seeker 3.spelunker@2]) seats=[()]", "countess.village.2.on"),
    (f"{SOLO}) countess=(village=[1.countess 1.seeker]) seats=[()]", "countess.village.0.id countess.village.1.id"),
]
RANGES = [
    (f"{DRAFT} round=201 seats=[() ()]", "round"),
    (f"{DRAFT} seats=[(gold=5001) ()]", "seats.0.gold"),
    (f"{DRAFT} seats=[(gold=5000) (gold=5000)]", ""),
    (f"{BUILD} seats=[(village=[201.founders]) ()]", "seats.0.village.0.id"),
    (f"{BUILD} seats=[(village=[1.founders 2.seeker@3 3.miner+301]) ()]", "seats.0.village.2.gold"),
    (f"{SOLO}) countess=(gold=5001) seats=[()]", "countess.gold"),
    (f"villagers {GO_ON} road=[mason+301] seats=[() ()]", "road.0.gold"),
]
NOTHING_TO_DECIDE = [
    ("villagers seats=[() ()]", "phase"),
    (f"villagers phase=road {GO_ON} seats=[() ()]", "phase"),
    (f"{SOLO}) phase=event seats=[()]", "phase"),
    (f"{SOLO}) phase=event events=(face_up=[rats customs]) seats=[()]", "phase"),
    (f"{DRAFT} {ALL} phase=development basics=(lumberjack=0 hayer=0 miner=0) seats=[() ()]", "phase"),
    (f"{DRAFT} to_act=[] seats=[() ()]", "to_act"),
    (f"{DRAFT} phase=over to_act=[0] seats=[() ()]", "to_act"),
    (f"{DRAFT} phase=over markets_held=[1] seats=[() ()]", "markets_held"),
    (f"{DRAFT} markets_held=[1 2] seats=[() ()]", "markets_held"),
    (f"{DRAFT} pending=(type=return_card card=hunter) seats=[() ()]", "pending"),
    (f"{BUILD} {ALL} pending=(type=look pile=reserve depth=2 placed=-) reserve=[mason] seats=[() ()]", "pending"),
    (f"{BUILD} {ALL} pending=(type=look pile=stack stack=0 depth=1 placed=-) seats=[() ()]", "pending"),
    (f"{BUILD} {ALL} pending=(type=look pile=reserve depth=1 placed=-) reserve=[mason] seats=[() ()]", "known"),
    (f"{BUILD} {ALL} pending=(type=steal seat=1) seats=[() (hand=[monk])]", "pending"),
    (f"{BUILD} {ALL} pending=(type=steal seat=1) seats=[() (hand=[mason])]", "known"),
    (f"{SOLO}) pending=(type=settle event=arson) seats=[()]", "pending"),
    (f"{SOLO}) phase=build pending=(type=settle event=arson) seats=[(builds_left=0)]", "pending"),
    (f"{SOLO}) pending=(type=countess_draft slot=0) seats=[()]", "pending"),
    (f"{SOLO}) phase=event pending=(type=resolve event=customs) seats=[()]", "pending"),
    (f"{SOLO}) phase=event pending=(type=jester) seats=[()]", "pending"),
]


@pytest.mark.parametrize(("text", "where"), REFERENCES + CARDS + RANGES + NOTHING_TO_DECIDE)
def test_an_impossible_position_is_refused_for_what_is_wrong(text: str, where: str) -> None:
    assert " ".join(paths(position(text))) == where


@pytest.mark.parametrize(
    ("village", "place"),
    [
        ("2.seeker", 1),
        ("2.lumberjack 3.cartwright@2", 2),
        ("2.miner@1", 1),
        ("2.hunter@1", 1),
        ("2.lumberjack 3.carpenter@2 4.carpenter@2 5.wheeler@2", 1),
        ("2.monk=miner", 1),
        ("2.miner=seeker", 1),
        ("2.monk 3.mason@2", 1),
        ("2.monk=miner 3.wheeler@2", 2),
        ("2.monk=seeker@3 3.monk=miner@2", 2),
    ],
)
def test_a_villager_stands_where_it_can(village: str, place: int) -> None:
    found = paths(position(f"villagers phase=build seats=[(village=[1.founders {village}]) ()]"))
    assert f"seats.0.village.{place}" in {".".join(path.split(".")[:4]) for path in found}


def test_faults_of_every_kind_are_told_at_once_those_of_form_too() -> None:
    broken = {
        "ruleset": "villagers",
        "color": "red",
        "to_act": [7],
        "first_player": 3,
        "stacks": [["monk", "nobody", "weaver"]],
        "seats": [
            {
                "gold": -4,
                "hand": ["nobody", "monk", "monk"],
                "village": [{"id": 1, "card": "founders"}, {"id": 2, "card": "cartwright", "on": 1}],
            },
            {"village": [{"id": 1, "card": "nobody"}, {"id": 2, "card": "jeweler", "on": 1}]},
        ],
    }
    assert sorted(path for path, _ in faults(broken)) == [
        "",
        "color",
        "first_player",
        "seats.0.gold",
        "seats.0.hand.0",
        "seats.0.village.1.on",
        "seats.1.village.0.card",
        "stacks.0",
        "stacks.0.1",
        "to_act.0",
    ]


def test_more_cards_than_the_box_are_all_that_is_told() -> None:
    village = [{"id": at, "card": "monk"} for at in range(1, 190)]
    assert paths({"ruleset": "villagers", "to_act": [7], "seats": [{"village": village}, {}]})[0] == "to_act.0"
    assert paths({"ruleset": "villagers", "first_player": 4, "seats": [{"village": village}, {}]}) == [""]


@pytest.mark.parametrize("fields", [{"developments": [{"development": "inn"}]}, {"stacks": [["mason"]]}])
def test_a_position_without_seats_is_refused_whatever_else_it_says(fields: Doc) -> None:
    assert "seats" in paths({"ruleset": "villagers", "seats": [], **fields})


# --- views -----------------------------------------------------------------------------------


def unreadable(doc: Doc, viewer: int | None = 0) -> list[str]:
    with pytest.raises(InvalidPosition) as refusal:
        VILLAGERS.read_view(doc, viewer)
    return [fault.path for fault in refusal.value.faults]


def back(suit: str, **fields: Any) -> Doc:
    return {"suit": suit, "card": None, "known": [], "origin": None, **fields}


def test_a_view_is_refused_for_what_a_position_is() -> None:
    seen = view(new_game("villagers", 2), 0)
    mine, other = seen["seats"]

    def others(*cards: Doc, **fields: Any) -> list[str]:
        return unreadable({**seen, "seats": [mine, {**other, "hand": list(cards), **fields}]})

    assert unreadable(seen, viewer=2) == ["seat"]
    assert unreadable({**seen, "seats": [{**mine, "hand": other["hand"]}, other]}) == ["seats.0.hand"]
    assert set(others(*[back("grapes")] * 30)) == {""}
    assert others(*[back("grapes")] * 180) == [""]
    assert others(back("special", origin="saint")) == ["seats.1.hand.0.origin"]
    assert others(back("ore", card="miner"))[0] == "seats.1.hand"
    assert others(back("ore", card="mason", known=[4])) == ["seats.1.hand.0.known"]
    assert others(gold=5001) == ["seats.1.gold"]
    assert unreadable({**seen, "stacks": [{"count": 200, "top": back("ore"), "below": []}] * 6})[0] == "stacks.0.count"
    assert unreadable({**seen, "reserve": {**seen["reserve"], "top": None}}) == ["reserve.top"]
    deep = {**back("ore"), "depth": 90}
    assert unreadable({**seen, "reserve": {**seen["reserve"], "below": [deep]}}) == ["reserve.below"]
    assert unreadable({**seen, "recycled": ["mason"]}) == ["recycled"]


def test_a_view_against_the_countess_is_refused_for_its_events_and_what_is_recycled() -> None:
    seen = view(new_game("villagers", 1, solo="normal"), 0)
    assert unreadable({**seen, "events": {**seen["events"], "summer": 12}}) == ["events.summer"]
    pile = {"count": 1, "top": back("ore", origin="recycled"), "below": []}
    assert unreadable({**seen, "reserve": pile, "recycled": []})[0] == "recycled"
    assert unreadable({**seen, "reserve": pile, "recycled": ["cooper"]}) == ["recycled"]


def test_who_looks_knows_what_is_looked_at() -> None:
    start = position(f"""{BUILD} {ALL} pending=(type=steal seat=1) known=[hand.1.0~0] seats=[() (hand=[mason])]""")
    seen = view(start, 0)
    assert VILLAGERS.read_view(view(start, None), None)
    hidden = [back("ore")]
    assert unreadable({**seen, "seats": [seen["seats"][0], {**seen["seats"][1], "hand": hidden}]}) == ["known"]


@pytest.mark.parametrize("seats", [1, 2, 3, 4, 5])
def test_a_new_game_with_everything_reads_back_as_itself(seats: int) -> None:
    doc = new_game("villagers", seats, expansions=["saints", "scoundrels", "profiteers", "developments"])
    assert complete(doc) == doc
