"""The bar above the crosstable, and the status bar below it."""

import re
from collections.abc import Mapping, Sequence
from typing import Final

from PySide6.QtCore import QEvent, QPointF, QSize, Qt, QTimer
from PySide6.QtGui import QAction, QColor, QIcon, QPainter, QPixmap
from PySide6.QtWidgets import QFrame, QLabel, QMenu, QSizePolicy, QToolButton, QWidget

from uscalc.counted import clip_text, format_day
from uscalc.document.cells import BadCell, parse_cell
from uscalc.document.model import Section
from uscalc.ui.frame.empty_bars import ABOVE, BELOW
from uscalc.ui.frame.section_tabs import SectionTabs, SystemSwitch
from uscalc.ui.scheduling import EventWatch, RefreshSchedule, connect_pairs
from uscalc.ui.session.problems import EventProblems
from uscalc.ui.session.session import Session
from uscalc.ui.theme.menu_text import escape_hint, strip_menu_marks
from uscalc.ui.theme.theme import UNIT, Theme
from uscalc.ui.widgets.building import (
    STRETCH,
    add_parts,
    make_eliding_line,
    make_page,
    make_plain_button,
    make_plain_line,
    make_row,
    make_tool_button,
    name_widget,
    set_ink,
)
from uscalc.ui.widgets.controls import make_choice
from uscalc.ui.widgets.grabbing import announce

TOOL_WORDS: Final = {
    "new": "New",
    "open": "Open",
    "desk": "Register",
    "wallSheets": "Print",
}
"""The texts of the buttons whose command has a longer name."""


LETTERS_OF_PLAYER: Final = 28
"""The most letters of a player's name in the row."""


