"""A derivation as HTML of the kind that Qt shows, in the window's colours."""

from collections.abc import Set
from dataclasses import dataclass, field

from PySide6.QtGui import QFont, QFontMetricsF

from uscalc.explain.drawing import gauge_of
from uscalc.explain.model import Chapter, Derivation, Gauge, Line, Table
from uscalc.explain.numbers import change, number
from uscalc.explain.words import Term, Words
from uscalc.ui.formula.boxes import same_height, set_formula
from uscalc.ui.theme.colours import Colours
from uscalc.ui.why.drawings import GAUGE, Drawn, FormulaPiece, GaugeMark
from uscalc.ui.why.games import GamesWriter
from uscalc.ui.why.style import FOLD, TERM, Style
from uscalc.ui.wording.markup import escape

FORMULA_SIZE = 1.12
"""The letters of a formula are so much larger than those of the words about it."""
BESIDE = 12
"""Pixels between a formula and its value."""
FEW = 40
ROOM = 5
"""So many games are shown where there are very many, and so many more before that."""
GAMES = ".games"
"""The end of the name by which a chapter's other games are shown or hidden."""


@dataclass(slots=True)
class Page:
    """A page to be shown: its HTML, its drawings, and what a hover tells."""

    html: str = ""
    drawn: list[Drawn] = field(default_factory=list)
    hints: list[str] = field(default_factory=list)


def derivation_page(
    derivation: Derivation, style: Style, unfolded: Set[str], folds: bool = True
) -> Page:
    """The whole page but for its heading.

    `unfolded` are the chapters whose walk is shown; without `folds` there is no link
    to show or hide it, nor one to a word's meaning, as on paper.
    """
    return _Writer(style, unfolded, folds).page(derivation)


def empty_html(title: str, sentences: tuple[str, ...], colours: Colours) -> str:
    """A page that says why there is no derivation, and what to do."""
    lines = "".join(
        f'<p style="color:{colours.soft}; margin:6px 0;">{escape(text)}</p>'
        for text in sentences
    )
    return f"<h3>{escape(title)}</h3>{lines}"


