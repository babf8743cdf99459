"""The curve of a review as a picture: SVG without scripts, links or fonts, for light and dark pages."""

from __future__ import annotations

import base64
import hashlib
import unicodedata
from collections.abc import Sequence
from typing import Final

from markupsafe import Markup

from engine.ruleset import Doc
from engine.wording import Words
from service.games.errors import ReviewNotDone

WIDTH: Final = 800
HEIGHT: Final = 340
LEFT: Final = 76
RIGHT: Final = 12
TOP: Final = 16
BOTTOM: Final = 76
COLUMNS: Final = 3
"""Of the legend."""
ROW: Final = 20
SWATCH: Final = 20
"""The width of a seat's colour before its name."""
TITLE: Final = "Every seat's chance to win"
CHANCE: Final = "Chance to win"
VERSION: Final = "Version of the game"
NARROW: Final = frozenset("fijlrt.,:;!|'`()[]I /-")
WIDE: Final = frozenset("mwMW@%&")
_LIGHT = ("#0b62a4", "#b3410e", "#2a7d2e", "#7b3fa0", "#8a6d00")
_DARK = ("#6db7f2", "#ff9a66", "#7fd483", "#cf9df0", "#e8c84a")


def _colours(colours: Sequence[str]) -> str:
    return "".join(f".s{at}{{stroke:{colour};fill:{colour}}}" for at, colour in enumerate(colours))


STYLE: Final = (
    "text{font:13px sans-serif;fill:#222}.grid{stroke:#ccc}.page{fill:#fff}polyline{fill:none!important;stroke-width:2}"
    f"{_colours(_LIGHT)}text[class]{{stroke:none}}"
    "@media(prefers-color-scheme:dark){text{fill:#ddd}.grid{stroke:#444}.page{fill:#161616}"
    f"{_colours(_DARK)}text[class]{{stroke:none}}}}"
)
POLICY: Final = (
    "default-src 'none'; style-src 'sha256-"
    + base64.b64encode(hashlib.sha256(STYLE.encode()).digest()).decode()
    + "'; frame-ancestors 'none'"
)
"""The picture's own Content-Security-Policy: nothing but its style."""


def picture(review: Doc, names: Sequence[str], words: Words) -> str:
    """The picture of a review's document, in the language of the words. Raises `ReviewNotDone`."""
    curve = review["curve"]
    if not curve:
        failed = review["status"] == "failed"
        raise ReviewNotDone("the review has failed" if failed else "the review is not done yet")
    last = max(1, curve[-1]["version"])
    parts = [
        Markup(
            '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {} {}" role="img" lang="{}"><title>{}</title>'
        ).format(WIDTH, HEIGHT, words.language, words.text(TITLE)),
        Markup(f"<style>{STYLE}</style>"),  # nosec B704
        Markup('<rect class="page" width="{}" height="{}"/>').format(WIDTH, HEIGHT),
    ]
    parts += [_line(share) for share in (0, 25, 50, 75, 100)]
    for seat in range(len(names)):
        points = " ".join(f"{_x(one['version'], last)},{_y(one['chances'][seat])}" for one in curve)
        parts.append(Markup('<polyline class="s{}" points="{}"/>').format(seat, points))
    parts += _axes(last, words)
    parts += [_legend(seat, name) for seat, name in enumerate(names)]
    return str(Markup("").join([*parts, Markup("</svg>")]))


def _line(share: int) -> Markup:
    height = _y(share / 100)
    return Markup(
        '<line class="grid" x1="{}" x2="{}" y1="{}" y2="{}"/><text x="{}" y="{}" text-anchor="end">{} %</text>'
    ).format(LEFT, WIDTH - RIGHT, height, height, LEFT - 6, height + 4, share)


def _axes(last: int, words: Words) -> list[Markup]:
    """What the axes are, and where the lower one begins and ends."""
    below, middle = HEIGHT - BOTTOM + 18, (HEIGHT - BOTTOM + TOP) // 2
    text = Markup('<text x="{}" y="{}" text-anchor="{}">{}</text>')
    return [
        text.format(LEFT, below, "start", 0),
        text.format((LEFT + WIDTH - RIGHT) // 2, below, "middle", words.text(VERSION)),
        text.format(WIDTH - RIGHT, below, "end", last),
        Markup('<text transform="translate(18 {}) rotate(-90)" text-anchor="middle">{}</text>').format(
            middle, words.text(CHANCE)
        ),
    ]


def _legend(seat: int, name: str) -> Markup:
    """A seat's colour and name, in a field of its own that nothing leaves."""
    row, column = divmod(seat, COLUMNS)
    width = (WIDTH - LEFT - RIGHT) // COLUMNS
    return Markup(
        '<svg x="{}" y="{}" width="{}" height="{}"><rect class="s{}" y="8" width="12" height="3"/>'
        '<text class="s{}" x="{}" y="14">{}</text></svg>'
    ).format(
        LEFT + column * width, HEIGHT - BOTTOM + 30 + row * ROW, width, ROW, seat, seat, SWATCH, _short(name, width)
    )


def _short(name: str, width: int) -> str:
    """A name cut to what fits beside its colour. Fit for XML: it has no characters that XML knows not, see
    `_check_name`.
    """
    left = width - SWATCH - 12
    if width_of(name) <= left:
        return name
    while width_of(name) > left - 13:
        name = name[:-1]
    return f"{name.rstrip()}\N{HORIZONTAL ELLIPSIS}"


def width_of(text: str) -> int:
    """At most how wide a text is in any common font without serifs, in pixels; what is not Latin is taken as square."""
    return sum(map(_width_of, text))


def _width_of(letter: str) -> int:
    if unicodedata.category(letter) in ("Mn", "Me", "Cf"):
        return 0
    if letter in NARROW:
        return 6
    if letter in WIDE or ord(letter) > 0x24F:
        return 14
    return 11 if letter.isupper() else 9


def _x(version: int, last: int) -> float:
    return round(LEFT + (WIDTH - LEFT - RIGHT) * version / last, 1)


def _y(chance: float) -> float:
    return round(TOP + (HEIGHT - TOP - BOTTOM) * (1 - chance), 1)
