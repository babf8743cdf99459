"""The Monk: a stand-in for any villager below the top of a chain (rules SPECIAL)."""

import pytest

from engine.errors import InvalidPosition
from engine.ruleset import Doc
from tests.positions import facts, legal, of_type, play, position, refused, score, view, village
from tests.villagers.game import BY_BANK, VILLAGERS, place, villager

NOT_IN_ORDER = ("SPECIAL-5", "CHAIN-1", "CHAIN-2")
NO_BRANCH = ("SPECIAL-7", "SPECIAL-8", "CHAIN-3", "CHAIN-4")
TOO_FEW_BUILDS = ("SPECIAL-4", "BUILD-2", "BUILD-10")


def places(doc: Doc, card: str) -> list[tuple[int | None, list[str]]]:
    """Where, and with which monks under it, seat 0 may place a card."""
    found = [(move["on"], move["monks"]) for move in of_type(legal(doc, 0), "place") if move["card"] == card]
    return sorted(found, key=lambda where: (where[0] or 0, where[1]))


@pytest.mark.rule("SPECIAL-3")
@pytest.mark.parametrize(
    ("start_card", "card"),
    [
        ("founders", "brewer"),
        ("founders", "swineherd"),
        ("lumberjack", "wheeler"),
        ("hayer", "thatcher"),
        ("miner", "mason"),
        ("graper", "vintner"),
        ("shepherd", "spinner"),
        ("tanner", "saddler"),
    ],
)
def test_special_3_a_monk_stands_for_every_start_card(start_card: str, card: str) -> None:
    unlock = BY_BANK if card in ("brewer", "vintner") else None
    start = position(f"villagers phase=build seats=[(village=[1.founders] hand=[monk {card}]) () () ()]")
    after, events = play(start, (0, place(card, monks=[start_card], unlock=unlock)))
    monk, top = villager(after, 0, 2), villager(after, 0, 3)
    assert (monk["card"], monk["as"], monk["on"]) == ("monk", start_card, None)
    assert (top["card"], top["on"]) == (card, 2)
    assert [one["id"] for one in facts(events, "placed")[0]["villagers"]] == [2, 3]
    assert after["seats"][0]["hand"] == []


@pytest.mark.rule("SPECIAL-3")
@pytest.mark.parametrize(
    ("below", "role", "card", "unlock"),
    [
        (["swineherd@1"], None, "truffler", BY_BANK),
        ([], "swineherd", "truffler", BY_BANK),
        (["hayer", "grazier@2"], "milk_maid", "fromager", None),
        (["hayer"], "grazier", "milk_maid", BY_BANK),
        (["miner"], "seeker", "spelunker", BY_BANK),
        (["lumberjack"], "wheeler", "cartwright", None),
        (["graper"], "vintner", "wine_trader", BY_BANK),
        (["shepherd"], "spinner", "weaver", BY_BANK),
        (["shepherd", "spinner@2"], "weaver", "tailor", None),
    ],
)
def test_special_3_a_monk_stands_for_every_middle_card(
    below: list[str], role: str | None, card: str, unlock: Doc | None
) -> None:
    start = position(f"""villagers phase=build seats=[
        (village=[1.founders {village(below, 2)}] hand=[monk {card}]) () () ()]""")
    on = len(below) + 1
    after, _ = play(start, (0, place(card, on=on, monks=[role] if role else [], unlock=unlock)))
    assert villager(after, 0, on + 1)["card"] == ("monk" if role else card)
    assert after["seats"][0]["hand"] == ([] if role else ["monk"])


@pytest.mark.rule("SPECIAL-3")
@pytest.mark.parametrize("solitary", ["hunter", "agent", "wattler"])
def test_special_3_there_is_no_role_under_a_solitary_villager(solitary: str) -> None:
    start = position(f"villagers phase=build seats=[(village=[1.founders 2.wattler] hand=[monk {solitary}]) ()]")
    assert places(start, solitary) == [(None, [])]
    for monks in (["wattler"], ["hunter"], ["founders"], ["lumberjack"]):
        assert refused(start, 0, place(solitary, monks=monks))


