"""The lesson: a walk through the selected player's rating, over the real views."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QObject, QRect, SignalInstance
from PySide6.QtWidgets import QVBoxLayout, QWidget

from uscalc.explain.lesson import Stop, View, lesson
from uscalc.report.derivation import derivation_of
from uscalc.ui.frame.frame import HasLines
from uscalc.ui.session.step import POST
from uscalc.ui.teaching.cover import Cover
from uscalc.ui.teaching.presentation import TABLE, presentation_of, toggle
from uscalc.ui.teaching.strip import LessonStrip

if TYPE_CHECKING:
    from uscalc.ui.frame.frame import Frame

NAMES: Final[dict[View, str]] = {
    "table": TABLE,
    "why": "derivationView",
    "solver": "solverView",
    "steps": "stepsView",
    "what-if": "whatIfView",
}


class Lesson(QObject):
    """Leads through the stops; the views are covered while an answer is hidden."""

    def __init__(self, window: "Frame") -> None:
        super().__init__(window)
        self.setObjectName("lessonGuide")
        self._main = window
        self._covers: list[Cover] = []
        self._whose: object = None
        self.strip = presentation_of(window).lesson_strip = LessonStrip(window.theme)
        centre = window.centralWidget()
        room = centre.layout() if centre is not None else None
        assert isinstance(room, QVBoxLayout)
        room.insertWidget(0, self.strip)
        self.strip.went.connect(self._ask)
        self.strip.shown.connect(self._answer)
        self.strip.left.connect(self.end)
        self.strip.present.connect(lambda: toggle(window))
        window.session.rated.connect(self._renew)
        window.session.selected.connect(self._renew)

    def begin(self) -> None:
        """Starts with the selected player."""
        window = self._main
        if self.strip.isHidden():
            # One strip at a time tells what to do, and leaves the panels their room.
            window.led.emit(True)
        self._whose = self._rating()
        self.strip.begin(self._stops())

    def end(self) -> None:
        """Leaves the lesson, and the presentation with it."""
        self._lift()
        self._main.session.step.reset()
        presentation_of(self._main).leave()
        self.strip.hide()
        window = self._main
        window.led.emit(False)
        window.crosstable.view.setFocus()

    # The stops

    def _rating(self) -> object:
        session = self._main.session
        return session.shown_rating(), session.selection.row

    def _stops(self) -> tuple[Stop, ...]:
        session = self._main.session
        rating, player = session.shown_rating(), session.player
        section = session.section
        if rating is None or player is None or section is None:
            return ()
        if player.number not in rating.places:
            return ()
        derivation = derivation_of(section, rating, player.number)
        return lesson(rating.player(player.number), derivation, player.name)

    def _renew(self) -> None:
        if not self.strip.isHidden() and self._whose != self._rating():
            self._whose = self._rating()
            self.strip.renew(self._stops())

    # The views

    def _ask(self, stop: Stop) -> None:
        self._lift()
        view = self._show(stop)
        window = self._main
        if not self.strip.hide_answers.isChecked() or stop.view == "what-if":
            return
        if stop.view == "table":
            # Everything that shows the new rating.
            table = window.crosstable
            self._cover(table.view.viewport(), table.figures_rect, table.shared)
            for panel in (window.right, window.below):
                name = panel.current()
                if panel.isVisible() and name:
                    self._cover(panel.view(name))
        else:
            self._cover(view)

    def _answer(self, stop: Stop) -> None:
        self._lift()
        view = self._show(stop)
        if stop.key and isinstance(view, HasLines):
            view.show_line(stop.key)
        self.strip.on.setFocus()

    def _show(self, stop: Stop) -> QWidget:
        """Brings the view of a stop to the front; the strip keeps the keyboard.

        Every view is at the stop's step, or at the result where it is about none.
        """
        window, name = self._main, NAMES[stop.view]
        window.session.step.show(stop.step or POST)
        if window.presenting is not None:
            view = window.presenting.show_view(name)
        elif name == TABLE:
            view = window.crosstable
        else:
            view = window.show_view(name)
        self.strip.on.setFocus()
        return view

    def _cover(
        self,
        widget: QWidget,
        part: Callable[[], QRect] | None = None,
        moved: SignalInstance | None = None,
    ) -> None:
        self._covers.append(Cover(self._main.theme, widget, part, moved))

    def _lift(self) -> None:
        for cover in self._covers:
            cover.lift()
        self._covers = []


def lesson_of(window: "Frame") -> Lesson:
    """The window's lesson, made when it is first asked for."""
    return window.one(Lesson, lambda: Lesson(window))
