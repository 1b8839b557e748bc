"""The comparison that runs in a thread: read the page, compare, and rate."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from uscalc.document.model import Document
from uscalc.document.overlay.difference import Difference, Overlay
from uscalc.document.overlay.explained import carried, explained
from uscalc.document.overlay.lay import lay_over
from uscalc.document.overlay.posts import Posts, post_differences
from uscalc.document.rate.engine_input import RuleBook
from uscalc.engine.systems import System
from uscalc.formats import FormatError, Opened, open_event, open_text
from uscalc.monitor import Monitor
from uscalc.rules.resolve import hidden_priors
from uscalc.ui.scheduling.worker import Asked
from uscalc.ui.session.laid_page import LaidPage

COPIED = "The copied page"


@dataclass(frozen=True, slots=True)
class Compared:
    """An event compared with its page; without `posts` the ratings are still computed.

    `ended` is True if the user canceled, so that nothing more is computed. `before` is
    the result before the last edit. Its post-event ratings are shown until there are
    new ones, but nothing is accepted from them.
    """

    document: Document
    page: LaidPage
    overlay: Overlay
    posts: Posts | None = None
    ended: bool = False
    before: Posts | None = field(default=None, repr=False)

    @property
    def differences(self) -> tuple[Difference, ...]:
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


def read_page(path: Path | None, text: str, event: Document) -> LaidPage | FormatError:
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
    return LaidPage(opened.document, COPIED if path is None else path.name)


def is_published(opened: Opened) -> bool:
    """Return True if an event was read from a page of US Chess."""
    from uscalc.formats.every import PUBLISHED

    return any(opened.format == reader.KEY for reader in PUBLISHED)


def compare(
    document: Document,
    page: LaidPage,
    counted: Sequence[Sequence[System]],
    before: Compared | None,
    monitor: Monitor,
) -> Compared:
    """Return what differs, without the ratings after."""
    overlay = lay_over(document, page.document, counted, monitor)
    old = None
    if before is not None and before.page is page:
        old = before.posts or before.before
    return Compared(document, page, overlay, before=old)


def go_on(found: Compared, rulebook: RuleBook, asked: Asked) -> Compared | None:
    """Return the comparison with its next part; None once it is canceled.

    First come the published ratings that don't match, then, section by section, the
    corrections that explain them.
    """
    priors, event = hidden_priors(), found.document
    if found.posts is None:
        posts = post_differences(event, found.overlay, rulebook, priors, asked)
        posts = carried(posts, found.before, event)
        return replace(found, overlay=posts.overlay, posts=posts, before=None)
    facts = explained(found.posts, event, rulebook, priors, asked)
    return None if facts is None else replace(found, posts=facts)
