"""Explanation: the derivation of the selected player's rating."""

from msgspec.structs import replace
from PySide6.QtCore import QTimer, Signal
from PySide6.QtGui import QFontMetricsF, QGuiApplication, QPalette, QResizeEvent
from PySide6.QtWidgets import (
    QSizePolicy,
    QWidget,
)

from uscalc.document.rate.rated import SystemRating
from uscalc.explain.model import Derivation, find_full_key
from uscalc.explain.numbers import format_rating
from uscalc.explain.scene.scene import Scene
from uscalc.explain.scene.words import go_to_line, name_trials
from uscalc.report.derivation import make_derivation
from uscalc.ui.charts.chart_look import ChartImage
from uscalc.ui.explain.page import ExplanationPage, derivation_page, empty_html
from uscalc.ui.explain.style import PageStyle, what_stops, why_not
from uscalc.ui.explain.text import ExplanationText
from uscalc.ui.frame.number_drag import NumberDrag
from uscalc.ui.frame.view import View
from uscalc.ui.scheduling import connect_each
from uscalc.ui.session.session import POST, WITH, Session, describe_source
from uscalc.ui.theme.theme import UNIT, Theme
from uscalc.ui.widgets.building import (
    STRETCH,
    add_parts,
    make_column,
    make_plain_button,
    make_plain_line,
    make_row,
    make_tool_button,
    name_widget,
    turn_box,
)

CALM = 120
"""The page follows an edit after this many milliseconds without another edit."""
COLUMNS = 64
"""The least width of a line that has room for a table of games with all columns, in letters."""
BESIDE = 56
"""The least width of a line that has room for the buttons beside the name, in letters."""


