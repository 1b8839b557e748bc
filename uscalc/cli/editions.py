"""uscalc editions: the dated parameters, and a section under every edition."""

import json
from pathlib import Path

import click

from uscalc.cli.common import (
    DONE,
    JSON,
    READING,
    WITH_FINDINGS,
    CannotError,
    Reading,
    chosen_sections,
    open_file,
    print_parts,
)
from uscalc.cli.output import say


@click.command()
@click.argument("file", type=click.Path(path_type=Path), required=False)
@click.option("--section", metavar="NAME", help="The section of this name.")
@READING
@JSON
def editions(
    file: Path | None, section: str | None, as_json: bool, reading: Reading
) -> int:
    """Shows every dated parameter; with FILE, a section under every edition."""
    from uscalc.report import editions as report
    from uscalc.rules.resolve import rule_table

    if file is None:
        if as_json:
            say(json.dumps(report.parameters_json(rule_table()), indent=1))
        else:
            print_parts(*report.parameter_tables(rule_table()))
        return DONE
    from uscalc.document.queries.compare import side_by_side
    from uscalc.report.side_by_side import side_by_side_json, tables
    from uscalc.rules.resolve import rules_for

    document = open_file(file, reading).document
    chosen = chosen_sections(file, document, section)
    keys = tuple(rule_table().editions)
    compared = [side_by_side(document, index, keys, rules_for) for index in chosen]
    if as_json:
        value = {
            "event": document.name,
            "sections": [side_by_side_json(item) for item in compared],
        }
        say(json.dumps(value, indent=1))
    else:
        for item in compared:
            print_parts(*tables(item, rule_table()))
    findings = [finding for item in compared for finding in item.findings]
    if not any(item.columns for item in compared):
        first = findings[0] if findings else "nothing in it is rated; check the kind"
        raise CannotError(f"{file}: {first}")
    for finding in findings:
        say(f"{file}: {finding}", err=True)
    return WITH_FINDINGS if findings else DONE
