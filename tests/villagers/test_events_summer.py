"""EVENTS of the summer: what each one does, on whom, and who sees it."""

from __future__ import annotations

import pytest

from engine.ruleset import Doc
from tests.positions import facts, legal, of_type, play, position, refused, score, seen_by, village
from tests.villagers.countess import (
    GO_ON,
    choices,
    coins_of,
    court_of,
    event_phase,
    gold_of,
    jest,
    resolve,
)
from tests.villagers.game import BY_BANK, END, VILLAGERS, by, give, place, trade


def cards(doc: Doc) -> list[str]:
    """Return the villagers of the player."""
    return [villager["card"] for villager in doc["seats"][0]["village"]]


# --- Betrayer --------------------------------------------------------------------------------


@pytest.mark.rule("EVENTS-1", "EVENTS-26")
def test_events_1_any_top_villager_but_basic_ones_and_founders() -> None:
    doc = position("""villagers options=(solo=normal) phase=event countess=(gold=1 village=[1.countess:gold])
        events=(face_up=[betrayer]) stacks=[[wine_trader]] seats=[
        (village=[1.founders 2.miner 3.seeker@2 4.spelunker@3 5.jeweler@4 6.lumberjack 7.carpenter@6 8.hayer
        9.graper])]""")
    assert choices(doc, "resolve", "villager") == [5, 7, 9], "jeweler, carpenter, graper"
    for number in (1, 2, 4, 6, 8, 10):
        assert refused(doc, 0, resolve("betrayer", villager=number)) == "EVENTS-26"
    assert refused(doc, 0, resolve("betrayer")) == "EVENTS-26", "one must go"


@pytest.mark.rule("EVENTS-1")
def test_events_1_it_changes_over_and_what_it_covered_shows_again() -> None:
    doc = position("""villagers options=(solo=normal) phase=event countess=(gold=1 village=[1.countess:gold 2.hunter])
        events=(face_up=[betrayer]) stacks=[[wine_trader]] seats=[
        (village=[1.founders 2.miner 3.seeker@2 4.spelunker@3 5.jeweler@4 6.lumberjack 7.carpenter@6 8.hayer
        9.graper])]""")
    after, events = play(doc, (0, resolve("betrayer", villager=5)))
    assert court_of(after) == ["hunter", "jeweler"]
    assert "jeweler" not in cards(after)
    gain = {"card": "jeweler", "villager": 3, "source": "village", "index": 5, "gold": 0}
    assert facts(events, "countess_gained") == [gain]
    assert score(after)["first_market"][0]["total"] == 2 + 10
    assert score(after)["first_market"][1]["total"] == 4 + 20
    assert seen_by(events, None) == seen_by(events, 0)
    assert after["discard"] == []


@pytest.mark.rule("EVENTS-1", "SOLO-32")
def test_solo_32_the_coins_of_a_stolen_villager_are_the_players() -> None:
    start = position("""villagers options=(solo=normal) phase=event countess=(gold=1 village=[1.countess:gold])
        events=(face_up=[betrayer]) stacks=[[wine_trader]] seats=[(village=[1.founders 2.lumberjack 3.cooper@2+4])]""")
    after, events = play(start, (0, resolve("betrayer", villager=3)))
    assert gold_of(after) == (12, 1)
    assert (court_of(after), coins_of(after)) == (["cooper"], {})
    assert [(gain["gold"], gain["reason"]) for gain in facts(events, "gold_gained")] == [(4, "betrayer")]


@pytest.mark.rule("EVENTS-1", "SOLO-33")
@pytest.mark.parametrize("words", [("founders",), ("founders", "miner", "hayer"), ("founders:food", "lumberjack")])
@pytest.mark.parametrize("event", ["betrayer", "arrest"])
def test_solo_33_founders_and_basic_villagers_stay(words: tuple[str, ...], event: str) -> None:
    doc = event_phase(f"(village=[{village(words)}])", face_up=[event])
    assert choices(doc, "resolve", "villager") == [None]
    after, _ = play(doc, (0, resolve(event)))
    assert (cards(after), court_of(after), after["discard"]) == ([word.split(":")[0] for word in words], [], [])
    assert gold_of(after) == (8, 1)


