"""The rating estimator: one player's games, and the new rating."""

from functools import partial
from typing import Final

from msgspec.structs import replace
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication, QPushButton, QWidget
from shiboken6 import isValid

from uscalc.analysis.forecast_model import ForecastParameters
from uscalc.document.sheet.answer import EstimateAnswer
from uscalc.document.sheet.message import is_game, read_message
from uscalc.document.sheet.section import FilledEstimate, SavedEstimate
from uscalc.document.sheet.sheet import Estimate
from uscalc.report.as_plan import make_plan_text
from uscalc.report.as_sheet import describe_effects, make_sheet_text
from uscalc.report.forecast_words import describe_draws
from uscalc.rules.chances import load_chance_model
from uscalc.rules.resolve import resolve_rules
from uscalc.ui.estimate.answer_panel import (
    AnswerPanel,
    ExplanationWindow,
    compute_answer,
    describe_real_answer,
    format_score_so_far,
    make_answer_facts,
    make_cards,
    make_player_to_explain,
)
from uscalc.ui.estimate.lines import SheetLines
from uscalc.ui.estimate.own_facts import OwnFacts
from uscalc.ui.estimate.pasted_crosstable import NO_PAGE, CrosstablePart
from uscalc.ui.estimate.planner_view import NO_RATING, GoalPlannerView, PlanInput
from uscalc.ui.estimate.saved_estimates import EstimateShelf
from uscalc.ui.estimate.split_pane import (
    BEGIN,
    PASTED_NOTHING,
    EstimateQuestion,
    SplitPane,
    collect_texts,
    give_focus,
    push_button,
    restore_texts,
)
from uscalc.ui.frame.frame import MainFrame
from uscalc.ui.frame.view import View
from uscalc.ui.scheduling import connect_each, make_timer
from uscalc.ui.widgets.building import (
    PAGE_MARGINS,
    add_parts,
    make_column,
    show_or_hide,
)
from uscalc.ui.widgets.layouts import FlowLayout

SOON: Final = 40
"""The ratings are requested this many milliseconds after a key."""


