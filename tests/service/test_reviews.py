"""Reviews of finished games: requested, made step by step by workers that may die, and shown."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from redis import Redis

from engine.bots import LEVELS
from engine.bots.appraisal import appraise
from engine.bots.review import Depth, accuracy_of, kind_of
from engine.registry import RULESETS
from engine.replay import Replayer, Step
from engine.ruleset import Doc
from service.config import shutdown
from service.games import Games, Seat
from service.games.ai.reviews import Material, Reviewer
from service.games.ai.reviews.move_analysis import accuracy, put_in_language, turning_points
from service.games.ai.reviews.review_requests import review_document
from service.games.history import time_travel
from service.http.middleware import computed_calls
from service.store.games.records import Level
from service.store.redis import keys
from tests.service.api import Table, bearer, refused
from tests.service.bots import PACE, Plain
from tests.service.outbox import lease
from workers.decider import Decider
from workers.player import Player
from workers.reviewer import ReviewWorker

REVIEWS = "/v1/reviews"
NAMES = ('<script>"&', "Bertha")


@pytest.fixture
def shallow(monkeypatch: pytest.MonkeyPatch) -> None:
    """Quick evaluations; these tests do not depend on their quality."""
    monkeypatch.setattr("service.games.ai.reviews.move_analysis.LEVELS", {"medium": Plain(), "hard": Plain()})
    depth = Depth(samples=1, others=1)
    monkeypatch.setattr("service.games.ai.reviews.move_analysis.DEPTHS", {"medium": depth, "hard": depth})


@pytest.fixture
def finished(app: Flask, redis: Redis) -> str:
    """A game that bots have played to its end."""
    return played(app, NAMES)


def played(app: Flask, names: Sequence[str]) -> str:
    """Return a game of bots with these names, played to its end."""
    games: Games = app.extensions["games"]
    seats = [Seat("ai", name, "random") for name in names]
    game_id = games.create_game("villagers", seats, {}, "a seed").game_id
    player = Player(games, {"random": Plain()}, 3600, reaction_seconds=0, pace=PACE)
    while games.queries.load_game(game_id).status != "finished":
        player.play_due_turns(game_id)
    return game_id


def worker(app: Flask, asked: list[str], seconds: float = 0) -> ReviewWorker:
    """Return a worker that by default judges one decision at a time."""
    store, rulesets = app.extensions["reviews"].store, app.extensions["games"].rulesets
    decider = Decider(app.extensions["decisions"].store, rulesets, {"hard": Plain()}, PACE)
    return ReviewWorker(store, rulesets, PACE, asked.append, decider.decide_next, seconds)


@pytest.mark.usefixtures("shallow")
def test_a_review_goes_on_wherever_its_workers_died(
    app: Flask, client: FlaskClient, redis: Redis, finished: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, asked = f"/v1/games/{finished}/review", list[str]()
    refused(client.get(path), 404, "not-found")
    answer = client.post(path)
    assert (answer.status_code, answer.headers["Location"]) == (202, f"{path}?level=medium")
    queued: Doc = answer.get_json()
    assert (queued["status"], queued["done"], queued["decisions"], queued["game"]) == ("queued", 0, None, finished)
    review = queued["id"]
    assert redis.zrange(keys.DECISIONS_DUE, 0, -1) == [review.encode()]
    assert client.post(path, json={"level": "medium"}).get_json()["id"] == review, "two requests, one review"
    assert redis.zcard(keys.DECISIONS_DUE) == 1
    refused(client.get(f"/v1/decisions/{review}"), 404, "not-found")

    assert worker(app, asked).step(review)
    assert asked == [review], "the rest is left to others, who are told at once"
    running = client.get(path).get_json()
    assert (running["status"], running["done"]) == ("running", 1)
    assert running["moves"] == []
    for _ in range(2):
        assert app.extensions["reviews"].store.begin_review(review, 0), "a worker dies of it"
        assert not worker(app, asked).step(review), "it is still that worker's"
        assert lease(app.extensions["decisions"].store, 0) == [review]
        assert worker(app, asked).step(review)
    with monkeypatch.context() as told_to_stop:
        told_to_stop.setattr(shutdown, "raise_if_stopping", _stop)
        assert not worker(app, asked).step(review)
    assert client.get(path).get_json()["done"] == 3
    assert worker(app, asked, seconds=3600).step(review)

    done = client.get(path, query_string={"wait": 20}).get_json()
    assert (done["status"], done["done"], done["failure"]) == ("done", done["decisions"], None)
    games: Games = app.extensions["games"]
    game = games.queries.load_game(finished)
    material = replace(Material.from_replay(games.queries.whole_replay(game), game.setup.options), names=())
    whole = Reviewer(game.ruleset, material, Level("medium"))
    expected = whole.review_result([whole.judge(number) for number in range(len(whole))])
    expected["moves"] = [put_in_language(one, "en") for one in expected["moves"]]
    assert {name: done[name] for name in expected} == expected
    assert len(done["moves"]) == sum(seat["decisions"] for seat in done["seats"]) == done["decisions"] > 20
    assert done["curve"][-1]["version"] == game.version
    assert 0 < redis.ttl(keys.review(review)) <= redis.ttl(keys.game(finished, "head"))
    assert redis.zcard(keys.DECISIONS_DUE) == 0
    assert not [field for field in redis.hkeys(keys.review(review)) if field.startswith(b"p0")]
    assert client.post(path).get_json()["status"] == "done", "kept"
    assert client.post(path, json={"level": "hard"}).get_json()["id"] != review


def _stop() -> None:
    raise shutdown.Stopped


@pytest.mark.usefixtures("shallow")
def test_a_review_gives_way_to_decisions(
    app: Flask, client: FlaskClient, finished: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After each decision that it judges, however much time it has; it continues, however many there are."""
    path, asked, hints = f"/v1/games/{finished}/review", list[str](), list[str]()
    review = client.post(path).get_json()["id"]
    table, judge = Table(client), Reviewer.judge

    def hint() -> None:
        answer = client.post(f"{table.path}/hint", headers=bearer(table.tokens[str(table.to_act())]))
        hints.append(answer.get_json()["id"])

    def statuses() -> list[str]:
        return [client.get(f"/v1/decisions/{one}").get_json()["status"] for one in hints]

    def judged(*args: Any) -> Doc:
        if len(hints) < 3:
            hint()
        return judge(*args)

    monkeypatch.setattr(Reviewer, "judge", judged)
    for done in (1, 2, 3):
        assert worker(app, asked, seconds=3600).step(review)
        assert client.get(path).get_json()["done"] == done
        assert statuses() == ["done"] * (done - 1) + ["queued"]
    assert asked == [review] * 3
    assert worker(app, asked, seconds=3600).step(review)
    assert statuses() == ["done"] * 3
    assert client.get(path).get_json()["status"] == "done"