@pytest.mark.rule("SPECIAL-3", "SPECIAL-5")
@pytest.mark.parametrize("role", ["monk", "apprentice", "jeweler", "mason", "lumberjack", "hunter"])
def test_special_3_a_monk_takes_the_role_that_the_card_above_him_needs(role: str) -> None:
    start = position(
        "villagers phase=build seats=[(village=[1.founders 2.miner 3.lumberjack] hand=[monk spelunker]) ()]"
    )
    assert refused(start, 0, place("spelunker", on=2, monks=[role], unlock=BY_BANK)) in NOT_IN_ORDER
    assert places(start, "spelunker") == [(2, ["seeker"])]


@pytest.mark.rule("SPECIAL-4")
def test_special_4_a_monk_alone_cannot_be_placed() -> None:
    start = position("villagers phase=build seats=[(village=[1.founders 2.miner 3.seeker@2] hand=[monk monk]) ()]")
    assert of_type(legal(start, 0), "place") == []
    for on in (None, 1, 2, 3):
        assert refused(start, 0, place("monk", on=on))
        assert refused(start, 0, place("monk", on=on, monks=["seeker"]))


@pytest.mark.rule("SPECIAL-4")
def test_special_4_a_monk_and_the_card_on_him_cost_two_actions() -> None:
    move = place("jeweler", on=3, monks=["spelunker"], unlock=BY_BANK)
    start = position("villagers phase=build seats=[(village=[1.founders 2.miner 3.seeker@2] hand=[monk jeweler]) ()]")
    after, _ = play(start, (0, move))
    assert after["seats"][0]["builds_left"] == 0
    short = position(
        "villagers phase=build seats=[(village=[1.founders 2.miner 3.seeker@2] hand=[monk jeweler] builds_left=1) ()]"
    )
    assert refused(short, 0, move) in TOO_FEW_BUILDS
    assert places(short, "jeweler") == []


@pytest.mark.rule("SPECIAL-4")
def test_special_4_a_monk_who_is_not_in_the_hand_stands_for_nobody() -> None:
    start = position("""villagers phase=build discard=[monk] seats=[
        (village=[1.founders 2.miner 3.seeker@2] hand=[jeweler]) (hand=[monk])]""")
    assert refused(start, 0, place("jeweler", on=3, monks=["spelunker"], unlock=BY_BANK))
    one = position("villagers phase=build seats=[(village=[1.founders 2.miner] hand=[jeweler monk] builds_left=5) ()]")
    assert refused(one, 0, place("jeweler", on=2, monks=["seeker", "spelunker"], unlock=BY_BANK))


@pytest.mark.rule("SPECIAL-4")
def test_special_4_if_the_card_on_him_cannot_be_paid_the_monk_stays_in_the_hand() -> None:
    start = position(
        "villagers phase=build seats=[(village=[1.founders 2.miner 3.seeker@2] hand=[monk jeweler] gold=1) ()]"
    )
    assert refused(start, 0, place("jeweler", on=3, monks=["spelunker"], unlock=BY_BANK)) == "PADLOCK-7"


@pytest.mark.rule("SPECIAL-5")
def test_special_5_all_other_cards_of_the_chain_must_be_there() -> None:
    gap = position("villagers phase=build seats=[(village=[1.founders 2.miner] hand=[monk jeweler]) ()]")
    for roles in (["seeker"], ["spelunker"], ["miner"]):
        assert refused(gap, 0, place("jeweler", on=2, monks=roles, unlock=BY_BANK)) in NOT_IN_ORDER
    assert places(gap, "jeweler") == []
    start = position("villagers phase=build seats=[(village=[1.founders 2.miner 3.seeker@2] hand=[monk jeweler]) ()]")
    assert places(start, "jeweler") == [(3, ["spelunker"])]


@pytest.mark.rule("SPECIAL-5")
def test_special_5_roles_out_of_order_are_refused() -> None:
    start = position(
        "villagers phase=build seats=[(village=[1.founders 2.miner] hand=[monk monk jeweler] builds_left=5) ()]"
    )
    assert refused(start, 0, place("jeweler", on=2, monks=["spelunker", "seeker"], unlock=BY_BANK)) in NOT_IN_ORDER
    assert refused(start, 0, place("jeweler", on=None, monks=["seeker", "spelunker"], unlock=BY_BANK)) in NOT_IN_ORDER


@pytest.mark.rule("SPECIAL-5")
def test_special_5_a_monk_cannot_be_slid_under_a_chain_that_stands() -> None:
    start = position("""villagers phase=build seats=[
        (village=[1.founders 2.miner 3.seeker@2 4.spelunker@3] hand=[monk jeweler seeker]) ()]""")
    assert places(start, "jeweler") == [(4, [])]
    assert refused(start, 0, place("jeweler", on=3, monks=["spelunker"], unlock=BY_BANK)) in NO_BRANCH


