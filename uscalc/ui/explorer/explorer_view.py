"""Rating explorer: a marker on the rating axis, a bar for each game, and the two sums."""

import re
from typing import Final

from PySide6.QtCore import Signal
from PySide6.QtWidgets import (
    QButtonGroup,
    QWidget,
)

from uscalc.document.model import Player, Section
from uscalc.document.rate.rated import SystemRating
from uscalc.explain.picture import SpecialPicture, StandardPicture
from uscalc.explain.picture_words import (
    DRAG_R,
    KNOTS,
    describe_state,
    describe_surplus,
    describe_walk_move,
    format_dragged_rating,
    formulate_question,
    list_notes,
)
from uscalc.explain.scene.guesses import (
    ask_for_guess,
    describe_guesses,
    summarize_guesses,
)
from uscalc.explain.scene.scene import Scene
from uscalc.ui.charts.chart_look import ChartImage
from uscalc.ui.explorer.canvas import ExplorerCanvas
from uscalc.ui.explorer.cause_sentence import CauseSentence
from uscalc.ui.explorer.curve_chart import CurveChart, Morph, match_bars
from uscalc.ui.explorer.guess_field import GuessField, RevealButton
from uscalc.ui.explorer.scene_view import MARGINS, SearchView
from uscalc.ui.session.session import Session
from uscalc.ui.theme.theme import UNIT, Theme
from uscalc.ui.widgets.building import (
    STRETCH,
    add_parts,
    make_column,
    make_page,
    make_plain_button,
    make_plain_line,
    make_row,
    make_running_text,
    make_wrapped_label,
    name_widget,
    reserve_height,
    show_or_hide,
)
from uscalc.ui.widgets.grabbing import announce
from uscalc.ui.widgets.walk_controls import WalkControls

SCORE: Final = re.compile(r"\d+(\.\d+)?(?= of )")
BARS, CURVE = 0, 1
CURVE_LINES: Final = 18
"""The least height of the curve, in lines of text."""
ZOOMS: Final = (
    ("Bars", "Show each game as a bar"),
    ("Curve", "Add up the bars to draw the curve f"),
)
HINTS: Final = {
    3: "First estimate for an unrated player, using opponents' pre-event ratings",
    4: "First pass: the opponents have their pre-event or Step 3 ratings",
    5: "Second pass: the same games, with opponents at their Step 4 ratings",
}
NO_GAMES: Final = "No rated games yet. Enter a result to see its bar."
GUESS: Final = "Guess"
DRAG: Final = "Drag the marker, the bars, the dots or the underlined numbers."
DRAG_CURVE: Final = (
    "Drag R along the axis, or drag an underlined number. Click the curve or a knot's "
    "name."
)
BANDS: Final = (
    "Each blue band is a game's part of the expected score. M is the point where the "
    "search is; R'0 is the rating of the earlier games."
)
BONUS: Final = "Points beyond the bonus threshold, 00.00, count twice: +000.0 more."
TRIALS: Final = "Trial ratings apply in Rating explorer, Knot path and Explanation."
WHAT_IF: Final = "What-if results apply in all views, except where a view is marked."


def explain_missing_curve(scene: Scene | None) -> str:
    """Return why a scene has no curve, or an empty text if it has one."""
    if scene is None:
        return NO_GAMES
    if not isinstance(scene.picture, SpecialPicture):
        return "The standard formula rates this player, and it has no curve."
    return ask_for_guess(scene) if scene.waits else ""


