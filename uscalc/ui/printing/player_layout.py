"""Lay out a player's page: the result first, then every step of the derivation."""

from collections.abc import Iterator, Sequence
from typing import Final

from uscalc.explain.model import Chapter, Line
from uscalc.report.player_page import PlayerPage, PlayerSystem
from uscalc.report.wall.html import Paper
from uscalc.ui.printing.fit import fitted, line_height, wrapped, written
from uscalc.ui.printing.flow import Block, Column
from uscalc.ui.printing.page import (
    BAND,
    INK,
    POINT,
    RULE,
    Box,
    Face,
    Page,
    Text,
    width_of,
)

GAMES: Final = ("Round", "Opponent", "Result", "Rating", "")
ACCENT: Final = "#1d5fd6"


def lay_out_player(
    page: PlayerPage, paper: Paper = "letter", big: bool = False
) -> tuple[Page, ...]:
    """Return the pages of one player, each with the name and the page number."""
    layout = _Layout(page, paper, big)
    return layout.pages(layout.blocks(), page.name, f"{page.name}, {page.event}")


class _Layout(Column):
    """The blocks of a player's page."""

    def __init__(self, page: PlayerPage, paper: Paper, big: bool) -> None:
        super().__init__(paper, big)
        self._player = page

    def blocks(self) -> Iterator[Block]:
        """Yield everything on the pages, from the event's name to the footer."""
        page = self._player
        size = self.plain.size
        around = (page.event, page.section, page.subtitle)
        where = " \N{MIDDLE DOT} ".join(part for part in around if part)
        yield self.text(where, self.soft)
        title = fitted(page.name, Face(int(size * 2.6), True), self.width, 0.4)
        items, height = written(title.lines, title.face, self.left, 0)
        yield Block(tuple(items), height)
        yield self.text(page.status, self.strong._replace(size=int(size * 1.25)))
        plural = "" if page.points == "1" else "s"
        yield self.text(f"No. {page.number}, {page.points} point{plural}", self.soft)
        for problem in page.problems:
            yield self.text(problem, self.strong)
        for part in page.systems:
            yield from self._system(part)
        yield self.gap(1.2)
        for line in page.footer:
            yield self.text(line, self.soft)

    def _system(self, part: PlayerSystem) -> Iterator[Block]:
        before, after, change = part.figures.shown
        said = f"{part.system}: {before} \N{RIGHTWARDS ARROW} {after}"
        said += f" ({change})" if change else ""
        size = self.plain.size
        yield self.gap(0.8)._replace(stays=True)
        yield self.text(said, Face(int(size * 1.7), True))._replace(stays=True)
        if part.derivation.rules:
            yield self.text(part.derivation.rules, self.soft)
        if part.derivation.note:
            yield self.text(part.derivation.note, self.soft)
        yield self._answer(part.derivation.answer)
        for chapter in part.derivation.chapters:
            yield from self._chapter(chapter)

    def _chapter(self, chapter: Chapter) -> Iterator[Block]:
        title = self.strong._replace(size=int(self.plain.size * 1.15))
        yield self.gap(0.9)._replace(stays=True)
        head = self.text(chapter.title, title)
        rule = Box(self.left, head.height, self.width, 6, INK)
        yield Block((*head.items, rule), head.height + 4 * POINT, True)
        if chapter.games:
            rows = [
                (
                    *(str(g.round), f"{g.opponent} {g.name}", g.result, g.strength),
                    *(g.strength_from, g.expectation),
                )
                for g in chapter.games
            ]
            heads = (*GAMES, chapter.expected_head)
            yield from self._table(heads, rows, (0, 3, 5), 1)
        for line in chapter.lines:
            yield self._line(line)
        for table in chapter.tables:
            if table.title:
                yield self.text(table.title, self.soft)._replace(stays=True)
            figures = tuple(range(1, len(table.heads)))
            yield from self._table(table.heads, table.rows, figures, 0)

    def _line(self, line: Line) -> Block:
        """Return a sentence with its source, the formula below, the value at the right."""
        shown = f"{line.sign} {line.value}" if line.sign else line.value
        value = width_of(shown, self.strong)
        room = self.width - value - (2 * self.plain.size if line.value else 0)
        cited = line.section.replace(" ", "\N{NO-BREAK SPACE}")
        sentence = f"{line.text} [{cited}]" if cited else line.text
        top = self.plain.size * 0.2
        items: list[Text | Box] = []
        # A value that is too wide for its line goes below it.
        beside = room >= self.width / 3
        lines = tuple(wrapped(sentence, self.plain, room if beside else self.width))
        texts, end = written(lines, self.plain, self.left, top)
        items += texts
        if line.formula:
            formula = tuple(
                wrapped(line.formula, self.soft, room if beside else self.width)
            )
            texts, end = written(formula, self.soft, self.left + self.plain.size, end)
            items += texts
        if line.value and beside:
            x = self.left + self.width - value
            items += written((shown,), self.strong, x, end - line_height(self.strong))[
                0
            ]
        elif line.value:
            below = tuple(wrapped(shown, self.strong, self.width))
            texts, end = written(below, self.strong, self.left, end)
            items += texts
        end += self.plain.size * 0.2
        items.append(Box(self.left, end, self.width, 3, RULE))
        return Block(tuple(items), end + 3)

    def _table(
        self,
        heads: Sequence[str],
        rows: Sequence[Sequence[str]],
        figures: tuple[int, ...],
        widest: int,
    ) -> Iterator[Block]:
        """Yield rows of cells; one column takes the width that the others leave."""
        face, soft = self.plain, self.soft
        gap = face.size * 1.2
        widths = [
            max(width_of(head, soft), *(width_of(row[place], face) for row in rows), 0)
            for place, head in enumerate(heads)
        ]
        rest = sum(widths) - widths[widest] + gap * (len(heads) - 1)
        # The names keep a part of the page, however long the figures are.
        widths[widest] = min(widths[widest], max(self.width - rest, self.width / 4))
        yield self._row(heads, widths, figures, soft, gap)._replace(stays=True)
        for row in rows:
            yield self._row(row, widths, figures, face, gap)

    def _row(
        self,
        cells: Sequence[str],
        widths: list[float],
        figures: tuple[int, ...],
        face: Face,
        gap: float,
    ) -> Block:
        items: list[Text | Box] = []
        x, height = self.left, 0.0
        for place, (cell, width) in enumerate(zip(cells, widths, strict=True)):
            fit = fitted(cell, face, width, 0.6)
            start = x
            if place in figures:
                start += width - width_of(fit.lines[0], fit.face)
            texts, end = written(fit.lines, fit.face, start, 0)
            items += texts
            height = max(height, end)
            x += width + gap
        return Block(tuple(items), height)

    def _answer(self, text: str) -> Block:
        face = self.plain._replace(size=int(self.plain.size * 1.1))
        pad = float(face.size)
        lines = tuple(wrapped(text, face, self.width - 2 * pad))
        texts, end = written(lines, face, self.left + pad, pad * 0.5)
        height = end + pad * 0.5
        ground = Box(self.left, 0, self.width, height, BAND)
        edge = Box(self.left, 0, 3 * POINT, height, ACCENT)
        return Block((ground, edge, *texts), height + pad * 0.3)
