"""Compare published ratings with those computed from the page's own data."""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import partial
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from uscalc.document.audit.audit import MOST_FACTS, audit_event
from uscalc.document.audit.result import (
    AuditFact,
    ComparedRating,
    Explanation,
    KeyChange,
    PriorTable,
    RatingAudit,
    apply_keys,
)
from uscalc.document.audit.scene import compare_published, make_scene
from uscalc.document.cells import read_cell
from uscalc.document.model import Document, Section
from uscalc.document.overlay.changes import (
    AGAINST,
    AddPlayer,
    PageChange,
    PageComparison,
    PageDifference,
    RemovePlayer,
    SetCell,
    SetEntry,
    SetKeys,
    SetPlayer,
    SetRating,
    SetSection,
    apply_differences,
)
from uscalc.document.rate.engine_input import RuleBook
from uscalc.document.rate.rated import DocumentRating
from uscalc.document.rate.whole import rate_document
from uscalc.engine.inputs import System
from uscalc.engine.rounding import round_for_display
from uscalc.monitor import UNMONITORED, Monitor

PUBLISHED: Final = ("published", "new-published")
ROUNDED: Final = "within the rounding of pre-event ratings"
"""The kind of match for a published rating that is only close to the computed one."""
NEITHER: Final = "data missing on both sides"
"""The cause of a different rating while no correction is known."""
SectionSystem = tuple[int, System]
"""A section's position, and a system that it is rated in."""
ComparedRatings = dict[SectionSystem, dict[int, ComparedRating]]
"""Compared ratings by pairing number."""


class RatingComparison(Struct, frozen=True):
    """Published ratings that match neither the event nor the page's own data.

    `overlay` is the comparison of the data. `count` is the number of published ratings.
    `rest` are the sections still to be searched for corrections. `matches` are the
    published ratings that match, one row each.
    """

    differences: tuple[PageDifference, ...]
    overlay: PageComparison
    count: int
    rated: DocumentRating
    audits: tuple[RatingAudit, ...] = ()
    rest: tuple[tuple[int, ...], ...] = ()
    matches: tuple[PageDifference, ...] = ()

    @property
    def sought(self) -> bool:
        """True if every difference was searched for corrections."""
        done = {audit.section for audit in self.audits}
        return all(one.section in done for one in self.differences)


def compare_ratings(
    event: Document,
    overlay: PageComparison,
    rulebook: RuleBook,
    priors: PriorTable,
    monitor: Monitor = UNMONITORED,
) -> RatingComparison:
    """Compare the post-event ratings of each player and system.

    Differences caused by entries, results or pre-event ratings are reported as those.
    If published ratings contradict the page's own data, the ratings are trusted.
    `monitor` is checked before each rating.
    """
    places = sorted(index for _, index in overlay.pairs)
    rated = rate_document(apply_differences(event, overlay.differences), rulebook)
    there = _compare_published(rated, places, priors, monitor)
    found: list[PageDifference] = []
    if missed := _find_missed(there):
        known = [one for one in overlay.differences if one.kind in PUBLISHED]
        page_rated = _rate_some(apply_differences(event, known), missed, rulebook)
        here = _compare_published(page_rated, places, priors, monitor)
        for at, numbers in missed.items():
            if at not in here or numbers - _find_missed(here).get(at, set()):
                out = partial(_find_matching, at, rulebook, priors, monitor)
                overlay = _judge_differences(event, overlay, at, out)
        believed = [one for one in overlay.differences if not one.is_refuted]
        if len(believed) < len(overlay.differences):
            rated = rate_document(apply_differences(event, believed), rulebook)
            there = _compare_published(rated, places, priors, monitor)
        found = [
            _make_difference(event, at, here.get(at, {}).get(number), there[at][number])
            for at, numbers in _find_missed(there).items()
            for number in sorted(numbers)
        ]
    return RatingComparison(
        tuple(found),
        overlay,
        sum(len(rows) for rows in there.values()),
        rated,
        rest=_group_sections(rated.document, found),
        matches=tuple(
            _make_match(event, at, row)
            for at, rows in there.items()
            for row in rows.values()
            if not row.missed
        ),
    )


def _make_match(
    event: Document, at: SectionSystem, row: ComparedRating
) -> PageDifference:
    index, system = at
    return PageDifference(
        "post",
        index,
        event.sections[index].name,
        format_rating_like(row.computed, row),
        format_rating_like(row.published, row),
        "match",
        ROUNDED if row.rounding else "",
        row.number,
        row.name,
        system=system,
        adds=True,
    )


