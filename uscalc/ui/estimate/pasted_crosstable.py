"""Find the player of an estimate in a pasted crosstable, and rate that crosstable."""

import datetime as dt
from typing import Final, NamedTuple, Protocol

from msgspec.structs import replace
from PySide6.QtCore import QSignalBlocker
from PySide6.QtWidgets import QWidget

from uscalc.analysis.forecast_model import ForecastParameters, NothingToForecastError
from uscalc.analysis.one_player import NoRatingError
from uscalc.counted import make_sentence
from uscalc.document.model import Document
from uscalc.document.sheet.section import (
    CrosstableAnswer,
    FilledEstimate,
    FoundPlayer,
    answer_from_crosstable,
    fill_estimate,
    find_in_all_sections,
    list_players,
    set_section_end,
)
from uscalc.document.sheet.sheet import Estimate
from uscalc.explain.numbers import format_whole_rating
from uscalc.formats import EndDateNeededError, FormatError, open_text
from uscalc.monitor import Monitor
from uscalc.rules.resolve import resolve_rules
from uscalc.ui.estimate.own_facts import OwnFacts
from uscalc.ui.estimate.split_pane import SplitPane
from uscalc.ui.scheduling import Worker
from uscalc.ui.widgets.building import (
    add_parts,
    make_column,
    make_plain_button,
    make_row,
    make_running_text,
    name_widget,
    show_or_hide,
)
from uscalc.ui.widgets.controls import make_choice

WHICH: Final = "Which one are you?"
NOBODY: Final = (
    "No player in that crosstable has the rating and results of this estimate. Which one "
    "are you? Select your name to start a new estimate with your games from it."
)
SEVERAL: Final = (
    "Several players have this rating and these results. Which one are you?"
)
NO_PAGE: Final = (
    "The clipboard has neither a crosstable nor lines of games. Copy the "
    "section\N{RIGHT SINGLE QUOTATION MARK}s whole page, or lines like 1702w."
)
NO_DATE: Final = "The crosstable has no end date. Enter the last day of the event."
DIFFERS: Final = (
    "The ratings differ. Check the end date, and the data that a crosstable "
    "doesn\N{RIGHT SINGLE QUOTATION MARK}t show."
)
ADDED: Final = (
    "The crosstable has no unplayed games. Your unplayed game comes from this estimate; "
    "the other games of that round are unknown."
)


class PastedCrosstable(NamedTuple):
    """A crosstable as it was read; `dated` is True if it has its own date."""

    document: Document
    dated: bool


class ReadCrosstable(NamedTuple):
    """The player and the games found in a pasted crosstable.

    `who` is the player of the estimate, `day` the last day of the section in the
    crosstable. The estimate uses `day` only once.
    """

    pasted: PastedCrosstable
    found: tuple[FoundPlayer, ...]
    answer: CrosstableAnswer | None
    problem: str
    who: FoundPlayer | None = None
    day: dt.date | None = None


class EstimatorParts(Protocol):
    """The parts of the estimator that a pasted crosstable fills."""

    own: OwnFacts
    panes: SplitPane

    def take_filled(self, found: FilledEstimate) -> None:
        """Fill the sheet with a player's games from the crosstable."""

    def take_lines(self, text: str) -> None:
        """Use a text that isn't a crosstable as lines of games."""

    def show_answer(self) -> None:
        """Show the answer to the sheet or to the crosstable."""


