"""The open event: its history, file, ratings and the shared selection."""

from collections.abc import Callable
from pathlib import Path
from typing import Concatenate, ParamSpec

from PySide6.QtCore import QObject, Qt, QTimer, Signal

from uscalc.document.change import Edit
from uscalc.document.findings import Finding
from uscalc.document.history import History
from uscalc.document.model import Document, Player, Section
from uscalc.document.rate.engine_input import RuleBook
from uscalc.document.rate.rating import DocumentRating, SectionRating, SystemRating
from uscalc.document.rate.systems import counted_systems, section_systems
from uscalc.engine.systems import System
from uscalc.engine.trace import PlayerTrace
from uscalc.ui.scheduling.worker import Worker
from uscalc.ui.session.live import Assumed, Live, assume, milliseconds_ahead, rate_live
from uscalc.ui.session.selection import Selection
from uscalc.ui.session.shown import Shown, moved_rows
from uscalc.ui.widgets.pending import Pending, Refusal

P = ParamSpec("P")
FRAME = 16.0
PATIENCE = 120
PAUSE = 200
"""Milliseconds: a frame of the screen, until pale figures say that they are behind,
and without an edit until it is looked up what the ratings assume."""
AROUND = "Rated without the games of the marked cells; the findings say what is wrong."
LATE = "These figures are still from before the last edit."


