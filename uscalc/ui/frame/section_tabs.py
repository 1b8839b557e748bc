"""The sections as tabs, which can be added, renamed in place, dragged and removed."""

from functools import partial

from PySide6.QtCore import QPoint, QSignalBlocker, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent
from PySide6.QtWidgets import (
    QButtonGroup,
    QFrame,
    QLineEdit,
    QMenu,
    QPushButton,
    QTabBar,
)

from uscalc.document.edit.structure import move_section, rename_section
from uscalc.document.model import Document, Edit, Identity, Section, find_section
from uscalc.engine.inputs import SYSTEM_NAMES, SYSTEMS, System
from uscalc.ui.scheduling import connect_each
from uscalc.ui.session.session import Session
from uscalc.ui.theme.theme import UNIT
from uscalc.ui.widgets.building import discard_widget, make_row, name_widget

FEWEST_LETTERS = 8
GONE = "the section is no longer in the event"
ARROWS = 5 * UNIT
"""The width of the arrows that scroll the names, in pixels."""


class SectionTabs(QTabBar):
    """The tabs of the sections; `menu` is the context menu of a tab."""

    def __init__(self, session: Session) -> None:
        super().__init__(
            drawBase=False,
            expanding=False,
            usesScrollButtons=True,
            elideMode=Qt.TextElideMode.ElideNone,
            movable=True,
        )
        self._session = session
        self.menu: QMenu | None = None
        self._drags: Identity | None = None
        name_widget(self, "sectionTabs", "Sections")
        self.setToolTip("Double-click to rename. Drag to reorder.")
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.customContextMenuRequested.connect(self._show_menu)
        self._from = -1
        self.currentChanged.connect(self._select_section)
        self.tabMoved.connect(self._handle_drag)
        connect_each(self.list_sections, session.opened, session.restructured)
        session.switched.connect(self._follow_session)
        self.list_sections()

    def minimumSizeHint(self) -> QSize:
        """Return the width of all names, or of a long name and the arrows if this is less."""
        hint = super().minimumSizeHint()
        letters = self.fontMetrics().averageCharWidth() * FEWEST_LETTERS
        hint.setWidth(min(self.sizeHint().width(), letters + ARROWS))
        return hint

    def tabLayoutChange(self) -> None:
        """Update the size when the style changes."""
        super().tabLayoutChange()
        self.updateGeometry()

    def step_section(self, by: int) -> None:
        """Show the next (1) or previous (-1) section."""
        self.setCurrentIndex(min(max(self.currentIndex() + by, 0), self.count() - 1))

    def list_sections(self) -> None:
        """Show the current sections."""
        names = [section.name for section in self._session.document.sections]
        if names != [self.tabData(i) for i in range(self.count())]:
            with QSignalBlocker(self):
                while self.count() > len(names):
                    self.removeTab(self.count() - 1)
                for place, name in enumerate(names):
                    text = name.replace("&", "&&")
                    if place < self.count():
                        self.setTabText(place, text)
                    else:
                        self.addTab(text)
                    self.setTabData(place, name)
        self._follow_session()

    def _follow_session(self) -> None:
        if self._from < 0 and self.currentIndex() != self._session.selection.section:
            self.setCurrentIndex(self._session.selection.section)

    def _select_section(self, index: int) -> None:
        if index >= 0 and self._from < 0:
            self._session.select(section=index)

    # Dragging

    def _handle_drag(self, start: int, _to: int) -> None:
        if self._from < 0:
            names = [section.name for section in self._session.document.sections]
            # Qt reports every step of a drag; the dragged tab is the current one.
            held = self.tabData(self.currentIndex())
            self._from = (
                start if names[start] == held else self._session.selection.section
            )
            self._drags = self._session.document.sections[self._from].identity

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Move the section of a dragged tab, as one edit."""
        super().mouseReleaseEvent(event)
        dragged, to = self._from >= 0, self.currentIndex()
        self._from = -1
        if dragged:
            document = self._session.document
            # Sections may have been added or removed during the drag.
            start = find_section(document, self._drags)
            if start is not None and start != to < len(document.sections):
                self._session.apply_edit(move_section, start, to)
            self.list_sections()
            self._session.select(section=to)

    # Renaming

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Rename the clicked section in place."""
        if self.tabAt(event.position().toPoint()) >= 0:
            self.open_name_editor()

    def open_name_editor(self) -> None:
        """Open a text field over the current tab."""
        index = self.currentIndex()
        if index < 0:
            return
        editor = SectionNameField(
            self._session, self._session.document.sections[index], self
        )
        rect = self.tabRect(index)
        rect.setWidth(max(rect.width(), 16 * UNIT))
        editor.setGeometry(rect)
        editor.show()
        editor.setFocus()

    def _show_menu(self, place: QPoint) -> None:
        index = self.tabAt(place)
        if index >= 0 and self.menu is not None:
            self.setCurrentIndex(index)
            self.menu.popup(self.mapToGlobal(place))


