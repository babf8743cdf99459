"""BUILD: the framework of the build phase."""

from __future__ import annotations

import pytest

from engine.errors import MalformedMove, NotYourTurn
from engine.ruleset import Doc
from tests.positions import facts, legal, of_type, play, position, refused, score, to_act, view, village
from tests.villagers.game import BY_BANK, BY_TINNER, END, by, give, place, special, trade


def limits(*words: str) -> int:
    """Return the build limit of a village."""
    start = position(f"villagers phase=build seats=[(village=[{village(words)}]) ()]")
    limit: int = view(start, None)["seats"][0]["build_limit"]
    return limit


@pytest.mark.rule("BUILD-1")
def test_build_1_complete_turns_in_turn_order() -> None:
    game = position("""villagers phase=build first_player=1
        stacks=[[spelunker] [seeker] [poulterer] [swineherd] [vintner] [graper]] seats=[
        (hand=[wattler]) (hand=[hunter]) (hand=[agent])]""")
    assert to_act(game) == (1,)
    assert legal(game, 0) == legal(game, 2) == []
    with pytest.raises(NotYourTurn):
        play(game, (0, place("wattler")))
    after, events = play(game, (1, END), (2, place("agent")))
    assert to_act(after) == (2,)
    assert [one["seat"] for one in facts(events, "build_turn")] == [2]
    after, _ = play(after, (2, END), (0, END))
    assert after["phase"] == "draft"


@pytest.mark.rule("BUILD-1")
def test_build_1_a_turn_ends_only_when_its_player_says_so() -> None:
    game = position("villagers phase=build seats=[(hand=[wattler hunter]) ()]")
    after, _ = play(game, (0, place("wattler")), (0, place("hunter")))
    assert to_act(after) == (0,)
    assert legal(after, 0) == [END]


@pytest.mark.rule("BUILD-2")
def test_build_2_two_and_one_more_for_each_builder() -> None:
    assert limits("founders") == 2
    assert limits("founders", "lumberjack", "carpenter@2", "miner", "mason@4") == 4
    assert limits("founders", "brewer@1") == 3


@pytest.mark.rule("BUILD-2")
def test_build_2_no_more_than_the_limit() -> None:
    game = position("villagers phase=build seats=[(hand=[wattler wattler hunter hunter chandler chandler]) ()]")
    assert game["seats"][0].get("builds_left") is None
    after, _ = play(game, (0, place("wattler")), (0, place("hunter")))
    assert after["seats"][0]["builds_left"] == 0
    assert refused(after, 0, place("chandler")).startswith("BUILD-")
    assert not of_type(legal(after, 0), "place")


@pytest.mark.rule("BUILD-3")
def test_build_3_never_more_than_five() -> None:
    assert limits("founders", "wattler", "lumberjack", "carpenter@3", "shipwright@3", "miner", "mason@6") == 5
    cards = ["wattler", "hunter", "hunter", "chandler", "chandler", "agent"]
    start = position("""villagers phase=build seats=[
        (village=[1.founders 2.wattler 3.lumberjack 4.carpenter@3 5.shipwright@3 6.miner 7.mason@6]
        hand=[wattler hunter hunter chandler chandler agent]) ()]""")
    after, _ = play(start, *[(0, place(card)) for card in cards[:5]])
    assert refused(after, 0, place("agent")).startswith("BUILD-")


@pytest.mark.rule("BUILD-4")
def test_build_4_builders_placed_in_the_turn_do_not_raise_it() -> None:
    game = position(
        "villagers phase=build seats=[(village=[1.founders 2.lumberjack] hand=[carpenter wattler hunter]) ()]"
    )
    after, _ = play(game, (0, place("carpenter", 2)))
    assert after["seats"][0]["builds_left"] == 1
    after, _ = play(after, (0, place("wattler")))
    assert after["seats"][0]["builds_left"] == 0
    assert refused(after, 0, place("hunter")).startswith("BUILD-")
    assert view(after, 0)["seats"][0]["build_limit"] == 4


@pytest.mark.rule("BUILD-4")
def test_build_4_it_is_fixed_when_the_own_turn_begins() -> None:
    game = position("villagers phase=build seats=[() (village=[1.founders 2.wattler] hand=[hunter chandler agent])]")
    after, events = play(game, (0, END))
    assert facts(events, "build_turn") == [{"seat": 1, "limit": 3}]
    assert after["seats"][1]["builds_left"] == 3
    assert after["seats"][1]["trades_left"] == 3


