"""Ask for facts that another program's file lacks."""

import datetime as dt
from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

from PySide6.QtGui import QFontMetrics
from PySide6.QtWidgets import (
    QDialog,
    QLabel,
    QLayout,
    QVBoxLayout,
    QWidget,
)

from uscalc.document.facts.typed import TypedError, typed_date
from uscalc.engine.timecontrol import parse_time_control
from uscalc.ui.session.session import Session
from uscalc.ui.theme.theme import UNIT, Theme
from uscalc.ui.widgets.building import make_column, set_up_dialog
from uscalc.ui.widgets.controls import TextControl
from uscalc.ui.widgets.dialog_buttons import AcceptOrCancel
from uscalc.ui.widgets.dialogs import make_text_field
from uscalc.ui.widgets.labels import FieldLabel, text_label

NARROWEST = 56


class Asked(NamedTuple):
    """One line of a dialog: its name, question, example and initial text.

    `check` raises TypedError with the problem.
    """

    name: str
    question: str
    example: str
    given: str
    check: Callable[[str], object]


class AskDialog(QDialog):
    """Ask some questions, a line each; `done` gets the answers once all are valid."""

    def __init__(
        self,
        theme: Theme,
        name: str,
        title: str,
        intro: str,
        questions: Sequence[Asked],
        accept: str,
        done: Callable[[dict[str, str]], object],
        window: QWidget,
    ) -> None:
        super().__init__(window)
        self._questions = tuple(questions)
        self._done = done
        set_up_dialog(self, name, title)
        column = make_column(self, 3 * UNIT, UNIT // 2)
        # Labels that wrap would ask for the height that they have when narrow.
        column.setSizeConstraint(QLayout.SizeConstraint.SetNoConstraint)
        digit = QFontMetrics(theme.font()).horizontalAdvance("0")
        self.setMinimumWidth(digit * NARROWEST)
        said = text_label(f"{name}Intro", "note")
        said.setText(intro)
        column.addWidget(said)
        column.addSpacing(UNIT)
        self.lines: dict[str, TextControl] = {}
        self._problems: dict[str, QLabel] = {}
        for asked in self._questions:
            self._add(column, asked)
        column.addStretch(1)
        column.addWidget(AcceptOrCancel(self, name, accept))
        next(iter(self.lines.values())).setFocus()
        self._fit()

    def _fit(self) -> None:
        """Make the dialog as high as its lines at its width, and never lower."""
        layout = self.layout()
        assert layout is not None
        width = max(self.minimumWidth(), layout.sizeHint().width())
        if self.isVisible():
            width = self.width()
        self.resize(width, layout.totalHeightForWidth(width))

    def _add(self, column: QVBoxLayout, asked: Asked) -> None:
        words = asked.question.replace("&", "")
        line = make_text_field(asked.name, words, asked.example)
        line.show_text(asked.given)
        problem = text_label(f"{asked.name}Problem", "problem")
        problem.hide()
        self.lines[asked.name], self._problems[asked.name] = line, problem
        line.textChanged.connect(lambda _: self._retyped(asked))
        for widget in (FieldLabel(asked.question, line), line, problem):
            column.addWidget(widget)
        column.addSpacing(UNIT)

    def _wrong(self, asked: Asked) -> str:
        """Return the problem with an answer, or an empty text."""
        try:
            asked.check(self.lines[asked.name].text())
        except TypedError as error:
            return f"{str(error)[:1].upper()}{str(error)[1:]}."
        return ""

    def _retyped(self, asked: Asked) -> None:
        """Remove a problem as soon as the answer is valid."""
        problem = self._problems[asked.name]
        if problem.text() and not self._wrong(asked):
            problem.setText("")
            problem.hide()
            self._fit()

    def accept(self) -> None:
        """Hand the answers over, or show the problems."""
        wrong = None
        for asked in self._questions:
            line, problem = self.lines[asked.name], self._problems[asked.name]
            said = self._wrong(asked)
            if said:
                wrong = wrong or line
            problem.setText(said)
            problem.setVisible(bool(said))
        if wrong is not None:
            self._fit()
            wrong.setFocus()
            return
        super().accept()
        self._done({name: line.text().strip() for name, line in self.lines.items()})


def needed(check: Callable[[str], object], missing: str) -> Callable[[str], object]:
    """Return a check of a line that must not be empty."""

    def checked(text: str) -> object:
        if not text.strip():
            raise TypedError(missing)
        return check(text)

    return checked


LAST_DAY: Final = needed(
    typed_date, "an event needs its last day. Write it like 9/1/2025"
)


def check_control(text: str) -> str:
    """Return a time control, or an empty text. Raises TypedError."""
    control = " ".join(text.split())
    if control and parse_time_control(control) is None:
        raise TypedError(
            f'"{control[:20]}" cannot be read; write it like G/90;d5 or '
            "40/120, SD/30;d10, or leave it empty"
        )
    return control


def ask_end(
    theme: Theme,
    intro: str,
    done: Callable[[dt.date, str], object],
    window: QWidget,
) -> None:
    """Ask for the end date of an event whose file lacks it, and its time control."""
    AskDialog(
        theme,
        "endDialog",
        "When did it end?",
        f"{intro} The day decides which rules apply.",
        (
            Asked("endDate", "On which &day did it end?", "9/1/2025", "", LAST_DAY),
            Asked(
                "endControl",
                "What was the &time control? Leave it empty if the file says it.",
                "G/90;d5",
                "",
                check_control,
            ),
        ),
        "&Open it",
        lambda said: done(_day(said["endDate"]), check_control(said["endControl"])),
        window,
    ).open()


def ask_carry(
    theme: Theme,
    session: Session,
    done: Callable[[str, dt.date], object],
    window: QWidget,
) -> None:
    """Ask for the name and the end date of the next event."""
    AskDialog(
        theme,
        "carryDialog",
        "Carry to the next event",
        "The same sections and players, who start from what this event made of their "
        "ratings. No results are taken over.",
        (
            Asked(
                "carryName",
                "What is the next event &called?",
                "Winter Open",
                session.document.name,
                needed(str.strip, "an event needs a name"),
            ),
            Asked("carryEnd", "On which &day does it end?", "10/6/2025", "", LAST_DAY),
        ),
        "&Begin it",
        lambda said: done(" ".join(said["carryName"].split()), _day(said["carryEnd"])),
        window,
    ).open()


def _day(text: str) -> dt.date:
    day = typed_date(text)
    assert day is not None
    return day
