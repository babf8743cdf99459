"""The judge of `bench/decisions.py`: values of moves by deep searches, and the loss of a decision."""

from __future__ import annotations

import random
from math import inf, sqrt

import pytest

from engine.notation import parse
from engine.registry import RULESETS
from tools.testbed.judging import Judged, loss, mean_of, values_of


def test_each_search_values_what_the_other_one_thinks_best() -> None:
    first, second = [0.5, 0.75, 0.25], [0.625, 0.5, 0.25]
    # The first search prefers move 1, the second one move 0.
    assert loss(first, second, 0) == ((0.5 - 0.625) + 0.0) / 2
    assert loss(first, second, 1) == (0.0 + (0.5 - 0.75)) / 2
    assert loss(first, second, 2) == ((0.5 - 0.25) + (0.5 - 0.25)) / 2


def test_a_move_that_both_searches_prefer_loses_nothing() -> None:
    assert loss([0.1, 0.9], [0.3, 0.8], 1) == 0.0


def test_a_decision_that_is_sampled_rarely_counts_for_several() -> None:
    mean, error = mean_of([Judged("one", 0.25, 1.0), Judged("two", 0.5, 4.0)])
    assert mean == (4 * 1.0 + 2 * 4.0) / 6
    assert error == pytest.approx(sqrt(2 * (4 * (1.0 - mean)) ** 2 + 2 * (2 * (4.0 - mean)) ** 2) / 6)


def test_decisions_of_one_game_tell_nothing_about_other_games() -> None:
    assert mean_of([Judged("one", 1.0, 1.0), Judged("one", 1.0, 3.0)]) == (2.0, inf)


LAST_TURN = (
    'villagers seed="6a756467696e6732" round=5 phase=build '
    "road=[cartwright+0 wine_trader+0 priest+2 brewer+0 grocer+0 jeweler+0] "
    "discard=[ore_muler hunter mason log_rafter apprentice smuggler tinner monk grazier seeker grazier milk_maid "
    "milk_maid vintner smuggler agent graper truffler fromager tinner chandler spelunker] markets_held=[1] to_act=[1] "
    "reserve=[beekeeper agent poulterer graper wood_carver shipwright wine_trader fisher apprentice fromager cooper "
    "cartwright brewer ore_muler shipwright vintner bed_builder log_rafter wattler harvester wattler monk locksmith "
    "carpenter peddler blacksmith swineherd] "
    "seats=[(hand=[wood_carver] gold=17 drafting_done=yes village=[1.founders:gold 2.lumberjack 3.carpenter@2+4 "
    "4.poulterer@1 5.beekeeper 6.miner 7.hayer 8.peddler@7 9.locksmith@6 10.miner 11.glass_blower@10 12.seeker@6 "
    "13.hayer 14.spelunker@12 15.hayer 16.horse_trader@15 17.horse_trader@13 18.jeweler@14 19.priest]) "
    "(hand=[bed_builder fisher] gold=25 drafting_done=yes village=[1.founders:food 2.hayer 3.thatcher@2 4.thatcher@2 "
    "5.hunter+2 6.harvester+2 7.lumberjack 8.swineherd@1 9.wheeler@7 10.miner 11.blacksmith@10+6 12.glass_blower@10 "
    "13.wheeler@7 14.grocer 15.truffler@8 16.miner 17.mason@16 18.freemason 19.lumberjack 20.chandler 21.hayer "
    "22.cooper@19 23.hayer 24.freemason] builds_left=2 trades_left=0)] "
    "known=[hand.1.0~0! reserve.0.0~1 reserve.0.1~1 reserve.0.2~1]"
)
"""The last turn of a game: to end it now loses, any build first wins."""


def test_building_is_worth_more_than_ending_the_last_turn() -> None:
    rules = RULESETS["villagers"]
    view = rules.view(rules.restore(parse(LAST_TURN, RULESETS).doc), 1)
    names = [rules.write_move(move)["type"] for move in rules.view_moves(view)]
    first, second = (values_of(rules, view, random.Random(seed), 40) for seed in (1, 2))
    assert names == ["place", "place", "place", "end"]
    assert min(first[:3]) > 0.5
    assert first[3] < 0.2
    assert loss(first, second, 3) > 0.5
    assert loss(first, second, first.index(max(first))) == pytest.approx(0.0, abs=0.01)
