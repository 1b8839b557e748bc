"""The commands convert and carry: make one event file from another file."""

import datetime as dt
import json
from pathlib import Path

import click

from uscalc.cli.common import (
    DATE,
    FILE,
    FORCE,
    JSON,
    PATH,
    READING,
    ReadingOptions,
    convert_format_errors,
    require_free_path,
    write_last,
    write_output,
)
from uscalc.cli.events import (
    collect_findings,
    open_file,
    print_errors,
    print_findings,
    rate_file,
    select_sections,
)
from uscalc.cli.output import CommandError, print_line, print_lines, require
from uscalc.counted import format_day
from uscalc.document.rate.whole import make_next_event
from uscalc.exports import RATED, SPREADSHEETS, check_suffix, make_export
from uscalc.formats.native.reader import SUFFIX, save_event
from uscalc.report.as_json import make_log_json
from uscalc.report.wall.model import ORDERS, ListOrder


@click.command()
@FILE
@click.argument("out", type=PATH)
@click.option(
    "--section", metavar="NAME", help="Section name or number [default: all]."
)
@click.option(
    "--order",
    type=click.Choice(ORDERS),
    help="Order of the players in .csv and .xlsx [default: crosstable].",
)
@READING
@JSON
@FORCE
def convert(
    file: Path,
    out: Path,
    section: str | None,
    order: ListOrder | None,
    reading: ReadingOptions,
    as_json: bool,
    force: bool,
) -> int:
    """Convert FILE to another format, OUT.

    The extension of OUT selects the format:

    \b
      .uscalc       event file
      .trf          FIDE tournament report (TRF16, TRF26) of one section
      .csv, .xlsx   crosstable with pre-event and post-event ratings, changes, games
                    and performance ratings
      .json         the output of uscalc rate --json; uscalc can't read it

    It reads:

    \b
      event files (.uscalc)
      SwissSys 11 tournaments (.sjson) and sections (.S0C to .S9C, .SRR)
      WinTD 5 tournaments (.ptoz)
      rating reports (THEXPORT.DBF, TSEXPORT.DBF, TDEXPORT.DBF)
      US Chess crosstable pages (.html, or copied text)
      answers of the US Chess ratings website (.json)
      FIDE tournament reports (.trf: TRF16, TRF26)
      crosstables in workbooks (.xlsx, .xls) or text (.csv, tab-separated)

    --json prints the import log: what was changed, assumed or left out. Facts that OUT
    can't hold are listed. To write a rating report, use uscalc report. For wall charts
    (.pdf, .html, .xlsx, .csv), use uscalc sheets.
    """

    with convert_format_errors():
        suffix = check_suffix(out)
    if order is not None and suffix not in SPREADSHEETS:
        raise CommandError(f"--order applies only to {' and '.join(SPREADSHEETS)}")
    require_free_path(out, force, file)
    if suffix in RATED:
        rated, chosen = rate_file(file, None, section, None, False, reading)
        document, findings = rated.document, collect_findings(rated, chosen)
        log = rated.log
    else:
        opened = open_file(file, reading)
        document, findings = opened.document, list(opened.findings)
        log = opened.log
        chosen = select_sections(file, document, section)
    with convert_format_errors():
        made = make_export(out, document, chosen, lambda: rated, order)
    write_output(out, made.data)
    for line in made.left_out:
        print_line(f"{out}: {line}", err=True)
    if as_json:
        names = {"file": str(file), "out": str(out), "import": make_log_json(log)}
        print_lines(json.dumps(names, indent=1))
    return print_findings(file, findings)


@click.command()
@FILE
@click.argument("out", type=PATH)
@click.option(
    "--name",
    metavar="NAME",
    help="Name of the next event [default: 'After', followed by this event's name].",
)
@click.option(
    "--end-date",
    type=DATE,
    required=True,
    metavar="DATE",
    help="End date of the next event, for example 3/1/2026.",
)
@FORCE
def carry(
    file: Path, out: Path, name: str | None, end_date: dt.date, force: bool
) -> int:
    """Create the next event, starting from the results of FILE."""

    rated, chosen = rate_file(file, None, None, None, False)
    stopping = [f for f in collect_findings(rated, chosen) if f.stops_rating]
    if stopping:
        raise CommandError(f"{file}: {stopping[0]}")
    require(out.suffix.lower() == SUFFIX, f"{out}: output must end in {SUFFIX}")
    require_free_path(out, force, file)
    ended = max((s.end_date for s in rated.sections), default=end_date)
    require(
        end_date >= ended,
        f"--end-date {format_day(end_date)} is before this event's end date "
        f"({format_day(ended)}); give a later date",
    )
    following = make_next_event(rated, name or f"After {rated.document.name}", end_date)
    with write_last():
        save_event(following, out)
    return print_errors(file, collect_findings(rated, chosen))
