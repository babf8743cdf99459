"""MVDICE and MVTURN: making a banner value, and what it can be used for."""

from __future__ import annotations

import pytest

from engine.ruleset import Doc
from tests.my_village.game import (
    END,
    HAND,
    activate,
    change,
    dice,
    headman,
    plow,
    steward,
    take,
    teach,
    types,
    valued,
)
from tests.positions import after, legal, of_type, position, refused


def ways(start: Doc) -> set[tuple[int, int, int]]:
    """Value, coins, markers of every change."""
    return {(move["value"], move["coins"], move["tokens"]) for move in of_type(legal(start, 0), "set_value")}


@pytest.mark.rule("MVDICE-1", "MV-7")
def test_dice_1_two_dice_leave_the_pool_for_the_headman_too() -> None:
    start = position("my_village phase=dice pool=(white=[1 2 3 4 5 6 6 6] black=[1 2 3]) seats=[() ()]")
    end = after(start, dice("w3", "b2"), headman("coin"))
    assert end["pool"] == {"white": [1, 2, 4, 5, 6, 6, 6], "black": [1, 3]}
    assert refused(start, 0, dice("w3", "w3")) == "MVDICE-1"
    assert refused(end, 1, dice("w3", "w1")) == "MVDICE-1"
    assert dice("w6", "w6") in legal(start, 0)


@pytest.mark.rule("MVDICE-1")
def test_dice_1_alike_dice_are_one_choice() -> None:
    start = position("my_village phase=dice pool=(white=[5 5 5 6 6 6 6 6]) seats=[() ()]")
    assert of_type(legal(start, 0), "choose_dice") == [dice("w5", "w5"), dice("w5", "w6"), dice("w6", "w6")]


@pytest.mark.rule("MVDICE-2")
def test_dice_2_the_value_is_the_sum() -> None:
    start = position("my_village phase=dice pool=(white=[1 1 1 1 1 1 3 5]) seats=[() ()]")
    end = after(start, dice("w3", "w5"))
    assert (end["turn"]["value"], end["phase"]) == (8, "banners")


@pytest.mark.rule("MVDICE-3", "MV-1")
def test_dice_3_black_dice_cost_time_before_anything_else() -> None:
    start = position("my_village phase=dice pool=(white=[1 1 1 1 1 3] black=[2 6]) seats=[(coins=1) ()]")
    chosen = after(start, dice("b2", "b6"))
    assert (chosen["seats"][0]["time"], chosen["phase"], chosen["turn"]["value"]) == (4, "value", 0)
    assert after(start, dice("w3", "b6"))["seats"][0]["time"] == 2
    assert after(start, dice("w3", "w1"))["seats"][0]["time"] == 0


@pytest.mark.rule("MVDICE-4", "MV-2")
def test_dice_4_a_changed_black_die_costs_time_too_and_for_the_headman() -> None:
    start = position("my_village phase=dice pool=(white=[1 1 1 1 1 1 3] black=[2]) seats=[(coins=3) ()]")
    end = after(start, dice("w3", "b2"), change(7, coins=2), headman("coin"))["seats"][0]
    assert (end["time"], end["coins"]) == (2 + 1, 3 - 2 + 1)


@pytest.mark.rule("MVDICE-5", "MV-4")
def test_dice_5_coins_change_both_dice_within_1_and_6() -> None:
    start = position("my_village phase=dice pool=(white=[1 1 1 1 1 1 5 6]) seats=[(coins=4) ()]")
    chosen = after(start, dice("w5", "w6"))
    assert ways(chosen) == {(value, 11 - value, 0) for value in (7, 8, 9, 10, 11)} | {(12, 1, 0)}
    assert refused(chosen, 0, change(6, coins=5)) == "MVDICE-5"
    assert after(chosen, change(7, coins=4))["seats"][0]["coins"] == 0


