"""Prepare worksheets about an event's section, or about invented players."""

from collections.abc import Callable, Sequence

from uscalc.document.model import Section
from uscalc.document.rate.rating import DocumentRating, SectionRating, SystemRating
from uscalc.engine.systems import SYSTEM_NAMES
from uscalc.monitor import UNMONITORED, Monitor
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
    monitor: Monitor = UNMONITORED,
) -> Worksheet:
    """Return a worksheet about invented players, by the rules of the latest edition."""
    table = rule_table()
    key = table.exact_editions[-1]
    day = table.editions[key].date
    rules = table.of_edition(key, day)
    return invented(kinds, level, seed, rules, day, table.editions, most, monitor)


def player_exercise(
    event: str, section: Section, rating: SystemRating, number: int
) -> Worksheet | None:
    """Return the derivation of a player's rating as one exercise.

    None if there is none.
    """
    place = rating.places.get(number)
    if place is None:
        return None
    return of_player(
        rating.trace,
        place,
        name_lookup(section),
        f"{origin_words(event, section, rating)}.",
        rule_table().editions,
    )


def section_sheet(
    rated: DocumentRating,
    section: SectionRating,
    rating: SystemRating,
    kinds: Sequence[Kind],
    level: Level,
    seed: int,
    monitor: Monitor = UNMONITORED,
) -> Worksheet | None:
    """Return a worksheet about a section; None if it has no such exercise."""
    return from_section(
        kinds,
        level,
        seed,
        rating.trace,
        name_lookup(section.section),
        f"{origin_words(rated.document.name, section.section, rating)}.",
        rule_table().editions,
        monitor,
    )


def name_lookup(section: Section) -> Callable[[int], str]:
    """Return a function that gives a player's printed name by pairing number."""
    names = {player.number: person(player.name) for player in section.players}
    return lambda number: names.get(number, "")


def origin_words(event: str, section: Section, rating: SystemRating) -> str:
    """Return where figures come from: the event, the section and the rating system."""
    where = (event, section.name, SYSTEM_NAMES[rating.system])
    return ", ".join(called(part) for part in where if part)


def worksheet_html(
    sheet: Worksheet, key: bool = False, paper: Paper = "letter", big: bool = False
) -> str:
    """Render a web page of the exercises, or with `key` of their answers."""
    return render("worksheet.html", sheet=sheet, key=key, paper=paper, big=big)
