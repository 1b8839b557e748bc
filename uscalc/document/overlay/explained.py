"""Explain published ratings that don't match, by corrections that can be accepted."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from uscalc.document.audit.audit import MOST_FACTS, audit_event
from uscalc.document.audit.priors import PriorTable
from uscalc.document.audit.put import apply_keys
from uscalc.document.audit.result import AuditFact, Explanation, KeyChange, RatingAudit
from uscalc.document.edit.cells import read_cell
from uscalc.document.model import Document, Section
from uscalc.document.overlay.difference import (
    AddPlayer,
    PageChange,
    PageDifference,
    RemovePlayer,
    SetCell,
    SetEntry,
    SetKeys,
    SetPlayer,
    SetRating,
    SetSection,
)
from uscalc.document.overlay.posts import NEITHER, RatingComparison
from uscalc.document.rate.engine_input import RuleBook
from uscalc.monitor import UNMONITORED, Monitor

NOTHING: Final = "no fact was found that explains it"
EARLIER: Final = "it comes out with the facts of the sections before"

ChangeSubject = tuple[int | None, object]
"""The subject of a change: a pairing number, and a key, system or round."""


def explain_next_sections(
    posts: RatingComparison,
    event: Document,
    rulebook: RuleBook,
    priors: PriorTable,
    monitor: Monitor = UNMONITORED,
) -> RatingComparison | None:
    """Search the next sections for corrections; return None once it is canceled."""
    if not posts.rest:
        return posts
    found = audit_event(
        posts.rated, posts.rest[0], rulebook, priors, MOST_FACTS, monitor
    )
    if found is None:
        return None
    audits = (*posts.audits, *found[0])
    return _attach_explanations(
        replace(posts, audits=audits, rest=posts.rest[1:]), event
    )


def carry_explanations(
    posts: RatingComparison, before: RatingComparison | None, event: Document
) -> RatingComparison:
    """Keep the corrections found before, if the event with the page's data is the same.

    Accepting differences doesn't change that event.
    """
    if before is None or before.rated.document != posts.rated.document:
        return posts
    done = {audit.section for audit in before.audits}
    rest = tuple(group for group in posts.rest if not done.issuperset(group))
    return _attach_explanations(replace(posts, audits=before.audits, rest=rest), event)


def _attach_explanations(posts: RatingComparison, event: Document) -> RatingComparison:
    """Return the comparison with each difference explained by the audits."""
    facts = _ExplainedFacts(posts, event)
    told: dict[object, PageDifference] = {}
    for audit in posts.audits:
        key = audit.section, audit.system
        rows = [one for one in posts.differences if (one.section, one.system) == key]
        told |= {
            (*key, one.player): one for one in facts.explain_differences(audit, rows)
        }
    differences = tuple(
        told.get((one.section, one.system, one.player), one)
        for one in posts.differences
    )
    return replace(posts, differences=differences)


class _ExplainedFacts:
    """Facts of audits, in their order, as changes of the event.

    Each audit is given those that the ones before it have shown.
    """

    def __init__(self, posts: RatingComparison, event: Document) -> None:
        self.document = posts.rated.document
        self.event, self.overlay = event, posts.overlay
        self.known: list[tuple[int, AuditFact, tuple[PageChange, ...]]] = []

    def explain_differences(
        self, audit: RatingAudit, rows: Sequence[PageDifference]
    ) -> Iterator[PageDifference]:
        """Yield differences of one rating with what explains them."""
        best = audit.best
        for fact in () if best is None else best.facts:
            self._add_fact(audit.section, fact)
        by_row = [
            () if best is None else best.get_facts_for(_get_number(row)) for row in rows
        ]
        for row, facts in zip(rows, by_row, strict=True):
            if best is None or not facts:
                left = best is None or row.player in best.left
                said = NOTHING if left else EARLIER
                yield replace(row, because=row.because.replace(NEITHER, said))
                continue
            changes = [
                change
                for fact in facts
                for change in self._get_changes(audit.section, fact)
            ]
            basis = self._find_related_differences(audit.section, changes)
            said = _describe_explanation(
                audit, best, facts, by_row.count(facts) - 1, basis
            )
            yield replace(
                row,
                because=row.because.replace(NEITHER, said),
                settle=facts[0].settle,
                changes=(*(c for one in basis for c in one.changes), *changes),
            )

    def _get_changes(self, index: int, fact: AuditFact) -> tuple[PageChange, ...]:
        """Return what a fact changes."""
        for at, known, changes in self.known:
            if (at, known.puts) == (index, fact.puts):
                return changes
        return ()

    def _add_fact(self, index: int, fact: AuditFact) -> None:
        """Put a fact into the event, and keeps what it changes there."""
        if any((at, known.puts) == (index, fact.puts) for at, known, _ in self.known):
            return
        changes: list[PageChange] = []
        for put in fact.puts:
            changes += _list_changes(self.document.sections[index], put)
            self.document = apply_keys(self.document, index, put)
        self.known.append((index, fact, tuple(changes)))

    def _find_related_differences(
        self, index: int, changes: Sequence[PageChange]
    ) -> list[PageDifference]:
        """Return the differences about the same data as a correction.

        A correction is found in the event with the page's data, and is valid only
        there.
        """
        section = self.event.sections[index]
        about = {one for change in changes for one in _list_subjects(section, change)}
        whole = {number for number, _ in about}
        return [
            one
            for one in self.overlay.differences
            if one.section == index
            and not one.is_refuted
            and any(
                touched in about or (touched[1] is None and touched[0] in whole)
                for change in one.changes
                for touched in _list_subjects(section, change)
            )
        ]


def _get_number(row: PageDifference) -> int:
    """Return whose rating it is."""
    assert row.player is not None
    return row.player


def _describe_explanation(
    audit: RatingAudit,
    best: Explanation,
    facts: Sequence[AuditFact],
    others: int,
    basis: Sequence[PageDifference],
) -> str:
    """Return facts in the audit's words, and what comes with them."""
    said = "a guess: " if best.guess else "explained by: "
    said += "; ".join(fact.says for fact in facts)
    if others:
        said += f"; {others} more rating{'s' * (others != 1)} with it"
    if breaks := sorted({number for fact in facts for number in fact.breaks}):
        numbers = ", ".join(map(str, breaks))
        said += f"; then that of {numbers} does not come out any more"
    if basis:
        said += f"; goes with {_name_differences(basis)}"
    if len(audit.explanations) > 1:
        said += "; Audit has others that explain as much"
    return said


