"""Lay out a worksheet: the rules in a box, then the exercises with boxes to write in."""

from collections.abc import Iterator, Sequence
from itertools import product
from typing import Final

from uscalc.report.wall.outputs import Paper
from uscalc.ui.printing.flow import (
    ItemList,
    PageBlock,
    TextColumn,
    fit_text,
    get_line_height,
    join_blocks,
    make_frame,
    wrap_text,
)
from uscalc.ui.printing.page import (
    INK,
    RULE,
    BoxItem,
    PrintedPage,
    TextItem,
    TypeFace,
    measure_width,
)
from uscalc.worksheet.model import (
    Cell,
    ExerciseBlank,
    ExerciseLine,
    ExerciseTable,
    Item,
    Worksheet,
    WorksheetRule,
)

FRAME_INK: Final = "#6b7280"
LINE_WIDTH: Final = 5
"""The line width of the boxes, in tenths of a point."""
DIGIT_WIDTH: Final = 1.5
DIGIT_HEIGHT: Final = 1.9
"""The height of the box for a digit, relative to the type size: enough for a pencil."""
DOT_WIDTH: Final = 0.5


def lay_out_worksheet(
    sheet: Worksheet, key: bool = False, paper: Paper = "letter", big: bool = False
) -> tuple[PrintedPage, ...]:
    """Return the pages of a worksheet; if `key` is True, those of its answers."""
    layout = _WorksheetLayout(sheet, key, paper, big)
    return layout.make_pages(
        layout.make_blocks(), layout.title, f"{layout.title}; {sheet.mark}"
    )


