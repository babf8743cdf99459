"""Special villagers in general, the Tinner and the Smuggler (rules SPECIAL)."""

import pytest

from engine.errors import GameOver, NotYourTurn
from engine.ruleset import Doc
from tests.positions import facts, legal, of_type, play, position, refused, view, village
from tests.villagers.game import (
    BY_BANK,
    BY_TINNER,
    END,
    VILLAGERS,
    by,
    place,
    special,
    villager,
)

SPECIALS = ["monk", "apprentice", "tinner", "smuggler"]
TREASURY = ("founders", "miner", "seeker@2", "spelunker@3", "jeweler@4")
"""Founders (2 gold) and a chain whose visible gold is the Jeweler's 20 (id 5)."""


@pytest.mark.rule("SPECIAL-1")
def test_special_1_no_special_is_played_in_the_draft_phase() -> None:
    start = position("""villagers stacks=[[mason fisher]] seats=[
        (village=[1.founders 2.lumberjack 3.carpenter@2 4.miner]
        hand=[monk apprentice tinner smuggler blacksmith brewer]) ()]""")
    assert {move["type"] for move in legal(start, 0)} == {"draft_stack"}
    for move in (
        special("tinner"),
        special("smuggler", BY_BANK, villager=1),
        place("brewer", monks=["founders"], unlock=BY_BANK),
        {"type": "apprentice", "seat": 0, "villager": 2},
    ):
        assert refused(start, 0, move)


@pytest.mark.rule("SPECIAL-1")
def test_special_1_no_special_is_played_in_a_foreign_turn() -> None:
    start = position("""villagers phase=build seats=[
        (hand=[monk apprentice tinner smuggler]) (hand=[monk apprentice tinner smuggler])]""")
    assert legal(start, 1) == []
    state = VILLAGERS.read_position(start)
    with pytest.raises(NotYourTurn):
        VILLAGERS.apply(state, 1, VILLAGERS.read_move(state, 1, special("tinner")))


@pytest.mark.rule("SPECIAL-1")
def test_special_1_no_special_is_played_after_the_end() -> None:
    start = position("villagers phase=over markets_held=[1 2] seats=[(hand=[monk apprentice tinner smuggler]) ()]")
    state = VILLAGERS.read_position(start)
    with pytest.raises(GameOver):
        VILLAGERS.apply(state, 0, VILLAGERS.read_move(state, 0, special("tinner")))


@pytest.mark.rule("SPECIAL-1")
@pytest.mark.parametrize("move", [special("tinner"), special("smuggler", BY_BANK), place("brewer", monks=["founders"])])
def test_special_1_a_special_must_be_in_the_hand(move: Doc) -> None:
    start = position(
        "villagers phase=build discard=[monk tinner smuggler] seats=[(hand=[brewer]) (hand=[tinner smuggler])]"
    )
    assert refused(start, 0, move)


@pytest.mark.rule("SPECIAL-1")
@pytest.mark.parametrize("card", ["monk", "apprentice", "hunter", "founders", "lumberjack"])
def test_special_1_only_tinner_and_smuggler_are_played_and_discarded(card: str) -> None:
    start = position("""villagers phase=build seats=[
        (village=[1.founders 2.swineherd@1] hand=[monk apprentice tinner smuggler hunter]) ()]""")
    assert refused(start, 0, special(card))
    assert {move["card"] for move in of_type(legal(start, 0), "play")} == {"tinner", "smuggler"}


@pytest.mark.rule("SPECIAL-1")
@pytest.mark.parametrize("card", SPECIALS)
def test_special_1_no_special_stands_in_a_village_like_a_solitary_one(card: str) -> None:
    start = position("villagers phase=build seats=[(hand=[monk apprentice tinner smuggler]) ()]")
    assert refused(start, 0, place(card))
    start = position("villagers phase=build seats=[(village=[1.founders] hand=[monk apprentice tinner smuggler]) ()]")
    assert refused(start, 0, place(card, on=1))


