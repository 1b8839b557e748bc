"""A disk on which the n-th call of a kind fails: full, broken or not permitted.

Only calls on files below one folder are counted. Reading and writing use files that
count too, so that a write fails when the buffer is flushed, as on a real disk.
"""

import builtins
import errno
import io
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

KINDS = ("stat", "open", "read", "write", "fsync", "rename", "close")
ERRORS = (errno.ENOSPC, errno.EIO, errno.EACCES)


class Disk:
    """Counts the calls of one kind below a folder, and makes one of them fail."""

    def __init__(self, folder: Path, kind: str, number: int, error: int) -> None:
        self._folder = os.path.realpath(folder)
        self._kind, self._number, self._error = kind, number, error
        self._ours: set[int] = set()
        self.calls = 0

    @property
    def failed(self) -> bool:
        """Return whether enough calls were made that one failed."""
        return self.calls >= self._number

    def call(self, kind: str) -> None:
        """Count a call, and raise an error if it is the one to fail."""
        if kind == self._kind:
            self.calls += 1
            if self.calls == self._number:
                raise OSError(self._error, os.strerror(self._error))

    def concerns(self, what: Any) -> bool:
        """Return whether a path or a descriptor is below the folder."""
        if isinstance(what, int):
            return what in self._ours
        text = os.fspath(what)
        text = os.fsdecode(text) if isinstance(text, bytes) else text
        return os.path.abspath(text).startswith(self._folder)

    def note_opened(self, descriptor: int) -> None:
        """Note that a descriptor of a file below the folder was opened."""
        self._ours.add(descriptor)

    def note_closed(self, descriptor: int) -> None:
        """Note that a descriptor was closed."""
        self._ours.discard(descriptor)


class _File(io.FileIO):
    """A file whose reads, writes and closing are counted."""

    def __init__(self, disk: Disk, file: Any, mode: str) -> None:
        self._disk = disk
        super().__init__(file, mode)
        disk.note_opened(self.fileno())

    def readinto(self, buffer: Any) -> Any:
        self._disk.call("read")
        return super().readinto(buffer)

    def readall(self) -> Any:
        self._disk.call("read")
        return super().readall()

    def write(self, data: Any) -> Any:
        self._disk.call("write")
        return super().write(data)

    def close(self) -> None:
        if not self.closed:
            self._disk.note_closed(self.fileno())
            super().close()
            # The descriptor is closed even if the call fails, as on Linux.
            self._disk.call("close")


def _opened(disk: Disk, file: Any, mode: str) -> Any:
    if "w" in mode or "a" in mode or "x" in mode:
        return io.BufferedWriter(_File(disk, file, mode.replace("b", "")))
    return io.BufferedReader(_File(disk, file, mode.replace("b", "")))


@contextmanager
def failing(folder: Path, kind: str, number: int, error: int) -> Iterator[Disk]:
    """Make the n-th call of a kind below a folder fail."""
    disk = Disk(folder, kind, number, error)
    plain = {name: getattr(os, name) for name in ("open", "close", "fdopen", "fsync")}
    plain_open = io.open

    def counted(name: str, kind: str) -> Callable[..., Any]:
        do = getattr(os, name)

        def call(first: Any, *more: Any, **named: Any) -> Any:
            if disk.concerns(first):
                disk.call(kind)
            return do(first, *more, **named)

        return call

    def open_descriptor(path: Any, *more: Any, **named: Any) -> int:
        ours = disk.concerns(path)
        if ours:
            disk.call("open")
        descriptor: int = plain["open"](path, *more, **named)
        if ours:
            disk.note_opened(descriptor)
        return descriptor

    def close_descriptor(descriptor: int) -> None:
        ours = disk.concerns(descriptor)
        disk.note_closed(descriptor)
        plain["close"](descriptor)
        if ours:
            disk.call("close")

    def file_of(descriptor: int, mode: str = "r", *more: Any, **named: Any) -> Any:
        if disk.concerns(descriptor) and "b" in mode:
            return _opened(disk, descriptor, mode)
        return plain["fdopen"](descriptor, mode, *more, **named)

    def open_file(file: Any, mode: str = "r", *more: Any, **named: Any) -> Any:
        if isinstance(file, int) or not disk.concerns(file):
            return plain_open(file, mode, *more, **named)
        disk.call("open")
        if "b" in mode and "+" not in mode:
            return _opened(disk, file, mode)
        return plain_open(file, mode, *more, **named)

    with pytest.MonkeyPatch.context() as patch:
        for name in ("stat", "lstat"):
            patch.setattr(os, name, counted(name, "stat"))
        for name in ("rename", "replace"):
            patch.setattr(os, name, counted(name, "rename"))
        patch.setattr(os, "fsync", counted("fsync", "fsync"))
        patch.setattr(os, "fstat", counted("fstat", "stat"))
        patch.setattr(os, "open", open_descriptor)
        patch.setattr(os, "close", close_descriptor)
        patch.setattr(os, "fdopen", file_of)
        patch.setattr(io, "open", open_file)
        patch.setattr(builtins, "open", open_file)
        yield disk