class _WorksheetLayout(TextColumn):
    """Makes the blocks of a worksheet."""

    def __init__(self, sheet: Worksheet, key: bool, paper: Paper, big: bool) -> None:
        super().__init__(paper, big)
        self._sheet, self._key = sheet, key
        self.title = f"{sheet.title}: answers" if key else sheet.title

    def make_blocks(self) -> Iterator[PageBlock]:
        """Yield the blocks of the pages, from the title to the last exercise."""
        title = TypeFace(int(self.plain.size * 2.2), True)
        yield self.make_lines(*fit_text(self.title, title, self.width, 0.4))
        yield self.make_text(self._sheet.about, self.soft)
        if not self._key:
            yield self._lay_out_name_line()
            yield self.make_gap(0.8)
            yield self._lay_out_rules()
        for place, exercise in enumerate(self._sheet.exercises, 1):
            # An exercise is one block, unless it is longer than a page.
            head = self.strong._replace(size=int(self.plain.size * 1.2))
            blocks = [
                self.make_gap(1.1),
                self.make_text(f"{place}. {exercise.title}", head)._replace(stays=True),
                self.make_text(exercise.question, self.plain)._replace(stays=True),
            ]
            for item in exercise.items:
                blocks += self._lay_out_item(item)
            whole = join_blocks(blocks)
            if whole.height <= self.height:
                yield whole
            else:
                yield from blocks

    def _lay_out_name_line(self) -> PageBlock:
        """Return the lines for the student's name and the date."""
        size, items = self.plain.size, ItemList()
        height = size * 3.0
        for words, begin, end in (("Name", 0.0, 0.62), ("Date", 0.68, 1.0)):
            x = self.left + begin * self.width
            items.add_lines((words,), self.soft, x, height - size * 1.6)
            line = x + measure_width(words, self.soft) + size / 2
            width = self.left + end * self.width - line
            items.append(BoxItem(line, height - size * 0.4, width, LINE_WIDTH, INK))
        return PageBlock(tuple(items), height)

    def _lay_out_rules(self) -> PageBlock:
        """Return a box with all rules that the exercises need."""
        pad = float(self.plain.size)
        inner = self.width - 2 * pad
        items, y = ItemList(), pad * 0.6
        for rule in self._sheet.rules:
            y = self._add_rule(items, rule, inner, self.left + pad, y) + pad * 0.3
        if self._sheet.table is not None:
            for block in self._lay_out_grid(self._sheet.table, inner, pad):
                items += [item._replace(y=item.y + y) for item in block.items]
                y += block.height
            y += pad * 0.35
        y = items.add_text(self._sheet.documents, self.soft, self.left + pad, y, inner)
        height = y + pad * 0.5
        return PageBlock(
            (*make_frame(self.left, 0, self.width, height, LINE_WIDTH, INK), *items),
            height,
        )

    def _add_rule(
        self, items: ItemList, rule: WorksheetRule, inner: float, x: float, top: float
    ) -> float:
        """Add one rule with its title in bold and its source; return its lower end."""
        title = f"{rule.title}."
        begin = measure_width(title, self.strong) + measure_width(" ", self.plain)
        cited = self._sheet.cite_rule(rule).replace(" ", "\N{NO-BREAK SPACE}")
        first, *others = wrap_text(f"{rule.text} [{cited}]", self.plain, inner - begin)
        more = tuple(wrap_text(" ".join(others), self.plain, inner)) if others else ()
        end = items.add_lines((title,), self.strong, x, top)
        items.add_lines((first,), self.plain, x + begin, top)
        return items.add_lines(more, self.plain, x, end)

    def _lay_out_item(self, item: Item) -> Iterator[PageBlock]:
        if isinstance(item, str):
            yield self.make_text(item, self.plain)
        elif isinstance(item, ExerciseTable):
            rows = list(self._lay_out_grid(item, self.width, 0.0))
            whole = join_blocks([self.make_gap(0.3), *rows])
            if whole.height <= self.height:
                # A table is on the same page as its heading.
                yield whole
            else:
                yield from rows
        else:
            yield self._lay_out_line(item)

    # Lines and tables

    def _lay_out_line(self, ask: ExerciseLine) -> PageBlock:
        """Return the label at the left, and the boxes for the figure at the right."""
        cell, width = ask.cell, self._get_cell_width(ask.cell, 1.0)
        room = self.width - width - 2 * self.plain.size
        above = self.plain.size * 0.3
        lines = tuple(wrap_text(ask.label, self.plain, room))
        texts = ItemList()
        end = texts.add_lines(lines, self.plain, self.left, above)
        if self._key and isinstance(cell, ExerciseBlank):
            last = measure_width(lines[-1], self.plain) + 1.5 * self.plain.size
            end = self._add_note(texts, cell.working, last, room, end)
        tall = self._get_cell_height(cell)
        height = max(end, above + tall)
        shift = height - end
        items = ItemList(text._replace(y=text.y + shift) for text in texts)
        left = self.left + self.width - width
        items += self._lay_out_cell(cell, left, height - tall, 1.0)
        rule = height + self.plain.size * 0.15
        items.append(BoxItem(self.left, rule, self.width, 3, RULE))
        return PageBlock(tuple(items), rule + self.plain.size * 0.25)

    def _lay_out_grid(
        self, grid: ExerciseTable, width: float, indent: float
    ) -> Iterator[PageBlock]:
        """Yield the heading and the rows; the first column gets the width that the others leave.

        If the others are too wide, headings take several lines, and then the boxes for
        digits become narrower.
        """
        gap = self.plain.size * 1.1
        for scale, whole in product((1.0, 0.85, 0.7, 0.6), (True, False)):
            widths = self._measure_columns(grid, scale, whole)
            rest = sum(widths[1:]) + gap * (len(widths) - 1)
            if rest + min(widths[0], width / 4) <= width:
                break
        widths[0] = min(widths[0], max(width - rest, 0.0))
        spare = width - sum(widths) - gap * (len(widths) - 1)
        gap += min(max(spare, 0.0) / max(len(widths) - 1, 1), 3 * self.plain.size)
        left = self.left + indent
        yield self._lay_out_row(
            grid.heads, grid, widths, gap, left, scale, self.soft, 1.0
        )
        for row in grid.rows:
            block = self._lay_out_row(
                row, grid, widths, gap, left, scale, self.plain, 0.5
            )
            notes = self._join_workings(grid, row) if self._key else ""
            if notes:
                begin = left - self.left + sum(widths) + gap * len(widths)
                items = ItemList(block.items)
                end = self._add_note(items, notes, begin, width, block.height)
                block = PageBlock(tuple(items), end)
            yield block

    def _add_note(
        self, items: ItemList, text: str, begin: float, room: float, end: float
    ) -> float:
        """Add how a figure is found, on the line that ends there if it fits.

        Return the new lower end.
        """
        if begin + measure_width(text, self.soft) <= room:
            top = end - get_line_height(self.soft)
            items.add_lines((text,), self.soft, self.left + begin, top)
            return end
        x, width = self.left + self.plain.size, room - self.plain.size
        return items.add_text(text, self.soft, x, end, width)

    def _join_workings(self, grid: ExerciseTable, row: Sequence[Cell]) -> str:
        """Return how the figures of a row are found, as one text."""
        asked = [
            (head, cell.working)
            for head, cell in zip(grid.heads, row, strict=True)
            if isinstance(cell, ExerciseBlank)
        ]
        return (
            asked[0][1]
            if len(asked) == 1
            else "; ".join(f"{head}: {working}" for head, working in asked)
        )

    def _measure_columns(
        self, grid: ExerciseTable, scale: float, whole: bool
    ) -> list[float]:
        """Return the width that each column needs; if `whole` is False, headings may be split."""
        return [
            max(
                [
                    *(
                        measure_width(part, self.soft)
                        for part in ([head] if whole else head.split(" "))
                    ),
                    *(self._get_cell_width(row[place], scale) for row in grid.rows),
                ]
            )
            for place, head in enumerate(grid.heads)
        ]

    def _lay_out_row(
        self,
        row: Sequence[Cell],
        grid: ExerciseTable,
        widths: list[float],
        gap: float,
        left: float,
        scale: float,
        face: TypeFace,
        least: float,
    ) -> PageBlock:
        """Return a row whose texts end on one line, in type of `least` size or more."""
        fits = [
            None
            if isinstance(cell, ExerciseBlank)
            else fit_text(cell, face, width, least)
            for cell, width in zip(row, widths, strict=True)
        ]
        heights = [get_line_height(fit.face) * len(fit.lines) for fit in fits if fit]
        height = max([*map(self._get_cell_height, row), *heights])
        pad = self.plain.size * 0.3
        items, x = ItemList(), left
        for place, (cell, width, fit) in enumerate(zip(row, widths, fits, strict=True)):
            if isinstance(cell, ExerciseBlank):
                across = self._get_cell_width(cell, scale)
                items += self._lay_out_cell(cell, x + width - across, pad, scale)
            elif fit is not None:
                top = pad + height - get_line_height(fit.face) * len(fit.lines)
                for number, text in enumerate(fit.lines):
                    spare = width - measure_width(text, fit.face)
                    aside = spare if place >= grid.words else 0.0
                    at = top + number * get_line_height(fit.face)
                    items.add_lines((text,), fit.face, x + aside, at)
            x += width + gap
        return PageBlock(tuple(items), height + pad)

    # Boxes for figures

    def _get_cell_width(self, cell: Cell, scale: float) -> float:
        if isinstance(cell, str):
            return measure_width(cell, self.plain)
        if self._key:
            return measure_width(cell.answer, self.strong)
        before, after = cell.figures
        digit = DIGIT_WIDTH * self.plain.size * scale
        dot = DOT_WIDTH * self.plain.size if after else 0.0
        return (before + after) * digit + dot

    def _get_cell_height(self, cell: Cell) -> float:
        return (
            get_line_height(self.plain)
            if isinstance(cell, str) or self._key
            else DIGIT_HEIGHT * self.plain.size
        )

    def _lay_out_cell(self, cell: Cell, x: float, top: float, scale: float) -> ItemList:
        """Return a box for each digit or, in the answers, the figure itself."""
        items = ItemList()
        if isinstance(cell, str):
            items.add_lines((cell,), self.plain, x, top)
            return items
        if self._key:
            items.add_lines((cell.answer,), self.strong, x, top)
            return items
        size = self.plain.size
        digit, high = DIGIT_WIDTH * size * scale, DIGIT_HEIGHT * size
        before, after = cell.figures
        for place in range(before + after):
            beyond = DOT_WIDTH * size if place >= before else 0.0
            items += make_frame(
                x + place * digit + beyond, top, digit, high, LINE_WIDTH, FRAME_INK
            )
        if after:
            left = x + before * digit + DOT_WIDTH * size * 0.3
            items.append(TextItem(left, top + high * 0.85, ".", self.strong))
        return items
