"""uscalc audit: computed ratings beside published ones."""

import json
from pathlib import Path
from typing import TYPE_CHECKING

import click

from uscalc.cli.common import (
    CHOICE,
    DONE,
    JSON,
    READING,
    WITH_FINDINGS,
    CannotError,
    Reading,
    plain_errors,
    print_parts,
    rate_file,
)
from uscalc.cli.many import JOBS, over_files
from uscalc.cli.output import say
from uscalc.cli.worker import Job

if TYPE_CHECKING:
    from uscalc.document.queries.audit import Audited


@click.command()
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path))
@CHOICE
@READING
@JSON
@JOBS
def audit(
    files: tuple[Path, ...],
    section: str | None,
    system: str | None,
    rules: str | None,
    as_json: bool,
    reading: Reading,
    jobs: int | None,
) -> int:
    """Compares computed ratings with published ones, and names likely causes."""
    from uscalc.formats.discover import readable_files

    with plain_errors():
        paths = readable_files(list(files))
    if not paths:
        raise CannotError(
            f"{files[0]}: no readable file in it; name a file or another folder"
        )
    job = Audit(section, system, rules, reading, as_json)
    return over_files(job, paths, jobs, "Comparing")


class Audit(Job):
    """A file's published ratings beside the computed ones, printed."""

    __slots__ = ()

    def do(self, path: Path) -> int:
        """Prints the comparison: as a table, or as one line of JSON."""
        from uscalc.report.as_audit import audit_json, audit_parts

        rows, stopped = self._audited(path)
        if self.as_json:
            say(json.dumps({"file": str(path), **audit_json(rows)}))
        else:
            print_parts(*audit_parts(str(path), rows))
        differing = stopped or any(not row.agrees for row in rows)
        return WITH_FINDINGS if differing else DONE

    def _audited(self, path: Path) -> tuple[list["Audited"], bool]:
        """Every published rating of a file, and whether a section is not rated."""
        from uscalc.document.queries.audit import audit_system

        rated, chosen = rate_file(
            path, self.rules, self.section, self.system, False, self.reading
        )
        sections = [rated.sections[i] for i in chosen]
        rows = [
            row
            for found in sections
            for rating in found.ratings
            for row in audit_system(found, rating) or ()
        ]
        stopping = [f for s in sections for f in s.findings if f.severity == "stops"]
        if not rows:
            raise CannotError(
                f"{path}: {stopping[0]}"
                if stopping
                else f"{path}: it holds no published ratings; open a crosstable page, "
                "or give published in the event file"
            )
        for finding in stopping:
            say(f"{path}: {finding}", err=True)
        return rows, bool(stopping)
