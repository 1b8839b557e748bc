"""The table of a wall sheet: how wide its columns are, and how its rows are written."""

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from uscalc.report.wall_model import MARK, WallRow, WallSheet
from uscalc.ui.printing.fit import Fitted, fitted, line_height, wrapped, written
from uscalc.ui.printing.page import BAND, INK, RULE, SOFT_INK, Box, Face, Text, width_of

ROW: Final = 1.45
"""The height of a row, in sizes of its letters."""
SMALL: Final = 0.76
"""The size of what is read second, in sizes of what is read first."""
HEAD: Final = 0.66
"""The size of headings."""
LEAST_NAME: Final = 0.36
"""The part of the page that is enough for names, however long they are."""
ON_ONE_LINE: Final = 0.95
"""Or enough is what lets this part of the names stand on one line each."""
GAP: Final = 0.7
"""Between columns, in sizes of the letters."""
EACH: Final = ("Before", "After", "Change")
_UNIT: Final = 1000
"""Widths are measured in letters of this size, in which they are exact."""


class Column(NamedTuple):
    """What one column holds, and its widths in letters of the size 1.

    `body` is the part before the P of a rating, `after` what follows.
    """

    title: str
    title_width: float
    body: float
    after: float
    strong: bool


class Unit(NamedTuple):
    """Columns that stand side by side on every page: a round, the points, a system."""

    columns: tuple[Column, ...]
    name: str = ""
    """Written above them, where there are several systems."""


class Measures(NamedTuple):
    """A sheet's table, measured once for every size of letters."""

    number: float
    names: tuple[float, ...]
    """The widths of the names, the shortest first."""
    units: tuple[Unit, ...]


class Faces(NamedTuple):
    """What is read first, what second, and a heading."""

    first: Face
    second: Face
    head: Face


class Edges(NamedTuple):
    """Where a column begins, where the part before the P ends, and where it ends."""

    left: float
    edge: float
    right: float


class Grid(NamedTuple):
    """Where everything of a table stands on a page, at one size of letters.

    `units` are the places of those that stand there, `edges` those of their columns.
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
        """The size of the letters."""
        return self.faces.first.size


def faces_of(size: int, floor: int, ratings: bool = True) -> Faces:
    """The faces of a table; nothing in it is smaller than `floor`.

    Without ratings there is nothing to be read before the results.
    """
    second = max(int(size * SMALL), floor, 1) if ratings else size
    head = max(int(size * HEAD), floor, 1)
    return Faces(Face(size, strong=True), Face(second), Face(head, ink=SOFT_INK))


def measured(sheet: WallSheet) -> Measures:
    """The widths of a sheet's columns."""
    rows = sheet.rows
    units = [
        Unit((_column(f"Rd {place + 1}", [r.results[place] for r in rows], False),))
        for place in range(sheet.rounds)
    ]
    units.append(Unit((_column("Points", [row.points for row in rows], False),)))
    for place, system in enumerate(sheet.systems):
        values = zip(*(row.figures[place].shown for row in rows), strict=True)
        columns = tuple(
            _column(title, texts, True, rating=True)
            for title, texts in zip(EACH, values, strict=True)
        )
        units.append(Unit(columns, system if len(sheet.systems) > 1 else ""))
    names = sorted(_wide(row.name, True) for row in rows)
    number = max(_wide(str(row.number), False) for row in rows)
    return Measures(number, tuple(names), tuple(units))


def _column(
    title: str, texts: Sequence[str], strong: bool, rating: bool = False
) -> Column:
    parts = [split(text) if rating else (text, "") for text in texts]
    # As wide as gains are, which are written strong.
    strong = strong and title != "Before"
    body = max(_wide(part, strong) for part in {part for part, _ in parts})
    after = max(_wide(part, strong) for part in {part for _, part in parts})
    return Column(title, _wide(title, False), body, after, strong)


def _wide(text: str, strong: bool) -> float:
    return width_of(text, Face(_UNIT, strong)) / _UNIT


