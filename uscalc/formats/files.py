"""Bytes from disk and back: limits, clear refusals, and writing that loses nothing."""

import contextlib
import os
import re
import stat
from pathlib import Path
from typing import Final

from uscalc.formats.errors import FormatError

HEAD_SIZE: Final = 65536
"""Bytes that a format is recognised by."""

SIZE_LIMIT: Final = 50_000_000
"""Bytes; the largest real event files are a hundred times smaller."""

_TOKEN: Final = re.compile("[0-9a-f]{12}")
_REFUSALS: Final[tuple[tuple[type[OSError], str, str], ...]] = (
    (FileNotFoundError, "there is no such file", "check the name and the folder"),
    (IsADirectoryError, "it is a folder", "name a file in it"),
    (
        PermissionError,
        "the permission is missing",
        "change the file's permissions, or choose another place",
    ),
)


def read_bytes(path: Path, limit: int = SIZE_LIMIT) -> bytes:
    """The content of a file of at most `limit` bytes. Raises FormatError."""
    try:
        status = path.stat()
        if stat.S_ISDIR(status.st_mode):
            raise IsADirectoryError
        if not stat.S_ISREG(status.st_mode):
            raise FormatError("it is not a file of data", "name a file", path=path)
        if status.st_size > limit:
            raise _too_large(path, status.st_size, limit)
        with path.open("rb") as file:
            data = file.read(limit + 1)
    except (OSError, ValueError) as error:
        raise refusal(error, path, "read") from error
    if len(data) > limit:
        raise _too_large(path, len(data), limit)
    return data


def read_head(path: Path, size: int) -> bytes:
    """The first bytes of a regular file; none where it cannot be read."""
    try:
        if not path.is_file():
            return b""
        with path.open("rb") as file:
            return file.read(size)
    except (OSError, ValueError):
        return b""


def replace_file(path: Path, data: bytes) -> None:
    """Write a whole file or leave the old one untouched. Raises FormatError.

    The data go to a temporary file beside the target, which then takes its name. A
    symbolic link stays one; the permissions of an existing file are kept.
    """
    try:
        target = Path(os.path.realpath(path))
        mode = _mode_of(target)
        temporary = target.with_name(f".{target.name[:80]}.{os.urandom(6).hex()}.tmp")
        try:
            _write_through(temporary, data, mode)
            os.replace(temporary, target)
        except BaseException:
            with contextlib.suppress(OSError):
                temporary.unlink()
            raise
        _sync_folder(target.parent)
    except (OSError, ValueError) as error:
        raise refusal(error, path, "written") from error


def sweep(path: Path) -> None:
    """Remove what a process that was killed while writing this file left beside it."""
    with contextlib.suppress(OSError, ValueError):
        target = Path(os.path.realpath(path))
        begins = f".{target.name[:80]}."
        for found in target.parent.iterdir():
            token = found.name.removeprefix(begins).removesuffix(".tmp")
            if found.name == f"{begins}{token}.tmp" and _TOKEN.fullmatch(token):
                found.unlink(missing_ok=True)


def _mode_of(target: Path) -> int | None:
    """The permissions of the file to be replaced; None where there is none."""
    try:
        status = target.stat()
    except FileNotFoundError:
        return None
    if stat.S_ISDIR(status.st_mode):
        raise IsADirectoryError
    # Taking a file's name needs no permission on the file itself; what a person has
    # protected is not to be overwritten all the same.
    if not os.access(target, os.W_OK):
        raise PermissionError
    return stat.S_IMODE(status.st_mode)


def _write_through(temporary: Path, data: bytes, mode: int | None) -> None:
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)
    with os.fdopen(os.open(temporary, flags, 0o666), "wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())
    if mode is not None:
        temporary.chmod(mode)


def _sync_folder(folder: Path) -> None:
    """Make the new name last; not every system can open a folder."""
    with contextlib.suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


def _too_large(path: Path, size: int, limit: int) -> FormatError:
    return FormatError(
        f"it has {size / 1e6:.0f} MB, and an event has at most {limit / 1e6:.0f}",
        "check that this is the event's file",
        path=path,
    )


def refusal(error: OSError | ValueError, path: Path, verb: str) -> FormatError:
    """Why a file cannot be read, or written, in a person's words."""
    for kind, message, remedy in _REFUSALS:
        if isinstance(error, kind):
            return FormatError(f"it cannot be {verb}: {message}", remedy, path=path)
    reason = (getattr(error, "strerror", None) or str(error)).lower()
    return FormatError(
        f"it cannot be {verb}: {reason}", "choose another place", path=path
    )
