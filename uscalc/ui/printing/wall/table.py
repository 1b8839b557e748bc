"""Measure the columns of a wall chart's table, and lay out its rows."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from uscalc.document.names import family_of
from uscalc.report.wall.model import WallRow, WallSheet
from uscalc.ui.printing.fit import Fitted, fitted, line_height, wrapped, written
from uscalc.ui.printing.page import BAND, INK, RULE, SOFT_INK, Box, Face, Text, width_of
from uscalc.ui.printing.wall.look import Look

SMALL: Final = 0.76
"""The size of secondary text, relative to names and post-event ratings."""
HEAD: Final = 0.66
"""The relative size of headings."""
LEAST_NAME: Final = 0.36
"""The part of the page that is enough for names, however long they are."""
ON_ONE_LINE: Final = 0.95
"""Room for this part of the names on one line each is enough too."""
FURTHER: Final = 1.15
"""The line spacing of a name on several lines, relative to its size."""
EACH: Final = ("Before", "After", "Change")
SHORT: Final = {"Points": "Pts", "Change": "+/\N{MINUS SIGN}"}
"""Short heads for type so large that the heads would be wider than the column."""
_FIGURE: Final = re.compile(r"[+\N{MINUS SIGN}]?\d+")
_UNIT: Final = 1000
"""Widths are measured in type of this size, in which they are exact."""


class Column(NamedTuple):
    """The content of one column, and its widths at type size 1.

    `head` is written above it. `body` is the width of a figure up to its last whole
    digit, which is aligned; `after` is the width of the rest: "P8" of a rating, ".5" of
    points.
    """

    title: str
    head: str
    head_width: float
    body: float
    after: float


class Unit(NamedTuple):
    """Columns that stay side by side on every page: a round, the points, a system."""

    columns: tuple[Column, ...]
    name: str = ""
    """Written above the columns, if there are several systems."""


class Measures(NamedTuple):
    """The table of a list, measured once for every type size."""

    number: float
    names: tuple[float, ...]
    """The widths of the names, the shortest first."""
    units: tuple[Unit, ...]


class Faces(NamedTuple):
    """The type of primary and secondary text and of headings; gaps of columns and rows."""

    first: Face
    second: Face
    head: Face
    gap: float
    row: float


class Edges(NamedTuple):
    """The left end of a column, the end of its whole digits, and its right end."""

    left: float
    edge: float
    right: float


class Grid(NamedTuple):
    """The positions of a table on a page, at one type size.

    `units` are the positions of the units on the page, `edges` those of their columns.
    """

    faces: Faces
    left: float
    right: float
    number: float
    name: float
    name_width: float
    units: tuple[int, ...]
    edges: tuple[tuple[Edges, ...], ...]

    @property
    def size(self) -> int:
        """The type size."""
        return self.faces.first.size


def faces_of(size: int, look: Look, ratings: bool = True) -> Faces:
    """Return the type of a table, none of it smaller than the look allows.

    Without ratings, the results are primary text.
    """
    floor = look.floor()
    second = max(int(size * SMALL), floor, 1) if ratings else size
    head = max(int(size * HEAD), floor, 1)
    return Faces(
        *(Face(size, strong=True), Face(second), Face(head, ink=SOFT_INK)),
        *(size * look.gap, size * look.row),
    )


def measured(sheet: WallSheet, look: Look) -> Measures:
    """Return the widths of a list's columns."""
    rows = sheet.rows
    short = SHORT if look.capitals else {}
    units = [
        Unit((_column(f"Rd {place + 1}", [r.results[place] for r in rows], short),))
        for place in range(sheet.rounds)
    ]
    units.append(Unit((_column("Points", [row.points for row in rows], short),)))
    for place, system in enumerate(sheet.systems):
        values = zip(*(row.figures[place].shown for row in rows), strict=True)
        columns = tuple(
            _column(title, texts, short, strong=title != "Before")
            for title, texts in zip(EACH, values, strict=True)
        )
        units.append(Unit(columns, system if len(sheet.systems) > 1 else ""))
    names = sorted(_wide(row.name, True) for row in rows)
    number = max(_wide(str(row.number), False) for row in rows)
    return Measures(number, tuple(names), tuple(units))


def _column(
    title: str, texts: Sequence[str], short: Mapping[str, str], strong: bool = False
) -> Column:
    """Return a column as wide as its texts; if `strong`, they may be bold."""
    parts = [(text, "") if _is_round(title) else split(text) for text in texts]
    body = max(_wide(part, strong) for part in {part for part, _ in parts})
    after = max(_wide(part, strong) for part in {part for _, part in parts})
    head = short.get(title, title)
    return Column(title, head, _wide(head, False), body, after)


def _wide(text: str, strong: bool) -> float:
    return width_of(text, Face(_UNIT, strong)) / _UNIT


def grid_of(
    table: Measures,
    units: Sequence[int],
    faces: Faces,
    span: tuple[float, float],
) -> Grid:
    """Return the columns of some units; the names get the rest of the page."""
    left, right = span
    first, second, head, gap, _ = faces
    edge = right
    edges: list[tuple[Edges, ...]] = []
    for place in reversed(units):
        found: list[Edges] = []
        for column in reversed(table.units[place].columns):
            size = first.size if column.title == "After" else second.size
            after = column.after * size
            body = max(column.body * size, column.head_width * head.size - after)
            found.insert(0, Edges(edge - after - body, edge - after, edge))
            edge -= body + after + gap
        edges.insert(0, tuple(found))
    number = left + max(table.number * second.size, width_of("No.", head))
    name = number + first.size * 0.55
    return Grid(
        *(faces, left, right, number, name, edge - name),
        *(tuple(units), tuple(edges)),
    )


