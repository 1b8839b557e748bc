"""One variable of a formula: its name, a slider, and a field to type in."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import (
    QAbstractSpinBox,
    QDoubleSpinBox,
    QSlider,
    QWidget,
)

from uscalc.explain.curve import CurveVariable
from uscalc.ui.theme.theme import UNIT
from uscalc.ui.widgets.building import make_row, name_widget
from uscalc.ui.widgets.labels import make_plain_line


class FigureInput(QDoubleSpinBox):
    """A figure to type; the wheel scrolls the view and changes nothing."""

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Ignore the wheel: scrolling past must not change a value."""
        event.ignore()


class VariableControl(QWidget):
    """Shows and moves one variable; `moved` comes when a person moved it."""

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
        self.field = name_widget(FigureInput(), f"{name}Field", variable.words)
        self.field.setRange(variable.low, variable.high)
        self.field.setSingleStep(variable.step)
        self.field.setDecimals(max(variable.decimals, 1 if variable.step < 1 else 0))
        self.field.setButtonSymbols(QAbstractSpinBox.ButtonSymbols.NoButtons)
        self.field.setKeyboardTracking(False)
        self.field.setAlignment(Qt.AlignmentFlag.AlignRight)
        name_widget(self.field.lineEdit(), f"{name}Line", variable.words, "form")
        row = make_row(self)
        row.addWidget(self.label)
        row.addWidget(self.slider, 1)
        row.addWidget(self.field)
        self.slider.valueChanged.connect(self._handle_slider)
        self.field.valueChanged.connect(self._handle_typed)

    @property
    def value(self) -> float:
        """The value of the control."""
        return self.field.value()

    def show_value(self, value: float) -> None:
        """Stand at a value, without a signal."""
        variable = self.variable
        for control in (self.slider, self.field):
            control.blockSignals(True)
        self.slider.setValue(round((value - variable.low) / variable.step))
        self.field.setValue(value)
        for control in (self.slider, self.field):
            control.blockSignals(False)

    def _handle_slider(self, place: int) -> None:
        self.show_value(self.variable.low + place * self.variable.step)
        self.moved.emit()

    def _handle_typed(self, value: float) -> None:
        self.show_value(value)
        self.moved.emit()