@pytest.mark.rule("EVENTS-1", "SOLO-33")
def test_solo_33_what_stands_on_the_founders_may_go() -> None:
    start = position("""villagers options=(solo=normal) phase=event countess=(gold=1 village=[1.countess:gold])
        events=(face_up=[betrayer]) stacks=[[wine_trader]] seats=[(village=[1.founders 2.swineherd@1])]""")
    after, _ = play(start, (0, resolve("betrayer", villager=2)))
    assert (cards(after), court_of(after)) == (["founders"], ["swineherd"])
    assert score(after)["first_market"][0]["total"] == 2, "the Founders show their gold again"


# --- gold for silver, keyrings, food, suits --------------------------------------------------


@pytest.mark.rule("EVENTS-2", "EVENTS-27")
def test_events_2_black_market_pays_both_their_silver() -> None:
    """The player: 2 ore make 3; the Countess: log rafter 2 and grocer 6 for a food of 2; no gold, no coins."""
    start = position("""villagers options=(solo=normal) phase=event
        countess=(gold=1 village=[1.countess:gold 2.log_rafter 3.grocer 4.milk_maid 5.cooper+2])
        events=(face_up=[black_market]) stacks=[[wine_trader]] seats=[
        (village=[1.founders 2.miner 3.mason@2 4.hayer 5.ore_muler@4 6.blacksmith@2+4])]""")
    after, events = play(
        start,
        (0, resolve("black_market")),
    )
    assert gold_of(after) == (8 + 3, 1 + 3 + 6)
    earned = [{"seat": 0, "gold": 3, "reason": "black_market"}, {"seat": 1, "gold": 9, "reason": "black_market"}]
    assert facts(events, "gold_gained") == earned
    assert coins_of(after) == {5: 2}


@pytest.mark.rule("EVENTS-2")
def test_events_2_every_silver_symbol_counts_and_none_is_fine() -> None:
    start = position("""villagers options=(solo=normal) phase=event countess=(gold=1 village=[1.countess:gold])
        events=(face_up=[black_market]) stacks=[[wine_trader]] seats=[
        (village=[1.founders:food 2.grocer 3.grocer 4.hunter])]""")
    after, _ = play(
        start,
        (0, resolve("black_market")),
    )
    assert gold_of(after) == (8 + 6 + 6, 1)
    start = position("""villagers options=(solo=normal) phase=event
        countess=(gold=1 village=[1.countess:gold 2.hunter]) events=(face_up=[black_market]) stacks=[[wine_trader]]
        seats=[
        ()]""")
    none, events = play(start, (0, resolve("black_market")))
    assert (gold_of(none), facts(events, "gold_gained")) == ((8, 1), [])


KEYRINGS = {card["key"]: card["keyring"] for card in VILLAGERS.cards("en") if card["keyring"]}


@pytest.mark.rule("EVENTS-3")
@pytest.mark.parametrize(("card", "gold"), KEYRINGS.items())
def test_events_3_bribes_put_the_printed_number_on_one_keyring(card: str, gold: int) -> None:
    after, events = play(
        event_phase("()", "mason", f"{card}+2", face_up=["bribes"]), (0, resolve("bribes", villager=3))
    )
    assert coins_of(after) == {3: gold + 2}
    assert facts(events, "coins_added") == [{"seat": 1, "villager": 3, "gold": gold}]
    assert gold_of(after) == (8, 1)


