"""SAINTS-8 to 12: looks through a pile, what is put back, and who learns what of it (INFO-12)."""

from __future__ import annotations

import json
from itertools import permutations
from typing import Any

import pytest

from engine.errors import InvalidPosition
from engine.ruleset import Doc
from tests.positions import facts, legal, play, position, refused, seen_by, to_act, view
from tests.villagers.game import END, VILLAGERS, draft, road, special, trade

KEEP: Doc = {"type": "keep"}
PIGEONEER = special("pigeoneer")
SIX = ["agent", "fisher", "mason", "cooper", "seeker", "hunter"]
ROAD = road("brewer", "grazier", "thatcher", "wheeler", "jeweler", "priest")


def prophet(stack: int | None) -> Doc:
    """Look through a stack."""
    return special("prophet", stack=stack)


def take(card: str) -> Doc:
    """Take a card of those looked at."""
    return {"type": "look_take", "card": card}


def arrange(*cards: str) -> list[tuple[int, Doc]]:
    """Seat 0 puts cards back, from the top down."""
    return [(0, {"type": "arrange", "card": card}) for card in cards]


def pigeoneer(reserve: list[str], *others: str, hand: tuple[str, ...] = (), **fields: Any) -> Doc:
    """Return a build turn of seat 0, who holds the Pigeoneer."""
    rest = others or ("()",)
    return position(
        f"""villagers phase=build options=(expansions=[saints]) stacks=[[tinner]] seats=[(hand=[pigeoneer
        {" ".join(hand)}]) {" ".join(rest)}]""",
        reserve=reserve,
        **fields,
    )


def prophecy(stack: list[str], *others: str, own: str = "", **fields: Any) -> Doc:
    """Return a draft turn of seat 0, who holds the Prophet; `stack` is the fourth one."""
    piles = fields.pop("stacks", [["swineherd"], ["graper"], ["poulterer"], stack])
    return position(
        f"villagers options=(expansions=[saints]) seats=[({own or 'hand=[prophet]'}) {' '.join(others or ['()'])}]",
        **{"stacks": piles, "road": ROAD, **fields},
    )


def knows(place: int, seats: list[int], pile: str = "stack", public: bool = False) -> Doc:
    """Seats know the card at this depth of the fourth stack (or of the reserve)."""
    return {"pile": pile, "index": 3 if pile == "stack" else 0, "place": place, "seats": seats, "public": public}


def seen(doc: Doc, viewer: int | None, pile: str = "stack") -> list[str | None]:
    """Return a pile in a viewer's eyes, from the top: the cards it knows."""
    found = view(doc, viewer)["reserve"] if pile == "reserve" else view(doc, viewer)["stacks"][3]
    cards: list[str | None] = [None] * found["count"]
    if cards:
        cards[0] = found["top"]["card"]
    for card in found["below"]:
        cards[card["depth"]] = card["card"]
    return cards


# --- the Pigeoneer ---------------------------------------------------------------------------


@pytest.mark.rule("SAINTS-8")
def test_saints_8_the_top_six_one_to_the_hand_the_rest_in_any_order() -> None:
    start = position("""villagers options=(expansions=[saints]) phase=build
        reserve=[agent fisher mason cooper seeker hunter wattler grocer] stacks=[[tinner]] seats=[
        (hand=[pigeoneer]) ()]""")
    looked, _ = play(start, (0, PIGEONEER))
    assert sorted(move["card"] for move in legal(looked, 0)) == sorted(SIX)
    after, _ = play(looked, (0, take("cooper")), *arrange("hunter", "mason", "agent", "seeker"))
    assert after["seats"][0]["hand"] == ["cooper"]
    assert after["reserve"] == ["hunter", "mason", "agent", "seeker", "fisher", "wattler", "grocer"]
    assert after["discard"] == ["pigeoneer"]
    turn = after["seats"][0]
    assert (turn["builds_left"], turn["trades_left"], after["pending"], to_act(after)) == (2, 3, None, (0,))
    assert (turn["gold"], after["stacks"][0], after["phase"]) == (8, ["tinner"], "build")


