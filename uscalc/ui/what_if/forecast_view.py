"""Forecast: how the unplayed games may change the player's rating, with the chances."""

from functools import partial
from typing import Final

from PySide6.QtCore import QModelIndex, Qt, Signal
from PySide6.QtWidgets import (
    QSizePolicy,
    QStackedLayout,
    QWidget,
)

from uscalc.document.queries.scenario import Outcome, apply_changes
from uscalc.report.forecast_words import describe_draws
from uscalc.ui.charts.view import ChartView
from uscalc.ui.frame.frame import MainFrame
from uscalc.ui.frame.view import View
from uscalc.ui.scheduling import connect_each, make_timer
from uscalc.ui.session.session import describe_source
from uscalc.ui.theme.theme import UNIT
from uscalc.ui.what_if.forecast_answer import (
    STEPS,
    ForecastAnswer,
    ForecastQuestion,
    WaysModel,
    compute_answer,
    make_headline,
    spread_chart,
)
from uscalc.ui.what_if.settings import ForecastSettings
from uscalc.ui.widgets.building import (
    PAGE_MARGINS,
    STRETCH,
    add_parts,
    make_column,
    make_page,
    make_plain_button,
    make_progress_bar,
    make_row,
    make_running_text,
    make_scroll_area,
    name_widget,
    show_or_hide,
)
from uscalc.ui.widgets.cards import FigureCards, least_width
from uscalc.ui.widgets.plain_table import ColumnTable

WAIT: Final = 60
"""The delay of the forecast in milliseconds, so that the crosstable is updated first."""
PATIENCE: Final = 400
"""Milliseconds after which a progress bar appears."""
WHAT_IF: Final = "view-what-if"
UNKNOWN: Final = "What if works only for opponents in this section."


