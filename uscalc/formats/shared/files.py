"""Bytes from disk and back: names, limits, clear refusals, backups, safe writing."""

import contextlib
import datetime as dt
import math
import os
import re
import secrets
import stat
from collections.abc import Iterable, Iterator, Mapping
from hashlib import blake2b
from pathlib import Path
from typing import IO, Final

from uscalc.formats.opened import FormatError
from uscalc.monitor import UNMONITORED, Monitor

SIZE: Final = 16
"""Bytes; large enough that two different contents don't match by chance."""


def compute_digest(data: bytes) -> str:
    """Return the fingerprint in hexadecimal digits."""
    return blake2b(data, digest_size=SIZE).hexdigest()


NAME_LIMIT: Final = 80
"""Bytes of a name used in derived names: a name may have 255, a character up to 4."""
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
    """Yield a regular file of at most `limit` bytes, checked before it is opened.

    Every reader uses this: a device has no end, and reading a pipe waits until another
    program writes. A pipe that replaces the file between the check and the opening
    isn't waited for either. Raises FormatError.
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
    if len(data) > limit:
        raise make_size_error(path, len(data), limit)
    return data


def read_head(path: Path, size: int) -> bytes:
    """Return the first bytes of a regular file; none where it cannot be read."""
    try:
        with open_regular_file(path, ANY_SIZE) as file:
            return file.read(size)
    except FormatError:
        return b""


def replace_file(path: Path, data: bytes, mode: int | None = None) -> None:
    """Write a whole file or leave the old one untouched. Raises FormatError.

    The data go to a temporary file beside the target, which then takes its name. A
    symbolic link stays one; the permissions of an existing file are kept. `mode` are
    those of a new one, where they are not the usual ones.
    """
    try:
        target = Path(os.path.realpath(path))
        here = _mode_of(target)
        mode = mode if here is None else here
        temporary = make_temporary_path(target)
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


def _mode_of(target: Path) -> int | None:
    """Return the permissions of the file to be replaced; None where there is none."""
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
    """Make the new name last; not every system can open a folder."""
    with contextlib.suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


def _check_status(status: os.stat_result, path: Path, limit: int, what: str) -> None:
    if stat.S_ISDIR(status.st_mode):
        raise IsADirectoryError
    if not stat.S_ISREG(status.st_mode):
        raise FormatError("not a regular file", "Choose a file", path=path)
    if status.st_size > limit:
        raise make_size_error(path, status.st_size, limit, what)


def make_size_error(
    path: Path | None, size: int, limit: int, what: str = "an event"
) -> FormatError:
    """Return the refusal of a file beyond what its kind can have."""
    return FormatError(
        (
            f"the file has {math.ceil(size / 1000000.0):,} MB; the limit for "
            f"{what} is {limit / 1000000.0:,.0f} MB"
        ),
        "Check that this is the right file",
        path=path,
    )


def describe_error(error: OSError | ValueError, path: Path, verb: str) -> FormatError:
    """Return why a file cannot be read, or written, in a person's words."""
    for kind, message, remedy in _REFUSALS:
        if isinstance(error, kind):
            return FormatError(f"can't be {verb}: {message}", remedy, path=path)
    reason = (getattr(error, "strerror", None) or str(error)).lower()
    return FormatError(f"can't be {verb}: {reason}", "Choose another folder", path=path)


def write_together(files: Mapping[Path, bytes], over: bool = False) -> None:
    """Write every file, or leaves everything as it was. Raises FormatError.

    Each goes to a temporary name first; then they take their names, and where one of
    them cannot, the others give theirs back. `over`: over files that are there.
    """
    made: dict[Path, Path] = {}
    aside: dict[Path, Path] = {}
    placed: list[Path] = []
    target = next(iter(files), Path())
    try:
        for target, data in files.items():
            _check_target(target, over)
            made[target] = make_temporary_path(target)
            _write_new_file(made[target], data)
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
    if not over:
        raise FormatError(
            "the file already exists", "Choose another folder", path=target
        )


def _write_new_file(path: Path, data: bytes) -> None:
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)
    with os.fdopen(os.open(path, flags, 0o666), "wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())


def _restore_files(placed: list[Path], aside: Mapping[Path, Path]) -> None:
    for path in placed:
        path.unlink(missing_ok=True)
    for path, kept in aside.items():
        os.rename(kept, path)


def _remove_files(paths: Iterable[Path]) -> None:
    for path in paths:
        with contextlib.suppress(OSError):
            path.unlink()


NO_EVENT: Final = "no event"
"""The fingerprint of a file that is too large, or holds no data."""


def read_fingerprint(path: Path) -> str | None:
    """Return a text that identifies a file's content; None if the file does not exist.

    If something else has taken the file's place, such as a pipe, the text differs too.
    """
    try:
        return compute_digest(read_bytes(path))
    except FormatError as error:
        return None if isinstance(error.__cause__, OSError) else NO_EVENT


KEPT: Final = 5


def back_up(path: Path, folder: Path, now: dt.datetime) -> Path | None:
    """Keep a copy of a file that is about to be replaced, and the last five of it.

    Returns the copy; None where there was nothing to keep or no room for it: a backup
    that fails must not keep anybody from saving.
    """
    place = folder / _make_key(path)
    copy = place / f"{now:%Y%m%d-%H%M%S-%f}-{short_name(path)}"
    try:
        if not path.is_file():
            return None
        place.mkdir(parents=True, exist_ok=True)
        # Of an event's size at most, and whole or not at all.
        replace_file(copy, read_bytes(path), stat.S_IMODE(path.stat().st_mode))
        for old in list_backups(path, folder)[KEPT:]:
            old.unlink(missing_ok=True)
    except (OSError, FormatError):
        return None
    return copy


def list_backups(path: Path, folder: Path) -> list[Path]:
    """Return the backups of a file, the newest first."""
    try:
        kept = (folder / _make_key(path)).iterdir()
        # One that is still being written has a hidden name.
        return sorted((c for c in kept if not c.name.startswith(".")), reverse=True)
    except OSError:
        return []


def _make_key(path: Path) -> str:
    """Return a folder name for a file, the same each time and for no other file."""
    return compute_digest(str(path.absolute()).encode("utf-8", "surrogateescape"))[:16]


_HALF: Final = re.compile("[\ud800-\udfff]")
_KEPT: Final = re.compile("\0(d[89a-f][0-9a-f]{2})")


def encode_path(path: str) -> str:
    """Return a path as text that any file can hold; `decode_path` gives the path back."""
    return _HALF.sub(lambda found: f"\0{ord(found[0]):x}", path)


def decode_path(text: str) -> str:
    """Return the path that `encode_path` made the text of."""
    return _KEPT.sub(lambda found: chr(int(found[1], 16)), text)


def title_of(path: Path | None, otherwise: str) -> str:
    """Return what an event is called that does not say its name: as its file."""
    if path is None:
        return otherwise
    stem = _HALF.sub("\N{REPLACEMENT CHARACTER}", path.stem)
    shown = "".join(c if c.isprintable() else " " for c in stem)
    return " ".join(shown.split()) or otherwise
