"""One thing done with many files, on all processors; what is printed stays in order."""

import os
import stat
from collections import Counter, deque
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from uscalc.cli.common import DONE, FAILED, WITH_FINDINGS
from uscalc.cli.output import print_text, progress_bar
from uscalc.cli.worker import CapturedOutput, FileJob, JobResult, ProcessPool

if TYPE_CHECKING:
    from concurrent.futures import Future

BYTES_FOR_ANOTHER: Final = 200_000
"""Bytes that take as long to read as another process takes to start."""
AT_ONCE: Final = 12
"""Largest number of files in a share."""
BYTES_AT_ONCE: Final = 400_000
"""Largest number of bytes in a share."""
AHEAD: Final = 3
"""Shares for each process that are given out before the next one is printed."""

LOST: Final = (
    "the process that read it was ended, perhaps for want of memory; give it alone"
)

JOBS = click.option(
    "--jobs",
    type=click.IntRange(min=1),
    metavar="N",
    help="So many processes at once; without it, as many as there are processors.",
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
    shares = _split_files(paths, count)
    told = (
        (did for share in shares for did in job([paths[at] for at in share]))
        if count == 1
        else _print_outputs(job, paths, shares, count)
    )
    return collect_results(told, len(paths), doing, noted)


def collect_results(
    every: Iterator[JobResult], of: int, doing: str, noted: Noted = ignore_note
) -> int:
    """Count the results of `of` files under a progress bar; return the exit code."""
    codes: Counter[int] = Counter()
    with progress_bar() as progress:
        task = progress.add_task(doing, total=of)
        for did in every:
            codes[did.code] += 1
            noted(did.note)
            progress.advance(task)
    if codes[FAILED] == of:
        return FAILED
    return WITH_FINDINGS if codes[FAILED] or codes[WITH_FINDINGS] else DONE


def _split_files(paths: Sequence[Path], count: int) -> list[Sequence[int]]:
    """Split the files into shares, in order, so that each process has some."""
    most = min(AT_ONCE, -(-len(paths) // count))
    shares: list[list[int]] = []
    size = 0
    for place, path in enumerate(paths):
        size += _read_size(path)
        if not shares or len(shares[-1]) == most or size > BYTES_AT_ONCE:
            shares.append([])
            size = _read_size(path)
        shares[-1].append(place)
    return list(shares)


def _choose_process_count(paths: Sequence[Path]) -> int:
    """Return the number of processes: all processors, fewer for small files."""
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
    """Yield the result of each file in order, after printing what its job printed."""
    with closing(_iterate_outputs(job, paths, shares, count)) as answers:
        for path, said in zip(paths, answers, strict=True):
            if said is None:
                yield JobResult(job.print_failure(path, f"{path}: {LOST}"))
                continue
            for err, text in said.pieces:
                print_text(text, err=err)
            yield said.did


def _iterate_outputs(
    job: FileJob, paths: Sequence[Path], shares: Sequence[Sequence[int]], count: int
) -> Generator[CapturedOutput | None, None, None]:
    """Yield the output of each file in order; None where its process was killed.

    At most `AHEAD` shares for each process are finished and not printed yet.
    """
    from concurrent.futures.process import BrokenProcessPool

    rest = deque([paths[at] for at in share] for share in shares)
    given: deque[tuple[list[Path], Future[list[CapturedOutput]]]] = deque()
    pool = ProcessPool(job, count)
    try:
        while rest or given:
            said: Sequence[CapturedOutput | None]
            try:
                while rest and len(given) < AHEAD * count:
                    given.append((rest[0], pool.submit_files(rest[0])))
                    rest.popleft()
                said = given[0][1].result()
                given.popleft()
            except BrokenProcessPool:
                # Any process may be the one that was killed: the files of the first
                # share are tried one by one, all others are given again.
                pool.terminate()
                again = [share for share, _ in given]
                rest.extendleft(reversed(again))
                given.clear()
                said = [_run_alone(job, path) for path in rest.popleft()]
                pool = ProcessPool(job, count)
            yield from said
    finally:
        pool.terminate()


def _run_alone(job: FileJob, path: Path) -> CapturedOutput | None:
    """Run a job on one file in a process of its own; None where that is killed."""
    from concurrent.futures.process import BrokenProcessPool

    pool = ProcessPool(job, 1)
    try:
        (said,) = pool.submit_files([path]).result()
    except BrokenProcessPool:
        return None
    finally:
        pool.terminate()
    return said
