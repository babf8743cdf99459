"""MVHAND and MVSTEWARD: the starting hand, the steward's office, the trading church."""

from __future__ import annotations

from itertools import combinations

import pytest

from tests.my_village.game import FORFEIT, HAND, customers, gift, invite, steward, types, valued
from tests.positions import after, facts, legal, of_type, play, position, refused

SIX = customers(1, 2, 3, 4, 5, 6)


@pytest.mark.rule("MVHAND-1")
@pytest.mark.parametrize("value", range(2, 13))
def test_hand_1_with_a_4_or_a_10(value: int) -> None:
    start = position(
        f"my_village phase=banners turns=1 first_player=2 turn=(value={value}) pool=(white=[1 2 3 4]) seats=[() () ()]"
    )
    if value in (4, 10):
        end = after(start, HAND)
        assert (end["seats"][0]["time"], end["starting_hand"]["owner"]) == (0, 0)
    else:
        assert refused(start, 0, HAND) == "MVHAND-1"


@pytest.mark.rule("MVHAND-2", "MVHAND-3", "MV-38")
def test_hand_2_and_3_its_points_go_to_the_tree_and_its_back_is_safe() -> None:
    start = position("""my_village phase=banners turns=1 first_player=2 turn=(value=4) pool=(white=[1 2 3 4])
        starting_hand=(story=3) seats=[(story=1 saved=2) () ()]""")
    end = after(start, HAND)
    assert (end["seats"][0]["story"], end["seats"][0]["saved"]) == (4, 2)
    later = position("""my_village phase=banners turns=2 first_player=1 turn=(value=4) pool=(white=[1 2 3 4])
        starting_hand=(owner=2 palm=no story=0) seats=[() () ()]""")
    assert refused(later, 0, HAND) == "MVHAND-3"


@pytest.mark.rule("MVHAND-4", "MV-38")
@pytest.mark.parametrize("seats", [3, 4])
def test_hand_4_not_by_the_starting_player(seats: int) -> None:
    assert refused(valued(4, "() " * seats), 0, HAND) == "MVHAND-4"
    assert "take_hand" in types(valued(4, "() " * seats, turns=seats - 1, first_player=1))


@pytest.mark.rule("MVHAND-5", "MV-39")
def test_hand_5_two_players() -> None:
    start = position("my_village phase=banners turn=(value=4) pool=(white=[1 1 2 3 4 5 6 6]) seats=[() ()]")
    assert refused(start, 0, HAND) == "MVHAND-5"
    second = position("""my_village phase=banners turns=2 turn=(value=4) pool=(white=[1 1 2 3 4 5 6 6])
        starting_hand=(story=2) seats=[() ()]""")
    end = after(second, HAND)
    assert (end["seats"][0]["story"], end["starting_hand"]["owner"]) == (2, 0)
    for turns in (1, 3):
        start = position(f"""my_village phase=banners turns={turns} first_player=1 turn=(value=4)
            pool=(white=[1 1 2 3 4 5 6 6]) seats=[() ()]""")
        assert "take_hand" in types(start)


@pytest.mark.rule("MVHAND-6", "MV-38")
def test_hand_6_the_order_of_the_round_stays() -> None:
    start = position("""my_village phase=banners turns=1 first_player=3 turn=(value=10) pool=(white=[1 1 2 3 4 5 6 6])
        seats=[
        () () () ()]""")
    end = after(start, HAND)
    assert (end["to_act"], end["first_player"], end["turns"]) == ([1], 3, 2)


@pytest.mark.rule("MVHAND-7", "MVTURN-6", "MV-13")
def test_hand_7_it_may_be_left_where_it_is() -> None:
    start = position("""my_village phase=banners turns=1 first_player=2 turn=(value=4) pool=(white=[1 2 3 4])
        starting_hand=(story=3) seats=[(story=1) () ()]""")
    assert of_type(legal(start, 0), "take_hand") == [{**HAND, "forfeit": False}, {**HAND, "forfeit": True}]
    end, events = play(start, {**HAND, "forfeit": True})
    assert end["starting_hand"] == {"owner": 2, "palm": True, "story": 3}
    assert (end["seats"][0]["story"], end["seats"][0]["time"], end["to_act"]) == (1, 0, [1])
    assert facts(events, "forfeited") == [{"seat": 0}]
    game = position("my_village phase=banners turn=(value=4) pool=(white=[1 2 3 4]) seats=[() () ()]")
    assert refused(game, 0, {**HAND, "forfeit": True}) == "MVHAND-4", "only who could take it"


