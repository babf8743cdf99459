"""The table says what is asked and whose turn it is, keeps the focus, fits the screen, and tells how a game ended."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from typing import Any

import pytest

from tests.web.axe import Inspected
from tests.web.measures import Seen
from tests.web.seating import AI, HUMAN, created, finished, labels, take_seat
from tests.web.watched import Watched
from tools.testbed.stack import Stack

pytestmark = [pytest.mark.long, pytest.mark.timeout(1800)]

Visit = Callable[..., Watched]
ALL = {"expansions": ["saints", "scoundrels", "profiteers", "developments"]}
FAST = {"type": "ai", "level": "random"}
RULESETS = ("villagers", "my_village")

_FOCUS = "() => document.activeElement.tagName"
_NEXT = """number => {
  // A card touched just after a move was made is no longer part of one, and opens its closer look.
  document.querySelector("dialog[open]")?.close();
  const all = [...document.querySelectorAll(".board button.spot.open:enabled, .offers button:enabled")];
  const one = all[number % Math.max(1, all.length)];
  one?.focus();
  return one !== undefined;
}"""
_SHIFTS = """new PerformanceObserver(list => {
  for (const { value, hadRecentInput } of list.getEntries())
    if (!hadRecentInput) window.shifted = (window.shifted ?? 0) + value;
}).observe({ type: "layout-shift", buffered: true });"""


@pytest.mark.parametrize("size", [(1440, 900), (390, 844)])
@pytest.mark.parametrize(("ruleset", "options"), [("villagers", ALL), ("my_village", {})])
def test_every_decision_is_on_the_screen_or_docked(
    visit: Visit, stack: Stack, ruleset: str, options: dict[str, Any], size: tuple[int, int]
) -> None:
    width, height = size
    visitor = visit(width=width, reduced_motion="reduce")
    visitor.page.set_viewport_size({"width": width, "height": height})
    take_seat(visitor, created(stack, ruleset, (HUMAN, FAST, FAST), options=options | {"first_player": "0"}))
    seen = Seen(visitor)
    visitor.touch(random.Random(37), seen.look)
    assert seen.decisions > 20
    assert not seen.faults, "\n".join(sorted(seen.faults))


def test_a_strip_that_is_too_small_unfolds(visit: Visit, stack: Stack) -> None:
    visitor = visit(viewport={"width": 320, "height": 300})
    take_seat(visitor, created(stack, "villagers", options={"first_player": "0"}))
    labels(visitor)
    seen, page = Seen(visitor), visitor.page
    page.locator(".choosing .more").wait_for()
    seen.look()
    assert seen.unfolded == 1
    assert not {fault for fault in seen.faults if fault.startswith(("neither", "docked"))}
    page.get_by_role("button", name="Show everything you can touch").click()
    page.locator(".offers .elsewhere").last.click()
    page.locator(".spot.held").wait_for(state="attached")


def test_a_choice_that_the_strip_offers_scrolls_nothing_away(visit: Visit, stack: Stack) -> None:
    game = created(stack, "my_village", options={"first_player": "0"})
    path, token = f"/v1/games/{game['id']}", game["tokens"]["0"]
    _, asked = stack.call("GET", f"{path}?include=moves", token=token)
    stack.call("POST", f"{path}/moves", {"move": asked["moves"][0]["move"]}, token=token)
    visitor = visit(viewport={"width": 390, "height": 500}, reduced_motion="reduce")
    take_seat(visitor, game)
    page = visitor.page
    page.locator(".board button.spot.open").first.click()
    page.locator(".offers button").filter(has_text="Banner value").nth(1).wait_for()
    page.locator(".offers .elsewhere").wait_for()
    assert page.locator(".board .spot.held").evaluate("die => die.getBoundingClientRect().top") > 0
    assert page.evaluate("scrollY") == 0


@pytest.mark.parametrize(("ruleset", "options"), [("villagers", ALL), ("my_village", {})])
def test_nothing_is_cut_off_in_german_on_a_small_phone(
    visit: Visit, stack: Stack, ruleset: str, options: dict[str, Any]
) -> None:
    visitor = visit("de-DE", 360, reduced_motion="reduce")
    take_seat(visitor, created(stack, ruleset, (HUMAN, FAST, FAST, FAST), options=options | {"first_player": "0"}))
    seen = Seen(visitor)
    visitor.touch(random.Random(38), seen.look)
    faults = {fault for fault in seen.faults if not fault.startswith("neither")}
    assert not faults, "\n".join(sorted(faults))


@pytest.mark.parametrize("ruleset", RULESETS)
def test_the_focus_is_never_lost_in_a_game_by_keyboard(visit: Visit, stack: Stack, ruleset: str) -> None:
    visitor, rng, lost, made = visit(), random.Random(39), [], 0
    take_seat(visitor, created(stack, ruleset, (HUMAN, FAST), options={"first_player": "0"}))
    page = visitor.page
    page.keyboard.press("Tab")
    while True:
        page.locator(
            ".table[data-status=finished], .table[data-busy=false] :is(button.spot.open, .offers button:enabled)"
        ).first.wait_for(state="attached")
        if page.locator(".table[data-status=finished]").count():
            break
        before = visitor.version()
        if not page.evaluate(_NEXT, rng.randrange(1 << 20)):
            continue
        page.keyboard.press("Enter")
        page.locator(".table[data-busy=false]").wait_for(state="attached")
        if visitor.version() == before:
            continue
        made += 1
        page.wait_for_timeout(100)
        if page.evaluate(_FOCUS) == "BODY":
            lost.append(before)
    assert made > 20
    assert not lost, f"after {len(lost)} of {made} moves"


def test_a_seat_that_may_only_react_is_told_so(visit: Visit, stack: Stack) -> None:
    visitor = visit()
    game = created(stack, "villagers", (HUMAN, {"type": "human", "name": "Eva"}), options={"first_player": "0"})
    game["tokens"] = {"0": game["tokens"]["0"]}
    path = f"/v1/games/{game['id']}"

    def react(route: Any) -> None:
        answer = route.fetch()
        told = answer.json()
        told |= {"to_act": [1, 0], "prompt": "You may react: Courier"}
        route.fulfill(response=answer, body=json.dumps(told))

    visitor.page.route(lambda url: f"{path}?" in url or url.endswith(path), react)
    take_seat(visitor, game)
    page = visitor.page
    page.get_by_role("heading", level=1).filter(has_text="Eva's turn. You may react: Courier").wait_for()
    assert page.title().startswith("○ You may react")
    assert page.locator(".seats .acting").inner_text().startswith("Eva")
    visitor.open()
    page.locator(".standing").filter(has_text="You may react").wait_for()
    page.unroute_all()
    take_seat(visitor, game)
    page.get_by_role("heading", level=1).filter(has_text="Draft a villager").wait_for()
    assert page.title().startswith("● Your turn")


@pytest.mark.parametrize(("locale", "level"), [("en-GB", "AI: Greedy"), ("de-DE", "KI: Gierig")])
def test_levels_have_names(visit: Visit, stack: Stack, locale: str, level: str) -> None:
    visitor = visit(locale)
    take_seat(visitor, created(stack, "villagers", (HUMAN, AI)))
    visitor.page.locator(".seats .tag").filter(has_text=level).wait_for()


def test_no_address_is_a_dead_end(visit: Visit, stack: Stack) -> None:
    visitor, page = (one := visit()), one.page
    for path in ("/nonsense/x", "/rules/nonsense", "/learn/nonsense", "/table/nonsense"):
        visitor.open(path)
        page.locator("main a[href='/']").wait_for()
        assert page.locator("main").inner_text().strip()
    game = created(stack, "villagers", options={"first_player": "0"})
    stale = game | {"tokens": {"0": "x" * 43}}
    visitor.context.add_init_script(
        f"if (!localStorage.length) localStorage.setItem('hamlet.games', {json.dumps(json.dumps([stale]))})"
    )
    visitor.open(f"/table/{game['id']}")
    page.get_by_role("button", name="Forget this seat and watch").click()
    page.locator(".table").wait_for(state="attached")
    page.get_by_text("You are watching.").wait_for()


def test_a_table_that_waits_has_a_heading_and_a_title(visit: Visit, stack: Stack) -> None:
    visitor = visit()
    take_seat(visitor, created(stack, "villagers", (HUMAN, {"type": "open"})))
    visitor.page.get_by_role("heading", level=1).filter(has_text="Waiting for Seat 2").wait_for()
    assert visitor.page.title().startswith("Waiting for Seat 2")


@pytest.mark.parametrize(
    ("locale", "said", "cut"),
    [
        ("en-GB", "The server cannot be reached", "No connection"),
        ("de-DE", "Der Server ist nicht erreichbar", "Keine Verbindung"),
    ],
)
def test_offline_is_said_in_our_own_words_and_ends(
    visit: Visit, stack: Stack, locale: str, said: str, cut: str
) -> None:
    visitor = visit(locale)
    take_seat(visitor, created(stack, "villagers", options={"first_player": "0"}))
    labels(visitor)
    page = visitor.page
    visitor.context.set_offline(True)
    page.locator(".status").filter(has_text=cut).wait_for()
    page.locator(".moves button:enabled").first.evaluate("button => button.click()")
    page.get_by_role("alert").filter(has_text=said).wait_for()
    visitor.context.set_offline(False)
    page.get_by_role("alert").wait_for(state="detached")
    page.locator(".status").filter(has_text=cut).wait_for(state="detached")
    assert visitor.play(random.Random(1), moves=1) == 1


def test_a_stream_that_opens_late_is_no_connection(visit: Visit, stack: Stack) -> None:
    visitor = visit()
    page, held = visitor.page, []

    def hold(route: Any) -> None:
        held.append(route)

    page.route(lambda url: "/events" in url, hold)
    take_seat(visitor, created(stack, "villagers", options={"first_player": "0"}))
    labels(visitor)
    visitor.context.set_offline(True)
    cut = page.locator(".status").filter(has_text="No connection")
    cut.wait_for()
    page.evaluate("""new MutationObserver(() => document.body.classList.add("was-connected"))
        .observe(document.querySelector(".status"), {subtree: true, childList: true, characterData: true})""")
    with page.expect_request(lambda request: "/events" in request.url):
        held[0].fulfill(status=200, content_type="text/event-stream", body=": open\n\n")
    assert not page.locator("body.was-connected").count(), "the page took the stream for a connection"
    visitor.context.set_offline(False)
    page.unroute_all()
    cut.wait_for(state="detached")


def test_no_connection_goes_away_though_the_stream_never_broke(visit: Visit, stack: Stack) -> None:
    visitor = visit()
    game = created(stack, "villagers", options={"first_player": "0"})
    take_seat(visitor, game)
    labels(visitor)
    page, path = visitor.page, f"/v1/games/{game['id']}"
    refused = {"type": "/problems/unavailable", "title": "Unavailable", "status": 503, "detail": "Nothing was changed."}

    def refuse(route: Any) -> None:
        route.fulfill(status=503, content_type="application/problem+json", body=json.dumps(refused))

    page.route(lambda url: path in url and "/events" not in url, refuse)
    page.locator(".moves button:enabled").first.evaluate("button => button.click()")
    cut = page.locator(".status").filter(has_text="No connection")
    cut.wait_for()
    page.unroute_all()
    cut.wait_for(state="detached")
    assert visitor.play(random.Random(1), moves=1) == 1


@pytest.mark.parametrize("width", [390, 1440])
@pytest.mark.parametrize("table", ["", *RULESETS])
def test_little_moves_while_a_page_arrives(visit: Visit, stack: Stack, width: int, table: str) -> None:
    visitor = visit(width=width)
    visitor.context.add_init_script(_SHIFTS)
    if table:
        take_seat(visitor, created(stack, table, options={"first_player": "0"}))
        labels(visitor)
    else:
        visitor.open()
        visitor.page.get_by_role("button", name="Start the game").wait_for()
    visitor.page.wait_for_timeout(1000)
    assert visitor.page.evaluate("window.shifted ?? 0") < 0.05


@pytest.mark.parametrize(("scheme", "width"), [("light", 1440), ("dark", 390)])
@pytest.mark.parametrize("ruleset", RULESETS)
def test_axe_finds_nothing_with_hints_and_chosen_moves(
    visit: Visit, stack: Stack, ruleset: str, scheme: str, width: int
) -> None:
    visitor = visit(width=width, bypass_csp=True, color_scheme=scheme, reduced_motion="reduce")
    take_seat(visitor, created(stack, ruleset, options={"first_player": "0"}))
    labels(visitor)
    seen, page = Inspected(visitor), visitor.page
    page.get_by_role("button", name="Hint").click()
    page.locator("button.spot.open .chance").first.wait_for()
    seen.look("a hint")
    page.locator("button.spot.open:has(.chance)").first.click()
    page.locator(".choosing .aside").wait_for()
    seen.look("a hint on what is chosen")
    assert not seen.findings, "\n".join(["", *seen.findings])


@pytest.mark.parametrize("ruleset", RULESETS)
def test_on_a_phone_hints_and_settings_are_not_out_of_reach(visit: Visit, stack: Stack, ruleset: str) -> None:
    visitor = visit("en-GB", 390)
    take_seat(visitor, created(stack, ruleset, options={"first_player": "0"}))
    labels(visitor)
    page = visitor.page
    page.get_by_role("button", name="Hint").click()
    hint = page.locator(".hint ol")
    hint.wait_for()
    page.wait_for_timeout(100)
    box, below_bar = hint.bounding_box(), page.locator(".turn").bounding_box()["height"]
    assert below_bar <= box["y"] < 800 - box["height"]
    assert "0%" not in [one.split()[-1] for one in page.locator(".chance").all_inner_texts()]
    page.locator(".bar.last").get_by_role("button", name="Settings").click()
    page.get_by_role("dialog").wait_for()


@pytest.mark.parametrize("ruleset", RULESETS)
def test_the_end_tells_how_it_came(visit: Visit, stack: Stack, ruleset: str) -> None:
    visitor, game = visit(bypass_csp=True), finished(stack, ruleset, public=True)
    visitor.open(f"/table/{game['id']}")
    page = visitor.page
    ending = page.get_by_role("region", name="Ranking").first
    ending.locator("tfoot td").first.wait_for()
    totals = [int(one) for one in ending.locator("tfoot td").all_inner_texts()]
    assert totals == sorted((one["total"] for one in game["result"]["scores"]), reverse=True)
    lines = {line["item"] for one in game["result"]["scores"] for line in one["lines"]}
    assert ending.locator("tbody tr").count() == len(lines)
    page.get_by_role("button", name="Review this game").click()
    page.locator(".ending .plot").wait_for(timeout=600_000)
    assert page.locator(".turned li").count() > 0
    seen = Inspected(visitor)
    seen.look("the end")
    assert not seen.findings, "\n".join(["", *seen.findings])
    page.locator(".turned a").first.click()
    page.locator(".replay").wait_for()
