"""Curves: the formulas drawn over their variables, the selected player marked on each."""

from typing import Any, Final

from PySide6.QtCore import Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QButtonGroup,
    QToolButton,
    QWidget,
)

from uscalc.document.model import BY_DATE
from uscalc.engine.rules import Rules
from uscalc.engine.trace import PlayerTrace
from uscalc.explain.curve import (
    VARIABLES,
    CurveSubject,
    make_subject,
    make_variable_values,
)
from uscalc.explain.curves import NAMES, USED, draw_formula
from uscalc.rules.resolve import load_rule_table, resolve_rules
from uscalc.ui.charts.view import ChartView
from uscalc.ui.curves.control import VariableControl
from uscalc.ui.curves.scene import curve_chart
from uscalc.ui.frame.view import ScrolledView
from uscalc.ui.session.session import Session
from uscalc.ui.session.source import describe_source
from uscalc.ui.theme.theme import UNIT, Theme
from uscalc.ui.widgets.building import (
    PAGE_MARGINS,
    make_column,
    make_page,
    make_row,
    name_widget,
)
from uscalc.ui.widgets.buttons import make_choice_button, make_plain_button
from uscalc.ui.widgets.flow import FlowLayout
from uscalc.ui.widgets.labels import make_wrapped_label

WAIT: Final = 40
"""Milliseconds after which the view follows the table."""
KEYS: Final = tuple(USED)


class CurvesView(ScrolledView):
    """One formula at a time, its variables beside it."""

    def __init__(
        self, session: Session, theme: Theme, parent: QWidget | None = None
    ) -> None:
        super().__init__(
            "curvesView", "Curves of the formulas", "Curves", session, theme, parent
        )
        self._rules: Rules | None = None
        self._subject = CurveSubject("")
        self._whose: object = None
        self._own: dict[str, float] = {}
        """The variables as the player has them."""
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
            "Back to the player",
            "Set the variables to the selected player's",
            self._reset_variables,
            "Set the variables to what the selected player has",
        )
        self._lay_out()
        self.curves.idClicked.connect(self._show_formula)
        for control in self.controls.values():
            control.moved.connect(self._draw_curve)
        self.follow(
            session.opened,
            session.rated,
            session.tried,
            session.selected,
            wait=WAIT,
        )
        theme.changed.connect(self._set_sizes)
        self._set_sizes()

    # Building

    def _lay_out(self) -> None:
        page = make_page("curvesPage")
        column = make_column(page, PAGE_MARGINS)
        holder = name_widget(QWidget(), "curvesChoices")
        row = FlowLayout(holder)
        for i, key in enumerate(KEYS):
            row.addWidget(self._curve_button(i, key))
        row.addWidget(self.picture)
        column.addWidget(holder)
        self._beside = name_widget(QWidget(), "curvesVariables")
        side = make_column(self._beside, spacing=UNIT // 2)
        for control in self.controls.values():
            side.addWidget(control)
        side.addWidget(self.saying)
        side.addWidget(self.back, 0, Qt.AlignmentFlag.AlignLeft)
        side.addStretch(1)
        body = make_row(spacing=2 * UNIT)
        body.addWidget(self._beside)
        body.addWidget(self.chart, 1)
        column.addLayout(body, 1)
        self.setWidget(page)

    def _curve_button(self, i: int, key: str) -> QToolButton:
        words = draw_formula(
            key, usual_values(), CurveSubject(""), newest_rules(), ()
        ).title
        button = make_choice_button(f"curves{key.capitalize()}", NAMES[key], words)
        button.setChecked(i == 0)
        self.curves.addButton(button, i)
        return button

    def _set_sizes(self) -> None:
        """Set sizes that grow with the type."""
        metrics = self.fontMetrics()
        digit = metrics.horizontalAdvance("0")
        widest = max(
            control.label.sizeHint().width() for control in self._list_shown_controls()
        )
        for control in self.controls.values():
            control.label.setMinimumWidth(widest)
            control.field.setFixedWidth(digit * 7)
        needed = widest + digit * 7 + 8 * UNIT
        share = self.viewport().width() * 2 // 5
        self._beside.setFixedWidth(max(needed, min(digit * 44, share)))
        self.chart.setMinimumHeight(metrics.height() * 9)

    def _list_shown_controls(self) -> list[VariableControl]:
        """Return the controls of the formula that is shown."""
        return [self.controls[key] for key in USED[self.key]]

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Share the width between the variables and the chart."""
        super().resizeEvent(event)
        self._set_sizes()

    # Following

    @property
    def key(self) -> str:
        """The formula that is shown."""
        return KEYS[max(self.curves.checkedId(), 0)]

    @property
    def values(self) -> dict[str, float]:
        """The current values of the variables."""
        return {key: control.value for key, control in self.controls.items()}

    def refresh(self) -> None:
        """Mark the selected player; another player sets the variables anew."""
        session = self._session
        selection, player = session.selection, session.player
        trace: PlayerTrace | None = None
        seen = session.would_be
        rating = seen.rating
        if selection.row is not None:
            trace = seen.find_trace(selection.row)
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
            self._subject = make_subject(name, trace, self._rules, end)
        whose = selection.section, selection.system, selection.row
        own, before = make_variable_values(self._subject, self._rules), self._own
        self._own = own
        if whose != self._whose:
            self._whose = whose
            self._set_values(own)
        else:
            # Variables that nobody changed follow the player.
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


def usual_values() -> dict[str, float]:
    """Return every variable where it starts."""
    return {variable.key: variable.usual for variable in VARIABLES}


def newest_rules() -> Rules:
    """Return the rules of the newest edition."""
    table = load_rule_table()
    return table.get_rules_of_edition(table.exact_editions[-1])


def dated_values(parameter: str) -> tuple[tuple[str, Any], ...]:
    """Return every dated value of a parameter, named by its years."""
    found = []
    for dated in load_rule_table().parameters[parameter].dated:
        if dated.start is None and dated.end is not None:
            name = f"until {dated.end.year}"
        elif dated.start is not None:
            name = f"from {dated.start.year}"
        else:
            name = "always"
        found.append((name, dated.value))
    return tuple(found)
