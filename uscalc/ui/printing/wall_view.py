"""Wall charts: select lists, sections and paper, see the pages, print or save them."""

import datetime as dt
from functools import partial
from typing import Final

from PySide6.QtWidgets import QGridLayout, QVBoxLayout

from uscalc.counted import count_in_words, format_day
from uscalc.engine.inputs import SYSTEM_NAMES, SYSTEMS, System
from uscalc.report.wall.model import (
    ORDER_WORDS,
    ORDERS,
    ListOrder,
    WallChoices,
    WallContent,
    WallSheet,
)
from uscalc.report.wall.words import get_planned_rounds
from uscalc.ui.frame.frame import MainFrame
from uscalc.ui.printing.output import MakePages, PrintJob, format_clock, make_file_name
from uscalc.ui.printing.print_panel import PrintPanel
from uscalc.ui.printing.section_ticks import SectionTicks
from uscalc.ui.printing.wall_pages import (
    PrintChoices,
    PrintHistory,
    WallPages,
    make_wall_pages,
)
from uscalc.ui.theme.theme import UNIT
from uscalc.ui.widgets.building import (
    add_parts,
    discard_widget,
    make_column,
    make_running_text,
    set_margins,
    show_text,
    write_label,
)
from uscalc.ui.widgets.controls import CheckControl

CONTENT: Final[dict[WallContent, str]] = {
    "ratings": "Ratings",
    "results": "Results of every round",
    "both": "Results and ratings",
}
AUTOMATIC: Final = "auto"
SIZES: Final = (9, 10, 11, 12, 13, 14, 15, 16, 18, 20, 22, 24, 28, 32, 36, 42, 48)


