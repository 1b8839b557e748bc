"""A process beside this one that does a job with the files it is given."""

import gc
import io
import json
import signal
import sys
from abc import abstractmethod
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, redirect_stderr, redirect_stdout, suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, TextIO

from uscalc.cli.common import FAILED, CannotError, Reading
from uscalc.cli.output import say
from uscalc.cli.pace import seldom_look_for_cycles

if TYPE_CHECKING:
    from multiprocessing.connection import Connection


@dataclass(frozen=True, slots=True)
class Job:
    """What a command does with a file, and with what choices; it can be sent on."""

    section: str | None
    system: str | None
    rules: str | None
    reading: Reading
    as_json: bool

    def __call__(self, paths: Sequence[Path]) -> Iterator["Did"]:
        """Do it with some files, prints what comes of each, tells how each went.

        One file stops no other.
        """
        for path, do in zip(paths, self.prepared(paths), strict=True):
            yield self.tried(path, do)

    def tried(self, path: Path, do: Callable[[], "int | Did"]) -> "Did":
        """Do it with one file; what goes wrong is told of it."""
        try:
            done = do()
        except CannotError as error:
            done = self.refuse(path, str(error))
        except OSError:
            # What is printed cannot be written.
            raise
        except Exception as error:
            said = " ".join(str(error).split()) or type(error).__name__
            done = self.refuse(
                path, f"{path}: something went wrong inside the program ({said})"
            )
        return done if isinstance(done, Did) else Did(done)

    def prepared(self, paths: Sequence[Path]) -> "Sequence[Callable[[], int | Did]]":
        """Return what prints one file each, after what is quicker for all at once."""
        return [partial(self.do, path) for path in paths]

    @abstractmethod
    def do(self, path: Path) -> "int | Did":
        """Return the job itself with one file. Raises CannotError."""

    def refuse(self, path: Path, why: str) -> int:
        """Print why nothing comes of a file, and gives the code of that."""
        if self.as_json:
            say(json.dumps({"file": str(path), "error": why}))
        else:
            say(f"uscalc: {why}", err=True)
        return FAILED


class Did(NamedTuple):
    """The code of a file, and what a command wants to know of all its files."""

    code: int
    note: object = None


class Said(NamedTuple):
    """What a job printed, in order, and whether to standard error; and how it went."""

    pieces: list[tuple[bool, str]]
    did: Did


class Worker:
    """A process that waits for files; `at` are the places of those it was given.

    Each share of them is answered at once.
    """

    def __init__(self, job: Job) -> None:
        from multiprocessing import get_context

        # Not by fork: the bar of progress has a thread, and not every system can.
        context = get_context("spawn")
        self.at: deque[Sequence[int]] = deque()
        self.connection, other = context.Pipe()
        self._process = context.Process(
            target=_serve,
            args=(other, job, _Terminal.of(sys.stdout), _Terminal.of(sys.stderr)),
            daemon=True,
        )
        with _interrupts_held():
            self._process.start()
        other.close()

    def give(self, places: Sequence[int], paths: Sequence[Path]) -> None:
        """Some more files, and the places where they stand."""
        self.at.append(places)
        # One that has ended is found out when its answer is read.
        with suppress(OSError):
            self.connection.send(paths)

    def answer(self) -> list[Said] | None:
        """Return what it said of the first share; None where it has ended over it."""
        try:
            said: list[Said] = self.connection.recv()
        except (EOFError, OSError):
            return None
        return said

    def end(self) -> None:
        """End it at once, whatever it is at."""
        self.connection.close()
        self._process.terminate()
        self._process.join()


@contextmanager
def _interrupts_held() -> Iterator[None]:
    """Ctrl-C is for this process; one that begins now is never reached by it."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


class _Terminal(NamedTuple):
    """What is to be known of an output in order to print as if to it."""

    encoding: str
    is_terminal: bool

    @classmethod
    def of(cls, stream: TextIO | None) -> "_Terminal":
        if stream is None:
            return cls("utf-8", False)
        return cls(stream.encoding or "utf-8", stream.isatty())


class _Collected(io.TextIOBase):
    """Stands for an output and keeps what is printed."""

    def __init__(
        self, like: _Terminal, err: bool, into: list[tuple[bool, str]]
    ) -> None:
        self._like, self._err, self._into = like, err, into

    @property
    def encoding(self) -> str:  # type: ignore[override]
        """The encoding of the output that it stands for."""
        return self._like.encoding

    def isatty(self) -> bool:
        """Return whether the output that it stands for is a terminal."""
        return self._like.is_terminal

    def writable(self) -> bool:
        """Return yes."""
        return True

    def write(self, text: str) -> int:
        """Keep a text."""
        self._into.append((self._err, text))
        return len(text)


def _serve(connection: "Connection", job: Job, out: _Terminal, err: _Terminal) -> None:
    """Do a job with the files that come, until nobody sends any more."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    gc.freeze()
    seldom_look_for_cycles()
    with suppress(EOFError, OSError):
        while True:
            connection.send(list(_said(job, connection.recv(), out, err)))


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
