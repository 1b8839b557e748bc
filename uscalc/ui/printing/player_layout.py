"""Lay out a player's page: the result first, then every step of the derivation."""

from collections.abc import Iterator, Sequence
from typing import Final

from uscalc.explain.model import DerivationChapter, DerivationLine
from uscalc.report.player_page import PlayerPage, PlayerSystem
from uscalc.report.wall.outputs import Paper
from uscalc.ui.printing.flow import (
    PageBlock,
    TextColumn,
    fit_text,
    get_line_height,
    place_lines,
    wrap_text,
)
from uscalc.ui.printing.page import (
    BAND,
    INK,
    POINT,
    RULE,
    BoxItem,
    PrintedPage,
    TextItem,
    TypeFace,
    measure_width,
)

GAMES: Final = ("Round", "Opponent", "Result", "Rating", "")
ACCENT: Final = "#1d5fd6"


def lay_out_player(
    page: PlayerPage, paper: Paper = "letter", big: bool = False
) -> tuple[PrintedPage, ...]:
    """Return a player's pages; each has the name and the page number."""
    layout = _PlayerLayout(page, paper, big)
    return layout.make_pages(
        layout.make_blocks(), page.name, f"{page.name}, {page.event}"
    )


class _PlayerLayout(TextColumn):
    """Makes the blocks of a player's page."""

    def __init__(self, page: PlayerPage, paper: Paper, big: bool) -> None:
        super().__init__(paper, big)
        self._player = page

    def make_blocks(self) -> Iterator[PageBlock]:
        """Yield the blocks of the pages, from the event's name to the footer."""
        page = self._player
        size = self.plain.size
        around = (page.event, page.section, page.subtitle)
        yield self.make_text(
            " \N{MIDDLE DOT} ".join(part for part in around if part), self.soft
        )
        title = fit_text(page.name, TypeFace(int(size * 2.6), True), self.width, 0.4)
        items, height = place_lines(title.lines, title.face, self.left, 0)
        yield PageBlock(tuple(items), height)
        yield self.make_text(page.status, self.strong._replace(size=int(size * 1.25)))
        plural = "" if page.points == "1" else "s"
        yield self.make_text(
            f"No. {page.number}, {page.points} point{plural}", self.soft
        )
        for problem in page.problems:
            yield self.make_text(problem, self.strong)
        for part in page.systems:
            yield from self._lay_out_system(part)
        yield self.make_gap(1.2)
        for line in page.footer:
            yield self.make_text(line, self.soft)

    def _lay_out_system(self, part: PlayerSystem) -> Iterator[PageBlock]:
        before, after, change = part.figures.shown
        text = f"{part.system}: {before} \N{RIGHTWARDS ARROW} {after}"
        text += f" ({change})" if change else ""
        size = self.plain.size
        yield self.make_gap(0.8)._replace(stays=True)
        yield self.make_text(text, TypeFace(int(size * 1.7), True))._replace(stays=True)
        if part.derivation.rules:
            yield self.make_text(part.derivation.rules, self.soft)
        if part.derivation.note:
            yield self.make_text(part.derivation.note, self.soft)
        yield self._lay_out_answer(part.derivation.answer)
        for chapter in part.derivation.chapters:
            yield from self._lay_out_chapter(chapter)

    def _lay_out_chapter(self, chapter: DerivationChapter) -> Iterator[PageBlock]:
        title = self.strong._replace(size=int(self.plain.size * 1.15))
        yield self.make_gap(0.9)._replace(stays=True)
        head = self.make_text(chapter.title, title)
        rule = BoxItem(self.left, head.height, self.width, 6, INK)
        yield PageBlock((*head.items, rule), head.height + 4 * POINT, True)
        if chapter.games and not chapter.games_last:
            yield from self._lay_out_games(chapter)
        for line in chapter.lines:
            yield self._lay_out_line(line)
        for table in chapter.tables:
            if table.title:
                yield self.make_text(table.title, self.soft)._replace(stays=True)
            figures = tuple(range(1, len(table.heads)))
            yield from self._lay_out_table(table.heads, table.rows, figures, 0)
        if chapter.games_last:
            yield from self._lay_out_games(chapter)

    def _lay_out_games(self, chapter: DerivationChapter) -> Iterator[PageBlock]:
        rows = [
            (
                *(str(g.round), f"{g.opponent} {g.name}", g.result, g.strength),
                *(g.strength_from, g.expectation),
            )
            for g in chapter.games
        ]
        yield from self._lay_out_table(
            (*GAMES, chapter.expected_heading), rows, (0, 3, 5), 1
        )

    def _lay_out_line(self, line: DerivationLine) -> PageBlock:
        """Return a line: a sentence with its source, the formula below, the value at the right."""
        shown = f"{line.sign} {line.value}" if line.sign else line.value
        value = measure_width(shown, self.strong)
        room = self.width - value - (2 * self.plain.size if line.value else 0)
        cited = line.section.replace(" ", "\N{NO-BREAK SPACE}")
        sentence = f"{line.text} [{cited}]" if cited else line.text
        top = self.plain.size * 0.2
        items: list[TextItem | BoxItem] = []
        # If the value is too wide, it goes below the line.
        beside = room >= self.width / 3
        lines = tuple(wrap_text(sentence, self.plain, room if beside else self.width))
        texts, end = place_lines(lines, self.plain, self.left, top)
        items += texts
        if line.formula:
            formula = tuple(
                wrap_text(line.formula, self.soft, room if beside else self.width)
            )
            texts, end = place_lines(
                formula, self.soft, self.left + self.plain.size, end
            )
            items += texts
        if line.value and beside:
            x = self.left + self.width - value
            items += place_lines(
                (shown,), self.strong, x, end - get_line_height(self.strong)
            )[0]
        elif line.value:
            below = tuple(wrap_text(shown, self.strong, self.width))
            texts, end = place_lines(below, self.strong, self.left, end)
            items += texts
        end += self.plain.size * 0.2
        items.append(BoxItem(self.left, end, self.width, 3, RULE))
        return PageBlock(tuple(items), end + 3)

    def _lay_out_table(
        self,
        heads: Sequence[str],
        rows: Sequence[Sequence[str]],
        figures: tuple[int, ...],
        widest: int,
    ) -> Iterator[PageBlock]:
        """Yield the rows of a table; the column `widest` gets the width that the others leave."""
        face, soft = self.plain, self.soft
        gap = face.size * 1.2
        widths = [
            max(
                measure_width(head, soft),
                *(measure_width(row[place], face) for row in rows),
                0,
            )
            for place, head in enumerate(heads)
        ]
        rest = sum(widths) - widths[widest] + gap * (len(heads) - 1)
        # The names keep a part of the page, even if the figures are long.
        widths[widest] = min(widths[widest], max(self.width - rest, self.width / 4))
        yield self._lay_out_row(heads, widths, figures, soft, gap)._replace(stays=True)
        for row in rows:
            yield self._lay_out_row(row, widths, figures, face, gap)

    def _lay_out_row(
        self,
        cells: Sequence[str],
        widths: list[float],
        figures: tuple[int, ...],
        face: TypeFace,
        gap: float,
    ) -> PageBlock:
        items: list[TextItem | BoxItem] = []
        x, height = self.left, 0.0
        for place, (cell, width) in enumerate(zip(cells, widths, strict=True)):
            fit = fit_text(cell, face, width, 0.6)
            start = x
            if place in figures:
                start += width - measure_width(fit.lines[0], fit.face)
            texts, end = place_lines(fit.lines, fit.face, start, 0)
            items += texts
            height = max(height, end)
            x += width + gap
        return PageBlock(tuple(items), height)

    def _lay_out_answer(self, text: str) -> PageBlock:
        face = self.plain._replace(size=int(self.plain.size * 1.1))
        pad = float(face.size)
        lines = tuple(wrap_text(text, face, self.width - 2 * pad))
        texts, end = place_lines(lines, face, self.left + pad, pad * 0.5)
        height = end + pad * 0.5
        ground = BoxItem(self.left, 0, self.width, height, BAND)
        edge = BoxItem(self.left, 0, 3 * POINT, height, ACCENT)
        return PageBlock((ground, edge, *texts), height + pad * 0.3)
