"""What must be asked when a file of another program is opened."""

import datetime as dt
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Final, NamedTuple

from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QFontMetrics
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QLabel,
    QLayout,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from uscalc.document.change import Edit
from uscalc.document.model import Document
from uscalc.document.typed import TypedError, typed_date
from uscalc.engine.timecontrol import parse_time_control
from uscalc.formats.blanks import blanks_among, blanks_as_unrated
from uscalc.ui.form_controls import TextControl
from uscalc.ui.message_bar import MessageBar
from uscalc.ui.session import Session
from uscalc.ui.theme import UNIT, Theme
from uscalc.ui.wrapped import text_label

BLANKS = "blank-ratings"
NARROWEST = 56


class Asked(NamedTuple):
    """One line of a dialog: its name, its question, an example, what stands in it.

    `check` raises TypedError with what is wrong, in words.
    """

    name: str
    question: str
    example: str
    given: str
    check: Callable[[str], object]


class AskDialog(QDialog):
    """A few questions, each a line; `done` gets the answers when all can be read."""

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
        self.setObjectName(name)
        self.setAccessibleName(title)
        self.setWindowTitle(title)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        column = QVBoxLayout(self)
        column.setContentsMargins(*[3 * UNIT] * 4)
        column.setSpacing(UNIT // 2)
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
        column.addWidget(self._buttons(name, accept))
        next(iter(self.lines.values())).setFocus()
        self._fit()

    def _fit(self) -> None:
        """As high as its lines are at its width; never lower than it was."""
        layout = self.layout()
        assert layout is not None
        width = max(self.minimumWidth(), layout.sizeHint().width())
        if self.isVisible():
            width = self.width()
        self.resize(width, layout.totalHeightForWidth(width))

    def _add(self, column: QVBoxLayout, asked: Asked) -> None:
        label = QLabel(asked.question)
        label.setObjectName(f"{asked.name}Label")
        label.setProperty("role", "label")
        line = TextControl(asked.example)
        line.setObjectName(asked.name)
        line.setAccessibleName(asked.question.replace("&", ""))
        line.show_text(asked.given)
        label.setBuddy(line)
        problem = text_label(f"{asked.name}Problem", "problem")
        problem.hide()
        self.lines[asked.name], self._problems[asked.name] = line, problem
        for widget in (label, line, problem):
            column.addWidget(widget)
        column.addSpacing(UNIT)

    def _buttons(self, name: str, accept: str) -> QDialogButtonBox:
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel)
        buttons.setObjectName(f"{name}Buttons")
        yes = buttons.addButton(accept, QDialogButtonBox.ButtonRole.AcceptRole)
        no = buttons.button(QDialogButtonBox.StandardButton.Cancel)
        for button, role in ((yes, "Accept"), (no, "Cancel")):
            assert isinstance(button, QPushButton)
            button.setObjectName(f"{name}{role}")
            button.setAccessibleName(button.text().replace("&", ""))
            button.setProperty("plain", True)
        yes.setDefault(True)
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        return buttons

    def accept(self) -> None:
        """Hands the answers over, or says what cannot be read."""
        wrong = None
        for asked in self._questions:
            line, problem = self.lines[asked.name], self._problems[asked.name]
            said = ""
            try:
                asked.check(line.text())
            except TypedError as error:
                said = f"{str(error)[:1].upper()}{str(error)[1:]}."
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
    """A check of a line that must not be left empty."""

    def checked(text: str) -> object:
        if not text.strip():
            raise TypedError(missing)
        return check(text)

    return checked


LAST_DAY: Final = needed(typed_date, "an event needs its last day, as 2025-09-01")


def check_control(text: str) -> str:
    """A time control, or nothing. Raises TypedError."""
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
    """Asks for the last day of an event whose file lacks it, and its time control."""
    AskDialog(
        theme,
        "endDialog",
        "When did it end?",
        f"{intro} The day decides which rules apply.",
        (
            Asked("endDate", "On which &day did it end?", "2025-09-01", "", LAST_DAY),
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
    """Asks for the name and the last day of the next event."""
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
            Asked("carryEnd", "On which &day does it end?", "2025-10-06", "", LAST_DAY),
        ),
        "&Begin it",
        lambda said: done(" ".join(said["carryName"].split()), _day(said["carryEnd"])),
        window,
    ).open()


def with_control(document: Document, control: str) -> Document:
    """The event with this time control in the sections that have none."""
    if not control:
        return document
    return replace(
        document,
        sections=tuple(
            section
            if section.time_control or section.systems
            else replace(section, time_control=control)
            for section in document.sections
        ),
    )


def _day(text: str) -> dt.date:
    day = typed_date(text)
    assert day is not None
    return day


class Blanks(QObject):
    """Entries without a rating: new, or not looked up? Asked once for all of them."""

    def __init__(self, session: Session, messages: MessageBar, parent: QObject) -> None:
        super().__init__(parent)
        self._session = session
        self._messages = messages
        self._settled = 0
        session.opened.connect(self._opened)
        session.edited.connect(self._edited)

    def _opened(self) -> None:
        self._settled = 0
        self._messages.withdraw(BLANKS)

    def _edited(self) -> None:
        asking = self._messages.asks(BLANKS)
        if asking and not blanks_among(self._session.document):
            self._messages.withdraw(BLANKS)

    @property
    def wanted(self) -> bool:
        """Whether there are some that nobody has spoken of yet."""
        return blanks_among(self._session.document) > self._settled

    def ask(self) -> None:
        """Asks, unless all of them were spoken of already."""
        count = blanks_among(self._session.document)
        if not self.wanted:
            return
        said = "1 entry has" if count == 1 else f"{count} entries have"
        self._messages.ask(
            BLANKS,
            f"{said} no rating: new, or not looked up? The file does not say, and a "
            "section is not rated while it is not known.",
            (("New: unrated", self._new), ("Not looked up", self._later)),
        )

    def ask_again(self) -> None:
        """Asks also where the answer was that nobody had looked them up."""
        self._settled = 0
        if self.wanted:
            self.ask()
        else:
            self._messages.tell("Every entry has a rating or is new.", error=False)

    def _new(self) -> None:
        self._session.pending.settle()
        count = blanks_among(self._session.document)
        entries = "1 entry" if count == 1 else f"{count} entries"
        name = f"{entries} without a rating: new"
        self._session.edit(lambda document: Edit(blanks_as_unrated(document), name))

    def _later(self) -> None:
        self._settled = blanks_among(self._session.document)