class Session(QObject):
    """One event in the window; every view reads it and listens to it.

    `opened` says that another event is shown; `edited` that its document changed, while
    the ratings may still be those from before; `rated` that the ratings belong to the
    document again (`moved` says which rows changed); `selected` that the shared
    selection is another one; `refused` gives the reason why an edit was not made;
    `filed` says that it is in another file, or saved; `stale` that the ratings have
    been behind for so long that a person should see it; `assumed` that `assumptions`
    are known for the shown ratings.

    Views show `shown_rating`, `shown_trace`, `shown_post` and `shown_change`, which are
    there around broken cells too, and with them `note`, which then says so.
    """

    opened = Signal()
    edited = Signal()
    rated = Signal()
    selected = Signal()
    refused = Signal(str)
    filed = Signal()
    stale = Signal()
    assumed = Signal()
    closing = Signal()
    differed = Signal()
    _due = Signal()

    def __init__(
        self, document: Document, rulebook: RuleBook, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._rulebook = rulebook
        self.pending = Pending(self)
        """What is half typed; it is entered before anything leads elsewhere."""
        self.pending.refused.connect(self.refused)
        self.path: Path | None = None
        self.threshold = FRAME
        """Milliseconds above which the next rating is made beside the window."""
        self.moved: frozenset[int] | None = None
        """The rows whose figures `rated` speaks of; None: any row's."""
        self._seen: tuple[Live, Selection, Document, Shown] | None = None
        self._asked = self._closed = False
        self._due.connect(self._rate, Qt.ConnectionType.QueuedConnection)
        self._patience = self._alarm(PATIENCE, self._grow_late)
        self._pause = self._alarm(PAUSE, self._ask_assumed)
        self._worker = Worker(self)
        self._worker.done.connect(self._came)
        self._start(History(document), None)

    def _alarm(self, milliseconds: int, rings: Callable[[], None]) -> QTimer:
        timer = QTimer(self)
        timer.setSingleShot(True)
        timer.setInterval(milliseconds)
        timer.timeout.connect(rings)
        return timer

    # What is open

    @property
    def document(self) -> Document:
        """The document that is shown."""
        return self.history.document

    @property
    def section(self) -> Section | None:
        """The selected section; None in an event without sections."""
        sections = self.document.sections
        return sections[self.selection.section] if sections else None

    @property
    def player(self) -> Player | None:
        """The selected player."""
        row = self.selection.row
        if self.section is None or row is None:
            return None
        return self.section.players[row]

    def open(
        self, document: Document, path: Path | None, *, saved: bool = True
    ) -> None:
        """Shows another event. `path` is where Save writes it; None: it asks."""
        self.resume(History(document, saved), path)

    def resume(self, history: History, path: Path | None) -> None:
        """Shows another event, with what can be undone and redone in it."""
        self.pending.settle()
        self._start(history, path)
        self.opened.emit()
        self.rated.emit()
        self.selected.emit()

    def saved_as(self, path: Path) -> None:
        """Says that the shown document is in this file."""
        self.path = path
        self.history.mark_saved()
        self.filed.emit()

    def _start(self, history: History, path: Path | None) -> None:
        self._worker.forget()
        self._patience.stop()
        self._late = False
        self._differing: tuple[Finding, ...] = ()
        self._assumed: Assumed | None = None
        self.history = history
        self.path = path
        self._live = rate_live(history.document, self._rulebook, None)
        self.moved = None
        self._pause.start()
        self.selection = self._valid(Selection())

    # Editing

    def edit(
        self,
        make: Callable[Concatenate[Document, P], Edit],
        *args: P.args,
        **more: P.kwargs,
    ) -> bool:
        """Makes an edit of the document; false where it changed nothing.

        It is made from the document that there is once all half typed text is in.
        """
        self.pending.settle()
        edit = make(self.document, *args, **more)
        if edit.refused:
            self.refused.emit(f"{edit.name}: {'; '.join(edit.refused)}")
            return False
        return self._changed(self.history.apply(edit))

    def enter(self, text: str, make: Callable[[Document], Edit]) -> bool:
        """The same for what a text means whose editor closes: refused, it is quoted."""
        self.pending.settle()
        edit = make(self.document)
        if edit.refused:
            self.pending.refuse(Refusal(edit.name, text, "; ".join(edit.refused)))
            return False
        return self._changed(self.history.apply(edit))

    def amend(self, document: Document) -> None:
        """Shows a document that differs in nothing a person sees; no step to undo."""
        self.history.amend(document)
        self._changed(True)

    def undo(self) -> None:
        """Takes the last edit back: of what is half typed, that."""
        self.pending.settle()
        self._changed(self.history.undo())

    def redo(self) -> None:
        """Brings back what was undone last, unless something was typed since."""
        self.pending.settle()
        self._changed(self.history.redo())

    def _changed(self, changed: bool) -> bool:
        if changed:
            valid = self._valid(self.selection)
            moved, self.selection = valid != self.selection, valid
            self.edited.emit()
            if moved:
                self.selected.emit()
            # Several edits of one event-loop turn are rated once, and before the
            # window is painted: a queued call comes before both timers and painting.
            if not self._asked:
                self._asked = True
                self._due.emit()
        return changed

    # Rating

    @property
    def rating(self) -> DocumentRating:
        """The ratings and findings, of the document as it was rated last."""
        return self._live.rating

    @property
    def findings(self) -> tuple[Finding, ...]:
        """Everything to see: where the followed file differs, then the ratings'."""
        return (*self._differing, *self.rating.findings)

    def differing_in(self, section: int) -> tuple[Finding, ...]:
        """Where a section and the file that it follows differ."""
        return tuple(f for f in self._differing if f.section == section)

    def set_differing(self, findings: tuple[Finding, ...]) -> None:
        """Says where the document and the file that it follows differ."""
        if findings != self._differing:
            self._differing = findings
            self.differed.emit()

    @property
    def live(self) -> Live:
        """What was rated last, for views that rate something close to it."""
        return self._live

    @property
    def up_to_date(self) -> bool:
        """Whether the ratings belong to the document that is shown."""
        return self.rating.document is self.document

    @property
    def late(self) -> bool:
        """Whether the ratings have been behind the document for long enough to say."""
        return self._late and not self.up_to_date

    def rate_now(self) -> None:
        """Rates what changed since the last time, before it returns."""
        if not self.up_to_date:
            self._worker.forget()
            self._take(rate_live(self.document, self._rulebook, self._live))

    def _rate(self) -> None:
        """Rates what changed: at once, or beside the window if it took long before."""
        self._asked = False
        if self._closed:
            # The last edit of a window that is closed meanwhile is seen by nobody.
            return
        self._worker.forget()
        if self.up_to_date:
            self._take(self._live)
        elif milliseconds_ahead(self.document, self._live) <= self.threshold:
            self.rate_now()
        else:
            document, before, rulebook = self.document, self._live, self._rulebook
            self._worker.ask(lambda _: rate_live(document, rulebook, before))
            self._patience.start()

    def _came(self, result: object) -> None:
        if isinstance(result, Live):
            self._take(result)
        elif isinstance(result, Assumed):
            self._assumed = result
            self.assumed.emit()

    def _take(self, live: Live) -> None:
        self._patience.stop()
        was_late, self._late = self._late, False
        before = self.shown
        self._live = live
        self.moved = None if was_late else moved_rows(before, self.shown)
        self.rated.emit()
        self._pause.start()

    def _grow_late(self) -> None:
        self._late = True
        self.stale.emit()

    def _ask_assumed(self) -> None:
        """Has what the shown ratings assume looked up beside the window."""
        section, rating = self.section_rating(), self.system_rating()
        if not self.up_to_date or section is None or rating is None:
            return
        if self._assumed is None or self._assumed.rating is not rating:
            chosen = section, rating
            self._worker.ask(lambda wanted: assume(*chosen, wanted))

    @property
    def assumptions(self) -> Assumed | None:
        """What the shown ratings assume; None while that is not known."""
        rating = self.system_rating()
        if self._assumed is None or self._assumed.rating is not rating:
            return None
        return self._assumed

    @property
    def busy(self) -> bool:
        """Whether anything is being computed beside the window."""
        return self._worker.busy

    def close(self) -> None:
        """Ends everything that runs by itself, and waits for it."""
        self._closed = True
        self.closing.emit()
        for timer in (self._patience, self._pause):
            timer.stop()
        self._worker.close()

    def section_rating(self) -> SectionRating | None:
        """What came of the selected section."""
        index = self.selection.section
        sections = self.rating.sections
        return sections[index] if index < len(sections) else None

    def system_rating(self) -> SystemRating | None:
        """The selected section's rating in the selected system."""
        section = self.section_rating()
        return section.in_system(self.selection.system) if section else None

    @property
    def shown(self) -> Shown:
        """What is shown of the selected section, around broken cells if it must be."""
        live, selection, document = self._live, self.selection, self.document
        seen = self._seen
        # Asked for by every cell that is painted.
        if (
            seen is None
            or seen[0] is not live
            or seen[1] is not selection
            or seen[2] is not document
        ):
            rating = self.system_rating()
            around = live.around.get(selection.section)
            loose = around.in_system(selection.system) if around else None
            is_around = rating is None and loose is not None
            shown = Shown(self.section, rating or loose, is_around)
            seen = self._seen = live, selection, document, shown
        return seen[3]

    @property
    def rated_around(self) -> bool:
        """Whether the shown section is rated only if broken games are left out."""
        return self.shown.around

    @property
    def note(self) -> str:
        """What a view must say beside the shown ratings; nothing where all is well."""
        if self.rated_around:
            return AROUND
        return LATE if self.late else ""

    def shown_rating(self) -> SystemRating | None:
        """The rating that the crosstable shows, around broken games if it must be."""
        return self.shown.rating

    def trace(self, row: int) -> PlayerTrace | None:
        """The trace of a row of the selected section; None where it is not rated."""
        return None if self.rated_around else self.shown.trace(row)

    def shown_trace(self, row: int) -> PlayerTrace | None:
        """The trace that the crosstable shows, around broken games if it must be."""
        return self.shown.trace(row)

    def shown_post(self, row: int) -> float | None:
        """The new rating that the crosstable shows; under the guide, the guide's."""
        return self.shown.post(row)

    def shown_change(self, row: int) -> float | None:
        """How far the shown rating moves; None for the unrated and without a game."""
        return self.shown.change(row)

    def systems(self) -> tuple[System, ...]:
        """The systems the selected section counts for, rated or not."""
        return self._systems_of(self.selection.section)

    def counted(
        self, document: Document | None = None
    ) -> tuple[tuple[System, ...], ...]:
        """The systems that each section counts for, of the event or of another."""
        return counted_systems(document or self.document, self._rulebook)

    def _systems_of(self, index: int) -> tuple[System, ...]:
        sections = self.document.sections
        if index >= len(sections) or sections[index].kind == "unrated":
            return ()
        section = sections[index]
        end = self.document.end_of(section)
        return section_systems(section, index, end, self._rulebook)[0]

    # Selecting

    def select(
        self,
        section: int | None = None,
        system: System | None = None,
        row: int | None = None,
        round_number: int | None = None,
    ) -> None:
        """Moves the selection; another section starts at its first player."""
        moves = section, system, row, round_number
        if self._valid(self.selection.moved(*moves)) == self.selection:
            return
        self.pending.settle()
        before, self.selection = (
            self.selection,
            self._valid(self.selection.moved(*moves)),
        )
        if (before.section, before.system) != (
            self.selection.section,
            self.selection.system,
        ):
            self._pause.start()
        if before != self.selection:
            self.selected.emit()

    def _valid(self, selection: Selection) -> Selection:
        return selection.within(self.document, self._systems_of)
