"""DEVELOPMENTS: the set-up, the phase, and who wins each of the twelve."""

from __future__ import annotations

from typing import Any

import pytest

from engine.errors import NotYourTurn
from engine.ruleset import Doc
from tests.positions import facts, legal, new_game, play, position, refused, seen_by, to_act, view, village
from tests.villagers.game import END, place

BOX: Doc = {"expansions": ["developments"]}
ALL: Doc = {"expansions": ["saints", "scoundrels", "profiteers", "developments"]}
PILES = [["wine_trader"], ["peddler"], ["cartwright"], ["carpenter"], ["freemason"], ["truffler"]]
SUITS = {
    "community": {"church", "inn", "tavern", "town_hall"},
    "mercantile": {"bank", "guildhall", "lighthouse", "marketplace"},
    "technology": {"gold_mine", "ox_crane", "sawmill", "windmill"},
}
FED = "founders:food"


def held(**holders: int | None) -> list[Doc]:
    """Developments in use, each with the seat that has its token."""
    return [{"development": development, "holder": holder} for development, holder in holders.items()]


def round_end(seats: str, developments: list[Doc], **fields: Any) -> Doc:
    """Return a build phase in which seats only end their turns; stacks have a card each, so that no market comes."""
    return position(
        f"villagers phase=build seats=[{seats}]",
        developments=developments,
        **{"options": BOX, "stacks": PILES, **fields},
    )


def ended(doc: Doc) -> tuple[Doc, list[Any]]:
    """Return all seats end their build turns, from the first player on."""
    seats, first = len(doc["seats"]), doc.get("first_player", 0)
    return play(doc, *[((first + step) % seats, END) for step in range(seats)])


def decided(doc: Doc) -> list[Doc]:
    """Return the winners of the developments once all seats have ended their turns."""
    (event,) = facts(ended(doc)[1], "developments")
    found: list[Doc] = event["developments"]
    return found


def holders(doc: Doc) -> list[int | None]:
    """Who has the tokens."""
    return [one["holder"] for one in doc["developments"]]


# --- set-up ----------------------------------------------------------------------------------


@pytest.mark.rule("DEVELOPMENTS-1")
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_developments_1_one_of_each_suit(seats: int) -> None:
    found: set[str] = set()
    for number in range(60):
        used = [one["development"] for one in new_game("villagers", seats, seed=bytes([number]), **BOX)["developments"]]
        assert [sum(one in suit for one in used) for suit in SUITS.values()] == [1, 1, 1]
        found.update(used)
    assert found == set.union(*SUITS.values()), "every one is drawn in some game"


@pytest.mark.rule("DEVELOPMENTS-1")
def test_developments_1_drawn_from_the_seed_and_only_with_the_expansion() -> None:
    assert new_game("villagers", 3, seed=b"x", **BOX) == new_game("villagers", 3, seed=b"x", **BOX)
    assert new_game("villagers", 3)["developments"] == []
    assert new_game("villagers", 3, expansions=["saints", "scoundrels", "profiteers"])["developments"] == []


@pytest.mark.rule("DEVELOPMENTS-1")
def test_developments_1_they_lie_open_and_are_no_cards_of_the_deck() -> None:
    game = new_game("villagers", 4, **BOX)
    assert len(game["reserve"]) == 26
    for viewer in (0, 3, None):
        seen = view(game, viewer)["developments"]
        assert [one["development"] for one in seen] == [one["development"] for one in game["developments"]]
        assert [one["suit"] for one in seen] == ["community", "mercantile", "technology"]


@pytest.mark.rule("DEVELOPMENTS-2")
def test_developments_2_nobody_has_a_token_at_the_start() -> None:
    game = new_game("villagers", 3, **BOX)
    assert holders(game) == [None, None, None]
    assert [one["holder"] for one in view(game, 0)["developments"]] == [None, None, None]
    assert [one["draft_limit"] for one in view(game, None)["seats"]] == [2, 2, 2]


