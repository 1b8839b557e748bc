"""The switch between the rating systems of a section."""

from functools import partial

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QButtonGroup, QFrame, QPushButton, QWidget

from uscalc.engine.systems import SYSTEM_NAMES, SYSTEMS
from uscalc.ui.session.session import Session
from uscalc.ui.widgets.building import make_row, name_widget


class SystemSwitch(QFrame):
    """A segment for each system the section counts for; the selected one is filled.

    `chosen` comes after a click, so that the keyboard can go back to where it was.
    """

    chosen = Signal()

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
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

    def _select_system(self, system: str, _checked: bool = False) -> None:
        for known in SYSTEMS:
            if known == system:
                self._session.select(system=known)
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
        """Show the section's next system."""
        systems = self._session.list_systems()
        if systems:
            place = systems.index(self._session.selection.system) + 1
            self._session.select(system=systems[place % len(systems)])
