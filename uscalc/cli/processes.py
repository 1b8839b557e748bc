"""Run a command on many files at once, in several processes."""

import gc
import io
import json
import os
import signal
import stat
import sys
from abc import abstractmethod
from collections import Counter, deque
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import closing, contextmanager, redirect_stderr, redirect_stdout
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple, TextIO

import click
from msgspec import Struct

from uscalc.cli.common import ReadingOptions
from uscalc.cli.output import (
    DONE,
    FAILED,
    WITH_FINDINGS,
    CommandError,
    print_line,
    print_text,
    progress_bar,
)
from uscalc.ending import end_when_terminated, hold_interrupts, undo_at_interrupt

if TYPE_CHECKING:
    from concurrent.futures import Future


OBJECTS_BETWEEN_COLLECTIONS: Final = 2_000_000
"""The number of objects created between two garbage collections."""


def reduce_garbage_collection() -> None:
    """Collect garbage rarely, because a command makes millions of objects without cycles."""
    gc.set_threshold(OBJECTS_BETWEEN_COLLECTIONS, 20, 20)


class FileJob(Struct, frozen=True):
    """A command's work on each file, with its options; can be pickled."""

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
            reason = " ".join(str(error).split()) or type(error).__name__
            done = self.print_failure(
                path, f"{path}: internal error ({reason}); please report it"
            )
        return done if isinstance(done, JobResult) else JobResult(done)

    def prepare_files(
        self, paths: Sequence[Path]
    ) -> "Sequence[Callable[[], int | JobResult]]":
        """Return a function for each file, after work that is faster for all files together."""
        return [partial(self.run_on_file, path) for path in paths]

    @abstractmethod
    def run_on_file(self, path: Path) -> "int | JobResult":
        """Run the job on one file. Raise CommandError."""

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
    """The result of a job, and its output: texts in order, each with True for standard error."""

    pieces: list[tuple[bool, str]]
    result: JobResult


class ProcessPool:
    """Processes that run a job on files, several files at a time."""

    def __init__(self, job: FileJob, count: int) -> None:
        from concurrent.futures import ProcessPoolExecutor
        from multiprocessing import get_context

        self._job = job
        self._outputs = (
            _OutputProperties.of_stream(sys.stdout),
            _OutputProperties.of_stream(sys.stderr),
        )
        # Not "fork": the progress bar has a thread, and some systems can't fork.
        self._executor = ProcessPoolExecutor(
            count, get_context("spawn"), _prepare_process
        )

    def submit_files(self, paths: Sequence[Path]) -> "Future[list[CapturedOutput]]":
        """Run the job on some files, one after the other.

        If a process was killed, this method or the result raises BrokenProcessPool.
        """
        with _block_interrupts():
            return self._executor.submit(_run_files, self._job, paths, *self._outputs)

    def terminate(self) -> None:
        """End every process immediately, without waiting for its file."""
        from multiprocessing import active_children

        for process in active_children():
            process.terminate()
        # A process may have ended halfway through a result. If this process still held
        # the writing end of the pipe, the executor would wait for the other half
        # forever.
        getattr(self._executor._result_queue, "_writer").close()  # noqa: B009
        self._executor.shutdown(cancel_futures=True)


@contextmanager
def _block_interrupts() -> Iterator[None]:
    """Protect new processes from Ctrl-C, and this one until it knows all of them."""
    with hold_interrupts():
        if not hasattr(signal, "pthread_sigmask"):
            yield
            return
        before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        try:
            yield
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)


ENDING: Final = 5.0
"""Seconds in which a process ends that is writing a file at Ctrl-C."""


def _end_processes() -> None:
    """End every process at Ctrl-C, and remove the locks that they share."""
    from multiprocessing import active_children, util

    ending = active_children()
    for process in ending:
        process.terminate()
    for process in ending:
        process.join(ENDING)
    # Otherwise a helper process of Python would print a warning about these locks.
    getattr(util, "_run_finalizers")(0)  # noqa: B009


class _OutputProperties(NamedTuple):
    """The properties of an output that decide how text is printed to it."""

    encoding: str
    is_terminal: bool

    @classmethod
    def of_stream(cls, stream: TextIO) -> "_OutputProperties":
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
    """Prepare a process for its files; its parent handles Ctrl-C."""
    end_when_terminated()
    gc.freeze()
    reduce_garbage_collection()


def _run_files(
    job: FileJob, paths: Sequence[Path], out: _OutputProperties, err: _OutputProperties
) -> list[CapturedOutput]:
    """Run a job on some files, and return the output for each."""
    every, outputs = job(paths), []
    for at, path in enumerate(paths):
        pieces: list[tuple[bool, str]] = []
        with (
            redirect_stdout(_CapturedStream(out, False, pieces)),
            redirect_stderr(_CapturedStream(err, True, pieces)),
        ):
            try:
                result = next(every)
            except OSError as error:
                result = JobResult(
                    job.print_failure(path, f"{path}: {error.strerror or error}")
                )
                every = job(paths[at + 1 :])
        outputs.append(CapturedOutput(pieces, result))
    return outputs


BYTES_FOR_ANOTHER: Final = 200_000
"""Bytes of files that take as long to read as a process takes to start."""
AT_ONCE: Final = 48
"""Largest number of files in a share."""
BYTES_AT_ONCE: Final = 400_000
"""Largest number of bytes in a share."""
AHEAD: Final = 3
"""The maximum number of shares per process that are in work or waiting to be printed."""

