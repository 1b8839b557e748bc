"""What a killed process leaves behind."""

import os
import subprocess
import sys
from pathlib import Path

from uscalc.formats.shared.files import make_temporary_path


def a_dead_process() -> int:
    process = subprocess.Popen([sys.executable, "-c", ""])
    process.wait()
    return process.pid


def left_by_the_dead(target: Path) -> Path:
    ours = make_temporary_path(target)
    head, _, made = ours.name.removesuffix(".tmp").rpartition(".")
    process, _, rest = made.partition("-")
    assert process == f"{os.getpid():x}"
    return ours.with_name(f"{head}.{a_dead_process():x}-{rest}.tmp")