class ExplanationView(View):
    """Shows the answer first, and then every step, for the selected player.

    `scene_wanted` is emitted to show the scene that a line is about.
    """

    scene_wanted = Signal()

    def __init__(self, session: Session, theme: Theme, parent: QWidget | None = None):
        super().__init__(
            "view-explanation", "Explanation", session, theme, parent, look=""
        )
        self._derivation: Derivation | None = None
        self._shown: object = None
        self._derived: object = None
        self._written: object = None
        self._unfolded: set[str] = set()
        self._step = session.step
        self._step_seen = self._step.step
        self._fitted = False
        """True if the page was written for its width."""
        self.heading = make_plain_line("derivationHeading", "", wraps=True)
        self.heading.setSizePolicy(
            QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred
        )
        self.text = ExplanationText()
        self.text.folded.connect(self._toggle_fold)
        self.text.shown.connect(self._show_moment)
        self.text.chosen.connect(session.select_number)
        self._shared = session.scene
        self._drag = NumberDrag(self.text, self._shared)
        self._drag.moved.connect(self._show_tried_values)
        self._drag.dropped.connect(self._finish_drag)
        self._drag.clicked.connect(self.text.follow_link)
        self.trial = make_plain_line("derivationTrial", "", wraps=True)
        self.reset = make_plain_button(
            "derivationReset",
            "Reset",
            "Reset all what-if results and trial ratings",
            self._shared.reset_causes,
        )
        self.copy_button = make_tool_button(
            "derivationCopyText",
            "Copy text",
            "Copy the derivation as text",
            "Copy the whole derivation as text",
        )
        self.copy_button.clicked.connect(self.copy_text)
        self.picture = self.make_image_button(
            "derivation", "The derivation", self._make_picture
        )
        self.picture.setToolTip(
            "Export image: copy the derivation, or save it as PNG, SVG or PDF"
        )
        self._lay_out()
        self.setFocusProxy(self.text)
        self._following = self.follow(
            session.selected,
            session.opened,
            theme.changed,
        )
        connect_each(self._follow_edit, session.rated, session.what_if_rated)
        self._step.changed.connect(self._follow_step)
        self._shared.changed.connect(self._follow_scene)

    def _lay_out(self) -> None:
        self.setBackgroundRole(QPalette.ColorRole.Base)
        self.setAutoFillBackground(True)
        buttons = make_row(spacing=UNIT // 2)
        self._head = add_parts(
            make_row(margins=(2 * UNIT, UNIT, UNIT, 0), spacing=UNIT // 2),
            (self.heading, 1),
            add_parts(buttons, STRETCH, self.copy_button, self.picture),
        )
        self.tried = name_widget(QWidget(), "derivationTried")
        add_parts(
            make_row(self.tried, margins=(2 * UNIT, 0, UNIT, UNIT)),
            (self.trial, 1),
            self.reset,
        )
        self.tried.hide()
        add_parts(make_column(self, spacing=0), self._head, self.tried, (self.text, 1))

    # Display

    @property
    def derivation(self) -> Derivation | None:
        """The derivation of the selected player; None where there is no rating."""
        self._following.refresh_now()
        return self._derivation

    @property
    def behind(self) -> bool:
        """True while the page doesn't show the current selection yet."""
        return self._following.behind

    def toPlainText(self) -> str:
        """Return the current selection's page as plain text."""
        self._following.refresh_now()
        return f"{self.heading.text()}\n{self.text.toPlainText()}"

    def refresh(self) -> None:
        """Write the page again; for the same player, keep the scroll position."""
        selection = self._session.selection
        player = selection.section, selection.system, selection.row
        bar = self.text.verticalScrollBar()
        same = player == self._shown
        if not same:
            self._unfolded.clear()
        place = bar.value() if same else 0
        self._shown = player
        self._derivation = self._make_derivation()
        self._show_tried_values()
        self._write_page()
        bar.setValue(place)
        step = self._step.step
        if step != self._step_seen or (not same and step != POST):
            self._go_to_step()

    def _write_page(self) -> None:
        """Write the page, unless it is already shown."""
        theme, colors = self._theme, self._theme.colors
        font = theme.make_font()
        self.heading.setFont(theme.make_font(1.15, strong=True))
        # Set the font only if it has changed, because this lays out the old page.
        if self.text.document().defaultFont() != font:
            self.text.document().setDefaultFont(font)
            self._written = None
        for button in (self.copy_button, self.picture):
            button.setVisible(self._derivation is not None)
        if self._derivation is None:
            self.heading.setText("")
            self._written = None
            page = ExplanationPage(empty_html(*why_not(self._session), colors))
            self.text.show_page(page, colors)
            return
        self.heading.setText(self._derivation.heading)
        self._turn_head()
        narrow = self._is_narrow()
        room = self.text.viewport().width() - 2 * self.text.document().documentMargin()
        look = colors, theme.zoom / 100, narrow, max(room, UNIT)
        wanted = self._derivation, look, frozenset(self._unfolded)
        if wanted == self._written:
            self.text.setExtraSelections([])
            return
        self._written = wanted
        page = derivation_page(
            self._derivation, PageStyle(colors, font, *look[1:]), self._unfolded
        )
        self._fitted = narrow or page.shrunk
        self.text.show_page(page, colors)

    def _turn_head(self) -> None:
        """Place the buttons beside the name or, if there is no room, below it."""
        letter = QFontMetricsF(self._theme.make_font()).averageCharWidth()
        turned = turn_box(self._head, down=self.width() < letter * BESIDE)
        layout = self.layout()
        if turned and layout is not None:
            # Apply this now, so that nothing is first painted in the wrong place.
            layout.invalidate()
            layout.activate()

    def _is_narrow(self) -> bool:
        """Return whether the page is too narrow for a table of games with all columns."""
        wide = QFontMetricsF(self._theme.make_font()).averageCharWidth() * COLUMNS
        return self.text.viewport().width() < wide

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Write the page again if it has other columns or smaller formulas at this width."""
        super().resizeEvent(event)
        self._turn_head()
        shown = self._derivation is not None and not self._following.behind
        wide = self.text.horizontalScrollBar().maximum() > 0
        if shown and (self._fitted or wide or self._is_narrow()):
            self._following.refresh_later()

    # Trials

    def _trial_scene(self) -> Scene | None:
        """Return the selected player's scene if a value is tried in it, or None."""
        scene, rating = self._shared.value, self._session.with_what_if.rating
        player = self._session.player
        if scene is None or rating is None or player is None or not scene.tried_steps:
            return None
        same = scene.subject.section is rating.trace
        return (
            None
            if not same or rating.places.get(player.number) != scene.subject.place
            else scene.select_step(scene.tried_steps[0])
        )

    def _follow_scene(self) -> None:
        """Show the tried values: at once during a drag, otherwise after a pause."""
        scene = self._trial_scene()
        causes = None if scene is None else (scene.causes, scene.step)
        if self._drag.cause is None and causes != self._derived:
            self._following.debounce(CALM)

    def _show_tried_values(self) -> None:
        """Show which values are tried, and what they change."""
        scene, cause = self._trial_scene(), self._drag.cause
        dragged = self._shared.value
        self.tried.setVisible(scene is not None)
        if scene is not None:
            before = format_rating(scene.subject.true_results[scene.step])
            self.trial.setText(
                f"Tried here: {name_trials(scene.picture)}. Step {scene.step} gives "
                f"{format_rating(scene.picture.result)} instead of {before}."
                if cause is None or dragged is None
                else cause.describe_trial(dragged)
            )

    def _finish_drag(self, link: str) -> None:
        """Write the page after a number was dragged, and focus the number."""
        self._written = None
        self._following.behind = True
        self._following.refresh_now()
        self._drag.focus_link(link)

    def _show_moment(self, key: str) -> None:
        """Show the state of the scene that a line is about."""
        scene = self._shared.follow()
        if scene is not None:
            self._shared.put(go_to_line(scene, key))
            self.scene_wanted.emit()

    def _make_derivation(self) -> Derivation | None:
        session = self._session
        seen, player = session.with_what_if, session.player
        rating, section = seen.rating, seen.section
        if rating is None or player is None or player.number not in rating.places:
            return None
        assert section is not None
        scene = self._trial_scene()
        self._derived = None if scene is None else (scene.causes, scene.step)
        if scene is not None:
            rating = rate_with_trials(rating, scene)
        found = make_derivation(
            section, rating, player.number, what_stops(session) if seen.around else ()
        )
        return found if scene is None else mark_trials(found, scene)

    # Getting to a line

    def show_line(self, key: str) -> bool:
        """Scroll to a line and mark it; return whether there is such a line.

        A key is that of a chapter ("step4", "result") or of a line ("step5.k"). The
        last part of a line's key ("k", "bonus", "floor") means this line of the step
        that gives the rating.
        """
        derivation = self.derivation
        found = None if derivation is None else find_full_key(derivation, key)
        if derivation is None or found is None:
            return False
        folded = {
            chapter.key
            for chapter in derivation.chapters
            for line in chapter.lines
            if line.key == found and line.detail
        }
        if not folded <= self._unfolded:
            self._unfolded |= folded
            self._write_page()
        # A view that was hidden gets its size, and its lines their positions,
        # only when the event loop runs again.
        QTimer.singleShot(0, self, lambda: self._mark_line(found))
        return self._mark_line(found)

    def _follow_edit(self) -> None:
        """Schedule writing the page after a pause in the edits."""
        self._following.debounce(CALM)

    def _follow_step(self) -> None:
        """Go to the shown step, now or when the page becomes visible."""
        if self.isVisible():
            self._go_to_step()
        else:
            self._following.refresh_later()

    def _go_to_step(self) -> None:
        """Scroll to the chapter of the shown step; if it has none, to the last one before it."""
        step = self._step_seen = self._step.step
        steps = [f"{way}{n}" for n in range(step, 0, -1) for way in ("step", "guide")]
        any(self.show_line(key) for key in (["result"] if step == POST else steps))

    def _mark_line(self, key: str) -> bool:
        return self.text.show_anchor(key, self._theme.colors)

    def _toggle_fold(self, chapter: str) -> None:
        bar = self.text.verticalScrollBar()
        place = bar.value()
        self._unfolded ^= {chapter}
        self._write_page()
        bar.setValue(place)

    # Copying

    def as_text(self) -> str:
        """Return the full derivation as text, like the command line's `explain --full`."""
        from io import StringIO

        from rich.console import Console

        from uscalc.report.as_text import make_derivation_text, print_to

        if self.derivation is None:
            return ""
        paper = StringIO()
        print_to(Console(file=paper, width=100), make_derivation_text(self.derivation))
        lines = [line.rstrip() for line in paper.getvalue().splitlines()]
        if self._session.shows_what_if:
            lines[:0] = [f"{WITH}.", ""]
        return "\n".join(lines)

    def copy_text(self) -> None:
        """Copy the whole derivation as text."""
        QGuiApplication.clipboard().setText(self.as_text())

    def _make_picture(self, light: bool) -> ChartImage | None:
        from uscalc.ui.charts.chart_look import ChartLook
        from uscalc.ui.explain.picture import derivation_picture

        if self.derivation is None:
            return None
        return derivation_picture(
            self.derivation,
            describe_source(self._session, what_if=True),
            ChartLook.from_theme(self._theme, light),
        )


def rate_with_trials(rating: SystemRating, scene: Scene) -> SystemRating:
    """Return the ratings with the tried values of a scene, which the event doesn't have."""
    players = list(rating.trace.players)
    players[scene.subject.place] = scene.make_trial_trace()
    return replace(rating, trace=rating.trace._replace(players=tuple(players)))


def mark_trials(derivation: Derivation, scene: Scene) -> Derivation:
    """Mark the games with a tried rating, and name all tried values in the note."""
    ratings = {**scene.elsewhere, scene.step: scene.causes.ratings}
    tried = {
        f"step{step}": {place for place, _ in given} for step, given in ratings.items()
    }
    chapters = tuple(
        replace(
            chapter,
            games=tuple(
                replace(game, strength_from="trial rating")
                if place in tried[chapter.key]
                else game
                for place, game in enumerate(chapter.games)
            ),
        )
        if chapter.key in tried
        else chapter
        for chapter in derivation.chapters
    )
    return replace(
        derivation,
        heading=f"{derivation.heading} (trial)",
        chapters=chapters,
        note=f"{derivation.note} Tried here: {name_trials(scene.picture)}.".strip(),
    )
