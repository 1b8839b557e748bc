"""uscalc report: what the office would say of an event, and the report to send."""

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
    CannotError,
    Reading,
    must_be_free,
    open_file,
    options,
    plain_errors,
)
from uscalc.cli.output import say

if TYPE_CHECKING:
    from uscalc.document.findings import Finding
    from uscalc.document.model import Document
    from uscalc.document.reporting.of_player import Expiries, Owners
    from uscalc.formats import Opened

FACTS = options(
    click.option("--affiliate", metavar="ID", help="The affiliate, such as A6000001."),
    click.option("--chief-td", metavar="ID", help="The chief director's member ID."),
    click.option("--city", metavar="TEXT", help="Where it was played."),
    click.option("--state", metavar="XX", help="The state, in two letters."),
    click.option("--zip", metavar="CODE", help="The ZIP code."),
    click.option("--country", metavar="TEXT", help="The country, such as USA."),
)


def _named(_: click.Context, __: click.Parameter, said: str | None) -> Path | None:
    """Return the folder; a name without a letter is a slip, and not the folder one is in."""
    if said is not None and not said.strip():
        raise CannotError("the folder DIR has no name; name one, or . for this one")
    return None if said is None else Path(said)


@click.command()
@FILE
@click.argument("folder", metavar="[DIR]", required=False, callback=_named)
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
    reading: Reading,
    force: bool,
    **facts: str | None,
) -> int:
    """Checks the ratings report of FILE, and writes its three tables into DIR.

    THEXPORT.DBF, TSEXPORT.DBF and TDEXPORT.DBF are what the federation takes. What it
    would refuse or ask is said with its place and the way out. A report that will be
    refused is not written without --anyway.
    """
    from uscalc.document.reporting.scope import not_reported

    if folder is None and not check:
        raise CannotError("name a folder DIR for the report, or --check alone")
    opened = open_file(file, reading)
    document = _with_facts(opened.document, facts)
    findings = _findings(opened, document, check)
    left_out = list(not_reported(document))
    written: list[Path] = []
    if folder is not None and not check:
        _may_be_written(file, findings, anyway)
        written = _write(document, folder, file, force)
    if as_json:
        say(json.dumps(_as_data(document, findings, left_out, written)))
    else:
        _tell(findings, left_out, check)
    return WITH_FINDINGS if findings else DONE


def _with_facts(document: "Document", facts: dict[str, str | None]) -> "Document":
    """Return the event with what was said on the command line."""
    from uscalc.document.edit.settings import set_event_report

    given = {name: text for name, text in facts.items() if text is not None}
    return set_event_report(document, **given).document


def _findings(
    opened: "Opened", document: "Document", as_it_stands: bool
) -> "tuple[Finding, ...]":
    """Return what the reading met, and what the office would say, in one list."""
    from uscalc.document.reporting.check import check_report
    from uscalc.formats.report2c.doubts import doubts
    from uscalc.rules.resolve import rules_for

    said = doubts(opened, as_it_stands)
    ends, names = _listed(document)
    checked = check_report(document, rules_for, dt.date.today(), ends, owners=names)
    return (*said, *checked)


def _listed(document: "Document") -> "tuple[Expiries, Owners]":
    """Return expiration dates and owners of member IDs, by the newest rating list."""
    from uscalc.document.reporting.scope import reported
    from uscalc.ratinglist.expiry import expiries, members_of, owners
    from uscalc.ratinglist.store import ListError, looking_up, stored_lists
    from uscalc.ui.storage.folders import Folders

    found = stored_lists(Folders.usual().lists)
    for problem in found.problems:
        say(problem, err=True)
    if not found.lists:
        return {}, {}
    ids = members_of(p.id for _, section in reported(document) for p in section.players)
    try:
        with looking_up(found.lists[0]) as lookup:
            return expiries(lookup, ids), owners(lookup, ids)
    except ListError as error:
        say(str(error), err=True)
        return {}, {}


def _may_be_written(file: Path, findings: "Iterable[Finding]", anyway: bool) -> None:
    """Raise CannotError for an Error in the report, unless `--anyway` was given.

    With two people under one member ID it is never written: US Chess would not refuse
    that report, and rate the games of one for the other.
    """
    from uscalc.document.rate.identity import SAME_ID

    stops = [finding for finding in findings if finding.severity == "stops"]
    for finding in stops:
        if finding.code == SAME_ID:
            raise CannotError(f"{file}: {finding}")
    if stops and not anyway:
        more = f" (and {len(stops) - 1} more)" if len(stops) > 1 else ""
        raise CannotError(
            f"{file}: it will be refused: {stops[0]}{more}; --check lists everything, "
            "--anyway writes it all the same"
        )


def _write(document: "Document", folder: Path, file: Path, force: bool) -> list[Path]:
    """Write the three tables. Raises CannotError."""
    from uscalc.formats.errors import FormatError
    from uscalc.formats.report2c.folder import (
        hindered,
        targets,
        targets_in,
        write_report,
    )
    from uscalc.formats.report2c.writer import report_files

    with plain_errors():
        is_there = os.path.lexists(folder)
        paths = targets_in(folder) if is_there else targets(folder)
        for path in paths.values():
            must_be_free(path, force, file)
        try:
            made = report_files(document, dt.date.today())
        except FormatError as error:
            error.path = file
            raise
        try:
            if not is_there:
                folder.mkdir()
        except (FileNotFoundError, NotADirectoryError, PermissionError) as error:
            raise hindered(folder.parent, error) from error
        except (OSError, ValueError) as error:
            raise hindered(folder, error) from error
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
    from uscalc.document.reporting.grades import GRADES, address

    return {
        "event": document.name,
        "findings": [
            {
                "grade": GRADES[finding.severity],
                "address": address(finding),
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


def _tell(
    findings: "tuple[Finding, ...]", left_out: Iterable[str], check: bool
) -> None:
    """The findings: what a check is for, and beside a report that was written."""
    from uscalc.document.reporting.grades import GRADES, summary

    for sentence in left_out:
        say(sentence, err=not check)
    for finding in findings:
        say(f"{GRADES[finding.severity]}: {finding}", err=not check)
    say(summary(findings), err=not check)