@pytest.mark.rule("MVDICE-5", "MV-4")
def test_dice_5_no_wrapping() -> None:
    start = position("my_village phase=dice pool=(white=[1 1 1 1 1 1 6 6]) seats=[(coins=20) ()]")
    chosen = after(start, dice("w6", "w6"))
    assert (2, 10, 0) in ways(chosen)
    assert refused(chosen, 0, change(2, coins=2)) == "MVDICE-7"


@pytest.mark.rule("MVDICE-6", "MV-4")
def test_dice_6_markers_set_dice() -> None:
    start = position("""my_village phase=dice pool=(white=[1 1 1 1 1 1 5 6]) seats=[
        (meeting_place=yes tokens=2 tile=(kind=play)) ()]""")
    chosen = after(start, dice("w5", "w6"))
    # One marker keeps the 6 or the 5 and sets the other; two markers make anything.
    assert {way for way in ways(chosen) if way[2] < 2} == {(11, 0, 0)} | {(v, 0, 1) for v in (6, 7, 8, 9, 10, 12)}
    assert {way[0] for way in ways(chosen) if way[2] == 2} == {2, 3, 4, 5}
    end = after(chosen, change(2, tokens=2))
    assert (end["turn"]["value"], end["seats"][0]["tokens"]) == (2, 0)
    start = position("""my_village phase=dice pool=(white=[1 1 1 1 1 1 5 6]) seats=[
        (meeting_place=yes tokens=1 tile=(kind=play)) ()]""")
    one = after(start, dice("w5", "w6"))
    assert refused(one, 0, change(2, tokens=2)) == "MVDICE-6"


@pytest.mark.rule("MVDICE-7", "MV-4")
def test_dice_7_coins_and_markers_together_without_waste() -> None:
    start = position("""my_village phase=dice pool=(white=[1 1 1 1 1 1 5 6]) seats=[
        (meeting_place=yes tokens=2 tile=(kind=play) coins=5) ()]""")
    chosen = after(start, dice("w5", "w6"))
    # A 4: one die set to 1, and the kept 5 brought down to 3 by two coins; or two markers.
    assert {way for way in ways(chosen) if way[0] == 4} == {(4, 2, 1), (4, 0, 2)}
    assert {way for way in ways(chosen) if way[0] == 10} == {(10, 1, 0), (10, 0, 1)}
    for wasteful in (change(4, coins=3, tokens=1), change(11, coins=2), change(10, tokens=2), change(10, 1, 1)):
        assert refused(chosen, 0, wasteful) == "MVDICE-7"


@pytest.mark.rule("MVDICE-7")
def test_dice_7_a_change_left_open_is_the_one_with_fewest_markers() -> None:
    start = position("""my_village phase=dice pool=(white=[1 1 1 1 1 1 5 6]) seats=[
        (meeting_place=yes tokens=2 tile=(kind=play) coins=1) ()]""")
    chosen = after(start, dice("w5", "w6"))
    end = after(chosen, {"type": "set_value", "value": 10})["seats"][0]
    assert (end["coins"], end["tokens"]) == (0, 2)


@pytest.mark.rule("MVDICE-8", "MV-1", "MV-5")
def test_dice_8_coins_of_this_turn_are_too_late() -> None:
    start = position("my_village phase=dice pool=(white=[1 1 1 1 1 1 3 4]) seats=[(fields=[()]) ()]")
    chosen = after(start, dice("w3", "w4"))
    assert chosen["phase"] == "banners", "without coins and markers there is nothing to change"
    paid = after(chosen, activate("field", field=0))
    assert paid["seats"][0]["coins"] == 1
    assert refused(paid, 0, change(8, coins=1)) == "MVDICE-8"
    assert refused(paid, 0, dice("w1", "w1")) == "MVDICE-8"


