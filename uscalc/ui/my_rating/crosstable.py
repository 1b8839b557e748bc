"""The sheet's player looked up in a pasted crosstable, and the real answer from it."""

from typing import Final, NamedTuple

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from uscalc.analysis.forecast_model import (
    NothingToForecastError,
    Settings,
    StoppedError,
)
from uscalc.analysis.one_player import NoRatingError
from uscalc.document.model import Document
from uscalc.document.sheet.section import (
    Found,
    RealAnswer,
    find_everywhere,
    real_answer,
)
from uscalc.document.sheet.sheet import Sheet
from uscalc.formats import FormatError, open_text
from uscalc.rules.resolve import rules_for
from uscalc.ui.scheduling.worker import Wanted, Worker
from uscalc.ui.theme.theme import UNIT
from uscalc.ui.widgets.buttons import plain_button
from uscalc.ui.widgets.controls import ChoiceControl
from uscalc.ui.widgets.labels import running_text

NOBODY: Final = (
    "Nobody in that crosstable has the rating and the results of this sheet; check the "
    "rating, and each opponent\N{RIGHT SINGLE QUOTATION MARK}s."
)
NO_PAGE: Final = (
    "The clipboard holds no crosstable page; copy the whole page of the section first."
)
WAITING: Final = "Type your rating and your games first: by them you are found in it."
ADDED: Final = (
    "The crosstable has no game to come; yours is taken from the sheet, and other "
    "games of that round are not known to it."
)


class Looked(NamedTuple):
    """What a look into the crosstable gave."""

    document: Document | None
    found: tuple[Found, ...]
    answer: RealAnswer | None
    problem: str


class RealPart(QWidget):
    """`answer` is there once a crosstable was pasted that has the player.

    `changed` comes when it changed, or when `problem` did.
    """

    changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.answer: RealAnswer | None = None
        self._document: Document | None = None
        self._found: tuple[Found, ...] = ()
        self._asked: tuple[Sheet, Settings] | None = None
        self.setObjectName("myReal")
        self.setProperty("page", True)
        self.said = running_text("myRealSaid", "note")
        self.who = ChoiceControl(())
        self.who.call("myRealWho", "Which of them you are")
        self.who.activated.connect(self._chosen)
        self.back = plain_button(
            "myRealBack", "&Back to the sheet alone", pressed=lambda: self.forget()
        )
        row = QHBoxLayout()
        row.setSpacing(UNIT)
        row.addWidget(self.who, 1)
        row.addWidget(self.back)
        row.addStretch(0)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(UNIT)
        column.addWidget(self.said)
        column.addLayout(row)
        self._worker = Worker(self)
        self._worker.done.connect(self._came)
        self._show("")

    @property
    def busy(self) -> bool:
        """Whether an answer is still to come."""
        return self._worker.busy

    def let_go(self) -> None:
        """Ends what is being computed, and waits for that."""
        self._worker.close()

    @property
    def source(self) -> str:
        """Where the answer is from."""
        if self.answer is None or self._document is None:
            return ""
        found = self.answer.found
        who = f"{found.number} {found.name}".rstrip()
        return (
            f"From the crosstable of {self._document.name}, {found.section_name}: {who}"
        )

    # Asking

    def paste(self, text: str, sheet: Sheet | None, settings: Settings) -> None:
        """Reads a crosstable page and looks the sheet's player up in it."""
        if sheet is None:
            self._show(WAITING)
            return
        end = sheet.end_date
        self._document, self._asked = None, (sheet, settings)

        def work(wanted: Wanted) -> object:
            try:
                document = open_text(text, end).document
            except FormatError:
                return Looked(None, (), None, NO_PAGE)
            return _look(document, sheet, settings, None, wanted)

        self._worker.ask(work)

    def follow(self, sheet: Sheet | None, settings: Settings) -> None:
        """After the sheet changed, it is looked up again in the same crosstable."""
        document = self._document
        if document is None or (sheet, settings) == self._asked:
            return
        if sheet is None:
            self._worker.forget()
            self._asked = None
            self.answer = None
            self._show(WAITING)
            return
        self._again(document, sheet, settings, None)

    def forget(self) -> None:
        """Forgets the crosstable."""
        self._worker.forget()
        self._document, self._found, self._asked = None, (), None
        self.answer = None
        self._show("")

    def _again(
        self, document: Document, sheet: Sheet, settings: Settings, who: Found | None
    ) -> None:
        self._asked = sheet, settings
        self._worker.ask(lambda wanted: _look(document, sheet, settings, who, wanted))

    def _chosen(self, place: int) -> None:
        if self._document is not None and self._asked and place < len(self._found):
            self._again(self._document, *self._asked, self._found[place])

    def _came(self, result: object) -> None:
        if not isinstance(result, Looked):
            return
        self._document, self.answer = result.document, result.answer
        if result.found != self._found:
            self._found = result.found
            self.who.clear()
            for found in result.found:
                self.who.addItem(
                    f"{found.number} {found.name}, {found.section_name}", found.number
                )
        self._show(result.problem)

    def _show(self, problem: str) -> None:
        said = problem
        if self.answer is not None and self.answer.added:
            said = ADDED
        self.said.setText(said)
        self.said.setVisible(bool(said))
        self.who.setVisible(len(self._found) > 1)
        self.back.setVisible(self._document is not None)
        self.changed.emit()


def _look(
    document: Document,
    sheet: Sheet,
    settings: Settings,
    who: Found | None,
    wanted: Wanted,
) -> Looked | None:
    """Everybody who can be the player, and the answer for one of them."""
    found = find_everywhere(sheet, document, rules_for)
    if not found:
        return Looked(document, (), None, NOBODY)
    try:
        answer = real_answer(
            sheet, document, who or found[0], rules_for, settings, wanted
        )
    except (NothingToForecastError, NoRatingError) as error:
        text = str(error)
        return Looked(document, found, None, f"{text[:1].upper()}{text[1:]}.")
    except StoppedError:
        return None
    return Looked(document, found, answer, "")