@pytest.mark.rule("BUILD-4")
def test_build_4_the_next_turn_counts_the_new_builders() -> None:
    game = position("""villagers phase=build stacks=[[spelunker] [seeker] [poulterer] [swineherd] [vintner] [graper]]
        seats=[
        (hand=[wattler wattler]) ()]""")
    after, _ = play(game, (0, place("wattler")), (0, place("wattler")), (0, END), (1, END))
    while after["phase"] == "draft":
        (who,) = to_act(after)
        after, _ = play(after, (who, legal(after, who)[0]))
    after, _ = play(after, (1, END))
    assert after["seats"][0]["builds_left"] == 4


@pytest.mark.rule("BUILD-5")
def test_build_5_building_nothing_is_allowed() -> None:
    game = position("villagers phase=build seats=[(hand=[wattler]) ()]")
    assert END in legal(game, 0)
    after, events = play(game, (0, END))
    assert after["seats"][0]["hand"] == ["wattler"]
    assert facts(events, "build_ended") == [{"seat": 0}]


@pytest.mark.rule("BUILD-6")
def test_build_6_nothing_leads_back_to_the_hand() -> None:
    game = position("""villagers phase=build stacks=[[spelunker] [seeker] [poulterer] [swineherd] [vintner] [graper]]
        seats=[
        (village=[1.founders 2.wattler 3.miner 4.mason@3] hand=[hunter]) ()]""")
    for move in legal(game, 0):
        after, _ = play(game, (0, move))
        assert set(after["seats"][0]["hand"]) <= {"hunter"}
    assert refused(game, 0, trade("wattler", "miner"))


@pytest.mark.rule("BUILD-7")
def test_build_7_several_of_the_same_villager() -> None:
    game = position("villagers phase=build seats=[(village=[1.founders 2.harvester] hand=[grocer grocer]) ()]")
    after, _ = play(game, (0, place("grocer", unlock=by(0, 2))), (0, place("grocer", unlock=by(0, 2))))
    assert [one["card"] for one in after["seats"][0]["village"]] == ["founders", "harvester", "grocer", "grocer"]


@pytest.mark.rule("BUILD-8")
def test_build_8_basics_do_not_count() -> None:
    hand = ["agent", "priest", "fisher", "wattler", "hunter"]
    start = position("""villagers phase=build stacks=[[spelunker] [seeker] [poulterer] [swineherd] [vintner] [graper]]
        seats=[
        (hand=[agent priest fisher wattler hunter]) ()]""")
    after, _ = play(
        start,
        (0, place("wattler")),
        *[(0, move) for card in hand[:3] for move in (trade(card, "miner"), give(0))],
        (0, place("hunter")),
    )
    assert [one["card"] for one in after["seats"][0]["village"]] == ["founders", "wattler", *["miner"] * 3, "hunter"]
    assert after["seats"][0]["builds_left"] == 0


@pytest.mark.rule("BUILD-9")
def test_build_9_discarded_specials_do_not_count() -> None:
    start = position("villagers phase=build seats=[(hand=[tinner smuggler smuggler wattler hunter] gold=0) ()]")
    after, _ = play(
        start,
        (0, special("tinner")),
        (0, special("smuggler", BY_TINNER)),
        (0, special("smuggler", BY_TINNER)),
        (0, place("wattler")),
        (0, place("hunter")),
    )
    # Half of the Founders' 2 gold, twice.
    assert after["seats"][0]["gold"] == 2
    assert after["seats"][0]["builds_left"] == 0
    assert after["seats"][0]["hand"] == []


@pytest.mark.rule("BUILD-9")
def test_build_9_also_when_no_build_is_left() -> None:
    game = position("villagers phase=build seats=[(hand=[tinner smuggler] builds_left=0) ()]")
    kinds = {(move["type"], move.get("card")) for move in legal(game, 0)}
    assert {("play", "tinner"), ("play", "smuggler"), ("end", None)} <= kinds


@pytest.mark.rule("BUILD-10")
def test_build_10_a_monk_is_a_build_action() -> None:
    game = position(
        "villagers phase=build seats=[(village=[1.founders 2.miner 3.seeker@2 4.blacksmith@2] hand=[monk jeweler]) ()]"
    )
    after, _ = play(game, (0, place("jeweler", 3, ["spelunker"], by(0, 4))))
    assert after["seats"][0]["builds_left"] == 0
    short = position("""villagers phase=build seats=[
        (village=[1.founders 2.miner 3.seeker@2 4.blacksmith@2] hand=[monk jeweler] builds_left=1) ()]""")
    assert refused(short, 0, place("jeweler", 3, ["spelunker"], by(0, 4))) in {"BUILD-2", "BUILD-10", "SPECIAL-4"}