class ForecastView(View):
    """The selected player's forecast."""

    _progress = Signal(int)

    def __init__(self, window: MainFrame) -> None:
        session, theme = window.session, window.theme
        super().__init__("view-forecast", "Forecast", session, theme)
        self._window = window
        self.what_if = session.what_if
        self._asked: ForecastQuestion | None = None
        self.answer: ForecastAnswer | None = None
        self._note = ""
        self.settings = ForecastSettings(theme)
        self.cards = FigureCards(theme, "forecastCards")
        self.model = WaysModel()
        self.ways = ColumnTable(
            "forecastWays",
            "Every outcome of the unplayed games",
            self.model,
            theme,
        )
        self.chart = ChartView(theme, "forecastChart")
        self.picture = self.make_image_button(
            "forecast", "The forecast", self.chart.make_image, self.chart
        )
        self.progress = make_progress_bar("forecastProgress", "Rating the scenarios")
        self.stop = make_plain_button(
            "forecastStop", "&Stop", "Stop the forecast", self._stop_or_go_on
        )
        self._lay_out()
        self._worker = self.make_worker(self._show_result)
        self._late = make_timer(self, PATIENCE, lambda: self._show_progress(True))
        self._progress.connect(self.progress.setValue)
        connect_each(self._handle_card, self.cards.chosen, self.chart.chosen)
        connect_each(self._row_chosen, self.ways.clicked, self.ways.activated)
        self.settings.changed.connect(self._show_answer)
        self.following = self.follow(
            session.rated,
            session.selected,
            session.opened,
            self.settings.changed,
            self.what_if.changed,
            theme.changed,
            wait=WAIT,
        )

    # Building

    def _lay_out(self) -> None:
        self.progress.setRange(0, STEPS)
        policy = self.progress.sizePolicy()
        policy.setRetainSizeWhenHidden(True)
        self.progress.setSizePolicy(policy)
        # The progress bar takes the place of the export button until there is a forecast.
        holder = name_widget(QWidget(), "forecastRunning")
        self._place = QStackedLayout(holder)
        for widgets in ((self.picture,), (self.progress, self.stop)):
            page = name_widget(QWidget(), f"{widgets[-1].objectName()}Page")
            add_parts(make_row(page), *widgets, STRETCH)
            self._place.addWidget(page)
        self.settings.flow.addWidget(holder)
        self.sentence = make_running_text("forecastSaid", "")
        self.problem = make_running_text("forecastProblem", "problem")
        self.empty = make_running_text("forecastEmpty", "note")
        self.how = make_running_text("forecastHow", "note")
        self._left = add_parts(make_column(), (self.ways, 1), 0)
        self._body = add_parts(make_row(spacing=2 * UNIT), self._left, (self.chart, 1))
        # The cards take what they need, the chart what is left.
        self.chart.setSizePolicy(
            QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Expanding
        )
        page = make_page("forecastPage")
        self._column = add_parts(
            make_column(page, PAGE_MARGINS),
            self.empty,
            self.cards,
            (self._body, 1),
            self.how,
        )
        scroll = make_scroll_area("forecastScroll", "Forecast of the player", page)
        # The target and its sentence stay visible while the rest scrolls.
        head = add_parts(
            make_column(margins=(2 * UNIT, UNIT, 2 * UNIT, 0), spacing=UNIT // 2),
            self.settings,
            self.problem,
            self.sentence,
        )
        add_parts(make_column(self, spacing=0), head, (scroll, 1))
        self.setFocusProxy(self.settings.fields["Target"])
        self.show_empty("")
        self._show_progress(False)
        self._show_answer()

    def _set_sizes(self) -> None:
        """Set sizes that depend on the type size."""
        metrics = self.fontMetrics()
        self.progress.setFixedSize(metrics.horizontalAdvance("0") * 8, UNIT)
        self.ways.setMinimumHeight(metrics.height() * 8)
        self.chart.setMinimumHeight(metrics.height() * 7)

    # Following

    def refresh(self) -> None:
        """Request the selected player's forecast, unless it is already shown."""
        self._set_sizes()
        session = self._session
        if not session.up_to_date:
            return
        sections, index = session.rating.sections, session.selection.section
        rating, player = session.find_system_rating(), session.player
        if rating is None or player is None or index >= len(sections):
            self._asked = None
            self._show_empty(
                "Select a player with unplayed games in the crosstable."
                if player is None
                else "This section isn't rated. See Problems (F8)."
            )
            return
        where, settings = sections[index], self.settings.settings
        asked = ForecastQuestion(
            session.document, where, rating, player.number, settings
        )
        if asked.is_same(self._asked):
            self._show_cards()
            return
        if self.answer is not None and self.answer.asked.number != player.number:
            self._forget_answer()
        self._asked = asked
        self._ask_forecast(asked)

    def _ask_forecast(self, asked: ForecastQuestion) -> None:
        self._end_progress()
        self._note = ""
        self.progress.setValue(0)
        self.stop.setText("&Stop")
        self.stop.setAccessibleName("Stop the forecast")
        self._late.start()
        self._worker.start_job(partial(compute_answer, asked, self._progress.emit))

    def _show_result(self, result: ForecastAnswer | str) -> None:
        self._end_progress()
        if isinstance(result, str):
            self._show_empty(result)
        else:
            self.answer = result
            self.show_empty("")
            self._show_answer()

    def _show_progress(self, shown: bool) -> None:
        self.progress.setVisible(shown)
        self._place.setCurrentIndex(1 if shown else 0)

    def _end_progress(self) -> None:
        self._late.stop()
        self._show_progress(False)

    def _stop_or_go_on(self) -> None:
        """Stop the forecast or, if it is stopped, start it again."""
        if not self._worker.busy:
            self._asked = None
            self.refresh()
            return
        self._worker.drop_job()
        self._end_progress()
        self._note = "Stopped. Press Restart to continue."
        self.stop.setText("Restart")
        self.stop.setAccessibleName("Restart the forecast")
        self._place.setCurrentIndex(1)
        self._show_messages()

    # Content

    def _show_empty(self, words: str) -> None:
        self._worker.drop_job()
        self._end_progress()
        self._forget_answer(words)

    def _forget_answer(self, words: str = "") -> None:
        """Show no forecast, and the reason for this, if there is one."""
        self.answer, self._note = None, ""
        self._show_answer()
        self.show_empty(words)

    def _show_answer(self) -> None:
        found, target = self.answer, self.settings.target
        several = found is not None and found.several
        shown = found is not None and found.forecast.has_probabilities
        for part in (self.cards, self.how):
            part.setVisible(found is not None)
        # Without chances there is no chart.
        self.chart.setVisible(shown)
        self.picture.setEnabled(shown)
        self.ways.setVisible(several)
        self._place_cards(several)
        self.model.show_forecast(
            found.forecast if found is not None and several else None, target
        )
        self._show_cards()
        self._show_messages()
        self.settings.say_drawn("" if found is None else describe_draws(found.forecast))
        if found is not None:
            self.how.setText(found.explain_method())
        if found is None or not shown:
            self.chart.show_chart(None)
            return
        spread = found.scores.spread
        self.chart.show_chart(
            spread_chart(
                spread,
                found.list_places(),
                target,
                make_headline(spread, target, found.name),
                describe_source(self._session),
            )
        )

    def _place_cards(self, above: bool) -> None:
        """Place the cards above the chart if there are many, or else beside it."""
        is_above = self._column.indexOf(self.cards) >= 0
        if above and not is_above:
            self._left.removeWidget(self.cards)
            self._column.insertWidget(self._column.indexOf(self.empty) + 1, self.cards)
        elif is_above and not above:
            self._column.removeWidget(self.cards)
            self._left.insertWidget(0, self.cards)
        self._left.setStretch(self._left.count() - 1, 0 if above else 1)
        self._body.setStretch(0, 3 if above else 0)
        self._body.setStretch(1, 2 if above else 1)

    def _show_messages(self) -> None:
        """Show the problem with a field or, without one, the summary of the forecast."""
        problem, target = self.settings.problem, self.settings.target
        summary = "" if self.answer is None else self.answer.make_summary(target)
        text = self._note or summary
        show_or_hide(self.problem, problem)
        self.sentence.setText(text)
        self.sentence.setVisible(not problem and bool(text))

    # What-if results

    def _find_outcomes(self, halves: tuple[int, ...]) -> tuple[Outcome, ...]:
        """Return a combination of results as what-if results."""
        if self.answer is None:
            return ()
        document, index = self._session.document, self._session.selection.section
        found = (
            Outcome(round_, self.answer.asked.number, letter)
            for round_, letter in self.answer.list_outcomes(halves)
        )
        return tuple(
            o for o in found if not apply_changes(document, index, [o]).refused
        )

    def _show_cards(self) -> None:
        """Show the cards; the card of the current what-if results looks pressed."""
        found = self.answer
        if found is None:
            self.cards.show_cards(())
            return
        marked = None
        if not found.several:
            for key, line in found.list_lines():
                outcomes = self._find_outcomes(line.halves or ())
                if outcomes and set(outcomes) <= set(self.what_if.outcomes):
                    marked = key
        cards = found.make_cards(self.settings.target)
        lines = max(1, *(len(card.lines) for card in cards))
        self.cards.show_cards(cards, marked, least_width(), lines)

    def _row_chosen(self, index: QModelIndex) -> None:
        if (line := self.model.read_row(index.row())) is not None and line.halves:
            self._try_outcomes(line.halves)

    def _handle_card(self, key: object) -> None:
        """Try the result of a card in What if, or scroll to the combinations with its score."""
        if isinstance(key, tuple):
            self._try_outcomes(key)
        elif isinstance(key, float):
            row = self.model.first_of(key)
            self.ways.go_to(row)
            self.ways.scrollTo(
                self.model.index(row, 0), ColumnTable.ScrollHint.PositionAtTop
            )
            self.ways.setFocus(Qt.FocusReason.OtherFocusReason)

    def _try_outcomes(self, halves: tuple[int, ...]) -> None:
        """Try results in What if, or remove them if they are already tried."""
        outcomes = self._find_outcomes(halves)
        tried = set(outcomes) <= set(self.what_if.outcomes)
        for outcome in outcomes:
            if tried:
                self.what_if.remove_result(outcome.player, outcome.round)
            else:
                self.what_if.set_result(outcome)
        if not outcomes:
            self._note = UNKNOWN
            self._show_messages()
        elif not tried and self._window.presenting is None:
            self._window.switch_to_space_of(WHAT_IF)
            self._window.right.show_view(WHAT_IF)
