"""Write a derivation as a page of HTML with drawings."""

from collections.abc import Iterable, Set
from functools import cache
from typing import Final

from markupsafe import Markup
from msgspec import Struct
from PySide6.QtGui import QFont, QFontMetricsF

from uscalc.explain.model import (
    BonusGauge,
    Derivation,
    DerivationChapter,
    DerivationGameRow,
    DerivationLine,
    DerivationTable,
    make_scale,
    shorten_chapter,
)
from uscalc.explain.numbers import MarkedTerm, MarkedText, format_change, format_number
from uscalc.explain.scene.causes import Cause, CauseKind
from uscalc.explain.scene.words import has_moment
from uscalc.ui.charts.formula_boxes import same_height, set_formula
from uscalc.ui.explain.style import (
    FOLD,
    GAUGE,
    HINT,
    PLAYER,
    SHOW,
    TERM,
    BarMark,
    Drawn,
    FormulaPiece,
    GaugeMark,
    PageStyle,
    SceneMark,
)
from uscalc.ui.frame.number_drag import TRY, style_number
from uscalc.ui.theme.theme import Colors

HEADS: Final = ("Rd", "Opponent", "", "Rating", "")
RIGHT: Final = (0, 3, 5)
WRAPPED: Final = (1, 4)
"""The columns that are aligned right, and those that may take several lines."""
ROW: Final = Markup("<tr>%s</tr>")
CELL: Final = Markup(
    '<td align="%s" valign="middle" colspan="%s" style="padding:3px 5px; %scolor:%s;">'
    "%s</td>"
)
LINE: Final = Markup(
    '<tr><td style="padding:5px %spx 5px 0; %s">%s</td>'
    '<td align="right" valign="bottom" style="padding:5px 0; %s'
    'white-space:nowrap;">%s</td></tr>'
)
LINK: Final = Markup('<a href="%s%s" style="%s color:%s;">%s</a>')
REST: Final = Markup("%s")
"""A part of a text that is filled in later."""

FORMULA_SIZE = 1.12
"""The type size of a formula, as a multiple of the text's."""
BESIDE = 12
"""The gap between a formula and its value, in pixels."""
SLACK: Final = 3
"""The extra width of a page in pixels: parts side by side can be wider than the sum of
their widths."""
FEW = 40
ROOM = 5
"""A table longer than `FEW + ROOM` games shows only the first `FEW`."""
GAMES = ".games"
"""The end of the key that shows or hides a chapter's further games."""
WHOLE = "white-space:nowrap; "
OWN: Final[dict[str, CauseKind]] = {"r0": "rating", "n": "games"}
"""The lines whose value is the player's own rating or number of games."""
SPACED = Markup('<div style="margin-top:4px;">%s</div>')


class ExplanationPage(Struct):
    """A page: its HTML, the drawings in it, and the tooltips of its links, by index.

    `shrunk` is True if a formula was made smaller, because it had no room.
    """

    html: str = ""
    drawn: list[Drawn] = []
    hints: list[str] = []
    shrunk: bool = False


def derivation_page(
    derivation: Derivation, style: PageStyle, unfolded: Set[str], folds: bool = True
) -> ExplanationPage:
    """Return the whole page without its heading.

    `unfolded` are the chapters that are shown in full. If `folds` is False, as on
    paper, all chapters are, and there are no links to show more or to the glossary.
    """
    return _PageWriter(style, unfolded, folds).write_page(derivation)


def empty_html(title: str, sentences: tuple[str, ...], colors: Colors) -> Markup:
    """Return a page that explains why there is no derivation, and how to fix that."""
    line = Markup('<p style="color:%s; margin:6px 0;">%s</p>')
    lines = Markup().join(line % (colors.soft, text) for text in sentences)
    return Markup("<h3>%s</h3>%s") % (title, lines)


