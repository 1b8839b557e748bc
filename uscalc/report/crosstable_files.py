"""Write the crosstables of an event as CSV or a workbook that uscalc can read again."""

import csv
import io
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from uscalc.counted import FORMULA_STARTS, make_harmless
from uscalc.document.cells import score_cell
from uscalc.document.facts.typed import format_number
from uscalc.document.model import Document, Player
from uscalc.document.rate.rated import DocumentRating, SectionRating, SystemRating
from uscalc.document.rate.systems import find_section_systems
from uscalc.engine.inputs import SYSTEM_NAMES, System
from uscalc.report.tables import clean_name, format_person
from uscalc.report.tables_section import format_result
from uscalc.report.wall.model import (
    SORT_KEYS,
    UNRATED,
    ListedPlayer,
    ListOrder,
    WallRow,
    find_pre_rating,
)
from uscalc.report.wall.outputs import NAME_WIDTH, make_sheet_title, save_workbook
from uscalc.rules.resolve import resolve_rules

Value = str | float | None
"""A cell: a text, an unrounded figure, or nothing."""
Row = list[Value]
SHOWN_AS: Final = {"Post": "0.00", "Change": "+0.00;-0.00;0.00", "Performance": "0"}
"""How a workbook shows unrounded figures, by the heading's last word."""


class SectionTable(NamedTuple):
    """A section as a table: its data with labels, the headings, and a row for each player."""

    facts: list[Row]
    heads: list[str]
    rows: list[Row]


def order_players(section: SectionRating, order: ListOrder) -> tuple[Player, ...]:
    """Return the players of a section in the order of a list, as on wall charts."""
    rating = next(iter(section.ratings), None)

    def make_key(player: Player) -> tuple[object, ...]:
        row = WallRow(player.number, format_person(player.name), "", ())
        score = sum(map(score_cell, player.results))
        return SORT_KEYS[order](
            ListedPlayer(score, find_pre_rating(player, rating), row)
        )

    return tuple(sorted(section.section.players, key=make_key))


def make_csv_file(rated: DocumentRating, sections: Sequence[int]) -> bytes:
    """Return the crosstables one below the other; no cell begins like a formula."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\r\n")
    for index in sections:
        facts, heads, rows = make_section_table(rated, index)
        for row in [*facts, [], list[Value](heads), *rows, []]:
            writer.writerow(
                make_harmless(cell) if isinstance(cell, str) else format_number(cell)
                for cell in row
            )
    return text.getvalue().encode("utf-8-sig")


def make_workbook_file(rated: DocumentRating, sections: Sequence[int]) -> bytes:
    """Return a workbook with a sheet for each section. There are no formulas in it."""
    from openpyxl import Workbook
    from openpyxl.styles import Font

    book = Workbook()
    if book.active is not None:
        book.remove(book.active)
    taken: set[str] = set()
    for index in sections:
        facts, heads, rows = make_section_table(rated, index)
        page = book.create_sheet(
            make_sheet_title(rated.document.sections[index].name, taken)
        )
        top = len(facts) + 2
        for place, row in enumerate([*facts, [], list[Value](heads), *rows], 1):
            for column, value in enumerate(row, 1):
                cell = page.cell(place, column, value)
                if isinstance(value, str):
                    cell.data_type = "s"
                    cell.quotePrefix = value.startswith(FORMULA_STARTS)
                    cell.font = Font(bold=place == top)
                elif value is not None:
                    # The library itself would round to 16 digits.
                    cell.value, cell.data_type = format_number(value), "n"
                    last_word = heads[column - 1].split()[-1].capitalize()
                    cell.number_format = SHOWN_AS.get(last_word, "General")
        page.freeze_panes = f"C{top + 1}"
        page.column_dimensions["B"].width = NAME_WIDTH
    return save_workbook(book)


def make_section_table(rated: DocumentRating, index: int) -> SectionTable:
    """Return one section; the pre-event ratings are those that the event lists."""
    document, section = rated.document, rated.sections[index].section
    end = document.end_date_of(section)
    systems = find_section_systems(section, index, end, resolve_rules)[0] or ("R",)
    names = [SYSTEM_NAMES[system] for system in systems]
    rounds = max(section.rounds, 1)
    heads = [
        *("No.", "Name", "ID", "State"),
        *(f"{name} {word}" for name in names for word in ("pre", "games")),
        *(f"Rd {number + 1}" for number in range(rounds)),
        "Points",
        *(f"{name} {word}" for name in names for word in _FIGURES),
    ]
    rows = [
        _make_row(rated.sections[index], systems, rounds, player)
        for player in section.players
    ]
    return SectionTable(list(_list_facts(document, index)), heads, rows)


_FIGURES: Final = ("post", "change", "performance")


def _list_facts(document: Document, index: int) -> Iterator[Row]:
    section = document.sections[index]
    planned, systems = section.planned_rounds, section.systems
    for word, value in (
        ("Event", document.name),
        ("End date", document.end_date.isoformat()),
        ("Section", section.name),
        ("Section start date", section.start_date and section.start_date.isoformat()),
        ("Section end date", section.end_date and section.end_date.isoformat()),
        ("Time control", section.time_control),
        ("Section type", None if section.kind == "event" else section.kind),
        ("Rating systems", systems and " ".join(systems)),
        ("Rounds", planned and str(planned)),
    ):
        if text := clean_name(value or ""):
            yield [word, text]


def _make_row(
    section: SectionRating, systems: tuple[System, ...], rounds: int, player: Player
) -> Row:
    row: Row = [player.number, format_person(player.name)]
    row += [clean_name(player.id or ""), clean_name(player.state or "")]
    for system in systems:
        facts = player.facts(system)
        known = None if facts.unknown else UNRATED
        row += [known if facts.rating is None else facts.rating, facts.games]
    row += [clean_name(format_result(text)) for text in player.results]
    row += [None] * (rounds - len(player.results))
    row.append(sum(map(score_cell, player.results)))
    for system in systems:
        row += _list_figures(section.in_system(system), player.number)
    return row


def _list_figures(rating: SystemRating | None, number: int) -> Row:
    """Return the post-event rating, its change and the performance rating."""
    if rating is None:
        return [None] * len(_FIGURES)
    pre, post = rating.find_trace(number).entrant.rating, rating.find_post(number)
    performed = rating.find_performance(number)
    return [
        post,
        None if pre is None or post is None else post - pre,
        performed
        and (performed.rating if performed.relation == "=" else performed.short),
    ]
