"""The commands explain, verify, editions and what-if: one rating, and how it would change."""

import json
from pathlib import Path
from typing import Any

import click

from uscalc.cli.common import (
    CHOICE,
    CHOICE_OR_FILE,
    FILE,
    JSON,
    PATH,
    READING,
    ReadingOptions,
    convert_format_errors,
)
from uscalc.cli.events import (
    choose_rules,
    collect_findings,
    find_player_section,
    make_console,
    open_file,
    print_errors,
    print_findings,
    print_parts,
    rate_file,
    require_one_section,
    select_sections,
    with_rules,
)
from uscalc.cli.output import (
    DONE,
    WITH_FINDINGS,
    CommandError,
    print_line,
    print_lines,
    require,
)
from uscalc.document.model import Document
from uscalc.document.queries.compare import compare_editions
from uscalc.document.queries.scenario import (
    FACT_WORDS,
    Fact,
    get_game_key,
    list_ripples,
    parse_fact,
    parse_outcome,
    set_fact,
    set_outcome,
)
from uscalc.document.rate.rated import SectionRating, SystemRating
from uscalc.document.rate.whole import rate_document
from uscalc.formats.shared.files import read_bytes
from uscalc.report import comparisons as report
from uscalc.report.as_html import make_derivation_html
from uscalc.report.as_text import make_derivation_text, print_to
from uscalc.report.comparisons import (
    make_ripples_json,
    make_ripples_parts,
    make_side_by_side_json,
    make_side_by_side_tables,
)
from uscalc.report.derivation import explain_player
from uscalc.rules.resolve import load_rule_table, resolve_rules
from uscalc.trace.build import build_graph
from uscalc.trace.verify import FORMAT, find_faults
from uscalc.version import __version__


@click.command()
@FILE
@click.option(
    "--player",
    type=int,
    required=True,
    metavar="N",
    help="The player's pairing number.",
)
@CHOICE_OR_FILE
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

    edition, book = choose_rules(rules)
    rated, chosen = rate_file(
        file, edition, section, system, lenient, reading, book, needs_ratings=True
    )
    section_rating, rating = find_player_section(file, rated, chosen, player)
    if as_json:
        print_lines(
            json.dumps(_make_trace(file, section_rating, rating, player), indent=1)
        )
        return print_findings(file, collect_findings(rated, [section_rating.index]))
    derivation = explain_player(section_rating, rating, player)
    if form == "html":
        print_lines(make_derivation_html(derivation))
    else:
        print_to(make_console(), make_derivation_text(derivation, full))
    return print_findings(file, collect_findings(rated, [section_rating.index]))


def _make_trace(
    file: Path, section: SectionRating, rating: SystemRating, player: int
) -> dict[str, Any]:
    """Return the trace of a rating as JSON values. Raises CommandError."""

    if rating.guide is not None:
        raise CommandError(
            f"{file}: a guide that is worked by hand has no trace. Choose another "
            "edition with --rules"
        )
    try:
        graph = build_graph(rating.trace, rating.places[player], section.section.name)
    except ValueError as error:
        raise CommandError(
            f"{file}: player {player} has no trace: {error}. Choose another player or "
            "other rules"
        ) from error
    return graph.to_json(__version__)


@click.command()
@click.argument("trace", type=PATH)
@JSON
def verify(trace: Path, as_json: bool) -> int:
    """Recompute every figure of a trace without the rating engine.

    TRACE is what uscalc explain --json printed.
    """

    with convert_format_errors():
        data = read_bytes(trace)
    try:
        value = json.loads(data)
    except (ValueError, RecursionError) as error:
        raise CommandError(
            f"{trace}: this file isn't JSON. Choose a file that uscalc explain --json printed"
        ) from error
    if not isinstance(value, dict) or value.get("format") != FORMAT:
        raise CommandError(
            f"{trace}: this file isn't a trace. Choose one that uscalc explain --json printed"
        )
    faults = find_faults(value)
    number = len(value["nodes"]) if not faults else None
    if as_json:
        body = {
            "file": str(trace),
            "figures": number,
            "faults": [fault._asdict() for fault in faults],
        }
        print_lines(json.dumps(body, indent=1))
    elif number is not None:
        print_line(f"{trace}: {number} figures recomputed, all correct.")
    for fault in faults:
        print_line(f"{trace}: {fault}", err=True)
    return WITH_FINDINGS if faults else DONE


@click.command()
@click.argument("file", type=PATH, required=False)
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

    if file is None:
        if as_json:
            print_lines(
                json.dumps(report.make_parameters_json(load_rule_table()), indent=1)
            )
        else:
            print_parts(*report.make_parameter_tables(load_rule_table()))
        return DONE

    document = open_file(file, reading).document
    chosen = select_sections(file, document, section)
    keys = tuple(load_rule_table().editions)
    rated = rate_document(document, resolve_rules)
    compared = [
        compare_editions(document, index, keys, resolve_rules, rated=rated)
        for index in chosen
    ]
    if as_json:
        value = {
            "event": document.name,
            "sections": [make_side_by_side_json(item) for item in compared],
        }
        print_lines(json.dumps(value, indent=1))
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
    help="Result of a player in a round, W, D or L: 7:4=W is a win of player 4 in round 7 "
    "(repeatable).",
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

    require(
        outcomes or ratings or games or floors,
        "nothing to change. Give a result, for example --set 7:4=W for a win of player 4 "
        "in round 7",
    )
    rated, chosen = rate_file(
        file, rules, section, system, False, reading, needs_ratings=True
    )
    index = require_one_section(file, rated.document, chosen)
    document = with_outcomes(file, rated.document, index, outcomes)
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
    names_of = {
        player.number: player.name for player in rated.document.sections[index].players
    }
    if as_json:
        changes = [*outcomes, *(f"{fact} {text}" for text, fact in facts)]
        print_lines(json.dumps(make_ripples_json(changes, found, names_of), indent=1))
    else:
        print_parts(*make_ripples_parts(found, names_of))
    return print_errors(file, changed.findings)


def with_outcomes(
    file: Path, document: Document, index: int, outcomes: tuple[str, ...]
) -> Document:
    """Return the document with all what-if results. Raises CommandError."""

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
        game = get_game_key(document, index, outcome)
        if game in games:
            raise CommandError(
                f"--set {text} and --set {games[game]} are the same game. Remove one of them"
            )
        games[game] = text
    return document


def _with_facts(
    file: Path,
    document: Document,
    section: SectionRating,
    facts: list[tuple[str, Fact]],
) -> Document:
    """Return the document with other pre-event facts. Raises CommandError."""

    require(section.ratings, f'{file}: section "{section.section.name}" is not rated')
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
