"""Positions of the expansions that no game could be in are refused with every fault, and right ones are read."""

from __future__ import annotations

from typing import Any

import pytest

from engine.ruleset import Doc
from tests.positions import complete, faults, legal, new_game, paths, position, to_act
from tests.villagers.countess import solo
from tests.villagers.game import VILLAGERS, road

ALL: Doc = {"expansions": ["saints", "scoundrels", "profiteers", "developments"]}
SAINTS = {"expansions": ["saints"]}
SCOUNDRELS = {"expansions": ["scoundrels"]}
PROFITEERS = {"expansions": ["profiteers"]}
DEVELOPMENTS = {"expansions": ["developments"]}
PILES = [["wine_trader"], ["peddler"], ["cartwright"], ["carpenter"], ["freemason"], ["truffler"]]
ROAD = road("mason", "cooper", "agent", "priest", "jeweler", "wheeler")
DEEP = ["hunter", "seeker", "grocer", "fisher", "vintner", "graper", "brewer", "locksmith"]
NONE = {"lumberjack": 0, "hayer": 0, "miner": 0}


def drafting(seats: str, **fields: Any) -> Doc:
    """A draft turn with a full road and all stacks."""
    return position(f"villagers seats=[{seats}]", **{"stacks": PILES, "road": ROAD, **fields})


def turn(seats: str, **fields: Any) -> Doc:
    """A build turn of seat 0."""
    return position(f"villagers phase=build seats=[{seats}]", **{"stacks": PILES, **fields})


def alone(own: str = "()", *court: str, **fields: Any) -> Doc:
    """A position against the Countess."""
    return solo(own, *court, **{"stacks": PILES, "road": ROAD, **fields})


def held(**holders: int | None) -> list[Doc]:
    """Developments in use, each with the seat that has its token."""
    return [{"development": development, "holder": holder} for development, holder in holders.items()]


def developing(seats: str, **fields: Any) -> Doc:
    """A position in the Development Phase."""
    return position(
        f"villagers phase=development seats=[{seats}]", **{"options": DEVELOPMENTS, "stacks": PILES, **fields}
    )


def marks(pile: str, index: int, number: int, *seats: int, **fields: Any) -> list[Doc]:
    """The first cards of a pile are known to these seats."""
    return [{"pile": pile, "index": index, "place": place, "seats": list(seats), **fields} for place in range(number)]


def look(depth: int, placed: int | None = None, stack: int | None = None) -> Doc:
    """A look through a stack, or the reserve."""
    pile = "reserve" if stack is None else "stack"
    return {"type": "look", "pile": pile, "stack": stack, "depth": depth, "placed": placed}


def pigeoneer(depth: int, placed: int | None = None, own: str = "()", **fields: Any) -> Doc:
    """Seat 0 looks through the reserve of eight, and knows what it sees."""
    given = {"options": SAINTS, "reserve": DEEP, "known": marks("reserve", 0, depth, 0), **fields}
    return turn(f"{own} ()", **{"pending": look(depth, placed), **given})


def prophet(depth: int, placed: int | None = None, own: str = "(village=[1.founders:food])", **fields: Any) -> Doc:
    """Seat 0 looks through the first stack of eight, and knows what it sees."""
    given = {"options": SAINTS, "known": marks("stack", 0, depth, 0), **fields}
    return drafting(
        f"{own} ()",
        pending=look(depth, placed, 0),
        **{"stacks": [DEEP, *PILES[1:]], **given},
    )


def stealing(whose: int = 1, card: str = "mason", **fields: Any) -> Doc:
    """Seat 0 looks at a hand, `mason` if nothing else is said."""
    given = {"options": SCOUNDRELS, "known": marks("hand", whose, 1, 0) if whose == 1 else [], **fields}
    return turn(f"() (hand=[{card}])", pending={"type": "steal", "seat": whose}, **given)


def wrong(doc: Doc, *where: str) -> None:
    """The position is refused for nothing but what stands at these paths, in words."""
    found = faults(doc)
    assert all(path.startswith(where) for path, _ in found), found
    assert all(" " in message for _, message in found)


