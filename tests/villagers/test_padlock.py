"""Unlocking: who is paid when a villager with a padlock is placed or played (rules PADLOCK)."""

import pytest

from engine.ruleset import Doc
from tests.positions import facts, legal, of_type, play, position, refused, score, village
from tests.villagers.game import BY_BANK, BY_TINNER, END, VILLAGERS, by, place, special, villager


def unlocks(doc: Doc, card: str) -> list[Doc | None]:
    """Return every way in which seat 0 may unlock a card."""
    moves = of_type(legal(doc, 0), "place") + of_type(legal(doc, 0), "play")
    return [move["unlock"] for move in moves if move["card"] == card]


@pytest.mark.rule("PADLOCK-1")
def test_padlock_1_a_locked_villager_must_be_unlocked() -> None:
    start = position("villagers phase=build seats=[(village=[1.founders 2.lumberjack] hand=[cooper]) ()]")
    assert refused(start, 0, place("cooper", on=2)) == "PADLOCK-1"
    assert unlocks(start, "cooper") == [BY_BANK]


@pytest.mark.rule("PADLOCK-1")
@pytest.mark.parametrize("unlock", [BY_BANK, by(0, 3)])
def test_padlock_1_a_villager_without_padlock_pays_nobody(unlock: Doc) -> None:
    start = position(
        "villagers phase=build seats=[(village=[1.founders 2.lumberjack 3.lumberjack 4.carpenter@3] hand=[wheeler]) ()]"
    )
    assert refused(start, 0, place("wheeler", on=2, unlock=unlock))
    assert unlocks(start, "wheeler") == [None, None]


@pytest.mark.rule("PADLOCK-1")
def test_padlock_1_a_villager_that_is_not_the_unlocker_opens_nothing() -> None:
    start = position("""villagers phase=build seats=[
        (village=[1.founders 2.lumberjack 3.carpenter@2 4.miner 5.mason@4] hand=[cooper])
        (village=[1.founders 2.miner 3.seeker@2])]""")
    for key in (by(0, 1), by(0, 3), by(0, 5), by(1, 2), by(1, 3)):
        assert refused(start, 0, place("cooper", on=2, unlock=key))
    for nobody in (by(0, 6), by(1, 9), by(4, 1)):
        assert refused(start, 0, place("cooper", on=2, unlock=nobody))
    assert unlocks(start, "cooper") == [BY_BANK]


@pytest.mark.rule("PADLOCK-2")
@pytest.mark.parametrize("gold", [8, 0])
def test_padlock_2_the_own_unlocker_gets_2_gold_from_the_bank(gold: int) -> None:
    start = position(f"""villagers phase=build seats=[
        (village=[1.founders 2.lumberjack 3.miner 4.blacksmith@3] hand=[cooper] gold={gold}) ()]""")
    after, events = play(start, (0, place("cooper", on=2, unlock=by(0, 4))))
    assert after["seats"][0]["gold"] == gold
    assert villager(after, 0, 4)["gold"] == 2
    assert facts(events, "placed")[0]["unlock"] == by(0, 4)


@pytest.mark.rule("PADLOCK-3")
def test_padlock_3_a_foreign_unlocker_gets_2_gold_from_the_own_supply() -> None:
    start = position("""villagers phase=build seats=[
        (village=[1.founders 2.lumberjack] hand=[cooper])
        (village=[1.founders 2.miner 3.blacksmith@2])]""")
    after, _ = play(start, (0, place("cooper", on=2, unlock=by(1, 3))))
    assert [one["gold"] for one in after["seats"]] == [6, 8]
    assert villager(after, 1, 3)["gold"] == 2


@pytest.mark.rule("PADLOCK-4")
def test_padlock_4_without_an_unlocker_anywhere_the_bank_gets_2_gold() -> None:
    start = position("villagers phase=build seats=[(village=[1.founders 2.lumberjack] hand=[cooper]) ()]")
    after, _ = play(start, (0, place("cooper", on=2, unlock=BY_BANK)))
    assert [one["gold"] for one in after["seats"]] == [6, 8]
    assert all(not card["gold"] for one in after["seats"] for card in one["village"])