class RatingEstimatorView(View):
    """The rating estimator: a player's rating and games, and the new rating; without an event.

    It restores its entries at the next start. `planned` is the goal planner, which
    starts from the same entries.
    """

    def __init__(self, window: MainFrame, parent: QWidget | None = None) -> None:
        theme = window.theme
        super().__init__(
            "view-rating-estimator", "Rating estimator", window.session, theme, parent
        )
        self._window = window
        self.because: ExplanationWindow | None = None
        self.effects: dict[str, str] = {}
        self.sheet: Estimate | None = None
        self._settings = ForecastParameters(load_chance_model())
        self._left_out = ""
        self.own = OwnFacts()
        self.lines = SheetLines(theme)
        self.asked = EstimateQuestion()
        self.target = self.asked.target
        self.answer_panel = AnswerPanel(theme)
        self.cards = self.answer_panel.cards
        self.planned = GoalPlannerView(
            window.session, theme, self._show_score_needed, self
        )
        self.planned.hide()
        self.real = CrosstablePart(self)
        self.shelf = EstimateShelf(window.folders, self, self)
        self.answer: EstimateAnswer | None = None
        """The answer to the sheet; None while the sheet is incomplete."""
        self._wrong = ""
        """Why there is no answer to the sheet."""
        self._worker = self.make_worker(self._receive_answer)
        self._workers = self._worker, self.real.worker, self.planned.worker
        self._build_layout()
        self._soon = make_timer(self, SOON, self._request_answer)
        connect_each(
            self._handle_typing,
            self.own.changed,
            self.lines.changed,
            self.asked.changed,
            self.planned.changed,
        )
        self._find_way()
        self._follow = make_timer(
            self, 0, lambda: self.panes.keep_in_sight(QApplication.focusWidget())
        )
        # A line gets its position when it is laid out, and may move when a message
        # appears below another line.
        self.lines.reached.connect(lambda _field: self._follow.start())
        self.panes.grown.connect(lambda *_: self._follow.start())
        theme.changed.connect(self._apply_style)
        self._apply_style()
        self.shelf.restore_last()
        window.session.closing.connect(self.let_go)

    @property
    def busy(self) -> bool:
        """True while figures are being computed."""
        return self._soon.isActive() or any(worker.busy for worker in self._workers)

    def _find_way(self) -> None:
        """Connect the fields in the order of the keyboard, and show their hints."""
        self.own.below.connect(self.lines.focus_first_empty_line)
        self.lines.above.connect(self.own.focus_first_field)
        self.lines.below.connect(lambda: give_focus(self.target))
        self.asked.finished.connect(self.lines.focus_first_empty_line)
        for part in (self.own, self.lines, self.target):
            part.pasted.connect(self.paste_text)
        self.lines.own_taken = self.own.take_rating
        self.planned.mirror_fields(
            (self.own.rating, self.own.games, self.target, self.asked.draws)
        )
        self.planned.turned.connect(self._show_plan)
        self.answer_panel.asked.connect(self._show_explanation)
        application = QApplication.instance()
        if isinstance(application, QApplication):
            application.focusChanged.connect(self._handle_move)

    # Building

    def _build_layout(self) -> None:
        self.panes: SplitPane = SplitPane(
            "my", (self.own, self.lines), (self.asked, self.answer_panel, self.real)
        )
        self.hint, self.source = self.panes.hint, self.panes.source
        self.problem = self.panes.problem
        self.copy = self._make_copy_button("my")
        paste = push_button(
            "myPaste",
            "Pa&ste",
            "Paste a crosstable page for the exact rating, or a list of games",
            self.paste_page,
        )
        new = push_button(
            "myEmpty",
            "&New estimate",
            "Start a new estimate. This one stays in Saved estimates.",
            self.clear_sheet,
        )
        plan = push_button(
            "myToPlan",
            "Goal p&lanner",
            "Plan several events to reach a target rating",
            self._window.named_actions["myPlan"].trigger,
        )
        buttons = add_parts(
            FlowLayout(), paste, self.copy, new, self.shelf.button, plan
        )
        add_parts(make_column(self, PAGE_MARGINS), (self.panes, 1), buttons)
        back = push_button(
            "myPlanToEstimate",
            "Rati&ng estimator",
            "Edit the games that the plan starts from",
            self._window.named_actions["myRating"].trigger,
        )
        self._copy_plan = self._make_copy_button("myPlan")
        add_parts(self.planned.buttons, self._copy_plan, back)

    def _make_copy_button(self, name: str) -> QPushButton:
        words = "Copy the estimate and the plan as text"
        return push_button(f"{name}Copy", "Copy as text", words, self.copy_text)

    def _apply_style(self) -> None:
        for part in (self.asked, self.answer_panel, self.panes):
            part.measure_width()
        # Reserve two lines, so that the games don't move when a note appears.
        self.own.count.setMinimumHeight(2 * self.fontMetrics().lineSpacing())
        self.show_answer()

    def focus_first_field(self) -> None:
        """Focus the first field that is still needed."""
        if self.own.rating.text().strip():
            self.lines.focus_first_empty_line()
        else:
            self.own.focus_first_field()

    # Entries

    def _handle_typing(self) -> None:
        self._soon.start()
        self._show_words()
        self.shelf.save_soon()

    def _handle_move(self, old: QWidget | None, new: QWidget | None) -> None:
        """Update hints and lines when the focus moves."""
        if new is not None and self.isAncestorOf(new) and new is not self.own.rating:
            self.lines.move_keyboard(old, new)
        self._show_words()

    def _show_words(self) -> None:
        """Show what the focused field accepts, and where Enter goes."""
        widget = QApplication.focusWidget()
        if widget is None:
            return
        text = self.lines.find_hint(widget) or widget.property("hint") or ""
        if self.planned.isAncestorOf(widget):
            self.planned.hint.setText(text)
        elif self.isAncestorOf(widget):
            if widget is self.own.rating:
                text = self.own.make_rating_hint()
            effect = self.effects.get(widget.objectName(), "")
            self.hint.setText(f"{text} {effect}".strip())

    def _show_effects(self) -> None:
        """Set the tooltip of each control, and its description for screen readers."""
        sheet, found = self.sheet, {}
        if sheet is not None:
            rules = resolve_rules(sheet.rules, sheet.end_date, sheet.system)
            text = describe_effects(sheet, self.answer, rules, self._settings.model.few)
            found = {f"my{name}": words for name, words in text.items()}
        self.effects = found
        for part in (*self.own.list_controls(), self.target, self.asked.draws):
            words = found.get(part.objectName(), "")
            part.setAccessibleDescription(words)
            part.setToolTip(f"{part.accessibleName()}. {words}".rstrip(" ."))
        rated = sheet is not None and sheet.rating is not None
        self.own.count.setText(found["myGames"] if rated else "")
        self._show_words()

    def collect_state(self) -> SavedEstimate:
        """Return the entries of the sheet."""
        own = *self.own.list_controls(), self.asked.draws, *self.planned.saved
        return SavedEstimate(
            collect_texts(own), self.lines.collect_filled_lines(), self.target.text()
        )

    def show_sheet(self, sheet: SavedEstimate) -> None:
        """Show a sheet instead of the current one."""
        self.real.forget_crosstable()
        self.own.restore_texts(sheet.own)
        self.lines.clear_lines()
        self.lines.fill_lines(sheet.lines)
        self.target.setText(sheet.target)
        restore_texts((self.asked.draws, *self.planned.saved), sheet.own)

    def offer_rating(self, rating: str) -> None:
        """Offer the player's own rating from the last sheet; Enter accepts it."""
        self.own.offer_rating(rating)
        self._show_words()

    # Answering

    def _read_sheet(self) -> Estimate | str:
        """Return the sheet, or what is wrong with it; an empty text if nothing is entered."""
        own = self.own.read_facts()
        lines, self._left_out = self.lines.collect_lines()
        if isinstance(own, str):
            return own
        draws = self.asked.parse_factor()
        if isinstance(draws, str):
            return draws
        if own is None:
            return ""
        self._settings = ForecastParameters(load_chance_model(), draws)
        return replace(own, lines=lines)

    def _request_answer(self) -> None:
        read = self._read_sheet()
        self.sheet = None if isinstance(read, str) else read
        self._show_plan()
        if self.sheet is None or not self.sheet.lines:
            self.real.follow_sheet(None, self._settings)
            self._worker.drop_job()
            self._receive_answer(read)
            return
        self.real.follow_sheet(self.sheet, self._settings)
        self._worker.start_job(partial(compute_answer, self.sheet, self._settings))

    def _receive_answer(self, result: object) -> None:
        """Show an answer, or the reason why there is none."""
        self.answer = result if isinstance(result, EstimateAnswer) else None
        self._wrong = result if isinstance(result, str) else ""
        self.show_answer()

    def _show_plan(self) -> None:
        """Compute the plan while the goal planner is visible."""
        plan, sheet = self.planned, self.sheet
        if not plan.isVisible():
            plan.request_plan("")
            return
        target, read = self.asked.parse_goal(), self._read_sheet()
        if sheet is None or isinstance(read, str):
            plan.request_plan(read or NO_RATING if isinstance(read, str) else "")
        elif self.asked.problem:
            plan.request_plan(self.asked.problem)
        else:
            plan.request_plan(PlanInput(sheet, target, self._settings.draws))

    # Display

    def show_answer(self) -> None:
        """Show the answer to the sheet or, if there is one, that of the crosstable."""
        target, answer, real = self.asked.parse_goal(), self.answer, self.real.answer
        found = None
        if answer is None:
            self.answer_panel.clear_answer()
        else:
            facts = make_answer_facts(answer, real)
            beside = format_score_so_far(answer) if real is None else ""
            self.answer_panel.show_answer(
                facts,
                make_cards(facts, target, beside),
                target,
                "Based only on the games of this estimate"
                if real is None
                else self.real.source,
                real is not None,
            )
            found = facts.forecast
        self.asked.drawn.setText("" if found is None else describe_draws(found))
        source = BEGIN if answer is None else self.real.source
        show_or_hide(self.source, "" if self._wrong else source)
        show_or_hide(self.problem, self._wrong or self.asked.problem or self._left_out)
        self.copy.setEnabled(answer is not None)
        self._show_effects()

    def _show_score_needed(self) -> None:
        self._window.named_actions["scoreNeeded"].trigger()

    def _show_explanation(self, key: object) -> None:
        """Show the rating explorer and the explanation for a card's figure."""
        answer, real, document = self.answer, self.real.answer, self.real.document
        card = next((one for one in self.cards.list_shown() if one.key == key), None)
        if answer is None or card is None:
            return
        shown = make_player_to_explain(
            answer, real, document, key if isinstance(key, tuple) else ()
        )
        self.because = ExplanationWindow(
            shown, f"{card.title}: {card.figure}", self._window, self
        )
        self.because.open()

    # The clipboard

    def copy_text(self) -> None:
        """Copy the estimate, its answer and the plan as text."""
        text = ""
        target = self.asked.parse_goal()
        if self.answer is not None:
            text += make_sheet_text(self.answer, target)
        if self.answer is not None and self.real.answer is not None:
            facts = make_answer_facts(self.answer, self.real.answer)
            source = f"{self.real.source}. {self.real.compared}".removesuffix(". ")
            text += describe_real_answer(facts, source, target)
        if self.planned.answer is not None:
            text += make_plan_text(self.planned.answer)
        if text:
            QGuiApplication.clipboard().setText(text)

    def paste_page(self) -> None:
        """Paste a crosstable or lines of games from the clipboard."""
        self.paste_text(QGuiApplication.clipboard().text())

    def paste_text(self, text: str) -> None:
        """Look for the player in a pasted crosstable; use other texts as lines of games."""
        if not text.strip():
            self.real.show_message(PASTED_NOTHING)
            return
        if self._soon.isActive():
            self._soon.stop()
            self._request_answer()
        read = self._read_sheet()
        sheet = None if isinstance(read, str) else read
        self.real.paste_text(text, sheet, self._settings, self.own.day_typed)

    def show_problem(self, problem: str) -> None:
        """Show why a sheet can't be saved or opened."""
        self.real.show_message(problem)

    def take_lines(self, text: str) -> None:
        """Paste a text that isn't a crosstable as lines of games."""
        known = bool(self.own.rating.text().strip())
        message = read_message(text, known)
        if not message.own and not any(map(is_game, message.lines)):
            self.real.show_message(NO_PAGE)
            return
        if message.own and not known:
            self.own.rating.setText(message.own)
        self.lines.put_lines(message.lines)

    def take_filled(self, found: FilledEstimate) -> None:
        """Save the sheet, and fill a new one with a player's games from the crosstable."""
        self.shelf.close_sheet()
        self.own.take_filled(found)
        self.lines.clear_lines()
        self.lines.fill_lines(found.lines)
        if found.end_date is not None:
            self.lines.focus_first_empty_line()

    def clear_sheet(self) -> None:
        """Start a new, empty sheet; the old one is saved."""
        self.shelf.close_sheet()
        self.show_sheet(SavedEstimate())
        self.shelf.offer_last_rating()
        self.own.focus_first_field()

    def let_go(self) -> None:
        """Stop all computations, and save the entries."""
        if self.because is not None and isValid(self.because):
            self.because.reject()
        for worker in self._workers:
            worker.close()
        self.shelf.close()