@pytest.mark.rule("BUILD-10")
def test_build_10_an_apprentice_is_a_build_action() -> None:
    move: Doc = {"type": "apprentice", "seat": 0, "villager": 2}
    start = position("villagers phase=build seats=[(village=[1.founders 2.miner 3.mason@2] hand=[apprentice]) ()]")
    after, _ = play(start, (0, move))
    assert after["seats"][0]["builds_left"] == 2
    start = position(
        "villagers phase=build seats=[(village=[1.founders 2.miner 3.mason@2] hand=[apprentice] builds_left=0) ()]"
    )
    assert refused(start, 0, move)


@pytest.mark.rule("BUILD-11")
def test_build_11_covering_hides_what_is_below_the_name() -> None:
    start = position("villagers phase=build seats=[(village=[1.founders]) (village=[1.founders 2.swineherd@1])]")
    bare, covered = score(start)["first_market"]
    assert (bare["total"], covered["total"]) == (2, 2)
    assert [line["card"] for line in covered["lines"]] == ["swineherd"]
    start = position("villagers phase=build seats=[(village=[1.founders:food 2.graper 3.vintner@2 4.grocer]) ()]")
    silver = score(start)["second_market"][0]
    # One food is visible (the Founders'), the Graper's is covered.
    assert [line["gold"] for line in silver["lines"] if line["card"] == "grocer"] == [3]


@pytest.mark.rule("BUILD-12")
def test_build_12_suits_and_padlocks_stay_visible() -> None:
    start = position("""villagers phase=build seats=[
        (village=[1.founders 2.miner 3.seeker@2 4.spelunker@3 5.jeweler@4 6.hayer 7.ore_muler@6 8.miner 9.locksmith@8])
        ()]""")
    lines = {line["card"]: line["gold"] for line in score(start)["second_market"][0]["lines"]}
    # Ore: miner, seeker, spelunker, jeweler, miner, locksmith = 6; padlocks: spelunker, jeweler, locksmith = 3.
    assert lines["ore_muler"] == 9
    assert lines["locksmith"] == 6


@pytest.mark.rule("BUILD-13")
def test_build_13_the_order_inside_a_turn_is_free() -> None:
    start = position("""villagers phase=build stacks=[[spelunker] [seeker] [poulterer] [swineherd] [vintner] [graper]]
        seats=[
        (hand=[agent priest mason smuggler wattler]) ()]""")
    after, _ = play(
        start,
        (0, trade("agent", "miner")),
        (0, give(0)),
        (0, place("mason", 2)),
        (0, special("smuggler", BY_BANK)),
        (0, trade("priest", "hayer")),
        (0, give(5)),
        (0, place("wattler")),
    )
    assert [one["card"] for one in after["seats"][0]["village"]] == ["founders", "miner", "mason", "hayer", "wattler"]
    assert after["seats"][0]["gold"] == 8 - 2 + 1


@pytest.mark.rule("BUILD-14")
def test_build_14_the_founders_are_checked_then_the_first_player_card_moves_left() -> None:
    start = position("""villagers phase=build first_player=1 to_act=[0]
        stacks=[[spelunker] [seeker] [poulterer] [swineherd] [vintner] [graper]] seats=[() () () ()]""")
    after, events = play(start, (0, END))
    assert after["first_player"] == 2
    assert to_act(after) == (2,)
    kinds = [event.type for event in events]
    assert kinds.index("founders_flipped") < kinds.index("round_started")
    assert facts(events, "round_started") == [{"round": 2, "first_player": 2}]


@pytest.mark.rule("BUILD-14")
def test_build_14_from_the_last_seat_it_goes_to_the_first() -> None:
    start = position("""villagers phase=build first_player=2 to_act=[1]
        stacks=[[spelunker] [seeker] [poulterer] [swineherd] [vintner] [graper]] seats=[() () ()]""")
    after, _ = play(start, (1, END))
    assert after["first_player"] == 0