@pytest.mark.usefixtures("shallow")
def test_other_reviews_limit_a_caller_however_quick_its_decisions_are(
    app: Flask, client: FlaskClient, redis: Redis, finished: str
) -> None:
    """What waits keeps its place as long as its most patient item."""
    client.post(f"/v1/games/{finished}/review")
    (caller,) = redis.scan_iter("{decisions}:caller:*")
    before = redis.pttl(caller)
    game = app.extensions["games"].queries.load_game(Table(client).created["id"])
    view = app.extensions["games"].queries.document_for(game, game.to_act[0])["view"]
    asked = client.post("/v1/decisions", json={"ruleset": "villagers", "view": view, "seat": game.to_act[0]})
    assert asked.status_code == 202
    assert redis.zcard(caller) == 2
    assert redis.pttl(caller) > before - 3_600_000
    redis.persist(caller)
    client.post("/v1/decisions", json={"ruleset": "villagers", "view": view, "seat": game.to_act[0]})
    assert redis.pttl(caller) > 0


@pytest.mark.usefixtures("shallow")
@pytest.mark.parametrize("options", [{}, {"resign_level": "random"}])
def test_a_game_that_somebody_resigned_is_reviewed(app: Flask, client: FlaskClient, options: Doc) -> None:
    """Whether that ended it or an AI played on: the curve ends with the winner."""
    table = Table(client, options=options)
    for _ in range(12):
        table.step()
    loser = table.waiting()
    refused(client.post(f"{table.path}/review"), 409, "game-running")
    answer = client.post(f"{table.path}/seats/{loser}/resign", headers=bearer(table.tokens[str(loser)]))
    assert answer.status_code == 200
    player = Player(app.extensions["games"], {"random": Plain()}, 3600, reaction_seconds=0, pace=PACE)
    while table.look()["status"] != "finished":
        player.play_due_turns(table.created["id"])
        if (game := table.look())["to_act"] and game["to_act"][0] != loser:
            table.step()
    game = table.look()

    client.post(f"{table.path}/review")
    assert worker(app, [], seconds=3600).step(client.get(f"{table.path}/review").get_json()["id"])
    review = client.get(f"{table.path}/review").get_json()
    assert review["status"] == "done"
    last = review["curve"][-1]
    winners = game["result"]["winners"]
    assert last["version"] == game["version"]
    assert [seat for seat, chance in enumerate(last["chances"]) if chance] == winners
    assert sum(last["chances"]) == pytest.approx(1)
    assert {one["seat"] for one in review["moves"]} == {0, 1}


