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
    READING,
    ReadingOptions,
    convert_format_errors,
    require_free_path,
)
from uscalc.cli.events import (
    collect_findings,
    open_file,
    print_errors,
    print_findings,
    rate_file,
)
from uscalc.cli.output import CommandError, print_line
from uscalc.counted import format_day
from uscalc.document.rate.whole import make_next_event
from uscalc.formats import WRITERS
from uscalc.formats.native.reader import SUFFIX, save_event
from uscalc.report.as_json import make_log_json


@click.command()
@FILE
@click.argument("out", type=click.Path(path_type=Path))
@READING
@JSON
@FORCE
def convert(
    file: Path, out: Path, reading: ReadingOptions, as_json: bool, force: bool
) -> int:
    """Convert FILE to an event file, OUT.

    OUT must end in .uscalc, the only format that this command writes. It reads:

    \b
      event files (.uscalc)
      SwissSys 11 tournaments (.sjson) and sections (.S0C to .S9C, .SRR)
      WinTD 5 tournaments (.ptoz)
      rating reports (THEXPORT.DBF, TSEXPORT.DBF, TDEXPORT.DBF)
      US Chess crosstable pages (.html, or copied text)
      answers of the US Chess ratings website (.json)
      FIDE tournament reports (.trf: TRF16, TRF26)
      crosstables in workbooks (.xlsx, .xls) or text (.csv, tab-separated)

    --json prints the import log: what was changed, assumed or left out.

    To write a rating report, use uscalc report. To write .pdf, .html, .xlsx or .csv,
    use uscalc sheets.
    """

    opened = open_file(file, reading)
    writer = WRITERS.get(out.suffix.lower())
    if writer is None:
        known = ", ".join(sorted(WRITERS))
        raise CommandError(
            f"{out}: convert writes only {known}; use uscalc report for a rating "
            "report, or uscalc sheets for .pdf, .html, .xlsx or .csv"
        )
    require_free_path(out, force, file)
    with convert_format_errors():
        writer(opened.document, out)
    if as_json:
        names = {"file": str(file), "out": str(out), "format": opened.format}
        print_line(json.dumps(names | {"import": make_log_json(opened.log)}, indent=1))
    return print_findings(file, opened.findings)


@click.command()
@FILE
@click.argument("out", type=click.Path(path_type=Path))
@click.option(
    "--name",
    metavar="NAME",
    help="Name of the next event [default: 'After' and this event's name].",
)
@click.option(
    "--end-date",
    type=DATE,
    required=True,
    metavar="DATE",
    help="End date of the next event, such as 3/1/2026.",
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
    if out.suffix.lower() != SUFFIX:
        raise CommandError(f"{out}: output must end in {SUFFIX}")
    require_free_path(out, force, file)
    ended = max((s.end_date for s in rated.sections), default=end_date)
    if end_date < ended:
        raise CommandError(
            f"--end-date {format_day(end_date)} is before this event's end date "
            f"({format_day(ended)}); give a later date"
        )
    following = make_next_event(rated, name or f"After {rated.document.name}", end_date)
    with convert_format_errors():
        save_event(following, out)
    return print_errors(file, collect_findings(rated, chosen))
