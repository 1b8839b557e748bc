"""The bars at the top: the event, its sections, rating system and rules, and the tools."""

from collections.abc import Mapping, Sequence
from typing import Final

from PySide6.QtCore import QEvent, QSize, Qt, QTimer
from PySide6.QtGui import QAction
from PySide6.QtWidgets import (
    QFrame,
    QLabel,
    QMenu,
    QToolButton,
    QWidget,
)

from uscalc.counted import format_day
from uscalc.ui.frame.empty_bars import ABOVE
from uscalc.ui.frame.section_tabs import SectionTabs, SystemSwitch
from uscalc.ui.scheduling.following import EventWatch, connect_each
from uscalc.ui.session.session import Session
from uscalc.ui.theme.hints import escape_hint
from uscalc.ui.theme.menu_text import strip_menu_marks
from uscalc.ui.theme.theme import UNIT
from uscalc.ui.widgets.building import (
    make_eliding_line,
    make_row,
    make_tool_button,
    name_widget,
)
from uscalc.ui.widgets.controls import make_choice

TOOL_WORDS: Final = {
    "new": "New",
    "open": "Open",
    "desk": "Register",
    "wallSheets": "Print",
}
"""The words of the tools whose command has a longer name."""


LETTERS_OF_PLAYER: Final = 28
"""Letters of a name for which there is room."""


class TopBar(QFrame):
    """The bar with the event, its sections, the rating system and the rules."""

    def __init__(
        self,
        session: Session,
        actions: Mapping[str, QAction],
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
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
        row.addWidget(_make_button(actions["addSection"], "+"))
        row.addStretch(1)
        self.switch = SystemSwitch(session)
        row.addWidget(self.switch)
        row.addSpacing(UNIT // 2)
        self.rules = name_widget(QToolButton(), "rulesChip", look="tool")
        self.rules.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.rules.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
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
            # Other words don't move what is beside them, as long as there is room.
            full = text is self._words
            self._widest = max(self._widest, self.rules.sizeHint().width() * full)
            self.rules.setMinimumWidth(self._widest * full)
            self.event_name.setVisible(named)
            row.invalidate()
            if row.minimumSize().width() <= self.width():
                break

    def minimumSizeHint(self) -> QSize:
        """Return a small size, which fits into every window."""
        hint = super().minimumSizeHint()
        return QSize(1, hint.height())

    def _fit_new_font(self) -> None:
        self._widest = 0
        # The parts of the bar get the larger type after the bar itself.
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
        """Return a small size, which fits into every window."""
        return QSize(1, super().minimumSizeHint().height())


class PlayerRow(QFrame):
    """The selected player, and buttons to select another one, in a view without a crosstable."""

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
        row.addWidget(label)
        row.addWidget(self.choice)
        row.addStretch(1)
        connect_each(self._list_players, session.settled, session.selected)
        self._list_players()

    def _list_players(self) -> None:
        section = self._session.section
        players = () if section is None else section.players
        shown = [f"{player.number}  {player.name}" for player in players]
        if shown != [self.choice.itemText(i) for i in range(self.choice.count())]:
            self.choice.clear()
            for row, text in enumerate(shown):
                self.choice.addItem(text, str(row))
        self.choice.show_text(str(self._session.selection.row))


def _make_button(action: QAction, words: str) -> QToolButton:
    """Return a button that triggers an action and has its own text."""
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