@pytest.mark.rule("PADLOCK-4", "PADLOCK-6")
def test_padlock_4_unlockers_in_hands_and_on_the_road_count_for_nothing() -> None:
    start = position("""villagers phase=build road=[blacksmith+1] seats=[
        (village=[1.founders 2.lumberjack] hand=[cooper blacksmith]) ()]""")
    assert unlocks(start, "cooper") == [BY_BANK]


@pytest.mark.rule("PADLOCK-5")
def test_padlock_5_own_and_foreign_copies_may_both_be_chosen() -> None:
    start = position("""villagers phase=build seats=[
        (village=[1.founders 2.lumberjack 3.carpenter@2] hand=[beekeeper])
        (village=[1.founders 2.lumberjack 3.carpenter@2])]""")
    assert unlocks(start, "beekeeper") == [by(0, 3), by(1, 3)]
    after, _ = play(start, (0, place("beekeeper", unlock=by(1, 3))))
    assert after["seats"][0]["gold"] == 6
    assert (villager(after, 0, 3)["gold"], villager(after, 1, 3)["gold"]) == (0, 2)


@pytest.mark.rule("PADLOCK-5")
def test_padlock_5_two_own_copies_may_both_be_chosen() -> None:
    start = position("""villagers phase=build seats=[
        (village=[1.founders 2.lumberjack 3.carpenter@2 4.carpenter@2+4] hand=[beekeeper]) ()]""")
    assert unlocks(start, "beekeeper") == [by(0, 3), by(0, 4)]
    after, _ = play(start, (0, place("beekeeper", unlock=by(0, 4))))
    assert (villager(after, 0, 3)["gold"], villager(after, 0, 4)["gold"]) == (0, 6)


@pytest.mark.rule("PADLOCK-5")
def test_padlock_5_foreign_copies_of_two_players_may_both_be_chosen() -> None:
    start = position("""villagers phase=build seats=[
        (hand=[beekeeper]) ()
        (village=[1.founders 2.lumberjack 3.carpenter@2])
        (village=[1.founders 2.lumberjack 3.carpenter@2])]""")
    assert unlocks(start, "beekeeper") == [by(2, 3), by(3, 3)]


@pytest.mark.rule("PADLOCK-6")
@pytest.mark.parametrize("owner", [0, 1])
def test_padlock_6_the_bank_is_no_choice_while_an_unlocker_stands(owner: int) -> None:
    more = ["", ""]
    more[owner] = "3.miner 4.blacksmith@3"
    start = position(f"""villagers phase=build seats=[
        (village=[1.founders 2.lumberjack {more[0]}] hand=[cooper]) (village=[1.founders 2.lumberjack {more[1]}])]""")
    assert refused(start, 0, place("cooper", on=2, unlock=BY_BANK)) == "PADLOCK-6"
    assert unlocks(start, "cooper") == [by(owner, 4)]


@pytest.mark.rule("PADLOCK-7")
def test_padlock_7_no_bank_payment_with_less_than_2_gold() -> None:
    start = position("villagers phase=build seats=[(village=[1.founders 2.lumberjack] hand=[cooper] gold=1) ()]")
    assert refused(start, 0, place("cooper", on=2, unlock=BY_BANK)) == "PADLOCK-7"
    assert unlocks(start, "cooper") == []


@pytest.mark.rule("PADLOCK-7")
def test_padlock_7_no_foreign_payment_with_less_than_2_gold() -> None:
    start = position("""villagers phase=build seats=[
        (village=[1.founders 2.lumberjack] hand=[cooper] gold=1)
        (village=[1.founders 2.miner 3.blacksmith@2])]""")
    assert refused(start, 0, place("cooper", on=2, unlock=by(1, 3))) == "PADLOCK-7"
    assert unlocks(start, "cooper") == []


@pytest.mark.rule("PADLOCK-7")
def test_padlock_7_exactly_2_gold_suffice_once() -> None:
    start = position("villagers phase=build seats=[(village=[1.founders 2.lumberjack] hand=[cooper cooper] gold=2) ()]")
    after, _ = play(start, (0, place("cooper", on=2, unlock=BY_BANK)))
    assert after["seats"][0]["gold"] == 0
    assert refused(after, 0, place("cooper", on=2, unlock=BY_BANK)) == "PADLOCK-7"


