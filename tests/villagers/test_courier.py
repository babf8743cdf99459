"""SCOUNDRELS-8 to 10: the Courier acts in the draft turns of others, and nobody can see who could have."""

from __future__ import annotations

import random
from typing import Any

import pytest

from engine.errors import IllegalMove, NotYourTurn
from engine.ruleset import Doc
from tests.positions import facts, legal, new_game, of_type, play, position, refused, seen_by, to_act, view
from tests.villagers.game import END, VILLAGERS, blind, draft, give, road, special, trade

BOX = {"expansions": ["scoundrels"]}
PILES = [["seeker", "spelunker"], ["poulterer"], ["swineherd"], ["vintner"], ["graper"], ["brewer"]]
SIX = ["mason", "cooper", "agent", "priest", "jeweler", "wheeler"]


def courier(slot: int | None) -> Doc:
    """Take the villager of a slot out of turn."""
    return special("courier", slot=slot)


def drafting(seats: str, **fields: Any) -> Doc:
    """Return a draft turn of seat 0 with the Scoundrels; by default with a full road and stacks."""
    return position(
        f"villagers seats=[{seats}]",
        **{"road": road(*SIX), "stacks": PILES, "reserve": ["fisher"], "options": BOX, **fields},
    )


def shut(doc: Doc, who: int, slot: int = 0) -> str | None:
    """Try the seat's Courier, which must be refused. Returns the rule, or `None` if it is simply not the seat's
    turn.
    """
    state = VILLAGERS.read_position(doc)
    before = VILLAGERS.write_position(state)
    with pytest.raises((IllegalMove, NotYourTurn)) as refusal:
        VILLAGERS.apply(state, who, VILLAGERS.read_move(state, who, courier(slot)))
    assert VILLAGERS.write_position(state) == before
    assert courier(slot) not in legal(doc, who)
    return getattr(refusal.value, "rule", None)


def acting(doc: Doc, viewer: int | None) -> list[int]:
    """Return the seats that can act, as far as a viewer knows."""
    seats: list[int] = view(doc, viewer)["to_act"]
    return seats


def might(doc: Doc, viewer: int | None) -> tuple[int, ...]:
    """Return the seats that might react, as far as a viewer knows."""
    return VILLAGERS.might_react(VILLAGERS.view(VILLAGERS.read_position(doc), viewer))


# --- what he does ----------------------------------------------------------------------------


@pytest.mark.rule("SCOUNDRELS-8")
def test_scoundrels_8_a_face_up_villager_in_the_turn_of_another() -> None:
    start = position("""villagers options=(expansions=[scoundrels]) road=[mason+0 cooper+1 agent+0]
        stacks=[[seeker spelunker] [poulterer] [swineherd] [vintner] [graper] [brewer]] reserve=[fisher] seats=[
        () (hand=[courier hunter]) ()]""")
    after, events = play(start, (1, courier(1)))
    assert (sorted(after["seats"][1]["hand"]), after["seats"][1]["square"]) == (["cooper", "hunter"], [])
    assert ([one["gold"] for one in after["seats"]], after["discard"]) == ([8, 9, 8], ["courier"])
    assert after["road"][:3] == road("mason", "seeker", "agent")
    assert [len(stack) for stack in after["stacks"]] == [1] * 6
    assert to_act(after) == (0,)
    assert facts(events, "couriered") == [{"seat": 1, "slot": 1, "card": "cooper", "gold": 1}]
    assert [(one["slot"], one["card"], one["source"], one["index"]) for one in facts(events, "road_filled")] == [
        (1, "seeker", "stack", 0)
    ]
    assert seen_by(events, None) == seen_by(events, 0) == seen_by(events, 1)
    for viewer in (0, 2, None):
        assert [card["card"] for card in view(after, viewer)["seats"][1]["hand"]] == ["cooper", None]


