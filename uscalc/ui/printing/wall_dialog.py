"""Wall sheets: which sections, on what paper, and how they will look."""

from collections.abc import Callable
from functools import partial
from typing import Final

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QScrollArea, QVBoxLayout, QWidget

from uscalc.engine.pause import Pause
from uscalc.report.wall_csv import csv_bytes
from uscalc.report.wall_html import Paper, sheets_html
from uscalc.report.wall_hung import Hung, changed, mark_of, names_of
from uscalc.report.wall_model import WallSheet, wall_sheets
from uscalc.report.wall_xlsx import sheets_xlsx
from uscalc.ui.printing.dialog import Made, MakePages, PrintingDialog
from uscalc.ui.printing.page import pdf_of
from uscalc.ui.printing.wall_layout import lay_out
from uscalc.ui.session.session import Session
from uscalc.ui.theme.theme import UNIT, Theme
from uscalc.ui.widgets.controls import CheckControl
from uscalc.ui.widgets.labels import text_label
from uscalc.ui.widgets.message_bar import MessageBar

NOTHING: Final = "Nothing to print: choose a section."
NO_SECTIONS: Final = "Nothing to print: no section of the event is rated."


class WallDialog(PrintingDialog):
    """Prints or saves the sheets of all sections, or of those chosen.

    `hanging` are the sheets printed before, by the places of their sections; those
    that are printed now take their places there.
    """

    name = "wall"
    suffixes = (".pdf", ".html", ".xlsx", ".csv")

    def __init__(
        self,
        session: Session,
        theme: Theme,
        messages: MessageBar,
        window: QWidget,
        again: Callable[[], object],
        hanging: dict[str, Hung],
    ) -> None:
        self._session = session
        self._hanging = hanging
        self._sheets: tuple[WallSheet, ...] = ()
        self._checks: dict[int, CheckControl] = {}
        super().__init__(theme, messages, window, again, "Wall sheets")
        session.rated.connect(self._rated)
        self.finished.connect(lambda: session.rated.disconnect(self._rated))
        self.wait()
        self._rated()

    def options(self, column: QVBoxLayout) -> None:
        """Rounds to come, the sections, and those that changed."""
        self.more = self.check("MoreRounds", "&More rounds are to come")
        self.more.setToolTip("For rounds that nobody is paired for yet")
        column.addWidget(self.more)
        column.addSpacing(UNIT)
        title = text_label("wallSectionsTitle", "part")
        title.setText("Sections")
        column.addWidget(title)
        scroll = QScrollArea()
        scroll.setObjectName("wallSections")
        scroll.setAccessibleName("Sections")
        scroll.setFrameShape(QFrame.Shape.NoFrame)
        scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        scroll.setWidgetResizable(True)
        # With large type the buttons below come first.
        scroll.setMinimumHeight(4 * UNIT)
        page = QWidget()
        page.setObjectName("wallSectionsPage")
        page.setProperty("page", True)
        self._list = QVBoxLayout(page)
        self._list.setContentsMargins(0, 0, 0, 0)
        self._list.setSpacing(UNIT // 2)
        self._list.addStretch(1)
        scroll.setWidget(page)
        column.addWidget(scroll, 100)
        column.addWidget(self.button("All", "A&ll sections", self.choose_all))
        column.addWidget(
            self.button("Changed", "&Only what changed", self.choose_changed)
        )
        self.since = text_label("wallSince", "note")
        column.addWidget(self.since)

    # The sections

    def _rated(self) -> None:
        """Follows the event while the dialog is open."""
        if not self._session.up_to_date or self.locked:
            return
        sheets = wall_sheets(self._session.rating)
        places = {sheet.place: sheet.section for sheet in sheets}
        if {p: c.text().replace("&&", "&") for p, c in self._checks.items()} != places:
            self._show_sections(places)
        self.refresh()

    def _show_sections(self, places: dict[int, str]) -> None:
        kept = {p: check.isChecked() for p, check in self._checks.items()}
        for check in self._checks.values():
            self._list.removeWidget(check)
            check.deleteLater()
        self._checks = {}
        for row, (place, name) in enumerate(places.items()):
            check = self.check(f"Section{place + 1}", name.replace("&", "&&"))
            check.setAccessibleName(name)
            check.setToolTip(name)
            check.setMinimumWidth(1)
            check.setChecked(kept.get(place, True))
            self._list.insertWidget(row, check)
            self._checks[place] = check

    def choose_all(self) -> None:
        """Prints every section."""
        for check in self._checks.values():
            check.setChecked(True)
        self.refresh()

    def choose_changed(self) -> None:
        """Prints only the sections that say something else than what hangs."""
        places = {sheet.place for sheet in changed(self._sheets, self._hanging)}
        for place, check in self._checks.items():
            check.setChecked(place in places)
        self.refresh()

    def refresh(self) -> None:
        """Makes the sheets of what is rated now, and their pages."""
        if self.locked:
            return
        self._sheets = wall_sheets(self._session.rating, self.more.isChecked())
        others = changed(self._sheets, self._hanging)
        count = f"{len(others)} of {len(self._sheets)}"
        self.since.setText(
            f"{count} changed since they were printed." if self._hanging else ""
        )
        super().refresh()
        self.buttons["Changed"].setEnabled(bool(self._hanging and others))

    @property
    def chosen(self) -> tuple[WallSheet, ...]:
        """The sheets that are printed."""
        return tuple(
            sheet
            for sheet in self._sheets
            if sheet.place in self._checks and self._checks[sheet.place].isChecked()
        )

    # What is printed

    def job(self) -> MakePages | None:
        """The pages of the chosen sheets."""
        chosen = self.chosen
        if not chosen:
            return None
        return partial(_make, chosen, self.chosen_paper, self.big.isChecked())

    def counted(self) -> str:
        """How many sheets."""
        count = len(self.chosen)
        if not count:
            return NOTHING if self._sheets else NO_SECTIONS
        return "1 sheet" if count == 1 else f"{count} sheets"

    def file_name(self) -> str:
        """The event's name, as a file is called."""
        return file_name(self._session.document.name, "wall sheets")

    def hung(self) -> None:
        """What was printed hangs now."""
        for name, sheet in zip(names_of(self._sheets), self._sheets, strict=True):
            if sheet in self.chosen:
                self._hanging[name] = Hung(mark_of(sheet))


def _make(sheets: tuple[WallSheet, ...], paper: Paper, big: bool, pause: Pause) -> Made:
    pages = lay_out(sheets, paper, big, None, pause)
    title = f"{sheets[0].event}: wall sheets"
    return Made(
        pages,
        title,
        {
            ".pdf": lambda pause: pdf_of(pages, title, pause),
            ".html": lambda _: sheets_html(sheets, paper, big).encode("utf-8"),
            ".xlsx": lambda _: sheets_xlsx(sheets, paper, big),
            ".csv": lambda _: csv_bytes(sheets),
        },
    )


def file_name(name: str, what: str) -> str:
    """A name that every system takes for a file."""
    kept = "".join(c if c.isalnum() or c in " -_" else " " for c in f"{name} {what}")
    return "-".join(kept.split()).lower()[:100]
