"""The expansions in the game against the Countess (A-99): what is in it, the order of the phases, her part."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

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
    village,
)
from tests.villagers.countess import solo
from tests.villagers.game import BY_BANK, END, VILLAGERS, place, road, special, villager

EXPANSIONS = ["saints", "scoundrels", "profiteers", "developments"]
ALL: Doc = {"expansions": EXPANSIONS}
FED = "founders:food"
PILES = [["wine_trader"], ["peddler"], ["cartwright"], ["carpenter"], ["freemason"], ["truffler"]]
ROAD = road("mason", "cooper", "agent", "priest", "jeweler", "wheeler")

SAINTS = {"benefactor", "nun", "pigeoneer", "prophet"}
SCOUNDRELS = {"barbarian", "flaker", "schemer"}
PROFITEERS = {"alchemist": 1, "arkwright": 1, "captain": 1, "carter": 1, "freelancer": 2, "wholesaler": 2}
NOT_IN_SOLO = ["monk", "apprentice", "tinner", "smuggler", "recruiter", "noble", "courier", "thief", "sheriff"]
DEVELOPMENTS = {
    *("tavern", "town_hall", "bank", "guildhall", "lighthouse", "marketplace"),
    *("gold_mine", "ox_crane", "sawmill"),
}


def held(**holders: int | None) -> list[Doc]:
    """Developments in use, each with who has its token (1: the Countess)."""
    return [{"development": development, "holder": holder} for development, holder in holders.items()]


def building(own: str, *court: str, **fields: Any) -> Doc:
    """Return the player's build turn with all expansions; a card in each stack, and one for the Countess in the
    reserve.
    """
    return solo(own, *court, phase="build", options=ALL, **{"stacks": PILES, "reserve": ["harvester"], **fields})


def drafting(own: str, *court: str, **fields: Any) -> Doc:
    """Return the player's draft turn with all expansions."""
    return solo(own, *court, options=ALL, **{"stacks": PILES, "road": ROAD, **fields})


def dealt(doc: Doc) -> Counter[str]:
    """Return all cards that are not in villages."""
    piles = [*doc["stacks"], doc["reserve"], doc["seats"][0]["hand"], [one["card"] for one in doc["road"]]]
    return Counter(card for pile in piles for card in pile)


def court(doc: Doc) -> list[str]:
    """Return the cards of the Countess's village."""
    return [one["card"] for one in doc["countess"]["village"]]


# --- what is in the game ---------------------------------------------------------------------


@pytest.mark.rule("SOLO-38")
def test_solo_38_without_the_option_there_are_no_expansions() -> None:
    game = new_game("villagers", 1)
    assert (game["options"], game["developments"]) == ({"expansions": [], "solo": "normal"}, [])
    boxes = {card["key"]: card["box"] for card in VILLAGERS.cards("en")}
    assert {boxes[card] for card in dealt(game)} == {"base"}


@pytest.mark.rule("SOLO-38")
@pytest.mark.parametrize(
    ("expansions", "hand", "reserve"),
    [
        ([], 5, 37),
        (["saints"], 6, 37),
        (["scoundrels"], 6, 37),
        (["saints", "scoundrels"], 7, 37),
        (["profiteers"], 5, 45),
        (["developments"], 5, 37),
        (EXPANSIONS, 7, 45),
    ],
)
@pytest.mark.parametrize("level", ["beginner", "normal", "hard"])
def test_solo_38_the_deal(level: str, expansions: list[str], hand: int, reserve: int) -> None:
    game = new_game("villagers", 1, solo=level, expansions=expansions)
    assert [len(stack) for stack in game["stacks"]] == [5] * 6
    assert (len(game["seats"][0]["hand"]), len(game["reserve"])) == (hand, reserve)
    assert len(game["developments"]) == (3 if "developments" in expansions else 0)
    assert game["options"] == {"expansions": expansions, "solo": level}


@pytest.mark.rule("SOLO-38")
def test_solo_38_which_special_villagers_are_dealt() -> None:
    """One of four Saints and one of three Scoundrels; no special villager of the base game."""
    saints, scoundrels, specials = set(), set(), set()
    suits = {card["key"]: card["suit"] for card in VILLAGERS.cards("en")}
    for number in range(80):
        game = new_game("villagers", 1, seed=bytes([number]), expansions=EXPANSIONS)
        found = dealt(game)
        assert {card: found[card] for card in PROFITEERS} == PROFITEERS
        assert len([card for card in found if card in SAINTS]) == 1
        assert len([card for card in found if card in SCOUNDRELS]) == 1
        saints |= SAINTS & set(game["seats"][0]["hand"])
        scoundrels |= SCOUNDRELS & set(game["seats"][0]["hand"])
        specials |= {card for card in found if suits[card] == "special"}
        assert not [card for card in found if suits[card] in ("wool", "leather")]
    assert (saints, scoundrels) == (SAINTS, SCOUNDRELS)
    assert specials == SAINTS | SCOUNDRELS | {"freelancer"}


