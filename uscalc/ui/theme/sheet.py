"""The style sheet, made anew from the colors whenever they change."""

from string import Template
from typing import Final

from uscalc.ui.theme.colours import Colors
from uscalc.ui.theme.form_sheet import FORM_SHEET

BOX: Final = 14
"""The side of a box to tick, in pixels."""

_SHEET: Final = Template(
    """
QFrame#topBar { background: $surface; border: 0; border-bottom: 1px solid $line; }
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
QToolButton#findingsButton:enabled { background: $warning_background; color: $warning; }
QToolButton#assumptionsButton { color: $warning; }
QToolButton#findingsButton:hover, QToolButton#findingsButton:checked {
    border-color: $warning; }
QTabBar#sectionTabs { background: transparent; }
QTabBar#sectionTabs::tab { border: 1px solid transparent; border-radius: 4px;
    padding: 5px 11px; margin: 0 2px; color: $soft; background: transparent; }
QTabBar#sectionTabs::tab:hover { background: $raised; }
QTabBar#sectionTabs::tab:selected { background: $selected; color: $accent; }
QTabBar#sectionTabs::tab:focus:selected { border-color: $accent; }
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
    padding: 0 8px; font-weight: 600; }
QHeaderView#stepsHeader::section { padding: 0 6px; }
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
)


def style_sheet(colours: Colors, zoom: int = 100) -> str:
    """Return the style sheet for these colors; `zoom` in percent sizes what has no type."""
    return _SHEET.substitute(colours._asdict(), box=round(BOX * zoom / 100))
