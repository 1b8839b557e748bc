"""The bar at the top: files, undo, sections, rating system, rules, menu."""

from collections.abc import Mapping

from PySide6.QtCore import QEvent, QSize, Qt, QTimer
from PySide6.QtGui import QAction, QResizeEvent
from PySide6.QtWidgets import (
    QFrame,
    QMenu,
    QToolButton,
    QWidget,
)

from uscalc.ui.frame.empty_bars import ABOVE
from uscalc.ui.frame.section_tabs import SectionTabs, SystemSwitch
from uscalc.ui.session.session import Session
from uscalc.ui.theme.hints import escape_hint
from uscalc.ui.theme.theme import UNIT
from uscalc.ui.widgets.building import add_parts, make_row, name_widget

BUTTONS = (("open", "save"), ("undo", "redo"))


class TopBar(QFrame):
    """Shows the current state of the event; its buttons are the window's actions."""

    def __init__(
        self,
        session: Session,
        actions: Mapping[str, QAction],
        menu: QMenu,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._session = session
        self._words = ""
        self.rules = QToolButton()
        name_widget(self, "topBar", "Tools")
        row = make_row(self, ABOVE, spacing=UNIT // 2)
        self._groups: list[list[QWidget]] = []
        for group in BUTTONS:
            parts: list[QWidget] = [_make_button(actions[name]) for name in group]
            parts.append(_make_divider(self))
            add_parts(row, *parts)
            self._groups.append(parts)
        self.tabs = SectionTabs(session)
        row.addWidget(self.tabs, 0, Qt.AlignmentFlag.AlignVCenter)
        more = _make_button(actions["addSection"])
        more.setText("+")
        more.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextOnly)
        more.setText("+")
        row.addWidget(more)
        row.addStretch(1)
        self.switch = SystemSwitch(session)
        row.addWidget(self.switch)
        name_widget(self.rules, "rulesChip")
        self.rules.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.rules.clicked.connect(actions["rules"].trigger)
        row.addSpacing(UNIT // 2)
        row.addWidget(self.rules)
        row.addSpacing(UNIT // 2)
        button = name_widget(QToolButton(), "menuButton", "Menu", "tool")
        button.setText("&Menu")
        button.setToolTip("Everything else (Alt+M)")
        button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        button.setMenu(menu)
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        row.addWidget(button)
        session.settled.connect(self._follow_session)
        self._follow_session()

    def step_section(self, by: int) -> None:
        """Go to a neighboring section."""
        self.tabs.step_section(by)

    def _follow_session(self) -> None:
        text, hint = self._rules_words()
        self._words = text
        self.rules.setToolTip(escape_hint(f"{text}\n{hint}"))
        self.rules.setAccessibleName(text)
        self.rules.setVisible(bool(text))
        self._fit_chip()

    def _fit_chip(self) -> None:
        """Shorten the chip where room is short; its tooltip has all of it.

        The names of the sections come before its words. Where even that is too much,
        Undo and Redo go, then Open and Save: the menu and the keys have them too.
        """
        row = self.layout()
        if row is None:
            return
        said = self._words.removeprefix("rules: ")
        brief = said.partition(",")[0]
        tries = ((self._words, 2), (said, 2), (brief, 2), (brief, 1), (brief, 0))
        for text, groups in tries:
            self.rules.setText(text)
            for place, group in enumerate(self._groups):
                for part in group:
                    part.setVisible(place < groups)
            row.invalidate()
            whole = row.sizeHint() if text != brief else row.minimumSize()
            if whole.width() <= self.width():
                break

    def minimumSizeHint(self) -> QSize:
        """Return the least size, which fits every window."""
        hint = super().minimumSizeHint()
        return QSize(1, hint.height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Let the chip say more or less."""
        super().resizeEvent(event)
        self._fit_chip()

    def changeEvent(self, event: QEvent) -> None:
        """Fit the parts to larger type."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            # The parts of the bar get the larger type after the bar itself.
            QTimer.singleShot(0, self, self._fit_chip)

    def _rules_words(self) -> tuple[str, str]:
        section, rating = self._session.section, self._session.find_system_rating()
        if section is None:
            return "", ""
        end = self._session.document.end_date_of(section)
        if rating is None:
            chosen = section.rules.edition or "by date"
            return f"rules: {chosen}", f"The section ended on {end}."
        rules = rating.trace.rules
        how = "by date" if section.rules.edition is None else "chosen"
        hint = f"The document of {rules.edition}. The section ended on {end}."
        if rules.overridden:
            how = "changed"
            hint += f"\nReplaced by hand: {', '.join(rules.overridden)}."
        return f"rules: {rules.edition}, {how}", hint


def _make_button(action: QAction) -> QToolButton:
    button = name_widget(
        QToolButton(),
        f"{action.objectName()}Button",
        action.text().replace("&", ""),
        "tool",
    )
    button.setDefaultAction(action)
    button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
    return button


def _make_divider(parent: QWidget) -> QFrame:
    line = name_widget(QFrame(parent), "divider")
    line.setFixedWidth(1)
    return line
