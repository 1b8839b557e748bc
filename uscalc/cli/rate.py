"""uscalc rate: files and folders rated."""

import os
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import click

from uscalc.cli.as_json import put_indented, put_line
from uscalc.cli.common import (
    CHOICE,
    DONE,
    JSON,
    READING,
    WITH_FINDINGS,
    CannotError,
    Reading,
    cannot,
    findings_of,
    plain_errors,
    print_sections,
    rate_file,
)
from uscalc.cli.many import JOBS, over_files
from uscalc.cli.output import say
from uscalc.cli.pace import seldom_look_for_cycles
from uscalc.cli.worker import Job

if TYPE_CHECKING:
    from uscalc.document.rate.rating import DocumentRating


@click.command()
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path))
@CHOICE
@READING
@JSON
@JOBS
@click.option("--lenient", is_flag=True, help="Leave broken games out.")
def rate(
    files: tuple[Path, ...],
    section: str | None,
    system: str | None,
    rules: str | None,
    as_json: bool,
    lenient: bool,
    reading: Reading,
    jobs: int | None,
) -> int:
    """Rates files, or every readable file of a folder."""
    from uscalc.formats.discover import readable_files

    with plain_errors():
        paths = readable_files(list(files))
    if not paths:
        raise CannotError(
            f"{files[0]}: no readable file in it; name a file or another folder"
        )

    seldom_look_for_cycles()
    job = Rating(section, system, rules, reading, as_json, lenient)
    if len(files) > 1 or os.path.isdir(files[0]):
        return over_files(job, paths, jobs, "Rating")
    return _rate_single(paths[0], job)


@dataclass(frozen=True, slots=True)
class Rating(Job):
    """A file rated and printed: as tables, or as one line of JSON."""

    lenient: bool

    def rated(self, path: Path) -> tuple["DocumentRating", list[int]]:
        """The event of a file, and the sections asked for. Raises CannotError."""
        return rate_file(
            path, self.rules, self.section, self.system, self.lenient, self.reading
        )

    def do(self, path: Path) -> int:
        """Prints the ratings of one of many files."""
        rated, chosen = self.rated(path)
        stopped = cannot(rated, chosen)
        if stopped is not None:
            raise CannotError(f"{path}: {stopped}")
        findings = findings_of(rated, chosen)
        code = WITH_FINDINGS if findings else DONE
        if self.as_json:
            from uscalc.report.as_json import rating_json

            line = {"file": str(path), **rating_json(rated, chosen)}
            put_line(line)
            return code
        say(str(path))
        print_sections(rated, chosen)
        for finding in findings:
            say(f"{path}: {finding}", err=True)
        return code


def _rate_single(path: Path, job: Rating) -> int:
    rated, chosen = job.rated(path)
    if job.as_json:
        from uscalc.report.as_json import rating_json

        put_indented(rating_json(rated, chosen))
    else:
        print_sections(rated, chosen)
    stopped = cannot(rated, chosen)
    if stopped is not None:
        raise CannotError(f"{path}: {stopped}")
    findings = findings_of(rated, chosen)
    for finding in findings:
        say(f"{path}: {finding}", err=True)
    return WITH_FINDINGS if findings else DONE
