"""The open event with the state that all views share."""

from collections.abc import Mapping
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Final, Literal

from msgspec import Struct
from msgspec.structs import replace
from PySide6.QtCore import QObject, Signal

from uscalc.counted import format_day
from uscalc.document.findings import BLANK_RATINGS_CODE, Finding
from uscalc.document.model import Document, Section
from uscalc.engine.inputs import SYSTEM_NAMES, System
from uscalc.ui.session.open_event import OpenEvent
from uscalc.ui.session.rated_event import RatedEvent

if TYPE_CHECKING:
    from uscalc.ui.session.shared_scene import SharedScene
    from uscalc.ui.session.what_if_model import WhatIfModel


Mark = Literal["explained", "left"]


class AuditMarks(Struct, frozen=True):
    """The rows whose published ratings do not match the section's current data.

    They hold for this section in this system. `marks` says whether a known cause
    explains a row's rating, and `words` is the sentence about it.
    """

    section: Section
    system: System
    marks: Mapping[int, Mark]
    words: Mapping[int, str]


class PublishedPage(Struct, frozen=True):
    """A published page, and its source: the path of a file, or the clipboard."""

    document: Document
    source: str


FIRST: Final = 1
POST: Final = 6
"""The number that stands for the post-event rating, after Step 5."""
NAMES: Final = ("Step 1", "Step 2", "Step 3", "Step 4", "Step 5", "Post")


class ShownStep(QObject):
    """The step up to which views show the calculation: 1 to 5, or `POST` for the result.

    Views that teach follow `changed`. The crosstable and all printed pages always show
    the result. Every event begins with the result.
    """

    changed = Signal()

    def __init__(self, event: OpenEvent) -> None:
        super().__init__(event)
        self.step = POST
        """The shown step, 1 to 5, or `POST`."""
        event.opened.connect(lambda: self.show_step(POST))

    @property
    def name(self) -> str:
        """The name of the step."""
        return NAMES[self.step - FIRST]

    def show_step(self, step: int) -> None:
        """Show another step, limited to the range of steps."""
        step = min(max(step, FIRST), POST)
        if step != self.step:
            self.step = step
            self.changed.emit()

    def move_by(self, by: int) -> None:
        """Move forward by this number of steps; a negative number moves back."""
        self.show_step(self.step + by)


# Imported for types only, because the program starts without what-if results.

AROUND = "Games in marked cells are not rated. Press F8 to see the problems."
LATE = "These ratings have not been updated since the last change."


class Session(RatedEvent):
    """The open event of a window, which all views share.

    Views show the ratings in `shown`, and `note` beside them. If games have errors,
    `shown` has the ratings without these games, and `note` says so. `findings_changed`
    is emitted when `differing` or `listed` changed, `audited` when the marks of an
    audit changed, and `page_changed` when the event is compared with another page.
    """

    findings_changed = Signal()
    audited = Signal()
    page_changed = Signal()

    differing: tuple[Finding, ...] = ()
    """The differences between the document and its linked file."""
    listed: tuple[Finding, ...] = ()
    """The findings from comparing the members with a rating supplement."""
    imported: tuple[Finding, ...] = ()
    """The import log of the event's file."""
    audit: "AuditMarks | None" = None
    """The marks of the last audit; `audit_marks` returns them only for the section audited."""
    page: "PublishedPage | None" = None
    """The published page that the event is compared with; None without one."""

    @cached_property
    def step(self) -> ShownStep:
        """The step of the algorithm that the views show."""
        return ShownStep(self)

    @cached_property
    def scene(self) -> "SharedScene":
        """The scene of the selected player, which views share."""
        from uscalc.ui.session.shared_scene import SharedScene

        return SharedScene(self, lambda: self.step.step, lambda: self.what_if)

    @cached_property
    def what_if(self) -> "WhatIfModel":
        """The what-if results."""
        from uscalc.ui.session.what_if_model import WhatIfModel

        return WhatIfModel(self)

    def _reset_state(self) -> None:
        super()._reset_state()
        self.differing = ()
        self.listed = ()
        self.imported = ()
        self.audit = None
        self.page = None

    @property
    def findings(self) -> tuple[Finding, ...]:
        """Return all findings: differences from the linked file first."""
        return (*self.differing, *self.listed, *self.rating.findings)

    def set_differing(self, findings: tuple[Finding, ...]) -> None:
        """Set the differences between the document and its linked file."""
        if findings != self.differing:
            self.differing = findings
            self.findings_changed.emit()
            self._announce_settled()

    def set_listed(self, findings: tuple[Finding, ...]) -> None:
        """Set the findings of a rating supplement."""
        if findings != self.listed:
            self.listed = findings
            self.findings_changed.emit()
            self._announce_settled()

    def set_imported(self, findings: tuple[Finding, ...]) -> None:
        """Set the import log of the event's file; it is history, not a warning."""
        self.imported = tuple(
            replace(one, severity="notes")
            for one in findings
            if one.code != BLANK_RATINGS_CODE
        )
        self.findings_changed.emit()

    @property
    def audit_marks(self) -> "AuditMarks | None":
        """The marks of the audit of the selected section; None if it has changed since."""
        found = self.audit
        if (
            found is None
            or found.section is not self.section
            or found.system != self.selection.system
        ):
            return None
        return found

    def show_audit_marks(self, found: "AuditMarks | None") -> None:
        """Show the marks of an audit, or remove them."""
        if found != self.audit:
            self.audit = found
            self.audited.emit()

    def show_page(self, page: "PublishedPage | None") -> None:
        """Compare the event with a published page; the event does not change."""
        self.page = page
        self.page_changed.emit()

    @property
    def folder(self) -> Path | None:
        """The folder of the event's file or, for an unsaved event, of its linked file."""
        link = self.document.link
        path = Path(link.path) if self.path is None and link is not None else self.path
        return None if path is None else path.parent

    # Shown ratings

    @property
    def note(self) -> str:
        """The note to show beside the ratings; empty if there is no problem."""
        if self.shown.around:
            return AROUND
        return LATE if self.late else ""


WITH: Final = "With what-if results"
WITHOUT: Final = "Without what-if results"


def describe_source(session: Session, what_if: bool = False) -> str:
    """Return the event, section, system and rules of the selection.

    If `what_if` is True, for an image of `with_what_if`, the line also names what-if
    results.
    """
    document, section = session.document, session.section
    parts = [document.name or "Untitled event"]
    if section is not None:
        if len(document.sections) > 1 and section.name:
            parts.append(section.name)
        parts.append(SYSTEM_NAMES[session.selection.system])
    rating = session.shown.rating
    if rating is not None:
        rules = rating.trace.rules
        how = f"on {format_day(rules.date)}" if rules.date else "as printed"
        parts.append(f"rules of {rules.edition} {how}")
    if what_if and session.shows_what_if:
        parts.append(WITH.lower())
    return f"{', '.join(parts)}. Computed by uscalc."
