"""Several files that belong together: all of them are written, or none."""

import contextlib
import os
from collections.abc import Iterable, Mapping
from pathlib import Path

from uscalc.formats.errors import FormatError
from uscalc.formats.storage.files import describe_error
from uscalc.formats.storage.temporary import make_temporary_path


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
            "the file is there already", "choose another folder", path=target
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
