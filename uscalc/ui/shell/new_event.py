"""A new event in three questions: its name, its last day, its time control."""

from collections.abc import Callable

from PySide6.QtCore import QDate, Qt
from PySide6.QtGui import QFontMetrics
from PySide6.QtWidgets import (
    QDialog,
    QLabel,
    QVBoxLayout,
    QWidget,
)

from uscalc.document.edit.structure import add_player
from uscalc.document.edit.typed import TypedError, typed_date
from uscalc.document.model import Document, Section
from uscalc.document.rate.systems import section_systems
from uscalc.engine.timecontrol import parse_time_control
from uscalc.rules.resolve import rules_for
from uscalc.ui.theme.theme import UNIT, Theme
from uscalc.ui.widgets.controls import TextControl
from uscalc.ui.widgets.dialog_buttons import AcceptOrCancel
from uscalc.ui.widgets.labels import text_label
from uscalc.ui.wording.systems import systems_words

SECTION = "Open"
NARROWEST = 52
QUESTIONS = (
    ("newName", "What is the event &called?", "Autumn Open"),
    ("newEnd", "On which day does it &end?", "2025-09-01"),
    ("newControl", "What is the &time control?", "G/90;d5"),
)


class NewEvent(QDialog):
    """`create` gets the new document: a section with one row, ready for typing."""

    def __init__(
        self, theme: Theme, create: Callable[[Document], object], window: QWidget
    ) -> None:
        super().__init__(window)
        self._create = create
        self.setObjectName("newEvent")
        self.setAccessibleName("New event")
        self.setWindowTitle("New event")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        column = QVBoxLayout(self)
        column.setContentsMargins(*[3 * UNIT] * 4)
        column.setSpacing(UNIT // 2)
        self._lines: dict[str, TextControl] = {}
        self._problems: dict[str, QLabel] = {}
        for name, question, example in QUESTIONS:
            label = QLabel(question)
            label.setObjectName(f"{name}Label")
            label.setProperty("role", "label")
            line = TextControl(example)
            line.setObjectName(name)
            line.setAccessibleName(question.replace("&", ""))
            label.setBuddy(line)
            problem = text_label(f"{name}Problem", "problem")
            problem.hide()
            self._lines[name], self._problems[name] = line, problem
            column.addWidget(label)
            column.addWidget(line)
            column.addWidget(problem)
            column.addSpacing(UNIT)
        today = QDate.currentDate().toString(Qt.DateFormat.ISODate)
        self._lines["newEnd"].show_text(today)
        self.gives = text_label("newGives", "note")
        line_height = QFontMetrics(theme.font()).lineSpacing()
        self.gives.setMinimumHeight(2 * line_height)
        column.addWidget(self.gives)
        column.addStretch(1)
        column.addWidget(AcceptOrCancel(self, "new", "C&reate event"))
        for name in ("newEnd", "newControl"):
            self._lines[name].textChanged.connect(self._say)
        digit = self.fontMetrics().horizontalAdvance("0")
        self.setMinimumWidth(digit * NARROWEST)
        self._say()
        self._lines["newName"].setFocus()

    def _answer(self) -> Document | None:
        """The event of the answers; None while one of them cannot be read."""
        problems = dict.fromkeys(self._lines, "")
        name = " ".join(self._lines["newName"].text().split())
        if not name:
            problems["newName"] = "An event needs a name."
        end = None
        try:
            end = typed_date(self._lines["newEnd"].text())
            if end is None:
                problems["newEnd"] = "An event needs its last day, as 2025-09-01."
        except TypedError as error:
            problems["newEnd"] = f"{error}."
        control = " ".join(self._lines["newControl"].text().split())
        if control and parse_time_control(control) is None:
            problems["newControl"] = (
                f'"{control[:20]}" cannot be read; write it like G/90;d5 or '
                "40/120, SD/30;d10, or leave it empty for now."
            )
        wrong = [key for key, text in problems.items() if text]
        for key, text in problems.items():
            self._problems[key].setText(text)
            self._problems[key].setVisible(bool(text))
        if wrong or end is None:
            self._lines[wrong[0]].setFocus()
            return None
        section = Section(SECTION, time_control=control or None)
        systems, _ = section_systems(section, 0, end, rules_for)
        begun = Document(name, end, (section,))
        return add_player(begun, 0, system=systems[0] if systems else "R").document

    def accept(self) -> None:
        """Makes the event, or says what is still missing."""
        document = self._answer()
        if document is not None:
            super().accept()
            self._create(document)

    def _say(self) -> None:
        """Which ratings the time control gives, as it is typed."""
        control = self._lines["newControl"].text().strip()
        try:
            end = typed_date(self._lines["newEnd"].text())
        except TypedError:
            end = None
        if not control:
            text = "The time control says which ratings the event counts for."
        elif end is None:
            text = "Which ratings it gives depends on the day."
        else:
            section = Section(SECTION, time_control=control)
            text = systems_words(section, end, rules_for)
        self.gives.setText(text)
