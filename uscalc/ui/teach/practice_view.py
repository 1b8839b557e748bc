"""Practice: problems about made-up players, one question at a time, and a streak."""

import itertools
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Final

from PySide6.QtCore import QRect, Qt, Signal
from PySide6.QtGui import QKeyEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import (
    QApplication,
    QBoxLayout,
    QFrame,
    QLineEdit,
    QTabBar,
    QWidget,
)

from uscalc.report.lessons import make_invented_worksheet
from uscalc.ui.frame.frame import MainFrame
from uscalc.ui.frame.view import View
from uscalc.ui.theme.theme import UNIT
from uscalc.ui.widgets.building import (
    PAGE_MARGINS,
    STRETCH,
    add_parts,
    discard_widget,
    make_column,
    make_grid,
    make_page,
    make_plain_button,
    make_plain_line,
    make_row,
    make_running_text,
    make_scroll_area,
    name_scroll_bars,
    name_widget,
    reserve_height,
    set_look,
    turn_box,
    write_label,
)
from uscalc.ui.widgets.controls import ChoiceControl, make_choice
from uscalc.ui.widgets.grabbing import announce
from uscalc.ui.widgets.layouts import FlowLayout
from uscalc.worksheet.box import TABLE_TOPIC
from uscalc.worksheet.kinds import KINDS, LEVELS
from uscalc.worksheet.model import (
    BlankVerdict,
    Cell,
    Exercise,
    ExerciseBlank,
    ExerciseLine,
    ExerciseTable,
    Judged,
    PracticeProgress,
    Worksheet,
)

MARKS: Final[dict[Judged, str]] = {
    "near": "\N{ALMOST EQUAL TO}",
    "wrong": "\N{MULTIPLICATION SIGN}",
    "unread": "?",
}
ASKED: Final = "?"
"""The text in a table for the answer that is asked now."""
DIGITS: Final = 10
"""The width of the answer's field in digits, always the same so that it reveals nothing."""
NBSP: Final = "\N{NO-BREAK SPACE}"
BESIDE: Final = 112
"""If the view is at least this many digits wide, the question is beside the problem."""
COLUMNS: Final = 6
"""The columns of the expectancy table that are shown: differences up to 400."""
HELP: Final = "?"
"""The key that shows the hint, and then the answer."""


