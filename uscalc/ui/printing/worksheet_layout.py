"""Lay out a worksheet: the rules in a box, then the exercises with boxes to write in."""

from collections.abc import Iterator, Sequence
from itertools import product
from typing import Final

from uscalc.report.wall.html import Paper
from uscalc.ui.printing.fit import fitted, line_height, wrapped, written
from uscalc.ui.printing.flow import Block, Column, frame, joined
from uscalc.ui.printing.page import (
    INK,
    RULE,
    Box,
    Face,
    Page,
    Text,
    width_of,
)
from uscalc.worksheet.model import (
    Ask,
    Blank,
    Cell,
    Exercise,
    Grid,
    Item,
    Rule,
    Worksheet,
)

FRAME: Final = "#6b7280"
LINE: Final = 5
"""The lines of the boxes, in tenths of a point."""
WIDE: Final = 1.5
HIGH: Final = 1.9
"""The box for a digit relative to the type size: enough for a pencil."""
DOT: Final = 0.5
NARROWEST: Final = 0.6
Items = list[Text | Box]


def lay_out_worksheet(
    sheet: Worksheet, key: bool = False, paper: Paper = "letter", big: bool = False
) -> tuple[Page, ...]:
    """Return the pages of a worksheet, or with `key` of its answers."""
    layout = _Layout(sheet, key, paper, big)
    return layout.pages(layout.blocks(), layout.title, f"{layout.title}; {sheet.mark}")