@pytest.mark.rule("SCOUNDRELS-8")
def test_scoundrels_8_it_does_not_count_to_the_limit_and_the_turn_goes_on() -> None:
    start = position("""villagers options=(expansions=[scoundrels])
        road=[mason+0 cooper+0 agent+0 priest+0 jeweler+0 wheeler+0]
        stacks=[[seeker spelunker] [poulterer] [swineherd] [vintner] [graper] [brewer]] reserve=[fisher] seats=[
        () (hand=[courier] square=[hunter])]""")
    moves = [(1, courier(0)), (0, draft(0)), (1, draft(1)), (0, draft(1))]
    after, _ = play(start, *moves)
    assert sorted(after["seats"][1]["hand"]) == ["cooper", "hunter", "mason"]
    assert sorted(after["seats"][0]["hand"]) == ["poulterer", "seeker"]


@pytest.mark.rule("SCOUNDRELS-8")
def test_scoundrels_8_before_every_turn_of_every_other_seat() -> None:
    start = position("""villagers options=(expansions=[scoundrels]) first_player=0
        road=[mason+0 cooper+0 agent+0 priest+0 jeweler+0 wheeler+0]
        stacks=[[seeker spelunker] [poulterer] [swineherd] [vintner] [graper] [brewer]] reserve=[fisher] seats=[
        () () (hand=[courier])]""")
    for drafted in range(2):
        after, _ = play(start, *[(who, draft(who)) for who in range(drafted)])
        assert to_act(after) == (drafted, 2)
        assert [move["slot"] for move in legal(after, 2)] == [0, 1, 2, 3, 4, 5]
        assert {move["type"] for move in legal(after, 2)} == {"play"}
    mine, _ = play(start, (0, draft(0)), (1, draft(1)))
    assert to_act(mine) == (2,)


@pytest.mark.rule("SCOUNDRELS-8")
def test_scoundrels_8_before_the_very_first_turn_of_a_game() -> None:
    for number in range(40):
        game = new_game("villagers", 5, seed=bytes([number]), expansions=["scoundrels"], first_player="0")
        holder = next(who for who in range(5) if "courier" in game["seats"][who]["hand"])
        assert to_act(game) == ((0, holder) if holder else (0,))


@pytest.mark.rule("SCOUNDRELS-8")
def test_scoundrels_8_never_in_the_own_turn() -> None:
    start = position("""villagers options=(expansions=[scoundrels])
        road=[mason+0 cooper+0 agent+0 priest+0 jeweler+0 wheeler+0]
        stacks=[[seeker spelunker] [poulterer] [swineherd] [vintner] [graper] [brewer]] reserve=[fisher] seats=[
        (hand=[courier]) ()]""")
    assert refused(start, 0, courier(0)) == "SCOUNDRELS-8"
    assert of_type(legal(start, 0), "play") == []
    assert to_act(start) == (0,)


@pytest.mark.rule("SCOUNDRELS-8")
def test_scoundrels_8_also_when_the_holder_has_finished() -> None:
    start = position("""villagers options=(expansions=[scoundrels])
        road=[mason+0 cooper+0 agent+0 priest+0 jeweler+0 wheeler+0]
        stacks=[[seeker spelunker] [poulterer] [swineherd] [vintner] [graper] [brewer]] reserve=[fisher] seats=[
        (square=[hunter]) (hand=[courier] drafting_done=yes)]""")
    assert to_act(start) == (0, 1)
    after, _ = play(start, (1, courier(5)), (0, draft(0)))
    assert (after["phase"], after["seats"][1]["hand"]) == ("road", ["wheeler"])


@pytest.mark.rule("SCOUNDRELS-8")
def test_scoundrels_8_who_has_none_has_no_say() -> None:
    start = position("""villagers options=(expansions=[scoundrels])
        road=[mason+0 cooper+0 agent+0 priest+0 jeweler+0 wheeler+0]
        stacks=[[seeker spelunker] [poulterer] [swineherd] [vintner] [graper] [brewer]] reserve=[fisher] seats=[
        () (hand=[noble]) (hand=[hunter] square=[courier])]""")
    assert to_act(start) == (0,)
    for who in (1, 2):
        assert shut(start, who) is None
        assert legal(start, who) == []