@pytest.mark.rule("BUILD-15")
def test_build_15_flip_and_pass_come_before_the_market_and_the_next_draft_after_it() -> None:
    start = position("""villagers phase=build to_act=[1] stacks=[[] [] [seeker]] seats=[
        (gold=0) (village=[1.founders 2.hunter] gold=0)]""")
    after, events = play(start, (1, END))
    kinds = [event.type for event in events]
    order = ["build_ended", "founders_flipped", "market", "round_started"]
    assert [kind for kind in kinds if kind in order] == order
    # The flip costs seat 0 the 2 gold of its Founders before the market pays.
    assert [one["gold"] for one in after["seats"]] == [0, 2]
    assert after["phase"] == "draft"


@pytest.mark.rule("BUILD-15")
def test_build_15_without_a_trigger_no_market() -> None:
    start = position("villagers phase=build to_act=[1] stacks=[[agent] [] [seeker]] seats=[() ()]")
    after, events = play(start, (1, END))
    assert facts(events, "market") == []
    assert (after["phase"], after["round"]) == ("draft", 2)


@pytest.mark.rule("BUILD-16")
def test_build_16_played_specials_lie_open_on_the_discard_pile() -> None:
    game = position("villagers phase=build discard=[agent] seats=[(hand=[tinner smuggler]) ()]")
    after, events = play(game, (0, special("tinner")), (0, special("smuggler", BY_TINNER)))
    assert after["discard"] == ["agent", "tinner", "smuggler"]
    assert view(after, None)["discard"] == ["agent", "tinner", "smuggler"]
    assert [event.seen_by(None)["card"] for event in events if event.type == "played"] == ["tinner", "smuggler"]


@pytest.mark.rule("BUILD-1")
def test_build_1_counters_start_anew_in_every_turn() -> None:
    """What one player has used up in a turn is available again in the next player's."""
    start = position("""villagers phase=build stacks=[[spelunker] [seeker] [poulterer] [swineherd] [vintner] [graper]]
        seats=[
        (hand=[agent priest tinner]) (hand=[cooper])]""")
    moves = [trade("agent", "miner"), give(0), special("tinner"), END]
    after, _ = play(start, *[(0, move) for move in moves])
    other = after["seats"][1]
    assert (other["builds_left"], other["trades_left"], other["tinner"]) == (2, 3, False)
    after, _ = play(after, (1, END))
    assert not any(one["tinner"] for one in after["seats"])


@pytest.mark.rule("BUILD-6")
@pytest.mark.parametrize("card", ["agent", "lumberjack", "founders"])
def test_build_6_only_hand_cards_are_placed(card: str) -> None:
    game = position("villagers phase=build stacks=[[agent]] seats=[(hand=[wattler] square=[]) (hand=[agent])]")
    assert refused(game, 0, place(card))


@pytest.mark.rule("BUILD-1")
@pytest.mark.parametrize(
    "move",
    [
        {"type": "build"},
        {},
        {"type": "place"},
        {"type": "place", "card": "nobody"},
        {"type": "place", "card": "wattler", "on": "founders"},
        {"type": "place", "card": "wattler", "colour": "red"},
        {"type": "place", "card": "wattler", "unlock": {"by": "villager"}},
        {"type": "end", "seat": 0},
        {"type": "trade", "basic": "graper", "card": "wattler"},
    ],
)
def test_build_1_what_is_no_move_at_all_is_malformed(move: Doc) -> None:
    with pytest.raises(MalformedMove) as malformed:
        play(position("villagers phase=build seats=[(hand=[wattler]) ()]"), (0, move))
    assert malformed.value.faults


@pytest.mark.rule("BUILD-1")
def test_build_1_a_pending_return_must_be_finished_first() -> None:
    game = position("""villagers phase=build stacks=[[spelunker] [seeker] [poulterer] [swineherd] [vintner] [graper]]
        seats=[
        (hand=[wattler agent]) ()]""")
    after, _ = play(game, (0, trade("agent", "miner")))
    for move in (END, place("wattler"), trade("wattler", "miner")):
        assert refused(after, 0, move)
    assert {move["type"] for move in legal(after, 0)} == {"return_card"}


@pytest.mark.rule("BUILD-13")
def test_build_13_no_draft_while_building() -> None:
    game = position("""villagers phase=build road=[(card=agent)]
        stacks=[[spelunker] [seeker] [poulterer] [swineherd] [vintner] [graper]] seats=[(hand=[wattler]) ()]""")
    for move in ({"type": "draft_road", "slot": 0}, {"type": "draft_stack", "stack": 0}, {"type": "draft_reserve"}):
        assert refused(game, 0, move)
