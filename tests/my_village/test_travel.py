"""MVTRAVEL: the next letter, gray banners, the travel church; and that nobody knows the stacks (MVINFO)."""

from __future__ import annotations

import random

import pytest

from engine.my_village import MY_VILLAGE
from engine.my_village.state import UNSEEN
from tests.my_village.game import EXCHANGE, FORFEIT, journey, rolling, types
from tests.positions import after, facts, legal, new_game, of_type, play, position, refused, view

A = ["travel_a_1", "travel_a_2", "travel_a_3", "travel_a_4"]


@pytest.mark.rule("MVTRAVEL-1", "MV-30")
def test_travel_1_the_top_card_shows_itself_only_when_taken() -> None:
    start = position("""my_village phase=banners turn=(value=8) pool=(white=[1 1 2 3 4 5 6 6])
        travels=(a=[travel_a_1 travel_a_2 travel_a_3 travel_a_4]) seats=[() ()]""")
    assert "travel_a_1" not in str(view(start, 0))
    end, events = play(start, journey())
    assert (end["seats"][0]["travels"], end["travels"]["a"]) == (["travel_a_1"], A[1:])
    assert (facts(events, "card_bought")[0]["card"], end["seats"][0]["time"]) == ("travel_a_1", 2)


@pytest.mark.rule("MVTRAVEL-2", "MV-43")
def test_travel_2_needs_the_traveller() -> None:
    start = position("""my_village phase=banners turn=(value=8) pool=(white=[1 1 2 3 4 5 6 6])
        travels=(a=[travel_a_1 travel_a_2 travel_a_3 travel_a_4]) seats=[
        (villagers=[abbot councilman craftsman merchant]) ()]""")
    assert refused(start, 0, journey()) == "MVTRAVEL-2"


@pytest.mark.rule("MVTRAVEL-3", "MV-30", "MV-42")
def test_travel_3_letters_in_order_one_each() -> None:
    start = position("""my_village phase=banners turn=(value=8) pool=(white=[1 1 2 3 4 5 6 6])
        travels=(a=[travel_a_1 travel_a_2 travel_a_3 travel_a_4] b=[travel_b_1] c=[travel_c_1]) seats=[(coins=9) ()]""")
    assert [move["letter"] for move in of_type(legal(start, 0), "travel")] == ["a"]
    game = position("""my_village phase=banners turn=(value=6) pool=(white=[1 1 2 3 4 5 6 6])
        travels=(a=[travel_a_1 travel_a_2 travel_a_3 travel_a_4] b=[travel_b_1] c=[travel_c_1]) seats=[(coins=9) ()]""")
    assert refused(game, 0, {"type": "travel", "letter": "b"}) == "MVTRAVEL-3"
    second = position("""my_village phase=banners turn=(value=8) pool=(white=[1 1 2 3 4 5 6 6])
        travels=(a=[travel_a_2 travel_a_3 travel_a_4] b=[travel_b_1] c=[travel_c_1]) seats=[
        (coins=9 travels=[travel_a_1]) ()]""")
    assert refused(second, 0, {"type": "travel", "letter": "a"}) == "MVTRAVEL-3"
    assert refused(second, 0, journey(coins=1)) == "MVTURN-4"
    assert after({**second, "turn": {"value": 6}}, journey(coins=1))["seats"][0]["travels"][-1] == "travel_b_1"


@pytest.mark.rule("MVTRAVEL-3", "MVCARD-7")
def test_travel_3_an_empty_stack() -> None:
    start = position("my_village phase=banners turn=(value=8) pool=(white=[1 1 2 3 4 5 6 6]) seats=[() ()]")
    assert refused(start, 0, journey()) == "MVCARD-7"


