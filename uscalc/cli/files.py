"""uscalc convert and carry: one file made from another."""

import datetime as dt
from pathlib import Path

import click

from uscalc.cli.common import (
    DATE,
    FILE,
    FORCE,
    READING,
    CommandError,
    ReadingOptions,
    findings_of,
    must_be_free,
    open_file,
    plain_errors,
    print_errors,
    print_findings,
    rate_file,
)


@click.command()
@FILE
@click.argument("out", type=click.Path(path_type=Path))
@READING
@FORCE
def convert(file: Path, out: Path, reading: ReadingOptions, force: bool) -> int:
    """Converts from any readable format to a writable one, by OUT's extension."""
    from uscalc.formats import WRITERS

    opened = open_file(file, reading)
    writer = WRITERS.get(out.suffix.lower())
    if writer is None:
        known = ", ".join(sorted(WRITERS))
        raise CommandError(
            f"{out}: no format is written to this extension; use {known}"
        )
    must_be_free(out, force, file)
    with plain_errors():
        writer(opened.document, out)
    return print_findings(file, opened.findings)


@click.command()
@FILE
@click.argument("out", type=click.Path(path_type=Path))
@click.option("--name", metavar="NAME", help="The next event's name.")
@click.option(
    "--end-date",
    type=DATE,
    required=True,
    metavar="DATE",
    help="The next event's last day, such as 3/1/2026.",
)
@FORCE
def carry(
    file: Path, out: Path, name: str | None, end_date: dt.date, force: bool
) -> int:
    """Writes the next event: the same players, starting from this one's results."""
    from uscalc.document.rate.carry import next_event
    from uscalc.formats.native.reader import SUFFIX, save_event

    rated, chosen = rate_file(file, None, None, None, False)
    stopping = [f for f in findings_of(rated, chosen) if f.stops_rating]
    if stopping:
        raise CommandError(f"{file}: {stopping[0]}")
    if out.suffix.lower() != SUFFIX:
        raise CommandError(f"{out}: the next event is an event file; name it *{SUFFIX}")
    must_be_free(out, force, file)
    ended = max((s.end_date for s in rated.sections), default=end_date)
    if end_date < ended:
        raise CommandError(
            f"--end-date {end_date}: this event ended on {ended}; give a later day"
        )
    following = next_event(rated, name or f"After {rated.document.name}", end_date)
    with plain_errors():
        save_event(following, out)
    return print_errors(file, findings_of(rated, chosen))