# --- decisions begun -------------------------------------------------------------------------


@pytest.mark.parametrize(
    "doc",
    [
        pigeoneer(6, options={"expansions": []}),
        pigeoneer(6, options=SCOUNDRELS),
        pigeoneer(8),
        pigeoneer(3),
        pigeoneer(0),
        pigeoneer(6, placed=0, own="(hand=[mason])"),
        pigeoneer(5, placed=0),
        pigeoneer(5, placed=4, own="(hand=[mason])"),
        pigeoneer(6, known=marks("reserve", 0, 6, 1)),
        pigeoneer(6, known=marks("reserve", 0, 5, 0)),
        pigeoneer(6, to_act=[1]),
        prophet(8, options={"expansions": ["profiteers"]}),
        prophet(2),
        prophet(9, known=[]),
        prophet(8, known=[]),
        prophet(8, placed=0),
        prophet(8, stacks=[[], DEEP], known=[]),
        pigeoneer(6, pending={**look(6), "stack": 0}),
        drafting("() ()", options=SAINTS, pending={**look(1, stack=0), "stack": None}),
        drafting("() ()", options=SAINTS, reserve=DEEP, pending=look(6), known=marks("reserve", 0, 6, 0)),
    ],
)
def test_position_faults_of_a_look(doc: Doc) -> None:
    """The Prophet sees a whole stack, the Pigeoneer up to six cards; then one is on the square or in the hand."""
    wrong(doc, "pending", "known", "seats.0")


@pytest.mark.parametrize(
    "doc",
    [
        stealing(options={"expansions": ["saints"]}),
        stealing(0),
        stealing(2),
        stealing(1, "monk"),
        stealing(known=[]),
        turn("() ()", options=SCOUNDRELS, pending={"type": "steal", "seat": 1}),
        {**stealing(), "phase": "draft", "road": ROAD},
        alone("()", "mason", phase="build", options=SCOUNDRELS, pending={"type": "steal", "seat": 1}),
    ],
)
def test_position_faults_of_a_theft(doc: Doc) -> None:
    """There must be a Noble in the game, and a card that may be taken; who looked knows the hand."""
    wrong(doc, "pending", "known", "phase")


@pytest.mark.parametrize(
    "doc",
    [
        drafting("(village=[1.founders:food]) ()", recruited_picks=2),
        drafting("(village=[1.founders:food]) (village=[1.founders 2.recruiter])", options=SAINTS, recruited_picks=2),
        drafting("(village=[1.founders:food 2.recruiter]) ()", options=SAINTS, recruited_picks=3),
        turn("(village=[1.founders:food 2.recruiter]) ()", options=SAINTS, recruited_picks=1),
    ],
)
def test_position_faults_of_a_recruited_turn(doc: Doc) -> None:
    wrong(doc, "recruited_picks")


# --- villagers of the expansions -------------------------------------------------------------


@pytest.mark.parametrize(
    ("doc", "where"),
    [
        (
            turn("(village=[1.founders:food 2.hunter] hired=[(seat=0 villager=2)]) ()", options=PROFITEERS),
            "seats.0.hired",
        ),
        (
            turn("(hired=[(seat=1 villager=2)]) (village=[1.founders:food 2.freelancer])", options=PROFITEERS),
            "seats.0.hired",
        ),
        (turn("(hired=[(seat=3 villager=2)]) ()", options=PROFITEERS), "seats.0.hired"),
        (
            turn(
                "(hired=[(seat=1 villager=2) (seat=1 villager=2)]) (village=[1.founders:food 2.freelancer+2])",
                options=PROFITEERS,
            ),
            "seats.0.hired",
        ),
        (turn("(village=[1.founders:food 2.hunter] robbed=[2]) () () ()", options=SCOUNDRELS), "seats.0.robbed"),
        (
            turn("(robbed=[2]) (village=[1.founders:food 2.thief+3]) () ()", options=SCOUNDRELS),
            "seats.0.robbed",
        ),
        (turn("(village=[1.founders:food 2.thief+3] robbed=[2 2]) () () ()", options=SCOUNDRELS), "seats.0.robbed"),
        (turn("(village=[1.founders:food 2.thief+2] robbed=[2]) () () ()", options=SCOUNDRELS), "seats.0.robbed"),
        (turn("(village=[1.founders:food 2.thief+3]) () ()", options=SCOUNDRELS), "seats.0.village.1.card"),
        (turn("(village=[1.founders:food 2.schemer]) ()", options=SCOUNDRELS), "seats.0.village.1.card"),
        (turn("(village=[1.founders:food 2.nun+2]) ()", options=SAINTS), "seats.0.village.1.gold"),
        (turn("(village=[1.founders:food 2.nun@1]) ()", options=SAINTS), "seats.0.village.1.on"),
        (turn("(opening=yes tinner=yes) ()", options=PROFITEERS), "seats.0.opening"),
        (turn("(opening=yes trades_left=2) ()", options=PROFITEERS), "seats.0.opening"),
        (turn("(hand=[sheriff]) () ()", options=SCOUNDRELS), "seats.0.hand"),
    ],
)
def test_position_faults_of_villagers_that_stay(doc: Doc, where: str) -> None:
    wrong(doc, where)


