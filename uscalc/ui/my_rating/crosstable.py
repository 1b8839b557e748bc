"""The sheet's player looked up in a pasted crosstable, and the real answer from it."""

import datetime as dt
from dataclasses import replace
from typing import Final, NamedTuple

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from uscalc.analysis.forecast_model import NothingToForecastError, Settings
from uscalc.analysis.one_player import NoRatingError
from uscalc.document.model import Document
from uscalc.document.sheet.section import (
    Found,
    RealAnswer,
    find_everywhere,
    on_day,
    real_answer,
)
from uscalc.document.sheet.sheet import Sheet
from uscalc.document.sheet.table import everybody, filled
from uscalc.engine.systems import System
from uscalc.explain.numbers import whole
from uscalc.formats import EndDateNeededError, FormatError, open_text
from uscalc.monitor import CancelledError, Monitor
from uscalc.rules.resolve import rules_for
from uscalc.ui.my_rating.parts import WHO
from uscalc.ui.scheduling.worker import Worker
from uscalc.ui.widgets.building import make_column, make_row, name_widget
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
NO_DATE: Final = (
    "The crosstable doesn\N{RIGHT SINGLE QUOTATION MARK}t say when the event ended. Enter "
    "the last day of the event."
)
EMPTY: Final = "There is nobody in that crosstable; copy the whole page of the section."
DIFFERS: Final = (
    "check the last day of the event and the data that a crosstable "
    "doesn\N{RIGHT SINGLE QUOTATION MARK}t print."
)
ADDED: Final = (
    "The crosstable has no game to come; yours is taken from the sheet, and other "
    "games of that round are not known to it."
)


class Pasted(NamedTuple):
    """A crosstable as it was read; `dated` says whether it has its own date."""

    document: Document
    dated: bool


class Looked(NamedTuple):
    """What a look into the crosstable gave.

    `who` is the sheet's player, `day` the last day that the crosstable has for the
    section; it is given once, for the sheet to take.
    """

    pasted: Pasted
    found: tuple[Found, ...]
    answer: RealAnswer | None
    problem: str
    who: Found | None = None
    day: dt.date | None = None


class Told(NamedTuple):
    """A text that is no crosstable."""

    text: str


