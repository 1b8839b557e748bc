"""The table of a wall sheet: how wide its columns are, and how its rows are written."""

from typing import Final, NamedTuple

from uscalc.report.wall_model import MARK, WallRow, WallSheet
from uscalc.ui.printing.fit import Fitted, fitted, line_height, written
from uscalc.ui.printing.page import BAND, INK, RULE, SOFT_INK, Box, Face, Text, width_of

ROW: Final = 1.55
"""The height of a row, in sizes of its letters."""
SMALL: Final = 0.72
"""The size of what is read second, in sizes of what is read first."""
HEAD: Final = 0.62
"""The size of headings."""
LEAST_NAME: Final = 0.36
"""The part of the page that names keep, unless they are all shorter."""
GAP: Final = 1.0
"""Between columns, in sizes of the letters."""
LEAST_LETTERS: Final = 0.45
"""To this part of its size a long name shrinks before it takes another line."""
EACH: Final = ("Before", "After", "Change")


class Column(NamedTuple):
    """A column of figures: the part before the P ends at `edge`; what follows, after.

    `left` and `right` are its ends.
    """

    left: float
    edge: float
    right: float


class Grid(NamedTuple):
    """Where everything of a table stands, at one size of letters.

    `figures` has three columns for each of the systems in `systems`, which are places
    in the sheet's.
    """

    size: int
    left: float
    right: float
    number: float
    name: float
    name_width: float
    points: Column
    figures: tuple[Column, ...]
    systems: tuple[int, ...]


def grid_of(
    sheet: WallSheet, systems: tuple[int, ...], size: int, left: float, right: float
) -> Grid:
    """The columns of a sheet for some of its systems; the names get what is left."""
    first, second, head = _faces(size)
    gap = size * GAP
    rows = sheet.rows
    edge = right
    figures: list[Column] = []
    for place in reversed(systems):
        columns = zip(*(row.figures[place].shown for row in rows), strict=True)
        for title, values in reversed(list(zip(EACH, columns, strict=True))):
            face = first if title == "After" else second
            parts = [split(value) for value in values]
            body = max(width_of(part, face) for part, _ in parts)
            after = max(width_of(part, face) for _, part in parts)
            body = max(body, width_of(title, head) - after)
            figures.insert(0, Column(edge - after - body, edge - after, edge))
            edge -= body + after + gap
    score = max(width_of("Points", head), *(width_of(r.points, second) for r in rows))
    points = Column(edge - score, edge, edge)
    edge -= score + gap
    number = left + max(
        width_of("No.", head), *(width_of(str(row.number), second) for row in rows)
    )
    name = number + gap * 0.8
    return Grid(
        *(size, left, right, number, name, edge - name),
        *(points, tuple(figures), systems),
    )


def roomy(grid: Grid, sheet: WallSheet) -> bool:
    """Whether the names have enough of the page, or all that they need."""
    enough = (grid.right - grid.left) * LEAST_NAME
    if grid.name_width >= enough:
        return True
    face = _faces(grid.size)[0]
    return all(width_of(row.name, face) <= grid.name_width for row in sheet.rows)


def _faces(size: int) -> tuple[Face, Face, Face]:
    """What is read first, what second, and a heading."""
    second = max(int(size * SMALL), 1)
    return (
        Face(size, strong=True),
        Face(second, ink=SOFT_INK),
        Face(max(int(size * HEAD), 1), ink=SOFT_INK),
    )


def split(figure: str) -> tuple[str, str]:
    """ "612P4*" as the rating and what stands behind it."""
    plain = figure.removesuffix(MARK)
    body, letter, games = plain.partition("P")
    return body, letter + games + figure[len(plain) :]


def heads(grid: Grid, sheet: WallSheet, top: float) -> tuple[list[Text | Box], float]:
    """The headings of the table, and where its rows begin."""
    face = _faces(grid.size)[2]
    items: list[Text | Box] = []
    height = line_height(face)
    if len(sheet.systems) > 1:
        for place, system in enumerate(grid.systems):
            left = grid.figures[3 * place].left
            right = grid.figures[3 * place + 2].right
            name = fitted(
                sheet.systems[system], face._replace(strong=True, ink=INK), right - left
            )
            middle = (left + right - width_of(name.lines[0], name.face)) / 2
            items += written(name.lines, name.face, middle, top)[0]
            items.append(Box(left, top + height, right - left, 5, RULE))
        top += height * 1.15
    for title, x in (("No.", grid.number - width_of("No.", face)), ("Name", grid.name)):
        items += written((title,), face, x, top)[0]
    titles = [("Points", grid.points.right)]
    for place, column in enumerate(grid.figures):
        title = EACH[place % 3]
        titles.append((title, max(column.edge, column.left + width_of(title, face))))
    for title, right in titles:
        items += written((title,), face, right - width_of(title, face), top)[0]
    bottom = top + height * 1.1
    items.append(Box(grid.left, bottom, grid.right - grid.left, 12, INK))
    return items, bottom + 12


def row_name(grid: Grid, row: WallRow) -> Fitted:
    """A row's name as it fits into its column."""
    return fitted(row.name, _faces(grid.size)[0], grid.name_width, LEAST_LETTERS)


def row_height(grid: Grid, name: Fitted) -> float:
    """A row is as high as its letters, and higher where a name takes more lines."""
    if len(name.lines) == 1:
        return grid.size * ROW
    return len(name.lines) * line_height(name.face) + grid.size * 0.25


def row_items(
    grid: Grid, row: WallRow, name: Fitted, top: float, band: bool
) -> list[Text | Box]:
    """One row, from `top` on."""
    first, second, _ = _faces(grid.size)
    height = row_height(grid, name)
    items: list[Text | Box] = []
    if band:
        beyond = grid.size * 0.4
        width = grid.right - grid.left + 2 * beyond
        items.append(Box(grid.left - beyond, top, width, height, BAND))
    base = top + grid.size * ROW * 0.5 + grid.size * 0.36
    number = str(row.number)
    items.append(Text(grid.number - width_of(number, second), base, number, second))
    if len(name.lines) == 1:
        items.append(Text(grid.name, base, name.lines[0], name.face))
    else:
        lines, _ = written(name.lines, name.face, grid.name, top + grid.size * 0.12)
        items += lines
    x = grid.points.right - width_of(row.points, second)
    items.append(Text(x, base, row.points, second))
    values = [value for system in grid.systems for value in row.figures[system].shown]
    for place, (value, column) in enumerate(zip(values, grid.figures, strict=True)):
        face = first if place % 3 == 1 else second
        body, _ = split(value)
        if value:
            x = column.edge - width_of(body, face)
            items.append(Text(x, base, value, face))
    return items
