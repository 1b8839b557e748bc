"""The commands explain, editions and what-if: one rating, and how it would change."""

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
    CommandError,
    ReadingOptions,
    chosen_sections,
    findings_of,
    make_console,
    open_file,
    print_errors,
    print_findings,
    print_parts,
    rate_file,
    require_ratings,
    section_with,
    with_rules,
)
from uscalc.cli.output import print_line

if TYPE_CHECKING:
    from uscalc.document.model import Document
    from uscalc.document.queries.scenario import Fact
    from uscalc.document.rate.rated import SectionRating


@click.command()
@FILE
@click.option(
    "--player",
    type=int,
    required=True,
    metavar="N",
    help="The player's pairing number.",
)
@CHOICE
@READING
@click.option(
    "--format",
    "form",
    type=click.Choice(["text", "html"]),
    default="text",
    show_default=True,
    help="Output format.",
)
@JSON
@click.option("--full", is_flag=True, help="Every line of the derivation, as text.")
@click.option("--lenient", is_flag=True, help="Skip games with errors.")
def explain(
    file: Path,
    player: int,
    section: str | None,
    system: str | None,
    rules: str | None,
    form: str,
    as_json: bool,
    full: bool,
    lenient: bool,
    reading: ReadingOptions,
) -> int:
    """Explain one player's rating step by step."""
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

        print_to(make_console(), make_derivation_text(derivation, full))
    return print_findings(file, findings_of(rated, [where.index]))


@click.command()
@click.argument("file", type=click.Path(path_type=Path), required=False)
@click.option(
    "--section", metavar="NAME", help="Section name or number [default: all]."
)
@READING
@JSON
def editions(
    file: Path | None, section: str | None, as_json: bool, reading: ReadingOptions
) -> int:
    """Compare the editions of the rating rules.

    Without FILE, list every parameter with its values by date. With FILE, rate its sections
    under every edition.
    """
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
        first = (
            findings[0] if findings else "no section is rated. Check the section type"
        )
        raise CommandError(f"{file}: {first}")
    return print_findings(file, findings)


@click.command("what-if")
@FILE
@click.option(
    "--set",
    "outcomes",
    multiple=True,
    metavar="ROUND:PLAYER=RESULT",
    help="Result W, D or L of a player in a round: 7:4=W (repeatable).",
)
@click.option(
    "--rating",
    "ratings",
    multiple=True,
    metavar="PLAYER=RATING",
    help="Pre-event rating of a player: 4=1850 (repeatable).",
)
@click.option(
    "--games",
    multiple=True,
    metavar="PLAYER=N",
    help="Number of earlier games of a player: 4=12 (repeatable).",
)
@click.option(
    "--floor",
    "floors",
    multiple=True,
    metavar="PLAYER=FLOOR",
    help="Rating floor of a player: 4=1600 (repeatable).",
)
@CHOICE
@READING
@JSON
def what_if(
    file: Path,
    outcomes: tuple[str, ...],
    ratings: tuple[str, ...],
    games: tuple[str, ...],
    floors: tuple[str, ...],
    section: str | None,
    system: str | None,
    rules: str | None,
    as_json: bool,
    reading: ReadingOptions,
) -> int:
    """Show how other results, ratings, games or floors would change the ratings."""
    from uscalc.document.queries.scenario import list_ripples
    from uscalc.document.rate.whole import rate_document
    from uscalc.report.comparisons import make_ripples_json, make_ripples_parts
    from uscalc.rules.resolve import resolve_rules

    if not (outcomes or ratings or games or floors):
        raise CommandError("nothing to change. Give a result, for example --set 7:4=W")
    rated, chosen = rate_file(file, rules, section, system, False, reading)
    require_ratings(file, rated, chosen)
    if len(chosen) > 1:
        names = ", ".join(f'"{s.name}"' for s in rated.document.sections)
        raise CommandError(
            f"{file}: several sections. Choose one of {names} with --section"
        )
    (index,) = chosen
    document = _with_outcomes(file, rated.document, index, outcomes)
    facts: list[tuple[str, Fact]] = [
        *((text, "rating") for text in ratings),
        *((text, "games") for text in games),
        *((text, "floor") for text in floors),
    ]
    if facts:
        document = _with_facts(file, document, rated.sections[index], facts)
    changed = rate_document(with_rules(document, rules), resolve_rules).sections[index]
    found = [
        (before, after, list_ripples(before, after))
        for before in rated.sections[index].ratings
        if (after := changed.in_system(before.system)) is not None
    ]
    players = rated.document.sections[index].players
    names_of = {player.number: player.name for player in players}
    if as_json:
        changes = [*outcomes, *(f"{fact} {text}" for text, fact in facts)]
        print_line(json.dumps(make_ripples_json(changes, found, names_of), indent=1))
    else:
        print_parts(*make_ripples_parts(found, names_of))
    return print_errors(file, changed.findings)


def _with_outcomes(
    file: Path, document: "Document", index: int, outcomes: tuple[str, ...]
) -> "Document":
    """Return the document with all what-if results. Raises CommandError."""
    from uscalc.document.queries.scenario import game_of, parse_outcome, set_outcome

    games: dict[tuple[int, frozenset[int]], str] = {}
    for text in outcomes:
        outcome = parse_outcome(text)
        if outcome is None:
            raise CommandError(
                f'"{text}" isn\'t a valid result. Write ROUND:PLAYER=W, D or L, for example 7:4=W'
            )
        edit = set_outcome(document, index, outcome)
        if edit.refused:
            name = document.sections[index].name
            raise CommandError(
                f'{file}: section "{name}", player {outcome.player}, round '
                f"{outcome.round}: {edit.refused[0]}. Correct --set {text}"
            )
        document = edit.document
        game = game_of(document, index, outcome)
        if game in games:
            raise CommandError(
                f"--set {text} and --set {games[game]} are the same game. Remove one of them"
            )
        games[game] = text
    return document


def _with_facts(
    file: Path,
    document: "Document",
    section: "SectionRating",
    facts: "list[tuple[str, Fact]]",
) -> "Document":
    """Return the document with other pre-event facts. Raises CommandError."""
    from uscalc.document.queries.scenario import FACT_WORDS, parse_fact, set_fact

    if not section.ratings:
        raise CommandError(f'{file}: section "{section.section.name}" is not rated')
    for text, fact in facts:
        change = parse_fact(text, fact, section.ratings[0].system)
        if change is None:
            raise CommandError(
                f'"{text}" isn\'t a valid {FACT_WORDS[fact]}. Write PLAYER=VALUE, for example '
                "4=1850"
            )
        edit = set_fact(document, section.index, change)
        if edit.refused:
            raise CommandError(
                f'{file}: section "{section.section.name}", player {change.player}: '
                f"{edit.refused[0]}. Correct --{fact} {text}"
            )
        document = edit.document
    return document
