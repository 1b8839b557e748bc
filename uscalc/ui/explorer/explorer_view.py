"""Rating explorer: a marker on the rating axis, a bar a game, and two sums that meet."""

from collections.abc import Iterator
from operator import is_
from typing import Final

from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QButtonGroup,
    QWidget,
)

from uscalc.document.model import Document, Section
from uscalc.document.queries.scenario import Outcome
from uscalc.engine.trace import PlayerTrace
from uscalc.explain.idea import SpecialPicture, list_steps
from uscalc.explain.idea_words import (
    describe_state,
    describe_walk_move,
    formulate_question,
    list_notes,
    make_title,
)
from uscalc.ui.charts.look import ChartImage
from uscalc.ui.explorer.canvas import ExplorerCanvas
from uscalc.ui.explorer.layout import ExplorerState
from uscalc.ui.explorer.scene import people_of
from uscalc.ui.frame.view import ScrolledView
from uscalc.ui.scheduling.following import connect_each
from uscalc.ui.session.session import Session
from uscalc.ui.session.source import describe_source
from uscalc.ui.theme.theme import UNIT, Theme
from uscalc.ui.widgets.building import (
    PAGE_MARGINS,
    add_parts,
    make_column,
    make_page,
    make_row,
    name_widget,
)
from uscalc.ui.widgets.labels import (
    make_choice_button,
    make_plain_button,
    make_wrapped_label,
    reserve_height,
)
from uscalc.ui.widgets.layouts import FlowLayout
from uscalc.ui.widgets.transport import WalkControls

STEPS: Final = (3, 4, 5)
HINTS: Final = {
    3: "First estimate for an unrated player, using opponents' pre-event ratings",
    4: "First pass: opponents at their pre-event or Step 3 ratings",
    5: "Second pass: the same games, with opponents at their Step 4 ratings",
}
NOBODY: Final = "This section has no players yet. Press F4 to register members."
NOT_RATED: Final = "This section isn't rated. See Problems (F8)."
NO_GAMES: Final = "No rated games yet. Enter a result to see its bar."
LETTERS: Final = {1.0: "W", 0.5: "D", 0.0: "L"}
SCOPES: Final = {
    (False, False): "",
    (True, False): "What-if results apply in every view.",
    (False, True): "Trial ratings apply only here.",
    (True, True): "What-if results apply in every view, trial ratings only here.",
}
"""The note about what-if results and trial ratings, by whether there are any."""
WAIT: Final = 40
CALM: Final = 120
"""Milliseconds after which the view shows another player, and the last edit."""


