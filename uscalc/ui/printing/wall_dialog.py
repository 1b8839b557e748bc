"""Print wall charts: choose sections, lists and paper, and preview the pages."""

import datetime as dt
from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QGridLayout,
    QLabel,
    QStyle,
    QStyleOptionButton,
    QVBoxLayout,
    QWidget,
)

from uscalc.engine.inputs import SYSTEM_NAMES, SYSTEMS, System
from uscalc.report.wall.model import (
    ListOrder,
    WallChoices,
    WallContent,
    WallSheet,
    find_changed_lists,
    make_wall_sheets,
)
from uscalc.report.wall.words import get_planned_rounds
from uscalc.ui.printing.hanging import (
    PrintChoices,
    PrintHistory,
    WallPages,
    WallRequest,
    make_wall_pages,
)
from uscalc.ui.printing.output import (
    MakePages,
    PrintJob,
    make_check,
    make_choice,
    make_file_name,
)
from uscalc.ui.printing.printing_dialog import PrintDialog
from uscalc.ui.theme.hints import escape_hint
from uscalc.ui.theme.theme import UNIT
from uscalc.ui.widgets.building import (
    add_parts,
    make_column,
    make_page,
    make_scroll_area,
    name_widget,
    set_margins,
)
from uscalc.ui.widgets.controls import CheckControl, ChoiceControl
from uscalc.ui.widgets.labels import FieldLabel, make_running_text, make_text_label

if TYPE_CHECKING:
    from uscalc.ui.frame.frame import MainFrame


LISTS: Final[dict[str, tuple[tuple[ListOrder, ...], str]]] = {
    "score": (("score",), "By score"),
    "name": (("name",), "By name"),
    "number": (("number",), "By number"),
    "name score": (("name", "score"), "By name, and by score"),
    "number score": (("number", "score"), "By number, and by score"),
    "name number": (("name", "number"), "By name, and by number"),
}
CONTENT: Final[dict[WallContent, str]] = {
    "ratings": "Ratings",
    "results": "Wall chart",
    "both": "Wall chart and ratings",
}
BY_ITSELF: Final = "auto"
SIZES: Final = (9, 10, 11, 12, 13, 14, 15, 16, 18, 20, 22, 24, 28, 32, 36, 42, 48)


