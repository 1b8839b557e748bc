"""A command's job with a file, and the processes that do it with many files."""

import gc
import io
import json
import signal
import sys
from abc import abstractmethod
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, TextIO

from uscalc.cli.common import FAILED, CannotError, Reading
from uscalc.cli.output import say
from uscalc.cli.pace import seldom_look_for_cycles

if TYPE_CHECKING:
    from concurrent.futures import Future


@dataclass(frozen=True, slots=True)
class Job:
    """What a command does with each file, and its options; it can be pickled."""

    section: str | None
    system: str | None
    rules: str | None
    reading: Reading
    as_json: bool

    def __call__(self, paths: Sequence[Path]) -> Iterator["Did"]:
        """Run the job on some files, and yield the result of each.

        An error in one file does not stop the others.
        """
        for path, do in zip(paths, self.prepared(paths), strict=True):
            yield self.tried(path, do)

    def tried(self, path: Path, do: Callable[[], "int | Did"]) -> "Did":
        """Run the job on one file, and turn an error into a result."""
        try:
            done = do()
        except CannotError as error:
            done = self.refuse(path, str(error))
        except OSError:
            # The output cannot be written.
            raise
        except Exception as error:
            said = " ".join(str(error).split()) or type(error).__name__
            done = self.refuse(
                path, f"{path}: something went wrong inside the program ({said})"
            )
        return done if isinstance(done, Did) else Did(done)

    def prepared(self, paths: Sequence[Path]) -> "Sequence[Callable[[], int | Did]]":
        """Return a function for each file, after work that is quicker for all at once."""
        return [partial(self.do, path) for path in paths]

    @abstractmethod
    def do(self, path: Path) -> "int | Did":
        """Run the job on one file. Raises CannotError."""

    def refuse(self, path: Path, why: str) -> int:
        """Print why a file failed, and return the exit code for that."""
        if self.as_json:
            say(json.dumps({"file": str(path), "error": why}))
        else:
            say(f"uscalc: {why}", err=True)
        return FAILED


class Did(NamedTuple):
    """The exit code of a file, and a note for the command's summary."""

    code: int
    note: object = None


class Said(NamedTuple):
    """The texts that a job printed, in order, each with whether to standard error; its result."""

    pieces: list[tuple[bool, str]]
    did: Did


class Pool:
    """Processes that do a job with the files they are given, several files at a time."""

    def __init__(self, job: Job, count: int) -> None:
        from concurrent.futures import ProcessPoolExecutor
        from multiprocessing import get_context

        self._job = job
        self._outputs = _Terminal.of(sys.stdout), _Terminal.of(sys.stderr)
        # Not by fork: the progress bar has a thread, and not every system can fork.
        self._executor = ProcessPoolExecutor(count, get_context("spawn"), _prepare)

    def submit(self, paths: Sequence[Path]) -> "Future[list[Said]]":
        """Have some files done, each after the other.

        Raises BrokenProcessPool where a process was killed, here or from the result.
        """
        with _interrupts_held():
            return self._executor.submit(_run, self._job, paths, *self._outputs)

    def end(self) -> None:
        """End every process at once, without waiting for its file."""
        from multiprocessing import active_children

        for process in active_children():
            process.terminate()
        self._executor.shutdown(cancel_futures=True)


@contextmanager
def _interrupts_held() -> Iterator[None]:
    """Keep Ctrl-C from the processes that are started meanwhile."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


class _Terminal(NamedTuple):
    """The properties of an output that decide how text is printed to it."""

    encoding: str
    is_terminal: bool

    @classmethod
    def of(cls, stream: TextIO | None) -> "_Terminal":
        if stream is None:
            return cls("utf-8", False)
        return cls(stream.encoding or "utf-8", stream.isatty())


class _Collected(io.TextIOBase):
    """Replaces an output and keeps the printed text."""

    def __init__(
        self, like: _Terminal, err: bool, into: list[tuple[bool, str]]
    ) -> None:
        self._like, self._err, self._into = like, err, into

    @property
    def encoding(self) -> str:  # type: ignore[override]
        """The encoding of the output that it replaces."""
        return self._like.encoding

    def isatty(self) -> bool:
        """Return whether the output that it replaces is a terminal."""
        return self._like.is_terminal

    def writable(self) -> bool:
        """Return True."""
        return True

    def write(self, text: str) -> int:
        """Keep a text."""
        self._into.append((self._err, text))
        return len(text)


def _prepare() -> None:
    """Prepare a process for its files; Ctrl-C is for the process that began it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    gc.freeze()
    seldom_look_for_cycles()


def _run(job: Job, paths: Sequence[Path], out: _Terminal, err: _Terminal) -> list[Said]:
    return list(_said(job, paths, out, err))


def _said(
    job: Job, paths: Sequence[Path], out: _Terminal, err: _Terminal
) -> Iterator[Said]:
    every = job(paths)
    for at, path in enumerate(paths):
        pieces: list[tuple[bool, str]] = []
        with (
            redirect_stdout(_Collected(out, False, pieces)),
            redirect_stderr(_Collected(err, True, pieces)),
        ):
            try:
                did = next(every)
            except OSError as error:
                did = Did(job.refuse(path, f"{path}: {error.strerror or error}"))
                every = job(paths[at + 1 :])
        yield Said(pieces, did)
