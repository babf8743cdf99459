"""How the expansions are dealt: the numbers of every combination, and where samples may put cards."""

from __future__ import annotations

import random
from collections import Counter
from itertools import combinations
from typing import Any

import pytest

from engine.ruleset import Doc
from tests.positions import legal, new_game, play, position, to_act, view
from tests.villagers.game import END, VILLAGERS, draft, give, road, special, trade

NAMES = ["saints", "scoundrels", "profiteers", "developments"]
ALL_BOXES = [list(some) for count in range(5) for some in combinations(NAMES, count)]
SAINTS = {"benefactor", "nun", "pigeoneer", "prophet", "recruiter"}
DEALT_SCOUNDRELS = {"barbarian", "courier", "flaker", "noble", "schemer"}
SHUFFLED = {"thief": 2, "sheriff": 2}
BOTH = {"expansions": ["saints", "scoundrels"]}

# Seats: deck with the six of the road, stack, reserve; what Profiteers and Scoundrels add to the reserve.
NUMBERS = {2: (86, 4, 46, 0), 3: (86, 6, 29, 0), 4: (100, 8, 26, 4), 5: (100, 10, 9, 4)}


def all_cards(game: Doc) -> Counter[str]:
    """Return every card of a game outside the villages."""
    piles = [*game["stacks"], game["reserve"], game["discard"], *(one["hand"] for one in game["seats"])]
    piles += [one["square"] for one in game["seats"]]
    piles.append([one["card"] for one in game["road"] if one])
    if game["pending"] and game["pending"]["type"] == "return_card":
        piles.append([game["pending"]["card"]])
    return Counter(card for pile in piles for card in pile)


def marks(game: Doc, origin: str) -> list[tuple[str, int, int]]:
    """Return where the cards of an origin are."""
    return [(mark["pile"], mark["index"], mark["place"]) for mark in game["known"] if mark["origin"] == origin]


# --- numbers ---------------------------------------------------------------------------------


@pytest.mark.rule("SAINTS-2", "SCOUNDRELS-3", "PROFITEERS-2", "SETUP-13")
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
@pytest.mark.parametrize("boxes", ALL_BOXES, ids=lambda boxes: "+".join(boxes) or "base")
def test_setup_13_the_cards_of_every_combination(boxes: list[str], seats: int) -> None:
    deck, height, reserve, thieves = NUMBERS[seats]
    profiteers = 8 if "profiteers" in boxes else 0
    shuffled = thieves if "scoundrels" in boxes else 0
    apart = ("saints" in boxes) + ("scoundrels" in boxes)
    game = new_game("villagers", seats, expansions=boxes)
    assert [len(stack) for stack in game["stacks"]] == [height] * 6
    assert [len(one["hand"]) for one in game["seats"]] == [5 + apart] * seats
    assert len(game["reserve"]) == reserve + profiteers + shuffled
    assert sum(all_cards(game).values()) == deck + profiteers + shuffled + apart * seats
    assert len(game["developments"]) == (3 if "developments" in boxes else 0)


@pytest.mark.rule("SCOUNDRELS-3")
def test_scoundrels_3_the_reserves_of_the_table() -> None:
    one = [len(new_game("villagers", seats, expansions=["scoundrels"])["reserve"]) for seats in (2, 3, 4, 5)]
    both = [
        len(new_game("villagers", seats, expansions=["scoundrels", "profiteers"])["reserve"]) for seats in (2, 3, 4, 5)
    ]
    assert (one, both) == ([46, 29, 30, 13], [54, 37, 38, 21])


# --- who gets what ---------------------------------------------------------------------------


@pytest.mark.rule("SAINTS-1", "SCOUNDRELS-1")
def test_saints_1_scoundrels_1_five_saints_and_nine_scoundrels() -> None:
    found = {card["key"]: card for card in VILLAGERS.cards("en") if card["box"] in ("saints", "scoundrels")}
    assert set(found) == SAINTS | DEALT_SCOUNDRELS | set(SHUFFLED)
    assert sum(card["copies"] for card in found.values() if card["box"] == "saints") == 5
    assert sum(card["copies"] for card in found.values() if card["box"] == "scoundrels") == 9
    assert {key: card["copies"] for key, card in found.items() if card["copies"] > 1} == SHUFFLED
    assert {key for key, card in found.items() if card["min_seats"] == 4} == set(SHUFFLED)
    assert {card["suit"] for card in found.values()} == {"special"}
    assert {key for key, card in found.items() if card["dealt"]} == SAINTS | DEALT_SCOUNDRELS
    assert {card["padlock"] for card in found.values()} == {None}


