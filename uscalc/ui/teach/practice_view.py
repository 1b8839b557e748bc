"""Practice: a calculation with blanks, checked one by one, with hints and answers."""

from functools import partial
from typing import Final

from PySide6.QtCore import Qt
from PySide6.QtGui import QPalette, QResizeEvent
from PySide6.QtWidgets import QFrame, QGridLayout, QWidget

from uscalc.report.lessons import make_invented_worksheet, make_player_exercise
from uscalc.ui.frame.view import View
from uscalc.ui.scheduling.worker import Job
from uscalc.ui.session.session import Session
from uscalc.ui.teach.practice_page import BlankPlace, PracticeHead, PracticePage
from uscalc.ui.theme.theme import UNIT, Theme
from uscalc.ui.widgets.building import (
    PAGE_MARGINS,
    add_parts,
    make_column,
    make_scroll_area,
    name_widget,
    set_margins,
)
from uscalc.ui.widgets.labels import (
    make_plain_button,
    make_wrapped_label,
    reserve_height,
)
from uscalc.ui.widgets.layouts import FlowLayout
from uscalc.worksheet.model import Exercise, ExerciseProgress, Worksheet, start_progress

WAIT: Final = 60
"""Milliseconds by which the view may lag behind the table."""
LOW: Final = 30
"""With fewer lines of text, the parts are side by side."""
WIDE: Final = 60
"""The least width for parts side by side, in digits."""
SIDE: Final = 40
"""The width of the options and hints beside the exercise, in digits."""
MOST: Final = 16_777_215
"""Pixels: no limit at all."""
NOBODY: Final = (
    "Nothing to work out here yet. Select a player with a rated game, or a made-up one."
)
NOT_THIS: Final = (
    "No problem is available for this player's calculation. Select another player or "
    "a made-up one."
)
HOW: Final = (
    "Type a value and press Enter to check it. Press ? for a hint, and again for the "
    "answer."
)
NO_BLANKS: Final = "Nothing is left blank. Select what to work out."
DONE: Final = "All values are right."