@pytest.mark.rule("SCOUNDRELS-8")
def test_scoundrels_8_a_slot_with_a_villager_must_be_named() -> None:
    start = position("""villagers options=(expansions=[scoundrels]) road=[mason+0 - agent+0]
        stacks=[[seeker spelunker] [poulterer] [swineherd] [vintner] [graper] [brewer]] reserve=[fisher] seats=[
        () (hand=[courier])]""")
    assert [move["slot"] for move in legal(start, 1)] == [0, 2]
    for slot in (None, 1, 3, 5):
        assert refused(start, 1, courier(slot)) == "SCOUNDRELS-8"
    assert refused(start, 1, special("courier", slot=0, seat=0)) == "SCOUNDRELS-8"
    assert refused(start, 1, special("courier", slot=0, unlock={"by": "bank"}))
    bare = position("""villagers options=(expansions=[scoundrels]) road=[]
        stacks=[[seeker spelunker] [poulterer] [swineherd] [vintner] [graper] [brewer]] reserve=[fisher] seats=[
        () (hand=[courier])]""")
    assert to_act(bare) == (0,)
    assert shut(bare, 1) in (None, "SCOUNDRELS-8")


@pytest.mark.rule("SCOUNDRELS-8", "DRAFT-4")
@pytest.mark.parametrize("move", [draft(0), blind(0), special("barbarian"), END])
def test_scoundrels_8_a_reaction_is_all_the_holder_can_do(move: Doc) -> None:
    start = position("""villagers options=(expansions=[scoundrels])
        road=[mason+0 cooper+0 agent+0 priest+0 jeweler+0 wheeler+0]
        stacks=[[seeker spelunker] [poulterer] [swineherd] [vintner] [graper] [brewer]] reserve=[fisher] seats=[
        () (hand=[courier barbarian])]""")
    state = VILLAGERS.read_position(start)
    with pytest.raises((IllegalMove, NotYourTurn)):
        VILLAGERS.apply(state, 1, VILLAGERS.read_move(state, 1, move))
    assert VILLAGERS.write_position(state) == VILLAGERS.write_position(VILLAGERS.read_position(start))


# --- until when ------------------------------------------------------------------------------


@pytest.mark.rule("SCOUNDRELS-9")
def test_scoundrels_9_not_between_the_two_picks_of_a_recruiter() -> None:
    start = position("""villagers options=(expansions=[saints scoundrels])
        road=[mason+0 cooper+0 agent+0 priest+0 jeweler+0 wheeler+0]
        stacks=[[seeker spelunker] [poulterer] [swineherd] [vintner] [graper] [brewer]] reserve=[fisher] seats=[
        (village=[1.founders:food 2.hunter 3.recruiter]) (hand=[courier])]""")
    paid, _ = play(start, (0, {"type": "recruit"}))
    assert to_act(paid) == (0, 1)
    after, _ = play(paid, (1, courier(0)))
    assert (after["recruited_picks"], to_act(after)) == (2, (0,))
    picked, _ = play(paid, (0, draft(0)))
    assert to_act(picked) == (0,)
    assert shut(picked, 1) in (None, "SCOUNDRELS-9")


@pytest.mark.rule("SCOUNDRELS-9")
def test_scoundrels_9_not_while_a_prophet_looks_through_a_stack() -> None:
    start = position("""villagers options=(expansions=[saints scoundrels])
        road=[mason+0 cooper+0 agent+0 priest+0 jeweler+0 wheeler+0]
        stacks=[[seeker spelunker] [poulterer] [swineherd] [vintner] [graper] [brewer]] reserve=[fisher] seats=[
        (hand=[prophet]) (hand=[courier])]""")
    looked, _ = play(start, (0, special("prophet", stack=0)))
    taken, _ = play(
        {**start, "stacks": [["seeker", "agent", "mason"]], "road": road("fisher")},
        (0, special("prophet", stack=0)),
        (0, {"type": "look_take", "card": "agent"}),
    )
    for doc in (looked, taken):
        assert to_act(doc) == (0,)
        assert shut(doc, 1) in (None, "SCOUNDRELS-9")


