"""Builds the package: with HAMLET_COMPILE=1 the engine as machine code (needs mypy and a C compiler), else as it is."""

from __future__ import annotations

import os
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext
from setuptools.command.build_py import build_py

INTERPRETED = {
    *("engine/__init__.py", "engine/native.py", "engine/plugins.py", "engine/conformance/*.py", "engine/testing.py"),
    *("engine/shapes.py", "engine/*/documents/shapes/*.py", "engine/*/catalogue/shapes.py"),
    *("engine/wording/*.py", "engine/*/words/*.py"),
}
"""What stays Python: where the build is chosen, what only tells the compiler something, the documents' types, whose
annotations are read at run time, and words, which nobody has to wait for."""


EXAMPLE = Path("examples", "orchard")


class BuildWithExample(build_py):
    """Also copies the small game from which `hamlet new-ruleset` makes packages."""

    def run(self) -> None:
        """Copies all modules, and the example if it is here and the build is not only a link to the sources."""
        super().run()
        if EXAMPLE.exists() and not self.editable_mode:
            target = Path(self.build_lib, "service", "tools", EXAMPLE.name)
            target.mkdir(exist_ok=True)
            for path in EXAMPLE.iterdir():
                if path.is_file():
                    self.copy_file(str(path), str(target))


class ParallelBuild(build_ext):
    """Compiles the C files of an extension at the same time: HAMLET_COMPILE_JOBS, or as many as there are cores."""

    def build_extensions(self) -> None:
        """Builds all extensions."""
        self.compiler.compile = self._compile_all
        super().build_extensions()

    def _compile_all(
        self,
        sources: list[str],
        output_dir: str | None = None,
        macros: Any = None,
        include_dirs: Any = None,
        debug: bool = False,
        extra_preargs: Any = None,
        extra_postargs: Any = None,
        depends: Any = None,
    ) -> list[str]:
        compiler = self.compiler
        macros, objects, postargs, preprocessor, build = compiler._setup_compile(
            output_dir, macros, include_dirs, sources, depends, extra_postargs
        )
        arguments = compiler._get_cc_args(preprocessor, debug, extra_preargs)
        with ThreadPoolExecutor(int(os.environ.get("HAMLET_COMPILE_JOBS") or os.cpu_count() or 1)) as pool:
            jobs = [pool.submit(compiler._compile, of, *build[of], arguments, postargs, preprocessor) for of in build]
        for job in jobs:
            job.result()
        return list(objects)


def extensions() -> list[Extension]:
    """The engine's modules for the C compiler."""
    from mypyc.build import mypycify

    sources = sorted(Path("engine").rglob("*.py"))
    compiled = [str(path) for path in sources if not any(path.match(pattern) for pattern in INTERPRETED)]
    return list(
        mypycify(
            ["--config-file=pyproject.toml", *map(str, sources)],
            only_compile_paths=compiled,
            opt_level="1",  # 2 and 3 take a third longer to compile and gain 0 to 4 %
            debug_level="0",
            multi_file=True,
            group_name="hamlet_engine",
        )
    )


if os.environ.get("HAMLET_COMPILE") == "1":
    setup(ext_modules=extensions(), cmdclass={"build_ext": ParallelBuild, "build_py": BuildWithExample})
else:
    setup(cmdclass={"build_py": BuildWithExample})