def _judge_differences(
    event: Document,
    overlay: PageComparison,
    at: SectionSystem,
    out: Callable[[Document], set[int]],
) -> PageComparison:
    """Attribute differences to the page if more published ratings match without them.

    The player's own rating must be among these, and no match may be lost. `out` returns
    the matching ratings of a document.
    """
    every = overlay.differences
    most = out(apply_differences(event, every))
    judged = []
    for one in every:
        rates = not one.adds and one.kind not in ("name", *PUBLISHED)
        if one.section == at[0] and rates:
            without = out(
                apply_differences(event, [each for each in every if each is not one])
            )
            if without > most and one.player in {None, *(without - most)}:
                one = replace(one, cause="theirs", because=AGAINST)
        judged.append(one)
    return replace(overlay, differences=tuple(judged))


def _find_matching(
    at: SectionSystem,
    rulebook: RuleBook,
    priors: PriorTable,
    monitor: Monitor,
    document: Document,
) -> set[int]:
    """Return the numbers of the players whose published ratings match."""
    rows = _compare_published(
        _rate_some(document, (at,), rulebook), [at[0]], priors, monitor
    )
    return {number for number, row in rows.get(at, {}).items() if not row.missed}


def _rate_some(
    document: Document, only: Collection[SectionSystem], rulebook: RuleBook
) -> DocumentRating:
    """Return some ratings of a document, and the ratings they start from."""
    chained = document.chain_sections
    return rate_document(
        document, rulebook, only=lambda index, of: chained or (index, of) in only
    )


def _find_missed(rows: ComparedRatings) -> dict[SectionSystem, set[int]]:
    """Return the numbers of the players whose published ratings don't match."""
    return {
        at: missed
        for at, each in rows.items()
        if (missed := {number for number, row in each.items() if row.missed})
    }


def _compare_published(
    rated: DocumentRating, places: list[int], priors: PriorTable, monitor: Monitor
) -> ComparedRatings:
    found: ComparedRatings = {}
    for index in places:
        section = rated.sections[index]
        for rating in monitor.watch(section.ratings):
            if any(
                player.published_in(rating.system) for player in section.section.players
            ):
                scene = make_scene(rated.document, section, rating, priors)
                rows = sorted(compare_published(scene), key=lambda row: row.number)
                found[index, rating.system] = {row.number: row for row in rows}
    return found


def _make_difference(
    event: Document, at: SectionSystem, ours: ComparedRating | None, row: ComparedRating
) -> PageDifference:
    index, system = at
    computed = "not rated" if ours is None else format_rating_like(ours.computed, row)
    there = format_rating_like(row.computed, row)
    even = "" if there == computed else f"{there} with all US Chess values; "
    return PageDifference(
        "post",
        index,
        event.sections[index].name,
        computed,
        format_rating_like(row.published, row),
        "fact",
        f"{even}{NEITHER}",
        row.number,
        row.name,
        system=system,
    )


def format_rating_like(rating: float, row: ComparedRating) -> str:
    """Return a rating with as many decimals as the published one."""
    decimals = row.published != int(row.published)
    return f"{rating:.2f}" if decimals else f"{round_for_display(rating):.0f}"


def _group_sections(
    there: Document, found: list[PageDifference]
) -> tuple[tuple[int, ...], ...]:
    """Return the sections with differences, grouped if one starts from another."""
    places = dict.fromkeys(one.section for one in found)
    return (
        tuple((place,) for place in places)
        if not places or not there.chain_sections
        else (tuple(places),)
    )


NOTHING: Final = "no explanation found"
TOO_MANY: Final = f"{NOTHING}, because too many ratings differ to try every correction"
EARLIER: Final = "matches once earlier sections are corrected"

ChangeSubject = tuple[int | None, object]
"""The subject of a change: a pairing number, and a key, system or round."""


def explain_next_sections(
    posts: RatingComparison,
    event: Document,
    rulebook: RuleBook,
    priors: PriorTable,
    monitor: Monitor = UNMONITORED,
) -> RatingComparison | None:
    """Search the next group of sections for corrections; return None if canceled."""
    if not posts.rest:
        return posts
    found = audit_event(
        posts.rated, posts.rest[0], rulebook, priors, MOST_FACTS, monitor
    )
    if found is None:
        return None
    return _attach_explanations(
        replace(posts, audits=(*posts.audits, *found[0]), rest=posts.rest[1:]), event
    )


def carry_explanations(
    posts: RatingComparison, before: RatingComparison | None, event: Document
) -> RatingComparison:
    """Keep the corrections found before for sections that the edit did not change.

    Sections are compared with the page's data in them, which accepting differences
    doesn't change. If later sections start from earlier ones, any change counts.
    """
    if before is None:
        return posts
    old, new = before.rated.document, posts.rated.document
    if replace(old, sections=()) != replace(new, sections=()):
        return posts
    same = {
        place
        for place, (one, other) in enumerate(
            zip(old.sections, new.sections, strict=False)
        )
        if one == other
    }
    if new.chain_sections and old != new:
        same.clear()
    audits = tuple(audit for audit in before.audits if audit.section in same)
    done = {audit.section for audit in audits}
    rest = tuple(group for group in posts.rest if not done.issuperset(group))
    return _attach_explanations(replace(posts, audits=audits, rest=rest), event)