class BlankLine(QLineEdit):
    """The field for the answer: Enter checks it, and ? shows help."""

    helped = Signal()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Emit `helped` for ?; handle other keys as usual."""
        if event.text() == HELP:
            self.helped.emit()
        else:
            super().keyPressEvent(event)


class PracticePage(QWidget):
    """A problem with the answers so far, and its current question with the field."""

    def __init__(self) -> None:
        super().__init__()
        name_widget(self, "exercisePage", look="page")
        self._problem = QWidget()
        self._messages: Sequence[str] = ("",)
        self.ask = make_running_text("exerciseAsk", "heading")
        line = BlankLine(maxLength=30, alignment=Qt.AlignmentFlag.AlignRight)
        self.line = name_widget(line, "exerciseBlank1", "Answer", "form")
        self.mark = make_plain_line("exerciseBlank1Mark", "mark")
        metrics = self.line.fontMetrics()
        self.line.setFixedWidth(DIGITS * metrics.horizontalAdvance("0") + 2 * UNIT)
        widest = max(metrics.horizontalAdvance(mark) for mark in MARKS.values())
        self.mark.setFixedWidth(widest + UNIT // 2)
        self.said = make_running_text("exerciseSaid", "")
        self._rules = QWidget()
        self._field = QWidget()
        add_parts(make_row(self._field), (self.ask, 1), self.line, self.mark)
        self._halves = add_parts(
            make_row(self, (2 * UNIT, 0, 2 * UNIT, UNIT), 4 * UNIT),
            (self._problem, 1),
            (add_parts(make_column(), self._field, self.said, self._rules, STRETCH), 1),
        )

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Place the question beside the problem, or below it in a narrow view."""
        super().resizeEvent(event)
        down = self.width() < BESIDE * self.fontMetrics().horizontalAdvance("0")
        turn_box(self._halves, down=down)
        self._halves.setSpacing(2 * UNIT if down else 4 * UNIT)
        # If the parts are below each other, the free room is at the end.
        self._halves.setStretch(0, int(not down))
        self._reserve_height()

    def _reserve_height(self) -> None:
        """Reserve room for the longest message, so that nothing below it moves."""
        room = self.width() - 4 * UNIT
        if self._halves.direction() == QBoxLayout.Direction.LeftToRight:
            room = (room - self._halves.spacing()) // 2
        reserve_height(self.said, max(room, 1), self._messages)

    def show_problem(self, sheet: Worksheet, at: int) -> None:
        """Show a problem up to the question with index `at`, with the answers before it."""
        exercise = sheet.exercises[0]
        problem = QWidget()
        column = add_parts(
            make_column(problem),
            make_running_text("exerciseTitle", "heading", exercise.title),
            make_running_text("exerciseQuestion", "", exercise.question),
        )
        label = _write_items(column.addWidget, exercise, at)
        column.addStretch(1)
        self._problem = _replace_part(self._problem, problem)
        for part in (self._field, self._rules):
            part.setVisible(bool(label))
        if label:
            blank = list(exercise.iterate_blanks())[at]
            # Keep "(2 decimals)" on one line.
            name, _, digits = label.rpartition("(")
            self.ask.setText(f"{name}({digits.replace(' ', NBSP)}")
            self.line.setAccessibleName(label)
            self._write_rules(sheet, blank)
            self._messages = (
                *(HOW, blank.hint),
                *(f"Too high: {mistake.reason}." for mistake in blank.mistakes),
            )
            self._reserve_height()
        self.line.clear()

    def get_question_rect(self) -> QRect:
        """Return the rectangle of the question and its rules."""
        return self._field.geometry().united(self._rules.geometry())

    def show_verdict(self, verdict: BlankVerdict | None) -> None:
        """Mark the answer as right, near, wrong or not a number; None removes the mark."""
        judged = verdict.judged if verdict else ""
        self.mark.setText(MARKS[verdict.judged] if verdict else "")
        for widget in (self.line, self.mark):
            set_look(widget, "judged", judged)

    def show_message(self, text: str) -> None:
        """Show a message, and announce it to screen readers."""
        self.said.setText(text)
        self.line.setAccessibleDescription(text)
        announce(self.line, text)

    def _write_rules(self, sheet: Worksheet, blank: ExerciseBlank) -> None:
        """Show the rating rules that the current question needs."""
        rules = make_page("exerciseRules")
        column = add_parts(
            make_column(rules, spacing=UNIT // 2),
            make_plain_line("exerciseRulesTitle", "part", "Rules for this question"),
        )
        needed = [rule for rule in sheet.rules if rule.topic in blank.topics]
        for place, rule in enumerate(needed, 1):
            text = f"{rule.title}. {rule.text} [{sheet.cite_rule(rule)}]"
            column.addWidget(make_running_text(f"exerciseRule{place}", "", text))
        if sheet.table is not None and TABLE_TOPIC in blank.topics:
            heads, *rows = (sheet.table.heads, *sheet.table.rows)
            cut = ExerciseTable(heads[:COLUMNS], tuple(row[:COLUMNS] for row in rows))
            column.addWidget(_make_table(cut, "exerciseWeTable", {}))
        self._rules = _replace_part(self._rules, rules)


def _replace_part(old: QWidget, new: QWidget) -> QWidget:
    """Replace a widget with another, delete the old one, and return the new one."""
    parent = old.parentWidget()
    layout = None if parent is None else parent.layout()
    assert layout is not None
    layout.replaceWidget(old, new)
    new.show()
    discard_widget(old)
    return new


def _write_items(add: Callable[[QWidget], object], exercise: Exercise, at: int) -> str:
    """Add the problem's items up to the question at index `at`; return the question's label.

    The label is empty after the last question.
    """
    blanks = list(exercise.iterate_blanks())
    known = {
        **{blank.key: blank.answer for blank in blanks[:at]},
        **{blank.key: ASKED for blank in blanks[at : at + 1]},
    }
    for number, item in enumerate(exercise.items, 1):
        if isinstance(item, ExerciseLine):
            assert isinstance(item.cell, ExerciseBlank)
            answer = known[item.cell.key]
            if answer == ASKED:
                return item.label
            found = f"{item.label.rpartition(' (')[0]}: {answer}"
            add(make_running_text(f"exerciseFound{number}", "", found))
        elif isinstance(item, ExerciseTable):
            # Leave out rows of the search that have no values yet.
            rows = tuple(
                row
                for row in item.rows
                if any(isinstance(c, str) or c.key in known for c in row[1:])
            )
            cut = ExerciseTable(item.heads, rows, item.words)
            add(_make_table(cut, f"exerciseTable{number}", known))
            for cell in itertools.chain(*rows):
                if isinstance(cell, ExerciseBlank) and known.get(cell.key) == ASKED:
                    return f"{cell.name} ({cell.digits})"
    return ""


def _make_table(grid: ExerciseTable, name: str, known: Mapping[str, str]) -> QWidget:
    """Return a table with words aligned left and numbers aligned right.

    `known` has the answers to show, by the keys of their blanks.
    """
    widget = name_widget(QWidget(), name)
    layout = make_grid(widget, UNIT, UNIT // 2)
    rows: Sequence[Sequence[Cell]] = (grid.heads, *grid.rows)
    for row, cells in enumerate(rows):
        for column, cell in enumerate(cells):
            text, role = (
                (known.get(cell.key, ""), "given")
                if isinstance(cell, ExerciseBlank)
                else (cell, "" if row else "label")
            )
            # The number of decimals is on its own line.
            shown, words = text.replace(" (", "\n("), column < grid.words
            made = make_plain_line(f"{name}Cell", role, shown, wraps=words)
            side = Qt.AlignmentFlag.AlignLeft if words else Qt.AlignmentFlag.AlignRight
            made.setAlignment(side | Qt.AlignmentFlag.AlignVCenter)
            layout.addWidget(made, row, column)
    layout.setColumnStretch(0, 1)
    return widget


KEPT: Final = "practice"
"""The group of preferences that stores the choices, the problem and the streak."""
WAIT: Final = 60
"""The delay between a choice and its problem, in milliseconds."""
HOW: Final = (
    "Type a value and press Enter to check it. Press ? for a hint, and again for the "
    "answer."
)
SOLVED: Final = "The problem is solved."


class PracticeView(View):
    """Problems of the same types and levels as worksheets, about made-up players.

    The choices, the number of the problem and the streak are kept for the next start.
    """

    def __init__(self, window: MainFrame) -> None:
        super().__init__(
            "view-practice", "Practice", window.session, window.theme, window, look=""
        )
        self._kept = window.preferences
        self._sheet: Worksheet | None = None
        self.progress = PracticeProgress(
            streak=self._kept.read_count(KEPT, "streak"),
            best=self._kept.read_count(KEPT, "best"),
        )
        self._number = max(self._kept.read_count(KEPT, "problem"), 1)
        self._worker = self.make_worker(self._receive_sheet)
        self.kind = self._make_choice(
            "Kind", "Problem", [(str(kind), spec.words) for kind, spec in KINDS.items()]
        )
        self.level = self._make_choice(
            "Level",
            "Level",
            [(str(level), f"{level}: {words}") for level, words in LEVELS],
        )
        self.page = PracticePage()
        self.score = make_running_text("exerciseScore", "note")
        self.score.setToolTip("Answers in a row that were right at the first try")
        self.check = make_plain_button(
            "exerciseCheck", "Check", "Check the answer", self._check_answer, "Enter"
        )
        self.help = make_plain_button(
            "exerciseHelp", "Hint", "", self._show_help, "Key: ?"
        )
        self.another = make_plain_button(
            "exerciseAnother",
            "New problem",
            "Another problem of this type",
            self._show_next,
        )
        # Enter presses this button while it has the focus.
        self.another.setAutoDefault(True)
        self.page.line.returnPressed.connect(self._check_answer)
        self.page.line.helped.connect(self._show_help)
        self.page.line.textEdited.connect(lambda _: self.page.show_verdict(None))
        self._build_layout()
        self.setFocusProxy(self.page.line)
        self._following = self.follow(
            self.kind.committed, self.level.committed, wait=WAIT
        )

    def _make_choice(
        self, name: str, words: str, of: list[tuple[str, str]]
    ) -> ChoiceControl:
        """Return a choice whose value is kept for the next start; the easiest item is first."""
        choice = make_choice(f"exercise{name}", words, of)
        choice.setSizeAdjustPolicy(ChoiceControl.SizeAdjustPolicy.AdjustToContents)
        choice.show_known(self._kept.read_choice(KEPT, name, of[0][0]))
        choice.committed.connect(choice.show_text)
        choice.committed.connect(partial(self._kept.remember_choice, KEPT, name))
        return choice

    def _build_layout(self) -> None:
        choices = name_widget(QWidget(), "exerciseChoices")
        add_parts(FlowLayout(choices), self.kind, self.level)
        self.area = make_scroll_area("exerciseScroll", "The problem", self.page)
        name_scroll_bars(self.area, "exercise", "The problem")
        self.area.verticalScrollBar().rangeChanged.connect(self._scroll_to_question)
        foot = name_widget(QFrame(), "exerciseFoot")
        buttons = name_widget(QWidget(), "exerciseButtons")
        add_parts(FlowLayout(buttons), self.check, self.help, self.another)
        add_parts(make_column(foot, PAGE_MARGINS), buttons, self.score)
        add_parts(
            make_column(self, (0, UNIT, 0, 0), spacing=0),
            add_parts(make_row(margins=(2 * UNIT, 0, UNIT, UNIT)), choices),
            (self.area, STRETCH),
            foot,
        )

    def showEvent(self, event: QShowEvent) -> None:
        """Focus the field for the answer, unless the user is at the tabs."""
        super().showEvent(event)
        if not isinstance(QApplication.focusWidget(), QTabBar):
            self.page.line.setFocus(Qt.FocusReason.OtherFocusReason)
            self.page.line.deselect()

    # Which problem

    @property
    def behind(self) -> bool:
        """True while another problem is being made."""
        return self._following.behind or self._worker.busy

    @property
    def exercise(self) -> Exercise | None:
        """The shown problem."""
        return None if self._sheet is None else self._sheet.exercises[0]

    def refresh(self) -> None:
        """Start making the selected problem."""
        kind = next(kind for kind in KINDS if kind == self.kind.value)
        level, number = LEVELS[self.level.currentIndex()][0], self._number
        self._worker.start_job(
            lambda asked: make_invented_worksheet((kind,), level, number, 1, asked)
        )

    def _receive_sheet(self, result: object) -> None:
        assert isinstance(result, Worksheet)
        if result == self._sheet:
            return
        self._sheet = result
        self.progress = self.progress.start_exercise(result.exercises[0])
        self._show_question(HOW)

    def _show_next(self) -> None:
        """Show the next problem, and go to its first question."""
        self._number += 1
        self._kept.remember_choice(KEPT, "problem", str(self._number))
        self.refresh()
        self.page.line.setFocus(Qt.FocusReason.OtherFocusReason)

    # Questions and answers

    def _scroll_to_question(self) -> None:
        """Scroll to the question and its rules; if not both fit, to the question."""
        place = self.page.get_question_rect()
        for point in (place.bottomLeft(), place.topLeft()):
            self.area.ensureVisible(point.x(), point.y(), 0, UNIT)

    def _show_question(self, text: str) -> None:
        """Show the current question with a message; after the last one, a message only."""
        assert self._sheet is not None
        focus = QApplication.focusWidget()
        had = focus is not None and self.isAncestorOf(focus)
        self.page.show_problem(self._sheet, self.progress.at)
        self.page.show_verdict(None)
        solved = self.progress.blank is None
        for button in (self.check, self.help):
            button.setEnabled(not solved)
        self._show_message(f"{text} {SOLVED}" if solved else text)
        if had:
            last = self.another if solved else self.page.line
            last.setFocus(Qt.FocusReason.OtherFocusReason)

    def _show_message(self, text: str) -> None:
        """Show a message and the streak."""
        progress = self.progress
        self.page.show_message(text)
        write_label(self.help, "Show answer" if progress.hinted else "Hint")
        count = len(progress.blanks)
        write_label(
            self.score,
            f"Question {min(progress.at + 1, count)} of {count}. "
            f"Streak: {progress.streak}, best: {progress.best}.",
        )
        for name in ("streak", "best"):
            self._kept.remember_choice(KEPT, name, str(getattr(progress, name)))

    def _check_answer(self) -> None:
        """Judge the answer; if it is right, go to the next question."""
        if self.progress.blank is None or self.behind:
            return
        self.progress, verdict = self.progress.check_entry(self.page.line.text())
        if verdict.judged == "right":
            self._show_question(verdict.words)
            return
        self.page.show_verdict(verdict)
        self._show_message(verdict.words)
        self.page.line.setFocus(Qt.FocusReason.OtherFocusReason)
        self.page.line.selectAll()

    def _show_help(self) -> None:
        """Show the hint; the second time, show the answer and go to the next question."""
        before = self.progress
        if before.blank is None or self.behind:
            return
        self.progress, text = before.give_help()
        if self.progress.at == before.at:
            self._show_message(text)
            self.page.line.setFocus(Qt.FocusReason.OtherFocusReason)
        else:
            self._show_question(text)