@pytest.mark.rule("SPECIAL-6")
def test_special_6_two_monks_in_the_middle_of_one_chain() -> None:
    start = position(
        "villagers phase=build seats=[(village=[1.founders 2.miner] hand=[monk monk jeweler] builds_left=3) ()]"
    )
    after, events = play(start, (0, place("jeweler", on=2, monks=["seeker", "spelunker"], unlock=BY_BANK)))
    chain = [(one["card"], one["as"], one["on"]) for one in after["seats"][0]["village"][2:]]
    assert chain == [("monk", "seeker", 2), ("monk", "spelunker", 3), ("jeweler", None, 4)]
    assert after["seats"][0]["builds_left"] == 0
    assert [one["card"] for one in facts(events, "placed")[0]["villagers"]] == ["monk", "monk", "jeweler"]


@pytest.mark.rule("SPECIAL-6")
def test_special_6_two_monks_cost_three_actions() -> None:
    start = position(
        "villagers phase=build seats=[(village=[1.founders 2.miner] hand=[monk monk jeweler] builds_left=2) ()]"
    )
    move = place("jeweler", on=2, monks=["seeker", "spelunker"], unlock=BY_BANK)
    assert refused(start, 0, move) in TOO_FEW_BUILDS
    assert places(start, "jeweler") == []


@pytest.mark.rule("SPECIAL-6")
def test_special_6_two_monks_may_begin_a_chain() -> None:
    start = position("villagers phase=build seats=[(village=[1.founders] hand=[monk monk spelunker] builds_left=3) ()]")
    after, _ = play(start, (0, place("spelunker", monks=["miner", "seeker"], unlock=BY_BANK)))
    assert [(one["as"], one["on"]) for one in after["seats"][0]["village"][1:]] == [
        ("miner", None),
        ("seeker", 2),
        (None, 3),
    ]


@pytest.mark.rule("SPECIAL-6")
def test_special_6_a_second_monk_may_come_in_a_later_move() -> None:
    start = position(
        "villagers phase=build seats=[(village=[1.founders 2.monk=miner 3.seeker@2] hand=[monk jeweler]) ()]"
    )
    after, _ = play(start, (0, place("jeweler", on=3, monks=["spelunker"], unlock=BY_BANK)))
    assert [one["card"] for one in after["seats"][0]["village"]] == ["founders", "monk", "seeker", "monk", "jeweler"]


@pytest.mark.rule("SPECIAL-7")
def test_special_7_a_monk_as_start_card_carries_two_cards_of_one_suit() -> None:
    start = position("""villagers phase=build seats=[
        (village=[1.founders 2.monk=graper 3.vintner@2] hand=[vintner blacksmith swineherd spinner wine_trader]) ()
        () ()]""")
    assert places(start, "vintner") == [(2, [])]
    assert places(start, "blacksmith") == []
    assert refused(start, 0, place("blacksmith", on=2))
    assert places(start, "swineherd") == [(1, [])]
    assert refused(start, 0, place("swineherd", on=2))
    assert refused(start, 0, place("spinner", on=2))
    assert places(start, "wine_trader") == [(3, [])]
    assert refused(start, 0, place("wine_trader", on=2, unlock=BY_BANK)) in (*NOT_IN_ORDER, "SPECIAL-7")


@pytest.mark.rule("SPECIAL-7")
def test_special_7_a_monk_as_start_card_carries_no_third_card() -> None:
    start = position(
        "villagers phase=build seats=[(village=[1.founders 2.monk=miner 3.seeker@2 4.mason@2] hand=[blacksmith]) ()]"
    )
    assert refused(start, 0, place("blacksmith", on=2)) in NO_BRANCH
    assert places(start, "blacksmith") == []


@pytest.mark.rule("SPECIAL-7")
def test_special_7_the_second_branch_may_begin_with_another_monk() -> None:
    start = position(
        "villagers phase=build seats=[(village=[1.founders 2.monk=graper 3.vintner@2] hand=[monk wine_trader]) ()]"
    )
    assert places(start, "wine_trader") == [(2, ["vintner"]), (3, [])]
    after, _ = play(start, (0, place("wine_trader", on=2, monks=["vintner"], unlock=BY_BANK)))
    assert [one["on"] for one in after["seats"][0]["village"]] == [None, None, 2, 2, 4]


