"""A user who types, clicks and selects at random, and never reads the texts."""

import random
from collections import deque
from collections.abc import Callable
from pathlib import Path
from typing import Final

from PySide6 import QtWidgets
from PySide6.QtCore import QEvent, QPoint, Qt, QTimer
from PySide6.QtGui import QKeyEvent
from PySide6.QtPrintSupport import QPrintDialog
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot
from shiboken6 import Shiboken

from tests.ui.keys import ALT, CONTROL, LEFT, PLAIN, SHIFT, Key
from uscalc.document.rate.whole import rate_document
from uscalc.formats.native.reader import read_event
from uscalc.formats.native.write import write_event
from uscalc.rules.resolve import resolve_rules
from uscalc.ui.window.main_window import MainWindow

OFTEN: Final = 200
"""The number of steps between two checks of the invariants."""
REMEMBERED: Final = 40
LONG: Final = 100
"""The timer rings within one step; only a dialog that waits takes this many."""
NEVER: Final = ("quit",)
"""Actions that would end the test."""
KEYS: Final = (
    *(Key.Key_Left, Key.Key_Right, Key.Key_Up, Key.Key_Down) * 3,
    *(Key.Key_Return, Key.Key_Tab) * 3,
    *(Key.Key_Escape, Key.Key_Delete, Key.Key_Backspace, Key.Key_F2),
    *(Key.Key_Insert, Key.Key_Home, Key.Key_End, Key.Key_Space),
    *(Key.Key_PageUp, Key.Key_PageDown, Key.Key_Backtab, Key.Key_F6),
)
MODIFIERS: Final = (*(PLAIN,) * 6, CONTROL, SHIFT, ALT, CONTROL | SHIFT)
WORDS: Final = (
    *("w", "l", "d", "1", "0", "5", "=", "+", "-", "?3", "W2", "L1b", "d12", "B", "H"),
    *("U", "X4", "F1", "W2|L3", "nr", "new", "1500", "1613.25/7", "2400p8", "-5"),
    "9e9",
    *("Inventa, Ada", "Zugzwang", "90000123", "2011", "2011-02-30", "G/60;d5", "  "),
    *("ä ß", "\u202e", "x" * 300, "0", "R", "?", "%", "a,b;c\td"),
)


