"""Makes the data of the rule indexes from the pages under docs/rules, the source of the rules."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[1]
FOLDER: Final = ROOT / "docs" / "rules"
PAGES: Final[dict[str, dict[str, tuple[str, ...]]]] = {
    "villagers": {"en": ("villagers.md", "villagers-expansions.md"), "de": ("de/villagers.md",)},
    "my_village": {"en": ("my-village.md",), "de": ("de/my-village.md",)},
}
_RULE: Final = re.compile(r"- \*\*(?P<id>[A-Z]+-\d+)\*\* (?P<text>.+?)(?: _\[[^]]*\]_)?")


def texts(pages: tuple[str, ...]) -> dict[str, str]:
    """Return the rules of some pages: id -> text, without their sources and without Markdown."""
    lines = [line for page in pages for line in (FOLDER / page).read_text(encoding="utf-8").splitlines()]
    found = [match for line in lines if (match := _RULE.fullmatch(line))]
    return {match["id"]: _plain(match["text"]) for match in found}


def _plain(text: str) -> str:
    return re.sub(r"\[([^]]+)\]\([^)]+\)", r"\1", text).replace("*", "").replace("`", "")


def index(ruleset: str) -> dict[str, dict[str, str]]:
    """Return the rules of a ruleset: id -> language -> text. Raises `ValueError` if a translation has no original."""
    by_lang = {lang: texts(pages) for lang, pages in PAGES[ruleset].items()}
    strangers = {rule for known in by_lang.values() for rule in known} - by_lang["en"].keys()
    if strangers:
        raise ValueError(f"not in the English index: {', '.join(sorted(strangers))}")
    return {rule: {lang: known[rule] for lang, known in by_lang.items() if rule in known} for rule in by_lang["en"]}


def target(ruleset: str) -> Path:
    """Return the file of a ruleset's index."""
    return ROOT / "engine" / "wording" / f"rules_{ruleset}.json"


def data_of(ruleset: str) -> str:
    """Return the content of that file."""
    return json.dumps(index(ruleset), ensure_ascii=False, indent=1) + "\n"


if __name__ == "__main__":
    for name in PAGES:
        target(name).write_text(data_of(name), encoding="utf-8")
