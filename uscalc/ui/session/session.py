"""The open event as every view sees it, with the state that all views share."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Final, Literal

from PySide6.QtCore import QObject, Signal

from uscalc.document.findings import Finding
from uscalc.document.model import Document, Section
from uscalc.engine.inputs import System
from uscalc.ui.session.event import OpenEvent
from uscalc.ui.session.rated import RatedEvent

if TYPE_CHECKING:
    from uscalc.ui.session.imagination import WhatIfModel


Mark = Literal["explained", "left"]


@dataclass(frozen=True, slots=True)
class AuditMarks:
    """Rows whose published ratings do not match the section's current data.

    It holds for this very section in this system alone. `marks` says of a row whether
    the known data explain it, `words` the same in a sentence.
    """

    section: Section
    system: System
    marks: Mapping[int, Mark]
    words: Mapping[int, str]


@dataclass(frozen=True, slots=True)
class PublishedPage:
    """A published page, and its source: a file or the clipboard."""

    document: Document
    source: str


FIRST: Final = 1
POST: Final = 6
"""The post-event rating, after Step 5."""
NAMES: Final = ("Step 1", "Step 2", "Step 3", "Step 4", "Step 5", "Post")


class ShownStep(QObject):
    """How far the algorithm is shown: a step from 1 to 5, or `POST` for the result.

    Views that teach follow `changed`; the crosstable and everything on paper always
    show the result and do not ask. Another event begins at the result.
    """

    changed = Signal()

    def __init__(self, event: OpenEvent) -> None:
        super().__init__(event)
        self._step = POST
        event.opened.connect(self.reset)

    @property
    def step(self) -> int:
        """1 to 5, or `POST`."""
        return self._step

    @property
    def name(self) -> str:
        """The name of the step."""
        return NAMES[self._step - FIRST]

    def show_step(self, step: int) -> None:
        """Show another step, limited to the range of steps."""
        step = min(max(step, FIRST), POST)
        if step != self._step:
            self._step = step
            self.changed.emit()

    def move_by(self, by: int) -> None:
        """Move forward by this number of steps, or back."""
        self.show_step(self._step + by)

    def reset(self) -> None:
        """Show the result."""
        self.show_step(POST)


# No what-if results are shown at the start.

AROUND = "Games in marked cells are not rated. Press F8 to see the problems."
LATE = "These ratings are not updated since the last change."


class Session(RatedEvent):
    """One event in the window; every view reads it and listens to it.

    Views show the ratings in `shown`, which are there around broken cells too, and with
    them `note`, which then says so. `differed` says that the event and its linked file differ in
    other places, `audited` that an audit changed which published
    ratings match, `laid` that the event is compared with another page.
    """

    differed = Signal()
    audited = Signal()
    laid = Signal()

    differing: tuple[Finding, ...] = ()
    """The differences between the document and its linked file."""
    listed: tuple[Finding, ...] = ()
    """The findings of a rating supplement."""
    audit: "AuditMarks | None" = None
    """The marks of the last audit; `as_audited` says whether they still hold."""
    _page: "PublishedPage | None" = None

    @cached_property
    def step(self) -> ShownStep:
        """The step of the algorithm that the views show."""
        return ShownStep(self)

    @cached_property
    def imagination(self) -> "WhatIfModel":
        """The what-if results."""
        from uscalc.ui.session.imagination import WhatIfModel

        return WhatIfModel(self)

    def _reset_state(self) -> None:
        super()._reset_state()
        self.differing = ()
        self.listed = ()
        self.audit = None
        self._page = None

    @property
    def findings(self) -> tuple[Finding, ...]:
        """Return all findings: differences from the linked file first."""
        return (*self.differing, *self.listed, *self.rating.findings)

    def set_differing(self, findings: tuple[Finding, ...]) -> None:
        """Keep the differences between the document and its linked file."""
        if findings != self.differing:
            self.differing = findings
            self.differed.emit()
            self._announce_settled()

    def set_listed(self, findings: tuple[Finding, ...]) -> None:
        """Keep the findings of a rating supplement, and announce them."""
        if findings != self.listed:
            self.listed = findings
            self.differed.emit()
            self._announce_settled()

    @property
    def as_audited(self) -> "AuditMarks | None":
        """The marks of an audit for the selected section; None without an audit of it."""
        found = self.audit
        if (
            found is None
            or found.section is not self.section
            or found.system != self.selection.system
        ):
            return None
        return found

    def show_audited(self, found: "AuditMarks | None") -> None:
        """Show the marks of an audit, or none."""
        if found != self.audit:
            self.audit = found
            self.audited.emit()

    @property
    def page(self) -> "PublishedPage | None":
        """The published page that the event is compared with."""
        return self._page

    def show_page(self, page: "PublishedPage | None") -> None:
        """Compare the event with a published page; the event does not change."""
        self._page = page
        self.laid.emit()

    # Shown ratings

    @property
    def note(self) -> str:
        """The note to show beside the ratings; empty if there is no problem."""
        if self.shown.around:
            return AROUND
        return LATE if self.late else ""