@pytest.mark.rule("PADLOCK-7")
def test_padlock_7_a_poor_player_with_an_own_copy_cannot_pay_the_foreign_one() -> None:
    start = position("""villagers phase=build seats=[
        (village=[1.founders 2.lumberjack 3.carpenter@2] hand=[beekeeper] gold=1)
        (village=[1.founders 2.lumberjack 3.carpenter@2])]""")
    assert unlocks(start, "beekeeper") == [by(0, 3)]
    assert refused(start, 0, place("beekeeper", unlock=by(1, 3))) == "PADLOCK-7"


@pytest.mark.rule("PADLOCK-8")
def test_padlock_8_an_unlocker_placed_earlier_in_the_turn_is_paid() -> None:
    start = position("villagers phase=build seats=[(village=[1.founders 2.lumberjack] hand=[cooper brewer]) ()]")
    after, _ = play(
        start,
        (0, place("cooper", on=2, unlock=BY_BANK)),
        (0, place("brewer", on=1, unlock=by(0, 3))),
    )
    assert after["seats"][0]["gold"] == 6
    assert villager(after, 0, 3)["gold"] == 2


@pytest.mark.rule("PADLOCK-9")
def test_padlock_9_an_unlocker_placed_later_gets_nothing() -> None:
    start = position("villagers phase=build seats=[(village=[1.founders 2.lumberjack] hand=[cooper brewer]) ()]")
    after, _ = play(
        start,
        (0, place("brewer", on=1, unlock=BY_BANK)),
        (0, place("cooper", on=2, unlock=BY_BANK)),
    )
    assert after["seats"][0]["gold"] == 4
    assert villager(after, 0, 4) == {**villager(after, 0, 4), "card": "cooper", "gold": 0}


@pytest.mark.rule("PADLOCK-1", "PADLOCK-4", "PADLOCK-8")
def test_padlock_8_the_rulebooks_example_cooper_brewer_fisher() -> None:
    start = position("""villagers phase=build seats=[
        (village=[1.founders 2.lumberjack 3.lumberjack 4.carpenter@3] hand=[cooper brewer fisher])
        (village=[1.founders 2.miner 3.blacksmith@2])]""")
    after, _ = play(
        start,
        (0, place("cooper", on=2, unlock=by(1, 3))),
        (0, place("brewer", on=1, unlock=by(0, 5))),
        (0, place("fisher", unlock=BY_BANK)),
    )
    assert after["seats"][0]["gold"] == 4
    assert (villager(after, 0, 5)["gold"], villager(after, 1, 3)["gold"]) == (2, 2)


@pytest.mark.rule("PADLOCK-10")
def test_padlock_10_coins_on_villagers_pay_for_nothing() -> None:
    start = position("""villagers phase=build seats=[
        (village=[1.founders 2.lumberjack 3.cooper@2+6 4.miner] hand=[glass_blower] gold=0)
        (village=[1.founders 2.miner 3.blacksmith@2])]""")
    assert refused(start, 0, place("glass_blower", on=4, unlock=by(1, 3))) in ("PADLOCK-7", "PADLOCK-10")
    assert unlocks(start, "glass_blower") == []


@pytest.mark.rule("PADLOCK-10")
def test_padlock_10_coins_stay_where_they_are_when_a_turn_and_a_round_end() -> None:
    start = position(
        "villagers phase=build to_act=[1] stacks=[[mason]] seats=[(village=[1.founders 2.lumberjack 3.cooper@2+6]) ()]"
    )
    after, _ = play(start, (1, END))
    assert after["round"] == start.get("round", 1) + 1
    assert villager(after, 0, 3)["gold"] == 6


@pytest.mark.rule("PADLOCK-11")
def test_padlock_11_each_locked_card_pays_on_its_own() -> None:
    start = position(
        "villagers phase=build seats=[(village=[1.founders 2.lumberjack 3.carpenter@2] hand=[beekeeper beekeeper]) ()]"
    )
    after, _ = play(start, *[(0, place("beekeeper", unlock=by(0, 3)))] * 2)
    assert villager(after, 0, 3)["gold"] == 4


