"""Files that stand beside another while that is written, and what is left of them.

Their names say which process of which machine made them, so that whoever finds one
later can tell whether it is still being written.
"""

import contextlib
import os
import re
import secrets
from collections.abc import Iterable
from pathlib import Path
from typing import Final

from uscalc.formats.storage.digest import compute_digest
from uscalc.monitor import UNMONITORED, Monitor

NAME_LIMIT: Final = 80
"""Bytes of a name that others are made of: a name may have 255, letters have up to 4."""
_OURS: Final = re.compile(
    r"\..+\.(?P<process>[0-9a-f]+)-(?P<machine>[0-9a-f]{8})-[0-9a-f]{12}\.tmp"
    r"(?:-journal|-wal|-shm)?",
    re.DOTALL,
)
"""The endings are those that a database adds."""


def short_name(path: Path) -> str:
    """Return as much of a file's name as leaves room for more beside it."""
    return os.fsencode(path.name)[:NAME_LIMIT].decode("utf-8", "ignore")


def make_temporary_path(target: Path) -> Path:
    """Return a new name beside a file, for what is to take its place."""
    made = f"{os.getpid():x}-{_get_machine_key()}-{secrets.token_hex(6)}"
    return target.with_name(f".{short_name(target)}.{made}.tmp")


def remove_leftovers(folders: Iterable[Path], monitor: Monitor = UNMONITORED) -> None:
    """Remove what processes that are gone left in these folders.

    What others made is not touched, nor what another machine may be writing. `monitor`
    is called before each file; what it raises ends the sweeping.
    """
    for folder in folders:
        # Whatever cannot be seen or removed is left to the next start.
        with contextlib.suppress(OSError, ValueError), os.scandir(folder) as found:
            for entry in found:
                monitor.check()
                if _is_left(entry.name):
                    with contextlib.suppress(OSError):
                        os.unlink(entry.path)


def is_gone(process: int) -> bool:
    """Return whether a process of this machine has ended."""
    if os.name != "posix":
        # A file that is being written cannot be removed there; asking would end it.
        return True
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return True
    except (OSError, OverflowError):
        return False
    return False


def _is_left(name: str) -> bool:
    found = _OURS.fullmatch(name)
    return (
        found is not None
        and found["machine"] == _get_machine_key()
        and is_gone(int(found["process"], 16))
    )


def _get_machine_key() -> str:
    """Return a short word for this machine, the same for every process of it."""
    import platform

    return compute_digest(platform.node().encode("utf-8", "replace"))[:8]
