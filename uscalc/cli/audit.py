"""uscalc audit: computed ratings beside published ones."""

import json
from pathlib import Path
from typing import TYPE_CHECKING

import click

from uscalc.cli.common import (
    CHOICE,
    DONE,
    FAILED,
    JSON,
    READING,
    WITH_FINDINGS,
    CannotError,
    Reading,
    plain_errors,
    print_parts,
    rate_file,
)
from uscalc.cli.output import say

if TYPE_CHECKING:
    from uscalc.document.queries.audit import Audited


@click.command()
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path))
@CHOICE
@READING
@JSON
def audit(
    files: tuple[Path, ...],
    section: str | None,
    system: str | None,
    rules: str | None,
    as_json: bool,
    reading: Reading,
) -> int:
    """Compares computed ratings with published ones, and names likely causes."""
    from uscalc.formats.discover import readable_files
    from uscalc.report.as_audit import audit_json, audit_parts

    with plain_errors():
        paths = readable_files(list(files))
    failed = differing = 0
    for path in paths:
        try:
            rows, stopped = _audited(path, section, system, rules, reading)
        except CannotError as error:
            failed += 1
            if as_json:
                say(json.dumps({"file": str(path), "error": str(error)}))
            else:
                say(f"uscalc: {error}", err=True)
            continue
        differing += stopped or any(not row.agrees for row in rows)
        if as_json:
            say(json.dumps({"file": str(path), **audit_json(rows)}))
        else:
            print_parts(*audit_parts(str(path), rows))
    if failed == len(paths):
        return FAILED
    return WITH_FINDINGS if failed or differing else DONE


def _audited(
    path: Path,
    section: str | None,
    system: str | None,
    rules: str | None,
    reading: Reading,
) -> tuple[list["Audited"], bool]:
    """Every published rating of a file, and whether a section could not be rated."""
    from uscalc.document.queries.audit import audit_system

    rated, chosen = rate_file(path, rules, section, system, False, reading)
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
            else f"{path}: it holds no published ratings; open a crosstable page, or "
            "give published in the event file"
        )
    for finding in stopping:
        say(f"{path}: {finding}", err=True)
    return rows, bool(stopping)
