"""One thing done with many files, on all processors; what is printed stays in order."""

import os
import stat
from collections import Counter, deque
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import closing
from pathlib import Path
from typing import Final

import click

from uscalc.cli.common import DONE, FAILED, WITH_FINDINGS
from uscalc.cli.output import progress_bar, put
from uscalc.cli.worker import Did, Job, Said, Worker

BYTES_FOR_ANOTHER: Final = 200_000
"""So much to read takes as long as starting another process."""
AT_ONCE: Final = 12
"""So many files are done at once, as far as they are small."""
BYTES_AT_ONCE: Final = 400_000
"""So much to read is done at once."""
AHEAD: Final = 3 * AT_ONCE
"""So many files for each process may be done before the next one to be told."""
WAITING: Final = 2
"""So many shares are given to a process at a time, for it never to wait."""

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
"""Is told what a command wants to know of each file, in their order."""


def nobody(_note: object) -> None:
    """Nobody wants to know."""


def over_files(
    job: Job, paths: Sequence[Path], jobs: int | None, doing: str, noted: Noted = nobody
) -> int:
    """Do something with each file, and shows how far it is; gives the exit code."""
    count = _useful(paths) if jobs is None else min(jobs, len(paths))
    shares = _shares(paths, count)
    told = (
        (did for share in shares for did in job([paths[at] for at in share]))
        if count == 1
        else _told(job, paths, shares, count)
    )
    return through(told, len(paths), doing, noted)


def through(every: Iterator[Did], of: int, doing: str, noted: Noted = nobody) -> int:
    """Return goes through what is done with `of` files; gives the exit code of all."""
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


def _shares(paths: Sequence[Path], count: int) -> list[Sequence[int]]:
    """Return the places of files that are done at once, in order; each process has some."""
    most = min(AT_ONCE, -(-len(paths) // count))
    shares: list[list[int]] = []
    size = 0
    for place, path in enumerate(paths):
        size += _size(path)
        if not shares or len(shares[-1]) == most or size > BYTES_AT_ONCE:
            shares.append([])
            size = _size(path)
        shares[-1].append(place)
    return list(shares)


def _useful(paths: Sequence[Path]) -> int:
    """Return as many processes as there are processors, but fewer for little to read."""
    most = min(_processors(), len(paths))
    size = 0
    for path in paths:
        size += _size(path)
        if size >= most * BYTES_FOR_ANOTHER:
            return most
    return max(1, size // BYTES_FOR_ANOTHER)


def _processors() -> int:
    affinity: Callable[[int], set[int]] | None
    affinity = getattr(os, "sched_getaffinity", None)
    return os.cpu_count() or 1 if affinity is None else len(affinity(0))


def _size(path: Path) -> int:
    try:
        found = os.stat(path)
    except (OSError, ValueError):
        return 0
    return found.st_size if stat.S_ISREG(found.st_mode) else 0


def _told(
    job: Job, paths: Sequence[Path], shares: Sequence[Sequence[int]], count: int
) -> Iterator[Did]:
    """Yield how each file went, in turn, after printing what its job said."""
    with closing(_answers(job, paths, shares, count)) as answers:
        for path, said in zip(paths, answers, strict=True):
            if said is None:
                yield Did(job.refuse(path, f"{path}: {LOST}"))
                continue
            for err, text in said.pieces:
                put(text, err=err)
            yield said.did


def _answers(
    job: Job, paths: Sequence[Path], shares: Sequence[Sequence[int]], count: int
) -> Generator[Said | None, None, None]:
    """Yield what each job said, in the order of the files; None where its process ended."""
    from multiprocessing.connection import wait

    todo = deque(shares)
    done: dict[int, Said | None] = {}
    workers: list[Worker] = []
    try:
        for _ in range(count):
            workers.append(Worker(job))
        for place in range(len(paths)):
            while place not in done:
                for worker in workers:
                    while (
                        len(worker.at) < WAITING
                        and todo
                        and todo[0][0] < place + AHEAD * count
                    ):
                        share = todo.popleft()
                        worker.give(share, [paths[at] for at in share])
                ready = wait([worker.connection for worker in workers if worker.at])
                for number, worker in enumerate(workers):
                    if worker.connection not in ready:
                        continue
                    share, said = worker.at.popleft(), worker.answer()
                    if said is not None:
                        done.update(zip(share, said, strict=True))
                        continue
                    # Which of the share has ended it is seen when each is given alone;
                    # what else it was given is another's now.
                    again = [[at] for at in share] if len(share) > 1 else []
                    todo.extendleft(reversed([*again, *worker.at]))
                    if not again:
                        done[share[0]] = None
                    worker.end()
                    workers[number] = Worker(job)
            yield done.pop(place)
    finally:
        for worker in workers:
            worker.end()