def test_position_faults_more_saints_or_scoundrels_than_seats() -> None:
    """One of each was dealt to a seat, the others are in the box (SAINTS-2, SCOUNDRELS-4)."""
    start = position("""villagers options=(expansions=[saints])
        stacks=[[wine_trader] [peddler] [cartwright] [carpenter] [freemason] [truffler]]
        road=[mason+0 cooper+0 agent+0 priest+0 jeweler+0 wheeler+0] seats=[
        (hand=[nun prophet]) (hand=[benefactor])]""")
    (fault,) = faults(start)
    assert all(card in fault[1] for card in ("nun", "prophet", "benefactor"))
    start = position("""villagers options=(expansions=[scoundrels])
        stacks=[[wine_trader] [peddler] [cartwright] [carpenter] [freemason] [truffler]]
        road=[mason+0 cooper+0 agent+0 priest+0 jeweler+0 wheeler+0] discard=[barbarian flaker] seats=[
        (hand=[noble]) ()]""")
    wrong(start, "")
    start = position("""villagers options=(solo=normal expansions=[saints])
        countess=(gold=1 village=[1.countess:gold])
        stacks=[[wine_trader] [peddler] [cartwright] [carpenter] [freemason] [truffler]]
        road=[mason+0 cooper+0 agent+0 priest+0 jeweler+0 wheeler+0] seats=[
        (village=[1.founders:food 2.nun] hand=[prophet])]""")
    wrong(start, "")
    both = position("""villagers options=(expansions=[saints scoundrels profiteers developments])
        stacks=[[wine_trader] [peddler] [cartwright] [carpenter] [freemason] [truffler]]
        road=[mason+0 cooper+0 agent+0 priest+0 jeweler+0 wheeler+0] discard=[flaker] seats=[
        (hand=[nun noble]) (hand=[prophet])]""")
    assert complete(both)["discard"] == ["flaker"]
    start = position("""villagers options=(expansions=[scoundrels])
        stacks=[[wine_trader] [peddler] [cartwright] [carpenter] [freemason] [truffler]]
        road=[mason+0 cooper+0 agent+0 priest+0 jeweler+0 wheeler+0] seats=[
        (hand=[thief sheriff thief noble]) () () ()]""")
    complete(start)


@pytest.mark.parametrize("pile", ["road", "stacks", "reserve", "discard", "square"])
def test_position_faults_basic_villagers_lie_in_no_pile(pile: str) -> None:
    """The Schemer brings them into hands, and nowhere else (A-59)."""
    value: Any = {"road": road("miner"), "stacks": [["miner"], ["agent"]]}.get(pile, ["miner"])
    own = "(square=[miner])" if pile == "square" else "()"
    given = {} if pile == "square" else {pile: value}
    found = paths(drafting(f"{own} ()", options=SCOUNDRELS, basics={"miner": 9}, **given))
    assert found == [{"square": "seats.0.square", "stacks": "stacks.0"}.get(pile, pile)]
    wrong(drafting("(hand=[miner]) ()", options=SAINTS), "seats.0.hand")
    assert complete(drafting("(hand=[miner]) ()", options=SCOUNDRELS))["basics"]["miner"] == 9