# --- the Tinner --------------------------------------------------------------------------------


@pytest.mark.rule("SPECIAL-20")
def test_special_20_a_tinner_opens_any_number_of_padlocks() -> None:
    start = position("""villagers phase=build seats=[
        (village=[1.founders 2.miner 3.seeker@2 4.spelunker@3 5.miner] hand=[tinner jeweler glass_blower smuggler]
        gold=0) ()]""")
    after, _ = play(
        start,
        (0, special("tinner")),
        (0, place("jeweler", on=4, unlock=BY_TINNER)),
        (0, place("glass_blower", on=5, unlock=BY_TINNER)),
        (0, special("smuggler", BY_TINNER, villager=6)),
    )
    assert after["seats"][0]["gold"] == 10
    assert all(not card["gold"] for card in after["seats"][0]["village"])


@pytest.mark.rule("SPECIAL-20")
def test_special_20_a_tinner_opens_the_padlock_of_a_card_taken_by_the_apprentice() -> None:
    start = position("""villagers phase=build seats=[
        (village=[1.founders 2.miner 3.seeker@2] hand=[tinner apprentice] gold=0)
        (village=[1.founders 2.miner 3.seeker@2 4.spelunker@3 5.jeweler@4])]""")
    move: Doc = {"type": "apprentice", "seat": 1, "villager": 4, "on": 3, "unlock": BY_TINNER}
    assert refused(start, 0, move) in ("SPECIAL-20", "SPECIAL-24")
    after, _ = play(start, (0, special("tinner")), (0, move))
    assert after["seats"][0]["gold"] == 0
    assert villager(after, 0, 4)["card"] == "spelunker"


@pytest.mark.rule("SPECIAL-20")
def test_special_20_the_tinners_help_ends_with_the_build_turn() -> None:
    start = position("villagers phase=build seats=[(hand=[tinner beekeeper]) (hand=[beekeeper])]")
    after, _ = play(start, (0, special("tinner")), (0, END))
    assert [one["tinner"] for one in after["seats"]] == [False, False]
    assert refused(after, 1, place("beekeeper", unlock=BY_TINNER)) in ("SPECIAL-20", "SPECIAL-24")


@pytest.mark.rule("SPECIAL-20")
def test_special_20_a_tinner_is_no_key_for_a_villager_without_padlock() -> None:
    start = position("villagers phase=build seats=[(hand=[hunter] tinner=yes) ()]")
    assert refused(start, 0, place("hunter", unlock=BY_TINNER))
    assert [move["unlock"] for move in of_type(legal(start, 0), "place")] == [None]


@pytest.mark.rule("SPECIAL-20")
def test_special_20_even_with_a_tinner_played_a_padlock_must_be_named_open() -> None:
    start = position("villagers phase=build seats=[(hand=[beekeeper] tinner=yes) ()]")
    assert refused(start, 0, place("beekeeper")) == "PADLOCK-1"


@pytest.mark.rule("SPECIAL-21")
def test_special_21_a_tinner_works_whoever_owns_the_unlocker() -> None:
    start = position("""villagers phase=build seats=[
        (village=[1.founders 2.lumberjack] hand=[tinner cooper])
        (village=[1.founders 2.miner 3.blacksmith@2])]""")
    after, _ = play(start, (0, special("tinner")), (0, place("cooper", on=2, unlock=BY_TINNER)))
    assert after["seats"][0]["gold"] == 8
    assert villager(after, 1, 3)["gold"] == 0


@pytest.mark.rule("SPECIAL-22")
def test_special_22_a_tinner_need_not_be_used_for_every_card() -> None:
    start = position("""villagers phase=build seats=[
        (village=[1.founders 2.miner 3.blacksmith@2 4.lumberjack] hand=[cooper] tinner=yes) ()]""")
    unlocks = [move["unlock"] for move in of_type(legal(start, 0), "place")]
    assert unlocks == [BY_TINNER, by(0, 3)]
    after, _ = play(start, (0, place("cooper", on=4, unlock=by(0, 3))))
    assert villager(after, 0, 3)["gold"] == 2