@pytest.mark.rule("PADLOCK-12")
def test_padlock_12_a_locked_special_pays_too() -> None:
    start = position(
        "villagers phase=build seats=[(village=[1.founders 2.lumberjack 3.shipwright@2] hand=[smuggler]) ()]"
    )
    assert refused(start, 0, special("smuggler", villager=3)) == "PADLOCK-1"
    after, _ = play(start, (0, special("smuggler", by(0, 3), villager=3)))
    assert villager(after, 0, 3)["gold"] == 2
    assert after["seats"][0]["gold"] == 9


@pytest.mark.rule("PADLOCK-13")
def test_padlock_13_a_tinner_replaces_the_payment_card_by_card() -> None:
    start = position("""villagers phase=build seats=[
        (village=[1.founders 2.miner 3.seeker@2 4.spelunker@3 5.miner 6.blacksmith@5]
        hand=[tinner jeweler glass_blower]) ()]""")
    after, _ = play(
        start,
        (0, special("tinner")),
        (0, place("jeweler", on=4, unlock=BY_TINNER)),
        (0, place("glass_blower", on=5, unlock=by(0, 6))),
    )
    assert after["seats"][0]["gold"] == 8
    assert villager(after, 0, 6)["gold"] == 2


@pytest.mark.rule("PADLOCK-14")
def test_padlock_14_a_monk_pays_no_padlock_of_his_role() -> None:
    start = position("""villagers phase=build seats=[
        (village=[1.founders 2.miner 3.seeker@2] hand=[monk jeweler] gold=2)
        (village=[1.founders 2.chandler 3.miner 4.blacksmith@3])]""")
    after, _ = play(start, (0, place("jeweler", on=3, monks=["spelunker"], unlock=by(1, 4))))
    assert after["seats"][0]["gold"] == 0
    assert (villager(after, 1, 2)["gold"], villager(after, 1, 4)["gold"]) == (0, 2)


@pytest.mark.rule("PADLOCK-14")
@pytest.mark.parametrize(("under", "padlocks"), [("spelunker@3", 3), ("monk=spelunker@3", 2)])
def test_padlock_14_a_monk_shows_no_padlock(under: str, padlocks: int) -> None:
    start = position(f"""villagers phase=build seats=[(village=[1.founders 2.miner 3.seeker@2 4.{under} 5.jeweler@4
        6.locksmith@2]) ()]""")
    line = next(row for row in score(start)["second_market"][0]["lines"] if row["card"] == "locksmith")
    assert line["gold"] == 2 * padlocks


@pytest.mark.rule("PADLOCK-14")
@pytest.mark.parametrize("wild", ["monk", "apprentice"])
def test_padlock_14_no_stand_in_can_be_chosen_as_unlocker(wild: str) -> None:
    own = f"(village=[1.founders 2.lumberjack 3.{wild}=wheeler@2 4.cartwright@3 5.hayer] hand=[peddler])"
    start = position(f"villagers phase=build seats=[{own} ()]")
    assert unlocks(start, "peddler") == [by(0, 4)]
    assert refused(start, 0, place("peddler", on=5, unlock=by(0, 3)))


@pytest.mark.rule("PADLOCK-15")
@pytest.mark.parametrize("gold", [2, 1])
def test_padlock_15_a_card_taken_by_the_apprentice_pays_its_padlock_again(gold: int) -> None:
    start = position(f"""villagers phase=build seats=[
        (village=[1.founders 2.miner 3.seeker@2] hand=[apprentice] gold={gold})
        (village=[1.founders 2.miner 3.seeker@2 4.spelunker@3 5.jeweler@4])]""")
    move: Doc = {"type": "apprentice", "seat": 1, "villager": 4, "on": 3}
    assert refused(start, 0, move) == "PADLOCK-1"
    paid = {**move, "unlock": BY_BANK}
    if gold < 2:
        assert refused(start, 0, paid) == "PADLOCK-7"
        return
    after, _ = play(start, (0, paid))
    assert after["seats"][0]["gold"] == 0
    assert villager(after, 0, 4)["card"] == "spelunker"


@pytest.mark.rule("PADLOCK-16")
def test_padlock_16_an_unlocker_may_hold_more_than_its_keyring_promises() -> None:
    start = position("""villagers phase=build seats=[
        (village=[1.founders 2.chandler+8 3.miner 4.seeker@3 5.spelunker@4 6.jeweler@5 7.miner 8.seeker@7]
        hand=[apprentice]) ()]""")
    move = {"type": "apprentice", "seat": 0, "villager": 5, "on": 8, "unlock": by(0, 2)}
    after, _ = play(start, (0, move))
    assert villager(after, 0, 2)["gold"] == 10