class RatingExplorerView(ScrolledView):
    """The selected player's rating as a picture to explore by dragging."""

    def __init__(
        self, session: Session, theme: Theme, parent: QWidget | None = None
    ) -> None:
        super().__init__(
            "view-rating-explorer",
            "Rating explorer",
            "Rating explorer",
            session,
            theme,
            parent,
        )
        self._whose: object = None
        self._drawn: object = None
        self._kept: tuple[PlayerTrace, Section] | None = None
        self._document: Document | None = None
        self._name = ""
        self._walking = self._resetting = False
        self._shown_step = session.step
        self._step_seen = self._shown_step.step
        self.heading = make_wrapped_label("ideaQuestion", "heading")
        self.saying = make_wrapped_label("ideaSentence", "")
        self.notes = make_wrapped_label("ideaNotes", "note")
        self.reason = make_wrapped_label("ideaReason", "label")
        self.canvas = ExplorerCanvas(theme)
        self.transport = WalkControls("idea")
        self.back = make_plain_button(
            "ideaBack",
            "Reset",
            "Reset all what-if results and trial ratings",
            self.canvas.reset_causes,
            "Reset all what-if results and trial ratings (Backspace)",
        )
        self.scope = make_wrapped_label("ideaScope", "note")
        self.picture = self.make_image_button(
            "idea",
            "Rating explorer",
            self.canvas.make_picture,
            self.canvas,
            self._make_frames,
        )
        self.setFocusProxy(self.canvas)
        self.steps = QButtonGroup(self)
        self._lay_out()
        self.canvas.moved.connect(self._show_sentence)
        self.canvas.handled.connect(self._leave_walk)
        self.canvas.played.connect(self.transport.toggle_playing)
        self.canvas.scored.connect(self._set_result)
        self.canvas.cleared.connect(session.imagination.clear_results)
        session.imagination.changed.connect(self._show_changes)
        self.transport.moved.connect(self._show_position)
        self.steps.idClicked.connect(self._show_step)
        self._following = self.follow(
            session.opened,
            session.selected,
            self._shown_step.changed,
            wait=WAIT,
        )
        connect_each(self._follow_edit, session.rated, session.tried)
        theme.changed.connect(self._reserve_height)

    # Building

    def _lay_out(self) -> None:
        self.choices = name_widget(QWidget(), "ideaChoices")
        row = FlowLayout(self.choices)
        for step in STEPS:
            button = make_choice_button(
                f"ideaStep{step}", f"Step {step}", f"Step {step}", HINTS[step]
            )
            self.steps.addButton(button, step)
            row.addWidget(button)
        row.addWidget(self.back)
        second = make_row()
        add_parts(second, self.picture, (self.scope, 1))
        page = make_page("ideaPage")
        column = make_column(page, PAGE_MARGINS)
        add_parts(column, self.heading, self.choices, second)
        column.addWidget(self.canvas, 1)
        add_parts(column, self.saying, self.notes, self.transport, self.reason)
        self._end = name_widget(QWidget(), "ideaEnd")
        column.addWidget(self._end, 1)
        self.setWidget(page)

    # Following

    @property
    def hand(self) -> ExplorerState | None:
        """The shown state; None if there is nothing to show."""
        return self.canvas.hand

    def _follow_edit(self) -> None:
        """Wait for a pause in typing results."""
        self._following.debounce(CALM)

    def refresh(self) -> None:
        """Show the selected player; the marker stays while it is the same one."""
        if self.canvas.is_dragging:
            self._follow_edit()
            return
        session = self._session
        seen, player = session.would_be, session.player
        section, found = seen.section, seen.rating
        if section is None or player is None:
            self._say_nothing("No players yet", NOBODY)
            return
        name = player.name or f"Player {player.number}"
        if found is None or player.number not in found.places:
            self._say_nothing(name, NOT_RATED)
            return
        place = found.places[player.number]
        trace = found.trace.players[place]
        steps = list_steps(trace)
        if not steps:
            self._say_nothing(name, NO_GAMES)
            return
        selection = session.selection
        whose = selection.section, selection.system, selection.row
        shown, before = self._shown_step.step, self.hand
        step = max((s for s in steps if s <= shown), default=min(steps))
        drawn = whose, describe_source(session, what_if=True)
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
        people, actual = (
            people_of(found.trace, section),
            self._find_actual_scores(trace),
        )
        hand = ExplorerState(found.trace, place, people, step, actual)
        if same and before is not None:
            hand.come_from(before)
            if session.document is self._document:
                hand.keep_trial_ratings(before)
        self._name, self._document = name, session.document
        self._switch_page(True)
        self._draw_state(hand)

    def _find_actual_scores(self, trace: PlayerTrace) -> dict[int, float | None]:
        """Return the actual scores of the games of a what-if rating, by game."""
        real = self._session.find_system_rating()
        if real is None or not self._session.shows_what_if:
            return {}
        played = real.find_trace(trace.entrant.number).entrant.own
        scores = {(game.round, game.opponent): game.score for game in played}
        return {
            place: scores.get((game.round, game.opponent))
            for place, game in enumerate(trace.entrant.own)
        }

    # What-if results

    def _set_result(self, place: int, score: float | None) -> None:
        """Make a result that the user changed a what-if result of the session."""
        hand, session = self.hand, self._session
        if hand is None or session.player is None:
            return
        player, (round_, _) = session.player.number, hand.games[place]
        if score is None:
            session.imagination.remove_result(player, round_)
        else:
            session.imagination.set_result(Outcome(round_, player, LETTERS[score]))

    def _show_changes(self) -> None:
        """Enable Reset where there is a change, and say where the changes apply."""
        hand, results = self.hand, bool(self._session.imagination.outcomes)
        trials = hand is not None and not hand.causes.without_scores().is_empty
        self.back.setEnabled(results or (hand is not None and hand.is_changed))
        self.scope.setText(SCOPES[results, trials])

    # Drawing

    def _draw_state(self, hand: ExplorerState) -> None:
        self.heading.setText(formulate_question(hand.idea, self._name))
        for step in STEPS:
            self.steps.button(step).setEnabled(step in hand.steps)
        self.steps.button(hand.step).setChecked(True)
        self._reset_walk(hand)
        source = describe_source(self._session, what_if=True)
        self.canvas.show_hand(hand, make_title(hand.idea, self._name), source)
        self._reserve_height()

    def _show_step(self, step: int) -> None:
        hand = self.hand
        if hand is not None and step != hand.step:
            hand.select_step(step)
            self._draw_state(hand)

    def _say_nothing(self, heading: str, reason: str) -> None:
        self._whose = self._drawn = None
        self.transport.pause_playing()
        self.canvas.show_hand(None, "", "")
        self.heading.setText(heading)
        self.reason.setText(reason)
        self._switch_page(False)

    def _switch_page(self, showing: bool) -> None:
        for part in (
            self.choices,
            self.canvas,
            self.saying,
            self.notes,
            self.transport,
            self.picture,
            self.scope,
        ):
            part.setVisible(showing)
        self.reason.setVisible(not showing)
        self._end.setVisible(not showing)

    # Texts

    def _show_sentence(self) -> None:
        hand = self.hand
        if hand is None:
            return
        idea = hand.idea
        said = describe_state(idea, hand.at, hand.caught)
        if self._walking and isinstance(idea, SpecialPicture):
            said = describe_walk_move(idea, self.transport.stop)
        self.saying.setText(said)
        self.notes.setText(" ".join(list_notes(idea, hand.found)))
        self.heading.setText(formulate_question(idea, self._name))
        self._show_changes()
        if isinstance(idea, SpecialPicture) and self.transport.moves != len(
            idea.done.moves
        ):
            self._reset_walk(hand)

    def _reserve_height(self) -> None:
        """Reserve room for the longest possible text, so that nothing jumps during a drag."""
        hand = self.hand
        if hand is None:
            return
        idea = hand.idea
        may = [
            describe_state(idea, hand.at, False),
            describe_state(idea, hand.at, True),
        ]
        if isinstance(idea, SpecialPicture):
            stops = range(len(idea.stop_ratings))
            may += sorted((describe_walk_move(idea, i) for i in stops), key=len)[-3:]
        wide = max(self.viewport().width() - 4 * UNIT, 1)
        told = " ".join(list_notes(idea, True))
        reserve_height(self.saying, wide, may)
        reserve_height(self.notes, wide, (told,))
        self.notes.setVisible(bool(told))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Reserve the height again for the new width."""
        super().resizeEvent(event)
        self._reserve_height()

    # The search

    def _reset_walk(self, hand: ExplorerState) -> None:
        """Reset the search to its beginning for the shown player."""
        self._walking = False
        idea = hand.idea
        moves = len(idea.done.moves) if isinstance(idea, SpecialPicture) else 0
        self.transport.setVisible(isinstance(idea, SpecialPicture))
        self._resetting = True
        self.transport.show_walk(moves, 0.0)
        self._resetting = False

    def _make_frames(self, light: bool) -> Iterator[ChartImage]:
        """Yield an image for each stop of the search; then restore the marker."""
        hand = self.hand
        if hand is None or not isinstance(hand.idea, SpecialPicture):
            return
        before, last = hand.at, len(hand.idea.stop_ratings) - 1
        try:
            for stop, r in enumerate(hand.idea.stop_ratings):
                self.canvas.put_marker(hand.idea.catch_rating if stop == last else r)
                picture = self.canvas.make_picture(light)
                if picture is not None:
                    yield picture
        finally:
            self.canvas.put_marker(before)

    def _leave_walk(self) -> None:
        """Stop the search because the user moves the marker."""
        hand = self.hand
        if hand is not None and (self._walking or self.transport.playing):
            self._reset_walk(hand)

    def _show_position(self, position: float) -> None:
        hand = self.hand
        if self._resetting or hand is None or not isinstance(hand.idea, SpecialPicture):
            return
        self._walking = True
        stops = hand.idea.stop_ratings
        stop = self.transport.stop
        r = stops[stop]
        if position > stop:
            r += (stops[stop + 1] - r) * (position - stop)
        if position == len(stops) - 1:
            r = hand.idea.catch_rating
        self.canvas.put_marker(r)