@pytest.mark.parametrize(
    "doc",
    [
        drafting("(hand=[mason]) ()", options=SAINTS, known=marks("hand", 0, 1, origin="saint")),
        drafting("(hand=[mason]) ()", known=marks("hand", 0, 1, origin="saint")),
        drafting("(hand=[nun]) ()", options=ALL, known=marks("hand", 0, 1, origin="scoundrel")),
        drafting("(hand=[thief]) () () ()", options=ALL, known=marks("hand", 0, 1, origin="scoundrel")),
        drafting("() ()", reserve=["mason"], known=marks("reserve", 0, 1, origin="recycled")),
        alone("(hand=[mason])", known=marks("hand", 0, 1, origin="recycled")),
        alone(known=marks("stack", 0, 1, origin="recycled")),
    ],
)
def test_position_faults_of_origins(doc: Doc) -> None:
    """A Saint is a Saint; only in solo play the discard pile is shuffled, and into the reserve."""
    wrong(doc, "known.0")


# --- developments ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("doc", "where"),
    [
        (turn("() ()", developments=held(bank=None)), "developments"),
        (turn("() ()", options=SAINTS, developments=held(bank=None)), "developments"),
        (turn("() ()", options=DEVELOPMENTS, developments=held(bank=None) * 2), "developments"),
        (turn("() ()", options=DEVELOPMENTS, developments=held(bank=None, guildhall=None)), "developments"),
        (turn("() ()", options=DEVELOPMENTS, developments=held(bank=2)), "developments.0.holder"),
        (turn("() ()", options=DEVELOPMENTS, developments=held(mill=0)), "developments.0.development"),
        (alone(options=DEVELOPMENTS, developments=held(church=None)), "developments"),
        (alone(options=DEVELOPMENTS, developments=held(bank=2)), "developments.0.holder"),
        (developing("() (village=[1.founders:food 2.hunter])", developments=held(bank=0)), "to_act"),
        (developing("() ()", developments=held(tavern=None)), "to_act"),
        (developing("() (village=[1.founders:food 2.hunter])", developments=held(tavern=1)), "to_act"),
        (position("villagers phase=development seats=[() ()]", stacks=PILES), "to_act"),
        (developing("(village=[1.founders:food 2.hunter]) ()", developments=held(church=0), stacks=[]), "phase"),
        (
            developing("(village=[1.founders:food 2.hunter]) ()", developments=held(tavern=0), basics=NONE),
            "phase",
        ),
        (developing("() (village=[1.founders:food 2.hunter])", developments=held(tavern=0)), "developments"),
        (
            developing(
                "(village=[1.founders:food 2.hunter]) (village=[1.founders:food 2.hunter])",
                developments=held(tavern=0),
            ),
            "developments",
        ),
        (
            developing(
                "(village=[1.founders:food 2.hunter]) (village=[1.founders:food 2.miner])",
                developments=held(tavern=0, gold_mine=0),
            ),
            "developments",
        ),
        (alone("()", "chandler", phase="development", options=DEVELOPMENTS, developments=held(tavern=1)), "to_act"),
    ],
)
def test_position_faults_of_the_developments(doc: Doc, where: str) -> None:
    """In their phase the tokens are with who has most, and the winner of Church or Tavern has a choice."""
    wrong(doc, where)


# --- all at once -----------------------------------------------------------------------------