class SectionNameField(QLineEdit):
    """A field over a tab, in which a section is renamed. Esc leaves the name unchanged."""

    def __init__(self, session: Session, section: Section, tabs: SectionTabs) -> None:
        super().__init__(section.name, tabs)
        self._session = session
        self._section = section.identity
        self.typing = True
        """True until the name is entered, or Esc is pressed."""
        name_widget(self, "sectionName", "Name of the section")
        self.selectAll()
        self.editingFinished.connect(self.commit_typed)
        session.pending.register_place(self)

    def has_keyboard_for(self, identity: Identity) -> bool:
        """Return whether this section is being renamed."""
        return self.typing and self._section is identity

    def commit_typed(self) -> None:
        """Enter the typed name for the section whose tab was edited."""
        if self.typing:
            self.typing = False
            discard_widget(self)
            self._session.enter_text(self.text(), self._rename, self.text())

    def _rename(self, document: Document, name: str) -> Edit:
        place = find_section(document, self._section)
        return (
            Edit(document, "Section renamed", (GONE,))
            if place is None
            else rename_section(document, place, name)
        )

    def discard_typed(self) -> None:
        """Close the field, and leave the name unchanged."""
        self.typing = False
        self.deleteLater()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Close the field on Esc."""
        if event.key() == Qt.Key.Key_Escape:
            self.discard_typed()
        else:
            super().keyPressEvent(event)


class SystemSwitch(QFrame):
    """A button for each rating system of the section; the selected one is filled.

    `chosen` is emitted after a click, so that the focus can return.
    """

    chosen = Signal()

    def __init__(self, session: Session) -> None:
        super().__init__()
        self._session = session
        name_widget(self, "systemSwitch", "Rating system")
        row = make_row(self, (1, 1, 1, 1), spacing=0)
        group = QButtonGroup(self)
        self._buttons = {}
        for system in SYSTEMS:
            button = name_widget(
                QPushButton(SYSTEM_NAMES[system]),
                f"system{system}",
                f"{SYSTEM_NAMES[system]} ratings",
            )
            button.setToolTip(f"Show the {SYSTEM_NAMES[system]} ratings (Ctrl+T)")
            button.setCheckable(True)
            button.clicked.connect(partial(self._select_system, system))
            group.addButton(button)
            row.addWidget(button)
            self._buttons[system] = button
        session.settled.connect(self.refresh)
        self.refresh()

    def _select_system(self, system: System, _checked: bool = False) -> None:
        self._session.select(system=system)
        self.chosen.emit()

    def refresh(self) -> None:
        """Show the systems of the selected section."""
        systems = self._session.list_systems()
        for system, button in self._buttons.items():
            button.setVisible(system in systems)
            button.setChecked(system == self._session.selection.system)
            button.setEnabled(len(systems) > 1)
        self.setVisible(bool(systems))

    def select_next_system(self) -> None:
        """Select the section's next system."""
        systems = self._session.list_systems()
        if systems:
            place = systems.index(self._session.selection.system) + 1
            self._session.select(system=systems[place % len(systems)])
