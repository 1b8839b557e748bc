"""Measure the columns of a wall chart, and lay out its rows."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from uscalc.document.names import get_family_name
from uscalc.report.wall.model import WallRow, WallSheet
from uscalc.ui.printing.flow import (
    FittedText,
    ItemList,
    fit_text,
    get_line_height,
    wrap_text,
)
from uscalc.ui.printing.heading import TypeSizes
from uscalc.ui.printing.page import (
    BAND,
    INK,
    RULE,
    SOFT_INK,
    BoxItem,
    TextItem,
    TypeFace,
    measure_width,
)

SECONDARY_SIZE: Final = 0.76
"""The type size of secondary text, relative to names and post-event ratings."""
HEADING_SIZE: Final = 0.66
"""The type size of headings, relative to names and post-event ratings."""
LEAST_NAME_SHARE: Final = 0.36
"""The part of the page's width that is enough for any names."""
ONE_LINE_SHARE: Final = 0.95
"""It is also enough if this part of the names fits on one line each."""
NAME_LINE_SPACING: Final = 1.15
"""The line spacing of a name on several lines, relative to its type size."""
SHORT_HEADS: Final = {"Points": "Pts", "Change": "+/\N{MINUS SIGN}"}
"""Short headings, for type so large that the full ones would be wider than the column."""
_FIGURE: Final = re.compile(r"[+\N{MINUS SIGN}]?\d+")
_UNIT: Final = 1000
"""The type size at which widths are measured; it is so large that they are exact."""


class ColumnMeasures(NamedTuple):
    """The texts of a column, and its widths at type size 1.

    `head` is its heading. `body` is the width of a figure up to its last whole digit,
    where figures are aligned; `after` is the width of the rest: "P8" of a rating, ".5"
    of points.
    """

    title: str
    head: str
    head_width: float
    body: float
    after: float


class ColumnUnit(NamedTuple):
    """Columns that are always on the same page: a round, the points, or a system."""

    columns: tuple[ColumnMeasures, ...]
    name: str = ""
    """The heading above the columns, if there are several systems."""


class TableMeasures(NamedTuple):
    """The table of a list, measured once for all type sizes."""

    number: float
    names: tuple[float, ...]
    """The widths of the names, the shortest first."""
    units: tuple[ColumnUnit, ...]


class TableFaces(NamedTuple):
    """The type faces of primary text, secondary text and headings, and the gaps."""

    first: TypeFace
    second: TypeFace
    head: TypeFace
    gap: float
    row: float


class ColumnEdges(NamedTuple):
    """The x positions of a column: its left end, the end of its integers, its right end."""

    left: float
    edge: float
    right: float


class TableGrid(NamedTuple):
    """The positions of a table on a page, at one type size.

    `units` are the indexes of the units on the page, `edges` those of their columns.
    """

    faces: TableFaces
    left: float
    right: float
    number: float
    name: float
    name_width: float
    units: tuple[int, ...]
    edges: tuple[tuple[ColumnEdges, ...], ...]

    @property
    def size(self) -> int:
        """The type size."""
        return self.faces.first.size


def make_faces(size: int, look: TypeSizes, ratings: bool = True) -> TableFaces:
    """Return the type faces of a table, none smaller than `look` allows.

    Without ratings, the results are primary text.
    """
    floor = look.compute_floor()
    second = max(int(size * SECONDARY_SIZE), floor, 1) if ratings else size
    head = max(int(size * HEADING_SIZE), floor, 1)
    return TableFaces(
        TypeFace(size, strong=True),
        TypeFace(second),
        TypeFace(head, ink=SOFT_INK),
        size * look.gap,
        size * look.row,
    )


