"""Read and write files: names, limits, clear errors, backups, safe replacement."""

import contextlib
import datetime as dt
import math
import os
import re
import stat
from collections.abc import Iterable, Iterator, Mapping
from hashlib import blake2b
from pathlib import Path
from typing import IO, Final

from uscalc.ending import hold_interrupts
from uscalc.formats.opened import FormatError, check
from uscalc.monitor import UNMONITORED, Monitor

SIZE: Final = 16
"""The bytes of a fingerprint: enough that two contents never match by chance."""


def compute_digest(data: bytes) -> str:
    """Return the fingerprint in hexadecimal digits."""
    return blake2b(data, digest_size=SIZE).hexdigest()


NAME_LIMIT: Final = 80
"""The bytes of a file's name that derived names keep; a character has up to 4 of them."""
_TEMPORARY_NAME: Final = re.compile(
    r"\..+\.(?P<process>[0-9a-f]+)-(?P<machine>[0-9a-f]{8})-[0-9a-f]{12}\.tmp"
    r"(?:-journal|-wal|-shm)?",
    re.DOTALL,
)
"""A name from `make_temporary_path`, or of a file that SQLite puts beside such a file."""


def shorten_file_name(path: Path) -> str:
    """Return a file's name, shortened to leave room for more text on the line."""
    return os.fsencode(path.name)[:NAME_LIMIT].decode("utf-8", "ignore")


def make_temporary_path(target: Path) -> Path:
    """Return a new path next to a file, for content that will replace it."""
    made = f"{os.getpid():x}-{_get_machine_key()}-{os.urandom(6).hex()}"
    return target.with_name(f".{shorten_file_name(target)}.{made}.tmp")


def remove_leftovers(folders: Iterable[Path], monitor: Monitor = UNMONITORED) -> None:
    """Remove temporary files of ended processes from these folders.

    Other files are kept, and so are files that another machine may be writing.
    `monitor` is called before each file; an exception that it raises ends the work.
    """
    for folder in folders:
        # Whatever cannot be seen or removed is left to the next start.
        with contextlib.suppress(OSError, ValueError), os.scandir(folder) as found:
            for entry in monitor.watch(found):
                if _is_left(entry.name):
                    with contextlib.suppress(OSError):
                        os.unlink(entry.path)


def is_gone(process: int) -> bool:
    """Return whether a process of this machine has ended."""
    if os.name != "posix":
        # On this system, a file that is being written can't be removed, and asking
        # about the process would end it.
        return True
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return True
    except (OSError, OverflowError):
        return False
    return False


def _is_left(name: str) -> bool:
    found = _TEMPORARY_NAME.fullmatch(name)
    return (
        found is not None
        and found["machine"] == _get_machine_key()
        and is_gone(int(found["process"], 16))
    )


def _get_machine_key() -> str:
    """Return a short word for this machine, the same for every process of it."""
    import platform

    return compute_digest(platform.node().encode("utf-8", "replace"))[:8]


HEAD_SIZE: Final = 65536
"""The first bytes of a file, which identify its format."""

SIZE_LIMIT: Final = 32_000_000
"""Bytes; the largest real event files are a hundred times smaller."""
ANY_SIZE: Final = 2**63
"""No limit: for readers that take only a part."""
_REFUSALS: Final[tuple[tuple[type[OSError], str, str], ...]] = (
    (FileNotFoundError, "the file doesn't exist", "Check the name and the folder"),
    (IsADirectoryError, "this is a folder", "Choose a file in it"),
    (
        PermissionError,
        "permission denied",
        "Change the file's permissions, or choose another folder",
    ),
)


@contextlib.contextmanager
def open_regular_file(
    path: Path, limit: int = SIZE_LIMIT, what: str = "an event"
) -> Iterator[IO[bytes]]:
    """Open a regular file of at most `limit` bytes, checked before it is opened.

    Every reader uses this, because a device has no end, and reading a pipe waits until
    another program writes. It doesn't wait for a pipe that replaces the file between
    the check and the opening either. Raises FormatError.
    """
    try:
        _check_status(path.stat(), path, limit, what)
        flags = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
        with os.fdopen(os.open(path, flags), "rb") as file:
            _check_status(os.fstat(file.fileno()), path, limit, what)
            yield file
    except (OSError, ValueError) as error:
        raise describe_error(error, path, "read") from error