@pytest.mark.rule("SCOUNDRELS-9")
def test_scoundrels_9_still_after_others_played_before_their_draft() -> None:
    start = position("""villagers options=(expansions=[saints scoundrels])
        road=[mason+0 cooper+0 agent+0 priest+0 jeweler+0 wheeler+0]
        stacks=[[seeker spelunker] [poulterer] [swineherd] [vintner] [graper] [brewer]] reserve=[fisher] seats=[
        (hand=[barbarian flaker benefactor hunter]) (hand=[courier] square=[grocer]) ()]""")
    for moves in (
        [(0, special("barbarian"))],
        [(0, special("flaker", seat=1, take="grocer"))],
        [(0, {"type": "benefactor", "card": "hunter"})],
    ):
        after, _ = play(start, *moves)
        assert to_act(after) == (0, 1)
        play(after, (1, courier(0)))


@pytest.mark.rule("SCOUNDRELS-9")
def test_scoundrels_9_after_the_card_the_window_is_that_of_the_next_turn() -> None:
    start = position("""villagers options=(expansions=[scoundrels])
        road=[mason+0 cooper+0 agent+0 priest+0 jeweler+0 wheeler+0]
        stacks=[[seeker spelunker] [poulterer] [swineherd] [vintner] [graper] [brewer]] reserve=[fisher] seats=[
        () (hand=[courier]) ()]""")
    after, _ = play(start, (0, draft(0)))
    assert to_act(after) == (1,)
    after, _ = play(after, (1, draft(1)))
    assert to_act(after) == (2, 1)


@pytest.mark.rule("SCOUNDRELS-9")
def test_scoundrels_9_only_in_the_draft_phase() -> None:
    built = position("""villagers options=(expansions=[scoundrels]) phase=build road=[mason+1]
        stacks=[[seeker spelunker] [poulterer] [swineherd] [vintner] [graper] [brewer]] seats=[() (hand=[courier])]""")
    assert to_act(built) == (0,)
    assert shut(built, 1) in (None, "SCOUNDRELS-8", "SCOUNDRELS-9")
    coins = position("""villagers options=(expansions=[scoundrels]) phase=road to_act=[0] road=[mason+0]
        stacks=[[seeker spelunker] [poulterer] [swineherd] [vintner] [graper] [brewer]] seats=[() (hand=[courier])]""")
    assert to_act(coins) == (0,)
    own = position("""villagers options=(expansions=[scoundrels]) phase=build road=[mason+1]
        stacks=[[seeker spelunker] [poulterer] [swineherd] [vintner] [graper] [brewer]] seats=[(hand=[courier]) ()]""")
    assert refused(own, 0, courier(0)) == "SCOUNDRELS-8"


# --- what fills the gap ----------------------------------------------------------------------


@pytest.mark.rule("SCOUNDRELS-10")
def test_scoundrels_10_the_leftmost_stack_then_the_reserve_then_nothing() -> None:
    rows: list[tuple[list[list[str]], list[str], str | None, list[int]]] = [
        ([[], ["seeker"], ["graper"]], ["fisher"], "seeker", [0, 0, 1, 1]),
        ([], ["fisher", "hunter"], "fisher", [0, 0, 0, 1]),
        ([], [], None, [0, 0, 0, 0]),
    ]
    for stacks, reserve, card, left in rows:
        start = drafting("() (hand=[courier])", stacks=stacks, reserve=reserve, road=road("mason+1", "agent"))
        after, _ = play(start, (1, courier(0)))
        assert after["road"][0] == (card and {"card": card, "gold": 0})
        assert [*[len(stack) for stack in after["stacks"][:3]], len(after["reserve"])] == left


@pytest.mark.rule("SCOUNDRELS-10", "DRAFT-19")
def test_scoundrels_10_the_last_villager_of_all_ends_the_drafting() -> None:
    start = position("""villagers options=(expansions=[scoundrels]) road=[mason+2] stacks=[] reserve=[] seats=[
        (square=[hunter]) (hand=[courier])]""")
    after, events = play(start, (1, courier(0)))
    assert (after["phase"], after["seats"][0]["hand"], after["seats"][1]["hand"]) == ("build", ["hunter"], ["mason"])
    assert after["seats"][1]["gold"] == 10
    assert {event["seat"] for event in facts(events, "picked_up")} == {0, 1}