@pytest.mark.rule("EVENTS-3", "EVENTS-26")
def test_events_3_the_player_chooses_which() -> None:
    doc = position("""villagers options=(solo=normal) phase=event
        countess=(gold=1 village=[1.countess:gold 2.harvester 3.mason 4.blacksmith]) events=(face_up=[bribes])
        stacks=[[wine_trader]] seats=[(village=[1.founders 2.hunter])]""")
    assert choices(doc, "resolve", "villager") == [2, 4]
    after, _ = play(doc, (0, resolve("bribes", villager=2)))
    assert coins_of(after) == {2: 2}
    assert refused(doc, 0, resolve("bribes", villager=3)) == "EVENTS-26"
    assert refused(doc, 0, resolve("bribes", villager=1)) == "EVENTS-26"
    start = position("""villagers options=(solo=normal) phase=event
        countess=(gold=1 village=[1.countess:gold 2.mason]) events=(face_up=[bribes]) stacks=[[wine_trader]] seats=[
        (village=[1.founders 2.hunter])]""")
    nobody, events = play(start, (0, resolve("bribes")))
    assert (coins_of(nobody), facts(events, "coins_added")) == ({}, [])


@pytest.mark.rule("EVENTS-5")
def test_events_5_guild_conspiracy_puts_two_on_every_keyring_of_hers() -> None:
    start = position("""villagers options=(solo=normal) phase=event
        countess=(gold=1 village=[1.countess:gold 2.cooper+2 3.mason 4.hunter 5.blacksmith])
        events=(face_up=[guild_conspiracy]) stacks=[[wine_trader]] seats=[
        (village=[1.founders 2.miner 3.blacksmith@2])]""")
    after, events = play(
        start,
        (0, resolve("guild_conspiracy")),
    )
    assert coins_of(after) == {2: 4, 4: 2, 5: 2}
    assert after["seats"][0]["village"][2]["gold"] == 0
    assert gold_of(after) == (8, 1), "the Bank's gold"
    assert [one["villager"] for one in facts(events, "coins_added")] == [2, 4, 5]
    start = position("""villagers options=(solo=normal) phase=event
        countess=(gold=1 village=[1.countess:gold 2.cooper]) events=(face_up=[guild_conspiracy])
        stacks=[[wine_trader]] seats=[(village=[1.founders 2.miner 3.blacksmith@2])]""")
    assert choices(start, "resolve", "villager") == [None]


@pytest.mark.rule("EVENTS-9", "EVENTS-27")
@pytest.mark.parametrize(
    ("court", "gold"), [((), 0), (("hunter",), 2), (("milk_maid", "grazier", "fromager"), 8), (("milk_maid",) * 2, 8)]
)
def test_events_9_sinister_banquet_pays_two_for_each_food_of_hers(court: tuple[str, ...], gold: int) -> None:
    after, events = play(
        event_phase("(village=[1.founders:food 2.hunter])", *court, face_up=["sinister_banquet"]),
        (0, resolve("sinister_banquet")),
    )
    assert gold_of(after) == (8, 1 + gold)
    reason = [{"seat": 1, "gold": gold, "reason": "sinister_banquet"}]
    assert facts(events, "gold_gained") == (reason if gold else [])


@pytest.mark.rule("EVENTS-10", "EVENTS-27")
@pytest.mark.parametrize(
    ("hand", "gold"),
    [
        ([], 0),
        (["hunter"], 2),
        (["thatcher", "grazier", "mason", "hunter"], 6),
        (["bed_builder", "bed_builder"], 2),
        (["mason", "cooper", "hunter", "thatcher", "vintner", "brewer"], 12),
    ],
)
def test_events_10_temporary_employment_pays_two_for_each_suit_in_the_hand(hand: list[str], gold: int) -> None:
    start = position(f"""villagers options=(solo=normal) phase=event countess=(gold=1 village=[1.countess:gold])
        events=(face_up=[temporary_employment]) stacks=[[wine_trader]] seats=[
        (village=[1.founders 2.miner 3.hayer] hand=[{" ".join(hand)}])]""")
    after, _ = play(
        start,
        (0, resolve("temporary_employment")),
    )
    assert gold_of(after) == (8, 1 + gold)
    assert sorted(after["seats"][0]["hand"]) == sorted(hand)


# --- payments --------------------------------------------------------------------------------