def grid_of(
    table: Measures,
    units: Sequence[int],
    faces: Faces,
    span: tuple[float, float],
) -> Grid:
    """The columns of some units; the names get what is left of the page."""
    left, right = span
    first, second, head = faces
    gap = first.size * GAP
    edge = right
    edges: list[tuple[Edges, ...]] = []
    for place in reversed(units):
        found: list[Edges] = []
        for column in reversed(table.units[place].columns):
            size = first.size if column.title == "After" else second.size
            after = column.after * size
            body = max(column.body * size, column.title_width * head.size - after)
            found.insert(0, Edges(edge - after - body, edge - after, edge))
            edge -= body + after + gap
        edges.insert(0, tuple(found))
    number = left + max(table.number * second.size, width_of("No.", head))
    name = number + gap * 0.8
    return Grid(
        *(faces, left, right, number, name, edge - name),
        *(tuple(units), tuple(edges)),
    )


def roomy(grid: Grid, table: Measures) -> bool:
    """Whether the names have enough of the page, or nearly all what they need."""
    if grid.name_width >= (grid.right - grid.left) * LEAST_NAME:
        return True
    usual = table.names[int((len(table.names) - 1) * ON_ONE_LINE)]
    return grid.name_width >= usual * grid.size


def split(figure: str) -> tuple[str, str]:
    """ "612P4*" as the rating and what stands behind it."""
    plain = figure.removesuffix(MARK)
    body, letter, games = plain.partition("P")
    return body, letter + games + figure[len(plain) :]


def heads(grid: Grid, table: Measures, top: float) -> tuple[list[Text | Box], float]:
    """The headings of the table, and where its rows begin."""
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
            width = width_of(column.title, face)
            x = left if _is_round(unit) else max(edge - width, left)
            items += written((column.title,), face, x, top)[0]
    bottom = top + height * 1.1
    items.append(Box(grid.left, bottom, grid.right - grid.left, 12, INK))
    return items, bottom + 12


def _above(
    name: str, edges: tuple[Edges, ...], face: Face, top: float
) -> list[Text | Box]:
    """The name of a system over the middle of its columns."""
    left, right = edges[0].left, edges[-1].right
    strong = face._replace(strong=True, ink=INK)
    said = fitted(name, strong, right - left)
    x = (left + right - width_of(said.lines[0], said.face)) / 2
    items: list[Text | Box] = [*written(said.lines, said.face, x, top)[0]]
    return [*items, Box(left, top + line_height(face), right - left, 4, RULE)]


def _is_round(unit: Unit) -> bool:
    return unit.columns[0].title.startswith("Rd ")


def row_name(grid: Grid, row: WallRow) -> Fitted:
    """A row's name in its column; a long one takes more lines, and no smaller letters."""
    face = grid.faces.first
    return Fitted(tuple(wrapped(row.name, face, grid.name_width)), face)


def row_height(grid: Grid, name: Fitted) -> float:
    """A row is as high as its letters, and higher where a name takes more lines."""
    if len(name.lines) == 1:
        return grid.size * ROW
    return len(name.lines) * line_height(name.face) + grid.size * 0.25


def row_items(
    grid: Grid, table: Measures, row: WallRow, name: Fitted, top: float, band: bool
) -> list[Text | Box]:
    """One row, from `top` on."""
    height = row_height(grid, name)
    items: list[Text | Box] = []
    if band:
        beyond = grid.size * 0.4
        width = grid.right - grid.left + 2 * beyond
        items.append(Box(grid.left - beyond, top, width, height, BAND))
    base = top + grid.size * ROW * 0.5 + grid.size * 0.36
    number = str(row.number)
    second = grid.faces.second
    items.append(Text(grid.number - width_of(number, second), base, number, second))
    if len(name.lines) == 1:
        items.append(Text(grid.name, base, name.lines[0], name.face))
    else:
        lines, _ = written(name.lines, name.face, grid.name, top + grid.size * 0.12)
        items += lines
    for place, edges in zip(grid.units, grid.edges, strict=True):
        items += _cells(grid, table.units[place], edges, _texts(row, place), base)
    return items


def _texts(row: WallRow, place: int) -> tuple[str, ...]:
    """What a row says in a unit."""
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
            # A gain is told from a loss by its weight too, not by a colour.
            face = face._replace(strong=True)
        if _is_round(unit):
            yield Text(place.left, base, text, face)
            continue
        body = split(text)[0] if len(unit.columns) > 1 else text
        yield Text(place.edge - width_of(body, face), base, text, face)
