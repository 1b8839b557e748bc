"""The base of the views that show the scene of the selected player."""

from collections.abc import Generator, Mapping
from typing import Final

from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QButtonGroup, QLabel, QWidget

from uscalc.document.model import Player, Section
from uscalc.document.rate.rated import SystemRating
from uscalc.explain.scene.scene import Scene
from uscalc.ui.charts.chart_look import ChartImage
from uscalc.ui.charts.picture_button import ExportImageButton, GetPicture
from uscalc.ui.explorer.curve_chart import CurveChart
from uscalc.ui.explorer.guess_field import RevealButton
from uscalc.ui.frame.view import ScrolledView
from uscalc.ui.session.session import Session, describe_source
from uscalc.ui.theme.theme import UNIT, Theme
from uscalc.ui.widgets.building import (
    Part,
    add_parts,
    make_choice_button,
    make_column,
    make_head,
    make_page,
    make_wrapped_label,
    name_widget,
)
from uscalc.ui.widgets.layouts import FlowLayout
from uscalc.ui.widgets.walk_controls import WalkControls

WAIT: Final = 40
"""Milliseconds by which a view may lag behind the crosstable."""
STEPS: Final = (3, 4, 5)
MARGINS: Final = (2 * UNIT, UNIT // 2, 2 * UNIT, UNIT // 2)
"""Close margins, so that nothing scrolls in Teach at 1280 x 800."""
NOBODY: Final = "This section has no players yet. Press F4 to register members."
GUESS_ON_EXPLORE: Final = (
    "Guess this rating on the Explore page first. This page would show the answer."
)
GUESSED: Final = "Press Show answer first. This page would show the answer."
NOT_RATED: Final = "This section isn't rated. See Problems (F8)."


class SceneView(ScrolledView):
    """A view that shows the selected player's scene: a step, and the values tried in it."""

    def __init__(
        self, name: str, label: str, title: str, session: Session, theme: Theme
    ) -> None:
        super().__init__(name, label, title, session, theme)
        self._shared = session.scene
        self._following = self.follow(
            session.opened,
            session.rated,
            session.what_if_rated,
            session.selected,
            session.step.changed,
            wait=WAIT,
        )
        self._shared.changed.connect(self._follow_scene)

    def lay_out_page(
        self, name: str, of_what: str, get: GetPicture, surface: QWidget, *parts: Part
    ) -> None:
        """Put the parts below each other, with a button that exports `get`'s image.

        While the empty state asks for a guess, the button that shows the answer is
        beside that one.
        """
        self._no_idea = RevealButton(name, self._shared)
        self._no_idea.hide()
        self.page_head = make_head(
            f"{name}Head",
            self._no_idea,
            self.make_image_button(name, of_what, get, surface),
        )
        page = make_page(f"{name}Body")
        add_parts(make_column(page, MARGINS, spacing=UNIT // 2), *parts)
        self.setWidget(page)

    def show_empty(self, text: str) -> None:
        """Show the empty state with a text, or hide it if `text` is empty."""
        super().show_empty(text)
        self._no_idea.setVisible(text in (GUESS_ON_EXPLORE, GUESSED))

    def explain_waiting(self) -> str:
        """Return why a page shows nothing before a guess; empty if it may show the answer."""
        scene = self.scene
        if scene is None or not scene.waits:
            return ""
        return GUESSED if scene.guesses else GUESS_ON_EXPLORE

    @property
    def scene(self) -> Scene | None:
        """The shown scene; None if there is nothing to show."""
        return self._shared.value

    @property
    def source(self) -> str:
        """The line of an image that names the event and the rules."""
        return describe_source(self._session, what_if=True)

    def refresh(self) -> None:
        """Show the selected player."""
        self._shared.follow()
        self._show_scene()

    def _follow_scene(self) -> None:
        """Show the scene now, or when the view becomes visible."""
        if self.isVisible():
            self._show_scene()
        else:
            self._following.refresh_later()

    def _show_scene(self) -> None:
        """Show the shared scene."""
        raise NotImplementedError


class SearchView(SceneView):
    """The base of views that show the curve and the search of a scene, or why there is none.

    The object names of its parts begin with `key`.
    """

    parts: tuple[QWidget, ...]
    """The parts that are hidden while there is no scene."""
    picture: ExportImageButton

    def __init__(
        self,
        names: tuple[str, str, str],
        session: Session,
        theme: Theme,
        key: str,
        heading: QLabel,
        curve: CurveChart,
        transport: WalkControls,
    ) -> None:
        super().__init__(*names, session, theme)
        self._key = key
        self._drawn: object = None
        self.heading = heading
        self.curve = curve
        self.transport = transport
        self.saying = make_wrapped_label(f"{key}Sentence", "")
        self.notes = make_wrapped_label(f"{key}Notes", "note")
        self.reason = make_wrapped_label(f"{key}Reason", "label")
        self._end = name_widget(QWidget(), f"{key}End")
        self.steps = QButtonGroup(self)
        self.choices = name_widget(QWidget(), f"{key}Choices")
        self._choices = FlowLayout(self.choices)
        curve.played.connect(transport.toggle_playing)
        transport.moved.connect(self._move_search)
        theme.changed.connect(self._reserve_height)

    def _add_choice(
        self, group: QButtonGroup, place: int, name: str, text: str, hint: str
    ) -> None:
        """Add a button to the row of choices; one button of each group is pressed."""
        button = make_choice_button(name, text, hint, hint)
        group.addButton(button, place)
        self._choices.addWidget(button)

    def _add_steps(self, hints: Mapping[int, str]) -> None:
        for step, hint in hints.items():
            self._add_choice(
                self.steps, step, f"{self._key}Step{step}", f"Step {step}", hint
            )

    def make_search_image_button(self, of_what: str, surface: QWidget) -> None:
        """Make the button for images; if there is a search, it also offers its stops."""
        self.picture = self.make_image_button(
            self._key, of_what, self._make_picture, surface, self._make_frames
        )
        self.picture.choices.aboutToShow.connect(self._offer_frames)

    def _offer_frames(self) -> None:
        scene = self.scene
        has_search = scene is not None and scene.moves > 0 and not scene.waits
        for action in self.picture.choices.actions():
            if action.objectName() == f"{self._key}SaveFrames":
                action.setVisible(has_search)

    def _show_scene(self) -> None:
        scene = self.scene
        if scene is None or not self._can_show(scene):
            self._drawn = None
            self.transport.pause_playing()
            self._explain_absence()
            self._switch_page(False)
            return
        for step in STEPS:
            self.steps.button(step).setEnabled(step in scene.subject.steps)
        self._draw_scene(scene)
        self.transport.follow_walk(
            scene.moves, None if scene.marks_r else scene.reached
        )

    def _can_show(self, scene: Scene) -> bool:
        return True

    def _draw_scene(self, scene: Scene) -> None:
        """Show a scene."""
        raise NotImplementedError

    def _explain_absence(self) -> None:
        """Show why there is no scene."""
        seen, player = self._session.with_what_if, self._session.player
        if seen.section is None or player is None:
            heading, reason = "No players yet", NOBODY
        else:
            heading, reason = player.name or f"Player {player.number}", NOT_RATED
            if seen.rating is not None and player.number in seen.rating.places:
                reason = self._explain_rated(player, seen.section, seen.rating)
        self.heading.setText(heading)
        self.reason.setText(reason)

    def _explain_rated(
        self, player: Player, section: Section, rating: SystemRating
    ) -> str:
        """Return why a rated player has no scene."""
        raise NotImplementedError

    def _switch_page(self, showing: bool) -> None:
        for part in self.parts:
            part.setVisible(showing)
        for part in (self.reason, self._end):
            part.setVisible(not showing)

    def _choose_step(self, step: int) -> None:
        if self.scene is not None:
            self._shared.put(self.scene.select_step(step))

    # The search

    def _move_search(self, position: float) -> None:
        if self.scene is not None:
            self._shared.put(self.scene.to_position(position))

    def _make_picture(self, light: bool = False) -> ChartImage | None:
        """Return the image of the shown picture."""
        raise NotImplementedError

    def _make_frames(self, light: bool) -> Generator[ChartImage, None, None]:
        """Yield an image for each stop of the search; then restore the scene."""
        before = self.scene
        try:
            for stop in range(before.moves + 1 if before and before.search else 0):
                self._move_search(float(stop))
                picture = self._make_picture(light)
                if picture is not None:
                    yield picture
        finally:
            self._shared.put(before)

    # Sizes

    def _reserve_height(self) -> None:
        """Reserve room for the longest text, so that nothing below it moves."""
        raise NotImplementedError

    @property
    def text_width(self) -> int:
        """The width of the sentences, in pixels."""
        return max(self.viewport().width() - 4 * UNIT, 1)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Reserve the height again for the new width."""
        super().resizeEvent(event)
        self._reserve_height()
