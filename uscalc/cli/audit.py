"""The command audit: compare computed ratings with published ones, and find corrections."""

import json
import os
from collections.abc import Collection, Iterator, Sequence
from functools import partial
from pathlib import Path

import click

from uscalc.cli.common import (
    CHOICE,
    FORCE,
    JSON,
    PATH,
    READING,
    ReadingOptions,
    convert_format_errors,
    require_free_path,
)
from uscalc.cli.events import (
    find_files,
    open_file,
    print_findings,
    print_parts,
    rate_file,
    with_rules,
)
from uscalc.cli.output import (
    DONE,
    FAILED,
    WITH_FINDINGS,
    CommandError,
    clean_text,
    print_line,
    print_lines,
    require,
)
from uscalc.cli.processes import JOBS, FileJob, JobResult, collect_results, run_on_files
from uscalc.document.audit.audit import MOST_FACTS, audit_event
from uscalc.document.audit.in_order import (
    CarriedAudit,
    CarryoverLedger,
    audit_next_event,
)
from uscalc.document.audit.result import AuditTally, RatingAudit
from uscalc.document.model import Document
from uscalc.document.rate.rated import DocumentRating
from uscalc.engine.inputs import SYSTEMS, System
from uscalc.formats.native.reader import SUFFIX, save_event
from uscalc.report.audit_results import (
    make_audit_json,
    make_audit_parts,
    make_summary_html,
    make_summary_json,
    make_summary_parts,
)
from uscalc.report.comparisons import make_carried_json, make_carried_parts
from uscalc.rules.chances import load_correction_priors
from uscalc.rules.resolve import resolve_rules


@click.command()
@click.argument("files", nargs=-1, required=True, type=PATH)
@CHOICE
@READING
@JSON
@JOBS
@click.option(
    "--facts",
    type=click.IntRange(min=0),
    metavar="N",
    help="Maximum number of corrections for a section [default: 4].",
)
@click.option(
    "--adopt",
    type=PATH,
    metavar="OUT",
    help="Corrected event file to write, or a folder for several files.",
)
@click.option(
    "--carry",
    is_flag=True,
    help="Rate events by date; each member starts from the result of the event before.",
)
@click.option("--summary", is_flag=True, help="Print totals only.")
@click.option(
    "--format",
    "form",
    type=click.Choice(["text", "html"]),
    default="text",
    show_default=True,
    help="Format of the summary.",
)
@FORCE
def audit(
    files: tuple[Path, ...],
    section: str | None,
    system: str | None,
    rules: str | None,
    as_json: bool,
    reading: ReadingOptions,
    jobs: int | None,
    facts: int | None,
    adopt: Path | None,
    carry: bool,
    summary: bool,
    form: str,
    force: bool,
) -> int:
    """Compare calculated ratings with published ones.

    For ratings that differ, uscalc finds the fewest corrections to FILES that make them
    match.
    """
    paths = find_files(files)
    if form == "html" and (as_json or not summary):
        raise CommandError("--format html works only with --summary and without --json")
    if carry and section is not None:
        raise CommandError("--carry needs whole events; remove --section")
    outs = {} if adopt is None else _choose_output_paths(files, paths, adopt, force)
    job = AuditJob(section, system, rules, reading, as_json, facts, outs, summary)
    counted = ComparisonCounts()
    code = (
        collect_results(in_order(job, paths), len(paths), "Comparing", counted)
        if carry
        else run_on_files(job, paths, jobs, "Comparing", counted)
    )
    if summary or (len(paths) > 1 and not as_json):
        counted.print_counts(files, form, as_json)
    return code


def _choose_output_paths(
    files: Sequence[Path], paths: Sequence[Path], adopt: Path, force: bool
) -> dict[Path, Path]:
    """Return the path of each corrected event file. Raise CommandError."""

    if len(files) == 1 and not os.path.isdir(files[0]):
        require(adopt.suffix.lower() == SUFFIX, f"{adopt}: output must end in {SUFFIX}")
        require_free_path(adopt, force, *paths)
        return {paths[0]: adopt}
    if os.path.lexists(adopt) and not os.path.isdir(adopt):
        raise CommandError(
            f"{adopt}: this isn't a folder; choose a folder for several files"
        )
    outs: dict[Path, Path] = {}
    taken: set[str] = set()
    for path in paths:
        name = _describe_section(path, files)
        number = 1
        while (unique := f"{name}-{number}" if number > 1 else name) in taken:
            number += 1
        taken.add(unique)
        outs[path] = adopt / f"{unique}{SUFFIX}"
        require_free_path(outs[path], force, *files)
    with convert_format_errors():
        try:
            adopt.mkdir(parents=True, exist_ok=True)
        except (OSError, ValueError) as error:
            raise CommandError(
                f"{adopt}: can't create this folder; choose another ({error})"
            ) from None
    return outs


def _describe_section(path: Path, files: Sequence[Path]) -> str:
    """Return a file's path below the folder that the user named, without extension."""
    return next(
        (
            "-".join(path.relative_to(given).with_suffix("").parts)
            for given in files
            if os.path.isdir(given) and path.is_relative_to(given)
        ),
        path.stem,
    )


