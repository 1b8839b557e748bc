"""uscalc audit: computed ratings beside published ones, and the facts between them."""

import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import click

from uscalc.cli.as_json import put_line
from uscalc.cli.common import (
    CHOICE,
    DONE,
    FORCE,
    JSON,
    READING,
    WITH_FINDINGS,
    CannotError,
    Reading,
    must_be_free,
    plain_errors,
    print_parts,
    rate_file,
)
from uscalc.cli.many import JOBS, over_files
from uscalc.cli.output import say
from uscalc.cli.worker import Job

if TYPE_CHECKING:
    from uscalc.document.audit.result import RatingAudit
    from uscalc.document.model import Document


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
    outs: dict[Path, Path] = {}
    if adopt is not None:
        outs = _outs(files, paths, adopt, force)
    job = Audit(section, system, rules, reading, as_json, facts, outs)
    return over_files(job, paths, jobs, "Comparing")


def _outs(
    files: Sequence[Path], paths: Sequence[Path], adopt: Path, force: bool
) -> dict[Path, Path]:
    """Where each file with its facts is written. Raises CannotError."""
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
    """A file's name below the folder that was given, without its extension."""
    for given in files:
        if os.path.isdir(given) and path.is_relative_to(given):
            return "-".join(path.relative_to(given).with_suffix("").parts)
    return path.stem


@dataclass(frozen=True, slots=True)
class Audit(Job):
    """A file's published ratings beside the computed ones, and what explains them."""

    facts: int | None
    outs: dict[Path, Path]

    def do(self, path: Path) -> int:
        """Prints the audit, as text or as a line of JSON; writes the file with facts."""
        from uscalc.report.as_audit import audit_parts
        from uscalc.report.audit_json import audit_json

        audits, adopted, stopped = self._audited(path)
        out = self.outs.get(path)
        if out is not None:
            from uscalc.formats.native.reader import save_event

            with plain_errors():
                save_event(adopted, out)
        if self.as_json:
            put_line({"file": str(path), **audit_json(audits)})
        else:
            print_parts(*audit_parts(str(path), audits))
        missed = any(row.missed for audit in audits for row in audit.compared)
        return WITH_FINDINGS if stopped or missed else DONE

    def _audited(self, path: Path) -> tuple[list["RatingAudit"], "Document", bool]:
        """The audits, the event with the facts, and whether a section is not rated."""
        from uscalc.document.audit.audit import MOST_FACTS, audit_event
        from uscalc.rules.hidden import hidden_priors
        from uscalc.rules.resolve import rules_for

        rated, chosen = rate_file(
            path, self.rules, self.section, self.system, False, self.reading
        )
        sections = [rated.sections[i] for i in chosen]
        stopping = [f for s in sections for f in s.findings if f.severity == "stops"]
        most = MOST_FACTS if self.facts is None else self.facts
        found = audit_event(rated, chosen, rules_for, hidden_priors(), most)
        assert found is not None, "somebody waits for it"
        audits, adopted = found
        if not any(audit.compared for audit in audits):
            raise CannotError(
                f"{path}: {stopping[0]}"
                if stopping
                else f"{path}: it holds no published ratings; open a crosstable page, "
                "or give published in the event file"
            )
        for finding in stopping:
            say(f"{path}: {finding}", err=True)
        return audits, adopted, bool(stopping)
