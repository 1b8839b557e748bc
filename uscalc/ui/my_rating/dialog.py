"""My rating: a sheet for one player, and what its games make of the rating."""

from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QTimer
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication, QDialog, QWidget
from shiboken6 import isValid

from uscalc.analysis.forecast_model import Settings
from uscalc.document.sheet.answer import SheetAnswer
from uscalc.document.sheet.kept import KeptSheet
from uscalc.document.sheet.message import is_game, read_message
from uscalc.document.sheet.sheet import Sheet
from uscalc.document.sheet.table import Filled
from uscalc.report.as_plan import plan_text
from uscalc.report.as_sheet import sheet_text
from uscalc.report.sheet_effects import effects
from uscalc.rules.chances import chance_model
from uscalc.rules.resolve import rules_for
from uscalc.ui.my_rating.answer import cards_of, real_text, score_words, told_of
from uscalc.ui.my_rating.answered import Answered, Shown
from uscalc.ui.my_rating.answering import Answering
from uscalc.ui.my_rating.asked import Asked
from uscalc.ui.my_rating.because import Because, why_shown
from uscalc.ui.my_rating.crosstable import NO_PAGE, RealPart
from uscalc.ui.my_rating.halves import ButtonRow, Halves
from uscalc.ui.my_rating.lines import SheetLines
from uscalc.ui.my_rating.own import OwnFacts
from uscalc.ui.my_rating.parts import BEGIN, PASTED_NOTHING, give
from uscalc.ui.my_rating.planned import Planned, PlanSheet
from uscalc.ui.my_rating.shelf import Shelf
from uscalc.ui.theme.theme import UNIT, Theme
from uscalc.ui.widgets.building import DIALOG_MARGINS, make_column, name_widget

if TYPE_CHECKING:
    from uscalc.ui.frame.frame import Frame
    from uscalc.ui.storage.folders import Folders

SOON: Final = 40
"""Milliseconds after a key until the figures are asked for."""
NAME: Final = "myRating"