@pytest.mark.rule("SPECIAL-7")
def test_special_7_a_monk_as_founders_opens_a_second_grains_farm() -> None:
    start = position("""villagers phase=build seats=[
        (village=[1.founders 2.swineherd@1 3.poulterer@1 4.monk=founders 5.swineherd@4]
        hand=[poulterer truffler brewer]) ()]""")
    assert places(start, "poulterer") == [(4, [])]
    assert places(start, "truffler") == [(2, []), (5, [])]
    assert refused(start, 0, place("brewer", on=1, unlock=BY_BANK)) in NO_BRANCH


@pytest.mark.rule("SPECIAL-8")
@pytest.mark.parametrize("wild", ["monk", "apprentice"])
def test_special_8_in_the_middle_a_stand_in_carries_one_card(wild: str) -> None:
    start = position(f"""villagers phase=build seats=[(village=[1.founders 2.miner 3.{wild}=seeker@2 4.spelunker@3]
        hand=[spelunker]) ()]""")
    assert refused(start, 0, place("spelunker", on=3, unlock=BY_BANK)) in NO_BRANCH
    assert places(start, "spelunker") == []


@pytest.mark.rule("SPECIAL-9")
@pytest.mark.parametrize("wild", ["monk", "apprentice"])
@pytest.mark.parametrize(
    ("words", "formula", "gold"),
    [
        (("founders", "{}=lumberjack", "log_rafter@2"), "log_rafter", 2),
        (("founders", "{}=hayer", "horse_trader@2", "bed_builder@2"), "horse_trader", 3),
        (("founders", "hayer", "ore_muler@2", "{}=miner", "seeker@4"), "ore_muler", 0),
        (("founders", "miner", "locksmith@2", "hayer", "grazier@4", "{}=milk_maid@5", "fromager@6"), "locksmith", 2),
        (("founders", "priest", "{}=lumberjack", "wheeler@3"), "priest", 0),
        (("founders:food", "grocer", "{}=graper", "vintner@3"), "grocer", 3),
        (("founders", "lumberjack", "wood_carver@2", "{}=wheeler@2", "cartwright@4"), "wood_carver", 9),
        (("founders", "hayer", "peddler@2", "{}=founders", "brewer@4"), "peddler", 0),
    ],
)
def test_special_9_a_stand_in_shows_nothing_but_the_special_suit(
    words: tuple[str, ...], formula: str, gold: int, wild: str
) -> None:
    start = position(f"villagers phase=build seats=[(village=[{village(word.format(wild) for word in words)}]) ()]")
    lines = score(start)["second_market"][0]["lines"]
    assert sum(line["gold"] for line in lines if line["card"] == formula) == gold
    assert not [line for line in lines if line["card"] == wild and line["gold"]]


@pytest.mark.rule("SPECIAL-9")
@pytest.mark.parametrize("wild", ["monk", "apprentice"])
def test_special_9_a_stand_in_feeds_and_builds_nothing(wild: str) -> None:
    words = ("founders", f"{wild}=founders", "swineherd@2", f"{wild}=graper", "vintner@4")
    seen = view(position(f"villagers phase=build seats=[(village=[{village(words)}]) ()]"), 0)["seats"][0]
    assert (seen["draft_limit"], seen["build_limit"]) == (3, 2)


@pytest.mark.rule("SPECIAL-9")
def test_special_9_a_stand_in_counts_as_a_villager() -> None:
    start = position("""villagers phase=build seats=[
        (village=[1.founders 2.monk=lumberjack 3.wheeler@2 4.apprentice=miner 5.mason@4]) ()]""")
    assert [row["villagers"] for row in score(start)["standing"] if row["seat"] == 0] == [5]


@pytest.mark.rule("SPECIAL-10")
@pytest.mark.parametrize("wild", ["monk", "apprentice"])
@pytest.mark.parametrize("words", [("founders", "{}=miner"), ("founders", "miner", "{}=seeker@2")])
def test_special_10_no_position_has_a_stand_in_on_top(words: tuple[str, ...], wild: str) -> None:
    start = position(f"villagers phase=build seats=[(village=[{village(word.format(wild) for word in words)}]) ()]")
    with pytest.raises(InvalidPosition) as refusal:
        VILLAGERS.read_position(start)
    (fault,) = refusal.value.faults
    assert fault.path.startswith(f"seats.0.village.{len(words) - 1}")
