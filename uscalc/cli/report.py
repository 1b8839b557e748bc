"""The command report: check an event as US Chess would, and write its rating report."""

import contextlib
import datetime as dt
import json
import os
from collections.abc import Iterable
from pathlib import Path

import click

from uscalc.cli.common import (
    FILE,
    FORCE,
    JSON,
    READING,
    ReadingOptions,
    combine_options,
    convert_format_errors,
    require_free_path,
    write_last,
)
from uscalc.cli.events import open_file
from uscalc.cli.output import DONE, WITH_FINDINGS, CommandError, print_line, require
from uscalc.document.edit.settings import set_event_report
from uscalc.document.findings import Finding
from uscalc.document.model import Document
from uscalc.document.rate.members import SAME_ID
from uscalc.document.reporting.check import check_report
from uscalc.document.reporting.findings import (
    GRADES,
    LABELS,
    describe_unreported,
    find_address,
    list_reported_sections,
    summarize_findings,
)
from uscalc.document.reporting.of_player import Expiries, Owners
from uscalc.formats import OpenedEvent
from uscalc.formats.opened import FormatError
from uscalc.formats.report2c.files import select_upload_findings
from uscalc.formats.report2c.writer import (
    find_targets,
    make_folder_error,
    make_report_files,
    make_targets,
    write_report,
)
from uscalc.ratinglist.matching import find_expiries, find_owners, list_distinct_ids
from uscalc.ratinglist.store import ListError, load_lists, open_lookup
from uscalc.rules.resolve import resolve_rules
from uscalc.ui.session.folders import Folders

FACTS = combine_options(
    click.option(
        "--affiliate", metavar="ID", help="Affiliate ID, for example A6000001."
    ),
    click.option("--chief-td", metavar="ID", help="Member ID of the chief TD."),
    click.option("--city", metavar="TEXT", help="City of the event."),
    click.option("--state", metavar="XX", help="State of the event, as two letters."),
    click.option("--zip", metavar="CODE", help="ZIP code."),
    click.option("--country", metavar="TEXT", help="Country, for example USA."),
)


def _require_name(
    _: click.Context, __: click.Parameter, given: str | None
) -> Path | None:
    """Return the folder; an empty name is an error, and not the current folder."""
    if given is not None and not given.strip():
        raise CommandError(
            "the name of DIR is empty; name a folder, or . for the current one"
        )
    return None if given is None else Path(given)


@click.command()
@FILE
@click.argument("folder", metavar="[DIR]", required=False, callback=_require_name)
@click.option("--check", is_flag=True, help="Check only; don't write files.")
@click.option(
    "--anyway", is_flag=True, help="Write the files even if there are errors."
)
@FACTS
@READING
@JSON
@FORCE
def report(
    file: Path,
    folder: Path | None,
    check: bool,
    anyway: bool,
    as_json: bool,
    reading: ReadingOptions,
    force: bool,
    **facts: str | None,
) -> int:
    """Check the rating report of FILE, and write it to DIR.

    A rating report is three files: THEXPORT.DBF, TSEXPORT.DBF and TDEXPORT.DBF. uscalc
    lists each error that US Chess would reject and each item that it would question, with
    a fix. A report with errors is written only with --anyway.
    """

    if folder is None and not check:
        raise CommandError("no folder for the report; add DIR, or use --check")
    opened = open_file(file, reading)
    document = _with_facts(opened.document, facts)
    findings = _collect_findings(opened, document, check)
    left_out = list(describe_unreported(document))
    written: list[Path] = []
    if folder is not None and not check:
        _require_no_errors(file, findings, anyway)
        written = _write_report(document, folder, file, force)
    if as_json:
        print_line(json.dumps(_as_data(document, findings, left_out, written)))
    else:
        _print_written(findings, left_out, check)
    return WITH_FINDINGS if findings else DONE


def _with_facts(document: Document, facts: dict[str, str | None]) -> Document:
    """Return the event with the values of the command line's options."""

    return set_event_report(
        document, **{name: text for name, text in facts.items() if text is not None}
    ).document


def _collect_findings(
    opened: OpenedEvent, document: Document, only_check: bool
) -> tuple[Finding, ...]:
    """Return the reader's findings, then those of the rating report's checks."""

    found = select_upload_findings(opened, only_check)
    ends, owners = _find_listed(document)
    checked = check_report(
        document, resolve_rules, dt.date.today(), ends, owners=owners
    )
    return (*found, *checked)


def _find_listed(document: Document) -> tuple[Expiries, Owners]:
    """Return expiration dates and names of members from the newest supplement."""

    found = load_lists(Folders.find_usual().lists)
    for problem in found.problems:
        print_line(problem, err=True)
    if not found.lists:
        return {}, {}
    ids = list_distinct_ids(
        p.id for _, section in list_reported_sections(document) for p in section.players
    )
    try:
        with open_lookup(found.lists[0]) as lookup:
            return find_expiries(lookup, ids), find_owners(lookup, ids)
    except ListError as error:
        print_line(str(error), err=True)
        return {}, {}


def _require_no_errors(file: Path, findings: Iterable[Finding], anyway: bool) -> None:
    """Raise CommandError for an error in the report, unless `--anyway` is given.

    A report with two people with the same member ID is never written: US Chess would accept
    it, and would rate the games of one person for the other.
    """

    stops = [finding for finding in findings if finding.severity == "stops"]
    for finding in stops:
        require(finding.code != SAME_ID, f"{file}: {finding}")
    if stops and not anyway:
        more = f" (and {len(stops) - 1} more)" if len(stops) > 1 else ""
        raise CommandError(
            f"{file}: report has errors: {stops[0]}{more}. Use --check to list them, or "
            "--anyway to write it anyway"
        )


def _write_report(
    document: Document, folder: Path, file: Path, force: bool
) -> list[Path]:
    """Write the three files. Raise CommandError."""

    with convert_format_errors():
        is_there = os.path.lexists(folder)
        paths = find_targets(folder) if is_there else make_targets(folder)
        for path in paths.values():
            require_free_path(path, force, file)
        try:
            made = make_report_files(document, dt.date.today())
        except FormatError as error:
            error.path = file
            raise
    with write_last():
        try:
            if not is_there:
                folder.mkdir()
        except (FileNotFoundError, NotADirectoryError, PermissionError) as error:
            raise make_folder_error(folder.parent, error) from error
        except (OSError, ValueError) as error:
            raise make_folder_error(folder, error) from error
        try:
            write_report(paths, made, force)
        except BaseException:
            if not is_there:
                with contextlib.suppress(OSError):
                    folder.rmdir()
            raise
    return list(paths.values())


def _as_data(
    document: Document,
    findings: Iterable[Finding],
    left_out: list[str],
    written: list[Path],
) -> dict[str, object]:

    return {
        "event": document.name,
        "findings": [
            {
                "grade": GRADES[finding.severity],
                "address": find_address(finding),
                "about": finding.about,
                "section": finding.section_name or None,
                "player": finding.player,
                "round": finding.round,
                "message": finding.message,
                "remedy": finding.remedy,
            }
            for finding in findings
        ],
        "not_reported": left_out,
        "written": [str(path) for path in written],
    }


def _print_written(
    findings: tuple[Finding, ...], left_out: Iterable[str], check: bool
) -> None:
    """Print the findings, as the result of a check or beside a written report."""

    for sentence in left_out:
        print_line(sentence, err=not check)
    for finding in findings:
        print_line(f"{LABELS[finding.severity]}: {finding}", err=not check)
    print_line(summarize_findings(findings), err=not check)
