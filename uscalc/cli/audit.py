"""uscalc audit: computed ratings beside published ones, and the facts between them."""

import json
import os
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click

from uscalc.cli.as_json import put_line
from uscalc.cli.common import (
    CHOICE,
    DONE,
    FAILED,
    FORCE,
    JSON,
    READING,
    WITH_FINDINGS,
    CannotError,
    Reading,
    must_be_free,
    open_file,
    plain_errors,
    print_parts,
    rate_file,
    with_rules,
)
from uscalc.cli.many import JOBS, over_files, through
from uscalc.cli.output import clean, say
from uscalc.cli.worker import Did, Job
from uscalc.engine.systems import SYSTEMS

if TYPE_CHECKING:
    from uscalc.document.audit.in_order import Followed
    from uscalc.document.audit.passed_on import Ledger
    from uscalc.document.audit.result import RatingAudit
    from uscalc.document.audit.summary import Tally
    from uscalc.document.model import Document
    from uscalc.document.rate.rating import DocumentRating
    from uscalc.engine.systems import System


@click.command()
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path))
@CHOICE
@READING
@JSON
@JOBS
@click.option(
    "--facts",
    type=click.IntRange(min=0),
    metavar="N",
    help="At most so many hidden facts for a rating; without it, 4.",
)
@click.option(
    "--adopt",
    type=click.Path(path_type=Path),
    metavar="OUT",
    help="Write the event file with the facts put in; a folder for several files.",
)
@click.option(
    "--carry",
    is_flag=True,
    help="In order of date, each event knowing what the earlier ones tell of members.",
)
@click.option("--summary", is_flag=True, help="Only count what came of all the files.")
@click.option(
    "--format",
    "form",
    type=click.Choice(["text", "html"]),
    default="text",
    help="What the summary is printed as.",
)
@FORCE
def audit(
    files: tuple[Path, ...],
    section: str | None,
    system: str | None,
    rules: str | None,
    as_json: bool,
    reading: Reading,
    jobs: int | None,
    facts: int | None,
    adopt: Path | None,
    carry: bool,
    summary: bool,
    form: str,
    force: bool,
) -> int:
    """Compares with published ratings, and finds the hidden facts that explain them."""
    from uscalc.formats.discover import readable_files

    with plain_errors():
        paths = readable_files(list(files))
    if not paths:
        raise CannotError(
            f"{files[0]}: no readable file in it; name a file or another folder"
        )
    if form == "html" and (as_json or not summary):
        raise CannotError("--format html is for the summary; say --summary, not --json")
    if carry and section is not None:
        raise CannotError("--carry follows whole events; leave --section out")
    outs: dict[Path, Path] = {}
    if adopt is not None:
        outs = _outs(files, paths, adopt, force)
    job = Audit(section, system, rules, reading, as_json, facts, outs, summary)
    counted = Counted()
    if carry:
        code = through(in_order(job, paths), len(paths), "Comparing", counted)
    else:
        code = over_files(job, paths, jobs, "Comparing", counted)
    if summary or (len(paths) > 1 and not as_json):
        counted.put(files, form, as_json)
    return code


def _outs(
    files: Sequence[Path], paths: Sequence[Path], adopt: Path, force: bool
) -> dict[Path, Path]:
    """Return where each file with its facts is written. Raises CannotError."""
    from uscalc.formats.native.reader import SUFFIX

    if len(files) == 1 and not os.path.isdir(files[0]):
        if adopt.suffix.lower() != SUFFIX:
            raise CannotError(
                f"{adopt}: with the facts it is an event file; name it *{SUFFIX}"
            )
        must_be_free(adopt, force, *paths)
        return {paths[0]: adopt}
    if os.path.lexists(adopt) and not os.path.isdir(adopt):
        raise CannotError(f"{adopt}: several files need a folder; name one")
    outs: dict[Path, Path] = {}
    taken: set[str] = set()
    for path in paths:
        name = _name(path, files)
        number = 1
        while (told := f"{name}-{number}" if number > 1 else name) in taken:
            number += 1
        taken.add(told)
        outs[path] = adopt / f"{told}{SUFFIX}"
        must_be_free(outs[path], force, *files)
    with plain_errors():
        try:
            adopt.mkdir(parents=True, exist_ok=True)
        except (OSError, ValueError) as error:
            raise CannotError(
                f"{adopt}: it cannot be made a folder ({error})"
            ) from None
    return outs


def _name(path: Path, files: Sequence[Path]) -> str:
    """Return a file's name below the folder that was given, without its extension."""
    for given in files:
        if os.path.isdir(given) and path.is_relative_to(given):
            return "-".join(path.relative_to(given).with_suffix("").parts)
    return path.stem