@pytest.mark.rule("SOLO-38")
def test_solo_38_which_developments_are_drawn() -> None:
    drawn: set[str] = set()
    for number in range(60):
        drawn.update(
            one["development"] for one in new_game("villagers", 1, seed=bytes([number]), **ALL)["developments"]
        )
    assert drawn == DEVELOPMENTS


@pytest.mark.rule("SOLO-38")
@pytest.mark.parametrize("card", NOT_IN_SOLO)
def test_solo_38_cards_that_are_not_in_it_are_refused_everywhere(card: str) -> None:
    start = position(f"""villagers options=(solo=normal expansions=[saints scoundrels profiteers developments])
        countess=(gold=1 village=[1.countess:gold])
        stacks=[[wine_trader] [peddler] [cartwright] [carpenter] [freemason] [truffler]]
        road=[mason+0 cooper+0 agent+0 priest+0 jeweler+0 wheeler+0] seats=[(hand=[{card}])]""")
    assert set(paths(start)) == {"seats.0.hand"}
    start = position(f"""villagers options=(solo=normal expansions=[saints scoundrels profiteers developments])
        countess=(gold=1 village=[1.countess:gold])
        stacks=[[wine_trader] [peddler] [cartwright] [carpenter] [freemason] [truffler]]
        road=[mason+0 cooper+0 agent+0 priest+0 jeweler+0 wheeler+0] reserve=[{card}] seats=[()]""")
    assert set(paths(start)) == {"reserve"}
    start = position(f"""villagers options=(solo=normal expansions=[saints scoundrels profiteers developments])
        countess=(gold=1 village=[1.countess:gold]) stacks=[[{card}] [agent]]
        road=[mason+0 cooper+0 agent+0 priest+0 jeweler+0 wheeler+0] seats=[()]""")
    assert set(paths(start)) == {"stacks.0"}
    assert set(paths(drafting("()", card))) == {"countess.village.1.card"}


@pytest.mark.rule("SOLO-38")
@pytest.mark.parametrize("card", [*sorted(SAINTS | SCOUNDRELS), *PROFITEERS])
def test_solo_38_cards_that_are_in_it_may_be_anywhere(card: str) -> None:
    for doc in (drafting(f"(hand=[{card}])"), drafting("()", reserve=[card]), drafting("()", card)):
        VILLAGERS.read_position(doc)


@pytest.mark.rule("SOLO-38")
@pytest.mark.parametrize("development", ["church", "inn", "windmill"])
def test_solo_38_developments_that_are_not_in_it(development: str) -> None:
    start = position(f"""villagers options=(solo=normal expansions=[saints scoundrels profiteers developments])
        phase=build countess=(gold=1 village=[1.countess:gold])
        stacks=[[wine_trader] [peddler] [cartwright] [carpenter] [freemason] [truffler]] reserve=[harvester]
        developments=[(development={development} holder=-)] seats=[()]""")
    assert set(paths(start)) == {"developments"}
    for own in sorted(DEVELOPMENTS):
        start = position(f"""villagers options=(solo=normal expansions=[saints scoundrels profiteers developments])
            phase=build countess=(gold=1 village=[1.countess:gold])
            stacks=[[wine_trader] [peddler] [cartwright] [carpenter] [freemason] [truffler]] reserve=[harvester]
            developments=[(development={own} holder=-)] seats=[()]""")
        VILLAGERS.read_position(start)


# --- the order: Build, Events, Developments, Market ------------------------------------------


@pytest.mark.rule("SOLO-17", "DEVELOPMENTS-3")
def test_the_order_build_events_developments_market() -> None:
    """Values of the events decide the developments; their gold is there before the market ends the game."""
    start = position("""villagers options=(solo=normal expansions=[saints scoundrels profiteers developments])
        phase=build countess=(gold=1 village=[1.countess:gold]) events=(face_up=[black_market]) stacks=[] reserve=[]
        developments=[(development=gold_mine holder=-)] seats=[(village=[1.founders:food 2.miner] gold=0)]""")
    asked, events = play(start, (0, END))
    assert (asked["phase"], facts(events, "developments"), facts(events, "market")) == ("event", [], [])
    over, events = play(asked, (0, {"type": "resolve", "event": "black_market"}))
    kinds = [event.type for event in events if event.type in ("event_resolved", "developments", "market", "game_ended")]
    assert kinds == ["event_resolved", "developments", "market", "market", "game_ended"]
    assert over["seats"][0]["final"]["supply"] == 5


