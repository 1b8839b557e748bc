"""The window's colors by purpose, the style sheet, and the theme that applies them."""

from string import Template
from typing import Final, Literal, NamedTuple

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QColor, QFont, QGuiApplication, QPalette
from PySide6.QtWidgets import QApplication


class Colors(NamedTuple):
    """Colors by purpose.

    `background` is behind everything, `surface` below tables and text, `raised` below
    cards. `text`, `soft` and `pale` are three strengths of text. `line` separates
    neighbors; `edge` is the border of controls. `gain` and `loss` always go with a
    sign; `warning` always goes with a symbol.
    """

    background: str
    surface: str
    raised: str
    line: str
    edge: str
    text: str
    soft: str
    pale: str
    accent: str
    on_accent: str
    selected: str
    gain: str
    loss: str
    warning: str
    warning_background: str
    error: str
    error_background: str
    disabled: str


LIGHT: Final = Colors(
    background="#f3f4f6",
    surface="#ffffff",
    raised="#f8f9fb",
    line="#e3e6eb",
    edge="#7d8591",
    text="#111827",
    soft="#4b5563",
    pale="#5e6675",
    accent="#1d5fd6",
    on_accent="#ffffff",
    selected="#e8f0fe",
    gain="#1d4ed8",
    loss="#b84307",
    warning="#a15c00",
    warning_background="#fff4d6",
    error="#a3260f",
    error_background="#fdece8",
    disabled="#9aa3af",
)
DARK: Final = Colors(
    background="#14171c",
    surface="#1b1f26",
    raised="#232830",
    line="#323945",
    edge="#7b8596",
    text="#eef1f5",
    soft="#b9c0cb",
    pale="#9ea7b5",
    accent="#6ea2ff",
    on_accent="#0c1421",
    selected="#233450",
    gain="#86b0ff",
    loss="#ff9d5c",
    warning="#f5c04a",
    warning_background="#3d3116",
    error="#ff9a85",
    error_background="#43211b",
    disabled="#66707f",
)


def palette_of(colors: Colors) -> QPalette:
    """Return the palette that gives these colors to Qt's own controls."""
    palette = QPalette()
    role = QPalette.ColorRole
    for target, name in (
        (role.Window, colors.background),
        (role.WindowText, colors.text),
        (role.Base, colors.surface),
        (role.AlternateBase, colors.raised),
        (role.Text, colors.text),
        (role.PlaceholderText, colors.pale),
        (role.Button, colors.surface),
        (role.ButtonText, colors.text),
        (role.BrightText, colors.on_accent),
        (role.Highlight, colors.accent),
        (role.HighlightedText, colors.on_accent),
        (role.Accent, colors.accent),
        (role.Link, colors.accent),
        (role.LinkVisited, colors.accent),
        (role.ToolTipBase, colors.raised),
        (role.ToolTipText, colors.text),
        (role.Light, colors.raised),
        (role.Midlight, colors.line),
        (role.Mid, colors.line),
        (role.Dark, colors.line),
        (role.Shadow, colors.line),
    ):
        palette.setColor(target, QColor(name))
    for target in (role.WindowText, role.Text, role.ButtonText):
        palette.setColor(QPalette.ColorGroup.Disabled, target, QColor(colors.disabled))
    return palette


