"""Ask for the details of a new event, and for details that another program's file lacks."""

import datetime as dt
from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

from PySide6.QtGui import QFontMetrics
from PySide6.QtWidgets import QDialog, QLabel, QLayout, QWidget

from uscalc.counted import make_sentence
from uscalc.document.edit.structure import add_player
from uscalc.document.facts.typed import TypedError, format_date, parse_optional_date
from uscalc.document.model import Document, Section
from uscalc.document.rate.systems import find_section_systems
from uscalc.engine.timecontrol import parse_time_control
from uscalc.rules.resolve import resolve_rules
from uscalc.ui.session.session import Session
from uscalc.ui.theme.figures import systems_words
from uscalc.ui.theme.theme import UNIT, Theme
from uscalc.ui.widgets.building import (
    STRETCH,
    FieldLabel,
    add_parts,
    make_column,
    make_text_label,
    set_up_dialog,
    show_or_hide,
)
from uscalc.ui.widgets.controls import TextControl
from uscalc.ui.widgets.dialogs import AcceptCancelButtons, make_text_field

LEAST_WIDTH = 56


class Question(NamedTuple):
    """A question of a dialog: its name, its text, an example and the initial answer.

    `check` raises a TypedError that describes the problem with an answer.
    """

    name: str
    question: str
    example: str
    given: str
    check: Callable[[str], object]


