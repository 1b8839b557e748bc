"""Read a published page, compare it with the event in a thread, and describe the result."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from PySide6.QtCore import QMimeData, QObject, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QWidget

from uscalc.document.model import Document
from uscalc.document.overlay.changes import PageComparison, PageDifference
from uscalc.document.overlay.lay import compare_with_page
from uscalc.document.overlay.ratings import (
    RatingComparison,
    carry_explanations,
    compare_ratings,
    explain_next_sections,
)
from uscalc.document.rate.engine_input import RuleBook
from uscalc.engine.inputs import System
from uscalc.formats import FormatError, OpenedEvent, open_event, open_text
from uscalc.monitor import Monitor
from uscalc.rules.resolve import load_correction_priors
from uscalc.ui.frame.home import open_in_event_folder
from uscalc.ui.scheduling.worker import JobMonitor, Worker
from uscalc.ui.session.session import PublishedPage, Session
from uscalc.ui.widgets.dialogs import make_file_dialog

COPIED = "The copied page"


@dataclass(frozen=True, slots=True)
class PageResult:
    """An event compared with its page; without `posts` the ratings are still computed.

    `ended` is True if the user canceled, so that nothing more is computed. `before` is
    the result before the last edit. Its post-event ratings are shown until there are
    new ones, but nothing is accepted from them.
    """

    document: Document
    page: PublishedPage
    overlay: PageComparison
    posts: RatingComparison | None = None
    ended: bool = False
    before: RatingComparison | None = field(default=None, repr=False)

    @property
    def differences(self) -> tuple[PageDifference, ...]:
        """Everything in the order of the table: section by section, ratings last."""
        posts = self.posts
        if posts is not None:
            after = posts.differences
        else:
            old = () if self.before is None else self.before.differences
            after = tuple(replace(one, changes=()) for one in old)
        return tuple(
            sorted((*self.overlay.differences, *after), key=lambda one: one.section)
        )

    @property
    def complete(self) -> bool:
        """True if nothing more will be computed."""
        return self.ended or (self.posts is not None and not self.posts.rest)


def read_page(
    path: Path | None, text: str, event: Document
) -> PublishedPage | FormatError:
    """Read a page from a file or a text; return an error if it can't be read.

    The event's own last day is used for a page without a date.
    """
    try:
        opened = (
            open_text(text, event.end_date)
            if path is None
            else open_event(path, event.end_date)
        )
    except FormatError as error:
        return error
    if not is_published(opened):
        return FormatError(
            f"it is a {opened.format_name}, and no page that was published",
            "choose a crosstable page, or the saved answer of the ratings service",
            path=path,
        )
    return PublishedPage(opened.document, COPIED if path is None else path.name)


def is_published(opened: OpenedEvent) -> bool:
    """Return True if an event was read from a page of US Chess."""
    from uscalc.formats.every import PUBLISHED_READERS

    return any(opened.format == reader.KEY for reader in PUBLISHED_READERS)


def compare_page(
    document: Document,
    page: PublishedPage,
    counted: Sequence[Sequence[System]],
    before: PageResult | None,
    monitor: Monitor,
) -> PageResult:
    """Return what differs, without the ratings after."""
    overlay = compare_with_page(document, page.document, counted, monitor)
    old = (
        before.posts or before.before
        if before is not None and before.page is page
        else None
    )
    return PageResult(document, page, overlay, before=old)


def continue_comparison(
    found: PageResult, rulebook: RuleBook, asked: JobMonitor
) -> PageResult | None:
    """Return the comparison with its next part; None once it is canceled.

    First come the published ratings that don't match, then, section by section, the
    corrections that explain them.
    """
    priors, event = load_correction_priors(), found.document
    if found.posts is None:
        posts = compare_ratings(event, found.overlay, rulebook, priors, asked)
        posts = carry_explanations(posts, found.before, event)
        return replace(found, overlay=posts.overlay, posts=posts, before=None)
    facts = explain_next_sections(found.posts, event, rulebook, priors, asked)
    return None if facts is None else replace(found, posts=facts)


NOTHING = (
    "Once the event is rated, lay its published page over it: open the saved page or the "
    "saved answer of the ratings service, paste the copied text, or drop the file here. "
    "Every difference is listed with its cause. Nothing changes before you take it over."
)
READING = "Reading the page…"
COMPARING = "Comparing…"
STRANGER = (
    "{} is the page of another event: no section of it has the members of one here. "
    "Nothing is compared."
)


def describe_comparison(found: PageResult) -> str:
    """Return how much differs, how much the page only adds, and what it does not have."""
    overlay, source = found.overlay, found.page.source
    if not overlay.pairs:
        return STRANGER.format(source)
    wrong, more = len(overlay.contradicting), len(overlay.adding)
    said = (
        f"{source}: {format_count(wrong, 'difference') if wrong else 'no difference'}"
    )
    if more:
        said += f", {format_count(more, 'addition')}"
    said += f".{_describe_ratings(found)}"
    missing = overlay.sections - len(overlay.pairs)
    if missing:
        said += f" {format_count(missing, 'section')} of this event not on the page."
    return said


def describe_difference(one: PageDifference) -> str:
    """Return why a difference is there, and what would settle it."""
    said = [one.because]
    if one.settle:
        said.append(f"to settle it, ask for {one.settle}")
    # A name may end with the point of an initial.
    return " ".join(f"{capitalize_sentence(text).removesuffix('.')}." for text in said)


def capitalize_sentence(text: str) -> str:
    """Return the same with a capital."""
    return text[:1].upper() + text[1:]


def _describe_ratings(found: PageResult) -> str:
    """Describe how many post-event ratings don't match, and how many are explained."""
    posts = found.posts
    if posts is None:
        how = "not compared: it was stopped" if found.ended else "being compared"
        return f" Ratings after are {how}."
    number = len(posts.differences)
    if not number:
        return " The ratings after come out." if posts.count else ""
    verb = "does" if number == 1 else "do"
    said = f" {format_count(number, 'rating')} after {verb} not come out"
    if not found.complete:
        return f"{said}: looking for the facts behind {_choose_pronoun(number)}…"
    facts = sum(bool(one.changes) for one in posts.differences)
    if facts == number:
        return f"{said}: facts explain {_choose_pronoun(number)}."
    if facts:
        return f"{said}: facts explain {facts} of them."
    if posts.sought:
        return f"{said}, and no fact was found that explains {_choose_pronoun(number)}."
    return f"{said}: Audit looks for the facts."