@pytest.mark.rule("SAINTS-2", "SCOUNDRELS-4")
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_saints_2_scoundrels_4_one_of_each_box_to_every_seat_the_rest_is_out(seats: int) -> None:
    for number in range(12):
        game = new_game("villagers", seats, seed=bytes([number]), expansions=BOTH["expansions"])
        for group in (SAINTS, DEALT_SCOUNDRELS):
            assert [sum(card in group for card in one["hand"]) for one in game["seats"]] == [1] * seats
            assert sum(count for card, count in all_cards(game).items() if card in group) == seats
        for one in game["seats"]:
            assert len([card for card in one["hand"] if card not in SAINTS | DEALT_SCOUNDRELS]) == 5


@pytest.mark.rule("SAINTS-2", "SCOUNDRELS-4")
def test_saints_2_scoundrels_4_dealt_at_random() -> None:
    first: Counter[str] = Counter()
    for number in range(60):
        first.update(
            new_game("villagers", 2, seed=bytes([number, 7]), expansions=BOTH["expansions"])["seats"][0]["hand"]
        )
    assert all(first[card] >= 3 for card in SAINTS | DEALT_SCOUNDRELS)


@pytest.mark.rule("SCOUNDRELS-5")
def test_scoundrels_5_with_five_seats_all_five_are_out() -> None:
    game = new_game("villagers", 5, expansions=BOTH["expansions"])
    found = all_cards(game)
    assert {card: found[card] for card in SAINTS | DEALT_SCOUNDRELS} == dict.fromkeys(SAINTS | DEALT_SCOUNDRELS, 1)


@pytest.mark.rule("SCOUNDRELS-2", "SCOUNDRELS-3")
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_scoundrels_2_3_thieves_and_sheriffs_from_four_seats_on(seats: int) -> None:
    found = all_cards(new_game("villagers", seats, expansions=["scoundrels"]))
    assert {card: found[card] for card in SHUFFLED} == (SHUFFLED if seats > 3 else {"thief": 0, "sheriff": 0})
    assert not any(all_cards(new_game("villagers", seats, expansions=["saints"]))[card] for card in SHUFFLED)


@pytest.mark.rule("SCOUNDRELS-3")
def test_scoundrels_3_they_are_shuffled_in_before_the_deal() -> None:
    places: set[str] = set()
    for number in range(40):
        game = new_game("villagers", 4, seed=bytes([number]), expansions=["scoundrels"])
        for name, piles in (("stack", game["stacks"]), ("hand", [one["hand"] for one in game["seats"]])):
            places |= {name for pile in piles for card in pile if card in SHUFFLED}
        places |= {"reserve" for card in game["reserve"] if card in SHUFFLED}
    assert places == {"stack", "hand", "reserve"}


@pytest.mark.rule("SAINTS-2", "SCOUNDRELS-4")
def test_saints_2_scoundrels_4_all_know_which_backs_are_from_where() -> None:
    game = new_game("villagers", 3, expansions=BOTH["expansions"])
    for origin, group in (("saint", SAINTS), ("scoundrel", DEALT_SCOUNDRELS)):
        assert sorted((pile, who) for pile, who, _ in marks(game, origin)) == [("hand", 0), ("hand", 1), ("hand", 2)]
        assert all(game["seats"][who]["hand"][place] in group for _, who, place in marks(game, origin))
    for viewer in (0, None):
        hand = view(game, viewer)["seats"][1]["hand"]
        dealt = [(card["suit"], card["card"]) for card in hand if card["origin"]]
        assert dealt == [("special", None), ("special", None)]
        assert sorted(card["origin"] for card in hand if card["origin"]) == ["saint", "scoundrel"]


# --- samples ---------------------------------------------------------------------------------


def samples(game: Doc, viewer: int | None, count: int = 60, seed: int = 1) -> list[Doc]:
    """Return positions sampled from a viewer's view; each must give that view again."""
    rng, state = random.Random(seed), VILLAGERS.read_position(game)
    seen = VILLAGERS.view(state, viewer)
    wanted = VILLAGERS.write_view(seen)
    found = []
    for _ in range(count):
        sampled = VILLAGERS.sample(seen, rng)
        assert VILLAGERS.write_view(VILLAGERS.view(sampled, viewer)) == wanted
        doc = VILLAGERS.write_position(sampled)
        VILLAGERS.read_position(doc)
        for who in VILLAGERS.to_act(sampled):
            assert VILLAGERS.view_moves(VILLAGERS.view(sampled, who)) == VILLAGERS.legal_moves(sampled, who)
        found.append(doc)
    return found