class _PageWriter:
    """Writes one page; its drawings are numbered in the order of the page."""

    def __init__(self, style: PageStyle, unfolded: Set[str], folds: bool) -> None:
        self._style = style
        self._colors = style.colors
        self._unfolded = unfolded
        self._folds = folds
        self._made = ExplanationPage()
        self._groups = 0
        self._formula_room = 0.0
        self._rule = f"border-bottom:1px solid {style.colors.line};"
        self._line = LINE % (BESIDE, self._rule, REST, self._rule, REST)
        self._links = {
            TERM: "text-underline-style:dotted; "
            f"text-decoration-color:{style.colors.soft};",
            TRY: style_number(style.colors),
        }

    def write_page(self, derivation: Derivation) -> ExplanationPage:
        parts = []
        if derivation.rules:
            parts.append(
                # As a table, because Qt ignores the margin of a paragraph before a table.
                Markup(
                    '<table width="100%%" cellspacing="0" cellpadding="0" '
                    'style="margin-bottom:6px;"><tr>'
                    '<td style="color:%s; font-size:%s;">%s</td></tr></table>'
                )
                % (self._colors.pale, self._style.scaled_size(0.9), derivation.rules)
            )
        if derivation.note:
            parts.append(
                self._write_box(derivation.note, "warning", "warning_background", 1.0)
            )
        parts.append(self._write_box(derivation.answer, "accent", "selected", 1.1))
        parts += [self._write_chapter(chapter) for chapter in derivation.chapters]
        self._made.html = Markup().join(parts)
        return self._made

    def _write_box(
        self, text: str, edge: str, background: str, larger: float
    ) -> Markup:
        colors = self._colors
        return Markup(
            '<table width="100%%" cellspacing="0" cellpadding="0" '
            'style="margin-bottom:6px;"><tr><td width="4" bgcolor="%s"></td>'
            '<td bgcolor="%s" style="padding:10px 12px; font-size:%s;">%s</td>'
            "</tr></table>"
        ) % (
            getattr(colors, edge),
            getattr(colors, background),
            self._style.scaled_size(larger),
            text,
        )

    def _write_chapter(self, chapter: DerivationChapter) -> Markup:
        accent = self._colors.accent
        full, fold = chapter, Markup()
        if self._folds and any(line.detail or line.brief.pieces for line in full.lines):
            fold = self._write_fold_link(full.key)
            if full.key not in self._unfolded:
                chapter = shorten_chapter(full)
        games = self._write_games(chapter) if chapter.games else Markup()
        self._formula_room = self._find_formula_room(chapter.lines)
        parts = [
            Markup(
                '<p style="margin:20px 0 4px 0; font-weight:600; color:%s;">'
                '<a name="%s"></a>%s</p>'
            )
            % (accent, chapter.key, self._write_sentence(chapter.words, accent)),
            "" if chapter.games_last else games,
            *(self._write_titled_table(table) for table in chapter.tables),
            Markup('<table width="100%%" cellspacing="0" cellpadding="0">%s%s</table>')
            % (Markup().join(map(self._write_line, chapter.lines)), fold),
            games if chapter.games_last else "",
        ]
        return Markup().join(parts)

    def _write_fold_link(self, key: str) -> Markup:
        words = "Show less" if key in self._unfolded else "Show every line"
        return Markup('<tr><td colspan="2" style="padding:5px 0; %s">%s</td></tr>') % (
            self._rule,
            self._write_link(FOLD, key, self._colors.accent, words),
        )

    def _write_line(self, line: DerivationLine) -> Markup:
        inside = Markup().join(
            (
                Markup('<a name="%s"></a>') % line.key,
                self._write_sentence(line.words, self._colors.text, line.key == "r0"),
                self._write_citation(line.section) if line.section else "",
                self._write_show_link(line.key),
                self._write_formula(line),
                self._write_gauge(line.gauge),
            )
        )
        value = Markup("<b>%s</b>") % self._write_value(line)
        if line.sign:
            # The sign between a formula and its value is paler than both.
            value = Markup('<span style="color:%s;">%s</span> %s') % (
                *(self._colors.pale, line.sign, value),
            )
        if self._style.narrow:
            below = Markup('<div align="right">%s</div>') % value if line.value else ""
            return Markup('<tr><td style="padding:5px 0; %s">%s%s</td></tr>') % (
                *(self._rule, inside, below),
            )
        # An empty cell at the end of a table would change the margin below it.
        if not line.value:
            value = Markup("<b>&nbsp;</b>")
        return self._line % (inside, value)

    def _write_show_link(self, key: str) -> Markup:
        """Return the link to the state of the explorer that a line is about."""
        if not self._folds or not has_moment(key):
            return Markup()
        return self._write_link(
            SHOW,
            key,
            self._colors.accent,
            self._place_image(SceneMark(self._style.scale)),
        )

    def _write_value(self, line: DerivationLine) -> Markup | str:
        """Return the value of a line; the player's own rating and games can be dragged."""
        kind = OWN.get(line.key)
        return (
            self._write_link(TRY, Cause(kind).key, self._colors.text, line.value)
            if self._folds and kind is not None and line.value[:1].isdigit()
            else line.value
        )

    def _write_citation(self, cited: str) -> Markup:
        """Return the cited section of the rules, which is never split over two lines."""
        return Markup('<span style="color:%s; font-size:%s;">&nbsp; %s</span>') % (
            self._colors.pale,
            self._style.scaled_size(0.78),
            Markup("&nbsp;").join(cited.split(" ")),
        )

    def _write_sentence(
        self, said: MarkedText, color: str, games: bool = False
    ) -> Markup:
        """Return a sentence; its glossary words are links, except on paper.

        If `games` is True, a number in it is the number of earlier games, which can be
        dragged.
        """
        if not self._folds:
            return Markup("%s") % said
        return Markup().join(
            self._write_link(TERM, piece.key, color, piece.shown)
            if isinstance(piece, MarkedTerm)
            else self._write_link(TRY, Cause("games").key, self._colors.text, piece)
            if games and piece.isdigit()
            else piece
            for piece in said.pieces
        )

    def _write_formula(self, line: DerivationLine) -> Markup:
        if not line.typeset:
            return Markup()
        size = float(round(self._style.pixels * FORMULA_SIZE))
        boxes = [set_formula(piece, size) for piece in line.typeset]
        widest = max(box.width for box in boxes)
        room = self._formula_room if line.value else self._style.room
        if widest > room:
            size = float(max(int(size * room / widest), 1))
            boxes = [set_formula(piece, size) for piece in line.typeset]
            self._made.shrunk = True
        boxes = same_height(boxes)
        self._groups += 1
        # A line may break only between two pieces of the formula.
        return SPACED % Markup("\u200b").join(
            self._place_image(FormulaPiece(box, line.formula, self._groups))
            for box in boxes
        )

    def _find_formula_room(self, lines: Iterable[DerivationLine]) -> float:
        """Return the width for formulas in pixels; in a wide page, values are beside them.

        The values of a chapter are one column, so the widest of them decides.
        """
        if self._style.narrow:
            return self._style.room
        strong = QFont(self._style.font)
        strong.setBold(True)
        measured = QFontMetricsF(strong)
        widest = max(
            (
                measured.horizontalAdvance(f"{line.sign} {line.value}".strip())
                for line in lines
            ),
            default=0.0,
        )
        return max(self._style.room - widest - BESIDE - SLACK, self._style.room / 2)

    def _write_gauge(self, gauge: BonusGauge | None) -> Markup:
        if gauge is None:
            return Markup()
        small = QFont(self._style.font)
        small.setPointSizeF(self._style.points * 0.8)
        mark = GaugeMark(
            make_scale(gauge),
            format_change(gauge.gain),
            f"bonus threshold {format_number(gauge.threshold, 2)}",
            small,
            min(self._style.scale, self._style.room / GAUGE[0]),
        )
        return SPACED % self._place_image(mark)

    def _place_image(self, drawn: Drawn) -> Markup:
        self._made.drawn.append(drawn)
        return Markup('<img src="%s">') % (len(self._made.drawn) - 1)

    def _write_games(self, chapter: DerivationChapter) -> Markup:
        """Return the games; if there are many, the first ones and a link to the others."""
        games, key = chapter.games, f"{chapter.key}{GAMES}"
        more = len(games) - FEW
        if not self._folds or more <= ROOM:
            return self._write_frame(self._write_game_rows(games, chapter))
        shown = games if key in self._unfolded else games[:FEW]
        word = "Show" if len(shown) < len(games) else "Hide"
        link = Markup('<p style="margin:0 0 6px 0;">%s</p>') % self._write_link(
            FOLD, key, self._colors.accent, f"{word} {more} more games"
        )
        return self._write_frame(self._write_game_rows(shown, chapter)) + link

    def _write_frame(self, rows: Markup) -> Markup:
        return Markup(
            '<table width="100%%" cellspacing="0" cellpadding="0" bgcolor="%s" '
            'style="margin:2px 0 6px 0; font-size:%s;">%s</table>'
        ) % (self._colors.raised, self._style.scaled_size(0.9), rows)

    def _write_titled_table(self, table: DerivationTable) -> Markup:
        """Return a table with its title, if it has one."""
        title = Markup('<p style="margin:4px 0; color:%s;">%s</p>') % (
            self._colors.soft,
            table.title,
        )
        return (title if table.title else Markup()) + self._write_table(table)

    def _write_table(self, table: DerivationTable) -> Markup:
        colors = self._colors
        written = Markup('<td align="%s" style="padding:3px 5px; %scolor:%s;">%s</td>')

        def write_row(cells: tuple[str, ...], color: str) -> Markup:
            return Markup("<tr>%s</tr>") % Markup().join(
                written % (*(("right", WHOLE) if place else ("left", "")), color, cell)
                for place, cell in enumerate(cells)
            )

        rows = Markup().join(write_row(cells, colors.text) for cells in table.rows)
        return self._write_frame(write_row(table.heads, colors.pale) + rows)

    # Games

    def _write_game_rows(
        self, games: tuple[DerivationGameRow, ...], chapter: DerivationChapter
    ) -> Markup:
        """Return the heading row and the games; in a narrow page each game takes two rows.

        The heading of the expectations includes the rating at which they are computed.
        """
        pale, expected = self._style.colors.pale, chapter.expected_heading
        step = chapter.key.removeprefix("step")
        causes = [
            Cause("rating", place, int(step) if step.isdigit() else 0)
            for place in range(len(games))
        ]
        rows = list(zip(games, causes, strict=True))
        if self._style.narrow:
            head = ROW % self._write_game_cell(expected, pale, True, span=4)
            return head + Markup().join(self._write_narrow_row(*row) for row in rows)
        two_rows = Markup("<br>at ").join(expected.split(" at "))
        heads = (
            *(
                self._write_game_cell(head, pale, place in RIGHT)
                for place, head in enumerate(HEADS)
            ),
            self._write_game_cell(two_rows, pale, True),
            self._write_game_cell("", pale, False),
        )
        below = Markup().join(self._write_wide_row(*row) for row in rows)
        return ROW % Markup().join(heads) + below

    def _write_wide_row(self, game: DerivationGameRow, cause: Cause) -> Markup:
        colors = self._style.colors
        cells = (
            (str(game.round), colors.pale),
            (self._write_name(game), colors.text),
            (self._write_result(game, cause), colors.soft),
            (self._write_rating(game, cause), colors.text),
            (game.strength_from, colors.pale),
            (game.expectation, colors.soft),
            (self._place_bar(game), colors.text),
        )
        return ROW % Markup().join(
            self._write_game_cell(text, color, place in RIGHT, place in WRAPPED)
            for place, (text, color) in enumerate(cells)
        )

    def _write_narrow_row(self, game: DerivationGameRow, cause: Cause) -> Markup:
        """Return two rows for a game: name and result, and the figures below them."""
        colors = self._style.colors
        source = Markup('<br><span style="color:%s; font-size:%s;">%s</span>') % (
            colors.pale,
            self._style.scaled_size(0.78),
            game.strength_from,
        )
        above = (
            self._write_game_cell(str(game.round), colors.pale, True),
            self._write_game_cell(
                self._write_name(game), colors.text, False, True, span=2
            ),
            self._write_game_cell(self._write_result(game, cause), colors.soft, True),
        )
        below = (
            self._write_game_cell("", colors.pale, True),
            self._write_game_cell(
                self._write_rating(game, cause) + source, colors.text, False
            ),
            self._write_game_cell(game.expectation, colors.soft, True),
            self._write_game_cell(self._place_bar(game), colors.text, True),
        )
        return ROW % Markup().join(above) + ROW % Markup().join(below)

    def _write_name(self, game: DerivationGameRow) -> Markup | str:
        """Return the opponent's number and name, which select the opponent."""
        name = f"{game.opponent} {game.name}"
        return (
            self._write_link(PLAYER, str(game.opponent), self._colors.accent, name)
            if self._folds
            else name
        )

    def _write_rating(self, game: DerivationGameRow, cause: Cause) -> Markup:
        """Return the rating with its tooltip; it can be dragged, except on paper."""
        number = len(self._made.hints)
        self._made.hints.append(f"{game.name}: {game.hint}." if game.hint else "")
        color = self._style.colors.text
        return (
            self._write_link(TRY, f"{cause.key}/{number}", color, game.strength)
            if self._folds and cause.step
            else self._write_link(HINT, str(number), color, game.strength)
        )

    def _write_result(self, game: DerivationGameRow, cause: Cause) -> Markup | str:
        """Return the result; it can be dragged, except on paper."""
        if not self._folds or not cause.step:
            return game.result
        return self._write_link(
            TRY, cause._replace(kind="score").key, self._style.colors.soft, game.result
        )

    def _place_bar(self, game: DerivationGameRow) -> Markup:
        return self._place_image(BarMark(game.expected, game.score, self._style.scale))

    def _write_game_cell(
        self, inner: str, color: str, right: bool, wraps: bool = False, span: int = 1
    ) -> Markup:
        return make_cell(color, right, wraps, span) % inner

    def _write_link(self, kind: str, key: str, color: str, inner: str) -> Markup:
        """Return a link; `kind` is the beginning of its address."""
        return make_link(
            kind, self._links.get(kind, "text-decoration:none;"), color
        ) % (key, inner)


# A page has a hundred cells and links, and `%` of Markup is slow. The parts that are the
# same in many of them are therefore filled in only once.


@cache
def make_cell(color: str, right: bool, wraps: bool, span: int) -> Markup:
    """Return a cell of a table of games, without its content."""
    side = "right" if right else "left"
    return CELL % (side, span, "" if wraps else WHOLE, color, REST)


@cache
def make_link(kind: str, look: str, color: str) -> Markup:
    """Return a link without the rest of its address and its content."""
    return LINK % (kind, REST, look, color, REST)