@pytest.mark.rule("EVENTS-4", "EVENTS-27")
def test_events_4_customs_one_for_each_villager_of_the_commonest_suit() -> None:
    """Hay: two hayers, bed builder (one card) and grazier; ore: three."""
    start = position("""villagers options=(solo=normal) phase=event countess=(gold=1 village=[1.countess:gold])
        events=(face_up=[customs]) stacks=[[wine_trader]] seats=[
        (village=[1.founders 2.hayer 3.bed_builder@2 4.grazier@2 5.hayer 6.miner 7.mason@6 8.blacksmith@6])]""")
    after, events = play(start, (0, resolve("customs")))
    assert gold_of(after) == (4, 5)
    assert facts(events, "gold_paid") == [{"seat": 0, "to": "countess", "gold": 4, "reason": "customs"}]


@pytest.mark.rule("EVENTS-4")
@pytest.mark.parametrize(
    ("words", "paid"),
    [
        (("founders",), 1),
        (("founders", "miner", "seeker@2", "spelunker@3", "jeweler@4"), 4),
        (("founders", "swineherd@1", "truffler@2", "miner", "mason@4"), 3),
        (("founders", "chandler", "hunter"), 2),
        (("founders", "miner", "hayer"), 1),
    ],
)
def test_events_4_cards_are_counted_covered_ones_and_founders_too(words: tuple[str, ...], paid: int) -> None:
    after, _ = play(
        event_phase(f"(village=[{village(words)}])", "hunter", "fisher", "wattler", face_up=["customs"]),
        (0, resolve("customs")),
    )
    assert gold_of(after) == (8 - paid, 1 + paid)


@pytest.mark.rule("EVENTS-6")
def test_events_6_land_claim_two_for_each_basic_villager() -> None:
    """Covered ones, too; Founders and graper are not basic."""
    start = position("""villagers options=(solo=normal) phase=event countess=(gold=1 village=[1.countess:gold])
        events=(face_up=[land_claim]) stacks=[[wine_trader]] seats=[
        (village=[1.founders 2.graper 3.miner 4.mason@3 5.hayer 6.lumberjack] gold=20)]""")
    after, events = play(start, (0, resolve("land_claim")))
    assert gold_of(after) == (14, 7)
    assert facts(events, "gold_paid") == [{"seat": 0, "to": "countess", "gold": 6, "reason": "land_claim"}]
    start = position("""villagers options=(solo=normal) phase=event countess=(gold=1 village=[1.countess:gold])
        events=(face_up=[land_claim]) stacks=[[wine_trader]] seats=[()]""")
    none, events = play(start, (0, resolve("land_claim")))
    assert (gold_of(none), facts(events, "gold_paid")) == ((8, 1), [])


@pytest.mark.rule("EVENTS-12")
@pytest.mark.parametrize(
    ("words", "paid"),
    [
        (("founders", "lumberjack", "cooper@2+4", "miner", "seeker@4", "spelunker@5", "jeweler@6"), 3),
        (("founders:food",), 0),
        (("founders", "swineherd@1"), 1),
        (("founders", "lumberjack", "wheeler@2", "cartwright@3", "log_rafter@2"), 2),
    ],
)
def test_events_12_value_added_tax_one_for_each_visible_gold_symbol(words: tuple[str, ...], paid: int) -> None:
    after, _ = play(
        event_phase(f"(village=[{village(words)}])", "jeweler", face_up=["value_added_tax"]),
        (0, resolve("value_added_tax")),
    )
    assert gold_of(after) == (8 - paid, 1 + paid)


@pytest.mark.rule("SOLO-34")
@pytest.mark.parametrize(("supply", "paid"), [(0, 0), (1, 1), (3, 3), (5, 5), (6, 5)])
def test_solo_34_nobody_pays_more_than_there_is(supply: int, paid: int) -> None:
    start = position(f"""villagers options=(solo=normal) phase=event countess=(gold=1 village=[1.countess:gold])
        events=(face_up=[customs]) stacks=[[wine_trader]] seats=[
        (village=[1.founders:food 2.wattler 3.hunter 4.fisher 5.harvester 6.agent] gold={supply})]""")
    after, events = play(start, (0, resolve("customs")))
    assert gold_of(after) == (supply - paid, 1 + paid)
    assert [one["gold"] for one in facts(events, "gold_paid")] == ([paid] if paid else [])