@pytest.mark.rule("SOLO-17", "DEVELOPMENTS-4")
def test_what_the_events_do_counts_for_the_developments() -> None:
    """Betrayer takes a mason along: two ore against one; then the Countess's card of the reserve makes it two all."""
    start = position("""villagers options=(solo=normal expansions=[saints scoundrels profiteers developments])
        phase=build countess=(gold=1 village=[1.countess:gold 2.blacksmith]) events=(face_up=[betrayer])
        stacks=[[wine_trader] [peddler] [cartwright] [carpenter] [freemason] [truffler]] reserve=[hunter]
        developments=[(development=gold_mine holder=0)] seats=[(village=[1.founders:food 2.miner 3.mason@2])]""")
    asked, _ = play(start, (0, END))
    after, events = play(asked, (0, {"type": "resolve", "event": "betrayer", "villager": 3}))
    (line,) = facts(events, "developments")[0]["developments"]
    assert line == {"development": "gold_mine", "winner": 1, "counts": [1, 2], "gold": 5}
    assert after["developments"][0]["holder"] == 1


@pytest.mark.rule("SOLO-19", "DEVELOPMENTS-4")
def test_the_card_of_the_reserve_counts_for_the_developments() -> None:
    start = position("""villagers options=(solo=normal expansions=[saints scoundrels profiteers developments])
        phase=build countess=(gold=1 village=[1.countess:gold])
        stacks=[[wine_trader] [peddler] [cartwright] [carpenter] [freemason] [truffler]] reserve=[glass_blower]
        developments=[(development=gold_mine holder=0)] seats=[(village=[1.founders:food 2.miner 3.seeker@2])]""")
    after, events = play(start, (0, END))
    kinds = [event.type for event in events if event.type in ("countess_gained", "developments")]
    assert kinds == ["countess_gained", "developments"]
    assert facts(events, "developments")[0]["developments"][0]["counts"] == [2, 2]
    assert after["developments"][0]["holder"] is None


@pytest.mark.rule("SOLO-25", "DEVELOPMENTS-12")
def test_the_choice_at_the_tavern_comes_after_the_events_of_the_next_round_are_dealt() -> None:
    start = position("""villagers options=(solo=normal expansions=[saints scoundrels profiteers developments])
        phase=build countess=(gold=1 village=[1.countess:gold])
        events=(face_up=[land_claim] summer=[customs bribes betrayer])
        stacks=[[wine_trader] [peddler] [cartwright] [carpenter] [freemason] [truffler]] reserve=[jeweler]
        developments=[(development=tavern holder=-)] seats=[(village=[1.founders:food 2.hunter])]""")
    asked, _ = play(start, (0, END), (0, {"type": "resolve", "event": "land_claim"}))
    assert (asked["phase"], to_act(asked), asked["events"]["face_up"]) == ("development", (0,), ["customs"])
    moves = legal(asked, 0)
    assert [move["basic"] for move in of_type(moves, "reward_basic")] == ["lumberjack", "hayer", "miner"]
    assert of_type(moves, "jester") == [{"type": "jester", "event": "customs"}], "he acts at any decision (A-83)"
    jested, _ = play(asked, (0, {"type": "jester", "event": "customs"}))
    assert (jested["phase"], jested["events"]["face_up"]) == ("development", [])
    after, _ = play(jested, (0, {"type": "reward_basic", "basic": "miner"}))
    assert (after["phase"], after["round"], after["seats"][0]["gold"]) == ("draft", 2, 11)


# --- the Countess and the developments -------------------------------------------------------

COURT_WINS = [
    ("tavern", ("chandler",), 3),
    ("town_hall", ("jeweler",), 5),
    ("bank", ("blacksmith+4",), 5),
    ("guildhall", ("cooper",), 5),
    ("lighthouse", ("horse_trader", "bed_builder"), 5),
    ("marketplace", ("milk_maid",), 5),
    ("gold_mine", ("glass_blower",), 5),
    ("ox_crane", ("bed_builder",), 2),
    ("sawmill", ("log_rafter",), 2),
]


