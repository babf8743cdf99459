"""The curve of a review as a picture: SVG without scripts, links or fonts, for light and dark pages."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Sequence
from typing import Final

from markupsafe import Markup, escape

from engine.ruleset import Doc
from service.store.errors import NoSuchReview

WIDTH: Final = 800
HEIGHT: Final = 320
LEFT: Final = 48
RIGHT: Final = 12
TOP: Final = 16
BOTTOM: Final = 56
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


def picture(review: Doc, names: Sequence[str]) -> str:
    """The picture of a review's document. Raises `NoSuchReview` before it is done."""
    curve = review["curve"]
    if not curve:
        raise NoSuchReview("the review is not done")
    last = max(1, curve[-1]["version"])
    parts = [
        Markup(  # nosec B704
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" role="img">'
            f"<title>Chance to win of each seat</title><style>{STYLE}</style>"
            f'<rect class="page" width="{WIDTH}" height="{HEIGHT}"/>'
        )
    ]
    parts += [_line(share) for share in (0, 25, 50, 75, 100)]
    for seat, name in enumerate(names):
        points = " ".join(f"{_x(one['version'], last)},{_y(one['chances'][seat])}" for one in curve)
        place = LEFT + seat * (WIDTH - LEFT) // len(names)
        parts.append(Markup('<polyline class="s{}" points="{}"/>').format(seat, points))
        parts.append(Markup('<text class="s{}" x="{}" y="{}">{}</text>').format(seat, place, HEIGHT - 10, _short(name)))
    parts.append(Markup('<text x="{}" y="{}">0</text>').format(LEFT, HEIGHT - BOTTOM + 18))
    parts.append(
        Markup('<text x="{}" y="{}" text-anchor="end">{}</text>').format(WIDTH - RIGHT, HEIGHT - BOTTOM + 18, last)
    )
    return str(Markup("").join([*parts, Markup("</svg>")]))


def _line(share: int) -> Markup:
    height = _y(share / 100)
    return Markup(
        '<line class="grid" x1="{}" x2="{}" y1="{}" y2="{}"/><text x="{}" y="{}" text-anchor="end">{} %</text>'
    ).format(LEFT, WIDTH - RIGHT, height, height, LEFT - 6, height + 4, share)


def _short(name: str) -> Markup:
    """A name in a column's width, fit for XML: it has no characters that XML knows not, see `_check_name`."""
    return escape(name if len(name) <= 18 else f"{name[:17]}\N{HORIZONTAL ELLIPSIS}")


def _x(version: int, last: int) -> float:
    return round(LEFT + (WIDTH - LEFT - RIGHT) * version / last, 1)


def _y(chance: float) -> float:
    return round(TOP + (HEIGHT - TOP - BOTTOM) * (1 - chance), 1)
