"""Compare the event with what US Chess published, in a thread, and apply the differences."""

from collections.abc import Sequence
from itertools import chain
from typing import Final

from msgspec import Struct
from msgspec.structs import replace
from PySide6.QtCore import QObject, Signal

from uscalc.counted import count_in_words
from uscalc.document.audit.result import Explanation, RatingAudit
from uscalc.document.model import Document
from uscalc.document.overlay.changes import (
    PageComparison,
    PageDifference,
    accept_differences,
)
from uscalc.document.overlay.lay import compare_with_page
from uscalc.document.overlay.ratings import (
    RatingComparison,
    SectionSystem,
    carry_explanations,
    compare_ratings,
    explain_next_sections,
    list_corrections,
)
from uscalc.document.rate.engine_input import RuleBook
from uscalc.engine.inputs import System
from uscalc.monitor import Monitor
from uscalc.rules.chances import load_correction_priors
from uscalc.ui.scheduling import Worker
from uscalc.ui.session.session import AuditMarks, Mark, PublishedPage, Session

LATE: Final = "The comparison is updating. Try again in a moment."
EARLIER: Final = "The corrections shown were found before your last change."
NOTHING: Final = "Nothing to compare yet. Open or paste the US Chess crosstable page."


class PageResult(Struct, frozen=True):
    """An event compared with its page; if `posts` is None, the ratings are still computed.

    `ended` is True if the user canceled, so that nothing more is computed. `before` is
    the result before the last edit. Its post-event ratings and corrections are shown
    until there are new ones, but they can't be accepted.
    """

    document: Document
    page: PublishedPage
    overlay: PageComparison
    posts: RatingComparison | None = None
    ended: bool = False
    before: RatingComparison | None = None

    @property
    def has_matches(self) -> bool:
        """True if any published rating matches."""
        posts = self.posts or self.before
        return posts is not None and bool(posts.matches)

    def list_rows(self, matches: bool) -> tuple[PageDifference, ...]:
        """Return the rows of the table: the differences and, if `matches`, the equal ratings."""
        posts = self.posts or self.before
        after = (
            [*posts.differences, *(posts.matches if matches else ())] if posts else []
        )
        if self.posts is None:
            after = [replace(one, changes=()) for one in after]
        return tuple(
            sorted((*self.overlay.differences, *after), key=lambda one: one.section)
        )

    @property
    def complete(self) -> bool:
        """True if nothing more will be computed."""
        return self.ended or (self.posts is not None and not self.posts.rest)


def find_page(session: Session) -> PublishedPage | None:
    """Return the page to compare with: the opened page, or the event itself.

    An event that was read from a US Chess page contains published ratings.
    """
    document = session.document
    if session.page is not None:
        return session.page
    players = (one for section in document.sections for one in section.players)
    return PublishedPage(document, "") if any(p.published for p in players) else None


def compare_page(
    document: Document,
    page: PublishedPage,
    counted: Sequence[Sequence[System]],
    before: PageResult | None,
    monitor: Monitor,
) -> PageResult:
    """Return all differences except those of post-event ratings."""
    if page.document is document:
        count = len(document.sections)
        overlay = PageComparison((), tuple((i, i) for i in range(count)), count)
    else:
        overlay = compare_with_page(document, page.document, counted, monitor)
    old = None if before is None else before.posts or before.before
    return PageResult(document, page, overlay, before=old)


def continue_comparison(
    found: PageResult, rulebook: RuleBook, first: int, monitor: Monitor
) -> PageResult | None:
    """Return the comparison with its next part; None if it was canceled.

    First come the published ratings that don't match. Then come the corrections that
    explain them, section by section, beginning with the section `first`.
    """
    priors, event = load_correction_priors(), found.document
    if found.posts is None:
        posts = compare_ratings(event, found.overlay, rulebook, priors, monitor)
        posts = carry_explanations(posts, found.before, event)
        kept = found.before if posts.rest else None
        return replace(found, overlay=posts.overlay, posts=posts, before=kept)
    rest = sorted(found.posts.rest, key=lambda sections: first not in sections)
    posts = replace(found.posts, rest=tuple(rest))
    explained = explain_next_sections(posts, event, rulebook, priors, monitor)
    if explained is None:
        return None
    kept = found.before if explained.rest else None
    return replace(found, posts=explained, before=kept)