@pytest.mark.rule("SCOUNDRELS-10", "MARKET-13")
def test_scoundrels_10_a_stack_emptied_that_way_counts_for_the_market() -> None:
    start = position("""villagers options=(expansions=[scoundrels]) road=[mason+0 agent+0]
        stacks=[[] [seeker] [graper brewer vintner]] reserve=[fisher] seats=[
        (square=[hunter]) (hand=[courier] drafting_done=yes) (drafting_done=yes)]""")
    after, events = play(start, (1, courier(0)), (0, draft(0)), (0, END), (1, END), (2, END))
    assert [event["market"] for event in facts(events, "market")] == [1]
    assert after["round"] == 2


# --- who knows that he could -----------------------------------------------------------------


def twins(**fields: Any) -> tuple[Doc, Doc]:
    """Two games that differ in which Scoundrel seat 2 was dealt."""
    found = []
    for card in ("courier", "noble"):
        found.append(drafting(f"(hand=[agent]) (hand=[flaker]) (hand=[{card} monk hunter])", **fields))
    return found[0], found[1]


@pytest.mark.rule("SCOUNDRELS-9", "INFO-13")
def test_scoundrels_9_others_cannot_tell_whether_there_is_one() -> None:
    mark = {"pile": "hand", "index": 2, "place": 0, "seats": [], "origin": "scoundrel"}
    for known in ([], [mark]):
        one, other = twins(known=known)
        assert (to_act(one), to_act(other)) == ((0, 2), (0,))
        for viewer in (0, 1, None):
            assert view(one, viewer) == view(other, viewer)
            assert acting(one, viewer) == [0]
            assert might(one, viewer) == might(other, viewer)
            assert 2 in might(one, viewer)
        for viewer in (0, 1):
            assert legal(one, viewer) == legal(other, viewer)
        assert (acting(one, 2), acting(other, 2)) == ([0, 2], [0])


@pytest.mark.rule("SCOUNDRELS-9")
def test_scoundrels_9_not_to_react_leaves_no_trace() -> None:
    one, other = twins()
    sights = []
    for start in (one, other):
        after, events = play(start, (0, draft(0)), (1, draft(1)), (2, draft(2)), (0, draft(3)), (1, draft(4)))
        sights.append([(view(after, viewer), seen_by(events, viewer)) for viewer in (0, 1, None)])
    assert sights[0] == sights[1]


@pytest.mark.rule("SCOUNDRELS-9")
def test_scoundrels_9_who_has_seen_him_knows_who_can_act() -> None:
    marks = [{"pile": "hand", "index": 2, "place": 0, "seats": [1]}]
    start, _ = twins(known=marks)
    assert [acting(start, viewer) for viewer in (0, 1, 2, None)] == [[0], [0, 2], [0, 2], [0]]
    public = [{"pile": "hand", "index": 2, "place": 0, "seats": [0, 1], "public": True}]
    start, _ = twins(known=public)
    assert [acting(start, viewer) for viewer in (0, 1, 2, None)] == [[0, 2]] * 4


@pytest.mark.rule("SCOUNDRELS-9")
def test_scoundrels_9_who_might_react_for_all_others_know() -> None:
    start = position("""villagers options=(expansions=[scoundrels])
        road=[mason+0 cooper+0 agent+0 priest+0 jeweler+0 wheeler+0]
        stacks=[[seeker spelunker] [poulterer] [swineherd] [vintner] [graper] [brewer]] reserve=[fisher] seats=[
        (hand=[noble]) (hand=[courier]) (hand=[hunter]) (hand=[monk tinner])]""")
    assert might(start, 0) == (1, 3)
    assert might(start, 1) == (1,)
    assert might(start, None) == (1, 3)
    picked, _ = play(start, (0, draft(0)))
    assert might(picked, None) == (0, 3)
    after, _ = play(start, (1, courier(0)))
    assert [might(after, viewer) for viewer in (0, 1, 2, 3, None)] == [()] * 5
    built = position("villagers phase=build options=(expansions=[scoundrels])", stacks=PILES, seats=start["seats"])
    assert might(built, None) == ()


@pytest.mark.rule("SCOUNDRELS-9")
def test_scoundrels_9_a_known_saint_is_no_courier() -> None:
    """Seat 1 has played its Scoundrel, so its remaining special back is the Saint dealt to it."""
    start = position("""villagers options=(expansions=[saints scoundrels])
        road=[mason+0 cooper+0 agent+0 priest+0 jeweler+0 wheeler+0]
        stacks=[[seeker spelunker] [poulterer] [swineherd] [vintner] [graper] [brewer]] reserve=[fisher]
        discard=[noble] known=[hand.1.0^saint] seats=[() (hand=[prophet])]""")
    for viewer in (0, None):
        assert might(start, viewer) == ()