@pytest.mark.rule("SPECIAL-22")
def test_special_22_a_tinner_takes_no_way_of_paying_away() -> None:
    start = position("villagers phase=build seats=[(hand=[beekeeper] tinner=yes) ()]")
    assert [move["unlock"] for move in of_type(legal(start, 0), "place")] == [BY_BANK, BY_TINNER]


@pytest.mark.rule("SPECIAL-23")
def test_special_23_a_tinner_costs_neither_gold_nor_an_action_and_is_discarded() -> None:
    start = position("villagers phase=build discard=[hunter] seats=[(hand=[tinner tinner mason] gold=0) ()]")
    nothing = dict.fromkeys(("unlock", "seat", "villager", "stack", "slot", "take"))
    assert of_type(legal(start, 0), "play") == [{"type": "play", "card": "tinner", **nothing}]
    after, events = play(start, (0, special("tinner")))
    assert (after["seats"][0]["builds_left"], after["seats"][0]["trades_left"], after["seats"][0]["gold"]) == (2, 3, 0)
    assert sorted(after["seats"][0]["hand"]) == ["mason", "tinner"]
    assert after["discard"] == ["hunter", "tinner"]
    assert [played["card"] for played in facts(events, "played")] == ["tinner"]


@pytest.mark.rule("SPECIAL-23")
def test_special_23_a_tinner_can_be_played_when_no_build_action_is_left() -> None:
    start = position("villagers phase=build seats=[(hand=[tinner smuggler] builds_left=0 gold=0) ()]")
    after, _ = play(start, (0, special("tinner")), (0, special("smuggler", BY_TINNER, villager=1)))
    assert after["seats"][0]["gold"] == 1


@pytest.mark.rule("SPECIAL-23")
def test_special_23_a_tinner_has_no_padlock_and_sells_nobody() -> None:
    start = position("villagers phase=build seats=[(hand=[tinner]) ()]")
    assert refused(start, 0, special("tinner", BY_BANK))
    assert refused(start, 0, special("tinner", villager=1))


@pytest.mark.rule("SPECIAL-24")
def test_special_24_a_tinner_gives_nothing_back_for_cards_played_before() -> None:
    start = position("villagers phase=build seats=[(village=[1.founders 2.lumberjack] hand=[tinner cooper cooper]) ()]")
    assert refused(start, 0, place("cooper", on=2, unlock=BY_TINNER)) in ("SPECIAL-20", "SPECIAL-24")
    after, _ = play(start, (0, place("cooper", on=2, unlock=BY_BANK)), (0, special("tinner")))
    assert after["seats"][0]["gold"] == 6
    after, _ = play(after, (0, place("cooper", on=2, unlock=BY_TINNER)))
    assert after["seats"][0]["gold"] == 6


# --- the Smuggler ------------------------------------------------------------------------------


@pytest.mark.rule("SPECIAL-25")
@pytest.mark.parametrize(
    ("words", "number", "gain"),
    [
        (TREASURY, 5, 10),
        (("founders", "graper", "vintner@2"), 3, 3),
        (("founders", "lumberjack", "wheeler@2"), 3, 2),
        (("founders",), 1, 1),
    ],
)
def test_special_25_a_smuggler_gives_half_the_printed_gold_rounded_up(
    words: tuple[str, ...], number: int, gain: int
) -> None:
    start = position(f"villagers phase=build seats=[(village=[{village(words)}] hand=[smuggler] tinner=yes) ()]")
    after, events = play(start, (0, special("smuggler", BY_TINNER, villager=number)))
    assert after["seats"][0]["gold"] == 8 + gain
    assert facts(events, "gold_gained") == [{"seat": 0, "gold": gain, "reason": "smuggler"}]
    assert after["seats"][0]["village"] == view(start, 0)["seats"][0]["village"]