STRANGER: Final = (
    "{} is a different event: no section has the same members. Nothing was compared."
)


def describe_comparison(found: PageResult) -> str:
    """Return how many differences there are, how much the page adds, and which ratings match."""
    overlay, source = found.overlay, found.page.source
    if not source:
        return _describe_ratings(found)
    if not overlay.pairs:
        return STRANGER.format(source)
    wrong, more = len(overlay.contradicting), len(overlay.adding)
    differences = count_in_words(wrong, "difference") if wrong else "no differences"
    text = f"{source}: {differences}"
    if more:
        text += f", {count_in_words(more, 'addition')}"
    text += f". {_describe_ratings(found)}".rstrip()
    if missing := overlay.sections - len(overlay.pairs):
        text += f" {count_in_words(missing, 'section')} of this event not on the page."
    return text


def describe_difference(one: PageDifference) -> str:
    """Return why there is a difference, and what would confirm it."""
    parts = [one.because]
    if one.settle:
        parts.append(f"to confirm, check {one.settle}")
    # A name may end with an initial and its period.
    return " ".join(f"{capitalize_sentence(text).removesuffix('.')}." for text in parts)


def capitalize_sentence(text: str) -> str:
    """Return a text with a capital first letter."""
    return text[:1].upper() + text[1:]


def _describe_ratings(found: PageResult) -> str:
    """Return how many post-event ratings don't match, and how many of them are explained."""
    posts = found.posts
    if posts is None:
        return (
            "Post-event ratings not compared"
            if found.ended
            else "Comparing post-event ratings…"
        )
    missed = len(posts.differences)
    if not missed:
        return "All post-event ratings match." if posts.count else ""
    verb = "doesn't" if missed == 1 else "don't"
    text = (
        f"{missed} of {count_in_words(posts.count, 'post-event rating')} {verb} match"
    )
    them = "it" if missed == 1 else "them"
    if not found.complete:
        return (
            f"{text}: searching for corrections again. {EARLIER}"
            if found.before is not None and found.before.audits
            else f"{text}: searching for corrections…"
        )
    if explained := sum(bool(one.changes) for one in posts.differences):
        some = them if explained == missed else f"{explained} of them"
        return f"{text}. Corrections explain {some}."
    return (
        f"{text}. No corrections found."
        if posts.sought
        else f"{text}. Search for corrections stopped. Restarts after your next change."
    )