def measure_table(sheet: WallSheet, look: TypeSizes) -> TableMeasures:
    """Return the widths of a list's columns."""
    rows = sheet.rows
    short = SHORT_HEADS if look.capitals else {}
    units = [
        ColumnUnit(
            (
                _measure_column(
                    f"Rd {place + 1}", [r.results[place] for r in rows], short
                ),
            )
        )
        for place in range(sheet.rounds)
    ]
    units.append(
        ColumnUnit((_measure_column("Points", [row.points for row in rows], short),))
    )
    for place, system in enumerate(sheet.systems):
        values = zip(*(row.figures[place].shown for row in rows), strict=True)
        columns = tuple(
            _measure_column(title, texts, short, strong=title != "Pre")
            for title, texts in zip(sheet.titles, values, strict=True)
        )
        units.append(ColumnUnit(columns, system if len(sheet.systems) > 1 else ""))
    names = sorted(_measure_text(row.name, True) for row in rows)
    number = max(_measure_text(str(row.number), False) for row in rows)
    return TableMeasures(number, tuple(names), tuple(units))


def _measure_column(
    title: str, texts: Sequence[str], short: Mapping[str, str], strong: bool = False
) -> ColumnMeasures:
    """Return a column as wide as its texts; if `strong` is True, they may be bold."""
    parts = [
        (text, "") if _is_round_title(title) else split_figure(text) for text in texts
    ]
    body = max(_measure_text(part, strong) for part in {part for part, _ in parts})
    after = max(_measure_text(part, strong) for part in {part for _, part in parts})
    head = short.get(title, title)
    return ColumnMeasures(title, head, _measure_text(head, False), body, after)


def _measure_text(text: str, strong: bool) -> float:
    return measure_width(text, TypeFace(_UNIT, strong)) / _UNIT


def make_grid(
    table: TableMeasures,
    units: Sequence[int],
    faces: TableFaces,
    span: tuple[float, float],
) -> TableGrid:
    """Return the positions of the columns of some units; the names get the rest of the width."""
    left, right = span
    first, second, head, gap, _ = faces
    edge = right
    edges: list[tuple[ColumnEdges, ...]] = []
    for place in reversed(units):
        found: list[ColumnEdges] = []
        for column in reversed(table.units[place].columns):
            size = first.size if column.title == "Post" else second.size
            after = column.after * size
            body = max(column.body * size, column.head_width * head.size - after)
            found.insert(0, ColumnEdges(edge - after - body, edge - after, edge))
            edge -= body + after + gap
        edges.insert(0, tuple(found))
    number = left + max(table.number * second.size, measure_width("No.", head))
    name = number + first.size * 0.55
    return TableGrid(
        faces,
        left,
        right,
        number,
        name,
        edge - name,
        tuple(units),
        tuple(edges),
    )


def has_room_for_names(grid: TableGrid, table: TableMeasures) -> bool:
    """Return whether the names have enough of the width, or nearly all that they need."""
    usual = table.names[int((len(table.names) - 1) * ONE_LINE_SHARE)] * grid.size
    return grid.name_width >= min((grid.right - grid.left) * LEAST_NAME_SHARE, usual)


def split_figure(figure: str) -> tuple[str, str]:
    """Split "612/4*" into "612" and the rest, and "3.5" into "3" and ".5"."""
    found = _FIGURE.match(figure)
    end = found.end() if found else len(figure)
    return figure[:end], figure[end:]


def add_heads(
    items: ItemList, grid: TableGrid, table: TableMeasures, top: float
) -> float:
    """Add the headings of the table, and return the y at which its rows begin."""
    face = grid.faces.head
    height = get_line_height(face)
    shown = [
        (table.units[place], edges)
        for place, edges in zip(grid.units, grid.edges, strict=True)
    ]
    if any(unit.name for unit, _ in shown):
        for unit, edges in shown:
            if unit.name:
                _add_system_head(items, unit.name, edges, face, top)
        top += height * 1.15
    for title, x in (
        ("No.", grid.number - measure_width("No.", face)),
        ("Name", grid.name),
    ):
        items.add_lines((title,), face, x, top)
    for unit, edges in shown:
        for column, (left, edge, _) in zip(unit.columns, edges, strict=True):
            width = measure_width(column.head, face)
            x = left if _is_round_title(column.title) else max(edge - width, left)
            items.add_lines((column.head,), face, x, top)
    bottom = top + height * 1.1
    items.append(BoxItem(grid.left, bottom, grid.right - grid.left, 12, INK))
    return bottom + 12