@pytest.mark.rule("DEVELOPMENTS-2")
def test_developments_2_one_token_for_each_development() -> None:
    start = position("""villagers options=(expansions=[developments]) phase=build
        developments=[(development=inn holder=-) (development=marketplace holder=-)
        (development=gold_mine holder=-)]
        stacks=[[wine_trader] [peddler] [cartwright] [carpenter] [freemason] [truffler]] seats=[
        (village=[1.founders:food 2.hunter 3.miner] hand=[monk] gold=0) (village=[1.founders:food])]""")
    after, _ = ended(start)
    assert holders(after) == [0, 0, 0]
    assert after["seats"][0]["gold"] == 15


# --- the phase -------------------------------------------------------------------------------


@pytest.mark.rule("DEVELOPMENTS-3")
def test_developments_3_after_the_build_phase_of_every_round() -> None:
    start = position("""villagers options=(expansions=[developments]) phase=build
        developments=[(development=gold_mine holder=-)]
        stacks=[[wine_trader] [peddler] [cartwright] [carpenter] [freemason] [truffler]] seats=[
        (village=[1.founders:food 2.miner]) (village=[1.founders:food])]""")
    for number in (1, 2, 7):
        doc = {**start, "round": number}
        between, events = play(doc, (0, END))
        assert facts(events, "developments") == []
        after, events = play(between, (1, END))
        assert len(facts(events, "developments")) == 1
        assert (after["phase"], after["round"], after["seats"][0]["gold"]) == ("draft", number + 1, 13)


@pytest.mark.rule("DEVELOPMENTS-3")
def test_developments_3_before_both_markets() -> None:
    start = position("""villagers options=(expansions=[developments]) phase=build
        developments=[(development=gold_mine holder=-)] stacks=[] seats=[
        (village=[1.founders:food 2.miner] gold=0) (village=[1.founders:food])]""")
    after, events = ended(start)
    kinds = [event.type for event in events if event.type in ("developments", "market", "game_ended")]
    assert kinds == ["developments", "market", "market", "game_ended"]
    assert (after["phase"], after["seats"][0]["gold"]) == ("over", 5)
    assert after["seats"][0]["final"]["supply"] == 5, "the reward of the last round counts (A-74)"


@pytest.mark.rule("DEVELOPMENTS-3")
def test_developments_3_after_the_first_player_card_has_moved() -> None:
    """The reward is chosen under the new first player (A-70), and the next round begins with that seat."""
    start = position("""villagers options=(expansions=[developments]) phase=build first_player=1
        developments=[(development=tavern holder=-)]
        stacks=[[wine_trader] [peddler] [cartwright] [carpenter] [freemason] [truffler]] seats=[
        (village=[1.founders:food 2.hunter]) (village=[1.founders:food]) (village=[1.founders:food])]""")
    doc, _ = ended(start)
    assert (doc["phase"], doc["first_player"], to_act(doc), doc["round"]) == ("development", 2, (0,), 1)
    after, _ = play(doc, (0, {"type": "reward_basic", "basic": "miner"}))
    assert (after["phase"], to_act(after), after["round"]) == ("draft", (2,), 2)


@pytest.mark.rule("DEVELOPMENTS-3")
def test_developments_3_after_the_founders_have_turned() -> None:
    start = position("""villagers options=(expansions=[developments]) phase=build
        developments=[(development=town_hall holder=-)]
        stacks=[[wine_trader] [peddler] [cartwright] [carpenter] [freemason] [truffler]] seats=[
        (village=[1.founders 2.miner 3.mason@2]) (village=[1.founders 2.hunter])]""")
    (hall,) = decided(start)
    assert hall["counts"] == [1, 1], "the mason, and Founders that did not have to turn"
    start = position("""villagers options=(expansions=[developments]) phase=build
        developments=[(development=marketplace holder=-)]
        stacks=[[wine_trader] [peddler] [cartwright] [carpenter] [freemason] [truffler]] seats=[
        (village=[1.founders 2.miner 3.mason@2]) (village=[1.founders 2.hunter])]""")
    (market,) = decided(start)
    assert market["counts"] == [1, 1], "turned Founders are food"


@pytest.mark.rule("DEVELOPMENTS-3")
def test_developments_3_without_the_expansion_there_is_no_such_phase() -> None:
    start = position("""villagers phase=build
        stacks=[[wine_trader] [peddler] [cartwright] [carpenter] [freemason] [truffler]] seats=[
        (village=[1.founders:food 2.miner]) (village=[1.founders:food])]""")
    after, events = ended(start)
    assert facts(events, "developments") == []
    assert after["seats"][0]["gold"] == 8
    assert view(start, None)["developments"] == []