@pytest.mark.rule("SAINTS-8")
def test_saints_8_every_order_can_be_reached_and_the_last_card_needs_no_move() -> None:
    start = position("""villagers options=(expansions=[saints]) phase=build reserve=[agent fisher mason hunter]
        stacks=[[tinner]] seats=[(hand=[pigeoneer]) ()]""")
    looked, _ = play(start, (0, PIGEONEER), (0, take("agent")))
    for order in permutations(["fisher", "mason", "hunter"]):
        after, _ = play(looked, *arrange(*order[:2]))
        assert (after["reserve"], after["pending"]) == (list(order), None)


@pytest.mark.rule("SAINTS-8")
def test_saints_8_the_rest_may_stay_as_it_lies() -> None:
    start = position("""villagers options=(expansions=[saints]) phase=build reserve=[agent fisher mason hunter cooper]
        stacks=[[tinner]] seats=[(hand=[pigeoneer]) ()]""")
    looked, _ = play(start, (0, PIGEONEER), (0, take("mason")))
    assert play(looked, (0, KEEP))[0]["reserve"] == ["agent", "fisher", "hunter", "cooper"]
    after, _ = play(looked, *arrange("cooper"), (0, KEEP))
    assert after["reserve"] == ["cooper", "agent", "fisher", "hunter"]


@pytest.mark.rule("SAINTS-8")
def test_saints_8_nothing_else_comes_between() -> None:
    start = position("""villagers options=(expansions=[saints]) phase=build reserve=[agent fisher mason hunter]
        stacks=[[tinner]] seats=[(hand=[pigeoneer wattler]) ()]""")
    looked, _ = play(start, (0, PIGEONEER))
    for move in (END, trade("wattler", "miner"), KEEP, take("cooper"), *[one for _, one in arrange("agent")]):
        assert refused(looked, 0, move) == "SAINTS-8"
    taken, _ = play(looked, (0, take("agent")))
    for move in (END, take("fisher"), *[one for _, one in arrange("agent")]):
        assert refused(taken, 0, move) == "SAINTS-8"
    one, _ = play(taken, *arrange("mason"))
    assert refused(one, 0, arrange("mason")[0][1]) == "SAINTS-8"


@pytest.mark.rule("SAINTS-8")
def test_saints_8_equal_cards_are_one_choice() -> None:
    start = position("""villagers options=(expansions=[saints]) phase=build reserve=[agent mason agent mason]
        stacks=[[tinner]] seats=[(hand=[pigeoneer]) ()]""")
    looked, _ = play(start, (0, PIGEONEER))
    assert sorted(move["card"] for move in legal(looked, 0)) == ["agent", "mason"]
    after, _ = play(looked, (0, take("agent")), *arrange("mason", "mason"))
    assert (after["seats"][0]["hand"], after["reserve"]) == (["agent"], ["mason", "mason", "agent"])


@pytest.mark.rule("SAINTS-8")
def test_saints_8_a_special_villager_may_be_taken_and_the_card_used_at_once() -> None:
    start = position("""villagers options=(expansions=[saints]) phase=build reserve=[monk hunter] stacks=[[tinner]]
        seats=[
        (hand=[pigeoneer]) ()]""")
    after, _ = play(start, (0, PIGEONEER), (0, take("monk")))
    assert after["seats"][0]["hand"] == ["monk"]
    after, _ = play(start, (0, PIGEONEER), (0, take("hunter")), (0, {"type": "place", "card": "hunter"}))
    assert after["seats"][0]["builds_left"] == 1