@pytest.mark.rule("MVTRAVEL-4", "MVTRAVEL-5", "MV-29")
def test_travel_5_gray_coins_time_and_beer() -> None:
    coin = position("""my_village phase=banners turn=(value=6) pool=(white=[1 1 2 3 4 5 6 6]) travels=(b=[travel_b_1])
        seats=[
        (travels=[travel_a_3] coins=2 crafts=[stables_1+1]) ()]""")
    paid = [(move["payment"]["coins"], move["payment"]["horse"]) for move in of_type(legal(coin, 0), "travel")]
    assert paid == [(2, 0), (1, 1)], "on top of the coin alternative, or beside the horse"
    assert refused(coin, 0, journey(coins=1)) == "MVTRAVEL-4"
    start = position("""my_village phase=banners turn=(value=6) pool=(white=[1 1 2 3 4 5 6 6])
        travels=(b=[travel_b_1]) seats=[(travels=[travel_a_4] coins=1) ()]""")
    time = after(start, journey(coins=1))
    assert time["seats"][0]["time"] == 2 + 2
    start = position("""my_village phase=banners turn=(value=7) pool=(white=[1 1 2 3 4 5 6 6])
        travels=(c=[travel_c_1]) seats=[(travels=[travel_a_1 travel_b_3] coins=2 council=guild_council wild=1) ()]""")
    beer = after(start, journey(coins=2, wild=1))
    assert (beer["seats"][0]["wild"], beer["seats"][0]["coins"]) == (0, 0)


@pytest.mark.rule("MVTRAVEL-4", "MV-29")
def test_travel_4_only_the_last_gray_banner_counts() -> None:
    start = position("""my_village phase=banners turn=(value=7) pool=(white=[1 1 2 3 4 5 6 6])
        travels=(c=[travel_c_1]) seats=[(travels=[travel_a_4 travel_b_1] coins=2) ()]""")
    end = after(start, journey(coins=2))
    assert end["seats"][0]["time"] == 2


@pytest.mark.rule("MVTRAVEL-7", "MV-30")
def test_travel_7_e_and_the_chapel_end_the_travels() -> None:
    chapel = position("""my_village phase=banners turn=(value=10) pool=(white=[1 1 2 3 4 5 6 6])
        travels=(e=[travel_e_1]) seats=[(travels=[travel_a_1 travel_b_1 travel_c_1 travel_d_4] coins=9) ()]""")
    assert refused(chapel, 0, journey(coins=3)) == "MVTRAVEL-7"
    done = position("""my_village phase=banners turn=(value=10) pool=(white=[1 1 2 3 4 5 6 6])
        travels=(e=[travel_e_2]) seats=[
        (travels=[travel_a_1 travel_b_1 travel_c_1 travel_d_1 travel_e_1] coins=9) ()]""")
    assert refused(done, 0, journey(coins=4)) == "MVTRAVEL-7"
    going = position("""my_village phase=banners turn=(value=10) pool=(white=[1 1 2 3 4 5 6 6])
        travels=(e=[travel_e_1]) seats=[(travels=[travel_a_1 travel_b_1 travel_c_1 travel_d_1] coins=4) ()]""")
    assert after(going, journey(coins=4))["seats"][0]["travels"][-1] == "travel_e_1"


@pytest.mark.rule("MVTRAVEL-8", "MVINFO-4", "MV-31")
def test_travel_8_the_travel_church_exchanges_once_and_pays_nothing_twice() -> None:
    start = position("""my_village phase=banners turn=(value=8) pool=(white=[1 1 2 3 4 5 6 6])
        travels=(a=[travel_a_1 travel_a_2 travel_a_3 travel_a_4]) seats=[(church=travel_church) ()]""")
    seen = after(start, journey())
    assert (seen["phase"], seen["pending"]["card"], seen["seats"][0]["travels"]) == ("exchange", "travel_a_1", [])
    assert view(seen, 1)["pending"]["card"] == "travel_a_1"
    end, events = play(seen, EXCHANGE)
    assert end["seats"][0]["travels"] == ["travel_a_2"]
    assert sorted(end["travels"]["a"]) == ["travel_a_1", "travel_a_3", "travel_a_4"]
    assert (end["seats"][0]["time"], end["to_act"], end["draws"]) == (2, [1], start.get("draws", 2) + 1)
    assert facts(events, "travel_exchanged") == [{"seat": 0, "returned": "travel_a_1", "card": "travel_a_2"}]
    orders = {tuple(after({**seen, "seed": f"{seed:02x}"}, EXCHANGE)["travels"]["a"]) for seed in range(40)}
    assert len(orders) == 6, "shuffled"
    assert after(seen, FORFEIT)["seats"][0]["travels"] == ["travel_a_1"]


