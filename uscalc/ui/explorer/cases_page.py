"""Cases: two scenes side by side that differ in one fact."""

from functools import partial
from typing import Final

from PySide6.QtCore import QPointF, QSize
from PySide6.QtGui import QPainter, QPainterStateGuard, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QButtonGroup, QSizePolicy, QWidget

from uscalc.explain.numbers import speak_name
from uscalc.explain.picture_words import describe_sums
from uscalc.explain.scene.cases import (
    MAKERS,
    ContrastCase,
    ContrastSide,
    make_case,
)
from uscalc.rules.resolve import load_rule_table
from uscalc.ui.charts.chart_look import ChartImage, ChartLook, write_text
from uscalc.ui.explorer.layout import lay_out, least_height
from uscalc.ui.explorer.paint import paint_explorer
from uscalc.ui.explorer.scene_view import MARGINS, SceneView
from uscalc.ui.explorer.strokes import em_of, enlarge_type
from uscalc.ui.session.session import Session
from uscalc.ui.theme.theme import UNIT, Theme
from uscalc.ui.widgets.building import (
    STRETCH,
    make_choice_button,
    make_wrapped_label,
    name_widget,
    show_or_hide,
)
from uscalc.ui.widgets.layouts import FlowLayout

NARROWEST: Final = 22.0
"""The least width of a scene beside another one, in heights of the type."""
SMALLEST: Final = 0.8
"""The least size of the type with which two scenes are side by side."""
CAPTION: Final = 3.0
"""The height of the two lines above a scene, in heights of the type."""
MOST: Final = 100
"""The share of the room that the scenes get, before an empty space gets some."""
INVENTED: Final = "This is an example with invented names: the case doesn't fit {}."


class CaseCanvas(QWidget):
    """Paints two scenes, side by side or one below the other."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self.case: ContrastCase | None = None
        """The case that is shown."""
        self.source = ""
        self._narrow = 0
        name_widget(self, "casesCanvas")
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        theme.changed.connect(self._fit_height)

    def show_case(self, case: ContrastCase, source: str) -> None:
        """Show another case."""
        self.case, self.source = case, source
        self.setAccessibleName(case.title)
        self.setAccessibleDescription(
            " ".join(
                f"{side.label}: {side.result}, "
                f"{describe_sums(side.scene.picture, side.scene.at)}."
                for side in (case.left, case.right)
            )
        )
        self._fit_height()

    def fit_width(self, narrow: int) -> None:
        """Arrange the scenes for a width in pixels: the one beside a scroll bar.

        The height must not depend on whether the bar is shown. If it did, the bar could
        appear and disappear without end.
        """
        self._narrow = narrow
        self._fit_height()

    def _measure_type(self) -> float:
        """Return the size of the type with which both scenes fit side by side."""
        em = em_of(ChartLook.from_theme(self._theme))
        return min(self._narrow / (2 * NARROWEST * em), 1.0)

    def _list_places(
        self, case: ContrastCase, em: float
    ) -> list[tuple[ContrastSide, float, float, float, float]]:
        """Return each scene with its x, y, width and height, for a height of the type."""
        beside, sides = self._measure_type() >= SMALLEST, (case.left, case.right)
        least, usual = self._measure_heights(case, em)
        spare = self.height() - (max(least) if beside else sum(least))
        places, x, y = [], 0.0, 0.0
        for side, low, high in zip(sides, least, usual, strict=True):
            width = self.width() / 2 if beside else float(self.width())
            room = self.height() if beside else low + max(spare, 0.0) / 2
            here = max(min(high, room), low)
            places.append((side, x, y, width, here))
            x, y = (width, 0.0) if beside else (0.0, y + here)
        return places

    def _measure_heights(
        self, case: ContrastCase, em: float
    ) -> tuple[list[float], list[float]]:
        """Return the least and the usual height of each scene, with its caption."""
        least, usual = [], []
        for side in (case.left, case.right):
            scene, width = side.scene, float(self._narrow)
            low = least_height(scene.picture, em, every_row=True)
            high = lay_out(scene.picture, scene.bounds, width, None, em).height
            least.append(low + CAPTION * em)
            usual.append(max(low, high) + CAPTION * em)
        return least, usual

    def _fit_height(self) -> None:
        """Set the least height and, so that no room stays empty, the greatest one."""
        if self.case is not None:
            heights = self._measure_heights(self.case, em_of(self._make_look()))
            beside = self._measure_type() >= SMALLEST
            low, high = (max(one) if beside else sum(one) for one in heights)
            self.setMinimumHeight(round(low))
            self.setMaximumHeight(round(high))
        self.update()

    def _make_look(self, light: bool = False) -> ChartLook:
        """Return the look, with smaller type if both scenes then fit side by side."""
        look = ChartLook.from_theme(self._theme, light)
        size = self._measure_type()
        return enlarge_type(look, size) if size >= SMALLEST else look

    def sizeHint(self) -> QSize:
        """Return a size as high as both scenes need."""
        return QSize(48 * UNIT, self.minimumHeight())

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint both scenes."""
        with QPainter(self) as painter:
            self._paint_case(painter, self._make_look())

    def _paint_case(self, painter: QPainter, look: ChartLook) -> None:
        if self.case is None:
            return
        em = em_of(look)
        for side, x, y, width, high in self._list_places(self.case, em):
            scene, room = side.scene, width - 2 * em
            fits = look.measure_text(side.result, False)[0] <= room
            result = side.result if fits else side.short_result
            with QPainterStateGuard(painter):
                painter.translate(x, y)
                for line, (text, strong) in enumerate(
                    ((side.label, True), (result, False))
                ):
                    place = QPointF(em, (1.2 + 1.35 * line) * em)
                    font = look.strong if strong else look.font
                    color = look.color_of("accent" if strong else "text")
                    write_text(painter, place, text, font, color, look.outlined)
                painter.translate(0.0, CAPTION * em)
                layout = lay_out(
                    scene.picture, scene.bounds, width, high - CAPTION * em, em
                )
                paint_explorer(painter, layout, scene, look)

    def make_image(self, light: bool = False) -> ChartImage | None:
        """Return the two scenes as an image for a file."""
        case = self.case
        if case is None:
            return None
        return ChartImage(
            case.title,
            self.source,
            f"{self.accessibleDescription()} {case.reason}",
            float(self.width()),
            float(self.height()),
            self._make_look(light),
            self._paint_case,
        )