class WallOptions(QWidget):
    """The choices, one below the other; `changed` is called after each change."""

    def __init__(self, changed: Callable[[], object]) -> None:
        super().__init__()
        name_widget(self, "wallChoices")
        self._changed = changed
        self._systems: dict[System, CheckControl] = {}
        column = make_column(self, spacing=UNIT // 2)
        grid = QGridLayout()
        grid.setHorizontalSpacing(UNIT)
        grid.setVerticalSpacing(UNIT // 2)
        grid.setColumnStretch(1, 1)
        lists = [(key, words) for key, (_, words) in LISTS.items()]
        sizes = [(BY_ITSELF, "As large as fits")]
        sizes += [(f"{size:g}", f"{size} pt") for size in SIZES]
        self.lists = self._make_choice(grid, 0, "Lis&ts", "Lists", lists)
        self.content = self._make_choice(
            grid, 1, "S&how", "Show", list(CONTENT.items())
        )
        self.letters = self._make_choice(grid, 2, "L&etters", "Letters", sizes)
        self.why = make_text_label("wallWhy", "note")
        self._row = set_margins(QGridLayout(), spacing=None)
        add_parts(column, grid, self.why, self._row)

    def _make_choice(
        self,
        grid: QGridLayout,
        row: int,
        words: str,
        name: str,
        of: "list[tuple[str, str]] | list[tuple[WallContent, str]]",
    ) -> ChoiceControl:
        choice = make_choice(f"wall{name}", name, [(str(k), said) for k, said in of])
        choice.committed.connect(lambda _: self._changed())
        grid.addWidget(FieldLabel(words, choice), row, 0)
        grid.addWidget(choice, row, 1)
        return choice

    def offer_systems(self, systems: tuple[System, ...]) -> None:
        """Offer the systems in which something is rated, if there are several."""
        shown = systems if len(systems) > 1 else ()
        if tuple(self._systems) == shown:
            return
        chosen = self.systems
        for check in self._systems.values():
            self._row.removeWidget(check)
            check.deleteLater()
        self._systems = {}
        for place, system in enumerate(shown):
            check = make_check(
                f"wallSystem{system}", SYSTEM_NAMES[system], self._changed
            )
            check.setChecked(not chosen or system in chosen)
            self._row.addWidget(check, place // 2, place % 2)
            self._systems[system] = check

    def show_choices(self, choices: WallChoices, points: float | None) -> None:
        """Show earlier choices."""
        known = {lists: key for key, (lists, _) in LISTS.items()}
        self.lists.show_text(known.get(choices.lists, "score"))
        self.content.show_text(choices.content)
        size = BY_ITSELF if points is None else f"{points:g}"
        self.letters.show_text(size if self.letters.findData(size) >= 0 else BY_ITSELF)
        for system, check in self._systems.items():
            check.setChecked(not choices.systems or system in choices.systems)

    @property
    def systems(self) -> tuple[System, ...]:
        """The selected systems; none means all."""
        ticked = tuple(s for s, check in self._systems.items() if check.isChecked())
        return () if len(ticked) == len(self._systems) else ticked

    @property
    def nothing(self) -> bool:
        """Return whether systems are offered and none is selected."""
        boxes = self._systems.values()
        return bool(boxes) and not any(box.isChecked() for box in boxes)

    @property
    def choices(self) -> WallChoices:
        """The selected lists, content and systems."""
        content = next(key for key in CONTENT if key == self.content.said)
        return WallChoices(LISTS[self.lists.said][0], content, self.systems)

    @property
    def points(self) -> float | None:
        """The selected type size; None means as large as fits."""
        return None if self.letters.said == BY_ITSELF else float(self.letters.said)

    def enable_systems(self) -> None:
        """Disable the systems if no rating is shown."""
        for check in self._systems.values():
            check.setEnabled(self.content.said != "results")


class SectionTick(CheckControl):
    """A section's check box; a long name is elided in the middle."""

    def __init__(self, name: str) -> None:
        super().__init__("")
        self._name = name
        self.setMinimumWidth(1)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Show as much of the name as fits."""
        super().resizeEvent(event)
        self._show_name()

    def changeEvent(self, event: QEvent) -> None:
        """Show as much of the name as fits in another font."""
        super().changeEvent(event)
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.StyleChange):
            self._show_name()

    def _show_name(self) -> None:
        option = QStyleOptionButton()
        self.initStyleOption(option)
        part = QStyle.SubElement.SE_CheckBoxContents
        room = self.style().subElementRect(part, option, self).width()
        middle = Qt.TextElideMode.ElideMiddle
        shown = self.fontMetrics().elidedText(self._name, middle, room)
        self.setText(shown.replace("&", "&&"))


class SectionTicks(QWidget):
    """A check box for every section, with its notes for the director.

    The notes say why it has no list, or what is unknown about its ratings.
    """

    def __init__(self, changed: Callable[[], object]) -> None:
        super().__init__()
        name_widget(self, "wallSections", "Sections")
        self._changed = changed
        self._checks: dict[int, CheckControl] = {}
        self._notes: dict[int, QLabel] = {}
        self._list = make_column(self, spacing=UNIT // 4)

    @property
    def ticked(self) -> frozenset[int]:
        """The positions of the selected sections."""
        return frozenset(p for p, check in self._checks.items() if check.isChecked())

    def tick_all(self) -> None:
        """Select every section."""
        for check in self._checks.values():
            check.setChecked(True)

    def show_sheets(self, sheets: Sequence[WallSheet]) -> None:
        """Show the present sections; known ones keep their check marks."""
        firsts = {sheet.place: sheet for sheet in reversed(sheets)}
        names = {place: firsts[place].section for place in sorted(firsts)}
        if names != {p: check.accessibleName() for p, check in self._checks.items()}:
            self._rebuild_ticks(names)
        for place, sheet in firsts.items():
            self._checks[place].setEnabled(bool(sheet.rows))
            note = self._notes[place]
            note.setText("\n".join(sheet.about_director))
            note.setVisible(bool(sheet.about_director))

    def _rebuild_ticks(self, names: dict[int, str]) -> None:
        kept = {place: check.isChecked() for place, check in self._checks.items()}
        for widget in (*self._checks.values(), *self._notes.values()):
            self._list.removeWidget(widget)
            widget.hide()
            widget.deleteLater()
        self._checks, self._notes = {}, {}
        for place, name in names.items():
            check = name_widget(SectionTick(name), f"wallSection{place + 1}", name)
            check.setToolTip(escape_hint(name))
            check.setChecked(kept.get(place, True))
            check.committed.connect(lambda _: self._changed())
            note = make_running_text(f"wallRemarks{place + 1}", "note")
            add_parts(self._list, check, note)
            self._checks[place], self._notes[place] = check, note


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
        title = make_text_label("wallSectionsTitle", "part", "Sections")
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
        rated = {
            rating.system
            for section in self._session.rating.sections
            for rating in section.ratings
        }
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
        self.more.setVisible(
            any(get_planned_rounds(part.section) is None for part in rated.sections)
        )
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
            self._problem = self._wall.add_printed(
                dict(self.made.more.hung), dt.datetime.now()
            )

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


def _format_time(since: dt.datetime) -> str:
    """Return the time of day, with the date if it is not today."""
    if since.date() == dt.date.today():
        return f"{since:%H:%M}"
    return f"{since:%Y-%m-%d %H:%M}"