@pytest.mark.rule("DEVELOPMENTS-7")
@pytest.mark.parametrize(("development", "hers", "gold"), COURT_WINS)
def test_the_countess_wins_gold_and_nothing_else(development: str, hers: tuple[str, ...], gold: int) -> None:
    """All her villagers show; a miner of the player's own makes no difference."""
    start = building("(village=[1.founders:food 2.miner] gold=0)", *hers, developments=held(**{development: None}))
    limits = view(start, 0)["seats"][0]
    after, events = play(start, (0, END))
    (line,) = facts(events, "developments")[0]["developments"]
    assert (line["winner"], line["gold"]) == (1, gold)
    assert (after["developments"][0]["holder"], after["countess"]["gold"]) == (1, 1 + gold)
    assert (after["phase"], after["seats"][0]["gold"]) == ("draft", 0)
    assert court(after) == [
        "countess",
        *(word.split("+")[0] for word in hers),
        "harvester",
    ]
    assert after["basics"] == {"lumberjack": 10, "hayer": 10, "miner": 9}
    seen = view(after, 0)["seats"][0]
    assert (seen["draft_limit"], seen["build_limit"]) == (limits["draft_limit"], limits["build_limit"])


@pytest.mark.rule("DEVELOPMENTS-5")
def test_a_tie_with_the_countess_has_no_winner() -> None:
    start = position("""villagers options=(solo=normal expansions=[saints scoundrels profiteers developments])
        phase=build countess=(gold=1 village=[1.countess:gold 2.mason])
        stacks=[[wine_trader] [peddler] [cartwright] [carpenter] [freemason] [truffler]] reserve=[harvester]
        developments=[(development=gold_mine holder=0)] seats=[(village=[1.founders:food 2.miner])]""")
    after, events = play(start, (0, END))
    assert facts(events, "developments")[0]["developments"][0]["winner"] is None
    assert (after["developments"][0]["holder"], after["seats"][0]["gold"], after["countess"]["gold"]) == (None, 8, 1)


@pytest.mark.rule("DEVELOPMENTS-13")
@pytest.mark.parametrize(("level", "counts"), [("beginner", [1, 0]), ("normal", [1, 1]), ("hard", [1, 1])])
def test_her_own_card_is_a_gold_symbol_but_in_a_beginner_game(level: str, counts: list[int]) -> None:
    start = building("(village=[1.founders 2.hunter])", level=level, developments=held(town_hall=None))
    for viewer in (0, None):
        assert view(start, viewer)["developments"][0]["counts"] == counts


@pytest.mark.rule("DEVELOPMENTS-8")
def test_the_players_token_helps_the_player() -> None:
    start = position("""villagers options=(solo=normal expansions=[saints scoundrels profiteers developments])
        phase=build countess=(gold=1 village=[1.countess:gold])
        stacks=[[wine_trader] [peddler] [cartwright] [carpenter] [freemason] [truffler]] reserve=[harvester]
        developments=[(development=sawmill holder=-)] seats=[(village=[1.founders:food 2.lumberjack])]""")
    after, _ = play(start, (0, END))
    assert (after["developments"][0]["holder"], view(after, 0)["seats"][0]["build_limit"]) == (0, 3)
    game = position("""villagers options=(solo=normal expansions=[saints scoundrels profiteers developments])
        phase=build countess=(gold=1 village=[1.countess:gold])
        stacks=[[wine_trader] [peddler] [cartwright] [carpenter] [freemason] [truffler]] reserve=[harvester]
        developments=[(development=sawmill holder=1)] seats=[()]""")
    VILLAGERS.read_position(game)
    game = position("""villagers options=(solo=normal expansions=[saints scoundrels profiteers developments])
        phase=build countess=(gold=1 village=[1.countess:gold])
        stacks=[[wine_trader] [peddler] [cartwright] [carpenter] [freemason] [truffler]] reserve=[harvester]
        developments=[(development=sawmill holder=2)] seats=[()]""")
    assert set(paths(game)) == {"developments.0.holder"}