FORM_SHEET: Final = """
QScrollArea, QWidget[page="true"] { background: $surface; border: 0; }
QDialog { background: $surface; }
QDialogButtonBox { dialogbuttonbox-buttons-have-icons: 0; }
QLabel[role="label"] { color: $soft; }
QLabel[role="heading"] { color: $text; font-weight: 600; }
QLabel[role="part"] { color: $accent; font-weight: 600; }
QLabel[role="note"] { color: $pale; }
QLabel[role="whatIf"] { color: $accent; background: $selected; font-weight: 600;
    padding: 3px 16px; }
QLabel[role="whatIf"][without="true"] { color: $warning;
    background: $warning_background; }
QLabel[role="problem"] { color: $error; }
QLabel[role="warning"], QLabel[role="label"][warns="true"] { color: $warning; }
QLabel[role="hint"] { color: $soft; background: $raised;
    border: 0 solid $line; border-top-width: 1px; padding: 8px 16px; }
QLineEdit[form="true"] { border: 1px solid $edge; border-radius: 4px; padding: 4px 6px;
    background: $surface; color: $text; selection-background-color: $accent;
    selection-color: $on_accent; }
QLineEdit[form="true"]:hover { border-color: $soft; }
QLineEdit[form="true"]:focus { border-color: $accent; }
QLineEdit[form="true"][marked="true"] { border-color: $error; }
QLineEdit[form="true"]:disabled { background: $raised; color: $disabled; }
QLineEdit[judged="near"], QLineEdit[judged="near"]:focus,
QLineEdit[judged="unread"], QLineEdit[judged="unread"]:focus { border-color: $warning; }
QLineEdit[judged="wrong"], QLineEdit[judged="wrong"]:focus { border-color: $error; }
QLabel[role="mark"] { color: $soft; font-weight: 600; }
QLabel[role="mark"][judged="near"], QLabel[role="mark"][judged="unread"] {
    color: $warning; }
QLabel[role="mark"][judged="wrong"] { color: $error; }
QLabel[role="given"] { font-weight: 600; }
QFrame#exerciseFoot { background: $raised; border: 0 solid $line;
    border-top-width: 1px; }
QComboBox[form="true"] { border: 1px solid $edge; border-radius: 4px; padding: 4px 6px;
    background: $surface; color: $text; }
QComboBox[form="true"]::drop-down { border: 0; width: 18px; }
QComboBox[form="true"]:hover { border-color: $soft; }
QComboBox[form="true"]:focus { border-color: $accent; }
QComboBox[form="true"]:disabled { background: $raised; color: $disabled; }
QComboBox[form="true"] QAbstractItemView { background: $surface; color: $text;
    border: 1px solid $line; selection-background-color: $selected;
    selection-color: $text; outline: 0; }
QCheckBox[form="true"]::indicator { border: 1px solid $edge; border-radius: 3px;
    width: ${box}px; height: ${box}px; background: $surface; }
QCheckBox[form="true"]::indicator:checked { background: $accent;
    border-color: $accent; }
QCheckBox[form="true"]:focus { color: $accent; }
QToolButton[fold="true"] { border: 1px solid transparent; border-radius: 4px;
    padding: 2px; color: $soft; background: transparent; text-align: left; }
QToolButton[fold="true"]:hover { background: $raised; }
QToolButton[fold="true"]:checked { color: $text; }
QToolButton[fold="true"]:focus { border-color: $accent; }
QToolButton[choice="true"] { border: 1px solid $edge; border-radius: 4px;
    padding: 4px 6px; color: $soft; background: $surface; }
QToolButton[choice="true"]:hover { background: $raised; }
QToolButton[choice="true"]:checked { background: $selected; color: $accent; }
QToolButton[choice="true"]:focus { border-color: $accent; }
QToolButton[choice="true"]:disabled { color: $disabled; }
QPushButton { border: 1px solid $edge; border-radius: 4px;
    padding: 5px 12px; background: $surface; color: $text; }
QPushButton:hover, QPushButton:focus {
    border-color: $accent; }
QPushButton:default { background: $accent; color: $on_accent;
    border-color: $accent; }
QPushButton:default:focus { border: 2px solid $text; padding: 4px 11px; }
QPushButton:disabled { background: $raised; color: $disabled;
    border-color: $line; }
QProgressBar { border: 0; border-radius: 2px; background: $line; max-height: 4px; }
QProgressBar::chunk { border-radius: 2px; background: $accent; }
QPlainTextEdit { background: $surface; color: $text; border: 1px solid $edge;
    border-radius: 4px; }
QPlainTextEdit:focus { border-color: $accent; }
QFrame#coachStrip { background: $selected; border: 1px solid $line;
    border-radius: 6px; }
QFrame#coachStrip QLabel { color: $text; }
QScrollArea#startScroll, QWidget#startContent { background: transparent; }
QLabel[role="choice"] { color: $text; font-weight: 600; }
"""