# --- steward ---------------------------------------------------------------------------------


@pytest.mark.rule("MVSTEWARD-1")
@pytest.mark.parametrize("value", range(2, 13))
def test_steward_1_with_a_4_or_a_10(value: int) -> None:
    start = position(f"""my_village phase=banners turn=(value={value}) pool=(white=[1 1 2 3 4 5 6 6])
        display=[customer_1 customer_2 customer_3 customer_4 customer_5 customer_6] seats=[() ()]""")
    if value in (4, 10):
        assert after(start, steward())["phase"] == "guests"
    else:
        assert refused(start, 0, steward()) == "MVSTEWARD-1"


@pytest.mark.rule("MVSTEWARD-2", "MV-36")
@pytest.mark.parametrize(("number", "time", "coins"), [(1, 1, 0), (2, 2, 0), (3, 2, 1), (4, 3, 1)])
def test_steward_2_prices(number: int, time: int, coins: int) -> None:
    start = position("""my_village phase=banners turn=(value=10) pool=(white=[1 1 2 3 4 5 6 6])
        display=[customer_1 customer_2 customer_3 customer_4 customer_5 customer_6] seats=[(coins=1) ()]""")
    called = after(start, steward())
    end = after(called, invite(*range(1, number + 1)))["seats"][0]
    assert (end["time"], 1 - end["coins"], end["customers"]) == (time, coins, SIX[:number])
    start = position("""my_village phase=banners turn=(value=10) pool=(white=[1 1 2 3 4 5 6 6])
        display=[customer_1 customer_2 customer_3 customer_4 customer_5 customer_6] seats=[() ()]""")
    poor = after(start, steward())
    if coins:
        assert refused(poor, 0, invite(*range(1, number + 1))) == "MVSTEWARD-2"


@pytest.mark.rule("MVSTEWARD-3", "MV-36")
def test_steward_3_at_least_one_and_no_more_than_lie_there() -> None:
    start = position("""my_village phase=banners turn=(value=10) pool=(white=[1 1 2 3 4 5 6 6])
        display=[customer_1 customer_2 customer_3] seats=[(coins=1) ()]""")
    called = after(start, steward())
    chosen = [move["customers"] for move in legal(called, 0)]
    wanted = [list(some) for number in (1, 2, 3) for some in combinations(customers(1, 2, 3), number)]
    assert sorted(chosen) == sorted(wanted)
    assert refused(called, 0, FORFEIT) == "MVSTEWARD-3"
    assert refused(called, 0, invite(4)) == "MVSTEWARD-3"
    assert refused(called, 0, invite(1, 1)) == "MVSTEWARD-3"


@pytest.mark.rule("MVSTEWARD-4", "MV-36")
def test_steward_4_neither_merchant_nor_goods() -> None:
    start = position("""my_village phase=banners turn=(value=4) pool=(white=[1 1 2 3 4 5 6 6])
        display=[customer_1 customer_2 customer_3 customer_4 customer_5 customer_6] seats=[
        (villagers=[abbot councilman traveller craftsman]) ()]""")
    assert after(start, steward(), invite(2))["seats"][0]["customers"] == customers(2)


@pytest.mark.rule("MVSTEWARD-5", "MV-36")
def test_steward_5_the_display_is_filled_while_the_stack_lasts() -> None:
    start = position("""my_village phase=banners turn=(value=4) pool=(white=[1 1 2 3 4 5 6 6])
        display=[customer_1 customer_2 customer_3 customer_4 customer_5 customer_6]
        customers=[customer_20 customer_21] seats=[(coins=1) ()]""")
    end, events = play(start, steward(), invite(1, 2, 3))
    assert (end["display"], end["customers"]) == (customers(4, 5, 6, 20, 21), [])
    assert facts(events, "display_filled") == [{"customers": customers(20, 21)}]


@pytest.mark.rule("MVSTEWARD-6", "MV-36")
def test_steward_6_not_with_an_empty_display() -> None:
    start = position("my_village phase=banners turn=(value=4) pool=(white=[1 1 2 3 4 5 6 6]) seats=[() ()]")
    assert refused(start, 0, steward()) == "MVSTEWARD-6"


