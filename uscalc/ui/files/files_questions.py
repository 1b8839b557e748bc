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

from uscalc.document.facts.typed import TypedError, parse_optional_date
from uscalc.engine.timecontrol import parse_time_control
from uscalc.ui.session.session import Session
from uscalc.ui.theme.theme import UNIT, Theme
from uscalc.ui.widgets.building import add_parts, make_column, set_up_dialog
from uscalc.ui.widgets.controls import TextControl
from uscalc.ui.widgets.dialogs import AcceptCancelButtons, make_text_field
from uscalc.ui.widgets.labels import FieldLabel, make_text_label

LEAST_WIDTH = 56


class Question(NamedTuple):
    """One line of a dialog: its name, question, example and initial text.

    `check` raises TypedError with the problem.
    """

    name: str
    question: str
    example: str
    given: str
    check: Callable[[str], object]


class QuestionDialog(QDialog):
    """Ask some questions, a line each; `done` gets the answers once all are valid."""

    def __init__(
        self,
        theme: Theme,
        name: str,
        title: str,
        intro: str,
        questions: Sequence[Question],
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
        digit = QFontMetrics(theme.make_font()).horizontalAdvance("0")
        self.setMinimumWidth(digit * LEAST_WIDTH)
        column.addWidget(make_text_label(f"{name}Intro", "note", intro))
        column.addSpacing(UNIT)
        self.lines: dict[str, TextControl] = {}
        self._problems: dict[str, QLabel] = {}
        for asked in self._questions:
            self._add_question(column, asked)
        column.addStretch(1)
        column.addWidget(AcceptCancelButtons(self, name, accept))
        next(iter(self.lines.values())).setFocus()
        self._fit_height()

    def _fit_height(self) -> None:
        """Make the dialog as high as its lines at its width, and never lower."""
        layout = self.layout()
        assert layout is not None
        width = max(self.minimumWidth(), layout.sizeHint().width())
        if self.isVisible():
            width = self.width()
        self.resize(width, layout.totalHeightForWidth(width))

    def _add_question(self, column: QVBoxLayout, asked: Question) -> None:
        words = asked.question.replace("&", "")
        line = make_text_field(asked.name, words, asked.example)
        line.show_text(asked.given)
        problem = make_text_label(f"{asked.name}Problem", "problem")
        problem.hide()
        self.lines[asked.name], self._problems[asked.name] = line, problem
        line.textChanged.connect(lambda _: self._clear_solved_problem(asked))
        add_parts(column, FieldLabel(asked.question, line), line, problem)
        column.addSpacing(UNIT)

    def _find_problem(self, asked: Question) -> str:
        """Return the problem with an answer, or an empty text."""
        try:
            asked.check(self.lines[asked.name].text())
        except TypedError as error:
            return f"{str(error)[:1].upper()}{str(error)[1:]}."
        return ""

    def _clear_solved_problem(self, asked: Question) -> None:
        """Remove a problem as soon as the answer is valid."""
        problem = self._problems[asked.name]
        if problem.text() and not self._find_problem(asked):
            problem.setText("")
            problem.hide()
            self._fit_height()

    def accept(self) -> None:
        """Hand the answers over, or show the problems."""
        wrong = None
        for asked in self._questions:
            line, problem = self.lines[asked.name], self._problems[asked.name]
            said = self._find_problem(asked)
            if said:
                wrong = wrong or line
            problem.setText(said)
            problem.setVisible(bool(said))
        if wrong is not None:
            self._fit_height()
            wrong.setFocus()
            return
        super().accept()
        self._done({name: line.text().strip() for name, line in self.lines.items()})


def make_required(
    check: Callable[[str], object], missing: str
) -> Callable[[str], object]:
    """Return a check of a line that must not be empty."""

    def checked(text: str) -> object:
        if not text.strip():
            raise TypedError(missing)
        return check(text)

    return checked


check_last_day: Final = make_required(
    parse_optional_date, "an event needs its last day. Write it like 9/1/2025"
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


def ask_end_date(
    theme: Theme,
    intro: str,
    done: Callable[[dt.date, str], object],
    window: QWidget,
) -> None:
    """Ask for the end date of an event whose file lacks it, and its time control."""
    QuestionDialog(
        theme,
        "endDialog",
        "When did it end?",
        f"{intro} The day decides which rules apply.",
        (
            Question(
                "endDate", "On which &day did it end?", "9/1/2025", "", check_last_day
            ),
            Question(
                "endControl",
                "What was the &time control? Leave it empty if the file says it.",
                "G/90;d5",
                "",
                check_control,
            ),
        ),
        "&Open it",
        lambda said: done(
            _parse_day(said["endDate"]), check_control(said["endControl"])
        ),
        window,
    ).open()


def ask_next_event(
    theme: Theme,
    session: Session,
    done: Callable[[str, dt.date], object],
    window: QWidget,
) -> None:
    """Ask for the name and the end date of the next event."""
    QuestionDialog(
        theme,
        "carryDialog",
        "Carry to the next event",
        "The same sections and players, who start from what this event made of their "
        "ratings. No results are taken over.",
        (
            Question(
                "carryName",
                "What is the next event &called?",
                "Winter Open",
                session.document.name,
                make_required(str.strip, "an event needs a name"),
            ),
            Question(
                "carryEnd",
                "On which &day does it end?",
                "10/6/2025",
                "",
                check_last_day,
            ),
        ),
        "&Begin it",
        lambda said: done(
            " ".join(said["carryName"].split()), _parse_day(said["carryEnd"])
        ),
        window,
    ).open()


def _parse_day(text: str) -> dt.date:
    day = parse_optional_date(text)
    assert day is not None
    return day
