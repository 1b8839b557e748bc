"""A form made of fields: labels, controls, and what is wrong right below them."""

from collections.abc import Callable, Sequence
from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from uscalc.document.change import Edit
from uscalc.document.field import Field, Target
from uscalc.ui.form_controls import ChoiceControl, Control, TextControl, control_of
from uscalc.ui.theme import UNIT

Apply = Callable[[Edit], bool]


class Form(QWidget):
    """Fields of one target. Every change is one edit, handed to `apply`.

    A refused text stays as it was typed, with the reason below. `explain` gives the
    hint of the field that has the keyboard.
    """

    explain = Signal(str)

    def __init__(
        self,
        prefix: str,
        fields: Sequence[Field],
        apply: Apply,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._apply = apply
        self._fields = {field.name: field for field in fields}
        self._controls: dict[str, Control] = {}
        self._problems: dict[str, QLabel] = {}
        self._rows: dict[str, int] = {}
        self._label_width = 0
        self._target: Target | None = None
        self.setObjectName(f"{prefix}Form")
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(UNIT)
        grid.setVerticalSpacing(UNIT // 2)
        self._grid = grid
        grid.setColumnStretch(1, 1)
        row = -3
        self._labels: list[tuple[QLabel, int]] = []
        self._stacked = False
        line = QHBoxLayout()
        for field in fields:
            control = control_of(field, f"{prefix}{_capital(field.name)}")
            control.setSizePolicy(
                QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed
            )
            control.committed.connect(partial(self._commit, field.name))
            control.entered.connect(partial(self.explain.emit, field.hint))
            self._controls[field.name] = control
            if not field.beside:
                row += 3
                line = QHBoxLayout()
                line.setSpacing(UNIT)
                grid.addLayout(line, row + 1, 1)
                self._label(grid, row, field, control)
                problem = _problem(f"{prefix}{_capital(field.name)}Problem")
                grid.addWidget(problem, row + 2, 1)
            line.addWidget(control, 1)
            self._problems[field.name] = problem
            self._rows[field.name] = row

    def _label(
        self, grid: QGridLayout, row: int, field: Field, control: Control
    ) -> None:
        label = QLabel(field.label)
        label.setObjectName(f"{control.objectName()}Label")
        label.setTextFormat(Qt.TextFormat.PlainText)
        label.setProperty("role", "label")
        label.setBuddy(control)
        label.setToolTip(field.hint)
        grid.addWidget(label, row + 1, 0)
        self._labels.append((label, row))

    def place_below(self, name: str, widget: QWidget) -> None:
        """Puts a widget right below a field, above what comes next."""
        problem = self._problems[name]
        below = QVBoxLayout()
        below.setSpacing(UNIT // 4)
        self._grid.removeWidget(problem)
        below.addWidget(problem)
        below.addWidget(widget)
        self._grid.addLayout(below, self._rows[name] + 2, 1)

    def label_width(self) -> int:
        """The room the labels need."""
        return max(label.sizeHint().width() for label, _ in self._labels)

    def set_label_width(self, width: int) -> None:
        """Gives the labels the same room as those of another form."""
        self._label_width = width
        self._grid.setColumnMinimumWidth(0, 0 if self._stacked else width)

    def stack(self, stacked: bool) -> None:
        """Puts the labels above the controls where there is no room beside them."""
        if stacked == self._stacked:
            return
        self._stacked = stacked
        for label, row in self._labels:
            self._grid.removeWidget(label)
            place = (row, 1) if stacked else (row + 1, 0)
            self._grid.addWidget(label, *place)
        self.set_label_width(self._label_width)

    def control(self, name: str) -> Control:
        """The control of a field."""
        return self._controls[name]

    def show_target(self, target: Target | None) -> None:
        """Shows a target; what was typed for another one is handed over first."""
        before = self._target
        if before is not None and not _same_place(before, target):
            self.finish()
        self._target = target
        self.setEnabled(target is not None)
        for name, field in self._fields.items():
            control = self._controls[name]
            text = "" if target is None else field.read(target)
            # What stands where it means nothing can still be taken away.
            means = target is not None and (field.applies(target) or bool(text))
            control.setEnabled(means)
            kept = (
                isinstance(control, TextControl | ChoiceControl)
                and control.pending
                and control.hasFocus()
                and before is not None
                and _same_place(before, target)
                and field.read(before) == text
            )
            if not kept:
                control.show_text(text)
                self._problem(name, "")

    def forget(self) -> None:
        """Another event is shown: what was typed belonged to the old one."""
        self._target = None

    def finish(self) -> None:
        """Ends what is still being typed, and keeps it."""
        for control in self._controls.values():
            control.finish()

    def _commit(self, name: str, text: str) -> None:
        target = self._target
        if target is None:
            return
        self._problem(name, "")
        edit = self._fields[name].edit(target, text)
        if edit.refused:
            self._problem(name, "; ".join(edit.refused))
            self._controls[name].refuse()
        elif not self._apply(edit):
            # Typed otherwise, meant the same: as the document writes it.
            self._controls[name].show_text(self._fields[name].read(target))

    def _problem(self, name: str, text: str) -> None:
        label = self._problems[name]
        if label.text() != text:
            label.setText(text)
            label.setAccessibleName(text)
        label.setVisible(bool(text))


def _same_place(one: Target, other: Target | None) -> bool:
    if other is None:
        return False
    return (one.index, one.row, one.system) == (other.index, other.row, other.system)


def _problem(name: str) -> QLabel:
    label = QLabel()
    label.setObjectName(name)
    label.setTextFormat(Qt.TextFormat.PlainText)
    label.setWordWrap(True)
    label.setProperty("role", "problem")
    label.hide()
    return label


def _capital(name: str) -> str:
    return name[:1].upper() + name[1:]