@pytest.mark.rule("MVSTEWARD-7", "MV-37")
def test_steward_7_the_trading_church_reveals_first() -> None:
    start = position("""my_village phase=banners turn=(value=4) pool=(white=[1 1 2 3 4 5 6 6])
        display=[customer_1 customer_2 customer_3 customer_4 customer_5 customer_6]
        customers=[customer_20 customer_21] seats=[(church=trading_church coins=1) ()]""")
    called, events = play(start, steward(benefit=True))
    assert (called["phase"], called["display"]) == ("gift", [*SIX, "customer_20"])
    assert facts(events, "steward_called") == [{"seat": 0, "benefit": True, "revealed": "customer_20"}]
    assert called["seats"][0]["time"] == 0
    assert len(of_type(legal(called, 0), "invite_free")) == 7


@pytest.mark.rule("MVSTEWARD-8", "MV-37")
def test_steward_8_one_free_then_at_least_one_paid() -> None:
    start = position("""my_village phase=banners turn=(value=4) pool=(white=[1 1 2 3 4 5 6 6])
        display=[customer_1 customer_2 customer_3 customer_4 customer_5 customer_6]
        customers=[customer_20 customer_21 customer_22 customer_23 customer_24] seats=[
        (church=trading_church coins=1) ()]""")
    given = after(start, steward(benefit=True), gift(20))
    assert (given["seats"][0]["customers"], given["seats"][0]["time"]) == (customers(20), 0)
    assert refused(given, 0, FORFEIT) == "MVSTEWARD-3"
    end = after(given, invite(1, 2, 3, 4))
    assert end["seats"][0]["customers"] == customers(1, 2, 3, 4, 20)
    assert (end["seats"][0]["time"], end["seats"][0]["coins"]) == (3, 0)
    assert len(end["display"]) == 6


@pytest.mark.rule("MVSTEWARD-8", "MV-37")
def test_steward_8_nothing_is_free_if_nothing_were_left_to_pay_for() -> None:
    start = position("""my_village phase=banners turn=(value=4) pool=(white=[1 1 2 3 4 5 6 6]) display=[customer_1]
        seats=[
        (church=trading_church coins=1) ()]""")
    assert refused(start, 0, steward(benefit=True)) == "MVSTEWARD-9"
    start = position("""my_village phase=banners turn=(value=4) pool=(white=[1 1 2 3 4 5 6 6]) display=[customer_1]
        customers=[customer_2] seats=[(church=trading_church coins=1) ()]""")
    two = after(start, steward(benefit=True))
    assert two["phase"] == "gift"


@pytest.mark.rule("MVSTEWARD-9", "MV-37")
def test_steward_9_the_benefit_needs_the_abbot_and_may_be_declined() -> None:
    start = position("""my_village phase=banners turn=(value=4) pool=(white=[1 1 2 3 4 5 6 6])
        display=[customer_1 customer_2 customer_3 customer_4 customer_5 customer_6]
        customers=[customer_20 customer_21] seats=[(church=trading_church coins=1) ()]""")
    assert after(start, steward(benefit=False))["display"] == SIX
    declined = after(start, steward(benefit=True), FORFEIT)
    assert (declined["phase"], len(declined["display"])) == ("guests", 7)
    assert len(after(declined, invite(1))["display"]) == 6
    lonely = position("""my_village phase=banners turn=(value=4) pool=(white=[1 1 2 3 4 5 6 6])
        display=[customer_1 customer_2 customer_3 customer_4 customer_5 customer_6] customers=[customer_20] seats=[
        (church=trading_church coins=1 villagers=[councilman traveller craftsman merchant]) ()]""")
    assert refused(lonely, 0, steward(benefit=True)) == "MVSTEWARD-9"
    game = position("""my_village phase=banners turn=(value=4) pool=(white=[1 1 2 3 4 5 6 6])
        display=[customer_1 customer_2 customer_3 customer_4 customer_5 customer_6] seats=[
        (church=travel_church) ()]""")
    assert refused(game, 0, steward(benefit=True)) == "MVSTEWARD-9"
    assert after(start, {"type": "call_steward"})["phase"] == "gift", "left out: with the benefit"