@pytest.mark.rule("DEVELOPMENTS-4")
def test_developments_4_all_winners_before_any_reward() -> None:
    start = position("""villagers options=(expansions=[developments]) phase=build
        developments=[(development=tavern holder=-) (development=gold_mine holder=-)]
        stacks=[[wine_trader] [peddler] [cartwright] [carpenter] [freemason] [truffler]] seats=[
        (village=[1.founders:food 2.miner 3.hunter]) (village=[1.founders:food 2.miner])]""")
    asked, events = ended(start)
    lines = facts(events, "developments")[0]["developments"]
    assert [(one["winner"], one["counts"], one["gold"]) for one in lines] == [(0, [1, 0], 3), (None, [1, 1], 0)]
    after, more = play(asked, (0, {"type": "reward_basic", "basic": "miner"}))
    assert facts(more, "developments") == []
    assert (holders(after), after["seats"][0]["gold"]) == ([0, None], 11)
    assert view(after, None)["developments"][1]["counts"] == [2, 1]


@pytest.mark.rule("DEVELOPMENTS-4")
def test_developments_4_everybody_sees_how_they_were_decided() -> None:
    start = position("""villagers options=(expansions=[developments]) phase=build
        developments=[(development=gold_mine holder=1) (development=tavern holder=1)]
        stacks=[[wine_trader] [peddler] [cartwright] [carpenter] [freemason] [truffler]] seats=[
        (village=[1.founders:food 2.miner]) (village=[1.founders:food]) (village=[1.founders:food 2.hunter])]""")
    _, events = ended(start)
    (event,) = [event for event in seen_by(events, None) if event["type"] == "developments"]
    assert event["developments"] == [
        {"development": "gold_mine", "winner": 0, "counts": [1, 0, 0], "gold": 5},
        {"development": "tavern", "winner": 2, "counts": [0, 0, 1], "gold": 3},
    ]
    for viewer in (0, 1, 2):
        assert event in seen_by(events, viewer)


@pytest.mark.rule("DEVELOPMENTS-5")
@pytest.mark.parametrize("holder", [None, 0, 1, 2])
@pytest.mark.parametrize(
    ("ore", "winner"), [((3, 3, 1), None), ((1, 3, 3), None), ((2, 2, 2), None), ((3, 1, 1), 0), ((1, 2, 3), 2)]
)
def test_developments_5_a_tie_for_most_has_no_winner(
    ore: tuple[int, ...], winner: int | None, holder: int | None
) -> None:
    seats = " ".join(f"(village=[1.founders:food {village(['miner'] * number, 2)}] gold=0)" for number in ore)
    after, events = ended(round_end(seats, developments=held(gold_mine=holder)))
    (line,) = facts(events, "developments")[0]["developments"]
    assert (line["winner"], line["counts"], line["gold"]) == (winner, list(ore), 0 if winner is None else 5)
    assert holders(after) == [winner], "in a tie the token goes back, whoever had it"
    assert [one["gold"] for one in after["seats"]] == [5 if index == winner else 0 for index in range(3)]


@pytest.mark.rule("DEVELOPMENTS-5")
def test_developments_5_each_development_for_itself_and_anew_in_every_round() -> None:
    start = position("""villagers options=(expansions=[developments]) phase=build
        developments=[(development=guildhall holder=-) (development=gold_mine holder=0)]
        stacks=[[wine_trader] [peddler] [cartwright] [carpenter] [freemason] [truffler]] seats=[
        (village=[1.founders:food 2.miner] gold=0)
        (village=[1.founders:food 2.miner 3.beekeeper] gold=0)]""")
    first, _ = ended(start)
    assert (holders(first), [one["gold"] for one in first["seats"]]) == ([1, None], [0, 5])
    again, _ = ended({**round_end("", developments=first["developments"], round=2), "seats": first["seats"]})
    assert (holders(again), [one["gold"] for one in again["seats"]]) == ([1, None], [0, 10])


