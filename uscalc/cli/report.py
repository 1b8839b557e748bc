"""uscalc report: check an event as US Chess would, and write the report to send."""

import contextlib
import datetime as dt
import json
import os
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

import click

from uscalc.cli.common import (
    DONE,
    FILE,
    FORCE,
    JSON,
    READING,
    WITH_FINDINGS,
    CommandError,
    ReadingOptions,
    combine_options,
    must_be_free,
    open_file,
    plain_errors,
)
from uscalc.cli.output import print_line

if TYPE_CHECKING:
    from uscalc.document.findings import Finding
    from uscalc.document.model import Document
    from uscalc.document.reporting.of_player import Expiries, Owners
    from uscalc.formats import OpenedEvent

FACTS = combine_options(
    click.option("--affiliate", metavar="ID", help="The affiliate, such as A6000001."),
    click.option("--chief-td", metavar="ID", help="The chief director's member ID."),
    click.option("--city", metavar="TEXT", help="Where it was played."),
    click.option("--state", metavar="XX", help="The state, in two letters."),
    click.option("--zip", metavar="CODE", help="The ZIP code."),
    click.option("--country", metavar="TEXT", help="The country, such as USA."),
)


def _require_name(
    _: click.Context, __: click.Parameter, said: str | None
) -> Path | None:
    """Return the folder; a name without a letter is a slip, and not the folder one is in."""
    if said is not None and not said.strip():
        raise CommandError("the folder DIR has no name; name one, or . for this one")
    return None if said is None else Path(said)


@click.command()
@FILE
@click.argument("folder", metavar="[DIR]", required=False, callback=_require_name)
@click.option("--check", is_flag=True, help="Only check; nothing is written.")
@click.option(
    "--anyway", is_flag=True, help="Write a report that will be refused all the same."
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
    """Checks the ratings report of FILE, and writes its three tables into DIR.

    THEXPORT.DBF, TSEXPORT.DBF and TDEXPORT.DBF are what the federation takes. What it
    would refuse or ask is said with its place and the way out. A report that will be
    refused is not written without --anyway.
    """
    from uscalc.document.reporting.findings import describe_unreported

    if folder is None and not check:
        raise CommandError("name a folder DIR for the report, or --check alone")
    opened = open_file(file, reading)
    document = _with_facts(opened.document, facts)
    findings = _collect_findings(opened, document, check)
    left_out = list(describe_unreported(document))
    written: list[Path] = []
    if folder is not None and not check:
        _may_be_written(file, findings, anyway)
        written = _write_report(document, folder, file, force)
    if as_json:
        print_line(json.dumps(_as_data(document, findings, left_out, written)))
    else:
        _print_written(findings, left_out, check)
    return WITH_FINDINGS if findings else DONE


def _with_facts(document: "Document", facts: dict[str, str | None]) -> "Document":
    """Return the event with the facts given on the command line."""
    from uscalc.document.edit.settings import set_event_report

    given = {name: text for name, text in facts.items() if text is not None}
    return set_event_report(document, **given).document


def _collect_findings(
    opened: "OpenedEvent", document: "Document", as_it_stands: bool
) -> "tuple[Finding, ...]":
    """Return the reader's findings and those that US Chess would have, in one list."""
    from uscalc.document.reporting.check import check_report
    from uscalc.formats.report2c.files import select_upload_findings
    from uscalc.rules.resolve import resolve_rules

    said = select_upload_findings(opened, as_it_stands)
    ends, names = _find_listed(document)
    checked = check_report(document, resolve_rules, dt.date.today(), ends, owners=names)
    return (*said, *checked)


def _find_listed(document: "Document") -> "tuple[Expiries, Owners]":
    """Return expiration dates and owners of member IDs, by the newest rating list."""
    from uscalc.document.reporting.findings import list_reported_sections
    from uscalc.ratinglist.matching import find_expiries, find_owners, list_distinct_ids
    from uscalc.ratinglist.store import ListError, load_lists, open_lookup
    from uscalc.ui.storage.folders import Folders

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


def _may_be_written(file: Path, findings: "Iterable[Finding]", anyway: bool) -> None:
    """Raise CommandError for an Error in the report, unless `--anyway` was given.

    With two people under one member ID it is never written: US Chess would not refuse
    that report, and rate the games of one for the other.
    """
    from uscalc.document.rate.identity import SAME_ID

    stops = [finding for finding in findings if finding.severity == "stops"]
    for finding in stops:
        if finding.code == SAME_ID:
            raise CommandError(f"{file}: {finding}")
    if stops and not anyway:
        more = f" (and {len(stops) - 1} more)" if len(stops) > 1 else ""
        raise CommandError(
            f"{file}: it will be refused: {stops[0]}{more}; --check lists everything, "
            "--anyway writes it all the same"
        )


def _write_report(
    document: "Document", folder: Path, file: Path, force: bool
) -> list[Path]:
    """Write the three tables. Raises CommandError."""
    from uscalc.formats.opened import FormatError
    from uscalc.formats.report2c.writer import (
        find_targets,
        make_folder_error,
        make_report_files,
        make_targets,
        write_report,
    )

    with plain_errors():
        is_there = os.path.lexists(folder)
        paths = find_targets(folder) if is_there else make_targets(folder)
        for path in paths.values():
            must_be_free(path, force, file)
        try:
            made = make_report_files(document, dt.date.today())
        except FormatError as error:
            error.path = file
            raise
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
    document: "Document",
    findings: "Iterable[Finding]",
    left_out: list[str],
    written: list[Path],
) -> dict[str, object]:
    from uscalc.document.reporting.findings import GRADES, find_address

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
    findings: "tuple[Finding, ...]", left_out: Iterable[str], check: bool
) -> None:
    """Print the findings, as the result of a check or beside a written report."""
    from uscalc.document.reporting.findings import LABELS, summarize_findings

    for sentence in left_out:
        print_line(sentence, err=not check)
    for finding in findings:
        print_line(f"{LABELS[finding.severity]}: {finding}", err=not check)
    print_line(summarize_findings(findings), err=not check)
