"""Print wall charts: choose sections, lists and paper, and preview the pages."""

import datetime as dt
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Final

from PySide6.QtWidgets import QVBoxLayout

from uscalc.document.rate.rated import DocumentRating
from uscalc.engine.inputs import SYSTEMS, System
from uscalc.report.wall.hung import find_changed_lists
from uscalc.report.wall.model import WallSheet, make_wall_sheets
from uscalc.report.wall.words import get_planned_rounds
from uscalc.ui.printing.hanging import PrintChoices, PrintHistory
from uscalc.ui.printing.made import WallPages, WallRequest, make_wall_pages
from uscalc.ui.printing.options import SectionTicks, WallOptions
from uscalc.ui.printing.output import MakePages, PrintJob, make_file_name
from uscalc.ui.printing.printing_dialog import PrintDialog
from uscalc.ui.theme.theme import UNIT
from uscalc.ui.widgets.building import (
    add_parts,
    make_column,
    make_page,
    make_scroll_area,
)
from uscalc.ui.widgets.labels import make_text_label

if TYPE_CHECKING:
    from uscalc.ui.frame.frame import MainFrame

NO_SECTION_CHOSEN: Final = "Nothing to print: choose a section."
NO_SYSTEM_CHOSEN: Final = "Nothing to print: choose a system."
NO_RATED_SECTION: Final = "Nothing to print: no section of the event is rated."


