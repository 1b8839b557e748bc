"""Worksheets made ready: of an event's section, or of invented players."""

from collections.abc import Callable, Sequence

from uscalc.document.model import Section
from uscalc.document.rate.rating import DocumentRating, SectionRating, SystemRating
from uscalc.engine.pause import Pause, go_on
from uscalc.engine.systems import SYSTEM_NAMES
from uscalc.report.tables import called, person
from uscalc.report.templates import render
from uscalc.report.wall.html import Paper
from uscalc.rules.resolve import rule_table
from uscalc.worksheet.kinds import Kind, Level
from uscalc.worksheet.model import Worksheet
from uscalc.worksheet.sheet import from_section, invented, of_player


def invented_sheet(
    kinds: Sequence[Kind],
    level: Level,
    seed: int,
    most: int | None = None,
    pause: Pause = go_on,
) -> Worksheet:
    """Return a sheet of invented players, by the rules of the latest edition."""
    table = rule_table()
    key = table.exact_editions[-1]
    day = table.editions[key].date
    rules = table.of_edition(key, day)
    return invented(kinds, level, seed, rules, day, table.editions, most, pause)


def player_exercise(
    event: str, section: Section, rating: SystemRating, number: int
) -> Worksheet | None:
    """Return the whole way to a player's rating as one exercise; None where there is none."""
    place = rating.places.get(number)
    if place is None:
        return None
    return of_player(
        rating.trace,
        place,
        _names(section),
        _about(event, section, rating),
        rule_table().editions,
    )


def section_sheet(
    rated: DocumentRating,
    section: SectionRating,
    rating: SystemRating,
    kinds: Sequence[Kind],
    level: Level,
    seed: int,
    pause: Pause = go_on,
) -> Worksheet | None:
    """Return a sheet of a section's figures; None where nobody in it gives such an exercise."""
    return from_section(
        kinds,
        level,
        seed,
        rating.trace,
        _names(section.section),
        _about(rated.document.name, section.section, rating),
        rule_table().editions,
        pause,
    )


def _names(section: Section) -> Callable[[int], str]:
    names = {player.number: person(player.name) for player in section.players}
    return lambda number: names.get(number, "")


def _about(event: str, section: Section, rating: SystemRating) -> str:
    """Return whose figures they are."""
    where = (event, section.name, SYSTEM_NAMES[rating.system])
    return f"{', '.join(called(part) for part in where if part)}."


def worksheet_html(
    sheet: Worksheet, key: bool = False, paper: Paper = "letter", big: bool = False
) -> str:
    """Return a web page of its own: the exercises, or with `key` their answers."""
    return render("worksheet.html", sheet=sheet, key=key, paper=paper, big=big)