class TopBar(QFrame):
    """The bar with the event, its sections, the rating system and the rules."""

    def __init__(
        self,
        session: Session,
        actions: Mapping[str, QAction],
    ) -> None:
        super().__init__()
        self._session = session
        self._words = ""
        self._widest = 0
        name_widget(self, "topBar", "Event")
        row = make_row(self, ABOVE, spacing=UNIT // 2)
        self.event_name = make_eliding_line("eventName", "heading")
        row.addWidget(self.event_name)
        row.addSpacing(UNIT)
        self.tabs = SectionTabs(session)
        row.addWidget(self.tabs, 0, Qt.AlignmentFlag.AlignVCenter)
        add_parts(row, _make_button(actions["addSection"], "+"), STRETCH)
        self.switch = SystemSwitch(session)
        row.addWidget(self.switch)
        row.addSpacing(UNIT // 2)
        self.rules = name_widget(
            QToolButton(popupMode=QToolButton.ToolButtonPopupMode.InstantPopup),
            "rulesChip",
            look="tool",
        )
        self.rules.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        menu = name_widget(QMenu(self), "rulesMenu", "Rules and settings")
        menu.addActions(
            [actions[name] for name in ("rules", "compareEditions", "settings")]
        )
        self.rules.setMenu(menu)
        row.addWidget(self.rules)
        session.settled.connect(self._follow_session)
        EventWatch(self, self._fit_parts, QEvent.Type.Resize)
        EventWatch(self, self._fit_new_font, QEvent.Type.FontChange)
        self._follow_session()

    def _follow_session(self) -> None:
        name = self._session.document.name or "Unnamed event"
        if name != self.event_name.text():
            self.event_name.setText(name)
            self.event_name.setToolTip(escape_hint(name))
        text, hint = self._rules_words()
        self._words = text
        self.rules.setToolTip(escape_hint(f"{text}\n{hint}"))
        self.rules.setAccessibleName(text)
        self.rules.setVisible(bool(text))
        self._fit_parts()

    def _fit_parts(self) -> None:
        """Shorten the text of the rules, and then hide the event's name, until all parts fit."""
        row = self.layout()
        if row is None:
            return
        brief = self._words.partition(" ")[0]
        for text, named in ((self._words, True), (brief, True), (brief, False)):
            self.rules.setText(f"{text} ▾")
            # Reserve the width of the longest text, so that the parts beside it don't move.
            full = text is self._words
            self._widest = max(self._widest, self.rules.sizeHint().width() * full)
            self.rules.setMinimumWidth(self._widest * full)
            self.event_name.setVisible(named)
            row.invalidate()
            if row.minimumSize().width() <= self.width():
                break

    def minimumSizeHint(self) -> QSize:
        """Return a small size, so that the bar fits into every window."""
        return QSize(1, super().minimumSizeHint().height())

    def _fit_new_font(self) -> None:
        self._widest = 0
        # Wait, because the parts of the bar get the new type after the bar.
        QTimer.singleShot(0, self, self._fit_parts)

    def _rules_words(self) -> tuple[str, str]:
        section, rating = self._session.section, self._session.find_system_rating()
        if section is None:
            return "", ""
        end = self._session.document.end_date_of(section)
        hint = f"Section end date: {format_day(end)}."
        edition = section.rules.edition
        how = (
            " rating rules, by end date"
            if edition is None
            else " rating rules, as you selected"
        )
        if rating is None:
            return f"{edition} rating rules" if edition else "Rating rules", hint
        rules = rating.trace.rules
        changed = ""
        if rules.overridden:
            changed = ", changed"
            hint += f"\nChanged values: {', '.join(rules.overridden)}."
        return f"{rules.edition} rating rules{changed}", f"{rules.edition}{how}. {hint}"


class ToolRow(QFrame):
    """The most important commands of a space, as buttons."""

    def __init__(self, name: str, groups: Sequence[Sequence[QAction]]) -> None:
        super().__init__()
        name_widget(self, name, "Tools")
        row = make_row(self, (UNIT, UNIT // 4, UNIT, UNIT // 4), spacing=UNIT // 4)
        for place, group in enumerate(groups):
            if place:
                row.addWidget(_make_divider(self))
            for action in group:
                words = TOOL_WORDS.get(action.objectName(), action.iconText())
                row.addWidget(_make_button(action, words))
        row.addStretch(1)

    def minimumSizeHint(self) -> QSize:
        """Return a small size, so that the row fits into every window."""
        return QSize(1, super().minimumSizeHint().height())


class PlayerRow(QFrame):
    """The selected player, and buttons to select another, for views without a crosstable."""

    def __init__(self, name: str, session: Session) -> None:
        super().__init__()
        self._session = session
        name_widget(self, name, "Player")
        row = make_row(self, (UNIT, UNIT // 2, UNIT, UNIT // 2))
        self.choice = make_choice(
            "teachPlayer",
            "Player",
            picked=lambda row: session.select(row=int(row)),
            letters=LETTERS_OF_PLAYER,
        )
        label = QLabel("Player")
        label.setBuddy(self.choice)
        self.newcomer = make_plain_button(
            "nextNewcomer",
            "Next &newcomer",
            "Select the next player rated with the special formula",
            lambda: session.select(row=self._find_newcomer()),
            "Select the next player rated with the special formula (Alt+N)",
        )
        add_parts(row, label, self.choice, self.newcomer, STRETCH)
        RefreshSchedule(self, self._list_players, session.settled, session.selected)

    def _list_players(self) -> None:
        section = self._session.section
        players = () if section is None else section.players
        shown = [f"{player.number}  {player.name}" for player in players]
        if shown != [self.choice.itemText(i) for i in range(self.choice.count())]:
            self.choice.clear()
            for row, text in enumerate(shown):
                self.choice.addItem(text, str(row))
        self.choice.show_text(str(self._session.selection.row))
        self.newcomer.setEnabled(self._find_newcomer() is not None)

    def _find_newcomer(self) -> int | None:
        session = self._session
        section, rating = session.section, session.find_system_rating()
        return (
            None
            if section is None or rating is None
            else rating.find_next_special_row(section, session.selection.row or 0)
        )


def _make_button(action: QAction, words: str) -> QToolButton:
    """Return a button with its own text that triggers an action."""
    name = f"{action.objectName()}Button"
    button = make_tool_button(name, words, strip_menu_marks(action.text()))
    button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
    button.clicked.connect(action.trigger)

    def follow_action() -> None:
        button.setEnabled(action.isEnabled())
        button.setToolTip(action.toolTip())

    action.changed.connect(follow_action)
    follow_action()
    return button


def _make_divider(parent: QWidget) -> QFrame:
    line = name_widget(QFrame(parent), "divider")
    line.setFixedWidth(1)
    return line


MOST_LETTERS = 64
FEWEST_LETTERS = 24
FEWEST_NEWS = 20
"""A message about the last sync is shown only if this many letters of it fit."""
LEFT_SHARE, RIGHT_SHARE = 2, 1
"""The shares of the remaining width: for problems and games, and for the saving state."""
MOST_PROBLEMS = "9 warnings, 99 missing items"
"""A text as wide as nearly all counts of problems."""
FEWEST_PROBLEMS = "99 missing items"
"""A text that even a narrow bar has room for."""
PROBLEMS_SHARE = 20
"""The percentage of the bar's width that is reserved for the count of problems."""
LINK_SHARE = 36
"""The greatest percentage of the bar's width for a long file name."""
SHORT_STATES: Final = (
    (re.compile(r"changes from .+ are waiting$"), "changes waiting"),
    (re.compile(r"\d+ changes? behind"), "behind"),
)
"""The shorter forms of some states of the linked file, for a narrow bar."""
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
    ) -> None:
        super().__init__()
        self._session = session
        self._problems = problems
        self._theme = theme
        self._time = self._link = ""
        name_widget(self, "bottomBar", "State")
        row = make_row(self, BELOW)
        left, right = (
            make_page("bottomLeft", look=""),
            make_page("bottomRight", look=""),
        )
        first, last = make_row(left), make_row(right)
        self.problems = name_widget(
            QToolButton(toolButtonStyle=Qt.ToolButtonStyle.ToolButtonTextBesideIcon),
            "problemsButton",
            look="tool",
        )
        self.problems.setIconSize(QSize(2 * DOT, 2 * DOT))
        self.problems.clicked.connect(action.trigger)
        self.games = make_eliding_line("gamesToCome", "")
        add_parts(first, self.problems, (self.games, 1))
        self.link = name_widget(
            QToolButton(
                toolButtonStyle=Qt.ToolButtonStyle.ToolButtonTextOnly,
                popupMode=QToolButton.ToolButtonPopupMode.InstantPopup,
            ),
            "linkChip",
            look="tool",
        )
        self.state = make_plain_line("savedState", "")
        add_parts(last, STRETCH, self.state)
        for part in (left, right):
            # The linked file keeps its place even if the parts beside it change.
            part.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        add_parts(row, (left, LEFT_SHARE), self.link, (right, RIGHT_SHARE))
        connect_pairs(
            (session.settled, self.refresh),
            (session.opened, lambda: self.show_save_time("")),
            (problems.changed, self._show_problems),
            (theme.changed, self._show_problems),
        )
        EventWatch(self, self._fit_link, QEvent.Type.Resize, QEvent.Type.FontChange)
        self.show_linked_file("", "")
        self._show_problems()
        self.refresh()

    def show_save_time(self, time: str) -> None:
        """Show when the event was saved."""
        self._time = time
        if time:
            announce(self.state, f"Saved {time}")
        self.refresh()

    def show_linked_file(self, words: str, hint: str) -> None:
        """Show which file the event is linked to; empty `words` mean that it is not linked."""
        self._link = words or "Not linked"
        self._fit_link()
        self.link.setAccessibleName(self._link)
        self.link.setToolTip(escape_hint(hint))

    def _fit_link(self) -> None:
        """Shorten the linked file's name so that all other parts have room."""
        letter = max(self.fontMetrics().averageCharWidth(), 1)
        # Reserve room for a larger count, so that the parts after it don't move.
        button, metrics = self.problems, self.problems.fontMetrics()
        other = button.sizeHint().width() - metrics.horizontalAdvance(button.text())
        most, fewest = (
            other + metrics.horizontalAdvance(text)
            for text in (MOST_PROBLEMS, FEWEST_PROBLEMS)
        )
        share = self.width() * PROBLEMS_SHARE // 100
        button.setMinimumWidth(max(fewest, min(most, share)))
        letters = self.width() * LINK_SHARE // 100 // letter
        letters = min(max(letters, FEWEST_LETTERS), MOST_LETTERS)
        self._set_text(self.link, shorten_link_text(self._link, letters))
        self.link.setAccessibleName(self._link)

    def refresh(self) -> None:
        """Show the unplayed games, and whether the event is saved."""
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
        text = problems.describe_counts(notes=False) or NO_PROBLEMS
        self._set_text(self.problems, text)
        counts = problems.describe_counts()
        self.problems.setAccessibleName(counts or text)
        self.problems.setToolTip(
            f"{counts}. Click to see and fix them." if counts else ""
        )
        self.problems.setProperty("worst", worst)
        # Without problems, the dot is transparent, so that the bar keeps its height.
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
    with QPainter(pixels) as painter:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        set_ink(painter, None, QColor(color))
        painter.drawEllipse(QPointF(DOT, DOT), DOT / 2, DOT / 2)
    return QIcon(pixels)


def shorten_link_text(words: str, letters: int = MOST_LETTERS) -> str:
    """Return the text about the linked file, shortened to `letters` characters.

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
        return clip_text(f"{name}: {brought}", letters)
    words = how
    for state, short in SHORT_STATES:
        if len(words) > letters:
            words = state.sub(short, words)
    if len(words) <= letters:
        return words
    half = letters // 2
    return f"{words[: half - 1]}…{words[-half:]}"


def describe_unplayed_games(section: Section) -> str:
    """Return how many games have no result yet; a single one is named."""
    pairs = set()
    waiting = (p for p in section.players if "?" in "".join(p.results))
    for player in waiting:
        for index, text in enumerate(player.results):
            cell = parse_cell(text)
            for entry in () if isinstance(cell, BadCell) else cell:
                if entry.outcome == "to-play" and entry.opponent is not None:
                    low, high = sorted((player.number, entry.opponent))
                    pairs.add((index + 1, low, high))
    if len(pairs) == 1:
        ((number, low, high),) = pairs
        return f"1 unplayed game: round {number}, {low}–{high}"
    return f"{len(pairs)} unplayed games" if pairs else ""
