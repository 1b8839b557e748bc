"""The fields of a forecast: target and draws; scenarios and seed under Advanced."""

from collections.abc import Callable
from typing import Final, NamedTuple, TypeVar

from msgspec.structs import replace
from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from uscalc.analysis.forecast_model import BadSettingError, ForecastParameters
from uscalc.document.facts.typed import TypedError, parse_count, parse_number
from uscalc.document.sheet.plan import parse_target
from uscalc.rules.chances import load_chance_model
from uscalc.ui.theme.theme import UNIT, Theme
from uscalc.ui.widgets.building import (
    FieldLabel,
    add_parts,
    make_page,
    make_plain_line,
    make_row,
    name_widget,
    show_or_hide,
)
from uscalc.ui.widgets.controls import TextControl
from uscalc.ui.widgets.layouts import FlowLayout, FoldingPart

Value = TypeVar("Value")


class FieldSpec(NamedTuple):
    """A field: its name, label, width in digits, and hint."""

    name: str
    words: str
    digits: int
    hint: str


FIELDS: Final = (
    FieldSpec(
        "Target",
        "Tar&get",
        6,
        "The rating that the player wants to reach (optional)",
    ),
    FieldSpec(
        "Draws",
        "&Draw factor",
        4,
        "Draw factor: 1 = typical, 2 = twice as many draws, 0 = no draws [default: 1]",
    ),
    FieldSpec(
        "Scenarios",
        "Sce&narios",
        8,
        "Number of random scenarios, used when there are too many outcomes to rate them all",
    ),
    FieldSpec("Seed", "See&d", 5, "Use the same seed to repeat a simulation"),
)

LABELS: Final = {spec.name: spec.words.replace("&", "") for spec in FIELDS}
"""The label of each field, without the & that marks its shortcut."""

ADVANCED: Final = ("Scenarios", "Seed")
"""The fields that are hidden under Advanced."""


class ForecastSettings(QWidget):
    """The fields of a forecast.

    `changed` is emitted when the settings, the target or `problem` change. While a
    field is invalid, the previous settings stay in force and `problem` has the reason.
    """

    changed = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.settings = ForecastParameters(load_chance_model())
        self.target: float | None = None
        self.problem = ""
        name_widget(self, "forecastSettings", look="page")
        self.flow = FlowLayout(self)
        self.fields: dict[str, TextControl] = {}
        self.drawn = make_plain_line("forecastDrawn", "note")
        advanced = make_page("forecastAdvanced")
        row = make_row(advanced)
        for spec in FIELDS:
            box = row if spec.name in ADVANCED else self.flow
            box.addWidget(self._make_field(spec))
        self.fold = FoldingPart("forecast", "Advanced", advanced)
        self.flow.addWidget(self.fold)
        self.fields["Target"].setPlaceholderText("none")
        self.fields["Draws"].show_text(f"{self.settings.draws:g}")
        self.fields["Scenarios"].show_text(str(self.settings.scenarios))
        self.fields["Seed"].show_text(str(self.settings.seed))
        for field in self.fields.values():
            field.textChanged.connect(self._read_fields)
        theme.changed.connect(self._set_sizes)
        self._set_sizes()

    def say_drawn(self, words: str) -> None:
        """Show the usual share of draws beside the draw factor."""
        show_or_hide(self.drawn, words)
        self.updateGeometry()

    def _make_field(self, spec: FieldSpec) -> QWidget:
        holder = name_widget(QWidget(), f"forecast{spec.name}Holder")
        field = name_widget(TextControl(), f"forecast{spec.name}")
        field.setAccessibleDescription(spec.hint)
        field.setToolTip(spec.hint)
        row = add_parts(
            make_row(holder, (0, 0, UNIT, 0), spacing=UNIT // 2),
            FieldLabel(spec.words, field),
            field,
        )
        if spec.name == "Draws":
            row.addWidget(self.drawn)
        self.fields[spec.name] = field
        return holder

    def _set_sizes(self) -> None:
        digit = self.fontMetrics().horizontalAdvance("0")
        for spec in FIELDS:
            self.fields[spec.name].setFixedWidth(digit * spec.digits + 2 * UNIT)
        # If there is little room, shorten the text of the fold first.
        self.fold.setMinimumWidth(digit * 16)
        self.updateGeometry()

    def _read_fields(self) -> None:
        """Use the values of the fields; while one is invalid, keep the previous settings."""
        before, self.problem = (self.settings, self.target, self.problem), ""
        try:
            self.target = parse_target(self.fields["Target"].text())
        except TypedError as error:
            self.problem = f"Target: {error}."
        try:
            settings = self._parse_settings()
            settings.validate()
            self.settings = settings
        except TypedError as error:
            self.problem = self.problem or f"{error}."
        except BadSettingError as error:
            self.problem = self.problem or f"Setting not used: {error}."
        if (self.settings, self.target, self.problem) != before:
            self.changed.emit()

    def _parse_settings(self) -> ForecastParameters:
        usual = ForecastParameters(load_chance_model())
        draws = self._parse_field("Draws", lambda text: parse_number(text, "1.5"))
        scenarios = self._parse_field("Scenarios", parse_count)
        seed = self._parse_field("Seed", parse_count)
        return replace(
            usual,
            draws=usual.draws if draws is None else draws,
            scenarios=usual.scenarios if scenarios is None else scenarios,
            seed=usual.seed if seed is None else seed,
        )

    def _parse_field(self, name: str, parse: Callable[[str], Value]) -> Value:
        """Return the value of a field; raise a TypedError that begins with the field's label."""
        try:
            return parse(self.fields[name].text())
        except TypedError as error:
            raise TypedError(f"{LABELS[name]}: {error}") from None
