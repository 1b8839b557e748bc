"""Idea: a handle on the rating axis, a bar a game, and two sums that meet."""

from collections.abc import Iterator
from operator import is_
from typing import Final

from PySide6.QtCore import Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QButtonGroup,
    QHBoxLayout,
    QWidget,
)

from uscalc.document.model import Section
from uscalc.engine.trace import PlayerTrace
from uscalc.explain.idea import Special, steps_of
from uscalc.explain.idea_words import notes, question, state_words, title, walk_words
from uscalc.explain.numbers import People
from uscalc.ui.charts.picture import Picture
from uscalc.ui.frame.view import ScrolledView
from uscalc.ui.idea.canvas import IdeaCanvas
from uscalc.ui.idea.hand import Hand
from uscalc.ui.session.session import Session
from uscalc.ui.session.source import source_line
from uscalc.ui.theme.theme import UNIT, Theme
from uscalc.ui.widgets.building import PAGE_MARGINS, make_column, make_page, name_widget
from uscalc.ui.widgets.buttons import choice_button, plain_button
from uscalc.ui.widgets.flow import Flow
from uscalc.ui.widgets.labels import wrapped_label
from uscalc.ui.widgets.transport import Transport

STEPS: Final = (3, 4, 5)
HINTS: Final = {
    3: "The first look at a player without a rating, by the opponents' ratings before",
    4: "The first pass: opponents at their ratings before the event, or after Step 3",
    5: "The second pass: the same games, opponents at their ratings after Step 4",
}
NOBODY: Final = "The section has no players yet."
NOT_RATED: Final = "The section is not rated; Findings says why."
NO_GAMES: Final = (
    "There is no rated game here yet. Enter a result, and its bar appears."
)
WAIT: Final = 40
CALM: Final = 120
"""Milliseconds after which the view follows another player, and the last edit."""


