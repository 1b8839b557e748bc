"""Parts that the dialogs and the view of rating lists share."""

from collections.abc import Sequence
from typing import Final

from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QHeaderView,
    QPushButton,
    QTableView,
    QWidget,
)

from uscalc.ui.form_controls import ChoiceControl
from uscalc.ui.rating_list_shelf import RatingLists, list_words
from uscalc.ui.theme import UNIT, Theme

PADDED: Final = f"QTableView::item {{ padding: 0 {UNIT - 3}px; border: 0; }}"
"""Cells begin where their headings do."""


def plain_button(name: str, text: str, words: str) -> QPushButton:
    """A button with its names."""
    button = QPushButton(text)
    button.setObjectName(name)
    button.setAccessibleName(words)
    button.setToolTip(words)
    button.setProperty("plain", True)
    return button


class ListTable(QTableView):
    """A table of rows, as all of the rating lists' tables are."""

    def __init__(self, name: str, words: str, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self.setObjectName(name)
        self.setAccessibleName(words)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setWordWrap(False)
        self.setTabKeyNavigation(False)
        self.setShowGrid(False)
        self.setStyleSheet(PADDED)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        rows = self.verticalHeader()
        rows.setObjectName(f"{name}Rows")
        rows.setAccessibleName(f"{words}: rows")
        rows.hide()
        rows.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        header = self.horizontalHeader()
        header.setObjectName(f"{name}Header")
        header.setAccessibleName(f"{words}: headings")
        header.setHighlightSections(False)
        header.setSectionsClickable(False)
        theme.changed.connect(self.arrange)
        self.arrange()

    def arrange(self) -> None:
        """Heights from the font."""
        metrics = self.fontMetrics()
        self.verticalHeader().setDefaultSectionSize(metrics.height() + 10)
        self.horizontalHeader().setFixedHeight(metrics.height() + 12)

    def set_digits(self, widths: Sequence[int]) -> None:
        """Widths of the columns in digits of the font."""
        digit = self.fontMetrics().horizontalAdvance("0")
        for column, digits in enumerate(widths):
            self.setColumnWidth(column, digit * digits)


class ListChoice(ChoiceControl):
    """Which of the lists is asked."""

    def __init__(
        self, lists: RatingLists, name: str, parent: QWidget | None = None
    ) -> None:
        super().__init__((), parent)
        self._lists = lists
        self.call(name, "Rating list")
        self.setToolTip("Which of the imported lists is asked")
        self.setMinimumContentsLength(12)
        self.committed.connect(self._choose)
        lists.changed.connect(self.refresh)
        self.refresh()

    def refresh(self) -> None:
        """Shows the lists there are."""
        self.clear()
        for one in self._lists.lists:
            self.addItem(list_words(one), str(one.file))
        chosen = self._lists.chosen
        if chosen is None:
            self.addItem("no list yet", "")
        self.show_text("" if chosen is None else str(chosen.file))
        self.setEnabled(len(self._lists.lists) > 1)

    def _choose(self, file: str) -> None:
        for one in self._lists.lists:
            if str(one.file) == file:
                self._lists.choose(one.file)