@pytest.mark.rule("SPECIAL-25")
def test_special_25_each_visible_value_may_be_chosen() -> None:
    start = position("""villagers phase=build seats=[
        (village=[1.founders 2.miner 3.seeker@2 4.spelunker@3 5.jeweler@4 6.lumberjack 7.wheeler@6 8.shipwright@6
        9.chandler]
        hand=[smuggler] tinner=yes) ()]""")
    plays = [move for move in of_type(legal(start, 0), "play") if move["unlock"] == BY_TINNER]
    printed = {1: 2, 5: 20, 7: 3, 8: 2, 9: 3}
    assert sorted(printed[move["villager"]] for move in plays) == [2, 3, 20]


@pytest.mark.rule("SPECIAL-25")
@pytest.mark.parametrize("number", [1, 3])
def test_special_25_an_equal_value_may_be_named(number: int) -> None:
    start = position(
        "villagers phase=build seats=[(village=[1.founders 2.lumberjack 3.shipwright@2] hand=[smuggler] tinner=yes) ()]"
    )
    after, _ = play(start, (0, special("smuggler", BY_TINNER, villager=number)))
    assert after["seats"][0]["gold"] == 9


@pytest.mark.rule("SPECIAL-25")
def test_special_25_left_out_the_villager_is_the_most_valuable() -> None:
    start = position("""villagers phase=build seats=[
        (village=[1.founders 2.miner 3.seeker@2 4.spelunker@3 5.jeweler@4 6.chandler] hand=[smuggler] tinner=yes)
        ()]""")
    after, events = play(start, (0, {"type": "play", "card": "smuggler", "unlock": BY_TINNER}))
    assert after["seats"][0]["gold"] == 18
    assert facts(events, "played")[0]["villager"] == 5


@pytest.mark.rule("SPECIAL-25")
def test_special_25_a_foreign_villager_cannot_be_sold() -> None:
    start = position("""villagers phase=build seats=[
        (hand=[smuggler] tinner=yes)
        (village=[1.founders 2.miner 3.seeker@2 4.spelunker@3 5.jeweler@4])]""")
    assert refused(start, 0, special("smuggler", BY_TINNER, villager=5))
    after, _ = play(start, (0, special("smuggler", BY_TINNER)))
    assert after["seats"][0]["gold"] == 9


@pytest.mark.rule("SPECIAL-25")
def test_special_25_two_smugglers_may_sell_the_same_villager() -> None:
    start = position("""villagers phase=build seats=[
        (village=[1.founders 2.miner 3.seeker@2 4.spelunker@3 5.jeweler@4] hand=[smuggler smuggler]) ()]""")
    after, _ = play(start, *[(0, special("smuggler", BY_BANK, villager=5))] * 2)
    assert after["seats"][0]["gold"] == 8 - 4 + 20
    assert after["seats"][0]["builds_left"] == 2


@pytest.mark.rule("SPECIAL-26")
def test_special_26_coins_do_not_count() -> None:
    start = position("""villagers phase=build seats=[
        (village=[1.founders 2.lumberjack 3.wheeler@2 4.cartwright@3+4] hand=[smuggler]) ()]""")
    after, _ = play(start, (0, special("smuggler", BY_BANK, villager=4)))
    assert after["seats"][0]["gold"] == 8 - 2 + 5
    assert villager(after, 0, 4)["gold"] == 4


@pytest.mark.rule("SPECIAL-26")
def test_special_26_covered_gold_does_not_count() -> None:
    start = position("""villagers phase=build seats=[
        (village=[1.founders 2.miner 3.seeker@2 4.spelunker@3 5.jeweler@4] hand=[smuggler]) ()]""")
    assert refused(start, 0, special("smuggler", BY_BANK, villager=4)) == "SPECIAL-26"
    covered = position("villagers phase=build seats=[(village=[1.founders 2.brewer@1] hand=[smuggler]) ()]")
    assert refused(covered, 0, special("smuggler", BY_BANK, villager=1)) == "SPECIAL-26"