def read_bytes(path: Path, limit: int = SIZE_LIMIT) -> bytes:
    """Return the content of a file of at most `limit` bytes. Raises FormatError."""
    with open_regular_file(path, limit) as file:
        # It may have grown meanwhile.
        data = file.read(limit + 1)
    check_size(path, len(data), limit)
    return data


def read_head(path: Path, size: int) -> bytes:
    """Return the first bytes of a regular file; empty if it cannot be read."""
    try:
        with open_regular_file(path, ANY_SIZE) as file:
            return file.read(size)
    except FormatError:
        return b""


def replace_file(path: Path, data: bytes, mode: int | None = None) -> None:
    """Write a complete file, or leave the old one unchanged. Raises FormatError.

    The data go to a temporary file next to the target, which then gets the target's
    name. A symbolic link stays one; the permissions of an existing file are kept.
    `mode` has the permissions of a new file, if they are not the usual ones.
    """
    try:
        target = Path(os.path.realpath(path))
        here = _get_mode(target)
        mode = mode if here is None else here
        temporary = make_temporary_path(target)
        with hold_interrupts():
            try:
                _write_through(temporary, data, mode)
                os.replace(temporary, target)
            except BaseException:
                with contextlib.suppress(OSError):
                    temporary.unlink()
                raise
            _sync_folder(target.parent)
    except (OSError, ValueError) as error:
        raise describe_error(error, path, "written") from error


def _get_mode(target: Path) -> int | None:
    """Return the permissions of the file to replace; None if it doesn't exist."""
    try:
        status = target.stat()
    except FileNotFoundError:
        return None
    if stat.S_ISDIR(status.st_mode):
        raise IsADirectoryError
    if not stat.S_ISREG(status.st_mode):
        raise OSError("not a regular file")
    # Replacing a file needs no permission on the file itself, but a file that a person
    # has protected must not be overwritten.
    if not os.access(target, os.W_OK):
        raise PermissionError
    return stat.S_IMODE(status.st_mode)


def _write_through(temporary: Path, data: bytes, mode: int | None) -> None:
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)
    # A file that only its owner may read has these permissions from the first byte on.
    with os.fdopen(
        os.open(temporary, flags, 0o666 if mode is None else 0o600), "wb"
    ) as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())
    if mode is not None:
        temporary.chmod(mode)


def _sync_folder(folder: Path) -> None:
    """Write a folder's new names to disk; not every system can open a folder."""
    with contextlib.suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


def _check_status(status: os.stat_result, path: Path, limit: int, what: str) -> None:
    if stat.S_ISDIR(status.st_mode):
        raise IsADirectoryError
    check(
        stat.S_ISREG(status.st_mode), "not a regular file", "Choose a file", path=path
    )
    check_size(path, status.st_size, limit, what)


def check_size(
    path: Path | None, size: int, limit: int, what: str = "an event"
) -> None:
    """Raise FormatError if a file is larger than its kind can be."""
    check(
        size <= limit,
        f"the file has {math.ceil(size / 1000000.0):,} MB; the limit for "
        f"{what} is {limit / 1000000.0:,.0f} MB",
        "Check that this is the right file",
        path=path,
    )


def describe_error(error: OSError | ValueError, path: Path, verb: str) -> FormatError:
    """Return the error for a file that cannot be read or written, as `verb` says."""
    for kind, message, remedy in _REFUSALS:
        if isinstance(error, kind):
            return FormatError(f"can't be {verb}: {message}", remedy, path=path)
    reason = (getattr(error, "strerror", None) or str(error)).lower()
    return FormatError(f"can't be {verb}: {reason}", "Choose another folder", path=path)


def write_together(files: Mapping[Path, bytes], over: bool = False) -> None:
    """Write all files, or leave everything unchanged. Raises FormatError.

    Each file gets a temporary name first, and then its own. If one of them cannot, the
    others are restored. With `over`, existing files are replaced.
    """
    with hold_interrupts():
        _write_all(files, over)