class RatingExplorerView(SearchView):
    """The selected player's rating as a picture to explore by dragging.

    `sweep_wanted` is emitted to go back to the Sweep page, where the user clicked a
    point.
    """

    sweep_wanted = Signal()

    def __init__(self, session: Session, theme: Theme) -> None:
        super().__init__(
            ("explorePage", "Rating explorer", "Rating explorer"),
            session,
            theme,
            "idea",
            make_wrapped_label("ideaQuestion", "heading"),
            CurveChart(session.scene, theme, "ideaCurveChart"),
            WalkControls("idea", flat=True),
        )
        self.canvas = ExplorerCanvas(self._shared, theme)
        self.causes = CauseSentence(self._shared, theme)
        self._curved = False
        self._whose: object = None
        """The player who was shown last; the same value after an edit."""
        self.back = make_plain_button(
            "ideaBack",
            "Reset",
            "Reset all what-if results and trial ratings",
            self._shared.reset_causes,
            "Reset all what-if results and trial ratings (Backspace)",
        )
        self.guess = make_plain_button(
            "ideaGuess", GUESS, "Add R to the guesses", self._drop_guess
        )
        self.typed = GuessField("idea", self._shared)
        self.typed.guessed.connect(self._announce_guess)
        self.reveal = RevealButton("idea", self._shared)
        self.reveal.clicked.connect(self._announce_answer)
        self.sweep = make_plain_button(
            "ideaSweep",
            "Back to Sweep",
            "Back to the curve of Sweep",
            self.sweep_wanted.emit,
        )
        self.sweep.clicked.connect(self.sweep.hide)
        self.sweep.hide()
        self.verdict = make_plain_line("ideaVerdict", "")
        self.prior = make_plain_button(
            "ideaPrior",
            "Start at R'0",
            "Start the search at the rating of the earlier games, as the rules do",
            self._start_at_prior,
        )
        self.scope = make_running_text("ideaScope", "note")
        self.make_search_image_button("Rating explorer", self.canvas)
        self.page_head = name_widget(QWidget(), "exploreHead")
        add_parts(make_row(self.page_head), STRETCH, self.sweep, self.picture)
        self.setFocusProxy(self.canvas)
        self.zooms = QButtonGroup(self)
        self._lay_out()
        self.canvas.turned.connect(self._show_causes)
        self.canvas.played.connect(self.transport.toggle_playing)
        self.zooms.idClicked.connect(lambda zoom: self.show_curve(bool(zoom)))
        self.steps.idClicked.connect(self._choose_step)
        session.what_if.changed.connect(self._show_changes)

    # Building

    def _lay_out(self) -> None:
        self._add_steps(HINTS)
        for zoom, (text, hint) in enumerate(ZOOMS):
            self._add_choice(self.zooms, zoom, f"idea{text}", text, hint)
        self.zooms.button(BARS).setChecked(True)
        add_parts(
            self._choices,
            self.guess,
            self.typed,
            self.reveal,
            self.verdict,
            self.back,
            self.prior,
            self.page_head,
        )
        self._page = make_page("ideaPage")
        add_parts(
            make_column(self._page, MARGINS, spacing=UNIT // 2),
            self.heading,
            self.choices,
            self.causes,
            (self.canvas, 1),
            (self.curve, 1),
            self.transport,
            self.scope,
            self.saying,
            self.notes,
            self.reason,
            (self._end, 1),
        )
        self.curve.hide()
        self.morph = Morph(self._theme, self._page, "ideaMorph")
        self.parts = (
            *(self.choices, self.causes, self.saying, self.notes, self.transport),
            *(self.picture, self.scope),
        )
        self.setWidget(self._page)

    # Following

    def refresh(self) -> None:
        """Show the selected player, unless a part is being dragged."""
        if self.canvas.is_dragging:
            self._following.refresh_later()
        else:
            super().refresh()

    def _draw_scene(self, scene: Scene) -> None:
        source = self.source
        drawn = scene.subject, scene.step, source, scene.plots_guesses
        is_new = drawn != self._drawn
        if scene.subject.whose != self._whose:
            # Sweep shows the curve of another player.
            self._whose = scene.subject.whose
            self.sweep.hide()
        if is_new:
            self._drawn = drawn
            self._switch_page(True)
            self.steps.button(scene.step).setChecked(True)
            name = scene.subject.people.get_spoken_name(scene.subject.place)
            self.canvas.show_subject(name, source)
        self._show_guesses(scene)
        # The curve would reveal the solution. Until the answer is shown, the guess takes
        # the place of the Bars and Curve buttons.
        curve, missing = self.zooms.button(CURVE), explain_missing_curve(scene)
        has_curve = not missing
        for zoom in self.zooms.buttons():
            zoom.setVisible(not scene.waits)
        curve.setEnabled(has_curve)
        curve.setToolTip(missing or ZOOMS[CURVE][1])
        self.prior.setVisible(scene.start != "prior")
        curved = self._curved and has_curve
        self.zooms.button(CURVE if curved else BARS).setChecked(True)
        turned = curved == self.curve.isHidden()
        if turned:
            self._switch_picture(curved)
        if curved:
            self.curve.show_solution(scene, source)
        else:
            self.canvas.show_scene()
        if turned or is_new:
            self._reserve_height()
        self._show_texts(scene)

    # The guess

    def _show_guesses(self, scene: Scene) -> None:
        """Show the controls for a guess or, with the answer, how far off the guesses were."""
        special = isinstance(scene.picture, SpecialPicture)
        self.guess.setText(f"{GUESS} {format_dragged_rating(scene.own)}")
        self.guess.setVisible(scene.waits and special)
        self.guess.setEnabled(scene.own not in scene.guesses)
        self.typed.label.setText("or type" if special else GUESS)
        self.typed.setVisible(scene.waits)
        self.typed.show_last_guess()
        self.reveal.setVisible(scene.waits)
        found = bool(scene.guesses) or self._shared.is_answered
        # With tried values, the picture shows another rating.
        answered = found and not scene.waits and scene.causes.is_empty
        show_or_hide(self.verdict, summarize_guesses(scene) if answered else "")
        self.verdict.setToolTip(describe_guesses(scene) if answered else "")

    def _drop_guess(self) -> None:
        """Add R to the guesses."""
        scene = self.scene
        if scene is not None:
            self._shared.put(scene.set_guesses((*scene.guesses, scene.own)))
            self.setFocus()
            self._announce_guess()

    def _announce_guess(self) -> None:
        """Read aloud the guesses, or why a typed text isn't one."""
        self._show_changes()
        scene = self.scene
        if scene is not None:
            announce(self.canvas, self.typed.problem or describe_guesses(scene))

    def _announce_answer(self) -> None:
        self.setFocus()
        if self.scene is not None:
            announce(self.canvas, describe_guesses(self.scene))

    def _start_at_prior(self) -> None:
        if self.scene is not None:
            self._shared.put(self.scene.start_from("prior"))
            self.setFocus()

    # Bars and curve

    def show_curve(self, curved: bool, moves: bool = True) -> None:
        """Show the scene as the curve f or as bars, with an animation if `moves` is True."""
        scene = self.scene
        turns, self._curved = curved != self._curved, curved
        if scene is not None and scene.waits:
            self.typed.setFocus()
        if not turns or scene is None or not isinstance(scene.picture, SpecialPicture):
            return
        shown = self.curve if self.canvas.isHidden() else self.canvas
        area, focused = shown.geometry(), shown.hasFocus() or self.canvas.has_focus
        self._draw_scene(scene)
        if moves and self.isVisible():
            # The new picture takes the place of the old one.
            self.canvas.setGeometry(area)
            self.curve.setGeometry(area)
            self.curve.show_solution(scene, self.source)
            self.morph.run(
                curved,
                area,
                lambda: match_bars(scene, self.canvas, self.curve, self._page),
            )
        if focused:
            (self.curve if curved else self.canvas).setFocus()

    def _switch_picture(self, curved: bool) -> None:
        self.canvas.setVisible(not curved)
        self.curve.setVisible(curved)
        # The sentence below the curve is longer than the one below the bars.
        self.curve.setMinimumHeight(self.fontMetrics().height() * CURVE_LINES)
        self.setFocusProxy(self.curve if curved else self.canvas)

    def _make_picture(self, light: bool = False) -> ChartImage | None:
        return (self.canvas if self.curve.isHidden() else self.curve).make_image(light)

    # Nothing to show

    def _explain_absence(self) -> None:
        super()._explain_absence()
        self.canvas.show_subject("", "")

    def _explain_rated(
        self, player: Player, section: Section, rating: SystemRating
    ) -> str:
        return NO_GAMES

    def _switch_page(self, showing: bool) -> None:
        super()._switch_page(showing)
        self.canvas.setVisible(showing and not self._curved)
        self.curve.setVisible(showing and self._curved)

    # Texts

    def _show_changes(self) -> None:
        """Enable Reset if something is changed, and say what the changes apply to."""
        scene, results = self.scene, bool(self._session.what_if.outcomes)
        self.back.setEnabled(results or (scene is not None and scene.is_changed))
        waits = scene is not None and scene.waits
        fresh = not self.back.isEnabled() and scene is not None and not waits
        asked = ask_for_guess(scene) if scene is not None else ""
        notes = (
            (waits, self.typed.problem or asked),
            (fresh, DRAG if self.curve.isHidden() else DRAG_CURVE),
            (results, WHAT_IF),
            (scene is not None and scene.has_trials, TRIALS),
            (
                scene is not None and scene.start != "prior",
                "The search starts at the closed form, as you chose in Knot path.",
            ),
        )
        self.scope.setText(" ".join(note for applies, note in notes if applies))

    def _show_texts(self, scene: Scene) -> None:
        picture, search = scene.picture, scene.search
        said = describe_state(picture, scene.at, scene.caught)
        solved = None if self.curve.isHidden() else self.curve.solved
        if solved is not None:
            said = "\n".join(solved.describe(scene))
        elif search is not None and scene.position is not None:
            assert isinstance(picture, SpecialPicture)
            said = describe_walk_move(picture, search, int(scene.position))
        elif scene.waits and isinstance(picture, StandardPicture):
            said = describe_surplus(picture)
        self.saying.setText(said)
        self.notes.setText(self._write_notes(scene, scene.shows_result))
        asked = self._ask(scene)
        if scene.found or not (self.curve.isHidden() or scene.marks_r):
            asked = asked.removesuffix(DRAG_R)
        if asked != self.heading.text():
            self.heading.setText(asked)
            # The question is longer while a number of earlier games is tried.
            needed = self.heading.heightForWidth(self.text_width)
            if needed > self.heading.minimumHeight():
                self._reserve_height()
        self.transport.setVisible(
            isinstance(picture, SpecialPicture) and not scene.waits
        )
        self._show_causes()
        self._show_changes()

    def _ask(self, scene: Scene) -> str:
        """Return the question that the picture asks."""
        name = scene.subject.people.get_spoken_name(scene.subject.place)
        # The guess is about the player's own values, not about tried ones.
        picture = (
            scene.subject.true_pictures[scene.step] if scene.waits else scene.picture
        )
        return formulate_question(picture, name, scene.waits)

    def _write_notes(self, scene: Scene, found: bool) -> str:
        """Return the explanation of knots and shaded parts, and the notes on this scene."""
        special = isinstance(scene.picture, SpecialPicture)
        shown = (special, KNOTS), (special and not self.curve.isHidden(), BANDS)
        head = (text for applies, text in shown if applies)
        return " ".join((*head, *list_notes(scene.picture, found)))

    def _show_causes(self) -> None:
        if self.scene is not None:
            self.causes.show_causes(self.scene, self.canvas.game)

    def _reserve_height(self) -> None:
        scene = self.scene
        if scene is None:
            return
        picture, search = scene.picture, scene.search
        solved = None if self.curve.isHidden() else self.curve.solved
        moves: list[str] = []
        value = ""
        if solved is not None:
            moves = [stop.sentence for stop in solved.stops]
            value = "M = 0000.00   f(M) = 0.0000\n"
        elif search is not None and isinstance(picture, SpecialPicture):
            stops = range(scene.moves + 1)
            moves = [describe_walk_move(picture, search, stop) for stop in stops]
        states = [describe_state(picture, scene.at, caught) for caught in (False, True)]
        if solved is not None:
            states = [f"{said} {solved.longest_place}" for said in states]
        if not isinstance(picture, SpecialPicture):
            states.append(f"{states[0]} {BONUS}")
        said = [f"{value}{text}" for text in (*states, *sorted(moves, key=len)[-3:])]
        notes = self._write_notes(scene, True)
        # Measure the question with the longest score, because results can be tried.
        question = SCORE.sub("00.5", self._ask(scene))
        self.heading.ensurePolished()
        reserve_height(self.heading, self.text_width, (question,))
        reserve_height(self.saying, self.text_width, said)
        reserve_height(self.notes, self.text_width, (notes,))
        self.notes.setVisible(bool(notes))
