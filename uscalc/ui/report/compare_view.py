"""Compare with US Chess: the differences, and the corrections that would explain them."""

from functools import partial
from typing import Final

from PySide6.QtCore import Qt
from PySide6.QtGui import QDragEnterEvent, QDropEvent, QHideEvent, QShowEvent

from uscalc.ui.frame.pages import PagedView, ViewPage
from uscalc.ui.report.comparison import Comparison, describe_comparison
from uscalc.ui.report.corrections_page import CorrectionsPage
from uscalc.ui.report.differences_page import DifferencesPage
from uscalc.ui.report.page_loader import PageLoader
from uscalc.ui.session.session import Session
from uscalc.ui.theme.theme import UNIT, Theme
from uscalc.ui.widgets.building import make_head
from uscalc.ui.widgets.labels import make_plain_button, make_text_label, show_text
from uscalc.ui.widgets.progress import WorkIndicator

DIFFERENCES, CORRECTIONS = range(2)
WAIT: Final = 150
"""Milliseconds without a change after which the event is compared."""
EMPTY: Final = (
    "No published ratings to compare. After US Chess rates the event, open the saved "
    "crosstable page, paste its text, or drop the file here."
)
READING: Final = "Reading the page…"
COMPARING: Final = "Comparing…"


class CompareView(PagedView):
    """The event beside the ratings US Chess published; nothing changes until you accept it."""

    def __init__(self, name: str, title: str, session: Session, theme: Theme) -> None:
        comparison = Comparison(session)
        parts = comparison, session, theme
        super().__init__(
            name,
            title,
            session,
            theme,
            (
                ViewPage(
                    "&Differences",
                    "Values of this event that differ from those of US Chess",
                    partial(DifferencesPage, *parts),
                ),
                ViewPage(
                    "&Corrections",
                    "Data that would explain ratings that don't match",
                    partial(CorrectionsPage, *parts),
                ),
            ),
        )
        comparison.setParent(self)
        self.comparison = comparison
        self.setAcceptDrops(True)
        self.heading = make_text_label("compareHeading", "label")
        # Its lines are counted when the width is known; the panel may stay low.
        self.heading.setMinimumHeight(1)
        self.heading.setContentsMargins(2 * UNIT, UNIT // 2, 2 * UNIT, UNIT // 2)
        self.working = WorkIndicator(
            "compare",
            "Comparison progress",
            "Stop comparing",
            self._cancel_comparison,
        )
        self.loader = PageLoader(session, self)
        self.open = make_plain_button(
            "compareOpen",
            "Open page…",
            "Select a saved US Chess crosstable page, or JSON saved from the rating "
            "service",
            self.loader.ask_file,
        )
        self.pasted = make_plain_button(
            "comparePaste",
            "Paste page",
            "Compare with the crosstable page on the clipboard",
            self.loader.paste_page,
        )
        top = Qt.AlignmentFlag.AlignTop
        self._head.insertStretch(1, 1)
        self._column.insertWidget(1, self.heading)
        self._head.addWidget(
            make_head("compareHead", self.working, self.open, self.pasted), 0, top
        )
        self.loader.began.connect(self._show_reading)
        self.loader.ended.connect(self._show_comparison)
        comparison.changed.connect(self._show_comparison)
        comparison.counted.connect(self._show_progress)
        differences = self.get_page(DIFFERENCES)
        assert isinstance(differences, DifferencesPage)
        differences.corrected.connect(partial(self.show_page, CORRECTIONS))
        differences.filling.connect(self._move_keyboard)
        session.selected.connect(self._mark_crosstable)
        self.following = self.follow(
            session.edited, session.opened, session.laid, wait=WAIT
        )
        self._show_comparison()
        self.setFocusProxy(self.open)

    @property
    def differences(self) -> DifferencesPage:
        """The first page, shown now."""
        page = self.show_page(DIFFERENCES)
        assert isinstance(page, DifferencesPage)
        return page

    @property
    def corrections(self) -> CorrectionsPage:
        """The second page, shown now."""
        page = self.show_page(CORRECTIONS)
        assert isinstance(page, CorrectionsPage)
        return page

    # A page

    def _show_reading(self) -> None:
        self.working.begin_work()
        show_text(self.heading, READING)

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Accept one file, or a copied page."""
        if self.loader.accepts_data(event.mimeData()):
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        """Compare with a dropped page."""
        event.acceptProposedAction()
        self.loader.load_dropped(event.mimeData())

    # Comparing

    def refresh(self) -> None:
        """Compare the current event with what US Chess published."""
        self.comparison.refresh()

    def _show_progress(self, done: int, of: int) -> None:
        # Until the number of steps is known, the bar only moves.
        self.working.set_progress(*((0, 0) if done >= of else (done, of)))

    def _cancel_comparison(self) -> None:
        self.loader.stop_reading()
        self.comparison.cancel()
        self.setFocus()

    def _show_comparison(self) -> None:
        found, busy = self.comparison.found, self.comparison.busy
        if busy:
            self.working.begin_work()
        else:
            self.working.end_work()
        waiting = COMPARING if busy else EMPTY
        show_text(self.heading, describe_comparison(found) if found else waiting)
        # Another page is rare: the menu Report has both commands.
        self.pasted.setVisible(found is None)
        self._mark_crosstable()

    def _move_keyboard(self, filled: bool) -> None:
        """Move the keyboard to the differences that come, and from those that go."""
        focus = self.window().focusWidget()
        self.setFocusProxy(self.page if filled else self.open)
        if focus is not None and self.isAncestorOf(focus):
            self.setFocus()

    def _mark_crosstable(self) -> None:
        """Have the crosstable show what corrections explain, while this view is seen."""
        marks = self.comparison.make_marks() if self.isVisible() else None
        self._session.show_audited(marks)

    def showEvent(self, event: QShowEvent) -> None:
        """Mark the crosstable."""
        super().showEvent(event)
        self._mark_crosstable()

    def hideEvent(self, event: QHideEvent) -> None:
        """Remove the marks from the crosstable."""
        super().hideEvent(event)
        self._mark_crosstable()