@pytest.mark.rule("SOLO-34")
def test_solo_34_coins_on_villagers_do_not_pay() -> None:
    start = position("""villagers options=(solo=normal) phase=event countess=(gold=1 village=[1.countess:gold])
        events=(face_up=[land_claim]) stacks=[[wine_trader]] seats=[
        (village=[1.founders 2.lumberjack 3.cooper@2+6] gold=1)]""")
    after, _ = play(
        start,
        (0, resolve("land_claim")),
    )
    assert gold_of(after) == (0, 2)
    assert after["seats"][0]["village"][2]["gold"] == 6


# --- Serfdom, The Countess Bank --------------------------------------------------------------


@pytest.mark.rule("EVENTS-8")
def test_events_8_serfdom_sends_traded_cards_to_the_countess() -> None:
    doc = position("""villagers options=(solo=normal) phase=build countess=(gold=1 village=[1.countess:gold])
        events=(face_up=[serfdom]) stacks=[[wine_trader]] basics=(miner=1) seats=[(hand=[cooper truffler fisher])]""")
    after, events = play(doc, (0, trade("cooper", "miner")), (0, trade("truffler", "hayer")))
    assert (court_of(after), cards(after)) == (["cooper", "truffler"], ["founders", "miner", "hayer"])
    assert (after["stacks"][0], after["pending"]) == (GO_ON[0], None)
    assert (after["seats"][0]["trades_left"], after["seats"][0]["builds_left"]) == (1, 2)
    assert gold_of(after) == (8, 1), "her villagers open no padlock"
    gain = {"card": "cooper", "villager": 2, "source": "hand", "index": 0, "gold": 0}
    assert facts(events, "countess_gained")[0] == gain
    assert seen_by(events, None) == seen_by(events, 0)
    assert facts(events, "traded")[0]["card"]["card"] == "cooper", "for all to see"
    assert refused(after, 0, trade("fisher", "miner")) == "BASIC-13"
    last, _ = play(after, (0, trade("fisher", "hayer")))
    assert of_type(legal(last, 0), "trade") == []


@pytest.mark.rule("EVENTS-8")
def test_events_8_at_most_three_also_with_all_stacks_empty() -> None:
    hand = ["cooper", "truffler", "fisher", "mason"]
    doc = position("""villagers options=(solo=normal) phase=build countess=(gold=1 village=[1.countess:gold])
        events=(face_up=[serfdom]) stacks=[] reserve=[hunter] seats=[(hand=[cooper truffler fisher mason])]""")
    after, _ = play(doc, *[(0, trade(card, "hayer")) for card in hand[:3]])
    assert (court_of(after), after["reserve"], after["discard"]) == (hand[:3], ["hunter"], [])
    assert refused(after, 0, trade("mason", "hayer")) == "BASIC-2"


@pytest.mark.rule("EVENTS-8")
def test_events_8_without_it_the_card_goes_on_a_stack() -> None:
    doc = position("""villagers options=(solo=normal) phase=build countess=(gold=1 village=[1.countess:gold])
        events=(face_up=[customs]) stacks=[[wine_trader]] seats=[(hand=[cooper])]""")
    after, _ = play(doc, (0, trade("cooper", "hayer")), (0, give(0)))
    assert (court_of(after), after["stacks"][0]) == ([], ["cooper", *GO_ON[0]])


@pytest.mark.rule("EVENTS-8")
def test_events_8_her_new_unlocker_is_there_at_once() -> None:
    doc = position("""villagers options=(solo=normal) phase=build countess=(gold=1 village=[1.countess:gold])
        events=(face_up=[serfdom]) stacks=[[wine_trader]] seats=[(hand=[cooper brewer])]""")
    after, _ = play(doc, (0, trade("cooper", "hayer")), (0, place("brewer", on=1, unlock=by(1, 2))))
    assert (gold_of(after), coins_of(after)) == ((6, 1), {2: 2})


