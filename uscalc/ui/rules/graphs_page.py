"""Graphs: each formula drawn over one variable, with the selected player marked."""

from typing import Any, Final

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtGui import QResizeEvent, QWheelEvent
from PySide6.QtWidgets import (
    QAbstractSpinBox,
    QButtonGroup,
    QDoubleSpinBox,
    QSlider,
    QToolButton,
    QWidget,
)

from uscalc.document.model import BY_DATE
from uscalc.engine.rules import Rules
from uscalc.engine.table import DatedValue
from uscalc.explain.curve import (
    VARIABLES,
    CurveSubject,
    CurveVariable,
    FormulaCurve,
    make_subject,
    make_variable_values,
)
from uscalc.explain.curves import NAMES, USED, draw_formula
from uscalc.explain.numbers import format_number
from uscalc.rules.resolve import load_rule_table, resolve_rules
from uscalc.ui.charts.scene import (
    Axis,
    Chart,
    ChartDot,
    ChartLabel,
    ChartLine,
    ChartRule,
    Mark,
    Side,
)
from uscalc.ui.charts.view import ChartView
from uscalc.ui.frame.view import ScrolledView
from uscalc.ui.session.session import Session, describe_source
from uscalc.ui.theme.theme import UNIT, Theme
from uscalc.ui.widgets.building import (
    PAGE_MARGINS,
    add_parts,
    make_choice_button,
    make_column,
    make_head,
    make_page,
    make_plain_button,
    make_plain_line,
    make_row,
    make_wrapped_label,
    name_widget,
)
from uscalc.ui.widgets.layouts import FlowLayout


class FigureInput(QDoubleSpinBox):
    """A field for a figure; the wheel scrolls the view and doesn't change the value."""

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Ignore the wheel, so that scrolling the view doesn't change a value."""
        event.ignore()


