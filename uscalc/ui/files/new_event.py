"""A new event in four questions: its name, first and last day, and time control."""

import datetime as dt
from collections.abc import Callable, Mapping

from PySide6.QtGui import QFontMetrics
from PySide6.QtWidgets import (
    QDialog,
    QLabel,
    QWidget,
)

from uscalc.document.edit.structure import add_player
from uscalc.document.facts.typed import TypedError, format_date, parse_optional_date
from uscalc.document.model import Document, Section
from uscalc.document.rate.systems import section_systems
from uscalc.engine.timecontrol import parse_time_control
from uscalc.rules.resolve import resolve_rules
from uscalc.ui.theme.figures import systems_words
from uscalc.ui.theme.theme import UNIT, Theme
from uscalc.ui.widgets.building import (
    add_parts,
    make_column,
    name_widget,
    set_up_dialog,
)
from uscalc.ui.widgets.controls import TextControl
from uscalc.ui.widgets.dialogs import AcceptCancelButtons
from uscalc.ui.widgets.labels import make_text_label

SECTION = "Open"
NARROWEST = 52
QUESTIONS = (
    ("newName", "What is the event &called?", "Autumn Open"),
    ("newStart", "&First day", "8/30/2025"),
    ("newEnd", "&Last day", "9/1/2025"),
    ("newControl", "What is the &time control?", "G/90;d5"),
)
DAYS = {"newStart": "first", "newEnd": "last"}


class NewEventDialog(QDialog):
    """`create` gets the new document: a section with one row, ready for typing."""

    def __init__(
        self, theme: Theme, create: Callable[[Document], object], window: QWidget
    ) -> None:
        super().__init__(window)
        self._create = create
        set_up_dialog(self, "newEvent", "New event")
        column = make_column(self, (3 * UNIT,) * 4, spacing=UNIT // 2)
        self._lines: dict[str, TextControl] = {}
        self._problems: dict[str, QLabel] = {}
        self._refused: set[str] = set()
        for name, question, example in QUESTIONS:
            label = name_widget(QLabel(question), f"{name}Label")
            label.setProperty("role", "label")
            line = name_widget(TextControl(example), name, question.replace("&", ""))
            label.setBuddy(line)
            problem = make_text_label(f"{name}Problem", "problem")
            problem.hide()
            self._lines[name], self._problems[name] = line, problem
            add_parts(column, label, line, problem)
            column.addSpacing(UNIT)
        self._today = dt.date.today()
        self._start_entered = False
        for name in DAYS:
            self._lines[name].show_text(format_date(self._today))
        self._lines["newStart"].textEdited.connect(self._enter_start)
        self._lines["newEnd"].editingFinished.connect(self._follow_end)
        self.gives = make_text_label("newGives", "note")
        self.gives.setMinimumHeight(2 * QFontMetrics(theme.make_font()).lineSpacing())
        column.addWidget(self.gives)
        column.addStretch(1)
        column.addWidget(AcceptCancelButtons(self, "new", "C&reate event"))
        for line in self._lines.values():
            line.textChanged.connect(self._recheck_problems)
        self.setMinimumWidth(self.fontMetrics().horizontalAdvance("0") * NARROWEST)
        self._show_systems()
        self._lines["newName"].setFocus()

    def _read_answers(self) -> Document | None:
        """Return the event of the answers; None while one of them cannot be read."""
        self._follow_end()
        problems = self._find_problems()
        self._show_problems(problems)
        start, end = self._parse_day("newStart"), self._parse_day("newEnd")
        wrong = [key for key, text in problems.items() if text]
        self._refused.update(wrong)
        if wrong or start is None or end is None:
            self._lines[wrong[0]].setFocus()
            return None
        name = " ".join(self._lines["newName"].text().split())
        control = " ".join(self._lines["newControl"].text().split())
        # A first day that nobody entered isn't kept: the report's checks ask for it.
        known = start if self._start_entered or start < end else None
        section = Section(SECTION, start_date=known, time_control=control or None)
        systems, _ = section_systems(section, 0, end, resolve_rules)
        begun = Document(name, end, (section,))
        return add_player(begun, 0, system=systems[0] if systems else "R").document

    def _find_problems(self) -> dict[str, str]:
        """Return the problem with each answer, in words; nothing where it is right."""
        problems = dict.fromkeys(self._lines, "")
        if not self._lines["newName"].text().strip():
            problems["newName"] = "An event needs a name."
        days: dict[str, dt.date] = {}
        for name, words in DAYS.items():
            try:
                day = parse_optional_date(self._lines[name].text())
            except TypedError as error:
                problems[name] = f"{error}."
                continue
            if day is None:
                problems[name] = f"An event needs its {words} day."
            else:
                days[name] = day
        if len(days) == len(DAYS) and days["newStart"] > days["newEnd"]:
            problems["newStart"] = (
                "The first day is after the last day. Correct one of the two."
            )
        control = " ".join(self._lines["newControl"].text().split())
        if control and parse_time_control(control) is None:
            problems["newControl"] = (
                f'"{control[:20]}" cannot be read; write it like G/90;d5 or '
                "40/120, SD/30;d10, or leave it empty for now."
            )
        return problems

    def _show_problems(self, problems: Mapping[str, str]) -> None:
        for key, text in problems.items():
            self._problems[key].setText(text)
            self._problems[key].setVisible(bool(text))

    def _recheck_problems(self) -> None:
        """Say what is wrong now with the answers that were refused."""
        if self._refused:
            wrong = self._find_problems()
            self._show_problems({key: wrong[key] for key in self._refused})
        self._show_systems()

    def _enter_start(self) -> None:
        self._start_entered = True

    def _follow_end(self) -> None:
        """Show no first day after the last one, unless a person entered it."""
        end = self._parse_day("newEnd")
        if end is not None and not self._start_entered:
            self._lines["newStart"].show_text(format_date(min(self._today, end)))

    def _parse_day(self, name: str) -> dt.date | None:
        try:
            return parse_optional_date(self._lines[name].text())
        except TypedError:
            return None

    def accept(self) -> None:
        """Make the event, or says what is still missing."""
        document = self._read_answers()
        if document is not None:
            super().accept()
            self._create(document)

    def _show_systems(self) -> None:
        """Show which rating systems the typed time control gives."""
        control, end = (
            self._lines["newControl"].text().strip(),
            self._parse_day("newEnd"),
        )
        if not control:
            text = "The time control says which ratings the event counts for."
        elif end is None:
            text = "Which ratings it gives depends on the day."
        else:
            section = Section(SECTION, time_control=control)
            text = systems_words(section, end, resolve_rules)
        self.gives.setText(text)