@pytest.mark.rule("SPECIAL-26")
def test_special_26_silver_is_no_gold() -> None:
    start = position(
        "villagers phase=build seats=[(village=[1.founders 2.lumberjack 3.log_rafter@2] hand=[smuggler]) ()]"
    )
    assert [move["villager"] for move in of_type(legal(start, 0), "play")] == [1]


@pytest.mark.rule("SPECIAL-26")
@pytest.mark.parametrize("hidden", ["founders:food", "founders"])
def test_special_26_without_visible_gold_a_smuggler_earns_nothing_but_still_pays(hidden: str) -> None:
    start = position(f"""villagers phase=build seats=[(village=[1.{hidden} 2.brewer@1 3.lumberjack 4.carpenter@3]
        hand=[smuggler]) ()]""")
    assert [move["villager"] for move in of_type(legal(start, 0), "play")] == [None]
    after, _ = play(start, (0, special("smuggler", BY_BANK)))
    assert after["seats"][0]["gold"] == 6
    assert after["discard"] == ["smuggler"]


@pytest.mark.rule("SPECIAL-27")
def test_special_27_a_smuggler_is_unlocked_then_discarded() -> None:
    start = position("""villagers phase=build seats=[
        (village=[1.founders 2.miner 3.seeker@2 4.spelunker@3 5.jeweler@4] hand=[smuggler]) ()]""")
    after, events = play(start, (0, special("smuggler", BY_BANK, villager=5)))
    assert after["seats"][0]["gold"] == 16
    assert after["discard"] == ["smuggler"]
    assert after["seats"][0]["hand"] == []
    assert facts(events, "played") == [{"seat": 0, "card": "smuggler", "unlock": BY_BANK, "villager": 5}]


@pytest.mark.rule("SPECIAL-27")
def test_special_27_the_gain_cannot_pay_the_own_padlock() -> None:
    start = position("""villagers phase=build seats=[
        (village=[1.founders 2.miner 3.seeker@2 4.spelunker@3 5.jeweler@4] hand=[smuggler] gold=1) ()]""")
    assert refused(start, 0, special("smuggler", BY_BANK, villager=5)) == "PADLOCK-7"
    assert of_type(legal(start, 0), "play") == []


@pytest.mark.rule("SPECIAL-27")
def test_special_27_a_foreign_shipwright_must_be_paid_and_the_bank_must_not() -> None:
    start = position(
        "villagers phase=build seats=[(hand=[smuggler]) (village=[1.founders 2.lumberjack 3.shipwright@2])]"
    )
    assert refused(start, 0, special("smuggler", BY_BANK, villager=1)) == "PADLOCK-6"
    after, _ = play(start, (0, special("smuggler", by(1, 3), villager=1)))
    assert after["seats"][0]["gold"] == 7
    assert villager(after, 1, 3)["gold"] == 2


@pytest.mark.rule("SPECIAL-20", "SPECIAL-25", "SPECIAL-27")
def test_special_27_the_rulebooks_example_monk_jeweler_tinner_smuggler() -> None:
    start = position("""villagers phase=build seats=[
        (village=[1.founders 2.miner 3.seeker@2] hand=[monk jeweler tinner smuggler] gold=0) ()]""")
    after, _ = play(
        start,
        (0, special("tinner")),
        (0, place("jeweler", on=3, monks=["spelunker"], unlock=BY_TINNER)),
        (0, special("smuggler", BY_TINNER, villager=5)),
    )
    assert after["seats"][0]["gold"] == 10
    assert after["seats"][0]["builds_left"] == 0
    assert after["discard"] == ["tinner", "smuggler"]


def test_a_villager_with_a_great_id_is_sold_like_any_other() -> None:
    start = position("villagers phase=build seats=[(village=[190.founders] hand=[smuggler] gold=2) ()]")
    moves = of_type(legal(start, 0), "play")
    assert [move["villager"] for move in moves] == [190]
