"""The bar at the bottom: findings, unplayed games, and whether all is saved."""

from collections.abc import Iterable
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QAction, QResizeEvent
from PySide6.QtWidgets import (
    QFrame,
    QLabel,
    QMenu,
    QSizePolicy,
    QToolButton,
    QWidget,
)

from uscalc.document.cells import BadCell, parse_cell
from uscalc.document.model import Section
from uscalc.ui.frame.empty_bars import BELOW
from uscalc.ui.session.live import MATTERS
from uscalc.ui.session.session import Session
from uscalc.ui.theme.hints import describe_finding, escape_hint
from uscalc.ui.widgets.building import make_row, name_widget
from uscalc.ui.widgets.labels import ElidingLabel

# The bar is there before anything is assumed.
if TYPE_CHECKING:
    from uscalc.analysis.assumptions import RelevantAssumption

MOST_LETTERS = 64
FEWEST_LETTERS = 24
FEWEST_NEWS = 20
"""Letters of what a save brought, below which they say nothing."""
ASSUMED_HINT = (
    "Data is missing, so uscalc assumes it. Each assumption counted here may move a "
    "rating of this section by more than 10 points. Click to fill the data in."
)
LINK_SHARE = 36
"""The percentage of the bar that a long file name may take."""


class BottomBar(QFrame):
    """Says in a line what a person should know."""

    def __init__(
        self,
        session: Session,
        findings: QAction,
        missing: QAction,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._session = session
        self._action = findings
        self._time = ""
        self._link = ""
        self._assumed_of: object = None
        name_widget(self, "bottomBar", "State")
        row = make_row(self, BELOW)
        self.findings = name_widget(QToolButton(), "findingsButton", look="tool")
        self.findings.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextOnly)
        self.findings.setCheckable(True)
        self.findings.clicked.connect(findings.trigger)
        findings.toggled.connect(self.findings.setChecked)
        row.addWidget(self.findings)
        self.assumptions = name_widget(QToolButton(), "assumptionsButton", look="tool")
        self.assumptions.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextOnly)
        self.assumptions.clicked.connect(missing.trigger)
        self.assumptions.hide()
        row.addWidget(self.assumptions)
        self.first = _make_label("firstFinding", ElidingLabel())
        row.addWidget(self.first, 1)
        self.games = _make_label("gamesToCome", ElidingLabel())
        row.addWidget(self.games)
        self.link = name_widget(QToolButton(), "linkChip", look="tool")
        self.link.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextOnly)
        self.link.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.link.hide()
        row.addWidget(self.link)
        self.state = _make_label("savedState")
        row.addWidget(self.state)
        # Where room is short, the first finding gives way before the unplayed games.
        self.first.setSizePolicy(
            QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred
        )
        session.settled.connect(self.refresh)
        session.opened.connect(self._handle_opened)
        self.refresh()

    def show_save_time(self, time: str) -> None:
        """Show when the event was saved."""
        self._time = time
        self.refresh()

    def show_link(self, words: str, hint: str) -> None:
        """Say which file the event follows; nothing where it follows none."""
        self._link = words
        self._fit_link()
        self.link.setAccessibleName(words or "Follows no file")
        self.link.setToolTip(escape_hint(hint))
        self.link.setVisible(bool(words))

    def _fit_link(self) -> None:
        """Shorten the linked file's name so that the first finding has room."""
        letter = max(self.fontMetrics().averageCharWidth(), 1)
        letters = self.width() * LINK_SHARE // 100 // letter
        letters = min(max(letters, FEWEST_LETTERS), MOST_LETTERS)
        self._set_text(self.link, shorten_link_text(self._link, letters))

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
        """Write everything anew."""
        session = self._session
        findings = sorted(session.findings, key=lambda f: f.severity != "stops")
        count = len(findings)
        words = "1 finding" if count == 1 else f"{count} findings"
        self._set_text(self.findings, f"⚠ {words}" if count else "No findings")
        self.findings.setEnabled(bool(count))
        self._action.setEnabled(bool(count))
        first = describe_finding(findings[0], session.document) if findings else ""
        self._set_text(self.first, first)
        self.first.setToolTip(escape_hint(first))
        self._count_assumptions()
        section = session.section
        self._set_text(self.games, games_to_come(section) if section else "")
        if not session.history.saved:
            state = "not saved"
        elif session.path is None:
            state = "not in a file yet"
        else:
            state = f"saved {self._time}".strip()
        self._set_text(self.state, state)

    def _count_assumptions(self) -> None:
        """Count the assumptions of the selected section, and the points at stake.

        During a search after an edit, the earlier count of the section stays.
        """
        session = self._session
        found = session.assumptions
        place = session.history, session.selection.section, session.selection.system
        if found is not None:
            said = assumptions_said(found.assumptions)
        elif place == self._assumed_of and session.looks_up_assumptions:
            return
        else:
            said = ""
        self._assumed_of = place
        self._set_text(self.assumptions, said)
        self.assumptions.setToolTip(escape_hint(ASSUMED_HINT) if said else "")
        self.assumptions.setVisible(bool(said))

    def _set_text(self, widget: QLabel | QToolButton, text: str) -> None:
        if widget.text() != text:
            widget.setText(text)
        widget.setAccessibleName(text or "Nothing")


def shorten_link_text(words: str, letters: int = MOST_LETTERS) -> str:
    """Return what is followed, in fewer words where they are long.

    What the last save brought stays before when it was read, and is cut at its end; the
    hint says all of it. Where not even its beginning has room, the file stays.
    """
    if len(words) <= letters:
        return words
    words = words.removeprefix("follows ")
    if len(words) <= letters:
        return words
    how, _, brought = words.partition(": ")
    name, _, read = how.rpartition(", ")
    if brought and read.startswith("read ") and len(name) + FEWEST_NEWS <= letters:
        words = f"{name}: {brought}"
        return words if len(words) <= letters else f"{words[: letters - 1]}…"
    words = how
    if len(words) <= letters:
        return words
    half = letters // 2
    return f"{words[: half - 1]}…{words[-half:]}"


def assumptions_said(found: "Iterable[RelevantAssumption]") -> str:
    """Return how many assumptions matter, and the most points that one may move."""
    points = [one.points for one in found if one.points > MATTERS]
    if not points:
        return ""
    words = "1 assumption" if len(points) == 1 else f"{len(points):,} assumptions"
    return f"{words}, up to {max(points):,} points"


def games_to_come(section: Section) -> str:
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
        return f"1 game to come: round {number}, {low}–{high}"
    return f"{len(pairs)} games to come" if pairs else ""


def _make_label(name: str, label: QLabel | None = None) -> QLabel:
    label = label or QLabel()
    name_widget(label, name)
    label.setTextFormat(Qt.TextFormat.PlainText)
    return label