@pytest.mark.usefixtures("shallow")
@pytest.mark.parametrize("level", [None, "easy"])
def test_who_has_resigned_has_no_chance_and_makes_no_decisions(
    app: Flask, client: FlaskClient, level: str | None
) -> None:
    """Although it would have won by the score, unless an AI has won for it."""
    game = played(app, ["Ada", "Bea", "Cid", "Dee"])
    replay = client.get(f"/v1/games/{game}/replay").get_json()
    (quitter,), half = replay["result"]["winners"], len(replay["moves"]) // 2
    for seat in replay["seats"]:
        seat |= {"type": "human", "level": None}
    replay["options"]["resign_level"] = level
    note = {"seat": quitter, "at": replay["moves"][half]["at"], "move": None, "events": [{"type": "seat_resigned"}]}
    replay["moves"].insert(half, note)
    if level is None:
        totals = {score["seat"]: score["total"] for score in replay["result"]["scores"] if score["seat"] != quitter}
        winners = [seat for seat, total in totals.items() if total == max(totals.values())]
        replay["result"] |= {"winners": winners, "forfeited": [quitter]}

    asked = client.post(REVIEWS, json={"replay": replay})
    assert asked.status_code == 202, asked.get_json()
    assert worker(app, [], seconds=3600).step(asked.get_json()["id"])
    review = client.get(asked.headers["Location"]).get_json()
    last = review["curve"][-1]
    assert last["version"] == len(replay["moves"])
    assert [seat for seat, chance in enumerate(last["chances"]) if chance] == replay["result"]["winners"]
    after = [point["chances"] for point in review["curve"] if point["version"] > half]
    assert all(sum(chances) == pytest.approx(1, abs=0.001) for chances in after)
    assert any(chances[quitter] for chances in after) == (level is not None)
    own = [one for one in review["moves"] if one["seat"] == quitter]
    assert all(one["version"] <= half for one in own)
    assert len(own) == review["seats"][quitter]["decisions"] > 0
    assert any(one["version"] > half for one in review["moves"])


@pytest.mark.usefixtures("shallow")
def test_moves_are_called_as_in_the_game(app: Flask, client: FlaskClient, finished: str) -> None:
    """By names of cards and players, in the language of the answer, no two alike."""
    path = f"/v1/games/{finished}/review"
    review = client.post(path).get_json()["id"]
    assert worker(app, [], seconds=3600).step(review)
    english, german = (client.get(path, query_string={"lang": lang}).get_json()["moves"] for lang in ("en", "de"))
    assert [one["move"] for one in english] == [one["move"] for one in german]
    assert english[0]["label"].startswith("Draft the ")
    assert german[0]["label"] != english[0]["label"]
    for one in [*english, *german]:
        assert "labels" not in one
        options = {option["label"]: option["move"] for option in [one, *one["best"]]}
        assert len(options) == len({str(move) for move in options.values()})