@pytest.mark.rule("SAINTS-8")
def test_saints_8_only_in_the_own_build_turn() -> None:
    drafting = position("""villagers options=(expansions=[saints]) stacks=[[swineherd] [graper] [poulterer] [agent]]
        road=[brewer+0 grazier+0 thatcher+0 wheeler+0 jeweler+0 priest+0] reserve=[fisher] seats=[
        (hand=[pigeoneer]) ()]""")
    assert refused(drafting, 0, PIGEONEER) == "SAINTS-8"
    assert PIGEONEER["card"] not in {move.get("card") for move in legal(drafting, 0)}
    start = position("""villagers options=(expansions=[saints]) phase=build reserve=[agent] stacks=[[tinner]] seats=[
        (hand=[pigeoneer]) ()]""")
    assert refused(start, 0, special("pigeoneer", stack=0)) == "SAINTS-8"
    none = position("""villagers options=(expansions=[saints]) phase=build reserve=[agent] stacks=[[tinner]] seats=[
        (hand=[prophet]) ()]""")
    assert refused(none, 0, PIGEONEER) == "SAINTS-8"


@pytest.mark.rule("SAINTS-9")
@pytest.mark.parametrize("count", [1, 2, 3, 4, 5])
def test_saints_9_a_short_reserve_is_looked_at_as_it_is(count: int) -> None:
    start = position(f"""villagers options=(expansions=[saints]) phase=build reserve=[{" ".join(SIX[:count])}]
        stacks=[[tinner]] seats=[(hand=[pigeoneer]) ()]""")
    looked, events = play(start, (0, PIGEONEER))
    assert facts(events, "looked")[0]["count"] == count
    assert len(legal(looked, 0)) == count
    after, _ = play(looked, (0, take("agent")), *([(0, KEEP)] if count > 2 else []))
    assert (after["reserve"], after["pending"]) == (SIX[1:count], None)


@pytest.mark.rule("SAINTS-9")
def test_saints_9_an_empty_reserve_is_not_looked_at() -> None:
    start = position(
        "villagers options=(expansions=[saints]) phase=build reserve=[] stacks=[[tinner]] seats=[(hand=[pigeoneer]) ()]"
    )
    assert refused(start, 0, PIGEONEER) == "SAINTS-9"
    assert not [move for move in legal(start, 0) if move["type"] == "play"]


# --- the Prophet -----------------------------------------------------------------------------


@pytest.mark.rule("SAINTS-10")
def test_saints_10_one_of_a_stack_is_the_draft_of_the_turn() -> None:
    start = position("""villagers options=(expansions=[saints])
        stacks=[[swineherd] [graper] [poulterer] [agent fisher mason hunter]]
        road=[brewer+0 grazier+0 thatcher+0 wheeler+0 jeweler+0 priest+0] seats=[(hand=[prophet]) ()]""")
    looked, _ = play(start, (0, prophet(3)))
    assert sorted(move["card"] for move in legal(looked, 0)) == ["agent", "fisher", "hunter", "mason"]
    taken, _ = play(looked, (0, take("mason")))
    assert (to_act(taken), taken["seats"][0]["square"], taken["seats"][0]["hand"]) == ((0,), ["mason"], [])
    after, _ = play(taken, *arrange("hunter", "agent"))
    assert after["stacks"][3] == ["hunter", "agent", "fisher"]
    assert after["stacks"][:3] == start["stacks"][:3]
    assert [one["card"] for one in after["road"]] == [one["card"] for one in ROAD if one]
    assert (after["seats"][0]["square"], after["discard"], to_act(after)) == (["mason"], ["prophet"], (1,))


@pytest.mark.rule("SAINTS-10")
def test_saints_10_the_whole_stack_is_looked_through_however_high() -> None:
    stack = [*SIX, "wattler", "grocer", "harvester", "chandler"]
    start = position("""villagers options=(expansions=[saints]) stacks=[[swineherd] [graper] [poulterer]
        [agent fisher mason cooper seeker hunter wattler grocer harvester chandler]]
        road=[brewer+0 grazier+0 thatcher+0 wheeler+0 jeweler+0 priest+0] seats=[(hand=[prophet]) ()]""")
    looked, events = play(start, (0, prophet(3)))
    assert facts(events, "looked") == [
        {"seat": 0, "pile": "stack", "stack": 3, "from_seat": None, "count": 10, "cards": stack}
    ]
    after, _ = play(looked, (0, take("chandler")), (0, KEEP))
    assert after["stacks"][3] == stack[:9]


