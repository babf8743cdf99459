"""Draws docs/picture.svg: a game of Villagers in the terminal after a few rounds. Run `python tools/picture.py`."""

from __future__ import annotations

import io
import random
import re
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
sys.path[0] = str(ROOT)

from rich.console import Console  # noqa: E402
from rich.text import Text  # noqa: E402

from engine.bots import LEVELS  # noqa: E402
from engine.registry import RULESETS  # noqa: E402
from service.tools.terminal.boards import board_of  # noqa: E402
from service.tools.terminal.words import Words  # noqa: E402

SEED = b"a picture"
NAMES = ["you", "greedy", "greedy"]
MOVES = 45
WIDTH = 110
FONTS = re.compile(r"@font-face \{.*?\}\s*", re.DOTALL)
"""Fonts from another host, which no picture of ours loads."""


def main() -> None:
    rules, rng = RULESETS["villagers"], random.Random(1)
    state = rules.setup(rules.read_options({}, len(NAMES)), len(NAMES), SEED)
    for _ in range(MOVES):
        seat = rules.to_act(state)[0]
        rules.apply(state, seat, LEVELS["greedy"].choose(rules, rules.view(state, seat), rng))
    while rules.to_act(state)[0] != 0:
        seat = rules.to_act(state)[0]
        rules.apply(state, seat, LEVELS["greedy"].choose(rules, rules.view(state, seat), rng))
    console = Console(record=True, width=WIDTH, file=io.StringIO(), force_terminal=True, color_system="truecolor")
    view, words = rules.view(state, 0), Words(rules.cards("en"), NAMES)
    console.print(board_of("villagers")(rules.write_view(view), 0, words))
    console.rule()
    moves = [rules.write_move(move) for move in rules.view_moves(view)]
    labels = rules.words("en").labels(moves, rules.write_view(view), NAMES)
    for number, label in enumerate(labels[:8], 1):
        console.print(Text(f"{number} {label}"))
    svg = FONTS.sub("", console.export_svg(title="hamlet play villagers", unique_id="hamlet"))
    (ROOT / "docs" / "picture.svg").write_text(svg, encoding="utf-8")


if __name__ == "__main__":
    main()