class RealPart(QWidget):
    """`answer` is there once a crosstable was pasted that has the player.

    `changed` comes when it changed, or when `problem` did. `chosen` gives what the
    crosstable has of the player that somebody says to be, for the sheet to take;
    `no_page` a text that isn't a crosstable. `asking` comes when the player is needed,
    `dated` with the crosstable's own last day, `day_wanted` where it has none.
    """

    changed = Signal()
    chosen = Signal(object)
    no_page = Signal(str)
    asking = Signal()
    dated = Signal(object)
    day_wanted = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.answer: RealAnswer | None = None
        self._pasted: Pasted | None = None
        self._found: tuple[Found, ...] = ()
        self._who: Found | None = None
        self._wants_day = self._by_day = False
        self._by_page = True
        """Whether the crosstable's own date is still to be taken."""
        self._asked: tuple[Sheet | None, Settings] | None = None
        name_widget(self, "myReal", look="page")
        self.said = running_text("myRealSaid", "note")
        self.who = ChoiceControl((), waits=True)
        self.who.call("myRealWho", WHICH)
        self.who.committed.connect(self._chosen)
        self.back = plain_button(
            "myRealBack", "Bac&k to the sheet alone", pressed=lambda: self.forget()
        )
        row = make_row()
        row.addWidget(self.who, 1)
        row.addWidget(self.back)
        row.addStretch(0)
        column = make_column(self)
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
        """End what is being computed, and waits for that."""
        self._worker.close()

    @property
    def document(self) -> Document | None:
        """Return the event that the answer is from; None where there is none."""
        if self._pasted is None or self.answer is None or self._asked is None:
            return None
        sheet, _ = self._asked
        document, found = self._pasted.document, self.answer.found
        if sheet is None:
            return document
        return on_day(document, found.section, sheet.end_date)

    @property
    def source(self) -> str:
        """Where the answer is from."""
        if self.answer is None or self._pasted is None:
            return ""
        found, name = self.answer.found, self._pasted.document.name
        who = f"{found.number} {found.name}".rstrip()
        return f"From the crosstable of {name}, {found.section_name}: {who}"

    @property
    def compared(self) -> str:
        """Return the published result beside the computed one; nothing without both."""
        found = self.answer
        if found is None or found.post is None or found.published is None:
            return ""
        return compared_words(found.published, found.post)

    @property
    def asks(self) -> bool:
        """Whether it waits for somebody to say which player it is."""
        return bool(self._found) and self.answer is None

    def said_at(self, widget: QWidget) -> str | None:
        """Return what can be typed where one is chosen; None elsewhere."""
        return WHO if widget is self.who else None

    # Asking

    def paste(
        self, text: str, sheet: Sheet | None, settings: Settings, by_day: bool
    ) -> None:
        """Read a crosstable page and look the sheet's player up in it.

        `by_day` says that the last day on the sheet was typed, so that a crosstable
        without a date is rated by it.
        """
        self._pasted, self._who, self._asked = None, None, (sheet, settings)
        self._by_page, self._by_day = True, by_day

        def work(monitor: Monitor) -> object:
            try:
                pasted = _read(text)
            except FormatError:
                return Told(text)
            if len(everybody(pasted.document)) < 2:
                # A row or two: the opponents are not in it.
                return Told(text)
            by_page = pasted.dated or not by_day
            return _look(pasted, sheet, settings, None, by_page, monitor)

        self._worker.ask(work)

    def follow(self, sheet: Sheet | None, settings: Settings) -> None:
        """After the sheet changed, it is looked up again in the same crosstable."""
        pasted = self._pasted
        if pasted is None or (sheet, settings) == self._asked:
            return
        if sheet is None and self._who is not None:
            # The player is known; only the sheet cannot be read now.
            self._worker.forget()
            self._asked, self.answer = (None, settings), None
            self._show(NO_DATE if self._wants_day else "")
            return
        if self._wants_day:
            self._wants_day = self._by_page = False
        self._again(pasted, sheet, settings)

    def forget(self) -> None:
        """Forget the crosstable."""
        self._worker.forget()
        self._pasted, self._found, self._asked = None, (), None
        self._who = self.answer = None
        self._wants_day = False
        self._show("")

    def _again(self, pasted: Pasted, sheet: Sheet | None, settings: Settings) -> None:
        self._asked, who = (sheet, settings), self._who
        by_page = self._by_page and (pasted.dated or not self._by_day)
        self._worker.ask(
            lambda monitor: _look(pasted, sheet, settings, who, by_page, monitor)
        )

    def _chosen(self, key: str) -> None:
        """Somebody says to be this one."""
        names = [_key(found) for found in self._found]
        pasted = self._pasted
        if pasted is None or self._asked is None or key not in names:
            return
        self._who = self._found[names.index(key)]
        sheet, settings = self._asked
        system: System = "R" if sheet is None else sheet.system
        document = pasted.document
        if sheet is not None and self._who in find_everywhere(
            sheet, document, rules_for
        ):
            self._again(pasted, sheet, settings)
            return
        self._by_page = False
        found = filled(document, self._who, system)
        self.chosen.emit(found if pasted.dated else replace(found, end_date=None))
        if not pasted.dated:
            self._want_day()

    def _came(self, result: object) -> None:
        if isinstance(result, Told):
            self.forget()
            self.no_page.emit(result.text)
            return
        if not isinstance(result, Looked):
            return
        fresh = self._pasted is None
        self._pasted, self.answer = result.pasted, result.answer
        self._found, self._who = result.found, result.who or self._who
        if result.day is not None and self._asked is not None:
            self._by_page = False
            sheet, settings = self._asked
            if sheet is not None:
                self._asked = replace(sheet, end_date=result.day), settings
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
        if result.day is not None:
            self.dated.emit(result.day)
        if result.problem == NO_DATE:
            self._want_day()
        elif fresh and self.asks:
            self.asking.emit()

    def _want_day(self) -> None:
        """Ask for the last day of the event."""
        self._wants_day = True
        self._show(NO_DATE)
        self.day_wanted.emit()

    def tell(self, words: str) -> None:
        """Say what came of a paste."""
        self._show(words)

    def _show(self, problem: str) -> None:
        said = problem or self.compared
        if self.answer is not None and self.answer.added:
            said = ADDED
        self.said.setText(said)
        self.said.setVisible(bool(said))
        self.who.setVisible(self.asks or len(self._found) > 1)
        self.back.setVisible(self._pasted is not None)
        self.changed.emit()


def _key(found: Found) -> str:
    return f"{found.section}:{found.number}"


def compared_words(published: float, post: float) -> str:
    """Return how the published result and the computed one compare."""
    one, other = whole(published), whole(post)
    said = f"Published {one}, computed {other}"
    return f"{said}." if one == other else f"{said}: {DIFFERS}"


def _read(text: str) -> Pasted:
    """Read a crosstable with the date that it has. Raises FormatError."""
    try:
        return Pasted(open_text(text).document, True)
    except EndDateNeededError:
        # Its date is asked for; who plays in it is known without.
        return Pasted(open_text(text, dt.date.today()).document, False)


def _look(
    pasted: Pasted,
    sheet: Sheet | None,
    settings: Settings,
    who: Found | None,
    by_page: bool,
    monitor: Monitor,
) -> Looked | None:
    """Return the answer for the sheet's only player, else the players to ask about.

    `by_page` has it rated by the crosstable's own date, which is asked for where it has
    none; otherwise the sheet's date holds.
    """
    document = pasted.document
    everyone = everybody(document)
    if not everyone:
        return Looked(pasted, (), None, EMPTY)
    those = () if sheet is None else find_everywhere(sheet, document, rules_for)
    others = tuple(found for found in everyone if found not in those)
    mine = who if who in those else those[0] if len(those) == 1 else None
    if sheet is None or mine is None:
        asked = SEVERAL if those else WHICH if sheet is None else NOBODY
        return Looked(pasted, (*those, *others), None, asked)
    day = None
    if by_page:
        if not pasted.dated:
            return Looked(pasted, (*those, *others), None, NO_DATE, mine)
        day = document.end_of(document.sections[mine.section])
        sheet = replace(sheet, end_date=day)
    document = on_day(document, mine.section, sheet.end_date)
    try:
        answer = real_answer(sheet, document, mine, rules_for, settings, monitor)
    except (NothingToForecastError, NoRatingError) as error:
        text = str(error)
        problem = f"{text[:1].upper()}{text[1:]}."
        return Looked(pasted, (*those, *others), None, problem, mine, day)
    except CancelledError:
        return None
    return Looked(pasted, (*those, *others), answer, "", mine, day)