class CrosstablePart(QWidget):
    """The pasted crosstable, and the answer that is computed from it.

    `answer` exists after a crosstable with the player was pasted. The estimator shows
    it, and fills the sheet with the crosstable's data.
    """

    def __init__(self, estimator: EstimatorParts) -> None:
        super().__init__()
        self._estimator = estimator
        self.answer: CrosstableAnswer | None = None
        self._pasted: PastedCrosstable | None = None
        self._found: tuple[FoundPlayer, ...] = ()
        self._who: FoundPlayer | None = None
        self._wants_day = self._by_day = False
        self._by_page = True
        """True if the crosstable's own date is used."""
        self._asked: tuple[Estimate | None, ForecastParameters] | None = None
        name_widget(self, "myReal", look="page")
        self.status = make_running_text("myRealSaid", "note")
        self.who = make_choice(
            "myRealWho", WHICH, picked=self._apply_choice, waits=True
        )
        self.who.setProperty(
            "hint",
            "Type the first letters of your name, or press Alt+Down to open the list. "
            "Press Enter to select the shown name.",
        )
        self.back = make_plain_button(
            "myRealBack",
            "Stop using the &crosstable",
            pressed=self.forget_crosstable,
        )
        row = add_parts(make_row(), (self.who, 1), self.back, 0)
        add_parts(make_column(self), self.status, row)
        self.worker = Worker(self, self._receive_result)
        self._show_status("")

    @property
    def document(self) -> Document | None:
        """Return the event of the answer; None without one."""
        if self._pasted is None or self.answer is None or self._asked is None:
            return None
        sheet, _ = self._asked
        document, found = self._pasted.document, self.answer.found
        return (
            document
            if sheet is None
            else set_section_end(document, found.section, sheet.end_date)
        )

    @property
    def source(self) -> str:
        """The source of the answer, as text."""
        if self.answer is None or self._pasted is None:
            return ""
        found, name = self.answer.found, self._pasted.document.name
        who = f"{found.number} {found.name}".rstrip()
        return f"From the crosstable of {name}, {found.section_name}: {who}"

    @property
    def compared(self) -> str:
        """The comparison of the published rating with the computed one; empty without both."""
        found = self.answer
        return (
            ""
            if found is None or found.post is None or found.published is None
            else describe_match(found.published, found.post)
        )

    @property
    def asks(self) -> bool:
        """True while the user has to select the player."""
        return bool(self._found) and self.answer is None

    # Asking

    def paste_text(
        self,
        text: str,
        sheet: Estimate | None,
        settings: ForecastParameters,
        by_day: bool,
    ) -> None:
        """Read a crosstable, and look for the sheet's player in it.

        `by_day` is True if the user typed the last day on the sheet. Then a crosstable
        without a date is rated by that day.
        """
        self._pasted, self._who, self._asked = None, None, (sheet, settings)
        self._by_page, self._by_day = True, by_day

        def work(monitor: Monitor) -> object:
            try:
                pasted = _read_text(text)
            except FormatError:
                return text
            if len(list_players(pasted.document)) < 2:
                # With only a row or two, the crosstable has no opponents.
                return text
            by_page = pasted.dated or not by_day
            return _rate_crosstable(pasted, sheet, settings, None, by_page, monitor)

        self.worker.start_job(work)

    def follow_sheet(
        self, sheet: Estimate | None, settings: ForecastParameters
    ) -> None:
        """Look for the sheet's player again in the same crosstable."""
        pasted = self._pasted
        if pasted is None or (sheet, settings) == self._asked:
            return
        if sheet is None and self._who is not None:
            # Keep the known player, because only the sheet is invalid now.
            self.worker.drop_job()
            self._asked, self.answer = (None, settings), None
            self.show_message(NO_DATE if self._wants_day else "")
            return
        if self._wants_day:
            self._wants_day = self._by_page = False
        self._read_again(pasted, sheet, settings)

    def forget_crosstable(self) -> None:
        """Forget the crosstable."""
        self.worker.drop_job()
        self._pasted = self._asked = self._who = self.answer = None
        self._found, self._wants_day = (), False
        self.show_message("")

    def _read_again(
        self,
        pasted: PastedCrosstable,
        sheet: Estimate | None,
        settings: ForecastParameters,
    ) -> None:
        self._asked, who = (sheet, settings), self._who
        by_page = self._by_page and (pasted.dated or not self._by_day)
        self.worker.start_job(
            lambda monitor: _rate_crosstable(
                pasted, sheet, settings, who, by_page, monitor
            )
        )

    def _apply_choice(self, key: str) -> None:
        """Use the player that the user selected."""
        names = [_make_key(found) for found in self._found]
        pasted = self._pasted
        if pasted is None or self._asked is None or key not in names:
            return
        self._who = self._found[names.index(key)]
        sheet, settings = self._asked
        document = pasted.document
        if sheet is not None and self._who in find_in_all_sections(
            sheet, document, resolve_rules
        ):
            self._read_again(pasted, sheet, settings)
            return
        self._by_page = False
        found = fill_estimate(document, self._who, sheet.system if sheet else "R")
        self._estimator.take_filled(
            found if pasted.dated else replace(found, end_date=None)
        )
        if not pasted.dated:
            self._want_day()

    def _receive_result(self, result: object) -> None:
        if isinstance(result, str):
            # The text is not a crosstable.
            self.forget_crosstable()
            self._estimator.take_lines(result)
            return
        if not isinstance(result, ReadCrosstable):
            return
        fresh = self._pasted is None
        self._pasted, self.answer = result.pasted, result.answer
        self._found, self._who = result.found, result.who or self._who
        if result.day is not None and self._asked is not None:
            self._by_page = False
            sheet, settings = self._asked
            if sheet is not None:
                self._asked = replace(sheet, end_date=result.day), settings
        with QSignalBlocker(self.who):
            self.who.clear()
            self.who.addItem("Select your name", "")
            for found in result.found:
                name = found.name or f"Player {found.number}"
                self.who.addItem(
                    f"{name} ({found.number}, {found.section_name})", _make_key(found)
                )
            self.who.show_text(_make_key(self.answer.found) if self.answer else "")
        self.show_message(result.problem)
        if result.day is not None:
            self._estimator.own.take_day(result.day)
        if result.problem == NO_DATE:
            self._want_day()
        elif fresh and self.asks:
            self._estimator.panes.focus_and_reveal(self.who)

    def _want_day(self) -> None:
        """Ask for the last day of the event."""
        self._wants_day = True
        self.show_message(NO_DATE)
        self._estimator.own.ask_day()

    def show_message(self, problem: str) -> None:
        """Show the result of a paste: a problem, or how the ratings compare."""
        self._show_status(problem)
        self._estimator.show_answer()

    def _show_status(self, problem: str) -> None:
        text = (
            ADDED
            if self.answer is not None and self.answer.added
            else problem or self.compared
        )
        show_or_hide(self.status, text)
        self.who.setVisible(self.asks or len(self._found) > 1)
        self.back.setVisible(self._pasted is not None)