def test_position_faults_are_told_all_at_once() -> None:
    doc = alone(
        "(village=[1.founders:food 2.beekeeper+1] hand=[monk miner] limit_cut=1)",
        "cooper@1",
        "mason+1",
        phase="road",
        options=ALL,
        developments=held(bank=0, guildhall=0),
        events={
            "summer": ["rats"],
            "face_up": ["dark_mood", "customs"],
            "begun": ["serfdom"],
            "jester": False,
            "jester_due": True,
        },
        recruited_picks=1,
        markets_held=[1],
        basics={"hayer": 10, "lumberjack": 10, "miner": 10},
    )
    assert set(paths(doc)) == {
        *("seats.0.village.1.gold", "seats.0.hand", "seats.0.limit_cut", "basics.miner", "markets_held"),
        *("countess.village.1.on", "countess.village.2.gold", "developments", "recruited_picks"),
        *("events.summer", "events.face_up", "events.begun", "events.jester_due"),
    }


@pytest.mark.parametrize(
    ("wrong_reference", "path"),
    [
        ("first_player=1 to_act=[0] seats=[(limit_cut=1)]", "first_player"),
        ("developments=[(development=bank holder=4)] seats=[(limit_cut=1)]", "developments.0.holder"),
        ("known=[reserve.0.0~0] seats=[(limit_cut=1)]", "known.0"),
        ("seats=[(village=[1.founders:food 2.hunter] hired=[(seat=0 villager=2)] limit_cut=1)]", "seats.0.hired"),
    ],
)
def test_position_faults_of_references_do_not_hide_the_others(wrong_reference: str, path: str) -> None:
    doc = position(f"""villagers options=(solo=normal expansions=[saints scoundrels profiteers developments])
        phase=road countess=(gold=1 village=[1.countess:gold]) events=(face_up=[dark_mood])
        stacks=[[wine_trader] [peddler] [cartwright] [carpenter] [freemason] [truffler]]
        road=[mason+0 cooper+0 agent+0 priest+0 jeweler+0 wheeler+0] {wrong_reference}""")
    assert set(paths(doc)) == {path, "seats.0.limit_cut", "events.face_up"}


# --- positions that are right ----------------------------------------------------------------

RIGHT = [
    pigeoneer(6),
    pigeoneer(5, placed=0, own="(hand=[mason])"),
    pigeoneer(5, placed=3, own="(hand=[mason])"),
    pigeoneer(2, reserve=DEEP[:2]),
    prophet(8),
    prophet(8, placed=6, own="(village=[1.founders:food] square=[mason])"),
    stealing(),
    drafting("(village=[1.founders:food 2.recruiter]) ()", options=SAINTS, recruited_picks=2),
    drafting("(village=[1.founders:food 2.recruiter] square=[hunter]) ()", options=SAINTS, recruited_picks=1),
    turn("(hired=[(seat=1 villager=2)]) (village=[1.founders:food 2.freelancer+1])", options=PROFITEERS),
    turn("(village=[1.founders:food 2.thief+3] robbed=[2]) () () ()", options=SCOUNDRELS),
    drafting("(hand=[nun]) ()", options=ALL, known=marks("hand", 0, 1, origin="saint")),
    turn("() ()", options=DEVELOPMENTS, developments=held(bank=1, sawmill=0, inn=None)),
    turn("() ()", options=DEVELOPMENTS),
    alone(options=DEVELOPMENTS, developments=held(bank=1, ox_crane=0)),
    drafting("(village=[1.founders:food 2.recruiter]) ()", options=SAINTS, recruited_picks=1),
    drafting("(village=[1.founders 2.recruiter] square=[hunter]) ()", options=SAINTS, recruited_picks=2),
    developing("(village=[1.founders:food 2.hunter]) ()", developments=held(tavern=0)),
    developing(
        "(village=[1.founders:food 2.hunter]) ()",
        developments=held(church=0, bank=None),
        stacks=[],
        reserve=["mason"],
    ),
]


@pytest.mark.parametrize("doc", RIGHT)
def test_position_right_ones_are_read_and_can_be_played(doc: Doc) -> None:
    whole = complete(doc)
    assert complete(whole) == whole
    assert legal(doc, to_act(doc)[0])


@pytest.mark.parametrize("seats", [1, 2, 3, 4, 5])
def test_position_a_new_game_with_everything_reads_back_as_itself(seats: int) -> None:
    doc = new_game("villagers", seats, **ALL)
    assert complete(doc) == doc
    assert VILLAGERS.read_position(doc)