@pytest.mark.rule("DEVELOPMENTS-6")
@pytest.mark.parametrize(
    "development", ["inn", "tavern", "bank", "guildhall", "lighthouse", "gold_mine", "ox_crane", "sawmill", "windmill"]
)
def test_developments_6_nobody_with_any_is_a_tie(development: str) -> None:
    start = position(f"""villagers options=(expansions=[developments]) phase=build
        developments=[(development={development} holder=2)]
        stacks=[[wine_trader] [peddler] [cartwright] [carpenter] [freemason] [truffler]] seats=[
        (village=[1.founders:food]) (village=[1.founders:food]) (village=[1.founders:food])]""")
    after, _ = ended(start)
    assert decided(start) == [{"development": development, "winner": None, "counts": [0, 0, 0], "gold": 0}]
    assert (holders(after), [one["gold"] for one in after["seats"]]) == ([None], [8, 8, 8])


@pytest.mark.rule("DEVELOPMENTS-6")
def test_developments_6_silver_worth_nothing_wins_nothing() -> None:
    start = position("""villagers options=(expansions=[developments]) phase=build
        developments=[(development=lighthouse holder=0)]
        stacks=[[wine_trader] [peddler] [cartwright] [carpenter] [freemason] [truffler]] seats=[
        (village=[1.founders:food 2.agent]) (village=[1.founders:food])]""")
    assert decided(start)[0]["winner"] is None
    game = position("""villagers options=(expansions=[developments]) phase=build
        developments=[(development=lighthouse holder=-)]
        stacks=[[wine_trader] [peddler] [cartwright] [carpenter] [freemason] [truffler]] seats=[
        (village=[1.founders:food 2.agent 3.hunter+2]) (village=[1.founders:food])]""")
    assert decided(game)[0] == {
        "development": "lighthouse",
        "winner": 0,
        "counts": [2, 0],
        "gold": 5,
    }


@pytest.mark.rule("DEVELOPMENTS-7")
def test_developments_7_gold_is_there_before_the_choice_and_only_the_winner_chooses() -> None:
    start = position("""villagers options=(expansions=[developments]) phase=build
        developments=[(development=tavern holder=-) (development=marketplace holder=-)
        (development=ox_crane holder=-)]
        stacks=[[wine_trader] [peddler] [cartwright] [carpenter] [freemason] [truffler]] seats=[
        (village=[1.founders:food 2.miner] gold=0)
        (village=[1.founders:food 2.hunter 3.graper] gold=0)
        (village=[1.founders:food 2.hayer] gold=0)]""")
    asked, _ = ended(start)
    assert [one["gold"] for one in asked["seats"]] == [0, 3 + 5, 2]
    assert (asked["phase"], to_act(asked), holders(asked)) == ("development", (1,), [1, 1, 2])
    for who in (0, 2):
        assert legal(asked, who) == []
        with pytest.raises(NotYourTurn):
            play(asked, (who, {"type": "reward_basic", "basic": "miner"}))
    for move in (END, place("mason"), {"type": "pass"}, {"type": "draft_road", "slot": 0}):
        assert refused(asked, 1, move).startswith("DEVELOPMENTS-")


@pytest.mark.rule("DEVELOPMENTS-7")
def test_developments_7_rewards_are_chosen_in_their_phase_only() -> None:
    built = position("""villagers options=(expansions=[developments]) phase=build
        developments=[(development=tavern holder=0)]
        stacks=[[wine_trader] [peddler] [cartwright] [carpenter] [freemason] [truffler]] seats=[
        (village=[1.founders:food 2.hunter]) (village=[1.founders:food])]""")
    drafted = position("""villagers options=(expansions=[developments]) developments=[(development=tavern holder=0)]
        road=[agent+0] stacks=[[wine_trader] [peddler] [cartwright] [carpenter] [freemason] [truffler]] seats=[
        (village=[1.founders:food 2.hunter]) ()]""")
    for doc in (built, drafted):
        for move in ({"type": "reward_basic", "basic": "miner"}, {"type": "reward_card", "pile": "reserve"}):
            assert refused(doc, 0, move)
            assert move not in legal(doc, 0)


# --- what each counts ------------------------------------------------------------------------