class Comparison(QObject):
    """Compares the event with its page after each edit, and applies differences.

    `changed` is emitted with each new part of the result, and when another set of
    corrections is selected; `counted` with the progress of the search.
    """

    changed = Signal()
    counted = Signal(int, int)

    def __init__(self, session: Session) -> None:
        super().__init__()
        self._session = session
        self.found: PageResult | None = None
        self._sets: dict[SectionSystem, int] = {}
        """By section and system, the number of the selected set of corrections; 0 if missing."""
        self._worker = Worker(self, self._receive_result, session.closing)

    @property
    def busy(self) -> bool:
        """True if parts of the result are not computed yet."""
        return self._worker.busy

    @property
    def complete(self) -> bool:
        """True if the current event is fully compared, including post-event ratings."""
        posts = None if self.found is None else self.found.posts
        return posts is not None and self.is_current

    @property
    def explained(self) -> bool:
        """True if corrections were searched for every mismatch."""
        return self.complete and self.found is not None and self.found.complete

    @property
    def is_current(self) -> bool:
        """True if the result belongs to the current event and its page."""
        found, page = self.found, self._session.page
        if found is None:
            return False
        same = page is None if not found.page.source else found.page is page
        return same and found.document is self._session.document

    def refresh(self) -> None:
        """Compare the current event with its page."""
        session, before = self._session, self.found
        page = find_page(session)
        if page is None:
            self._worker.drop_job()
            self._show_result(None)
            return
        if before is not None and before.page is not page and page.source:
            before = None
        document, counted = session.document, session.list_counted_systems()
        self._sets.clear()
        if before is None:
            self._show_result(None)
        self._worker.start_job(
            lambda asked: compare_page(document, page, counted, before, asked)
        )

    def cancel(self) -> None:
        """Stop the search; if there is no result yet, forget the page."""
        self._worker.drop_job()
        if self.found is None:
            self._session.show_page(None)
        else:
            self._show_result(replace(self.found, ended=True))

    def _receive_result(self, result: object) -> None:
        if not isinstance(result, PageResult):
            return
        if not result.complete:
            rulebook, first = self._session.rulebook, self._session.selection.section
            shown = self.counted
            self._worker.start_job(
                lambda asked: continue_comparison(
                    result, rulebook, first, asked.reporting_to(shown.emit)
                )
            )
        self._show_result(result)

    def _show_result(self, found: PageResult | None) -> None:
        self.found = found
        self.changed.emit()

    # Corrections

    @property
    def audits(self) -> tuple[RatingAudit, ...]:
        """The audited ratings for which corrections were found."""
        posts = None if self.found is None else self.found.posts
        return tuple(one for one in posts.audits if one.best) if posts else ()

    @property
    def shown_audits(self) -> tuple[RatingAudit, ...]:
        """These audits, and the earlier ones of sections that are still being searched again."""
        found = self.found
        if found is None or found.ended or found.before is None:
            return self.audits
        rest = None if found.posts is None else {*chain(*found.posts.rest)}
        earlier = (
            one
            for one in found.before.audits
            if one.best and (rest is None or one.section in rest)
        )
        return (*self.audits, *earlier)

    def get_set(self, audit: RatingAudit) -> int:
        """Return the number of the selected set of corrections."""
        return self._sets.get((audit.section, audit.system), 0)

    def select_set(self, audit: RatingAudit, place: int) -> None:
        """Select another set of corrections that explains the same ratings."""
        if place != self.get_set(audit):
            self._sets[audit.section, audit.system] = place
            self.changed.emit()

    def find_audit(self) -> RatingAudit | None:
        """Return the audit of the selected section and system, if there is one."""
        at = self._session.selection
        return next(
            (
                one
                for one in self.audits
                if (one.section, one.system) == (at.section, at.system)
            ),
            None,
        )

    def get_explanation(self, audit: RatingAudit) -> Explanation:
        """Return the selected set of corrections of a rating."""
        return audit.explanations[self.get_set(audit)]

    def list_corrections(self, only: RatingAudit | None = None) -> list[PageDifference]:
        """Return the explained ratings with their corrections: all, or those of one audit."""
        found = self.found
        if found is None or found.posts is None:
            return []
        return [
            one
            for one in list_corrections(found.posts, found.document, self._sets)
            if only is None or (one.section, one.system) == (only.section, only.system)
        ]

    def make_marks(self) -> AuditMarks | None:
        """Return what the crosstable shows about the selected section's audit."""
        audit = self.find_audit()
        if audit is None or self.found is None:
            return None
        section = self.found.document.sections[audit.section]
        explanation = self.get_explanation(audit)
        compared = {one.number: one for one in audit.compared}
        marks: dict[int, Mark] = {}
        words: dict[int, str] = {}
        for row, player in enumerate(section.players):
            number, left = player.number, player.number in explanation.left
            if left or (number in compared and compared[number].missed):
                text = "; ".join(f.says for f in explanation.get_facts_for(number))
                marks[row] = "left" if left else "explained"
                how = "no match" if left else f"matches if {text}"
                words[row] = f"Published {compared[number].published:g}: {how}"
        return AuditMarks(section, audit.system, marks, words)

    # Edits

    def accept(self, differences: Sequence[PageDifference]) -> bool:
        """Apply differences in one edit, only if the event is still the compared one."""
        session, found = self._session, self.found
        session.pending.commit_all()
        if found is None or not differences:
            session.refused.emit(NOTHING)
            return False
        if not self.is_current:
            if not self._worker.busy:
                # The comparison was stopped before it reached the last edit.
                self.refresh()
            session.refused.emit(LATE)
            return False
        return session.apply_edit(accept_differences, differences)
