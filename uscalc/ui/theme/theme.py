"""Light, dark or as the system: palette, style sheet, fonts and zoom of the window."""

from typing import Final, Literal

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QFont, QGuiApplication
from PySide6.QtWidgets import QApplication

from uscalc.ui.theme.style_sheet import DARK, LIGHT, Colors, palette_of, style_sheet

Choice = Literal["system", "light", "dark"]

UNIT: Final = 8
"""The grid in pixels that margins and spacings are multiples of."""

ZOOMS: Final = (90, 100, 110, 125, 150, 175, 200)


class Theme(QObject):
    """The look of the window. `changed` comes after colors or zoom changed."""

    changed = Signal()

    def __init__(self, app: QApplication, choice: Choice = "system") -> None:
        super().__init__(app)
        self._app = app
        self.choice: Choice = choice
        """The choice of the person."""
        self.zoom = 100
        """The size of everything, in percent."""
        self._shown: tuple[Colors, int] | None = None
        self.colors = LIGHT
        """The colors by role."""
        self._base = QFont(app.font())
        app.setStyle("Fusion")
        app.styleHints().colorSchemeChanged.connect(self._system_changed)
        self._apply_look()

    @property
    def dark(self) -> bool:
        """True if the dark colors are shown."""
        if self.choice == "system":
            scheme = QGuiApplication.styleHints().colorScheme()
            return scheme == Qt.ColorScheme.Dark
        return self.choice == "dark"

    def choose_look(self, choice: Choice) -> None:
        """Show light or dark colors, or what the system shows."""
        if choice != self.choice:
            self.choice = choice
            self._apply_look()

    def set_zoom(self, percent: int) -> None:
        """Show everything larger or smaller, between 90 and 200 percent."""
        zoom = min(max(percent, ZOOMS[0]), ZOOMS[-1])
        if zoom != self.zoom:
            self.zoom = zoom
            self._apply_look()

    def zoom_by(self, steps: int) -> None:
        """Change to a neighboring zoom."""
        nearest = min(ZOOMS, key=lambda zoom: abs(zoom - self.zoom))
        place = min(max(ZOOMS.index(nearest) + steps, 0), len(ZOOMS) - 1)
        self.set_zoom(ZOOMS[place])

    def make_font(self, size: float = 1.0, strong: bool = False) -> QFont:
        """Return the system's font with tabular figures, at a part of its size."""
        font = QFont(self._base)
        if font.pointSizeF() > 0:
            font.setPointSizeF(font.pointSizeF() * size * self.zoom / 100)
        else:
            font.setPixelSize(round(font.pixelSize() * size * self.zoom / 100))
        if strong:
            font.setWeight(QFont.Weight.DemiBold)
        font.setFeature(QFont.Tag("tnum"), 1)
        return font

    def _system_changed(self, _scheme: Qt.ColorScheme) -> None:
        if self.choice == "system":
            self._apply_look()

    def _apply_look(self) -> None:
        colors = self.colors = DARK if self.dark else LIGHT
        # A style sheet is costly to every widget there is: the same look is not set again.
        if self._shown != (colors, self.zoom):
            self._shown = (colors, self.zoom)
            self._app.setPalette(palette_of(colors))
            self._app.setFont(self.make_font())
            self._app.setStyleSheet(style_sheet(colors, self.zoom))
        self.changed.emit()
