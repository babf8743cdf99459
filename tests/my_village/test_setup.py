"""MVSETUP and MVROUND: the box, the start of a game, rounds and their order."""

from __future__ import annotations

import pytest

from engine.errors import InvalidOptions
from engine.my_village import MY_VILLAGE
from engine.ruleset import Doc
from tests.my_village.game import HAND, dice, headman, take
from tests.positions import after, facts, new_game, play, position, refused

SEATS = (2, 3, 4)
PLAY_BANNERS = ([5, 6], [5, 8], [6, 9], [8, 9])


def cards(kind: str) -> list[Doc]:
    return [card for card in MY_VILLAGE.cards("en") if card["kind"] == kind]


@pytest.mark.rule("MVSETUP-1")
def test_setup_1_the_box() -> None:
    wanted = {"church": 4, "monk": 12, "council": 4, "meeting_place": 4, "field": 8, "travel": 19, "craft": 20}
    wanted["customer"] = 33
    assert {kind: sum(card["copies"] for card in cards(kind)) for kind in wanted} == wanted
    assert sum(wanted.values()) == 104


@pytest.mark.rule("MVSETUP-2", "MV-41")
def test_setup_2_open_columns() -> None:
    game = new_game("my_village", 3)
    assert len(game["cards"]) == 4 + 4 + 20
    for column in ("church", "council", "stables", "brewery", "smithy", "office", "wainwright"):
        assert sum(column in key for key in game["cards"]) == 4
    assert (game["meeting_places"], game["fields"]) == (4, 8)


@pytest.mark.rule("MVSETUP-3", "MVSETUP-4", "MVSETUP-5")
def test_setup_3_to_5_stacks() -> None:
    game, other = new_game("my_village", 2), new_game("my_village", 2, seed=b"another seed")
    assert {symbol: len(stack) for symbol, stack in game["monks"].items()} == {"quill": 3, "goblet": 4, "rosary": 5}
    assert {letter: len(stack) for letter, stack in game["travels"].items()} == {"a": 4, "b": 4, "c": 4, "d": 4, "e": 3}
    assert (len(game["display"]), len(game["customers"])) == (6, 27)
    for name in ("monks", "travels", "customers"):
        assert game[name] != other[name]


@pytest.mark.rule("MVSETUP-6")
def test_setup_6_boards_differ_in_their_play_banner() -> None:
    boards = [part for part in MY_VILLAGE.cards("en") if part["key"].startswith("village_board")]
    assert [board["numbers"][0] for board in boards] == [{"name": "banner", "values": pair} for pair in PLAY_BANNERS]
    dealt = {
        tuple(seat["board"] for seat in new_game("my_village", 4, seed=bytes([seed]))["seats"]) for seed in range(30)
    }
    assert len(dealt) > 10
    assert all(sorted(boards) == [1, 2, 3, 4] for boards in dealt)


@pytest.mark.rule("MVSETUP-7", "MV-15")
def test_setup_7_a_village_begins() -> None:
    for seat in new_game("my_village", 4)["seats"]:
        assert seat["villagers"] == ["abbot", "councilman", "traveller", "craftsman", "merchant"]
        assert (seat["headman"], seat["time"], seat["reaper"]) == ("main_house", 0, False)
        assert seat["school"] == {"left": False, "right": False}
        assert (seat["story"], seat["saved"], seat["customers"], seat["crafts"]) == (0, 0, [], [])


@pytest.mark.rule("MVSETUP-8")
def test_setup_8_starting_player() -> None:
    drawn = {new_game("my_village", 3, seed=bytes([seed]))["first_player"] for seed in range(30)}
    assert drawn == {0, 1, 2}
    game = new_game("my_village", 3, first_player="2")
    assert (game["first_player"], game["to_act"], game["starting_hand"]["owner"]) == (2, [2], 2)
    with pytest.raises(InvalidOptions):
        MY_VILLAGE.read_options({"first_player": "2"}, 2)


@pytest.mark.rule("MVSETUP-9")
def test_setup_9_starting_coins() -> None:
    assert [seat["coins"] for seat in new_game("my_village", 4, first_player="1")["seats"]] == [4, 1, 2, 3]
    assert [seat["coins"] for seat in new_game("my_village", 2, first_player="0")["seats"]] == [1, 2]


@pytest.mark.rule("MVSETUP-10")
@pytest.mark.parametrize(("seats", "white", "black"), [(2, 8, 3), (3, 6, 2), (4, 8, 3)])
def test_setup_10_dice(seats: int, white: int, black: int) -> None:
    pool = new_game("my_village", seats)["pool"]
    assert (len(pool["white"]), len(pool["black"])) == (white, black)


@pytest.mark.rule("MVSETUP-11")
def test_setup_11_the_rat_has_a_longer_way_with_more_players() -> None:
    assert [new_game("my_village", seats)["rat"] for seats in SEATS] == [
        {"space": space, "die": 0} for space in (6, 3, 0)
    ]