class VariableControl(QWidget):
    """A slider and a field for one variable; `moved` is emitted when the user moved it."""

    moved = Signal()

    def __init__(self, variable: CurveVariable) -> None:
        super().__init__()
        self.variable = variable
        name = f"curves{variable.key.capitalize()}"
        name_widget(self, f"{name}Control")
        self.label = make_plain_line(f"{name}Label", "label", variable.words)
        self.slider = name_widget(
            QSlider(Qt.Orientation.Horizontal), f"{name}Slider", variable.words
        )
        self.slider.setRange(0, round((variable.high - variable.low) / variable.step))
        self.slider.setPageStep(max(1, self.slider.maximum() // 20))
        self.slider.setMinimumWidth(4 * UNIT)
        field = FigureInput(
            decimals=max(variable.decimals, 1 if variable.step < 1 else 0),
            minimum=variable.low,
            maximum=variable.high,
            singleStep=variable.step,
        )
        self.field = name_widget(field, f"{name}Field", variable.words)
        self.field.setButtonSymbols(QAbstractSpinBox.ButtonSymbols.NoButtons)
        self.field.setKeyboardTracking(False)
        self.field.setAlignment(Qt.AlignmentFlag.AlignRight)
        name_widget(self.field.lineEdit(), f"{name}Line", variable.words, "form")
        add_parts(make_row(self), self.label, (self.slider, 1), self.field)
        self.slider.valueChanged.connect(
            lambda place: self._move_to(variable.low + place * variable.step)
        )
        self.field.valueChanged.connect(self._move_to)

    @property
    def value(self) -> float:
        """The value of the variable."""
        return self.field.value()

    def show_value(self, value: float) -> None:
        """Show a value without emitting a signal."""
        variable = self.variable
        with QSignalBlocker(self.slider), QSignalBlocker(self.field):
            self.slider.setValue(round((value - variable.low) / variable.step))
            self.field.setValue(value)

    def _move_to(self, value: float) -> None:
        self.show_value(value)
        self.moved.emit()


OWN: Final[tuple[Side, ...]] = ("below-right", "above-left", "below", "above", "right")
MOVED: Final[tuple[Side, ...]] = ("above-left", "above", "below-right", "left", "right")


def curve_chart(curve: FormulaCurve, source: str) -> Chart:
    """Return the chart of a formula; each line has its name at its end."""
    moved = [spot for spot in curve.spots if not spot.own]
    marks: list[Mark] = [ChartRule(x=spot.x, role="accent") for spot in moved[:1]]
    labels: list[ChartLabel] = []
    for series in sorted(curve.series, key=lambda series: series.strong):
        marks.append(
            ChartLine(
                series.points,
                "accent" if series.strong else "pale",
                2.2 if series.strong else 1.4,
                dashed=not series.strong,
                hint=series.name,
            )
        )
        x, y = series.points[-1]
        labels.append(
            ChartLabel(
                x,
                y,
                series.name,
                "accent" if series.strong else "pale",
                place="right",
                priority=1.0 if series.strong else 0.0,
            )
        )
    for spot in curve.spots:
        marks.append(
            ChartDot(
                spot.x,
                spot.y,
                "loss" if spot.own else "accent",
                4.0,
                hollow=not spot.own,
                hint=spot.text or f"{format_number(spot.x)}: {format_number(spot.y)}",
            )
        )
        if spot.text:
            labels.append(
                ChartLabel(
                    spot.x,
                    spot.y,
                    spot.text,
                    "loss" if spot.own else "accent",
                    strong=not spot.own,
                    sides=OWN if spot.own else MOVED,
                )
            )
    # Begin with the marked points.
    return Chart(
        curve.sentence.partition(". ")[0].removesuffix(".") or curve.title,
        Axis(*curve.x, curve.x_title),
        Axis(*curve.y, curve.y_title),
        tuple(marks),
        tuple(labels),
        f"{curve.title}. {curve.sentence}",
        f"{source} Section {curve.section}." if curve.section else source,
    )


WAIT: Final = 40
"""The delay of the view after a change in the crosstable, in milliseconds."""
KEYS: Final = tuple(USED)


class GraphsPage(ScrolledView):
    """One formula at a time, with controls for its variables."""

    def __init__(
        self, session: Session, theme: Theme, parent: QWidget | None = None
    ) -> None:
        super().__init__(
            "graphsPage", "Graphs of the formulas", "Graphs", session, theme, parent
        )
        self._rules: Rules | None = None
        self._subject = CurveSubject("")
        self._whose: object = None
        self._own: dict[str, float] = {}
        """The values of the variables for the selected player."""
        self._ages = dated_values("age_formula")
        self._effective = dated_values("effective_games")
        self.curves = QButtonGroup(self)
        self.controls = {v.key: VariableControl(v) for v in VARIABLES}
        self.chart = ChartView(theme, "curvesChart")
        self.picture = self.make_image_button(
            "curves", "The formula", self.chart.make_image, self.chart
        )
        self.saying = make_wrapped_label("curvesSentence", "")
        self.back = make_plain_button(
            "curvesBack",
            "Reset to player",
            "Set the variables to the selected player's values",
            self._reset_variables,
        )
        self._lay_out()
        self.curves.idClicked.connect(self._show_formula)
        for control in self.controls.values():
            control.moved.connect(self._draw_curve)
        self.follow(
            session.opened,
            session.rated,
            session.what_if_rated,
            session.selected,
            wait=WAIT,
        )
        theme.changed.connect(self._set_sizes)
        self._set_sizes()

    # Building

    def _lay_out(self) -> None:
        page = make_page("curvesPage")
        choices = name_widget(QWidget(), "curvesChoices")
        self.page_head = make_head("curvesHead", (choices, 1))
        buttons = [self._curve_button(i, key) for i, key in enumerate(KEYS)]
        add_parts(FlowLayout(choices), *buttons, self.picture)
        self.setFocusProxy(buttons[0])
        self._beside = name_widget(QWidget(), "curvesVariables")
        side = add_parts(
            make_column(self._beside, spacing=UNIT // 2),
            *self.controls.values(),
            self.saying,
        )
        side.addWidget(self.back, 0, Qt.AlignmentFlag.AlignLeft)
        side.addStretch(1)
        body = add_parts(make_row(spacing=2 * UNIT), self._beside, (self.chart, 1))
        add_parts(make_column(page, PAGE_MARGINS), (body, 1))
        self.setWidget(page)

    def _curve_button(self, i: int, key: str) -> QToolButton:
        usual = {variable.key: variable.usual for variable in VARIABLES}
        words = draw_formula(key, usual, CurveSubject(""), newest_rules(), ()).title
        button = make_choice_button(f"curves{key.capitalize()}", NAMES[key], words)
        button.setChecked(i == 0)
        self.curves.addButton(button, i)
        return button

    def _set_sizes(self) -> None:
        """Set sizes that grow with the type."""
        metrics = self.fontMetrics()
        digit = metrics.horizontalAdvance("0")
        widest = max(
            self.controls[key].label.sizeHint().width() for key in USED[self.key]
        )
        for control in self.controls.values():
            control.label.setMinimumWidth(widest)
            control.field.setFixedWidth(digit * 7)
        needed = widest + digit * 7 + 8 * UNIT
        share = self.viewport().width() * 2 // 5
        self._beside.setFixedWidth(max(needed, min(digit * 44, share)))
        self.chart.setMinimumHeight(metrics.height() * 9)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Share the width between the variables and the chart."""
        super().resizeEvent(event)
        self._set_sizes()

    # Following

    @property
    def key(self) -> str:
        """The key of the shown formula."""
        return KEYS[max(self.curves.checkedId(), 0)]

    @property
    def values(self) -> dict[str, float]:
        """The current values of the variables."""
        return {key: control.value for key, control in self.controls.items()}

    def refresh(self) -> None:
        """Mark the selected player; for another player, reset the variables."""
        session = self._session
        selection, player = session.selection, session.player
        seen = session.with_what_if
        rating = seen.rating
        trace = None if selection.row is None else seen.find_trace(selection.row)
        if rating is not None:
            self._rules = rating.trace.rules
        elif session.section is not None:
            end = session.document.end_date_of(session.section)
            self._rules = resolve_rules(BY_DATE, end, selection.system)
        else:
            self._rules = newest_rules()
        if player is None or trace is None or rating is None:
            self._subject = CurveSubject("")
        else:
            name = player.name or f"Player {player.number}"
            end = rating.trace.section.end_date
            self._subject = make_subject(name, trace, end)
        whose = selection.section, selection.system, selection.row
        own, before = make_variable_values(self._subject, self._rules), self._own
        self._own = own
        if whose != self._whose:
            self._whose = whose
            self._set_values(own)
        else:
            # Variables that the user did not change follow the player.
            kept = {k: v for k, v in self.values.items() if abs(v - before[k]) > 1e-9}
            self._set_values({**own, **kept})
        self._draw_curve()

    def _show_formula(self, _formula: int) -> None:
        self._draw_curve()
        self._set_sizes()

    def _reset_variables(self) -> None:
        if self._rules is not None:
            self._set_values(make_variable_values(self._subject, self._rules))
            self._draw_curve()

    def _set_values(self, values: dict[str, float]) -> None:
        for key, control in self.controls.items():
            control.show_value(values[key])

    def _draw_curve(self) -> None:
        if self._rules is None:
            return
        key = self.key
        for name, control in self.controls.items():
            control.setVisible(name in USED[key])
        curve = draw_formula(
            key, self.values, self._subject, self._rules, self._ages, self._effective
        )
        self.saying.setText(curve.sentence)
        self.chart.show_chart(
            curve_chart(curve, describe_source(self._session, what_if=True))
        )
        own = make_variable_values(self._subject, self._rules)
        away = any(abs(own[k] - self.values[k]) > 1e-9 for k in USED[key])
        self.back.setEnabled(away and bool(self._subject.name))


def newest_rules() -> Rules:
    """Return the rules of the newest edition."""
    table = load_rule_table()
    return table.get_rules_of_edition(table.exact_editions[-1])


def dated_values(parameter: str) -> tuple[tuple[str, Any], ...]:
    """Return all dated values of a parameter, each with its years as its name."""
    values = load_rule_table().parameters[parameter].dated
    return tuple((_name_years(dated), dated.value) for dated in values)


def _name_years(dated: DatedValue) -> str:
    if dated.start is not None:
        return f"from {dated.start.year}"
    return "always" if dated.end is None else f"until {dated.end.year}"
