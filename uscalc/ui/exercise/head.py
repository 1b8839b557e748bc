"""What is to be worked out: whose figures, which kind and level, what is left blank."""

from collections.abc import Collection
from typing import Final

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QToolButton, QWidget

from uscalc.ui.theme.theme import UNIT
from uscalc.ui.widgets.building import make_column, name_widget
from uscalc.ui.widgets.buttons import make_choice_button, make_plain_button
from uscalc.ui.widgets.controls import ChoiceControl
from uscalc.ui.widgets.flow import FlowLayout
from uscalc.worksheet.kinds import KINDS, LEVELS, Kind, Level
from uscalc.worksheet.model import GROUPS, Group

PLAYER: Final = "player"


class ExerciseHead(QWidget):
    """The choices above an exercise.

    `changed` comes when another exercise is wanted, `regrouped` when other figures of
    the same are to be blank.
    """

    changed = Signal()
    regrouped = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.seed = 1
        name_widget(self, "exerciseHead")
        invented = [(key, f"Invented: {spec.words}") for key, spec in KINDS.items()]
        self._kind = ChoiceControl([(PLAYER, "The chosen player"), *invented])
        self._kind.set_names("exerciseKind", "What to work out")
        self._kind.show_text(PLAYER)
        self._level = ChoiceControl([(str(n), f"{n}: {words}") for n, words in LEVELS])
        self._level.set_names("exerciseLevel", "Level")
        self._level.show_text("1")
        for choice in (self._kind, self._level):
            choice.setSizeAdjustPolicy(ChoiceControl.SizeAdjustPolicy.AdjustToContents)
            choice.committed.connect(choice.show_text)
            choice.committed.connect(self._apply_choice)
        self._another = make_plain_button(
            "exerciseAnother",
            "Another",
            "Another exercise of this kind",
            self._show_next,
        )
        self._groups: dict[Group, QToolButton] = {}
        for key, words in GROUPS:
            hint = f"Leave blank: {words}"
            name = f"exerciseGroup{key.capitalize()}"
            button = make_choice_button(name, words, hint, hint)
            button.setChecked(True)
            button.toggled.connect(self.regrouped)
            self._groups[key] = button
        column = make_column(self, (2 * UNIT, 0, 2 * UNIT, 0))
        for row, parts in (
            ("exerciseChoices", (self._kind, self._level, self._another)),
            ("exerciseGroups", tuple(self._groups.values())),
        ):
            widget = name_widget(QWidget(), row)
            flow = FlowLayout(widget)
            for part in parts:
                flow.addWidget(part)
            column.addWidget(widget)
        self._apply_choice()

    @property
    def invented(self) -> tuple[Kind, Level] | None:
        """The kind and level of an invented exercise; None: the chosen player's."""
        kind = next((k for k in KINDS if k == self._kind.said), None)
        return None if kind is None else (kind, LEVELS[self._level.currentIndex()][0])

    @property
    def asked(self) -> frozenset[Group]:
        """The groups of figures that are left blank."""
        return frozenset(k for k, button in self._groups.items() if button.isChecked())

    def show_choices(self, groups: Collection[Group]) -> None:
        """Only these groups are there to be chosen."""
        for key, button in self._groups.items():
            button.setVisible(key in groups)

    def _apply_choice(self) -> None:
        for part in (self._level, self._another):
            part.setVisible(self.invented is not None)
        self.changed.emit()

    def _show_next(self) -> None:
        self.seed += 1
        self.changed.emit()
