"""uscalc explain: the derivation of one rating."""

import json
from pathlib import Path
from typing import TYPE_CHECKING

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
)
from uscalc.cli.output import say

if TYPE_CHECKING:
    from uscalc.document.rate.rating import DocumentRating, SectionRating, SystemRating


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
    from uscalc.report.derivation import derivation_of

    rated, chosen = rate_file(file, rules, section, system, lenient, reading)
    stopped = cannot(rated, chosen)
    if stopped is not None:
        raise CannotError(f"{file}: {stopped}")
    where, rating = _section_with(file, rated, chosen, player)
    broken = [str(found) for found in where.findings if found.severity == "stops"]
    derivation = derivation_of(where.section, rating, player, broken)
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


def _section_with(
    file: Path, rated: "DocumentRating", chosen: list[int], player: int
) -> tuple["SectionRating", "SystemRating"]:
    """The one section that has a player, in its first system. Raises CannotError."""
    found = [
        (rated.sections[i], rating)
        for i in chosen
        for rating in rated.sections[i].ratings[:1]
        if player in rating.places
    ]
    if not found:
        raise CannotError(
            f"{file}: no rated section has a player {player}; "
            "give a pairing number of the crosstable, or --section"
        )
    if len(found) > 1:
        names = ", ".join(f'{s.index + 1} "{s.section.name}"' for s, _ in found)
        raise CannotError(
            f"{file}: several sections have a player {player}; say which with "
            f"--section NAME or its place: {names}"
        )
    return found[0]