@pytest.mark.rule("EVENTS-11")
def test_events_11_the_countess_bank_takes_three() -> None:
    doc = position("""villagers options=(solo=normal) phase=build countess=(gold=1 village=[1.countess:gold])
        events=(face_up=[the_countess_bank]) stacks=[[wine_trader]] seats=[(hand=[beekeeper])]""")
    after, _ = play(doc, (0, place("beekeeper", unlock=BY_BANK)))
    assert gold_of(after) == (5, 1), "to the Bank, not to her"
    start = position("""villagers options=(solo=normal) phase=build countess=(gold=1 village=[1.countess:gold])
        events=(face_up=[the_countess_bank]) stacks=[[wine_trader]] seats=[(hand=[beekeeper] gold=3)]""")
    exact, _ = play(start, (0, place("beekeeper", unlock=BY_BANK)))
    assert gold_of(exact) == (0, 1)
    poor = position("""villagers options=(solo=normal) phase=build countess=(gold=1 village=[1.countess:gold])
        events=(face_up=[the_countess_bank]) stacks=[[wine_trader]] seats=[(hand=[beekeeper] gold=2)]""")
    assert refused(poor, 0, place("beekeeper", unlock=BY_BANK)) in {"EVENTS-11", "PADLOCK-7"}
    assert of_type(legal(poor, 0), "place") == []


@pytest.mark.rule("EVENTS-11")
def test_events_11_unlockers_cost_what_they_always_do() -> None:
    own = position("""villagers options=(solo=normal) phase=build
        countess=(gold=1 village=[1.countess:gold 2.carpenter]) events=(face_up=[the_countess_bank])
        stacks=[[wine_trader]] seats=[(village=[1.founders 2.wattler] hand=[truffler beekeeper] gold=2)]""")
    after, _ = play(own, (0, place("beekeeper", unlock=by(1, 2))))
    assert (gold_of(after), coins_of(after)) == ((0, 1), {2: 2})
    start = position("""villagers options=(solo=normal) phase=build countess=(gold=1 village=[1.countess:gold])
        events=(face_up=[the_countess_bank]) stacks=[[wine_trader]] seats=[
        (village=[1.founders 2.lumberjack 3.carpenter@2] hand=[beekeeper] gold=0)]""")
    after, _ = play(start, (0, place("beekeeper", unlock=by(0, 3))))
    assert (gold_of(after), after["seats"][0]["village"][2]["gold"]) == ((0, 1), 2)


@pytest.mark.rule("EVENTS-11", "EVENTS-25")
def test_events_11_only_while_it_lies_there() -> None:
    doc = position("""villagers options=(solo=normal) phase=build countess=(gold=1 village=[1.countess:gold])
        events=(face_up=[customs] summer_discard=[the_countess_bank]) stacks=[[wine_trader]] seats=[
        (hand=[beekeeper])]""")
    after, _ = play(doc, (0, place("beekeeper", unlock=BY_BANK)))
    assert gold_of(after) == (6, 1)
    start = position("""villagers options=(solo=normal) phase=build countess=(gold=1 village=[1.countess:gold])
        events=(face_up=[the_countess_bank]) stacks=[[wine_trader]] seats=[(hand=[beekeeper])]""")
    free, _ = play(start, (0, jest("the_countess_bank")))
    paid, _ = play(free, (0, place("beekeeper", unlock=BY_BANK)), (0, END))
    assert gold_of(paid)[0] == 6


@pytest.mark.rule("EVENTS-11", "SOLO-38")
def test_events_11_not_in_the_draft() -> None:
    """A Benefactor places a villager there, for the usual 2."""
    doc = position("""villagers options=(solo=normal expansions=[saints]) countess=(gold=1 village=[1.countess:gold])
        events=(face_up=[the_countess_bank]) stacks=[[wine_trader]] seats=[(hand=[benefactor beekeeper])]""")
    after, _ = play(doc, (0, {"type": "benefactor", "card": "beekeeper", "on": None, "unlock": BY_BANK}))
    assert gold_of(after) == (6, 1)
    assert after["events"]["begun"] == []
