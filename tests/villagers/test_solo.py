"""SOLO: setting up the game against the Countess, its levels, the markets and the end."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from engine.errors import InvalidOptions, InvalidPosition
from engine.ruleset import Doc
from tests.positions import (
    facts,
    legal,
    new_game,
    of_type,
    paths,
    play,
    position,
    refused,
    result,
    score,
    seen_by,
    to_act,
    view,
)
from tests.villagers.countess import SUMMER, WINTER, court_of, event_phase, gold_of, resolve
from tests.villagers.game import VILLAGERS, place

CARDS = {card["key"]: card for card in VILLAGERS.cards("en")}
LEVELS = ("beginner", "normal", "hard")


def start(level: str = "normal", seed: bytes = b"a seed", **options: Any) -> Doc:
    return new_game("villagers", 1, seed, solo=level, **options)


def draftable(doc: Doc) -> Counter[str]:
    """Return all cards of the deck and the road."""
    piles = (*doc["stacks"], doc["reserve"], doc["seats"][0]["hand"], [card["card"] for card in doc["road"]])
    return Counter(card for pile in piles for card in pile)


# --- setting up ------------------------------------------------------------------------------


@pytest.mark.rule("SOLO-1")
def test_solo_1_no_wool_no_leather_and_no_special_villagers() -> None:
    found = draftable(start())
    assert not [card for card in found if CARDS[card]["suit"] in ("wool", "leather", "special")]
    assert len(found) == 50 - 7 - 4
    assert set(found.values()) == {2}
    assert found.total() - 6 == 72


@pytest.mark.rule("SOLO-1")
def test_solo_1_what_the_keyrings_open() -> None:
    locks = Counter(dict.fromkeys(("shipwright", "blacksmith"), 0))
    for card, copies in draftable(start()).items():
        if CARDS[card]["padlock"]:
            locks[CARDS[card]["padlock"]] += copies
    twice = dict.fromkeys(("brewer", "cartwright", "glass_blower", "harvester", "hunter"), 2)
    assert locks == {"blacksmith": 8, "carpenter": 6, "cooper": 6, "chandler": 4, "shipwright": 2, **twice}
    assert locks.total() == 36
    assert (CARDS["blacksmith"]["keyring"], CARDS["shipwright"]["keyring"]) == (10, 4), "as printed"


@pytest.mark.rule("SOLO-2")
def test_solo_2_stacks_of_five() -> None:
    assert [len(stack) for stack in start()["stacks"]] == [5] * 6


@pytest.mark.rule("SOLO-3")
@pytest.mark.parametrize("level", LEVELS)
def test_solo_3_what_the_player_begins_with(level: str) -> None:
    doc = start(level)
    (player,) = doc["seats"]
    assert (player["gold"], len(player["hand"]), len(doc["reserve"])) == (8, 5, 37)
    assert [(one["card"], one["side"]) for one in player["village"]] == [("founders", "gold")]
    assert 72 == 6 * 5 + 5 + 37
    assert doc["basics"] == {"lumberjack": 10, "hayer": 10, "miner": 10}
    assert (doc["phase"], doc["round"], doc["first_player"], to_act(doc)) == ("draft", 1, 0, (0,))
    assert [card["gold"] for card in doc["road"]] == [0] * 6
    assert doc["discard"] == doc["markets_held"] == []


@pytest.mark.rule("SOLO-4")
def test_solo_4_what_the_countess_begins_with() -> None:
    her = start()["countess"]
    assert her["gold"] == 1
    assert [(one["id"], one["card"], one["side"], one["gold"]) for one in her["village"]] == [
        (1, "countess", "gold", 0)
    ]
    assert "hand" not in her
    assert score(start())["first_market"][1] == {
        "seat": 1,
        "total": 4,
        "lines": [{"villager": 1, "card": "countess", "item": "gold", "gold": 4}],
    }


@pytest.mark.rule("SOLO-5")
@pytest.mark.parametrize("seed", [b"a", b"b", b"c"])
def test_solo_5_two_decks_of_twelve_and_one_summer_event_face_up(seed: bytes) -> None:
    events = start(seed=seed)["events"]
    assert (len(events["face_up"]), len(events["summer"]), len(events["winter"])) == (1, 11, 12)
    assert sorted(events["face_up"] + events["summer"]) == sorted(SUMMER)
    assert sorted(events["winter"]) == sorted(WINTER)
    assert events["summer_discard"] == events["winter_discard"] == events["begun"] == []
    assert (events["jester"], events["jester_due"]) == (True, False)


@pytest.mark.rule("SOLO-5")
def test_solo_5_both_decks_are_shuffled() -> None:
    games = [start(seed=bytes([number]))["events"] for number in range(12)]
    assert len({tuple(events["face_up"] + events["summer"]) for events in games}) == 12
    assert len({tuple(events["winter"]) for events in games}) == 12
    assert len({events["face_up"][0] for events in games}) > 3


@pytest.mark.rule("SOLO-5")
def test_solo_5_the_order_of_the_decks_is_hidden_and_all_else_is_open() -> None:
    doc = start()
    for viewer in (0, None):
        seen = view(doc, viewer)
        assert (seen["events"]["summer"], seen["events"]["winter"]) == (11, 12)
        assert seen["events"]["face_up"] == doc["events"]["face_up"]
        assert seen["countess"] == doc["countess"]
        assert "seed" not in seen


@pytest.mark.rule("SOLO-6")
def test_solo_6_the_first_event_is_in_force_in_the_first_round() -> None:
    doc = position("""villagers options=(solo=normal) phase=build round=1 countess=(gold=1 village=[1.countess:gold])
        events=(face_up=[serfdom]) stacks=[[wine_trader]] seats=[(hand=[hunter])]""")
    after, _ = play(doc, (0, {"type": "trade", "basic": "miner", "card": "hunter"}))
    assert court_of(after) == ["hunter"]
    first = position("""villagers options=(solo=normal) phase=event round=1
        countess=(gold=1 village=[1.countess:gold]) events=(face_up=[land_claim]) stacks=[[wine_trader]] seats=[
        (village=[1.founders 2.miner])]""")
    assert gold_of(play(first, (0, resolve("land_claim")))[0]) == (6, 3)


# --- levels, options -------------------------------------------------------------------------


@pytest.mark.rule("SOLO-36")
def test_solo_36_beginner() -> None:
    doc = start("beginner")
    events = doc["events"]
    assert (len(events["face_up"]), len(events["summer"])) == (1, 11)
    assert sorted(events["winter"]) == sorted(set(WINTER) - {"it_was_you"})
    assert (doc["countess"]["gold"], doc["countess"]["village"][0]["side"], events["jester"]) == (1, "blank", True)
    assert score(doc)["first_market"][1]["total"] == score(doc)["second_market"][1]["total"] == 0


@pytest.mark.rule("SOLO-37")
def test_solo_37_hard() -> None:
    doc = start("hard")
    events = doc["events"]
    assert (len(events["face_up"]), len(events["summer"])) == (2, 10)
    assert sorted(events["face_up"] + events["summer"]) == sorted(SUMMER)
    assert sorted(events["winter"]) == sorted(set(WINTER) - {"it_was_you"})
    assert (doc["countess"]["gold"], doc["countess"]["village"][0]["side"], events["jester"]) == (10, "gold", False)
    assert of_type(legal(doc, 0), "jester") == []
    assert refused(doc, 0, {"type": "jester", "event": events["face_up"][0]}) == "SOLO-27"


@pytest.mark.rule("SOLO-36", "SOLO-37")
@pytest.mark.parametrize("level", ["beginner", "hard"])
def test_it_was_you_is_in_the_normal_game_only(level: str) -> None:
    doc = event_phase("()", face_up=["it_was_you"], level=level)
    assert "events.face_up" in paths(doc)


@pytest.mark.rule("SOLO-1")
def test_solo_1_one_seat_plays_against_the_countess_and_more_seats_do_not() -> None:
    assert VILLAGERS.read_options({}, 1)["solo"] == "normal"
    assert VILLAGERS.read_options({}, 2)["solo"] is None
    with pytest.raises(InvalidOptions):
        VILLAGERS.read_options({"solo": "hard"}, 2)
    with pytest.raises(InvalidOptions):
        VILLAGERS.read_options({"solo": "easy"}, 1)
    with pytest.raises(InvalidOptions):
        VILLAGERS.read_options({"first_player": "1"}, 1)
    with pytest.raises(InvalidPosition):
        VILLAGERS.read_position(position("villagers road=[(card=hunter)] seats=[()]"))
    with pytest.raises(InvalidPosition):
        VILLAGERS.read_position(position("villagers phase=build countess=(gold=1) seats=[() ()]"))


@pytest.mark.rule("SOLO-1")
@pytest.mark.parametrize("card", ["monk", "smuggler", "shepherd", "cobbler"])
def test_solo_1_what_is_not_in_the_game_is_nowhere(card: str) -> None:
    game = position(f"""villagers options=(solo=normal) phase=build countess=(gold=1 village=[1.countess:gold])
        stacks=[[wine_trader]] seats=[(hand=[{card}])]""")
    assert "seats.0.hand" in paths(game)


@pytest.mark.rule("SOLO-38")
def test_solo_38_expansions_only_if_asked_for() -> None:
    assert VILLAGERS.read_options({}, 1)["expansions"] == []
    assert start()["developments"] == []


@pytest.mark.rule("SOLO-38")
def test_solo_38_what_needs_an_opponent_with_a_hand_stays_out() -> None:
    """A Saint and a Scoundrel for the player: neither Recruiter nor Noble; never Church, Inn or Windmill (A-99)."""
    dealt: Counter[str] = Counter()
    kinds: set[str] = set()
    for number in range(60):
        doc = start(seed=bytes([number]), expansions=["saints", "scoundrels", "developments"])
        dealt.update(card for card in doc["seats"][0]["hand"] if CARDS[card]["box"] in ("saints", "scoundrels"))
        developments = [one["development"] for one in doc["developments"]]
        assert len(developments) == 3
        kinds.update(developments)
        assert (len(doc["seats"][0]["hand"]), len(doc["reserve"])) == (7, 37)
    assert dealt.total() == 120
    assert {"benefactor", "nun", "pigeoneer", "prophet"} <= set(dealt)
    assert not {"recruiter", "noble", "thief", "sheriff"} & set(dealt)
    assert not {"church", "inn", "windmill"} & kinds
    assert len(kinds) == 12 - 3


# --- markets and the end ---------------------------------------------------------------------


@pytest.mark.rule("SOLO-29")
def test_solo_29_she_scores_both_markets_like_a_player() -> None:
    doc = position("""villagers options=(solo=normal) phase=build
        countess=(gold=1 village=[1.countess:gold 2.truffler 3.cooper+4 4.ore_muler 5.mason 6.seeker])
        stacks=[[wine_trader]] seats=[()]""")
    first, second = (score(doc)[market][1] for market in ("first_market", "second_market"))
    assert first["total"] == 4 + 8 + 4 + 4 + 2
    assert [(line["villager"], line["item"], line["gold"]) for line in first["lines"]] == [
        (1, "gold", 4),
        (2, "gold", 8),
        (3, "gold", 4),
        (3, "coins", 4),
        (5, "gold", 2),
    ]
    assert second["total"] == 22 + 3, "the Ore Muler: two ore symbols"
    assert second["lines"][4] == {"villager": 4, "card": "ore_muler", "item": "silver", "gold": 3}


@pytest.mark.rule("SOLO-29")
def test_solo_29_the_first_market_pays_her_and_leaves_the_coins() -> None:
    doc = position("""villagers options=(solo=normal) phase=event
        countess=(gold=1 village=[1.countess:gold 2.cooper+4]) events=(face_up=[customs]) stacks=[[] [] [mason]]
        seats=[
        (gold=0)]""")
    after, events = play(doc, (0, resolve("customs")))
    assert gold_of(after) == (2, 1 + 4 + 4 + 4)
    assert after["countess"]["village"][1]["gold"] == 4
    (market,) = facts(events, "market")
    assert [(row["seat"], row["total"]) for row in market["rows"]] == [(0, 2), (1, 12)]
    assert seen_by(events, None) == seen_by(events, 0)
    assert after["markets_held"] == [1]
    assert after["phase"] == "draft"


@pytest.mark.rule("SOLO-29")
def test_solo_29_in_the_second_market_her_coins_join_her_supply() -> None:
    doc = position("""villagers options=(solo=normal) phase=event
        countess=(gold=1 village=[1.countess:gold 2.cooper+4 3.agent]) events=(face_up=[customs]) stacks=[]
        markets_held=[1] seats=[(gold=0)]""")
    after, _ = play(doc, (0, resolve("customs")))
    assert gold_of(after) == (2, 1 + 4 + 4 + 4 + 4)
    assert [one["gold"] for one in after["countess"]["village"]] == [0, 0, 0]


@pytest.mark.rule("SOLO-29")
def test_solo_29_her_card_is_one_gold_symbol_without_suit_or_food() -> None:
    doc = position("""villagers options=(solo=normal) phase=build
        countess=(gold=1 village=[1.countess:gold 2.peddler 3.beekeeper 4.grocer]) stacks=[[wine_trader]] seats=[()]""")
    values = {line["card"]: line["gold"] for line in score(doc)["second_market"][1]["lines"]}
    assert values["peddler"] == 3, "her card and the beekeeper are two gold symbols"
    assert values["grocer"] == 0
    blank = position("""villagers options=(solo=beginner) phase=build
        countess=(gold=1 village=[1.countess:blank 2.peddler 3.beekeeper]) stacks=[[wine_trader]] seats=[()]""")
    lines = {line["card"]: line["gold"] for line in score(blank)["second_market"][1]["lines"]}
    assert lines == {"peddler": 0, "beekeeper": 4}


def last_round(player: int, countess: int) -> tuple[Doc, list[Any]]:
    """Return a game that ends with the resolving of one event; the markets pay the player 2 and her 4."""
    doc = position(f"""villagers options=(solo=normal) phase=event
        countess=(gold={countess - 8} village=[1.countess:gold]) events=(face_up=[bribes]) stacks=[] seats=[
        (gold={player - 4})]""")
    return play(doc, (0, resolve("bribes")))


@pytest.mark.rule("SOLO-35")
@pytest.mark.parametrize(("player", "countess", "winners"), [(51, 50, [0]), (50, 50, []), (49, 50, [])])
def test_solo_35_only_more_gold_wins(player: int, countess: int, winners: list[int]) -> None:
    after, events = last_round(player, countess)
    assert gold_of(after) == (player, countess)
    assert (after["phase"], after["markets_held"], to_act(after)) == ("over", [1, 2], ())
    assert facts(events, "game_ended") == [{"winners": winners}]
    final = result(after)
    assert final is not None
    assert final["winners"] == winners
    assert [(one["seat"], one["total"]) for one in final["scores"]] == [(0, player)]
    assert [(one["name"], one["total"]) for one in final["rivals"]] == [("countess", countess)]
    places = {row["seat"]: row["place"] for row in score(after)["standing"]}
    assert places == ({0: 1, 1: 2} if winners else {0: 2, 1: 1})


@pytest.mark.rule("SOLO-35")
def test_solo_35_the_result_tells_where_her_gold_comes_from() -> None:
    doc = position("""villagers options=(solo=normal) phase=event
        countess=(gold=3 village=[1.countess:gold 2.cooper+4 3.agent]) events=(face_up=[customs]) stacks=[]
        markets_held=[1] seats=[()]""")
    final = result(play(doc, (0, resolve("customs")))[0])
    assert final is not None
    lines = {line["item"]: line["points"] for line in final["rivals"][0]["lines"] if line["points"]}
    assert lines == {"supply": 4, "gold": 8, "silver": 4, "coins": 4}
    assert final["rivals"][0]["total"] == 20


@pytest.mark.rule("SOLO-13")
def test_solo_13_her_unlockers_are_paid_like_another_players() -> None:
    doc = position("""villagers options=(solo=normal) phase=build
        countess=(gold=1 village=[1.countess:gold 2.cooper 3.cooper+2]) stacks=[[wine_trader]] seats=[
        (village=[1.founders] hand=[brewer])]""")
    mine = {"by": "villager", "seat": 1, "villager": 3}
    after, _ = play(doc, (0, place("brewer", on=1, unlock=mine)))
    assert gold_of(after) == (6, 1)
    assert [one["gold"] for one in after["countess"]["village"]] == [0, 0, 4]
    ways = [move["unlock"] for move in of_type(legal(doc, 0), "place")]
    assert ways == [{"by": "villager", "seat": 1, "villager": 2}, mine]
    assert refused(doc, 0, place("brewer", on=1, unlock={"by": "bank"})) == "PADLOCK-6"
    poor = position("""villagers options=(solo=normal) phase=build
        countess=(gold=1 village=[1.countess:gold 2.cooper]) stacks=[[wine_trader]] seats=[
        (village=[1.founders] hand=[brewer] gold=1)]""")
    assert refused(poor, 0, place("brewer", on=1, unlock={**mine, "villager": 2})) == "PADLOCK-7"


@pytest.mark.rule("SOLO-13")
def test_solo_13_own_unlocker_or_hers_is_the_players_choice() -> None:
    doc = position("""villagers options=(solo=normal) phase=build countess=(gold=1 village=[1.countess:gold 2.cooper])
        stacks=[[wine_trader]] seats=[(village=[1.founders 2.lumberjack 3.cooper@2] hand=[brewer])]""")
    ways = [move["unlock"] for move in of_type(legal(doc, 0), "place")]
    assert [(way["seat"], way["villager"]) for way in ways] == [(0, 3), (1, 2)]
    after, _ = play(doc, (0, place("brewer", on=1, unlock=ways[0])))
    assert gold_of(after) == (8, 1)


@pytest.mark.rule("SOLO-13")
def test_solo_13_her_coins_pay_for_nothing() -> None:
    doc = position("""villagers options=(solo=normal) phase=build
        countess=(gold=1 village=[1.countess:gold 2.cooper+4]) stacks=[[wine_trader]] seats=[(hand=[brewer] gold=1)]""")
    assert of_type(legal(doc, 0), "place") == []