class QuestionDialog(QDialog):
    """Asks questions, one on each line; `done` is called with the answers once all are valid.

    The names of the buttons begin with `buttons`, or with `name`; `note` is below the
    questions.
    """

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
        buttons: str = "",
        note: QWidget | None = None,
    ) -> None:
        super().__init__(window)
        self._questions = tuple(questions)
        self._done = done
        self._refused: set[str] = set()
        set_up_dialog(self, name, title)
        column = make_column(self, 3 * UNIT, UNIT // 2)
        # Otherwise, wrapped labels would ask for the height of a narrow dialog.
        column.setSizeConstraint(QLayout.SizeConstraint.SetNoConstraint)
        digit = QFontMetrics(theme.make_font()).horizontalAdvance("0")
        self.setMinimumWidth(digit * LEAST_WIDTH)
        if intro:
            column.addWidget(make_text_label(f"{name}Intro", "note", intro))
            column.addSpacing(UNIT)
        self.lines: dict[str, TextControl] = {}
        self._problems: dict[str, QLabel] = {}
        for asked in self._questions:
            line = make_text_field(
                asked.name, asked.question.replace("&", ""), asked.example
            )
            line.show_text(asked.given)
            line.textChanged.connect(self._recheck_refused)
            problem = make_text_label(f"{asked.name}Problem", "problem")
            problem.hide()
            add_parts(column, FieldLabel(asked.question, line), line, problem)
            column.addSpacing(UNIT)
            self.lines[asked.name], self._problems[asked.name] = line, problem
        if note is not None:
            column.addWidget(note)
            column.addSpacing(UNIT)
        add_parts(column, STRETCH, AcceptCancelButtons(self, buttons or name, accept))
        next(iter(self.lines.values())).setFocus()
        self._fit_height()

    def _fit_height(self) -> None:
        """Make the dialog high enough for its lines at its width."""
        layout = self.layout()
        assert layout is not None
        least = max(self.minimumWidth(), layout.sizeHint().width())
        width = self.width() if self.isVisible() else least
        height = (
            layout.totalHeightForWidth(width)
            if layout.hasHeightForWidth()
            else layout.totalSizeHint().height()
        )
        self.resize(width, height)

    def _find_problem(self, asked: Question) -> str:
        """Return the problem with an answer, or an empty text."""
        try:
            asked.check(self.lines[asked.name].text())
        except TypedError as error:
            return make_sentence(error)
        return ""

    def _recheck_refused(self) -> None:
        """Check the rejected answers again, and show or remove their problems."""
        for asked in self._questions:
            if asked.name in self._refused:
                show_or_hide(self._problems[asked.name], self._find_problem(asked))
        self._fit_height()

    def accept(self) -> None:
        """Call `done` with the answers, or show the problems."""
        problems = {one.name: self._find_problem(one) for one in self._questions}
        for name, text in problems.items():
            show_or_hide(self._problems[name], text)
        wrong = [name for name, text in problems.items() if text]
        self._refused.update(wrong)
        if wrong:
            self._fit_height()
            self.lines[wrong[0]].setFocus()
            return
        super().accept()
        self._done({name: line.text().strip() for name, line in self.lines.items()})


def make_required(
    check: Callable[[str], object], missing: str
) -> Callable[[str], object]:
    """Return a check that rejects an empty line, or "?", with the text `missing`."""

    def checked(text: str) -> object:
        found = check(text)
        if not text.strip() or found is None:
            raise TypedError(missing)
        return found

    return checked


check_last_day: Final = make_required(
    parse_optional_date, "Enter the event's end date, for example 9/1/2025"
)


def check_control(text: str) -> str:
    """Return a time control, or an empty text; raise TypedError for an invalid one."""
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
        lambda text: done(
            _parse_day(text["endDate"]), check_control(text["endControl"])
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
        lambda text: done(
            " ".join(text["carryName"].split()), _parse_day(text["carryEnd"])
        ),
        window,
    ).open()


def _parse_day(text: str) -> dt.date:
    day = parse_optional_date(text)
    assert day is not None
    return day


SECTION = "Open"


class NewEventDialog(QuestionDialog):
    """Asks for a new event; `create` is called with its document: a section with one empty row."""

    def __init__(
        self, theme: Theme, create: Callable[[Document], object], window: QWidget
    ) -> None:
        self._create = create
        self._today = dt.date.today()
        self._start_entered = False
        self.gives = make_text_label("newGives", "note")
        self.gives.setMinimumHeight(2 * QFontMetrics(theme.make_font()).lineSpacing())
        today = format_date(self._today)
        check_name = make_required(str.strip, "Enter an event name")
        check_end = make_required(parse_optional_date, "Enter the end date")
        questions = (
            Question("newName", "Event &name", "Autumn Open", "", check_name),
            Question("newStart", "&Start date", "8/30/2025", today, self._check_start),
            Question("newEnd", "&End date", "9/1/2025", today, check_end),
            Question("newControl", "&Time control", "G/90;d5", "", check_control),
        )
        super().__init__(
            theme,
            "newEvent",
            "New event",
            "",
            questions,
            "C&reate event",
            self._make_event,
            window,
            "new",
            self.gives,
        )
        self.lines["newStart"].textEdited.connect(self._enter_start)
        self.lines["newEnd"].editingFinished.connect(self._follow_end)
        for name in ("newEnd", "newControl"):
            self.lines[name].textChanged.connect(self._show_systems)
        self._show_systems()

    def _make_event(self, text: dict[str, str]) -> None:
        start, end = _parse_day(text["newStart"]), _parse_day(text["newEnd"])
        # Don't store a first day that the user didn't enter; the report's checks ask for it.
        known = start if self._start_entered or start < end else None
        control = check_control(text["newControl"])
        section = Section(SECTION, start_date=known, time_control=control or None)
        systems, _ = find_section_systems(section, 0, end, resolve_rules)
        begun = Document(" ".join(text["newName"].split()), end, (section,))
        system = systems[0] if systems else "R"
        self._create(add_player(begun, 0, system=system).document)

    def _check_start(self, text: str) -> None:
        start, end = parse_optional_date(text), self._find_end()
        if start is None:
            raise TypedError("Enter the start date")
        if end is not None and start > end:
            raise TypedError(
                "The start date is after the end date. Correct one of the two"
            )

    def _enter_start(self) -> None:
        self._start_entered = True

    def _follow_end(self) -> None:
        """Move the first day to the last one, unless the user typed it."""
        end = self._find_end()
        if end is not None and not self._start_entered:
            self.lines["newStart"].show_text(format_date(min(self._today, end)))

    def _find_end(self) -> dt.date | None:
        try:
            return parse_optional_date(self.lines["newEnd"].text())
        except TypedError:
            return None

    def accept(self) -> None:
        """Create the event, or show what is missing."""
        self._follow_end()
        super().accept()

    def _show_systems(self) -> None:
        """Show the rating systems of the typed time control."""
        control, end = (
            self.lines["newControl"].text().strip(),
            self._find_end(),
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