def check_dealt(game: Doc, seats: int) -> None:
    """One Saint and one Scoundrel in every hand, none elsewhere, none twice."""
    for group in (SAINTS, DEALT_SCOUNDRELS):
        assert [sum(card in group for card in one["hand"]) for one in game["seats"]] == [1] * seats
        found = {card: count for card, count in all_cards(game).items() if card in group}
        assert sorted(found.values()) == [1] * seats


@pytest.mark.rule("SAINTS-2", "SCOUNDRELS-4", "INFO-13")
@pytest.mark.parametrize("seats", [2, 3, 5])
def test_samples_of_a_new_game_keep_one_of_each_per_seat(seats: int) -> None:
    game = new_game("villagers", seats, expansions=NAMES)
    for viewer in (0, seats - 1, None):
        for sampled in samples(game, viewer):
            check_dealt(sampled, seats)
            assert all_cards(sampled)["thief"] == (2 if seats > 3 else 0)
            if viewer is not None:
                assert sampled["seats"][viewer]["hand"] == game["seats"][viewer]["hand"]


@pytest.mark.rule("SAINTS-2", "SCOUNDRELS-4", "INFO-13")
def test_samples_find_every_possible_deal() -> None:
    game = new_game("villagers", 2, expansions=BOTH["expansions"])
    own = set(game["seats"][0]["hand"])
    for group in (SAINTS, DEALT_SCOUNDRELS):
        found = Counter(card for one in samples(game, 0, 300) for card in one["seats"][1]["hand"] if card in group)
        assert set(found) == group - own
        assert all(40 < count < 120 for count in found.values()), "each of four should come up about 75 times"


@pytest.mark.rule("INFO-1", "INFO-2", "INFO-13")
def test_samples_put_every_unseen_card_everywhere_equally_often() -> None:
    game, count = new_game("villagers", 2), 1500
    suits = {card["key"]: card["suit"] for card in VILLAGERS.cards("en")}
    piles = [*game["stacks"], game["reserve"]]
    # A top card shows its suit, and so does another seat's hand: the other places share the rest.
    tops = Counter(pile[0] for pile in piles)
    rest = Counter(card for pile in piles for card in pile) - tops
    hand = Counter(suits[card] for card in game["seats"][1]["hand"])
    suit, held = hand.most_common(1)[0]
    unseen = rest + tops + Counter(game["seats"][1]["hand"])
    alike = {card: number for card, number in unseen.items() if suits[card] == suit}
    found: Counter[tuple[str, str]] = Counter()
    drawn: Counter[str] = Counter()
    for one in samples(game, 0, count):
        for place, pile in (("first", one["stacks"][0]), ("middle", one["stacks"][4]), ("last", one["reserve"])):
            found[place, suits[pile[-1]]] += 1
        drawn.update(card for card in one["seats"][1]["hand"] if suits[card] == suit)
    left = Counter(suits[card] for card in rest.elements())
    for name, number in left.items():
        for place in ("first", "middle", "last"):
            assert found[place, name] / count == pytest.approx(number / left.total(), abs=0.04)
    for card, number in alike.items():
        assert drawn[card] / count / held == pytest.approx(number / sum(alike.values()), abs=0.04)


def run_on(game: Doc, rng: random.Random, moves: int, wish: tuple[str, ...]) -> Doc:
    """Play random moves, of the wanted types if there are any."""
    for _ in range(moves):
        waited = to_act(game)
        if not waited:
            break
        who = rng.choice(waited)
        found = legal(game, who)
        liked = [move for move in found if move["type"] in wish]
        game, _ = play(game, (who, rng.choice(liked or found)))
    return game


@pytest.mark.rule("SAINTS-2", "SCOUNDRELS-4", "INFO-12", "INFO-13")
@pytest.mark.parametrize("seed", [0, 1, *(pytest.param(seed, marks=pytest.mark.long) for seed in range(2, 8))])
def test_samples_in_the_middle_of_a_game(seed: int) -> None:
    """After plays, looks, thefts and returns samples agree with the view and deal nothing twice."""
    rng, seats = random.Random(seed), 2 + seed % 4
    wish = ("play", "look_take", "arrange", "steal", "benefactor", "recruit", "thieve", "trade", "return_card")
    game = new_game("villagers", seats, seed=bytes([seed]), expansions=BOTH["expansions"])
    for _ in range(12):
        game = run_on(game, rng, 5, wish)
        for viewer in (0, 1, None):
            for sampled in samples(game, viewer, 4, seed):
                found = all_cards(sampled)
                for one in sampled["seats"]:
                    found.update(card["card"] for card in one["village"])
                for group in (SAINTS, DEALT_SCOUNDRELS):
                    assert max(found[card] for card in group) <= 1
                    assert sum(found[card] for card in group) == seats


