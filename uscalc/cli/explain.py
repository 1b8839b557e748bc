"""uscalc explain: the derivation of one rating."""

import json
from pathlib import Path

import click

from uscalc.cli.common import (
    CHOICE,
    DONE,
    FILE,
    JSON,
    READING,
    WITH_FINDINGS,
    CommandError,
    ReadingOptions,
    explain_unrated,
    findings_of,
    make_console,
    rate_file,
    section_with,
)
from uscalc.cli.output import print_line


@click.command()
@FILE
@click.option("--player", type=int, required=True, metavar="N", help="Pairing number.")
@CHOICE
@READING
@click.option("--format", "form", type=click.Choice(["text", "html"]), default="text")
@JSON
@click.option("--lenient", is_flag=True, help="Leave broken games out.")
def explain(
    file: Path,
    player: int,
    section: str | None,
    system: str | None,
    rules: str | None,
    form: str,
    as_json: bool,
    lenient: bool,
    reading: ReadingOptions,
) -> int:
    """Shows the whole derivation of one player's rating."""
    from uscalc.document.queries.unknowns import assumptions_of
    from uscalc.report.derivation import make_derivation, with_assumptions

    rated, chosen = rate_file(file, rules, section, system, lenient, reading)
    stopped = explain_unrated(rated, chosen)
    if stopped is not None:
        raise CommandError(f"{file}: {stopped}")
    where, rating = section_with(file, rated, chosen, player)
    broken = [str(found) for found in where.findings if found.stops_rating]
    derivation = make_derivation(where.section, rating, player, broken)
    derivation = with_assumptions(
        derivation, rating, player, assumptions_of(where, rating)
    )
    if as_json:
        from uscalc.report.as_json import make_derivation_json

        print_line(json.dumps(make_derivation_json(derivation), indent=1))
    elif form == "html":
        from uscalc.report.as_html import make_derivation_html

        print_line(make_derivation_html(derivation))
    else:
        from uscalc.report.as_text import make_derivation_text, print_to

        print_to(make_console(), make_derivation_text(derivation))
    findings = findings_of(rated, [where.index])
    for finding in findings:
        print_line(f"{file}: {finding}", err=True)
    return WITH_FINDINGS if findings else DONE
