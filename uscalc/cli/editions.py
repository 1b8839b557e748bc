"""uscalc editions: the dated parameters, and a section under every edition."""

import json
from pathlib import Path

import click

from uscalc.cli.common import (
    DONE,
    JSON,
    READING,
    WITH_FINDINGS,
    CommandError,
    ReadingOptions,
    chosen_sections,
    open_file,
    print_parts,
)
from uscalc.cli.output import print_line


@click.command()
@click.argument("file", type=click.Path(path_type=Path), required=False)
@click.option("--section", metavar="NAME", help="The section of this name.")
@READING
@JSON
def editions(
    file: Path | None, section: str | None, as_json: bool, reading: ReadingOptions
) -> int:
    """Shows every dated parameter; with FILE, a section under every edition."""
    from uscalc.report import editions as report
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
    from uscalc.report.side_by_side import (
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
    for finding in findings:
        print_line(f"{file}: {finding}", err=True)
    return WITH_FINDINGS if findings else DONE
