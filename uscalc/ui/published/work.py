"""The comparison that runs in a thread: read the page, compare, and rate."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from uscalc.document.model import Document
from uscalc.document.overlay.difference import PageComparison, PageDifference
from uscalc.document.overlay.explained import carry_explanations, explain_next_sections
from uscalc.document.overlay.lay import compare_with_page
from uscalc.document.overlay.posts import RatingComparison, compare_ratings
from uscalc.document.rate.engine_input import RuleBook
from uscalc.engine.systems import System
from uscalc.formats import FormatError, OpenedEvent, open_event, open_text
from uscalc.monitor import Monitor
from uscalc.rules.resolve import load_correction_priors
from uscalc.ui.scheduling.worker import JobMonitor
from uscalc.ui.session.laid_page import PublishedPage

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
        found = (*self.overlay.differences, *after)
        return tuple(sorted(found, key=lambda one: one.section))

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
    old = None
    if before is not None and before.page is page:
        old = before.posts or before.before
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