class MyRating(QDialog):
    """A window of its own. What was typed is kept, and comes back at the next start."""

    def __init__(self, theme: Theme, window: "Frame", folders: "Folders") -> None:
        super().__init__(window)
        self._theme = theme
        self._window = window
        self.because: Because | None = None
        self.effects: dict[str, str] = {}
        self.sheet: Sheet | None = None
        self._settings = Settings(chance_model())
        self._left_out = ""
        name_widget(self, NAME, "My rating")
        self.setWindowTitle("My rating")
        # The keys of the plan hold here too, where one looks for it.
        self.addAction(window.named_actions["myPlan"])
        self.own = OwnFacts(theme)
        self.lines = SheetLines(theme)
        self.asked = Asked()
        self.target = self.asked.target
        self.answered = Answered(theme)
        self.cards = self.answered.cards
        self.planned = Planned(theme)
        self.real = RealPart()
        self.shelf = Shelf(folders, self, self)
        self._arrange()
        self.answering = Answering(self)
        self.answering.came.connect(self._show_answer)
        self._soon = QTimer(self)
        self._soon.setSingleShot(True)
        self._soon.setInterval(SOON)
        self._soon.timeout.connect(self._ask)
        self.own.changed.connect(self._typed)
        self.lines.changed.connect(self._typed)
        self._find_way()
        self._follow = QTimer(self)
        self._follow.setSingleShot(True)
        self._follow.setInterval(0)
        self._follow.timeout.connect(
            lambda: self._halves.keep_in_sight(QApplication.focusWidget())
        )
        # A line stands in its place only after the layout, and may move by what is
        # said below another.
        self.lines.reached.connect(lambda _field: self._follow.start())
        self._halves.grown.connect(lambda *_: self._follow.start())
        self.real.changed.connect(self._show_answer)
        theme.changed.connect(self._restyle)
        self._restyle()
        self.shelf.restore()

    @property
    def answer(self) -> SheetAnswer | None:
        """What the sheet comes to; None while there is nothing to answer."""
        return self.answering.answer

    @property
    def busy(self) -> bool:
        """Whether figures are still to come."""
        rooms = self.answering.busy, self.real.busy, self.planned.busy
        return self._soon.isActive() or any(rooms)

    def _find_way(self) -> None:
        """Where the keyboard goes, and what is said of that."""
        self.own.below.connect(self.lines.begin)
        self.lines.above.connect(self.own.begin)
        self.lines.below.connect(lambda: give(self.target))
        for field in self.asked.fields():
            field.done.connect(lambda _by: self._go_on())
        self.own.pasted.connect(self.paste_text)
        self.lines.pasted.connect(self.paste_text)
        self.target.pasted.connect(self.paste_text)
        self.real.chosen.connect(self._take_filled)
        self.real.asking.connect(lambda: self._halves.reach(self.real.who))
        self.real.no_page.connect(self._take_lines)
        self.real.dated.connect(self.own.take_day)
        self.real.day_wanted.connect(self.own.ask_day)
        self.lines.own_taken = self.own.take_rating
        self.asked.changed.connect(self._typed)
        self.asked.turned.connect(self._turned)
        self.asked.pages["plan"].clicked.connect(lambda: self.show_plan())
        self.planned.changed.connect(self._typed)
        self.answered.asked.connect(self._explain)
        application = QApplication.instance()
        if isinstance(application, QApplication):
            application.focusChanged.connect(self._moved)

    # Building

    def _arrange(self) -> None:
        answer = self.asked, self.answered, self.real, self.planned
        self._halves = Halves((self.own, self.lines), answer)
        self.hint, self.source = self._halves.hint, self._halves.source
        self.problem = self._halves.problem
        buttons = ButtonRow(self.shelf.button)
        self.copy = buttons.copy
        buttons.copy.clicked.connect(lambda: self.copy_text())
        buttons.paste.clicked.connect(lambda: self.paste_page())
        buttons.empty.clicked.connect(lambda: self.clear())
        buttons.close.clicked.connect(lambda: self.hide())
        outer = make_column(self, DIALOG_MARGINS, spacing=2 * UNIT)
        outer.addWidget(self._halves, 1)
        outer.addLayout(buttons)

    def _restyle(self) -> None:
        for part in (self.asked, self.answered, self.planned, self._halves):
            part.measure()
        self._show_answer()

    def begin(self) -> None:
        """Show the sheet, ready for what is typed next."""
        if not self.isVisible():
            digit = self.fontMetrics().horizontalAdvance("0")
            room = self.screen().availableSize()
            wide = min(digit * 144, room.width() - 4 * UNIT)
            high = min(self.fontMetrics().height() * 50, room.height() - 8 * UNIT)
            self.resize(wide, high)
        self.show()
        self.raise_()
        self.activateWindow()
        if self.own.rating.text().strip():
            self.lines.begin()
        else:
            self.own.begin()

    # What is typed

    def _typed(self) -> None:
        self._soon.start()
        self._say()
        self.shelf.keep()

    def _moved(self, old: QWidget | None, new: QWidget | None) -> None:
        """Follow the keyboard from one place of the window to another."""
        if new is not None and self.isAncestorOf(new):
            if new is not self.own.rating:
                self.lines.move_keyboard(old, new)
            self._say()

    def _say(self) -> None:
        """What can be typed where the keyboard is, and where Return goes."""
        widget = QApplication.focusWidget()
        if widget is None or not self.isAncestorOf(widget):
            return
        parts = self.own, self.lines, self.planned, self.asked, self.real
        said = next((words for p in parts if (words := p.said_at(widget))), "")
        effect = self.effects.get(widget.objectName(), "")
        self.hint.setText(f"{said} {effect}".strip())

    def _go_on(self) -> None:
        """From target and draws to the games, or to the rest of the plan."""
        if self.asked.page == "plan":
            self.planned.begin()
        else:
            self.lines.begin()

    def show_plan(self) -> None:
        """Turn to the plan, ready for what it lacks first."""
        self.asked.turn("plan")
        if self.own.rating.text().strip():
            give(self.planned.by if self.target.text().strip() else self.target)

    def _show_effects(self) -> None:
        """What each control changes, for whoever comes to it by keys, mouse or ear."""
        sheet, found = self.sheet, {}
        if sheet is not None:
            rules = rules_for(sheet.rules, sheet.end_date, sheet.system)
            few = self._settings.model.few
            said = effects(sheet, self.answer, rules, few)
            found = {f"my{name}": words for name, words in said.items()}
        self.effects = found
        for part in (*self.own.fields(), *self.own.choices(), *self.asked.fields()):
            words = found.get(part.objectName(), "")
            part.setAccessibleDescription(words)
            part.setToolTip(f"{part.accessibleName()}. {words}".rstrip(" ."))
        rated = sheet is not None and sheet.rating is not None
        self.own.show_games(found["myGames"] if rated else "")
        self._say()

    def state(self) -> KeptSheet:
        """Return what stands in the sheet."""
        texts = self.own.texts() | self.asked.texts() | self.planned.texts()
        return KeptSheet(texts, self.lines.contents(), self.target.text())

    def show_sheet(self, sheet: KeptSheet) -> None:
        """Show a sheet in place of what stands there."""
        self.real.forget()
        self.own.take(sheet.own)
        self.lines.clear()
        self.lines.fill(sheet.lines)
        self.asked.take(sheet.own, sheet.target)
        self.planned.take(sheet.own)
        self.setWindowTitle("My rating")

    def offer(self, rating: str) -> None:
        """Offer the own rating of the last sheet."""
        self.own.offer(rating)
        self._say()

    def tell(self, words: str) -> None:
        """Says something of the sheet as a whole."""
        self.real.tell(words)

    # Answering

    def _read(self) -> Sheet | str:
        """Return the sheet; else what is wrong with it, nothing while it is not begun."""
        own = self.own.read()
        lines, self._left_out = self.lines.lines()
        if isinstance(own, str):
            return own
        draws = self.asked.factor()
        if isinstance(draws, str):
            return draws
        if own is None:
            return ""
        self._settings = Settings(chance_model(), draws)
        return own.sheet(lines)

    def _ask(self) -> None:
        read = self._read()
        self.sheet = None if isinstance(read, str) else read
        self._plan()
        if self.sheet is None or not self.sheet.lines:
            self.real.follow(None, self._settings)
            self.answering.forget(read if isinstance(read, str) else "")
            return
        self.real.follow(self.sheet, self._settings)
        self.answering.ask(self.sheet, self._settings)

    def _turned(self) -> None:
        """Another page is wanted."""
        self._plan()
        self._show_answer()
        self.shelf.keep()

    def _plan(self) -> None:
        """Have the plan played through while it is in sight."""
        if self.asked.page != "plan":
            self.planned.ask(None)
            return
        target, sheet = self.asked.goal(), self.sheet
        if sheet is None or self.asked.problem:
            self.planned.ask(None)
            return
        self.planned.ask(PlanSheet(sheet, target, self._settings.draws))

    # What is shown

    def goal(self) -> float | None:
        """Return the target; None where there is none that can be read."""
        return self.asked.goal()

    def _show_answer(self) -> None:
        target, answer, real = self.goal(), self.answer, self.real.answer
        event = self.asked.page == "event"
        shown = None
        if answer is not None:
            told = told_of(answer, real)
            beside = score_words(answer) if real is None else ""
            source = "From the sheet alone" if real is None else self.real.source
            cards = cards_of(told, target, beside)
            shown = Shown(told, cards, target, source, real is not None)
        self.source.setText(BEGIN if shown is None else shown.source)
        problem = self.answering.problem or self.asked.problem or self._left_out
        self.problem.setText(problem)
        self.problem.setVisible(bool(problem))
        self.source.setVisible(event and not self.answering.problem)
        self.answered.show_answer(shown)
        self.asked.show_drawn(None if shown is None else shown.told.forecast)
        self.answered.setVisible(event)
        self.real.setVisible(event)
        self.planned.setVisible(not event)
        self.copy.setEnabled(answer is not None)
        self._show_effects()

    def _explain(self, key: object) -> None:
        """Show the idea and the derivation of a card's figure."""
        answer, real, document = self.answer, self.real.answer, self.real.document
        card = next((one for one in self.cards.shown() if one.key == key), None)
        if answer is None or card is None:
            return
        way = key if isinstance(key, tuple) else ()
        shown = why_shown(answer, real, document, way)
        words = f"{card.title}: {card.figure}"
        self.because = Because(shown, words, self._window, self)
        self.because.open()

    # The clipboard

    def copy_text(self) -> None:
        """The sheet and what it comes to as text."""
        if self.answer is None:
            return
        target = self.goal()
        text = sheet_text(self.answer, target)
        if self.real.answer is not None:
            told = told_of(self.answer, self.real.answer)
            source = f"{self.real.source}. {self.real.compared}".removesuffix(". ")
            text += real_text(told, source, target)
        if self.planned.answer is not None:
            text += plan_text(self.planned.answer)
        QGuiApplication.clipboard().setText(text)

    def paste_page(self) -> None:
        """What is on the clipboard: a crosstable, or lines of games."""
        self.paste_text(QGuiApplication.clipboard().text())

    def paste_text(self, text: str) -> None:
        """Look the player up in a crosstable; other texts are lines of the sheet."""
        if not text.strip():
            self.real.tell(PASTED_NOTHING)
            return
        if self._soon.isActive():
            self._soon.stop()
            self._ask()
        read = self._read()
        sheet = None if isinstance(read, str) else read
        self.real.paste(text, sheet, self._settings, self.own.day_typed)

    def _take_lines(self, text: str) -> None:
        """A text that is no crosstable."""
        known = bool(self.own.rating.text().strip())
        message = read_message(text, known)
        games = [line for line in message.lines if is_game(line)]
        if not games and not message.own:
            self.real.tell(NO_PAGE)
            return
        if message.own and not known:
            self.own.rating.setText(message.own)
        self.lines.put(message.lines)

    def _take_filled(self, found: Filled) -> None:
        """The sheet takes a player's games from the crosstable; the old one is kept."""
        self.shelf.leave()
        self.own.take_filled(found)
        self.lines.clear()
        self.lines.fill(found.lines)
        if found.end_date is not None:
            self.lines.begin()

    def clear(self) -> None:
        """A new sheet, everything as at first; the old one is kept."""
        self.shelf.leave()
        self.show_sheet(KeptSheet())
        self.shelf.offer()
        self.own.begin()

    def let_go(self) -> None:
        """End what is being computed, and waits for that."""
        if self.because is not None and isValid(self.because):
            self.because.reject()
        self.answering.let_go()
        self.real.let_go()
        self.planned.let_go()
        self.shelf.let_go()


def my_rating(window: "Frame") -> MyRating:
    """Return the window's sheet, made when it is first asked for."""

    def make() -> MyRating:
        sheet = MyRating(window.theme, window, window.folders)
        window.session.closing.connect(sheet.let_go)
        return sheet

    sheet = window.one(MyRating, make)
    sheet.begin()
    return sheet
