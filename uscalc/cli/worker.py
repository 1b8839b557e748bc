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

from uscalc.cli.common import FAILED, CommandError, ReadingOptions
from uscalc.cli.output import print_line
from uscalc.cli.pace import reduce_garbage_collection

if TYPE_CHECKING:
    from concurrent.futures import Future


@dataclass(frozen=True, slots=True)
class FileJob:
    """What a command does with each file, and its options; it can be pickled."""

    section: str | None
    system: str | None
    rules: str | None
    reading: ReadingOptions
    as_json: bool

    def __call__(self, paths: Sequence[Path]) -> Iterator["JobResult"]:
        """Run the job on some files, and yield the result of each.

        An error in one file does not stop the others.
        """
        for path, do in zip(paths, self.prepare_files(paths), strict=True):
            yield self.run_guarded(path, do)

    def run_guarded(
        self, path: Path, do: Callable[[], "int | JobResult"]
    ) -> "JobResult":
        """Run the job on one file, and turn an error into a result."""
        try:
            done = do()
        except CommandError as error:
            done = self.print_failure(path, str(error))
        except OSError:
            # The output cannot be written.
            raise
        except Exception as error:
            said = " ".join(str(error).split()) or type(error).__name__
            done = self.print_failure(
                path, f"{path}: something went wrong inside the program ({said})"
            )
        return done if isinstance(done, JobResult) else JobResult(done)

    def prepare_files(
        self, paths: Sequence[Path]
    ) -> "Sequence[Callable[[], int | JobResult]]":
        """Return a function for each file, after work that is quicker for all at once."""
        return [partial(self.run_on_file, path) for path in paths]

    @abstractmethod
    def run_on_file(self, path: Path) -> "int | JobResult":
        """Run the job on one file. Raises CannotError."""

    def print_failure(self, path: Path, why: str) -> int:
        """Print why a file failed, and return the exit code for that."""
        if self.as_json:
            print_line(json.dumps({"file": str(path), "error": why}))
        else:
            print_line(f"uscalc: {why}", err=True)
        return FAILED


class JobResult(NamedTuple):
    """The exit code of a file, and a note for the command's summary."""

    code: int
    note: object = None


class CapturedOutput(NamedTuple):
    """The texts that a job printed, in order, each with whether to standard error; its result."""

    pieces: list[tuple[bool, str]]
    did: JobResult


class ProcessPool:
    """Processes that do a job with the files they are given, several files at a time."""

    def __init__(self, job: FileJob, count: int) -> None:
        from concurrent.futures import ProcessPoolExecutor
        from multiprocessing import get_context

        self._job = job
        self._outputs = (
            _OutputProperties.of_stream(sys.stdout),
            _OutputProperties.of_stream(sys.stderr),
        )
        # Not by fork: the progress bar has a thread, and not every system can fork.
        self._executor = ProcessPoolExecutor(
            count, get_context("spawn"), _prepare_process
        )

    def submit_files(self, paths: Sequence[Path]) -> "Future[list[CapturedOutput]]":
        """Have some files done, each after the other.

        Raises BrokenProcessPool where a process was killed, here or from the result.
        """
        with _block_interrupts():
            return self._executor.submit(_run_files, self._job, paths, *self._outputs)

    def terminate(self) -> None:
        """End every process at once, without waiting for its file."""
        from multiprocessing import active_children

        for process in active_children():
            process.terminate()
        self._executor.shutdown(cancel_futures=True)


@contextmanager
def _block_interrupts() -> Iterator[None]:
    """Keep Ctrl-C from the processes that are started meanwhile."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


class _OutputProperties(NamedTuple):
    """The properties of an output that decide how text is printed to it."""

    encoding: str
    is_terminal: bool

    @classmethod
    def of_stream(cls, stream: TextIO | None) -> "_OutputProperties":
        if stream is None:
            return cls("utf-8", False)
        return cls(stream.encoding or "utf-8", stream.isatty())


class _CapturedStream(io.TextIOBase):
    """Replaces an output and keeps the printed text."""

    def __init__(
        self, like: _OutputProperties, err: bool, into: list[tuple[bool, str]]
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


def _prepare_process() -> None:
    """Prepare a process for its files; Ctrl-C is for the process that began it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    gc.freeze()
    reduce_garbage_collection()


def _run_files(
    job: FileJob, paths: Sequence[Path], out: _OutputProperties, err: _OutputProperties
) -> list[CapturedOutput]:
    return list(_capture_outputs(job, paths, out, err))


def _capture_outputs(
    job: FileJob, paths: Sequence[Path], out: _OutputProperties, err: _OutputProperties
) -> Iterator[CapturedOutput]:
    every = job(paths)
    for at, path in enumerate(paths):
        pieces: list[tuple[bool, str]] = []
        with (
            redirect_stdout(_CapturedStream(out, False, pieces)),
            redirect_stderr(_CapturedStream(err, True, pieces)),
        ):
            try:
                did = next(every)
            except OSError as error:
                did = JobResult(
                    job.print_failure(path, f"{path}: {error.strerror or error}")
                )
                every = job(paths[at + 1 :])
        yield CapturedOutput(pieces, did)