@pytest.mark.rule("MVTRAVEL-8", "MVTRAVEL-9", "MV-31")
def test_travel_9_not_with_a_single_card_nor_without_the_abbot() -> None:
    start = position("""my_village phase=banners turn=(value=8) pool=(white=[1 1 2 3 4 5 6 6])
        travels=(a=[travel_a_1]) seats=[(church=travel_church) ()]""")
    assert after(start, journey())["seats"][0]["travels"] == ["travel_a_1"]
    start = position("""my_village phase=banners turn=(value=8) pool=(white=[1 1 2 3 4 5 6 6])
        travels=(a=[travel_a_1 travel_a_2 travel_a_3 travel_a_4]) seats=[
        (church=travel_church villagers=[councilman traveller craftsman merchant]) ()]""")
    assert after(start, journey())["seats"][0]["travels"] == ["travel_a_1"]
    start = position("""my_village phase=banners turn=(value=8) pool=(white=[1 1 2 3 4 5 6 6])
        travels=(a=[travel_a_1 travel_a_2 travel_a_3 travel_a_4]) seats=[(church=trading_church) ()]""")
    assert after(start, journey())["phase"] == "dice"


# --- what is hidden --------------------------------------------------------------------------


@pytest.mark.rule("MVINFO-1", "MVINFO-2", "MVINFO-3", "MV-30", "MV-65")
def test_info_1_to_3_a_view_has_sizes_and_tops_and_all_else() -> None:
    game = new_game("my_village", 3)
    seen = view(game, 1)
    assert seen == view(game, None), "all know the same"
    assert seen["travels"] == {"a": 4, "b": 4, "c": 4, "d": 4, "e": 3}
    assert seen["customers"] == 27
    assert seen["monks"] == {symbol: {"count": len(s), "top": s[0]} for symbol, s in game["monks"].items()}
    assert "seed" not in seen
    open_parts = set(game) - {"seed", "travels", "customers", "monks"}
    assert all(seen[name] == game[name] for name in open_parts)


@pytest.mark.rule("MVINFO-1", "MVINFO-2")
def test_info_a_bot_that_looks_into_its_view_finds_nothing() -> None:
    seen = MY_VILLAGE.view(MY_VILLAGE.read_position(new_game("my_village", 4)), 2).state
    assert seen.seed == b""
    hidden = [*seen.customers, *(card for stack in seen.travels for card in stack)]
    hidden += [card for stack in seen.monks for card in stack[:-1]]
    assert set(hidden) == {UNSEEN}
    assert UNSEEN not in [*seen.display, *(stack[-1] for stack in seen.monks)]


@pytest.mark.rule("MVINFO-1", "MVINFO-2")
def test_info_samples_are_fair_and_possible() -> None:
    game = new_game("my_village", 2)
    seen = MY_VILLAGE.view(MY_VILLAGE.read_position(game), 0)
    tops: set[str] = set()
    seconds: set[str] = set()
    for number in range(60):
        sampled = MY_VILLAGE.write_position(MY_VILLAGE.sample(seen, random.Random(number)))
        assert sorted(sampled["customers"]) == sorted(game["customers"])
        tops.add(sampled["travels"]["b"][0])
        seconds.add(sampled["monks"]["rosary"][1])
        assert sampled["monks"]["rosary"][0] == game["monks"]["rosary"][0]
    assert tops == {f"travel_b_{number}" for number in range(1, 5)}
    assert len(seconds) == 4


@pytest.mark.rule("MVINFO-2", "MVTRAVEL-1")
def test_info_2_a_rat_roll_is_seen_by_all() -> None:
    game = position("my_village phase=banners turn=(value=7) pool=(white=[1 1 2 3 4 5 6 6]) seats=[(reaper=yes) ()]")
    start = {**game, "phase": "death"}
    end, _ = rolling(4, start, {"type": "bury", "villager": "abbot"})
    assert view(end, None)["rat"] == {"space": 10, "die": 4}
    assert "choose_dice" in types(end, who=1)