CHAIN = ("miner", "seeker@2", "spelunker@3", "jeweler@4")
WINS: list[tuple[str, str, tuple[str, ...], tuple[str, ...], list[int]]] = [
    # Cards, whatever lies on them and whatever is printed on them; monks are cards too.
    ("DEVELOPMENTS-10", "church", (FED, *CHAIN[:3]), (FED, "chandler", "wattler"), [4, 3]),
    ("DEVELOPMENTS-10", "church", (FED, "monk=miner", "mason@2"), (FED, "bed_builder@3", "hayer"), [3, 3]),
    ("DEVELOPMENTS-12", "tavern", (FED, "chandler"), (FED, "hunter", "miner"), [2, 1]),
    ("DEVELOPMENTS-12", "tavern", (FED, "chandler", "captain", "agent"), (FED, "priest", "grocer", "fisher"), [4, 3]),
    # Founders, mason, wheeler, of 2, 2 and 3 gold; the spelunker is covered, silver is no gold symbol.
    (
        "DEVELOPMENTS-13",
        "town_hall",
        ("founders", "hunter", "miner", "mason@3", "lumberjack", "wheeler@5"),
        (FED, *CHAIN, "agent", "lumberjack", "log_rafter@7"),
        [3, 1],
    ),
    ("DEVELOPMENTS-13", "town_hall", ("founders", "hunter"), (FED, "beekeeper", "captain", "hunter+6"), [1, 1]),
    ("DEVELOPMENTS-14", "bank", (FED, "hunter+2", "thief+3"), (FED, "miner", "blacksmith@2+18"), [2, 1]),
    ("DEVELOPMENTS-14", "bank", (FED, "freelancer+1"), (FED, "hunter", "beekeeper"), [1, 0]),
    # Spelunker (covered) and jeweler; a monk in a spelunker's role has no padlock.
    (
        "DEVELOPMENTS-15",
        "guildhall",
        (FED, *CHAIN),
        (FED, "miner", "seeker@2", "monk=spelunker@3", "jeweler@4"),
        [2, 1],
    ),
    ("DEVELOPMENTS-15", "guildhall", (FED, "beekeeper", "fisher"), (FED, "hunter+4", "chandler"), [2, 0]),
    # The best single symbol: two horse traders of 6 are worth 6.
    (
        "DEVELOPMENTS-16",
        "lighthouse",
        (FED, "grocer", "hunter", "harvester"),
        (FED, "hayer", "horse_trader@2", "horse_trader@2", "hayer"),
        [9, 6],
    ),
    ("DEVELOPMENTS-16", "lighthouse", (FED, "agent", "hunter+6"), (FED, "miner", "locksmith@2", "beekeeper"), [6, 4]),
    ("DEVELOPMENTS-16", "lighthouse", (FED, "agent", "hunter+4"), (FED, "nun", "agent", "hunter+4"), [4, 4]),
    # Bronze and printed gold are no silver; a wholesaler has silver.
    ("DEVELOPMENTS-16", "lighthouse", (FED, "miner", "hayer", "lumberjack", "wholesaler"), (FED, *CHAIN), [3, 0]),
    # The grazier is covered; more than three food count in full.
    (
        "DEVELOPMENTS-17",
        "marketplace",
        (FED, "hayer", "grazier@2", "milk_maid@3", "hunter"),
        (FED, "hunter", "harvester"),
        [4, 3],
    ),
    (
        "DEVELOPMENTS-17",
        "marketplace",
        (FED, "hunter", "harvester", "graper", "graper", "shepherd"),
        (FED, "hunter", "harvester", "shepherd", "fisher"),
        [6, 5],
    ),
    ("DEVELOPMENTS-18", "gold_mine", (FED, "miner", "glass_blower@2"), (FED, "miner", "mason@2"), [3, 2]),
    # Covered ore counts; a monk is special, an ore muler is hay.
    (
        "DEVELOPMENTS-18",
        "gold_mine",
        (FED, *CHAIN[:3]),
        (FED, "monk=miner", "mason@2", "blacksmith@2", "hayer", "ore_muler@5"),
        [3, 2],
    ),
    ("DEVELOPMENTS-19", "ox_crane", (FED, "hayer", "bed_builder@2"), (FED, "hayer", "grazier@2"), [3, 2]),
    ("DEVELOPMENTS-20", "sawmill", (FED, "lumberjack", "log_rafter@2"), (FED, "lumberjack", "cooper@2"), [3, 2]),
    # Founders may start a chain; two branches are one chain; what stands alone is none.
    (
        "DEVELOPMENTS-21",
        "windmill",
        ("founders", "swineherd@1", "miner", "mason@3"),
        (FED, "miner", "mason@2", "blacksmith@2", "lumberjack", "hayer", "hunter"),
        [2, 1],
    ),
    (
        "DEVELOPMENTS-21",
        "windmill",
        (FED, "monk=miner", "mason@2", "apprentice=hayer", "thatcher@4", "graper"),
        (FED, "miner", "monk=seeker@2", "spelunker@3", "chandler"),
        [2, 1],
    ),
]