class ComparisonCounts:
    """Adds up the results of the files, and counts the files that failed."""

    def __init__(self) -> None:
        self.tally: AuditTally | None = None
        self.skipped = 0

    def __call__(self, note: object) -> None:
        """Count a file."""

        if not isinstance(note, AuditTally):
            self.skipped += 1
        elif self.tally is None:
            self.tally = note
        else:
            self.tally.add_tally(note)

    def print_counts(self, files: Sequence[Path], form: str, as_json: bool) -> None:
        """Print the totals, if there are any."""

        tally = self.tally or AuditTally()
        if as_json:
            print_line(
                json.dumps({**make_summary_json(tally), "skipped": self.skipped})
            )
        elif form == "html":
            named = clean_text(", ".join(str(file) for file in files))
            print_lines(make_summary_html(f"Audit of {named}", tally, self.skipped))
        elif self.tally is not None:
            print_parts(*make_summary_parts(tally, self.skipped))


class AuditJob(FileJob, frozen=True):
    """Compares the published ratings of one file with the calculated ones."""

    facts: int | None
    outs: dict[Path, Path]
    only_counts: bool

    @property
    def in_system(self) -> System | None:
        """The only system to compare, if the user chose one."""
        return next(
            (one for one in SYSTEMS if one == (self.system or "").upper()), None
        )

    def print_failure(self, path: Path, why: str) -> int:
        """Print why a file failed; with `--summary`, to standard error."""
        if self.only_counts:
            print_line(f"uscalc: {why}", err=True)
            return FAILED
        return FileJob.print_failure(self, path, why)

    def run_on_file(self, path: Path) -> JobResult:
        """Print the audit as text or as a line of JSON, and write the corrected file."""
        rated, chosen = rate_file(
            path, self.rules, self.section, self.system, False, self.reading
        )
        audits, adopted = self.search_section(rated, chosen)
        return self.print_audit(path, rated, chosen, audits, adopted)

    def search_section(
        self, rated: DocumentRating, sections: Collection[int]
    ) -> tuple[Sequence[RatingAudit], Document]:
        """Return the audits of some sections, and the corrected event."""

        most = MOST_FACTS if self.facts is None else self.facts
        found = audit_event(
            rated, sections, resolve_rules, load_correction_priors(), most
        )
        assert found is not None, "nothing cancels this search"
        return found

    def print_audit(
        self,
        path: Path,
        rated: DocumentRating,
        chosen: Collection[int],
        audits: Sequence[RatingAudit],
        adopted: Document,
        followed: CarriedAudit | None = None,
    ) -> JobResult:
        """Print the audit, and write the corrected event."""

        stopping = [
            finding
            for at in chosen
            for finding in rated.sections[at].findings
            if finding.stops_rating
        ]
        # An event without ratings to compare still links the events before and after
        # it.
        if not any(audit.compared for audit in audits) and (
            followed is None or stopping
        ):
            raise CommandError(
                f"{path}: {stopping[0]}"
                if stopping
                else f"{path}: no published ratings; use a US Chess crosstable page, or "
                'set "published" in the event file'
            )
        out = self.outs.get(path)
        if out is not None:
            with convert_format_errors():
                save_event(adopted, out)
        print_findings(path, stopping)
        if not self.only_counts:
            self._print_entry(path, audits, followed)
        missed = any(row.missed for audit in audits for row in audit.compared)
        differing = followed is not None and bool(followed.disagreements)
        tally = AuditTally()
        tally.count_audits(audits)
        code = WITH_FINDINGS if stopping or missed or differing else DONE
        return JobResult(code, tally)

    def _print_entry(
        self,
        path: Path,
        audits: Sequence[RatingAudit],
        followed: CarriedAudit | None,
    ) -> None:

        if self.as_json:
            more = {} if followed is None else make_carried_json(followed)
            print_line(
                json.dumps(
                    {"file": str(path), **make_audit_json(audits), **more},
                    allow_nan=False,
                )
            )
        else:
            print_parts(*make_audit_parts(str(path), audits))
            if followed is not None:
                print_parts(*make_carried_parts(followed))


def in_order(job: AuditJob, paths: Sequence[Path]) -> Iterator[JobResult]:
    """Audit every file by end date, and yield each result.

    Files that can't be opened come first.
    """
    opened: list[tuple[Path, Document]] = []
    for path in paths:
        try:
            document = with_rules(open_file(path, job.reading).document, job.rules)
        except CommandError as error:
            yield JobResult(job.print_failure(path, str(error)))
        else:
            opened.append((path, document))
    # Events with the same end date stay in the order of the command line.
    opened.sort(key=lambda one: one[1].end_date)
    ledger: CarryoverLedger = {}
    for path, document in opened:
        yield job.run_guarded(path, partial(_next, job, path, document, ledger))


def _next(
    job: AuditJob, path: Path, document: Document, ledger: CarryoverLedger
) -> JobResult:

    found = audit_next_event(
        document, ledger, resolve_rules, job.search_section, job.in_system
    )
    assert found is not None, "nothing cancels this search"
    sections = range(len(document.sections))
    return job.print_audit(
        path, found.rated, sections, found.audits, found.adopted, found
    )
