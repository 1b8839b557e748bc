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
    CannotError,
    Reading,
    cannot,
    console,
    findings_of,
    rate_file,
    section_with,
)
from uscalc.cli.output import say


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
    reading: Reading,
) -> int:
    """Shows the whole derivation of one player's rating."""
    from uscalc.document.queries.unknowns import assumptions_of
    from uscalc.report.derivation import derivation_of, with_assumptions

    rated, chosen = rate_file(file, rules, section, system, lenient, reading)
    stopped = cannot(rated, chosen)
    if stopped is not None:
        raise CannotError(f"{file}: {stopped}")
    where, rating = section_with(file, rated, chosen, player)
    broken = [str(found) for found in where.findings if found.stops_rating]
    derivation = derivation_of(where.section, rating, player, broken)
    derivation = with_assumptions(
        derivation, rating, player, assumptions_of(where, rating)
    )
    if as_json:
        from uscalc.report.as_json import derivation_json

        say(json.dumps(derivation_json(derivation), indent=1))
    elif form == "html":
        from uscalc.report.as_html import derivation_html

        say(derivation_html(derivation))
    else:
        from uscalc.report.as_text import derivation_text, print_to

        print_to(console(), derivation_text(derivation))
    findings = findings_of(rated, [where.index])
    for finding in findings:
        say(f"{file}: {finding}", err=True)
    return WITH_FINDINGS if findings else DONE