def _attach_explanations(posts: RatingComparison, event: Document) -> RatingComparison:
    """Return the comparison with each difference explained by the audits."""
    facts = _ExplainedFacts(posts, event)
    explained: dict[object, PageDifference] = {}
    for audit in posts.audits:
        key = audit.section, audit.system
        rows = [one for one in posts.differences if (one.section, one.system) == key]
        explained |= {
            (*key, one.player): one for one in facts.explain_differences(audit, rows)
        }
    differences = tuple(
        explained.get((one.section, one.system, one.player), one)
        for one in posts.differences
    )
    return replace(posts, differences=differences)


def list_corrections(
    posts: RatingComparison, event: Document, sets: Mapping[SectionSystem, int]
) -> tuple[PageDifference, ...]:
    """Return the explained ratings; their changes apply the selected corrections.

    `sets` has the position of a rating's selected set if it is not the likeliest, the
    first.
    """
    audits = tuple(
        replace(
            audit,
            explanations=audit.explanations[
                sets.get((audit.section, audit.system), 0) :
            ],
        )
        for audit in posts.audits
    )
    chosen = _attach_explanations(replace(posts, audits=audits), event)
    return tuple(one for one in chosen.differences if one.changes)


class _ExplainedFacts:
    """Corrections found by audits, in their order, as changes of the event.

    Each audit starts with the corrections of the audits before it.
    """

    def __init__(self, posts: RatingComparison, event: Document) -> None:
        self.document = posts.rated.document
        self.event, self.overlay = event, posts.overlay
        self.known: list[tuple[int, AuditFact, tuple[PageChange, ...]]] = []

    def explain_differences(
        self, audit: RatingAudit, rows: Sequence[PageDifference]
    ) -> Iterator[PageDifference]:
        """Yield the differences of one rating, with the corrections that explain them."""
        best = audit.best
        for fact in () if best is None else best.facts:
            self._add_fact(audit.section, fact)
        by_row = [
            () if best is None else best.get_facts_for(row.player) for row in rows
        ]
        for row, facts in zip(rows, by_row, strict=True):
            if best is None or not facts:
                left = best is None or row.player in best.left
                nothing = TOO_MANY if audit.is_limited else NOTHING
                description = nothing if left else EARLIER
                yield replace(row, because=row.because.replace(NEITHER, description))
                continue
            changes = [
                change
                for fact in facts
                for change in self._get_changes(audit.section, fact)
            ]
            basis = self._find_related_differences(audit.section, changes)
            description = _describe_explanation(
                audit, best, facts, by_row.count(facts) - 1, basis
            )
            yield replace(
                row,
                because=row.because.replace(NEITHER, description),
                settle=facts[0].settle,
                changes=(*(c for one in basis for c in one.changes), *changes),
            )

    def _get_changes(self, index: int, fact: AuditFact) -> tuple[PageChange, ...]:
        """Return the changes of a correction."""
        return next(
            (
                changes
                for at, known, changes in self.known
                if (at, known.puts) == (index, fact.puts)
            ),
            (),
        )

    def _add_fact(self, index: int, fact: AuditFact) -> None:
        """Apply a correction to the event, and store its changes."""
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


def _describe_explanation(
    audit: RatingAudit,
    best: Explanation,
    facts: Sequence[AuditFact],
    others: int,
    basis: Sequence[PageDifference],
) -> str:
    """Return corrections in the audit's words, with the differences they depend on."""
    breaks = ", ".join(map(str, sorted({n for fact in facts for n in fact.breaks})))
    several = len(audit.explanations) > 1
    parts = (
        *(fact.says for fact in facts),
        f"also explains {others} more rating{'s' * (others != 1)}" if others else "",
        f"then the rating of {breaks} no longer matches" if breaks else "",
        f"together with {_name_differences(basis)}" if basis else "",
        "Corrections lists other explanations that fit as well" if several else "",
    )
    label = "low confidence" if best.guess else "possible correction"
    return f"{label}: {'; '.join(filter(None, parts))}"


def _list_changes(section: Section, change: KeyChange) -> Iterator[PageChange]:
    """Yield the changes of a correction, cell by cell, so that the rest of a row is kept."""
    keys = tuple((key, value) for key, value in change.keys if key != "results")
    if keys:
        yield SetKeys(change.number, KeyChange(change.number, keys))
    results = change.values.get("results")
    for player in section.players:
        if player.number == change.number and isinstance(results, list):
            yield from (
                SetCell(player.number, place, text)
                for place, text in enumerate(results)
                if read_cell(player, place) != text
            )


def _list_subjects(section: Section, change: PageChange) -> Iterator[ChangeSubject]:
    """Yield the subjects of a change; for a whole row, its player and None."""
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
    owner = "" if first.player is None else f" of player {first.player}"
    more = len(differences) - 1
    return f"{first.what}{owner}" + (f" and {more} more" if more else "")