@pytest.mark.parametrize(
    ("development", "most", "other", "counts"),
    [pytest.param(*row[1:], marks=pytest.mark.rule(row[0]), id=f"{row[0]}-{row[1]}") for row in WINS],
)
def test_developments_10_to_21_what_is_counted(
    development: str, most: tuple[str, ...], other: tuple[str, ...], counts: list[int]
) -> None:
    """Four at the table, so that all cards are in the game; the others have a village of Founders only."""
    seats = " ".join(f"(village=[{village(words)}])" for words in ([FED], other, [FED], most))
    start = round_end(seats, developments=held(**{development: None}), options=ALL)
    (line,) = decided(start)
    alone = 0 if development not in ("church", "marketplace") else 1
    assert line["counts"] == [alone, counts[1], alone, counts[0]]
    assert line["winner"] == (3 if counts[0] > counts[1] else None)


@pytest.mark.rule("DEVELOPMENTS-11")
@pytest.mark.parametrize(
    ("hands", "counts", "winner"),
    [
        ((["monk", "tinner"], ["monk", "hunter"]), [2, 1], 0),
        ((["monk"], ["smuggler", "tinner", "mason"]), [1, 2], 1),
        ((["monk"], ["monk"]), [1, 1], None),
        ((["nun", "freelancer", "apprentice"], ["barbarian", "tinner"]), [3, 2], 0),
    ],
)
def test_developments_11_inn_special_villagers_in_the_hand(
    hands: tuple[list[str], list[str]], counts: list[int], winner: int | None
) -> None:
    """Those in the village do not count. The suits of the backs suffice, so everybody can count them."""
    monk = "" if (*hands[0], *hands[1]).count("monk") == 2 else "2.monk=miner 3.mason@2"
    first, second = (" ".join(hand) for hand in hands)
    seats = f"(village=[1.founders:food] hand=[{first}]) (village=[1.founders:food {monk}] hand=[{second}])"
    start = round_end(seats, developments=held(inn=None), options=ALL)
    for viewer in (0, 1, None):
        assert view(start, viewer)["developments"][0]["counts"] == counts
    after, events = ended(start)
    assert facts(events, "developments")[0]["developments"][0]["counts"] == counts
    assert holders(after) == [winner]
    assert [one["gold"] for one in after["seats"]] == [13 if index == winner else 8 for index in range(2)]
    assert [len(one["hand"]) for one in after["seats"]] == [len(hand) for hand in hands]
    assert view(after, 1 - (winner or 0))["seats"][winner or 0]["hand"][0]["card"] is None, "the fronts stay hidden"


@pytest.mark.rule("DEVELOPMENTS-10", "DEVELOPMENTS-11")
def test_developments_counts_follow_the_game_in_every_view() -> None:
    start = position("""villagers options=(expansions=[developments]) phase=build
        developments=[(development=inn holder=1) (development=marketplace holder=-)]
        stacks=[[wine_trader] [peddler] [cartwright] [carpenter] [freemason] [truffler]] seats=[
        (village=[1.founders:food] hand=[hunter monk]) (village=[1.founders:food])]""")
    after, _ = play(start, (0, place("hunter")))
    for doc, food in ((start, 1), (after, 2)):
        for viewer in (0, 1, None):
            assert [one["counts"] for one in view(doc, viewer)["developments"]] == [[1, 0], [food, 1]]
            assert [one["holder"] for one in view(doc, viewer)["developments"]] == [1, None]