class PracticeView(View):
    """An exercise about the selected player, or a made-up one.

    Answers are kept with their exercise while another one is shown.
    """

    def __init__(
        self, session: Session, theme: Theme, parent: QWidget | None = None
    ) -> None:
        super().__init__("view-practice", "Practice", session, theme, parent, look="")
        self._sheet: Worksheet | None = None
        self._works: dict[Exercise, ExerciseProgress] = {}
        self._at = 0
        self._places: tuple[BlankPlace, ...] = ()
        self._worker = self.make_worker(self._receive_sheet)
        self.head = PracticeHead()
        self.empty = make_wrapped_label("exerciseNothing", "label")
        self.said = make_wrapped_label("exerciseSaid", "")
        self.score = make_wrapped_label("exerciseScore", "note")
        self.check = make_plain_button(
            "exerciseCheck", "Check", "Check the value", self._check_answers, "Enter"
        )
        self.help = make_plain_button(
            "exerciseHelp", "Hint", "", self._show_help, "Key: ?"
        )
        self.again = make_plain_button(
            "exerciseAgain", "Start over", "", self._start_again, "Clear every value"
        )
        self._build_layout()
        self._following = self.follow(
            session.selected,
            session.opened,
            session.rated,
            self.head.changed,
            wait=WAIT,
        )
        self.head.regrouped.connect(self._write_answers)
        theme.changed.connect(self._write_answers)

    def _build_layout(self) -> None:
        self.setBackgroundRole(QPalette.ColorRole.Base)
        self.setAutoFillBackground(True)
        self.empty.setContentsMargins(2 * UNIT, 0, 2 * UNIT, 0)
        self.area = make_scroll_area("exerciseScroll", "The problem")
        self.area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAsNeeded)
        for bar, way in (
            (self.area.verticalScrollBar(), "Up"),
            (self.area.horizontalScrollBar(), "Sideways"),
        ):
            name_widget(bar, f"exerciseScroll{way}", f"The problem: {way.lower()}")
        self.foot = name_widget(QFrame(), "exerciseFoot")
        foot = make_column(self.foot, PAGE_MARGINS)
        buttons = name_widget(QWidget(), "exerciseButtons")
        add_parts(FlowLayout(buttons), self.check, self.help, self.again)
        add_parts(foot, self.score, self.said, buttons)
        self._end = name_widget(QWidget(), "exerciseEnd")
        self._grid = set_margins(QGridLayout(self), (0, UNIT, 0, 0))
        self._beside: bool | None = None
        self._place_lines(False)

    def _place_lines(self, beside: bool) -> None:
        """Place the exercise between options and hints, or beside them in a low window."""
        if beside == self._beside:
            return
        self._beside = beside
        parts = (self.head, self.empty, self.area, self.foot, self._end)
        for part in parts:
            self._grid.removeWidget(part)
        if beside:
            for row, part in enumerate((self.head, self.empty, self._end)):
                self._grid.addWidget(part, row, 0)
            self._grid.addWidget(self.foot, 3, 0, Qt.AlignmentFlag.AlignBottom)
            self._grid.addWidget(self.area, 0, 1, 4, 1)
        else:
            for row, part in enumerate(parts):
                self._grid.addWidget(part, row, 0)
        self._distribute_room()
        self._grid.setColumnStretch(int(beside), 1)
        self._grid.setColumnStretch(int(not beside), 0)

    def _distribute_room(self) -> None:
        """Give the spare height to the exercise, or to the space below a message."""
        empty = 4 if self._sheet is None and not self._beside else 2
        for row in range(5):
            self._grid.setRowStretch(row, int(row == empty))

    # Which exercise

    @property
    def behind(self) -> bool:
        """True while another exercise is being made."""
        return self._following.behind or self._worker.busy

    def refresh(self) -> None:
        """Start making the selected exercise."""
        job = self._make_job()
        if job is None:
            self._worker.drop_job()
            self._show_exercise(None, NOBODY)
        else:
            self._worker.start_job(job)

    def _make_job(self) -> Job | None:
        if self.head.invented is not None:
            kind, level = self.head.invented
            seed = self.head.seed
            return lambda asked: make_invented_worksheet((kind,), level, seed, 1, asked)
        session = self._session
        section, rating, player = (
            session.section,
            session.shown.rating,
            session.player,
        )
        if section is None or rating is None or player is None:
            return None
        place = rating.places.get(player.number)
        if place is None or rating.trace.players[place].step5 is None:
            return None
        event, number = session.document.name, player.number
        return lambda _: (
            make_player_exercise(event, section, rating, number) or NOT_THIS
        )

    def _receive_sheet(self, result: object) -> None:
        if isinstance(result, Worksheet):
            self._show_exercise(result)
        else:
            self._show_exercise(None, str(result))

    def _show_exercise(self, sheet: Worksheet | None, nothing: str = "") -> None:
        self.show_empty(nothing if sheet is None else "")
        for part in (self.area, self.foot):
            part.setVisible(sheet is not None)
        if sheet is None or sheet != self._sheet:
            self._sheet, self._at = sheet, 0
            self._distribute_room()
            self._write_answers()

    @property
    def exercise(self) -> Exercise | None:
        """The shown exercise."""
        return None if self._sheet is None else self._sheet.exercises[0]

    @property
    def work(self) -> ExerciseProgress:
        """The progress in the shown exercise."""
        shown = self.exercise
        if shown is None:
            return start_progress(())
        return self._works.get(shown) or start_progress(tuple(shown.iterate_blanks()))

    def _remember_answers(self, work: ExerciseProgress) -> None:
        if self.exercise is not None:
            self._works[self.exercise] = work

    # The page

    def _write_answers(self) -> None:
        """Build the page again, with the answers typed so far."""
        self.head.show_choices({blank.group for blank in self.work.blanks})
        had = self.area.isAncestorOf(self.focusWidget() or self)
        if self._sheet is None:
            self._places = ()
            old = self.area.takeWidget()
            if old is not None:
                old.deleteLater()
            return
        page = PracticePage(self._sheet, self.head.asked)
        self._places = tuple(page.places)
        self.area.setWidget(page)
        for i, place in enumerate(self._places):
            place.line.textEdited.connect(partial(self._handle_typing, i))
            place.line.wanted.connect(self._check_answers)
            place.line.helped.connect(self._show_help)
            place.line.stepped.connect(lambda by: self._go_to_line(self._at + by))
            place.line.entered.connect(partial(self._focus_line, i))
        self._at = min(self._at, max(len(self._places) - 1, 0))
        self._reserve_height()
        self._show_message(HOW if self._places else NO_BLANKS)
        if had:
            self._go_to_line(self._at)

    def _show_message(self, text: str) -> None:
        """Show a message about the current value, and mark every blank."""
        work = self.work
        for place in self._places:
            place.show_entry(work.entries[place.place])
        self.said.setText(text)
        asked = [place.place for place in self._places]
        self.score.setText(work.describe_score(asked) if asked else "")
        for button in (self.check, self.help, self.again):
            button.setEnabled(bool(asked))
        if not asked:
            return
        here = self._places[self._at]
        here.line.setAccessibleDescription(f"{here.description}. {text}")
        hinted = work.entries[here.place].hinted
        self.help.setText("Answer" if hinted else "Hint")
        words = "Show the answer" if hinted else "Give a hint"
        self.help.setAccessibleName(f"{words}: {here.blank.name}")

    # The user's actions

    def _focus_line(self, i: int) -> None:
        if i != self._at:
            self._show_line(i)
        self.area.ensureWidgetVisible(self._places[i], 0, 4 * UNIT)

    def _go_to_line(self, i: int) -> None:
        """Give a blank the keyboard."""
        if self._places:
            line = self._places[i % len(self._places)].line
            line.setFocus(Qt.FocusReason.TabFocusReason)

    def _handle_typing(self, i: int, text: str) -> None:
        self._remember_answers(self.work.enter_text(self._places[i].place, text))
        self._show_line(i)

    def _show_line(self, i: int) -> None:
        self._at = i
        blank = self._places[i].blank
        self._show_message(f"{blank.name}: {blank.digits}.")

    def _check_answers(self) -> None:
        """Judge the current value; if it is right, go to the next open blank."""
        if not self._places:
            return
        here = self._places[self._at].place
        work, said = self.work.check_entry(here)
        self._remember_answers(work)
        asked = [place.place for place in self._places]
        following = work.find_next_open(here, asked)
        if following is None:
            self._show_message(f"{said} {DONE}")
            return
        self._show_message(said)
        if work.is_settled(here):
            self._at = asked.index(following)
            self._go_to_line(self._at)
            blank = self._places[self._at].blank
            self._show_message(f"{said} Next: {blank.name}, {blank.digits}.")
        else:
            self._go_to_line(self._at)

    def _show_help(self) -> None:
        """Show the hint for the current value; the second time, its answer."""
        if not self._places:
            return
        work, said = self.work.give_help(self._places[self._at].place)
        self._remember_answers(work)
        self._go_to_line(self._at)
        self._show_message(said)

    def _start_again(self) -> None:
        """Empty every blank of this exercise."""
        shown = self.exercise
        if shown is None:
            return
        self._remember_answers(start_progress(tuple(shown.iterate_blanks())))
        self._at = 0
        self._go_to_line(0)
        self._show_message(HOW)

    def _reserve_height(self) -> None:
        """Reserve room for the longest hint, so that nothing below it moves."""
        side = self._measure_side() if self._beside else self.width()
        wide = max(side - 5 * UNIT, 1)
        texts = sorted((place.blank.hint for place in self._places), key=len)[-3:]
        reserve_height(self.said, wide, (HOW, *texts))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Divide the room again, and reserve room for the hints in the new width."""
        super().resizeEvent(event)
        digit = self.fontMetrics().horizontalAdvance("0")
        low = self.height() < LOW * self.fontMetrics().height()
        self._place_lines(low and self.width() >= WIDE * digit)
        most = self._measure_side() if self._beside else MOST
        for part in (self.head, self.empty, self.foot):
            part.setMinimumWidth(most if self._beside else 0)
            part.setMaximumWidth(most)
        self._reserve_height()

    def _measure_side(self) -> int:
        """Return the width of choices and hints beside the exercise, in pixels."""
        digit = self.fontMetrics().horizontalAdvance("0")
        return min(SIDE * digit, self.width() * 2 // 5)
