"""The part of the style sheet for forms, dialogs and the views around them."""

from typing import Final

FORM_SHEET: Final = """
QScrollArea, QWidget[page="true"] { background: $surface; border: 0; }
QDialog { background: $surface; }
QLabel[role="label"] { color: $soft; }
QLabel[role="heading"] { color: $text; font-weight: 600; }
QLabel[role="part"] { color: $accent; font-weight: 600; }
QLabel[role="note"] { color: $pale; }
QLabel[role="problem"] { color: $error; }
QLabel[role="hint"] { color: $soft; background: $raised;
    border: 0 solid $line; border-top-width: 1px; padding: 8px 16px; }
QLineEdit[form="true"] { border: 1px solid $line; border-radius: 4px; padding: 4px 6px;
    background: $surface; color: $text; selection-background-color: $accent;
    selection-color: $on_accent; }
QLineEdit[form="true"]:hover { border-color: $disabled; }
QLineEdit[form="true"]:focus { border-color: $accent; }
QLineEdit[form="true"]:disabled { background: $raised; color: $disabled; }
QComboBox[form="true"] { border: 1px solid $line; border-radius: 4px; padding: 4px 6px;
    background: $surface; color: $text; }
QComboBox[form="true"]::drop-down { border: 0; width: 18px; }
QComboBox[form="true"]:hover { border-color: $disabled; }
QComboBox[form="true"]:focus { border-color: $accent; }
QComboBox[form="true"]:disabled { background: $raised; color: $disabled; }
QComboBox[form="true"] QAbstractItemView { background: $surface; color: $text;
    border: 1px solid $line; selection-background-color: $selected;
    selection-color: $text; outline: 0; }
QCheckBox[form="true"]::indicator { border: 1px solid $disabled; border-radius: 3px;
    width: 14px; height: 14px; background: $surface; }
QCheckBox[form="true"]::indicator:checked { background: $accent;
    border-color: $accent; }
QCheckBox[form="true"]:focus { color: $accent; }
QToolButton[fold="true"] { border: 1px solid transparent; border-radius: 4px;
    padding: 2px; color: $soft; background: transparent; text-align: left; }
QToolButton[fold="true"]:hover { background: $raised; }
QToolButton[fold="true"]:checked { color: $text; }
QToolButton[fold="true"]:focus { border-color: $accent; }
QToolButton[choice="true"] { border: 1px solid $line; border-radius: 4px;
    padding: 4px 6px; color: $soft; background: $surface; }
QToolButton[choice="true"]:hover { background: $raised; }
QToolButton[choice="true"]:checked { background: $selected; color: $accent;
    border-color: $accent; }
QToolButton[choice="true"]:focus { border-color: $accent; }
QToolButton[choice="true"]:disabled { color: $disabled; }
QPushButton[plain="true"] { border: 1px solid $line; border-radius: 4px;
    padding: 5px 12px; background: $surface; color: $text; }
QPushButton[plain="true"]:hover, QPushButton[plain="true"]:focus {
    border-color: $accent; }
QPushButton[plain="true"]:default { background: $accent; color: $on_accent;
    border-color: $accent; }
QPushButton[plain="true"]:disabled { background: $raised; color: $disabled;
    border-color: $line; }
QPlainTextEdit { background: $surface; color: $text; border: 1px solid $line;
    border-radius: 4px; }
QPlainTextEdit:focus { border-color: $accent; }
QFrame#coachStrip { background: $selected; border: 1px solid $line;
    border-radius: 6px; }
QFrame#coachStrip QLabel { color: $text; }
"""