@pytest.mark.rule("DEVELOPMENTS-12")
def test_the_player_may_take_a_basic_villager_at_the_tavern() -> None:
    start = position("""villagers options=(solo=normal expansions=[saints scoundrels profiteers developments])
        phase=build countess=(gold=1 village=[1.countess:gold])
        stacks=[[wine_trader] [peddler] [cartwright] [carpenter] [freemason] [truffler]] reserve=[mason]
        developments=[(development=tavern holder=-)] seats=[(village=[1.founders:food 2.hunter])]""")
    asked, _ = play(start, (0, END))
    assert (asked["phase"], asked["countess"]["gold"]) == ("development", 1)
    assert refused(asked, 0, END).startswith("DEVELOPMENTS-")
    after, _ = play(asked, (0, {"type": "reward_basic", "basic": "hayer"}))
    assert [one["card"] for one in after["seats"][0]["village"]] == ["founders", "hunter", "hayer"]


# --- special villagers and the Countess ------------------------------------------------------


@pytest.mark.rule("SAINTS-10", "SOLO-7")
def test_a_prophets_draft_brings_the_countess_a_villager_too() -> None:
    start = position("""villagers options=(solo=normal expansions=[saints scoundrels profiteers developments])
        countess=(gold=1 village=[1.countess:gold])
        stacks=[[seeker hunter] [peddler] [cartwright] [carpenter] [freemason] [truffler]]
        road=[mason+0 cooper+0 agent+0 priest+0 jeweler+0 wheeler+0] seats=[
        (village=[1.founders:food] hand=[prophet])]""")
    asked, _ = play(start, (0, special("prophet", stack=0)), (0, {"type": "look_take", "card": "hunter"}))
    assert asked["pending"] == {"type": "countess_draft", "slot": None}
    after, _ = play(asked, (0, {"type": "countess_draft", "slot": 4}))
    assert after["seats"][0]["square"] == ["hunter"]
    assert court(after) == ["countess", "jeweler"]
    assert after["road"][4] == {"card": "seeker", "gold": 0}


@pytest.mark.rule("SCOUNDRELS-12", "SOLO-7")
def test_a_flaker_takes_from_the_own_square_and_for_the_draft_it_frees_she_gets_a_villager_too() -> None:
    start = position("""villagers options=(solo=normal expansions=[saints scoundrels profiteers developments])
        countess=(gold=1 village=[1.countess:gold])
        stacks=[[wine_trader] [peddler] [cartwright] [carpenter] [freemason] [truffler]]
        road=[mason+0 cooper+0 agent+0 priest+0 jeweler+0 wheeler+0] seats=[
        (village=[1.founders:food] hand=[flaker] square=[hunter])]""")
    assert [move["seat"] for move in of_type(legal(start, 0), "play")] == [0]
    after, _ = play(start, (0, special("flaker", seat=0, take="hunter")))
    assert (after["seats"][0]["hand"], after["seats"][0]["square"], to_act(after)) == (["hunter"], [], (0,))
    assert court(after) == ["countess"]
    for slot in (0, 2, 4):
        after, _ = play(
            after, (0, {"type": "draft_road", "slot": slot}), (0, {"type": "countess_draft", "slot": slot + 1})
        )
    assert (len(after["seats"][0]["hand"]), after["phase"]) == (4, "road")
    assert court(after) == ["countess", "cooper", "priest", "wheeler"]


@pytest.mark.rule("SCOUNDRELS-6", "SOLO-7")
def test_a_barbarian_clears_the_road_and_brings_her_nothing() -> None:
    start = position("""villagers options=(solo=normal expansions=[saints scoundrels profiteers developments])
        countess=(gold=1 village=[1.countess:gold])
        stacks=[[wine_trader] [peddler] [cartwright] [carpenter] [freemason] [truffler]] road=[mason+1 cooper+0]
        reserve=[seeker spelunker fisher] seats=[(village=[1.founders:food] hand=[barbarian])]""")
    after, _ = play(start, (0, special("barbarian")))
    assert (after["seats"][0]["gold"], sorted(after["discard"])) == (9, ["barbarian", "cooper", "mason"])
    assert court(after) == ["countess"]


@pytest.mark.rule("SAINTS-3", "SAINTS-5")
def test_a_benefactor_pays_her_unlockers() -> None:
    start = position("""villagers options=(solo=normal expansions=[saints scoundrels profiteers developments])
        countess=(gold=1 village=[1.countess:gold 2.carpenter])
        stacks=[[wine_trader] [peddler] [cartwright] [carpenter] [freemason] [truffler]]
        road=[mason+0 cooper+0 agent+0 priest+0 jeweler+0 wheeler+0] seats=[
        (village=[1.founders:food] hand=[benefactor beekeeper])]""")
    pay = {"by": "villager", "seat": 1, "villager": 2}
    assert refused(start, 0, {"type": "benefactor", "card": "beekeeper", "unlock": BY_BANK}) == "PADLOCK-6"
    after, _ = play(start, (0, {"type": "benefactor", "card": "beekeeper", "unlock": pay}))
    assert (after["seats"][0]["gold"], after["countess"]["village"][1]["gold"]) == (6, 2)


