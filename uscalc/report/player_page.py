"""Make a page for one player: the result and its derivation in every system."""

import re
from dataclasses import dataclass, replace
from typing import Final

from uscalc.document.rate.rating import DocumentRating, SectionRating, SystemRating
from uscalc.engine.systems import SYSTEM_NAMES
from uscalc.explain.model import Derivation, Line
from uscalc.explain.numbers import words
from uscalc.report.derivation import derive_player
from uscalc.report.tables import cleaned, person
from uscalc.report.templates import render
from uscalc.report.wall.html import Paper
from uscalc.report.wall.model import Figures, WallSheet, wall_sheets

BY_AGE: Final = "By age on the last day; the age itself is not printed."
_AGE: Final = re.compile(r"\b(?:an )?age of \d+(?:\.\d+)? years")


@dataclass(frozen=True, slots=True)
class PlayerSystem:
    """One player in one system: the figures of the wall chart, and the derivation."""

    system: str
    figures: Figures
    derivation: Derivation


@dataclass(frozen=True, slots=True)
class PlayerPage:
    """The printed page of one player; `footer` is the footer of the section's chart."""

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
    """Return the page of a pairing number; None if the section or number isn't rated."""
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
    """Render a web page for the screen and for the printer."""
    from uscalc.report.as_html import formula

    return render("player.html", page=page, paper=paper, big=big, formula=formula)


def _sheet(rated: DocumentRating, section: int, more: bool) -> WallSheet | None:
    sheets = wall_sheets(rated, more)
    return next((sheet for sheet in sheets if sheet.place == section), None)


def _derivation(
    section: SectionRating, rating: SystemRating, number: int
) -> Derivation:
    derivation = derive_player(section.section, rating, number, person)
    by_age = rating.player(number).start.how == "age"
    return replace(
        derivation,
        heading=SYSTEM_NAMES[rating.system],
        answer=_ageless(cleaned(derivation.answer)),
        note=cleaned(derivation.note),
        chapters=tuple(
            replace(one, lines=tuple(_line(line, by_age) for line in one.lines))
            for one in derivation.chapters
        ),
    )


def _line(line: Line, by_age: bool) -> Line:
    """Return a line as it may be printed: a printed page never shows anybody's age."""
    if by_age and line.key == "r0":
        return Line(line.key, words(BY_AGE), "", line.value, line.section)
    return replace(line, words=line.words.changed(_ageless))


def _ageless(text: str) -> str:
    return _AGE.sub("age", text)