def _write_all(files: Mapping[Path, bytes], over: bool) -> None:
    made: dict[Path, Path] = {}
    aside: dict[Path, Path] = {}
    placed: list[Path] = []
    target = next(iter(files), Path())
    try:
        for target, data in files.items():
            _check_target(target, over)
            made[target] = make_temporary_path(target)
            _write_through(made[target], data, None)
        for target, temporary in made.items():
            _check_target(target, over)
            if os.path.lexists(target):
                aside[target] = make_temporary_path(target)
                os.rename(target, aside[target])
            os.rename(temporary, target)
            placed.append(target)
    except BaseException as error:
        with contextlib.suppress(OSError):
            _restore_files(placed, aside)
        if isinstance(error, (OSError, ValueError)):
            raise describe_error(error, target, "written") from error
        raise
    else:
        _remove_files(aside.values())
    finally:
        _remove_files(made.values())


def _check_target(target: Path, over: bool) -> None:
    if not os.path.lexists(target):
        return
    if target.is_dir():
        raise IsADirectoryError
    check(over, "the file already exists", "Choose another folder", path=target)


def _restore_files(placed: list[Path], aside: Mapping[Path, Path]) -> None:
    for path in placed:
        path.unlink(missing_ok=True)
    for path, backup in aside.items():
        os.rename(backup, path)


def _remove_files(paths: Iterable[Path]) -> None:
    for path in paths:
        with contextlib.suppress(OSError):
            path.unlink()


NO_EVENT: Final = "no event"
"""The fingerprint of a file that is too large, or holds no data."""


def read_fingerprint(path: Path) -> str | None:
    """Return a text that identifies a file's content; None if the file does not exist.

    If something else, for example a pipe, has replaced the file, the text differs too.
    """
    try:
        return compute_digest(read_bytes(path))
    except FormatError as error:
        return None if isinstance(error.__cause__, OSError) else NO_EVENT


KEPT: Final = 5


def back_up(path: Path, folder: Path, now: dt.datetime) -> Path | None:
    """Copy a file that is about to be replaced, and keep its last five backups.

    Return the copy; None if there was nothing to copy or no room for it. A failed
    backup must not prevent saving.
    """
    place = folder / _make_key(path)
    copy = place / f"{now:%Y%m%d-%H%M%S-%f}-{shorten_file_name(path)}"
    try:
        if not path.is_file():
            return None
        place.mkdir(parents=True, exist_ok=True)
        # The backup has at most the size of an event file, and is written completely or
        # not at all.
        replace_file(copy, read_bytes(path), stat.S_IMODE(path.stat().st_mode))
        others = [one for one in list_backups(path, folder) if one != copy]
        # Backups that seem to come from the future were made while the clock was ahead.
        others.sort(key=lambda one: one.name > copy.name)
        for old in others[KEPT - 1 :]:
            old.unlink(missing_ok=True)
    except (OSError, FormatError):
        return None
    return copy


def list_backups(path: Path, folder: Path) -> list[Path]:
    """Return the backups of a file, the newest first."""
    try:
        backups = (folder / _make_key(path)).iterdir()
        # A file that is still being written has a hidden name.
        return sorted((c for c in backups if not c.name.startswith(".")), reverse=True)
    except OSError:
        return []


def _make_key(path: Path) -> str:
    """Return a folder name for a file, always the same and different for every file."""
    return compute_digest(str(path.absolute()).encode("utf-8", "surrogateescape"))[:16]


_HALF: Final = re.compile("[\ud800-\udfff]")
_KEPT: Final = re.compile("\0(d[89a-f][0-9a-f]{2})")


def encode_path(path: str) -> str:
    """Return a path as text that any file can contain; `decode_path` restores the path."""
    return _HALF.sub(lambda found: f"\0{ord(found[0]):x}", path)


def decode_path(text: str) -> str:
    """Return the path from the text of `encode_path`."""
    return _KEPT.sub(lambda found: chr(int(found[1], 16)), text)


def make_event_title(path: Path | None, otherwise: str) -> str:
    """Return a name for an unnamed event: the file's name, or `otherwise`."""
    if path is None:
        return otherwise
    stem = _HALF.sub("\N{REPLACEMENT CHARACTER}", path.stem)
    shown = "".join(c if c.isprintable() else " " for c in stem)
    return " ".join(shown.split()) or otherwise