def _add_system_head(
    items: ItemList,
    name: str,
    edges: tuple[ColumnEdges, ...],
    face: TypeFace,
    top: float,
) -> None:
    """Add the name of a system, centered over its columns."""
    left, right = edges[0].left, edges[-1].right
    text = fit_text(name, face._replace(strong=True, ink=INK), right - left)
    x = (left + right - measure_width(text.lines[0], text.face)) / 2
    items.add_lines(*text, x, top)
    items.append(BoxItem(left, top + get_line_height(face), right - left, 4, RULE))


def _is_round_title(title: str) -> bool:
    return title.startswith("Rd ")


def fit_row_name(grid: TableGrid, row: WallRow) -> FittedText:
    """Return the name of a row's player, fitted into its column, on several lines if it is long.

    Family name and given names go on lines of their own if each one fits.
    """
    face, room = grid.faces.first, grid.name_width
    if measure_width(row.name, face) > room:
        lines = _split_name(row.name)
        if all(lines) and all(measure_width(line, face) <= room for line in lines):
            return FittedText(lines, face)
    return FittedText(tuple(wrap_text(row.name, face, room)), face)


def _split_name(name: str) -> tuple[str, str]:
    """Split a name after or before its family name; one part may be empty."""
    family, comma, given = name.partition(", ")
    if comma:
        return f"{family},", given
    last = get_family_name(name)
    first = name.removesuffix(last)
    return (first.rstrip(), last) if first.endswith(" ") else ("", name)


def get_row_height(grid: TableGrid, name: FittedText) -> float:
    """Return the height of a row, which is larger if the name takes more lines."""
    return grid.faces.row + (len(name.lines) - 1) * grid.size * NAME_LINE_SPACING


def make_row_items(
    grid: TableGrid,
    table: TableMeasures,
    row: WallRow,
    name: FittedText,
    top: float,
    band: bool,
) -> ItemList:
    """Return the items of one row, from `top` down."""
    items = ItemList()
    if band:
        beyond, height = grid.size * 0.4, get_row_height(grid, name)
        width = grid.right - grid.left + 2 * beyond
        items.append(BoxItem(grid.left - beyond, top, width, height, BAND))
    base = top + grid.faces.row * 0.5 + grid.size * 0.36
    number, second = str(row.number), grid.faces.second
    items.append(
        TextItem(grid.number - measure_width(number, second), base, number, second)
    )
    items += [
        TextItem(
            grid.name, base + place * grid.size * NAME_LINE_SPACING, line, name.face
        )
        for place, line in enumerate(name.lines)
    ]
    texts = _list_unit_texts(row)
    for place, edges in zip(grid.units, grid.edges, strict=True):
        items += _make_cells(grid, table.units[place], edges, texts[place], base)
    return items


def _list_unit_texts(row: WallRow) -> list[tuple[str, ...]]:
    """Return the texts of a row in each unit: the rounds, the points, the systems."""
    results = [(text,) for text in row.results]
    return [*results, (row.points,), *(figure.shown for figure in row.figures)]


def _make_cells(
    grid: TableGrid,
    unit: ColumnUnit,
    edges: tuple[ColumnEdges, ...],
    texts: tuple[str, ...],
    base: float,
) -> Iterator[TextItem]:
    for column, place, text in zip(unit.columns, edges, texts, strict=True):
        if not text:
            continue
        face = grid.faces.first if column.title == "Post" else grid.faces.second
        if column.title == "Change" and text.startswith("+"):
            # A gain differs from a loss by its weight too, not by color alone.
            face = face._replace(strong=True)
        x = (
            place.left
            if _is_round_title(column.title)
            else place.edge - measure_width(split_figure(text)[0], face)
        )
        yield TextItem(x, base, text, face)