@pytest.mark.rule("SAINTS-10", "DRAFT-12")
def test_saints_10_the_limit_is_reached_when_all_is_put_back() -> None:
    start = position("""villagers options=(expansions=[saints])
        stacks=[[swineherd] [graper] [poulterer] [agent fisher mason]]
        road=[brewer+0 grazier+0 thatcher+0 wheeler+0 jeweler+0 priest+0] seats=[
        (hand=[prophet] square=[seeker]) (square=[cooper])]""")
    taken, _ = play(start, (0, prophet(3)), (0, take("mason")))
    assert not taken["seats"][0]["drafting_done"]
    after, _ = play(taken, (0, KEEP))
    assert (sorted(after["seats"][0]["hand"])[::-1], after["seats"][0]["drafting_done"]) == (["seeker", "mason"], True)
    assert to_act(after) == (1,)


@pytest.mark.rule("SAINTS-10")
def test_saints_10_nothing_else_comes_between() -> None:
    start = position("""villagers options=(expansions=[saints])
        stacks=[[swineherd] [graper] [poulterer] [agent fisher mason hunter]]
        road=[brewer+0 grazier+0 thatcher+0 wheeler+0 jeweler+0 priest+0] seats=[(hand=[prophet]) ()]""")
    looked, _ = play(start, (0, prophet(3)))
    for move in (draft(0), {"type": "draft_stack", "stack": 3}, KEEP, take("brewer"), arrange("agent")[0][1]):
        assert refused(looked, 0, move) == "SAINTS-10"
    taken, _ = play(looked, (0, take("agent")))
    for move in (draft(0), take("fisher"), arrange("agent")[0][1]):
        assert refused(taken, 0, move) == "SAINTS-10"


@pytest.mark.rule("SAINTS-10", "SAINTS-14")
def test_saints_10_he_may_be_either_pick_of_a_recruiters_turn() -> None:
    start = position("""villagers options=(expansions=[saints])
        stacks=[[swineherd] [graper] [poulterer] [agent fisher mason]]
        road=[brewer+0 grazier+0 thatcher+0 wheeler+0 jeweler+0 priest+0] seats=[
        (hand=[prophet] village=[1.founders:food 2.hunter 3.recruiter]) ()]""")
    for moves in (
        [(0, prophet(3)), (0, take("mason")), (0, KEEP), (0, draft(0))],
        [(0, draft(0)), (0, prophet(3)), (0, take("mason")), (0, KEEP)],
    ):
        after, _ = play(start, (0, {"type": "recruit"}), *moves)
        assert sorted(after["seats"][0]["square"]) == ["brewer", "mason"]
        assert (to_act(after), after["recruited_picks"]) == ((1,), 0)


@pytest.mark.rule("SAINTS-11")
def test_saints_11_never_the_reserve_nor_an_empty_stack() -> None:
    gone = position("""villagers options=(expansions=[saints]) stacks=[]
        road=[brewer+0 grazier+0 thatcher+0 wheeler+0 jeweler+0 priest+0] reserve=[agent fisher] seats=[
        (hand=[prophet]) ()]""")
    assert {move["type"] for move in legal(gone, 0)} == {"draft_road", "draft_reserve"}
    for stack in (None, 0, 3, 5):
        assert refused(gone, 0, prophet(stack)) in ("SAINTS-10", "SAINTS-11")
    some = position("""villagers options=(expansions=[saints]) stacks=[[] [agent] [] [] [fisher]]
        road=[brewer+0 grazier+0 thatcher+0 wheeler+0 jeweler+0 priest+0] reserve=[mason] seats=[
        (hand=[prophet]) ()]""")
    assert [move["stack"] for move in legal(some, 0) if move["type"] == "play"] == [1, 4]
    assert refused(some, 0, prophet(0)) == "SAINTS-11"