def roomy(grid: Grid, table: Measures) -> bool:
    """Return whether the names have enough of the page, or nearly all that they need."""
    if grid.name_width >= (grid.right - grid.left) * LEAST_NAME:
        return True
    usual = table.names[int((len(table.names) - 1) * ON_ONE_LINE)]
    return grid.name_width >= usual * grid.size


def split(figure: str) -> tuple[str, str]:
    """Split "612P4*" into the rating and the rest, and "3.5" into whole and half."""
    found = _FIGURE.match(figure)
    end = found.end() if found else len(figure)
    return figure[:end], figure[end:]


def heads(grid: Grid, table: Measures, top: float) -> tuple[list[Text | Box], float]:
    """Return the headings of the table, and where its rows begin."""
    face = grid.faces.head
    items: list[Text | Box] = []
    height = line_height(face)
    shown = [
        (table.units[place], edges)
        for place, edges in zip(grid.units, grid.edges, strict=True)
    ]
    if any(unit.name for unit, _ in shown):
        for unit, edges in shown:
            if unit.name:
                items += _above(unit.name, edges, face, top)
        top += height * 1.15
    for title, x in (("No.", grid.number - width_of("No.", face)), ("Name", grid.name)):
        items += written((title,), face, x, top)[0]
    for unit, edges in shown:
        for column, (left, edge, _) in zip(unit.columns, edges, strict=True):
            width = width_of(column.head, face)
            x = left if _is_round(column.title) else max(edge - width, left)
            items += written((column.head,), face, x, top)[0]
    bottom = top + height * 1.1
    items.append(Box(grid.left, bottom, grid.right - grid.left, 12, INK))
    return items, bottom + 12


def _above(
    name: str, edges: tuple[Edges, ...], face: Face, top: float
) -> list[Text | Box]:
    """Return the name of a system, centered over its columns."""
    left, right = edges[0].left, edges[-1].right
    strong = face._replace(strong=True, ink=INK)
    said = fitted(name, strong, right - left)
    x = (left + right - width_of(said.lines[0], said.face)) / 2
    items: list[Text | Box] = [*written(said.lines, said.face, x, top)[0]]
    return [*items, Box(left, top + line_height(face), right - left, 4, RULE)]


def _is_round(title: str) -> bool:
    return title.startswith("Rd ")


def row_name(grid: Grid, row: WallRow) -> Fitted:
    """Return a row's name in its column; a long one takes more lines.

    Family name and given names go on lines of their own if each one fits.
    """
    face, room = grid.faces.first, grid.name_width
    if width_of(row.name, face) > room:
        lines = _two_lines(row.name)
        if all(lines) and all(width_of(line, face) <= room for line in lines):
            return Fitted(lines, face)
    return Fitted(tuple(wrapped(row.name, face, room)), face)


def _two_lines(name: str) -> tuple[str, str]:
    """Split a name after or before its family name; one part may be empty."""
    family, comma, given = name.partition(", ")
    if comma:
        return f"{family},", given
    last = family_of(name)
    first = name.removesuffix(last)
    return (first.rstrip(), last) if first.endswith(" ") else ("", name)


def row_height(grid: Grid, name: Fitted) -> float:
    """Return the height of a row, which is larger if the name takes more lines."""
    return grid.faces.row + (len(name.lines) - 1) * grid.size * FURTHER


def row_items(
    grid: Grid, table: Measures, row: WallRow, name: Fitted, top: float, band: bool
) -> list[Text | Box]:
    """Return the items of one row, from `top` down."""
    height = row_height(grid, name)
    items: list[Text | Box] = []
    if band:
        beyond = grid.size * 0.4
        width = grid.right - grid.left + 2 * beyond
        items.append(Box(grid.left - beyond, top, width, height, BAND))
    base = top + grid.faces.row * 0.5 + grid.size * 0.36
    number = str(row.number)
    second = grid.faces.second
    items.append(Text(grid.number - width_of(number, second), base, number, second))
    for place, line in enumerate(name.lines):
        y = base + place * grid.size * FURTHER
        items.append(Text(grid.name, y, line, name.face))
    for place, edges in zip(grid.units, grid.edges, strict=True):
        items += _cells(grid, table.units[place], edges, _texts(row, place), base)
    return items


def _texts(row: WallRow, place: int) -> tuple[str, ...]:
    """Return the texts of a row in a unit."""
    rounds = len(row.results)
    if place < rounds:
        return (row.results[place],)
    if place == rounds:
        return (row.points,)
    return row.figures[place - rounds - 1].shown


def _cells(
    grid: Grid,
    unit: Unit,
    edges: tuple[Edges, ...],
    texts: tuple[str, ...],
    base: float,
) -> Iterator[Text]:
    for column, place, text in zip(unit.columns, edges, texts, strict=True):
        if not text:
            continue
        face = grid.faces.first if column.title == "After" else grid.faces.second
        if column.title == "Change" and text.startswith("+"):
            # A gain differs from a loss by its weight too, not by color alone.
            face = face._replace(strong=True)
        if _is_round(column.title):
            yield Text(place.left, base, text, face)
            continue
        body, _ = split(text)
        yield Text(place.edge - width_of(body, face), base, text, face)