@pytest.mark.rule("SCOUNDRELS-9")
@pytest.mark.parametrize("boxes", [["scoundrels"], ["saints", "scoundrels"]])
def test_scoundrels_9_who_might_react_could_in_some_deal(boxes: list[str]) -> None:
    """A seat that never could would show by its thinking time that it does not think."""
    rng = random.Random(9)
    met = 0
    for seed in range(4):
        state = VILLAGERS.setup(VILLAGERS.read_options({"expansions": boxes}, 3), 3, bytes([seed]))
        while acting := VILLAGERS.to_act(state):
            public = VILLAGERS.view(state, None)
            for seat in VILLAGERS.might_react(public):
                met += 1
                assert any(seat in VILLAGERS.to_act(VILLAGERS.sample(public, rng)) for _ in range(1000))
            VILLAGERS.apply(state, acting[0], rng.choice(VILLAGERS.legal_moves(state, acting[0])))
    assert met > 50


@pytest.mark.rule("SCOUNDRELS-9", "BASIC-6")
def test_scoundrels_9_a_courier_given_up_face_down_may_still_be_there() -> None:
    start = position("""villagers options=(expansions=[scoundrels]) phase=build stacks=[[seeker] [agent]] seats=[
        (hand=[courier monk]) ()]""")
    sights = []
    for card in ("courier", "monk"):
        after, _ = play(
            {**start, "road": road("mason", "fisher")}, (0, trade(card, "miner")), (0, give(1)), (0, END), (1, END)
        )
        assert to_act(after) == ((1,) if card == "courier" else (1, 0))
        sights.append([(view(after, viewer), might(after, viewer)) for viewer in (1, None)])
    assert sights[0] == sights[1]
    assert [reacting for _, reacting in sights[0]] == [(0,), (0,)]


@pytest.mark.rule("SCOUNDRELS-8")
def test_scoundrels_8_the_position_names_who_is_waited_for_first() -> None:
    start = position("""villagers options=(expansions=[scoundrels]) first_player=1
        road=[mason+0 cooper+0 agent+0 priest+0 jeweler+0 wheeler+0]
        stacks=[[seeker spelunker] [poulterer] [swineherd] [vintner] [graper] [brewer]] reserve=[fisher] seats=[
        (hand=[courier]) ()]""")
    assert to_act({**start, "to_act": [1]}) == (1, 0)
    assert to_act({**start, "to_act": [1, 0]}) == (1, 0)
    written = VILLAGERS.write_position(VILLAGERS.read_position({**start, "to_act": [1]}))
    assert written["to_act"] == [1, 0]


@pytest.mark.rule("SCOUNDRELS-9", "INFO-13")
def test_scoundrels_9_samples_for_a_drafter_put_him_here_and_there() -> None:
    """For the drafter, the special back in each other hand may be the Courier."""
    start = position("""villagers options=(expansions=[scoundrels])
        road=[mason+0 cooper+0 agent+0 priest+0 jeweler+0 wheeler+0]
        stacks=[[seeker spelunker] [poulterer] [swineherd] [vintner] [graper] [brewer]] reserve=[fisher] seats=[
        (hand=[noble]) (hand=[courier]) (hand=[flaker]) (hand=[schemer])]""")
    marks = [{"pile": "hand", "index": who, "place": 0, "seats": [], "origin": "scoundrel"} for who in range(4)]
    state = VILLAGERS.read_position({**start, "known": marks})
    seen, rng = VILLAGERS.view(state, 0), random.Random(4)
    holders = set()
    for _ in range(200):
        sampled = VILLAGERS.sample(seen, rng)
        assert VILLAGERS.write_view(VILLAGERS.view(sampled, 0)) == VILLAGERS.write_view(seen)
        holders.add(VILLAGERS.to_act(sampled))
    assert holders == {(0,), (0, 1), (0, 2), (0, 3)}