# --- the ten unlockers -----------------------------------------------------------------------

BELOW: dict[str, tuple[str, ...]] = {
    "cooper": ("lumberjack",),
    "cobbler": ("tanner",),
    "glass_blower": ("miner",),
    "jeweler": ("miner", "seeker", "spelunker"),
    "locksmith": ("miner",),
    "poulterer": ("founders",),
    "bed_builder": ("hayer",),
    "weaver": ("shepherd", "spinner"),
    "beekeeper": (),
    "brewer": ("founders",),
    "milk_maid": ("hayer", "grazier"),
    "vintner": ("graper",),
    "spelunker": ("miner", "seeker"),
    "priest": (),
    "fisher": (),
    "freemason": (),
    "peddler": ("hayer",),
    "wine_trader": ("graper", "vintner"),
    "grocer": (),
    "truffler": ("founders", "swineherd"),
    "blacksmith": ("miner",),
    "carpenter": ("lumberjack",),
    "chandler": (),
    "shipwright": ("lumberjack",),
    "cartwright": ("lumberjack", "wheeler"),
    "harvester": (),
    "hunter": (),
}
"""What each card stands on, by the rulebook's chain texts."""


def stack(words: list[str], cards: tuple[str, ...]) -> int | None:
    """Add a chain to the words of a village that begins with its Founders; the id of the chain's last card."""
    on = None
    for card in cards:
        if card == "founders":
            on = 1
            continue
        words.append(card if on is None else f"{card}@{on}")
        on = len(words)
    return on


FULL_DECK = ("base", "four_plus")
NAMED_BY = [
    ("PADLOCK-17", "blacksmith", ("cooper", "cobbler", "glass_blower", "jeweler", "locksmith")),
    ("PADLOCK-18", "carpenter", ("poulterer", "bed_builder", "weaver", "beekeeper")),
    ("PADLOCK-19", "cooper", ("brewer", "milk_maid", "vintner")),
    ("PADLOCK-20", "chandler", ("spelunker", "priest")),
    ("PADLOCK-21", "shipwright", ("fisher", "smuggler")),
    ("PADLOCK-22", "brewer", ("freemason",)),
    ("PADLOCK-23", "cartwright", ("peddler",)),
    ("PADLOCK-24", "glass_blower", ("wine_trader",)),
    ("PADLOCK-25", "harvester", ("grocer",)),
    ("PADLOCK-26", "hunter", ("truffler",)),
]
"""Rule, unlocker, and the cards of the full deck of the base game that name it."""
UNLOCKERS = [pytest.param(*row[1:], marks=pytest.mark.rule(row[0])) for row in NAMED_BY]


@pytest.mark.parametrize(("unlocker", "cards"), UNLOCKERS)
def test_padlock_17_to_26_the_own_unlocker_is_paid_by_the_cards_that_name_it(
    unlocker: str, cards: tuple[str, ...]
) -> None:
    for card in cards:
        words = ["founders"]
        on = stack(words, BELOW.get(card, ()))
        key = stack(words, (*BELOW[unlocker], unlocker))
        assert key is not None
        start = position(f"villagers phase=build seats=[(village=[{village(words)}] hand=[{card}] gold=0) () () ()]")
        unlock = by(0, key)
        move = special(card, unlock) if card == "smuggler" else place(card, on=on, unlock=unlock)
        after, _ = play(start, (0, move))
        assert villager(after, 0, key)["gold"] == 2


@pytest.mark.parametrize(("unlocker", "cards"), UNLOCKERS)
def test_padlock_17_to_26_a_keyring_counts_the_cards_that_name_it(unlocker: str, cards: tuple[str, ...]) -> None:
    deck: dict[str, Doc] = {row["key"]: row for row in VILLAGERS.cards("en") if row["box"] in FULL_DECK}
    named = {key: row["copies"] for key, row in deck.items() if row["padlock"] == unlocker}
    assert set(named) == set(cards)
    assert deck[unlocker]["keyring"] == sum(named.values())
