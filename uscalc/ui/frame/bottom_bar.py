"""The status bar: problems, unplayed games, the linked file, and whether all is saved."""

import re
from typing import Final

from PySide6.QtCore import QEvent, QPointF, QSize, Qt
from PySide6.QtGui import QAction, QColor, QIcon, QPainter, QPixmap, QResizeEvent
from PySide6.QtWidgets import (
    QFrame,
    QLabel,
    QMenu,
    QToolButton,
    QWidget,
)

from uscalc.counted import count_in_words
from uscalc.document.cells import BadCell, parse_cell
from uscalc.document.model import Section
from uscalc.ui.frame.empty_bars import BELOW
from uscalc.ui.session.problems import EventProblems
from uscalc.ui.session.session import Session
from uscalc.ui.theme.hints import escape_hint
from uscalc.ui.theme.theme import Theme
from uscalc.ui.widgets.building import make_row, name_widget
from uscalc.ui.widgets.labels import ElidingLabel

MOST_LETTERS = 64
FEWEST_LETTERS = 24
FEWEST_NEWS = 20
"""The least number of letters of a sync message that is worth showing."""
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
        self.problems = name_widget(QToolButton(), "problemsButton", look="tool")
        self.problems.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.problems.setIconSize(QSize(2 * DOT, 2 * DOT))
        self.problems.clicked.connect(action.trigger)
        row.addWidget(self.problems)
        self.games = _make_label("gamesToCome", ElidingLabel())
        row.addWidget(self.games)
        row.addStretch(1)
        self.link = name_widget(QToolButton(), "linkChip", look="tool")
        self.link.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextOnly)
        self.link.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        row.addWidget(self.link)
        row.addStretch(1)
        self.state = _make_label("savedState")
        row.addWidget(self.state)
        session.settled.connect(self.refresh)
        session.opened.connect(self._handle_opened)
        problems.changed.connect(self._show_problems)
        theme.changed.connect(self._show_problems)
        self.show_link("", "")
        self._show_problems()
        self.refresh()

    def show_save_time(self, time: str) -> None:
        """Show when the event was saved."""
        self._time = time
        self.refresh()

    def show_link(self, words: str, hint: str) -> None:
        """Say which file the event is linked to; without words it is linked to none."""
        self._link = words or NOT_LINKED
        self._fit_link()
        self.link.setAccessibleName(self._link)
        self.link.setToolTip(escape_hint(hint))

    def _fit_link(self) -> None:
        """Shorten the linked file's name so that everything else has room."""
        letter = max(self.fontMetrics().averageCharWidth(), 1)
        letters = self.width() * LINK_SHARE // 100 // letter
        letters = min(max(letters, FEWEST_LETTERS), MOST_LETTERS)
        self._set_text(self.link, shorten_link_text(self._link, letters))
        self.link.setAccessibleName(self._link)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Shorten the file's name in a narrow bar."""
        super().resizeEvent(event)
        self._fit_link()

    def changeEvent(self, event: QEvent) -> None:
        """Fit the texts to larger type."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self._fit_link()

    def offer_for_link(self, menu: QMenu) -> None:
        """Set the menu of the linked file."""
        self.link.setMenu(menu)

    def _handle_opened(self) -> None:
        self._time = ""
        self.refresh()

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
        """Show the number of problems, and a dot in the color of the worst."""
        problems, worst = self._problems, self._problems.worst
        count = len(problems.rows)
        text = count_in_words(count, "problem") if count else NO_PROBLEMS
        self._set_text(self.problems, text)
        counts = problems.describe_counts()
        self.problems.setAccessibleName(f"{text}: {counts}" if counts else text)
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
    """Return which file is linked, in fewer words where they are long.

    The news of the last save stays before its time, and is cut at its end; the hint has
    all of it. If not even its beginning fits, the file's name and state stay.
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
    """Return how many pairings have no result yet; the only one by name."""
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


def _make_label(name: str, label: QLabel | None = None) -> QLabel:
    label = label or QLabel()
    name_widget(label, name)
    label.setTextFormat(Qt.TextFormat.PlainText)
    return label