@pytest.mark.rule("MVSETUP-12", "MV-65")
def test_setup_12_points_and_laborers_do_not_run_out_but_cards_do() -> None:
    start = position(
        "my_village phase=banners turn=(value=7) pool=(white=[1 1 2 3 4 5 6 6]) seats=[(story=500 headman=coin) ()]"
    )
    rich = after(start, headman("story"))
    assert rich["seats"][0]["story"] == 503
    tired = position("""my_village phase=banners turn=(value=7) pool=(white=[1 1 2 3 4 5 6 6]) seats=[
        (villagers=[abbot] reaper=yes laborers=5) ()]""")
    end = after({**tired, "phase": "death"}, {"type": "bury", "villager": "abbot"})
    assert end["phase"] == "laborer"
    again = after(end, {"type": "hire_laborer", "villager": "merchant"})
    assert again["seats"][0]["laborers"] == 6
    none_left = position("""my_village phase=banners turn=(value=7) pool=(white=[1 1 2 3 4 5 6 6]) seats=[
        (fields=[() ()])
        (fields=[() () () () () ()])]""")
    assert refused(none_left, 0, take("field")) == "MVCARD-7"


@pytest.mark.rule("MVSETUP-13", "MV-66")
def test_setup_13_every_roll_is_one_random_event_and_nothing_else_is() -> None:
    game = new_game("my_village", 2, first_player="0")
    assert game["draws"] == 2, "the shuffles, and the first roll"
    seen = set()
    for _ in range(40):
        moves = MY_VILLAGE.legal_moves(state := MY_VILLAGE.read_position(game), game["to_act"][0])
        following, events = play(game, MY_VILLAGE.write_move(moves[len(moves) // 2]))
        chances = ("dice_rolled", "rat_moved", "travel_exchanged")
        rolls = sum(len(facts(events, kind)) for kind in chances)
        assert following["draws"] - state.draws == rolls
        seen.add(rolls)
        game = following
    assert seen >= {0, 1}


@pytest.mark.rule("MVSETUP-14")
def test_setup_14_the_catalogue_is_named() -> None:
    assert MY_VILLAGE.read_options({}, 2)["catalogue"] == "standard"
    assert new_game("my_village", 2)["options"] == {"catalogue": "standard"}
    with pytest.raises(InvalidOptions):
        MY_VILLAGE.read_options({"catalogue": "mine"}, 2)


# --- rounds ----------------------------------------------------------------------------------


@pytest.mark.rule("MVROUND-1", "MVROUND-2", "MVROUND-5", "MV-40")
def test_round_1_a_hand_nobody_took_gathers_points() -> None:
    start = position("""my_village phase=banners turns=2 first_player=1 turn=(value=7) pool=(white=[1 2 3 4])
        starting_hand=(story=3) seats=[() () ()]""")
    end, events = play(start, headman("coin"))
    assert end["starting_hand"] == {"owner": 1, "palm": True, "story": 4}
    assert (end["first_player"], end["to_act"], end["round"], end["turns"]) == (1, [1], 2, 0)
    (rolled_dice,) = facts(events, "dice_rolled")
    assert (len(rolled_dice["white"]), len(rolled_dice["black"]), rolled_dice["story"]) == (6, 2, 4)
    assert end["pool"] == {"white": rolled_dice["white"], "black": rolled_dice["black"]}


@pytest.mark.rule("MVROUND-1", "MVROUND-5", "MVHAND-2", "MVHAND-6", "MV-38")
def test_round_5_who_took_the_hand_begins_and_turns_its_palm_up() -> None:
    start = position("""my_village phase=banners turns=1 first_player=2 turn=(value=4) pool=(white=[1 2 3 4])
        starting_hand=(owner=2 story=2) seats=[() () ()]""")
    taken = after(start, HAND)
    assert taken["seats"][0]["story"] == 2
    assert taken["starting_hand"] == {"owner": 0, "palm": False, "story": 0}
    assert taken["to_act"] == [1], "the order of this round stays"
    end = after(taken, dice("w1", "w2"), headman("coin"))
    assert (end["first_player"], end["to_act"]) == (0, [0])
    assert end["starting_hand"] == {"owner": 0, "palm": True, "story": 1}


@pytest.mark.rule("MVROUND-3")
@pytest.mark.parametrize("seats", [3, 4])
def test_round_3_one_turn_each_clockwise(seats: int) -> None:
    game = new_game("my_village", seats, first_player="1")
    order = []
    while game["round"] == 1:
        order.append(game["to_act"][0])
        game = through_the_turn(game)
    assert order == [(1 + step) % seats for step in range(seats)]


@pytest.mark.rule("MVROUND-4", "MV-39")
def test_round_4_two_players_alternate_twice() -> None:
    game = new_game("my_village", 2, first_player="1")
    order = []
    while game["round"] == 1:
        order.append(game["to_act"][0])
        game = through_the_turn(game)
    assert order == [1, 0, 1, 0]


def through_the_turn(game: Doc) -> Doc:
    """Return a turn of two white dice as they are, and the headman."""
    pool = game["pool"]["white"]
    found = after(game, dice(f"w{pool[0]}", f"w{pool[1]}"))
    if found["phase"] == "value":
        found = after(found, {"type": "set_value", "value": pool[0] + pool[1], "coins": 0, "tokens": 0})
    place = found["seats"][found["to_act"][0]]["headman"]
    return after(found, headman("coin" if place != "coin" else "story"))


@pytest.mark.rule("MVROUND-6", "MV-5")
def test_round_6_the_steps_of_a_turn() -> None:
    start = position("my_village phase=dice pool=(white=[1 1 1 1 1 1 3 4]) seats=[(time=9) ()]")
    assert start["phase"] == "dice"
    banners = after(start, dice("w3", "w4"))
    assert banners["phase"] == "banners"
    end = after(banners, headman("coin"))
    assert (end["phase"], end["to_act"]) == ("death", [0])
    rats = after(end, {"type": "bury", "villager": "abbot"})
    assert (rats["phase"], rats["to_act"]) == ("dice", [1])
