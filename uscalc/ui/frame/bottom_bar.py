"""The status bar: problems, unplayed games, the linked file, and whether all is saved."""

import re
from typing import Final

from PySide6.QtCore import QEvent, QPointF, QSize, Qt
from PySide6.QtGui import QAction, QColor, QIcon, QPainter, QPixmap
from PySide6.QtWidgets import (
    QFrame,
    QLabel,
    QSizePolicy,
    QToolButton,
    QWidget,
)

from uscalc.document.cells import BadCell, parse_cell
from uscalc.document.model import Section
from uscalc.ui.frame.empty_bars import BELOW
from uscalc.ui.scheduling.following import EventWatch
from uscalc.ui.session.problems import EventProblems
from uscalc.ui.session.session import Session
from uscalc.ui.theme.hints import escape_hint
from uscalc.ui.theme.theme import Theme
from uscalc.ui.widgets.building import (
    STRETCH,
    add_parts,
    make_eliding_line,
    make_page,
    make_plain_line,
    make_row,
    name_widget,
)

MOST_LETTERS = 64
FEWEST_LETTERS = 24
FEWEST_NEWS = 20
"""The least number of letters of a sync message that is worth showing."""
LEFT_SHARE, RIGHT_SHARE = 2, 1
"""How the rest of the bar is divided: problems and games, and what is saved."""
MOST_PROBLEMS = "99 problems, 99 missing"
"""A text as wide as nearly all that say how many problems there are."""
FEWEST_PROBLEMS = "100 problems"
"""The text that a narrow bar keeps room for."""
PROBLEMS_SHARE = 20
"""The percentage of the bar that is kept for more problems."""
LINK_SHARE = 36
"""The percentage of the bar that a long file name may take."""
SHORT_STATES: Final = (
    (re.compile(r"changes from .+ are waiting$"), "changes waiting"),
    (re.compile(r"\d+ changes? behind"), "behind"),
)
"""States of the linked file that have a shorter form for a narrow bar."""
NOT_LINKED: Final = "Not linked"
NO_PROBLEMS: Final = "No problems"
DOT: Final = 7
"""The width of the dot before the problems, in pixels; its icon is twice as wide."""


class BottomBar(QFrame):
    """The status bar."""

    def __init__(
        self,
        session: Session,
        problems: EventProblems,
        action: QAction,
        theme: Theme,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._session = session
        self._problems = problems
        self._theme = theme
        self._time = ""
        self._link = ""
        name_widget(self, "bottomBar", "State")
        row = make_row(self, BELOW)
        left, right = (
            make_page("bottomLeft", look=""),
            make_page("bottomRight", look=""),
        )
        first, last = make_row(left), make_row(right)
        self.problems = name_widget(QToolButton(), "problemsButton", look="tool")
        self.problems.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.problems.setIconSize(QSize(2 * DOT, 2 * DOT))
        self.problems.clicked.connect(action.trigger)
        self.games = make_eliding_line("gamesToCome", "")
        add_parts(first, self.problems, (self.games, 1))
        self.link = name_widget(QToolButton(), "linkChip", look="tool")
        self.link.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextOnly)
        self.link.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.state = make_plain_line("savedState", "")
        add_parts(last, STRETCH, self.state)
        for part in (left, right):
            # The linked file keeps its place whatever is beside it.
            part.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        add_parts(row, (left, LEFT_SHARE), self.link, (right, RIGHT_SHARE))
        session.settled.connect(self.refresh)
        session.opened.connect(lambda: self.show_save_time(""))
        problems.changed.connect(self._show_problems)
        theme.changed.connect(self._show_problems)
        EventWatch(self, self._fit_link, QEvent.Type.Resize, QEvent.Type.FontChange)
        self.show_linked_file("", "")
        self._show_problems()
        self.refresh()

    def show_save_time(self, time: str) -> None:
        """Show when the event was saved."""
        self._time = time
        self.refresh()

    def show_linked_file(self, words: str, hint: str) -> None:
        """Show which file the event is linked to; without `words` it is not linked."""
        self._link = words or NOT_LINKED
        self._fit_link()
        self.link.setAccessibleName(self._link)
        self.link.setToolTip(escape_hint(hint))

    def _fit_link(self) -> None:
        """Shorten the linked file's name so that all other parts have room."""
        letter = max(self.fontMetrics().averageCharWidth(), 1)
        self._reserve_width()
        letters = self.width() * LINK_SHARE // 100 // letter
        letters = min(max(letters, FEWEST_LETTERS), MOST_LETTERS)
        self._set_text(self.link, shorten_link_text(self._link, letters))
        self.link.setAccessibleName(self._link)

    def _reserve_width(self) -> None:
        """Keep room for more problems, so that what follows doesn't move."""
        button, metrics = self.problems, self.problems.fontMetrics()
        other = button.sizeHint().width() - metrics.horizontalAdvance(button.text())
        most, fewest = (
            other + metrics.horizontalAdvance(text)
            for text in (MOST_PROBLEMS, FEWEST_PROBLEMS)
        )
        share = self.width() * PROBLEMS_SHARE // 100
        button.setMinimumWidth(max(fewest, min(most, share)))

    def refresh(self) -> None:
        """Show the unplayed games, and whether all is saved."""
        session = self._session
        section = session.section
        self._set_text(self.games, describe_unplayed_games(section) if section else "")
        if not session.history.saved:
            state = "Not saved"
        elif session.path is None:
            state = "Not saved yet"
        else:
            state = f"Saved {self._time}".strip()
        self._set_text(self.state, state)

    def _show_problems(self) -> None:
        """Show the number of problems, and a dot in the color of the worst one."""
        problems, worst = self._problems, self._problems.worst
        text = problems.summary or NO_PROBLEMS
        self._set_text(self.problems, text)
        counts = problems.describe_counts()
        self.problems.setAccessibleName(counts or text)
        self.problems.setToolTip(
            f"{counts}. Click to see and fix them." if counts else ""
        )
        self.problems.setProperty("worst", worst)
        # Without a problem the dot is invisible, so that the bar keeps its height.
        color = self._theme.color_of_problem(worst) if worst else "transparent"
        self.problems.setIcon(make_dot(color, self))

    def _set_text(self, widget: QLabel | QToolButton, text: str) -> None:
        if widget.text() != text:
            widget.setText(text)
        widget.setAccessibleName(text or "Nothing")