@pytest.mark.rule("SAINTS-2", "INFO-7", "INFO-13")
def test_a_saint_given_up_among_other_special_cards_may_be_either() -> None:
    start = position("""villagers phase=build options=(expansions=[saints]) stacks=[[seeker] [agent]]
        known=[hand.0.0^saint hand.1.0^saint] seats=[(hand=[prophet monk]) (hand=[nun])]""")
    sights = []
    for card in ("prophet", "monk"):
        after, _ = play(start, (0, trade(card, "miner")), (0, give(0)))
        sights.append([view(after, viewer) for viewer in (1, None)])
    assert sights[0] == sights[1]
    tops: Counter[bool] = Counter()
    for sampled in samples(after, 1, 200):
        assert sum(all_cards(sampled)[card] for card in SAINTS) <= 2
        tops[sampled["stacks"][0][0] in SAINTS] += 1
    assert tops[True] > 8, "one of the nine special cards is a Saint"
    assert tops[False] > 20


@pytest.mark.rule("SAINTS-2", "INFO-7")
def test_a_saint_given_up_as_the_only_special_card_is_known_for_one() -> None:
    start = position("""villagers phase=build options=(expansions=[saints scoundrels]) stacks=[[seeker] [agent]]
        known=[hand.0.0^saint] seats=[(hand=[prophet mason]) ()]""")
    after, _ = play(start, (0, trade("prophet", "miner")), (0, give(1)), (0, END))
    for viewer in (1, None):
        top = view(after, viewer)["stacks"][1]["top"]
        assert (top["suit"], top["card"], top["origin"]) == ("special", None, "saint")
        assert {sampled["stacks"][1][0] for sampled in samples(after, viewer, 100)} == SAINTS


@pytest.mark.rule("SCOUNDRELS-14", "INFO-12", "INFO-13")
def test_samples_keep_what_a_noble_has_seen() -> None:
    start = position("""villagers phase=build options=(expansions=[saints scoundrels]) seats=[(hand=[noble]) (hand=[nun
        tinner hunter mason]) (hand=[monk])]""")
    after, _ = play(
        {**start, "stacks": [["agent"]]}, (0, special("noble", seat=1)), (0, {"type": "steal", "card": "mason"})
    )
    for sampled in samples(after, 0, 40):
        assert sorted(sampled["seats"][1]["hand"]) == ["hunter", "nun", "tinner"]
    others = [sampled["seats"][0]["hand"] for sampled in samples(after, 2, 80)]
    assert {len(hand) for hand in others} == {1}
    assert len({hand[0] for hand in others}) > 3, "any ore villager"


@pytest.mark.rule("SCOUNDRELS-14", "INFO-12")
def test_samples_in_the_middle_of_a_theft_let_the_thief_know_the_hand() -> None:
    start = position("""villagers phase=build options=(expansions=[saints scoundrels]) seats=[(hand=[noble])
        (hand=[hunter fisher mason]) ()]""")
    looked, _ = play(start, (0, special("noble", seat=1)))
    for viewer in (0, 1, 2, None):
        for sampled in samples(looked, viewer, 10):
            assert all(card["card"] for card in view(sampled, 0)["seats"][1]["hand"])


@pytest.mark.rule("INFO-12", "INFO-13")
def test_samples_in_the_middle_of_a_look() -> None:
    drafting: dict[str, Any] = {"options": {"expansions": ["saints"]}, "road": road("brewer", "wheeler")}
    start = position("villagers stacks=[[agent mason hunter]] seats=[(hand=[prophet]) ()]", **drafting)
    looked, _ = play(start, (0, special("prophet", stack=0)))
    assert {tuple(one["stacks"][0]) for one in samples(looked, 0, 20)} == {("agent", "mason", "hunter")}
    assert len({tuple(one["stacks"][0]) for one in samples(looked, 1, 20)}) > 10
    taken, _ = play(looked, (0, {"type": "look_take", "card": "mason"}), (0, {"type": "keep"}), (1, draft(0)))
    for sampled in samples(taken, 1, 40):
        assert sampled["stacks"][0] != []
        assert "mason" in sampled["seats"][0]["square"]
