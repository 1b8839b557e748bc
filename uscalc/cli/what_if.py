"""uscalc what-if: results set otherwise, and who moves."""

import json
from pathlib import Path
from typing import TYPE_CHECKING

import click

from uscalc.cli.common import (
    CHOICE,
    FILE,
    JSON,
    READING,
    CommandError,
    ReadingOptions,
    print_errors,
    print_parts,
    rate_file,
    require_ratings,
    with_rules,
)
from uscalc.cli.output import print_line

if TYPE_CHECKING:
    from uscalc.document.model import Document
    from uscalc.document.queries.scenario import Fact
    from uscalc.document.rate.rated import SectionRating


@click.command("what-if")
@FILE
@click.option(
    "--set",
    "outcomes",
    multiple=True,
    metavar="ROUND:PLAYER=RESULT",
    help="7:4=W means that player 4 wins in round 7; W, D or L; may be repeated.",
)
@click.option(
    "--rating",
    "ratings",
    multiple=True,
    metavar="PLAYER=RATING",
    help="Another rating before the event, as 4=1850; may be repeated.",
)
@click.option(
    "--games",
    multiple=True,
    metavar="PLAYER=N",
    help="Another number of games before the event, as 4=12; may be repeated.",
)
@click.option(
    "--floor",
    "floors",
    multiple=True,
    metavar="PLAYER=FLOOR",
    help="Another floor, as 4=1600; may be repeated.",
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
    """Shows what other results, ratings, games or floors would make of the ratings."""
    from uscalc.document.queries.scenario import list_ripples
    from uscalc.document.rate.whole import rate_document
    from uscalc.report.comparisons import make_ripples_json, make_ripples_parts
    from uscalc.rules.resolve import resolve_rules

    if not (outcomes or ratings or games or floors):
        raise CommandError("say what is otherwise, with --set, such as --set 7:4=W")
    rated, chosen = rate_file(file, rules, section, system, False, reading)
    require_ratings(file, rated, chosen)
    if len(chosen) > 1:
        names = ", ".join(f'"{s.name}"' for s in rated.document.sections)
        raise CommandError(f"{file}: say with --section which of {names} is meant")
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
        said = [*outcomes, *(f"{fact} {text}" for text, fact in facts)]
        print_line(json.dumps(make_ripples_json(said, found, names_of), indent=1))
    else:
        print_parts(*make_ripples_parts(found, names_of))
    return print_errors(file, changed.findings)


def _with_outcomes(
    file: Path, document: "Document", index: int, outcomes: tuple[str, ...]
) -> "Document":
    """Return the document with every outcome set. Raises CommandError."""
    from uscalc.document.queries.scenario import game_of, parse_outcome, set_outcome

    games: dict[tuple[int, frozenset[int]], str] = {}
    for text in outcomes:
        outcome = parse_outcome(text)
        if outcome is None:
            raise CommandError(
                f'"{text}" is no result to set; write it as 7:4=W, round:player=W, D or L'
            )
        edit = set_outcome(document, index, outcome)
        if edit.refused:
            name = document.sections[index].name
            raise CommandError(
                f'{file}: section "{name}", player {outcome.player}, round '
                f"{outcome.round}: {edit.refused[0]}; correct --set {text}"
            )
        document = edit.document
        game = game_of(document, index, outcome)
        if game in games:
            raise CommandError(
                f"--set {text} and --set {games[game]} are about the same game; "
                "leave one of them out"
            )
        games[game] = text
    return document


def _with_facts(
    file: Path,
    document: "Document",
    section: "SectionRating",
    facts: "list[tuple[str, Fact]]",
) -> "Document":
    """Return the document with facts before the event set otherwise. Raises CommandError."""
    from uscalc.document.queries.scenario import FACT_WORDS, parse_fact, set_fact

    if not section.ratings:
        raise CommandError(f'{file}: section "{section.section.name}" is not rated')
    for text, fact in facts:
        change = parse_fact(text, fact, section.ratings[0].system)
        if change is None:
            raise CommandError(
                f'"{text}" is no {FACT_WORDS[fact]} to set; write the player\'s number '
                "and the figure, as 4=1850"
            )
        edit = set_fact(document, section.index, change)
        if edit.refused:
            raise CommandError(
                f'{file}: section "{section.section.name}", player {change.player}: '
                f"{edit.refused[0]}; correct --{fact} {text}"
            )
        document = edit.document
    return document