class Monkey:
    """Plays with a window; the same seed plays the same way, as far as threads allow.

    `files` are the files to name when the window asks for one. `trail` has the last
    steps.
    """

    def __init__(
        self, qtbot: QtBot, window: MainWindow, seed: int, files: list[Path]
    ) -> None:
        self._qtbot, self._window, self._files = qtbot, window, files
        self._chance = random.Random(seed)
        self.trail: deque[str] = deque(maxlen=REMEMBERED)
        # A button's menu doesn't return before an item is selected.
        self._rings = 0
        self._inside = QTimer(window)
        self._inside.setInterval(10)
        self._inside.timeout.connect(self._leave_menu)
        for name in NEVER:
            window.named_actions[name].setEnabled(False)
        self._actions: list[Callable[[], str]] = [
            *(*(self._type,) * 5, *(self._press,) * 5, *(self._click,) * 5),
            *(*(self._choose,) * 3, self._in_table, self._close, self._wait),
            *(self._resize, self._drag),
        ]

    def play(
        self, steps: int, look: Callable[[], None], tired: Callable[[], bool]
    ) -> None:
        """Take this many steps, or stop when time is up; call `look` regularly, and at the end."""
        for step in range(1, steps + 1):
            if tired():
                self.come_back()
                look()
                return
            if self._answered():
                continue
            if (
                QtWidgets.QApplication.activePopupWidget()
                and self._chance.random() < 0.5
            ):
                self._leave_menu()
            action = self._chance.choice(self._actions)
            self.trail.append(action.__name__)
            self._rings = 0
            self._inside.start()
            self.trail[-1] = f"{step}: {action()}"
            self._inside.stop()
            QtWidgets.QApplication.processEvents()
            if step % OFTEN == 0 or step == steps:
                self.come_back()
                look()

    def come_back(self) -> None:
        """Close what is open over the window, and enter unfinished typing."""
        for _ in range(50):
            popup = QtWidgets.QApplication.activePopupWidget()
            open_now = [popup] if popup is not None else self._dialogs()
            if not open_now:
                break
            open_now[-1].close()
            QtWidgets.QApplication.processEvents()
        else:
            raise AssertionError(f"{self._dialogs()} cannot be closed")
        self._window.session.pending.commit_all()

    # Actions

    def _type(self) -> str:
        self._write(word := self._chance.choice(WORDS))
        return f"types {word!r} into {_called(self._keyboard())}"

    def _key(self, key: Qt.Key, held: Qt.KeyboardModifier = PLAIN) -> None:
        """Press a key; the focused widget may be gone before the key is released."""
        QTest.keyPress(self._keyboard(), key, held)
        QTest.keyRelease(self._keyboard(), key, held)

    def _write(self, word: str) -> None:
        """Type letter by letter; the first one may open an editor that gets the others."""
        for letter in word:
            if letter.isascii():
                QTest.keyPress(self._keyboard(), letter)
                QTest.keyRelease(self._keyboard(), letter)
            else:
                # Qt's own test functions know no other letters.
                key = QKeyEvent(QEvent.Type.KeyPress, Key.Key_unknown, PLAIN, letter)
                QtWidgets.QApplication.sendEvent(self._keyboard(), key)

    def _press(self) -> str:
        key, held = self._chance.choice(KEYS), self._chance.choice(MODIFIERS)
        said = f"presses {held.name} {key.name} in {_called(self._keyboard())}"
        self._key(key, held)
        return said

    def _click(self) -> str:
        targets = [
            widget
            for top in self._windows()
            for widget in top.findChildren(QtWidgets.QWidget)
            if widget.isVisible()
            and widget.isEnabled()
            and not widget.visibleRegion().isEmpty()
        ]
        if not targets:
            return "finds nothing to click"
        widget = self._chance.choice(targets)
        if isinstance(widget, QtWidgets.QAbstractScrollArea):
            widget = widget.viewport()
        size = widget.width(), widget.height()
        place = QPoint(*(self._chance.randrange(max(1, extent)) for extent in size))
        held = self._chance.choice(MODIFIERS)
        said = f"clicks {_called(widget)} at {place.x()}, {place.y()}"
        roll = self._chance.random()
        button = Qt.MouseButton.RightButton if roll < 0.1 else LEFT
        QTest.mousePress(widget, button, held, place)
        if Shiboken.isValid(widget):
            QTest.mouseRelease(widget, button, held, place)
        if roll > 0.9 and Shiboken.isValid(widget):
            QTest.mouseDClick(widget, button, held, place)
        return said

    def _choose(self) -> str:
        actions = self._window.named_actions
        names = [n for n, action in actions.items() if action.isEnabled()]
        name = self._chance.choice(names)
        actions[name].trigger()
        return f"chooses {name}"

    def _in_table(self) -> str:
        """Act in the table, where most of the work is done."""
        model, view = self._window.crosstable.model, self._window.crosstable.view
        if not model.rowCount() or not view.isVisible():
            return "finds no table"
        row = self._chance.randrange(model.rowCount())
        column = self._chance.randrange(model.columnCount())
        view.setFocus()
        view.setCurrentIndex(model.index(row, column))
        word = self._chance.choice(WORDS)
        self._write(word)
        self._key(Key.Key_Return)
        return f"enters {word!r} in row {row}, column {column}"

    def _close(self) -> str:
        """Close a dialog at random; the window itself stays open."""
        open_now = self._dialogs()
        if not open_now:
            return "finds nothing to close"
        dialog = self._chance.choice(open_now)
        said = f"closes {_called(dialog)}"
        dialog.close()
        return said

    def _wait(self) -> str:
        for _ in range(5):
            QtWidgets.QApplication.processEvents()
        return "waits"

    def _resize(self) -> str:
        window = self._chance.choice(self._windows())
        window.resize(
            self._chance.randrange(300, 1950), self._chance.randrange(300, 1100)
        )
        return f"resizes {_called(window)} to {window.width()} x {window.height()}"

    def _drag(self) -> str:
        """Drag the border between two parts."""
        borders = self._window.findChildren(QtWidgets.QSplitterHandle)
        shown = [border for border in borders if border.isVisible()]
        if not shown:
            return "finds no border"
        border, end = self._chance.choice(shown), self._chance.randrange(-600, 600)
        QTest.mousePress(border, LEFT, PLAIN, QPoint(1, 1))
        QTest.mouseMove(border, QPoint(end, end))
        QTest.mouseRelease(border, LEFT, PLAIN, QPoint(1, 1))
        return f"drags {_called(border)} by {end}"

    def _leave_menu(self) -> None:
        """Select an item of a menu, or nothing."""
        menu = QtWidgets.QApplication.activePopupWidget()
        if menu is None:
            self._rings += 1
            modal = QtWidgets.QApplication.activeModalWidget()
            if modal is not None and self._rings > LONG:
                # This is a dialog of Qt's own that waits for an answer.
                modal.close()
            return
        if self._chance.random() < 0.5:
            for _ in range(self._chance.randrange(1, 6)):
                QTest.keyClick(menu, Key.Key_Down)
            QTest.keyClick(menu, Key.Key_Return)
        else:
            menu.close()

    def _answered(self) -> bool:
        """Answer a file or printer dialog of Qt's own; return whether there was one.

        In a file dialog, random keys would walk about on the disk; a printer dialog
        waits for an answer.
        """
        kinds = QtWidgets.QFileDialog | QPrintDialog
        asking = [d for d in self._dialogs() if isinstance(d, kinds)]
        for dialog in asking:
            if isinstance(dialog, QPrintDialog) or self._chance.random() < 0.5:
                dialog.reject()
                self.trail.append("names no file")
            else:
                file = self._chance.choice(self._files)
                dialog.setDirectory(str(file.parent))
                dialog.selectFile(str(file))
                dialog.done(QtWidgets.QDialog.DialogCode.Accepted)
                if dialog.fileMode() != QtWidgets.QFileDialog.FileMode.Directory:
                    dialog.fileSelected.emit(str(file))
                    dialog.filesSelected.emit([str(file)])
                self.trail.append(f"names {file.name}")
            QtWidgets.QApplication.processEvents()
        return bool(asking)

    # Windows and controls

    def _windows(self) -> list[QtWidgets.QWidget]:
        return [w for w in QtWidgets.QApplication.topLevelWidgets() if w.isVisible()]

    def _dialogs(self) -> list[QtWidgets.QWidget]:
        return [w for w in self._windows() if w is not self._window and _closes(w)]

    def _keyboard(self) -> QtWidgets.QWidget:
        popup = QtWidgets.QApplication.activePopupWidget()
        if popup is not None:
            return popup
        if QtWidgets.QApplication.focusWidget() is None:
            # Without a desktop, nothing else returns the focus.
            top = (self._dialogs() or [self._window])[-1]
            top.activateWindow()
            return top.focusWidget() or self._window.crosstable.view
        return QtWidgets.QApplication.focusWidget()