@pytest.mark.rule("MVDICE-9", "MV-6")
def test_dice_9_markers_without_a_councilman() -> None:
    start = position("""my_village phase=dice pool=(white=[1 1 1 1 1 1 6 6]) seats=[
        (meeting_place=yes tokens=2 tile=(kind=play) villagers=[abbot traveller craftsman merchant]) ()]""")
    chosen = after(start, dice("w6", "w6"))
    assert after(chosen, change(7, tokens=1))["seats"][0]["tokens"] == 1
    start = position("""my_village phase=banners turn=(value=2) pool=(white=[1 1 2 3 4 5 6 6]) seats=[
        (meeting_place=yes tokens=2 tile=(kind=play) villagers=[abbot traveller craftsman merchant]) ()]""")
    assert refused(start, 0, activate("meeting_place")) == "MVWHITE-2"


# --- what a value is used for ----------------------------------------------------------------


@pytest.mark.rule("MVTURN-1", "MV-8")
def test_turn_1_one_of_three_ways() -> None:
    start = position("""my_village phase=banners turn=(value=5) pool=(white=[1 1 2 3 4 5 6 6]) seats=[
        (crafts=[stables_1+1] fields=[()] customers=[customer_9] meeting_place=yes tile=(kind=play))
        ()]""")
    assert types(start) == {"activate", "serve", "take_card", "move_headman"}
    start = position("""my_village phase=banners turn=(value=4) pool=(white=[1 1 2 3 4 5 6 6]) display=[customer_1]
        seats=[
        (crafts=[stables_1+1] fields=[()] customers=[customer_9] meeting_place=yes tile=(kind=play))
        ()]""")
    assert types(start) == {"serve", "call_steward", "move_headman"}


@pytest.mark.rule("MVTURN-2", "MVHEADMAN-1", "MV-8")
def test_turn_2_no_passing_and_never_stuck() -> None:
    bare = position(
        "my_village phase=banners turn=(value=12) pool=(white=[1 1 2 3 4 5 6 6]) seats=[(villagers=[traveller]) ()]"
    )
    assert types(bare) == {"move_headman"}
    assert refused(bare, 0, END) == "MVTURN-2"
    start = position("""my_village phase=banners turn=(value=7) pool=(white=[1 1 2 3 4 5 6 6]) seats=[
        (crafts=[smithy_1+1] fields=[()]) ()]""")
    assert refused(start, 0, END) == "MVTURN-2"


@pytest.mark.rule("MVTURN-2")
def test_turn_2_moving_a_plow_is_no_activation() -> None:
    start = position("""my_village phase=banners turn=(value=7) pool=(white=[1 1 2 3 4 5 6 6]) seats=[
        (crafts=[smithy_1+1] fields=[()]) ()]""")
    assert refused(after(start, plow("smithy", 0)), 0, END) == "MVTURN-2"


@pytest.mark.rule("MVTURN-3", "MV-9")
def test_turn_3_nothing_is_mixed() -> None:
    start = position("""my_village phase=banners turns=1 first_player=1 turn=(value=5) pool=(white=[1 1 2 3 4 5 6 6])
        display=[customer_1] seats=[
        (crafts=[stables_1+1] fields=[()] customers=[customer_9] meeting_place=yes tile=(kind=play))
        ()]""")
    begun = after(start, activate("stables"))
    for move in (take("travel_church"), headman("coin"), HAND, steward(), {"type": "travel", "letter": "a"}):
        assert refused(begun, 0, move) == "MVTURN-3"
    assert types(begun) == {"activate", "serve", "end_turn"}, "the play banner, the customer, the end"


@pytest.mark.rule("MVTURN-3", "MVTURN-5", "MV-9")
def test_turn_5_a_black_banner_or_the_question_mark_ends_the_turn() -> None:
    start = position("""my_village phase=banners turn=(value=7) pool=(white=[1 1 2 3 4 5 6 6]) seats=[
        (crafts=[stables_1+1] fields=[()] customers=[customer_9] meeting_place=yes tile=(kind=play))
        ()]""")
    for move in (take("field"), headman("coin")):
        assert after(start, move)["to_act"] == [1]


