"""Explain published ratings that don't match, by corrections that can be accepted."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from uscalc.document.audit.audit import MOST_FACTS, audit_event
from uscalc.document.audit.priors import Priors
from uscalc.document.audit.put import put_one
from uscalc.document.audit.result import Explanation, Fact, Put, RatingAudit
from uscalc.document.edit.cells import standing
from uscalc.document.model import Document, Section
from uscalc.document.overlay.difference import (
    AddPlayer,
    Change,
    Difference,
    RemovePlayer,
    SetCell,
    SetEntry,
    SetKeys,
    SetPlayer,
    SetRating,
    SetSection,
)
from uscalc.document.overlay.posts import NEITHER, Posts
from uscalc.document.rate.engine_input import RuleBook
from uscalc.monitor import UNMONITORED, Monitor

NOTHING: Final = "no fact was found that explains it"
EARLIER: Final = "it comes out with the facts of the sections before"

Touched = tuple[int | None, object]
"""The subject of a change: a pairing number, and a key, system or round."""


def explained(
    posts: Posts,
    event: Document,
    rulebook: RuleBook,
    priors: Priors,
    monitor: Monitor = UNMONITORED,
) -> Posts | None:
    """Search the next sections for corrections; return None once it is canceled."""
    if not posts.rest:
        return posts
    found = audit_event(
        posts.rated, posts.rest[0], rulebook, priors, MOST_FACTS, monitor
    )
    if found is None:
        return None
    audits = (*posts.audits, *found[0])
    return _told(replace(posts, audits=audits, rest=posts.rest[1:]), event)


def carried(posts: Posts, before: Posts | None, event: Document) -> Posts:
    """Keep the corrections found before, if the event with the page's data is the same.

    Accepting differences doesn't change that event.
    """
    if before is None or before.rated.document != posts.rated.document:
        return posts
    done = {audit.section for audit in before.audits}
    rest = tuple(group for group in posts.rest if not done.issuperset(group))
    return _told(replace(posts, audits=before.audits, rest=rest), event)


def _told(posts: Posts, event: Document) -> Posts:
    """Return the comparison with each difference explained by the audits."""
    facts = _Facts(posts, event)
    told: dict[object, Difference] = {}
    for audit in posts.audits:
        key = audit.section, audit.system
        rows = [one for one in posts.differences if (one.section, one.system) == key]
        told |= {(*key, one.player): one for one in facts.told(audit, rows)}
    differences = tuple(
        told.get((one.section, one.system, one.player), one)
        for one in posts.differences
    )
    return replace(posts, differences=differences)


class _Facts:
    """Facts of audits, in their order, as changes of the event.

    Each audit is given those that the ones before it have shown.
    """

    def __init__(self, posts: Posts, event: Document) -> None:
        self.document = posts.rated.document
        self.event, self.overlay = event, posts.overlay
        self.known: list[tuple[int, Fact, tuple[Change, ...]]] = []

    def told(
        self, audit: RatingAudit, rows: Sequence[Difference]
    ) -> Iterator[Difference]:
        """Yield differences of one rating with what explains them."""
        best = audit.best
        for fact in () if best is None else best.facts:
            self._learn(audit.section, fact)
        by_row = [() if best is None else best.facts_for(_number(row)) for row in rows]
        for row, facts in zip(rows, by_row, strict=True):
            if best is None or not facts:
                left = best is None or row.player in best.left
                said = NOTHING if left else EARLIER
                yield replace(row, because=row.because.replace(NEITHER, said))
                continue
            changes = [
                change for fact in facts for change in self._of(audit.section, fact)
            ]
            basis = self._basis(audit.section, changes)
            said = _explained_by(audit, best, facts, by_row.count(facts) - 1, basis)
            yield replace(
                row,
                because=row.because.replace(NEITHER, said),
                settle=facts[0].settle,
                changes=(*(c for one in basis for c in one.changes), *changes),
            )

    def _of(self, index: int, fact: Fact) -> tuple[Change, ...]:
        """Return what a fact changes."""
        for at, known, changes in self.known:
            if (at, known.puts) == (index, fact.puts):
                return changes
        return ()

    def _learn(self, index: int, fact: Fact) -> None:
        """Put a fact into the event, and keeps what it changes there."""
        if any((at, known.puts) == (index, fact.puts) for at, known, _ in self.known):
            return
        changes: list[Change] = []
        for put in fact.puts:
            changes += _changes(self.document.sections[index], put)
            self.document = put_one(self.document, index, put)
        self.known.append((index, fact, tuple(changes)))

    def _basis(self, index: int, changes: Sequence[Change]) -> list[Difference]:
        """Return the differences about the same data as a correction.

        A correction is found in the event with the page's data, and is valid only
        there.
        """
        section = self.event.sections[index]
        about = {one for change in changes for one in _about(section, change)}
        whole = {number for number, _ in about}
        return [
            one
            for one in self.overlay.differences
            if one.section == index
            and not one.is_refuted
            and any(
                touched in about or (touched[1] is None and touched[0] in whole)
                for change in one.changes
                for touched in _about(section, change)
            )
        ]


def _number(row: Difference) -> int:
    """Return whose rating it is."""
    assert row.player is not None
    return row.player


def _explained_by(
    audit: RatingAudit,
    best: Explanation,
    facts: Sequence[Fact],
    others: int,
    basis: Sequence[Difference],
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
        said += f"; goes with {_named(basis)}"
    if len(audit.explanations) > 1:
        said += "; Audit has others that explain as much"
    return said


def _changes(section: Section, put: Put) -> Iterator[Change]:
    """Yield the changes of a correction, cell by cell; the rest of a row stays."""
    keys = tuple((key, value) for key, value in put.keys if key != "results")
    if keys:
        yield SetKeys(put.number, Put(put.number, keys))
    results = put.values.get("results")
    for player in section.players:
        if player.number == put.number and isinstance(results, list):
            for place, text in enumerate(results):
                if standing(player, place) != text:
                    yield SetCell(player.number, place, text)


def _about(section: Section, change: Change) -> Iterator[Touched]:
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


def _named(differences: Sequence[Difference]) -> str:
    """Name the first difference, and count the others."""
    first = differences[0]
    whose = "" if first.player is None else f" of player {first.player}"
    more = len(differences) - 1
    return f"{first.what}{whose}" + (f" and {more} more" if more else "")
