"""Make a page for one player: the result and its derivation in every system."""

import re
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from uscalc.document.rate.rated import DocumentRating, SectionRating, SystemRating
from uscalc.engine.inputs import SYSTEM_NAMES
from uscalc.explain.model import Derivation, DerivationLine
from uscalc.explain.numbers import make_marked_text
from uscalc.report.derivation import derive_player
from uscalc.report.tables import clean_line, format_person, render_template
from uscalc.report.wall.model import ORDER_WORDS, RatingFigures, make_wall_sheets
from uscalc.report.wall.outputs import Paper

_AGE: Final = re.compile(r"\bage \d+(?:\.\d+)?")


class PlayerSystem(Struct, frozen=True):
    """One player in one system: the figures of the wall chart, and the derivation."""

    system: str
    figures: RatingFigures
    derivation: Derivation


class PlayerPage(Struct, frozen=True):
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


def make_player_page(
    rated: DocumentRating, section: int, number: int, more_rounds: bool = False
) -> PlayerPage | None:
    """Return the page of a pairing number; None if the section or player isn't rated."""
    sheets = make_wall_sheets(rated, more_rounds)
    sheet = next((sheet for sheet in sheets if sheet.place == section), None)
    row = (
        next((row for row in sheet.rows if row.number == number), None)
        if sheet
        else None
    )
    if sheet is None or row is None:
        return None
    chosen = rated.sections[section]
    return PlayerPage(
        event=sheet.event,
        section=sheet.section,
        # The order of a list means nothing on one player's page.
        subtitle=sheet.subtitle.removeprefix(
            f"{ORDER_WORDS[sheet.order]} \N{MIDDLE DOT} "
        ),
        status=sheet.status,
        number=number,
        name=row.name,
        points=row.points,
        systems=tuple(
            PlayerSystem(name, figures, _make_derivation(chosen, rating, number))
            for name, figures, rating in zip(
                sheet.systems, row.figures, chosen.ratings, strict=True
            )
        ),
        problems=sheet.problems,
        footer=(*sheet.footer, *sheet.remarks),
    )


def make_player_html(
    page: PlayerPage, paper: Paper = "letter", big: bool = False
) -> str:
    """Render a web page for the screen and for the printer."""
    from uscalc.report.as_html import render_formula

    return render_template(
        "player.html", page=page, paper=paper, big=big, formula=render_formula
    )


def _make_derivation(
    section: SectionRating, rating: SystemRating, number: int
) -> Derivation:
    derivation = derive_player(section.section, rating, number, format_person)
    by_age = rating.find_trace(number).start.how == "age"
    return replace(
        derivation,
        heading=SYSTEM_NAMES[rating.system],
        answer=_remove_age(clean_line(derivation.answer)),
        note=clean_line(derivation.note),
        chapters=tuple(
            replace(one, lines=tuple(_clean_line(line, by_age) for line in one.lines))
            for one in derivation.chapters
        ),
    )


def _clean_line(line: DerivationLine, by_age: bool) -> DerivationLine:
    """Return a line without the player's age, which a printed page never shows."""
    if by_age and line.key == "r0":
        return DerivationLine(
            line.key,
            make_marked_text(
                "The rating is based on the age on the last day of the event. The age "
                "itself isn't printed."
            ),
            "",
            line.value,
            line.section,
        )
    return replace(line, words=line.words.map_plain_text(_remove_age))


def _remove_age(text: str) -> str:
    return _AGE.sub("age", text)