def _list_changes(section: Section, put: KeyChange) -> Iterator[PageChange]:
    """Yield the changes of a correction, cell by cell; the rest of a row stays."""
    keys = tuple((key, value) for key, value in put.keys if key != "results")
    if keys:
        yield SetKeys(put.number, KeyChange(put.number, keys))
    results = put.values.get("results")
    for player in section.players:
        if player.number == put.number and isinstance(results, list):
            for place, text in enumerate(results):
                if read_cell(player, place) != text:
                    yield SetCell(player.number, place, text)


def _list_subjects(section: Section, change: PageChange) -> Iterator[ChangeSubject]:
    """Yield what a change is about; of a whole row, whose it is and None."""
    match change:
        case SetSection(values):
            yield from ((None, key) for key, _ in values)
        case SetPlayer(row, values):
            yield from ((section.players[row].number, key) for key, _ in values)
        case SetRating(row, system):
            yield section.players[row].number, system
        case SetEntry(row, place):
            yield section.players[row].number, place
        case SetCell(number, place):
            yield number, place
        case SetKeys(number, put):
            for key, _ in put.keys:
                path = key.split(".")
                yield number, path[1] if path[0] == "ratings" else key
        case AddPlayer(player):
            yield player.number, None
        case RemovePlayer(row):
            yield section.players[row].number, None
        case _:
            return


def _name_differences(differences: Sequence[PageDifference]) -> str:
    """Name the first difference, and count the others."""
    first = differences[0]
    whose = "" if first.player is None else f" of player {first.player}"
    more = len(differences) - 1
    return f"{first.what}{whose}" + (f" and {more} more" if more else "")