LOST: Final = (
    "the worker process was killed, possibly out of memory; run this file by itself"
)

JOBS = click.option(
    "--jobs",
    type=click.IntRange(min=1),
    metavar="N",
    help="Number of parallel processes [default: all cores].",
)


Noted = Callable[[object], object]
"""Receives the note of each file, in order."""


def ignore_note(_note: object) -> None:
    """Ignore the note of a file."""


def run_on_files(
    job: FileJob,
    paths: Sequence[Path],
    jobs: int | None,
    doing: str,
    noted: Noted = ignore_note,
) -> int:
    """Run a job on each file with a progress bar, and return the exit code."""
    count = _choose_process_count(paths) if jobs is None else min(jobs, len(paths))
    shares = split_files(paths, count)
    results = (
        (result for share in shares for result in job([paths[at] for at in share]))
        if count == 1
        else _print_outputs(job, paths, shares, count)
    )
    return collect_results(results, len(paths), doing, noted)


def collect_results(
    every: Iterator[JobResult], of: int, doing: str, noted: Noted = ignore_note
) -> int:
    """Count the results of `of` files under a progress bar; return the exit code."""
    codes: Counter[int] = Counter()
    with progress_bar() as progress:
        task = progress.add_task(doing, total=of)
        for result in every:
            codes[result.code] += 1
            noted(result.note)
            progress.advance(task)
    if codes[FAILED] == of:
        return FAILED
    return WITH_FINDINGS if codes[FAILED] or codes[WITH_FINDINGS] else DONE


def split_files(paths: Sequence[Path], count: int) -> list[Sequence[int]]:
    """Split the files into shares, in order.

    Large shares are rated faster, but several processes need small ones at the end, so
    that all of them end at about the same time.
    """
    shares: list[list[int]] = []
    size = most = 0
    for place, path in enumerate(paths):
        size += _read_size(path)
        if not shares or len(shares[-1]) == most or size > BYTES_AT_ONCE:
            shares.append([])
            size = _read_size(path)
            parts = 1 if count == 1 else 2 * count
            most = min(AT_ONCE, -(-(len(paths) - place) // parts))
        shares[-1].append(place)
    return list(shares)


def _choose_process_count(paths: Sequence[Path]) -> int:
    """Return the number of processes: all cores, or fewer for small files."""
    most = min(_count_processors(), len(paths))
    size = 0
    for path in paths:
        size += _read_size(path)
        if size >= most * BYTES_FOR_ANOTHER:
            return most
    return max(1, size // BYTES_FOR_ANOTHER)


def _count_processors() -> int:
    affinity: Callable[[int], set[int]] | None
    affinity = getattr(os, "sched_getaffinity", None)
    return os.cpu_count() or 1 if affinity is None else len(affinity(0))


def _read_size(path: Path) -> int:
    try:
        found = os.stat(path)
    except (OSError, ValueError):
        return 0
    return found.st_size if stat.S_ISREG(found.st_mode) else 0


def _print_outputs(
    job: FileJob, paths: Sequence[Path], shares: Sequence[Sequence[int]], count: int
) -> Iterator[JobResult]:
    """Yield the result of each file in order, after printing its output."""
    with closing(_iterate_outputs(job, paths, shares, count)) as outputs:
        for path, output in zip(paths, outputs, strict=True):
            if output is None:
                yield JobResult(job.print_failure(path, f"{path}: {LOST}"))
                continue
            for err, text in output.pieces:
                print_text(text, err=err)
            yield output.result


def _iterate_outputs(
    job: FileJob, paths: Sequence[Path], shares: Sequence[Sequence[int]], count: int
) -> Generator[CapturedOutput | None, None, None]:
    """Yield the output of each file in order; None if its process was killed.

    At most `AHEAD` shares for each process are ahead of the printed output.
    """
    from concurrent.futures.process import BrokenProcessPool

    rest = deque([paths[at] for at in share] for share in shares)
    given: deque[tuple[list[Path], Future[list[CapturedOutput]]]] = deque()
    with undo_at_interrupt(_end_processes):
        pool = ProcessPool(job, count)
        try:
            while rest or given:
                outputs: Sequence[CapturedOutput | None]
                try:
                    while rest and len(given) < AHEAD * count:
                        given.append((rest[0], pool.submit_files(rest[0])))
                        rest.popleft()
                    outputs = given[0][1].result()
                    given.popleft()
                except BrokenProcessPool:
                    # Any of the processes may have been killed. Run the files of the first
                    # share one by one, and submit all others again.
                    pool.terminate()
                    rest.extendleft(reversed([share for share, _ in given]))
                    given.clear()
                    outputs = [_run_alone(job, path) for path in rest.popleft()]
                    pool = ProcessPool(job, count)
                yield from outputs
        finally:
            pool.terminate()


def _run_alone(job: FileJob, path: Path) -> CapturedOutput | None:
    """Run a job on one file in its own process; return None if that is killed."""
    from concurrent.futures.process import BrokenProcessPool

    pool = ProcessPool(job, 1)
    try:
        (output,) = pool.submit_files([path]).result()
    except BrokenProcessPool:
        return None
    finally:
        pool.terminate()
    return output