SLIDER_SHEET: Final = """
.QSlider::groove:horizontal { height: 4px; border-radius: 2px; background: $edge; }
.QSlider::sub-page:horizontal { height: 4px; border-radius: 2px; background: $accent; }
.QSlider::sub-page:horizontal:disabled { background: $line; }
.QSlider::handle:horizontal { width: 12px; height: 12px; margin: -5px 0;
    border: 1px solid $accent; border-radius: 7px; background: $accent; }
.QSlider::handle:horizontal:hover, .QSlider::handle:horizontal:focus {
    background: $surface; border: 2px solid $accent; width: 10px; height: 10px; }
.QSlider::handle:horizontal:disabled { background: $disabled;
    border-color: $disabled; }
"""
"""The style of plain sliders. Invisible ones have none, because styles cost time."""


BOX: Final = 14
"""The side of a check box, in pixels."""

_SHEET: Final = Template(
    """
QFrame#topBar { background: $surface; border: 0; border-bottom: 1px solid $line; }
QMenuBar { background: $surface; color: $text; border: 0;
    border-bottom: 1px solid $line; padding: 2px 4px; }
QMenuBar::item { padding: 4px 9px; border-radius: 4px; background: transparent; }
QMenuBar::item:selected, QMenuBar::item:pressed { background: $selected; }
QFrame#enterTools, QFrame#teachTools { background: $surface; border: 0;
    border-bottom: 1px solid $line; }
QFrame#rail { background: $surface; border: 0; border-right: 1px solid $line; }
QFrame#divider { background: $line; border: 0; margin: 6px 0; }
QToolButton[tool="true"] { border: 1px solid transparent; border-radius: 4px; padding: 5px 9px;
              color: $text; background: transparent; }
QToolButton[tool="true"]:hover { background: $raised; border-color: $line; }
QToolButton[tool="true"]:pressed,
QToolButton[tool="true"]:checked { background: $selected; color: $accent; }
QToolButton[tool="true"]:disabled { color: $disabled; }
QToolButton[tool="true"]:focus { border-color: $accent; }
QToolButton[tool="true"]::menu-indicator { image: none; }
QToolButton[corner="true"] { border: 1px solid transparent; border-radius: 4px;
    padding: 3px 0; color: $soft; background: transparent; }
QToolButton[corner="true"]:hover { background: $raised; border-color: $line;
    color: $text; }
QToolButton[corner="true"]:focus { border-color: $accent; }
QToolButton[corner="true"]::menu-indicator { image: none; }
QTabBar#sectionTabs, QTabBar[pages="true"] { background: transparent; }
QTabBar#sectionTabs::tab, QTabBar[pages="true"]::tab { border: 1px solid transparent;
    border-radius: 4px; padding: 5px 11px; margin: 0 2px; color: $soft;
    background: transparent; }
QTabBar[pages="true"]::tab { padding: 5px 8px; }
QTabBar#sectionTabs::tab:hover, QTabBar[pages="true"]::tab:hover {
    background: $raised; }
QTabBar#sectionTabs::tab:selected, QTabBar[pages="true"]::tab:selected {
    background: $selected; color: $accent; }
QTabBar#sectionTabs::tab:focus:selected, QTabBar[pages="true"]::tab:focus:selected {
    border-color: $accent; }
QFrame#systemSwitch { border: 1px solid $edge; border-radius: 6px;
    background: $raised; }
QFrame#systemSwitch QPushButton { border: 1px solid transparent; border-radius: 5px;
    padding: 4px 12px; color: $soft; background: transparent; }
QFrame#systemSwitch QPushButton:checked { background: $accent; color: $on_accent; }
QFrame#systemSwitch QPushButton:checked:disabled { background: $raised; color: $soft; }
QFrame#systemSwitch QPushButton:focus { border-color: $accent; }
QToolButton#rulesChip { border: 1px solid $edge; border-radius: 12px; padding: 4px 12px;
    color: $soft; background: $surface; }
QToolButton#rulesChip:hover { background: $raised; }
QToolButton#rulesChip:focus { border-color: $accent; }
QToolButton#linkChip { border: 1px solid $edge; border-radius: 4px; padding: 2px 8px;
    color: $soft; background: $raised; }
QToolButton#linkChip:hover { color: $text; }
QToolButton#linkChip:focus { border-color: $accent; }
QToolButton#linkChip::menu-indicator { image: none; }
QMainWindow::separator { background: $background; width: 8px; height: 8px; }
QMainWindow::separator:hover { background: $line; }
QFrame[card="true"] { background: $surface; border: 1px solid $line;
    border-radius: 6px; }
QTabBar[panel="true"] { background: transparent; }
QTabBar[panel="true"]::tab { border: 0 solid transparent; border-bottom-width: 2px;
    padding: 8px 6px 6px 6px; margin: 0 3px 0 0; color: $soft; background: transparent; }
QTabBar[panel="true"]::tab:hover { color: $text; }
QTabBar[panel="true"]::tab:selected { color: $text; border-color: $accent; }
QTabBar[panel="true"]::tab:focus:selected { color: $accent; }
QTabBar::scroller { width: 40px; }
QTabBar QToolButton { border: 0; background: $surface; }
QTableView[lines="true"]::item { border: 0 solid $line; border-bottom-width: 1px;
    padding: 0 5px; }
QTableView[lines="true"]::item:selected { background: $selected; }
QTableView { background: $surface; border: 0; gridline-color: $line;
    selection-background-color: $selected; selection-color: $text; outline: 0; }
QHeaderView { background: $surface; border: 0 solid $line; border-bottom-width: 1px; }
QHeaderView::section { background: $surface; color: $pale; border: 0;
    padding: 0 6px; font-weight: 600; }
QTableView[lines="true"] QHeaderView::section { padding: 0 8px; }
QHeaderView#stepsHeader::section, QHeaderView#crosstableCellsHeader::section {
    padding: 0 5px; }
QHeaderView::section:checked { background: $surface; color: $pale; }
QTextBrowser { background: $surface; border: 0; }
QListWidget { background: $surface; border: 0; outline: 0; }
QListWidget::item { padding: 5px 8px; border-radius: 4px; color: $text; }
QListWidget::item:hover { background: $raised; }
QListWidget::item:selected { background: $selected; color: $text; }
QStatusBar { background: $surface; border-top: 1px solid $line; }
QStatusBar::item { border: 0; }
QStatusBar QLabel { color: $soft; padding: 2px 8px; }
QFrame#messageBar { background: $error_background; border: 1px solid $error;
    border-radius: 6px; }
QFrame#messageBar[tone="notice"] { background: $raised; border-color: $line; }
QFrame#messageBar QLabel { color: $text; }
QLineEdit#cellEditor { border: 2px solid $accent; border-radius: 2px; padding: 0 4px;
    background: $surface; color: $text; selection-background-color: $accent;
    selection-color: $on_accent; }
QFrame#palette { background: $surface; border: 1px solid $edge; border-radius: 6px; }
QLineEdit#paletteLine { border: 1px solid $accent; border-radius: 4px; padding: 6px 8px;
    background: $surface; color: $text; }
QScrollBar:vertical { background: transparent; width: 10px; margin: 0; }
QScrollBar:horizontal { background: transparent; height: 10px; margin: 0; }
QScrollBar::handle { background: $edge; border-radius: 3px; margin: 2px;
    min-height: 28px; min-width: 28px; }
QScrollBar::handle:hover { background: $pale; }
QScrollBar::handle:disabled { background: transparent; }
QAbstractScrollArea::corner { background: transparent; border: 0; }
QScrollBar::add-line, QScrollBar::sub-line { width: 0; height: 0; }
QScrollBar::add-page, QScrollBar::sub-page { background: transparent; }
QToolTip { background: $raised; color: $text; border: 1px solid $line; padding: 4px; }
QMenu { background: $surface; border: 1px solid $line; padding: 4px; }
QMenu::item { padding: 6px 24px; border-radius: 4px; color: $text; }
QMenu::item:selected { background: $selected; color: $text; }
QMenu::item:disabled { color: $pale; }
QMenu::separator { height: 1px; background: $line; margin: 4px 8px; }
"""
    + FORM_SHEET
    + SLIDER_SHEET
    + SLIDER_SHEET.replace(".QSlider", "SweepSlider")
)


