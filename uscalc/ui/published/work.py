"""What the view asks for beside the window: the page read, laid over, and rated."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from uscalc.document.model import Document
from uscalc.document.overlay.difference import Difference, Overlay
from uscalc.document.overlay.lay import lay_over
from uscalc.document.overlay.posts import post_differences
from uscalc.document.rate.engine_input import RuleBook
from uscalc.engine.pause import Pause
from uscalc.engine.systems import System
from uscalc.formats import FormatError, Opened, open_event, open_text
from uscalc.rules.hidden import hidden_priors
from uscalc.ui.session.laid_page import LaidPage

COPIED = "The copied page"


@dataclass(frozen=True, slots=True)
class Compared:
    """An event and its page compared; without `posts` those are still to come."""

    document: Document
    page: LaidPage
    overlay: Overlay
    posts: tuple[Difference, ...] | None = None

    @property
    def differences(self) -> tuple[Difference, ...]:
        """Everything in the order of the table: section by section, ratings last."""
        found = sorted(
            (*self.overlay.differences, *(self.posts or ())),
            key=lambda one: one.section,
        )
        return tuple(found)


def read_page(path: Path | None, text: str, event: Document) -> LaidPage | FormatError:
    """The page in a file, or in a text without one; or why there is none.

    The event's own last day serves a page that says none.
    """
    try:
        if path is None:
            opened = open_text(text, event.end_date)
        else:
            opened = open_event(path, event.end_date)
    except FormatError as error:
        return error
    if not is_published(opened):
        return FormatError(
            f"it is a {opened.format_name}, and no page that was published",
            "choose a crosstable page, or the saved answer of the ratings service",
            path=path,
        )
    return LaidPage(opened.document, COPIED if path is None else path.name)


def is_published(opened: Opened) -> bool:
    """Whether an event was read from a page of the federation's."""
    from uscalc.formats.every import PUBLISHED

    return any(opened.format == reader.KEY for reader in PUBLISHED)


def compare(
    document: Document,
    page: LaidPage,
    counted: Sequence[Sequence[System]],
    pause: Pause,
) -> Compared:
    """What differs, without the ratings after."""
    overlay = lay_over(document, page.document, counted, pause)
    return Compared(document, page, overlay)


def rate(found: Compared, rulebook: RuleBook, pause: Pause) -> Compared:
    """The same with the published ratings that do not come out."""
    posts = post_differences(
        found.document, found.overlay, rulebook, hidden_priors(), pause
    )
    return Compared(found.document, found.page, found.overlay, tuple(posts))
