"""Ask for the facts of a new event, and for those that another program's file lacks."""

import datetime as dt
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Final, NamedTuple

from PySide6.QtGui import QFontMetrics
from PySide6.QtWidgets import QDialog, QLabel, QLayout, QVBoxLayout, QWidget

from uscalc.counted import make_sentence
from uscalc.document.edit.structure import add_player
from uscalc.document.facts.typed import TypedError, format_date, parse_optional_date
from uscalc.document.model import Document, Section
from uscalc.document.rate.systems import section_systems
from uscalc.engine.timecontrol import parse_time_control
from uscalc.rules.resolve import resolve_rules
from uscalc.ui.session.session import Session
from uscalc.ui.theme.figures import systems_words
from uscalc.ui.theme.theme import UNIT, Theme
from uscalc.ui.widgets.building import (
    STRETCH,
    add_parts,
    make_column,
    set_up_dialog,
)
from uscalc.ui.widgets.controls import TextControl
from uscalc.ui.widgets.dialogs import AcceptCancelButtons, make_text_field
from uscalc.ui.widgets.labels import FieldLabel, make_text_label, show_or_hide

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
            line, problem = add_question(
                column, asked.name, asked.question, asked.example
            )
            line.show_text(asked.given)
            line.textChanged.connect(partial(self._clear_solved_problem, asked))
            self.lines[asked.name], self._problems[asked.name] = line, problem
        add_parts(column, STRETCH, AcceptCancelButtons(self, name, accept))
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

    def _find_problem(self, asked: Question) -> str:
        """Return the problem with an answer, or an empty text."""
        try:
            asked.check(self.lines[asked.name].text())
        except TypedError as error:
            return make_sentence(error)
        return ""

    def _clear_solved_problem(self, asked: Question, _text: str) -> None:
        """Remove a problem as soon as the answer is valid."""
        problem = self._problems[asked.name]
        if problem.text() and not self._find_problem(asked):
            show_or_hide(problem, "")
            self._fit_height()

    def accept(self) -> None:
        """Hand the answers over, or show the problems."""
        wrong = None
        for asked in self._questions:
            line, problem = self.lines[asked.name], self._problems[asked.name]
            said = self._find_problem(asked)
            if said:
                wrong = wrong or line
            show_or_hide(problem, said)
        if wrong is not None:
            self._fit_height()
            wrong.setFocus()
            return
        super().accept()
        self._done({name: line.text().strip() for name, line in self.lines.items()})


def add_question(
    column: QVBoxLayout, name: str, question: str, example: str
) -> tuple[TextControl, QLabel]:
    """Add a line to type in, below its question; return it and the label of a problem."""
    line = make_text_field(name, question.replace("&", ""), example)
    problem = make_text_label(f"{name}Problem", "problem")
    problem.hide()
    add_parts(column, FieldLabel(question, line), line, problem)
    column.addSpacing(UNIT)
    return line, problem


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
    parse_optional_date, "Enter the event's end date, such as 9/1/2025"
)


def check_control(text: str) -> str:
    """Return a time control, or an empty text. Raises TypedError."""
    control = " ".join(text.split())
    if control and parse_time_control(control) is None:
        raise TypedError(
            f'Can\'t read "{control[:20]}". Enter it like G/90;d5 or 40/120, '
            "SD/30;d10, or leave it blank"
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
        "Event end date",
        f"{intro} The end date determines which rating rules apply.",
        (
            Question("endDate", "End &date", "9/1/2025", "", check_last_day),
            Question(
                "endControl",
                "&Time control (leave blank if the file includes it)",
                "G/90;d5",
                "",
                check_control,
            ),
        ),
        "&Open",
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
        "New event from this one",
        (
            "Creates a new event with the same sections and players. Their "
            "post-event ratings become the new pre-event ratings. Results "
            "are not copied."
        ),
        (
            Question(
                "carryName",
                "Event &name",
                "Winter Open",
                session.document.name,
                make_required(str.strip, "Enter an event name"),
            ),
            Question(
                "carryEnd",
                "End &date",
                "10/6/2025",
                "",
                check_last_day,
            ),
        ),
        "&Create event",
        lambda said: done(
            " ".join(said["carryName"].split()), _parse_day(said["carryEnd"])
        ),
        window,
    ).open()


def _parse_day(text: str) -> dt.date:
    day = parse_optional_date(text)
    assert day is not None
    return day


SECTION = "Open"
NARROWEST = 52
QUESTIONS = (
    ("newName", "Event &name", "Autumn Open"),
    ("newStart", "&Start date", "8/30/2025"),
    ("newEnd", "&End date", "9/1/2025"),
    ("newControl", "&Time control", "G/90;d5"),
)
DAYS = {"newStart": "start", "newEnd": "end"}


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
            made = add_question(column, name, question, example)
            self._lines[name], self._problems[name] = made
        self._today = dt.date.today()
        self._start_entered = False
        for name in DAYS:
            self._lines[name].show_text(format_date(self._today))
        self._lines["newStart"].textEdited.connect(self._enter_start)
        self._lines["newEnd"].editingFinished.connect(self._follow_end)
        self.gives = make_text_label("newGives", "note")
        self.gives.setMinimumHeight(2 * QFontMetrics(theme.make_font()).lineSpacing())
        buttons = AcceptCancelButtons(self, "new", "C&reate event")
        add_parts(column, self.gives, STRETCH, buttons)
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
            problems["newName"] = "Enter an event name."
        days: dict[str, dt.date] = {}
        for name, words in DAYS.items():
            try:
                day = parse_optional_date(self._lines[name].text())
            except TypedError as error:
                problems[name] = f"{error}."
                continue
            if day is None:
                problems[name] = f"Enter the {words} date."
            else:
                days[name] = day
        if len(days) == len(DAYS) and days["newStart"] > days["newEnd"]:
            problems["newStart"] = (
                "The start date is after the end date. Correct one of the two."
            )
        control = " ".join(self._lines["newControl"].text().split())
        if control and parse_time_control(control) is None:
            problems["newControl"] = (
                f'Can\'t read "{control[:20]}". Enter it like G/90;d5 or 40/120, '
                "SD/30;d10, or leave it blank for now."
            )
        return problems

    def _show_problems(self, problems: Mapping[str, str]) -> None:
        for key, text in problems.items():
            show_or_hide(self._problems[key], text)

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
            text = (
                "The time control determines whether the event is Regular, "
                "Quick, or Blitz rated."
            )
        elif end is None:
            text = "The rating system also depends on the end date."
        else:
            text = systems_words(
                Section(SECTION, time_control=control), end, resolve_rules
            )
        self.gives.setText(text)