class CasesPage(SceneView):
    """A choice of five cases: each shows two scenes, and explains why they differ."""

    def __init__(self, session: Session, theme: Theme) -> None:
        super().__init__("casesPage", "Contrasting cases", "Cases", session, theme)
        self._asked: object = None
        self._case: ContrastCase | None = None
        self._name = ""
        self.choices = QButtonGroup(self)
        self.same = make_wrapped_label("casesSame", "")
        self.reason = make_wrapped_label("casesReason", "")
        self.note = make_wrapped_label("casesNote", "note")
        self.empty = make_wrapped_label("casesEmpty", "label")
        self.empty.hide()
        self.canvas = CaseCanvas(theme)
        buttons = name_widget(QWidget(), "casesChoices")
        row = FlowLayout(buttons)
        for place, (key, (text, _)) in enumerate(MAKERS.items()):
            button = make_choice_button(
                f"cases{key.capitalize()}", text, f"Contrasting cases: {text}"
            )
            self.choices.addButton(button, place)
            row.addWidget(button)
        self.choices.button(0).setChecked(True)
        self.setFocusProxy(self.choices.button(0))
        self.lay_out_page(
            "cases",
            "The cases",
            self.canvas.make_image,
            self.canvas,
            buttons,
            self.empty,
            self.same,
            self.reason,
            self.note,
            (self.canvas, MOST),
            STRETCH,
        )
        self.worker = self.make_worker(self._show_case)
        self.choices.idClicked.connect(self._show_scene)
        self.choices.buttonClicked.connect(self.setFocusProxy)

    @property
    def key(self) -> str:
        """The key of the selected case."""
        return tuple(MAKERS)[self.choices.checkedId()]

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Fit the scenes to the new width."""
        bar = self.verticalScrollBar().sizeHint().width()
        beside = self.maximumViewportSize().width() - bar
        self.canvas.fit_width(beside - MARGINS[0] - MARGINS[2])
        super().resizeEvent(event)

    def _show_scene(self) -> None:
        """Make the selected case for the selected player, in the background."""
        session, scene = self._session, self.scene
        rating = session.with_what_if.rating
        table = load_rule_table()
        editions = tuple(
            (key, table.get_rules_of_edition(key)) for key in table.exact_editions
        )
        rules = editions[-1][1] if rating is None else rating.trace.rules
        others = tuple(one for one in editions if one[0] != rules.edition)
        player = session.player
        self._name = "this event" if player is None else player.name or "this player"
        asked = self.key, None if scene is None else scene.subject, rules
        if asked != self._asked:
            self._asked = asked
            self.worker.start_job(partial(make_case, *asked, others))
        elif self._case is not None:
            self._show_case(self._case)

    def _show_case(self, case: object) -> None:
        """Show a case, unless it would show the answer before a guess."""
        assert isinstance(case, ContrastCase)
        self._case = case
        waiting = self.explain_waiting() if case.has_true_result else ""
        self.show_empty(waiting)
        for part in (self.same, self.reason, self.canvas):
            part.setVisible(not waiting)
        self.canvas.show_case(case, self.source)
        self.same.setText(f"Same: {case.same}\nDifferent: {case.differs}")
        self.reason.setText(f"Why: {case.reason}")
        show_or_hide(
            self.note,
            INVENTED.format(speak_name(self._name)) if case.is_example else "",
        )
