"""The rating explorer and the explanation for a figure of an estimate."""

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QDialog, QStackedWidget, QWidget

from uscalc.document.model import Document
from uscalc.document.sheet.answer import EstimateAnswer
from uscalc.document.sheet.section import (
    CrosstableAnswer,
    ExplainedPlayer,
    make_crosstable_event,
    make_estimate_event,
)
from uscalc.report.forecast_words import OUTCOME_LETTERS
from uscalc.rules.resolve import resolve_rules
from uscalc.ui.session.session import Session
from uscalc.ui.widgets.building import (
    DIALOG_MARGINS,
    make_column,
    make_row,
    name_widget,
)
from uscalc.ui.widgets.dialogs import resize_to
from uscalc.ui.widgets.labels import (
    make_choice_button,
    make_plain_button,
    make_running_text,
)

if TYPE_CHECKING:
    from uscalc.ui.frame.frame import MainFrame


def make_player_to_explain(
    answer: EstimateAnswer,
    real: CrosstableAnswer | None,
    document: Document | None,
    way: tuple[int, ...],
) -> ExplainedPlayer:
    """Return the player to explain for a figure, from the sheet or from its crosstable.

    `way` has the results, in half points, that the figure assumes for the unplayed
    games.
    """
    if real is None or document is None:
        return make_estimate_event(answer.sheet, way, resolve_rules)
    own = () if real.forecast is None else real.forecast.own
    games = [
        (game.round, OUTCOME_LETTERS[half])
        for game, half in zip(own, way, strict=bool(way))
    ]
    return make_crosstable_event(answer.sheet, document, real.found, games)


class ExplanationWindow(QDialog):
    """An explanation in a window with its own event; the main window's event is unchanged."""

    def __init__(
        self, shown: ExplainedPlayer, words: str, window: "MainFrame", over: QWidget
    ) -> None:
        super().__init__(over)
        name_widget(self, "myBecause", "Why this rating")
        self.setWindowTitle("Why this rating")
        self.session = Session(shown.document, resolve_rules, self)
        players = shown.document.sections[shown.section].players
        row = next(i for i, p in enumerate(players) if p.number == shown.number)
        self.session.select(section=shown.section, row=row)
        said = make_running_text("myBecauseOf", "heading")
        said.setText(words)
        self.stack = QStackedWidget()
        self.choices = []
        head = make_row()
        for title, view in window.views_of(self.session):
            button = make_choice_button(
                f"myBecause{title.replace(' ', '')}", f"&{title}", title
            )
            place = self.stack.addWidget(view)
            button.clicked.connect(lambda _on=False, at=place: self.show_page(at))
            head.addWidget(button)
            self.choices.append(button)
        head.addWidget(said, 1)
        head.addWidget(make_plain_button("myBecauseClose", "Close", "", self.reject))
        column = make_column(self, DIALOG_MARGINS)
        column.addLayout(head)
        column.addWidget(self.stack, 1)
        self.finished.connect(self.session.close)
        self.finished.connect(self.deleteLater)
        self.show_page(0)
        resize_to(self, 112, 38)

    def show_page(self, place: int) -> None:
        """Show one of the two pages."""
        self.stack.setCurrentIndex(place)
        for at, button in enumerate(self.choices):
            button.setChecked(at == place)