@pytest.mark.rule("SAINTS-10")
def test_saints_10_only_in_the_own_draft_turn() -> None:
    built = position("villagers options=(expansions=[saints]) phase=build stacks=[[agent]] seats=[(hand=[prophet]) ()]")
    assert refused(built, 0, prophet(0)) == "SAINTS-10"
    start = position("""villagers options=(expansions=[saints]) stacks=[[swineherd] [graper] [poulterer] [agent]]
        road=[brewer+0 grazier+0 thatcher+0 wheeler+0 jeweler+0 priest+0] seats=[(hand=[pigeoneer]) ()]""")
    assert refused(start, 0, prophet(3)) == "SAINTS-10"
    start = position("""villagers options=(expansions=[saints]) stacks=[[swineherd] [graper] [poulterer] [agent]]
        road=[brewer+0 grazier+0 thatcher+0 wheeler+0 jeweler+0 priest+0] seats=[(hand=[prophet]) ()]""")
    assert refused(start, 0, special("prophet", stack=3, seat=1)) == "SAINTS-10"


@pytest.mark.rule("SAINTS-12", "MARKET-13")
def test_saints_12_the_last_card_empties_the_stack() -> None:
    start = position("""villagers options=(expansions=[saints]) stacks=[[] [agent] [brewer]]
        road=[brewer+0 grazier+0 thatcher+0 wheeler+0 jeweler+0 priest+0] seats=[
        (hand=[prophet] square=[seeker]) (drafting_done=yes)]""")
    looked, _ = play({**start, "road": road("grazier+1")}, (0, prophet(1)))
    assert legal(looked, 0) == [take("agent")]
    after, _ = play(looked, (0, take("agent")))
    assert (after["stacks"][1], after["pending"], after["phase"]) == ([], None, "road")
    pass_both = [(1, {"type": "pass"}), (0, {"type": "pass"}), (0, END), (1, END)]
    done, events = play(after, *pass_both)
    assert [event["market"] for event in facts(events, "market")] == [1]
    assert done["round"] == 2


# --- who learns what -------------------------------------------------------------------------


@pytest.mark.rule("INFO-12")
def test_info_12_what_is_looked_at_is_seen_by_the_looker_only() -> None:
    start = position("""villagers options=(expansions=[saints])
        stacks=[[swineherd] [graper] [poulterer] [agent fisher mason]]
        road=[brewer+0 grazier+0 thatcher+0 wheeler+0 jeweler+0 priest+0] seats=[(hand=[prophet]) () ()]""")
    looked, events = play(start, (0, prophet(3)))
    assert seen(looked, 0) == ["agent", "fisher", "mason"]
    for viewer in (1, 2, None):
        assert seen(looked, viewer) == [None, None, None]
        assert view(looked, viewer)["pending"] == looked["pending"]
        assert seen_by(events, viewer)[-1]["cards"] == []
        assert seen_by(events, viewer)[-1]["count"] == 3
    assert seen_by(events, 0)[-1]["cards"] == ["agent", "fisher", "mason"]


