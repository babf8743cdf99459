"""Rules and bots in pure Python: standard library only, no clock, no I/O except reading the catalogues.

The same sources can be compiled (docs/configuration.md): HAMLET_ENGINE names the folder of a build to import from.
"""

import os
import sys

if _build := os.environ.get("HAMLET_ENGINE"):
    __path__[:] = [os.path.join(_build, "engine")]
    if not os.path.isdir(__path__[0]):
        raise ImportError(f"HAMLET_ENGINE names a folder without an engine: {_build}")
    sys.path.append(_build)
