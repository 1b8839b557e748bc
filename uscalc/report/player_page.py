"""One page for one player: the result, and the whole way to it in every system."""

import re
from dataclasses import dataclass, replace
from typing import Final

from uscalc.document.queries.idle import idle_rounds
from uscalc.document.rate.rating import DocumentRating, SectionRating, SystemRating
from uscalc.engine.systems import SYSTEM_NAMES
from uscalc.explain.derive import derive
from uscalc.explain.model import Chapter, Derivation, Line
from uscalc.explain.numbers import words
from uscalc.report.tables import cleaned, person
from uscalc.report.templates import render
from uscalc.report.wall.html import Paper
from uscalc.report.wall.model import Figures, WallSheet, wall_sheets

BY_AGE: Final = "By age on the last day; the age itself is not printed."
_AGE: Final = re.compile(r"\b(?:an )?age of \d+(?:\.\d+)? years")


@dataclass(frozen=True, slots=True)
class PlayerSystem:
    """One player in one system: the figures of the wall sheet, and the derivation."""

    system: str
    figures: Figures
    derivation: Derivation


@dataclass(frozen=True, slots=True)
class PlayerPage:
    """What is printed for one player; `footer` is that of the section's sheet."""

    event: str
    section: str
    subtitle: str
    status: str
    number: int
    name: str
    points: str
    systems: tuple[PlayerSystem, ...]
    problems: tuple[str, ...]
    footer: tuple[str, ...]


def player_page(
    rated: DocumentRating, section: int, number: int, more_rounds: bool = False
) -> PlayerPage | None:
    """Return the page of a pairing number; None where the section is not rated or has none."""
    sheet = _sheet(rated, section, more_rounds)
    row = (
        next((row for row in sheet.rows if row.number == number), None)
        if sheet
        else None
    )
    if sheet is None or row is None:
        return None
    chosen = rated.sections[section]
    systems = tuple(
        PlayerSystem(name, figures, _derivation(chosen, rating, number))
        for name, figures, rating in zip(
            sheet.systems, row.figures, chosen.ratings, strict=True
        )
    )
    return PlayerPage(
        event=sheet.event,
        section=sheet.section,
        subtitle=sheet.subtitle,
        status=sheet.status,
        number=number,
        name=row.name,
        points=row.points,
        systems=systems,
        problems=sheet.problems,
        footer=(*sheet.footer, *sheet.remarks),
    )


def player_html(page: PlayerPage, paper: Paper = "letter", big: bool = False) -> str:
    """Return a web page of its own, for the screen and for the printer."""
    from uscalc.report.as_html import formula

    return render("player.html", page=page, paper=paper, big=big, formula=formula)


def _sheet(rated: DocumentRating, section: int, more: bool) -> WallSheet | None:
    sheets = wall_sheets(rated, more)
    return next((sheet for sheet in sheets if sheet.place == section), None)


def _derivation(
    section: SectionRating, rating: SystemRating, number: int
) -> Derivation:
    names = {player.number: person(player.name) for player in section.section.players}
    place = rating.places[number]
    derivation = derive(
        rating.trace,
        place,
        lambda n: names.get(n, ""),
        rating.worksheet(number),
        idle_rounds(section.section, rating.trace.players[place].entrant),
    )
    by_age = rating.trace.players[place].start.how == "age"
    return replace(
        derivation,
        heading=SYSTEM_NAMES[rating.system],
        answer=_ageless(cleaned(derivation.answer)),
        note=cleaned(derivation.note),
        chapters=tuple(_chapter(chapter, by_age) for chapter in derivation.chapters),
    )


def _chapter(chapter: Chapter, by_age: bool) -> Chapter:
    return replace(chapter, lines=tuple(_line(line, by_age) for line in chapter.lines))


def _line(line: Line, by_age: bool) -> Line:
    """Return a line as it may be printed: a page on paper never tells anybody's age."""
    if by_age and line.key == "r0":
        return Line(line.key, words(BY_AGE), "", line.value, line.section)
    return replace(line, words=line.words.changed(_ageless))


def _ageless(text: str) -> str:
    return _AGE.sub("age", text)