@pytest.mark.rule("INFO-12")
def test_info_12_the_pigeoneers_card_shows_its_back_only() -> None:
    start = position("""villagers options=(expansions=[saints]) phase=build reserve=[agent fisher mason]
        stacks=[[tinner]] seats=[(hand=[pigeoneer]) () ()]""")
    after, events = play(start, (0, PIGEONEER), (0, take("mason")), *arrange("fisher"))
    assert view(after, 0)["seats"][0]["hand"][0]["card"] == "mason"
    assert seen(after, 0, "reserve") == ["fisher", "agent"]
    for viewer in (1, 2, None):
        (card,) = view(after, viewer)["seats"][0]["hand"]
        assert (card["suit"], card["card"]) == ("ore", None)
        assert seen(after, viewer, "reserve") == [None, None]
        text = json.dumps(seen_by(events, viewer))
        assert not [word for word in ("agent", "fisher", "mason") if word in text]
        assert [one["card"]["suit"] for one in seen_by(events, viewer) if one["type"] == "card_taken"] == ["ore"]
        assert [one["card"] for one in seen_by(events, viewer) if one["type"] == "arranged"] == [None]
    assert [one["card"] for one in seen_by(events, 0) if one["type"] == "arranged"] == ["fisher"]


@pytest.mark.rule("INFO-12", "DRAFT-9")
def test_info_12_the_prophets_card_is_turned_up_for_all() -> None:
    start = position("""villagers options=(expansions=[saints])
        stacks=[[swineherd] [graper] [poulterer] [agent fisher mason]]
        road=[brewer+0 grazier+0 thatcher+0 wheeler+0 jeweler+0 priest+0] seats=[(hand=[prophet]) () ()]""")
    after, events = play(start, (0, prophet(3)), (0, take("mason")), *arrange("fisher"))
    for viewer in (0, 1, 2, None):
        assert view(after, viewer)["seats"][0]["square"] == ["mason"]
        found = [one for one in seen_by(events, viewer) if one["type"] == "drafted"]
        assert [(one["card"], one["source"], one["index"]) for one in found] == [("mason", "stack", 3)]
    assert seen(after, 0) == ["fisher", "agent"]
    assert [seen(after, viewer) for viewer in (1, 2, None)] == [[None, None]] * 3


@pytest.mark.rule("INFO-12")
def test_info_12_the_order_is_known_to_the_looker_also_later() -> None:
    start = position("""villagers options=(expansions=[saints])
        stacks=[[swineherd] [graper] [poulterer] [agent fisher mason hunter]]
        road=[brewer+0 grazier+0 thatcher+0 wheeler+0 jeweler+0 priest+0] seats=[
        (hand=[prophet] square=[seeker]) ()]""")
    after, _ = play(
        start,
        *[(0, prophet(3)), (0, take("mason")), *arrange("hunter", "agent")],
        *[(1, {"type": "draft_stack", "stack": 3})],
    )
    assert (after["seats"][1]["square"], seen(after, 0), seen(after, 1)) == (
        ["hunter"],
        ["agent", "fisher"],
        [None, None],
    )


Step = list[tuple[int, Doc]]


@pytest.mark.rule("INFO-12", "INFO-13")
@pytest.mark.parametrize("steps", [1, 2, 3])
@pytest.mark.parametrize("marks", [[], [knows(0, [1], "reserve")], [knows(0, [0, 1, 2], "reserve", public=True)]])
@pytest.mark.parametrize("rest", [[], ["hunter"], ["hunter", "grocer"]])
def test_info_12_others_do_not_learn_which_of_like_backs_was_taken(
    steps: int, marks: list[Doc], rest: list[str]
) -> None:
    """The agent on top is known to others. Whether it or the fisher goes to the hand, they see and hear the same."""
    start = pigeoneer(["agent", "fisher", *rest], "() ()", known=marks)
    seen_by_others = []
    for taken, left in (("agent", "fisher"), ("fisher", "agent")):
        moves: Step = [(0, PIGEONEER), (0, take(taken)), *(arrange(left) if rest else [])]
        after, events = play(start, *moves[:steps])
        seen_by_others.append([(view(after, viewer), seen_by(events, viewer)) for viewer in (1, 2, None)])
    assert seen_by_others[0] == seen_by_others[1]