@pytest.mark.usefixtures("shallow")
def test_verdicts_can_be_made_again_from_the_answer(app: Flask, client: FlaskClient, finished: str) -> None:
    path = f"/v1/games/{finished}/review"
    review = client.post(path).get_json()["id"]
    assert worker(app, [], seconds=3600).step(review)
    done = client.get(path).get_json()
    moves = done["moves"]
    found = [kind_of(one["loss"], one["error"], one["accuracy"]) for one in moves]
    assert [one["verdict"] for one in moves] == found
    causes = [one["version"] for one in moves if one["loss"] >= 0.05]
    assert {point["version"] for point in done["turning_points"]} <= set(causes)


@pytest.mark.parametrize("winners", [None, (1,)])
def test_material_is_loaded_as_it_was(winners: tuple[int, ...] | None) -> None:
    material = Material("villagers", {}, 2, "00", ((0, None),), "game", winners, ("Ada", None), (0,))
    assert Material.load_material(material.dump_material()) == material


def kept(redis: Redis) -> list[bytes]:
    """Everything stored, except messages to workers, which expire within seconds."""
    return sorted(key for key in redis.keys("*") if not key.startswith(b"rq:"))


@pytest.mark.usefixtures("shallow")
def test_a_replay_from_elsewhere_is_reviewed(app: Flask, client: FlaskClient, redis: Redis, finished: str) -> None:
    """Like a game that was played here; once, however often it is requested."""
    replay = client.get(f"/v1/games/{finished}/replay").get_json()
    for path, body in ((f"/v1/games/{finished}/review", {}), (REVIEWS, {"replay": replay, "level": "medium"})):
        asked = client.post(path, json=body)
        assert asked.status_code == 202
        assert worker(app, [], seconds=3600).step(asked.get_json()["id"])
    game, where = asked.get_json()["game"], asked.headers["Location"]
    assert where == f"/v1/games/{game}/review?level=medium"
    assert game != finished
    own, other = (client.get(f"/v1/games/{id_}/review").get_json() for id_ in (finished, game))
    assert other["status"] == "done"
    for part in ("seats", "curve", "turning_points", "moves"):
        assert own[part] == other[part]
    stored = len(kept(redis))
    again = client.post(REVIEWS, json={"replay": replay}).get_json()
    assert (again["id"], again["status"], again["moves"]) == (other["id"], "done", other["moves"])
    assert len(kept(redis)) == stored
    assert client.post(REVIEWS, json={"replay": replay, "level": "hard"}).get_json()["status"] == "queued"


def test_a_forged_replay_is_refused(client: FlaskClient, redis: Redis, finished: str) -> None:
    replay = client.get(f"/v1/games/{finished}/replay").get_json()
    stored = kept(redis)
    for forged in (
        {**replay, "seed": "00"},
        {**replay, "moves": replay["moves"][:-1]},
        {**replay, "moves": [replay["moves"][0], *replay["moves"]]},
        {**replay, "result": {"winners": [9]}},
    ):
        refused(client.post(REVIEWS, json={"replay": forged}), 422, "invalid-replay")
    for body, where in (
        ({}, "replay"),
        ({"replay": {**replay, "seed": 1}}, "replay.seed"),
        ({"replay": replay, "level": "beginner"}, "level"),
        ({"replay": replay, "deep": True}, "deep"),
        ({"replay": [replay]}, "replay"),
    ):
        assert list(refused(client.post(REVIEWS, json=body), 422, "invalid-request")["errors"]) == [where]
    assert "create_replay_review" in computed_calls.operations(), "verified by a process for that"
    assert kept(redis) == stored


def test_only_finished_games_are_reviewed_and_only_as_asked(client: FlaskClient, redis: Redis) -> None:
    path = Table(client).path
    for _ in range(2):
        refused(client.post(f"{path}/review"), 409, "game-running")
    refused(client.get(f"{path}/review"), 404, "not-found")
    refused(client.post("/v1/games/0000aaaaaaaaaaaaaaaa/review"), 404, "not-found")
    for body in ({"level": "beginner"}, {"level": 7}, {"colour": "red"}, {"level": {"name": "easy"}}):
        refused(client.post(f"{path}/review", json=body), 422, "invalid-request")
    refused(client.get(f"{path}/review", query_string={"level": "x"}), 422, "invalid-request")
    assert redis.zcard(keys.DECISIONS_DUE) == 0


