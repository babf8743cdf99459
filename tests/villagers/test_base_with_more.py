"""Lines of the base groups that matter only with developments or in solo play."""

from __future__ import annotations

import pytest

from tests.positions import legal, of_type, play, position, refused, score
from tests.villagers.game import BY_BANK, by, place

TOKENS = [
    {"development": "inn", "holder": 0},
    {"development": "bank", "holder": 0},
    {"development": "windmill", "holder": 0},
]


@pytest.mark.rule("MARKET-16")
def test_market_16_developments_and_tokens_are_no_income() -> None:
    plain = position("""villagers options=(expansions=[developments]) phase=build stacks=[[mason]] seats=[
        (village=[1.founders 2.hunter 3.grocer 4.wattler 5.freemason 6.miner 7.blacksmith@6+2 8.hayer 9.peddler@8])
        ()]""")
    held = {**plain, "developments": TOKENS}
    # Gold: founders and blacksmith 2 each; coins 2; food 1, builder 1, gold symbols 2: 3 each from silver.
    for doc in (plain, held):
        assert score(doc)["first_market"][0]["total"] == 6
        assert score(doc)["second_market"][0]["total"] == 6 + 3 + 3 + 3


@pytest.mark.rule("PADLOCK-27")
def test_padlock_27_the_countess_is_paid_like_another_player() -> None:
    start = position("""villagers options=(solo=normal) phase=build
        countess=(gold=5 village=[1.countess:gold 2.blacksmith]) stacks=[[mason]] seats=[
        (village=[1.founders 2.lumberjack] hand=[cooper] gold=3)]""")
    assert [move["unlock"] for move in of_type(legal(start, 0), "place")] == [by(1, 2)]
    assert refused(start, 0, place("cooper", on=2, unlock=BY_BANK)) == "PADLOCK-6"
    after, _ = play(start, (0, place("cooper", on=2, unlock=by(1, 2))))
    assert after["seats"][0]["gold"] == 1
    assert (after["countess"]["gold"], after["countess"]["village"][1]["gold"]) == (5, 2)


@pytest.mark.rule("PADLOCK-27")
def test_padlock_27_with_an_own_unlocker_there_is_a_choice() -> None:
    start = position("""villagers options=(solo=normal) phase=build
        countess=(gold=1 village=[1.countess:gold 2.blacksmith]) stacks=[[mason]] seats=[
        (village=[1.founders 2.lumberjack 3.miner 4.blacksmith@3] hand=[cooper] gold=1)]""")
    assert refused(start, 0, place("cooper", on=2, unlock=by(1, 2))) == "PADLOCK-7"
    after, _ = play(start, (0, place("cooper", on=2, unlock=by(0, 4))))
    assert (after["seats"][0]["gold"], after["countess"]["village"][1]["gold"]) == (1, 0)