Choice = Literal["system", "light", "dark"]

STYLE: Final = ("-style", "fusion")
"""The arguments that give an application the style that the theme is made for.

`QApplication.setStyle` isn't called, because it is slow at a start: for its result,
PySide loads the types of all styles before the window is shown.
"""
UNIT: Final = 8
"""The unit of margins and spacings, in pixels; they are multiples of it."""

ZOOMS: Final = (90, 100, 110, 125, 150, 175, 200)


REDUCED_MOTION: Final = "reducedMotion"
"""The property of the application that turns off all animations."""


def is_motion_reduced() -> bool:
    """Return whether animations are turned off."""
    app = QApplication.instance()
    return app is not None and bool(app.property(REDUCED_MOTION))


class Theme(QObject):
    """The look of the window. `changed` is emitted when colors or zoom changed."""

    changed = Signal()

    def __init__(self, app: QApplication, choice: Choice = "system") -> None:
        super().__init__(app)
        self._app = app
        self.choice: Choice = choice
        """The colors that the user selected: light, dark, or those of the system."""
        self.zoom = 100
        """The size of everything in the window, in percent."""
        self._shown: tuple[Colors, int] | None = None
        self.colors = LIGHT
        """The colors by purpose."""
        self._base = QFont(app.font())
        app.styleHints().colorSchemeChanged.connect(self._system_changed)
        self._apply_look()

    @property
    def dark(self) -> bool:
        """True if the dark colors are shown."""
        return (
            QGuiApplication.styleHints().colorScheme() == Qt.ColorScheme.Dark
            if self.choice == "system"
            else self.choice == "dark"
        )

    def choose_look(self, choice: Choice) -> None:
        """Use light or dark colors, or those of the operating system."""
        if choice != self.choice:
            self.choice = choice
            self._apply_look()

    def set_zoom(self, percent: int) -> None:
        """Set the zoom, between 90 and 200 percent."""
        zoom = min(max(percent, ZOOMS[0]), ZOOMS[-1])
        if zoom != self.zoom:
            self.zoom = zoom
            self._apply_look()

    def reduce_motion(self, reduced: bool) -> None:
        """Turn animations off, or on."""
        if reduced != is_motion_reduced():
            self._app.setProperty(REDUCED_MOTION, reduced)
            self.changed.emit()

    def zoom_by(self, steps: int) -> None:
        """Change the zoom by a number of steps."""
        nearest = min(ZOOMS, key=lambda zoom: abs(zoom - self.zoom))
        self.set_zoom(ZOOMS[min(max(ZOOMS.index(nearest) + steps, 0), len(ZOOMS) - 1)])

    def color_of_problem(self, group: str) -> str:
        """Return the color of a problem's dot: red for errors, gray for notes, otherwise orange."""
        colors = self.colors
        return {"error": colors.error, "note": colors.soft}.get(group, colors.warning)

    def make_font(self, size: float = 1.0, strong: bool = False) -> QFont:
        """Return the system's font with digits of equal width; `size` 1 is its usual size."""
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
        # Don't set the same style sheet again, because this is slow for every widget.
        if self._shown != (colors, self.zoom):
            self._shown = (colors, self.zoom)
            self._app.setPalette(palette_of(colors))
            self._app.setFont(self.make_font())
            self._app.setStyleSheet(
                _SHEET.substitute(colors._asdict(), box=round(BOX * self.zoom / 100))
            )
        self.changed.emit()