class IdeaView(ScrolledView):
    """The selected player's rating as a picture that is found with a finger."""

    def __init__(
        self, session: Session, theme: Theme, parent: QWidget | None = None
    ) -> None:
        super().__init__(
            "ideaView", "The idea of the rating", "Idea", session, theme, parent
        )
        self._whose: object = None
        self._drawn: object = None
        self._kept: tuple[PlayerTrace, Section] | None = None
        self._name = ""
        self._walking = self._resetting = False
        self._shown_step = session.step
        self._step_seen = self._shown_step.step
        self.heading = wrapped_label("ideaQuestion", "heading")
        self.saying = wrapped_label("ideaSentence", "")
        self.notes = wrapped_label("ideaNotes", "note")
        self.reason = wrapped_label("ideaReason", "label")
        self.canvas = IdeaCanvas(theme)
        self.transport = Transport("idea")
        self.back = plain_button(
            "ideaBack",
            "Put back",
            "Put everything imagined back as it is",
            self.canvas.put_back,
            "Put everything imagined back as it is (Backspace)",
        )
        self.picture = self.make_image_button(
            "idea",
            "The idea of the rating",
            self.canvas.picture,
            self.canvas,
            self._frames,
        )
        self.setFocusProxy(self.canvas)
        self.steps = QButtonGroup(self)
        self._arrange()
        self.canvas.moved.connect(self._say)
        self.canvas.handled.connect(self._leave_walk)
        self.canvas.played.connect(self.transport.toggle)
        self.transport.moved.connect(self._walked)
        self.steps.idClicked.connect(self._take_step)
        self._following = self.follow(
            session.opened,
            session.selected,
            self._shown_step.changed,
            wait=WAIT,
        )
        session.rated.connect(self._follow_edit)
        session.tried.connect(self._follow_edit)
        theme.changed.connect(self._reserve)

    # Building

    def _arrange(self) -> None:
        page = make_page("ideaPage")
        column = make_column(page, PAGE_MARGINS)
        head = QHBoxLayout()
        head.addWidget(self.heading, 1, Qt.AlignmentFlag.AlignVCenter)
        head.addWidget(self.picture, 0, Qt.AlignmentFlag.AlignTop)
        column.addLayout(head)
        self.choices = name_widget(QWidget(), "ideaChoices")
        row = Flow(self.choices)
        for step in STEPS:
            button = choice_button(
                f"ideaStep{step}", f"Step {step}", f"Step {step}", HINTS[step]
            )
            self.steps.addButton(button, step)
            row.addWidget(button)
        row.addWidget(self.back)
        column.addWidget(self.choices)
        column.addWidget(self.canvas, 1)
        for part in (self.saying, self.notes, self.transport):
            column.addWidget(part)
        column.addWidget(self.reason)
        self._end = name_widget(QWidget(), "ideaEnd")
        column.addWidget(self._end, 1)
        self.setWidget(page)

    # Following

    @property
    def hand(self) -> Hand | None:
        """What is shown; None where there is nothing."""
        return self.canvas.hand

    def _follow_edit(self) -> None:
        """Wait for a pause: who types one result after the other looks at the table."""
        self._following.calmly(CALM)

    def refresh(self) -> None:
        """Show the selected player; the handle stays while it is the same one."""
        session = self._session
        seen, player = session.would_be, session.player
        section, found = seen.section, seen.rating
        if section is None or player is None:
            self._say_nothing("Nobody is here yet", NOBODY)
            return
        name = player.name or f"Player {player.number}"
        if found is None or player.number not in found.places:
            self._say_nothing(name, NOT_RATED)
            return
        place = found.places[player.number]
        trace = found.trace.players[place]
        steps = steps_of(trace)
        if not steps:
            self._say_nothing(name, NO_GAMES)
            return
        selection = session.selection
        whose = selection.section, selection.system, selection.row
        shown, before = self._shown_step.step, self.hand
        step = max((s for s in steps if s <= shown), default=min(steps))
        drawn = whose, source_line(session, what_if=True)
        kept = self._kept is not None and all(map(is_, self._kept, (trace, section)))
        if kept and drawn == self._drawn and before is not None:
            if shown != self._step_seen:
                self._step_seen = shown
                self._show_step(step)
            return
        same = whose == self._whose and before is not None
        if same and before is not None and shown == self._step_seen:
            step = before.step if before.step in steps else step
        self._whose, self._drawn, self._step_seen = whose, drawn, shown
        self._kept = trace, section
        names = {one.number: one.name for one in section.players}
        people = People(found.trace, lambda number: names.get(number, ""))
        hand = Hand(found.trace, place, people, step)
        if same and before is not None:
            hand.come_from(before)
        self._name = name
        self._switch(True)
        self._draw(hand)

    def _draw(self, hand: Hand) -> None:
        self.heading.setText(question(hand.idea, self._name))
        for step in STEPS:
            self.steps.button(step).setEnabled(step in hand.steps)
        self.steps.button(hand.step).setChecked(True)
        self._reset_walk(hand)
        source = source_line(self._session, what_if=True)
        self.canvas.show_hand(hand, title(hand.idea, self._name), source)
        self._reserve()

    def _take_step(self, step: int) -> None:
        self._show_step(step)

    def _show_step(self, step: int) -> None:
        hand = self.hand
        if hand is not None and step != hand.step:
            hand.take(step)
            self._draw(hand)

    def _say_nothing(self, heading: str, reason: str) -> None:
        self._whose = self._drawn = None
        self.transport.pause()
        self.canvas.show_hand(None, "", "")
        self.heading.setText(heading)
        self.reason.setText(reason)
        self._switch(False)

    def _switch(self, showing: bool) -> None:
        for part in (
            self.choices,
            self.canvas,
            self.saying,
            self.notes,
            self.transport,
            self.picture,
        ):
            part.setVisible(showing)
        self.reason.setVisible(not showing)
        self._end.setVisible(not showing)

    # What is said

    def _say(self) -> None:
        hand = self.hand
        if hand is None:
            return
        idea = hand.idea
        said = state_words(idea, hand.at, hand.caught)
        if self._walking and isinstance(idea, Special):
            said = walk_words(idea, self.transport.stop)
        if said != self.saying.text():
            self.saying.setText(said)
        told = " ".join(notes(idea, hand.found))
        if told != self.notes.text():
            self.notes.setText(told)
        asked = question(idea, self._name)
        if asked != self.heading.text():
            self.heading.setText(asked)
        self.back.setEnabled(not hand.causes.nothing)
        if isinstance(idea, Special) and self.transport.moves != len(idea.done.moves):
            self._reset_walk(hand)

    def _reserve(self) -> None:
        """Room for whatever may be said, so that nothing jumps under the hand."""
        hand = self.hand
        if hand is None:
            return
        idea = hand.idea
        may = [state_words(idea, hand.at, False), state_words(idea, hand.at, True)]
        if isinstance(idea, Special):
            stops = range(len(idea.stops))
            may += sorted((walk_words(idea, i) for i in stops), key=len)[-3:]
        wide = max(self.viewport().width() - 4 * UNIT, 1)
        told = " ".join(notes(idea, True))
        for label, texts in ((self.saying, may), (self.notes, [told])):
            metrics, flags = label.fontMetrics(), int(Qt.TextFlag.TextWordWrap)
            heights = [
                metrics.boundingRect(0, 0, wide, 10_000, flags, text).height()
                for text in texts
            ]
            label.setFixedHeight(max(heights) + 2)
        self.notes.setVisible(bool(told))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Another width breaks the words elsewhere."""
        super().resizeEvent(event)
        self._reserve()

    # The walk

    def _reset_walk(self, hand: Hand) -> None:
        """The walk of what is shown, not begun."""
        self._walking = False
        special = isinstance(hand.idea, Special)
        self.transport.setVisible(special)
        moves = len(hand.idea.done.moves) if isinstance(hand.idea, Special) else 0
        self._resetting = True
        self.transport.show_walk(moves, 0.0)
        self._resetting = False

    def _frames(self, light: bool) -> Iterator[Picture]:
        """Yield the walk stop by stop; the handle comes back to where it was at the end."""
        hand = self.hand
        if hand is None or not isinstance(hand.idea, Special):
            return
        before, last = hand.at, len(hand.idea.stops) - 1
        try:
            for stop, r in enumerate(hand.idea.stops):
                self.canvas.put(hand.idea.catch if stop == last else r)
                picture = self.canvas.picture(light)
                if picture is not None:
                    yield picture
        finally:
            self.canvas.put(before)

    def _leave_walk(self) -> None:
        """A person takes the handle."""
        hand = self.hand
        if hand is not None and (self._walking or self.transport.playing):
            self._reset_walk(hand)

    def _walked(self, position: float) -> None:
        hand = self.hand
        if self._resetting or hand is None or not isinstance(hand.idea, Special):
            return
        self._walking = True
        stops = hand.idea.stops
        stop = self.transport.stop
        r = stops[stop]
        if position > stop:
            r += (stops[stop + 1] - r) * (position - stop)
        if position == len(stops) - 1:
            r = hand.idea.catch
        self.canvas.put(r)