class Counted:
    """Counts what comes of the files; those without an audit are counted apart."""

    def __init__(self) -> None:
        self.tally: Tally | None = None
        self.skipped = 0

    def __call__(self, note: object) -> None:
        """Count a file."""
        from uscalc.document.audit.summary import Tally

        if not isinstance(note, Tally):
            self.skipped += 1
        elif self.tally is None:
            self.tally = note
        else:
            self.tally.add(note)

    def put(self, files: Sequence[Path], form: str, as_json: bool) -> None:
        """Print the counts, where there are any."""
        from uscalc.document.audit.summary import Tally
        from uscalc.report.audit.summary import (
            summary_html,
            summary_json,
            summary_parts,
        )

        tally = self.tally or Tally()
        if as_json:
            say(json.dumps({**summary_json(tally), "skipped": self.skipped}))
        elif form == "html":
            named = clean(", ".join(str(file) for file in files))
            say(summary_html(f"Audit of {named}", tally, self.skipped))
        elif self.tally is not None:
            print_parts(*summary_parts(tally, self.skipped))


@dataclass(frozen=True, slots=True)
class Audit(Job):
    """A file's published ratings beside the computed ones, and what explains them."""

    facts: int | None
    outs: dict[Path, Path]
    only_counts: bool

    @property
    def in_system(self) -> "System | None":
        """The one system that is asked for."""
        return next(
            (one for one in SYSTEMS if one == (self.system or "").upper()), None
        )

    def refuse(self, path: Path, why: str) -> int:
        """Print why nothing comes of a file; beside a summary, to standard error."""
        if self.only_counts:
            say(f"uscalc: {why}", err=True)
            return FAILED
        return Job.refuse(self, path, why)

    def do(self, path: Path) -> Did:
        """Print the audit, as text or as a line of JSON; writes the file with facts."""
        rated, chosen = rate_file(
            path, self.rules, self.section, self.system, False, self.reading
        )
        audits, adopted = self.search(rated, chosen)
        return self.tell(path, rated, chosen, audits, adopted)

    def search(
        self, rated: "DocumentRating", sections: Collection[int]
    ) -> "tuple[Sequence[RatingAudit], Document]":
        """Return the audits of some sections, and the event with the facts."""
        from uscalc.document.audit.audit import MOST_FACTS, audit_event
        from uscalc.rules.resolve import hidden_priors, rules_for

        most = MOST_FACTS if self.facts is None else self.facts
        found = audit_event(rated, sections, rules_for, hidden_priors(), most)
        assert found is not None, "somebody waits for it"
        return found

    def tell(
        self,
        path: Path,
        rated: "DocumentRating",
        chosen: Collection[int],
        audits: "Sequence[RatingAudit]",
        adopted: "Document",
        followed: "Followed | None" = None,
    ) -> Did:
        """Print what was found, and writes the event with the facts."""
        from uscalc.document.audit.summary import Tally

        stopping = [
            finding
            for at in chosen
            for finding in rated.sections[at].findings
            if finding.stops_rating
        ]
        # An event without them is a link between others all the same.
        if not any(audit.compared for audit in audits) and (
            followed is None or stopping
        ):
            raise CannotError(
                f"{path}: {stopping[0]}"
                if stopping
                else f"{path}: it holds no published ratings; open a crosstable page, "
                "or give published in the event file"
            )
        out = self.outs.get(path)
        if out is not None:
            from uscalc.formats.native.reader import save_event

            with plain_errors():
                save_event(adopted, out)
        for finding in stopping:
            say(f"{path}: {finding}", err=True)
        if not self.only_counts:
            self._put(path, audits, followed)
        missed = any(row.missed for audit in audits for row in audit.compared)
        differing = followed is not None and bool(followed.disagreements)
        tally = Tally()
        tally.count(audits)
        code = WITH_FINDINGS if stopping or missed or differing else DONE
        return Did(code, tally)

    def _put(
        self,
        path: Path,
        audits: "Sequence[RatingAudit]",
        followed: "Followed | None",
    ) -> None:
        from uscalc.report.audit.as_json import audit_json
        from uscalc.report.audit.printed import audit_parts
        from uscalc.report.carried import carried_json, carried_parts

        if self.as_json:
            more = {} if followed is None else carried_json(followed)
            put_line({"file": str(path), **audit_json(audits), **more})
        else:
            print_parts(*audit_parts(str(path), audits))
            if followed is not None:
                print_parts(*carried_parts(followed))


def in_order(job: Audit, paths: Sequence[Path]) -> Iterator[Did]:
    """Audit every file in the order of the end dates, and yield each result.

    Files that cannot be opened come first.
    """
    opened: list[tuple[Path, Document]] = []
    for path in paths:
        try:
            document = with_rules(open_file(path, job.reading).document, job.rules)
        except CannotError as error:
            yield Did(job.refuse(path, str(error)))
        else:
            opened.append((path, document))
    # The order in which they were given holds among events of one day.
    opened.sort(key=lambda one: one[1].end_date)
    ledger: Ledger = {}
    for path, document in opened:
        yield job.tried(path, partial(_next, job, path, document, ledger))


def _next(job: Audit, path: Path, document: "Document", ledger: "Ledger") -> Did:
    from uscalc.document.audit.in_order import follow
    from uscalc.rules.resolve import rules_for

    found = follow(document, ledger, rules_for, job.search, job.in_system)
    assert found is not None, "somebody waits for it"
    sections = range(len(document.sections))
    return job.tell(path, found.rated, sections, found.audits, found.adopted, found)
