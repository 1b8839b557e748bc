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
    CommandError,
    ReadingOptions,
    chosen_sections,
    findings_of,
    make_console,
    open_file,
    print_findings,
    print_parts,
    rate_file,
    require_ratings,
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
    require_ratings(file, rated, chosen)
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
    return print_findings(file, findings_of(rated, [where.index]))


@click.command()
@click.argument("file", type=click.Path(path_type=Path), required=False)
@click.option("--section", metavar="NAME", help="The section of this name.")
@READING
@JSON
def editions(
    file: Path | None, section: str | None, as_json: bool, reading: ReadingOptions
) -> int:
    """Shows every dated parameter; with FILE, a section under every edition."""
    from uscalc.report import comparisons as report
    from uscalc.rules.resolve import load_rule_table

    if file is None:
        if as_json:
            print_line(
                json.dumps(report.make_parameters_json(load_rule_table()), indent=1)
            )
        else:
            print_parts(*report.make_parameter_tables(load_rule_table()))
        return DONE
    from uscalc.document.queries.compare import compare_editions
    from uscalc.report.comparisons import (
        make_side_by_side_json,
        make_side_by_side_tables,
    )
    from uscalc.rules.resolve import resolve_rules

    document = open_file(file, reading).document
    chosen = chosen_sections(file, document, section)
    keys = tuple(load_rule_table().editions)
    compared = [
        compare_editions(document, index, keys, resolve_rules) for index in chosen
    ]
    if as_json:
        value = {
            "event": document.name,
            "sections": [make_side_by_side_json(item) for item in compared],
        }
        print_line(json.dumps(value, indent=1))
    else:
        for item in compared:
            print_parts(*make_side_by_side_tables(item, load_rule_table()))
    findings = [finding for item in compared for finding in item.findings]
    if not any(item.columns for item in compared):
        first = findings[0] if findings else "nothing in it is rated; check the kind"
        raise CommandError(f"{file}: {first}")
    return print_findings(file, findings)