def _make_key(found: FoundPlayer) -> str:
    return f"{found.section}:{found.number}"


def describe_match(published: float, post: float) -> str:
    """Return how the published and the computed rating compare."""
    one, other = format_whole_rating(published), format_whole_rating(post)
    text = f"Published {one}, computed {other}"
    return f"{text}." if one == other else f"{text}. {DIFFERS}"


def _read_text(text: str) -> PastedCrosstable:
    """Read a crosstable with its date; raise FormatError."""
    try:
        return PastedCrosstable(open_text(text).document, True)
    except EndDateNeededError:
        # The user is asked for the date; the players are known without it.
        return PastedCrosstable(open_text(text, dt.date.today()).document, False)


def _rate_crosstable(
    pasted: PastedCrosstable,
    sheet: Estimate | None,
    settings: ForecastParameters,
    who: FoundPlayer | None,
    by_page: bool,
    monitor: Monitor,
) -> ReadCrosstable:
    """Return the answer for the sheet's player, or the players to select from.

    If `by_page` is True, the crosstable is rated by its own date, which the user is
    asked for if it is missing. Otherwise, the date of the sheet is used.
    """
    document = pasted.document
    everyone = list_players(document)
    if not everyone:
        empty = "That crosstable has no players. Copy the whole page of the section."
        return ReadCrosstable(pasted, (), None, empty)
    those = (
        () if sheet is None else find_in_all_sections(sheet, document, resolve_rules)
    )
    those_first = (*those, *(found for found in everyone if found not in those))
    mine = who if who in those else those[0] if len(those) == 1 else None
    if sheet is None or mine is None:
        asked = SEVERAL if those else WHICH if sheet is None else NOBODY
        return ReadCrosstable(pasted, those_first, None, asked)
    day = None
    if by_page:
        if not pasted.dated:
            return ReadCrosstable(pasted, those_first, None, NO_DATE, mine)
        day = document.end_date_of(document.sections[mine.section])
        sheet = replace(sheet, end_date=day)
    document = set_section_end(document, mine.section, sheet.end_date)
    try:
        answer = answer_from_crosstable(
            sheet, document, mine, resolve_rules, settings, monitor
        )
    except (NothingToForecastError, NoRatingError) as error:
        problem = make_sentence(error)
        return ReadCrosstable(pasted, those_first, None, problem, mine, day)
    return ReadCrosstable(pasted, those_first, answer, "", mine, day)