class WallChartsView(PrintPanel):
    """Prints or saves the wall charts of all sections, or of selected ones."""

    prefix = "wall"

    def __init__(self, window: MainFrame) -> None:
        self._history = PrintHistory(window.session, window.folders.walls, window)
        """The earlier printings of the event; each new one is added."""
        self._shown: WallPages | None = None
        self._systems: dict[System, CheckControl] = {}
        super().__init__(
            window,
            "view-wall-charts",
            "Wall charts",
            lambda: window.show_view("view-wall-charts"),
        )
        self._session.opened.connect(self._show_choices)
        self._show_choices()

    def add_content_options(self, column: QVBoxLayout) -> None:
        """Add the options for lists, content, systems, rounds, and changed pages."""
        self.lists = {
            order: self.make_check(f"List{order.capitalize()}", ORDER_WORDS[order])
            for order in ORDERS
        }
        orders = set_margins(QGridLayout(), spacing=UNIT // 4)
        for place, check in enumerate(self.lists.values()):
            orders.addWidget(check, place // 2, place % 2)
        self._row = set_margins(QGridLayout(), spacing=UNIT // 4)
        for grid in (orders, self._row):
            grid.setHorizontalSpacing(UNIT)
        self.performance = self.make_check("Performance", "Performance ratings")
        self.more = self.make_check("MoreRounds", "More rounds to play")
        self.more.setToolTip(
            "Use when the number of rounds isn't set and the next round isn't paired yet"
        )
        self.only = self.make_check("OnlyChanged", "Only changed pages")
        self.since = make_running_text("wallSince", "note")
        column.addLayout(orders)
        self.content = self.add_choice(column, "Show", "Show", list(CONTENT.items()))
        marks = add_parts(
            make_column(spacing=0), self.performance, self.more, self.only, self.since
        )
        add_parts(column, self._row, marks)
        self.big.setToolTip(
            "Capitals at least 5 mm high, to be read from 10 feet (3 m)"
        )
        sizes = [(f"{size:g}", f"{size} pt") for size in SIZES]
        self.size_choice = self.add_choice(
            column, "Type size", "TypeSize", [(AUTOMATIC, "Fit to page"), *sizes]
        )
        self.why = make_running_text("wallWhy", "note")
        column.addWidget(self.why)

    def add_look_options(self, column: QVBoxLayout) -> None:
        """Add the check boxes of the sections."""
        self.sections = SectionTicks("wall", self.change_choice)
        self.every = self.make_button("All", "All sections", self.choose_all_sections)
        self.every.hide()
        add_parts(column, self.sections, self.every)

    @property
    def needs_two_columns(self) -> bool:
        """Return whether there are several sections, so that a second column is useful."""
        return self.every.isVisibleTo(self)

    # Choices

    def _show_choices(self) -> None:
        """Show the choices of this event's last printing or, without one, of the last event's."""
        printed = self._history.printed
        choices = printed.choices
        for order, check in self.lists.items():
            check.setChecked(order in choices.lists)
        self.content.show_text(choices.content)
        size = AUTOMATIC if printed.points is None else f"{printed.points:g}"
        known = self.size_choice.findData(size) >= 0
        self.size_choice.show_text(size if known else AUTOMATIC)
        self._offer_systems()
        for system, check in self._systems.items():
            check.setChecked(not choices.systems or system in choices.systems)
        self.paper.show_text(printed.paper)
        for check, on in (
            (self.big, printed.big),
            (self.performance, choices.performance),
            (self.more, printed.more),
            (self.only, False),
        ):
            check.setChecked(on)

    def _offer_systems(self) -> None:
        """Offer the systems with ratings, if there are several."""
        sections = self._session.rating.sections
        rated = {rating.system for section in sections for rating in section.ratings}
        systems = [s for s in SYSTEMS if s in rated] if len(rated) > 1 else []
        if list(self._systems) == systems:
            return
        chosen = self._chosen_systems
        for check in self._systems.values():
            self._row.removeWidget(check)
            discard_widget(check)
        self._systems = {}
        for place, system in enumerate(systems):
            check = self.make_check(f"System{system}", SYSTEM_NAMES[system])
            check.setChecked(not chosen or system in chosen)
            self._row.addWidget(check, place // 2, place % 2)
            self._systems[system] = check

    @property
    def _chosen_systems(self) -> tuple[System, ...]:
        """The selected systems; an empty tuple means all."""
        ticked = tuple(s for s, check in self._systems.items() if check.isChecked())
        return () if len(ticked) == len(self._systems) else ticked

    @property
    def choices(self) -> WallChoices:
        """The selected lists, content and systems."""
        lists: tuple[ListOrder, ...] = tuple(
            order for order, check in self.lists.items() if check.isChecked()
        )
        content = next(key for key in CONTENT if key == self.content.value)
        performance = self.performance.isChecked()
        return WallChoices(lists, content, self._chosen_systems, performance)

    @property
    def printed(self) -> PrintChoices:
        """The selected paper, type, lists and content."""
        size = self.size_choice.value
        return PrintChoices(
            self.chosen_paper,
            self.big.isChecked(),
            None if size == AUTOMATIC else float(size),
            self.choices,
            self.more.isChecked(),
        )

    def change_choice(self) -> None:
        """Make the pages again, and keep the choices for the next time."""
        if self.choices.lists:
            self._history.save_choices(self.printed)
        super().change_choice()

    def choose_all_sections(self) -> None:
        """Select every section."""
        self.sections.tick_all()
        self.only.setChecked(False)
        self.change_choice()

    # Pages

    @property
    def chosen(self) -> tuple[WallSheet, ...]:
        """The lists that are printed."""
        return () if self._shown is None else self._shown.printed

    def make_page_job(self) -> MakePages | None:
        """Return the function that makes the pages of the selected lists."""
        rated = self._session.rating
        self._offer_systems()
        for check in self._systems.values():
            check.setEnabled(self.choices.of_ratings)
        self.performance.setEnabled(self.choices.of_ratings)
        self.more.setVisible(
            any(get_planned_rounds(part.section) is None for part in rated.sections)
        )
        if self._find_missing_choice():
            self.why.setText("")
            return None
        left_out = self.sections.find_left_out(rated.document)
        hanging = dict(self._history.hanging), self.only.isChecked()
        return partial(make_wall_pages, rated, self.printed, left_out, *hanging)

    def _find_missing_choice(self) -> str:
        """Return what must be selected before there is a list; empty if nothing."""
        if not self.choices.lists:
            return "Nothing to print. Select a list."
        ticked = any(check.isChecked() for check in self._systems.values())
        return (
            "Nothing to print. Select a rating system."
            if self.choices.of_ratings and self._systems and not ticked
            else ""
        )

    def describe_content(self) -> str:
        """Describe the number of lists, or why there are none."""
        count = len(self.chosen)
        return self._find_missing_choice() or count_in_words(count, "wall chart")

    def _show_pages(self, made: PrintJob) -> None:
        shown = made.more
        assert isinstance(shown, WallPages)
        self._shown = shown
        changed = shown.changed if self._history.since is not None else ()
        self.sections.show_sheets(shown.sheets, shown.document, changed)
        self.every.setVisible(len({sheet.place for sheet in shown.sheets}) > 1)
        show_text(self.why, "" if shown.plan is None else shown.plan.describe_plan())
        self.divide_width()
        self._show_changes(shown)
        super()._show_pages(made)

    def explain_empty_pages(self) -> str:
        """Return why there are no pages."""
        if self.chosen:
            return "Nothing to print: no page changed."
        return (
            "Nothing to print. Select a section."
            if self._shown is not None and any(s.rows for s in self._shown.sheets)
            else "Nothing to print: no section is rated."
        )

    def _show_changes(self, shown: WallPages) -> None:
        """Show what has changed since the last printing, and offer to print only that."""
        since, changed = self._history.since, len(shown.changed)
        self.only.setEnabled(since is not None and bool(changed))
        if not self.only.isEnabled() and self.only.isChecked():
            self.only.setChecked(False)
            self.following.refresh_later()
        words, text = "Only changed pages", "Nothing printed yet for this event."
        if since is not None:
            words = f"{words} since {_format_time(since)}"
            of = len({sheet.place for sheet in shown.sheets if sheet.rows})
            text = (
                f"{changed} of {count_in_words(of, 'section')} changed."
                if changed
                else "No changes since the last printout."
            )
        self.since.setText(text)
        self.since.setVisible(since is not None)
        write_label(self.only, words)

    def suggest_file_name(self) -> str:
        """Return the event's name as a file name."""
        return make_file_name(self._session.document.name, "wall charts")

    def note_printed(self) -> str:
        """Record the printed lists as those on the wall; return the problem, if any."""
        return (
            ""
            if self._shown is None
            else self._history.add_printed(dict(self._shown.hung), dt.datetime.now())
        )


def _format_time(since: dt.datetime) -> str:
    """Return the time of day, with the date if it is not today."""
    today, clock = since.date() == dt.date.today(), format_clock(since)
    return clock if today else f"{format_day(since)} {clock}"
