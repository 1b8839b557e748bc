"""Steps 3, 4 and 5 of one player side by side, so that the curve is seen to move."""

from typing import Final

from PySide6.QtCore import Qt
from PySide6.QtGui import QPainter, QResizeEvent
from PySide6.QtWidgets import QWidget

from uscalc.explain.curve import make_objective_curve
from uscalc.explain.numbers import format_rating
from uscalc.ui.charts.look import ChartImage, ChartLook
from uscalc.ui.charts.picture_button import ExportImageButton
from uscalc.ui.charts.scene import Chart
from uscalc.ui.charts.view import ChartView
from uscalc.ui.explorer.scene import SolvedStep, step_chart
from uscalc.ui.session.session import Session
from uscalc.ui.theme.theme import Theme
from uscalc.ui.widgets.building import make_row, name_widget, turn_box

STEPS: Final = (3, 4, 5)
NARROWEST: Final = 28
"""Digits that a chart needs beside another one."""


def beside_charts(solved: SolvedStep, name: str, source: str) -> dict[int, Chart]:
    """Return a small chart for each step, all of the same bounds."""
    curves = {
        step: make_objective_curve(done, solved.player.entrant)
        for step, done in solved.steps.items()
    }
    bounds = (
        min(curve.low for curve in curves.values()),
        max(curve.high for curve in curves.values()),
        min(curve.knots[0].f for curve in curves.values()),
        max(curve.knots[-1].f for curve in curves.values()),
    )
    return {
        step: step_chart(
            f"f(R) of {name} in Step {step}",
            source,
            f"Step {step}: zero at {format_rating(solved.steps[step].end)}",
            curve,
            solved.steps[step].end,
            bounds,
            solved.people,
        )
        for step, curve in curves.items()
    }


class StepCharts(QWidget):
    """The small charts in a row, or one below the other where the view is narrow."""

    def __init__(self, session: Session, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        name_widget(self, "solverBeside")
        self.charts = {
            # The zero of each step is placed above its own axis.
            step: ChartView(theme, f"solverChart{step}", headline=False)
            for step in STEPS
        }
        self._row = make_row(self)
        for step, chart in self.charts.items():
            chart.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
            # The menu of a small chart opens over it; a button would crowd it.
            menu = ExportImageButton(
                f"solverStep{step}", f"f(R) in Step {step}", chart.make_image, chart
            )
            menu.hide()
            menu.failed.connect(session.refused)
            self._row.addWidget(chart, 1)
        theme.changed.connect(self._set_heights)
        self._set_heights()

    def show_charts(self, charts: dict[int, Chart]) -> None:
        """Show these charts; a missing step leaves no gap."""
        for step, view in self.charts.items():
            view.show_chart(charts.get(step))
            view.setVisible(step in charts)

    def make_picture(self, light: bool = False) -> ChartImage | None:
        """Return an image of all charts as shown."""
        found = [
            (view, picture)
            for view in self.charts.values()
            if (picture := view.make_image(light)) is not None
        ]
        if not found:
            return None

        def draw(painter: QPainter, look: ChartLook) -> None:
            for view, picture in found:
                painter.save()
                painter.translate(view.pos())
                picture.draw(painter, look)
                painter.restore()

        last = found[-1][1]
        return ChartImage(
            last.title.rpartition(" in Step ")[0],
            last.source,
            " ".join(picture.description for _, picture in found),
            self.width(),
            self.height(),
            last.look,
            draw,
        )

    def _set_heights(self) -> None:
        line = self.fontMetrics().height()
        for view in self.charts.values():
            view.setMinimumHeight(line * 12)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Turn the row where it does not fit."""
        super().resizeEvent(event)
        needed = self.fontMetrics().horizontalAdvance("0") * NARROWEST
        seen = sum(view.chart is not None for view in self.charts.values())
        turn_box(self._row, down=self.width() < needed * seen)
