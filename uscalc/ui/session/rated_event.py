"""Rate the open event: immediately, or in the background if it is large."""

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, QTimer, Signal

from uscalc.document.history import History
from uscalc.document.model import Document
from uscalc.document.rate.engine_input import RuleBook
from uscalc.document.rate.rated import SectionRating, SystemRating
from uscalc.ui.scheduling import Worker, connect_each, make_timer
from uscalc.ui.session.open_event import OpenEvent, Selection
from uscalc.ui.session.window_ratings import (
    KnownAssumptions,
    RatingRange,
    ShownRatings,
    WindowRatings,
    estimate_rating,
    find_assumptions,
    find_moved_rows,
    rate_for_window,
)

# Imported for types only, because the program starts without what-if results.
if TYPE_CHECKING:
    from uscalc.ui.session.what_if_overlay import WhatIfOverlay

FRAME = 16.0
PATIENCE = 120
PAUSE = 200
"""Milliseconds: the time of one frame of the screen (FRAME), the time after which old
figures are shown pale, and the time without an edit after which assumptions are
searched for."""


class RatedEvent(OpenEvent):
    """Keeps the ratings of the event up to date.

    `rated` is emitted when the ratings belong to the document again; `moved` then has
    the rows whose figures may have changed. `stale`: the ratings have been out of date
    long enough for views to show it. `assumed`: `assumptions` are known for the shown
    ratings. `overlay_changed`: `what_if_overlay` changed. `what_if_rated`:
    `with_what_if` has different figures. `settled`: the ratings of an edit have been
    painted, or another change is done. `after_edit`: the edit is painted; views without
    figures refresh now. `closing`: all timers and threads must stop.
    """

    rated = Signal()
    stale = Signal()
    assumed = Signal()
    overlay_changed = Signal()
    what_if_rated = Signal()
    assuming = Signal(int, int)
    closing = Signal()
    settled = Signal()
    after_edit = Signal()
    _due = Signal()

    def __init__(
        self,
        document: Document,
        rulebook: RuleBook,
        parent: QObject | None = None,
        live: WindowRatings | None = None,
    ) -> None:
        super().__init__(document, rulebook, parent)
        self._ready = live
        self.threshold = FRAME
        """If the next rating is expected to take longer, in milliseconds, it runs in
        the background."""
        self.moved: frozenset[int] | None = None
        """The rows with new figures after `rated`; None means any row."""
        self._seen: tuple[WindowRatings, Selection, Document, ShownRatings] | None = (
            None
        )
        self._asked = self._closed = False
        self._overlay: WhatIfOverlay | None = None
        self._tried: WhatIfOverlay | None = None
        self._due.connect(self._start_rating, Qt.ConnectionType.QueuedConnection)
        connect_each(self._announce_settled, self.selected, self.filed, self.assumed)
        self._painted = make_timer(self, 0, self._announce_settled)
        self._edit_painted = make_timer(self, 0, self.after_edit.emit)
        self._patience = make_timer(self, PATIENCE, self._announce_stale)
        self._assumptions_due = make_timer(self, PAUSE, self._start_assumptions)
        self.switched.connect(self._assumptions_due.start)
        self._worker = Worker(self, self._receive_result)
        self._reset_state()

    # Rating after each change

    def show_history(
        self, history: History, path: Path | None, live: WindowRatings | None = None
    ) -> None:
        """Show another event; `live` are its ratings if they are known."""
        self._ready = live
        super().show_history(history, path)

    def _reset_state(self) -> None:
        super()._reset_state()
        self._worker.drop_job()
        self._patience.stop()
        self.late = False
        """True if the ratings have been out of date long enough for views to show it."""
        self._assumed: KnownAssumptions | None = None
        self._given_up: SystemRating | None = None
        ready, self._ready = self._ready, None
        if ready is None or ready.rating.document is not self.document:
            ready = rate_for_window(self.document, self.rulebook, None)
        self.live, self.rating = ready, ready.rating
        """The last ratings; some views start their own computations from them."""
        self.shown_before = ShownRatings(None, None, False)
        """The ratings shown before the last rating."""
        self.moved = None
        self._assumptions_due.start()

    def _announce_opened(self) -> None:
        self.opened.emit()
        self.rated.emit()
        self.switched.emit()
        self.selected.emit()

    def _announce_change(self, before: Document) -> None:
        # Several edits in one turn of the event loop are rated once, before the window
        # is painted, because a queued call comes before timers and painting.
        if not self._asked:
            self._asked = True
            self._due.emit()
        super()._announce_change(before)

    def _announce_settled(self) -> None:
        if not self._asked:
            self._painted.stop()
            self.settled.emit()

    def _start_rating(self) -> None:
        """Rate the changes: immediately, or in the background if that takes too long."""
        self._asked = False
        if self._closed:
            # The window was closed, so the last edit needs no rating.
            return
        self._edit_painted.start()
        self._worker.drop_job()
        document, before, rulebook = self.document, self.live, self.rulebook
        if before.rating.document is document:
            self._show_ratings(before)
            return
        pending = estimate_rating(document, before)
        if pending.milliseconds <= self.threshold:
            self._show_ratings(
                rate_for_window(document, rulebook, before, pending=pending)
            )
        else:
            self._worker.start_job(
                lambda asked: rate_for_window(
                    document, rulebook, before, asked, pending
                )
            )
            self._patience.start()
            self._painted.start()

    def _receive_result(self, result: object) -> None:
        if isinstance(result, WindowRatings):
            self._show_ratings(result)
        elif isinstance(result, KnownAssumptions):
            self._assumed = result
            self.assumed.emit()

    def _show_ratings(self, live: WindowRatings) -> None:
        self._patience.stop()
        was_late, self.late = self.late, False
        self.shown_before = self.shown
        self.live, self.rating = live, live.rating
        self.moved = (
            None if was_late else find_moved_rows(self.shown_before, self.shown)
        )
        self.rated.emit()
        self._painted.start()
        self._assumptions_due.start()

    def _announce_stale(self) -> None:
        self.late = True
        self.stale.emit()

    def _start_assumptions(self) -> None:
        """Search for the assumptions of the shown ratings in the background."""
        section, rating = self.find_section_rating(), self.shown.rating
        if self.shown.around:
            section = self.live.around[self.selection.section]
        if not self.up_to_date or section is None or rating is None:
            return
        self._given_up = None
        if self._assumed is None or self._assumed.rating is not rating:
            chosen, shown = (section, rating), self.assuming
            self._worker.start_job(
                lambda asked: find_assumptions(*chosen, asked.reporting_to(shown.emit))
            )

    def cancel_assumptions(self) -> None:
        """Stop the search for assumptions until the next change."""
        if self.up_to_date and self.assumptions is None:
            self._assumptions_due.stop()
            self._worker.drop_job()
            self._given_up = self.shown.rating

    def close(self) -> None:
        """Stop all background work, and wait until it has ended."""
        self._closed = True
        self.closing.emit()
        for timer in self.findChildren(QTimer):
            timer.stop()
        self._worker.close()

    # The ratings

    @property
    def up_to_date(self) -> bool:
        """True if the ratings belong to the shown document."""
        return self.rating.document is self.document

    @property
    def busy(self) -> bool:
        """True while a background job runs."""
        return self._worker.busy

    @property
    def assumptions(self) -> KnownAssumptions | None:
        """The assumptions of the shown ratings; None until they are found."""
        return (
            None
            if self._assumed is None or self._assumed.rating is not self.shown.rating
            else self._assumed
        )

    def find_range(self, row: int) -> RatingRange | None:
        """Return the range of a row's shown rating if missing data may change it.

        Return None if it can't, and until this is known. After a new rating, earlier
        ranges stay for players whose figures did not change.
        """
        found, trace = self._assumed, self.shown.find_trace(row)
        if found is None or trace is None:
            return None
        number = trace.entrant.numbers[0]
        place = found.rating.places.get(number)
        return (
            None
            if place is None or found.rating.trace.players[place] is not trace
            else found.reach.get(number)
        )

    @property
    def looks_up_assumptions(self) -> bool:
        """True while assumptions are being searched for."""
        rating = self.shown.rating
        return (
            rating is not None
            and self.assumptions is None
            and rating is not self._given_up
        )

    def find_section_rating(self) -> SectionRating | None:
        """Return the ratings of the selected section."""
        index = self.selection.section
        sections = self.rating.sections
        return sections[index] if index < len(sections) else None

    def find_system_rating(self) -> SystemRating | None:
        """Return the selected section's rating in the selected system."""
        section = self.find_section_rating()
        return section.in_system(self.selection.system) if section else None

    @property
    def what_if_overlay(self) -> "WhatIfOverlay | None":
        """The what-if results of the selected section; None if there are none.

        It is also None while they belong to an earlier state of the event.
        """
        found = self._overlay
        return found if found is None or found.real is self.section else None

    def show_what_if(self, found: "WhatIfOverlay | None") -> None:
        """Show what-if results in the crosstable, or remove them."""
        before = self._tried
        self._overlay = found
        if found is None or found.shown.rating is not None:
            # While ratings are computed, views keep the last complete ones.
            self._tried = found
        self.overlay_changed.emit()
        now = self._tried
        if (before and before.shown) is not (now and now.shown):
            self.what_if_rated.emit()

    @property
    def has_what_if(self) -> bool:
        """Return whether the selected section has what-if results."""
        return self._overlay is not None

    @property
    def with_what_if(self) -> ShownRatings:
        """The section with its what-if results or, if there are none, as shown.

        All views that explain figures use it, so that they agree.
        """
        what_if_rated = self._tried
        rating = None if what_if_rated is None else what_if_rated.shown.rating
        if (
            what_if_rated is None
            or rating is None
            or what_if_rated.real is not self.section
            or rating.system != self.selection.system
        ):
            return self.shown
        return what_if_rated.shown

    @property
    def shows_what_if(self) -> bool:
        """Return whether `with_what_if` has what-if results."""
        return self.with_what_if is not self.shown

    @property
    def shown(self) -> ShownRatings:
        """The shown ratings of the selected section; if necessary, without games with errors."""
        live, selection, document = self.live, self.selection, self.document
        seen = self._seen
        # Kept, because every painted cell asks for it.
        if (
            seen is None
            or seen[0] is not live
            or seen[1] is not selection
            or seen[2] is not document
        ):
            rating = self.find_system_rating()
            around = live.around.get(selection.section)
            lenient = around.in_system(selection.system) if around else None
            is_around = rating is None and lenient is not None
            shown = ShownRatings(self.section, rating or lenient, is_around)
            seen = self._seen = live, selection, document, shown
        return seen[3]
