"""`hamlet compile` says where a package cannot be compiled, before and after it tries."""

from __future__ import annotations

from pathlib import Path

import pytest

from service.tools import package_compiler
from service.tools.package_compiler import CannotCompile, compile_package

MARKED = """from engine.native import mypyc_attr
from engine.wording import Words as EngineWords


@mypyc_attr(native_class=False)
class Marked(EngineWords):
    pass


class Own:
    pass


class Plain(Own):
    pass
"""


def refused(monkeypatch: pytest.MonkeyPatch, folder: Path, source: str) -> str:
    module = folder / "shop.py"
    module.write_text(source, encoding="utf-8")
    monkeypatch.setattr(package_compiler, "_modules", lambda name: (folder, [module]))
    with pytest.raises(CannotCompile) as refusal:
        compile_package("shop")
    assert [path.name for path in folder.iterdir()] == ["shop.py"]
    return str(refusal.value)


def test_a_class_that_would_crash_is_named_with_its_line(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    told = refused(monkeypatch, tmp_path, f"{MARKED}\n\nclass Bare(EngineWords):\n    pass\n")
    assert told.startswith("shop.py, line 18: the class Bare needs @mypyc_attr(native_class=False)")
    assert len(told.splitlines()) == 1


def test_a_fault_of_the_source_is_not_blamed_on_the_installation(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    told = refused(monkeypatch, tmp_path, f"{MARKED}\n\nnumber: int = 'no number'\n")
    assert "shop.py:18: error: " in told
    assert "Needed" not in told