def test_a_game_that_leads_elsewhere_by_the_present_rules_is_not_reviewed(
    client: FlaskClient, finished: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    rules = RULESETS["villagers"]
    monkeypatch.setattr(
        time_travel, "beginning", lambda game: Replayer(rules, rules.setup(game.setup.options, 2, b"other"))
    )
    refused(client.post(f"/v1/games/{finished}/review"), 409, "cannot-review")


@pytest.mark.usefixtures("shallow")
def test_a_review_that_failed_can_be_asked_for_again(
    app: Flask, client: FlaskClient, redis: Redis, finished: str
) -> None:
    review = client.post(f"/v1/games/{finished}/review").get_json()["id"]
    store = app.extensions["reviews"].store
    task = store.begin_review(review, 60)
    assert task is not None
    assert not store.save_steps(type(task)(review, b"other", None, task.about, task.material, []), [], 1, release=False)
    assert store.fail(task, "bot_failed")
    assert client.get(f"/v1/games/{finished}/review").get_json()["failure"] == "bot_failed"
    assert review_document(store.read_review(review))["status"] == "failed"
    assert client.post(f"/v1/games/{finished}/review").get_json()["status"] == "queued"


# --- what is judged ------------------------------------------------------------------------------


def planted() -> Iterator[tuple[Material, int]]:
    """Return games of `greedy`. Each comes with the version of one move that loses as much as a move can."""
    rules, bot = RULESETS["villagers"], LEVELS["greedy"]
    for number in range(20):
        rng, options, seed = random.Random(number), rules.read_options({}, 2), f"planted {number}".encode()
        state, steps, found = rules.setup(options, 2, seed), list[Step](), 0
        while acting := rules.to_act(state):
            seat = acting[0]
            view = rules.view(state, seat)
            move = bot.choose(rules, view, rng)
            if not found and len(steps) > 40 and len(rules.legal_moves(state, seat)) > 1:
                thought = sorted(appraise(rules, view, rng), key=lambda one: one.chance)
                if thought[-1].chance - thought[0].chance > 0.3:
                    move, found = thought[0].move, len(steps) + 1
            steps.append((seat, rules.write_move(move)))
            rules.advance(state, seat, move)
        if found:
            yield Material("villagers", options, 2, seed.hex(), tuple(steps)), found


@pytest.mark.long
def test_a_planted_blunder_is_found_at_its_version() -> None:
    material, version = next(planted())
    review = Reviewer(RULESETS["villagers"], material, Level("medium"))
    at = next(at for at, one in enumerate(review.choices) if one.version == version)
    verdict = review.judge(at)
    assert (verdict["version"], verdict["verdict"]) == (version, "blunder")
    assert verdict["loss"] > 0.15
    assert verdict["best"][0]["move"] != verdict["move"]
    assert review.judge(at) == verdict


def given_away() -> tuple[Material, int, str]:
    """Return a game of `greedy` in which a seat trades a card that would win it the game for a lumberjack.

    By what counts at the market, not by a forecast. Returns the game, the version of that move, and the card.
    """
    rules, bot, rng = RULESETS["villagers"], LEVELS["greedy"], random.Random(11)
    options, seed, found = rules.read_options({}, 2), b"given away 11", (0, "")
    state, steps = rules.setup(options, 2, seed), list[Step]()

    def counted(now: Any, seat: int) -> int:
        return next(one["total"] for one in rules.score_now(now)["second_market"] if one["seat"] == seat)

    while acting := rules.to_act(state):
        seat = acting[0]
        move = bot.choose(rules, rules.view(state, seat), rng)
        doc = rules.write_move(move)
        after = rules.clone(state)
        rules.advance(after, seat, move)
        if not found[0] and len(steps) > 40 and doc["type"] == "place":
            trade = {"type": "trade", "card": doc["card"], "basic": "lumberjack"}
            away = [one for one in rules.legal_moves(state, seat) if rules.write_move(one) == trade]
            if away and counted(state, seat) + 2 < counted(state, 1 - seat) < counted(after, seat) - 2:
                move, found = away[0], (len(steps) + 1, doc["card"])
        steps.append((seat, rules.write_move(move)))
        rules.advance(state, seat, move)
    return Material("villagers", options, 2, seed.hex(), tuple(steps)), *found


@pytest.mark.long
def test_who_gives_away_the_best_card_has_blundered() -> None:
    material, version, card = given_away()
    assert version
    review = Reviewer(RULESETS["villagers"], material, Level("medium"))
    verdict = review.judge(next(at for at, one in enumerate(review.choices) if one.version == version))
    assert (verdict["version"], verdict["verdict"]) == (version, "blunder")
    assert verdict["loss"] > 0.5
    assert (verdict["best"][0]["move"]["type"], verdict["best"][0]["move"]["card"]) == ("place", card)
    reasons = next(found for at in range(len(review)) if (found := review.judge(at)["reasons"]))
    assert {*reasons[0]["texts"]} == {"en", "de"}


@pytest.mark.long
@pytest.mark.parametrize("key", ["villagers", "my_village"])
def test_random_moves_are_inaccurate_though_the_game_is_lost(key: str) -> None:
    rules, rng = RULESETS[key], random.Random(36)
    options, seed, steps = rules.read_options({}, 2), b"one clicks", list[Step]()
    state = rules.setup(options, 2, seed)
    while acting := rules.to_act(state):
        bot = LEVELS[("random", "medium")[acting[0]]]
        move = bot.choose(rules, rules.view(state, acting[0]), rng)
        steps.append((acting[0], rules.write_move(move)))
        rules.advance(state, acting[0], move)
    review = Reviewer(rules, Material(key, options, 2, seed.hex(), tuple(steps)), Level("medium"))
    # Later, the game is decided, so nothing is at stake.
    clicker, search = review.review_result([review.judge(at) for at in range(len(review) // 2)])["seats"]
    assert clicker["accuracy"] < 60
    # A search that has practically won no longer cares for every point.
    assert search["accuracy"] > clicker["accuracy"] + 10


@pytest.mark.parametrize(
    ("loss", "error", "accuracy", "kind"),
    [
        (0.0, 0.0, 100.0, "best"),
        (0.0, 0.0, 20.0, "good"),
        (0.0, 0.0, None, None),
        (0.03, 0.0, 80.0, "good"),
        (0.05, 0.0, 80.0, "inaccuracy"),
        (0.1, 0.0, 50.0, "mistake"),
        (0.2, 0.0, 0.0, "blunder"),
        (0.2, 0.1, 0.0, "mistake"),
    ],
)
def test_verdicts(loss: float, error: float, accuracy: float | None, kind: str | None) -> None:
    assert kind_of(loss, error, accuracy) == kind


def test_a_move_is_as_accurate_as_it_lies_between_worst_and_best() -> None:
    far_behind = [[-9.0, -8.0, -9.0], [-7.0, -6.0, -7.0], [-8.5, -7.5, -8.5]]
    assert [accuracy_of(far_behind, own) for own in range(3)] == pytest.approx([0, 100, 12.5])


def test_nothing_is_at_stake_where_moves_differ_by_chance_only() -> None:
    assert accuracy_of([[0.5, 0.7, 0.2]] * 3, 1) is None
    assert accuracy_of([[0.5, 0.7, 0.2], [0.7, 0.5, 0.3]], 1) is None


def test_accuracy_and_turning_points() -> None:
    assert accuracy([]) is None
    assert accuracy([None]) is None
    assert accuracy([100, None, 50]) == 75
    chances: list[Any] = [[0.5, 0.5], [0.55, 0.45], [0.8, 0.2], [0.1, 0.9]]
    curve = [{"version": at, "chances": found} for at, found in enumerate(chances)]
    assert turning_points(curve, {1, 2, 3}) == [
        {"version": 2, "seat": 0, "before": 0.55, "after": 0.8},
        {"version": 3, "seat": 0, "before": 0.8, "after": 0.1},
    ]
    assert [point["version"] for point in turning_points(curve, {1, 3})] == [3], "what has no cause is none"
