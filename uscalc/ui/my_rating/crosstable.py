"""The sheet's player looked up in a pasted crosstable, and the real answer from it."""

import datetime as dt
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
from uscalc.document.sheet.table import everybody, filled
from uscalc.engine.systems import System
from uscalc.formats import FormatError, open_text
from uscalc.rules.resolve import rules_for
from uscalc.ui.my_rating.parts import WHO
from uscalc.ui.scheduling.worker import Wanted, Worker
from uscalc.ui.theme.theme import UNIT
from uscalc.ui.widgets.buttons import plain_button
from uscalc.ui.widgets.controls import ChoiceControl
from uscalc.ui.widgets.labels import running_text

WHICH: Final = "Which one are you?"
NOBODY: Final = (
    "Nobody in that crosstable has the rating and the results of this sheet. Which one "
    "are you? Your games are then taken from the crosstable, and this sheet is kept."
)
SEVERAL: Final = "Several in it have this rating and these results. Which one are you?"
NO_PAGE: Final = (
    "The clipboard holds neither a crosstable nor a line of a game; copy the "
    "section\N{RIGHT SINGLE QUOTATION MARK}s whole page, or lines such as 1702w."
)
EMPTY: Final = "There is nobody in that crosstable; copy the whole page of the section."
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


class Told(NamedTuple):
    """A text that is no crosstable."""

    text: str


class RealPart(QWidget):
    """`answer` is there once a crosstable was pasted that has the player.

    `changed` comes when it changed, or when `problem` did. `chosen` gives what the
    crosstable has of the player that somebody says to be, for the sheet to take;
    `no_page` a text that is no crosstable. `asking` comes when that must be said.
    """

    changed = Signal()
    chosen = Signal(object)
    no_page = Signal(str)
    asking = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.answer: RealAnswer | None = None
        self._document: Document | None = None
        self._found: tuple[Found, ...] = ()
        self._who: Found | None = None
        self._asked: tuple[Sheet | None, Settings] | None = None
        self.setObjectName("myReal")
        self.setProperty("page", True)
        self.said = running_text("myRealSaid", "note")
        self.who = ChoiceControl((), waits=True)
        self.who.call("myRealWho", WHICH)
        self.who.committed.connect(self._chosen)
        self.back = plain_button(
            "myRealBack", "Bac&k to the sheet alone", pressed=lambda: self.forget()
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
    def document(self) -> Document | None:
        """The crosstable's event; None where none was pasted."""
        return self._document

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

    @property
    def asks(self) -> bool:
        """Whether it waits for somebody to say which player it is."""
        return bool(self._found) and self.answer is None

    def said_at(self, widget: QWidget) -> str | None:
        """What can be typed where one is chosen; None elsewhere."""
        return WHO if widget is self.who else None

    # Asking

    def paste(self, text: str, sheet: Sheet | None, settings: Settings) -> None:
        """Reads a crosstable page and looks the sheet's player up in it."""
        end = dt.date.today() if sheet is None else sheet.end_date
        self._document, self._who, self._asked = None, None, (sheet, settings)

        def work(wanted: Wanted) -> object:
            try:
                document = open_text(text, end).document
            except FormatError:
                return Told(text)
            if len(everybody(document)) < 2:
                # A row or two: the opponents are not in it.
                return Told(text)
            return _look(document, sheet, settings, None, wanted)

        self._worker.ask(work)

    def follow(self, sheet: Sheet | None, settings: Settings) -> None:
        """After the sheet changed, it is looked up again in the same crosstable."""
        document = self._document
        if document is not None and (sheet, settings) != self._asked:
            self._again(document, sheet, settings)

    def forget(self) -> None:
        """Forgets the crosstable."""
        self._worker.forget()
        self._document, self._found, self._asked = None, (), None
        self._who = self.answer = None
        self._show("")

    def _again(
        self, document: Document, sheet: Sheet | None, settings: Settings
    ) -> None:
        self._asked, who = (sheet, settings), self._who
        self._worker.ask(lambda wanted: _look(document, sheet, settings, who, wanted))

    def _chosen(self, key: str) -> None:
        """Somebody says to be this one."""
        names = [_key(found) for found in self._found]
        if self._document is None or self._asked is None or key not in names:
            return
        self._who = self._found[names.index(key)]
        sheet, settings = self._asked
        system: System = "R" if sheet is None else sheet.system
        if sheet is None or self._who not in find_everywhere(
            sheet, self._document, rules_for
        ):
            self.chosen.emit(filled(self._document, self._who, system))
        else:
            self._again(self._document, sheet, settings)

    def _came(self, result: object) -> None:
        if isinstance(result, Told):
            self.forget()
            self.no_page.emit(result.text)
            return
        if not isinstance(result, Looked):
            return
        fresh = self._document is None
        self._document, self.answer = result.document, result.answer
        self._found = result.found
        self.who.blockSignals(True)
        self.who.clear()
        self.who.addItem("choose your name", "")
        for found in result.found:
            name = found.name or f"Player {found.number}"
            self.who.addItem(
                f"{name} ({found.number}, {found.section_name})", _key(found)
            )
        held = None if self.answer is None else _key(self.answer.found)
        self.who.show_text(held or "")
        self.who.blockSignals(False)
        self._show(result.problem)
        if fresh and self.asks:
            self.asking.emit()

    def tell(self, words: str) -> None:
        """Says what came of a paste."""
        self._show(words)

    def _show(self, problem: str) -> None:
        said = problem
        if self.answer is not None and self.answer.added:
            said = ADDED
        self.said.setText(said)
        self.said.setVisible(bool(said))
        self.who.setVisible(self.asks or len(self._found) > 1)
        self.back.setVisible(self._document is not None)
        self.changed.emit()


def _key(found: Found) -> str:
    return f"{found.section}:{found.number}"


def _look(
    document: Document,
    sheet: Sheet | None,
    settings: Settings,
    who: Found | None,
    wanted: Wanted,
) -> Looked | None:
    """The answer for the one player whom the sheet can be, else who is to be asked."""
    everyone = everybody(document)
    if not everyone:
        return Looked(document, (), None, EMPTY)
    those = () if sheet is None else find_everywhere(sheet, document, rules_for)
    others = tuple(found for found in everyone if found not in those)
    mine = who if who in those else those[0] if len(those) == 1 else None
    if sheet is None or mine is None:
        asked = SEVERAL if those else WHICH if sheet is None else NOBODY
        return Looked(document, (*those, *others), None, asked)
    try:
        answer = real_answer(sheet, document, mine, rules_for, settings, wanted)
    except (NothingToForecastError, NoRatingError) as error:
        text = str(error)
        problem = f"{text[:1].upper()}{text[1:]}."
        return Looked(document, (*those, *others), None, problem)
    except StoppedError:
        return None
    return Looked(document, (*those, *others), answer, "")