@pytest.mark.rule("INFO-12", "INFO-13")
@pytest.mark.parametrize("marks", [[knows(0, [1])], [knows(1, [0, 1, 2], public=True)], [knows(2, [2])]])
def test_info_12_others_do_not_see_where_a_card_they_knew_is_put(marks: list[Doc]) -> None:
    """While the stack is put in order, card by card, and when it is done."""
    start = prophecy(["agent", "fisher", "grocer", "hunter"], "() ()", known=marks)
    looked, _ = play(start, (0, prophet(3)), (0, take("hunter")))
    stages: list[list[Any]] = [[], []]
    for order in permutations(["agent", "fisher", "grocer"]):
        for number in (1, 2):
            after, events = play(looked, *arrange(*order[:number]))
            stages[number - 1].append([(view(after, viewer), seen_by(events, viewer)) for viewer in (1, 2, None)])
    for stage in stages:
        assert all(one == stage[0] for one in stage)


@pytest.mark.rule("INFO-12")
def test_info_12_who_knows_all_of_them_to_be_alike_still_does() -> None:
    start = position("""villagers options=(expansions=[saints])
        stacks=[[swineherd] [graper] [poulterer] [agent agent hunter]]
        road=[brewer+0 grazier+0 thatcher+0 wheeler+0 jeweler+0 priest+0] known=[stack.3.0~1 stack.3.1~1] seats=[
        (hand=[prophet]) () ()]""")
    after, _ = play(start, (0, prophet(3)), (0, take("hunter")), (0, KEEP))
    assert [seen(after, viewer) for viewer in (0, 1, 2, None)] == [["agent"] * 2, ["agent"] * 2, [None] * 2, [None] * 2]


@pytest.mark.rule("INFO-12")
def test_info_12_what_lies_below_the_six_stays_known() -> None:
    start = position("""villagers options=(expansions=[saints]) phase=build
        reserve=[agent fisher mason cooper seeker hunter grocer] stacks=[[tinner]]
        known=[reserve.0.6~1 reserve.0.0~1] seats=[(hand=[pigeoneer]) () ()]""")
    after, _ = play(start, (0, PIGEONEER), (0, take("mason")), (0, KEEP))
    assert seen(after, 1, "reserve") == [None] * 5 + ["grocer"]
    assert seen(after, 0, "reserve") == ["agent", "fisher", "cooper", "seeker", "hunter", None]


@pytest.mark.rule("INFO-12")
@pytest.mark.parametrize("viewer", [1, 2, None])
def test_info_12_the_cards_looked_at_do_not_change_what_others_see(viewer: int | None) -> None:
    """Two stacks with the same backs on top, different below: the looks are the same for all others."""
    sights = []
    for stack in (["agent", "fisher", "mason"], ["agent", "cooper", "seeker"]):
        start = position(f"""villagers options=(expansions=[saints])
            stacks=[[swineherd] [graper] [poulterer] [{" ".join(stack)}]]
            road=[brewer+0 grazier+0 thatcher+0 wheeler+0 jeweler+0 priest+0] seats=[(hand=[prophet]) () ()]""")
        after, events = play(start, (0, prophet(3)))
        sights.append((view(after, viewer), seen_by(events, viewer)))
    assert sights[0] == sights[1]


@pytest.mark.rule("INFO-12")
def test_info_12_in_a_given_position_too_the_looker_knows_the_cards() -> None:
    start = position("""villagers options=(expansions=[saints])
        stacks=[[swineherd] [graper] [poulterer] [agent fisher]]
        road=[brewer+0 grazier+0 thatcher+0 wheeler+0 jeweler+0 priest+0] discard=[prophet]
        pending=(type=look pile=stack stack=3 depth=2 placed=-) seats=[() ()]""")
    given = {**start, "known": [knows(0, [0]), knows(1, [0])]}
    with pytest.raises(InvalidPosition):
        VILLAGERS.read_position({**start, "known": [knows(0, [0])]})
    assert seen(given, 0) == ["agent", "fisher"]
    assert sorted(move["card"] for move in legal(given, 0)) == ["agent", "fisher"]
    assert seen(given, 1) == [None, None]