def _closes(widget: QtWidgets.QWidget) -> bool:
    return isinstance(widget, QtWidgets.QDialog | QtWidgets.QMenu) or widget.isWindow()


def _called(widget: QtWidgets.QWidget) -> str:
    return f"{type(widget).__name__} {widget.objectName()}".strip()


def check(qtbot: QtBot, window: MainWindow) -> None:
    """Check the invariants of the event, its ratings and its undo steps."""
    session = window.session
    qtbot.waitUntil(lambda: session.up_to_date and not session.busy)
    document = session.document
    marks = [section.identity for section in document.sections]
    marks += [p.identity for section in document.sections for p in section.players]
    assert len(set(marks)) == len(marks)
    assert read_event(write_event(document).encode()) == document
    fresh = rate_document(document, resolve_rules)
    assert session.rating.sections == fresh.sections
    assert session.rating.findings == fresh.findings
    past = session.history.past
    while session.history.undo_name is not None:
        session.undo_edit()
    assert session.document is past.documents[0]
    while session.history.redo_name is not None:
        session.redo_edit()
    assert session.history.past.documents == past.documents
    assert session.history.past.names == past.names
    while session.history.past.place > past.place:
        session.undo_edit()
    assert session.document is document
    qtbot.waitUntil(lambda: session.up_to_date and not session.busy)
    assert session.rating.sections == fresh.sections
