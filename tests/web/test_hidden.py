"""No card that a seat may not know is in its page or was sent to its browser, compared with the final truth."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable, Iterable, Iterator
from typing import Any

import pytest

from engine.registry import RULESETS
from engine.replay import Replayer, steps
from engine.ruleset import Doc
from tests.web.seating import created, take_seat
from tests.web.watched import Watched
from tools.testbed.processes import eventually
from tools.testbed.stack import Stack

pytestmark = [pytest.mark.long, pytest.mark.timeout(900)]

RULES: Any = RULESETS["villagers"]
SEAT = 0
FULL = {"expansions": ["saints", "scoundrels"]}

# Copies every response as it arrives, streams too: the browser keeps no bodies of those.
_LISTEN = """
window.heard = [];
window.newest = 0;
const plain = window.fetch;
window.fetch = async (...asked) => {
  const answer = await plain(...asked);
  const one = {url: answer.url, text: "", done: !answer.body};
  window.heard.push(one);
  if (one.done) return answer;
  const reader = answer.clone().body.pipeThrough(new TextDecoderStream()).getReader();
  (async () => {
    for (;;) {
      const {done, value} = await reader.read();
      if (done) return;
      one.text += value;
      const versions = [...one.text.matchAll(/"version":(\\d+)/g)].map(([, version]) => Number(version));
      window.newest = Math.max(window.newest, ...versions);
    }
  })().catch(() => {}).finally(() => { one.done = true; });
  return answer;
};
"""
# With the newest version that the page may know: a stream may be ahead of the table that is shown.
_PAGE = "[window.newest, document.body.outerHTML]"


def strings(doc: Any) -> Iterator[str]:
    """Yield every text in a document, except keys of objects."""
    if isinstance(doc, str):
        yield doc
    elif isinstance(doc, dict):
        for value in doc.values():
            yield from strings(value)
    elif isinstance(doc, list):
        for value in doc:
            yield from strings(value)


class Secrets:
    """Which cards a seat had never seen up to each version, by the truth that is shown after the end."""

    def __init__(self, told: Doc) -> None:
        self.cards = {card["key"]: card for card in RULES.cards("en") if card.get("suit")}
        self.names = {key: card["name"] for key, card in self.cards.items()}
        seed = bytes.fromhex(told["seed"])
        again = Replayer(RULES, RULES.setup(_own(told["options"]), len(told["seats"]), seed))
        known = self._seen(RULES.write_view(RULES.view(again.state, SEAT)))
        self.unseen = [self._in_play(again.state) - known]
        for seat, step in steps(told["moves"]):
            events = again.play_entry(seat, step)
            known |= self._seen(RULES.write_view(RULES.view(again.state, SEAT)))
            known |= self._seen([event.seen_by(SEAT) for event in events])
            self.unseen.append(self._in_play(again.state) - known)

    def _seen(self, doc: Any) -> set[str]:
        """Return the cards named in a document, and those that these name themselves, such as whose lock they open."""
        seen = self.cards.keys() & set(strings(doc))
        words = " ".join(json.dumps(self.cards[key]) for key in seen)
        named = {key for key, name in self.names.items() if _has(words, key) or _has(words, name)}
        return seen | named

    def _in_play(self, state: Any) -> set[str]:
        return self.cards.keys() & set(strings(RULES.write_position(state)))

    def found_in(self, text: str, version: int) -> set[str]:
        """Return the cards that are named in a text and had not been seen by this version."""
        hidden = self.unseen[version]
        text = text.replace('"tinner":', "").replace("/tinner", "")  # A field of a seat that has the name of the card.
        known = sorted((name for key, name in self.names.items() if key not in hidden), key=len, reverse=True)
        # A known name may contain another one, as Horse Trader contains Trader.
        text = re.sub(rf"\b(?:{'|'.join(map(re.escape, known))})\b", " ", text)
        words = {word: key for key in hidden for word in (key, self.names[key])}
        found = re.findall(rf"\b(?:{'|'.join(map(re.escape, words))})\b", text) if words else []
        return {words[word] for word in found}


def _own(options: Doc) -> Doc:
    return {name: value for name, value in options.items() if name in {option.name for option in RULES.options}}


def _has(text: str, word: str) -> bool:
    return re.search(rf"\b{re.escape(word)}\b", text) is not None


def heard(bodies: Iterable[Doc]) -> Iterator[tuple[int, str]]:
    """Yield the responses, piece by piece, each with the version of the game that it shows."""
    for body in bodies:
        if "/v1/rulesets" in body["url"]:
            continue
        text = body["text"]
        pieces = re.findall(r"^data: (.*)$", text, re.MULTILINE) if "event:" in text or "data:" in text else [text]
        for piece in pieces:
            if piece and "version" in (doc := json.loads(piece)):
                yield int(doc["version"]), piece


def test_nothing_hidden_is_in_the_page_or_was_sent_to_it(visit: Callable[..., Watched], stack: Stack) -> None:
    game = created(stack, "villagers", options={**FULL, "first_player": "0"})
    visitor: Watched = visit()
    visitor.context.add_init_script(_LISTEN)
    take_seat(visitor, game)
    rng, pages = random.Random(13), []
    while visitor.play(rng, moves=1):
        pages.append(visitor.page.evaluate(_PAGE))
    eventually(lambda: visitor.page.evaluate("window.heard.every(one => one.done)"), "the end of all answers")
    _, told = stack.call("GET", f"/v1/games/{game['id']}/replay")
    secrets = Secrets(told)
    sent = list(heard(visitor.page.evaluate("window.heard")))
    assert len(pages) > 20
    assert len(sent) > len(pages)
    assert {version for version, _ in sent} >= {version for version, _ in pages}
    # The search can find: cards that were hidden at first are in a page of the end.
    first, (_, end) = secrets.unseen[0], pages[-1]
    assert [key for key in first if _has(end, secrets.names[key])]
    for version, text in sent:
        assert not secrets.found_in(text, version), f"sent at version {version}"
    for version, text in pages:
        assert not secrets.found_in(text, version), f"in the page at version {version}"
