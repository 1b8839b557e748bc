"""The part of the style sheet for forms, dialogs and the views around them."""

from typing import Final

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
QLineEdit[judged="right"], QLineEdit[judged="right"]:focus { border-color: $gain; }
QLineEdit[judged="shown"] { border-color: $gain; color: $soft; }
QLineEdit[judged="near"], QLineEdit[judged="near"]:focus,
QLineEdit[judged="unread"], QLineEdit[judged="unread"]:focus { border-color: $warning; }
QLineEdit[judged="wrong"], QLineEdit[judged="wrong"]:focus { border-color: $error; }
QLabel[role="mark"] { color: $soft; font-weight: 600; }
QLabel[role="mark"][judged="right"], QLabel[role="mark"][judged="shown"] {
    color: $gain; }
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
QToolButton[choice="true"]:checked { background: $selected; color: $accent;
    border-color: $accent; }
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
.QSlider::groove:horizontal { height: 4px; border-radius: 2px; background: $edge; }
.QSlider::sub-page:horizontal { height: 4px; border-radius: 2px; background: $accent; }
.QSlider::sub-page:horizontal:disabled { background: $line; }
.QSlider::handle:horizontal { width: 12px; height: 12px; margin: -5px 0;
    border: 1px solid $accent; border-radius: 7px; background: $accent; }
.QSlider::handle:horizontal:hover, .QSlider::handle:horizontal:focus {
    background: $surface; border: 2px solid $accent; width: 10px; height: 10px; }
.QSlider::handle:horizontal:disabled { background: $disabled;
    border-color: $disabled; }
QProgressBar { border: 0; border-radius: 2px; background: $line; max-height: 4px; }
QProgressBar::chunk { border-radius: 2px; background: $accent; }
QPlainTextEdit { background: $surface; color: $text; border: 1px solid $edge;
    border-radius: 4px; }
QPlainTextEdit:focus { border-color: $accent; }
QFrame#coachStrip { background: $selected; border: 1px solid $line;
    border-radius: 6px; }
QFrame#coachStrip QLabel { color: $text; }
"""