class _Writer:
    """Writes one page, numbering its drawings as they come."""

    def __init__(self, style: Style, unfolded: Set[str], folds: bool) -> None:
        self._style = style
        self._colours = style.colours
        self._unfolded = unfolded
        self._folds = folds
        self._made = Page()
        self._groups = 0
        self._small = f"font-size:{style.points * 0.9:.1f}pt;"

    def page(self, derivation: Derivation) -> Page:
        parts = []
        if derivation.note:
            parts.append(
                self._boxed(derivation.note, "warning", "warning_background", 1.0)
            )
        parts.append(self._boxed(derivation.answer, "accent", "selected", 1.1))
        parts += [self._chapter(chapter) for chapter in derivation.chapters]
        self._made.html = "".join(parts)
        return self._made

    def _boxed(self, text: str, edge: str, ground: str, larger: float) -> str:
        colours = self._colours
        return (
            '<table width="100%" cellspacing="0" cellpadding="0" '
            'style="margin-bottom:6px;"><tr>'
            f'<td width="4" bgcolor="{getattr(colours, edge)}"></td>'
            f'<td bgcolor="{getattr(colours, ground)}" style="padding:10px 12px;'
            f' font-size:{self._style.points * larger:.1f}pt;">{escape(text)}</td>'
            "</tr></table>"
        )

    def _chapter(self, chapter: Chapter) -> str:
        games = self._games(chapter) if chapter.games else ""
        tables = "".join(self._table(table) for table in chapter.tables)
        return (
            '<p style="margin:20px 0 4px 0; font-weight:600; '
            f'color:{self._colours.accent};"><a name="{escape(chapter.key)}"></a>'
            f"{self._words(chapter.words, self._colours.accent)}</p>{games}{tables}"
            '<table width="100%" cellspacing="0" cellpadding="0">'
            f"{self._lines(chapter)}</table>"
        )

    def _lines(self, chapter: Chapter) -> str:
        rows = []
        folded = False
        moves = sum(line.detail for line in chapter.lines)
        for line in chapter.lines:
            if not line.detail:
                rows.append(self._line(line))
                continue
            if not folded and self._folds:
                folded = True
                rows.append(self._fold(chapter.key, moves))
            if chapter.key in self._unfolded:
                rows.append(self._line(line))
        return "".join(rows)

    def _fold(self, key: str, moves: int) -> str:
        word = "Hide" if key in self._unfolded else "Show"
        what = "the one move" if moves == 1 else f"the {moves} moves"
        return (
            f'<tr><td colspan="2" style="padding:5px 0; {self._rule()}">'
            f'<a href="{FOLD}{escape(key)}" style="text-decoration:none; '
            f'color:{self._colours.accent};">{word} {what} of the walk</a></td></tr>'
        )

    def _rule(self) -> str:
        return f"border-bottom:1px solid {self._colours.line};"

    def _line(self, line: Line) -> str:
        colours, points = self._colours, self._style.points
        section = ""
        if line.section:
            section = (
                f'<span style="color:{colours.pale}; font-size:{points * 0.78:.1f}pt;">'
                f"&nbsp; {escape(line.section).replace(' ', '&nbsp;')}</span>"
            )
        if self._style.narrow:
            value = f'<div align="right"><b>{escape(line.value)}</b></div>'
            return (
                f'<tr><td style="padding:5px 0; {self._rule()}"><a name="'
                f'{escape(line.key)}"></a>{self._words(line.words, colours.text)}{section}'
                f"{self._formula(line)}{self._gauge(line.gauge)}"
                f"{value if line.value else ''}</td></tr>"
            )
        inside = (
            f'<a name="{escape(line.key)}"></a>{self._words(line.words, colours.text)}'
            f"{section}{self._formula(line)}{self._gauge(line.gauge)}"
        )
        # An empty cell at the end of a table would take the margin of what follows.
        value = escape(line.value) or "&nbsp;"
        return (
            f'<tr><td style="padding:5px {BESIDE}px 5px 0; {self._rule()}">{inside}</td>'
            f'<td align="right" valign="bottom" style="padding:5px 0; {self._rule()}'
            f'white-space:nowrap;"><b>{value}</b></td></tr>'
        )

    def _words(self, said: Words, colour: str) -> str:
        """A sentence; on paper, where nothing is hovered, its words are not marked."""
        if not self._folds:
            return escape(str(said))
        return "".join(
            f'<a href="{TERM}{escape(piece.key)}" style="text-decoration:none; '
            f'color:{colour};">{escape(piece.shown)}</a>'
            if isinstance(piece, Term)
            else escape(piece)
            for piece in said.pieces
        )

    def _formula(self, line: Line) -> str:
        if not line.typeset:
            return ""
        size = float(round(self._style.pixels * FORMULA_SIZE))
        boxes = [set_formula(piece, size) for piece in line.typeset]
        widest = max(box.width for box in boxes)
        room = self._room_beside(line.value)
        if widest > room:
            size = float(max(int(size * room / widest), 1))
            boxes = [set_formula(piece, size) for piece in line.typeset]
        boxes = same_height(boxes)
        self._groups += 1
        # Between two pieces a row may break, and there only.
        images = "\u200b".join(
            self._image(FormulaPiece(box, line.formula, self._groups)) for box in boxes
        )
        return f'<div style="margin-top:4px;">{images}</div>'

    def _room_beside(self, value: str) -> float:
        """Pixels that a formula may take: in a wide page its value stands beside it."""
        if self._style.narrow or not value:
            return self._style.room
        strong = QFont(self._style.font)
        strong.setBold(True)
        wide = QFontMetricsF(strong).horizontalAdvance(value) + BESIDE
        return max(self._style.room - wide, self._style.room / 2)

    def _gauge(self, gauge: Gauge | None) -> str:
        if gauge is None:
            return ""
        small = QFont(self._style.font)
        small.setPointSizeF(self._style.points * 0.8)
        mark = GaugeMark(
            gauge_of(gauge),
            change(gauge.gain),
            f"bonus from {number(gauge.threshold, 2)}",
            small,
            min(self._style.scale, self._style.room / GAUGE[0]),
        )
        return f'<div style="margin-top:4px;">{self._image(mark)}</div>'

    def _image(self, drawn: Drawn) -> str:
        self._made.drawn.append(drawn)
        return f'<img src="{len(self._made.drawn) - 1}">'

    def _games(self, chapter: Chapter) -> str:
        """The games; of very many the first, and a link to the others."""
        writer = GamesWriter(self._style, self._image, self._hint)
        games, key = chapter.games, f"{chapter.key}{GAMES}"
        more = len(games) - FEW
        if not self._folds or more <= ROOM:
            return self._framed(writer.rows(games, chapter.expected_head))
        shown = games if key in self._unfolded else games[:FEW]
        word = "Show" if len(shown) < len(games) else "Hide"
        link = (
            f'<p style="margin:0 0 6px 0;"><a href="{FOLD}{escape(key)}" style="'
            f'text-decoration:none; color:{self._colours.accent};">'
            f"{word} the other {more} games</a></p>"
        )
        return f"{self._framed(writer.rows(shown, chapter.expected_head))}{link}"

    def _hint(self, text: str) -> int:
        self._made.hints.append(text)
        return len(self._made.hints) - 1

    def _framed(self, rows: str) -> str:
        return (
            '<table width="100%" cellspacing="0" cellpadding="0" '
            f'bgcolor="{self._colours.raised}" style="margin:2px 0 6px 0;">'
            f"{rows}</table>"
        )

    def _table(self, table: Table) -> str:
        colours = self._colours

        def row(cells: tuple[str, ...], colour: str) -> str:
            written = "".join(
                f'<td align="{"right" if place else "left"}" style="padding:3px 5px; '
                f'color:{colour}; {self._small}">{escape(cell)}</td>'
                for place, cell in enumerate(cells)
            )
            return f"<tr>{written}</tr>"

        rows = "".join(row(cells, colours.text) for cells in table.rows)
        return self._framed(row(table.heads, colours.pale) + rows)