class WallChartsDialog(PrintDialog):
    """Print or save the wall charts of all sections, or of the selected ones.

    `wall` knows what was printed before, and how, and records what is printed now.
    """

    name = "wall"
    suffixes = (".pdf", ".html", ".xlsx", ".csv")
    no_pages = "Nothing to print: no page says anything new."

    def __init__(
        self, window: "MainFrame", again: Callable[[], object], wall: PrintHistory
    ) -> None:
        self._wall = wall
        self._sheets: tuple[WallSheet, ...] = ()
        self._problem = ""
        super().__init__(window, again, "Wall sheets")
        printed = wall.printed
        self.wanted.offer_systems(self._list_rated_systems())
        self.wanted.show_choices(printed.choices, printed.points)
        self.paper.show_text(printed.paper)
        self.big.setChecked(printed.big)
        self.more.setChecked(printed.more)
        self.finished.connect(self._remember_choices)
        self.show_waiting()
        self._rated()

    def add_options(self, column: QVBoxLayout) -> None:
        """Add the choices of lists, content, systems, type size, rounds and sections."""
        page = make_page("wallOptionsPage")
        scroll = make_scroll_area("wallOptions", "Choices", page)
        # With large type the buttons below have priority.
        scroll.setMinimumHeight(4 * UNIT)
        inner = make_column(page, (0, 0, UNIT, 0), spacing=UNIT // 2)
        self.wanted = WallOptions(self.refresh)
        self.more = self.make_check("MoreRounds", "&More rounds are to come")
        self.more.setToolTip(
            "For sections that do not say how many rounds are planned; nobody is paired "
            "for the next one yet"
        )
        self.only = self.make_check("OnlyChanged", "&Only what changed")
        self.since = make_text_label("wallSince", "note")
        title = make_text_label("wallSectionsTitle", "part")
        title.setText("Sections")
        self.sections = SectionTicks(self.refresh)
        every = self.make_button("All", "A&ll sections", self.choose_all_sections)
        parts = (self.wanted, self.more, self.only, self.since, title, self.sections)
        add_parts(inner, *parts, every)
        inner.addStretch(1)
        column.addWidget(scroll, 100)

    # The sections

    def _rated(self) -> None:
        """Offer the rated systems and make the pages again after the event was rated."""
        if self._session.up_to_date and not self.locked:
            self.wanted.offer_systems(self._list_rated_systems())
            self.refresh()

    def _list_rated_systems(self) -> tuple[System, ...]:
        sections = self._session.rating.sections
        rated = {rating.system for section in sections for rating in section.ratings}
        return tuple(system for system in SYSTEMS if system in rated)

    def choose_all_sections(self) -> None:
        """Select every section."""
        self.sections.tick_all()
        self.only.setChecked(False)
        self.refresh()

    def refresh(self) -> None:
        """Make the wall charts of the present ratings, and their pages."""
        if self.locked:
            return
        rated = self._session.rating
        self.wanted.enable_systems()
        self.more.setVisible(_has_unknown_rounds(rated))
        self._sheets = make_wall_sheets(
            rated, self.more.isChecked(), self.wanted.choices
        )
        self.sections.show_sheets(self._sheets)
        self._show_changes()
        super().refresh()

    def _show_changes(self) -> None:
        """Show what changed since the last printing, and offer to print only that."""
        places = {sheet.place for sheet in self._sheets if sheet.rows}
        news = find_changed_lists(self._sheets, self._wall.hanging)
        others = {sheet.place for sheet in news if sheet.rows}
        since = self._wall.since
        self.only.setEnabled(since is not None and bool(others))
        if not self.only.isEnabled():
            self.only.setChecked(False)
        if since is None:
            self.only.setText("&Only what changed")
            self.since.setText("Nothing of this event was printed yet.")
            return
        when = _format_time(since)
        self.only.setText(f"&Only what changed since {when}")
        self.only.setAccessibleName(f"Only what changed since {when}")
        if others:
            sections = "section" if len(places) == 1 else "sections"
            self.since.setText(f"{len(others)} of {len(places)} {sections} changed.")
        else:
            self.since.setText("Nothing changed: what hangs is what would be printed.")

    @property
    def chosen(self) -> tuple[WallSheet, ...]:
        """The lists that are printed."""
        return tuple(self._sheets[place] for place in sorted(self._get_chosen_places()))

    def _get_chosen_places(self) -> frozenset[int]:
        """Return the positions of the lists that are printed, among all lists."""
        ticked = self.sections.ticked
        others = set(map(id, find_changed_lists(self._sheets, self._wall.hanging)))
        return frozenset(
            place
            for place, sheet in enumerate(self._sheets)
            if sheet.rows
            and sheet.place in ticked
            and (not self.only.isChecked() or id(sheet) in others)
        )

    ## Pages

    def make_page_job(self) -> MakePages | None:
        """Return the function that makes the pages of the selected lists."""
        places = self._get_chosen_places()
        if not places or self._no_system:
            self.wanted.why.setText("")
            return None
        only = dict(self._wall.hanging) if self.only.isChecked() else None
        look = self.chosen_paper, self.big.isChecked(), self.wanted.points
        return partial(make_wall_pages, WallRequest(self._sheets, places, *look, only))

    @property
    def _no_system(self) -> bool:
        return self.wanted.nothing and self.wanted.choices.of_ratings

    def describe_content(self) -> str:
        """Describe the number of lists, or why there are none."""
        if self._no_system:
            return NO_SYSTEM_CHOSEN
        count = len(self._get_chosen_places())
        if not count:
            rows = any(sheet.rows for sheet in self._sheets)
            return NO_SECTION_CHOSEN if rows else NO_RATED_SECTION
        return "1 sheet" if count == 1 else f"{count} sheets"

    def _show_pages(self, made: PrintJob) -> None:
        super()._show_pages(made)
        if isinstance(made.more, WallPages):
            self.wanted.why.setText(made.more.plan.describe_plan())

    def suggest_file_name(self) -> str:
        """Return the event's name as a file name."""
        return make_file_name(self._session.document.name, "wall sheets")

    def note_printed(self) -> None:
        """Record the printed lists as those on the wall."""
        if self.made is not None and isinstance(self.made.more, WallPages):
            hung = dict(self.made.more.hung)
            self._problem = self._wall.add_printed(hung, dt.datetime.now())

    def _finish(self, said: str) -> None:
        super()._finish(f"{said} {self._problem}".rstrip())

    def _remember_choices(self) -> None:
        """Keep the choices for the next time."""
        self._wall.save_choices(
            PrintChoices(
                self.chosen_paper,
                self.big.isChecked(),
                self.wanted.points,
                self.wanted.choices,
                self.more.isChecked(),
            )
        )


def _has_unknown_rounds(rated: DocumentRating) -> bool:
    """Return whether the number of planned rounds is unknown in some section."""
    return any(
        get_planned_rounds(section.section) is None for section in rated.sections
    )


def _format_time(since: dt.datetime) -> str:
    """Return the time of day, with the date if it is not today."""
    if since.date() == dt.date.today():
        return f"{since:%H:%M}"
    return f"{since:%Y-%m-%d %H:%M}"
