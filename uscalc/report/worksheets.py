"""Worksheets made ready: of an event's section, or of invented players."""

from collections.abc import Sequence

from uscalc.document.rate.rating import DocumentRating, SectionRating, SystemRating
from uscalc.engine.pause import Pause, go_on
from uscalc.engine.systems import SYSTEM_NAMES
from uscalc.report.tables import called, person
from uscalc.report.wall_html import Paper, environment
from uscalc.rules.load import rule_table
from uscalc.worksheet.kinds import Kind, Level
from uscalc.worksheet.model import Worksheet
from uscalc.worksheet.sheet import from_section, invented


def invented_sheet(kinds: Sequence[Kind], level: Level, seed: int) -> Worksheet:
    """A sheet of invented players, by the rules of the latest edition."""
    table = rule_table()
    key = table.exact_editions[-1]
    day = table.editions[key].date
    return invented(kinds, level, seed, table.of_edition(key, day), day, table.editions)


def section_sheet(
    rated: DocumentRating,
    section: SectionRating,
    rating: SystemRating,
    kinds: Sequence[Kind],
    level: Level,
    seed: int,
    pause: Pause = go_on,
) -> Worksheet | None:
    """A sheet of a section's figures; None where nobody in it gives such an exercise."""
    names = {player.number: person(player.name) for player in section.section.players}
    where = (rated.document.name, section.section.name, SYSTEM_NAMES[rating.system])
    about = ", ".join(called(part) for part in where if part)
    return from_section(
        kinds,
        level,
        seed,
        rating.trace,
        lambda number: names.get(number, ""),
        f"{about}.",
        rule_table().editions,
        pause,
    )


def worksheet_html(
    sheet: Worksheet, key: bool = False, paper: Paper = "letter", big: bool = False
) -> str:
    """A web page of its own: the exercises, or with `key` their answers."""
    template = environment().get_template("worksheet.html")
    return template.render(sheet=sheet, key=key, paper=paper, big=big)