@pytest.mark.rule("MVTURN-4", "MV-14")
def test_turn_4_the_value_must_match() -> None:
    start = position("""my_village phase=banners turns=1 first_player=1 turn=(value=7) pool=(white=[1 1 2 3 4 5 6 6])
        display=[customer_1] seats=[
        (crafts=[stables_1+1] fields=[()] customers=[customer_9] meeting_place=yes tile=(kind=play))
        ()]""")
    assert refused(start, 0, take("stables_2")) == "MVTURN-4"
    assert refused(start, 0, activate("stables")) == "MVTURN-4"
    assert refused(start, 0, take("travel_church")) == "MVTURN-4"
    assert refused(start, 0, HAND) == "MVHAND-1"
    assert refused(start, 0, steward()) == "MVSTEWARD-1"
    assert refused(start, 0, teach("new_left")) == "MVTURN-4"


@pytest.mark.rule("MVTURN-6", "MV-13")
def test_turn_6_what_may_be_forfeited() -> None:
    start = position(
        "my_village phase=banners turn=(value=7) pool=(white=[1 1 2 3 4 5 6 6]) seats=[(headman=coin coins=1) ()]"
    )
    stays = after(start, headman(None))["seats"][0]
    assert (stays["headman"], stays["coins"], stays["time"]) == ("coin", 1, 1)
    start = position("my_village phase=banners turn=(value=3) pool=(white=[1 1 2 3 4 5 6 6]) seats=[() ()]")
    idle = after(start, teach("nothing"))
    assert (idle["seats"][0]["school"]["left"], idle["seats"][0]["time"]) == (False, 0)
    assert types(idle) == {"end_turn"}
    start = position("my_village phase=banners turn=(value=2) pool=(white=[1 1 2 3 4 5 6 6]) seats=[() ()]")
    tileless = after(start, take("meeting_place", tile=None))["seats"][0]
    assert (tileless["meeting_place"], tileless["tile"], tileless["tokens"]) == (True, None, 1)


@pytest.mark.rule("MVTURN-6", "MV-13")
def test_turn_6_costs_and_the_taken_card_are_not_forfeited() -> None:
    assert {move["type"] for move in legal(valued(12), 0)} == {"take_card", "move_headman"}
    (kept,) = [move for move in legal(valued(11), 0) if move.get("card") == "guild_council"]
    game = position("my_village phase=banners turn=(value=11) pool=(white=[1 1 2 3 4 5 6 6]) seats=[() ()]")
    assert after(game, kept)["seats"][0]["council"] == "guild_council"
    start = position("""my_village phase=banners turn=(value=8) pool=(white=[1 1 2 3 4 5 6 6])
        travels=(a=[travel_a_1 travel_a_2]) seats=[(church=travel_church) ()]""")
    seen = after(start, {"type": "travel"})
    assert [move["type"] for move in legal(seen, 0)] == ["exchange_travel", "forfeit"]
    assert after(seen, {"type": "forfeit"})["seats"][0]["travels"] == ["travel_a_1"]


@pytest.mark.rule("MVTURN-7", "MV-27")
def test_turn_7_an_open_decision_comes_first() -> None:
    start = position("""my_village phase=banners turn=(value=4) pool=(white=[1 1 2 3 4 5 6 6])
        display=[customer_1 customer_2] seats=[
        (crafts=[stables_1+1] fields=[()] customers=[customer_9] meeting_place=yes tile=(kind=play))
        ()]""")
    called = after(start, steward())
    for move in (take("field"), activate("stables"), END, headman("coin")):
        assert refused(called, 0, move) == "MVTURN-7"
    game = position("my_village phase=dice pool=(white=[1 1 1 1 1 1 1 2]) seats=[() ()]")
    assert refused(game, 0, headman("coin")) == "MVROUND-6"
    game = position("my_village phase=dice pool=(white=[1 1 1 1 1 1 1 2]) seats=[(coins=1) ()]")
    assert refused(after(game, dice("w1", "w2")), 0, END) == "MVROUND-6"