@pytest.mark.rule("SCOUNDRELS-15")
def test_a_schemer_lures_her_villagers_but_never_the_countess() -> None:
    start = position("""villagers options=(solo=normal expansions=[saints scoundrels profiteers developments])
        phase=build countess=(gold=1 village=[1.countess:gold 2.cooper+4 3.freelancer])
        stacks=[[wine_trader] [peddler] [cartwright] [carpenter] [freemason] [truffler]] reserve=[harvester] seats=[
        (village=[1.founders:food] hand=[schemer])]""")
    targets = [(move["seat"], move["villager"]) for move in of_type(legal(start, 0), "play")]
    assert targets == [(1, 2)], "neither Founders nor the Countess, nor special villagers"
    after, events = play(start, (0, special("schemer", seat=1, villager=2)))
    assert (after["seats"][0]["hand"], after["countess"]["gold"]) == (["cooper"], 5)
    assert court(after) == ["countess", "freelancer"]
    assert seen_by(events, None)
    assert refused(start, 0, special("schemer", seat=1, villager=1)).startswith("SCOUNDRELS-")


@pytest.mark.rule("PROFITEERS-10")
def test_her_freelancer_may_be_hired_and_the_coin_is_hers() -> None:
    start = position("""villagers options=(solo=normal expansions=[saints scoundrels profiteers developments])
        phase=build countess=(gold=1 village=[1.countess:gold 2.freelancer])
        stacks=[[wine_trader] [peddler] [cartwright] [carpenter] [freemason] [truffler]] reserve=[harvester] seats=[
        (village=[1.founders:food] gold=2)]""")
    after, _ = play(start, (0, {"type": "hire", "seat": 1, "villager": 2}))
    assert (after["seats"][0]["gold"], after["seats"][0]["builds_left"]) == (1, 3)
    assert after["countess"]["village"][1]["gold"] == 1
    assert score(after)["first_market"][1]["total"] == 4 + 1


@pytest.mark.rule("PROFITEERS-3", "PROFITEERS-5")
def test_her_bronze_pays_nothing() -> None:
    """Bronze pays at the end of the own build turn, and she has none."""
    start = position("""villagers options=(solo=normal expansions=[saints scoundrels profiteers developments])
        phase=build countess=(gold=1 village=[1.countess:gold 2.arkwright 3.blacksmith+2])
        stacks=[[wine_trader] [peddler] [cartwright] [carpenter] [freemason] [truffler]] reserve=[harvester] seats=[
        (village=[1.founders:food 2.captain 3.beekeeper] gold=0)]""")
    after, _ = play(start, (0, END))
    assert (after["seats"][0]["gold"], after["countess"]["gold"]) == (1, 1)
    assert [line["card"] for line in score(start)["second_market"][1]["lines"]].count("arkwright") == 0


@pytest.mark.rule("SAINTS-6", "SOLO-29")
def test_nuns_pay_at_the_end_of_the_game() -> None:
    for own, hers, nun in (
        ((FED, "nun", "hunter", "grocer"), (), (6, 0)),
        ((FED,), ("nun", "agent", "hunter+4"), (0, 4)),
    ):
        over, _ = play(building(f"(village=[{village(own)}])", *hers, stacks=[], reserve=[]), (0, END))
        final = result(over) or {}
        lines = [final["scores"][0]["lines"], final["rivals"][0]["lines"]]
        assert tuple(line["points"] for row in lines for line in row if line["item"] == "nun") == nun


@pytest.mark.rule("PROFITEERS-10", "SPECIAL-10")
def test_a_freelancer_of_the_own_village_is_placed_like_any_other() -> None:
    start = position("""villagers options=(solo=normal expansions=[saints scoundrels profiteers developments])
        phase=build countess=(gold=1 village=[1.countess:gold])
        stacks=[[wine_trader] [peddler] [cartwright] [carpenter] [freemason] [truffler]] reserve=[harvester] seats=[
        (village=[1.founders:food] hand=[freelancer hunter])]""")
    after, _ = play(start, (0, place("freelancer")), (0, place("hunter")))
    assert (villager(after, 0, 2)["card"], after["seats"][0]["builds_left"]) == ("freelancer", 0)
