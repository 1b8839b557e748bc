"""Prepare worksheets about an event's section, or about invented players."""

from collections.abc import Callable, Sequence

from uscalc.document.model import Section
from uscalc.document.rate.rating import DocumentRating, SectionRating, SystemRating
from uscalc.engine.systems import SYSTEM_NAMES
from uscalc.monitor import UNMONITORED, Monitor
from uscalc.report.tables import clean_name, format_person
from uscalc.report.templates import render_template
from uscalc.report.wall.html import Paper
from uscalc.rules.resolve import load_rule_table
from uscalc.worksheet.kinds import Kind, Level
from uscalc.worksheet.model import Worksheet
from uscalc.worksheet.sheet import (
    make_player_worksheet,
    make_random_worksheet,
    make_worksheet_from_section,
)


def make_invented_worksheet(
    kinds: Sequence[Kind],
    level: Level,
    seed: int,
    most: int | None = None,
    monitor: Monitor = UNMONITORED,
) -> Worksheet:
    """Return a worksheet about invented players, by the rules of the latest edition."""
    table = load_rule_table()
    key = table.exact_editions[-1]
    day = table.editions[key].date
    rules = table.get_rules_of_edition(key, day)
    return make_random_worksheet(
        kinds, level, seed, rules, day, table.editions, most, monitor
    )


def make_player_exercise(
    event: str, section: Section, rating: SystemRating, number: int
) -> Worksheet | None:
    """Return the derivation of a player's rating as one exercise.

    None if there is none.
    """
    place = rating.places.get(number)
    if place is None:
        return None
    return make_player_worksheet(
        rating.trace,
        place,
        make_name_lookup(section),
        f"{describe_origin(event, section, rating)}.",
        load_rule_table().editions,
    )


def make_section_worksheet(
    rated: DocumentRating,
    section: SectionRating,
    rating: SystemRating,
    kinds: Sequence[Kind],
    level: Level,
    seed: int,
    monitor: Monitor = UNMONITORED,
) -> Worksheet | None:
    """Return a worksheet about a section; None if it has no such exercise."""
    return make_worksheet_from_section(
        kinds,
        level,
        seed,
        rating.trace,
        make_name_lookup(section.section),
        f"{describe_origin(rated.document.name, section.section, rating)}.",
        load_rule_table().editions,
        monitor,
    )


def make_name_lookup(section: Section) -> Callable[[int], str]:
    """Return a function that gives a player's printed name by pairing number."""
    names = {player.number: format_person(player.name) for player in section.players}
    return lambda number: names.get(number, "")


def describe_origin(event: str, section: Section, rating: SystemRating) -> str:
    """Return where figures come from: the event, the section and the rating system."""
    where = (event, section.name, SYSTEM_NAMES[rating.system])
    return ", ".join(clean_name(part) for part in where if part)


def make_worksheet_html(
    sheet: Worksheet, key: bool = False, paper: Paper = "letter", big: bool = False
) -> str:
    """Render a web page of the exercises, or with `key` of their answers."""
    return render_template("worksheet.html", sheet=sheet, key=key, paper=paper, big=big)
