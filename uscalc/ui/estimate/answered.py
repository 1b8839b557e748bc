"""The event's result for the rating: a sentence, cards, the strip and open questions."""

from collections.abc import Hashable
from typing import NamedTuple

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from uscalc.report.as_answer import (
    AnswerFacts,
    make_answer_sentence,
    make_uncertainty_sentence,
)
from uscalc.ui.charts.picture_button import ExportImageButton
from uscalc.ui.charts.view import ChartView
from uscalc.ui.estimate.strip import strip_chart
from uscalc.ui.theme.theme import UNIT, Theme
from uscalc.ui.widgets.building import add_parts, make_column, make_row, name_widget
from uscalc.ui.widgets.cards import FigureCards, FigureCardText, least_width
from uscalc.ui.widgets.labels import make_plain_button, make_running_text, show_or_hide

SENTENCE = 1.15
"""The size of the sentence, as a part of the type around it."""
STRIP_LINES = 6


class ShownAnswer(NamedTuple):
    """The answer to show: its cards, the target, and its source.

    `exact` is True for the answer of a crosstable.
    """

    told: AnswerFacts
    cards: list[FigureCardText]
    target: float | None
    source: str
    exact: bool


class AnswerPanel(QWidget):
    """`asked` gives the key of the card whose rating is to be explained."""

    asked = Signal(object)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._keys: list[Hashable] = []
        name_widget(self, "myAnswered", look="page")
        self.said = make_running_text("mySaid", "heading")
        self.cards = FigureCards(theme, "myCards")
        self.strip = ChartView(theme, "myStrip", headline=False)
        self.open = make_running_text("myOpen", "note")
        self.why = make_plain_button(
            "myWhy",
            "&Why?",
            "Why the rating is what it is: its idea, and its derivation",
            pressed=lambda: self.asked.emit(self._keys[-1]) if self._keys else None,
        )
        self.picture = ExportImageButton(
            "myStrip", "What is likely", self.strip.make_image, self.strip
        )
        row = make_row()
        row.addWidget(self.why)
        row.addStretch(1)
        row.addWidget(self.picture)
        add_parts(make_column(self), self.said, self.cards, self.strip, row, self.open)
        self.cards.chosen.connect(self.asked)
        self.show_answer(None)

    def measure_width(self) -> None:
        """Room that grows with the type."""
        self.said.setFont(self._theme.make_font(SENTENCE, strong=True))
        high = self.fontMetrics().height()
        self.strip.setFixedHeight(STRIP_LINES * high + UNIT)

    def show_answer(self, shown: ShownAnswer | None) -> None:
        """Show an answer; None: there is none yet."""
        parts = (self.said, self.cards, self.strip, self.why, self.picture, self.open)
        for part in parts:
            part.setVisible(shown is not None)
        if shown is None:
            self._keys = []
            self.cards.show_cards(())
            self.said.setText("")
            self.open.setText("")
            self.strip.show_chart(None)
            return
        told, cards = shown.told, shown.cards
        self.said.setText(make_answer_sentence(told, shown.target))
        lines = max((len(card.lines) for card in cards), default=1)
        self.cards.show_cards(cards, None, least_width(), max(lines, 1))
        self._keys = [card.key for card in cards if card.key is not None]
        self.why.setEnabled(bool(self._keys))
        chart = strip_chart(told, shown.target, shown.source)
        self.strip.show_chart(chart)
        self.strip.setVisible(chart is not None)
        show_or_hide(self.open, make_uncertainty_sentence(told, shown.exact))
