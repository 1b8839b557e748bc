"""Lay out a player's page: the result first, then every step of the derivation."""

from collections.abc import Iterator, Sequence
from typing import Final

from uscalc.explain.model import DerivationChapter, DerivationLine
from uscalc.report.player_page import PlayerPage, PlayerSystem
from uscalc.report.wall.outputs import Paper
from uscalc.ui.printing.flow import (
    ItemList,
    PageBlock,
    TextColumn,
    fit_text,
    get_line_height,
)
from uscalc.ui.printing.page import (
    BAND,
    INK,
    POINT,
    RULE,
    BoxItem,
    PrintedPage,
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
        title = TypeFace(int(size * 2.6), True)
        yield self.make_lines(*fit_text(page.name, title, self.width, 0.4))
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
        for about in (part.derivation.rules, part.derivation.note):
            if about:
                yield self.make_text(about, self.soft)
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
        items = ItemList()
        # If the value is too wide, it goes below the line.
        beside = room >= self.width / 3
        wide = room if beside else self.width
        end = items.add_text(sentence, self.plain, self.left, top, wide)
        if line.formula:
            indented = self.left + self.plain.size
            end = items.add_text(line.formula, self.soft, indented, end, wide)
        if line.value and beside:
            x, base = self.left + self.width - value, end - get_line_height(self.strong)
            items.add_lines((shown,), self.strong, x, base)
        elif line.value:
            end = items.add_text(shown, self.strong, self.left, end, self.width)
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
        items = ItemList()
        x, height = self.left, 0.0
        for place, (cell, width) in enumerate(zip(cells, widths, strict=True)):
            fit = fit_text(cell, face, width, 0.6)
            start = x
            if place in figures:
                start += width - measure_width(fit.lines[0], fit.face)
            height = max(height, items.add_lines(*fit, start, 0))
            x += width + gap
        return PageBlock(tuple(items), height)

    def _lay_out_answer(self, text: str) -> PageBlock:
        face = self.plain._replace(size=int(self.plain.size * 1.1))
        pad = float(face.size)
        texts, x = ItemList(), self.left + pad
        end = texts.add_text(text, face, x, pad * 0.5, self.width - 2 * pad)
        height = end + pad * 0.5
        ground = BoxItem(self.left, 0, self.width, height, BAND)
        edge = BoxItem(self.left, 0, 3 * POINT, height, ACCENT)
        return PageBlock((ground, edge, *texts), height + pad * 0.3)
