"""Runs the image as Docker would with the options of compose.yaml, but in the network of this machine."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Mapping, Sequence
from typing import IO

from tests.image.building import Image
from tools.testbed.first_process import FirstProcess

MOUNTED = """
root=$1; shift
mount --bind "$root" "$root"
mount --options remount,bind,ro "$root"
mount -t tmpfs tmpfs "$root/tmp" --options mode=1777
mount -t proc proc "$root/proc"
mount -t tmpfs tmpfs "$root/dev"
for device in null random urandom zero; do
    touch "$root/dev/$device"
    mount --bind "/dev/$device" "$root/dev/$device"
done
cd "$root"
exec chroot . "$@"
"""
"""`--read-only --tmpfs /tmp`: then the words behind the root are run in it."""


class Container:
    """A process of the image, the first of its namespace. No words: the image's own command."""

    def __init__(self, image: Image, words: Sequence[str], environ: Mapping[str, str], log: IO[bytes]) -> None:
        variables = image.environ | environ
        self._inside = [*_restricted(image), *(f"{name}={value}" for name, value in variables.items())]
        command = ["unshare", "--mount", "sh", "-euc", MOUNTED, "sh", str(image.root), *self._inside]
        command += [*image.words("Entrypoint"), *(words or image.words("Cmd"))]
        self.process = FirstProcess(command, os.environ, log)

    def run(self, *words: str) -> subprocess.CompletedProcess[str]:
        """Run another process beside it, as `docker exec` does."""
        entered = ["nsenter", "--target", str(self.process.pid), "--mount", "--pid", "--root", "--wd"]
        return subprocess.run(
            [*entered, *self._inside, *words], capture_output=True, text=True, timeout=120, check=False
        )


def _restricted(image: Image) -> list[str]:
    """`--cap-drop ALL --security-opt no-new-privileges`, and the image's user; the variables are to follow."""
    user, group = str(image.config["User"]).split(":")
    rights = ["--no-new-privs", "--bounding-set=-all", "--inh-caps=-all", "--clear-groups"]
    return ["/usr/bin/setpriv", f"--reuid={user}", f"--regid={group}", *rights, "/usr/bin/env", "--ignore-environment"]
