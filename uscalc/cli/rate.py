"""The command rate: rate files and folders."""

import os
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import TypeAlias

import click

from uscalc.analysis.assumptions import RelevantAssumption
from uscalc.cli.common import (
    CHOICE_OR_FILE,
    JSON,
    PATH,
    READING,
    ReadingOptions,
)
from uscalc.cli.events import (
    choose_rules,
    collect_findings,
    find_files,
    print_findings,
    print_sections,
    rate_file,
    require_any_rating,
)
from uscalc.cli.output import (
    DONE,
    WITH_FINDINGS,
    print_json,
    print_line,
)
from uscalc.cli.processes import JOBS, FileJob, reduce_garbage_collection, run_on_files
from uscalc.document.findings import Finding
from uscalc.document.queries.unknowns import (
    find_assumptions_of_each,
    find_relevant_assumptions,
)
from uscalc.document.rate.engine_input import RuleBook
from uscalc.document.rate.rated import DocumentRating, SectionRating, SystemRating
from uscalc.report.as_json import AssumptionsSource, make_rating_json

Rated: TypeAlias = "tuple[DocumentRating, list[int]]"
"""A rated event, and the positions of the selected sections."""
RatedOrError: TypeAlias = "tuple[DocumentRating, list[int]] | Exception"
"""A rated event as `Rated`, or the error that prevented it."""
PrintRating: TypeAlias = "Callable[[Path, Rated, list[Finding]], None]"
"""A function that prints the ratings of a file."""


@click.command()
@click.argument("files", nargs=-1, required=True, type=PATH)
@CHOICE_OR_FILE
@READING
@JSON
@JOBS
@click.option("--lenient", is_flag=True, help="Skip games with errors.")
def rate(
    files: tuple[Path, ...],
    section: str | None,
    system: str | None,
    rules: str | None,
    as_json: bool,
    lenient: bool,
    reading: ReadingOptions,
    jobs: int | None,
) -> int:
    """Rate files, or every readable file in a folder."""
    paths = find_files(files)

    reduce_garbage_collection()
    edition, rulebook = choose_rules(rules)
    job = RatingJob(section, system, edition, reading, as_json, lenient, rulebook)
    return (
        run_on_files(job, paths, jobs, "Rating")
        if len(files) > 1 or os.path.isdir(files[0])
        else _rate_single(paths[0], job)
    )


class RatingJob(FileJob, frozen=True):
    """Rates one file and prints its ratings as tables or as one line of JSON."""

    lenient: bool
    rulebook: RuleBook

    def rate_files(self, path: Path) -> Rated:
        """Return a file's rated event and the selected sections. Raise CommandError."""
        return rate_file(
            path,
            self.rules,
            self.section,
            self.system,
            self.lenient,
            self.reading,
            self.rulebook,
        )

    def run_on_file(self, path: Path) -> int:
        """Print the ratings of one of many files."""
        (do,) = self.prepare_files([path])
        return do()

    def prepare_files(self, paths: Sequence[Path]) -> Sequence[Callable[[], int]]:
        """Rate some files, and compute the assumptions of all of them at once."""
        tried = [self._try_rating(path) for path in paths]
        print_rating: PrintRating = (
            partial(_print_json, _find_assumptions(tried))
            if self.as_json
            else _print_tables
        )
        return [
            partial(self._print_rating, path, found, print_rating)
            for path, found in zip(paths, tried, strict=True)
        ]

    def _try_rating(self, path: Path) -> RatedOrError:
        try:
            return self.rate_files(path)
        except Exception as error:
            # The caller prints the error when it is this file's turn.
            return error

    def _print_rating(
        self, path: Path, found: RatedOrError, print_rating: PrintRating
    ) -> int:
        if isinstance(found, Exception):
            raise found
        require_any_rating(path, *found)
        findings = collect_findings(*found)
        print_rating(path, found, findings)
        return WITH_FINDINGS if findings else DONE


def _print_json(
    assumed: AssumptionsSource, path: Path, found: Rated, findings: list[Finding]
) -> None:

    print_json({"file": str(path), **make_rating_json(*found, assumed)})


def _print_tables(path: Path, found: Rated, findings: list[Finding]) -> None:
    print_line(str(path))
    print_sections(*found)
    print_findings(path, findings)


def _find_assumptions(tried: Sequence[RatedOrError]) -> AssumptionsSource:
    """Return a function that gives the assumptions of each rating of some files.

    If computing them together fails, the function computes each alone, so that only
    the file with the error fails.
    """

    asked = [
        (found[0].sections[i], rating)
        for found in tried
        if not isinstance(found, Exception)
        for i in found[1]
        for rating in found[0].sections[i].ratings
    ]
    known: dict[int, tuple[RelevantAssumption, ...]] = {}
    with suppress(Exception):
        every = find_assumptions_of_each(asked)
        known = {id(of): one for (_, of), one in zip(asked, every, strict=True)}

    def assumed(
        section: SectionRating, rating: SystemRating
    ) -> tuple[RelevantAssumption, ...]:
        found = known.get(id(rating))
        return find_relevant_assumptions(section, rating) if found is None else found

    return assumed


def _rate_single(path: Path, job: RatingJob) -> int:
    rated, chosen = job.rate_files(path)
    if job.as_json:
        print_json(make_rating_json(rated, chosen), indent=1)
    else:
        print_sections(rated, chosen)
    require_any_rating(path, rated, chosen)
    return print_findings(path, collect_findings(rated, chosen))