def _choose_pronoun(number: int) -> str:
    return "it" if number == 1 else "them"


def format_count(number: int, what: str) -> str:
    """Return a number with its noun, such as "3 ratings"."""
    return f"{number} {what}{'s' * (number != 1)}"


class PageLoader(QObject):
    """Reads a page from a file, the clipboard, or a drop.

    `began` announces that reading begins, `ended` that it has ended.
    """

    began = Signal()
    ended = Signal()

    def __init__(self, session: Session, view: QWidget) -> None:
        super().__init__(view)
        self._session, self._view = session, view
        self._reader = Worker(self)
        self._reader.done.connect(self._receive_page)
        session.closing.connect(self._reader.close)
        session.opened.connect(self.stop_reading)

    def ask_file(self) -> None:
        """Let the person choose a saved page."""
        dialog = make_file_dialog(
            self._view.window(),
            "layPageDialog",
            "Lay a published page over this event",
            ("All files (*)", "Pages (*.html *.htm *.txt *.json)"),
        )
        open_in_event_folder(dialog, self._session)
        dialog.fileSelected.connect(lambda path: self.load_page(Path(path)))
        dialog.open()

    def paste_page(self) -> None:
        """Compare with the page on the clipboard."""
        self.load_text(QGuiApplication.clipboard().text())

    def load_page(self, path: Path) -> None:
        """Compare with the page in a file."""
        self._start_reading(path, "")

    def load_text(self, text: str) -> None:
        """Compare with a copied page."""
        if text.strip():
            self._start_reading(None, text)
        else:
            self._session.refused.emit("There is no text to paste.")

    def accepts_data(self, data: QMimeData) -> bool:
        """Return True if something dropped may be a page: one file, or text."""
        return len(_list_files(data)) == 1 or (data.hasText() and not data.hasUrls())

    def load_dropped(self, data: QMimeData) -> None:
        """Compare with a dropped page."""
        files = _list_files(data)
        if len(files) == 1:
            self.load_page(files[0])
        else:
            self.load_text(data.text())

    def stop_reading(self) -> None:
        """Read no further."""
        self._reader.drop_job()
        self.ended.emit()

    def _start_reading(self, path: Path | None, text: str) -> None:
        event = self._session.document
        self.began.emit()
        self._reader.start_job(lambda _: read_page(path, text, event))

    def _receive_page(self, result: object) -> None:
        self.ended.emit()
        if isinstance(result, PublishedPage):
            self._session.show_page(result)
        elif isinstance(result, FormatError):
            self._session.refused.emit(f"It cannot be compared: {result}")


def _list_files(data: QMimeData) -> list[Path]:
    return [Path(url.toLocalFile()) for url in data.urls() if url.isLocalFile()]