class _Layout(Column):
    """The blocks of a worksheet."""

    def __init__(self, sheet: Worksheet, key: bool, paper: Paper, big: bool) -> None:
        super().__init__(paper, big)
        self._sheet, self._key = sheet, key
        self.title = f"{sheet.title}: answers" if key else sheet.title

    def blocks(self) -> Iterator[Block]:
        """Yield everything on the pages, from the title to the last exercise."""
        size = self.plain.size
        title = fitted(self.title, Face(int(size * 2.2), True), self.width, 0.4)
        items, height = written(title.lines, title.face, self.left, 0)
        yield Block(tuple(items), height)
        yield self.text(self._sheet.about, self.soft)
        if not self._key:
            yield self._who()
            yield self.gap(0.8)
            yield self._rules()
        for place, exercise in enumerate(self._sheet.exercises, 1):
            yield from self._exercise(place, exercise)

    def _who(self) -> Block:
        """Return the lines for the student's name and the date."""
        size, items = self.plain.size, Items()
        height = size * 3.0
        for words, begin, end in (("Name", 0.0, 0.62), ("Date", 0.68, 1.0)):
            x = self.left + begin * self.width
            texts, _ = written((words,), self.soft, x, height - size * 1.6)
            line = x + width_of(words, self.soft) + size / 2
            right = self.left + end * self.width
            items += [*texts, Box(line, height - size * 0.4, right - line, LINE, INK)]
        return Block(tuple(items), height)

    def _rules(self) -> Block:
        """Return all rules that are needed, in one box."""
        pad = float(self.plain.size)
        inner = self.width - 2 * pad
        items: Items = []
        y = pad * 0.6
        for rule in self._sheet.rules:
            texts, y = self._rule(rule, inner, self.left + pad, y)
            items += texts
            y += pad * 0.3
        if self._sheet.table is not None:
            for block in self._grid(self._sheet.table, inner, pad):
                items += [item._replace(y=item.y + y) for item in block.items]
                y += block.height
            y += pad * 0.35
        from_ = tuple(wrapped(self._sheet.documents, self.soft, inner))
        texts, y = written(from_, self.soft, self.left + pad, y)
        items += texts
        height = y + pad * 0.5
        return Block(
            (*frame(self.left, 0, self.width, height, LINE, INK), *items), height
        )

    def _rule(
        self, rule: Rule, inner: float, x: float, top: float
    ) -> tuple[list[Text], float]:
        """Return one rule with its title in bold and its source."""
        title = f"{rule.title}."
        begin = width_of(title, self.strong) + width_of(" ", self.plain)
        cited = self._sheet.cited(rule).replace(" ", "\N{NO-BREAK SPACE}")
        text = f"{rule.text} [{cited}]"
        first, *others = wrapped(text, self.plain, inner - begin)
        more = tuple(wrapped(" ".join(others), self.plain, inner)) if others else ()
        heads, end = written((title,), self.strong, x, top)
        firsts, _ = written((first,), self.plain, x + begin, top)
        rest, end = written(more, self.plain, x, end)
        return [*heads, *firsts, *rest], end

    def _exercise(self, place: int, exercise: Exercise) -> Iterator[Block]:
        """Yield one block, unless it is longer than a page."""
        head = self.strong._replace(size=int(self.plain.size * 1.2))
        blocks = [
            self.gap(1.1),
            self.text(f"{place}. {exercise.title}", head)._replace(stays=True),
            self.text(exercise.question, self.plain)._replace(stays=True),
        ]
        for item in exercise.items:
            blocks += self._item(item)
        whole = joined(blocks)
        if whole.height <= self.height:
            yield whole
        else:
            yield from blocks

    def _item(self, item: Item) -> Iterator[Block]:
        if isinstance(item, str):
            yield self.text(item, self.plain)
        elif isinstance(item, Grid):
            rows = list(self._grid(item, self.width, 0.0))
            whole = joined([self.gap(0.3), *rows])
            # A table stays together with its head.
            fits = whole.height <= self.height
            yield from (whole,) if fits else rows
        else:
            yield self._line(item)

    # Lines and tables

    def _line(self, ask: Ask) -> Block:
        """Return the label at the left, and the boxes for the figure at the right."""
        cell, width = ask.cell, self._cell_width(ask.cell, 1.0)
        room = self.width - width - 2 * self.plain.size
        above = self.plain.size * 0.3
        lines = tuple(wrapped(ask.label, self.plain, room))
        texts, end = written(lines, self.plain, self.left, above)
        if self._key and isinstance(cell, Blank):
            last = width_of(lines[-1], self.plain) + 1.5 * self.plain.size
            more, end = self._note(cell.working, last, room, end)
            texts += more
        tall = self._cell_height(cell)
        height = max(end, above + tall)
        shift = height - end
        items: Items = [text._replace(y=text.y + shift) for text in texts]
        right = self.left + self.width
        items += self._cell(cell, right - width, height - tall, 1.0)
        rule = height + self.plain.size * 0.15
        items.append(Box(self.left, rule, self.width, 3, RULE))
        return Block(tuple(items), rule + self.plain.size * 0.25)

    def _grid(self, grid: Grid, width: float, indent: float) -> Iterator[Block]:
        """Yield the head and the rows; the first column takes what the others leave.

        If that is too wide, headings take several lines, and then the boxes for digits
        become narrower.
        """
        gap = self.plain.size * 1.1
        for scale, whole in product((1.0, 0.85, 0.7, NARROWEST), (True, False)):
            widths = self._widths(grid, scale, whole)
            rest = sum(widths[1:]) + gap * (len(widths) - 1)
            if rest + min(widths[0], width / 4) <= width:
                break
        widths[0] = min(widths[0], max(width - rest, 0.0))
        spare = width - sum(widths) - gap * (len(widths) - 1)
        gap += min(max(spare, 0.0) / max(len(widths) - 1, 1), 3 * self.plain.size)
        left = self.left + indent
        yield self._row(grid.heads, grid, widths, gap, left, scale, self.soft, 1.0)
        for row in grid.rows:
            block = self._row(row, grid, widths, gap, left, scale, self.plain, 0.5)
            notes = self._notes(grid, row) if self._key else ""
            if notes:
                begin = left - self.left + sum(widths) + gap * len(widths)
                texts, end = self._note(notes, begin, width, block.height)
                block = Block((*block.items, *texts), end)
            yield block

    def _note(
        self, text: str, begin: float, room: float, end: float
    ) -> tuple[list[Text], float]:
        """Return how a figure is found, on the line that ends there if it fits."""
        if begin + width_of(text, self.soft) <= room:
            top = end - line_height(self.soft)
            return written((text,), self.soft, self.left + begin, top)[0], end
        indent = self.plain.size
        lines = tuple(wrapped(text, self.soft, room - indent))
        return written(lines, self.soft, self.left + indent, end)

    def _notes(self, grid: Grid, row: Sequence[Cell]) -> str:
        """Return how the figures of a row are found."""
        asked = [
            (head, cell)
            for head, cell in zip(grid.heads, row, strict=True)
            if isinstance(cell, Blank)
        ]
        if len(asked) == 1:
            return asked[0][1].working
        return "; ".join(f"{head}: {cell.working}" for head, cell in asked)

    def _widths(self, grid: Grid, scale: float, whole: bool) -> list[float]:
        """Return the width that each column needs, for `whole` headings or their words."""
        return [
            max(
                [
                    *(width_of(part, self.soft) for part in _parts(head, whole)),
                    *(self._cell_width(row[place], scale) for row in grid.rows),
                ]
            )
            for place, head in enumerate(grid.heads)
        ]

    def _row(
        self,
        row: Sequence[Cell],
        grid: Grid,
        widths: list[float],
        gap: float,
        left: float,
        scale: float,
        face: Face,
        least: float,
    ) -> Block:
        """Return a row whose texts end on one line, in type of `least` size or more."""
        fits = [
            None if isinstance(cell, Blank) else fitted(cell, face, width, least)
            for cell, width in zip(row, widths, strict=True)
        ]
        heights = [line_height(fit.face) * len(fit.lines) for fit in fits if fit]
        height = max([*map(self._cell_height, row), *heights])
        pad = self.plain.size * 0.3
        items: Items = []
        x = left
        for place, (cell, width) in enumerate(zip(row, widths, strict=True)):
            fit = fits[place]
            if isinstance(cell, Blank):
                across = self._cell_width(cell, scale)
                items += self._cell(cell, x + width - across, pad, scale)
            elif fit is not None:
                top = pad + height - line_height(fit.face) * len(fit.lines)
                for number, text in enumerate(fit.lines):
                    aside = 0.0
                    if place >= grid.words:
                        aside = width - width_of(text, fit.face)
                    at = top + number * line_height(fit.face)
                    items += written((text,), fit.face, x + aside, at)[0]
            x += width + gap
        return Block(tuple(items), height + pad)

    # Places for figures

    def _cell_width(self, cell: Cell, scale: float) -> float:
        if isinstance(cell, str):
            return width_of(cell, self.plain)
        if self._key:
            return width_of(cell.answer, self.strong)
        before, after = cell.figures
        digit = WIDE * self.plain.size * scale
        dot = DOT * self.plain.size if after else 0.0
        return (before + after) * digit + dot

    def _cell_height(self, cell: Cell) -> float:
        if isinstance(cell, str) or self._key:
            return line_height(self.plain)
        return HIGH * self.plain.size

    def _cell(self, cell: Cell, x: float, top: float, scale: float) -> Items:
        """Return a box for each digit, or the figure itself in the answers."""
        if isinstance(cell, str):
            return list(written((cell,), self.plain, x, top)[0])
        if self._key:
            return list(written((cell.answer,), self.strong, x, top)[0])
        size = self.plain.size
        digit, high = WIDE * size * scale, HIGH * size
        before, after = cell.figures
        items: Items = []
        for place in range(before + after):
            beyond = DOT * size if place >= before else 0.0
            items += frame(x + place * digit + beyond, top, digit, high, LINE, FRAME)
        if after:
            dot = Text(
                x + before * digit + DOT * size * 0.3,
                top + high * 0.85,
                ".",
                self.strong,
            )
            items.append(dot)
        return items


def _parts(heading: str, whole: bool) -> list[str]:
    """Return the parts of a heading that must be on one line: all of it, or each word."""
    return [heading] if whole else heading.split(" ")