def make_dot(color: str, widget: QWidget) -> QIcon:
    """Return a filled dot as an icon, sharp on the widget's screen."""
    ratio = widget.devicePixelRatioF()
    pixels = QPixmap(round(2 * DOT * ratio), round(2 * DOT * ratio))
    pixels.setDevicePixelRatio(ratio)
    pixels.fill(Qt.GlobalColor.transparent)
    painter = QPainter(pixels)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(color))
    painter.drawEllipse(QPointF(DOT, DOT), DOT / 2, DOT / 2)
    painter.end()
    return QIcon(pixels)


def shorten_link_text(words: str, letters: int = MOST_LETTERS) -> str:
    """Return which file is linked, shortened to `letters` characters if it is longer.

    The changes of the last save stay, before its time, and are cut at their end; the
    tooltip has all of them. If they don't fit at all, only the file's name and state
    are shown.
    """
    if len(words) <= letters:
        return words
    words = words.removeprefix("Linked to ")
    if len(words) <= letters:
        return words
    how, _, brought = words.partition(": ")
    name, _, read = how.rpartition(" · ")
    if brought and read.startswith("synced ") and len(name) + FEWEST_NEWS <= letters:
        words = f"{name}: {brought}"
        return words if len(words) <= letters else f"{words[: letters - 1]}…"
    words = how
    for state, short in SHORT_STATES:
        if len(words) > letters:
            words = state.sub(short, words)
    if len(words) <= letters:
        return words
    half = letters // 2
    return f"{words[: half - 1]}…{words[-half:]}"


def describe_unplayed_games(section: Section) -> str:
    """Return how many pairings have no result yet; a single one is named."""
    pairs = set()
    for player in section.players:
        for index, text in enumerate(player.results):
            if "?" not in text:
                continue
            cell = parse_cell(text)
            for entry in () if isinstance(cell, BadCell) else cell:
                if entry.outcome == "to-play" and entry.opponent is not None:
                    low, high = sorted((player.number, entry.opponent))
                    pairs.add((index + 1, low, high))
    if len(pairs) == 1:
        ((number, low, high),) = pairs
        return f"1 unplayed game: round {number}, {low}–{high}"
    return f"{len(pairs)} unplayed games" if pairs else ""
